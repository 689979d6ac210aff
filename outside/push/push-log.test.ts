// The log of pushes over HTTP: what was sent, what was not, and what people do about it.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../kit/server/ids.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { maskMessage } from './third-log.ts'

let w: World
let admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
})
beforeEach(() => w.db.pool.query('delete from outbox'))
afterAll(() => w?.end())

/** A push as the outbox left it. */
async function push(code: string, o: { regionCode?: string; attempts?: number; error?: string; done?: boolean; parked?: boolean; until?: string } = {}) {
  const id = newId()
  const payload = { businessId: id, businessCode: code, typeCode: 'contract_sign', regionCode: o.regionCode ?? '512021119203', djbIds: [] }
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime", attempts, error, "doneTime", "parkTime", until)
     values ($1::text::bigint, '000000', 'business.push', $1::text, $2, $8, $9, $3, $4, $5, $6, $7)`,
    [id, payload, o.attempts ?? 0, o.error ?? null, o.done ? '2026-01-02' : null, o.parked ? '2026-01-02' : null, o.until ?? null, w.ago(0), w.ago(-3600)],
  )
  return id
}
const list = async (verb: 'page' | 'notPushPage', q: Record<string, unknown> = {}, who: Client = admin): Promise<any[]> =>
  (await who.get(`/dataPushLog/${verb}`, q)).data.records
const event = async (id: string) =>
  (await w.db.pool.query('select attempts, error, "doneTime", "parkTime", "nextTime" <= $2 as due from outbox where id = $1', [id, w.ago(0)])).rows[0]

test('all pushes are listed newest first with their state, and those that have not arrived by themselves', async () => {
  await push('B1', { done: true, attempts: 1 })
  await push('B2', { parked: true, attempts: 24, error: '宗地不存在' })
  await push('B3', { attempts: 2, error: 'HTTP 500' })
  await push('B4')
  await push('B5', { done: true, error: '已处置：线下办理' })
  expect((await list('page')).map((r) => [r.businessCode, r.status])).toEqual([
    ['B5', '4'],
    ['B4', '0'],
    ['B3', '1'],
    ['B2', '3'],
    ['B1', '2'],
  ])
  expect((await list('notPushPage')).map((r) => r.businessCode)).toEqual(['B4', 'B3', 'B2'])
  expect((await list('page', { status: '3' })).map((r) => r.error)).toEqual(['宗地不存在'])
  expect((await list('page', { businessCode: 'B3', businessTypeCode: 'contract_sign', regionCode: '512021' })).length).toBe(1)
})

test('each reader sees the pushes of his tenant and region', async () => {
  const far = await push('B1', { regionCode: '512022101' })
  const auditor = await w.as('audit')
  expect([(await list('page')).length, (await list('page', {}, auditor)).length]).toEqual([1, 0])
  expect((await auditor.get('/dataPushLog/detail', { id: far })).status).toBe(404)
  expect((await (await w.as('other')).post('/dataPushLog/submit', {}, { ids: far })).status).toBe(404)
  for (const verb of ['submit', 'dispose', 'remove']) expect((await auditor.post(`/dataPushLog/${verb}`, {}, { ids: far })).status).toBe(403)
})

test('a failed push is due at once when it is pushed again, an arrived one is told anew, one under way is left alone', async () => {
  const failed = await push('B1', { parked: true, attempts: 24, error: 'x' })
  expect((await admin.post('/dataPushLog/submit', {}, { ids: failed })).msg).toBe('操作成功')
  expect(await event(failed)).toMatchObject({ attempts: 24, parkTime: null, due: true })
  const arrived = await push('B2', { done: true })
  await admin.post('/dataPushLog/submit', { id: arrived, again: 1 })
  expect((await list('page', { businessCode: 'B2' })).map((r) => r.status)).toEqual(['0', '2'])
  const sending = await push('B3', { until: '2099-01-01' })
  expect((await admin.post('/dataPushLog/submit', {}, { ids: sending })).msg).toBe('正在推送，请稍后再试')
  expect((await admin.post('/dataPushLog/submit')).msg).toBe('请选择至少一条数据')
})

test('several are disposed of at once with a reason that stays; ended ones are not, and only ended ones are removed', async () => {
  const [a, b, done] = [await push('B1'), await push('B2', { parked: true }), await push('B3', { done: true })]
  expect((await admin.post('/dataPushLog/remove', {}, { ids: a })).msg).toBe('当前状态不能删除')
  // a longer reason than is kept is not cut
  const long = await admin.post('/dataPushLog/dispose', { reason: '长'.repeat(201) }, { ids: a })
  expect([long.status, long.data.fields.map((f: any) => f.field), await event(a)]).toEqual([400, ['reason'], expect.objectContaining({ doneTime: null })])
  expect((await admin.post('/dataPushLog/dispose', { reason: '线下办理' }, { ids: `${a},${b}` })).msg).toBe('操作成功')
  expect([(await event(a)).error, (await event(b)).parkTime]).toEqual(['已处置：线下办理', null])
  expect((await admin.post('/dataPushLog/dispose', { reason: 'x' }, { ids: done })).msg).toBe('当前状态不能处置')
  const c = await push('B4', { parked: true, attempts: 3 })
  await admin.post('/dataPushLog/dispose', {}, { ids: c })
  expect(await event(c)).toMatchObject({ attempts: 3, parkTime: null, doneTime: null })
  expect((await admin.post('/dataPushLog/remove', {}, { ids: `${a},${done}` })).msg).toBe('操作成功')
  expect((await list('page')).map((r) => r.businessCode)).toEqual(['B4', 'B2'])
  const acts = (await admin.get('/cpt-log/usual/list', { objectId: a })).data.records.map((r: any) => r.action)
  expect(acts).toEqual(['push_log.delete', 'push_log.dispose'])
})

test('the list leaves as a sheet in words', async () => {
  await push('B1', { parked: true, error: '宗地不存在' })
  const file = await admin.get('/dataPushLog/export', { status: '3' })
  const rows = (await readXlsx(file.raw)).sheets[0]!.rows.map((r) => r.map(String))
  expect(rows[0]!.slice(0, 4)).toEqual(['业务编号', '业务类型', '行政区划', '推送状态'])
  expect([rows[1]![0], rows[1]![3], rows.length]).toEqual(['B1', '推送失败', 2])
})

test('the log keeps nobody’s number, in whatever text it stands, nor the neighbours of a parcel; codes stay', () => {
  const said = { code: 102, message: '宗地不存在 512021197001011234，电话13800000000' }
  expect(maskMessage(said)).toEqual({ code: 102, message: '宗地不存在 512***********1234，电话138****0000' })
  expect(maskMessage({ dkdz: '罗发', cbfdcy: '周德明', dkbm: '5120211192030100001', cbfbm: '512021192001010001', words: '登记完成' })).toEqual({
    dkdz: '罗*',
    cbfdcy: '周**',
    dkbm: '5120211192030100001',
    cbfbm: '512021192001010001',
    words: '登记完成',
  })
})
