// Changing a contract from the window to the register, item by item: what stands in its rows then, and that a case without effect leaves none.
import { requireNoEvidence } from '../../cases/handling/evidence.server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as rows from '../../../kit/server/rows.server.ts'
import { param } from '../../../platform/definitions/system.ts'
import { attachTo, bench, FBFBM, land, memberId, registered, saveAgain, strip, type Bench, type Person } from '../../../tests/case-bench.ts'
import { stories } from '../../../tests/type-stories.ts'
import { readRev } from '../../../tests/samples.ts'

let b: Bench
let { detail, step, to, all, one, broken, current, tasksOf, membersOf, accepted, send, finished, revokedAt, undo } = {} as ReturnType<typeof stories>
/** What a clerk sends: an item of this type for a household's book. */
let application: ReturnType<typeof stories>['application']
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'QT', 'XY', 'DCB', 'GSB']
beforeAll(async () => {
  b = await bench()
  const told = stories(b, { typeCode: 'change_contract', name: '合同变更', files: FILES })
  ;({ detail, step, to, all, one, broken, current, tasksOf, membersOf, accepted, send, finished, revokedAt, undo } = told)
  application = (h, item, form, doSign) => told.application(h, item, { bgyy: '按协议变更', ...form }, doSign)
})
afterAll(() => b.end())

const dkbm = (n5: string) => FBFBM + n5

test('_1 members: a birth and a death make the next version of both books, the contract is carried, the certificate replaced', async () => {
  const h = await registered(b, 1, ['00001'], ['00002'])
  const before = [await current(h), await current(h, 'Q')]
  const [head, wife, son] = await membersOf(h)
  const birth = { cyxm: '张孙', cyxb: '1', yhzgx: '41', cyzjlx: '1', cyzjhm: memberId(901, 3), sfgyr: '1', cybz: '6' }
  const id = await accepted(await application(h, '1', { jtcyList: [head, { ...wife, cybz: '7', sfgyr: '2' }, son, birth] }))
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).sort()).toEqual(['cbf', 'djb', 'djb', 'dk', 'dk', 'person'])
  await finished(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck'])
  const [j, q] = [await current(h), await current(h, 'Q')]
  for (const [now, was] of [
    [j, before[0]],
    [q, before[1]],
  ]) {
    expect([now.version, now.djlx, now.djxl, now.cbfcysl, now.cbqxq, now.cbqxz, now.dbr, now.htzmjm]).toEqual([
      2,
      '1',
      '5',
      4,
      '1998-10-01',
      '2028-09-30',
      '县经办',
      '1.50',
    ])
    const old = await one('djb', `id = ${was.id}`)
    expect([old.qszt, old.endTime, old.endReason, String(old.endBusinessId)]).toEqual(['2', '2026-03-02', '按协议变更', id])
    expect((await all('djb_lineage', `"djbId" = ${now.id}`)).map((l) => [String(l.prevDjbId), l.djxl])).toEqual([[String(was.id), '5']])
    expect((await all('djb_jtcy', `"djbId" = ${was.id}`)).map((m) => m.cyxm)).toEqual(['张1', '李1', '张小1'])
    expect((await all('djb_jtcy', `"djbId" = ${now.id}`)).map((m) => [m.cyxm, m.cybz, m.sfgyr])).toEqual([
      ['张1', null, '1'],
      ['李1', '7', '2'],
      ['张小1', null, '1'],
      ['张孙', '6', '1'],
    ])
    const contract = await one('cbht', `"djbId" = ${now.id}`)
    expect([contract.version, contract.qszt, contract.signWay, contract.qdsj]).toEqual([2, '1', '3', '1998-10-01'])
    const [gone, came] = await all('cbjyqz', `cbjyqzbm = '${now.cbjyqzbm}'`)
    expect([gone.sfzx, came.sfzx, came.zt, String(came.djbId)]).toEqual([1, 0, '0', String(now.id)])
    expect((await all('cbjyqz_event', `cbjyqzbm = '${now.cbjyqzbm}'`)).map((e) => [e.kind, e.reason])).toEqual([['hf', '按协议变更']])
  }
  expect((await all('business_book', `"businessId" = ${id}`)).map((x) => [x.code, x.status, String(x.newDjbId)])).toEqual([
    [h.code, 'finished', String(j.id)],
    [`${h.cbfbm}Q`, 'finished', String(q.id)],
  ])
  expect((await membersOf(h)).map((m) => m.cyxm)).toEqual(['张1', '李1', '张小1', '张孙'])
  expect(await all('business_lock', `"businessId" = ${id}`)).toEqual([])
  expect(await broken()).toEqual([])
})

test('_2 representative: name and number of the contractor follow, posted, signed anew, the code stays', async () => {
  const h = await registered(b, 2, ['00003'])
  const [head, wife, son] = await membersOf(h)
  const jtcyList = [{ ...head, yhzgx: '11' }, { ...wife, yhzgx: '02' }, son]
  const id = await accepted(await application(h, '2', { jtcyList, lxdh: '13900000000' }, '1'))
  await finished(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'publicity', 'recheck', 'sign'])
  const [holder, book] = [await one('cbf', `cbfbm = '${h.cbfbm}'`), await current(h)]
  expect([holder.cbfmc, holder.cbfzjhm, holder.lxdh, holder.djzt]).toEqual(['李2', wife!.cyzjhm, '13900000000', '2'])
  expect([book.cbfmc, book.cbfzjhm, book.version]).toEqual(['李2', wife!.cyzjhm, 2])
  expect((await one('dk', `dkbm = '${dkbm('00003')}'`)).cbfmc).toBe('李2')
  const contract = await one('cbht', `"djbId" = ${book.id}`)
  expect([contract.cbhtbm, contract.htlx, contract.qdsj, contract.signStatus]).toEqual([h.code, '4', '2026-03-17', '2'])
  expect(await broken()).toEqual([])
})

test('_3 parcels come in: the book has them, they are contracted land of the household', async () => {
  const h = await registered(b, 3, ['00004'])
  await land(b, ['00005'])
  const dk = [{ dkbm: dkbm('00005'), cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }]
  const id = await accepted(await application(h, '3', { dk }))
  await finished(id)
  expect(await tasksOf(id)).toEqual(['register', 'survey', 'check', 'publicity', 'recheck'])
  const book = await current(h)
  expect([book.htzmj, book.htzmjm, book.cbdkzs, book.version]).toEqual(['2000.00', '3.00', 2, 2])
  const parcel = await one('dk', `dkbm = '${dkbm('00005')}'`)
  expect([parcel.dklb, parcel.djzt, parcel.cbfbm, parcel.cbfmc, parcel.sjly]).toEqual(['10', '2', h.cbfbm, '张3', null])
  const contract = await one('cbht', `"djbId" = ${book.id}`)
  expect([contract.signStatus, contract.htlx, contract.attachId]).toEqual(['99', '4', null])
  expect(await broken()).toEqual([])
})

test('_4 and _5: what is lost ends, what the state takes and what is returned are no more the household’s', async () => {
  const h = await registered(b, 4, ['00006', '00007', '00008', '00009'])
  await finished(
    await accepted(
      await application(h, '4', {
        leaving: [
          { dkbm: dkbm('00006'), fate: 'lost' },
          { dkbm: dkbm('00007'), fate: 'state' },
        ],
      }),
    ),
  )
  expect([(await current(h)).cbdkzs, (await current(h)).htzmjm]).toEqual([2, '3.00'])
  await finished(await accepted(await application(h, '5', { leaving: [{ dkbm: dkbm('00008') }] })))
  const states = await Promise.all(['00006', '00007', '00008', '00009'].map(async (n) => one('dk', `dkbm = '${dkbm(n)}'`)))
  expect(states.map((p) => [p.zt, p.djzt, p.dklb, p.tdyt, p.cbfbm])).toEqual([
    ['2', '9', '10', '1', null],
    ['1', '0', '99', '5', null],
    ['1', '0', '22', '1', null],
    ['1', '2', '10', '1', h.cbfbm],
  ])
  const versions = await all('djb', `cbjyqzbm = '${h.code}'`)
  expect(versions.map((v) => [v.version, v.qszt, v.cbdkzs])).toEqual([
    [1, '2', 4],
    [2, '2', 2],
    [3, '1', 1],
  ])
  expect((await all('cbdkxx', `"djbId" = ${versions[0].id}`)).map((l) => l.qszt)).toEqual(['2', '2', '2', '2'])
  expect(await broken()).toEqual([])
})

test('_6 area by decision: the contract follows, the parcel keeps its code and gets its measured area', async () => {
  const h = await registered(b, 5, ['00010'])
  const id = await accepted(
    await application(h, '6', { corrected: [{ dkbm: dkbm('00010'), htmj: '1200.00', htmjm: '1.80', scmj: '1100.00', qqmjm: '1.65' }], hfqz: '2' }),
  )
  // no law has days for this posting: one is enough where nothing else is configured
  await to(id, 'publicity')
  const posting = { taskId: (await detail(id)).taskId, title: '面积更正公示', startDate: '2026-03-02', place: '村委会' }
  const saved = async (days: number) => b.call('town')('POST', '/yw-publicity/publicity/save', { ...posting, days })
  expect((await saved(0)).data.fields[0].field).toBe('days')
  const posted = await saved(1)
  expect(posted.msg).toBe('操作成功')
  b.setDay('2026-03-03')
  expect((await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', posted.data), { id: posted.data })).msg).toBe(
    '操作成功',
  )
  expect((await step(id, 'town')).msg).toBe('操作成功')
  await finished(id)
  b.setDay('2026-03-17')
  const [book, parcel] = [await current(h), await one('dk', `dkbm = '${dkbm('00010')}'`)]
  expect([book.htzmj, book.htzmjm, parcel.scmj, parcel.scmjm, parcel.qqmjm, parcel.zt, parcel.sjly]).toEqual([
    '1200.00',
    '1.80',
    '1100.00',
    '1.65',
    '1.65',
    '1',
    '10',
  ])
  expect((await all('cbjyqz', `cbjyqzbm = '${h.code}'`)).map((c) => [c.sfzx, String(c.djbId)])).toEqual([[0, String(book.id)]])
  expect((await all('djb_note', `"onCode" = '${h.code}'`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['1', '5', '按协议变更']])
  expect(await broken()).toEqual([])
})

test('_4 and _5 in part: the survey draws, the rest stays under a new code, the piece is lost, or the reserve’s', async () => {
  const h = await registered(b, 12, ['00021', '00022'], [], { drawn: true })
  const cut = (n5: string, ...pieces: readonly (readonly [string, number, number])[]) => ({
    dkbm: dkbm(n5),
    pieces: pieces.map(([to, from, end]) => ({ to, geom: strip(n5, from, end) })),
  })
  const sent = await application(h, '4', { leaving: [], cuts: [cut('00021')] }, '1')
  const id = await accepted(sent)
  await to(id, 'survey')
  expect((await step(id, 'town')).data).toEqual({ fields: [{ field: 'cuts.0.pieces', msg: `地块【${dkbm('00021')}】尚未分割` }] })
  const drawn = { ...sent, form: { ...sent.form, cuts: [cut('00021', ['keep', 0, 30], ['lost', 30, 40])] } }
  expect((await saveAgain(b, 'town', { ...drawn, id })).msg).toBe('操作成功')
  // the map beside the case shows the parcels that it holds and the pieces that it draws, by case and by the code of the book
  const shown = (await b.call('town')('GET', '/map/dk/processing_data', {}, { businessId: id })).data
  expect(shown.map((p: any) => [p.dkbm.slice(-5), p.cbfmc, p.drawn])).toEqual([
    ['00021', '张12', 0],
    ['00022', '张12', 0],
    ['00021', '张12', 1],
    ['00021', '张12', 1],
  ])
  expect((await b.call('town')('GET', '/map/dk/processing_data', {}, { cbhtbm: h.code })).data).toEqual(shown)
  const nothing = await Promise.all(
    ([{ cbhtbm: '9' }, {}, { businessId: '1' }] as Record<string, string>[]).map((q) => b.call('town')('GET', '/map/dk/processing_data', {}, q)),
  )
  expect(nothing.map((r) => [r.code, r.code === 200 ? r.data : r.msg])).toEqual([
    [200, []],
    [400, '请指定业务或合同编码'],
    [404, '业务不存在'],
  ])
  expect((await b.call('other')('GET', '/map/dk/processing_data', {}, { businessId: id })).code).toBe(404)
  // a form that is not saved names its land: parcels, and those of current books; who may not see them gets none
  const named = { codes: [dkbm('00022'), `${h.cbfbm}J`, dkbm('99999'), 'x'].join(',') }
  const land = async (person: 'town' | 'other') => (await b.call(person)('GET', '/map/dk/processing_data', {}, named)).data
  expect((await land('town')).map((p: any) => [p.dkbm.slice(-5), p.drawn])).toEqual([
    ['00021', 0],
    ['00022', 0],
  ])
  expect(await land('other')).toEqual([])
  // nothing live has changed, and no pieces are there yet
  expect([(await one('dk', `dkbm = '${dkbm('00021')}'`)).zt, await all('dk', `ydkbm::text like '%${dkbm('00021')}%'`)]).toEqual(['1', []])
  await finished(id)
  const parcels = async (n5: string) =>
    (await all('dk', `ydkbm::text like '%${dkbm(n5)}%' or dkbm = '${dkbm(n5)}'`)).map((p) => [p.zt, p.djzt, p.dklb, p.scmj, p.sjly, p.cbfbm])
  expect(await parcels('00021')).toEqual([
    ['2', '9', '10', '1000.00', '0', null],
    ['1', '2', '10', '750.00', '3', h.cbfbm],
    ['2', '9', '10', '250.00', '3', null],
  ])
  const book = await current(h)
  expect([book.cbdkzs, book.htzmj, book.htzmjm, book.version]).toEqual([2, '1750.00', '2.63', 2])
  const contract = await one('cbht', `"djbId" = ${book.id}`)
  expect([contract.htlx, contract.signStatus, contract.htzmjm]).toEqual(['4', '2', '2.63'])
  await finished(await accepted(await application(h, '5', { leaving: [], cuts: [cut('00022', ['reserve', 0, 20], ['keep', 20, 40])] })))
  expect(await parcels('00022')).toEqual([
    ['2', '9', '10', '1000.00', '0', null],
    ['1', '0', '22', '500.00', '3', null],
    ['1', '2', '10', '500.00', '3', h.cbfbm],
  ])
  expect([(await current(h)).cbdkzs, (await current(h)).htzmj]).toEqual([2, '1250.00'])
  expect(await broken()).toEqual([])
})

test('_6 drawn anew: a registered neighbour is refused until it and its book are in the case, and then both books follow', async () => {
  const places: Readonly<Record<string, readonly [number, number]>> = { '00051': [0, 40], '00052': [40, 80] }
  const at = (n5: string) => strip('00051', ...places[n5]!)
  const h = await registered(b, 13, ['00051'], [], { drawn: at })
  const other = await registered(b, 14, ['00052'], [], { drawn: at })
  const before = await current(other)
  const corrected = [{ dkbm: dkbm('00051'), htmj: '1050.00', htmjm: '1.58', cxch: '1', geom: strip('00051', 0, 42) }]
  const alone = await send(await application(h, '6', { corrected }))
  const [a, z] = [dkbm('00051'), dkbm('00052')]
  expect(alone.data.fields).toEqual([
    { field: 'corrected.0.geom', msg: `地块【${a}】与已登记地块【${z}】的公共界址点有移动，后者面积将变化50.00平方米，请将该地块及其登记簿一并办理` },
  ])
  expect((await send(await application(h, '6', { corrected }), 'en')).data.fields[0].msg).toContain('take that parcel and its book into the case')
  const beside = [{ dkbm: z, cbjyqzbm: other.code, djbId: String(before.id), htmj: '950.00', htmjm: '1.43', geom: strip('00051', 42, 80) }]
  // the survey may still be to come
  const sent = await application(h, '6', { corrected: [{ ...corrected[0], geom: null }] }, '1')
  const id = await accepted(sent)
  await to(id, 'survey')
  expect((await step(id, 'town')).data.fields).toEqual([{ field: 'corrected.0.geom', msg: `地块【${a}】的图形尚未绘制` }])
  expect((await saveAgain(b, 'town', { ...sent, form: { ...sent.form, corrected, beside }, id })).msg).toBe('操作成功')
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectCode).toSorted()).toEqual(
    [h.cbfbm, h.code, a, other.cbfbm, other.code, z].toSorted(),
  )
  await finished(id)
  const parcels = await Promise.all([a, z].map((c) => one('dk', `dkbm = '${c}'`)))
  expect(parcels.map((p) => [p.scmj, p.scmjm, p.zt, p.sjly, p.cbfbm])).toEqual([
    ['1050.00', '1.58', '1', '2', h.cbfbm],
    ['950.00', '1.43', '1', '2', other.cbfbm],
  ])
  const books = [await current(h), await current(other)]
  expect(books.map((x) => [x.version, x.djxl, x.htzmj, x.htzmjm])).toEqual([
    [2, '5', '1050.00', '1.58'],
    [2, '5', '950.00', '1.43'],
  ])
  expect((await all('contract_file', `"businessId" = ${id}`)).map((c) => c.cbhtbm).toSorted()).toEqual([h.code, other.code])
  expect(await broken()).toEqual([])
  expect((await undo(id)).msg).toBe('操作成功')
  const back = await Promise.all([a, z].map((c) => one('dk', `dkbm = '${c}'`)))
  expect([back.map((p) => p.scmj), (await current(h)).version, String((await current(other)).id)]).toEqual([['1000.00', '1000.00'], 1, String(before.id)])
})

test('_6 drawn anew: sent back to the survey it is drawn again; revoked at every task nothing of parcel and neighbour has changed', async () => {
  const h = await registered(b, 60, ['00140'], [], { drawn: true })
  const corrected = [{ dkbm: dkbm('00140'), htmj: '1050.00', htmjm: '1.58', cxch: '1', geom: strip('00140', 0, 42) }]
  const sent = await application(h, '6', { corrected }, '1')
  await revokedAt(['survey', 'recheck'], sent)
  const id = await accepted(sent)
  await to(id, 'check')
  expect((await step(id, 'town', { result: 'return', target: 'survey', comment: '重测' })).msg).toBe('操作成功')
  const { form } = await detail(id)
  const again = { ...form, corrected: [{ ...corrected[0], htmj: '1025.00', htmjm: '1.54', geom: strip('00140', 0, 41) }] }
  expect((await saveAgain(b, 'town', { id, form: again })).msg).toBe('操作成功')
  await finished(id)
  const { scmj, cbfbm } = await one('dk', `dkbm = '${dkbm('00140')}'`)
  expect([scmj, cbfbm, (await current(h)).htzmj, await broken()]).toEqual(['1025.00', h.cbfbm, '1025.00', []])
})

test('_9: what was agreed besides stands in the next version', async () => {
  const h = await registered(b, 6, ['00011'])
  await finished(await accepted(await application(h, '9', { djbfj: '田埂由双方共同维护' })))
  expect([(await current(h)).djbfj, (await current(h)).version]).toEqual(['田埂由双方共同维护', 2])
  expect((await send(await application(h, '9', { djbfj: '田埂由双方共同维护' }))).data?.fields).toEqual([{ field: 'djbfj', msg: '约定事项没有变更' }])
  expect(await broken()).toEqual([])
})

test('revoked at every task: the register is as it was and everything is free', async () => {
  const h = await registered(b, 7, ['00012', '00013'])
  const sent = await application(h, '5', { leaving: [{ dkbm: dkbm('00012') }] }, '1')
  await revokedAt(['survey', 'check', 'publicity', 'recheck', 'sign'], sent)
})

test('returned to the acceptance it is corrected and goes on; two finishes make one version', async () => {
  const h = await registered(b, 8, ['00014'])
  const sent = await application(h, '9', { djbfj: '误' })
  const id = await accepted(sent)
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '约定有误' })).msg).toBe('操作成功')
  expect((await saveAgain(b, 'village', { ...sent, form: { ...sent.form, djbfj: '正' }, id })).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await to(id, 'recheck')
  const { taskId, processInstanceId } = await detail(id)
  const answers = await Promise.all([0, 1].map(() => b.call('county')('POST', '/yw-accept/business/commit', { taskId, processInstanceId })))
  expect(answers.map((r) => r.key ?? 'ok').sort()).toEqual(['E2001', 'ok'])
  expect((await all('djb', `cbjyqzbm = '${h.code}'`)).map((v) => [v.version, v.qszt, v.djbfj])).toEqual([
    [1, '2', null],
    [2, '1', '正'],
  ])
  expect(await broken()).toEqual([])
})

test('undo finish: the former version, members and land come back', async () => {
  const h = await registered(b, 9, ['00016', '00017'])
  const first = (await current(h)).id
  const id = await accepted(await application(h, '5', { leaving: [{ dkbm: dkbm('00016') }] }))
  await finished(id)
  const before = await all('djb_jtcy', `"djbId" = ${first}`)
  const r = await undo(id)
  expect(r.msg).toBe('操作成功')
  const [book, parcel] = [await current(h), await one('dk', `dkbm = '${dkbm('00016')}'`)]
  // the version that comes back says what it said
  expect(before.length).toBe(3)
  expect(await all('djb_jtcy', `"djbId" = ${first}`)).toEqual(before)
  expect([book.version, book.cbdkzs, parcel.dklb, parcel.djzt, parcel.cbfbm]).toEqual([1, 2, '10', '2', h.cbfbm])
  expect(await broken()).toEqual([])
})

test('refused through the wire: at the field, in both languages, and the second case is told which holds the book', async () => {
  const h = await registered(b, 10, ['00018'])
  const other = await registered(b, 11, ['00019'])
  const all18 = await application(h, '5', { leaving: [{ dkbm: dkbm('00018') }] })
  expect([(await send(all18)).msg, (await send(all18, 'en')).msg]).toEqual([
    '变更后地块数为0，请办理合同注销',
    'No parcel would be left: end the contract instead',
  ])
  const foreign = { cyxm: '外人', cyxb: '2', yhzgx: '97', cyzjlx: '1', cyzjhm: memberId(11, 1), sfgyr: '1' }
  const r = await send(await application(h, '1', { jtcyList: [...(await membersOf(h)), foreign] }))
  expect(r.data.fields).toMatchObject([
    { field: 'jtcyList.3.cyzjhm', msg: `【李11】已是承包方【${other.cbfbm}】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认` },
  ])
  expect((await send(await application(h, '9', { djbfj: 'x', djbId: '1' }))).msg).toBe('登记簿已注销或已变更，请刷新')
  const id = await accepted(await application(h, '9', { djbfj: 'x' }))
  expect((await send(await application(h, '9', { djbfj: 'y' }))).msg).toBe(`该登记簿存在在办业务【${(await detail(id)).businessCode}】，不能重复受理`)
})

test('the office rules whether a changed certificate is made anew or kept with a line; without a rule the case says so', async () => {
  const h = await registered(b, 12, ['00020'])
  const asked = async (hfqz: string) => {
    const r = await send(await application(h, '9', { djbfj: 'x', hfqz }))
    return r.data?.fields?.[0]?.msg ?? r.msg
  }
  const rule = (paramValue: string) => b.as('admin', (ctx) => rows.insert(ctx, param, { paramName: '变更后的权证', paramKey: 'certificate.paper', paramValue }))
  const kept = await rule('0')
  expect(await asked('1')).toBe('本地规定变更在原权证上记载，不换发新证')
  await b.as('admin', (ctx) => rows.erase(ctx, param, [kept]))
  const anew = await rule('1')
  expect(await asked('2')).toBe('本地规定变更后换发新证')
  await b.as('admin', (ctx) => rows.erase(ctx, param, [anew]))
  expect(await asked('2')).toBe('操作成功')
})

test('who is a co-owner elsewhere is taken with reason and proof, once a second person has confirmed it', async () => {
  b.setDay('2026-03-02')
  const h = await registered(b, 14, ['00091'])
  const other = await registered(b, 15, ['00092'])
  const guest = { cyxm: '李15', cyxb: '2', yhzgx: '97', cyzjlx: '1', cyzjhm: memberId(15, 1), sfgyr: '1' }
  const double = { cbfbm: other.cbfbm, cyxm: '李15', reason: '两地均分得承包地' }
  const of = async (more: object) => application(h, '1', { jtcyList: [...(await membersOf(h)), guest], ...more })
  // a row in which nothing is said yet lets nothing through; half of one is asked for the rest
  expect((await send(await of({ doubles: [{ ...double, reason: '' }] }))).data.fields).toMatchObject([
    { field: 'jtcyList.3.cyzjhm', cbfbm: other.cbfbm, cyxm: '李15' },
  ])
  expect((await send(await of({ doubles: [double] }))).data.fields).toEqual([{ field: 'doubles.0.attachId', msg: '请选择证明材料' }])
  expect((await send(await of({ doubles: [{ ...double, cyxm: '别人', attachId: '1' }] }))).data.fields).toMatchObject([{ field: 'jtcyList.3.cyzjhm' }])
  // the proof is a file of this case
  const sent = await of({ doubles: [{ ...double, attachId: '1' }] })
  const id = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
  const attachId = await attachTo(b, id, FILES)
  const begin = (file: string) =>
    b.call('village', 'en')('POST', '/yw-accept/business/save-commit', { ...sent, form: { ...sent.form, doubles: [{ ...double, attachId: file }] }, id })
  expect(await begin('1')).toMatchObject({ key: 'double-proof', msg: 'The proof for 李15 is not a file of this case: select another one' })
  expect((await begin(attachId)).code).toBe(200)
  const [stored] = await all('business_double', `"businessId" = ${id}`)
  const confirm = (person: Person, double = String(stored.id)) => b.call(person)('POST', '/yw-accept/business/confirm-double', { businessId: id, id: double })
  const told = async (person: Person) =>
    (await b.call(person)('GET', '/yw-accept/business/detail', {}, { id })).data.doubles.map((d: any) => [d.askedName, d.may, d.own])
  // neither who gave the reason, nor who has no part in the check
  expect([await told('village'), await told('town'), await told('county')]).toEqual([
    [['村经办', false, true]],
    [['村经办', true, false]],
    [['村经办', false, false]],
  ])
  expect([(await confirm('village')).key, (await confirm('county')).key, (await confirm('town', '7')).key]).toEqual(['double-own', 'E2002', 'not-found'])
  // the file that proves it stays as it is
  const touched = { businessId: id, businessItem: 'SQS', files: [{ id: attachId, createTime: '2026-03-02 09:00:00' }] }
  await expect(b.as('admin', (ctx) => requireNoEvidence(ctx, touched))).rejects.toThrow(
    '附件是【李15】登记在两户的证明材料，不能删除、改名或排序；请先在业务中改选证明材料',
  )
  expect((await step(id, 'town')).msg).toBe('操作成功')
  // the recheck waits for it, and says so
  expect(await step(id, 'county')).toMatchObject({ key: 'double-unconfirmed', msg: '【李15】登记在两户，尚未由第二人确认；请核对证明材料后确认，或退回修改' })
  expect((await confirm('county')).msg).toBe('操作成功')
  expect([(await confirm('county')).key, await all('business_double', `"businessId" = ${id}`)]).toMatchObject(['E2002', [{ confirmedName: '县经办' }]])
  b.setDay('2026-03-17')
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect((await membersOf(h)).map((m) => m.cyxm)).toEqual(['张14', '李14', '张小14', '李15'])
  // the register keeps why, and by whom
  const [entry] = await all('register_entry', `"causeId" = '${id}'`)
  const members = entry.acts.flatMap((a: any) => a.members ?? [])
  expect(members.flatMap((m: any) => (m.double ? [m.double] : []))).toEqual([{ reason: double.reason, attachId, askedBy: '11', confirmedBy: '14' }])
})
