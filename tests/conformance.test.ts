// Every call that the specification of the platform names: it exists, and answers in the compatible API's shapes.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../kit/server/route.server.ts'
import { ANONYMOUS, CITIZENS, DEVICES, KEYED, SIGNED, SIGNERS, VERIFYING } from './anonymous.ts'
import { world, type Answer, type Client, type World } from './world.ts'

interface Call {
  method: Route['method']
  path: string
}
/** The lines of platform.md (P, P+). Path parameters are written {x}. */
const CALLS: readonly Call[] = readFileSync(new URL('./endpoints.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .filter(([, , , origin]) => origin!.replace('+', '') === 'P')
  .map(([method, path]) => ({ method: method as Route['method'], path: path! }))

/** Calls that nobody has built yet. One that has got its route must leave this list. */
const OWED: readonly string[] = []
/** Calls that stand outside the envelope, each with the reason. */
const BARE: Readonly<Record<string, string>> = {
  'POST /cpt-auth/oauth/token': 'the compatible API answers a bare object in snake_case; a refusal has code, success and msg beside error_description',
}
/** Lists that answer arrays. Source: platform-api.md 1.3 (trees are not paged) and 3.10 (child rows). */
const ARRAYS: readonly string[] = [
  '/cpt-system/role/list',
  '/cpt-system/menu/list',
  '/cpt-system/menu/lazy-list',
  '/cpt-system/menu/lazy-menu-list',
  '/cpt-system/menu/menu-list',
  '/cpt-system/dept/list',
  '/cpt-system/dept/lazy-list',
  '/cpt-system/dict/list',
  '/cpt-system/dict/child-list',
  '/cpt-system/dict-biz/list',
  '/cpt-system/dict-biz/child-list',
]
/** Lists of something that has to be named: without it they are refused. */
const OF_ONE: readonly string[] = ['/cpt-flow/process/history-flow-list']
let w: World
let admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
})
afterAll(() => w?.end())

const keyOf = (c: Call) => `${c.method} ${c.path.replace(/\{\w+\}/g, '{}')}`
const routed = (): ReadonlySet<string> => new Set((w.routes as readonly Route[]).map(keyOf))
const built = () => CALLS.filter((c) => routed().has(keyOf(c)))
/** The call with nothing in it: no query, an empty body. */
const bare = (who: Client, c: Call): Promise<Answer> => who.send(c.method, c.path.replace(/\{\w+\}/g, '1'), c.method === 'POST' ? { body: {} } : {})
const isFile = (a: Answer) => String(a.headers['content-disposition'] ?? '') !== ''

test('the list of calls is read whole', () => {
  expect(CALLS.length).toBeGreaterThan(200)
  expect(new Set(CALLS.map(keyOf)).size).toBe(CALLS.length)
})

test('every call of the platform has a route, but those that are owed', () => {
  const missing = CALLS.map(keyOf).filter((k) => !routed().has(k))
  expect(missing.filter((k) => !OWED.includes(k))).toEqual([])
})

test('nothing is owed that stands', () => {
  expect(OWED.filter((k) => routed().has(k))).toEqual([])
  expect(OWED.filter((k) => !CALLS.some((c) => keyOf(c) === k))).toEqual([])
})

test('every call, made with nothing, answers the envelope and is neither unknown, nor a stranger, nor broken', async () => {
  const wrong: unknown[] = []
  for (const c of built()) {
    // leaving ends the session of whoever calls it, so somebody else does
    const a = await bare(c.path.endsWith('/logout') ? await w.as('county') : admin, c)
    const enveloped = a.code === a.status && a.success === (a.code === 200) && typeof a.msg === 'string' && a.msg !== '' && 'data' in a
    if (isFile(a) || (BARE[keyOf(c)] && a.code === a.status && a.success === false && a.msg)) continue
    if (!enveloped || a.key === 'no-route' || a.code === 401 || a.code >= 500) wrong.push([keyOf(c), a.status, a.raw.toString().slice(0, 200)])
  }
  expect(wrong).toEqual([])
})

test('every page has records, total, size, current and pages', async () => {
  const wrong: unknown[] = []
  const pages = built().filter((c) => c.method === 'GET' && /(page|list)$/.test(c.path) && ![...ARRAYS, ...OF_ONE].includes(c.path))
  expect(pages.length).toBeGreaterThan(30)
  for (const c of pages) {
    const { data } = await bare(admin, c)
    const { records, total, size, current, pages: n } = data ?? {}
    if (!Array.isArray(records) || ![total, size, current, n].every(Number.isInteger)) wrong.push([keyOf(c), JSON.stringify(data).slice(0, 150)])
  }
  expect(wrong).toEqual([])
})

test('lists of trees are arrays', async () => {
  for (const path of ARRAYS) expect([path, Array.isArray((await admin.get(path)).data)]).toEqual([path, true])
})

test('anonymous are exactly these calls, at most nine', () => {
  const open = (w.routes as readonly Route[]).filter((r) => r.perm === 'public').map((r) => `${r.method} ${r.path}`)
  expect(open.toSorted()).toEqual([...ANONYMOUS, ...CITIZENS, ...DEVICES, ...KEYED, ...SIGNED, ...SIGNERS, ...VERIFYING].toSorted())
  expect(ANONYMOUS.length).toBeLessThanOrEqual(9)
})
