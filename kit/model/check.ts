import { z, type ZodType } from 'zod'
import { cleaned, UNREADABLE } from './clean.ts'
import { labelOf, type Field, type Kind } from './field.ts'
import { formats, isDate, isMoment } from './formats.ts'
import { HIDDEN, HIDDEN_IN_NOTE } from './hidden.ts'
import type { Lang, Text } from './lang.ts'
import type { Wrong } from './problem.ts'
import { longId } from './id-card.ts'
import { isRegionCode } from './region-code.ts'
import { parseWkt, plainWkt } from './wkt.ts'
import { requiredMessage } from './required.ts'
import { isEditable, isId, type Fields, type CheckedFields } from './resource.ts'

const words = {
  malformed: (f: Field): Text => ({ zh: `${f.label}格式不正确`, en: `${labelOf(f).en} is malformed` }),
  tooLong: (f: Field): Text => ({ zh: `${f.label}长度不能超过${f.max}位`, en: `${labelOf(f).en}: at most ${f.max} characters` }),
  length: (f: Field): Text => ({ zh: `${f.label}应为${f.length}位`, en: `${labelOf(f).en} must have ${f.length} characters` }),
  number: (f: Field): Text => ({ zh: `${f.label}应为数字`, en: `${labelOf(f).en} must be a number` }),
  tooSmall: (f: Field): Text => ({ zh: `${f.label}不能小于${f.min}`, en: `${labelOf(f).en} must be at least ${f.min}` }),
  tooLarge: (f: Field): Text => ({ zh: `${f.label}不能大于${f.max}`, en: `${labelOf(f).en} must be at most ${f.max}` }),
  hidden: (f: Field): Text => ({ zh: `${f.label}含有不可见字符，请删除后重新输入`, en: `${labelOf(f).en} contains invisible characters: please retype it` }),
  unreadable: (f: Field): Text => ({
    zh: `${f.label}含有无法识别的字符（乱码或造字），请重新输入`,
    en: `${labelOf(f).en} contains unreadable characters (garbled, or from a private font): please retype it`,
  }),
  notIn: (f: Field): Text => ({ zh: `${f.label}不在可选范围内`, en: `${labelOf(f).en} is not one of the options` }),
  decimals: { zh: '最多保留两位小数', en: 'At most two decimals' } as Text,
}

/** '…不在可选范围内', '…含有不可见字符'. */
export const { notIn: notInWords, hidden: hiddenWords } = words

/** Text checks in the order a person should read about them; the first that speaks is shown. */
function textWrong(f: Field, v: string): Text | undefined {
  if (f.values && !f.values.includes(v)) return words.notIn(f)
  if (f.length !== undefined && v.length !== f.length) return words.length(f)
  if (f.max !== undefined && [...v].length > f.max) return words.tooLong(f)
  if ((f.kind === 'note' ? HIDDEN_IN_NOTE : HIDDEN).test(v)) return words.hidden(f)
  if (UNREADABLE.test(v)) return words.unreadable(f)
  return f.format && formats[f.format](v)
}
function numberWrong(f: Field, v: string, decimals: boolean): Text | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(v) || (!decimals && v.includes('.'))) return words.number(f)
  if (decimals && !/^-?\d+(\.\d{1,2})?$/.test(v)) return words.decimals
  if (f.min !== undefined && Number(v) < f.min) return words.tooSmall(f)
  if (f.max !== undefined && Number(v) > f.max) return words.tooLarge(f)
  return undefined
}

const text = (f: Field, lang: Lang, wrong: (v: string) => Text | undefined) =>
  z.string({ error: words.malformed(f)[lang] }).superRefine((v, c) => {
    const w = wrong(v)
    if (w) c.addIssue({ code: 'custom', message: w[lang] })
  })
/** Text is judged as it will be stored, and comes out so (clean.ts). */
function written(f: Field, lang: Lang): ZodType {
  return text(f, lang, (v) => textWrong(f, cleaned(f, v))).transform((v) => cleaned(f, v))
}
const digits = (f: Field, lang: Lang, decimals: boolean) =>
  z.union([z.number(), z.string()], { error: words.number(f)[lang] }).superRefine((v, c) => {
    const w = numberWrong(f, String(v), decimals)
    if (w) c.addIssue({ code: 'custom', message: w[lang] })
  })

/** What is wrong with an outline: the reader's own words, behind the field's. */
function geomWrong(f: Field, v: string): Text | undefined {
  const { zh, en } = words.malformed(f)
  try {
    return /POLYGON$/.test(parseWkt(v).type) ? undefined : { zh, en }
  } catch (e) {
    const { words: why } = e as { words: Text }
    if (!/POLYGON/i.test(v)) return { zh, en }
    return { zh: `${zh}：${why.zh}`, en: `${en}: ${why.en}` }
  }
}

/** One schema a kind. What comes out has the type of the row. */
const schemas: Readonly<Record<Kind, (f: Field, lang: Lang) => ZodType>> = {
  text: written,
  note: written,
  int: (f, l) => digits(f, l, false).transform(Number),
  decimal: (f, l) => digits(f, l, true).transform(String),
  area: (f, l) => digits(f, l, true).transform((v) => String(v).replace(/^([^.]*)\.?(\d*)$/, (_, a: string, b: string) => `${a}.${b.padEnd(2, '0')}`)),
  // programs of the compatible API send days with a time
  date: (f, l) => text(f, l, (v) => (isDate(v) || isMoment(v) ? undefined : words.malformed(f))).transform((v) => v.slice(0, 10)),
  datetime: (f, l) => text(f, l, (v) => (isMoment(v) ? undefined : words.malformed(f))),
  dict: (f, l) =>
    z
      .union([z.string(), z.number()], { error: words.malformed(f)[l] })
      .transform(String)
      .pipe(text(f, l, (v) => textWrong({ max: 40, ...f }, v))),
  flag: (f, l) => z.union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1'), z.boolean()], { error: words.notIn(f)[l] }).transform(Number),
  region: (f, l) => text(f, l, (v) => (isRegionCode(v) ? undefined : words.malformed(f))),
  ref: (f, l) => text(f, l, (v) => (isId(v) ? undefined : words.malformed(f))),
  refs: (f, l) => text(f, l, (v) => (v.split(',').every(isId) ? undefined : words.malformed(f))),
  geom: (f, l) => text(f, l, (v) => geomWrong(f, v)).transform(plainWkt),
  json: () => z.unknown(),
}

const cache: Record<Lang, WeakMap<object, ZodType>> = { zh: new WeakMap(), en: new WeakMap() }
/** The zod schema of one present value, in one language; also the source of OpenAPI. */
export function schemaOf(f: Field, lang: Lang = 'zh'): ZodType {
  const made = cache[lang].get(f) ?? schemas[f.kind](f, lang)
  cache[lang].set(f, made)
  return made
}

/** Nothing, and text of nothing but blanks. */
const absent = (v: unknown) => v === undefined || v === null || (typeof v === 'string' && v.trim() === '')

/** What a schema says of a value, in one language. */
const fault = (f: Field, v: unknown, lang: Lang): string | undefined => schemaOf(f, lang).safeParse(v).error?.issues[0]!.message

/** The first thing wrong with one value, in both languages, or undefined. Pure: forms call it on each keystroke. */
export function checkValue(f: Field, v: unknown): Text | undefined {
  if (absent(v)) return f.required ? requiredMessage(f) : undefined
  const zh = fault(f, v, 'zh')
  return zh === undefined ? undefined : { zh, en: fault(f, v, 'en')! }
}

/**
 * Takes the editable fields out of what a person sent and checks them. `draft` is complete when nothing is wrong.
 * `wrong` lists every fault; `unknown` the names that no form may send (they are refused, not dropped silently).
 */
export function readDraft<F extends Fields>(fields: F, raw: Readonly<Record<string, unknown>>, also: readonly string[] = []) {
  const draft: Record<string, unknown> = {},
    wrong: Wrong[] = []
  for (const [name, f] of Object.entries(fields)) {
    if (!isEditable(f)) continue
    const v = absent(raw[name]) ? ((raw[name] === undefined ? f.default : undefined) ?? null) : raw[name]
    const msg = checkValue(f, v)
    if (msg) wrong.push({ field: name, msg })
    else draft[name] = v === null ? null : schemaOf(f).parse(v)
  }
  for (const [name, { resident }] of Object.entries(fields) as [string, Field][]) {
    const number = resident && draft[name]
    // one that came back with stars is nobody's typing
    if (resident && typeof number === 'string' && !number.includes('*') && (draft[resident[0]] ?? raw[resident[0]]) === resident[1])
      draft[name] = longId(number)
  }
  const unknown = Object.keys(raw).filter((k) => !Object.hasOwn(fields, k) && !also.includes(k))
  return { draft: draft as CheckedFields<F>, wrong, unknown }
}
