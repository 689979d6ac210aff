// Events told to partners by Standard Webhooks: who is told what, tried again, dead letters, secrets that change.
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretOf } from '../../tests/secrets.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { startRegistrySimulator } from '../../apps/simulators/registry.server.ts'
import { signedHeaders } from '../../runtime/signature.server.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook.ts'

interface Library {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown }
}
/** Loaded by name: the types of the product do not rest on it. */
const LIBRARY: string = 'standardwebhooks'
const { Webhook } = (await import(LIBRARY)) as Library
interface Heard {
  headers: Record<string, string>
  body: string
}
let w: World, admin: Client, partner: Server, heard: Heard[], status: number, secret: string
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  partner = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    heard.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() })
    reply.writeHead(status).end()
  })
  await new Promise<void>((done) => partner.listen(0, '127.0.0.1', done))
  secret = ok(await admin.get('/cpt-system/webhook/generateSecret'))
  const events = Object.keys(WEBHOOK_EVENTS).join(' ')
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}/hook`
  ok(await admin.post('/cpt-system/webhook/submit', { name: '金融平台', url, events, secret, isEnabled: 1 }))
})
beforeEach(async () => {
  ;[heard, status] = [[], 204]
  await w.db.pool.query('delete from outbox')
})
afterAll(async () => {
  partner?.close()
  await w?.end()
})
const REGION = '512021119203'
let n = 0
/** The event that the last step of a business leaves. */
async function finished(businessCode: string, regionCode = REGION): Promise<void> {
  const payload = JSON.stringify({ businessId: '1', businessCode, typeCode: 'contract_sign', regionCode, djbIds: [] })
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values ($1, '000000', 'business.webhook', $2, $3, $4, $4)`,
    [String(1000 + (n += 1)), `k${n}`, payload, w.ago(60)],
  )
}
const later = () => w.db.pool.query(`update outbox set "nextTime" = $1 where topic = 'webhook.delivery'`, [w.ago(1)])
const listed = async (q: Record<string, unknown> = {}) => ok(await admin.get('/webhookLog/page', q)).records as any[]
const row = async () => ok(await admin.get('/cpt-system/webhook/list')).records[0]
const set = async (o: Record<string, unknown>) => ok(await admin.post('/cpt-system/webhook/submit', { ...(await row()), ...o }))
/** What a receiver does by the text of the standard: one of the signatures is that of id, time and body. @throws where none is */
function verified({ headers, body }: Heard, by = secret): any {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers
  const own = createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64')
  if (!given!.split(' ').includes(`v1,${own}`) || Math.abs(w.now().getTime() / 1000 - Number(at)) > 300) throw new Error('no matching signature')
  return JSON.parse(body)
}

test('a finished business is told to who subscribed, with the headers of the standard', async () => {
  await finished('W1')
  await w.outbox.deliverDue()
  expect(heard.length).toBe(1)
  expect(verified(heard[0]!)).toEqual({
    type: 'case.finished',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    data: { businessCode: 'W1', typeCode: 'contract_sign', about: 'W1', regionCode: REGION },
  })
  expect(await listed()).toMatchObject([{ target: '金融平台', event: 'case.finished', about: 'W1', status: '2', attempts: 1, regionCode: REGION }])
  // so says the library of the standard, which knows nothing of the product
  expect(new Webhook(secret).verify(heard[0]!.body, heard[0]!.headers)).toEqual(verified(heard[0]!))
  // a changed body, another secret
  const [h] = heard
  expect(() => verified({ ...h!, body: h!.body.replace('W1', 'W2') })).toThrow()
  expect(() => verified(h!, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)).toThrow()
})

test('what is not taken is tried again under the same id, then it is a dead letter, which one word delivers', async () => {
  status = 500
  await finished('D1')
  await w.outbox.deliverDue()
  expect((await listed()).map((r) => [r.status, r.error])).toEqual([['1', 'HTTP 500']])
  await later()
  await w.outbox.deliverDue()
  expect(new Set(heard.map((h) => h.headers['webhook-id'])).size).toBe(1)
  await w.db.pool.query(`update outbox set attempts = 23 where topic = 'webhook.delivery'`)
  await later()
  await w.outbox.deliverDue()
  const [dead] = await listed({ status: '3' })
  expect([dead.about, dead.error]).toEqual(['D1', 'HTTP 500'])
  status = 204
  ok(await admin.post('/webhookLog/submit', {}, { ids: dead.id }))
  await w.outbox.deliverDue()
  expect((await listed()).map((r) => r.status)).toEqual(['2'])
  expect(new Set(heard.map((h) => h.headers['webhook-id'])).size).toBe(1)
  // what arrived is the same message when it is sent again: its receiver knows it by its id, and has what it says
  ok(await admin.post('/webhookLog/submit', {}, { ids: dead.id }))
  await w.outbox.deliverDue()
  expect([new Set(heard.map((h) => h.headers['webhook-id'])).size, new Set(heard.map((h) => h.body)).size]).toEqual([1, 1])
  expect((await listed()).map((r) => [r.status, r.attempts])).toEqual([['2', 26]])
  expect((await admin.post('/webhookLog/submit')).msg).toBe('请选择至少一条数据')
  expect((await admin.post('/webhookLog/submit', {}, { ids: '12' })).status).toBe(404)
  await w.db.pool.query(`update outbox set "doneTime" = null, until = '2099-01-01' where id = $1`, [dead.id])
  expect((await admin.post('/webhookLog/submit', {}, { ids: dead.id })).key).toBe('webhook-on-its-way')
})

test('one that fails holds up nobody but its own later events, and who wants no more is not asked again', async () => {
  status = 503
  await finished('H1')
  await w.outbox.deliverDue()
  status = 204
  await finished('H1')
  await finished('H2')
  await w.outbox.deliverDue()
  expect(heard.map((h) => JSON.parse(h.body).data.about)).toEqual(['H1', 'H2'])
  status = 410
  await later()
  await w.outbox.deliverDue()
  expect((await listed({ about: 'H1' })).map((r) => [r.status, r.error])).toEqual([
    ['0', null],
    ['3', '对方已不再接收（410）'],
  ])
})

test('a secret is changed without a stop: for a week messages carry both signatures', async () => {
  const fresh = ok(await admin.get('/cpt-system/webhook/generateSecret'))
  await set({ secret: fresh })
  await finished('S1')
  await w.outbox.deliverDue()
  expect([verified(heard[0]!, secret).data.about, verified(heard[0]!, fresh).data.about]).toEqual(['S1', 'S1'])
  await w.db.pool.query(`update sealed_secret set "updateTime" = $1 where name = 'former.secret'`, [w.ago(8 * 86_400)])
  await finished('S2')
  await w.outbox.deliverDue()
  expect(verified(heard[1]!, fresh).data.about).toBe('S2')
  expect(() => verified(heard[1]!, secret)).toThrow()
  secret = fresh
})

test('each setting has its effect, and what is none is refused with words', async () => {
  const usual = { events: Object.keys(WEBHOOK_EVENTS).join(' '), regionCode: null, isEnabled: 1 }
  for (const change of [{ events: 'registry.arrived' }, { regionCode: '512022' }, { isEnabled: 0 }]) {
    await set({ ...usual, ...change })
    await finished('N1')
    await w.outbox.deliverDue()
    expect([change, heard.length, (await listed()).length]).toEqual([change, 0, 0])
  }
  await set(usual)
  await finished('N2')
  status = 500
  await w.outbox.deliverDue()
  await set({ isEnabled: 0 })
  await later()
  await w.outbox.deliverDue()
  expect((await listed())[0].error).toBe('订阅已停用或删除')
  await set(usual)
  await w.db.pool.query(`update sealed_secret set name = 'x' where name = 'secret'`)
  await finished('N3')
  await w.outbox.deliverDue()
  expect((await listed({ about: 'N3' }))[0].error).toBe('订阅没有密钥')
  await w.db.pool.query(`update sealed_secret set name = 'secret' where name = 'x'`)
  const refused = async (o: Record<string, unknown>) => (await admin.post('/cpt-system/webhook/submit', { ...(await row()), ...o })).msg
  expect(await refused({ events: 'case.finished all' })).toBe(
    '没有“all”事件，可填：case.finished、case.undone、registry.arrived、registry.failed、registry.notice',
  )
  // the same events to the same address, in whatever order they are named
  const twin = { ...(await row()), id: undefined, rev: undefined, name: '金融平台二', secret, events: usual.events.split(' ').toReversed().join(' ') }
  const second = await admin.post('/cpt-system/webhook/submit', twin)
  expect([second.status, second.data.fields]).toEqual([
    400,
    [{ field: 'url', msg: '已有启用的事件订阅“金融平台”向该地址推送相同行政区划的相同事件，请修改或停用原订阅' }],
  ])
  // none is enabled that nothing would be signed for
  const unsigned = { name: '金融平台二', url: 'https://partner.example.org/hook', events: 'case.finished' }
  expect((await admin.post('/cpt-system/webhook/submit', unsigned)).data.fields).toEqual([{ field: 'secret', msg: '没有密钥不能启用，请填写或生成密钥' }])
  ok(await admin.post('/cpt-system/webhook/remove', {}, { ids: ok(await admin.post('/cpt-system/webhook/submit', { ...unsigned, isEnabled: 0 })) }))
  expect(await refused({ secret: 'whsec_short' })).toBe('密钥格式不正确，应为whsec_加24至64字节的Base64')
  expect(await refused({ url: 'https://10.0.0.7/x' })).toBe('不允许访问该地址')
  expect(JSON.stringify([await admin.get('/cpt-system/webhook/list'), await admin.get('/cpt-system/webhook/detail', { id: (await row()).id })])).not.toContain(
    secret,
  )
})

test('who was told that a case is finished hears that it was taken back', async () => {
  const payload = JSON.stringify({ businessId: '77', businessCode: 'Z1', typeCode: 'contract_sign', regionCode: REGION })
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values (77, '000000', 'case.undone', 'undone-77', $1, $2, $2)`,
    [payload, w.ago(60)],
  )
  await w.outbox.deliverDue()
  expect(heard.map((h) => [verified(h).type, verified(h).data.businessCode])).toEqual([['case.undone', 'Z1']])
})

test('each event that is offered is told when it happens', async () => {
  const [appId, appSecret] = ['00000000000000cc', secretOf('ab')]
  const registry = await startRegistrySimulator({ appId, appSecret })
  const config = {
    name: '登记中心',
    regionCode: '512021',
    url: registry.url,
    appId,
    appSecret,
    format: 'json',
    algorithm: 'HMAC-SHA256',
    autoPush: 1,
    isEnabled: 1,
  }
  ok(await admin.post('/cpt-system/dataPushConfig/submit', config))
  ok(await admin.post('/cpt-system/empower/submit', { name: '登记机构', appId, appSecret, algorithm: 'HMAC-SHA256', scopes: 'notice', isEnabled: 1 }))
  const happened = (topic: string, id: number) =>
    w.db.pool.query(`insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime") values ($1, '000000', $2, $3, $4, $5, $5)`, [
      id,
      topic,
      String(id),
      JSON.stringify({ businessId: String(id), businessCode: `E${id}`, typeCode: 'contract_sign', regionCode: REGION, djbIds: [] }),
      w.ago(60),
    ])
  const causes: Readonly<Record<WebhookEvent, () => Promise<unknown>>> = {
    'case.finished': () => happened('business.webhook', 501),
    'case.undone': () => happened('case.undone', 502),
    'registry.arrived': () => happened('business.push', 503),
    'registry.failed': () => {
      registry.behaviour = 'refuses'
      return happened('business.push', 504)
    },
    'registry.notice': () => {
      const body = { msgId: 'w-1', kind: 'mortgage', objectCode: `${REGION}019999J`, ref: 'W1' }
      const signed = { appId, secret: appSecret, algorithm: 'HMAC-SHA256', method: 'POST', path: '/api/openApi/notice', body: JSON.stringify(body) } as const
      return w.nobody.send('POST', '/openApi/notice', { body, headers: signedHeaders(signed, w.now().getTime(), 'nonce-of-a-webhook-1') })
    },
  }
  expect(Object.keys(causes)).toEqual(Object.keys(WEBHOOK_EVENTS))
  for (const [event, happens] of Object.entries(causes)) {
    heard.length = 0
    await happens()
    await w.outbox.deliverDue()
    await w.outbox.deliverDue()
    expect([event, heard.map((h) => verified(h).type)]).toEqual([event, [event]])
  }
  await registry.close()
})

test('deliveries are seen by those of the region, and by who may', async () => {
  await finished('R1', '512022101201')
  await w.outbox.deliverDue()
  expect([(await listed()).length, ok(await (await w.as('other')).get('/webhookLog/page')).records.length]).toEqual([1, 0])
  expect((await (await w.as('village')).get('/webhookLog/page')).status).toBe(403)
  // the county sees and mends what was told of its own land
  const county = await w.as('county')
  const own = async () => ok(await county.get('/webhookLog/page')).records
  expect(await own()).toEqual([])
  const [elsewhere] = await listed()
  expect((await county.post('/webhookLog/submit', {}, { ids: elsewhere.id })).status).toBe(404)
  await finished('R2')
  status = 500
  await w.outbox.deliverDue()
  const mine = (await own()) as { id: string; about: string }[]
  expect(mine.map((r) => r.about)).toEqual(['R2'])
  ok(await county.post('/webhookLog/submit', {}, { ids: mine[0]!.id }))
})
