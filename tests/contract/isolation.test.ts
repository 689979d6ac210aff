// Query scope and row-level security each by itself over every definition, and every route of the application asked by strangers with the ids of rows that are not theirs.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../kit/server/db.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { regionColumn } from '../../kit/model/scope-rules.ts'
import { isEditable, type AnyResource } from '../../kit/model/resource.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { PLACES } from '../../platform/seed/places.ts'
import type { Client } from '../world.ts'
import { faults } from './faults.ts'
import { VILLAGE } from './people.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
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

test('the row layer alone lets nobody write a row outside his region, neither as it is nor as it would be, in every table with a region', async () => {
  const f = faults()
  let tried = 0
  for (const r of planted()) {
    if (r.scope !== 'land' && !isPlaced(r)) continue
    const at = regionColumn(r) ?? ''
    const [row, other] = s.planted.get(r.name)! as [Values & { id: string }, Values & { id: string }]
    /** What a write is answered by the row layer as somebody of a region; nothing of it stays. */
    const said = (regionCode: string, write: (ctx: Ctx) => Promise<unknown>): Promise<string> =>
      s.w.db
        .transaction({ tenantId: OWN }, async (tx) => {
          const ctx = ctxOf(tx, OWN, regionCode)
          await write({ ...ctx, who: { ...ctx.who, roles: [] } })
          throw new Error('done')
        })
        .catch((e: Error & { key?: string }) => e.key ?? e.message)
    const away = ['out-of-region', 'not-found']
    const values = { ...row, id: '99' }
    // rows that somebody above has read, handed to the layer as a set
    const set = await s.w.db.transaction({ tenantId: OWN }, (tx) => Promise.all([row, other].map((x) => rows.get(ctxOf(tx), r, x.id))))
    const writes: Record<string, (ctx: Ctx) => Promise<unknown>> = {
      'changed in a set': (ctx) =>
        rows.updateMany(
          ctx,
          r,
          set.map((x) => ({ row: x as never, values: {} })),
        ),
      'removed in a set': (ctx) => rows.eraseMany(ctx, r, set as never),
      'made in a set': (ctx) =>
        rows.insertMany(ctx, r, [
          { ...values, [at || 'regionCode']: ctx.who.regionCode },
          { ...values, id: '98' },
        ] as never),
      changed: (ctx) => rows.update(ctx, r, row.id, {}),
      removed: (ctx) => rows.erase(ctx, r, [other.id]),
      made: (ctx) => rows.insert(ctx, r, values as never),
      ...(at ? { taken: (ctx: Ctx) => rows.update(ctx, r, row.id, { [at]: ctx.who.regionCode } as never) } : {}),
    }
    for (const [what, write] of Object.entries(writes)) {
      tried += 1
      for (const region of [PLACES.otherVillage, PLACES.otherCounty]) f.same(`${r.name} ${what} from ${region}`, away.includes(await said(region, write)), true)
    }
    f.same(`${r.name} changed from above`, await said(PLACES.county, writes.changed!), 'done')
    if (!at) continue
    const moved = (ctx: Ctx) => rows.update(ctx, r, row.id, { [at]: PLACES.otherVillage } as never)
    f.same(`${r.name} moved to another village`, await said(VILLAGE, moved), 'out-of-region')
    if (r.fields[at]!.everywhere) {
      const open = (ctx: Ctx) => rows.update(ctx, r, row.id, { [at]: null } as never)
      f.same(`${r.name} opened to the whole tenant by a village`, await said(VILLAGE, open), 'invalid')
      f.same(`${r.name} opened to the whole tenant by its county`, await said(PLACES.county, open), 'done')
    } else if (r.scope === 'tenant' && !r.fields[at]!.required && isEditable(r.fields[at]!))
      f.same(`what an empty region of ${r.name} means`, r.name, 'sys_user')
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(100)
})

test('the row layer alone changes and removes no row of another tenant, neither one nor a set of which one is his', async () => {
  const f = faults()
  for (const r of planted()) {
    if (r.scope === 'platform') continue
    const said = (write: (ctx: Ctx, set: readonly Values[]) => Promise<unknown>): Promise<string> =>
      // as the system: row-level security keeps out of it
      s.w.db
        .transaction({ tenantId: OWN, system: true }, async (tx) => {
          const ids = idsOf(r.name).slice(0, 2)
          const set = await Promise.all(ids.map((id) => rows.get(ctxOf(tx), r, id)))
          await sql`update ${sql.table(r.name)} set "tenantId" = ${OTHER} where id = ${ids[0]}`.execute(tx)
          await write(ctxOf(tx, OTHER), set)
          throw new Error('done')
        })
        .catch((e: Error & { key?: string }) => e.key ?? e.message)
    const changes = (set: readonly Values[]) => set.map((row) => ({ row: row as never, values: { updateUser: '8' } as never }))
    f.same(`${r.name} changed in a set`, await said((ctx, set) => rows.updateMany(ctx, r, changes(set))), 'changed')
    // his own row of the set may be named by others: refused as well, and sooner
    f.same(`${r.name} removed in a set`, ['changed', 'in-use'].includes(await said((ctx, set) => rows.eraseMany(ctx, r, set as never))), true)
    f.same(`${r.name} changed, his own`, await said((ctx, set) => rows.updateMany(ctx, r, changes(set.slice(0, 1)))), 'done')
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
    userId: of('sys_user', 'id'),
    userIds: of('sys_user', 'id'),
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
/** Definitions of the tenant whose rows lie in a region, their own or that of the row they belong to. */
const isPlaced = (r: AnyResource): boolean => r.scope === 'tenant' && (!!regionColumn(r) || !!(r.under && isPlaced(r.under.to)))
/** Every way of asking a route with one thing that is known; `id` and `ids` are those of the definitions below whose path it stands. */
function questions(r: Route, names: readonly string[], isHis: (x: AnyResource) => boolean = (x) => x.scope !== 'platform'): Values[] {
  const ks = known()
  const below = s.resources.filter((x) => r.path.startsWith(`${x.path}/`))
  const near = below.filter((x) => s.planted.has(x.name) && isHis(x)).map((x) => x.name)
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
  const inTenant = (x: AnyResource) => x.scope !== 'platform',
    inRegion = (x: AnyResource) => x.scope === 'land' || isPlaced(x)
  for (const [who, client, isHis] of [
    ['another tenant', s.p.twin, inTenant],
    ['a sibling village', s.p.nextVillage, inRegion],
    ['a sibling county', s.p.nextCounty, inRegion],
  ] as const) {
    const before = await fingerprint(s.w)
    for (const r of s.w.routes as readonly Route[]) {
      if (r.method === 'GET' || r.perm === 'public' || r.scope === 'own') continue
      const names = r.body === 'any' ? ['id'] : r.body ? ['id', ...Object.keys(r.body).filter((n) => n !== 'regionCode')] : []
      for (const q of questions(r, r.query ?? [], isHis))
        f.same(`${r.path} ${JSON.stringify(q)} by ${who}`, refused(r, (await asked(client, r, q)).status), true)
      if (r.upload) continue
      for (const body of questions(r, names, isHis))
        f.same(`${r.path} with ${JSON.stringify(body)} by ${who}`, refused(r, (await client.send(r.method, pathOf(r), { body })).status), true)
    }
    f.same(`tables that ${who} changed`, changed(before, await fingerprint(s.w)), [])
  }
  expect(f.found).toEqual([])
})
// calls for everybody signed in, and calls about the own account, may succeed: without an effect on others, which the fingerprint shows
const refused = (r: Route, status: number) => status < 500 && (status >= 400 || r.perm === 'signed-in')
