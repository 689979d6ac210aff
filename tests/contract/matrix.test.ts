// Every route asked by every kind of person: what the route table and the grants declare is what the server does, and no question shows a foreign row.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { PLACES } from '../../platform/seed/places.ts'
import { SIGNED } from '../anonymous.ts'
import { volume } from '../volume.ts'
import type { Account, Answer, Client } from '../world.ts'
import { faults } from './faults.ts'
import { VILLAGE } from './people.ts'
import { stage, type Stage } from './stage.ts'

let s: Stage
let clients: Record<string, Client>
beforeAll(async () => {
  s = await stage()
  const accounts = ['county', 'town', 'village', 'sign', 'large', 'audit'] as const satisfies readonly Account[]
  const seeded = await Promise.all(accounts.map(async (a) => [a, await s.w.as(a)] as const))
  clients = { ...s.p, ...Object.fromEntries(seeded) }
})
afterAll(() => s?.end())

/** Thousands of calls take their time on a busy machine, ms. */
const LONG = 900_000
const pathOf = (r: Route) => r.path.replace(/\{\w+\}/g, '1')
/** Calls that end or change the session that asks. */
const isOfSession = (r: Route) => r.path.startsWith('/cpt-auth')

/** Tenant and account of a person of this test. */
const accountOf = (name: string): readonly [tenantId: string, account: string] => (name === 'twin' ? ['100001', 'admin'] : ['000000', name])

test('those who ask are of two tenants, of ten roles and more, and sit at each level from the province to the village', async () => {
  const found = await s.w.db.transaction({ tenantId: '000000', system: true, readOnly: true }, (tx) =>
    tx.selectFrom('sys_user').select(['tenantId', 'account', 'roleId', 'regionCode']).execute(),
  )
  const those = Object.keys(clients).map((name) => found.find((u) => accountOf(name).join() === `${u.tenantId},${u.account}`)!)
  expect(new Set(those.map((u) => u.tenantId)).size).toBe(2)
  expect(new Set(those.map((u) => u.roleId)).size).toBeGreaterThanOrEqual(10)
  expect([...new Set(those.map((u) => String(u.regionCode).length))].toSorted((a, b) => a - b)).toEqual([2, 4, 6, 9, 12])
})

/** Buttons that the grants of the database give an account, read without the code that reads them at every request. */
async function granted(tenantId: string, account: string): Promise<ReadonlySet<string>> {
  return s.w.db.transaction({ tenantId, system: true, readOnly: true }, async (tx) => {
    const user = await tx.selectFrom('sys_user').select(['roleId']).where('tenantId', '=', tenantId).where('account', '=', account).executeTakeFirstOrThrow()
    const roles = await tx
      .selectFrom('sys_role')
      .select(['id', 'roleAlias'])
      .where('tenantId', '=', tenantId)
      .where('id', 'in', String(user.roleId).split(','))
      .execute()
    const menus = await tx.selectFrom('menu').select(['id', 'code', 'category']).execute()
    const held = await tx
      .selectFrom('role_menu')
      .select(['menuId'])
      .where('tenantId', '=', tenantId)
      .where(
        'roleId',
        'in',
        roles.map((r) => r.id),
      )
      .execute()
    const ids = new Set(held.map((h) => h.menuId))
    const all = tenantId === '000000' && roles.some((r) => r.roleAlias === 'administrator')
    return new Set(menus.filter((m) => m.category === 2 && (all || ids.has(m.id))).map((m) => m.code as string))
  })
}

test(
  'the access matrix: whoever holds a button of a route gets past its door, and nobody else does',
  async () => {
    const f = faults()
    let asked = 0
    for (const [name, client] of Object.entries(clients)) {
      const may = await granted(...accountOf(name))
      for (const r of s.w.routes as readonly Route[]) {
        if (isOfSession(r) || SIGNED.includes(`${r.method} ${r.path}`)) continue
        const perms = [r.perm].flat() as string[]
        const open = r.perm === 'public' || r.perm === 'signed-in'
        const held = open ? perms.length : perms.filter((p) => may.has(p)).length
        // a call of several buttons asks for the one that its body needs: who holds some of them may be refused inside
        if (held > 0 && held < perms.length) continue
        const a: Answer = await client.send(r.method, pathOf(r), r.method === 'GET' ? {} : { body: {} })
        asked += 1
        f.same(`${r.method} ${r.path} by ${name}, declared ${held > 0 ? 'open' : 'closed'}`, a.key === 'forbidden' || a.status === 401, held === 0)
        f.same(`${r.method} ${r.path} by ${name} breaks`, a.status >= 500, false)
      }
    }
    expect(f.found).toEqual([])
    expect(asked).toBeGreaterThan(3000)
  },
  LONG,
)

/** Questions of the random search; on the embedded database fewer, it is slower and has the same scopes. */
const CALLS = volume(process.env.TEST_DATABASE_URL ? 10_000 : 1500, 2000)

test(
  'thousands of calls made at random, across tenants and regions, show no foreign row',
  async () => {
    const routes = (s.w.routes as readonly Route[]).filter((r) => r.method === 'GET' && r.perm !== 'public' && !isOfSession(r))
    const planted = s.resources.filter((r) => s.planted.has(r.name))
    const rowsOf = (scope: readonly string[]) => planted.filter((r) => scope.includes(r.scope)).flatMap((r) => s.planted.get(r.name)!.map((x) => x.id))
    const land = rowsOf(['land']),
      all = rowsOf(['land', 'tenant'])
    // what a planted row has under the name that is asked for: such a question would find it
    const fitting = new Map<string, string[]>([
      ['id', all],
      ['ids', all],
    ])
    for (const r of planted)
      for (const row of s.planted.get(r.name)!)
        for (const [n, v] of Object.entries(row)) if (typeof v === 'string' && v.length < 60) fitting.set(n, [...(fitting.get(n) ?? []), v])
    const values = [
      ...new Set(planted.flatMap((r) => Object.values(s.planted.get(r.name)![0]!)).filter((v) => typeof v === 'string' && v.length < 60)),
      VILLAGE,
      `${VILLAGE}90`,
      PLACES.county,
      PLACES.otherVillage,
      PLACES.otherCounty,
      '51',
      '',
      '%',
      '_',
      "' or 1=1 --",
      '0',
      '-1',
      '1,2',
      '2026-01-01',
      'li',
    ] as string[]
    const strangers = [
      ['another tenant', s.p.twin, all],
      ['a sibling village', s.p.nextVillage, land],
      ['a sibling town', s.p.nextTown, land],
      ['a sibling county', s.p.nextCounty, land],
    ] as const
    let [asked, shown, answered, telling] = [0, 0, 0, 0]
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(3), fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 4 }), async (route, stranger, chosen) => {
        const r = routes[route % routes.length]!
        const names = r.query ?? []
        const query: Record<string, string> = {}
        for (const [n, v, fits] of names.length ? chosen : []) {
          const name = names[n % names.length]!
          const from = (fits && fitting.get(name)) || values
          query[name] = from[v % from.length]!
        }
        const [, client, hidden] = strangers[stranger]!
        const a = await client.send('GET', pathOf(r), { query })
        const given = Object.values(query)
        const seen = (answer: Answer) => {
          const text = answer.raw.toString()
          return hidden.filter((id) => text.includes(id) && !given.includes(id))
        }
        asked += 1
        answered += Number(a.status === 200)
        // the question is worth asking when it shows such rows to their own people; looked up now and then
        if (asked % 10 === 0) telling += Number(seen(await s.p.admin.send('GET', pathOf(r), { query })).length > 0)
        expect(a.status, `${r.path} ${JSON.stringify(query)}`).toBeLessThan(500)
        const foreign = seen(a)
        shown += foreign.length
        expect(foreign, `${r.path} ${JSON.stringify(query)}`).toEqual([])
      }),
      { numRuns: CALLS, endOnFailure: true },
    )
    expect([asked, shown]).toEqual([CALLS, 0])
    expect(answered).toBeGreaterThan(CALLS / 4)
    expect(telling).toBeGreaterThan(CALLS / 2000)
  },
  LONG,
)
