// The encrypted interface over HTTP with the switch on: the browser's end against the server's.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sm2 } from 'sm-crypto-v2'
import { PASSWORD, world, type World } from '../../tests/world.ts'
import { wireKey, openText, sealText } from './wire.server.ts'
import { wire } from './wire.web.ts'

let w: World, url: string
beforeAll(async () => {
  w = await world({ INTERFACE_ENCRYPTION: 'on' })
  url = await w.app.listen({ port: 0, host: '127.0.0.1' })
  // a browser's addresses begin at its page
  const there = globalThis.fetch
  vi.stubGlobal('fetch', (to: string, o?: RequestInit) => there(new URL(to, url), o))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await w?.end()
})

const BASIC = `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`
/** A call as the browser's client makes it, and what went over the line. */
async function call(
  method: string,
  path: string,
  o: { query?: Record<string, string>; body?: BodyInit; token?: string; lang?: string; more?: Record<string, string> } = {},
) {
  const at = new URL(`/api${path}`, url)
  for (const [n, v] of Object.entries(o.query ?? {})) at.searchParams.set(n, v)
  const sealed = await wire.seal({ method, url: at, body: o.body })
  const headers = {
    authorization: BASIC,
    'accept-language': o.lang ?? 'zh',
    ...(o.token ? { 'cpt-auth': `bearer ${o.token}` } : {}),
    ...o.more,
    ...sealed.headers,
  }
  const sent = { method, headers, body: sealed.body as BodyInit }
  const raw = await fetch(sealed.url, sent)
  const line = await raw.clone().text()
  const opened = await sealed.open(raw)
  return { sealed, sent, line, type: raw.headers.get('content-type'), cookies: raw.headers.getSetCookie(), answer: (await opened.json()) as any }
}
async function formOf(): Promise<URLSearchParams> {
  const key = (await call('GET', '/cpt-auth/oauth/public-key')).answer.data
  const password = sm2.doEncrypt(`${key.nonce}|${key.timestamp}|${PASSWORD}`, key.publicKey, 0)
  return new URLSearchParams({ tenantId: '000000', username: 'county', password, grant_type: 'password', scope: 'all' })
}
async function signIn(): Promise<string> {
  const body = await formOf()
  const a = await call('POST', '/cpt-auth/oauth/token', { body })
  expect([a.type, a.answer.account]).toEqual(['text/plain; charset=utf-8', 'county'])
  return a.answer.access_token
}
const plain = async (method: string, path: string, o: RequestInit = {}) => {
  const r = await fetch(`/api${path}`, { method, ...o })
  return { status: r.status, ...((await r.json()) as any) }
}

test('tokens come as cookies beneath the seal as well, and the refresh cookie renews them', async () => {
  const page = { 'cpt-cookie': 'new', origin: url }
  const first = await call('POST', '/cpt-auth/oauth/token', { body: await formOf(), more: page })
  expect([first.type, first.answer.account, first.answer.access_token, first.cookies.length]).toEqual(['text/plain; charset=utf-8', 'county', undefined, 2])
  const own = { 'cpt-cookie': first.answer.mark, origin: url, cookie: first.cookies.map((c) => c.split(';')[0]).join('; ') }
  expect((await call('GET', '/cpt-auth/oauth/user-info', { more: own })).answer.data.account).toBe('county')
  const renewed = await call('POST', '/cpt-auth/oauth/token', { body: new URLSearchParams({ grant_type: 'refresh_token', tenantId: '000000' }), more: own })
  expect([renewed.answer.mark, renewed.answer.refresh_token, renewed.cookies.length]).toEqual([first.answer.mark, undefined, 2])
})

test('a clerk signs in, reads, writes and is refused, and nothing of it is legible on the line', async () => {
  const token = await signIn()
  const list = await call('GET', '/base-qssj/cbf/page', { query: { current: '1', size: '10', cbfmc: '程' }, token })
  expect([list.answer.code, Array.isArray(list.answer.data.records)]).toEqual([200, true])
  expect([...list.sealed.url.searchParams.keys()]).toEqual(['data', 'timestamp'])
  expect(list.line).toMatch(/^[\w+/=]+$/)
  const body = JSON.stringify({ page: '/land/cbf', value: { hidden: ['lxdh'] } })
  const written = await call('POST', '/basic/user-setting/submit', { body, token })
  expect([written.answer.code, written.line.includes('操作成功'), String(written.sent.body).includes('lxdh')]).toEqual([200, false, false])
  const refused = await call('GET', '/base-qssj/cbf/page', { query: { size: '9999' }, token })
  expect([refused.answer.code, refused.line.includes('每页')]).toEqual([400, false])
})

test('the same call a second time is refused, also in another spelling, and counts once', async () => {
  const token = await signIn()
  const first = await call('GET', '/cpt-auth/oauth/user-info', { token })
  expect(first.answer.code).toBe(200)
  const again = async (to: URL) => (await (await fetch(to, first.sent as RequestInit)).json()) as any
  expect(await again(first.sealed.url)).toMatchObject({ code: 409, key: 'wire-replay', msg: '请求已处理，不能重复提交' })
  const padded = new URL(first.sealed.url)
  padded.searchParams.set('data', `${padded.searchParams.get('data')}\n`)
  expect((await again(padded)).code).toBeGreaterThanOrEqual(400)
  expect(
    ((await (await fetch(first.sealed.url, { ...first.sent, headers: { ...first.sent.headers, 'accept-language': 'en' } } as RequestInit)).json()) as any).msg,
  ).toBe('This call was already answered')
})

test('a seal fits its own call only: another path, method, time, body or key is refused', async () => {
  const token = await signIn()
  const make = (method: string, path: string, body?: string) =>
    wire
      .seal({ method, url: new URL(`/api${path}`, url), body })
      .then((s) => ({ ...s, headers: { ...s.headers, 'cpt-auth': `bearer ${token}` } as Record<string, string> }))
  const send = async (s: Awaited<ReturnType<typeof make>>, method: string, to: URL, body = s.body) =>
    (await (await fetch(to, { method, headers: s.headers, body: body as BodyInit })).json()) as any
  const broken = { code: 400, key: 'wire-broken', msg: '加密数据不正确或已过期' }
  const moved = await make('GET', '/cpt-auth/oauth/user-info')
  const elsewhere = new URL(moved.url)
  elsewhere.pathname = '/api/cpt-system/menu/routes'
  expect(await send(moved, 'GET', elsewhere)).toMatchObject(broken)
  const later = new URL(moved.url)
  later.searchParams.set('timestamp', String(Number(moved.url.searchParams.get('timestamp')) + 1))
  expect(await send(moved, 'GET', later)).toMatchObject(broken)
  const more = new URL(moved.url)
  more.searchParams.set('size', '1')
  expect(await send(moved, 'GET', more)).toMatchObject(broken)
  const [one, two] = [await make('POST', '/basic/user-setting/submit', '{}'), await make('POST', '/basic/user-setting/submit', '{"page":"/x"}')]
  expect(await send(one, 'POST', one.url, two.body)).toMatchObject(broken)
  expect(await send({ ...moved, headers: { ...moved.headers, 'cpt-key': 'ab'.repeat(160) } }, 'GET', moved.url)).toMatchObject(broken)
  const old = new URL(moved.url)
  old.searchParams.set('timestamp', '1')
  expect(await send({ ...moved, headers: { ...moved.headers, 'accept-language': 'en' } }, 'GET', old)).toMatchObject({
    msg: 'The encrypted call is malformed or has expired',
  })
})

test('a plain call is refused with the word that turns encryption on; health and the public key stay open, files leave as they are', async () => {
  const token = await signIn()
  const needed = { status: 400, key: 'wire', msg: '接口已启用加密，请加密后重试', data: null }
  expect(await plain('GET', '/cpt-auth/oauth/user-info', { headers: { 'cpt-auth': `bearer ${token}` } })).toMatchObject(needed)
  const before = (await w.db.pool.query('select count(*) from audit_event')).rows[0].count
  const headers = { 'cpt-auth': `bearer ${token}`, 'content-type': 'application/json' }
  expect(await plain('POST', '/basic/user-setting/submit', { headers, body: '{"page":"/x","value":{}}' })).toMatchObject(needed)
  expect((await w.db.pool.query('select count(*) from audit_event')).rows[0].count).toBe(before)
  expect((await plain('GET', '/cpt-auth/oauth/user-info', { headers: { 'accept-language': 'en', 'cpt-auth': `bearer ${token}` } })).msg).toBe(
    'This interface is encrypted: encrypt the call',
  )
  expect([(await plain('GET', '/health')).status, (await plain('GET', '/cpt-auth/oauth/public-key')).code]).toEqual(['ok', 200])
  const file = await fetch(`/api/basic/downloadOperationFile?id=1&token=${token}`)
  expect([file.status === 200, (file.headers.get('content-type') ?? '').includes('json')]).not.toEqual([true, true])
})

test('a seal of the server opens with its key and context alone', () => {
  const key = wireKey('0123456789abcdef'.repeat(4))
  const sealed = sealText(key, '承包', 'a')
  expect(openText(key, sealed, 'a')).toBe('承包')
  expect(openText(key, sealed, 'b')).toBeUndefined()
  expect(openText(wireKey('0'.repeat(64)), sealed, 'a')).toBeUndefined()
  const changed = Buffer.from(sealed, 'base64')
  changed[20]! ^= 1
  expect([openText(key, changed.toString('base64'), 'a'), openText(key, '', 'a'), openText(key, undefined, 'a')]).toEqual([undefined, undefined, undefined])
})
