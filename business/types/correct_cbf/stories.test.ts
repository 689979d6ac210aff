// Correcting a contractor from the window to the register, item by item: what stands in its rows then, and that a case without effect leaves none.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, memberId, registered as household, saveAgain, type Bench } from '../../../tests/case-bench.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { write } from '../../../land/register/write.server.ts'
import { differences } from '../../cases/handling/differences.server.ts'
import { stories } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, membersOf, accepted, send, registered, revokedAt, undo, broken } = {} as ReturnType<typeof stories>
let application: ReturnType<typeof stories>['application']
beforeAll(async () => {
  b = await bench()
  const told = stories(b, { typeCode: 'correct_cbf', name: '承包方信息更正', files: ['SQS', 'CBFSFZ', 'CBFHKB'] })
  ;({ detail, step, to, all, one, current, tasksOf, membersOf, accepted, send, registered, revokedAt, undo, broken } = told)
  application = (h, item, form, doSign) => told.application(h, item, { bgyy: '登记笔误', ...form }, doSign)
})
afterAll(() => b.end())

const NAME = { cbfmc: '张珊', cbfzjlx: '1' }

test('_1 name and ID: the next version of both books, the head says the same, the contract is carried, the certificate replaced, a line notes it', async () => {
  const h = await household(b, 1, ['00001'], ['00002'])
  const before = [await current(h), await current(h, 'Q')]
  const id = await accepted(await application(h, '1', { ...NAME, cbfzjhm: memberId(1, 0) }))
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => l.objectType).sort()).toEqual(['cbf', 'djb', 'djb', 'dk', 'dk', 'person'])
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck'])
  const holder = await one('cbf', `cbfbm = '${h.cbfbm}'`)
  expect([holder.cbfmc, holder.cbfzjlx, holder.cbfzjhm, holder.djzt, holder.cbfcysl]).toEqual(['张珊', '1', memberId(1, 0), '2', 3])
  expect((await membersOf(h)).map((m) => [m.cyxm, m.cyzjhm])).toEqual([
    ['张珊', memberId(1, 0)],
    ['李1', memberId(1, 1)],
    ['张小1', memberId(1, 2)],
  ])
  expect((await one('dk', `dkbm = '51011210120100${'00001'}'`)).cbfmc).toBe('张珊')
  for (const [now, was] of [
    [await current(h), before[0]],
    [await current(h, 'Q'), before[1]],
  ]) {
    const said = [now.version, now.djlx, now.djxl, now.cbfmc, now.cbfzjhm, now.cbqxq, now.cbqxz, now.htzmjm, now.djsj, now.dbr]
    expect(said).toEqual([2, '8', '13', '张珊', memberId(1, 0), '1998-10-01', '2028-09-30', '1.50', '2026-03-02', '县经办'])
    const old = await one('djb', `id = ${was.id}`)
    expect([old.qszt, old.cbfmc, old.endTime, old.endReason, String(old.endBusinessId)]).toEqual(['2', '张1', '2026-03-02', '登记笔误', id])
    expect((await all('djb_lineage', `"djbId" = ${now.id}`)).map((l) => [String(l.prevDjbId), l.djxl])).toEqual([[String(was.id), '13']])
    expect((await all('djb_jtcy', `"djbId" = ${now.id}`)).map((m) => m.cyxm)).toEqual(['张珊', '李1', '张小1'])
    const contract = await one('cbht', `"djbId" = ${now.id}`)
    expect([contract.version, contract.qszt, contract.cbfmc, contract.signStatus, contract.signWay, contract.qdsj]).toEqual([
      2,
      '1',
      '张珊',
      '2',
      '3',
      '1998-10-01',
    ])
    const [gone, came] = await all('cbjyqz', `cbjyqzbm = '${now.cbjyqzbm}'`)
    expect([gone.sfzx, came.sfzx, came.zt, came.cbfmc, String(came.djbId)]).toEqual([1, 0, '0', '张珊', String(now.id)])
    expect((await all('cbjyqz_event', `cbjyqzbm = '${now.cbjyqzbm}'`)).map((e) => [e.kind, e.reason])).toEqual([['hf', '登记笔误']])
    expect((await all('djb_note', `"djbId" = ${now.id}`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['8', '13', '登记笔误']])
  }
  expect((await all('business_book', `"businessId" = ${id}`)).map((x) => [x.code, x.status])).toEqual([
    [h.code, 'finished'],
    [`${h.cbfbm}Q`, 'finished'],
  ])
  // what is told of it afterwards: both books before and after, personal numbers masked for who may not see them in full
  const told = (await b.call('town')('GET', '/yw-accept/business/differences', {}, { businessId: id })).data
  expect(told.map((k: any) => [k.code, k.status])).toEqual([
    [h.code, 'next'],
    [`${h.cbfbm}Q`, 'next'],
  ])
  const changes = (part: string) => told[0].changes.filter((c: any) => c.part === part).map((c: any) => [c.at, c.label, c.before, c.after])
  expect(changes('holder')).toEqual([['', '承包方名称', '张1', '张珊']])
  expect(changes('book')).toContainEqual(['', '登记小类', '0', '13'])
  expect([changes('line'), changes('issuer')]).toEqual([[], []])
})

test('_1 signed anew by choice: the contract has the task sign and is a changed one', async () => {
  const h = await household(b, 2, ['00003'])
  const id = await accepted(await application(h, '1', { ...NAME, cbfmc: h.name, cbfzjhm: memberId(902, 0) }, '1'))
  await registered(id)
  expect(await tasksOf(id)).toEqual(['register', 'check', 'recheck', 'sign'])
  const contract = await one('cbht', `"djbId" = ${(await current(h)).id}`)
  expect([contract.cbfmc, contract.htlx, contract.qdsj, contract.signStatus, contract.signWay]).toEqual(['张2', '4', '2026-03-17', '2', '3'])
  // personal numbers are masked for who may not see them in full
  const seen = await b.as('town', (ctx) => differences({ ...ctx, who: { ...ctx.who, perms: new Set(['business_view']) } }, { businessId: id }))
  const number = seen[0]!.changes.find((c) => c.part === 'holder' && c.field === 'cbfzjhm')!
  expect([number.before, number.after]).toEqual([maskText(memberId(2, 0)), maskText(memberId(902, 0))])
})

test('_2 members: what was written wrong of them, the same persons, the certificate kept with a line; taken back it is as before', async () => {
  const h = await household(b, 3, ['00004'])
  const [head, wife, son] = await membersOf(h)
  const sent = await application(h, '2', { jtcyList: [head, { ...wife, cyxm: '李玫', yhzgx: '10' }, son], hfqz: '2' })
  const id = await registered(await accepted(sent))
  const book = await current(h)
  expect([book.version, book.djlx, book.djxl, book.cbfmc]).toEqual([2, '8', '13', '张3'])
  expect((await all('djb_jtcy', `"djbId" = ${book.id}`)).map((m) => [m.cyxm, m.yhzgx, m.cyzjhm])).toEqual([
    ['张3', '02', memberId(3, 0)],
    ['李玫', '10', memberId(3, 1)],
    ['张小3', '20', memberId(3, 2)],
  ])
  expect((await membersOf(h)).map((m) => m.id)).toEqual([head!.id, wife!.id, son!.id])
  expect((await all('cbjyqz', `cbjyqzbm = '${h.code}'`)).map((c) => [c.sfzx, String(c.djbId)])).toEqual([[0, String(book.id)]])
  expect((await all('djb_note', `"onCode" = '${h.code}'`)).map((n) => [n.djlx, n.djxl, n.words])).toEqual([['8', '13', '登记笔误']])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await current(h)).version, (await membersOf(h)).map((m) => m.cyxm)]).toEqual([1, ['张3', '李3', '张小3']])
  expect(await broken()).toEqual([])
})

test('_3 contact data: the contractor’s row alone, no version; only the contractor is held', async () => {
  const h = await household(b, 4, ['00005'])
  const sent = await application(h, '3', { lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' })
  const id = await accepted(sent)
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => [l.objectType, l.objectCode])).toEqual([['cbf', h.cbfbm]])
  expect((await send(sent)).msg).toBe(`该登记簿存在在办业务【${(await detail(id)).businessCode}】，不能重复受理`)
  await registered(id)
  const holder = await one('cbf', `cbfbm = '${h.cbfbm}'`)
  expect([holder.lxdh, holder.cbfdz, holder.yzbm, holder.cbfmc]).toEqual(['13900000000', '二组5号', '610001', '张4'])
  expect((await all('cbf_v', `cbfbm = '${h.cbfbm}' and "closedBy" = ${id}`)).map((v) => [v.lxdh, v.cbfdz])).toEqual([[null, '测试村1组']])
  expect([(await current(h)).version, await all('djb_note', `"onCode" = '${h.code}'`)]).toEqual([1, []])
})

test('returned with an opinion it is put right and goes on; revoked at every task the register is as it was', async () => {
  const h = await household(b, 5, ['00006'])
  const sent = await application(h, '1', { ...NAME, cbfzjhm: memberId(5, 0) }, '1')
  await revokedAt(['check', 'recheck', 'sign'], sent)
  const id = await accepted(sent)
  await to(id, 'recheck')
  expect((await step(id, 'county', { result: 'return', target: 'register', comment: '姓名有误' })).msg).toBe('操作成功')
  const better = { ...sent, doSign: '2', form: { ...sent.form, cbfmc: '张衫' }, id }
  expect((await saveAgain(b, 'village', better)).msg).toBe('操作成功')
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await registered(id)
  expect([(await current(h)).cbfmc, await all('contract_file', `"businessId" = ${id}`)]).toEqual(['张衫', []])
})

test('a correction replaces nobody and takes no right, of whomever; a seizure of the book stops the address too; the version that was seen is asked for', async () => {
  const h = await household(b, 8, ['00009'])
  const other = '更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理合同变更'
  const said = async (item: string, form: object) => (await send(await application(h, item, form))).data?.fields
  expect(await said('1', { ...NAME, cbfzjhm: memberId(908, 0) })).toEqual([{ field: 'cbfmc', msg: other }])
  const [head, wife, son] = await membersOf(h)
  expect(await said('2', { jtcyList: [head, { ...wife, cyxm: '李玫', cyzjhm: memberId(908, 1) }, son] })).toEqual([{ field: 'jtcyList.1.cyxm', msg: other }])
  expect(await said('2', { jtcyList: [head, wife, { ...son, sfgyr: '2' }] })).toEqual([
    { field: 'jtcyList.2.sfgyr', msg: '是否共有人不能更正，请办理合同变更（家庭成员）' },
  ])
  const contact = { lxdh: '13900000000', cbfdz: '二组5号', yzbm: '610001' }
  expect((await send(await application(h, '3', { ...contact, djbId: null }))).data.fields).toEqual([
    { field: 'djbId', msg: '请重新选择登记簿（缺少所见版本）' },
  ])
  const act = { act: 'restrict', ref: 'cf-1', kind: 'cf', on: { cbjyqzbm: h.code }, from: '2026-03-01', text: '法院查封' } as const
  await b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '9' }, unit: 'seized', regionCode: '510112101201', day: '2026-03-02', acts: [act] }))
  // by the code of the book, which people know
  expect((await send(await application(h, '3', contact))).msg).toBe(`【${h.code}】被查封，不能办理该业务`)
})

test('refused through the wire: at the field, in both languages', async () => {
  const h = await household(b, 6, ['00007'])
  const other = await household(b, 7, ['00008'])
  const taken = await send(await application(h, '1', { ...NAME, cbfmc: h.name, cbfzjhm: memberId(7, 0) }))
  expect(taken.data.fields).toMatchObject([
    { field: 'cbfzjhm', msg: `【张7】已是承包方【${other.cbfbm}】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认` },
  ])
  const members = await membersOf(h)
  const left = await send(await application(h, '2', { jtcyList: members.slice(0, 2) }), 'en')
  expect(left.data.fields).toEqual([{ field: 'jtcyList', msg: 'That member 张小6 leaves is a change of the contract' }])
  expect((await send(await application(h, '1', { ...NAME, cbfzjhm: memberId(6, 0), djbId: '1' }))).msg).toBe('登记簿已注销或已变更，请刷新')
  expect((await send(await application(h, '1', { ...NAME, cbfzjhm: memberId(6, 0) }), 'zh', ['SQS', 'CBFSFZ'])).msg).toBe('必传材料缺失：户口簿')
})
