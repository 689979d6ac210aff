// Extending contracts of many households from the window to the register: each is registered alone by a job, and what stands in its rows then.
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registryOf } from '../../../apps/server/handlings.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import type { Act } from '../../../land/register/acts/acts.ts'
import { write } from '../../../land/register/write.server.ts'
import { planRoutes } from '../../../land/fbf/plan.server.ts'
import { param } from '../../../platform/definitions/system.ts'
import { sign_account } from '../../../signing/account/account.ts'
import { batchJob } from '../../cases/batch.server.ts'
import { householdFields } from '../../../tests/applications.ts'
import { attachTo, bench, FBFBM, land, memberId, registered, saveAgain, strip, VILLAGE, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, membersOf, applied, accepted, send, signOnPaper, revokedAt, undo, broken, drafts } = {} as ReturnType<
  typeof stories
>
beforeAll(async () => {
  b = await bench({ routes: planRoutes, perms: ['add', 'check'].map((verb) => `fbf_plan_${verb}`) })
  const files = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'HYJL', 'DKSYT', 'GSB']
  const told = stories(b, { typeCode: 'contract_renew', name: '延包', files })
  ;({ detail, step, to, all, one, current, tasksOf, membersOf, applied, accepted, send, signOnPaper, revokedAt, undo, broken, drafts } = told)
  await land(b, [])
})
afterAll(() => b.end())

/** A household whose papers are there, as an issuer with a plan in force asks for. */
async function household(...a: Parameters<typeof registered>): ReturnType<typeof registered> {
  const h = await registered(...a)
  await attachTo(b, String((await one('cbf', `cbfbm = '${h.cbfbm}'`)).id), ['CBFSFZ', 'CBFHKB'])
  return h
}
const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const run = () => b.run(batchJob(registry), b.queued.at(-1)!.payload)
const inCase = async (h: House, more: object = {}) => ({ cbjyqzbm: h.code, djbId: String((await current(h)).id), ybddlx: '1', ...more })
const sent = (h: House, item: string, nh: object[], more: object = {}) => applied(h, item, { bgyy: '二轮延包', nh, ...more }, '1')
/** To the last pass: surveyed, posted, signed; the register is left to the job. */
async function passed(id: string): Promise<void> {
  await to(id, 'sign')
  await signOnPaper(id)
  expect((await step(id, 'town')).msg).toBe('操作成功')
}
/** Says something to the register beside the case. */
const told = (unit: string, acts: readonly Act[]) =>
  b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '9' }, unit, regionCode: VILLAGE, day: '2026-03-17', acts }))
const seize = (h: House) =>
  told(`seize-${h.code}`, [{ act: 'restrict', ref: `cf-${h.code}`, kind: 'cf', on: { cbjyqzbm: h.code }, from: '2026-03-01', text: '法院查封' }])
const lift = (h: House) => told(`lift-${h.code}`, [{ act: 'endRestriction', ref: `cf-${h.code}`, text: '解除查封' }])
const actions = async (who: 'town' | 'admin', businessId: string): Promise<string[]> =>
  (await b.call(who)('GET', '/yw-accept/business/detail', {}, { id: businessId })).data.actions
const takenOut = async (businessId: string, h: House) =>
  b.call('office')('POST', '/ywbl/renew-contract/cancel', { businessId, djbId: String((await current(h)).id), cbhtbm: h.code })
const revoked = (businessId: string) => b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '不办' }, { businessId })
/** Another case on a household may begin, and is revoked. */
async function isFree(h: House): Promise<void> {
  expect((await revoked(await accepted(sent(h, '1', [await inCase(h)])))).msg).toBe('操作成功')
}
/** The job with an accident of our own at one household. */
function brokenJob(h: House) {
  const own = registry.handlings.contract_renew!
  const plan: typeof own.plan = (ctx, form, ...more) => {
    const nh = form.nh as { cbjyqzbm: string }[]
    if (nh.length === 1 && nh[0]!.cbjyqzbm === h.code) throw new TypeError('broken')
    return own.plan(ctx, form, ...more)
  }
  return b.run(batchJob({ ...registry, handlings: { ...registry.handlings, contract_renew: { ...own, plan } } }), b.queued.at(-1)!.payload)
}
const booksOf = async (id: string) =>
  (await all('business_book', `"businessId" = ${id}`)).toSorted((x, y) => (x.code < y.code ? -1 : 1)).map((k) => [k.code.slice(-5), k.status, k.reason])

test('without a plan of the issuer nothing is extended', async () => {
  const h = await household(b, 1, ['00001'])
  const r = await send(sent(h, '1', [await inCase(h)]))
  expect(r.data.fields).toEqual([{ field: 'nh.0.cbjyqzbm', msg: '发包方尚未登记下一轮承包期（延包方案）' }])
  // the list says so before anybody has filled the form
  const listed = async (lang: 'zh' | 'en' = 'zh', query: Record<string, string> = {}) =>
    (await b.call('town', lang)('GET', '/base-qssj/djb/renew/page', {}, { fbfbm: FBFBM, ...query })).data.records.map(
      (k: { eligible: boolean; reasons: string[] }) => [k.eligible, ...k.reasons],
    )
  expect(await listed()).toEqual([[false, '发包方尚未登记下一轮承包期（延包方案）']])
  expect(await listed('en')).toEqual([[false, 'The next contract round of the issuer (its extension plan) has not been recorded']])
  expect(await listed('zh', { onlyEligible: '1' })).toEqual([])
  // and the row of the household says the same
  const startable = (await b.call('town')('GET', '/yw-accept/business/possible-types', {}, { cbfbm: h.cbfbm })).data
  expect(startable.find((t: { typeCode: string }) => t.typeCode === 'contract_renew')).toMatchObject({
    eligible: false,
    reasons: ['发包方尚未登记下一轮承包期（延包方案）'],
  })
  // the next round is recorded with its plan, by two persons
  const at = '/base-qssj/fbf-plan'
  const days = { fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-02-10' }
  const plan = await b.call('town')('POST', `${at}/submit`, { fbfbm: FBFBM, roundNo: 3, ...days, planName: '玉顶村1组延包方案', reason: '镇政府批准' })
  await attachTo(b, plan.data, ['fbf_plan'])
  expect([plan.msg, await listed()]).toEqual(['操作成功', [[false, '发包方尚未登记下一轮承包期（延包方案）']]])
  expect((await b.call('county')('POST', `${at}/confirm`, { rev: 1 }, { id: plan.data })).msg).toBe('操作成功')
  expect(await listed()).toEqual([[true]])
  const businessId = await accepted(sent(h, '1', [await inCase(h)]))
  const { processInstanceId } = await detail(businessId)
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '误录' }, { businessId, processInstanceId })).msg).toBe('操作成功')
})

test('once the plan of the issuer is in force a household is extended when it was surveyed and its papers are there; a parameter asks always, or never', async () => {
  const h = await registered(b, 190, ['00790'])
  const { id } = await one('cbf', `cbfbm = '${h.cbfbm}'`)
  const listed = async () => {
    const query = { fbfbm: FBFBM, cbjyqzbm: h.code }
    return (await b.call('town')('GET', '/base-qssj/djb/renew/page', {}, query)).data.records.map((k: { eligible: boolean; reasons: string[] }) => [
      k.eligible,
      ...k.reasons,
    ])
  }
  const asked = async () => (await send(sent(h, '1', [await inCase(h)]))).data?.fields?.map((f: { field: string; msg: string }) => [f.field, f.msg])
  const lacking = '发包方延包方案已生效，该户附件不齐，缺CBFSFZ、CBFHKB'
  expect([await listed(), await asked()]).toEqual([[[false, lacking]], [['nh.0.cbjyqzbm', lacking]]])
  await attachTo(b, String(id), ['CBFSFZ'])
  expect(await listed()).toEqual([[false, '发包方延包方案已生效，该户附件不齐，缺CBFHKB']])
  await attachTo(b, String(id), ['CBFHKB'])
  await b.db.pool.query(`update cbf set cbfdcy = '' where id = ${id}`)
  expect(await asked()).toEqual([['nh.0.cbjyqzbm', '发包方延包方案已生效，该户没有调查记录']])
  const setting = (value: string) =>
    b.as('admin', (ctx) => rows.insert(ctx, param, { paramName: '延包须有调查和附件', paramKey: 'renew.requirePlan', paramValue: value }))
  const key = await setting('0')
  expect(await listed()).toEqual([[true]])
  await b.db.pool.query(`delete from param where id = ${key}`)
  expect((await listed())[0]![0]).toBe(false)
  // always: without a plan in force too
  await b.db.pool.query(`update fbf_plan set status = '0' where fbfbm = '${FBFBM}' and status = '1'`)
  expect(await listed()).toEqual([[true]])
  const always = await setting('1')
  const asks = await listed()
  expect([asks[0]![0], asks[0]![1]]).toEqual([false, expect.stringContaining('没有调查记录')])
  await b.db.pool.query(`delete from param where id = ${always}`)
  await b.db.pool.query(`update fbf_plan set status = '1' where fbfbm = '${FBFBM}' and status = '0'`)
  await b.db.pool.query(`update cbf set cbfdcy = '李' where id = ${id}`)
  expect(await listed()).toEqual([[true]])
})

test('members of a household that has a contract by another way too: the renewal takes both books, the other one goes on as it is', async () => {
  const h = await household(b, 191, ['00791'], ['00792'])
  const [head, wife, son] = await membersOf(h)
  const baby = { cyxm: '张新', cyxb: '1', yhzgx: '41', cyzjlx: '1', cyzjhm: memberId(891, 3), sfgyr: '1', cybz: '6' }
  const id = await accepted(sent(h, '2', [await inCase(h, { ybddlx: '2', jtcyList: [head, wife, son, baby] })]))
  await passed(id)
  expect(await run()).toEqual({ finished: 2, failed: 0 })
  const books = (await all('djb', `cbfbm = '${h.cbfbm}' and qszt = '1'`)).map((k) => [k.cbjyqzbm.slice(-1), k.version, k.cbqxz, k.cbfcysl]).toSorted()
  expect(books).toEqual([
    ['J', 2, '2058-09-30', 4],
    ['Q', 2, '2028-09-30', 4],
  ])
  // the list of what may be extended names household contracts only
  const q = (await b.call('town')('GET', '/base-qssj/djb/renew/page', {}, { fbfbm: FBFBM, cbjyqzbm: `${h.cbfbm}Q` })).data.records
  expect(q.map((k: { eligible: boolean; reasons: string[] }) => [k.eligible, k.reasons[0]])).toEqual([[false, '不是家庭承包']])
  expect(await broken()).toEqual([])
})

test('as it is: each household by itself; one whose book ended meanwhile fails with its reason, the others stand', async () => {
  const [one1, two, three] = [await household(b, 2, ['00002', '00003']), await household(b, 3, ['00004']), await household(b, 4, ['00005'])]
  const dk = [{ dkbm: `${FBFBM}00002`, qqmjm: '1.60', htmj: '1066.67', htmjm: '1.60' }]
  const id = await accepted(sent(one1, '1', [await inCase(one1, { lxdh: '13900000000' }), await inCase(two), await inCase(three)]))
  expect(await booksOf(id)).toEqual(['0002J', '0003J', '0004J'].map((c) => [c, 'open', null]))
  // the survey confirms an area
  const { form, rev } = await detail(id)
  const measured = { ...form, bgyy: '改', nh: form.nh.map((h: any, i: number) => (i ? h : { ...h, dk })) }
  expect((await b.call('town')('POST', '/yw-accept/business/update', { id, rev, form: measured })).msg).toBe('操作成功')
  // who read the case before the survey was kept does not write over it
  expect((await b.call('town')('POST', '/yw-accept/business/update', { id, rev, form })).key).toBe('changed')
  await passed(id)
  expect([(await detail(id)).status, (await current(one1)).version]).toEqual(['2', 1])
  await b.db.owner.updateTable('djb').set({ qszt: '3' }).where('cbjyqzbm', '=', two.code).execute()
  expect(await run()).toEqual({ finished: 2, failed: 1 })
  await b.db.owner.updateTable('djb').set({ qszt: '1' }).where('cbjyqzbm', '=', two.code).execute()
  expect(await booksOf(id)).toEqual([
    ['0002J', 'finished', null],
    ['0003J', 'failed', '登记簿已注销或已变更，请刷新'],
    ['0004J', 'finished', null],
  ])
  expect(await tasksOf(id)).toEqual(['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
  const book = await current(one1)
  expect([book.version, book.djlx, book.djxl, book.cbqx, book.cbqxq, book.cbqxz, book.htzmj, book.htzmjm, book.dbr]).toEqual([
    2,
    '1',
    '9',
    '30',
    '2028-10-01',
    '2058-09-30',
    '2066.67',
    '3.10',
    '县经办',
  ])
  const old = await one('djb', `cbjyqzbm = '${one1.code}' and version = 1`)
  expect([old.qszt, old.endReason, String(old.endBusinessId)]).toEqual(['2', '二轮延包', id])
  expect((await all('djb_lineage', `"djbId" = ${book.id}`)).map((l) => [String(l.prevDjbId), l.djxl])).toEqual([[String(old.id), '9']])
  const contract = await one('cbht', `"djbId" = ${book.id}`)
  const said = [contract.version, contract.htlx, contract.ycbhtbm, contract.yhtzmj, contract.yhtzmjm, contract.signStatus, contract.qdsj, contract.cbqx]
  expect(said).toEqual([2, '3', one1.code, '2000.00', '3.00', '2', '2026-03-17', 30])
  expect((await all('cbdkxx', `"djbId" = ${book.id}`)).map((l) => [l.dkbm.slice(-5), l.htmjm, l.yhtmj, l.yhtmjm])).toEqual([
    ['00002', '1.60', '1000.00', '1.50'],
    ['00003', '1.50', '1000.00', '1.50'],
  ])
  expect((await all('dk', `cbfbm = '${one1.cbfbm}'`)).map((p) => [p.dkbm.slice(-5), p.qqmjm])).toEqual([
    ['00002', '1.60'],
    ['00003', '1.50'],
  ])
  const [content] = await all('djb_content', `"djbId" = ${book.id}`)
  expect(JSON.parse(content.text).book.prevCbqxz).toBe('2028-09-30')
  expect((await all('cbjyqz_event', `cbjyqzbm = '${one1.code}'`)).map((e) => [e.kind, e.reason])).toEqual([['hf', '二轮延包']])
  expect((await one('cbf', `cbfbm = '${one1.cbfbm}'`)).lxdh).toBe('13900000000')
  expect([(await detail(id)).status, await all('business_lock', 'true')]).toEqual(['3', []])
  expect(await run()).toEqual({ finished: 2, failed: 1 })
  expect((await all('register_entry', `"causeId" = '${id}'`)).map((e) => e.unit.split('/')[1]?.slice(-5))).toEqual(['0002J', '0004J'])
  expect(await broken()).toEqual([])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await current(one1)).version, (await current(three)).version]).toEqual([1, 1])
  expect(await broken()).toEqual([])
})

test('part returned and shares: the land that leaves is reserve, shares stand in the book; an annotated certificate stays', async () => {
  const [back, share] = [await household(b, 5, ['00006', '00007']), await household(b, 6, ['00008'])]
  const nh = [await inCase(back, { ybddlx: '6', leaving: [{ dkbm: `${FBFBM}00007` }] }), await inCase(share, { ybddlx: '8' })]
  const id = await accepted(sent(back, '2', nh, { hfqz: '2' }))
  await passed(id)
  expect(await run()).toEqual({ finished: 2, failed: 0 })
  expect([(await current(back)).htzmjm, (await current(back)).cbdkzs, (await current(back)).cbqxz]).toEqual(['1.50', 1, '2058-09-30'])
  const parcel = await one('dk', `dkbm = '${FBFBM}00007'`)
  expect([parcel.zt, parcel.djzt, parcel.dklb, parcel.cbfbm]).toEqual(['1', '0', '22', null])
  expect((await all('cbdkxx', `"djbId" = ${(await current(share)).id}`)).map((l) => l.sfqqqg)).toEqual(['1'])
  expect((await all('cbjyqz', `cbjyqzbm = '${back.code}'`)).map((c) => [c.sfzx, String(c.djbId)])).toEqual([[0, String((await current(back)).id)]])
  // the certificate goes on, and the new version is found by its serial
  expect((await current(back)).cbjyqzlsh).toBe('5')
  expect((await all('djb_note', `"onCode" = '${back.code}'`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['1', '9', '二轮延包']])
  expect(await broken()).toEqual([])
})

test('members, an adjustment with a cut and a merge in one case: each group is one entry, what belongs together is taken out and undone together', async () => {
  const [people, giver, getter] = [
    await household(b, 20, ['00060'], [], { shares: true }),
    await household(b, 21, ['00061', '00062'], [], { drawn: true }),
    await household(b, 22, ['00063'], [], { joins: ['00060'] }),
  ]
  const [stays, joins] = [await household(b, 23, ['00064']), await household(b, 24, ['00065'])]
  const [out, gets] = [await household(b, 25, ['00066', '00067']), await household(b, 26, ['00068'])]
  const [head, wife, son] = await membersOf(people)
  const baby = { cyxm: '张新', cyxb: '1', yhzgx: '41', cyzjlx: '1', cyzjhm: memberId(820, 3), sfgyr: '1', cybz: '6' }
  const joined = [...(await membersOf(stays)), ...(await membersOf(joins)).map((m) => ({ ...m, yhzgx: '97' }))]
  const given = (n5: string, to: House) => ({ dkbm: `${FBFBM}${n5}`, to: to.code })
  const cut = (...pieces: readonly (readonly [string, number, number])[]) => [
    { dkbm: `${FBFBM}00061`, pieces: pieces.map(([whose, from, end]) => ({ to: whose, geom: strip('00061', from, end) })) },
  ]
  const nh = [
    await inCase(people, { ybddlx: '2', jtcyList: [head, wife, son, baby] }),
    await inCase(giver, { ybddlx: '3', moves: [given('00062', getter)], cuts: cut() }),
    await inCase(getter, { ybddlx: '3' }),
    await inCase(stays, { ybddlx: '5', jtcyList: joined }),
    await inCase(joins, { ybddlx: '5', into: stays.code }),
    await inCase(out, { ybddlx: '3', moves: [given('00066', gets)] }),
    await inCase(gets, { ybddlx: '3' }),
  ]
  const id = await accepted(sent(people, '2', nh))
  expect((await step(id, 'town')).data.fields).toEqual([{ field: 'nh.1.cuts.0.pieces', msg: `地块【${FBFBM}00061】尚未分割` }])
  // who gives and who gets leave the case together
  const taken = { businessId: id, djbId: String((await current(gets)).id), cbhtbm: gets.code, reason: '不调整' }
  expect((await b.call('village')('POST', '/ywbl/renew-contract/cancel', taken)).msg).toBe('操作成功')
  expect((await booksOf(id)).map(([code, status]) => [code, status])).toEqual([
    ...['0020J', '0021J', '0022J', '0023J', '0024J'].map((c) => [c, 'open']),
    ...['0025J', '0026J'].map((c) => [c, 'cancelled']),
  ])
  const { form } = await detail(id)
  const drawn = { ...form, nh: form.nh.map((h: any) => (h.cbjyqzbm === giver.code ? { ...h, cuts: cut(['keep', 0, 30], [getter.code, 30, 40]) } : h)) }
  expect((await saveAgain(b, 'town', { id, form: drawn })).msg).toBe('操作成功')
  await passed(id)
  expect(await run()).toEqual({ finished: 5, failed: 0 })
  expect((await all('register_entry', `"causeId" = '${id}'`)).map((e) => e.unit.split('/')[1]?.slice(-5))).toEqual(['0020J', '0021J', '0023J'])
  const said = async (h: House) => {
    const book = await current(h)
    const lines = await all('cbdkxx', `"djbId" = ${book.id}`)
    return [book.version, book.djxl, book.cbqxz, book.cbfcysl, book.htzmj, lines.map((l) => [l.cbjyqqdfs, l.htmj, l.yhtmj])]
  }
  expect(await said(people)).toEqual([2, '9', '2058-09-30', 4, '1000.00', [['110', '1000.00', '1000.00']]])
  expect(await said(giver)).toEqual([2, '9', '2058-09-30', 3, '750.00', [['110', '750.00', '750.00']]])
  expect(await said(getter)).toEqual([
    2,
    '9',
    '2058-09-30',
    3,
    '2750.00',
    [
      ['110', '500.00', '500.00'],
      ['110', '1000.00', '1000.00'],
      ['110', '1000.00', '1000.00'],
      ['110', '250.00', '250.00'],
    ],
  ])
  expect(await said(stays)).toEqual([
    2,
    '9',
    '2058-09-30',
    6,
    '2000.00',
    [
      ['110', '1000.00', '1000.00'],
      ['110', '1000.00', '1000.00'],
    ],
  ])
  const gone = await one('cbf', `cbfbm = '${joins.cbfbm}'`)
  expect([gone.zt, gone.djzt, gone.zxyylx, await current(joins)]).toEqual(['2', '9', '7', undefined])
  expect((await one('dk', `dkbm = '${FBFBM}00062'`)).cbfbm).toBe(getter.cbfbm)
  expect((await all('djb_lineage', `"djbId" = ${(await current(getter)).id}`)).length).toBe(2)
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => c.cbhtbm.slice(-5)).toSorted()).toEqual(['0020J', '0021J', '0022J', '0023J'])
  expect(await broken()).toEqual([])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await current(giver)).htzmj, (await current(joins)).version, (await membersOf(people)).length]).toEqual(['2000.00', 1, 3])
  expect(await broken()).toEqual([])
})

test('a split with a cut, a new contractor, one that is not extended: each in its own entry, codes of new households taken, taken out and undone with what they hold', async () => {
  const [parts, plain, leaves] = [
    await household(b, 40, ['00080', '00081'], [], { drawn: true }),
    await household(b, 41, ['00082']),
    await household(b, 42, ['00083']),
  ]
  await land(b, ['00090', '00091'])
  const [head, wife, son] = await membersOf(parts)
  const at = ({ id, cyxm }: { id: string; cyxm: string }, yhzgx: string) => ({ id, cyxm, yhzgx })
  const households = [
    { kept: '1', jtcyList: [at(head!, '02'), at(wife!, '12')], dk: [{ dkbm: `${FBFBM}00081` }] },
    { kept: '2', jtcyList: [at(son!, '02')], dk: [], lxdh: '13912345678' },
  ]
  const cuts = (...pieces: readonly (readonly [string, number, number])[]) => [
    { dkbm: `${FBFBM}00080`, pieces: pieces.map(([whose, from, end]) => ({ to: whose, geom: strip('00080', from, end) })) },
  ]
  const person = (n: number, cyxm: string) => ({ cyxm, cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: memberId(n, 4), sfgyr: '1' })
  const added = (bh: string, n: number, n5: string) => ({
    bh,
    cbf: { ...householdFields(`新${n}`, memberId(n, 4)), jtcyList: [person(n, `新${n}`)] },
    dk: [{ dkbm: `${FBFBM}${n5}`, htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }],
  })
  const nh = [await inCase(parts, { ybddlx: '4', households, cuts: cuts() }), await inCase(plain), await inCase(leaves, { ybddlx: '9', byyy: '举家迁出' })]
  const id = await accepted(sent(parts, '2', nh, { xz: [added('N1', 830, '00090'), added('N2', 831, '00091')] }))
  const { codes } = await one('business_draft', `"businessId" = ${id}`)
  const [sonCode] = codes.households[parts.code]
  const [first, second] = [codes.added.N1, codes.added.N2]
  expect(new Set([sonCode, first, second, parts.cbfbm]).size).toBe(4)
  const tail = (code: string) => `${code}J`.slice(-5)
  expect(await booksOf(id)).toEqual(
    [['0040J', 'open', null], ['0041J', 'open', null], ['0042J', 'cancelled', '举家迁出'], ...[first, second].map((c) => [tail(c), 'open', null])].toSorted(),
  )
  // who is not extended is free, and may stand in another case at once
  const held = async () => (await all('business_lock', `"businessId" = ${id}`)).map((l) => `${l.objectType} ${l.objectType === 'person' ? '' : l.objectCode}`)
  expect((await held()).join()).not.toContain(leaves.cbfbm)
  const out = { businessId: id, djbId: '', cbhtbm: `${second}J`, reason: '放弃' }
  const before = (await held()).length
  expect((await b.call('village')('POST', '/ywbl/renew-contract/cancel', out)).msg).toBe('操作成功')
  // its code, its contract, its parcel and its head
  expect([before - (await held()).length, (await held()).join().includes(second), (await detail(id)).form.xz.length]).toEqual([4, false, 1])
  const { form } = await detail(id)
  const drawn = { ...form, nh: form.nh.map((h: any) => (h.cbjyqzbm === parts.code ? { ...h, cuts: cuts(['1', 0, 30], ['2', 30, 40]) } : h)) }
  expect((await saveAgain(b, 'town', { id, form: drawn })).msg).toBe('操作成功')
  expect((await one('business_draft', `"businessId" = ${id}`)).codes.households).toEqual({ [parts.code]: [sonCode] })
  // what the son gets is known now
  expect(await booksOf(id)).toContainEqual([tail(sonCode), 'open', null])
  await to(id, 'recheck')
  // what was posted says of each household until when it contracted and contracts, and keeps saying it
  const posted = async () => (await one('publicity', `"businessId" = ${id} and status = '2'`)).snapshot.households
  const list = await posted()
  const remarks = list.map((x: any) => [x.cbfmc, x.remark.zh.split('；')[0], x.remark.en.split('; ')[0]])
  const renewed = [
    '承包期限由2028年09月30日延长至2058年09月30日（自2028年10月01日起，第3轮承包期）',
    'contract term 2028-10-01 to 2058-09-30 (the one before ends on 2028-09-30, round 3)',
  ]
  const anew = ['承包期限自2028年10月01日至2058年09月30日（第3轮承包期）', 'contract term 2028-10-01 to 2058-09-30 (round 3)']
  expect(remarks.toSorted()).toEqual(
    [
      ['张40', ...renewed],
      ['张41', ...renewed],
      ['张小40', ...renewed],
      ['新830', ...anew],
    ].toSorted(),
  )
  await passed(id)
  expect(await posted()).toEqual(list)
  expect((await drafts(id)).map((c: any) => [c.terms.cbhtbm.slice(-5), c.holder.cbfmc, c.terms.cbqxq, c.parcels.length])).toEqual(
    [
      ['0040J', '张40', '2028-10-01', 2],
      ['0041J', '张41', '2028-10-01', 1],
      [tail(sonCode), '张小40', '2028-10-01', 1],
      [tail(first), '新830', '2028-10-01', 1],
    ].toSorted(),
  )
  expect(await run()).toEqual({ finished: 4, failed: 0 })
  expect((await all('register_entry', `"causeId" = '${id}'`)).map((e) => e.unit.split('/')[1]?.slice(-5)).toSorted()).toEqual(['0040J', '0041J', 'N1'])
  const said = async (cbfbm: string) => {
    const book = await one('djb', `cbjyqzbm = '${cbfbm}J' and qszt = '1'`)
    const contract = await one('cbht', `"djbId" = ${book.id}`)
    return [book.version, book.djlx, book.djxl, book.cbqxq, book.cbqxz, book.htzmj, book.cbfcysl, contract.htlx, contract.ycbhtbm, contract.yhtzmj]
  }
  expect(await said(parts.cbfbm)).toEqual([2, '1', '9', '2028-10-01', '2058-09-30', '1750.00', 2, '3', parts.code, '1750.00'])
  expect(await said(sonCode)).toEqual([1, '1', '9', '2028-10-01', '2058-09-30', '250.00', 1, '3', parts.code, '250.00'])
  expect(await said(first)).toEqual([1, '0', '9', '2028-10-01', '2058-09-30', '1000.00', 1, '1', null, null])
  expect((await all('djb_lineage', `"djbId" = ${(await one('djb', `cbjyqzbm = '${sonCode}J'`)).id}`)).map((l) => l.djxl)).toEqual(['9'])
  expect((await one('cbf', `cbfbm = '${sonCode}'`)).lxdh).toBe('13912345678')
  expect(await one('dk', `dkbm = '${FBFBM}00090'`)).toMatchObject({ dklb: '10', djzt: '2', cbfbm: first })
  expect([(await current(leaves)).version, (await current(leaves)).cbqxz]).toEqual([1, '2028-09-30'])
  expect([(await detail(id)).status, await all('business_lock', `"businessId" = ${id}`), await broken()]).toEqual(['3', [], []])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await current(parts)).htzmj, await one('cbf', `cbfbm = '${first}'`), (await one('dk', `dkbm = '${FBFBM}00090'`)).cbfbm]).toEqual([
    '2000.00',
    undefined,
    null,
  ])
  expect(await broken()).toEqual([])
})

test('revoked at every task the register is as it was and every household is free', async () => {
  const [h, other] = [await household(b, 7, ['00009']), await household(b, 8, ['00010'])]
  await revokedAt(['survey', 'check', 'publicity', 'recheck', 'sign'], sent(h, '1', [await inCase(h), await inCase(other)]))
})
test('revoked with members, an adjustment, a split, a merge, a return and a new contractor in it: the register is as it was', async () => {
  const [p, giver, getter] = [await household(b, 50, ['00100']), await household(b, 51, ['00101', '00102']), await household(b, 52, ['00103'])]
  const [stays, joins] = [await household(b, 53, ['00104']), await household(b, 54, ['00105'])]
  const [back, splits] = [await household(b, 55, ['00106', '00107']), await household(b, 56, ['00108', '00109'])]
  await land(b, ['00190'])
  const [head, wife, son] = await membersOf(p)
  const [father, mother, child] = await membersOf(splits)
  const at = ({ id, cyxm }: { id: string; cyxm: string }, yhzgx: string) => ({ id, cyxm, yhzgx })
  const of = (n5: string) => ({ dkbm: `${FBFBM}${n5}` })
  const joined = [...(await membersOf(stays)), ...(await membersOf(joins)).map((m) => ({ ...m, yhzgx: '97' }))]
  const card = { cyxm: '新户', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: memberId(840, 4), sfgyr: '1' }
  const nh = [
    await inCase(p, { ybddlx: '2', jtcyList: [head, wife, { ...son, cybz: '7', sfgyr: '2' }] }),
    await inCase(giver, { ybddlx: '3', moves: [{ ...of('00102'), to: getter.code }] }),
    await inCase(getter, { ybddlx: '3' }),
    await inCase(stays, { ybddlx: '5', jtcyList: joined }),
    await inCase(joins, { ybddlx: '5', into: stays.code }),
    await inCase(back, { ybddlx: '6', leaving: [of('00107')] }),
    await inCase(splits, {
      ybddlx: '4',
      households: [
        { kept: '1', jtcyList: [at(father!, '02'), at(mother!, '12')], dk: [of('00108')] },
        { kept: '2', jtcyList: [at(child!, '02')], dk: [of('00109')] },
      ],
    }),
  ]
  const xz = [
    { bh: 'N1', cbf: { ...householdFields('新户', card.cyzjhm), jtcyList: [card] }, dk: [{ ...of('00190'), htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }] },
  ]
  await revokedAt(['survey', 'sign'], sent(p, '2', nh, { xz }))
})

test('sent back to the acceptance the way may change: what the household gives up no more stays, and the case goes on', async () => {
  const h = await household(b, 60, ['00120', '00121'])
  const id = await accepted(sent(h, '2', [await inCase(h, { ybddlx: '6', leaving: [{ dkbm: `${FBFBM}00121` }] })]))
  await to(id, 'check')
  expect((await step(id, 'town', { result: 'return', target: 'register', comment: '不交回' })).msg).toBe('操作成功')
  const { form, rev } = await detail(id)
  const again = { ...sent(h, '2', [{ ...form.nh[0], ybddlx: '1', leaving: [] }]), id, rev }
  expect((await saveAgain(b, 'village', again)).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await passed(id)
  expect(await run()).toEqual({ finished: 1, failed: 0 })
  expect([(await current(h)).cbdkzs, (await current(h)).cbqxz, await all('business_lock', `"businessId" = ${id}`)]).toEqual([2, '2058-09-30', []])
  expect((await one('dk', `dkbm = '${FBFBM}00121'`)).dklb).toBe('10')
  expect(await broken()).toEqual([])
})

test('one household is taken out of a case under way: it is free, the others go on; not once it is signed, and not the last', async () => {
  const [stays, goes, early] = [await household(b, 9, ['00011']), await household(b, 10, ['00012']), await household(b, 11, ['00013'])]
  const nh = [await inCase(stays), await inCase(goes), await inCase(early)]
  const id = await accepted(sent(stays, '1', nh))
  const out = async (who: 'village' | 'town' | 'office', h: House, lang: 'zh' | 'en' = 'zh', more: object = {}) =>
    b.call(who, lang)('POST', '/ywbl/renew-contract/cancel', { businessId: id, djbId: String((await current(h)).id), cbhtbm: h.code, ...more })
  expect((await out('town', early)).key).toBe('E2002')
  expect((await out('village', early, 'zh', { djbId: '1' })).msg).toBe('业务中没有该登记簿，或其登记已有结果')
  expect((await out('village', early, 'en', { djbId: '1' })).msg).toBe('The case does not contain this book, or it is no longer open')
  const { rev } = await detail(id)
  expect((await out('village', early, 'zh', { reason: '外出' })).msg).toBe('操作成功')
  expect((await detail(id)).rev).toBe(rev + 1)
  expect(await booksOf(id)).toEqual([
    ['0009J', 'open', null],
    ['0010J', 'open', null],
    ['0011J', 'cancelled', '外出'],
  ])
  expect((await detail(id)).form.nh.map((h: any) => h.cbjyqzbm)).toEqual([stays.code, goes.code])
  // what is free again may stand in another case
  const other = await accepted(sent(early, '1', [await inCase(early)]))
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', {}, { businessId: other })).msg).toBe('操作成功')
  await to(id, 'sign')
  await signOnPaper(id)
  await b.db.owner.updateTable('contract_file').set({ signStatus: '2', qdsj: '2026-03-17', attachId: '1' }).where('cbhtbm', '=', goes.code).execute()
  expect((await out('office', goes)).msg).toBe('操作成功')
  expect((await out('office', stays)).msg).toBe('业务中只剩这一户，请撤销业务')
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => [c.cbhtbm, c.signStatus])).toEqual([[stays.code, '2']])
  const held = (await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectCode.slice(-9))
  expect(held.toSorted()).toEqual([`${stays.cbfbm}`.slice(-9), stays.code.slice(-9), `${FBFBM}00011`.slice(-9)].toSorted())
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect(await run()).toEqual({ finished: 1, failed: 0 })
  expect([(await current(stays)).version, (await current(goes)).version, (await out('office', goes)).key]).toEqual([2, 1, 'E2006'])
  expect(await broken()).toEqual([])
})

test('a contract that is signed is taken out by an administrator alone, while the task of signing is open', async () => {
  const [one1, two] = [await household(b, 12, ['00014']), await household(b, 13, ['00015'])]
  const id = await accepted(sent(one1, '1', [await inCase(one1), await inCase(two)]))
  await to(id, 'recheck')
  const written = (row: object) => b.db.owner.updateTable('contract_file').set(row).where('cbhtbm', '=', two.code).execute()
  const [{ signStatus, qdsj, attachId }] = (await all('contract_file', `cbhtbm = '${two.code}'`)) as [Record<string, unknown>]
  await written({ signStatus: '2', qdsj: '2026-03-17', attachId: '1' })
  const body = { businessId: id, djbId: String((await current(two)).id), cbhtbm: two.code }
  expect((await b.call('office')('POST', '/ywbl/renew-contract/cancel', body)).msg).toBe(`合同【${two.code}】已签署，只能由管理员在签订环节移出`)
  // the watch would tell what was written past the product
  expect(await broken()).toEqual([expect.stringMatching(/^A1_business: /)])
  await written({ signStatus, qdsj, attachId })
  expect(await broken()).toEqual([])
})

test('a way of signing is chosen for many households by the statements of one; what stands against one of them names it', async () => {
  await b.as('admin', (ctx) => rows.insert(ctx, sign_account, { regionCode: VILLAGE.slice(0, 6), purchased: 100, consumed: 0, reserved: 0 }))
  const toSign = async (from: number, n: number) => {
    const houses: House[] = []
    for (let i = from; i < from + n; i++) houses.push(await household(b, i, [`00${200 + i}`]))
    const nh: object[] = []
    for (const h of houses) nh.push(await inCase(h))
    const id = await accepted(sent(houses[0]!, '1', nh))
    await to(id, 'sign')
    return { id, ids: (await all('contract_file', `"businessId" = ${id}`)).map((c) => c.id), houses }
  }
  const sends = async (path: string, body: object) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const { msg } = await b.call('town')('POST', path, body)
      return { msg, n: query.mock.calls.length }
    } finally {
      query.mockRestore()
    }
  }
  const choose = ({ id, ids }: { id: string; ids: string[] }) => sends('/dzzw/choose-sign-way', { businessId: id, contractIds: ids, signWay: '2' })
  const [few, many] = [await toSign(70, 1), await toSign(71, 12)]
  const [one1, all12] = [await choose(few), await choose(many)]
  expect([one1.msg, all12.msg]).toEqual(['操作成功', '操作成功'])
  expect(all12.n).toBe(one1.n)
  expect(one1.n).toBeLessThan(50)
  const lame = many.houses[4]!
  const numbered = (cbfzjhm: string) => b.db.owner.updateTable('cbf').set({ cbfzjhm }).where('cbfbm', '=', lame.cbfbm).execute()
  await numbered('')
  expect((await choose(many)).msg).toBe(`合同【${lame.code}】：承包方代表缺少证件号码，不能现场核对身份；请先补充其证件号码或配置签署代理人`)
  await numbered(memberId(75, 0))
})

test('a household that was taken out is added again by hand, and is registered with the others', async () => {
  const [stays, back] = [await household(b, 14, ['00016']), await household(b, 15, ['00017'])]
  const nh = [await inCase(stays), await inCase(back)]
  const id = await accepted(sent(stays, '1', nh))
  const body = { businessId: id, djbId: String((await current(back)).id), cbhtbm: back.code, reason: '外出' }
  expect((await b.call('village')('POST', '/ywbl/renew-contract/cancel', body)).msg).toBe('操作成功')
  await to(id, 'check')
  expect((await step(id, 'town', { result: 'return', target: 'register', comment: '漏一户' })).msg).toBe('操作成功')
  expect((await saveAgain(b, 'village', { ...sent(stays, '1', nh), id })).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  expect(await booksOf(id)).toEqual([
    ['0014J', 'open', null],
    ['0015J', 'open', null],
  ])
  await passed(id)
  expect(await run()).toMatchObject({ failed: 0 })
  expect((await detail(id)).status).toBe('3')
  expect([(await current(stays)).version, (await current(back)).version]).toEqual([2, 2])
  expect(await broken()).toEqual([])
})

test('the only household of a case is seized while it is registered: the case goes back to its last task and says why, is refused as long as that stands, and is registered after', async () => {
  const h = await household(b, 110, ['00300'])
  const id = await accepted(sent(h, '1', [await inCase(h)]))
  await passed(id)
  await seize(h)
  expect(await run()).toEqual({ finished: 0, failed: 1 })
  const reason = `【${h.code}】被查封，不能办理该业务`
  const back = await detail(id)
  expect([back.status, back.taskKey, back.currentActive]).toEqual(['2', 'sign', 'sign'])
  expect(back.unregistered).toEqual([{ code: h.code, djbId: String((await current(h)).id), reason }])
  const [last] = (await all('process_history', `"businessId" = ${id} and action = 'return'`)).slice(-1)
  expect(last.comment).toBe(`登簿未成功 ${h.code}: ${reason}`)
  expect([await actions('town', id), await actions('admin', id)]).toMatchObject([
    expect.arrayContaining(['pass', 'return']),
    expect.arrayContaining(['revoke']),
  ])
  // the job comes too late, and changes nothing
  expect(await run()).toEqual({ finished: 0, failed: 1 })
  expect((await tasksOf(id)).filter((k) => k === 'sign')).toEqual(['sign', 'sign'])
  expect((await step(id, 'town')).msg).toContain('查封')
  await lift(h)
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect(await run()).toEqual({ finished: 1, failed: 0 })
  const done = await detail(id)
  expect([done.status, done.unregistered, (await current(h)).version, await all('business_lock', `"businessId" = ${id}`)]).toEqual(['3', [], 2, []])
  expect(await broken()).toEqual([])
})

test('of several of which none could be registered one is taken out and the last one revoked: each is free for another case', async () => {
  const [one1, two] = [await household(b, 111, ['00301']), await household(b, 112, ['00302'])]
  const id = await accepted(sent(one1, '1', [await inCase(one1), await inCase(two)]))
  await passed(id)
  await seize(one1)
  await seize(two)
  expect(await run()).toEqual({ finished: 0, failed: 2 })
  await lift(one1)
  await lift(two)
  expect((await takenOut(id, one1)).msg).toBe('操作成功')
  await isFree(one1)
  expect((await takenOut(id, two)).msg).toBe('业务中只剩这一户，请撤销业务')
  expect((await revoked(id)).msg).toBe('操作成功')
  await isFree(two)
  expect([(await current(one1)).version, (await current(two)).version, await broken()]).toEqual([1, 1, []])
})

test('one of several that could not be registered ends with its case, and is free for another', async () => {
  const [one1, two] = [await household(b, 113, ['00303']), await household(b, 114, ['00304'])]
  const id = await accepted(sent(one1, '1', [await inCase(one1), await inCase(two)]))
  await passed(id)
  await seize(two)
  expect(await run()).toEqual({ finished: 1, failed: 1 })
  expect([(await detail(id)).status, (await detail(id)).unregistered]).toEqual(['3', []])
  await lift(two)
  await isFree(two)
  expect(await broken()).toEqual([])
})

test('an accident at one household does not keep the others from being registered; it is taken out, and the case ends', async () => {
  const [one1, two] = [await household(b, 115, ['00305']), await household(b, 116, ['00306'])]
  const id = await accepted(sent(one1, '1', [await inCase(one1), await inCase(two)]))
  await passed(id)
  await expect(brokenJob(one1)).rejects.toThrow('broken')
  expect(await booksOf(id)).toEqual([
    ['0115J', 'open', null],
    ['0116J', 'finished', null],
  ])
  expect(await actions('admin', id)).toContain('revoke')
  const [zh, en] = [await revoked(id), await b.call('admin', 'en')('POST', '/yw-accept/business/revoke', {}, { businessId: id })]
  expect([zh.msg, en.msg]).toEqual([
    '业务中已有承包户登簿，不能撤销；请将未登簿的承包户移出',
    'Some households of the case are registered: it cannot be revoked; remove those that are not',
  ])
  expect((await takenOut(id, one1)).msg).toBe('操作成功')
  expect([(await detail(id)).status, await all('business_lock', `"businessId" = ${id}`)]).toEqual(['3', []])
  await isFree(one1)
  expect([(await current(one1)).version, (await current(two)).version, await broken()]).toEqual([1, 2, []])
})

test('an accident at the only household of a case leaves it to the job, tried again, or to an administrator, who revokes it', async () => {
  const [h, other] = [await household(b, 117, ['00307']), await household(b, 118, ['00308'])]
  const id = await accepted(sent(h, '1', [await inCase(h)]))
  await passed(id)
  await expect(brokenJob(h)).rejects.toThrow('broken')
  expect([await actions('town', id), await actions('admin', id)]).toEqual([['print'], ['revoke', 'print']])
  expect((await revoked(id)).msg).toBe('操作成功')
  await isFree(h)
  const again = await accepted(sent(other, '1', [await inCase(other)]))
  await passed(again)
  await expect(brokenJob(other)).rejects.toThrow('broken')
  expect(await run()).toEqual({ finished: 1, failed: 0 })
  expect([(await detail(again)).status, await broken()]).toEqual(['3', []])
})
