// K04: a body sets what its form has and nothing else of its table, and no answer tells what only the server needs to know.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, type Fields } from '../../kit/model/resource.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from '../contract/faults.ts'
import { changed, fingerprint, stored } from '../contract/rows.ts'
import { stage, type Stage } from '../contract/stage.ts'
import { bodyOf } from '../contract/ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** What a form got from a detail call and may send back; the server takes nothing of it. Source: kit/server/input.server.ts. */
const SENT_BACK = ['id', 'rev', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'countyCode', 'regionCode']
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select attname as name from pg_attribute where attrelid = to_regclass(${`"${table}"`}) and attnum > 0 and not attisdropped`.execute(s.w.db.owner)
  return rows.map((r) => r.name)
}
const routeOf = (path: string) => (s.w.routes as readonly Route[]).find((r) => r.path === path && r.method === 'POST')!

test('each other column of the table, sent with a good form, is refused, and the row stays as it is', async () => {
  const f = faults()
  let tried = 0
  for (const way of s.ways) {
    if (!way.add?.checked || !way.change || !way.read) continue
    const of = await s.make(way)
    const row = (await s.p.admin.get(way.read.path, way.read.ask(of))).data
    const before = await stored(s.w, way.r, of.id)
    // without rev: each attempt meets the row as it is
    const { rev: _, ...body } = bodyOf(way, row)
    for (const path of new Set([way.add.path, way.change.path])) {
      const fields = routeOf(path).body
      const known = fields === 'any' || !fields ? [] : Object.keys(fields as Fields)
      for (const column of await columnsOf(way.r.name)) {
        if (known.includes(column)) continue
        tried += 1
        const a = await s.p.admin.post(path, { ...body, [column]: body[column] ?? '999' })
        // what may be sent back is not taken; everything else does not exist
        if (!SENT_BACK.includes(column) && fields !== 'any') f.same(`${path} with ${column}`, [a.code, a.key], [400, 'unknown-parameter'])
        const now = JSON.parse((await stored(s.w, way.r, of.id))!)
        const then = JSON.parse(before!)
        // what every change moves says nothing of this one
        if (!/^(id|rev|validFrom|why|update.*)$/.test(column)) f.same(`${path} with ${column}: the column`, now[column], then[column])
      }
    }
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(300)
})

test('columns of the tables of secrets are refused by every call with a form', async () => {
  const f = faults()
  const secret = [
    'hash',
    'secretHash',
    'accessHash',
    'refreshHash',
    'sealed',
    'revoked',
    'lockedUntil',
    'failures',
    'mustModify',
    'perms',
    'isAdmin',
    'viewerId',
  ]
  const before = await fingerprint(s.w)
  for (const [n, r] of (s.w.routes as readonly Route[]).entries()) {
    if (r.method === 'GET' || r.upload || r.body === 'any') continue
    const known = Object.keys(r.body ?? {})
    for (const [i, name] of secret.entries()) {
      // three at each call, all of them in turn
      if (known.includes(name) || (i + n) % 4 !== 0) continue
      const a = await s.p.admin.send(r.method, r.path, { body: { [name]: '1' } })
      // of a call that must be signed nothing else is told before
      f.same(`${r.path} with ${name}`, [a.code, a.key], r.rate === 'partners' ? [401, 'open-signature'] : [400, 'unknown-parameter'])
    }
  }
  expect(f.found).toEqual([])
  expect(changed(before, await fingerprint(s.w))).toEqual([])
})

/** Names that no answer has. */
const FORBIDDEN =
  /^(password2?|pwd|hash|secretHash|clientSecret|secretKey|appSecret|accessHash|refreshHash|privateKey|sealed|salt|storageKey|ossPath|lockedUntil|failures|.*Ix)$/
/** Answers that are about such a thing, each with the reason. */
const TOLD: Readonly<Record<string, string>> = {
  '/cpt-log/usual/list': 'the digest of a row of the audit chain, which anybody who verifies it needs',
  '/cpt-log/usual/page': 'the same',
}
function keysIn(x: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(x)) for (const y of x) keysIn(y, found)
  else if (x && typeof x === 'object')
    for (const [n, y] of Object.entries(x)) {
      found.add(n)
      keysIn(y, found)
    }
  return found
}

test('no reading call answers a name or a value that only the server needs', async () => {
  const f = faults()
  const { rows } = await s.w.db.pool.query(
    `select hash as v from user_secret union select "secretHash" from client_secret union select "accessHash" from session union select "refreshHash" from session union select sealed from sealed_secret`,
  )
  const values = [...rows.map((r) => r.v as string), '$argon2']
  const ids = [...s.planted].map(([name, list]) => [name, list[0]!.id] as const)
  let answered = 0
  for (const r of s.w.routes as readonly Route[]) {
    if (r.method !== 'GET' || r.path.startsWith('/cpt-auth/oauth/logout')) continue
    const below = s.resources.filter((x) => r.path.startsWith(`${x.path}/`)).map((x) => x.name)
    const near = ids.filter(([name]) => below.includes(name)).map(([, id]) => id)
    const asked = [
      {},
      ...(r.query ?? []).flatMap((n) => (/id$/i.test(n) ? (near.length ? near : ids.map(([, id]) => id).slice(0, 3)).map((id) => ({ [n]: id })) : [])),
    ]
    for (const query of asked) {
      const a = await s.p.admin.send('GET', r.path.replace(/\{\w+\}/g, '1'), { query })
      const text = a.raw.toString()
      answered += Number(a.status === 200)
      const names = String(a.headers['content-type']).includes('json') && r.path !== '/openapi.json' ? [...keysIn(JSON.parse(text))] : []
      if (!TOLD[r.path])
        f.same(
          `${r.path} ${JSON.stringify(query)}`,
          names.filter((n) => FORBIDDEN.test(n)),
          [],
        )
      f.same(
        `${r.path} ${JSON.stringify(query)}: values`,
        values.filter((v) => text.includes(v)),
        [],
      )
    }
  }
  expect(f.found).toEqual([])
  expect(answered).toBeGreaterThan(200)
})

/** Definitions whose ids lead to people, where an address does not say whose id it asks for. */
const HOLDERS: readonly string[] = ['business', 'djb', 'dk', 'cbf', 'cbht', 'cbjyqz', 'contract_file', 'process_task', 'publicity', 'sys_user']

test('the role of the large screen reads figures, the map and nothing of the register, its papers and files', async () => {
  const f = faults()
  const large = await s.w.as('large')
  const open = new Set<string>()
  for (const r of s.w.routes as readonly Route[]) {
    if (r.perm === 'public' || r.perm === 'signed-in' || r.path.startsWith('/cpt-auth') || r.path.includes('{')) continue
    const a = await large.send(r.method, r.path, { body: {} })
    if (a.status !== 403) open.add(r.path.split('/').slice(0, 3).join('/'))
  }
  f.same('what it may call', [...open].sort(), [...LARGE].sort())
  expect(f.found).toEqual([])
})

/** What the large screen is made of, by the beginnings of the calls. */
const LARGE = [
  '/map/dk',
  '/yzt/base-map',
  '/yzt/gis-layer',
  '/yzt/layer',
  '/yzt/feature',
  '/yzt/proxy',
  '/map/sync-info',
  '/cpt-desk/notice',
  '/data/board',
  '/data/statistics',
]

test('personal data of a row is masked in every answer to who may view it and no more', async () => {
  const f = faults()
  const cells = [...s.planted].flatMap(([name, list]) =>
    list.flatMap((row) =>
      entries(s.resources.find((r) => r.name === name)!).map(([n, x]) => ({ what: `${name}.${n}`, field: n, hidden: !!x.mask, value: String(row[n]) })),
    ),
  )
  // a value that another row shows openly tells nothing
  const open = new Set(cells.filter((c) => !c.hidden).map((c) => c.value))
  const plain = cells.filter((c) => c.hidden && !open.has(c.value))
  const ids = [...s.planted].map(([name, list]) => [name, list[0]!.id] as const)
  const valuesOf = (path: string, n: string): string[] => {
    const near = ids.filter(([name]) => path.startsWith(`${s.resources.find((x) => x.name === name)!.path}/`)).map(([, id]) => id)
    if (/id$/i.test(n)) return near.length ? near : ids.filter(([name]) => HOLDERS.includes(name)).map(([, id]) => id)
    return cells
      .filter((c) => c.field === n && /bm$/.test(n))
      .map((c) => c.value)
      .slice(0, 1)
  }
  let shown = 0
  for (const r of s.w.routes as readonly Route[]) {
    if (r.method !== 'GET' || r.perm === 'public' || r.path.startsWith('/cpt-auth')) continue
    for (const query of [{}, ...(r.query ?? []).flatMap((n) => valuesOf(r.path, n).map((v) => ({ [n]: v })))]) {
      const text = (await s.p.viewer.send('GET', r.path.replace(/\{\w+\}/g, '1'), { query })).raw.toString()
      shown += Number(text.includes('***'))
      f.same(`${r.path} ${JSON.stringify(query)}`, [...new Set(plain.filter((c) => text.includes(c.value)).map((c) => c.what))], [])
    }
  }
  expect(f.found).toEqual([])
  expect(plain.length).toBeGreaterThan(30)
  expect(shown).toBeGreaterThan(20)
})
