// K12, K14: what is malformed (400), of another kind (415) or too large (413) is refused before anything happens, at every call that takes a body.
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from '../contract/faults.ts'
import { changed, fingerprint } from '../contract/rows.ts'
import { world, type Client, type World } from '../world.ts'

let w: World, admin: Client
let routes: readonly Route[]
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  routes = w.routes
})
afterAll(() => w?.end())

/** Who calls for a partner is told of his signature before of anything else: here nobody signs. What is refused of a signed call: outside/open. */
const statusAt = (r: Route, status: number) => (r.rate === 'partners' ? 401 : status)
const writing = () => routes.filter((r) => r.method === 'POST' && !r.upload)
const nested = (depth: number) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`
const many = (n: number, of = (i: number) => `"k${i}":1`) => Array.from({ length: n }, (_, i) => of(i)).join(',')
/** What no call may take, as it goes over the line. */
const BROKEN: Readonly<Record<string, { body: string | Buffer; type?: string; status?: number }>> = {
  'no JSON': { body: '{' },
  'a list': { body: '[]' },
  'a text': { body: '"a"' },
  'a number': { body: '1' },
  nothing: { body: 'null' },
  'more than one value': { body: '{}{}' },
  'lists in lists': { body: nested(33) },
  'a hundred thousand lists': { body: nested(100_000) },
  'a list of more than 10,000': { body: `{"value":[${many(10_001, () => '1')}]}` },
  'an object of more than 2,000 keys': { body: `{${many(2001)}}` },
  'the same key twice': { body: '{"id":"1","id":"2"}' },
  'the same key twice inside, spelt otherwise': { body: '{"value":{"a":1,"\\u0061":2}}' },
  'a NUL in a value': { body: '{"id":"a\\u0000"}' },
  'a NUL in a name': { body: '{"a\\u0000":1}' },
  'half of a pair of signs': { body: '{"id":"\\ud800"}' },
  'bytes that are no text': { body: Buffer.from([...Buffer.from('{"id":"'), 0xc3, 0x28, ...Buffer.from('"}')]) },
  'a name of the language': { body: '{"__proto__":{"x":1}}' },
  'another name of the language': { body: '{"constructor":{"prototype":{"x":1}}}' },
  'plain text': { body: '{}', type: 'text/plain', status: 415 },
  XML: { body: '<a/>', type: 'application/xml', status: 415 },
  'no type that is known': { body: '{}', type: 'application/x-amf', status: 415 },
  'another alphabet': { body: '{}', type: 'application/json; charset=utf-7', status: 415 },
  'a type with something behind it': { body: '{}', type: 'application/json;x', status: 415 },
  'a form in another alphabet': { body: 'a=b', type: 'application/x-www-form-urlencoded;charset=gbk', status: 415 },
  'a type with more in it': { body: '{}', type: 'application/jsonx', status: 415 },
  'a form with a NUL': { body: 'tenantId=000000&username=a%00b&id=%00', type: 'application/x-www-form-urlencoded' },
  'a form of bytes that are no text': { body: 'id=%C3%28', type: 'application/x-www-form-urlencoded' },
}
const TOO_LARGE = Buffer.from(`{"value":"${'x'.repeat(1 << 20)}"}`)

test('no call takes a body that is malformed, deep, wide or larger than its limit', async () => {
  const f = faults()
  const before = await fingerprint(w)
  for (const r of writing()) {
    for (const [what, { body, type = 'application/json', status = 400 }] of Object.entries(BROKEN)) {
      // each malformed body at every fifth call, all of them at the calls of strangers
      if (r.perm !== 'public' && (r.path.length + what.length) % 5 !== 0) continue
      // a provider of messages sends lists; without its key nobody is answered
      if (r.raw === 'list' && what === 'a list') continue
      const a = await admin.send('POST', r.path, { body, headers: { 'content-type': type } })
      const wanted = statusAt(r, status)
      f.same(`${r.path}: ${what}`, [a.status, a.code], [wanted, wanted])
    }
    if ((r.maxBody ?? 0) <= 1 << 20 && r.path.length % 9 === 0) {
      const a = await admin.send('POST', r.path, { body: TOO_LARGE, headers: { 'content-type': 'application/json' } })
      f.same(`${r.path}: too large`, [a.status, a.key, a.data], [413, 'too-large', { kb: 1024 }])
    }
  }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(w))).toEqual([])
})

test('what is within the limits passes the parser', async () => {
  const passes = async (body: string) => (await admin.send('POST', '/basic/user-setting/submit', { body, headers: { 'content-type': 'application/json' } })).key
  // the handler's own words, or unknown names: the parser let them through
  expect(await passes(`{"page":"/a","value":{"deep":${'['.repeat(29)}${']'.repeat(29)}}}`)).toBeUndefined()
  expect(await passes(`{${many(2000)}}`)).toBeDefined()
  expect(await passes('{"page":"/a","value":{"a":"𠮷","b":"a: \\"b\\":","c":"\\\\u0061"}}')).toBeUndefined()
  expect(await passes('{"page":"/a","value":{"x":{"a":1},"y":{"a":2}}}')).toBeUndefined()
})

test('each refusal comes within a tenth of a second, also of the worst body', async () => {
  for (const [what, { body, type = 'application/json' }] of Object.entries({ ...BROKEN, 'too large': { body: TOO_LARGE, type: 'application/json' } })) {
    const times: number[] = []
    for (let i = 0; i < 5; i++) {
      const begun = performance.now()
      await w.app.inject({ method: 'POST', url: '/api/cpt-auth/oauth/prepare', payload: body, headers: { 'content-type': type } })
      times.push(performance.now() - begun)
    }
    // the best of five: what the machine does beside is not the parser's
    expect([what, Math.min(...times) < 100]).toEqual([what, true])
  }
})

test('a query with a NUL, a repeated or an unknown name is refused by every call', async () => {
  const f = faults()
  for (const r of routes) {
    const path = r.path.replace(/\{\w+\}/g, '1')
    const refused = async (query: string) => (await admin.send(r.method, `${path}?${query}`)).status
    f.same(`${r.path} with an unknown name`, await refused('zz=1'), statusAt(r, 400))
    const [name] = r.query ?? []
    if (!name) continue
    f.same(`${r.path} with ${name} twice`, await refused(`${name}=1&${name}=2`), 400)
    f.same(`${r.path} with a NUL in ${name}`, await refused(`${name}=a%00`), 400)
  }
  expect(f.found).toEqual([])
})

test('whatever is wrong with an upload, it is refused and nothing of it stays on disk', async () => {
  const f = faults()
  const mark = '----m'
  const field = (name: string, v = 'a') => `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${v}\r\n`
  const file = (name = 'file') => `--${mark}\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n`
  const wrong: Readonly<Record<string, string>> = {
    'a second file': file() + file('other'),
    'a NUL in a field after the file': file() + field('businessId', 'a\0b'),
    'more than twenty fields': file() + Array.from({ length: 25 }, (_, i) => field(`x${i}`)).join(''),
    'a name of the language': file() + field('__proto__'),
    'an unknown name': file() + field('zz'),
    'no end': file().slice(0, -4),
  }
  const uploads = routes.filter((r) => r.upload)
  expect(uploads.length).toBeGreaterThanOrEqual(5)
  for (const r of uploads)
    for (const [what, parts] of Object.entries(wrong)) {
      const body = parts + (what === 'no end' ? '' : `--${mark}--\r\n`)
      const a = await admin.send('POST', r.path, { body, headers: { 'content-type': `multipart/form-data; boundary=${mark}` } })
      f.same(`${r.path}: ${what}`, [a.status >= 400 && a.status < 500, await readdir(join(w.dataDir, 'tmp')).catch(() => [])], [true, []])
    }
  expect(f.found).toEqual([])
})

test('bytes that are no text in a query are refused by every call, and a page has a plain number of rows', async () => {
  const f = faults()
  for (const r of routes) {
    const a = await admin.send(r.method, `${r.path.replace(/\{\w+\}/g, '1')}?${r.query?.[0] ?? 'a'}=%ff`)
    f.same(`${r.path} with %ff`, a.status, statusAt(r, 400))
    if (!r.query?.includes('size') || ![r.perm].flat().some((p) => p === 'signed-in' || p.endsWith('_view'))) continue
    for (const size of ['1e2', '10%20', '%2010', '0x10', '1.0', '+5', '-1', '1e-1']) {
      const p = await admin.send(r.method, `${r.path}?size=${size}`)
      if (p.status !== 403) f.same(`${r.path} with size ${size}`, p.status, 400)
    }
  }
  expect(f.found).toEqual([])
})

test('a path with a NUL, with bytes that are no text or with dots leads nowhere', async () => {
  for (const path of [
    '/map/dk/tile/1/1/%00',
    '/map/dk/tile/%C3%28/1/1',
    '/map/dk/tile/1/1/..%2f..',
    '/cpt-system/%2e%2e/post/page',
    '/cpt-system/post/page%00',
    '//cpt-system/post/page',
  ]) {
    const a = await admin.send('GET', path)
    expect([path, a.status >= 400 && a.status < 500]).toEqual([path, true])
  }
})

test('headers of more than 16 KiB and addresses of more than 8 KiB end the call', async () => {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as AddressInfo
  const status = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const r = request({ port, host: '127.0.0.1', path, headers, agent: false }, (a) => {
        a.resume()
        resolve(a.statusCode!)
      })
      // a server may hang up on what it does not want to read to its end
      r.on('error', () => resolve(431))
      r.end()
    })
  expect(await status('/api/health', { x: 'a'.repeat(12 << 10) })).toBe(200)
  expect(await status('/api/health', { x: 'a'.repeat(17 << 10) })).toBe(431)
  expect(await status(`/api/cpt-system/tenant/info?domain=${'a'.repeat(7 << 10)}`, {})).toBe(200)
  expect(await status(`/api/cpt-system/tenant/info?domain=${'a'.repeat(9 << 10)}`, {})).toBe(400)
})

/** Lists that come whole, each with the reason. */
const WHOLE: Readonly<Record<string, string>> = { '/cpt-flow/work/start-list': 'the processes that a tenant deployed: they are chosen from one screen' }

test('every list refuses pages of more than 500, none, broken ones, and what lies beyond any register', async () => {
  const f = faults()
  const lists = routes.filter((r) => r.method === 'GET' && r.query?.includes('size') && !WHOLE[r.path])
  let paged = 0
  for (const r of lists) {
    const whole = await admin.get(r.path, { size: 500 })
    // trees come whole (roles, departments, menus, dictionaries of one tenant; regions level by level), and one call answers totals alone
    if (whole.code === 404 || (whole.code === 200 && !whole.data.records)) continue
    paged += 1
    if (whole.code === 200) f.same(`${r.path} holds what it was asked for`, whole.data.records.length <= 500, true)
    for (const q of [
      { size: 501 },
      { size: 100_000 },
      { size: 0 },
      { size: -1 },
      { size: '1e2x' },
      { size: 'NaN' },
      { current: 0 },
      { current: 'x' },
      { current: 2_000_000, size: 100 },
    ])
      f.same(`${r.path} ${JSON.stringify(q)}`, (await admin.get(r.path, q)).code, 400)
  }
  expect(paged).toBeGreaterThan(75)
  expect(f.found).toEqual([])
})
