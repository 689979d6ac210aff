// Correcting an issuer from the window to the register: its row, the line in each book by a job, and that its running cases go on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../../apps/server/handlings.server.ts'
import { batchJob } from '../../cases/batch.server.ts'
import { bench, FBFBM, memberId, registered as household, saveAgain, type Bench } from '../../../tests/case-bench.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { issuerOf } from '../../../tests/applications.ts'
import { stories, type House } from '../../../tests/type-stories.ts'

let b: Bench
let { detail, step, to, all, one, current, tasksOf, applied, accepted, send, finished, revokedAt, undo, broken } = {} as ReturnType<typeof stories>
let house: House
beforeAll(async () => {
  b = await bench()
  const told = stories(b, { typeCode: 'correct_fbf', name: '发包方信息更正', files: ['SQS', 'CBFSFZ', 'HYJL'] })
  ;({ detail, step, to, all, one, current, tasksOf, applied, accepted, send, finished, revokedAt, undo, broken } = told)
  house = await household(b, 1, ['00001'])
})
afterAll(() => b.end())

const issuer = () => one('fbf', `fbfbm = '${FBFBM}'`)
/** Runs the last job that was queued. */
const run = () => b.run(batchJob(registryOf({ digestOf: async () => undefined, sealer: { sign: (t) => t } })), b.queued.at(-1)!.payload)
const PRINCIPAL = { fbffzrxm: '赵村长', fzrzjlx: '1', fzrzjhm: memberId(901, 1), lxdh: '13900000000' }
const NAME = { fbfmc: '新村经济合作社', fbfdz: '新村1号', fbfdcy: '李', fbfdcrq: '2020-01-01' }
const sent = (item: string, form: object) => applied(house, item, { bgyy: '换届', ...form }, '2')

test('_1 principal: the row and its history, no book, and a case of a household of the issuer goes on beside it', async () => {
  const id = await accepted(sent('1', PRINCIPAL))
  expect((await all('business_lock', `"businessId" = ${id}`)).map((l) => [l.objectType, l.objectCode])).toEqual([['fbf', FBFBM]])
  expect((await send(sent('1', PRINCIPAL))).msg).toBe(`该登记簿存在在办业务【${(await detail(id)).businessCode}】，不能重复受理`)
  const other = stories(b, { typeCode: 'correct_cbf', name: '承包方信息更正', files: ['SQS', 'CBFSFZ'] })
  await other.registered(await other.accepted(await other.application(house, '3', { bgyy: '换号', lxdh: '13700000000', cbfdz: '一组', yzbm: '610000' })))
  await finished(id)
  expect([await tasksOf(id), (await detail(id)).status]).toEqual([['register', 'check'], '3'])
  const row = await issuer()
  expect([row.fbffzrxm, row.fzrzjhm, row.lxdh, row.fbfmc]).toEqual(['赵村长', memberId(901, 1), '13900000000', '测试村'])
  expect((await all('fbf_v', `"closedBy" = ${id}`)).map((v) => [v.fbffzrxm, v.lxdh])).toEqual([['王村长', '13800000000']])
  expect([(await current(house)).version, await all('djb_note', 'true')]).toEqual([1, []])
  expect(await broken()).toEqual([])
})

test('_2 name without lines: rechecked, the book keeps the old name, undone it is as before', async () => {
  const id = await accepted(sent('2', NAME))
  await finished(id)
  expect([await tasksOf(id), (await detail(id)).status]).toEqual([['register', 'check', 'recheck'], '3'])
  expect([(await issuer()).fbfmc, (await issuer()).fbfdz, (await current(house)).fbfmc]).toEqual(['新村经济合作社', '新村1号', '测试村'])
  expect((await undo(id)).msg).toBe('操作成功')
  expect((await issuer()).fbfmc).toBe('测试村')
  expect(await broken()).toEqual([])
})

test('_2 with a line in every book: those of the day of the finish, one entry each; a book that ends meanwhile fails alone', async () => {
  await household(b, 2, ['00002'])
  const id = await accepted(sent('2', { ...NAME, zbdj: '1' }))
  const books = async () =>
    (await all('business_book', `"businessId" = ${id}`)).toSorted((x, y) => (x.code < y.code ? -1 : 1)).map((k) => [k.code.slice(-2), k.status, k.reason])
  expect(await books()).toEqual([
    ['1J', 'open', null],
    ['2J', 'open', null],
  ])
  await household(b, 3, ['00003'])
  await to(id, 'recheck')
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect([(await issuer()).fbfmc, (await detail(id)).status, await all('djb_note', 'true')]).toEqual(['新村经济合作社', '2', []])
  // the second ends between the last pass and the job
  await b.db.owner.updateTable('djb').set({ qszt: '3' }).where('cbjyqzbm', '=', `${FBFBM}0002J`).execute()
  expect(await run()).toEqual({ finished: 2, failed: 1 })
  expect(await books()).toEqual([
    ['1J', 'finished', null],
    ['2J', 'failed', '登记簿已注销或已变更，请刷新'],
    ['3J', 'finished', null],
  ])
  await b.db.owner.updateTable('djb').set({ qszt: '1' }).where('cbjyqzbm', '=', `${FBFBM}0002J`).execute()
  const text = '发包方名称由“测试村”更正为“新村经济合作社”：换届'
  const notes = await all('djb_note', 'true')
  expect(notes.map((n) => [n.onCode.slice(-2), n.djlx, n.djxl, n.words, String(n.causeId)])).toEqual(['1J', '3J'].map((c) => [c, '8', '13', text, id]))
  const entries = await all('register_entry', `"causeId" = '${id}'`)
  expect(entries.map((e) => e.unit.split('/')[1]?.slice(-2))).toEqual([undefined, '1J', '3J'])
  expect([(await detail(id)).status, await all('business_lock', 'true'), (await current(house)).version]).toEqual(['3', [], 1])
  expect(await run()).toEqual({ finished: 2, failed: 1 })
  expect((await all('djb_note', 'true')).length).toBe(2)
  expect(await broken()).toEqual([])
  expect((await undo(id)).msg).toBe('操作成功')
  expect([(await issuer()).fbfmc, (await all('djb_note', '"endTime" is null')).length]).toEqual(['测试村', 0])
})

test('returned it is put right and goes on; revoked at every task the register is as it was; what is incomplete can be corrected', async () => {
  const first = sent('2', { ...NAME, zbdj: '1' })
  await revokedAt(['check', 'recheck'], first)
  const id = await accepted(first)
  await to(id, 'check')
  expect((await step(id, 'town', { result: 'return', target: 'register', comment: '名称有误' })).msg).toBe('操作成功')
  const better = { ...first, form: { ...first.form, fbfmc: '新村合作社', zbdj: '2' }, id }
  expect((await saveAgain(b, 'village', better)).msg).toBe('操作成功')
  expect(await all('business_book', `"businessId" = ${id}`)).toEqual([])
  expect((await step(id, 'village')).msg).toBe('操作成功')
  await finished(id)
  expect((await issuer()).fbfmc).toBe('新村合作社')
  await b.db.owner.updateTable('fbf').set({ fbfdz: null }).where('fbfbm', '=', FBFBM).execute()
  await finished(await accepted(sent('2', { ...NAME, fbfmc: '新村合作社' })))
  expect((await issuer()).fbfdz).toBe('新村1号')
})

test('in its first task of others who sent a case takes it back until somebody takes it up', async () => {
  const sentTo = async () => {
    const id = await accepted(sent('2', { ...NAME, fbfmc: '又一个合作社' }))
    return [id, (await detail(id)).taskKey] as const
  }
  const mayRevoke = async (id: string, p: 'village' | 'town' = 'village') =>
    ((await b.call(p)('GET', '/yw-accept/business/detail', {}, { id })).data.actions as string[]).includes('revoke')
  const revoke = (id: string, p: 'village' | 'town') => b.call(p)('POST', '/yw-accept/business/revoke', { businessId: id, reason: '误录' })
  const [untouched, at] = await sentTo()
  expect([at, await mayRevoke(untouched), await mayRevoke(untouched, 'town'), (await revoke(untouched, 'town')).key]).toEqual(['check', true, false, 'E2002'])
  expect((await revoke(untouched, 'village')).msg).toBe('操作成功')
  expect([(await detail(untouched)).status, await all('business_lock', `"businessId" = ${untouched}`)]).toEqual(['4', []])
  const [taken] = await sentTo()
  await b.db.owner.updateTable('process_task').set({ claimTime: '2026-03-02 09:00:00' }).where('businessId', '=', taken).where('status', '=', 'open').execute()
  expect([await mayRevoke(taken), (await revoke(taken, 'village')).key]).toEqual([false, 'E2002'])
  expect((await step(taken, 'town', { result: 'return', target: 'register', comment: '名称有误' })).msg).toBe('操作成功')
  expect(await mayRevoke(taken)).toBe(true)
  // somebody has looked at it before
  expect((await step(taken, 'village')).msg).toBe('操作成功')
  expect([await mayRevoke(taken), (await revoke(taken, 'village')).key]).toEqual([false, 'E2002'])
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { businessId: taken, reason: '误录' })).msg).toBe('操作成功')
})

test('refused through the wire: at the field, in both languages', async () => {
  const same = await issuer()
  const { fbfmc, fbfdz, fbfdcy } = same
  const r = await send(sent('2', { fbfmc, fbfdz, fbfdcy, fbfdcrq: '2020-01-01' }), 'en')
  expect(r.data.fields).toEqual([{ field: 'fbfmc', msg: 'Nothing about the issuer was corrected' }])
  // the number of somebody else in the register, however it is typed
  const [head] = await all('jtcy', `"cbfbm" = '${house.cbfbm}' and "yhzgx" in ('01', '02')`)
  const others = [{ field: 'fzrzjhm', msg: `该证件号码在登记簿中为【${head!.cyxm}】，与填写的姓名不一致` }]
  for (const fzrzjhm of [head!.cyzjhm, ` ${head!.cyzjhm} `]) expect((await send(sent('1', { ...PRINCIPAL, fzrzjhm }))).data.fields).toEqual(others)
  // a name that another issuer of the village has
  const group = `${FBFBM.slice(0, 12)}01`
  await b.as('admin', (ctx) => rows.insert(ctx, fbf, issuerOf(group, memberId(902, 0), { fbfmc: '新村1组', regionCode: group })))
  expect((await send(sent('2', { ...NAME, fbfmc: '新村1组' }))).data.fields).toEqual([{ field: 'fbfmc', msg: `本村发包方【${group}】已使用该名称` }])
  expect((await send(sent('1', { ...PRINCIPAL, fbffzrxm: '钱' }), 'zh', ['SQS', 'CBFSFZ'])).msg).toBe('必传材料缺失：会议记录（决议）')
  // the call of the specification says the type by its address, and takes no other
  const { businessTypeCode: _typed, ...untyped } = sent('2', { ...NAME, fbfmc: '新村1组' }) as Record<string, unknown>
  const by = (body: object) => b.call('village')('POST', '/ywbl/correct-fbf', body)
  expect((await by(untyped)).data.fields).toEqual([{ field: 'fbfmc', msg: `本村发包方【${group}】已使用该名称` }])
  expect((await by({ ...untyped, businessTypeCode: 'contract_sign' })).msg).toBe('该接口只受理发包方信息更正')
})
