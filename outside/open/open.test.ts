// Calls of other applications: who is let in, and what an evaluation may say.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { business } from '../../business/cases/business.ts'
import { signedHeaders, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { plant } from '../../tests/contract/rows.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { isOnList } from './open.server.ts'

const AT = '/openApi/appraisal'
let w: World, admin: Client, county: Client, village: Client, other: Client
const secret = 'ab'.repeat(32)
const app = { name: '政务服务平台', appId: '0123456789abcdef', appSecret: secret, scopes: 'appraisal', isEnabled: 1 }
beforeAll(async () => {
  w = await world()
  w.setNow('2026-06-01')
  ;[admin, county, village, other] = [await w.as('admin'), await w.as('county'), await w.as('village'), await w.as('other')]
})
afterAll(() => w?.end())
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
const finished = async (status = '3') => {
  const businessCode = `T${randomUUID().slice(0, 12)}`
  await plant(w, business, 1, { removed: null, businessTypeCode: 'contract_sign', businessCode, status, regionCode: '512021119203', countyCode: '512021' })
  return businessCode
}
type How = { secret?: string; appId?: string; nonce?: string; at?: number; signed?: string; algorithm?: SignAlgorithm }
/** A call as the platform makes it. */
const call = (body: Record<string, unknown>, o: How = {}) => {
  const text = JSON.stringify(body)
  const signed = {
    appId: o.appId ?? app.appId,
    secret: o.secret ?? secret,
    algorithm: o.algorithm ?? 'HMAC-SHA256',
    method: 'POST',
    path: `/api${AT}`,
  } as const
  const at = o.at ?? w.now().getTime()
  return w.nobody.send('POST', AT, { body, headers: signedHeaders({ ...signed, body: o.signed ?? text }, at, o.nonce ?? randomUUID()) })
}
const words = { score: 5, tags: '热情', content: '很快', appraiser: '张三丰', appraiseTime: '2026-05-31 10:00:00' }

test('a signed call of an authorised application is taken, once; the list shows it to those of the region', async () => {
  ok(await admin.post('/cpt-system/empower/submit', app))
  const businessCode = await finished()
  const body = { businessCode, ...words }
  const { id } = ok(await call(body))
  expect(ok(await call(body)).id).toBe(id)
  const again = await call({ ...body, score: 1 })
  expect([again.code, again.key]).toEqual([409, 'appraisal-twice'])
  const records = async (who: Client) => ok(await who.get(`${AT}/page`)).records
  expect(await records(county)).toMatchObject([
    { id, businessCode, score: 5, appraiser: '张**', businessTypeCode: 'contract_sign', regionCode: '512021119203' },
  ])
  expect(await records(other)).toEqual([])
  expect((await village.post(`${AT}/submit`, body)).code).toBe(404)
})
test('what it says is checked: fields, limits, the business and its state', async () => {
  const businessCode = await finished()
  const body = { businessCode, ...words }
  for (const bad of [{ score: 6 }, { score: undefined }, { appraiseTime: '2026-06-02 00:00:00' }, { content: '长'.repeat(501) }, { more: 1 }])
    expect([bad, (await call({ ...body, ...bad })).code]).toEqual([bad, 400])
  expect((await call({ ...body, businessCode: 'nobody' })).code).toBe(404)
  expect((await call({ ...body, businessCode: await finished('2') })).key).toBe('appraisal-unfinished')
})
test('without the right signature nothing is said but that', async () => {
  const body = { businessCode: await finished(), ...words }
  const now = w.now().getTime()
  const wrong: How[] = [
    { secret: 'cd'.repeat(32) },
    { appId: 'fedcba9876543210' },
    { signed: '{}' },
    { at: now - 301_000 },
    { at: now + 301_000 },
    { nonce: 'short' },
  ]
  for (const how of [...wrong, { algorithm: 'HMAC-SM3' } as How]) {
    const a = await call(body, how)
    expect([how, a.code, a.key]).toEqual([how, 401, 'open-signature'])
  }
  expect((await w.nobody.post(AT, body)).key).toBe('open-signature')
  const nonce = randomUUID()
  ok(await call(body, { nonce }))
  expect((await call(body, { nonce })).key).toBe('open-replayed')
})
test('each setting of an authorisation has its effect', async () => {
  const body = { businessCode: await finished(), ...words }
  const [row] = ok(await admin.get('/cpt-system/empower/list')).records
  const set = async (o: Record<string, unknown>) => ok(await admin.post('/cpt-system/empower/submit', { id: row.id, ...app, appSecret: '', ...o }))
  for (const [change, key] of [
    [{ isEnabled: 0 }, 'open-disabled'],
    [{ expireTime: '2026-05-01 00:00:00' }, 'open-disabled'],
    [{ ipList: '10.1.2.3' }, 'open-address'],
    [{ scopes: '' }, 'open-scope'],
    [{ algorithm: 'HMAC-SM3' }, 'open-signature'],
  ] as const) {
    await set({ expireTime: null, ipList: null, algorithm: 'HMAC-SHA256', ...change })
    expect([change, (await call(body)).key]).toEqual([change, key])
  }
  await set({ expireTime: '2027-01-01 00:00:00', ipList: '10.1.2.3, 127.0.0.0/8', algorithm: 'HMAC-SM3' })
  ok(await call(body, { algorithm: 'HMAC-SM3' }))
  expect((await admin.post('/cpt-system/empower/submit', { id: row.id, ...app, appSecret: '', scopes: 'appraisal all' })).msg).toBe(
    '没有“all”授权，可填：appraisal',
  )
})
test('lists of addresses', () => {
  expect(['', '10.0.0.0/8', '10.1.2.3', '::1'].map((list) => isOnList(list, '10.1.2.3'))).toEqual([true, true, true, false])
  expect(isOnList('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true)
  expect(isOnList('2001:db8::/32', '2001:db8::5')).toBe(true)
})
