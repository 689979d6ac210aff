// Exchanging parcels from the window to the register: what stands in its rows then, and that a case without effect leaves none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlings } from '../../../apps/server/handlings.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { param as paramTable } from '../../../platform/definitions/system.ts'
import { readDraftContract } from '../../cases/handling/draft-contract.server.ts'
import { bench, FBFBM, registered as household, saveAgain, strip, type Bench } from '../../../tests/case-bench.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, application, accepted, send, registered, revokedAt, undo } = {} as ReturnType<typeof stories>
beforeAll(async () => {
  b = await bench()
  const files = ['SQS', 'CBFSFZ', 'CBHT', 'CBJYQZ', 'XY', 'DKSYT', 'DCB', 'GSB']
  ;({ detail, step, to, all, one, current, tasksOf, application, accepted, send, registered, revokedAt, undo } = stories(b, {
    typeCode: 'change_exchange',
    name: '互换',
    files,
  }))
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5
const chosen = (...parcels: string[]) => parcels.map((n) => ({ dkbm: dkbm(n) }))
/** What a clerk sends: two households and what each gives. */
const exchange = async (a: House, z: House, form: object, item = '1') =>
  application(a, item, { cbjyqzbmB: z.code, djbIdB: String((await current(z)).id), xyrq: '2026-03-01', bgyy: '方便耕种', ...form })
const linesOf = async (djbId: string) =>
  (await all('cbdkxx', `"djbId" = ${djbId}`)).map((l) => [l.dkbm.slice(-5), l.htmjm, l.cbjyqqdfs, l.qszt]).toSorted((x, y) => (x[0] < y[0] ? -1 : 1))

test('_1: each book goes on under its code and term with what the other gave, both from both, nothing else changes', async () => {
  const a = await household(b, 1, ['00001', '00002'])
  const z = await household(b, 2, ['00003'], [], { years: 31 })
  const [oldA, oldZ] = [await current(a), await current(z)]
  const id = await accepted(await exchange(a, z, { dk: chosen('00002'), dkB: chosen('00003') }))
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).sort()).toEqual(['cbf', 'cbf', 'djb', 'djb', 'dk', 'dk', 'dk'])
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'publicity', 'recheck', 'sign'])
  const [nowA, nowZ] = [await current(a), await current(z)]
  expect([nowA, nowZ].map((x) => [x.cbjyqzbm, x.version, x.djlx, x.djxl, x.cbqxq, x.cbqxz, x.htzmjm, x.cbdkzs, x.dbr, x.djsj])).toEqual([
    [a.code, 2, '1', '4', '1998-10-01', '2028-09-30', '3.00', 2, '县经办', '2026-03-17'],
    [z.code, 2, '1', '4', '1998-10-01', '2029-09-30', '1.50', 1, '县经办', '2026-03-17'],
  ])
  for (const old of [oldA, oldZ]) {
    const was = await one('djb', `id = ${old.id}`)
    expect([was.qszt, was.endTime, was.endReason, String(was.endBusinessId)]).toEqual(['2', '2026-03-17', '方便耕种', id])
  }
  expect([await linesOf(nowA.id), await linesOf(nowZ.id), await linesOf(oldZ.id)]).toEqual([
    [
      ['00001', '1.50', '110', '1'],
      ['00003', '1.50', '300', '1'],
    ],
    [['00002', '1.50', '300', '1']],
    [['00003', '1.50', '110', '2']],
  ])
  const lineage = await all('djb_lineage', `"businessId" = ${id}`)
  const from = (x: any) => lineage.filter((l) => String(l.djbId) === String(x.id)).map((l) => [String(l.prevDjbId), l.djxl])
  const ids = [String(oldA.id), String(oldZ.id)]
  expect([from(nowA), from(nowZ)].map((f) => f.toSorted())).toEqual([ids.map((i) => [i, '4']).toSorted(), ids.map((i) => [i, '4']).toSorted()])
  const parcels = await Promise.all(['00001', '00002', '00003'].map((n) => one('dk', `dkbm = '${dkbm(n)}'`)))
  expect(parcels.map((p) => [p.cbfbm, p.cbfmc, p.zt, p.djzt, p.dklb, p.sjly])).toEqual([
    [a.cbfbm, '张1', '1', '2', '10', '0'],
    [z.cbfbm, '张2', '1', '2', '10', '0'],
    [a.cbfbm, '张1', '1', '2', '10', '0'],
  ])
  for (const [x, code] of [
    [nowA, a.code],
    [nowZ, z.code],
  ]) {
    const contract = await one('cbht', `"djbId" = ${x.id}`)
    expect([contract.cbhtbm, contract.version, contract.qszt, contract.htlx, contract.qdsj, contract.signWay, contract.signStatus]).toEqual([
      code,
      2,
      '1',
      '6',
      '2026-03-17',
      '3',
      '2',
    ])
    const [gone, came] = await all('cbjyqz', `cbjyqzbm = '${code}'`)
    expect([gone.sfzx, came.sfzx, String(came.djbId)]).toEqual([1, 0, String(x.id)])
    expect((await all('cbjyqz_event', `cbjyqzbm = '${code}'`)).map((e) => [e.kind, e.reason])).toEqual([['hf', '方便耕种']])
  }
  expect((await all('business_book', `"businessId" = ${id}`)).map((k) => [k.code, k.role, k.status, String(k.newDjbId)])).toEqual([
    [a.code, 'partyA', 'finished', String(nowA.id)],
    [z.code, 'partyB', 'finished', String(nowZ.id)],
  ])
})

test('_2: pieces are drawn in the survey, nothing changes before the finish, then the parcel is its pieces and each party has its own', async () => {
  const a = await household(b, 3, ['00011', '00012'], [], { drawn: true })
  const z = await household(b, 4, ['00013'], [], { drawn: true })
  const sent = await exchange(a, z, { dk: [], dkB: chosen('00013'), cuts: chosen('00011') }, '2')
  const id = await accepted(sent)
  expect((await detail(id)).taskKey).toBe('survey')
  const undrawn = await step(id, 'town')
  expect(undrawn.data.fields).toEqual([{ field: 'cuts.0.pieces', msg: `地块【${dkbm('00011')}】尚未分割` }])
  const draw = (pieces: object[]) => saveAgain(b, 'town', { id, form: { ...sent.form, bgyy: '改', cuts: [{ dkbm: dkbm('00011'), pieces }] } })
  const pieces = [
    { to: 'a', geom: strip('00011', 0, 24) },
    { to: 'b', geom: strip('00011', 24, 40) },
  ]
  expect((await draw([pieces[0]!, { to: 'a', geom: pieces[1]!.geom }])).data.fields).toEqual([{ field: 'cuts.0.pieces', msg: '分割后双方应各得至少一块' }])
  expect((await draw([pieces[0]!, { to: 'b', geom: strip('00011', 26, 40) }])).data.fields).toEqual([
    { field: 'cuts.0.pieces', msg: '各块未覆盖原地块，缺50.00平方米' },
  ])
  expect((await draw(pieces)).msg).toBe('操作成功')
  const taken = (await detail(id)).codes.pieces[dkbm('00011')] as string[]
  expect(taken.length).toBe(2)
  // the survey changes outlines alone
  expect((await detail(id)).form.bgyy).toBe('方便耕种')
  await to(id, 'sign')
  expect([(await one('dk', `dkbm = '${dkbm('00011')}'`)).zt, await all('dk', `dkbm in ('${taken.join(`','`)}')`)]).toEqual(['1', []])
  // the contract is printed with pieces that the register does not know yet
  const [first, file] = await all('contract_file', `"businessId" = ${id}`)
  const { contract } = await b.as('town', (ctx) => readDraftContract({ handlings }, ctx, file))
  expect([contract.terms.cbhtbm, contract.holder.cbfmc, contract.members.length, contract.other?.holder.cbfmc, contract.other?.kind]).toEqual([
    z.code,
    '张4',
    3,
    '张3',
    'exchange',
  ])
  // neither household has a phone: who applied gave one, which the own contract says
  const { contract: ofFirst } = await b.as('town', (ctx) => readDraftContract({ handlings }, ctx, first))
  expect([ofFirst.holder.cbfmc, ofFirst.holder.lxdh, contract.holder.lxdh]).toEqual(['张3', '13812345678', null])
  expect(contract.parcels.map((p) => [p.dkbm, p.htmjm, p.dkmc, p.scmjm, (p.geom as string).slice(0, 7)])).toEqual([
    [taken[1], '0.60', '地块00011', '0.60', 'POLYGON'],
  ])
  expect(contract.other?.matters).toEqual([
    `换入地块：${taken[1]}，共1块0.60亩。`,
    `换出地块：${dkbm('00013')}，共1块1.50亩。`,
    '双方于2026年03月01日订立互换协议，面积差异及补偿按协议办理。',
  ])
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'survey', 'check', 'publicity', 'recheck', 'sign'])
  const parent = await one('dk', `dkbm = '${dkbm('00011')}'`)
  expect([parent.zt, parent.djzt, parent.cbfbm]).toEqual(['2', '9', null])
  const children = await Promise.all(taken.map((code) => one('dk', `dkbm = '${code}'`)))
  expect(children.map((c) => [c.cbfbm, c.cbfmc, c.scmj, c.scmjm, c.zt, c.djzt, c.dklb, c.sjly, c.ydkbm])).toEqual([
    [a.cbfbm, '张3', '600.00', '0.90', '1', '2', '10', '3', [dkbm('00011')]],
    [z.cbfbm, '张4', '400.00', '0.60', '1', '2', '10', '3', [dkbm('00011')]],
  ])
  const [nowA, nowZ] = [await current(a), await current(z)]
  expect([await linesOf(nowA.id), await linesOf(nowZ.id)]).toEqual([
    [
      [taken[0]!.slice(-5), '0.90', '110', '1'],
      ['00012', '1.50', '110', '1'],
      ['00013', '1.50', '300', '1'],
    ].toSorted((x, y) => (x[0]! < y[0]! ? -1 : 1)),
    [[taken[1]!.slice(-5), '0.60', '300', '1']],
  ])
  expect([nowA.htzmjm, nowZ.htzmjm]).toEqual(['3.90', '0.60'])
})

test('revoked at every task: the register is as it was and everything is free', async () => {
  const [a, z] = [await household(b, 5, ['00021']), await household(b, 6, ['00022'])]
  await revokedAt(['check', 'publicity', 'recheck', 'sign'], await exchange(a, z, { dk: chosen('00021'), dkB: chosen('00022') }))
})

test('returned to the acceptance another parcel is given; undo brings both books back', async () => {
  const [a, z] = [await household(b, 7, ['00031', '00032']), await household(b, 8, ['00033'])]
  const [oldA, oldZ] = [await current(a), await current(z)]
  const sent = await exchange(a, z, { dk: chosen('00031'), dkB: chosen('00033') })
  const id = await accepted(sent)
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '地块有误' })).msg).toBe('操作成功')
  b.setDay('2026-03-02')
  const again = { ...sent, id, form: { ...sent.form, dk: chosen('00032') } }
  expect((await saveAgain(b, 'village', again)).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await registered(id)
  expect((await linesOf((await current(z)).id)).map((l) => l[0])).toEqual(['00032'])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([String((await current(a)).id), String((await current(z)).id)]).toEqual([String(oldA.id), String(oldZ.id)])
  expect((await Promise.all(['00032', '00033'].map((n) => one('dk', `dkbm = '${dkbm(n)}'`)))).map((p) => p.cbfbm)).toEqual([a.cbfbm, z.cbfbm])
})

test('refused through the wire: parties of two issuers, a book that is held, one that is not of households, circulated land without notice', async () => {
  const group = `${FBFBM.slice(0, 12)}07`
  const a = await household(b, 9, ['00041', '00042'], ['00043'])
  const z = await household(b, 10, ['00044'])
  const far = await household(b, 11, ['00045'], [], { fbfbm: group })
  const of = (form: object) => exchange(a, z, { dk: chosen('00041'), dkB: chosen('00044'), ...form })
  const other = await exchange(a, far, { dk: chosen('00041'), dkB: chosen('00045') })
  const [zh, en] = [await send(other), await send(other, 'en')]
  expect([zh.key, zh.data.fields, en.data.fields]).toEqual([
    'E1011',
    [{ field: 'cbjyqzbmB', msg: '互换双方必须属于同一发包方' }],
    [{ field: 'cbjyqzbmB', msg: 'Both parties of an exchange belong to the same issuer' }],
  ])
  // where the tenant lets households of one village exchange, each book stays of its holder's issuer, and the parcels of theirs
  const param = { paramName: '互换范围', paramKey: 'exchange.village', paramValue: '1' }
  await b.as('admin', (ctx) => rows.insert(ctx, paramTable, param))
  const near = await household(b, 12, ['00046'])
  await registered(await accepted(await exchange(near, far, { dk: chosen('00046'), dkB: chosen('00045') })))
  expect([await current(near), await current(far)].map((x) => x.fbfbm)).toEqual([FBFBM, group])
  expect((await Promise.all(['00045', '00046'].map((n) => one('dk', `dkbm = '${dkbm(n)}'`)))).map((p) => [p.cbfbm, p.fbfbm])).toEqual([
    [near.cbfbm, FBFBM],
    [far.cbfbm, FBFBM],
  ])
  const q = await one('djb', `cbjyqzbm = '${a.cbfbm}Q'`)
  const otherWay = await send(await of({ cbjyqzbm: q.cbjyqzbm, djbId: String(q.id), dk: chosen('00043') }))
  expect([otherWay.key, otherWay.msg]).toEqual(['not-eligible', `【${q.cbjyqzbm}】不是家庭承包，不能办理该业务`])
  await b.db.pool.query(`update dk set lzzt = '1' where dkbm = '${dkbm('00044')}'`)
  const noNotice = await send(await of({}))
  expect([noNotice.key, noNotice.msg]).toEqual(['E1014', '必传材料缺失：遗失声明或流转告知书'])
  await b.db.pool.query(`update dk set lzzt = '0' where dkbm = '${dkbm('00044')}'`)
  const id = await accepted(await of({}))
  // each party is told at its own place
  const by = (await detail(id)).businessCode
  const held = (h: typeof a, no = by) => `登记簿【${h.name} ${h.code}】存在在办业务【${no}】，不能重复受理`
  const again = await send(await of({ dk: chosen('00042') }))
  expect([again.key, again.msg, again.data.fields]).toEqual([
    'E1001',
    `该登记簿存在在办业务【${by}】，不能重复受理`,
    [
      { field: 'cbjyqzbm', msg: held(a) },
      { field: 'cbjyqzbmB', msg: held(z) },
    ],
  ])
  const english = await send(await of({ dk: chosen('00042') }), 'en')
  expect(english.data.fields.map((f: { msg: string }) => f.msg)).toEqual([a, z].map((h) => `Business ${by} is running on book ${h.code} of ${h.name}`))
})
