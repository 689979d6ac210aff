// Splitting a household from the window to the register: what stands in its rows then, and that a case without effect leaves none.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, FBFBM, land, registered, saveAgain, strip, type Bench } from '../../../tests/case-bench.ts'
import { onGrid } from '../../../land/geometry/crs.ts'
import type { Snapshot } from '../../publicity/publicity.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let s: ReturnType<typeof stories>
beforeAll(async () => {
  b = await bench()
  s = stories(b, { typeCode: 'change_split', name: '分户', files: ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'XY', 'DKSYT', 'DCB', 'GSB'] })
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5
const given = (...n5: string[]) => n5.map((n) => ({ dkbm: dkbm(n) }))
/** Head and wife stay, the son goes; `kept` says who has the old code. */
async function parting(h: House, own: object[], sons: object[], more: object = {}) {
  const [head, wife, son] = await s.membersOf(h)
  const as = (m: typeof head, yhzgx: string) => ({ id: m!.id, cyxm: m!.cyxm, yhzgx })
  return {
    bgyy: '按分户协议',
    households: [
      { kept: '1', jtcyList: [as(head, '02'), as(wife, '12')], dk: own },
      { kept: '2', jtcyList: [as(son, '02')], dk: sons, lxdh: '13912345678', cbfdz: '测试村2组' },
    ],
    ...more,
  }
}
const split = async (h: House, form: Record<string, unknown>, item = '1', doSign = '2') => s.application(h, item, form, doSign)
const from = async (id: string) => (await s.all('djb_lineage', `"djbId" = ${id}`)).map((l) => [String(l.prevDjbId), l.djxl])
const codesOf = async (id: string) => (await s.detail(id)).codes as { households: string[]; pieces: Record<string, string[]> }

test('_1: two households, two contracts, two books; the old code stays with the old head, the son gets a code and a certificate', async () => {
  const h = await registered(b, 10, ['00001', '00002', '00003'])
  const before = await s.current(h)
  const id = await s.accepted(await split(h, await parting(h, given('00001', '00002'), given('00003')), '1', '1'))
  const [son] = (await codesOf(id)).households
  expect((await s.all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).toSorted()).toEqual([
    'cbf',
    'cbf',
    'djb',
    'djb',
    'dk',
    'dk',
    'dk',
    'person',
  ])
  // when the terms begin is known when the case comes to its signing, after the posting, and stays so
  const begins = async () => (await s.drafts(id)).map((d) => [d.terms.cbqxq, d.terms.cbqxz])
  expect(await begins()).toEqual([1, 2].map(() => ['2026-03-02', '2028-09-30']))
  await s.to(id, 'sign')
  b.setDay('2026-03-20')
  expect(await begins()).toEqual([1, 2].map(() => ['2026-03-17', '2028-09-30']))
  await s.registered(id)
  expect(await s.tasksOf(id)).toEqual(['register', 'check', 'publicity', 'recheck', 'sign'])
  expect(((await s.one('publicity', `"businessId" = ${id}`)).snapshot as Snapshot).cbht).toEqual({ cbqxz: '2028-09-30' })
  // what was posted: each household with its own members and land, and what leaves the old one
  const { households } = (await s.one('publicity', `"businessId" = ${id}`)).snapshot as Snapshot
  expect(households!.map((x) => [x.cbfmc, x.members.map((m) => [m.cyxm, m.yhzgx]), x.parcels.map((p) => [p.dkbm, p.remark?.zh]), x.remark?.zh])).toEqual([
    [
      '张10',
      [
        ['张10', '02'],
        ['李10', '12'],
      ],
      [
        [dkbm('00001'), undefined],
        [dkbm('00002'), undefined],
      ],
      '地块00003（00003）1.50亩分给张小10',
    ],
    ['张小10', [['张小10', '02']], [[dkbm('00003'), '由张10户分得']], undefined],
  ])
  expect(households![1]!.members[0]!.cyzjhm).toMatch(/^\d{3}\*{11}[\dX]{4}$/)
  const [own, sons] = [await s.current(h), await s.one('djb', `cbjyqzbm = '${son}J'`)]
  // the contracts that were signed say the day on which their signing began
  const said = (x: Record<string, unknown>) => [x.version, x.qszt, x.djlx, x.djxl, x.cbfmc, x.cbfcysl, x.cbdkzs, x.htzmjm, x.cbqxq, x.cbqxz, x.cbqx]
  expect(said(own)).toEqual([2, '1', '1', '1', '张10', 2, 2, '3.00', '2026-03-17', '2028-09-30', '30'])
  expect(said(sons)).toEqual([1, '1', '1', '1', '张小10', 1, 1, '1.50', '2026-03-17', '2028-09-30', '30'])
  expect([await from(own.id), await from(sons.id)]).toEqual([[[String(before.id), '1']], [[String(before.id), '1']]])
  const old = await s.one('djb', `id = ${before.id}`)
  expect([old.qszt, old.endTime, old.endReason, String(old.endBusinessId)]).toEqual(['2', '2026-03-17', '按分户协议', id])
  expect((await s.all('cbht', `"djbId" in (${own.id}, ${sons.id})`)).map((c) => [c.cbhtbm, c.htlx, c.qdsj, c.ycbhtbm, c.signStatus])).toEqual([
    [h.code, '7', '2026-03-17', h.code, '2'],
    [`${son}J`, '7', '2026-03-17', h.code, '2'],
  ])
  expect((await s.all('cbf', 'true')).map((c) => [c.cbfbm, c.cbfmc, c.cbfcysl, c.zt, c.djzt, c.cbfdz, c.lxdh, c.htzmjm])).toEqual([
    [h.cbfbm, '张10', 2, '1', '2', '测试村1组', null, '3.00'],
    [son, '张小10', 1, '1', '2', '测试村2组', '13912345678', '1.50'],
  ])
  expect((await s.all('jtcy', 'true')).map((m) => [m.cyxm, m.yhzgx, m.cbfbm, m.sort])).toEqual([
    ['张10', '02', h.cbfbm, 1],
    ['李10', '12', h.cbfbm, 2],
    ['张小10', '02', son, 1],
  ])
  expect((await s.all('dk', 'true')).map((p) => [p.dkbm, p.zt, p.djzt, p.cbfbm, p.cbfmc])).toEqual([
    [dkbm('00001'), '1', '2', h.cbfbm, '张10'],
    [dkbm('00002'), '1', '2', h.cbfbm, '张10'],
    [dkbm('00003'), '1', '2', son, '张小10'],
  ])
  expect((await s.all('cbjyqz', 'true')).map((c) => [c.cbjyqzbm, c.sfzx, c.zt]).toSorted()).toEqual([
    [h.code, 0, '0'],
    [h.code, 1, '2'],
    [`${son}J`, 0, '0'],
  ])
  expect((await s.all('cbjyqz_event', 'true')).map((e) => [e.cbjyqzbm, e.kind, e.reason])).toEqual([[h.code, 'hf', '按分户协议']])
  expect((await s.all('business_book', `"businessId" = ${id}`)).map((x) => [x.code, x.role, x.status, String(x.newDjbId)])).toEqual([
    [h.code, 'source', 'finished', String(own.id)],
    [`${son}J`, 'target', 'finished', String(sons.id)],
  ])
  expect((await s.all('djb_jtcy', `"djbId" = ${before.id}`)).map((m) => m.cyxm)).toEqual(['张10', '李10', '张小10'])
})

test('_1: all codes new, no publicity: the old household ends as split, its certificate is cancelled; a household may get no land', async () => {
  const h = await registered(b, 20, ['00004'])
  const [head, wife, son] = await s.membersOf(h)
  const households = [
    { kept: '2', jtcyList: [{ id: head!.id, yhzgx: '02' }], dk: [], wdyy: '协议放弃' },
    {
      kept: '2',
      jtcyList: [
        { id: wife!.id, yhzgx: '02' },
        { id: son!.id, yhzgx: '20' },
      ],
      dk: given('00004'),
    },
  ]
  const id = await s.registered(await s.accepted(await split(h, { bgyy: '分户', households, sfgs: '2' })))
  expect(await s.tasksOf(id)).toEqual(['register', 'check', 'recheck'])
  const [a, c] = (await codesOf(id)).households
  expect((await s.all('cbf', `cbfbm in ('${h.cbfbm}', '${a}', '${c}')`)).map((x) => [x.cbfmc, x.zt, x.djzt, x.zxyylx, x.cbfcysl])).toEqual([
    ['张20', '2', '9', '6', 3],
    ['张20', '1', '0', null, 1],
    ['李20', '1', '2', null, 2],
  ])
  const books = await s.all('djb', `cbfbm in ('${h.cbfbm}', '${a}', '${c}')`)
  // unsigned, the term begins on the day of the entry
  expect(books.map((x) => [x.cbfbm, x.version, x.qszt, x.cbqxq])).toEqual([
    [h.cbfbm, 1, '2', '1998-10-01'],
    [c, 1, '1', '2026-03-02'],
  ])
  const contract = await s.one('cbht', `"djbId" = ${books[1].id}`)
  expect([contract.signStatus, contract.htlx, contract.ycbhtbm]).toEqual(['99', '4', h.code])
  expect((await s.all('cbjyqz_event', `cbjyqzbm = '${h.code}'`)).map((e) => [e.kind, e.reason])).toEqual([['zx', '分户']])
  expect(await s.all('cbjyqz', `cbjyqzbm = '${a}J'`)).toEqual([])
})

test('_1: the household that keeps the code gets no land: the code has no book any more, the contractor stays; undone, all is back', async () => {
  const h = await registered(b, 30, ['00005'])
  const form = await parting(h, [], given('00005'))
  Object.assign(form.households[0]!, { wdyy: '土地归儿子' })
  const before = [await s.membersOf(h), (await s.one('dk', `dkbm = '${dkbm('00005')}'`)).cbfmc]
  const id = await s.registered(await s.accepted(await split(h, form)))
  const own = await s.one('cbf', `cbfbm = '${h.cbfbm}'`)
  expect([own.zt, own.djzt, own.cbfcysl, await s.current(h)]).toEqual(['1', '0', 2, undefined])
  expect((await s.all('cbjyqz', `cbjyqzbm = '${h.code}'`)).map((c) => [c.sfzx, c.zt])).toEqual([[1, '2']])
  expect((await s.undo(id)).msg).toBe('操作成功')
  expect([await s.membersOf(h), (await s.one('dk', `dkbm = '${dkbm('00005')}'`)).cbfmc]).toEqual(before)
  expect((await s.current(h)).version).toBe(1)
  expect(await s.broken()).toEqual([])
})

test('_1: both books of a contractor are shared out, and a share is divided', async () => {
  const h = await registered(b, 40, ['00006'], ['00007'], { shares: true })
  const form = await parting(
    h,
    [{ dkbm: dkbm('00006'), htmj: '600.00', htmjm: '0.90' }],
    [{ dkbm: dkbm('00006'), htmj: '400.00', htmjm: '0.60' }, ...given('00007')],
  )
  const id = await s.registered(await s.accepted(await split(h, form)))
  const [son] = (await codesOf(id)).households
  const lines = await s.all('cbdkxx', `cbfbm in ('${h.cbfbm}', '${son}') and qszt = '1'`)
  expect(lines.map((l) => [l.cbhtbm, l.dkbm, l.sfqqqg, l.htmj, l.htmjm, l.cbjyqqdfs])).toEqual([
    [h.code, dkbm('00006'), '1', '600.00', '0.90', '110'],
    [`${son}J`, dkbm('00006'), '1', '400.00', '0.60', '110'],
    [`${son}Q`, dkbm('00007'), '1', '1000.00', '1.50', '121'],
  ])
  expect((await s.all('cbjyqz', `cbjyqzbm = '${h.cbfbm}Q'`)).map((c) => [c.sfzx, c.zt])).toEqual([[1, '2']])
})

const pieces = (n5: string, at: number, to: [string, string]) => [
  { to: to[0], geom: strip(n5, 0, at) },
  { to: to[1], geom: strip(n5, at, 40) },
]
/** A case in the survey in which the first of two parcels is cut between the households. */
async function surveyed(n: number, n5: [string, string]) {
  const h = await registered(b, n, n5, [], { drawn: true })
  const sent = await split(h, await parting(h, given(n5[1]), [], { cuts: [{ dkbm: dkbm(n5[0]), pieces: [] }] }), '2', '1')
  const id = await s.accepted(sent)
  const draw = (list: object[], more: object = {}) =>
    saveAgain(b, 'town', { ...sent, id, form: { ...sent.form, cuts: [{ dkbm: dkbm(n5[0]), pieces: list }], ...more } })
  return { h, id, draw }
}
test('_2: pieces are drawn in the survey, the register knows them from the finish; each household has its piece with its share', async () => {
  const { h, id, draw } = await surveyed(50, ['00008', '00009'])
  const untouched = async () => JSON.stringify([await s.all('dk', `dkbm like '${FBFBM}0000%'`), await s.all('jzd', 'true')])
  const before = await untouched()
  expect((await s.step(id, 'town')).data.fields).toEqual([{ field: 'cuts.0.pieces', msg: `地块【${dkbm('00008')}】尚未分割` }])
  const drawn = pieces('00008', 24, ['1', '2'])
  expect((await draw(drawn)).msg).toBe('操作成功')
  const [one, two] = (await codesOf(id)).pieces[dkbm('00008')]!
  expect((await draw(drawn)).msg).toBe('操作成功')
  expect((await codesOf(id)).pieces[dkbm('00008')]).toEqual([one, two])
  const [son] = (await codesOf(id)).households
  expect((await s.all('contract_file', `"businessId" = ${id}`)).map((c) => c.cbhtbm).toSorted()).toEqual([h.code, `${son}J`])
  expect(await untouched()).toBe(before)
  // the contracts as they will be printed: pieces that the register does not know yet, with name and measure
  const printed = await s.drafts(id)
  const paper = printed.map((c) => [c.terms.cbhtbm, c.terms.cbqxq, c.holder.cbfmc, c.members.length, c.parcels.map((p) => [p.dkbm, p.dkmc, p.scmjm, p.htmjm])])
  expect(paper).toEqual([
    [
      h.code,
      '2026-03-02',
      '张50',
      2,
      [
        [one, '地块00008', '0.90', '0.90'],
        [dkbm('00009'), '地块00009', '1.50', '1.50'],
      ],
    ],
    [`${son}J`, '2026-03-02', '张小50', 1, [[two, '地块00008', '0.60', '0.60']]],
  ])
  expect(printed[1]!.parcels[0]!.geom).toBe(onGrid(strip('00008', 24, 40), 35))
  await s.registered(id)
  expect(await s.tasksOf(id)).toEqual(['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
  const parcels = await s.all('dk', `dkbm in ('${dkbm('00008')}', '${one}', '${two}')`)
  expect(parcels.map((p) => [p.dkbm, p.zt, p.djzt, p.scmj, p.scmjm, p.cbfbm, p.sjly, p.ydkbm, p.dklb, p.dkmc])).toEqual([
    [dkbm('00008'), '2', '9', '1000.00', '1.50', null, '0', null, '10', '地块00008'],
    [one, '1', '2', '600.00', '0.90', h.cbfbm, '3', [dkbm('00008')], '10', '地块00008'],
    [two, '1', '2', '400.00', '0.60', son, '3', [dkbm('00008')], '10', '地块00008'],
  ])
  const lines = await s.all('cbdkxx', `cbhtbm in ('${h.code}', '${son}J') and qszt = '1'`)
  expect(lines.map((l) => [l.cbhtbm, l.dkbm, l.htmj, l.htmjm])).toEqual([
    [h.code, one, '600.00', '0.90'],
    [h.code, dkbm('00009'), '1000.00', '1.50'],
    [`${son}J`, two, '400.00', '0.60'],
  ])
  expect([(await s.current(h)).htzmjm, (await s.one('djb', `cbjyqzbm = '${son}J'`)).htzmjm]).toEqual(['2.40', '0.60'])
  expect((await s.all('dk_jz', `dkbm = '${two}' and kind = 'd'`)).length).toBe(4)
  expect((await s.undo(id)).msg).toBe('操作成功')
  expect((await s.all('dk', `dkbm in ('${dkbm('00008')}', '${one}') and zt = '1'`)).map((p) => p.dkbm)).toEqual([dkbm('00008')])
  expect(await s.broken()).toEqual([])
})
test('_2: pieces that are not the parcel are refused at the piece; no case leaves the survey without them', async () => {
  const { id, draw } = await surveyed(60, ['00010', '00011'])
  const fields = async (list: object[]) => (await draw(list)).data?.fields
  expect(await fields([pieces('00010', 24, ['1', '2'])[0]!, { to: '2', geom: strip('00010', 26, 40) }])).toEqual([
    { field: 'cuts.0.pieces', msg: '各块未覆盖原地块，缺50.00平方米' },
  ])
  expect(await fields([pieces('00010', 24, ['1', '2'])[0]!, { to: '2', geom: strip('00010', 20, 40) }])).toEqual([
    { field: 'cuts.0.pieces.1.geom', msg: '第2块与第1块重叠100.00平方米' },
  ])
  // a piece on land of the next county, which the office does not see; beside it, it may lie
  await land(b, ['00097'])
  const abroad = `510113${dkbm('00097').slice(6)}`
  const lies = (from: number) => sql`update dk set geom = ST_GeomFromText(${strip('00010', from, from + 20)}, 4326) where dkbm = ${abroad}`.execute(b.db.owner)
  await sql`update dk set "countyCode" = '510113', dkbm = ${abroad}, fbfbm = '510113' || substr(fbfbm, 7), "regionCode" = '510113' || substr("regionCode", 7)
    where dkbm = ${dkbm('00097')}`.execute(b.db.owner)
  await lies(30)
  expect(await fields(pieces('00010', 24, ['1', '2']))).toEqual([{ field: 'cuts.0.pieces.1.geom', msg: `第2块与地块【${abroad}】重叠250.00平方米` }])
  await lies(40)
  expect((await draw(pieces('00010', 24, ['1', '2']))).msg).toBe('操作成功')
  await sql`delete from dk where dkbm = ${abroad}`.execute(b.db.owner)
  expect(await fields(pieces('00010', 24, ['1', '']))).toEqual([{ field: 'cuts.0.pieces.1.to', msg: '请选择该块的归属' }])
  expect((await fields(pieces('00010', 24, ['1', '1'])))?.map((f: { field: string }) => f.field)).toEqual(['households.1.wdyy'])
  // what the acceptance says is not the survey's: households stay as they were
  expect((await draw(pieces('00010', 24, ['1', '2']), { households: [] })).msg).toBe('操作成功')
  const { form, processInstanceId } = await s.detail(id)
  expect(form.households).toHaveLength(2)
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '误录' }, { businessId: id, processInstanceId })).msg).toBe('操作成功')
})

test('revoked at every task, or returned from the recheck to the survey: the register is as it was, then as the last survey says', async () => {
  const { h, id, draw } = await surveyed(70, ['00012', '00013'])
  expect((await draw(pieces('00012', 24, ['1', '2']))).msg).toBe('操作成功')
  await s.to(id, 'recheck')
  expect((await s.step(id, 'county', { result: 'return', target: 'survey', comment: '分割线有误' })).msg).toBe('操作成功')
  b.setDay('2026-03-02')
  expect((await draw(pieces('00012', 20, ['2', '1']))).msg).toBe('操作成功')
  await s.registered(id)
  expect((await s.current(h)).htzmjm).toBe('2.25')
  const other = await registered(b, 80, ['00050', '00051'])
  await s.revokedAt(['check', 'publicity', 'recheck', 'sign'], await split(other, await parting(other, given('00050'), given('00051')), '1', '1'))
})

test('refused through the wire: at its place, in both languages; a second case is told which holds the book', async () => {
  const h = await registered(b, 90, ['00060', '00061'])
  const form = await parting(h, given('00060'), given('00061'))
  const [kept, sons] = form.households
  const refused = async (more: object) => {
    const sent = await split(h, { ...form, ...more })
    return [await s.send(sent), await s.send(sent, 'en')].map((r) => [r.key, r.data.fields?.[0].field, r.data.fields?.[0].msg])
  }
  expect(await refused({ households: [{ ...kept!, jtcyList: kept!.jtcyList.slice(0, 1) }, sons!] })).toEqual([
    ['E1009', 'households', '分户前后家庭成员不一致：【李90】未分配'],
    ['E1009', 'households', 'The members before and after the split differ: not given to any household: 李90'],
  ])
  expect(await refused({ households: [{ ...kept!, dk: [], wdyy: 'x' }, sons!] })).toEqual([
    ['invalid', 'households', `地块【${dkbm('00060')}】未分配`],
    ['invalid', 'households', `Parcel ${dkbm('00060')} is given to no household`],
  ])
  expect((await s.send(await split(h, { ...form, djbId: '1' }))).key).toBe('E1004')
  const id = await s.accepted(await split(h, form))
  expect((await s.send(await split(h, form))).msg).toBe(`该登记簿存在在办业务【${(await s.detail(id)).businessCode}】，不能重复受理`)
})
