// K09: every answer, whatever it is, carries the headers that keep a browser from doing harm with it.
import { plantHomes } from '../contract/rows.ts'
import { existsSync, readdirSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../apps/server/config.server.ts'
import { openPolicy } from '../../apps/server/page-policy.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { door } from '../../platform/people/testing.server.ts'
import { faults } from '../contract/faults.ts'
import { stage, type Stage } from '../contract/stage.ts'
import { PASSWORD } from '../world.ts'
import { PDF } from '../../services/files/testing.server.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
  await plantHomes(s.w, '9')
})
afterAll(() => s?.end())

type Headers = Record<string, unknown>
/** What each answer must say, and what it must not. */
const SAID: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^(SAMEORIGIN|DENY)$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=\d{8,}/,
  'content-security-policy': /./,
  'permissions-policy': /^camera=\(self\), geolocation=\(self\), microphone=\(\), (?!.*bluetooth).*usb=\(\)/,
}
const UNSAID = ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin', 'access-control-allow-credentials', 'sourcemap', 'x-sourcemap']
/** What a policy holds: of pages and of calls; a file that somebody sent is in a sandbox. */
const PAGE = ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
const directives = (policy: unknown) =>
  String(policy)
    .split(';')
    .map((d) => d.trim())

function wrong(h: Headers, o: { kept: boolean; asked?: boolean }): string[] {
  const found = Object.entries(SAID).flatMap(([n, fits]) => (fits.test(String(h[n] ?? '')) ? [] : [`${n}: ${h[n]}`]))
  found.push(...UNSAID.filter((n) => h[n] !== undefined))
  const csp = directives(h['content-security-policy'])
  const sandboxed = csp.includes('sandbox') && csp.includes("default-src 'none'")
  if (!sandboxed) found.push(...PAGE.filter((d) => !csp.includes(d)))
  if (/unsafe-eval|script-src[^;]*(unsafe-inline|\*|https?:|data:|blob:)/.test(String(h['content-security-policy']))) found.push('a policy with a hole')
  if (o.asked) {
    if (h['cache-control'] !== 'private, no-cache' || !/^"[\w-]{27}"$/.test(String(h.etag))) found.push(`kept as ${h['cache-control']} ${h.etag}`)
  } else if (!o.kept && !/no-store/.test(String(h['cache-control']))) found.push(`cache-control: ${h['cache-control']}`)
  const type = String(h['content-type'] ?? '')
  if (/^(text\/|application\/(json|javascript))/.test(type) && !/charset=utf-8/i.test(type)) found.push(`content-type: ${type}`)
  return found
}

test('every answer of every call: done, refused, unknown, signed out, malformed, broken', async () => {
  const f = faults()
  const seen = new Map<number, number>()
  const look = (what: string, a: { status: number; headers: Headers }, r: Route) => {
    seen.set(a.status, (seen.get(a.status) ?? 0) + 1)
    f.same(what, wrong(a.headers, { kept: false, asked: !!r.kept && a.status === 200 }), [])
  }
  for (const r of s.w.routes as readonly Route[]) {
    const path = r.path.replace(/\{\w+\}/g, '1')
    const ended = r.path.startsWith('/cpt-auth/oauth/logout')
    const id = s.planted.get(s.resources.find((x) => r.path.startsWith(`${x.path}/`))?.name ?? '')?.[0]?.id
    look(`${r.method} ${r.path} by a stranger`, await s.w.nobody.send(r.method, path), r)
    look(`${r.method} ${r.path} without a button`, await s.p.bare.send(r.method, ended ? `${path}x` : path), r)
    if (!ended) look(`${r.method} ${r.path}`, await s.p.admin.send(r.method, path, r.query?.includes('id') && id ? { query: { id } } : {}), r)
    look(`${r.method} ${r.path} malformed`, await s.p.admin.send(r.method, path, { query: { zz: '1' } }), r)
  }
  expect(f.found).toEqual([])
  for (const status of [200, 400, 401, 403, 404]) expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true])
})

test('pages may frame and picture the sites that are set, and no other', async () => {
  const sites = (policy: string, directive: string) =>
    directives(policy)
      .find((d) => d.startsWith(`${directive} `))!
      .split(' ')
      .slice(1)
  const base = String((await s.w.nobody.get('/health')).headers['content-security-policy'])
  expect([sites(base, 'frame-src'), sites(base, 'img-src')]).toEqual([
    ["'self'", 'blob:'],
    ["'self'", 'data:', 'blob:', 'http://127.0.0.1:*'],
  ])
  let now = 1_000_000
  const policyOf = openPolicy(s.w.db, 'https://t{0-7}.map.example.org/{z}/{x}/{y}', () => now)
  const before = await policyOf(base)
  expect(sites(before, 'img-src')).toEqual([...sites(base, 'img-src'), 'https://*.map.example.org'])
  const { rows } = await s.w.db.pool.query(`select id, path from menu where category = 1 order by id limit 2`)
  await s.w.db.pool.query(`update menu set path = 'https://GOV.example.org:8443/a;script-src *?x=1' where id = $1`, [rows[0].id])
  await s.w.db.pool.query(`update menu set path = 'http://a b;evil' where id = $1`, [rows[1].id])
  await s.w.db.pool.query(`update tenant set "backgroundUrl" = 'https://pictures.example.org/1.jpg' where code = '000000'`)
  expect(await policyOf(base)).toBe(before)
  now += 5_000
  const after = await policyOf(base)
  expect(sites(after, 'frame-src').filter((x) => !sites(before, 'frame-src').includes(x))).toEqual(['http://a', 'https://gov.example.org:8443'])
  expect(sites(after, 'img-src')).toEqual([...sites(before, 'img-src'), 'https://pictures.example.org'])
  expect(directives(after).filter((d) => !/^(frame|img)-src /.test(d))).toEqual(directives(base).filter((d) => !/^(frame|img)-src /.test(d)))
  for (const r of rows) await s.w.db.pool.query('update menu set path = $2 where id = $1', [r.id, r.path])
  await s.w.db.pool.query(`update tenant set "backgroundUrl" = null where code = '000000'`)
})

test('files that somebody sent are shown in a sandbox, and nothing of them is kept', async () => {
  const file = (await s.p.admin.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: PDF }, { businessId: '9' })).data
  for (const mode of ['preview', 'download']) {
    const { status, headers } = await s.p.admin.get(`/cpt-resource/attach/endpoint/${mode}`, { id: file.id })
    expect([mode, status, wrong(headers, { kept: false })]).toEqual([mode, 200, []])
    expect(directives(headers['content-security-policy'])).toContain('sandbox')
    expect(String(headers['content-disposition'])).toMatch(mode === 'preview' ? /^inline/ : /^attachment/)
  }
})

test('pages and their parts are kept by name only, never a page, and no map of the source is among them', async () => {
  const f = faults()
  const ask = async (url: string) => {
    const r = await s.w.app.inject({ method: 'GET', url })
    return { status: r.statusCode, headers: r.headers as Headers }
  }
  const built = existsSync(join(ROOT, 'dist/web/index.html'))
  for (const url of ['/', '/login', '/land/cbf', '/no/such/page', '/index.html']) {
    const a = await ask(url)
    f.same(url, [a.status, wrong(a.headers, { kept: built })], [built ? 200 : 404, []])
    if (built) f.same(`${url} is kept`, a.headers['cache-control'], 'no-cache')
  }
  const names = built ? readdirSync(join(ROOT, 'dist/web/assets'), { recursive: true, encoding: 'utf8' }).filter((n) => n.includes('.')) : []
  for (const name of names.slice(0, 40)) f.same(name, wrong((await ask(`/assets/${name}`)).headers, { kept: true }), [])
  expect(names.filter((n) => n.endsWith('.map'))).toEqual([])
  expect(f.found).toEqual([])
})

/** What is refused before any call is asked: its method, address, status and what it is called. */
const ASTRAY: readonly (readonly [method: string, url: string, status: number, key: string])[] = [
  ['GET', '/assets/none.js', 404, 'not-found'],
  ['GET', '/assets/none', 404, 'not-found'],
  ['GET', '/.env', 404, 'not-found'],
  ['GET', '/..%2f..%2fpackage.json', 404, 'not-found'],
  ['GET', '/.vite/manifest.json', 404, 'not-found'],
  ['GET', '/api', 404, 'no-route'],
  ['GET', '/api/', 404, 'no-route'],
  ['GET', '/api?x=1', 404, 'no-route'],
  ['GET', '/api/none', 404, 'no-route'],
  ['POST', '/api/health', 405, 'wrong-method'],
  ['HEAD', '/api/cpt-auth/oauth/logout', 405, 'wrong-method'],
  ['DELETE', '/api/map/dk/tile/1/1/1', 405, 'wrong-method'],
  ['GET', '/%zz', 400, 'bad-request'],
  ['GET', '/api/%zz', 400, 'bad-request'],
]
test('what leads nowhere is refused in the envelope, with all headers, in the language of the caller', async () => {
  const f = faults()
  for (const [method, url, status, key] of ASTRAY)
    for (const lang of ['zh', 'fr,en;q=0.7']) {
      const r = await s.w.app.inject({ method: method as 'GET', url, headers: { 'accept-language': lang } })
      f.same(`${method} ${url}`, [r.statusCode, wrong(r.headers, { kept: false })], [status, []])
      if (method === 'HEAD') continue
      const told = r.json()
      f.same(`${method} ${url} told in ${lang}`, [told.code, told.success, told.key, /\p{Script=Han}/u.test(told.msg)], [status, false, key, lang === 'zh'])
    }
  const allow = (await s.w.app.inject({ method: 'POST', url: '/api/health' })).headers.allow
  expect([allow, (await s.w.app.inject({ method: 'DELETE', url: '/api/map/dk/tile/1/1/1' })).headers.allow]).toEqual(['GET, HEAD', 'GET, HEAD'])
  expect(f.found).toEqual([])
})

test('HEAD answers as GET does, without a body', async () => {
  const built = existsSync(join(ROOT, 'dist/web/index.html'))
  for (const url of ['/api/health', '/login', '/']) {
    const [get, head] = [await s.w.app.inject({ method: 'GET', url }), await s.w.app.inject({ method: 'HEAD', url })]
    const status = built || url.startsWith('/api') ? 200 : 404
    expect([url, get.statusCode, head.statusCode, head.headers['content-length'], head.body]).toEqual([url, status, status, String(get.rawPayload.length), ''])
    if (status === 200 && !url.startsWith('/api')) expect((await s.w.app.inject({ method: 'POST', url })).headers.allow).toBe('GET, HEAD')
  }
})

/** What a socket hears that sends these bytes. */
const hears = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { port } = s.w.app.server.address() as AddressInfo
    const heard: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (b) => heard.push(b))
    socket.on('close', () => resolve(Buffer.concat(heard).toString()))
    socket.on('error', () => resolve(Buffer.concat(heard).toString()))
  })
test('what is no request, or one of endless headers, is refused in the envelope in both languages', async () => {
  if (!s.w.app.server.listening) await s.w.app.listen({ port: 0, host: '127.0.0.1' })
  for (const [what, bytes, status, key] of [
    ['headers of 20 kB', `GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['no request', 'hello\r\n\r\n', 400, 'bad-request'],
    ['a name with a space', 'GET / HTTP/1.1\r\nho st: x\r\n\r\n', 400, 'bad-request'],
  ] as const) {
    const [head = '', body = ''] = (await hears(bytes)).split('\r\n\r\n')
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((l) => [l.slice(0, l.indexOf(':')).toLowerCase(), l.slice(l.indexOf(':') + 1).trim()]),
    )
    expect([what, head.slice(0, 12), wrong(headers, { kept: false })]).toEqual([what, `HTTP/1.1 ${status}`, []])
    const told = JSON.parse(body)
    expect([what, told.code, told.success, told.key, /\p{Script=Han}.*[a-z]/u.test(told.msg)]).toEqual([what, status, false, key, true])
  }
})

test('calls whose answers hold for long are kept and asked again by their tag: 304 while they are the same', async () => {
  const kept = (s.w.routes as readonly Route[]).filter((r) => r.kept).map((r) => r.path)
  expect(kept).toEqual(
    expect.arrayContaining(['/cpt-system/dict-biz/dictionary', '/cpt-system/region/lazy-tree', '/cpt-system/menu/routes', '/cpt-system/menu/buttons']),
  )
  const get = (path: string, query: Record<string, string>, tag?: string) =>
    s.p.admin.send('GET', path, { query, headers: tag ? { 'if-none-match': tag } : {} })
  const first = await get('/cpt-system/dict-biz/dictionary', { code: 'yhzgx' })
  const tag = String(first.headers.etag)
  for (const asked of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const again = await get('/cpt-system/dict-biz/dictionary', { code: 'yhzgx' }, asked)
    expect([asked, again.status, again.raw.length, wrong({ ...again.headers, 'content-type': '' }, { kept: false, asked: true })]).toEqual([asked, 304, 0, []])
  }
  const head = (await s.p.admin.get('/cpt-system/dict-biz/parent-list', { code: 'yhzgx' })).data.records[0]
  const [entry] = (await s.p.admin.get('/cpt-system/dict-biz/child-list', { parentId: head.id })).data
  expect((await s.p.admin.post('/cpt-system/dict-biz/submit', { ...entry, remark: '改' })).code).toBe(200)
  const changed = await get('/cpt-system/dict-biz/dictionary', { code: 'yhzgx' }, tag)
  expect([changed.status, changed.headers.etag === tag]).toEqual([200, false])
  // what is refused is never kept
  expect((await s.w.nobody.send('GET', '/cpt-system/menu/routes')).headers.etag).toBeUndefined()
  expect((await s.p.admin.get('/cpt-system/post/page')).headers.etag).toBeUndefined()
})

test('what is long leaves compressed for those who take it, and says the same', async () => {
  const token = (await door(s.w.app).signIn('000000', 'admin', PASSWORD)).access_token as string
  const ask = async (url: string, encoding: string) =>
    s.w.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding, 'cpt-auth': `bearer ${token}` } })
  const opened = (r: { rawPayload: Buffer; headers: Headers }) =>
    r.headers['content-encoding'] === 'br'
      ? brotliDecompressSync(r.rawPayload)
      : r.headers['content-encoding'] === 'gzip'
        ? gunzipSync(r.rawPayload)
        : r.rawPayload
  const paths = ['/api/cpt-system/menu/list', '/api/openapi.json', '/api/cpt-system/region/list?size=200']
  const asset = existsSync(join(ROOT, 'dist/web/assets')) ? readdirSync(join(ROOT, 'dist/web/assets')).find((n) => /\.js\.gz$/.test(n)) : undefined
  for (const url of [...paths, ...(asset ? [`/assets/${asset.slice(0, -3)}`] : [])]) {
    const plain = await ask(url, 'identity')
    expect([url, plain.statusCode, plain.headers['content-encoding'], plain.headers.vary]).toEqual([url, 200, undefined, 'accept-encoding'])
    for (const [encoding, is] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0, *', 'gzip'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
    ] as const) {
      const r = await ask(url, encoding)
      expect([url, encoding, r.headers['content-encoding'], opened(r).equals(plain.rawPayload)]).toEqual([url, encoding, is, true])
      // a file of a kilobyte and a half, which an asset may be, has less to give
      expect(r.rawPayload.length / plain.rawPayload.length).toBeLessThan(plain.rawPayload.length > 10_000 ? 0.5 : 0.75)
      expect(Number(r.headers['content-length'] ?? r.rawPayload.length)).toBe(r.rawPayload.length)
    }
    for (const encoding of ['', 'deflate', 'gzip;q=0']) expect((await ask(url, encoding)).headers['content-encoding']).toBeUndefined()
  }
  // a short answer, and any with a token, goes as it is
  for (const url of ['/api/health', '/api/cpt-auth/oauth/user-info']) expect((await ask(url, 'gzip, br')).headers['content-encoding']).toBeUndefined()
  if (!asset) return
  const url = `/assets/${asset.slice(0, -3)}`
  const [whole, gz] = [await ask(url, 'identity'), await ask(url, 'gzip')]
  expect(new Set([whole.headers.etag, gz.headers.etag]).size).toBe(2)
  const again = await s.w.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip', 'if-none-match': String(gz.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask(`${url}.gz`, 'identity')).statusCode).toBe(404)
})
