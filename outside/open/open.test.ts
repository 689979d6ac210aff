// Calls of other applications: who is let in, and what an evaluation may say.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { build } from '../../apps/server/app.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { signedHeaders, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { write } from '../../land/register/write.server.ts'
import { attach } from '../../services/files/attach.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { plant } from '../../tests/contract/rows.ts'
import { buildCase, buildContract } from '../../tests/factories.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { verifyAudit } from '../../runtime/audit-verify.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { REPORT_PATH } from '../../signing/remote/outside.server.ts'
import { secretOf } from '../../tests/secrets.ts'
import { SEED, volume } from '../../tests/volume.ts'
import { PUSH_TOPIC } from '../push/chain.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import { empower } from '../push/config.ts'
import { SCOPES } from '../push/scopes.ts'
import { NOTICE_NEEDS } from '../push/notice.ts'
import { OPEN_CALLS, type OpenCall } from './calls.ts'
import { OPEN_DOCUMENTS } from './describe.ts'
import { FAULTS_OF_ALL, openFaultsOf } from './faults.server.ts'
import { isOnList } from './open.server.ts'

const AT = '/openApi/appraisal'
const CONTRACT = '/openApi/contract'
let w: World, admin: Client, county: Client, village: Client, other: Client
// each application has a secret of its own
const app = { name: '政务服务平台', appId: '0123456789abcdef', appSecret: secretOf('0123456789abcdef'), scopes: 'appraisal', isEnabled: 1 }
beforeAll(async () => {
  w = await world()
})
// some tests move the clock, however they end
beforeEach(async () => {
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
/** An application as it stands: a day that is over no form takes, so it passes as days do. */
async function saved({ expireTime, ...rest }: Record<string, unknown>): Promise<string> {
  const isOver = typeof expireTime === 'string' && expireTime < '2026-06-01'
  const id = ok(await admin.post('/cpt-system/empower/submit', { ...rest, ...(isOver ? {} : { expireTime }) }))
  if (isOver) await w.db.pool.query('update empower set "expireTime" = $1 where id = $2', [`${expireTime}+08`, id])
  return id
}
type How = { secret?: string; appId?: string; nonce?: string; at?: number; signed?: string; algorithm?: SignAlgorithm }
/** A call as the platform makes it. */
const call = async (body: Record<string, unknown>, o: How = {}, path = AT) => {
  const text = JSON.stringify(body)
  const signed = {
    appId: o.appId ?? app.appId,
    secret: o.secret ?? secretOf(o.appId ?? app.appId),
    algorithm: o.algorithm ?? 'HMAC-SHA256',
    method: 'POST',
    path: `/api${path}`,
  } as const
  const at = o.at ?? w.now().getTime()
  const answer = await w.nobody.send('POST', path, { body, headers: signedHeaders({ ...signed, body: o.signed ?? text }, at, o.nonce ?? randomUUID()) })
  // whatever it is answered stands in the description of the call
  if (answer.status !== 200) expect(keysOf(path)).toContain(answer.key)
  return answer
}
/** The refusals that the description of a call names. */
function keysOf(path: string): string[] {
  const scope = SCOPES.find((s) => OPEN_CALLS[s].path === path)
  return [...FAULTS_OF_ALL, ...(scope ? openFaultsOf(scope) : [])].map((f) => f.key)
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
test('a name is masked sign by sign, and one that came masked is taken', async () => {
  const stored = async (appraiser: string) => {
    const { id } = ok(await call({ businessCode: await finished(), ...words, appraiser }))
    return ok(await county.get(`${AT}/detail`, { id })).appraiser
  }
  expect([await stored('𠮷田三'), await stored('*三'), await stored('**'), await stored('')]).toEqual(['𠮷**', '**', '**', null])
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
    { secret: secretOf('cd') },
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
  const set = (o: Record<string, unknown>) => saved({ id: row.id, ...app, appSecret: '', ...o })
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
    '没有“all”授权，可填：appraisal、notice、contract、file',
  )
})
test('an application that could call by nobody’s secret, by that of another, when its time is over or from everywhere is not saved as enabled, in both languages', async () => {
  const form = { name: '试用', appId: '00112233445566ee', algorithm: 'HMAC-SHA256', isEnabled: 1 }
  const said = async (o: Record<string, unknown>) =>
    Promise.all(
      ['zh', 'en'].map(async (lang) => {
        const a = await admin.send('POST', '/cpt-system/empower/submit', { body: { ...form, ...o }, headers: { 'accept-language': lang } })
        return a.data?.fields?.map((x: { field: string; msg: string }) => `${x.field}: ${x.msg}`).join() ?? a.code
      }),
    )
  const own = { appSecret: secretOf(form.appId) }
  expect(await said({})).toEqual([
    'appSecret: 没有应用密钥不能启用，请填写或生成应用密钥',
    'appSecret: It cannot be enabled without the app secret: enter or generate one',
  ])
  const taken = ['appSecret: 该应用密钥已用于其他应用，请重新生成', 'appSecret: Another application has this app secret: generate a new one']
  expect(await said({ appSecret: app.appSecret })).toEqual(taken)
  expect(await said({ appSecret: app.appSecret, isEnabled: 0 })).toEqual(taken)
  expect(await said({ ...own, expireTime: '2026-06-01 09:00:00' })).toEqual([
    'expireTime: 到期时间已过，不能启用：请填写以后的时间，或停用该应用',
    'expireTime: Its time is over, so it cannot be enabled: choose a later time, or disable it',
  ])
  for (const net of ['0.0.0.0/0', '::/0', '128.0.0.0/1', '0:0::/1', '8000::/1', '::ffff:0:0/96', '::ffff:10.0.0.0/103', '::/80'])
    expect([net, await said({ ...own, ipList: `10.1.2.3，${net}` })]).toEqual([
      net,
      [
        `ipList: 网段“${net}”范围过大，等于不限来源：前缀不少于8位；确实不限的，请留空`,
        `ipList: The network "${net}" is too wide to restrict anything: name 8 bits or more, or leave the list empty to admit every address`,
      ],
    ])
  expect((await said({ ...own, ipList: '10.0.0.0/33' }))[0]).toBe('ipList: 地址名单格式不正确，例：10.1.2.3,10.2.0.0/16')
  // what is not enabled may wait for its secret, and be over; enabled it is asked again
  const id = await saved({ ...form, isEnabled: 0, ipList: '10.0.0.0/8 fd00::/8 2001:db8::/32 ::1', expireTime: '2026-05-01 00:00:00' })
  expect((await said({ id, expireTime: '2026-05-01 00:00:00' }))[0]).toContain('expireTime: ')
  expect((await said({ id, expireTime: '2027-01-01 00:00:00' }))[0]).toContain('appSecret: ')
  await saved({ ...form, ...own, id, expireTime: '2027-01-01 00:00:00' })
  // the secret that another had until lately is good for a week, and its own too
  const fresh = secretOf('fresh')
  await saved({ ...form, id, appSecret: fresh, expireTime: null })
  expect(await said({ appId: '00112233445566ef', ...own })).toEqual(taken)
  ok(await admin.post('/cpt-system/empower/submit', { ...form, id, ...own }))
  ok(await admin.post('/cpt-system/empower/remove', {}, { ids: id }))
  // whoever is gone has none
  ok(await admin.post('/cpt-system/empower/remove', {}, { ids: await saved({ ...form, appSecret: fresh }) }))
})
test('lists of addresses', () => {
  expect(['', '10.0.0.0/8', '10.1.2.3', '::1'].map((list) => isOnList(list, '10.1.2.3'))).toEqual([true, true, true, false])
  expect(isOnList('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true)
  expect(isOnList('2001:db8::/32', '2001:db8::5')).toBe(true)
})

/** An application of its own for a scope, sandbox or not. */
const appFor = async (scopes: string, over: Record<string, unknown> = {}): Promise<How & { appId: string }> => {
  const appId = randomUUID().replaceAll('-', '').slice(0, 16)
  ok(await admin.post('/cpt-system/empower/submit', { ...app, appId, appSecret: secretOf(appId), name: `应用${appId}`, scopes, ...over }))
  return { appId }
}
const OPEN = Object.values(OPEN_CALLS)
/** Every call from outside, those that need no authorisation too. */
const INBOUND: readonly Pick<OpenCall, 'path' | 'example'>[] = [...OPEN, { path: OPEN_DOCUMENTS.path, example: {} }]

test('false calls of every inbound route are refused alike, and change nothing', async () => {
  // whatever is signed, or asked by machines without a session, is one of these
  const inbound = w.routes.filter((r) => r.rate === 'partners' || r.headers?.includes('X-Sign') || (r.perm === 'public' && r.path.startsWith('/openApi')))
  expect(inbound.map((r) => r.path).toSorted()).toEqual(INBOUND.map((o) => o.path).toSorted())
  const { appId } = await appFor('appraisal notice contract file', { dailyQuota: 1000 })
  const now = w.now().getTime()
  const rowOf = async () => (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  const set = async (o: Record<string, unknown>) => saved({ ...(await rowOf()), appSecret: '', ...o })
  const usual = { isEnabled: 1, expireTime: null, ipList: null, scopes: 'appraisal notice contract file', dailyQuota: 1000 }
  const before = (await w.db.pool.query('select count(*)::int as n from registry_notice')).rows
  for (const { path, example } of INBOUND) {
    const nonce = randomUUID()
    // an example about rows that are not here: signed well it is not refused for its signature
    expect([path, (await call({ ...example }, { appId, nonce }, path)).status === 401]).toEqual([path, false])
    const wrong: [string, How][] = [
      ['another secret', { secret: secretOf('cd') }],
      ['an unknown application', { appId: 'fedcba9876543210' }],
      ['another body than was signed', { signed: '{"other":1}' }],
      ['too old', { at: now - 301_000 }],
      ['too early', { at: now + 301_000 }],
      ['another algorithm', { algorithm: 'HMAC-SM3' }],
      ['a nonce that is none', { nonce: 'short' }],
    ]
    const told = async (a: Promise<{ status: number; raw: Buffer }>) => [(await a).status, String((await a).raw)]
    const unsigned = await told(w.nobody.post(path, { ...example }))
    expect([path, unsigned[0], String(unsigned[1]).includes('open-signature')]).toEqual([path, 401, true])
    // nor what else of it is wrong: a name in its address or its body, its type, its form
    const bare = async (o: { query?: string; type?: string; payload?: string; signed?: boolean }) => {
      const { type = 'application/json', payload = JSON.stringify(example) } = o
      const as = { appId, secret: secretOf(appId), algorithm: 'HMAC-SHA256', method: 'POST', path: `/api${path}`, body: payload } as const
      const headers = { 'content-type': type, ...(o.signed ? signedHeaders(as, now, randomUUID()) : {}) }
      const r = await w.app.inject({ method: 'POST', url: `/api${path}${o.query ?? ''}`, headers, payload })
      return [r.statusCode, r.payload]
    }
    for (const [key, o] of [
      ['unknown-parameter', { query: '?x=1' }],
      ['unknown-parameter', { payload: '{"x":1}' }],
      ['media-type', { type: 'text/xml', payload: '<a/>' }],
      ['media-type', { type: 'application/json; charset=gbk' }],
      ['bad-request', { payload: '{' }],
    ] as const) {
      expect([path, o, ...(await bare(o))]).toEqual([path, o, ...unsigned])
      expect([path, o, String((await bare({ ...o, signed: true }))[1])]).toEqual([path, o, expect.stringContaining(`"key":"${key}"`)])
    }
    // whoever cannot sign learns nothing, not even which part was wrong
    for (const [what, how] of wrong) expect([path, what, ...(await told(call({ ...example }, { appId, ...how }, path)))]).toEqual([path, what, ...unsigned])
    for (const [change, key] of [
      [{ isEnabled: 0 }, 'open-disabled'],
      [{ expireTime: '2026-05-01 00:00:00' }, 'open-disabled'],
      [{ ipList: '10.1.2.3' }, 'open-address'],
      [{ scopes: null }, 'open-scope'],
    ] as const) {
      if (key === 'open-scope' && path === OPEN_DOCUMENTS.path) continue
      await set({ ...usual, ...change })
      expect([path, change, (await call({ ...example }, { appId }, path)).key]).toEqual([path, change, key])
    }
    await set(usual)
  }
  const after = (await w.db.pool.query('select count(*)::int as n from registry_notice')).rows
  // the one notice that was signed well
  expect(after[0].n - before[0].n).toBe(1)
})
test('of every inbound route no call is taken twice, and none beyond the number of the day', async () => {
  const { appId } = await appFor('appraisal notice contract file', { isSandbox: 1, dailyQuota: 1000 })
  for (const { path, example } of INBOUND) {
    const nonce = randomUUID()
    ok(await call({ ...example }, { appId, nonce }, path))
    expect([path, (await call({ ...example }, { appId, nonce }, path)).key]).toEqual([path, 'open-replayed'])
  }
  const row = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  ok(await admin.post('/cpt-system/empower/submit', { ...row, appSecret: '', dailyQuota: INBOUND.length }))
  for (const { path, example } of INBOUND) {
    const over = await call({ ...example }, { appId }, path)
    expect([path, over.status, over.key]).toEqual([path, 429, 'open-quota'])
  }
})
test('each setting of an application has an effect that is seen, whatever the definition offers', async () => {
  const usual = {
    name: '登记机构',
    appId: '00000000000000aa',
    algorithm: 'HMAC-SHA256',
    scopes: 'notice',
    ipList: null,
    regionCode: '512021',
    dailyQuota: 1000,
    isSandbox: 0,
    expireTime: null,
    isEnabled: 1,
    remark: null,
  } satisfies Record<keyof typeof empower.fields, unknown>
  type Name = keyof typeof usual
  const other: Readonly<Record<Name, unknown>> = {
    name: '登记所',
    appId: '00000000000000bb',
    algorithm: 'HMAC-SM3',
    scopes: 'contract',
    ipList: '10.1.2.3',
    regionCode: '512022',
    dailyQuota: 1,
    isSandbox: 1,
    expireTime: '2026-05-01 00:00:00',
    isEnabled: 0,
    remark: '备注',
  }
  expect(Object.keys(other).toSorted()).toEqual(Object.keys(empower.fields).toSorted())
  const id = ok(await admin.post('/cpt-system/empower/submit', { ...usual, appSecret: secretOf(usual.appId) }))
  const seen = async (set: Record<string, unknown>) => {
    await saved({ ...ok(await admin.get('/cpt-system/empower/detail', { id })), ...usual, ...set, appSecret: '' })
    await w.db.pool.query('delete from open_use')
    const tell = () => call({ ...OPEN_CALLS.notice.example, msgId: randomUUID() }, { appId: usual.appId }, '/openApi/notice')
    const [first, second] = [await tell(), await tell()]
    const { rows } = await w.db.pool.query('select "appName" from registry_notice where id = $1', [first.data?.id ?? '0'])
    const { remark } = ok(await admin.get('/cpt-system/empower/detail', { id }))
    return { keys: [first.key, second.key], app: rows[0]?.appName, remark }
  }
  const before = await seen({})
  expect(before).toEqual({ keys: [undefined, undefined], app: '登记机构', remark: null })
  for (const [name, value] of Object.entries(other)) expect([name, await seen({ [name]: value })]).not.toEqual([name, before])
  for (const algorithm of empower.fields.algorithm.values!) {
    await seen({ algorithm })
    const body = { ...OPEN_CALLS.notice.example, msgId: randomUUID() }
    ok(await call(body, { appId: usual.appId, algorithm: algorithm as SignAlgorithm }, '/openApi/notice'))
  }
})
test('an application makes so many calls a day and no more, and no call twice', async () => {
  const { appId } = await appFor('notice', { dailyQuota: 2 })
  const body = { ...OPEN_CALLS.notice.example, msgId: 'q-1' }
  const nonce = randomUUID()
  ok(await call(body, { appId, nonce }, '/openApi/notice'))
  expect((await call(body, { appId, nonce }, '/openApi/notice')).key).toBe('open-replayed')
  ok(await call(body, { appId }, '/openApi/notice'))
  const third = await call(body, { appId }, '/openApi/notice')
  expect([third.status, third.key, third.msg]).toEqual([429, 'open-quota', '应用今日调用已达2次上限'])
  w.setNow('2026-06-02')
  admin = await w.as('admin')
  ok(await call(body, { appId }, '/openApi/notice'))
})
test('what is refused has used its nonce and a call of the day: who guesses comes to an end', async () => {
  const { appId } = await appFor('contract', { dailyQuota: 2 })
  const [body, nonce] = [{ cbhtbm: '512021119203019999J', cbfzjhm: '51102519800101001X' }, randomUUID()]
  const keys = [await call(body, { appId, nonce }, CONTRACT), await call(body, { appId, nonce }, CONTRACT), await call(body, { appId }, CONTRACT)]
  expect(keys.map((a) => a.key)).toEqual(['not-found', 'open-replayed', 'not-found'])
  const over = await call(body, { appId }, CONTRACT)
  // from nine in the morning to midnight
  expect([over.key, over.data, over.headers['retry-after']]).toEqual(['open-quota', { n: 2, retryAfter: 54_000 }, '54000'])
})
const SERVICE = secretOf('service')
const service = { SIGN_PROVIDER_URL: 'https://sign.example.org', SIGN_PROVIDER_APP_ID: 'signs', SIGN_PROVIDER_SECRET: SERVICE }
const TWICE = ['sign-report-signature', 'sign-report-signature']
test('calls that are not signed well shut their address to their like; an application that signs goes on from there, whoever says its name', async () => {
  const config = readConfig({ DATA_DIR: w.dataDir, CAPTCHA: 'off', RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8', ...service })
  const limited = await build(config, w.db, () => w.now())
  try {
    const { appId } = await appFor('contract notice')
    const sent = async (o: { at?: string; key?: string; body?: object; path?: string; app?: string; text?: string; type?: string }) => {
      const { at = '203.0.113.7', key = secretOf(o.app ?? appId), body = { cbhtbm: 'x' }, path = CONTRACT, type = 'application/json' } = o
      const text = o.text ?? JSON.stringify(body)
      const signed = { appId: o.app ?? appId, secret: key, algorithm: 'HMAC-SHA256', method: 'POST', path: `/api${path}`, body: text } as const
      const r = await limited.app.inject({
        method: 'POST',
        url: `/api${path}`,
        remoteAddress: '10.0.0.1',
        headers: { 'content-type': type, 'x-forwarded-for': at, ...(o.key === '' ? {} : signedHeaders(signed, w.now().getTime(), randomUUID())) },
        payload: text,
      })
      return { status: r.statusCode, key: r.json().key, later: Number(r.headers['retry-after'] ?? 0) }
    }
    const wrong = secretOf('cd')
    for (let i = 0; i < 60; i++) expect([i, (await sent({ key: wrong })).key]).toEqual([i, 'open-signature'])
    const shut = await sent({ key: wrong })
    expect([shut.status, shut.key, shut.later > 500]).toEqual([429, 'too-many', true])
    // a right signature passes, of whatever call; what is refused of it counts against nobody's address
    expect((await sent({})).key).toBe('invalid')
    expect((await sent({ at: '203.0.113.8', key: wrong })).key).toBe('open-signature')
    // so do bodies that nobody can read, of another type or large, with a false signature or with none
    const unreadable = [{ text: '{' }, { text: 'x', type: 'text/plain' }, { text: `{"a":"${'x'.repeat(900_000)}` }].flatMap((x) => [
      { ...x, at: '203.0.113.9', key: wrong },
      { ...x, at: '203.0.113.9', key: '' },
    ])
    for (let i = 0; i < 60; i++) expect([i, (await sent(unreadable[i % 4]!)).key]).toEqual([i, 'open-signature'])
    for (const x of unreadable) {
      const over = await sent(x)
      expect([x.type, x.text.length, x.key, over.status, over.key, over.later > 500]).toEqual([x.type, x.text.length, x.key, 429, 'too-many', true])
    }
    expect((await sent({ at: '203.0.113.9', text: '{' })).status).toBe(400)
    // the service that signs contracts is told of its report when it has signed it, others of their signature alone
    const report = { at: '203.0.113.10', path: REPORT_PATH, app: 'signs' }
    for (const x of [{ body: {} }, { body: { x: 1 } }, { text: '{' }, { text: '<a/>', type: 'text/xml' }]) {
      expect([x, (await sent({ ...report, ...x, key: wrong })).key, (await sent({ ...report, ...x, key: '' })).key]).toEqual([x, ...TWICE])
      expect([x, (await sent({ ...report, ...x, key: SERVICE })).key]).toEqual([
        x,
        expect.stringMatching(/^(invalid|sign-report|unknown-parameter|bad-request|media-type)$/),
      ])
    }
    const { contract, household } = await buildContract(w, { name: '冯十二', parcels: 1 })
    const [right, guess] = [
      { cbhtbm: contract.cbhtbm, cbfzjhm: household.cbfzjhm },
      { cbhtbm: contract.cbhtbm, cbfzjhm: '51102519800101001X' },
    ]
    for (let i = 0; i < 10; i++) expect([i, (await sent({ body: guess })).key]).toEqual([i, 'not-found'])
    const vain = await sent({ body: right })
    expect([vain.status, vain.key, vain.later > 500]).toEqual([429, 'open-in-vain', true])
    // of that contract, and of that application
    expect((await sent({ body: { ...guess, cbhtbm: '512021119203019999J' } })).key).toBe('not-found')
    const { appId: other } = await appFor('contract')
    expect((await sent({ app: other, body: right })).status).toBe(200)
  } finally {
    await limited.app.close()
  }
})
test('in the sandbox a call is checked like any other, answers the example and reads nothing', async () => {
  const { appId } = await appFor('appraisal notice contract file', { isSandbox: 1 })
  for (const { path, example, answer } of OPEN) expect([path, ok(await call({ ...example }, { appId }, path))]).toEqual([path, answer])
  expect((await call({ ...OPEN_CALLS.notice.example, kind: 'sale' }, { appId }, '/openApi/notice')).status).toBe(400)
  expect((await call({ cbhtbm: 'x' }, { appId }, '/openApi/contract')).status).toBe(400)
  expect((await w.db.pool.query(`select 1 from registry_notice where "msgId" = 'n-2026-0001' and "appName" like $1`, [`应用${appId}`])).rows).toEqual([])
})
test('a notice of the registry becomes a restriction by the register, and its end ends it', async () => {
  const { book, parcels } = await buildContract(w, { name: '周八', parcels: 1 })
  const { appId } = await appFor('notice')
  const tell = (o: Record<string, unknown>) => call({ msgId: randomUUID(), ...o }, { appId }, '/openApi/notice')
  const standing = async () => (await w.db.pool.query('select dyzt from djb where id = $1', [book.id])).rows[0].dyzt
  const first = { msgId: 'dy-1', kind: 'mortgage', objectCode: book.cbjyqzbm, ref: 'DY1', fromDay: '2026-05-01', content: '抵押贷款' }
  const { id } = ok(await tell(first))
  expect(ok(await tell(first)).id).toBe(id)
  expect((await tell({ ...first, content: '另一笔' })).key).toBe('notice-twice')
  await w.outbox.deliverDue()
  expect(ok(await tell(first)).status).toBe('1')
  const { rows: made } = await w.db.pool.query(`select ref, kind, "causeKind", "causeId" from restriction where "cbjyqzbm" = $1`, [book.cbjyqzbm])
  expect([made, await standing()]).toEqual([[{ ref: `reg-${appId}-DY1`, kind: 'dy', causeKind: 'notice', causeId: id }], '1'])
  // the same paper by another name, a day before the book: each waits with its reason
  const waits = async (o: Record<string, unknown>) => {
    const { id: one } = ok(await tell({ kind: 'mortgage', ...o }))
    await w.outbox.deliverDue()
    const { status, reason } = ok(await admin.get('/registryNotice/detail', { id: one }))
    ok(await admin.post('/registryNotice/dispose', { reason: '核实' }, { ids: one }))
    return [status, reason]
  }
  expect(await waits({ objectCode: book.cbjyqzbm, ref: 'DY1', fromDay: '2026-05-02' })).toEqual(['2', expect.stringContaining('文书【DY1】已登记在')])
  expect(await waits({ objectCode: book.cbjyqzbm, ref: 'DY3', fromDay: '2000-01-01' })).toEqual([
    '2',
    expect.stringContaining('起始日期不能早于登记簿的登记日期'),
  ])
  expect(await waits({ objectCode: book.cbjyqzbm, ref: 'DY4', toDay: '2030-01-01' })).toEqual(['2', expect.stringContaining('截止日期不能晚于承包期限止')])
  // an application of the next village ends nothing here by its number, and takes no case of here back
  const { appId: next } = await appFor('notice', { regionCode: '512021119204' })
  const nextTells = async (o: Record<string, unknown>) => {
    const answer = await call({ msgId: randomUUID(), ...o }, { appId: next }, '/openApi/notice')
    await w.outbox.deliverDue()
    return answer.code === 200 ? ok(await admin.get('/registryNotice/detail', { id: answer.data.id })) : answer
  }
  const [there, businessCode] = ['512021119204019999J', await finished()]
  await w.db.pool.query(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime", "doneTime")
      select id + 1, "tenantId", $2, id::text, '{"version":1}', $3, $3, $3 from business where "businessCode" = $1`,
    [businessCode, PUSH_TOPIC, w.ago(0)],
  )
  const parked = async () => {
    const { rows } = await w.db.pool.query(
      'select o."parkTime" is not null as parked from outbox o join business b on o.key = b.id::text where o.topic = $2 and b."businessCode" = $1',
      [businessCode, PUSH_TOPIC],
    )
    return rows
  }
  expect(book.cbjyqzbm).not.toMatch(/^512021119204/)
  expect(await nextTells({ kind: 'end', objectCode: there, ref: 'DY1' })).toMatchObject({ status: '2', reason: `【${there}】上没有编号【DY1】的现行限制` })
  expect((await nextTells({ kind: 'refused', objectCode: there })).data.fields).toEqual([{ field: 'businessCode', msg: '请填写业务编号：退回的是哪一笔业务' }])
  expect(await nextTells({ kind: 'refused', objectCode: there, businessCode })).toMatchObject({ status: '2', reason: `没有已推送的业务【${businessCode}】` })
  expect(await nextTells({ kind: 'refused', businessCode })).toMatchObject({ status: 404, key: 'notice-case' })
  expect([await standing(), await parked()]).toEqual(['1', [{ parked: false }]])
  ok(await tell({ kind: 'refused', businessCode }))
  await w.outbox.deliverDue()
  expect(await parked()).toEqual([{ parked: true }])
  ok(await tell({ kind: 'end', objectCode: book.cbjyqzbm, ref: 'DY1' }))
  for (const [kind, code] of [
    ['objection', parcels[0]!.dkbm],
    ['seizure', book.cbfbm],
  ])
    ok(await tell({ kind, objectCode: code, ref: `R${kind}` }))
  ok(await tell({ kind: 'registered', objectCode: book.cbjyqzbm, bdcqzh: '川（2026）安岳县不动产权第0000001号' }))
  await w.outbox.deliverDue()
  expect(await standing()).toBe('0')
  expect((await w.db.pool.query('select "sfbdcfz", bdcqzh from cbjyqz where "djbId" = $1', [book.id])).rows).toEqual([
    { sfbdcfz: '1', bdcqzh: '川（2026）安岳县不动产权第0000001号' },
  ])
  const { rows: kinds } = await w.db.pool.query(`select kind from restriction where dkbm = $1 or cbfbm = $2 order by kind`, [parcels[0]!.dkbm, book.cbfbm])
  expect(kinds.map((k) => k.kind)).toEqual(['cf', 'yy'])
  const { countDownInfo } = ok(await admin.get('/dataPushLog/count'))
  expect(countDownInfo.mortgage).toBeGreaterThanOrEqual(1)
  expect(countDownInfo.done + countDownInfo.waiting).toBe(countDownInfo.total)
})
test('what is not here waits for a person, who writes it later or disposes of it with a reason', async () => {
  const { appId } = await appFor('notice')
  const tell = (o: Record<string, unknown>) => call({ msgId: randomUUID(), ...o }, { appId }, '/openApi/notice')
  const { id } = ok(await tell({ kind: 'mortgage', objectCode: '512021119203019999J', ref: 'X1' }))
  const { id: end } = ok(await tell({ kind: 'end', objectCode: '512021119203019999J', ref: 'X0' }))
  await w.outbox.deliverDue()
  const of = async (x: string) => ok(await admin.get('/registryNotice/detail', { id: x }))
  expect([(await of(id)).status, (await of(id)).reason]).toEqual(['2', '限制对象【512021119203019999J】不存在或不是现势'])
  expect((await admin.post('/registryNotice/apply', {}, { ids: id })).key).toBe('object-not-found')
  expect((await of(end)).status).toBe('2')
  expect((await admin.post('/registryNotice/dispose', { reason: ' ' }, { ids: end })).msg).toBe('请输入处置原因')
  expect((await admin.post('/registryNotice/dispose', { reason: '长'.repeat(501) }, { ids: end })).data.fields).toMatchObject([{ field: 'reason' }])
  ok(await admin.post('/registryNotice/dispose', { reason: '与登记机构核实无误' }, { ids: end }))
  expect([(await of(end)).status, (await of(end)).reason]).toEqual(['3', '与登记机构核实无误'])
  expect((await admin.post('/registryNotice/apply', {}, { ids: end })).msg).toBe('当前状态不能写入')
  expect((await admin.post('/registryNotice/dispose', { reason: 'x' }, { ids: end })).msg).toBe('当前状态不能处置')
  expect((await tell({ kind: 'refused', businessCode: 'nobody' })).key).toBe('notice-case')
  expect((await tell({ kind: 'mortgage' })).key).toBe('notice-object')
  const { id: empty } = ok(await tell({ kind: 'registered', objectCode: '512021119203019999J', bdcqzh: PAPER(700) }))
  await w.outbox.deliverDue()
  // as one stands that came before its number was asked for
  await w.db.pool.query(`update registry_notice set bdcqzh = null where id = $1`, [empty])
  expect((await admin.post('/registryNotice/apply', {}, { ids: empty })).key).toBe('notice-nothing')
  // as one stands that came before its case was asked for
  await w.db.pool.query(`update registry_notice set kind = 'refused' where id = $1`, [empty])
  expect((await admin.post('/registryNotice/apply', {}, { ids: empty })).key).toBe('notice-no-case')
  const { appId: elsewhere } = await appFor('notice', { regionCode: '512022' })
  const far = await call({ msgId: 'e-1', kind: 'mortgage', ref: 'E-1', objectCode: '512021119203019999J' }, { appId: elsewhere }, '/openApi/notice')
  expect([far.key, far.msg]).toEqual(['open-region', '行政区划【512021119203】不在应用的授权区域内'])
})
/** What stands of the registry in the county: entries, numbers and restrictions in force. */
const registryState = async () => {
  const { rows } = await w.db.pool.query(`select
    (select count(*)::int from register_entry) as entries,
    (select count(*)::int from restriction where "endDay" is null) as standing,
    (select count(*)::int from outbox where "parkTime" is not null) as parked,
    (select json_agg(bdcdyh order by dkbm) from dk where zt = '1') as units,
    (select json_agg(bdcqzh order by cbjyqzbm) from cbjyqz where sfzx = 0) as certificates`)
  return rows[0]
}
/** Tells the registry's word as an application and waits until it is carried out: how it was refused, or the notice as the county sees it. */
const tellAs = async (appId: string, o: Record<string, unknown>) => {
  const answer = await call({ msgId: randomUUID(), ...o }, { appId }, '/openApi/notice')
  await w.outbox.deliverDue()
  return answer.code === 200 ? ok(await admin.get('/registryNotice/detail', { id: answer.data.id })) : answer
}
const UNIT = (serial: number, county = '512021') => `${county}001001JD${String(serial).padStart(5, '0')}W00000000`
const PAPER = (serial: number) => `川（2026）安岳县不动产权第${String(serial).padStart(7, '0')}号`

test('no notice writes what the registry cannot know: each field of each kind too short, too long, of another county, of another object, as formula and as markup', async () => {
  const [a, b] = [await buildContract(w, { name: '孙一', parcels: 1 }), await buildContract(w, { name: '孙二', parcels: 1 })]
  const [book, parcel, holder] = [a.book.cbjyqzbm!, a.parcels[0]!.dkbm!, a.book.cbfbm!]
  const { appId } = await appFor('notice')
  const tell = (o: Record<string, unknown>) => tellAs(appId, o)
  // what another parcel and another book have
  const [unit, paper] = [UNIT(801), PAPER(801)]
  expect(await tell({ kind: 'registered', objectCode: b.parcels[0]!.dkbm, bdcdyh: unit })).toMatchObject({ status: '1' })
  expect(await tell({ kind: 'registered', objectCode: b.book.cbjyqzbm, bdcqzh: paper })).toMatchObject({ status: '1' })
  expect(await tell({ kind: 'mortgage', objectCode: book, ref: 'SW-0' })).toMatchObject({ status: '1' })
  const businessCode = await finished()
  const wrongOf: Readonly<Record<string, readonly string[]>> = {
    objectCode: ['', '5', `${book}0`, `512022${book.slice(6)}`, '=1+1', '<b>1</b>'],
    businessCode: ['5', 'x'.repeat(21), '51202220260601000001', '=1+1', '<b>1</b>'],
    ref: ['x'.repeat(41), '=1+1', '<b>1</b>'],
    fromDay: ['5', '9999-12-31', '1949-10-01', '=1+1', '<b>1</b>'],
    toDay: ['5', '1949-10-01', '=1+1', '<b>1</b>'],
    content: ['长'.repeat(501)],
    bdcdyh: ['5', UNIT(802).slice(1), `${UNIT(802)}0`, UNIT(802, '512022'), unit, `=${UNIT(802).slice(1)}`, '=1+1', '<b>1</b>'],
    bdcqzh: ['5', '川（2026）安岳县不动产权第1号', PAPER(802).repeat(2), '川（2026）乐至县不动产权第0000802号', '川（2026）乐至不动产权第0000802号']
      .concat('渝（2026）安岳县不动产权第0000802号', '川（2027）安岳县不动产权第0000802号', '川（1998）安岳县不动产权第0000802号')
      .concat(paper, paper.replace('（2026）', '(2026)'), '=1+1', '<b>1</b>', `${PAPER(802)}<b>`),
  }
  const kinds: readonly Record<string, unknown>[] = [
    { kind: 'mortgage', objectCode: book, ref: 'SW-1', fromDay: '2026-05-01' },
    { kind: 'objection', objectCode: parcel, ref: 'SW-2' },
    { kind: 'seizure', objectCode: holder, ref: 'SW-3' },
    { kind: 'end', objectCode: book, ref: 'SW-0' },
    { kind: 'registered', objectCode: book, bdcqzh: PAPER(802) },
    { kind: 'registered', objectCode: parcel, bdcdyh: UNIT(802) },
    { kind: 'refused', objectCode: parcel, businessCode },
  ]
  const before = await registryState()
  let refused = 0
  const taken = new Map<string, string>()
  for (const kind of kinds)
    for (const [name, values] of Object.entries(wrongOf))
      for (const value of values) {
        const what = `${String(kind.kind)} ${name} ${value}`
        // a case that the registry sends back is told by its code alone
        if (kind.kind === 'refused' && name === 'objectCode' && value === '') continue
        const answer = await call({ msgId: randomUUID(), ...kind, [name]: value }, { appId }, '/openApi/notice')
        if (answer.code === 200) taken.set(answer.data.id, what)
        else expect([what, [400, 404].includes(answer.status), (refused += 1) > 0]).toEqual([what, true, true])
      }
  while ((await w.outbox.deliverDue()) > 0);
  const { rows } = await w.db.pool.query('select id::text as id, status, reason, "reasonEn" from registry_notice where id = any($1)', [[...taken.keys()]])
  const isWords = (n: { status: string; reason: string | null; reasonEn: string | null }) =>
    n.status === '2' && /[\u4e00-\u9fff]/.test(n.reason ?? '') && !/【】|“”/.test(n.reason ?? '') && /[a-z]{3}/.test(n.reasonEn ?? '')
  expect(rows.filter((n) => !isWords(n)).map((n) => [taken.get(n.id), n.status, n.reason])).toEqual([])
  expect([refused > 50, rows.length > 50, rows.length]).toEqual([true, true, taken.size])
  expect(await registryState()).toEqual(before)
  // as they are, all of them are written
  for (const kind of kinds.slice(0, 6)) expect([kind, await tell(kind)]).toEqual([kind, expect.objectContaining({ status: '1', reason: null })])
})
test('a notice is written whole or waits with the part named; who knows the books sees why, writes the rest or declines with a reason', async () => {
  const { book, parcels } = await buildContract(w, { name: '李十七', parcels: 1 })
  const { appId } = await appFor('notice')
  const before = await registryState()
  const waits = await tellAs(appId, { kind: 'registered', objectCode: book.cbjyqzbm, bdcqzh: PAPER(901), bdcdyh: UNIT(901) })
  expect(waits).toMatchObject({ status: '2', reason: `通知中的不动产单元号“${UNIT(901)}”无处可写：请核实后决定是否写入其余内容` })
  const declined = await tellAs(appId, { kind: 'registered', objectCode: parcels[0]!.dkbm, bdcdyh: UNIT(902), bdcqzh: PAPER(902) })
  expect(declined.reason).toBe(`通知中的不动产权证号“${PAPER(902)}”无处可写：请核实后决定是否写入其余内容`)
  const named = await tellAs(appId, { kind: 'mortgage', objectCode: book.cbjyqzbm, ref: 'W-1', bdcqzh: PAPER(903) })
  expect(named.reason).toBe(`通知所写的不动产权证号“${PAPER(903)}”与本系统记载的（无）不一致：请核实后决定是否写入`)
  // the rule on numbers binds a person too
  const wrong = await tellAs(appId, { kind: 'registered', objectCode: book.cbjyqzbm, bdcqzh: '川（2026）乐至县不动产权第0000904号' })
  expect((await county.post('/registryNotice/apply', {}, { ids: wrong.id })).key).toBe('notice-number-wrong')
  expect(await registryState()).toEqual(before)
  // days go by; the county sees what waits, for how long, who told it and whose book it is about
  w.setNow('2026-06-04')
  const [boss, reader] = [await w.as('county'), await w.as('other')]
  const shown = ok(await boss.get('/registryNotice/page', { objectCode: book.cbjyqzbm })).records
  const ids: string[] = shown.map((r: any) => r.id)
  expect(ids.length).toBeGreaterThan(1)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect(shown.at(-1)).toMatchObject({ id: waits.id, cbfmc: '李十七', days: 3, appName: `应用${appId}`, createTime: expect.stringContaining('2026-06-01') })
  const english = await boss.send('GET', '/registryNotice/detail', { query: { id: waits.id }, headers: { 'accept-language': 'en' } })
  expect(english.data.reason).toBe(`Nothing can take real-estate unit number "${UNIT(901)}": check the notice, then decide whether the rest of it is written`)
  expect((await reader.get('/registryNotice/detail', { id: waits.id })).code).toBe(404)
  expect((await reader.post('/registryNotice/apply', {}, { ids: waits.id })).code).toBe(404)
  expect((await (await w.as('village')).get('/registryNotice/page')).code).toBe(403)
  ok(await boss.post('/registryNotice/apply', {}, { ids: waits.id }))
  ok(await boss.post('/registryNotice/dispose', { reason: '登记机构另发' }, { ids: declined.id }))
  expect(ok(await boss.get('/registryNotice/detail', { id: waits.id }))).toMatchObject({ status: '1', reason: null, days: null })
  const after = await registryState()
  expect([after.entries - before.entries, after.certificates.includes(PAPER(901)), after.units.includes(UNIT(902))]).toEqual([1, true, false])
  for (const path of ['/dataPushLog/page', '/dataPushLog/notPushPage', '/dataPushLog/count', '/thirdLog/bdc'])
    expect([path, (await boss.get(path)).code]).toEqual([path, 200])
})
test('numbers and message ids are those of the application that told them: none ends what another told, and a person decides who may', async () => {
  const [one, two] = [await buildContract(w, { name: '郑一', parcels: 1 }), await buildContract(w, { name: '郑二', parcels: 1 })]
  const [{ appId: first }, { appId: second }] = [await appFor('notice'), await appFor('notice')]
  const word = (book: { cbjyqzbm?: string | null }, kind: string) => ({ kind, objectCode: book.cbjyqzbm, ref: 'DY-54-1' })
  // both count alike
  const told = [await tellAs(first, { msgId: 'same', ...word(one.book, 'mortgage') }), await tellAs(second, { msgId: 'same', ...word(two.book, 'mortgage') })]
  expect(told.map((n) => n.status)).toEqual(['1', '1'])
  const standing = async () =>
    (await w.db.pool.query('select dyzt from djb where id = any($1) order by cbjyqzbm', [[one.book.id, two.book.id]])).rows.map((r) => r.dyzt).join('')
  // on the other's book there is nothing of its own, on its own book it names another object
  expect(await tellAs(second, word(one.book, 'end'))).toMatchObject({
    status: '2',
    reason: `编号【DY-54-1】的限制登记在【${two.book.cbjyqzbm}】上，不在通知所写的【${one.book.cbjyqzbm}】上：请与登记机构核实`,
  })
  const { appId: third } = await appFor('notice')
  const foreign = await tellAs(third, word(one.book, 'end'))
  expect(foreign).toMatchObject({ status: '2', reason: `文书【DY-54-1】的限制由应用“应用${first}”登记：请核实后决定是否按本通知解除` })
  expect(await standing()).toBe('11')
  expect(await tellAs(second, word(two.book, 'end'))).toMatchObject({ status: '1' })
  expect((await standing()).replaceAll('0', '')).toBe('1')
  ok(await county.post('/registryNotice/apply', {}, { ids: foreign.id }))
  expect(await standing()).toBe('00')
  // what two persons of the office entered by a document of the court
  const act = { act: 'restrict', ref: 'cf-1', kind: 'cf', on: { cbjyqzbm: one.book.cbjyqzbm! }, from: '2026-05-01', text: '查封', paperNo: 'CF-54' } as const
  const entry = { cause: { kind: 'desk', id: '54' }, unit: 'desk/54', regionCode: one.book.regionCode, day: '2026-06-01', acts: [act] } as const
  await w.db.transaction({ tenantId: '000000' }, (tx) =>
    write(
      contextFor(tx, systemWho('000000'), w.now, 'test', async () => ''),
      entry,
    ),
  )
  expect(await tellAs(first, { kind: 'end', objectCode: one.book.cbjyqzbm, ref: 'CF-54' })).toMatchObject({
    status: '2',
    reason: '文书【CF-54】的限制由本单位人员登记：请核实后决定是否按本通知解除',
  })
  // what has ended is told again: the same number names nothing new, another one does
  const again = await tellAs(first, word(one.book, 'mortgage'))
  expect(again.reason).toBe('编号【DY-54-1】的限制已于2026-06-01解除：同一编号不再登记，重新设立的应使用新编号')
  expect(await tellAs(first, word(one.book, 'end'))).toMatchObject({ status: '2', reason: '该限制已于2026-06-01解除（编号【DY-54-1】），无需再次解除' })
  // ended where it lay, it is elsewhere still
  expect((await tellAs(first, word(two.book, 'end'))).reason).toBe(
    `编号【DY-54-1】的限制登记在【${one.book.cbjyqzbm}】上，不在通知所写的【${two.book.cbjyqzbm}】上：请与登记机构核实`,
  )
  expect(await tellAs(first, { ...word(one.book, 'mortgage'), ref: 'DY-54-2' })).toMatchObject({ status: '1' })
  expect(await tellAs(first, { ...word(two.book, 'mortgage'), ref: 'DY-54-2' })).toMatchObject({ status: '2', reason: '编号【DY-54-2】已用于另一项限制' })
})
test('a notice that nobody could ever carry out or end is refused where it is sent, with words', async () => {
  const { book } = await buildContract(w, { name: '王五五', parcels: 1 })
  const { appId } = await appFor('notice')
  const said = async (o: Record<string, unknown>) => {
    const a = await call({ msgId: randomUUID(), objectCode: book.cbjyqzbm, ...o }, { appId }, '/openApi/notice')
    return [a.status, a.data?.fields]
  }
  for (const kind of ['mortgage', 'objection', 'seizure', 'end'])
    expect([kind, ...(await said({ kind }))]).toEqual([kind, 400, [{ field: 'ref', msg: '请填写登记机构编号：限制按此编号解除' }]])
  expect(await said({ kind: 'seizure', ref: 'L-1', fromDay: '9999-12-31' })).toEqual([400, [{ field: 'fromDay', msg: '起始日期不能晚于2027-06-02' }]])
  expect(await said({ kind: 'seizure', ref: 'L-1', objectCode: '', businessCode: await finished() })).toEqual([
    400,
    [{ field: 'objectCode', msg: '请填写登记簿、地块或承包方编码' }],
  ])
  const [parcel, holder] = [book.cbjyqzbm!.replace(/J$/, '9'), book.cbfbm]
  const words = '不动产权证号格式不正确，例：川（2024）安岳县不动产权第0000123号'
  for (const [told, field, msg] of [
    [{ kind: 'seizure', ref: 'L-1', fromDay: '2026-06-02', toDay: '2026-06-01' }, 'toDay', '截止日期不能早于起始日期'],
    [{ kind: 'objection', ref: 'L-1', toDay: '2026-05-31' }, 'toDay', '截止日期不能早于起始日期'],
    [{ kind: 'mortgage', ref: 'L-1', objectCode: holder }, 'objectCode', '抵押应写明登记簿或地块编码，不能设在承包方上'],
    [{ kind: 'registered', objectCode: holder }, 'objectCode', '登记结果应写明登记簿或地块编码'],
    [{ kind: 'registered' }, 'bdcqzh', '请填写不动产权证号'],
    [{ kind: 'registered', bdcqzh: '=cmd|calc' }, 'bdcqzh', words],
    [{ kind: 'registered', bdcqzh: '<b>x</b>' }, 'bdcqzh', words],
    [{ kind: 'registered', objectCode: parcel, bdcqzh: PAPER(1) }, 'bdcdyh', '请填写不动产单元号'],
    [{ kind: 'registered', objectCode: parcel, bdcdyh: UNIT(1, '512022') }, 'bdcdyh', '不动产单元号应以本县代码512021开头'],
  ] as const)
    expect([told, ...(await said(told))]).toEqual([told, 400, [{ field, msg }]])
  // in the sandbox it is told the same
  const { appId: sandbox } = await appFor('notice', { isSandbox: 1 })
  expect((await call({ msgId: 's', objectCode: book.cbjyqzbm, kind: 'seizure' }, { appId: sandbox }, '/openApi/notice')).status).toBe(400)
})
/** A signing that is registered, through all of its calls. */
async function registered(name: string): Promise<{ id: string; cbjyqzbm: string; dkbm: string }> {
  const { id } = await buildCase(w, { name, task: 'sign' })
  const [boss, town] = [await w.as('admin'), await w.as('town')]
  const [c] = (await boss.get('/dzzw/contract-to-sign', { businessId: id })).data
  ok(await boss.post('/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' }))
  const paper = { name: 'CBHT.pdf', bytes: PDF, type: 'application/pdf' }
  const attachId = ok(await boss.upload('/cpt-resource/attach/endpoint/upload', paper, { businessId: id, businessItem: 'CBHT' })).id
  ok(await town.post('/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-17' }))
  ok(await boss.post('/dzzw/contract/examine', { contractId: c.id, pass: 1 }))
  const { taskId, processInstanceId } = ok(await boss.get('/yw-accept/business/detail', { id }))
  ok(await boss.post('/yw-accept/business/commit', { taskId, processInstanceId }))
  w.setNow('2026-06-01')
  ;[admin, county, village, other] = [await w.as('admin'), await w.as('county'), await w.as('village'), await w.as('other')]
  const { rows } = await w.db.pool.query(
    `select b.cbjyqzbm, l.dkbm from djb b join cbdkxx l on l."djbId" = b.id join business_book k on k."newDjbId" = b.id where k."businessId" = $1`,
    [id],
  )
  return { id, ...rows[0] }
}
test('a business on whose book or land the registry has since entered something is not taken back, nor is its notice; once that has ended the business is', async () => {
  const { appId } = await appFor('notice')
  const tell = async (o: Record<string, unknown>): Promise<string> => {
    const { id } = ok(await call({ msgId: randomUUID(), ...o }, { appId }, '/openApi/notice'))
    await w.outbox.deliverDue()
    expect(ok(await admin.get('/registryNotice/detail', { id })).status).toBe('1')
    return id
  }
  const { id: businessId, cbjyqzbm, dkbm } = await registered('郑十一')
  const standing = async () => (await w.db.pool.query('select dyzt, yyzt, qszt from djb where cbjyqzbm = $1', [cbjyqzbm])).rows
  for (const [kind, objectCode, word] of [
    ['mortgage', cbjyqzbm, '抵押'],
    ['seizure', dkbm, '查封'],
    ['objection', cbjyqzbm.slice(0, 18), '异议'],
  ] as const) {
    const notice = await tell({ kind, objectCode, ref: `U-${kind}` })
    const reason = `不动产登记机构此后已在【${objectCode}】上登记${word}`
    expect(ok(await admin.get('/yw-accept/business/undo-check', { businessId }))).toMatchObject({ ok: false, reason, counter: { typeCode: 'contract_cancel' } })
    const refused = await admin.post('/yw-accept/business/undo', { businessId, reason: '误登' })
    expect([refused.status, refused.key, refused.msg]).toEqual([409, 'not-undone', `不能撤回登记：${reason}`])
    const disposed = await admin.post('/registryNotice/dispose', { reason: '误报' }, { ids: notice })
    expect([disposed.status, disposed.key, disposed.msg]).toEqual([409, 'notice-written', '通知已写入登记簿，不能撤销：应由登记机构发来解除或更正通知'])
    expect((await admin.post('/registryNotice/apply', {}, { ids: notice })).msg).toBe('当前状态不能写入')
    expect((await admin.post('/registryNotice/remove', {}, { ids: notice })).status).toBe(404)
    if (kind === 'mortgage') expect(await standing()).toEqual([{ dyzt: '1', yyzt: '0', qszt: '1' }])
    // what was refused has left no trace, what was done has one each
    const acts = async (objectId: string) => (await admin.get('/cpt-log/usual/list', { objectId })).data.records.map((r: any) => r.action).toReversed()
    expect([await acts(notice), (await acts(businessId)).filter((a: string) => a.includes('undo'))]).toEqual([
      ['registry_notice.insert', 'registry_notice.update'],
      [],
    ])
    await tell({ kind: 'end', objectCode, ref: `U-${kind}` })
  }
  ok(await admin.post('/yw-accept/business/undo', { businessId, reason: '误登' }))
  expect(await standing()).toEqual([])
  const audit = await verifyAudit(w.db.owner)
  expect([audit.broken, audit.rows + audit.waiting > 0]).toEqual([undefined, true])
})
test('a partner asks for a contract by its code and the number of its holder; every other question is answered alike', async () => {
  const { contract, parcels, household } = await buildContract(w, { name: '吴九十', parcels: 2 })
  const { appId } = await appFor('contract')
  const askFor = (body: Record<string, unknown>, who: How = { appId }) => call(body, who, '/openApi/contract')
  const found = ok(await askFor({ cbhtbm: contract.cbhtbm, cbfzjhm: household.cbfzjhm }))
  expect(found).toMatchObject({ cbhtbm: contract.cbhtbm, cbfmc: '吴**', fbfmc: contract.fbfmc, dyzt: '0' })
  expect(found.parcels.map((p: any) => p.dkbm)).toEqual(parcels.map((p) => p.dkbm))
  expect(JSON.stringify(found)).not.toContain(household.cbfzjhm)
  // a number is one however it is written
  const grouped = household.cbfzjhm!.toLowerCase().replace(/^(.{6})(.{8})/, '$1 $2 ')
  expect(ok(await askFor({ cbhtbm: contract.cbhtbm, cbfzjhm: grouped }))).toEqual(found)
  const { appId: elsewhere } = await appFor('contract', { regionCode: '512022' })
  const wrong = [
    await askFor({ cbhtbm: contract.cbhtbm, cbfzjhm: '51102519800101001X' }),
    await askFor({ cbhtbm: '512021119203019999J', cbfzjhm: household.cbfzjhm }),
    await askFor({ cbhtbm: contract.cbhtbm, cbfzjhm: household.cbfzjhm }, { appId: elsewhere }),
  ]
  expect(wrong.map((a) => [a.status, a.msg])).toEqual(wrong.map(() => [404, '承包合同不存在']))
  const { rows: told } = await w.db.pool.query(`select diff from audit_event where action = 'cbht.query' and "objectId" = $1`, [contract.id])
  expect(told.length).toBe(2)
  // whoever lends is told of what stands on a parcel or on the household too, under the numbers that courts and registries write
  expect(found).toMatchObject({ dyzt: '0', yyzt: '0', cfzt: '0', lzzt: '0' })
  const { appId: registry } = await appFor('notice')
  const tell = (o: Record<string, unknown>) => tellAs(registry, o)
  const court = { ref: '（2026）川2021执保12号', kind: 'seizure', objectCode: household.cbfbm }
  expect(await tell(court)).toMatchObject({ status: '1' })
  expect(await tell({ ref: '川（2026）安岳县不动产证明第0001234号', kind: 'objection', objectCode: parcels[1]!.dkbm })).toMatchObject({ status: '1' })
  const seen = async () => ok(await askFor({ cbhtbm: contract.cbhtbm, cbfzjhm: household.cbfzjhm }))
  expect(await seen()).toMatchObject({ dyzt: '0', yyzt: '1', cfzt: '1', lzzt: '0' })
  expect(await tell({ ...court, kind: 'end' })).toMatchObject({ status: '1' })
  expect(await seen()).toMatchObject({ yyzt: '1', cfzt: '0' })
})
test('the key of an application is changed without a stop: the one before is good for a week, which is told, or until somebody ends it', async () => {
  const { appId } = await appFor('notice')
  const secret = secretOf(appId)
  const body = { ...OPEN_CALLS.notice.example, msgId: 'k-1' }
  const row = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  const change = async (appSecret: string) =>
    ok(await admin.post('/cpt-system/empower/submit', { ...ok(await admin.get('/cpt-system/empower/detail', { id: row.id })), appSecret }))
  const until = async () => ok(await admin.get('/cpt-system/empower/detail', { id: row.id })).until_appSecret
  const said = async (s: string) => String((await call(body, { appId, secret: s }, '/openApi/notice')).raw)
  const end = (who: Client) => who.post('/cpt-system/empower/endFormer', {}, { id: row.id })
  expect([await until(), (await end(admin)).key]).toEqual([null, 'secret-no-former'])
  // saved twice, as who clicks twice does: the second changes nothing
  for (let i = 0; i < 2; i++) {
    await change(secretOf('ef'))
    expect([i, await until()]).toEqual([i, '2026-06-08 09:00:00'])
  }
  for (const s of [secret, secretOf('ef')]) expect(await said(s)).toContain('"code":200')
  await w.db.pool.query(`update sealed_secret set "updateTime" = $1 where "ownerId" = $2 and name = 'former.appSecret'`, [w.ago(8 * 86_400), row.id])
  const wrong = await said(secretOf('12'))
  expect([await until(), await said(secret), wrong]).toEqual([null, wrong, expect.stringContaining('open-signature')])
  // one that has leaked is ended at once, and is then like any other wrong one
  await change(secret)
  expect(await said(secretOf('ef'))).toContain('"code":200')
  for (const who of [village, other]) expect((await end(who)).status).toBeGreaterThanOrEqual(403)
  ok(await end(admin))
  expect([await until(), await said(secretOf('ef')), await said(secret)]).toEqual([null, wrong, expect.stringContaining('"code":200')])
  const { rows: told } = await w.db.pool.query(`select diff from audit_event where action = 'empower.endFormer' and "objectId" = $1`, [row.id])
  expect(told).toEqual([{ diff: { 'former.appSecret': ['***', null] } }])
})
test('a paper is given of a case that is on its way to the registry, not of one of which nobody was told', async () => {
  const { appId } = await appFor('file')
  const [businessId, regionCode] = [newId(), '512021119203']
  const { id: fileId } = await plant(w, attach, 1, { businessId, name: '合同.pdf', ossName: 'a'.repeat(32), regionCode, countyCode: '512021' })
  const asked = async () => (await call({ fileId }, { appId }, '/openApi/file')).msg
  // a file that is not there is named to those alone who may have it
  const [no, yes] = ['附件不存在', '附件文件缺失：合同.pdf']
  expect(await asked()).toBe(no)
  await w.db.pool.query(
    `insert into push_state ("countyCode", "businessId", "tenantId", "regionCode", "businessCode", status, version, "knownAt", tries, "updateTime")
      values ('512021', $1, '000000', $2, 'P1', '5', 1, '2026-05-31T00:00:00.000Z', 0, $3)`,
    [businessId, regionCode, w.ago(60)],
  )
  const stands = (set: string) => w.db.pool.query(`update push_state set ${set} where "businessId" = $1`, [businessId])
  expect(await asked()).toBe(no)
  for (const status of ['0', '1', '2', '3']) {
    await stands(`status = '${status}'`)
    expect([status, await asked()]).toEqual([status, yes])
  }
  // what had arrived before stays with the registry
  await stands(`status = '5', "arriveTime" = "updateTime"`)
  expect(await asked()).toBe(yes)
})

test('a client that is written from the published description alone signs, sends and is understood; what the description forbids is refused', async () => {
  for (const algorithm of ['HMAC-SHA256', 'HMAC-SM3'] as const) {
    const { appId } = await appFor('appraisal notice contract file', { isSandbox: 1, algorithm })
    const { id } = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
    // what is handed to the partner: a file
    const doc = JSON.parse(JSON.stringify(ok(await admin.get('/cpt-system/empower/description', { id }))))
    expect(JSON.stringify(doc)).not.toContain(secretOf(appId))
    const { algorithm: named, example } = doc['x-signing']
    const hash = ({ 'HMAC-SHA256': 'sha256', 'HMAC-SM3': 'sm3' } as Record<string, string>)[named]!
    const hex = (text: string) => createHash('sha256').update(text).digest('hex')
    const signed = (key: string, method: string, path: string, timestamp: string, nonce: string, body: string) =>
      createHmac(hash, key)
        .update([method, path, timestamp, nonce, hex(body)].join('\n'))
        .digest('hex')
    // the partner's own signature is that of the example
    expect(signed(example.secret, example.method, example.path, example.timestamp, example.nonce, example.body)).toBe(example.sign)
    const send = (at: string, body: unknown) => {
      const [text, path, timestamp, nonce] = [JSON.stringify(body), `${doc.servers[0].url}${at}`, String(w.now().getTime()), randomUUID()]
      const headers = {
        'X-App-Id': doc['x-application'].appId,
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Sign': signed(secretOf(appId), 'POST', path, timestamp, nonce, text),
      }
      return w.nobody.send('POST', at, { body: body as object, headers })
    }
    expect(Object.keys(doc.paths).length).toBe(5)
    for (const [at, { post }] of Object.entries<any>(doc.paths)) {
      const { schema, example: body } = post.requestBody.content['application/json']
      const answer = await send(at, body)
      if (at === OPEN_DOCUMENTS.path) {
        // the application has the same document by its own key
        expect(answer.data.calls).toEqual(doc)
        expect(Object.keys(answer.data.push.paths)).toEqual(['/', '/arrived'])
        continue
      }
      expect([at, answer.code, answer.data]).toEqual([at, 200, post.responses['200'].content['application/json'].example.data])
      const { 'x-signed-example': own } = post
      expect([at, own.path, own.body, signed(own.secret, own.method, own.path, own.timestamp, own.nonce, own.body)]).toEqual([
        at,
        `/api${at}`,
        JSON.stringify(body),
        own.sign,
      ])
      for (const name of schema.required) {
        const { [name]: _, ...without } = body
        expect([at, name, (await send(at, without)).code]).toEqual([at, name, 400])
      }
      for (const [name, of] of Object.entries<any>(schema.properties))
        if (of.enum || of.maxLength)
          expect([at, name, (await send(at, { ...body, [name]: 'x'.repeat((of.maxLength ?? 40) + 1) })).code]).toEqual([at, name, 400])
      // nothing else is taken, not even what rows of ours have
      for (const more of ['more', 'id', 'rev', 'regionCode', 'tenantId'])
        expect([at, more, (await send(at, { ...body, [more]: 1 })).key]).toEqual([at, more, 'unknown-parameter'])
    }
    // what machines between and clients of their own send is described too
    const [path, { post }] = Object.entries<any>(doc.paths).find(([at]) => at === CONTRACT)!
    const keys = post['x-faults'].map((f: any) => f.key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(post.responses).toSorted()).toEqual([...new Set(['200', ...post['x-faults'].map((f: any) => String(f.status))])].toSorted())
    expect(post.responses['429'].headers['Retry-After'].schema).toEqual({ type: 'integer' })
    const json = { 'content-type': 'application/json' }
    for (const [method, headers, payload] of [
      ['POST', { 'content-type': 'text/xml' }, '<a/>'],
      ['POST', json, '{'],
      ['POST', json, '[]'],
      ['POST', json, '{"cbhtbm":"\\u0000"}'],
      ['POST', json, `{"cbhtbm":"${'x'.repeat(1 << 20)}"}`],
      ['POST', json, '{"cbhtbm":"\\u200b"}'],
      ['PUT', json, '{}'],
    ] as const) {
      const r = await w.app.inject({ method, url: `/api${path}`, headers, payload })
      expect([payload.slice(0, 20), r.statusCode >= 400, keys]).toEqual([payload.slice(0, 20), true, expect.arrayContaining([r.json().key])])
    }
  }
})
test('what a notice of each kind needs is described, and with that it is taken', async () => {
  const { appId } = await appFor('notice', { isSandbox: 1 })
  const { id } = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  const { schema } = ok(await admin.get('/cpt-system/empower/description', { id })).paths['/openApi/notice'].post.requestBody.content['application/json']
  expect(schema.allOf.map((x: any) => [x.if.properties.kind.const, x.then.required])).toEqual(Object.entries(NOTICE_NEEDS))
  expect(Object.keys(schema['x-needs'])).toEqual(Object.keys(NOTICE_NEEDS))
  // the form of its object and the days that it may name are described, and what is not so is refused
  const { objectCode, fromDay, toDay } = schema.properties
  const fits = (code: string) => new RegExp(objectCode.pattern, 'u').test(code)
  expect(['512021119203010001J', '5120211192030100001', '512021119203010001', 'abc', '5120211192030100011J'].filter(fits).length).toBe(3)
  expect([fromDay.title, toDay.description]).toEqual([
    '起始日期（最迟为一年以后；不早于1949-10-01，不晚于100年以后）',
    'To (Not before the first day; not before 1949-10-01, at most 100 years ahead)',
  ])
  expect((await call({ msgId: 'f', kind: 'seizure', ref: 'R1', objectCode: 'abc' }, { appId }, '/openApi/notice')).key).toBe('notice-object')
  const values = { objectCode: '512021119203010001J', ref: 'R1', businessCode: 'YW20260501001' }
  for (const [kind, needs] of Object.entries(NOTICE_NEEDS)) {
    const number = kind === 'registered' ? { bdcqzh: PAPER(1) } : {}
    const body = { msgId: randomUUID(), kind, ...number, ...Object.fromEntries(needs.map((n) => [n, values[n as keyof typeof values]])) }
    expect([kind, (await call(body, { appId }, '/openApi/notice')).code]).toEqual([kind, 200])
  }
})
test('examples of an application lie in its region', async () => {
  const { appId } = await appFor('notice contract', { isSandbox: 1, regionCode: '512022' })
  const { id } = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  const { paths } = ok(await admin.get('/cpt-system/empower/description', { id }))
  const { example } = paths[CONTRACT].post.requestBody.content['application/json']
  expect(example.cbhtbm).toBe('512022119203010001J')
  expect(ok(await call(example, { appId }, CONTRACT))).toMatchObject({ cbhtbm: '512022119203010001J', parcels: [{ dkbm: '5120221192030100001' }] })
})
test('the console checks a body as its call does, and tells of an application only what it may', async () => {
  const { appId } = await appFor('notice')
  const { id } = (await admin.get('/cpt-system/empower/list', { appId })).data.records[0]
  const attempt = (scope: string, body: unknown) =>
    admin.get('/cpt-system/empower/try', { id, scope, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const { example, answer } = OPEN_CALLS.notice
  expect(ok(await attempt('notice', example))).toEqual(answer)
  expect((await attempt('notice', { ...example, kind: 'sale' })).code).toBe(400)
  expect((await attempt('notice', { ...example, ref: undefined })).data.fields).toEqual([{ field: 'ref', msg: '请填写登记机构编号：限制按此编号解除' }])
  expect((await attempt('notice', { ...example, more: 1 })).key).toBe('unknown-parameter')
  expect((await attempt('notice', '[1]')).msg).toBe('请求体应为JSON对象')
  expect((await attempt('contract', OPEN_CALLS.contract.example)).key).toBe('open-scope')
  expect(Object.keys(ok(await admin.get('/cpt-system/empower/description', { id })).paths)).toEqual(['/openApi/notice', OPEN_DOCUMENTS.path])
  for (const who of [village, other]) expect((await who.get('/cpt-system/empower/description', { id })).status).toBeGreaterThanOrEqual(403)
})

test('random notices of the registry leave every rule of the register whole: what fits is written once, what does not waits for a person', async () => {
  // the cases that other tests plant have no process behind them
  const broken = () =>
    w.db.transaction({ tenantId: '000000' }, (tx) =>
      invariantsBroken(
        contextFor(tx, systemWho('000000'), w.now, 'test', async () => ''),
        '512021',
      ),
    )
  const before = await broken()
  expect(before.filter((b) => !String(b).startsWith('I22'))).toEqual([])
  const made = [await buildContract(w, { name: '钱一', parcels: 2 }), await buildContract(w, { name: '钱二', parcels: 1 })]
  const apps = [await appFor('notice'), await appFor('notice')]
  const objects = [...made.flatMap((m) => [m.book.cbjyqzbm!, m.book.cbfbm!, ...m.parcels.map((p) => p.dkbm!)]), '512021119203019999J', '5120211192030199999']
  const one = fc.record({
    kind: fc.constantFrom('mortgage', 'objection', 'seizure', 'end', 'end', 'registered'),
    objectCode: fc.constantFrom(...objects),
    ref: fc.constantFrom('P1', 'P2', 'P3', 'P4', 'P5', 'P6'),
    fromDay: fc.constantFrom('2026-05-01', '2026-06-01', '1990-01-01'),
    twice: fc.boolean(),
    number: fc.constantFrom(PAPER(7), PAPER(8), PAPER(8).replace('（2026）', '(2026)'), '5', '=1+1', ''),
    unit: fc.constantFrom(UNIT(7), UNIT(8), UNIT(9, '512022'), '', ''),
    app: fc.nat(1),
  })
  const all = fc.sample(one, { numRuns: volume(500, 60), seed: SEED })
  const sent: string[] = []
  for (const [i, { kind, objectCode, ref, fromDay, twice, number, unit, app: teller }] of all.entries()) {
    const isEnd = kind === 'end' || kind === 'registered'
    const numbers = { ...(number ? { bdcqzh: number } : {}), ...(unit ? { bdcdyh: unit } : {}) }
    const { appId } = apps[teller]!
    const body = { msgId: `rnd-${i}`, kind, objectCode, ref, ...(isEnd ? {} : { fromDay }), ...(kind === 'registered' ? numbers : {}) }
    const answer = await call(body, { appId }, '/openApi/notice')
    // what nobody could ever write is refused where it is sent
    if (answer.code === 400) {
      expect([body, body.kind === 'registered' || (kind === 'mortgage' && /^\d{18}$/.test(objectCode))]).toEqual([body, true])
      continue
    }
    sent.push(ok(answer).id)
    if (twice) expect(ok(await call(body, { appId }, '/openApi/notice')).id).toBe(sent.at(-1))
    if (i % 7 === 0) await w.outbox.deliverDue()
  }
  await w.outbox.deliverDue()
  const { rows } = await w.db.pool.query(`select id::text as id, kind, status, reason, ref from registry_notice where "msgId" like 'rnd-%' order by id`)
  expect(rows.map((r) => r.id)).toEqual(sent)
  // each is written, or waits with its reason; both happen
  expect(rows.filter((r) => !(r.status === '1' || (r.status === '2' && r.reason)))).toEqual([])
  expect(['1', '2'].map((status) => rows.some((r) => r.status === status))).toEqual([true, true])
  // each that was written stands in the register by one entry of its own, but numbers that stood there already
  const entries = (
    await w.db.pool.query(
      `select "causeId"::text as id, count(*)::int as n from register_entry where "causeKind" = 'notice' and "causeId" = any($1) group by 1`,
      [sent],
    )
  ).rows
  expect(entries.filter((e) => e.n !== 1)).toEqual([])
  const by = new Set(entries.map((e) => e.id))
  expect(rows.filter((r) => r.kind !== 'registered' && (r.status === '1') !== by.has(r.id))).toEqual([])
  expect(await broken()).toEqual(before)
  // numbers are those of the county, each of one object; a restriction was ended by whoever told it
  const { rows: numbers } = await w.db.pool.query(`select bdcdyh as number from dk where zt = '1' and bdcdyh is not null
    union all select replace(replace(bdcqzh, '(', '（'), ')', '）') from cbjyqz where sfzx = 0 and bdcqzh is not null`)
  expect(numbers.filter((x) => !/^(512021\d{6}[A-Z]{2}\d{5}W\d{8}|川（2026）安岳县不动产权第\d{7}号)$/.test(x.number))).toEqual([])
  expect(new Set(numbers.map((x) => x.number)).size).toBe(numbers.length)
  const { rows: others } = await w.db.pool
    .query(`select r.ref from restriction r join registry_notice n on n.id::text = r."causeId" join registry_notice e on e.id::text = r."endCauseId"
    where n."appId" <> e."appId" and e."msgId" like 'rnd-%'`)
  expect(others).toEqual([])
})
