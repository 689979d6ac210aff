// K09: every answer, whatever it is, carries the headers that keep a browser from doing harm with it.
import { plantHomes } from '../contract/rows.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../apps/server/config.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from '../contract/faults.ts'
import { stage, type Stage } from '../contract/stage.ts'

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
}
const UNSAID = ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin', 'access-control-allow-credentials', 'sourcemap', 'x-sourcemap']
/** What a policy holds: of pages and of calls; a file that somebody sent is in a sandbox. */
const PAGE = ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
const directives = (policy: unknown) =>
  String(policy)
    .split(';')
    .map((d) => d.trim())

function wrong(h: Headers, o: { kept: boolean }): string[] {
  const found = Object.entries(SAID).flatMap(([n, fits]) => (fits.test(String(h[n] ?? '')) ? [] : [`${n}: ${h[n]}`]))
  found.push(...UNSAID.filter((n) => h[n] !== undefined))
  const csp = directives(h['content-security-policy'])
  const sandboxed = csp.includes('sandbox') && csp.includes("default-src 'none'")
  if (!sandboxed) found.push(...PAGE.filter((d) => !csp.includes(d)))
  if (/unsafe-eval|script-src[^;]*(unsafe-inline|\*|https?:|data:|blob:)/.test(String(h['content-security-policy']))) found.push('a policy with a hole')
  if (!o.kept && !/no-store/.test(String(h['cache-control']))) found.push(`cache-control: ${h['cache-control']}`)
  const type = String(h['content-type'] ?? '')
  if (/^(text\/|application\/(json|javascript))/.test(type) && !/charset=utf-8/i.test(type)) found.push(`content-type: ${type}`)
  return found
}

test('every answer of every call: done, refused, unknown, signed out, malformed, broken', async () => {
  const f = faults()
  const seen = new Map<number, number>()
  const look = (what: string, a: { status: number; headers: Headers }) => {
    seen.set(a.status, (seen.get(a.status) ?? 0) + 1)
    f.same(what, wrong(a.headers, { kept: false }), [])
  }
  for (const r of s.w.routes as readonly Route[]) {
    const path = r.path.replace(/\{\w+\}/g, '1')
    const ended = r.path.startsWith('/cpt-auth/oauth/logout')
    const id = s.planted.get(s.resources.find((x) => r.path.startsWith(`${x.path}/`))?.name ?? '')?.[0]?.id
    look(`${r.method} ${r.path} by a stranger`, await s.w.nobody.send(r.method, path))
    look(`${r.method} ${r.path} without a button`, await s.p.bare.send(r.method, ended ? `${path}x` : path))
    if (!ended) look(`${r.method} ${r.path}`, await s.p.admin.send(r.method, path, r.query?.includes('id') && id ? { query: { id } } : {}))
    look(`${r.method} ${r.path} malformed`, await s.p.admin.send(r.method, path, { query: { zz: '1' } }))
  }
  expect(f.found).toEqual([])
  for (const status of [200, 400, 401, 403, 404]) expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true])
})

test('files that somebody sent are shown in a sandbox, and nothing of them is kept', async () => {
  const file = (await s.p.admin.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }, { businessId: '9' }))
    .data
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
  for (const url of ['/', '/login', '/land/cbf', '/no/such/page', '/assets/none.js', '/.env', '/..%2f..%2fpackage.json', '/index.html']) {
    const a = await ask(url)
    f.same(url, [a.status, wrong(a.headers, { kept: built })], [built ? 200 : 404, []])
    if (built) f.same(`${url} is kept`, a.headers['cache-control'], 'no-cache')
  }
  const names = built ? readdirSync(join(ROOT, 'dist/web/assets'), { recursive: true, encoding: 'utf8' }).filter((n) => n.includes('.')) : []
  for (const name of names.slice(0, 40)) f.same(name, wrong((await ask(`/assets/${name}`)).headers, { kept: true }), [])
  expect(names.filter((n) => n.endsWith('.map'))).toEqual([])
  expect(f.found).toEqual([])
})
