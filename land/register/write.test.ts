// The writer: each act by itself and together, whatever their order; the same unit twice; every refusal, in both languages, with nothing changed.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bench, FBFBM, land, type Bench } from '../../tests/case-bench.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import { Problem } from '../../kit/model/problem.ts'
import { recountRows } from '../../kit/server/counters.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { idCard } from '../../tests/samples.ts'
import type { Act, CauseKind, Entry, Line, Member, NewBook } from './acts/acts.ts'
import { dk } from '../definitions/dk.ts'
import { write } from './write.server.ts'

const REGION = '510112101201'
let b: Bench
beforeAll(async () => {
  b = await bench()
  b.setDay('2026-05-01')
  await land(
    b,
    Array.from({ length: 40 }, (_, i) => String(i + 1).padStart(5, '0')),
  )
})
afterAll(() => b.end())

let units = 0
const entryOf = (acts: readonly Act[], more: Partial<Entry> = {}): Entry => ({
  cause: { kind: 'business', id: '77' },
  unit: `u${++units}`,
  regionCode: REGION,
  day: '2026-05-01',
  registrar: '县经办',
  acts,
  ...more,
})
const enter = (acts: readonly Act[], more: Partial<Entry> = {}) => b.as('county', (ctx) => write(ctx, entryOf(acts, more)))
const by = (kind: CauseKind): Partial<Entry> => ({ cause: { kind, id: '78' } })
const all = async (table: string, where: string): Promise<any[]> =>
  (await sql<any>`select * from ${sql.table(table)} where ${sql.raw(where)} order by id`.execute(b.db.owner)).rows
const one = async (table: string, where: string) => (await all(table, where))[0]
const TABLES = ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'djb_cbf', 'djb_jtcy', 'djb_lineage', 'cbht', 'cbdkxx', 'cbjyqz', 'cbjyqz_event']
const OWN = ['register_entry', 'restriction', 'djb_note', 'fbf_round', 'row_count']
/** Everything that the register holds, as one text. */
const state = async () =>
  JSON.stringify(
    await Promise.all(
      [...TABLES, ...OWN].map(
        async (t) => (await sql<any>`select md5(string_agg(x::text, '|' order by x::text)) m from ${sql.table(t)} x`.execute(b.db.owner)).rows[0].m,
      ),
    ),
  )
/** Key and words of an entry that is refused; nothing was changed by it. */
async function refused(acts: readonly Act[], more: Partial<Entry> = {}): Promise<[string, string, string]> {
  const before = await state()
  const e = await enter(acts, more).then(
    () => expect.fail('was written'),
    (x: unknown) => x,
  )
  if (!(e instanceof Problem)) throw e
  expect(await state()).toBe(before)
  return [e.key, e.words.zh, e.words.en]
}

const cbfbm = (n: number) => FBFBM + String(n).padStart(4, '0')
const code = (n: number) => `${cbfbm(n)}J`
const dkbm = (n: number) => FBFBM + String(n).padStart(5, '0')
const person = (cyxm: string, yhzgx: string, more: Partial<Member> = {}): Member => ({
  cyxm,
  cyxb: '1',
  yhzgx,
  cyzjlx: '1',
  cyzjhm: idCard(),
  sfgyr: '1',
  ...more,
})
/** A household whose head is `name`. */
const household = (n: number, name: string, others: readonly Member[] = []): Act => {
  const head = person(name, '02')
  const fields = { fbfbm: FBFBM, cbflx: '1', cbfmc: name, cbfzjlx: '1', cbfzjhm: head.cyzjhm!, cbfdz: '测试村1组', yzbm: '610000', cbfs: '110' }
  return { act: 'newContractor', cbfbm: cbfbm(n), fields, members: [head, ...others] }
}
const line = (n: number, more: Partial<Line> = {}): Line => ({ dkbm: dkbm(n), cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2', ...more })
const TERMS = { cbfs: '110', cbqx: 30, cbqxq: '2026-04-01', cbqxz: '2056-03-31' }
const PAPER = { file: { signStatus: '2', signWay: '3', qdsj: '2026-05-01', fileHash: 'a'.repeat(64) }, htlx: '1' }
const book = (n: number, lines: readonly Line[], more: Partial<NewBook> = {}): NewBook => ({
  act: 'newBook',
  code: code(n),
  fbfbm: FBFBM,
  cbfbm: cbfbm(n),
  from: [],
  djlx: '0',
  djxl: '0',
  terms: TERMS,
  lines,
  contract: PAPER,
  ...more,
})
const taken = (...parcels: number[]): Act[] => parcels.map((n) => ({ act: 'setParcel', dkbm: dkbm(n), fields: { dklb: '10' }, bgfs: '10' }))
const certificate = (n: number): Act => ({ act: 'certificate', code: code(n), event: 'new' })
/** A household with its first book over these parcels. Answers the id of the book. */
async function signed(n: number, name: string, parcels: readonly number[], others: readonly Member[] = [], more: Partial<Entry> = {}): Promise<string> {
  const acts = [
    household(n, name, others),
    ...taken(...parcels),
    book(
      n,
      parcels.map((p) => line(p)),
    ),
    certificate(n),
  ]
  return (await enter(acts, more)).books[0]!
}
const broken = () => b.as('admin', (ctx) => invariantsBroken(ctx, '510112'))
const membersOf = (n: number) => all('jtcy', `cbfbm = '${cbfbm(n)}'`)
const current = (n: number) => one('djb', `cbjyqzbm = '${code(n)}' and qszt = '1'`)

test('an entry is written whole, whatever the order of its acts', async () => {
  const acts = [household(1, '张三', [person('李四', '10')]), ...taken(1, 2), book(1, [line(1), line(2)], { remark: '附记' }), certificate(1)]
  const { books, isRepeated, id } = await enter(acts.toReversed())
  expect(isRepeated).toBe(false)
  const djb = await one('djb', `id = ${books[0]}`)
  expect(djb).toMatchObject({
    cbjyqzbm: code(1),
    version: 1,
    qszt: '1',
    htzmj: '2000.00',
    htzmjm: '3.00',
    cbdkzs: 2,
    cbfcysl: 2,
    dbr: '县经办',
    djbfj: '附记',
    cbfmc: '张三',
  })
  expect(String(djb.businessId)).toBe('77')
  expect(await one('cbht', `"djbId" = ${books[0]}`)).toMatchObject({ cbhtbm: code(1), version: 1, qszt: '1', htlx: '1', signStatus: '2', cbqx: 30 })
  expect((await all('cbdkxx', `"djbId" = ${books[0]}`)).map((l) => [l.dkbm, l.qszt, l.dkmc])).toEqual([
    [dkbm(1), '1', '地块00001'],
    [dkbm(2), '1', '地块00002'],
  ])
  expect(await one('dk', `dkbm = '${dkbm(1)}'`)).toMatchObject({ dklb: '10', djzt: '2', cbfbm: cbfbm(1), cbfmc: '张三', sjly: null })
  expect(await one('cbf', `cbfbm = '${cbfbm(1)}'`)).toMatchObject({ djzt: '2', htzmjm: '3.00', cbdkzs: 2, cbjyqzbm: code(1), cbqx: 30, cbfcysl: 2 })
  expect((await all('djb_jtcy', `"djbId" = ${books[0]}`)).map((m) => m.cyxm)).toEqual(['张三', '李四'])
  expect(await one('cbjyqz', `cbjyqzbm = '${code(1)}'`)).toMatchObject({ zt: '0', sfzx: 0, djbId: books[0] })
  const kept = await one('register_entry', `id = ${id}`)
  expect([kept.causeKind, kept.causeId, kept.acts.length, kept.made, kept.counts.setParcel]).toEqual(['business', '77', acts.length, { books }, 2])
  expect(kept.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await broken()).toEqual([])
})

test('the same unit a second time changes nothing and answers what it made', async () => {
  const acts = [household(2, '王五'), ...taken(3), book(2, [line(3)])]
  const first = await enter(acts, { unit: 'same' })
  const before = await state()
  expect(await enter(acts, { unit: 'same' })).toEqual({ ...first, isRepeated: true })
  expect(await state()).toBe(before)
})

test('a change ends a version with its contract and lines and makes the next, from the last', async () => {
  const first = (await current(1)).id
  const { books } = await enter([
    { act: 'endBook', djbId: first, qszt: '2', reason: '变更' },
    ...taken(5),
    book(1, [line(1), line(2), line(5)], { from: [first], djlx: '1', djxl: '5' }),
    { act: 'certificate', code: code(1), event: 'keep' },
    { act: 'note', on: code(1), djlx: '1', djxl: '5', text: '增加地块' },
  ])
  expect(await one('djb', `id = ${first}`)).toMatchObject({ qszt: '2', endReason: '变更', endTime: '2026-05-01' })
  expect((await all('cbdkxx', `"djbId" = ${first}`)).map((l) => l.qszt)).toEqual(['2', '2'])
  expect(await one('djb', `id = ${books[0]}`)).toMatchObject({ version: 2, qszt: '1', htzmjm: '4.50', djlx: '1', djxl: '5' })
  expect(await one('cbht', `"djbId" = ${books[0]}`)).toMatchObject({ version: 2, qszt: '1', signStatus: '2', htlx: '1', fileHash: 'a'.repeat(64) })
  expect((await all('djb_lineage', `"djbId" = ${books[0]}`)).map((l) => String(l.prevDjbId))).toEqual([String(first)])
  expect(String((await one('cbjyqz', `cbjyqzbm = '${code(1)}' and sfzx = 0`)).djbId)).toBe(books[0])
  expect(await one('djb_note', `"djbId" = ${books[0]}`)).toMatchObject({ words: '增加地块', djxl: '5', onCode: code(1) })
  expect(await one('cbf', `cbfbm = '${cbfbm(1)}'`)).toMatchObject({ cbdkzs: 3, htzmjm: '4.50' })
  expect(await broken()).toEqual([])
})

test('members change with their list: who is named stays or moves, who is new comes, who is left out goes', async () => {
  await enter([household(4, '钱一', [person('钱二', '20'), person('钱三', '30')])])
  const [head, second, third] = await membersOf(4)
  await enter([
    {
      act: 'setContractor',
      cbfbm: cbfbm(4),
      fields: { lxdh: '13800000009' },
      members: [
        { ...person('钱一', '02'), id: head.id, cyzjhm: head.cyzjhm },
        { ...person('钱二', '20'), id: second.id, cyzjhm: second.cyzjhm },
        person('钱四', '30'),
      ],
    },
  ])
  expect((await membersOf(4)).map((m) => [m.cyxm, m.sort])).toEqual([
    ['钱一', 1],
    ['钱二', 2],
    ['钱四', 3],
  ])
  expect(await all('jtcy', `id = ${third.id}`)).toEqual([])
  expect(await one('cbf', `cbfbm = '${cbfbm(4)}'`)).toMatchObject({ lxdh: '13800000009', cbfcysl: 3, djzt: '0' })
  // the second founds a household of her own and keeps her row
  const fourth = (await membersOf(4)).find((m) => m.cyxm === '钱四')
  await enter([
    {
      act: 'setContractor',
      cbfbm: cbfbm(4),
      members: [
        { ...person('钱一', '02'), id: head.id, cyzjhm: head.cyzjhm },
        { ...person('钱四', '30'), id: fourth.id, cyzjhm: fourth.cyzjhm },
      ],
    },
    {
      act: 'newContractor',
      cbfbm: cbfbm(5),
      fields: { fbfbm: FBFBM, cbflx: '1', cbfmc: '钱二', cbfzjhm: second.cyzjhm },
      members: [{ ...person('钱二', '02'), id: second.id, cyzjhm: second.cyzjhm }],
    },
  ])
  expect((await membersOf(5)).map((m) => [String(m.id), m.yhzgx])).toEqual([[String(second.id), '02']])
  const ends: Act = { act: 'endContractor', cbfbm: cbfbm(5), zxyylx: '9' }
  await enter([ends])
  expect(await membersOf(5)).toEqual([])
  expect(await one('cbf', `cbfbm = '${cbfbm(5)}'`)).toMatchObject({ zt: '2', djzt: '9', zxyylx: '9' })
})

test('parcels come, are measured anew, are cut and end; what stands against a parcel stands against its pieces', async () => {
  const shape = (x: number, w = 0.001) => `POLYGON((${x} 30.5,${x + w} 30.5,${x + w} 30.501,${x} 30.501,${x} 30.5))`
  const fields = { dkmc: '新田', dklb: '22', dldj: '01', tdyt: '1', sfjbnt: '1', scmj: '1000.00', scmjm: '1.50' }
  await enter([{ act: 'newParcel', dkbm: dkbm(101), fields: { ...fields, geom: shape(104.1) } }])
  expect(await one('dk', `dkbm = '${dkbm(101)}'`)).toMatchObject({ sjly: '1', zt: '1', djzt: '0', dyzt: '0', sfqqqg: '2', fbfbm: FBFBM })
  await enter([{ act: 'setParcel', dkbm: dkbm(101), fields: { dkmc: '改名' }, bgfs: '10' }])
  expect(await one('dk', `dkbm = '${dkbm(101)}'`)).toMatchObject({ sjly: '10', dkmc: '改名' })
  await enter([{ act: 'setParcel', dkbm: dkbm(101), fields: { geom: shape(104.1) }, bgfs: '0' }])
  expect((await one('dk', `dkbm = '${dkbm(101)}'`)).sjly).toBe('2')
  await enter([{ act: 'restrict', ref: 'R1', kind: 'dy', on: { dkbm: dkbm(101) }, from: '2026-01-01', text: '抵押' }], by('notice'))
  expect((await one('dk', `dkbm = '${dkbm(101)}'`)).dyzt).toBe('1')
  const piece = (n: number, x: number, more = {}) => ({ dkbm: dkbm(n), fields: { ...fields, scmj: '500.00', scmjm: '0.75', geom: shape(x, 0.0005) }, ...more })
  await enter([{ act: 'replaceParcels', parents: [dkbm(101)], children: [piece(102, 104.1), piece(103, 104.1005, { fate: 'lost' })], bgfs: '1', bgyy: '灭失' }])
  expect(await one('dk', `dkbm = '${dkbm(101)}'`)).toMatchObject({ zt: '2', djzt: '9' })
  expect(await one('dk', `dkbm = '${dkbm(102)}'`)).toMatchObject({ zt: '1', sjly: '3', ydkbm: [dkbm(101)], dyzt: '1' })
  expect(await one('dk', `dkbm = '${dkbm(103)}'`)).toMatchObject({ zt: '2', djzt: '9' })
  expect((await all('restriction', `ref = 'R1' and "endDay" is null`)).map((r) => r.dkbm).toSorted()).toEqual([dkbm(101), dkbm(102)])
  await enter([{ act: 'endRestriction', ref: 'R1', text: '注销抵押' }], by('notice'))
  expect(await one('dk', `dkbm = '${dkbm(102)}'`)).toMatchObject({ dyzt: '0' })
  expect(await all('restriction', `ref = 'R1' and "endDay" is null`)).toEqual([])
  await enter([{ act: 'endParcel', dkbm: dkbm(102), bgfs: '3', bgyy: '灭失' }])
  expect((await one('dk', `dkbm = '${dkbm(102)}'`)).zt).toBe('2')
})

test('a split parts members and parcels, cut ones too, and the new household has a book of its own', async () => {
  const old = await signed(6, '孙大', [6, 7], [person('孙二', '20')])
  const [head, second] = await membersOf(6)
  const was = (m: any, yhzgx: string): Member => ({ id: m.id, cyxm: m.cyxm, cyxb: m.cyxb, yhzgx, cyzjlx: m.cyzjlx, cyzjhm: m.cyzjhm, sfgyr: '1' })
  const half = { dkmc: '分田', dklb: '10', dldj: '01', tdyt: '1', sfjbnt: '1', scmj: '500.00', scmjm: '0.75' }
  const cut = (n: number) => line(n, { htmj: '500.00', htmjm: '0.75' })
  const change = { djlx: '1', djxl: '1', terms: { ...TERMS, cbqxq: '2026-05-01' } }
  const { books } = await enter([
    { act: 'setContractor', cbfbm: cbfbm(6), members: [was(head, '02')] },
    { act: 'newContractor', cbfbm: cbfbm(7), fields: { fbfbm: FBFBM, cbflx: '1', cbfmc: '孙二', cbfzjhm: second.cyzjhm }, members: [was(second, '02')] },
    {
      act: 'replaceParcels',
      parents: [dkbm(7)],
      children: [
        { dkbm: dkbm(107), fields: half },
        { dkbm: dkbm(108), fields: half },
      ],
      bgfs: '1',
      bgyy: '分户',
    },
    { act: 'endBook', djbId: old, qszt: '2', reason: '分户' },
    book(6, [line(6), cut(107)], { ...change, from: [old] }),
    book(7, [cut(108)], { ...change, from: [old], contract: { unsigned: true, htlx: '4', ycbhtbm: code(6) } }),
    { act: 'certificate', code: code(6), event: 'replace', reason: '分户' },
    { act: 'certificate', code: code(7), event: 'new' },
  ])
  expect(await one('djb', `id = ${books[0]}`)).toMatchObject({ version: 2, htzmjm: '2.25', cbfcysl: 1 })
  expect(await one('djb', `id = ${books[1]}`)).toMatchObject({ version: 1, htzmjm: '0.75', cbfcysl: 1, cbfmc: '孙二' })
  expect(await one('cbht', `"djbId" = ${books[1]}`)).toMatchObject({ signStatus: '99', htlx: '4', ycbhtbm: code(6) })
  expect(await one('dk', `dkbm = '${dkbm(108)}'`)).toMatchObject({ djzt: '2', cbfbm: cbfbm(7), cbfmc: '孙二', ydkbm: [dkbm(7)] })
  expect(await one('dk', `dkbm = '${dkbm(7)}'`)).toMatchObject({ zt: '2', djzt: '9', cbfbm: null })
  // the old certificate was never given out: it is replaced without an event
  expect((await all('cbjyqz', `cbjyqzbm = '${code(6)}'`)).map((c) => c.sfzx)).toEqual([1, 0])
  expect(await all('cbjyqz_event', `cbjyqzbm = '${code(6)}'`)).toEqual([])
  expect(await broken()).toEqual([])
})

test('a merge brings members and parcels under one code and ends the other contractor', async () => {
  const [a, c] = [await current(6), await current(7)]
  const people = [...(await membersOf(6)), ...(await membersOf(7))]
  const list = people.map((m, i): Member => ({ id: m.id, cyxm: m.cyxm, cyxb: m.cyxb, yhzgx: i ? '20' : '02', cyzjlx: m.cyzjlx, cyzjhm: m.cyzjhm, sfgyr: '1' }))
  await enter([
    { act: 'setContractor', cbfbm: cbfbm(6), members: list },
    { act: 'endContractor', cbfbm: cbfbm(7), zxyylx: '7', successor: [cbfbm(6)] },
    ...[a.id, c.id].map((djbId): Act => ({ act: 'endBook', djbId: String(djbId), qszt: '2', reason: '合户' })),
    book(6, [line(6), line(107, { htmj: '500.00', htmjm: '0.75' }), line(108, { htmj: '500.00', htmjm: '0.75' })], {
      djlx: '1',
      djxl: '2',
      from: [a.id, c.id].map(String),
      terms: { ...TERMS, cbqxq: '2026-05-01' },
    }),
    { act: 'certificate', code: code(7), event: 'cancel', reason: '合户' },
  ])
  expect(await current(6)).toMatchObject({ version: 3, htzmjm: '3.00', cbfcysl: 2 })
  expect(await one('cbf', `cbfbm = '${cbfbm(7)}'`)).toMatchObject({ zt: '2', djzt: '9', zxyylx: '7' })
  expect(await one('cbjyqz_event', `cbjyqzbm = '${code(7)}'`)).toMatchObject({ kind: 'zx', reason: '合户' })
  expect(await broken()).toEqual([])
})

test('a right that ends leaves its parcels free and its contractor without a book; a later book of the code follows it', async () => {
  const old = await signed(8, '周七', [8])
  await enter([
    { act: 'endBook', djbId: old, qszt: '3', reason: '自愿交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } },
    { act: 'certificate', code: code(8), event: 'cancel', reason: '自愿交回' },
    { act: 'setParcel', dkbm: dkbm(8), fields: { dklb: '22' }, bgfs: '51' },
  ])
  expect(await one('djb', `id = ${old}`)).toMatchObject({ qszt: '3', djlx: '0' })
  expect(await one('djb_note', `"djbId" = ${old}`)).toMatchObject({ djlx: '2', djxl: '6' })
  expect(await one('dk', `dkbm = '${dkbm(8)}'`)).toMatchObject({ dklb: '22', djzt: '0', cbfbm: null, cbfmc: null, zt: '1' })
  expect(await one('cbf', `cbfbm = '${cbfbm(8)}'`)).toMatchObject({ djzt: '0', zxyylx: '1', htzmjm: '0.00', cbdkzs: 0, cbjyqzbm: null })
  await enter([...taken(8), book(8, [line(8)], { from: [old] }), certificate(8)])
  expect(await current(8)).toMatchObject({ version: 2 })
  expect((await one('cbf', `cbfbm = '${cbfbm(8)}'`)).zxyylx).toBe(null)
  expect(await broken()).toEqual([])
})

test('a household whose land went to another has a book again that ends later: the version that had ended before is no bound (I10)', async () => {
  await land(b, ['00091', '00092', '00093'])
  const of = (id: string) => ({ cause: { kind: 'business', id } as const })
  const [a, z] = [await signed(60, '甲一', [91]), await signed(61, '乙一', [92])]
  const terms = { ...TERMS, cbqxq: '2026-05-01', cbqxz: '2056-04-30' }
  const { books } = await enter([household(62, '丙一'), ...taken(93), book(62, [line(93)], { terms }), certificate(62)])
  await enter(
    [
      ...[a, z].map((djbId): Act => ({ act: 'endBook', djbId, qszt: '2', reason: '转让' })),
      book(61, [line(91), line(92)], { from: [a, z], djlx: '1', djxl: '3' }),
      { act: 'certificate', code: code(60), event: 'cancel', reason: '转让' },
      { act: 'certificate', code: code(61), event: 'keep' },
    ],
    of('601'),
  )
  const later = [
    { act: 'endBook', djbId: books[0]!, qszt: '3', reason: '转让', zxyylx: '5', entry: { djlx: '1', djxl: '3' } },
    { act: 'certificate', code: code(62), event: 'cancel', reason: '转让' },
    book(60, [line(93)], { from: [a, books[0]!], djlx: '1', djxl: '3', terms }),
    certificate(60),
  ] satisfies Act[]
  await enter(later, of('602'))
  expect(await current(60)).toMatchObject({ version: 2, cbqxz: '2056-04-30' })
  expect(await broken()).toEqual([])
  // one that goes on from the version that its own entry ends is bound by it; the log tells of another one
  await sql`update djb set "endBusinessId" = 602 where id = ${a}`.execute(b.db.owner)
  expect(await broken()).toEqual([`A1_djb: ${code(60)}`, `I10: ${code(60)}`])
  await sql`update djb set "endBusinessId" = 601 where id = ${a}`.execute(b.db.owner)
})

test('shares of one parcel stand in two books, and leaving one of them leaves the parcel registered', async () => {
  const share = (n: number) => line(n, { htmj: '500.00', htmjm: '0.75', sfqqqg: '1' })
  const [one_, two] = [await enter([household(9, '吴八'), ...taken(9), book(9, [share(9)])]), await enter([household(10, '郑九'), book(10, [share(9)])])]
  expect(await one('dk', `dkbm = '${dkbm(9)}'`)).toMatchObject({ sfqqqg: '1', cbfbm: null, cbfmc: null, djzt: '2' })
  await enter([{ act: 'endBook', djbId: one_.books[0]!, qszt: '3', reason: '交回', zxyylx: '1' }])
  expect(await one('dk', `dkbm = '${dkbm(9)}'`)).toMatchObject({ sfqqqg: '1', cbfbm: cbfbm(10), cbfmc: '郑九', djzt: '2' })
  expect((await one('djb', `id = ${two.books[0]}`)).qszt).toBe('1')
})

test('a certificate is printed, spoilt, issued, replaced with an event, collected and cancelled', async () => {
  await signed(11, '冯十', [11])
  const c = (more: object): Act => ({ act: 'certificate', code: code(11), ...more }) as Act
  const cert = () => one('cbjyqz', `cbjyqzbm = '${code(11)}' and sfzx = 0`)
  await enter([c({ event: 'print', serial: 'N1' })], by('desk'))
  expect(await cert()).toMatchObject({ zt: '1', cbjyqzlsh: 'N1' })
  expect((await refused([c({ event: 'drop' })], by('desk')))[0]).toBe('certificate-printed')
  await enter([c({ event: 'spoil', serial: 'N1', reason: '打坏' })], by('desk'))
  expect(await cert()).toMatchObject({ zt: '0', cbjyqzlsh: null })
  expect((await refused([c({ event: 'spoil', serial: 'N1' })], by('desk')))[0]).toBe('certificate-not-printed')
  const issue = [c({ event: 'issue', fzrq: '2026-05-01', fzjg: '县政府', bznf: 2026 })]
  expect((await refused(issue, by('desk')))[0]).toBe('certificate-state')
  const printed = (serial: string) => enter([c({ event: 'print', serial })], by('desk'))
  await printed('N2')
  expect((await refused([c({ event: 'print', serial: 'N3' })], by('desk')))[0]).toBe('certificate-printed')
  expect((await refused([c({ event: 'reissue', reason: '遗失' })]))[0]).toBe('certificate-state')
  await enter(issue, by('desk'))
  expect(await cert()).toMatchObject({ zt: '1', fzjg: '县政府' })
  expect(await refused([c({ event: 'spoil', serial: 'N2' })], by('desk'))).toEqual([
    'certificate-state',
    `权证【${code(11)}】的当前状态不能办理该事项`,
    `Certificate ${code(11)} is not in a state that allows this`,
  ])
  await enter([c({ event: 'replace', reason: '破损' })], by('desk'))
  await printed('N3')
  await enter(issue, by('desk'))
  expect(await one('cbjyqz_event', `cbjyqzbm = '${code(11)}'`)).toMatchObject({ kind: 'hf', reason: '破损', sjrq: '2026-05-01', lqrq: null })
  await enter([c({ event: 'collect', qzlqrq: '2026-05-01', qzlqrxm: '冯十', qzlqrzjlx: '1', qzlqrzjhm: '1' })], by('desk'))
  expect(await cert()).toMatchObject({ qzsflq: '1', qzlqrxm: '冯十' })
  expect(await one('cbjyqz_event', `cbjyqzbm = '${code(11)}'`)).toMatchObject({ lqrq: '2026-05-01', lqrxm: '冯十' })
  await enter([c({ event: 'bdc', sfbdcfz: '1', bdcqzh: 'B1' })], by('notice'))
  expect((await refused([c({ event: 'print', serial: 'N2' })], by('desk')))[0]).toBe('certificate-real-estate')
  await enter([c({ event: 'cancel', reason: '注销' })])
  expect((await all('cbjyqz_event', `cbjyqzbm = '${code(11)}'`)).map((e) => e.kind)).toEqual(['hf', 'zx'])
  await enter([c({ event: 'cancel', reason: '再注销' })])
  expect((await all('cbjyqz_event', `cbjyqzbm = '${code(11)}'`)).length).toBe(2)
})

test('a contract is filled later, by a desk only while empty', async () => {
  await enter([household(12, '陈一'), ...taken(12), book(12, [line(12)], { contract: { unsigned: true, htlx: '1' } })])
  const set = (more: object): Act => ({ act: 'setContract', cbhtbm: code(12), ...more })
  await enter([set({ qdsj: '2026-05-01', signWay: '3', htxlh: 'S1' })], by('desk'))
  expect(await one('cbht', `cbhtbm = '${code(12)}'`)).toMatchObject({ qdsj: '2026-05-01', signWay: '3', htxlh: 'S1', signStatus: '99' })
  expect(await refused([set({ htxlh: 'S2' })], by('desk'))).toEqual([
    'contract-signed',
    `合同【${code(12)}】的合同序列号已填写，不能更改`,
    `Serial of contract ${code(12)} is set and cannot be changed`,
  ])
  // the day of signing is set once by a case too; the same day says nothing new
  const early = await refused([set({ qdsj: '2010-01-01' })], by('business'))
  expect(early).toEqual([
    'contract-signed',
    `合同【${code(12)}】的签订时间已填写，不能更改`,
    `Signing day of contract ${code(12)} is set and cannot be changed`,
  ])
  await enter([set({ qdsj: '2026-05-01', signStatus: '2' })], by('business'))
  await enter([set({ htxlh: 'S2' })], by('correction'))
  expect((await one('cbht', `cbhtbm = '${code(12)}'`)).htxlh).toBe('S2')
})

test('a correction revises a version: its number stays, what it says is what the paper says', async () => {
  await enter(taken(15))
  const id = await signed(13, '褚二', [13, 14], [], by('import'))
  const lines = [line(13, { htmj: '900.00', htmjm: '1.35' }), line(15)]
  await enter(
    [{ act: 'reviseBook', djbId: id, content: { djbfj: '更正', dbr: '纸质登簿人' }, lines, terms: { ...TERMS, cbqxq: '2025-04-01', cbqxz: '2055-03-31' } }],
    by('correction'),
  )
  expect(await one('djb', `id = ${id}`)).toMatchObject({ version: 1, djbfj: '更正', dbr: '纸质登簿人', htzmj: '1900.00', cbdkzs: 2, cbqxz: '2055-03-31' })
  expect((await all('cbdkxx', `"djbId" = ${id}`)).map((l) => [l.dkbm, l.htmj])).toEqual([
    [dkbm(13), '900.00'],
    [dkbm(15), '1000.00'],
  ])
  expect(await one('dk', `dkbm = '${dkbm(14)}'`)).toMatchObject({ djzt: '0', cbfbm: null })
  expect(await one('dk', `dkbm = '${dkbm(15)}'`)).toMatchObject({ djzt: '2', cbfbm: cbfbm(13) })
  expect(await one('cbf', `cbfbm = '${cbfbm(13)}'`)).toMatchObject({ htzmjm: '2.85', cbqxz: '2055-03-31' })
})

test('issuers come, get rounds, and end only when nothing of them is left', async () => {
  const fbfbm = '51011210120102'
  const fields = { fbfmc: '二组', fbffzrxm: '王二', fzrzjlx: '1', fzrzjhm: idCard(), lxdh: '13800000000', fbfdz: '二组', fbfdcy: '李', fbfdcrq: '2020-01-01' }
  await enter([{ act: 'newIssuer', fbfbm, fields }], by('form'))
  expect(await one('fbf', `fbfbm = '${fbfbm}'`)).toMatchObject({ zt: '1', syqxz: '31', regionCode: fbfbm })
  const rounds = [{ no: 2, from: '1998-01-01', to: '2027-12-31' }]
  await enter([{ act: 'setIssuer', fbfbm, rounds }], by('plan'))
  await enter([{ act: 'setIssuer', fbfbm, fields: { fbffzrxm: '王三' }, rounds: [...rounds, { no: 3, from: '2028-01-01', to: '2057-12-31', planId: 'P1' }] }])
  expect((await all('fbf_round', `fbfbm = '${fbfbm}'`)).map((r) => [r.roundNo, r.toDay, r.planId])).toEqual([
    [2, '2027-12-31', null],
    [3, '2057-12-31', 'P1'],
  ])
  expect((await one('fbf', `fbfbm = '${fbfbm}'`)).fbffzrxm).toBe('王三')
  expect(await refused([{ act: 'endIssuer', fbfbm: FBFBM, reason: '撤组' }])).toEqual([
    'fbf-in-use',
    `发包方【${FBFBM}】下有承包方或地块，不能终止`,
    expect.any(String),
  ])
  await enter([{ act: 'endIssuer', fbfbm, reason: '撤组' }], by('form'))
  expect((await one('fbf', `fbfbm = '${fbfbm}'`)).zt).toBe('2')
})

test('restrictions stand on contractors and books too; of several the status stays until the last ends', async () => {
  await signed(16, '卫三', [16])
  const put = (ref: string, kind: 'yy' | 'lz' | 'cf', more: object = {}): Act => ({
    act: 'restrict',
    ref,
    kind,
    on: { cbjyqzbm: code(16), cbfbm: cbfbm(16) },
    from: '2026-01-01',
    text: '限制',
    ...more,
  })
  const ends = (ref: string): Act => ({ act: 'endRestriction', ref, text: '解除' })
  await enter([put('Y1', 'yy')], by('desk'))
  await enter([put('Y2', 'yy'), put('C1', 'cf'), put('L1', 'lz', { to: '2026-02-01' })], by('desk'))
  const flags = async () => [(await current(16)).yyzt, (await one('cbf', `cbfbm = '${cbfbm(16)}'`)).yyzt, (await current(16)).lzzt]
  expect(await flags()).toEqual(['1', '1', '0'])
  await enter([ends('Y1')], by('desk'))
  expect(await flags()).toEqual(['1', '1', '0'])
  await enter([ends('Y2')], by('desk'))
  expect(await flags()).toEqual(['0', '0', '0'])
  expect((await refused([ends('Y2')], by('desk')))[0]).toBe('object-not-found')
  expect((await refused([put('C1', 'cf')], by('desk')))[0]).toBe('object-exists')
  // one document is entered on an object once, until what it entered has ended
  const paper = (ref: string, more: object = {}) => put(ref, 'cf', { paperNo: '法院1号', ...more })
  await enter([paper('P1')], by('desk'))
  expect(await refused([paper('P2', { on: { cbfbm: cbfbm(16) } })], by('notice'))).toEqual([
    'restriction-twice',
    `文书【法院1号】已登记在【${cbfbm(16)}】上（限制编号P1，自2026-01-01起），解除前不能重复登记`,
    expect.stringContaining('Document 法院1号 is already entered for'),
  ])
  await enter([paper('P3', { kind: 'yy' })], by('desk'))
  await enter([paper('P4', { on: { dkbm: dkbm(16) } }), ends('P3')], by('desk'))
  await enter([ends('P1'), paper('P5')], by('desk'))
  expect((await refused([{ act: 'restrict', ref: 'N', kind: 'yy', on: {}, from: '2026-01-01', text: '无' }], by('desk')))[0]).toBe('restriction-target')
})

test('of an import only counts and digest are kept, and rows say the day of their act', async () => {
  const acts = [
    { ...household(17, '蒋四'), day: '2017-03-01' } as Act,
    book(17, [line(17)], { day: '2016-06-01', as: { djsj: '2016-06-01', dbr: '李登簿' }, terms: { ...TERMS, cbqxz: '2050-01-05' } }),
  ]
  const { id, books } = await enter(acts, by('import'))
  expect(await one('register_entry', `id = ${id}`)).toMatchObject({ acts: null, counts: { newContractor: 1, newBook: 1 } })
  expect(await one('djb', `id = ${books[0]}`)).toMatchObject({ djsj: '2016-06-01', dbr: '李登簿', businessId: null })
})

test('what an entry may not say is refused by name, and nothing is changed', async () => {
  const id = String((await current(16)).id)
  const other = '51011310120100'
  const table: [readonly Act[], Partial<Entry>, string, string, string][] = [
    [[], {}, 'entry-empty', '登记事项不能为空', 'An entry has at least one act'],
    [
      [household(30, '甲')],
      by('notice'),
      'act-not-allowed',
      '【notice】不能办理登记事项【newContractor】',
      'The cause notice may not write the act newContractor',
    ],
    [[household(30, '甲'), household(30, '甲')], {}, 'object-twice', `【${cbfbm(30)}】在同一次登记中出现多次`, `${cbfbm(30)} appears in two acts of one entry`],
    [[...taken(20)], { day: '2026-05-02' }, 'entry-future-day', '生效日期【2026-05-02】不能晚于今天', 'The day 2026-05-02 lies in the future'],
    [[{ act: 'setIssuer', fbfbm: other }], {}, 'entry-other-county', `【${other}】不属于本次登记的县`, `${other} belongs to another county than the entry`],
    [[household(1, '甲')], {}, 'object-exists', `承包方【${cbfbm(1)}】已存在`, `Contractor ${cbfbm(1)} already exists`],
    [[{ act: 'setContractor', cbfbm: cbfbm(99) }], {}, 'object-not-found', `承包方【${cbfbm(99)}】不存在`, `Contractor ${cbfbm(99)} not found`],
    [[...taken(99)], {}, 'object-not-found', `地块【${dkbm(99)}】不存在`, `Parcel ${dkbm(99)} not found`],
    [[{ act: 'endBook', djbId: '1', qszt: '2', reason: '无' }], {}, 'E1004', '登记簿【1】已注销或已变更，请刷新', 'Book 1 is ended or was changed; reload'],
    [[book(16, [line(20)])], {}, 'book-current', `登记簿【${code(16)}】仍为现势，不能再登记`, `Book ${code(16)} is still current`],
    [
      [household(30, '甲'), book(30, [line(16)])],
      {},
      'E1015',
      `地块【${dkbm(16)}】已在合同【${code(16)}】中`,
      `Parcel ${dkbm(16)} is already in contract ${code(16)}`,
    ],
    [
      [{ act: 'endContractor', cbfbm: cbfbm(16), zxyylx: '2' }],
      {},
      'contractor-held',
      `承包方【${cbfbm(16)}】仍有现势登记簿，不能终止`,
      `Contractor ${cbfbm(16)} still has a current book and cannot end`,
    ],
    [
      [{ act: 'endBook', djbId: id, qszt: '2', reason: '变更' }, book(16, [line(16)], { djxl: '5' })],
      {},
      'book-lineage',
      `登记簿【${code(16)}】必须由其上一版本变更而来`,
      `Book ${code(16)} comes from the last version of its code`,
    ],
    [
      [household(30, '甲'), book(30, [line(20)], { contract: { carry: true } })],
      {},
      'book-contract',
      `登记簿【${code(30)}】没有可沿用的合同`,
      `Book ${code(30)} has no contract to carry on`,
    ],
    [
      [{ act: 'setContractor', cbfbm: cbfbm(16), members: [{ ...person('外人', '02'), id: '5' }] }],
      {},
      'member-not-here',
      '家庭成员【外人】不属于本次登记的农户，或被重复使用',
      'Member 外人 belongs to no household of this entry, or is named twice',
    ],
  ]
  for (const [acts, more, ...words] of table) expect(await refused(acts, more)).toEqual(words)
})

test('what is registered changes by its business alone, and never before it was', async () => {
  const id = String((await current(16)).id)
  const rename: Act[] = [{ act: 'setContractor', cbfbm: cbfbm(16), fields: { cbfmc: '改名' } }]
  const changed = (more: Partial<NewBook>, day?: string): Act[] => [
    { act: 'endBook', djbId: id, qszt: '2', reason: '变更' },
    book(16, [line(16)], { from: [id], djlx: '1', djxl: '5', ...more, ...(day && { day }) }),
  ]
  const table: [readonly Act[], Partial<Entry>, string, string, string][] = [
    [rename, by('form'), 'registered', `【${cbfbm(16)}】已登记，只能通过相应业务变更`, `${cbfbm(16)} is registered: it is changed by the matching business`],
    [
      rename,
      by('correction'),
      'correction-touched',
      `【${cbfbm(16)}】已办理过业务，不能更正，请办理变更业务`,
      `${cbfbm(16)} was changed by a business and cannot be corrected: change it by a business`,
    ],
    [
      rename,
      { day: '2026-04-30' },
      'entry-day-before',
      `【${cbfbm(16)}】自【2026-05-01】起的登记已经生效，不能再登记更早的变更`,
      `${cbfbm(16)} has been registered as it is since 2026-05-01: nothing can be written before that day`,
    ],
    [
      changed({ contract: { carry: true }, terms: { ...TERMS, cbqxq: '2026-05-01' } }),
      {},
      'contract-carried',
      `登记簿【${code(16)}】的地块或期限有变化，不能沿用原合同`,
      `Parcels or terms of book ${code(16)} change: the previous contract cannot be carried on`,
    ],
    [
      [{ act: 'setIssuer', fbfbm: FBFBM, fields: { fbfmc: '改名' } }],
      by('form'),
      'registered',
      `【${FBFBM}】已登记，只能通过相应业务变更`,
      `${FBFBM} is registered: it is changed by the matching business`,
    ],
  ]
  for (const [acts, more, ...words] of table) expect(await refused(acts, more)).toEqual(words)
  // what no paper prints anybody may change
  await enter([{ act: 'setContractor', cbfbm: cbfbm(16), fields: { lxdh: '13800000016' } }], by('form'))
  await enter(changed({ contract: { carry: true } }))
  expect(await current(16)).toMatchObject({ version: 2 })
})

test('a restriction keeps its name; who lifted it may put it on another object', async () => {
  const mortgage: Act = { act: 'restrict', ref: 'M1', kind: 'dy', on: { dkbm: dkbm(16) }, from: '2026-01-01', text: '抵押' }
  await enter([mortgage], by('notice'))
  await enter([{ act: 'endRestriction', ref: 'M1', text: '解除' }], by('notice'))
  expect(await refused([mortgage], { cause: { kind: 'notice', id: '79' } })).toEqual(['object-exists', '限制【M1】已存在', 'Restriction M1 already exists'])
  await enter([{ ...mortgage, on: { cbfbm: cbfbm(16) } }], by('notice'))
})

test('a co-owner of another household is refused with where he stands, and taken with reason, proof and a second person', async () => {
  const [head] = await membersOf(16)
  const guest = person('卫三', '20', { cyzjhm: ` ${head.cyzjhm.toLowerCase()}` })
  const with_ = (more: Partial<Member>): Act[] => [household(31, '蒋五', [{ ...guest, ...more }])]
  const words = [
    'person-elsewhere',
    `【卫三】已是承包方【${cbfbm(16)}】的户主或共有人，应说明理由、提交证明并由第二人确认`,
    `卫三 is already head or co-owner of household ${cbfbm(16)}: a reason, a proof and a second person are needed`,
  ]
  expect(await refused(with_({}))).toEqual(words)
  const double = { reason: '两地均有承包地', attachId: '5', askedBy: '14', confirmedBy: '12' }
  // who asks for it is not the second person
  expect(await refused(with_({ double: { ...double, confirmedBy: '14' } }))).toEqual(words)
  expect(await refused(with_({ double: { ...double, reason: ' ' } }))).toEqual(words)
  // a married woman keeps her share elsewhere
  await enter([household(32, '蒋六', [{ ...guest, sfgyr: '2' }])])
  const { id } = await enter(with_({ double }))
  expect((await membersOf(31)).map((m) => m.cyxm)).toEqual(['蒋五', '卫三'])
  expect((await one('register_entry', `id = ${id}`)).acts[0].members[1].double).toEqual(double)
})

test('of two that write the same unit at once one writes, and both get the same answer', async () => {
  const acts = [household(18, '沈五'), ...taken(18), book(18, [line(18)])]
  const [a, c] = await Promise.all([enter(acts, { unit: 'at once' }), enter(acts, { unit: 'at once' })])
  expect([a!.isRepeated, c!.isRepeated].toSorted()).toEqual([false, true])
  expect(a!.books).toEqual(c!.books)
  expect((await all('register_entry', `unit = 'at once'`)).length).toBe(1)
})

test('of two that contract the same parcel at once one is refused', async () => {
  const of = (n: number) => enter([household(n, '韩六'), ...taken(19), book(n, [line(19)])])
  const done = await Promise.allSettled([of(21), of(22)])
  const refusals = done.flatMap((d) => (d.status === 'rejected' ? [(d.reason as Problem).key] : []))
  expect(refusals).toEqual(['E1015'])
  expect((await all('cbdkxx', `dkbm = '${dkbm(19)}' and qszt = '1'`)).length).toBe(1)
})

test('nobody writes an entry of another region, nor about what lies outside his', async () => {
  const write_ = (acts: readonly Act[]) => b.as('other', (ctx) => write(ctx, entryOf(acts)))
  await expect(write_(taken(20))).rejects.toMatchObject({ key: 'out-of-region' })
})

test('an entry sends as many statements for twenty parcels as for two', async () => {
  const sent = async (n: number, parcels: readonly number[]) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const acts = [
      household(n, '杨七'),
      ...taken(...parcels),
      book(
        n,
        parcels.map((p) => line(p)),
      ),
      certificate(n),
    ]
    try {
      await enter(acts)
      return query.mock.calls.length
    } finally {
      query.mockRestore()
    }
  }
  const two = await sent(23, [20, 21])
  expect(await sent(24, [22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])).toBe(two)
  // begin and commit among them, and what freezes the content of the book
  expect(two).toBeLessThanOrEqual(36)
})

test('a village that is counted anew in a transaction is not counted twice', async () => {
  const of = { regionCode: REGION, fbfbm: FBFBM, dkmc: '另一块', dklb: '22', dldj: '01', tdyt: '1', sfjbnt: '1', djzt: '0', zt: '1' }
  await b.as('admin', async (ctx) => {
    await rows.insert(ctx, dk, { ...of, dkbm: dkbm(201) })
    await recountRows(ctx, dk, '510112', [REGION])
    await rows.insert(ctx, dk, { ...of, dkbm: dkbm(202) })
  })
  const totals = await sql<any>`select status, n::int from row_count where resource = 'dk' and n <> 0 order by 1`.execute(b.db.owner)
  const counted = await sql<any>`select djzt as status, count(*)::int as n from dk group by 1 order by 1`.execute(b.db.owner)
  expect(totals.rows).toEqual(counted.rows)
})
