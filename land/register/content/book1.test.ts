// The text of a book: one form of one content. What is true of every content is a property; what a book keeps and leaves out is said with one book.
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Field } from '../../../kit/model/field.ts'
import { canonical, bookKeys, makeBook1, PARTS, printedOrder, readBook1, textOfBook, textsOf, wordIn, type BookParts, type Canonical } from './book1.ts'
import { closeWorks, HERE, worked } from './worked.server.ts'

const unicode = fc.string({ unit: 'binary' })
const { tree } = fc.letrec<{ tree: Canonical }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    unicode,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(unicode, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))
const shuffled = (v: Canonical): Canonical =>
  typeof v === 'string'
    ? v
    : Array.isArray(v)
      ? v.map(shuffled)
      : Object.fromEntries(
          Object.entries(v)
            .reverse()
            .map(([n, x]) => [n, shuffled(x)]),
        )
/** Names of a JSON text in the order in which they stand, object by object. */
const namesOf = (v: Canonical): string[][] =>
  typeof v === 'string' ? [] : Array.isArray(v) ? v.flatMap(namesOf) : [Object.keys(v), ...Object.values(v).flatMap(namesOf)]
/** Numeric names of an object come first in a JavaScript object whatever the text says: those are told apart by the text alone. */
const isIndex = (n: string) => /^(0|[1-9]\d{0,9})$/.test(n)

test('a text is the same however its names were ordered, reads back as what was written, and writes again as itself', () => {
  fc.assert(
    fc.property(tree, (v) => {
      const text = canonical(v)
      expect(canonical(shuffled(v))).toBe(text)
      expect(JSON.parse(text)).toEqual(v)
      expect(canonical(JSON.parse(text) as Canonical)).toBe(text)
      for (const names of namesOf(JSON.parse(text) as Canonical).map((all) => all.filter((n) => !isIndex(n))))
        expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    }),
  )
})

test('names are ordered by UTF-16 code units and text is escaped as RFC 8785 says', () => {
  // the example of RFC 8785, 3.2.3
  const example = { '\u20ac': 'Euro Sign', '\r': 'Carriage Return', '\ufb33': 'Hebrew Letter Dalet With Dagesh', '1': 'One', '\u{1f600}': 'Emoji', '\u0080': 'Control', '\u00f6': 'Latin' } // prettier-ignore
  const text = canonical(example)
  const order = ['Carriage Return', 'One', 'Control', 'Latin', 'Euro Sign', 'Emoji', 'Hebrew Letter Dalet With Dagesh']
  expect(order.map((w) => text.indexOf(w))).toEqual(order.map((w) => text.indexOf(w)).toSorted((a, b) => a - b))
  expect(canonical('\u20ac$\u000f\nA\'B"\\\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"')
})

test('nothing but strings has a place, nor text that is no Unicode', () => {
  for (const v of [1, 1.5, true, null, undefined, { a: 1 }, ['x', null], { a: { b: undefined } }, 10n])
    expect(() => canonical(v as never), String(v)).toThrow('only strings')
  for (const v of ['\ud800', { '\udc00': 'x' }]) expect(() => canonical(v)).toThrow('surrogate')
})

const parts: BookParts = {
  county: { code: '512021', name: '安岳县', epsg: 4544 },
  book: { cbjyqzbm: '512021101201030007J', version: 1, djlx: '0', cbfs: '110', cbqxq: '2028-01-01', cbqxz: '2057-12-31', htzmjm: '3.00', djsj: '2028-01-05', dbr: '孙八', fbfbm: '51202110120103', fbfmc: '第三组', cbfbm: '512021101201030007', cbfmc: '张三', cbfzjhm: '512021195001011000', djbfj: null }, // prettier-ignore
  contract: { cbhtbm: '512021101201030007J', version: 1, cbqx: 30, htlx: '1', qdsj: '2027-12-20' },
  issuer: { fbfbm: '51202110120103', fbfmc: '后来的名称', fbffzrxm: '刘德华' },
  holder: { cbfbm: '512021101201030007', cbfmc: '张三', cbfzjhm: '512021195001011000', lxdh: '' },
  members: [
    { sort: 1, cyxm: '李秀英', yhzgx: '10', cyzjhm: '512021195201011233' },
    { sort: 2, cyxm: '张小', yhzgx: '20', cyzjhm: '?' },
    { sort: 3, cyxm: '张三', yhzgx: '02', cyzjhm: '512021195001011000' },
  ],
  lines: [
    { line: { dkbm: '5120211012010300002', htmjm: '1.50' }, parcel: { dkmc: '沟边田', dldj: '03', scmjm: '1.60' }, geom: null, points: [] },
    {
      line: { dkbm: '5120211012010300001', dkmc: '大田', htmjm: '1.50', scmjm: '1.55' },
      parcel: { dkmc: '小田', dldj: '04', scmjm: '1.60' },
      geom: 'POLYGON((105.1 30.1,105.101 30.1,105.101 30.101,105.1 30.101,105.1 30.1))',
      points: [
        { xzbz: '3331346.123', yzbz: '35509638.123', jzdh: 'J9' },
        { xzbz: null, yzbz: null, jzdh: 'J0' },
      ],
    },
  ],
  sources: [{ zlfjmc: '合同', fj: '', zlfjrq: null }],
}
const texts = { cbjyqqdfs: { '110': '家庭承包' }, dldj: { '03': '三等地' }, yhzgx: { '02': '户主', '10': '配偶' } }

test('a book keeps key and text of every dictionary value, what a line says before what its parcel says, and the name under which the issuer registered', () => {
  const b = makeBook1(parts, texts)
  expect([b.book.cbfs, wordIn(b.book, 'cbfs'), wordIn(b.book, 'djlx'), wordIn(b.book, 'djbfj')]).toEqual([
    { code: '110', text: '家庭承包' },
    '家庭承包',
    '0',
    '',
  ])
  expect(b.lines.map((l) => [bookKeys(l.values).dkbm, wordIn(l.values, 'dkmc'), wordIn(l.values, 'scmjm'), wordIn(l.values, 'dldj')])).toEqual([
    ['5120211012010300001', '大田', '1.55', '04'],
    ['5120211012010300002', '沟边田', '1.60', '三等地'],
  ])
  expect([b.fzjg, b.county, bookKeys(b.issuer).fbfmc, bookKeys(b.issuer).fbffzrxm, 'lxdh' in b.holder, 'djbfj' in b.book]).toEqual([
    '安岳县人民政府',
    { code: '512021', name: '安岳县', zone: '35' },
    '第三组',
    '刘德华',
    false,
    false,
  ])
  expect(b.sources).toEqual([{ zlfjmc: '合同' }])
  expect(textsOf(b)).toMatchObject({ cbjyqqdfs: { '110': '家庭承包' }, dldj: { '03': '三等地', '04': '04' }, yhzgx: { '02': '户主' } })
})

test('rings are metres of the zone with three digits, and a vertex names its boundary point, with the zone in its easting or without', () => {
  const plain = makeBook1(parts, texts).lines[0]!.rings
  expect(plain).toHaveLength(1)
  for (const p of plain[0]!) expect(p.join(' ')).toMatch(/^\d{6}\.\d{3} \d{7}\.\d{3}$/)
  expect(plain[0]![0]).toEqual(plain[0]!.at(-1))
  const [x, y] = plain[0]![1]!
  const marked = (yzbz: string) => makeBook1({ ...parts, lines: [{ ...parts.lines[1]!, points: [{ xzbz: y, yzbz, jzdh: 'J7' }] }] }, texts).lines[0]!.rings[0]!
  for (const yzbz of [x, `35${x}`]) expect(marked(yzbz).map((p) => p[2])).toEqual([undefined, 'J7', undefined, undefined, undefined])
  // without a county's zone that of the first parcel that was drawn; without either no rings
  expect(makeBook1({ ...parts, county: { ...parts.county, epsg: 0 } }, texts).lines[0]!.rings).toEqual(plain)
  expect(makeBook1({ ...parts, county: { ...parts.county, epsg: 0 }, lines: parts.lines.slice(0, 1) }, texts).county.zone).toBe('')
})

test('members stand as they print: the representative, then by birthday, unknown ones last', () => {
  expect(makeBook1(parts, texts).members.map((m) => m.cyxm)).toEqual(['张三', '李秀英', '张小'])
  expect(printedOrder(parts.members, { cbfzjhm: 'another' }).map((m) => m.cyxm)).toEqual(['张三', '李秀英', '张小'])
})

test('what the entry tells and no row keeps is kept', () => {
  const b = makeBook1({ ...parts, given: { prevCbqxz: '2027-12-31', fzjg: '资阳市人民政府', sources: [{ name: '会议记录' }] } }, texts)
  expect([b.book.prevCbqxz, b.fzjg, b.sources.at(-1)]).toEqual(['2027-12-31', '资阳市人民政府', { name: '会议记录' }])
})

test('the text of a book reads back as the book and writes again as itself; another form is refused', () => {
  const b = makeBook1(parts, texts),
    text = textOfBook(b)
  expect(readBook1(text)).toEqual(b)
  expect(textOfBook(readBook1(text))).toBe(text)
  expect(() => readBook1(text.replace('"book1"', '"book2"'))).toThrow('not of the form book1')
  // text that no Unicode may hold came with old data: it must not stop a county from being frozen
  expect(textOfBook(makeBook1({ ...parts, book: { ...parts.book, cbfmc: '张\ud800' } }, texts))).toContain('张\ufffd')
})

test('whatever a book says has a name in both languages: differences are told with it', () => {
  const unnamed = Object.values(PARTS).flatMap(({ of, names }) =>
    names.filter((n) => !(of.fields as Readonly<Record<string, Field>>)[n]?.en).map((n) => `${of.name}.${n}`),
  )
  expect(unnamed).toEqual([])
})

test('works on many books that are asked for while the idle thread ends are done by another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = () => worked('entries', '[]', HERE + 1)
    expect(await asked()).toEqual([])
    // the minute of rest is over, and the next one asks before the thread is gone
    vi.runAllTimers()
    expect(await asked()).toEqual([])
  } finally {
    vi.useRealTimers()
    await closeWorks()
  }
})
