// What the definition of a field refuses and what it takes, with the words of the specification, written down a second time on purpose.
import type { Field, Format } from '../../kit/model/field.ts'

export interface Beyond {
  value: unknown
  zh: string
  en: string
}
const PICKED = ['dict', 'date', 'datetime', 'region', 'ref', 'refs', 'flag']
const enOf = (f: Field) => f.en ?? f.label
/** What a missing required value is answered with. */
export const missing = (f: Field): { zh: string; en: string } =>
  f.requiredMessage ?? {
    zh: `${PICKED.includes(f.kind) ? '请选择' : '请输入'}${f.label}`,
    en: `Please ${PICKED.includes(f.kind) ? 'select' : 'enter'} the ${/^[A-Z][^A-Z\d]/.test(enOf(f)) ? enOf(f)[0]!.toLowerCase() + enOf(f).slice(1) : enOf(f)}`,
  }

/** A text that each format refuses, with its words. */
const FORMATS: Readonly<Record<Format, [string, string, string]>> = {
  idCard: ['1', '', ''],
  idNumber: ['a b', '请输入字母或数字', 'Letters or digits only'],
  creditCode: ['N25120210000000000', '统一社会信用代码不正确', 'The unified social credit code is wrong'],
  phone: ['12345678901', '手机号码格式不正确', 'The mobile number is wrong'],
  contactPhone: ['12', '联系电话格式不正确', 'The telephone number is wrong'],
  postcode: ['12345x', '邮政编码格式不正确', 'The postcode is wrong'],
  version: ['1.0', '版本格式不正确，例：1.0.0', 'The version is wrong, e.g. 1.0.0'],
  url: ['ftp://x', '网址须以http或https开头', 'An address starts with http or https'],
  place: ['https://u:p@example.org/x', '地址不能带用户名和密码', 'An address must not carry user and password'],
  account: ['a b', '账号只能包含字母、数字和._@-', 'Letters, digits and ._@- only'],
  noBlank: ['a b', '不能包含空格、回车、换行、制表符', 'No blanks, carriage returns, line feeds or tabs'],
  code: ['甲', '编码只能包含字母、数字和_:.-', 'Letters, digits and _:.- only'],
  plain: ['<b>x</b>', '内容只能是文字，不能包含网页标记', 'Only plain text is taken, no markup'],
  name: ['123', '姓名（名称）不能只有数字或符号，也不能含有尖括号', 'A name cannot consist of digits or symbols alone, nor have angle brackets'],
  address: ['玉顶村😀', '地址不能含有表情或图形符号', 'An address has no emoji and no graphic signs'],
  email: ['x', '邮箱格式不正确', 'The e-mail address is wrong'],
}

/** Values that a field must refuse, each with both wordings. */
export function beyond(f: Field): Beyond[] {
  const malformed = (value: unknown): Beyond => ({ value, zh: `${f.label}格式不正确`, en: `${enOf(f)} is malformed` })
  const number = (value: unknown): Beyond => ({ value, zh: `${f.label}应为数字`, en: `${enOf(f)} must be a number` })
  const notIn = (value: unknown): Beyond => ({ value, zh: `${f.label}不在可选范围内`, en: `${enOf(f)} is not one of the options` })
  const tooLong = (value: string, max: number): Beyond => ({ value, zh: `${f.label}长度不能超过${max}位`, en: `${enOf(f)}: at most ${max} characters` })
  const bounds = (step: number, fixed: (n: number) => string): Beyond[] => [
    ...(f.min === undefined ? [] : [{ value: fixed(f.min - step), zh: `${f.label}不能小于${f.min}`, en: `${enOf(f)} must be at least ${f.min}` }]),
    ...(f.max === undefined ? [] : [{ value: fixed(f.max + step), zh: `${f.label}不能大于${f.max}`, en: `${enOf(f)} must be at most ${f.max}` }]),
  ]
  switch (f.kind) {
    case 'text':
    case 'note': {
      const wrong = f.format && FORMATS[f.format]
      return [
        malformed({}),
        malformed(['x']),
        malformed(12),
        ...(f.values ? [notIn('~')] : []),
        ...(f.length ? [{ value: '1'.repeat(f.length + 1), zh: `${f.label}应为${f.length}位`, en: `${enOf(f)} must have ${f.length} characters` }] : []),
        ...(f.max ? [tooLong('1'.repeat(f.max + 1), f.max), tooLong('𠀀'.repeat(f.max + 1), f.max)] : []),
        ...(wrong && !f.length ? [{ value: wrong[0], zh: wrong[1], en: wrong[2] }] : []),
      ]
    }
    case 'int':
      return [number('1.5'), number('x'), number('1e3'), number({}), number(true), ...bounds(1, String)]
    case 'decimal':
    case 'area':
      return [
        number('x'),
        number({}),
        { value: '1.001', zh: '最多保留两位小数', en: 'At most two decimals' },
        ...bounds(0.01, (n) => (n < 0 ? '-0.01' : '10000000000000.00')),
      ]
    case 'date':
      return ['2026-02-30', '20260101', '2026-1-1', 'x', 20260101, {}].map(malformed)
    case 'datetime':
      return ['2026-02-30 00:00:00', '2026-01-01', '2026-01-01 25:00:00', '2026-01-01T00:00:00', {}].map(malformed)
    case 'dict':
      return [malformed({}), malformed(true), ...(f.values ? [notIn('~')] : [tooLong('1'.repeat(41), 40)])]
    case 'flag':
      return [notIn(2), notIn('x'), notIn({})]
    case 'region':
      return ['5', 'x', '5120211192031', {}].map(malformed)
    case 'ref':
      return ['x', '1,2', '9999999999999999999', {}].map(malformed)
    case 'refs':
      return ['x', '1,,2', {}].map(malformed)
    case 'geom':
      return ['x', 'POINT(1 1)', 'LINESTRING(0 0,1 1)', {}].map(malformed)
    default:
      return []
  }
}

/** Signs that must come back as they were sent: quotes, markup, a formula, an emoji, characters of extension B and G. */
const STRANGE = `'; drop table "x"--<script>alert(1)</script>&amp;%_\\=1+1😀𠀀𰀀`
const spread = (text: string, max: number): string => [...text.repeat(Math.ceil(max / [...text].length) + 1)].slice(0, max).join('').replace(/ $/, '.')

/** Values at the limit that a field must take and give back unchanged. Free text is made of strange signs, as long as it may be. */
export function atLimit(f: Field): unknown[] {
  if (f.values) return [...f.values]
  switch (f.kind) {
    case 'text':
    case 'note':
      if (f.format === 'code' || f.format === 'account') return [spread('aZ09-', f.max ?? 20)]
      // a person's number is letters and digits, written large (docs/adr/0045)
      if (f.mask === 'idNumber') return [spread('AZ09', f.max ?? 20)]
      return f.format || f.length ? [] : [spread(STRANGE, f.max ?? 200), spread('𠀀', f.max ?? 200)]
    case 'int':
      return [f.min, f.max].filter((x) => x !== undefined)
    case 'area':
      return ['0.00', '9999999999999.99']
    case 'flag':
      return [0, 1]
    case 'date':
      return ['2024-02-29']
    default:
      return []
  }
}
