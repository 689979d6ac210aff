// From a business that finishes to the registry, over HTTP, through the product's own outbox.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createWebServer } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registryFaults } from '../../apps/simulators/registry-schema.ts'
import { startRegistrySimulator, type RegistrySimulator } from '../../apps/simulators/registry.server.ts'
import { exactTime, localTime } from '../../kit/server/clock.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { expectEachOnce, finishedMany, saveConfig, storm } from '../../tests/push-storm.ts'
import { secretOf } from '../../tests/secrets.ts'
import { plant } from '../../tests/contract/rows.ts'
import { attach } from '../../services/files/attach.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { buildContract } from '../../tests/factories.ts'
import { isWeakSecret } from '../../runtime/key-file.server.ts'
import { data_push_config } from './config.ts'
import { bdcCodeOf, messageText } from './message.ts'
import { MESSAGE_SCHEMA } from './document/describe-push.ts'
import { messageId } from './message-id.server.ts'
import { compareSides } from './reconcile/reconcile.ts'
import { readStatement } from './reconcile/reconcile.server.ts'
import { delayMinutes, isLadder } from './retry.ts'
import { pushProblems } from './target.server.ts'

const [APP_ID, SECRET] = ['0123456789abcdef', secretOf('a1')]
let w: World
let admin: Client
let registry: RegistrySimulator
let minutes = 0
beforeAll(async () => {
  w = await world({ OUTBOUND_ALLOW: '127.0.0.1' })
  admin = await w.as('admin')
  const config = {
    name: '登记中心',
    regionCode: '512021',
    url: 'http://127.0.0.1:1/exchange',
    appId: APP_ID,
    appSecret: SECRET,
    format: 'json',
    algorithm: 'HMAC-SM3',
    autoPush: 1,
    isEnabled: 1,
    maxTries: 2,
  }
  const made = await admin.post('/cpt-system/dataPushConfig/submit', config)
  expect(made.msg).toBe('操作成功')
})
beforeEach(async () => {
  await registry?.close()
  registry = await startRegistrySimulator({ appId: APP_ID, appSecret: SECRET, algorithm: 'HMAC-SM3' })
  await w.db.pool.query('update data_push_config set url = $1', [registry.url])
  for (const t of ['outbox', 'push_state', 'business_book', 'business']) await w.db.pool.query(`delete from ${t}`)
})
afterAll(async () => {
  await registry?.close()
  await w?.end()
})

/** A registry written from our document: what is not as it says is refused. */
const described = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allowUnionTypes: true } } })
described.post('/exchange', { schema: { body: MESSAGE_SCHEMA } }, async () => ({ code: 100 }))

const BASE = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
/** A finished business as its last step leaves it: a book and the event; `of`: the book that it changed. Answers the business. */
async function finished(regionCode = '512021119203', { code, of }: { code?: string; of?: string } = {}): Promise<string> {
  const [business, book] = [newId(), newId()]
  const county = regionCode.slice(0, 6)
  await w.db.pool.query(
    `insert into djb (id, ${BASE}, cbjyqzbm, "cbfmc", htzmjm, "businessId", "validFrom", "regFrom", why, "causeKind")
      values ($1, $2, '000000', 1, '2026-01-02', 1, '2026-01-02', 1, $3, $4, '张三', 12.34, $5, '2026-01-02', '2026-01-02', 'change', 'business')`,
    [book, county, regionCode, `${regionCode}010001J`, business],
  )
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values ($1, '000000', 'business.push', $2, $3, $4, $4)`,
    [newId(), business, JSON.stringify({ businessId: business, businessCode: code ?? 'B1', typeCode: 'contract_sign', regionCode, djbIds: [book] }), w.ago(60)],
  )
  await w.db.pool.query(`insert into business (id, ${BASE}, "businessCode") values ($1, $2, '000000', 1, '2026-01-02', 1, '2026-01-02', 1, $3, $4)`, [
    business,
    county,
    regionCode,
    code ?? null,
  ])
  await w.db.pool.query(
    `insert into business_book (id, ${BASE}, "businessId", "djbId", "newDjbId") values ($1, $2, '000000', 1, '2026-01-02', 1, '2026-01-02', 1, $3, $4, $5, $6)`,
    [newId(), county, regionCode, business, of ?? null, book],
  )
  return business
}
/** The book that a business made. */
const bookOf = async (business: string): Promise<string> => (await w.db.pool.query('select id from djb where "businessId" = $1', [business])).rows[0].id
/** All pushes as the log shows them, the oldest first. */
const shown = async () => (await admin.get('/dataPushLog/page')).data.records.map((r: any) => [r.businessCode, r.status, r.error]).toReversed()
const event = async () => (await w.db.pool.query('select attempts, error, "doneTime", "parkTime" from outbox')).rows[0]
/** As if the delay before the next attempt were over. */
const later = () => w.db.pool.query('update outbox set "nextTime" = $1 where "doneTime" is null', [w.ago((minutes += 1) * 60)])

test('a finished business reaches the registry of its region, signed, with its books', async () => {
  const business = await finished()
  expect(await w.outbox.deliverDue()).toBe(1)
  const head = { msgId: messageId(`${business} 1`), bizCode: 'B1', bizType: 'contract_sign', bizItem: '', bdcCode: '1000901', regionCode: '512021119203' }
  expect(registry.messages).toEqual([
    {
      head: { ...head, sendTime: expect.any(String), version: 1 },
      before: [],
      after: [expect.objectContaining({ cbjyqzbm: '512021119203010001J', cbfmc: '张三', htzmjm: '12.34' })],
      parcels: [],
      parties: { fbf: null, cbf: [], members: [] },
      contract: [],
      files: [],
    },
  ])
  expect(Object.keys((registry.messages[0] as any).after[0]!)).not.toContain('tenantId')
  expect(await event()).toMatchObject({ attempts: 1, error: null, doneTime: expect.any(String) })
})

test('the registry is told where to call back, when the configuration says where', async () => {
  await w.db.pool.query('update data_push_config set "callbackUrl" = $1', ['https://land.example/back'])
  await finished()
  expect(await w.outbox.deliverDue()).toBe(1)
  expect(registry.messages).toMatchObject([{ head: { bizCode: 'B1', callbackUrl: 'https://land.example/back' } }])
  await w.db.pool.query('update data_push_config set "callbackUrl" = null')
})

test('an answer that is lost costs a second call and no second effect: both send the same bytes, however much later', async () => {
  registry.behaviour = 'silent'
  const businessId = await finished()
  await w.outbox.deliverDue()
  expect((await event()).doneTime).toBeNull()
  registry.behaviour = 'takes'
  // as if the first attempt had been made an hour ago; a paper came since
  const first = new Date(w.now().getTime() - 3_600_000)
  await w.db.pool.query(`update push_state set "knownAt" = $1`, [exactTime(first)])
  registry.bodies.length = 0
  await later()
  registry.behaviour = 'fails'
  await w.outbox.deliverDue()
  await plant(w, attach, 1, { businessId, name: '补充.pdf', ossName: 'b'.repeat(32), regionCode: '512021119203', countyCode: '512021' })
  await w.db.pool.query('update attach set "createTime" = $1', [w.ago(0)])
  registry.behaviour = 'takes'
  await w.db.pool.query('update data_push_config set "maxTries" = 9')
  await w.db.pool.query('update outbox set "parkTime" = null')
  await later()
  await w.outbox.deliverDue()
  expect([registry.calls, registry.messages.length, registry.bodies.length, new Set(registry.bodies).size]).toEqual([3, 1, 2, 1])
  expect(JSON.parse(registry.bodies[0]!).head.sendTime).toBe(localTime(first))
  expect((await event()).doneTime).not.toBeNull()
  await w.db.pool.query('update data_push_config set "maxTries" = 2')
})
test('a push by hand is one more try: the earlier ones stay and are told, and the delays go on where they were', async () => {
  registry.behaviour = 'fails'
  await w.db.pool.query(`update data_push_config set "retryMinutes" = '7,9,11', "maxTries" = 3`)
  await finished(undefined, { code: 'H1' })
  for (let i = 0; i < 2; i++) {
    await w.outbox.deliverDue()
    await later()
  }
  const id = (await admin.get('/dataPushLog/page')).data.records[0].id
  const again = () => admin.post('/dataPushLog/submit', {}, { ids: id })
  expect((await again()).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect(await event()).toMatchObject({ attempts: 3, error: '推送失败：已推送 3 次：HTTP 500', parkTime: expect.any(String) })
  expect((await again()).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect(await event()).toMatchObject({ attempts: 4, error: '推送失败：已推送 4 次：HTTP 500', parkTime: expect.any(String) })
  expect((await w.db.pool.query('select tries from push_state')).rows).toEqual([{ tries: 4 }])
  // disposed of, and pushed all the same: the same message, one try more
  expect((await admin.post('/dataPushLog/dispose', { reason: '线下办理' }, { ids: id })).msg).toBe('操作成功')
  registry.behaviour = 'takes'
  expect((await again()).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect((await admin.get('/dataPushLog/page')).data.records.map((r: any) => [r.id, r.status, r.attempts])).toEqual([[id, '2', 5]])
  expect(registry.messages.map((m) => m.head.version)).toEqual([1])
  await w.db.pool.query(`update data_push_config set "retryMinutes" = null, "maxTries" = 2`)
})
test('what has arrived is not pushed again unless that is meant: when and as which message it arrived is told, and an older push is not taken for the last', async () => {
  const business = await finished(undefined, { code: 'W1' })
  await w.outbox.deliverDue()
  const rows = async () => (await admin.get('/dataPushLog/page')).data.records
  const [{ id, doneTime }] = await rows()
  const refused = await admin.post('/dataPushLog/submit', {}, { ids: id })
  expect([refused.status, refused.key, refused.msg]).toEqual([
    409,
    'push-arrived',
    `业务【W1】已于${doneTime.slice(0, 16)}送达，消息编号${messageId(`${business} 1`)}。再次推送将以新的消息编号发送当前内容`,
  ])
  expect((await admin.post('/dataPushLog/dispose', {}, { ids: id })).key).toBe('push-arrived')
  await w.outbox.deliverDue()
  expect(registry.calls).toBe(1)
  expect((await admin.post('/dataPushLog/submit', { again: 1 }, { ids: id })).msg).toBe('操作成功')
  expect((await admin.post('/dataPushLog/submit', { again: 1 }, { ids: id })).key).toBe('push-older')
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => m.head.version)).toEqual([1, 2])
  const [last] = await rows()
  expect((await admin.post('/dataPushLog/submit', { again: 1 }, { ids: last.id })).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => m.head.version)).toEqual([1, 2, 3])
})

test('a registry that is down is tried again as often as the configuration says, then the push is parked', async () => {
  registry.behaviour = 'fails'
  await finished()
  await w.outbox.deliverDue()
  expect(await event()).toMatchObject({ attempts: 1, error: 'HTTP 500', parkTime: null })
  await later()
  await w.outbox.deliverDue()
  expect(await event()).toMatchObject({ attempts: 2, error: '推送失败：已推送 2 次：HTTP 500', parkTime: expect.any(String) })
  await later()
  expect(await w.outbox.deliverDue()).toBe(0)
})

test('a refusal of the registry is not repeated', async () => {
  registry.behaviour = 'refuses'
  await finished()
  await w.outbox.deliverDue()
  expect(await event()).toMatchObject({ attempts: 1, error: '推送失败：不动产登记系统拒绝：宗地不存在', parkTime: expect.any(String) })
})

test('the words of a refusal are told, whichever of the two names the registry gives them', async () => {
  let [status, said]: [number, object] = [200, {}]
  const other = createWebServer((_, reply) => reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const told = async (code: number, answer: object): Promise<string> => {
    ;[status, said] = [code, answer]
    await w.db.pool.query('delete from outbox')
    await finished()
    await w.outbox.deliverDue()
    return (await event()).error.replace('推送失败：不动产登记系统拒绝：', '')
  }
  await w.db.pool.query('update data_push_config set url = $1', [`http://127.0.0.1:${(other.address() as AddressInfo).port}/exchange`])
  expect(await told(200, { code: 102, msg: '缺少宗地图' })).toBe('缺少宗地图')
  expect(await told(200, { code: 102, message: ' ', msg: '缺少宗地图' })).toBe('缺少宗地图')
  expect(await told(400, { code: 103, message: '报文不完整', msg: 'failed' })).toBe('报文不完整')
  expect(await told(401, { code: 101, msg: '密钥已过期' })).toBe('密钥已过期')
  expect(await told(200, { code: 102, message: { zh: '无' } })).toBe('HTTP 200')
  other.close()
})

test('why a push failed is said in both languages, and that no reason was given', () => {
  expect(pushProblems.refused({ why: ' ' }).words).toEqual({
    zh: '不动产登记系统拒绝：未说明原因',
    en: 'The real-estate registry refused: no reason was given',
  })
  expect(refusal('E4001', { reason: pushProblems.refused({ why: '宗地不存在' }).words }).words).toEqual({
    zh: '推送失败：不动产登记系统拒绝：宗地不存在',
    en: 'The push failed: The real-estate registry refused: 宗地不存在',
  })
})

test('a wrong secret is refused by the registry and takes no effect', async () => {
  await registry.close()
  registry = await startRegistrySimulator({ appId: APP_ID, appSecret: secretOf('b2'), algorithm: 'HMAC-SM3' })
  await w.db.pool.query('update data_push_config set url = $1', [registry.url])
  await finished()
  await w.outbox.deliverDue()
  expect([registry.calls, registry.messages.length]).toEqual([0, 0])
  expect((await event()).error).toBe('推送失败：不动产登记系统拒绝：签名不正确')
})

test('each algorithm that a configuration may name signs what its registry takes, and what the other signs is refused', async () => {
  for (const [ours, its, messages] of [
    ['HMAC-SHA256', 'HMAC-SHA256', 1],
    ['HMAC-SHA256', 'HMAC-SM3', 0],
    ['HMAC-SM3', 'HMAC-SHA256', 0],
  ] as const) {
    await registry.close()
    registry = await startRegistrySimulator({ appId: APP_ID, appSecret: SECRET, algorithm: its })
    await w.db.pool.query('update data_push_config set url = $1, algorithm = $2', [registry.url, ours])
    await w.db.pool.query('delete from outbox')
    await finished()
    await w.outbox.deliverDue()
    expect([ours, its, registry.messages.length]).toEqual([ours, its, messages])
  }
  await w.db.pool.query(`update data_push_config set algorithm = 'HMAC-SM3'`)
})

test('a configuration that cannot send keeps the event, with the reason', async () => {
  for (const [set, back, why] of [[`id = -id`, `id = -id`, '推送失败：推送配置没有应用密钥']] as const) {
    await w.db.pool.query('delete from outbox')
    await finished()
    await w.db.pool.query(`update data_push_config set ${set}`)
    await w.outbox.deliverDue()
    await w.db.pool.query(`update data_push_config set ${back}`)
    expect([registry.calls, await event()]).toEqual([0, expect.objectContaining({ error: why, doneTime: null })])
  }
})

test('a push that failed holds back those of the same books and no others, and is told to whoever would push those again', async () => {
  const first = await finished(undefined, { code: 'B1' })
  registry.behaviour = 'refuses'
  await w.outbox.deliverDue()
  registry.behaviour = 'takes'
  const second = await finished(undefined, { code: 'B2', of: await bookOf(first) })
  await finished(undefined, { code: 'B3', of: await bookOf(second) })
  await finished(undefined, { code: 'B4' })
  await w.outbox.deliverDue()
  const waits = ['0', '前置业务未推送成功']
  expect(await shown()).toEqual([
    ['B1', '3', '推送失败：不动产登记系统拒绝：宗地不存在'],
    ['B2', ...waits],
    ['B3', ...waits],
    ['B4', '2', null],
  ])
  // waiting is no attempt, and is asked again as often as it takes
  for (let i = 0; i < 3; i++) {
    await later()
    await w.outbox.deliverDue()
  }
  const ids = Object.fromEntries((await admin.get('/dataPushLog/page')).data.records.map((r: any) => [r.businessCode, r.id]))
  expect((await w.db.pool.query('select attempts from outbox where id = $1', [ids.B2])).rows).toEqual([{ attempts: 0 }])
  const again = (...codes: string[]) => admin.post('/dataPushLog/submit', {}, { ids: codes.map((c) => ids[c]).join() })
  expect(await again('B2')).toMatchObject({ status: 400, key: 'E4002', msg: '前置业务未推送成功', data: { businessCode: 'B1' } })
  expect((await admin.send('POST', '/dataPushLog/dispose', { body: {}, query: { ids: ids.B2 }, headers: { 'accept-language': 'en' } })).msg).toBe(
    'The case before it has not been pushed',
  )
  // B3 comes after B2, which has not failed: it may be asked for, and waits
  expect((await again('B3')).msg).toBe('操作成功')
  // the one that failed, chosen with the one behind it, is first
  expect((await again('B2', 'B1')).msg).toBe('操作成功')
  for (let i = 0; i < 2; i++) {
    await w.outbox.deliverDue()
    await later()
  }
  await w.outbox.deliverDue()
  expect(registry.messages.map((m: any) => [m.head.bizCode, m.head.prevBizCode])).toEqual([
    ['B4', undefined],
    ['B1', undefined],
    ['B2', 'B1'],
    ['B3', 'B2'],
  ])
  expect((await shown()).map(([, status]: string[]) => status)).toEqual(['2', '2', '2', '2'])
})

test('what waits goes on when the push before it is disposed of', async () => {
  const first = await finished(undefined, { code: 'B1' })
  registry.behaviour = 'refuses'
  await w.outbox.deliverDue()
  registry.behaviour = 'takes'
  await finished(undefined, { code: 'B2', of: await bookOf(first) })
  await w.outbox.deliverDue()
  expect(registry.messages).toEqual([])
  const failed = (await admin.get('/dataPushLog/page', { status: '3' })).data.records.map((r: any) => r.id)
  expect((await admin.post('/dataPushLog/dispose', { reason: '线下办理' }, { ids: failed.join() })).msg).toBe('操作成功')
  await later()
  await w.outbox.deliverDue()
  expect(registry.messages).toMatchObject([{ head: { bizCode: 'B2', prevBizCode: 'B1' } }])
})

test('a type of business that the configuration does not name is not told', async () => {
  const only = (businessTypes: string | null) => w.db.pool.query('update data_push_config set "businessTypes" = $1', [businessTypes])
  await only('change_merge,change_split')
  await finished()
  await w.outbox.deliverDue()
  expect(registry.calls).toBe(0)
  await only('change_merge,contract_sign')
  await finished()
  await w.outbox.deliverDue()
  expect(registry.calls).toBe(1)
  await only(null)
})

test('a registry that does not answer within timeoutSeconds is given up', async () => {
  const asked: Socket[] = []
  const mute = createServer((s) => asked.push(s)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  await w.db.pool.query('update data_push_config set url = $1, "timeoutSeconds" = 1', [`http://127.0.0.1:${(mute.address() as AddressInfo).port}/exchange`])
  await finished()
  await w.outbox.deliverDue()
  expect([asked.length, await event()]).toEqual([1, expect.objectContaining({ attempts: 1, doneTime: null, error: expect.any(String) })])
  for (const s of asked) s.destroy()
  mute.close()
  await w.db.pool.query('update data_push_config set "timeoutSeconds" = null')
})

test('a region without a configuration tells nobody, and the event is done', async () => {
  await finished('512022119203')
  await w.outbox.deliverDue()
  expect(registry.calls).toBe(0)
  expect((await event()).doneTime).not.toBeNull()
  expect((await admin.get('/dataPushLog/page')).data.records.map((r: any) => [r.status, r.untold])).toEqual([['0', 'config']])
  expect((await event()).error).toBeNull()
})

test('message ids are UUIDs of version 5 and depend on business and version alone', () => {
  expect(messageId('1 1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(messageId('1 1')).toBe(messageId('1 1'))
  expect(messageId('1 2')).not.toBe(messageId('1 1'))
})

test('every call of the registry is kept with its answer, persons with stars; each reader sees those of his region', async () => {
  await w.db.pool.query('delete from third_log')
  await finished(undefined, { code: 'B7' })
  await w.outbox.deliverDue()
  registry.behaviour = 'refuses'
  await finished('512022101201', { code: 'B8' })
  await w.db.pool.query(`update data_push_config set "regionCode" = '51'`)
  await w.outbox.deliverDue()
  await registry.close()
  await finished(undefined, { code: 'B9' })
  await w.outbox.deliverDue()
  registry = await startRegistrySimulator({ appId: APP_ID, appSecret: SECRET, algorithm: 'HMAC-SM3' })
  await w.db.pool.query(`update data_push_config set "regionCode" = '512021'`)
  const log = async (query: Record<string, unknown> = {}, who = admin) => (await who.get('/thirdLog/bdc', query)).data.records as any[]
  expect((await log()).map((r) => [r.businessCode, r.target, r.httpStatus])).toEqual([
    ['B9', '登记中心', null],
    ['B8', '登记中心', 200],
    ['B7', '登记中心', 200],
  ])
  const [ok] = await log({ businessCode: 'B7' })
  expect([ok.msgId.length, ok.request.includes('512021119203010001J'), ok.request.includes('张三'), ok.request.includes('张*')]).toEqual([
    36,
    true,
    false,
    true,
  ])
  expect((await log({ businessCode: 'B8' }))[0].answer).toContain('宗地不存在')
  expect((await log({ regionCode: '512021' })).map((r) => r.businessCode)).toEqual(['B9', 'B7'])
  expect((await (await w.as('other')).get('/thirdLog/bdc')).data?.records ?? []).toEqual([])
  expect((await (await w.as('village')).get('/thirdLog/bdc')).status).toBe(403)
})

/** The push of a real contract of two parcels: its book, its business, the event. */
async function realPush(code: string, name: string) {
  const { household, parcels, book } = await buildContract(w, { name, parcels: 2 })
  const business = await finished(household.regionCode.slice(0, 12), { code })
  await w.db.pool.query('update business_book set "newDjbId" = $1 where "businessId" = $2', [book.id, business])
  await w.db.pool.query(`update outbox set payload = jsonb_set(payload, '{djbIds}', to_jsonb(array[$1::text])) where key = $2`, [book.id, business])
  await w.db.pool.query('update data_push_config set "regionCode" = $1', [household.regionCode.slice(0, 6)])
  return { business, household, parcels, book }
}
const back = () => w.db.pool.query(`update data_push_config set "regionCode" = '512021', format = 'json'`)

test('the whole message: parties, parcels with shape, contract; the same in XML; what is answered is written by an act of the register, once', async () => {
  for (const format of ['json', 'xml']) {
    await w.db.pool.query('update data_push_config set format = $1', [format])
    const { household, parcels, book } = await realPush(`F${format}`, format === 'xml' ? '李四' : '王五')
    await w.outbox.deliverDue()
    const [m] = registry.messages.filter((x) => x.head.bizCode === `F${format}`) as any[]
    expect(m.after.map((b: any) => [b.cbjyqzbm, b.cbfmc, b.parcels.length, b.ql.QXDM])).toEqual([
      [book.cbjyqzbm, household.cbfmc, 2, household.regionCode.slice(0, 6)],
    ])
    expect(m.parcels.map((p: any) => [p.dkbm, p.op, p.crs])).toEqual(parcels.map((p) => [p.dkbm, '02', 'EPSG:4490']))
    expect(m.parcels[0].wkt).toMatch(/^(MULTI)?POLYGON/)
    expect([m.parties.fbf.fbfbm, m.parties.cbf[0].cbfbm, m.parties.cbf[0].cbfzjhm]).toEqual([household.fbfbm, household.cbfbm, household.cbfzjhm])
    expect(m.parties.members.length).toBeGreaterThan(0)
    expect(m.contract.map((c: any) => [c.cbhtbm, c.side])).toEqual([[book.cbjyqzbm, 'after']])
    // the registry took it by its schema, and one that has our document alone takes it too; to both each of these is a fault
    expect(registryFaults(m)).toEqual([])
    const byDocument = async (body: object) => (await described.inject({ method: 'POST', url: '/exchange', payload: body })).statusCode
    if (format === 'json') expect(await byDocument(m)).toBe(200)
    for (const broken of [
      { ...m, more: '1' },
      { ...m, head: { ...m.head, msgId: 'x' } },
      { ...m, head: { ...m.head, version: undefined } },
      { ...m, after: [{ ...m.after[0], ql: { ...m.after[0].ql, QXDM: undefined, ZL: '' } }] },
      { ...m, parcels: [{ ...m.parcels[0], op: '05' }] },
      { ...m, parcels: [{ ...m.parcels[0], wkt: 'POINT(1 2)' }] },
      { ...m, contract: [{ ...m.contract[0], qdsj: 'today' }] },
      { ...m, parties: { ...m.parties, cbf: [{ ...m.parties.cbf[0], side: 'now' }] } },
      { ...m, files: 'none' },
    ]) {
      expect(registryFaults(broken).length).toBeGreaterThan(0)
      expect(await byDocument(broken)).toBe(400)
    }
    // the log shows what was sent, in the spelling in which it was, persons with stars
    const { request } = (await admin.get('/thirdLog/bdc', { businessCode: `F${format}` })).data.records[0]
    expect(request.slice(0, 60)).toContain(format === 'xml' ? '<?xml version="1.0" encoding="UTF-8"?>\n<message><head>' : '{"head":{"msgId":')
    expect([request.includes(household.cbfmc), request.includes(book.cbjyqzbm)]).toEqual([false, true])
    const { rows: units } = await w.db.pool.query('select bdcdyh from dk where dkbm = any($1) order by dkbm', [parcels.map((p) => p.dkbm)])
    expect(units.map((u) => u.bdcdyh)).toEqual(parcels.map((p) => expect.stringContaining(String(p.dkbm).slice(0, 12))))
    const { rows: entries } = await w.db.pool.query(`select counts from register_entry where unit = $1`, [`registry/${m.head.msgId}`])
    expect(entries.map((e) => e.counts.setParcel)).toEqual([2])
  }
  await back()
})

test('a message is the same at every attempt, whatever the register says since; pushed anew it says what is there now', async () => {
  registry.behaviour = 'silent'
  const { household, parcels } = await realPush('S1', '孙七')
  await w.outbox.deliverDue()
  const first = registry.messages[0] as any
  await w.db.pool.query('update dk set "dkmc" = $1 where dkbm = $2', ['改名', parcels[0]!.dkbm])
  await w.db.pool.query('update dk set "dkmc" = dkmc where dkbm = $1', [parcels[0]!.dkbm])
  registry.behaviour = 'takes'
  await later()
  await w.outbox.deliverDue()
  expect([registry.calls, registry.messages.length]).toEqual([2, 1])
  const [row] = (await admin.get('/dataPushLog/page', { businessCode: 'S1' })).data.records
  expect((await admin.post('/dataPushLog/submit', { again: 1 }, { ids: row.id })).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  const again = registry.messages[1] as any
  expect([again.head.version, again.head.msgId === first.head.msgId, again.parties.cbf[0].cbfbm]).toEqual([2, false, household.cbfbm])
  await back()
})

test('what no text of XML can hold is left out, and marks are escaped', () => {
  const m = { head: { msgId: 'a' }, before: [], after: [{ a: '<b>&"\u0001\r', n: null, x: 1 }], parcels: [], parties: {}, contract: [], files: [] }
  expect(messageText(m as never, 'xml')).toContain('<after><item><a>&lt;b&gt;&amp;&quot;&#13;</a><n nil="true"/><x>1</x></item></after>')
})

test('the ladder of retries is a setting; what is none is refused', async () => {
  expect([1, 2, 3, 9].map((n) => delayMinutes('1,5,30', n))).toEqual([1, 5, 30, 30])
  expect(['1,5', '1', '1， 5 15'].filter((t) => !isLadder(t))).toEqual([])
  expect(['', '5,1', '0', '1441', '1,x', '1.5', '1,,2', ',1', '1,'].filter(isLadder)).toEqual([])
  const [row] = (await admin.get('/cpt-system/dataPushConfig/list')).data.records
  const wrong = await admin.post('/cpt-system/dataPushConfig/submit', { ...row, retryMinutes: '60,5' })
  expect([wrong.code, wrong.msg]).toEqual([400, '重试间隔格式不正确，例：1,5,15,60'])
  // a type that the registry is never told of, and a wait longer than a delivery, would have no effect
  const said = async (o: object) => (await admin.post('/cpt-system/dataPushConfig/submit', { ...row, ...o })).msg
  expect([await said({ businessTypes: 'change_merge,hand_over' }), await said({ timeoutSeconds: 26 })]).toEqual([
    '“hand_over”不是向登记机构推送的业务类型',
    '超时秒数不能大于25',
  ])
  // what is wrong with another field is told first; a type that stands there already is not judged again
  expect(await said({ businessTypes: 'hand_over', url: 'ftp://x' })).toBe('网址须以http或https开头')
  await w.db.pool.query(`update data_push_config set "businessTypes" = 'retired'`)
  expect([await said({ businessTypes: 'retired，hand_over' }), await said({ businessTypes: 'retired，contract_sign、change_merge' })]).toEqual([
    '“hand_over”不是向登记机构推送的业务类型',
    '操作成功',
  ])
  await w.db.pool.query(`update data_push_config set "businessTypes" = null`)
  await w.db.pool.query(`update data_push_config set "retryMinutes" = '7,9', "maxTries" = 9`)
  registry.behaviour = 'busy'
  await finished()
  const minutesLeft = async () => {
    const { rows } = await w.db.pool.query('select extract(epoch from "nextTime" - $1::timestamptz)::int as s from outbox', [w.ago(0)])
    return Math.round(rows[0].s / 60)
  }
  await w.outbox.deliverDue()
  expect(await minutesLeft()).toBe(7)
  await later()
  await w.outbox.deliverDue()
  expect(await minutesLeft()).toBe(9)
  await w.db.pool.query(`update data_push_config set "retryMinutes" = null, "maxTries" = 2`)
})

test('of a region and type one enabled configuration says where it is told; another is refused with the name of the first', async () => {
  const [row] = (await admin.get('/cpt-system/dataPushConfig/list')).data.records
  const own = Object.fromEntries(Object.keys(data_push_config.fields).map((n) => [n, row[n]]))
  const second = { ...own, name: '登记所', appId: 'fedcba9876543210', appSecret: secretOf('second') }
  const said = async (o: object, lang = 'zh') =>
    (await admin.send('POST', '/cpt-system/dataPushConfig/submit', { body: { ...second, ...o }, headers: { 'accept-language': lang } })).data
  expect([await said({}), await said({ businessTypes: 'change_merge' }, 'en')]).toEqual([
    { fields: [{ field: 'regionCode', msg: '该行政区划已有启用的推送配置“登记中心”，请修改或停用原配置' }] },
    { fields: [{ field: 'regionCode', msg: 'The push configuration "登记中心" is enabled for this region already: change it, or disable it first' }] },
  ])
  // without a secret nothing could be signed: it is not enabled
  const bare = { regionCode: '512022', appSecret: undefined }
  expect([await said(bare), await said(bare, 'en')]).toEqual([
    { fields: [{ field: 'appSecret', msg: '没有应用密钥不能启用，请填写或生成应用密钥' }] },
    { fields: [{ field: 'appSecret', msg: 'It cannot be enabled without the app secret: enter or generate one' }] },
  ])
  const ids = [await said({ isEnabled: 0, appSecret: undefined }), await said({ regionCode: '512022', appId: 'fedcba9876543211' })]
  expect(ids).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
  expect((await said({ id: ids[0], isEnabled: 1 })).fields).toMatchObject([{ field: 'regionCode' }])
  expect((await said({ ...bare, id: ids[0], isEnabled: 1, businessTypes: 'change_merge', regionCode: '512023' })).fields).toMatchObject([
    { field: 'appSecret' },
  ])
  expect((await admin.post('/cpt-system/dataPushConfig/remove', {}, { ids: ids.join() })).msg).toBe('操作成功')
})
test('a secret that anybody could guess is refused wherever one is entered, in both languages', async () => {
  const weak = ['0'.repeat(64), 'a'.repeat(64), 'a1'.repeat(32), '0123456789abcdef'.repeat(4), 'ab'.repeat(31) + 'cd', 'zyxwvuts'.repeat(8)]
  const forms: readonly [path: string, form: object][] = [
    ['/cpt-system/dataPushConfig', (await admin.get('/cpt-system/dataPushConfig/list')).data.records[0]],
    ['/cpt-system/empower', { name: '弱', appId: '00112233445566cc', algorithm: 'HMAC-SM3', isEnabled: 1 }],
    [
      '/cpt-system/accessConfig',
      {
        name: '弱',
        regionCode: '512021',
        url: 'https://a.example.org/x',
        senderCode: 'S',
        algorithm: 'HMAC-SM3',
        businessTag: 'BUSINESS_DATA',
        parcelTag: 'YDKBM',
      },
    ],
  ]
  for (const [path, form] of forms)
    for (const appSecret of weak) {
      const said = async (lang: string) =>
        (await admin.send('POST', `${path}/submit`, { body: { ...form, appSecret }, headers: { 'accept-language': lang } })).data?.fields
      expect([path, appSecret, await said('zh'), await said('en')]).toEqual([
        path,
        appSecret,
        [{ field: 'appSecret', msg: '应用密钥过于简单（字符太少、有规律重复或已公开），请换用随机生成的' }],
        [
          {
            field: 'appSecret',
            msg: 'The app secret is too simple (few different characters, a part that repeats, or a published one): use one made at random',
          },
        ],
      ])
    }
  const hook = { name: '弱', url: 'https://a.example.org/hook', events: 'case.finished', secret: `whsec_${'A'.repeat(43)}=` }
  expect((await admin.post('/cpt-system/webhook/submit', hook)).data.fields).toMatchObject([{ field: 'secret' }])
  for (const path of ['dataPushConfig', 'empower', 'accessConfig']) {
    const made = (await admin.get(`/cpt-system/${path}/generateAppSecret`)).data
    expect([made.length, isWeakSecret(made)]).toEqual([64, false])
  }
})

test('a new key stops nothing: for a week the one before is tried where the new one is not known yet', async () => {
  const [row] = (await admin.get('/cpt-system/dataPushConfig/list')).data.records
  const fresh = secretOf('c3')
  expect((await admin.post('/cpt-system/dataPushConfig/submit', { ...row, appSecret: fresh })).msg).toBe('操作成功')
  await finished(undefined, { code: 'K1' })
  await w.outbox.deliverDue()
  registry.key(fresh)
  await finished(undefined, { code: 'K2' })
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => m.head.bizCode)).toEqual(['K1', 'K2'])
  registry.key(SECRET)
  await w.db.pool.query(`update sealed_secret set "updateTime" = $1 where name = 'former.appSecret'`, [w.ago(8 * 86_400)])
  await finished(undefined, { code: 'K3' })
  await w.outbox.deliverDue()
  expect((await shown()).at(-1)).toEqual(['K3', '3', '推送失败：不动产登记系统拒绝：签名不正确'])
  const calls = (await admin.get('/thirdLog/bdc', { businessCode: 'K3' })).data.records
  expect(calls.map((c: any) => [c.fault, c.httpStatus, c.bytes > 100])).toEqual([['signature', 401, true]])
  await admin.post('/cpt-system/dataPushConfig/submit', { ...(await admin.get('/cpt-system/dataPushConfig/list')).data.records[0], appSecret: SECRET })
})

test('what waits for a configuration or for a word stands among the not pushed with its reason, and one call mends it', async () => {
  await w.db.pool.query('update data_push_config set "autoPush" = 0')
  await finished(undefined, { code: 'M1' })
  await w.outbox.deliverDue()
  const waiting = (await admin.get('/dataPushLog/notPushPage')).data.records
  expect(waiting.map((r: any) => [r.businessCode, r.status, r.untold, r.attempts])).toEqual([['M1', '0', 'manual', 0]])
  expect((await admin.post('/dataPushLog/submit', {}, { ids: waiting[0].id })).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => [m.head.bizCode, m.head.version])).toEqual([['M1', 1]])
  expect((await admin.get('/dataPushLog/notPushPage')).data.records).toEqual([])
  const [row] = (await admin.get('/dataPushLog/page')).data.records
  const { calls } = (await admin.get('/dataPushLog/detail', { id: row.id })).data
  expect(calls.map((c: any) => [c.httpStatus, c.fault, c.request.includes('张三'), c.request.includes('张*')])).toEqual([[200, null, false, true]])
  await w.db.pool.query('update data_push_config set "autoPush" = 1')
  // what finished before there was a configuration: all of it by one call, each as its first version, and nothing is left behind
  await w.db.pool.query('update data_push_config set "isEnabled" = 0')
  for (const code of ['M2', 'M3']) await finished(undefined, { code })
  await finished('512022119203', { code: 'M4' })
  await w.outbox.deliverDue()
  const open = async () => (await admin.get('/dataPushLog/notPushPage')).data.records.map((r: any) => [r.businessCode, r.status, r.untold])
  expect(await open()).toEqual(['M4', 'M3', 'M2'].map((code) => [code, '0', 'config']))
  expect((await (await w.as('village')).post('/dataPushLog/submitOpen')).status).toBe(403)
  await w.db.pool.query('update data_push_config set "isEnabled" = 1')
  expect((await admin.post('/dataPushLog/submitOpen', {}, { regionCode: '512021' })).data).toBe(2)
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => [m.head.bizCode, m.head.version]).slice(1)).toEqual([
    ['M2', 1],
    ['M3', 1],
  ])
  expect(await open()).toEqual([['M4', '0', 'config']])
  // what waits may be disposed of as well, and stays until somebody decides
  const [left] = (await admin.get('/dataPushLog/notPushPage')).data.records
  expect((await admin.post('/dataPushLog/dispose', { reason: '线下办理' }, { ids: left.id })).msg).toBe('操作成功')
  expect((await admin.post('/dataPushLog/submitOpen')).key).toBe('push-none-open')
})

test('types and items that the registry is not told of are not told', () => {
  expect(bdcCodeOf('contract_supplement', 'contract_supplement_1')).toBe('1000901')
  for (const [type, item] of [
    ['contract_supplement', 'contract_supplement_3'],
    ['correct_fbf', 'correct_fbf_1'],
    ['hand_over', null],
  ] as const)
    expect(bdcCodeOf(type, item)).toBeUndefined()
})

test('the counts add up to the finished cases, with the mean delay and the days', async () => {
  await w.db.pool.query('delete from business')
  for (const code of ['C1', 'C2', 'C3', 'C4']) await finished(undefined, { code })
  await finished('512022119203', { code: 'C5' })
  await w.db.pool.query(`update business set status = '3', "businessTypeCode" = 'contract_sign', "finishTime" = $1`, [w.ago(120)])
  registry.chaos = (_n, code) => (code === 'C2' ? 'refuses' : code === 'C3' ? 'fails' : undefined)
  await w.outbox.deliverDue()
  await finished(undefined, { code: 'C6' })
  await w.db.pool.query(`update business set status = '3', "businessTypeCode" = 'contract_sign', "finishTime" = $1 where "businessCode" = 'C6'`, [w.ago(120)])
  const { countReportInfo: n } = (await admin.get('/dataPushLog/count')).data
  expect(n).toMatchObject({ total: 6, success: 2, failed: 1, pending: 3, disposed: 0, notNeeded: 0, rate: 66.7 })
  expect(n.success + n.failed + n.pending + n.disposed + n.notNeeded).toBe(n.total)
  expect(n.meanDelay).toBeGreaterThanOrEqual(115)
  expect(n.byType).toMatchObject([{ typeCode: 'contract_sign', total: 6, success: 2 }])
  expect(n.byDay).toMatchObject([{ total: 6, success: 2 }])
})

test('a registry has one document of what it receives: of its own configuration, signed by both algorithms, with the ladder and no secret', async () => {
  const { data: doc } = await admin.get('/cpt-system/dataPushConfig/description', { id: await configId() })
  expect([doc.servers[0].url, doc['x-target'].appId, doc['x-target'].algorithm]).toEqual([registry.url, APP_ID, 'HMAC-SM3'])
  expect(JSON.stringify(doc)).not.toContain(SECRET)
  for (const { algorithm, secret, method, path, timestamp, nonce, body, sign } of doc['x-signing'].examples) {
    const digest = createHash('sha256').update(body).digest('hex')
    const mac = createHmac(algorithm === 'HMAC-SM3' ? 'sm3' : 'sha256', secret).update([method, path, timestamp, nonce, digest].join('\n'))
    expect([algorithm, mac.digest('hex')]).toEqual([algorithm, sign])
    expect((await described.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json' }, payload: body })).statusCode).toBe(200)
  }
  expect(doc['x-signing'].examples.map((e: any) => e.algorithm)).toEqual(['HMAC-SHA256', 'HMAC-SM3'])
  // each field of the message is told in both languages
  const untold = (s: any, at = ''): string[] => [
    ...(s.title && /^[\x20-\x7e]/.test(s.description ?? '') ? [] : [at]),
    ...Object.entries(s.properties ?? {}).flatMap(([n, x]) => untold(x, `${at}.${n}`)),
    ...(s.items ? untold(s.items, `${at}[]`) : []),
  ]
  expect(untold(doc.paths['/'].post.requestBody.content['application/json'].schema)).toEqual([])
  expect(doc['x-retry']).toMatchObject({ minutes: '1,5,15,60', maxTries: 2, timeoutSeconds: 10 })
  // the simulator takes and is asked as the document says
  const { post } = doc.paths['/'],
    { content } = doc.paths['/arrived'].post.requestBody
  expect(Object.keys(post.requestBody.content)).toEqual(['application/json', 'application/xml'])
  expect(Object.keys(content['application/json'].example)).toEqual(['regionCode', 'from', 'to'])
  const xsd = new SaxesParser()
  const names: string[] = []
  xsd.on('opentag', (t) => void names.push(String(t.attributes.name ?? '')))
  xsd.write(doc['x-xsd']).close()
  expect(names).toEqual(
    expect.arrayContaining(['message', ...Object.keys(doc.paths['/'].post.requestBody.content['application/json'].schema.properties), 'item']),
  )
  expect((await (await w.as('village')).get('/cpt-system/dataPushConfig/description', { id: await configId() })).status).toBe(403)
})

/** Finished as the office counts it, so many seconds ago. */
const counted = (seconds = 120) =>
  w.db.pool.query(`update business set status = '3', "businessTypeCode" = 'contract_sign', "finishTime" = $1, removed = null`, [w.ago(seconds)])
const configId = async () => (await admin.get('/cpt-system/dataPushConfig/list')).data.records[0].id
const day = (seconds: number) => w.ago(seconds).slice(0, 10)
const statement = async (q: Record<string, unknown> = {}, who = admin) =>
  who.get('/dataPushLog/statement', { id: await configId(), from: day(86_400), to: day(-86_400), ...q })
const kinds = (d: any) => d.differences.map((x: any) => [x.businessCode, x.kind]).toSorted()

test('what differs is the same whoever asks: each case has one kind, and the counts of both sides add up', () => {
  const ours = (businessCode: string, status: string, msgId: string | null = 'm', reason: string | null = null) =>
    ({ businessCode, day: '2026-06-01', status, reason, msgId, delay: status === '2' ? 60 : null }) as const
  const found = compareSides(
    [
      ours('A', '2'),
      ours('B', '2'),
      ours('C', '1'),
      ours('D', '2'),
      ours('E', '3'),
      ours('F', '4'),
      ours('G', '5', null, 'type'),
      ours('H', '5', null, 'config'),
    ],
    [...['A', 'C', 'X', 'Y'].map((bizCode) => ({ bizCode, msgId: 'm' })), { bizCode: 'D', msgId: 'older' }],
    (code) => code === 'Y',
  )
  expect(found.differences.map((d) => [d.businessCode, d.kind])).toEqual([
    ['B', 'lost'],
    ['C', 'unheard'],
    ['D', 'other'],
    ['E', 'open'],
    ['H', 'open'],
    ['X', 'unknown'],
  ])
  expect([found.total, found.here, found.there, found.days]).toEqual([8, 3, 4, [{ day: '2026-06-01', total: 8, here: 3, there: 3, meanDelay: 60 }]])
})

test('entries of a statement that cannot be read are counted, not compared', () => {
  const messages = [
    { bizCode: 'A', msgId: 'm' },
    null,
    'x',
    {},
    { bizCode: '', msgId: 'm' },
    { bizCode: 1, msgId: 'm' },
    { bizCode: '<b>', msgId: 'm' },
    { bizCode: 'B' },
  ]
  expect(readStatement({ messages })).toEqual({ theirs: [{ bizCode: 'A', msgId: 'm' }], unread: 7 })
  const many = Array.from({ length: 20_001 }, () => null)
  expect(() => readStatement({ messages: many })).toThrow(expect.objectContaining({ key: 'reconcile-many' }))
})
test('both sides are compared with what the registry says, and one click pushes what differs', async () => {
  registry.chaos = (_n, code) => (code === 'R2' ? 'loses' : code === 'R3' ? 'silent' : code === 'R4' ? 'refuses' : undefined)
  for (const code of ['R1', 'R2', 'R3', 'R4']) await finished(undefined, { code })
  await counted()
  await w.outbox.deliverDue()
  delete registry.chaos
  const { data } = await statement()
  expect([data.total, data.here, data.there, kinds(data)]).toEqual([
    4,
    2,
    2,
    [
      ['R2', 'lost'],
      ['R3', 'unheard'],
      ['R4', 'open'],
    ],
  ])
  expect((await admin.post('/dataPushLog/mend', { businessCodes: 'R2,R3,R4' })).msg).toBe('操作成功')
  await later()
  await w.outbox.deliverDue()
  const after = (await statement()).data
  expect([after.here, after.there, after.differences]).toEqual([4, 4, []])
  expect(after.days[0].meanDelay).toBeGreaterThanOrEqual(100)
  // what does not differ any more is not pushed: it is told when and as which message it arrived
  const calls = registry.calls
  const same = await admin.post('/dataPushLog/mend', { businessCodes: 'R1' })
  expect([same.status, same.key, same.msg]).toEqual([
    409,
    'push-arrived',
    expect.stringMatching(/^业务【R1】已于\d{4}-\d\d-\d\d \d\d:\d\d送达，消息编号\S+。再次推送/),
  ])
  expect([await w.outbox.deliverDue(), registry.calls]).toEqual([0, calls])
  // R3 was there already: its message had no second effect
  expect(registry.messages.map((m) => m.head.bizCode).toSorted()).toEqual(['R1', 'R2', 'R3', 'R4'])
  // what the outbox has forgotten is pushed anew all the same
  await w.db.pool.query('delete from outbox')
  registry.messages.length = 0
  expect((await admin.post('/dataPushLog/mend', { businessCodes: 'R1' })).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  expect(registry.messages.map((m) => [m.head.bizCode, m.head.version])).toEqual([['R1', 2]])
})

test('a statement that cannot be had, a span that is none and cases of others are refused with words', async () => {
  expect((await statement({ from: 'x' })).msg).toBe('请选择起始日期')
  expect((await statement({ from: day(40 * 86_400) })).msg).toBe('截止日期应在起始日期之后31天以内')
  expect((await statement({ id: '1' })).status).toBe(404)
  expect((await statement({}, await w.as('village'))).status).toBe(403)
  const mend = async (businessCodes: string) => (await admin.post('/dataPushLog/mend', { businessCodes })).msg
  expect([await mend(''), await mend('nobody'), await mend(Array.from({ length: 501 }, (_, i) => `b${i}`).join())]).toEqual([
    '请选择至少一条数据',
    '业务不存在',
    '一次最多补推 500 件',
  ])
  await w.db.pool.query('update data_push_config set url = $1', [registry.url.replace('/exchange', '/nothing')])
  const told = async () => {
    const { key, msg } = await statement()
    const { rows } = await w.db.pool.query('select target, "httpStatus", fault, request::json as asked from third_log order by id desc limit 1')
    return [key, msg, rows[0]]
  }
  const asked = { regionCode: '512021', from: day(86_400), to: day(0) }
  const call = (httpStatus: number | null, fault: string | null) => ({ target: '登记中心（对账）', httpStatus, fault, asked })
  expect(await told()).toEqual(['reconcile-refused', '不动产登记系统未接受对账请求：no such call', call(404, 'refused')])
  await w.db.pool.query('update data_push_config set url = $1', [registry.url])
  registry.key('0'.repeat(64))
  expect(await told()).toEqual(['reconcile-signature', '不动产登记系统不认可本方签名，请核对推送配置中的应用标识、密钥和签名算法', call(401, 'signature')])
  // it answers, and names no messages
  const bare = await answering(200, {})
  await w.db.pool.query('update data_push_config set url = $1', [bare.url])
  expect(await told()).toEqual(['reconcile-unread', '不动产登记系统没有给出可识别的对账结果', call(200, null)])
  bare.close()
  expect((await told())[0]).toBe('reconcile-silent')
  expect((await admin.get('/dataPushLog/targets')).data).toMatchObject([{ name: '登记中心', regionCode: '512021' }])
})

test('a number that the registry cannot have given so waits for a person with the reason; what fits is written, what another has is not', async () => {
  const first = await realPush('G1', '钱五')
  await w.outbox.deliverDue()
  const [{ bdcdyh: taken }] = (await w.db.pool.query('select bdcdyh from dk where dkbm = $1', [first.parcels[0]!.dkbm])).rows
  const { parcels, book } = await realPush('G2', '钱六')
  const [one, two] = parcels.map((p) => String(p.dkbm))
  const good = `${one!.slice(0, 6)}009009JD00001W00000000`
  registry.gives = () => ({
    bdcdyh: [
      { dkbm: one, bdcdyh: good },
      { dkbm: two, bdcdyh: taken },
      { dkbm: first.parcels[0]!.dkbm, bdcdyh: good },
    ],
    bdcqzh: '=1+1',
  })
  await w.outbox.deliverDue()
  const { rows } = await w.db.pool.query('select bdcdyh from dk where dkbm = any($1) order by dkbm', [[one, two]])
  expect(rows.map((r) => r.bdcdyh)).toEqual([good, null])
  const { records } = (await (await w.as('county')).get('/registryNotice/page', { regionCode: first.household.regionCode.slice(0, 12) })).data
  const of = (code: unknown) => records.find((r: any) => r.objectCode === code)
  expect(of(two)).toMatchObject({ kind: 'registered', status: '2', bdcdyh: taken, businessCode: 'G2', appName: '登记中心' })
  expect(of(two).reason).toBe(`不动产单元号已属于另一地块【${first.parcels[0]!.dkbm}】`)
  expect([of(book.cbjyqzbm).reason, of(book.cbjyqzbm).bdcqzh]).toEqual(['不动产权证号格式不正确，例：川（2024）安岳县不动产权第0000123号', '=1+1'])
  const { rows: states } = await w.db.pool.query(`select status, reason from push_state where "businessCode" = 'G2'`)
  expect(states).toEqual([{ status: '2', reason: '已推送；登记结果未写入：2项编号待人工处理，见登记机构通知；有编号与报文中的地块、登记簿对不上' }])
  // pushed again: another wrong number takes the place of the one that waits, a right one leaves nothing to wait for
  registry.gives = () => ({ bdcdyh: [{ dkbm: two, bdcdyh: 'X-2' }], bdcqzh: '川（2026）安岳县不动产权第0054054号' })
  const last = (await admin.get('/dataPushLog/page', { businessCode: 'G2' })).data.records[0].id
  expect((await admin.post('/dataPushLog/submit', { again: 1 }, { ids: last })).msg).toBe('操作成功')
  await w.outbox.deliverDue()
  const { rows: kept } = await w.db.pool.query(
    `select "objectCode", status, bdcdyh, bdcqzh, reason from registry_notice where "businessCode" = 'G2' order by id`,
  )
  expect(kept).toEqual([
    { objectCode: two, status: '2', bdcdyh: 'X-2', bdcqzh: null, reason: expect.stringContaining('不动产单元号') },
    { objectCode: book.cbjyqzbm, status: '3', bdcdyh: null, bdcqzh: '=1+1', reason: '登记机构已另行给出编号并写入' },
  ])
  delete registry.gives
  await back()
})
test('the certificate of the registry is the first of a book that never had one of ours; a book that has ended takes none', async () => {
  const never = await realPush('G3', '钱七')
  const over = await realPush('G4', '钱八')
  // as books come by packages that have no certificates
  await w.db.pool.query('delete from cbjyqz where "djbId" = any($1)', [[never.book.id, over.book.id]])
  await w.db.pool.query(`update djb set qszt = '3' where id = $1`, [over.book.id])
  await w.outbox.deliverDue()
  const { rows } = await w.db.pool.query('select "djbId"::text as id, zt, "sfbdcfz", bdcqzh from cbjyqz where "djbId" = any($1)', [
    [never.book.id, over.book.id],
  ])
  expect(rows).toEqual([{ id: String(never.book.id), zt: '0', sfbdcfz: '1', bdcqzh: expect.stringContaining('不动产权第') }])
  const { rows: waiting } = await w.db.pool.query(`select "businessCode", reason from registry_notice where "businessCode" in ('G3', 'G4')`)
  expect(waiting).toEqual([{ businessCode: 'G4', reason: `登记簿【${over.book.cbjyqzbm}】没有有效的经营权证，不动产权证号无处可写` }])
  await back()
})

/** Answers every call with this, after so long (ms). */
async function answering(status: number, headers: Record<string, string>, ms = 0): Promise<{ url: string; close(): void }> {
  const server = createWebServer((request, reply) => {
    request.resume()
    setTimeout(() => reply.writeHead(status, headers).end(JSON.stringify({ code: 100 })), ms)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/exchange`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, close }
}
test('a push into the own network is refused with words and not tried again: by its address, by a name that leads there, by where a registry sends it on', async () => {
  const inner = '推送失败：推送地址不允许访问（本单位内网或未加密的地址），请检查推送配置'
  const [row] = (await admin.get('/cpt-system/dataPushConfig/list')).data.records
  for (const url of ['https://10.0.0.7/exchange', 'https://[::1]/exchange', 'https://localhost/exchange', 'http://example.org/exchange']) {
    const saved = await admin.post('/cpt-system/dataPushConfig/submit', { ...row, url })
    expect([url, saved.status, saved.data.fields]).toEqual([url, 400, [{ field: 'url', msg: '不允许访问该地址' }]])
    // a name may lead elsewhere later than it was saved
    await w.db.pool.query('update data_push_config set url = $1', [url])
    for (const t of ['outbox', 'third_log', 'business_book', 'business']) await w.db.pool.query(`delete from ${t}`)
    await finished(undefined, { code: 'I1' })
    await w.outbox.deliverDue()
    expect([url, await event()]).toEqual([url, expect.objectContaining({ attempts: 1, error: inner, parkTime: expect.any(String) })])
    expect((await admin.get('/thirdLog/bdc')).data.records).toMatchObject([{ businessCode: 'I1', httpStatus: null, fault: 'settings' }])
  }
  const elsewhere = await answering(302, { location: registry.url })
  await w.db.pool.query('update data_push_config set url = $1', [elsewhere.url])
  await w.db.pool.query('delete from outbox')
  await finished()
  await w.outbox.deliverDue()
  expect([registry.calls, await event()]).toEqual([
    0,
    expect.objectContaining({ error: '推送失败：不动产登记系统拒绝：HTTP 302', parkTime: expect.any(String) }),
  ])
  elsewhere.close()
})

/** What a finished business comes to under these settings: what the registry, the lists and the next look of the outbox show of it. */
async function comesTo(set: Record<string, unknown>, behaviour: RegistrySimulator['behaviour'] = 'takes') {
  for (const t of ['outbox', 'push_state', 'third_log', 'business_book', 'business']) await w.db.pool.query(`delete from ${t}`)
  Object.assign(registry, { behaviour })
  registry.messages.length = 0
  // another place asks for the secret again
  await saveConfig({ ...w, admin, registry }, { ...(set.url ? { appSecret: SECRET } : {}), ...set })
  await finished(undefined, { code: 'T1' })
  await w.outbox.deliverDue()
  const [row] = (await admin.get('/dataPushLog/page')).data.records
  const [call] = (await admin.get('/thirdLog/bdc')).data.records
  const { rows } = await w.db.pool.query('select extract(epoch from "nextTime" - $1::timestamptz)::int / 60 as minutes from outbox', [w.ago(-1)])
  const { remark } = (await admin.get('/cpt-system/dataPushConfig/list')).data.records[0]
  const told = registry.messages.map((m) => m.head.callbackUrl ?? null)
  return { told, status: row.status, untold: row.untold, target: call?.target, bytes: call?.bytes, fault: call?.fault, waits: rows[0].minutes > 2, remark }
}
test('each setting of a push configuration has an effect that is seen, and each choice that it offers works', async () => {
  const late = await answering(200, {}, 1500)
  const usual = {
    name: '登记中心',
    regionCode: '512021',
    url: registry.url,
    appId: APP_ID,
    format: 'json',
    algorithm: 'HMAC-SM3',
    businessTypes: null,
    autoPush: 1,
    maxTries: 2,
    retryMinutes: '1,5',
    timeoutSeconds: 25,
    callbackUrl: null,
    isEnabled: 1,
    remark: null,
  } satisfies Record<keyof typeof data_push_config.fields, unknown>
  type Name = keyof typeof usual
  // what differs by itself shows the effect of nothing
  expect(await comesTo(usual)).toEqual(await comesTo(usual))
  /** Another value of each, and where it is seen. */
  const other: Readonly<Record<Name, readonly [value: unknown, behaviour?: RegistrySimulator['behaviour'], beside?: object]>> = {
    name: ['登记所'],
    regionCode: ['512022'],
    url: [registry.url.replace('/exchange', '/nothing')],
    appId: ['fedcba9876543210'],
    format: ['xml'],
    algorithm: ['HMAC-SHA256'],
    businessTypes: ['change_merge'],
    autoPush: [0],
    maxTries: [1, 'fails'],
    retryMinutes: ['7,9', 'fails'],
    timeoutSeconds: [1, 'takes', { url: late.url }],
    callbackUrl: ['http://127.0.0.1/back'],
    isEnabled: [0],
    remark: ['备注'],
  }
  expect(Object.keys(other).toSorted()).toEqual(Object.keys(data_push_config.fields).toSorted())
  for (const [name, [value, behaviour, beside]] of Object.entries(other) as [Name, (typeof other)[Name]][]) {
    const [before, after] = [await comesTo({ ...usual, ...beside }, behaviour), await comesTo({ ...usual, ...beside, [name]: value }, behaviour)]
    expect([name, after]).not.toEqual([name, before])
  }
  late.close()
  const offered = Object.entries(data_push_config.fields).flatMap(([name, f]) =>
    'values' in f && f.values ? [[name, f.values as readonly string[]] as const] : [],
  )
  expect(offered.map(([name]) => name)).toEqual(['format', 'algorithm'])
  for (const [name, values] of offered)
    for (const value of values) {
      await registry.close()
      const algorithm = name === 'algorithm' ? (value as 'HMAC-SM3') : 'HMAC-SM3'
      registry = await startRegistrySimulator({ appId: APP_ID, appSecret: SECRET, algorithm })
      expect([value, (await comesTo({ ...usual, url: registry.url, [name]: value })).status]).toEqual([value, '2'])
    }
  await saveConfig({ ...w, admin, registry }, { ...usual, appSecret: SECRET })
})

test('in a storm each case arrives once and in the order of its contractor, or stands among the not pushed with its reason; then the two sides are made equal', async () => {
  const s = { ...w, admin, registry }
  const n = 40
  await saveConfig(s, { maxTries: 24 })
  const first = await finishedMany(s, 0, n * 0.9)
  // three times a server dies between a call and the writing down of its answer; tests/crash/push.test.ts kills real ones
  const died = (round: number) =>
    [1, 4, 6].includes(round)
      ? w.db.pool.query(
          `update outbox set "doneTime" = null, runner = 'dead', until = $1, attempts = 1 where id in (select id from outbox where "doneTime" is not null order by id desc limit 3)`,
          [w.ago(3600)],
        )
      : Promise.resolve()
  await storm(s, { round: died })
  await expectEachOnce(s, first, n)
  registry.key(SECRET)
  await saveConfig(s, { appSecret: SECRET, maxTries: 2 })
})
