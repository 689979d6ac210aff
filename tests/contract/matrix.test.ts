// Every route asked by every kind of person: what the route table and the grants declare is what the server does, and no question shows a foreign row.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { PLACES } from '../../slices/system/seed/places.ts'
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
const isOfSession = (r: Route) => r.path.startsWith('/cpt-auth') || r.path.startsWith('/cpt-system/session')

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
      const [tenantId, account] = name === 'twin' ? ['100001', 'admin'] : ['000000', name]
      const may = await granted(tenantId!, account!)
      for (const r of s.w.routes as readonly Route[]) {
        if (isOfSession(r)) continue
        const perms = [r.perm].flat() as string[]
        const open = r.perm === 'public' || r.perm === 'signed-in'
        const held = open ? perms.length : perms.filter((p) => may.has(p)).length
        // a call of several buttons asks for the one that its body needs: who holds some of them may be refused inside
        if (held > 0 && held < perms.length) continue
        const a: Answer = await client.send(r.method, pathOf(r), r.method === 'GET' ? {} : { body: {} })
        asked += 1
        f.same(`${r.method} ${r.path} by ${name}, declared ${held > 0 ? 'open' : 'closed'}`, a.key === 'forbidden' || a.status === 401, held === 0)
      }
    }
    expect(f.found).toEqual([])
    expect(Object.keys(clients).length).toBeGreaterThanOrEqual(10)
    expect(asked).toBeGreaterThan(3000)
  },
  LONG,
)

/** Questions of the random search; on the embedded database fewer, it is slower and has the same walls. */
const CALLS = process.env.TEST_DATABASE_URL ? 10_000 : 1500

test(
  'thousands of calls made at random, across tenants and regions, show no foreign row',
  async () => {
    const routes = (s.w.routes as readonly Route[]).filter((r) => r.method === 'GET' && r.perm !== 'public' && !isOfSession(r))
    const planted = s.resources.filter((r) => s.planted.has(r.name))
    const rowsOf = (scope: readonly string[]) => planted.filter((r) => scope.includes(r.scope)).flatMap((r) => s.planted.get(r.name)!.map((x) => x.id))
    const land = rowsOf(['land']),
      all = rowsOf(['land', 'tenant'])
    const values = [
      ...new Set(planted.flatMap((r) => Object.values(s.planted.get(r.name)![0]!)).filter((v) => typeof v === 'string' && v.length < 60)),
      ...[
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
      ],
    ] as string[]
    const strangers = [
      ['another tenant', s.p.twin, all],
      ['a sibling village', s.p.nextVillage, land],
      ['a sibling county', s.p.nextCounty, land],
    ] as const
    let shown = 0,
      answered = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(2), fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }), async (route, stranger, chosen) => {
        const r = routes[route % routes.length]!
        const names = r.query ?? []
        const query = names.length ? Object.fromEntries(chosen.map(([n, v]) => [names[n % names.length]!, values[v % values.length]!])) : {}
        const [, client, hidden] = strangers[stranger]!
        const a = await client.send('GET', pathOf(r), { query })
        const text = a.raw.toString(),
          given = Object.values(query)
        answered += Number(a.status === 200)
        expect(a.status, `${r.path} ${JSON.stringify(query)}`).toBeLessThan(500)
        const foreign = hidden.filter((id) => text.includes(id) && !given.includes(id))
        shown += foreign.length
        expect(foreign, `${r.path} ${JSON.stringify(query)}`).toEqual([])
      }),
      { numRuns: CALLS, endOnFailure: true },
    )
    expect(shown).toBe(0)
    expect(answered).toBeGreaterThan(CALLS / 20)
  },
  LONG,
)
