// The process engine's screens and a land business: they show it, and leave it alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, attachTo, bench, land, REGISTER_FILES, type Bench } from '../../tests/case-bench.ts'

let b: Bench
let id: string
beforeAll(async () => {
  b = await bench()
  await land(b, ['00001', '00002'])
  b.setDay('2026-03-02')
  const parcels = ['00001', '00002']
  id = (await b.call('village')('POST', '/yw-accept/business/submit', application(parcels))).data
  await attachTo(b, id, [...REGISTER_FILES, 'DCB', 'GSB'])
  expect((await b.call('village')('POST', '/yw-accept/business/save-commit', { ...application(parcels), id })).msg).toBe('操作成功')
})
afterAll(() => b?.end())

const detail = async () => (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).data
const list = async (verb: string, who: Parameters<Bench['call']>[0]) =>
  (await b.call(who)('GET', `/cpt-flow/${verb}`, {}, { size: '200' })).data.records as any[]

test('stands in the work lists with the way to its own screens', async () => {
  const [waiting] = (await list('work/claim-list', 'town')).filter((t) => t.businessId === id)
  expect(waiting).toMatchObject({
    category: 'business',
    businessTable: 'business',
    taskDefinitionKey: 'survey',
    typeCode: 'contract_sign',
    processDefinitionVersion: 0,
  })
  expect((await list('work/send-list', 'village')).find((x) => x.businessId === id)).toMatchObject({ processIsFinished: 'unfinished' })
  expect((await list('work/done-list', 'village')).some((t) => t.businessId === id)).toBe(true)
  expect((await list('follow/list', 'admin')).find((x) => x.businessKey === id)).toMatchObject({ activityId: 'survey', category: 'business' })
})

test('is neither completed nor stopped by the engine’s calls, only by the business', async () => {
  const before = await detail()
  const done = await b.call('admin')('POST', '/cpt-flow/work/complete-task', { taskId: before.taskId, flag: true, comment: 'x' })
  const stopped = await b.call('admin')('POST', '/cpt-flow/follow/delete-process-instance', { processInstanceId: before.processInstanceId, reason: 'x' })
  expect([done.code, done.key, stopped.code, stopped.key]).toEqual([409, 'land-business', 409, 'land-business'])
  expect(await detail()).toEqual(before)
  expect((await b.call('village')('POST', '/yw-accept/business/revoke', { businessId: id, reason: '撤销' })).msg).toBe('操作成功')
  expect((await list('follow/list', 'admin')).some((x) => x.businessKey === id)).toBe(false)
})
