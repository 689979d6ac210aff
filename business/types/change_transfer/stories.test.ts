// Transferring land from the window to the register, item by item: what stands in its rows then, and that a case without effect leaves none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Act } from '../../../land/register/acts/acts.ts'
import { write } from '../../../land/register/write.server.ts'
import { householdFields } from '../../../tests/applications.ts'
import { handlings } from '../../../apps/server/handlings.server.ts'
import { readDraftContract } from '../../cases/handling/draft-contract.server.ts'
import { bench, FBFBM, memberId, registered as household, saveAgain, strip, VILLAGE, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, application, accepted, send, registered, revokedAt, undo } = {} as ReturnType<typeof stories>
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'XY', 'HYJL', 'DKSYT', 'DCB', 'GSB']
beforeAll(async () => {
  b = await bench()
  ;({ detail, step, to, all, one, current, tasksOf, application, accepted, send, registered, revokedAt, undo } = stories(b, {
    typeCode: 'change_transfer',
    name: '转让',
    files: FILES,
  }))
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5
const chosen = (...parcels: string[]) => parcels.map((n) => ({ dkbm: dkbm(n) }))
/** What a clerk sends: a household that gives, and one that receives. */
const transfer = async (item: string, source: House, cbfZr: object, form: object = {}) => {
  const own = 'cbfbm' in cbfZr ? await one('djb', `cbjyqzbm = '${String(cbfZr.cbfbm)}J' and qszt = '1'`) : undefined
  const seen = own ? { djbIdZr: String(own.id) } : {}
  return application(source, item, { cbfZr, ...seen, xyrq: '2026-03-01', zrjk: '每亩三千元', bgyy: '进城落户', ...form })
}
const linesOf = async (djbId: string) =>
  (await all('cbdkxx', `"djbId" = ${djbId}`)).map((l) => [l.dkbm.slice(-5), l.htmjm, l.cbjyqqdfs, l.sfqqqg]).toSorted((x, y) => (x[0] < y[0] ? -1 : 1))
const parcelsOf = async (...parcels: string[]) => Promise.all(parcels.map((n) => one('dk', `dkbm = '${dkbm(n)}'`)))
const lineageOf = async (djbId: string) => (await all('djb_lineage', `"djbId" = ${djbId}`)).map((l) => String(l.prevDjbId)).toSorted()
/** A household that is not in the register. */
const newHousehold = (n: number, name: string) => ({
  ...householdFields(name, memberId(n, 0)),
  jtcyList: [{ cyxm: name, cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: memberId(n, 0), sfgyr: '1' }],
})
/** Acts that happened before, as a package tells them. */
const before = (unit: string, acts: readonly Act[]) =>
  b.as('admin', (ctx) => write(ctx, { cause: { kind: 'import', id: '2' }, unit, regionCode: VILLAGE, day: '2020-01-01', acts }))

test('_1 all: the right of the source ends, its household stays; the receiver’s book goes on with the land of both', async () => {
  const [s, r] = [await household(b, 1, ['00001', '00002']), await household(b, 2, ['00003'])]
  const [oldS, oldR] = [await current(s), await current(r)]
  const id = await accepted(await transfer('1', s, { cbfbm: r.cbfbm }, { djbIdZr: String(oldR.id) }))
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).sort()).toEqual(['cbf', 'cbf', 'djb', 'djb', 'dk', 'dk', 'dk'])
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => [c.cbhtbm, c.cbfmc, c.htlx])).toEqual([[r.code, '张2', '5']])
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'publicity', 'recheck', 'sign'])
  const was = await one('djb', `id = ${oldS.id}`)
  expect([was.qszt, was.endTime, was.endReason, String(was.endBusinessId)]).toEqual(['3', '2026-03-17', '进城落户', id])
  expect((await all('djb_note', `"djbId" = ${oldS.id}`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['1', '3', '进城落户']])
  expect((await one('cbht', `"djbId" = ${oldS.id}`)).qszt).toBe('3')
  expect((await all('cbjyqz_event', `cbjyqzbm = '${s.code}'`)).map((e) => [e.kind, e.reason])).toEqual([['zx', '进城落户']])
  expect((await all('cbjyqz', `cbjyqzbm = '${s.code}'`)).map((c) => c.sfzx)).toEqual([1])
  const holder = await one('cbf', `cbfbm = '${s.cbfbm}'`)
  expect([holder.zt, holder.djzt, holder.zxyylx]).toEqual(['1', '0', '5'])
  const now = await current(r)
  expect([now.version, now.djlx, now.djxl, now.cbqxq, now.cbqxz, now.htzmjm, now.cbdkzs, now.dbr]).toEqual([
    2,
    '1',
    '3',
    '1998-10-01',
    '2028-09-30',
    '4.50',
    3,
    '县经办',
  ])
  expect(await lineageOf(now.id)).toEqual([String(oldS.id), String(oldR.id)].toSorted())
  expect(await linesOf(now.id)).toEqual([
    ['00001', '1.50', '200', '2'],
    ['00002', '1.50', '200', '2'],
    ['00003', '1.50', '110', '2'],
  ])
  expect((await parcelsOf('00001', '00002', '00003')).map((p) => [p.cbfbm, p.cbfmc, p.djzt, p.sjly])).toEqual([1, 2, 3].map(() => [r.cbfbm, '张2', '2', '0']))
  const contract = await one('cbht', `"djbId" = ${now.id}`)
  expect([contract.version, contract.htlx, contract.qdsj, contract.signStatus]).toEqual([2, '5', '2026-03-17', '2'])
  const [gone, came] = await all('cbjyqz', `cbjyqzbm = '${r.code}'`)
  expect([gone.sfzx, came.sfzx, String(came.djbId)]).toEqual([1, 0, String(now.id)])
  expect((await all('business_book', `"businessId" = ${id}`)).map((k) => [k.code, k.role, k.status, k.newDjbId && String(k.newDjbId)])).toEqual([
    [s.code, 'source', 'finished', null],
    [r.code, 'target', 'finished', String(now.id)],
  ])
})

test('_1 to a new household: its code is taken at the start, its first book runs from the day to the end of the source’s term', async () => {
  const s = await household(b, 3, ['00011'])
  const id = await accepted(await transfer('1', s, newHousehold(700, '王新')))
  const { cbfbm, isNew } = (await detail(id)).codes
  expect([cbfbm, isNew, await all('cbf', `cbfbm = '${cbfbm}'`)]).toEqual([`${FBFBM}0004`, true, []])
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).sort()).toEqual(['cbf', 'cbf', 'djb', 'djb', 'dk', 'person'])
  const file = await one('contract_file', `"businessId" = ${id}`)
  const { contract } = await b.as('town', (ctx) => readDraftContract({ handlings }, ctx, file))
  expect([contract.holder.cbfmc, contract.members.map((m) => m.cyxm), contract.terms.cbqxq, contract.terms.cbqxz]).toEqual([
    '王新',
    ['王新'],
    '2026-03-02',
    '2028-09-30',
  ])
  expect(contract.parcels.map((p) => [p.dkbm, p.htmjm, p.dkmc])).toEqual([[dkbm('00011'), '1.50', '地块00011']])
  expect([contract.other?.kind, contract.other?.holder.cbfmc, contract.other?.matters]).toEqual([
    'transfer',
    '张3',
    [`转让地块：${dkbm('00011')}，共1块1.50亩，发包方同意转让。`, '转让方与受让方于2026年03月01日订立转让协议。', '转让价款：每亩三千元。'],
  ])
  await registered(id)
  const [holder, book] = [await one('cbf', `cbfbm = '${cbfbm}'`), await one('djb', `cbjyqzbm = '${cbfbm}J'`)]
  expect([holder.cbfmc, holder.cbflx, holder.djzt, holder.fbfbm]).toEqual(['王新', '1', '2', FBFBM])
  expect((await all('jtcy', `cbfbm = '${cbfbm}'`)).map((m) => [m.cyxm, m.cyzjhm])).toEqual([['王新', memberId(700, 0)]])
  expect([book.version, book.djlx, book.djxl, book.cbfs, book.cbqx, book.cbqxq, book.cbqxz, book.cbfcysl]).toEqual([
    1,
    '1',
    '3',
    '110',
    '30',
    '2026-03-17',
    '2028-09-30',
    1,
  ])
  expect((await all('cbjyqz', `cbjyqzbm = '${cbfbm}J'`)).map((c) => [c.sfzx, c.zt])).toEqual([[0, '0']])
})

test('_2 some, to a household that had a book once and of another group: both go on, the assignment is the contract of both', async () => {
  const s = await household(b, 5, ['00021', '00022'])
  const r = await household(b, 6, ['00023'], [], { fbfbm: `${VILLAGE}07`, years: 29 })
  const last = await current(r)
  await before('ended', [
    { act: 'endBook', djbId: String(last.id), qszt: '3', reason: '交回', zxyylx: '1' },
    { act: 'certificate', code: r.code, event: 'cancel', reason: '交回' },
    { act: 'setParcel', dkbm: dkbm('00023'), fields: { dklb: '22' }, bgfs: '51' },
  ])
  const old = await current(s)
  const id = await accepted(await transfer('2', s, { cbfbm: r.cbfbm }, { dk: chosen('00022'), hfqz: '2' }))
  await registered(id)
  const [nowS, nowR] = [await current(s), await current(r)]
  expect([nowS, nowR].map((x) => [x.version, x.djxl, x.fbfbm, x.cbqxq, x.cbqxz, x.htzmjm])).toEqual([
    [2, '3', FBFBM, '1998-10-01', '2028-09-30', '1.50'],
    [2, '3', `${VILLAGE}07`, '2026-03-17', '2028-09-30', '1.50'],
  ])
  expect([await lineageOf(nowS.id), await lineageOf(nowR.id)]).toEqual([[String(old.id)], [String(last.id), String(old.id)].toSorted()])
  expect([await linesOf(nowS.id), await linesOf(nowR.id)]).toEqual([[['00021', '1.50', '110', '2']], [['00022', '1.50', '200', '2']]])
  // the parcel stays of the issuer on whose land it lies
  const [parcel] = await parcelsOf('00022')
  expect([parcel.fbfbm, parcel.cbfbm, (await one('cbdkxx', `"djbId" = ${nowR.id}`)).fbfbm]).toEqual([FBFBM, r.cbfbm, FBFBM])
  const contracts = await Promise.all([nowS, nowR].map((x) => one('cbht', `"djbId" = ${x.id}`)))
  expect(contracts.map((c) => [c.htlx, c.signStatus, c.qdsj])).toEqual([1, 2].map(() => ['5', '2', '2026-03-17']))
  expect(contracts[0].attachId).toBe(contracts[1].attachId)
  // without new paper the source's certificate is kept with a line on its running page
  expect((await all('cbjyqz', `cbjyqzbm = '${s.code}'`)).map((c) => [c.sfzx, String(c.djbId)])).toEqual([[0, String(nowS.id)]])
  expect((await all('djb_note', `"djbId" = ${nowS.id}`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['1', '3', '进城落户']])
})

test('_3 part: the parcel is cut in the survey, the receiver gets its piece, its areas by its share', async () => {
  const [s, r] = [await household(b, 7, ['00031'], [], { drawn: true }), await household(b, 8, ['00032'])]
  const pieces = [
    { to: 'zc', geom: strip('00031', 0, 10) },
    { to: 'zr', geom: strip('00031', 10, 40) },
  ]
  const id = await accepted(await transfer('3', s, { cbfbm: r.cbfbm }, { cuts: [{ dkbm: dkbm('00031'), pieces: [] }] }))
  const { form } = await detail(id)
  expect((await saveAgain(b, 'town', { id, form: { ...form, cuts: [{ dkbm: dkbm('00031'), pieces }] } })).msg).toBe('操作成功')
  const [kept, given] = (await detail(id)).codes.pieces[dkbm('00031')] as [string, string]
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
  const rows = await Promise.all([dkbm('00031'), kept, given].map((code) => one('dk', `dkbm = '${code}'`)))
  expect(rows.map((p) => [p.zt, p.djzt, p.cbfbm, p.scmjm, p.sjly])).toEqual([
    ['2', '9', null, '1.50', '0'],
    ['1', '2', s.cbfbm, '0.38', '3'],
    ['1', '2', r.cbfbm, '1.13', '3'],
  ])
  expect(await linesOf((await current(s)).id)).toEqual([[kept.slice(-5), '0.38', '110', '2']])
  expect(await linesOf((await current(r)).id)).toContainEqual([given.slice(-5), '1.12', '200', '2'])
  expect(rows.slice(1).map((p) => p.ydkbm)).toEqual([[dkbm('00031')], [dkbm('00031')]])
})

test('_4 shares: a part goes to who has a share already, then all of the rest: the parcel is not touched', async () => {
  const s = await household(b, 9, ['00041'], [], { shares: true })
  const r = await household(b, 10, ['00042'], [], { joins: ['00041'] })
  const parcel = async () => {
    const [p] = await parcelsOf('00041')
    return [p.djzt, p.zt, p.dklb, p.scmj, p.sjly]
  }
  const untouched = await parcel()
  const share = (htmj: string, htmjm: string) => ({ dk: [{ dkbm: dkbm('00041'), htmj, htmjm }] })
  const first = await accepted(await transfer('4', s, { cbfbm: r.cbfbm }, share('400.00', '0.60')))
  expect((await all('business_lock', `"businessId" = ${first} and "objectType" = 'share'`)).map((l) => l.objectCode).toSorted()).toEqual([
    `${dkbm('00041')}:${s.cbfbm}`,
    `${dkbm('00041')}:${r.cbfbm}`,
  ])
  await registered(first)
  expect([await linesOf((await current(s)).id), await linesOf((await current(r)).id)]).toEqual([
    [['00041', '0.90', '110', '1']],
    [
      ['00041', '1.35', '110', '1'],
      ['00042', '1.50', '110', '2'],
    ],
  ])
  await registered(await accepted(await transfer('4', s, { cbfbm: r.cbfbm }, share('600.00', '0.90'))))
  expect((await all('djb', `cbjyqzbm = '${s.code}'`)).map((x) => [x.version, x.qszt])).toEqual([
    [1, '2'],
    [2, '3'],
  ])
  expect(await linesOf((await current(r)).id)).toContainEqual(['00041', '2.25', '110', '1'])
  expect(await parcel()).toEqual(untouched)
})

test('revoked at every task: the register is as it was, everything is free, the code of the new household is burnt', async () => {
  const s = await household(b, 21, ['00051'])
  await revokedAt(['check', 'publicity', 'recheck', 'sign'], await transfer('1', s, newHousehold(701, '王退')))
  const id = await accepted(await transfer('1', s, newHousehold(701, '王退')))
  expect((await detail(id)).codes.cbfbm).toBe(`${FBFBM}0026`)
})

test('returned to the acceptance another household receives; undo: the source has its book again, the new household is gone', async () => {
  const s = await household(b, 31, ['00061'])
  const old = await current(s)
  const sent = await transfer('1', s, newHousehold(702, '王一'))
  const id = await accepted(sent)
  const { cbfbm } = (await detail(id)).codes
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '受让方有误' })).msg).toBe('操作成功')
  b.setDay('2026-03-02')
  const again = { ...sent, id, form: { ...sent.form, cbfZr: newHousehold(703, '王二') } }
  expect((await saveAgain(b, 'village', again)).msg).toBe('操作成功')
  expect((await detail(id)).codes.cbfbm).toBe(cbfbm)
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await registered(id)
  expect((await one('cbf', `cbfbm = '${cbfbm}'`)).cbfmc).toBe('王二')
  expect((await undo(id)).msg).toBe('操作成功')
  expect([String((await current(s)).id), (await parcelsOf('00061'))[0].cbfbm, await all('cbf', `cbfbm = '${cbfbm}'`)]).toEqual([String(old.id), s.cbfbm, []])
})

test('refused through the wire: another collective, a longer term, a held receiver, no register of a new household, no notice of circulation', async () => {
  const s = await household(b, 41, ['00071', '00072'])
  const far = await household(b, 42, ['00073'], [], { fbfbm: '51011210120200' })
  const long = await household(b, 43, ['00074'], [], { years: 31 })
  const some = { dk: chosen('00071') }
  // the clerk of the village sees no household of another one; who sees both is told why it cannot be
  expect((await send(await transfer('2', s, { cbfbm: far.cbfbm }, some))).data.fields).toEqual([{ field: 'cbfZr.cbfbm', msg: '受让方不存在' }])
  const sent = await transfer('2', s, { cbfbm: far.cbfbm }, some)
  const saved = await b.call('town')('POST', '/yw-accept/business/submit', sent)
  const refused = async (lang: 'zh' | 'en') => b.call('town', lang)('POST', '/yw-accept/business/save-commit', { ...sent, id: saved.data })
  const [zh, en] = [await refused('zh'), await refused('en')]
  expect([zh.key, zh.data.fields, en.data.fields]).toEqual([
    'E1012',
    [{ field: 'cbfZr.cbfbm', msg: '受让方必须为本集体经济组织成员' }],
    [{ field: 'cbfZr.cbfbm', msg: 'The receiver is a member of this collective' }],
  ])
  const term = await send(await transfer('2', s, { cbfbm: long.cbfbm }, some), 'en')
  expect([term.key, term.msg]).toEqual([
    'E1017',
    "The term of the changed contract may not pass that of the one before: the receiver's contract runs to 2029-09-30, the transferor's to 2028-09-30; one contract has one term: make them the same first",
  ])
  const own = await transfer('1', s, newHousehold(704, '王三'))
  const papers = async (without: string) =>
    (
      await send(
        own,
        'zh',
        FILES.filter((f) => f !== without),
      )
    ).msg
  expect(await papers('CBFHKB')).toBe('必传材料缺失：户口簿')
  await b.db.pool.query(`update dk set lzzt = '1' where dkbm = '${dkbm('00072')}'`)
  expect(await papers('')).toBe('必传材料缺失：遗失声明或流转告知书')
  await b.db.pool.query(`update dk set lzzt = '0' where dkbm = '${dkbm('00072')}'`)
  const r = await household(b, 44, ['00075'])
  const other = await household(b, 45, ['00076'])
  const id = await accepted(await transfer('2', s, { cbfbm: r.cbfbm }, some))
  // told at the receiver's place, of a form that lacks other things too
  const second = await transfer('1', other, { cbfbm: r.cbfbm })
  const by = (await detail(id)).businessCode
  const held = `登记簿【${r.name} ${r.code}】存在在办业务【${by}】，不能重复受理`
  const barred = await send(second)
  expect([barred.msg, barred.data.fields]).toEqual([`该登记簿存在在办业务【${by}】，不能重复受理`, [{ field: 'cbfZr.cbfbm', msg: held }]])
  const early = { ...second, form: { ...second.form, xyrq: null, bgyy: null } }
  const { findings } = (await b.call('village')('POST', '/yw-accept/business/pre-flight', early)).data
  expect(findings).toContainEqual(expect.objectContaining({ code: 'E1001', field: 'cbfZr.cbfbm', severity: 'bars' }))
})
test('received by a household of another group of the village: the pre-flight names the land whose owner is to be looked at; the village’s own passes', async () => {
  const s = await household(b, 51, ['00081', '00083'])
  const r = await household(b, 52, ['00082'], [], { fbfbm: `${VILLAGE}07` })
  const sent = await transfer('2', s, { cbfbm: r.cbfbm }, { dk: chosen('00081') })
  const looked = async (lang: 'zh' | 'en') =>
    (await b.call('village', lang)('POST', '/yw-accept/business/pre-flight', sent)).data.findings.filter((f: { code: string }) => f.code === 'ownership')
  const told = (msg: string) => [expect.objectContaining({ severity: 'warns', task: 'register', field: 'cbfZr.cbfbm', msg })]
  const owned = (syqxz: string) => b.db.pool.query(`update dk set syqxz = '${syqxz}' where dkbm = '${dkbm('00081')}'`)
  await owned('31')
  expect(await looked('zh')).toEqual(told(`受让方属于本村其他发包方，只能受让村集体所有的土地：请核对地块【${dkbm('00081')}】的所有权性质`))
  expect(await looked('en')).toEqual(
    told(`The receiver belongs to another issuer of the village and can take only land that the village owns: check the ownership of ${dkbm('00081')}`),
  )
  await owned('32')
  expect(await looked('zh')).toEqual([])
})
