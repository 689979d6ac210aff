import { expect, test } from 'vitest'
import type { StagedPoint } from '../package/staged.ts'
import { splitPaths } from './attachments.ts'
import { areaOf, bareLength, inside, ringFault, signedArea } from './shapes/geometry.ts'
import { makeGrid } from './shapes/grid.ts'
import { identityFault, isIdDate, isPhone, sexOf } from './identity.ts'
import { makeNumbers } from './references.ts'
import { prefixOf } from './summary.ts'
import { commonOf } from './shapes/clip.ts'
import type { Facts } from './facts.ts'
import type { FindingDraft } from './finding.ts'
import { limits, messageOf, ruleIds, ruleText, severityOf } from './limits.ts'
import { overlapRules } from './shapes/overlap.ts'
import { makeVillage, type CheckedParcel } from './shapes/village.ts'
import words from './rule-words.json' with { type: 'json' }
import { ofLayerRow, ofTableRow, ofTables } from './rules.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { entries } from '../../kit/model/resource.ts'
import { NAME_FIELDS, tableFields } from './people.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

// far from zero like real projected coordinates
const box = (x: number, y: number, width: number, height: number): StagedPoint[] => {
  const [ox, oy] = [501000 + x, 3336000 + y]
  return [
    [ox, oy],
    [ox, oy + height],
    [ox + width, oy + height],
    [ox + width, oy],
    [ox, oy],
  ]
}

test('an identity number is judged by length, characters, province, date and check digit', () => {
  expect(identityFault('512021197108309874', '2026-01-01')).toBe('')
  expect(identityFault('512021870517976', '2026-01-01')).toContain('15位')
  expect(identityFault('512021197108309875', '2026-01-01')).toContain('校验码')
  expect(identityFault('992021195512179646', '2026-01-01')).toContain('99')
  expect(identityFault('512021197813169966', '2026-01-01')).toContain('出生日期')
  expect(identityFault('512021197108309874', '1970-01-01')).toContain('晚于今天')
  expect([sexOf('512021197108309874'), sexOf('51202119581229956X'), sexOf('123')]).toEqual(['1', '2', ''])
})

test('a sign that nobody sees is told by its row, in a table and in a layer', () => {
  const facts = {} as Facts
  const told = (found: Iterable<FindingDraft> | undefined) => [...(found ?? [])].map((d) => [d.object, d.field, d.message])
  const row = { CBFBM: '512021119203030001', CBFMC: '张\u202e三', CBFDZ: '玉顶村' }
  expect(told(ofTableRow.F18?.({ table: 'CBF', row, object: 'o1', facts } as never, {} as never))).toEqual([
    ['o1', 'CBFMC', expect.stringContaining('（CBFMC）中有不可见字符，请去掉')],
  ])
  const attrs = { DKMC: '沟\u200b边田' }
  expect(told(ofLayerRow.D06?.({ layer: { name: 'DK' }, row: { attrs }, object: 'o2', facts } as never, {} as never))).toEqual([
    ['o2', 'DKMC', '地块名称（DKMC）中有不可见字符，请去掉'],
  ])
})

test('a name of signs, digits or marks of a page is a warning wherever the package has a name, and nothing else is', () => {
  const told = (table: StagedTable, row: object) =>
    [...(ofTableRow.F20?.({ table, row, object: 'o', facts: {} } as never, {} as never) ?? [])].map((d) => [d.field, d.value])
  const ofNames = Object.entries(NAME_FIELDS) as [StagedTable, readonly string[]][]
  for (const [table, names] of ofNames)
    for (const name of names) {
      for (const wrong of ['/', '—', '１２３', '12345', '<b>张三</b>'])
        expect([table, told(table, { CBFLX: '3', [name]: wrong })]).toEqual([table, [[name, wrong]]])
      for (const right of ['', '张三', '阿卜杜·热合曼', '玉顶村2组', 'John Li', '\ufffd']) expect([table, told(table, { [name]: right })]).toEqual([table, []])
    }
  // a representative is told by his row as a member
  expect([told('CBF', { CBFLX: '1', CBFMC: '/' }), told('CBF_JTCY', { CYXM: '/' })]).toEqual([[], [['CYXM', '/']]])
  const pointer = (layer: string, ZJRXM: string) =>
    [...(ofLayerRow.F20?.({ layer: { name: layer }, row: { attrs: { ZJRXM } }, object: 'o', facts: {} } as never, {} as never) ?? [])].map((d) => d.message)
  expect([pointer('DK', '/'), pointer('DK', '李四、王五'), pointer('JZX', '/')]).toEqual([
    ['指界人姓名“/”不是姓名或名称：姓名（名称）不能只有数字或符号，也不能含有尖括号'],
    [],
    [],
  ])
  // what a form of the register asks to be a name is asked of the same column of a package
  for (const [table, r] of [
    ['FBF', fbf],
    ['CBF', cbf],
    ['CBJYQZ', cbjyqz],
  ] as const) {
    const asked = entries(r).flatMap(([n, f]) => (f.format === 'name' && tableFields[table].some((c) => c.name === n.toUpperCase()) ? [n.toUpperCase()] : []))
    expect([table, NAME_FIELDS[table]]).toEqual([table, expect.arrayContaining(asked)])
  }
  expect([severityOf('F20'), severityOf('F21')]).toEqual(['W', 'W'])
})

test('issuers of one village with one name are a warning, each pair once, however the name is written', () => {
  const fbf = new Map([
    ['51202111920301', { fbfmc: '玉顶村一组' }],
    ['51202111920302', { fbfmc: '玉顶村2组' }],
    ['51202111920303', { fbfmc: '玉顶村第二组' }],
    ['51202111920304', { fbfmc: '玉顶村２ 组' }],
    ['51202111920402', { fbfmc: '玉顶村2组' }],
    ['51202111920405', { fbfmc: '' }],
    ['51202111920406', { fbfmc: '' }],
  ])
  const found = [...(ofTables.F22?.({ tables: { fbf } } as never, {} as never) ?? [])]
  expect(found.map((d) => [d.layer, d.object, d.field, d.value])).toEqual(
    ['03', '04'].map((n) => ['FBF', `51202111920302|512021119203${n}`, 'FBFMC', '玉顶村2组']),
  )
  expect([found[0]!.message, severityOf('F22')]).toEqual(['发包方51202111920302与51202111920303在同一村内名称相同（玉顶村2组）', 'W'])
})

test("a resident's number under another document is a warning, by the rule of the forms", () => {
  const told = (table: StagedTable, row: object) =>
    [...(ofTableRow.F21?.({ table, row, object: 'o', facts: {} } as never, {} as never) ?? [])].map((d) => [d.field, d.message])
  const [right, nearly] = ['512021197108309874', '512021197108309875']
  const member = (CYZJLX: string, CYZJHM: string) => told('CBF_JTCY', { CYZJLX, CYZJHM })
  expect(['2', '5', '9'].map((type) => member(type, right))).toEqual(
    Array(3).fill([['CYZJHM', `证件号码${right}：号码像居民身份证号码，证件类型请选择“居民身份证”（凭户口簿办理的选择“户口簿”）`]]),
  )
  expect(member('9', nearly)).toEqual([['CYZJHM', `证件号码${nearly}：号码形似居民身份证号码但校验码不符，请核对号码和证件类型`]])
  // on a household register it is the person's own; of an identity card F07 speaks
  expect([member('4', right), member('1', right), member('1', nearly), member('5', 'G12345678'), member('', right)]).toEqual([[], [], [], [], []])
  const rest = [
    told('FBF', { FZRZJLX: '9', FZRZJHM: right }),
    told('CBF', { CBFLX: '3', CBFZJLX: '9', CBFZJHM: right }),
    told('CBF', { CBFLX: '1', CBFZJLX: '9', CBFZJHM: right }),
    told('CBJYQZ', { QZLQRZJLX: '9', QZLQRZJHM: right }),
    told('CBJYQZ_QZBF', { BFLQRZJLX: '9', BFLQRZJHM: right }),
    told('CBJYQZ_QZHF', { HFLQRZJLX: '9', HFLQRZJHM: right }),
  ]
  expect(rest.map((found) => found.map(([field]) => field))).toEqual([['FZRZJHM'], ['CBFZJHM'], [], ['QZLQRZJHM'], ['BFLQRZJHM'], ['HFLQRZJHM']])
})

test('dates, phones and region prefixes are told apart', () => {
  expect([isIdDate('2000-02-29'), isIdDate('1900-02-29'), isIdDate('2015-02-30'), isIdDate('20150101')]).toEqual([true, false, false, false])
  expect([isPhone('19900000011'), isPhone('028-12345678'), isPhone('12345')]).toEqual([true, true, false])
  expect(['51202100000000', '51202111900000', '51202111920300', '51202111920301'].map((code) => prefixOf(code).length)).toEqual([6, 9, 12, 14])
})

test('a bow-tie, a ring that touches itself, a spike and an open ring are invalid, a plain ring is not', () => {
  const at = (points: [number, number][]): StagedPoint[] => points.map(([x, y]) => [501000 + x, 3336000 + y])
  expect(ringFault([box(0, 0, 10, 10)], 1e-5)).toBeNull()
  expect(ringFault([box(0, 0, 10, 10), box(2, 2, 3, 3)], 1e-5)).toBeNull()
  expect(
    ringFault(
      [
        at([
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
          [0, 0],
        ]),
      ],
      1e-5,
    ),
  ).not.toBeNull()
  expect(
    ringFault(
      [
        at([
          [0, 0],
          [5, 5],
          [0, 10],
          [10, 10],
          [5, 5],
          [10, 0],
          [0, 0],
        ]),
      ],
      1e-5,
    ),
  ).not.toBeNull()
  expect(
    ringFault(
      [
        at([
          [0, 0],
          [0, 10],
          [10, 10],
          [20, 10],
          [10, 10],
          [10, 0],
          [0, 0],
        ]),
      ],
      1e-5,
    ),
  ).not.toBeNull()
  expect(
    ringFault(
      [
        at([
          [0, 0],
          [0, 10],
          [10, 10],
          [10, 0],
        ]),
      ],
      1e-5,
    ),
  ).not.toBeNull()
})

test('areas subtract holes, clockwise rings are negative, and clipping keeps the digits of large coordinates', () => {
  expect(signedArea(box(0, 0, 10, 10))).toBeCloseTo(-100, 6)
  expect(areaOf([[box(0, 0, 10, 10), box(2, 2, 5, 5)]])).toBeCloseTo(75, 6)
  expect(inside([501005, 3336005], [box(0, 0, 10, 10)])).toBe(true)
  expect(areaOf(commonOf([[box(0, 0, 10, 10)]], [[box(9.98, 0, 10, 10)]]))).toBeCloseTo(0.2, 6)
})

test('the bare part of an edge is what no line runs along', () => {
  const edge = [
    [0, 0],
    [10, 0],
  ] as const satisfies readonly [StagedPoint, StagedPoint]
  const lines = [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [6, 0.0005],
      [12, 0.0005],
    ],
    [
      [4, 0],
      [6, 5],
    ],
  ] as const satisfies readonly (readonly [StagedPoint, StagedPoint])[]
  expect(
    bareLength(
      [...edge],
      lines.map((line) => [...line]),
      0.001,
    ).length,
  ).toBeCloseTo(2, 6)
})

test('a gap is told with the width that it has and the length over which two edges face each other, a wedge by its wide end', () => {
  const parcel = (code: string, ring: StagedPoint[]): CheckedParcel => {
    const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])]
    const bounds: CheckedParcel['box'] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
    return { code, home: '512021119204', polygons: [[ring]], box: bounds, valid: true, dklb: '10', dkmc: '', sides: [], kjzb: '', sfjbnt: '' }
  }
  const [upper, lower] = ['5120211192040200001', '5120211192040200002']
  const [ox, oy] = [501000, 3336000]
  /** what is said of a parcel above another whose upper edge lies this far below it at its west and its east end */
  const said = (west: number, east: number) => {
    const below: StagedPoint[] = [
      [ox, oy - 10],
      [ox, oy - west],
      [ox + 20, oy - east],
      [ox + 20, oy - 10],
      [ox, oy - 10],
    ]
    const given = { code: '512021119204', facts: {} as Facts, points: [], lines: [], rowsOf: () => [], regionOf: () => undefined, protectedLand: null }
    return Array.from(overlapRules.C20(makeVillage({ ...given, parcels: [parcel(upper, box(0, 0, 20, 10)), parcel(lower, below)] }), limits), (f) => f.message)
  }
  const between = `地块${upper}与${lower}之间有缝隙，`
  expect(said(0, 0.15)).toEqual([`${between}最宽0.150米，相对的边长20.00米`])
  expect(said(0.05, 0.05)).toEqual([`${between}最宽0.050米，相对的边长20.00米`])
  expect([said(0, 0), said(0.25, 0.3)]).toEqual([[], []])
})

test('the grid returns what is near and never forgets what is large', () => {
  const grid = makeGrid<string>(10)
  grid.add([0, 0, 1, 1], 'near')
  grid.add([500, 500, 501, 501], 'far')
  grid.add([-1e6, -1e6, 1e6, 1e6], 'large')
  expect([...grid.near([2, 2, 3, 3], 1)].sort()).toEqual(['large', 'near'])
})

test('repeated numbers are found among many', () => {
  const numbers = makeNumbers()
  for (let i = 0; i < 5000; i++) numbers.add(i)
  numbers.add(1719)
  expect([...numbers.repeated()]).toEqual([1719])
})

test('several paths in one field are split at the right slashes', () => {
  expect(splitPaths('图件\\1\\a1.jpg/图件\\1\\a2.jpg')).toEqual(['图件\\1\\a1.jpg', '图件\\1\\a2.jpg'])
  expect(splitPaths('图件/1/a1.jpg/图件/1/a2.jpg')).toEqual(['图件/1/a1.jpg', '图件/1/a2.jpg'])
})

test('every rule has a text in each language, and nothing else has one', () => {
  const chinese = Object.keys(words)
  expect(chinese.toSorted()).toEqual(ruleIds.toSorted())
  for (const id of ruleIds) expect([id, /[\u3400-\u9fff]/.test(ruleText(id).zh), ruleText(id).en.length > 0]).toEqual([id, true, true])
  expect(messageOf({ rule: 'F10', field: 'CBFCYSL', value: '3', message: '成员数量不符' }, 'en')).toBe(
    'CBFCYSL = number of member rows (1 for types 2, 3) (CBFCYSL = 3)',
  )
})
