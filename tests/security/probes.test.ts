// K05: what looks like SQL in a name or a value of a query is a text like any other, or refused; the database never sees it as SQL.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from '../contract/faults.ts'
import { changed, fingerprint } from '../contract/rows.ts'
import { stage, type Stage } from '../contract/stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const PROBES = [
  "'",
  '"',
  "' or '1'='1",
  "' or 1=1 --",
  "') or ('1'='1",
  '1 or 1=1',
  "1' order by 99 --",
  "x' union select null,null --",
  "x' union all select hash from user_secret --",
  "'; drop table dk; --",
  '1; select pg_sleep(2) --',
  "' and pg_sleep(2) is null --",
  "'||pg_sleep(2)||'",
  '(select 1 from pg_sleep(2))',
  "' and 1=cast((select version()) as int) --",
  'id) or 1=1 --',
  'case when 1=1 then id else rev end',
  '%%',
  '_%_',
  "\\'; --",
  '$1',
  '$$ or 1=1 $$',
  '/**/or/**/1=1',
  '＇ or 1=1 --',
] as const
/** A text that is nowhere: what a probe may find at most, where it is not refused. */
const NOTHING = 'ẍyzzy'
const lists = () => (s.w.routes as readonly Route[]).filter((r) => r.method === 'GET' && r.query?.includes('size'))
const count = (a: { data: any }): number => (Array.isArray(a.data) ? a.data.length : (a.data?.total ?? a.data?.records?.length ?? 0))
const rowsOf = (a: { data: any }): string => JSON.stringify(a.data?.records ?? a.data)

/** What a probe that made the database sleep for two seconds would take at least, ms. */
const SLEPT = 1500
/** Everything that the database complained about while `work` ran, and how long the longest call took, ms. */
async function watched(work: (ask: (path: string, q: Record<string, string>) => Promise<any>) => Promise<void>): Promise<{ said: unknown[]; longest: number }> {
  const said: unknown[] = []
  const quiet = vi.spyOn(console, 'error').mockImplementation((...a) => void said.push(a.map(String).join(' ')))
  let longest = 0
  try {
    await work(async (path, q) => {
      let begun = performance.now()
      const a = await s.p.admin.get(path, q)
      if (performance.now() - begun > SLEPT) {
        // a busy machine is slow once, a statement that sleeps is slow each time
        begun = performance.now()
        await s.p.admin.get(path, q)
      }
      longest = Math.max(longest, performance.now() - begun)
      return a
    })
  } finally {
    quiet.mockRestore()
  }
  return { said, longest }
}

test('a probe as the value of any parameter of a list is refused, or finds what a text that is nowhere finds', async () => {
  const f = faults()
  const before = await fingerprint(s.w)
  let asked = 0
  const { said, longest } = await watched(async (ask) => {
    const seen = new Set<Route['run']>()
    for (const r of lists()) {
      // two addresses of one list
      if (seen.has(r.run)) continue
      seen.add(r.run)
      for (const name of r.query!) {
        // one probe at each parameter, all of them in turn: parameters of one kind share their code
        const probe = PROBES[asked % PROBES.length]!
        asked += 1
        const a = await ask(r.path, { [name]: probe })
        if (a.code === 400 || (a.code === 200 && count(a) === 0)) continue
        // a list that does not look at this name at all: it shows the same with any text
        const control = await ask(r.path, { [name]: NOTHING })
        f.same(`${r.path} ${name}=${probe}`, [a.code, rowsOf(a)], [control.code, rowsOf(control)])
      }
    }
  })
  expect(f.found).toEqual([])
  expect(said).toEqual([])
  expect(asked).toBeGreaterThan(700)
  expect(longest).toBeLessThan(SLEPT)
  expect(changed(before, await fingerprint(s.w))).toEqual([])
})

/** Names that every object has without being told of them. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'] as const
test('a name that every object inherits is a word like any other: as a value it finds or is refused, as a name it is unknown', async () => {
  const f = faults()
  let n = 0
  const next = () => INHERITED[(n += 1) % INHERITED.length]!
  const { said } = await watched(async (ask) => {
    for (const r of s.w.routes as readonly Route[]) {
      const path = r.path.replace(/\{\w+\}/g, '1')
      if (r.path.startsWith('/cpt-auth/oauth/logout') || r.upload) continue
      if (r.method === 'GET') {
        // in the address as it stands: an object of ours would lose one of the names
        f.same(`${r.path}?inherited`, (await ask(`${path}?${next()}=1`, {})).status, 400)
        for (const name of r.query ?? []) f.same(`${r.path} ${name}`, (await ask(path, { [name]: next() })).status < 500, true)
        continue
      }
      const names = r.body === 'any' ? ['id', 'ids', 'regionCode'] : Object.keys(r.body ?? {})
      const values = Object.fromEntries(names.map((name) => [name, next()]))
      f.same(`${r.path} with inherited values`, (await s.p.admin.send(r.method, path, { body: values })).status < 500, true)
      if (r.body === 'any' || r.perm === 'public') continue
      const [told, control] = [
        await s.p.admin.send(r.method, path, { body: { constructor: '1' } }),
        await s.p.admin.send(r.method, path, { body: { nobodysName: '1' } }),
      ]
      f.same(`${r.path} with an inherited name`, told.status, control.status)
    }
  })
  expect(f.found).toEqual([])
  expect(said).toEqual([])
})

test('a probe as the name of a parameter is refused by every call that reads', async () => {
  const f = faults()
  const { said } = await watched(async (ask) => {
    for (const [n, r] of (s.w.routes as readonly Route[]).filter((x) => x.method === 'GET').entries())
      for (const probe of [PROBES[n % PROBES.length]!, `${r.query?.[0] ?? 'id'} ${PROBES[(n + 5) % PROBES.length]}`, `${r.query?.[0] ?? 'id'}_sql`])
        f.same(`${r.path}?${probe}`, (await ask(r.path.replace(/\{\w+\}/g, '1'), { [probe]: '1' })).status, 400)
  })
  expect(f.found).toEqual([])
  expect(said).toEqual([])
})

test('a probe as any other parameter of a reading call, or in any field of a body, ends in no error of the database', async () => {
  const f = faults()
  const before = await fingerprint(s.w)
  let n = 0
  const { said } = await watched(async (ask) => {
    for (const r of s.w.routes as readonly Route[]) {
      const path = r.path.replace(/\{\w+\}/g, '1')
      if (r.path.startsWith('/cpt-auth/oauth/logout') || r.upload) continue
      const next = () => PROBES[(n += 1) % PROBES.length]!
      if (r.method === 'GET') {
        if (!r.query?.includes('size')) for (const name of r.query ?? []) f.same(`${r.path} ${name}`, (await ask(path, { [name]: next() })).status < 500, true)
        f.same(r.path, (await ask(path.replace('/1/1/1', `/1/1/${encodeURIComponent(next())}`), {})).status < 500, true)
        continue
      }
      for (const name of r.query ?? []) f.same(`${r.path} ?${name}`, (await s.p.admin.send(r.method, path, { query: { [name]: next() } })).status < 500, true)
      const names = r.body === 'any' ? ['id', 'ids', 'regionCode', 'username', 'tenantId'] : Object.keys(r.body ?? {})
      const body = Object.fromEntries(names.map((name) => [name, next()]))
      f.same(`${r.path} with probes`, (await s.p.admin.send(r.method, path, { body })).status < 500, true)
    }
  })
  expect(f.found).toEqual([])
  expect(said).toEqual([])
  // probes are texts: some land in texts that may be stored, none in the tables that they name
  expect(changed(before, await fingerprint(s.w)).filter((t) => ['dk', 'dk_v', 'user_secret', 'role_menu'].includes(t))).toEqual([])
})
