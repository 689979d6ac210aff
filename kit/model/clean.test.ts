import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkValue, readDraft } from './check.ts'
import { cleanName, cleanNote, cleanText, cleaned, nameKey } from './clean.ts'
import { note, text } from './field.ts'
import { withoutHidden } from './hidden.ts'
import { idCardCheck, idCardWrong, idForms, idKey, longId, normalizeId } from './id-card.ts'

/** Signs that come along with pasted text, beside ordinary ones. */
const SIGN = fc.constantFrom(
  ...'高立方⾼⽴⽅⻓⺠隆䶮𬭎㭎买·•・．. \u00a0\u3000\u2003\taZ９Ｘｅxé\u0301',
  'e\u0301',
  "'",
  '’',
  '\ufeff',
  '\n',
  '\u200b',
  '1',
  '／',
)
const TYPED = fc.oneof(
  fc.array(SIGN, { maxLength: 14 }).map((l) => l.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

test('each function changes nothing that it has written, whatever was typed', () => {
  for (const f of [cleanText, cleanNote, cleanName, nameKey, normalizeId, longId, idKey])
    fc.assert(
      fc.property(TYPED, (v) => {
        expect(f(f(v))).toBe(f(v))
      }),
      { numRuns: 3000 },
    )
})

test('a radical, a compatibility ideograph and marks of their own are the characters that everybody types', () => {
  expect(cleanText('⾼⽴⽅')).toBe('高立方')
  expect([cleanText('⻓⺠⻢⻰'), cleanText('隆'), cleanText('丽'), cleanText('e\u0301')]).toEqual(['长民马龙', '隆', '丽', 'é'])
  for (let c = 0x2f00; c <= 0x2fd5; c++) expect(cleanText(String.fromCodePoint(c))).not.toMatch(/[\u2e80-\u2fdf]/)
  for (let c = 0x2e81; c <= 0x2ef3; c++) if (c !== 0x2e9a) expect(cleanText(String.fromCodePoint(c))).not.toMatch(/[\u2e80-\u2fdf]/)
  // ideographs of that block that are unified themselves, and rare ones, stay
  expect(cleanText('﨎䶮𬭎㭎')).toBe('﨎䶮𬭎㭎')
})

test('blanks go around a line, and are plain within it; a paragraph keeps its indent', () => {
  expect(cleanText(' \u00a0大田\u3000\ufeff\n')).toBe('大田')
  expect(cleanText('村东\u3000大田')).toBe('村东 大田')
  expect(cleanNote('\u3000\u3000第一段\u00a0完\n\u3000第二段 \u3000\n')).toBe('\u3000\u3000第一段 完\n\u3000第二段')
})

test('a name has one kind of point and no blanks beside characters, and is compared without any', () => {
  for (const typed of ['阿依古丽・买买提', '阿依古丽•买买提', '阿依古丽 · 买买提', '阿依古丽．买买提', '阿依古丽.买买提', '阿依古丽‧ 买买提'])
    expect(cleanName(typed)).toBe('阿依古丽·买买提')
  expect([cleanName('张 三'), cleanName('张\u3000三\u00a0'), cleanName('Ａli  Baba'), cleanName('第３组')]).toEqual(['张三', '张三', 'Ali Baba', '第3组'])
  expect([nameKey('Ali Baba'), nameKey(' ⾼ 立方 '), nameKey(null)]).toEqual(['AliBaba', '高立方', ''])
})

const card = (digits: string) => digits + idCardCheck(digits)
test('a number is one however it was typed, and the forms of older rows are found', () => {
  const x = Array.from({ length: 999 }, (_, n) => card(`51202119700304${String(n).padStart(3, '0')}`)).find((v) => v.endsWith('X'))!
  const wide = x.replace(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
  for (const typed of [x.toLowerCase(), wide, wide.toLowerCase(), ` ${x}\n`, `${x.slice(0, 6)} ${x.slice(6, 14)}\u00a0${x.slice(14)}`, `'${x}`, `’${x}`]) {
    expect(normalizeId(typed)).toBe(x)
    expect(idKey(typed)).toBe(x)
    expect(idForms(typed)).toContain(x)
  }
  const old = '512021870517976'
  expect([longId(old), idKey(old), idKey(`${old} `)]).toEqual(Array(3).fill(card('51202119870517976')))
  expect(idForms(old)).toEqual(expect.arrayContaining([old, card('51202119870517976')]))
  expect(idForms(card('51202119870517976'))).toContain(old)
  // fifteen figures of another document are no resident number
  expect([idKey('511000000012345'), idForms('511000000012345'), idForms(' ')]).toEqual(['511000000012345', ['511000000012345'], []])
})

test('nobody is born after today, nor before 1900; both ends are tried', () => {
  const at = (day: string) => idCardWrong(card(`512021${day.replaceAll('-', '')}123`), '2026-11-28')?.zh
  expect([at('2026-11-28'), at('1900-01-01')]).toEqual([undefined, undefined])
  expect(at('2026-11-29')).toBe('证件号码中的出生日期2026-11-29晚于今天')
  expect(at('2099-12-31')).toContain('晚于今天')
  expect([at('1899-12-31'), at('0001-01-01')]).toEqual(['证件号码中的出生日期1899-12-31早于1900年', '证件号码中的出生日期0001-01-01早于1900年'])
})

test('a field judges and gives out what will be stored; what cannot be read is refused by name', () => {
  const fields = {
    n: text('姓名', { en: 'Name', required: true, name: true, max: 3 }),
    id: text('证件号码', { mask: 'idNumber' }),
    s: note('说明', { en: 'Note' }),
  }
  const { draft, wrong } = readDraft(fields, { n: ' ⾼ 立\u3000方 ', id: " 5120 21x'", s: '好\u00a0' })
  expect([draft, wrong]).toEqual([{ n: '高立方', id: "512021X'", s: '好' }, []])
  expect(checkValue(fields.n, '\u3000\u00a0')?.zh).toBe('请输入姓名')
  for (const sign of ['\ufffd', '\ue863', '\u{f0000}'])
    for (const f of [fields.n, fields.s]) expect(checkValue(f, `a${sign}`)?.zh).toBe(`${f.label}含有无法识别的字符（乱码或造字），请重新输入`)
  // what is no character, and a heap of marks; those of a letter of any writing stay
  for (const sign of ['\uffff', '\u{1fffe}', '\u0317'.repeat(900), '\u0334\u0317'.repeat(5)])
    for (const f of [fields.s, note('说明', {})]) expect(checkValue(f, `a${sign}`)?.zh).toContain('含有无法识别的字符')
  for (const word of ['བསྒྲུབས', 'ổn', 'นี้', 'ئۇيغۇر']) expect(checkValue(fields.s, word)).toBeUndefined()
  // letters that nobody sees, in which words for machines are hidden
  for (const f of [fields.n, fields.s]) expect(checkValue(f, 'a\u{e0041}')?.zh).toContain('含有不可见字符')
  // what has no width, is a blank that is none or chooses how the sign beside it looks, in a line and in a paragraph; joiners stay in a paragraph
  const unseen = [...'\u200b\u2060\u00ad\u3164\u115f\ufeff\u2028\u2800\u17b4\ufffc\u202e\ufe00\ufe0f\u180b\u180d\u180e\u180f\u{e0100}\u{e01ef}']
  for (const sign of unseen)
    for (const f of [fields.n, fields.s]) expect([sign, checkValue(f, `a${sign}b`)?.zh]).toEqual([sign, expect.stringContaining('不可见')])
  for (const sign of ['\u200c', '\u200d'])
    expect([sign, ...[fields.n, fields.s].map((f) => checkValue(f, `a${sign}b`)?.zh ?? '')]).toEqual([sign, expect.stringContaining('不可见'), ''])
  expect(checkValue(fields.s, '\u3000\u3000一段\r\n\t二段☎')).toBeUndefined()
  // a person is called by letters: no pictures, no accents beside them
  const name = text('姓名', { name: true, format: 'name', max: 50 })
  for (const sign of ['😀', '👨', '🇨', '☎', '→', 'Ⓐ', '⠁', '■', '≠', '\u0317', 'x\u0301', '\u20dd'])
    expect(checkValue(name, `张三${sign}`)?.zh).toBe('姓名（名称）不能含有表情、图形符号或附加符号')
  for (const word of ['阿依古丽·买买提', 'José', 'Nguyễn Văn Hải', 'བསྒྲུབས', 'นี้', 'ئۇيغۇر', '王○', '张3', '第3村民小组（二）', '〇二', '⿰金乐', '1～3号田'])
    expect(checkValue(name, word)).toBeUndefined()
  // nor has an address
  const address = text('地址', { format: 'address', max: 50 })
  for (const sign of ['😀', '→', 'Ⓐ', '⠁', '\u20dd']) expect(checkValue(address, `玉顶村${sign}`)?.zh).toBe('地址不能含有表情或图形符号')
  for (const at of ['玉顶村2组36号', '3-2#', '人民路（东段）8号附1', 'K12+300处', '北纬30°']) expect(checkValue(address, at)).toBeUndefined()
  expect(withoutHidden('上\u202e塘\u{e0041}\u200b')).toBe('上塘')
  expect(cleaned(fields.n, 'a b')).toBe('a b')
})

test('a phone is its figures and a code has narrow ones, in a form and in a filter alike; a note stays as it was typed', () => {
  const phone = text('电话', { mask: 'phone', format: 'contactPhone' })
  for (const typed of ['138 1234 5678', '１３８１２３４５６７８', '　13812345678 ']) {
    expect(checkValue(phone, typed)).toBeUndefined()
    expect(cleaned(phone, typed)).toBe('13812345678')
  }
  expect([cleaned(text('编码', { length: 5 }), '１２３４Ｊ'), cleaned(text('编码', { search: 'prefix' }), '５１２0')]).toEqual(['1234J', '5120'])
  expect([cleaned(phone, '０２８－８１２３ ４５６７'), cleaned(phone, 'bad')]).toEqual(['028-81234567', 'bad'])
  // what has a format is narrow before it is asked for: what is stored is what was judged
  for (const [format, typed, is] of [
    ['postcode', '６４２ ３５０', '642350'],
    ['creditCode', '９１５１０１１２ＭＡ６１ＱＪ６Ｘ０Ｂ', '91510112MA61QJ6X0B'],
    ['contactPhone', '０２８－８１２３４５６７', '028-81234567'],
    ['code', 'ｄｋ＿１', 'dk＿1'],
  ] as const)
    expect([format, cleaned(text('值', { format }), typed)]).toEqual([format, is])
  expect([checkValue(text('邮政编码', { format: 'postcode', max: 6 }), '６４２３５０'), checkValue(text('编码', { format: 'code' }), 'ｄｋ１')]).toEqual([
    undefined,
    undefined,
  ])
  expect(checkValue(text('编码', { format: 'code' }), 'a b')?.zh).toContain('编码只能包含')
  expect(cleaned(note('备注'), '１３ 组')).toBe('１３ 组')
})
