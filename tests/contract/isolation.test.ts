// Query scope and row-level security each by itself over every definition, and every route of the application asked by strangers with the ids of rows that are not theirs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../kit/server/db.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { PLACES } from '../../platform/seed/places.ts'
import type { Client } from '../world.ts'
import { faults } from './faults.ts'
import { VILLAGE } from './people.ts'
import { changed, ctxOf, fingerprint, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())
const OWN = '000000',
  OTHER = '100001'
const idsOf = (name: string) => (s.planted.get(name) ?? []).map((x) => x.id)
const planted = () => s.resources.filter((r) => s.planted.has(r.name))

test('the query scope alone hides rows of another tenant and of another region, in every table', async () => {
  const f = faults()
  for (const r of planted()) {
    const seen = (tenantId: string, regionCode: string) =>
      s.w.db.transaction({ tenantId: OWN, system: true }, async (tx) => {
        const found = await scoped(ctxOf(tx, tenantId, regionCode), r)
          .select(`${r.name}.id`)
          .where(`${r.name}.id`, 'in', idsOf(r.name))
          .execute()
        return found.length
      })
    f.same(`${r.name} seen by its own`, await seen(OWN, VILLAGE), 3)
    if (r.scope !== 'platform') f.same(`${r.name} seen by another tenant`, await seen(OTHER, ''), 0)
    if (r.scope !== 'land') continue
    f.same(`${r.name} seen from above`, await seen(OWN, PLACES.county), 3)
    for (const other of [PLACES.otherVillage, PLACES.otherCounty, VILLAGE.slice(0, 11) + '0', `${VILLAGE}99`])
      f.same(`${r.name} seen from ${other}`, await seen(OWN, other), 0)
  }
  expect(f.found).toEqual([])
})

test('row-level security alone hides rows of another tenant, in every table and its versions', async () => {
  const f = faults()
  for (const r of planted()) {
    if (r.scope === 'platform') continue
    const seen = (tenantId: string, table: string) =>
      s.w.db.transaction({ tenantId }, async (tx: Tx) => (await tx.selectFrom(table).select('id').where('id', 'in', idsOf(r.name)).execute()).length > 0)
    for (const table of [r.name, ...(r.versioned ? [`${r.name}_v`] : [])]) {
      f.same(`${table} read by another tenant`, await seen(OTHER, table), false)
      if (table === r.name) f.same(`${table} read by its own`, await seen(OWN, table), true)
    }
  }
  expect(f.found).toEqual([])
})

test('row-level security alone keeps another tenant from changing and deleting rows, in every table', async () => {
  const f = faults()
  for (const r of planted()) {
    if (r.scope === 'platform') continue
    const touched = (tenantId: string) =>
      s.w.db.transaction({ tenantId }, async (tx: Tx) => {
        const done = await tx.updateTable(r.name).set({ updateUser: '1' }).where('id', 'in', idsOf(r.name)).executeTakeFirst()
        return Number(done.numUpdatedRows)
      })
    const gone = await s.w.db.transaction({ tenantId: OTHER }, (tx) => tx.deleteFrom(r.name).where('id', 'in', idsOf(r.name)).executeTakeFirst())
    f.same(`${r.name} changed and deleted by another tenant`, [await touched(OTHER), Number(gone.numDeletedRows)], [0, 0])
    f.same(`${r.name} changed by its own`, await touched(OWN), 3)
  }
  expect(f.found).toEqual([])
})

/**
 * What the application's role may write in the name of another tenant than a row's, or without any: every table of the database is asked, whatever
 * definition it has. Nothing that is written stays.
 */
async function strangeWrites(plant = ''): Promise<string[]> {
  const client = await s.w.db.pool.connect()
  const found: string[] = []
  try {
    await client.query('begin')
    const { rows: tables } =
      await client.query(`select c.relname as t, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenantId') as owned,
      (select quote_ident(attname) from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum limit 1) as col
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not in ('spatial_ref_sys', 'schema_migration') order by 1`)
    expect(tables.length).toBeGreaterThan(100)
    if (plant) await client.query(plant)
    await client.query(`set local role cpt_app; set local app.tenant = '${OTHER}'`)
    for (const { t, owned, col } of tables as { t: string; owned: boolean; col: string }[]) {
      const foreign = owned ? `where "tenantId" <> '${OTHER}'` : ''
      for (const [what, text] of [
        ['insert', owned ? `insert into "${t}" ("tenantId") values ('${OWN}')` : `insert into "${t}" default values`],
        ['update', `update "${t}" set ${col} = ${col} ${foreign}`],
        ['delete', `delete from "${t}" ${foreign}`],
      ] as const) {
        await client.query('savepoint one')
        const done = await client.query(text).then(
          (r) => r.rowCount ?? 0,
          (e: { code: string }) => e.code,
        )
        await client.query('rollback to savepoint one')
        // refused by policy or privilege, or nothing was there for this tenant to change
        const holds = what === 'insert' ? done === '42501' : done === '42501' || (owned && done === 0)
        if (!holds) found.push(`${t}: ${what} ${done}`)
      }
    }
    return found
  } finally {
    await client.query('rollback')
    client.release()
  }
}
test('the application writes no table in the name of another tenant, and none that belongs to nobody', async () => {
  expect(await strangeWrites()).toEqual([])
  // the sweep sees what it is for: an open policy, and a grant that should not be
  expect(await strangeWrites('create policy slip on menu to cpt_app using (true) with check (true)')).toContainEqual(
    expect.stringMatching(/^menu: update [1-9]/),
  )
  expect(await strangeWrites('grant insert on client_secret to cpt_app; create policy slip on client_secret to cpt_app with check (true)')).toContainEqual(
    expect.stringMatching(/^client_secret: insert/),
  )
})

/** What a stranger may know to ask with: names of queries and bodies, and values of planted rows. */
function known(): Record<string, string> {
  const of = (name: string, field: string) => String(s.planted.get(name)![0]![field])
  const codes = { fbfbm: of('fbf', 'fbfbm'), cbfbm: of('cbf', 'cbfbm'), dkbm: of('dk', 'dkbm'), cbhtbm: of('cbht', 'cbhtbm'), cbjyqzbm: of('djb', 'cbjyqzbm') }
  return {
    ...codes,
    djbbm: codes.cbjyqzbm,
    businessId: of('business', 'id'),
    processInstanceId: of('process_instance', 'id'),
    processConfigId: of('process_config', 'id'),
    taskId: of('process_task', 'id'),
    infoId: of('hjb', 'id'),
    contractId: of('contract_file', 'id'),
    contractIds: of('contract_file', 'id'),
    flowInstId: of('contract_file', 'id'),
    businessKey: of('contract_file', 'id'),
    uniqueKey: of('business', 'id'),
    publicityId: of('publicity', 'id'),
    regionCode: VILLAGE,
  }
}
/** Ids of planted rows that only their own tenant and region may see. */
const secrets = (scopes: readonly string[]) =>
  planted()
    .filter((r) => scopes.includes(r.scope))
    .flatMap((r) => idsOf(r.name))
/** Definitions whose ids the routes below other paths (documents, signing, books) ask for. */
const ELSEWHERE = ['business', 'djb', 'dk', 'contract_file']
/** Every way of asking a route with one thing that is known; `id` and `ids` are those of the definitions below whose path it stands. */
function questions(r: Route, names: readonly string[], scopes: readonly string[] = ['land', 'tenant']): Values[] {
  const ks = known()
  const below = s.resources.filter((x) => r.path.startsWith(`${x.path}/`))
  const near = below.filter((x) => s.planted.has(x.name) && scopes.includes(x.scope)).map((x) => x.name)
  const ids = (below.length ? near : ELSEWHERE).map((n) => idsOf(n)[0]!)
  return [{}, ...names.flatMap((n) => (n === 'id' || n === 'ids' ? ids.map((id) => ({ [n]: id })) : ks[n] ? [{ [n]: ks[n] }] : []))].filter(
    (q) => r.method === 'GET' || Object.keys(q).length > 0,
  )
}
const pathOf = (r: Route) => r.path.replace(/\{\w+\}/g, '1')
const asked = (who: Client, r: Route, q: Values) => who.send(r.method, pathOf(r), { query: q })

test('no reading route of the application shows a stranger a row that is not his, whatever he knows to ask with', async () => {
  const f = faults()
  const shown = new Set<string>()
  const land = secrets(['land']),
    all = secrets(['land', 'tenant'])
  for (const r of s.w.routes as readonly Route[]) {
    if (r.method !== 'GET' || r.perm === 'public' || r.path.startsWith('/cpt-auth')) continue
    for (const q of questions(r, r.query ?? [])) {
      const own = (await asked(s.p.admin, r, q)).raw.toString()
      if (all.some((id) => own.includes(id))) shown.add(r.path)
      else if (Object.keys(q).length > 0) continue
      for (const [who, client, hidden] of [
        ['another tenant', s.p.twin, all],
        ['a sibling village', s.p.nextVillage, land],
        ['a sibling county', s.p.nextCounty, land],
      ] as const) {
        const a = await asked(client, r, q)
        const asks = Object.values(q) as string[]
        f.same(
          `${r.path} ${JSON.stringify(q)} by ${who}`,
          [a.status < 500, hidden.filter((id) => !asks.includes(id) && a.raw.toString().includes(id))],
          [true, []],
        )
      }
    }
  }
  expect(f.found).toEqual([])
  // the questions are the right ones: so many routes answer their own people with planted rows
  expect(shown.size).toBeGreaterThan(45)
})

test('no writing route of the application lets a stranger change a row that is not his, whatever he knows to ask with', async () => {
  const f = faults()
  for (const [who, client, scopes] of [
    ['another tenant', s.p.twin, ['land', 'tenant']],
    ['a sibling village', s.p.nextVillage, ['land']],
    ['a sibling county', s.p.nextCounty, ['land']],
  ] as const) {
    const before = await fingerprint(s.w)
    for (const r of s.w.routes as readonly Route[]) {
      if (r.method === 'GET' || r.perm === 'public' || r.scope === 'own') continue
      const names = r.body === 'any' ? ['id'] : r.body ? ['id', ...Object.keys(r.body).filter((n) => n !== 'regionCode')] : []
      for (const q of questions(r, r.query ?? [], scopes))
        f.same(`${r.path} ${JSON.stringify(q)} by ${who}`, refused(r, (await asked(client, r, q)).status), true)
      if (r.upload) continue
      for (const body of questions(r, names, scopes))
        f.same(`${r.path} with ${JSON.stringify(body)} by ${who}`, refused(r, (await client.send(r.method, pathOf(r), { body })).status), true)
    }
    f.same(`tables that ${who} changed`, changed(before, await fingerprint(s.w)), [])
  }
  expect(f.found).toEqual([])
})
// calls for everybody signed in, and calls about the own account, may succeed: without an effect on others, which the fingerprint shows
const refused = (r: Route, status: number) => status < 500 && (status >= 400 || r.perm === 'signed-in')
