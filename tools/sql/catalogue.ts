// The scale-out rules, row-level security and the collations as the database's own catalogue shows them.

export type Ask = (sql: string) => Promise<Record<string, any>[]>

const TABLES = `select c.oid, c.relname as name, obj_description(c.oid) as note, c.relrowsecurity and c.relforcerowsecurity as walled,
    coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'collation', co.collname, 'required', a.attnotnull,
      'sequence', a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval%') order by a.attnum)
      from pg_attribute a left join pg_collation co on co.oid = a.attcollation left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'spatial_ref_sys' order by c.relname`
const INDEXES = `select c.relname as table, i.relname as name, x.indisunique or x.indisexclusion as unique, x.indisprimary as primary, am.amname as method,
    array_to_json(array(select coalesce(a.attname::text, '') from unnest(x.indkey::int[]) with ordinality k(n, o) left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.o)) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_am am on am.oid = i.relam
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and not c.relispartition`
const FOREIGN = `select con.conname as name, c.relname as table, f.relname as to,
    array_to_json(array(select a.attname::text || '=' || b.attname from unnest(con.conkey, con.confkey) k(x, y)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.x join pg_attribute b on b.attrelid = f.oid and b.attnum = k.y)) as pairs
  from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_class f on f.oid = con.confrelid where con.contype = 'f' and not c.relispartition and not f.relispartition`
const TRIGGERS = `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
  union all select c.relname, r.rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relkind in ('r', 'p')`
const OTHERS = `select c.relname as name, c.relkind as kind from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('m', 'S')`
const POLICIES = `select p.tablename as table, p.policyname as name, p.cmd, p.roles::text as roles, p.qual as sees, p.with_check as may, p.permissive from pg_policies p`
const ROLES = `select r.rolname as name, r.rolsuper or r.rolbypassrls as free, (select count(*) from pg_class c where c.relowner = r.oid)::int as owned
  from pg_roles r where r.rolname in ('cpt_app', 'cpt_system')`
const GRANTS = `select table_name as table, privilege_type as what from information_schema.role_table_grants
  where grantee in ('cpt_app', 'PUBLIC') and table_schema = 'public' and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE') and table_name not in ('geometry_columns', 'geography_columns', 'spatial_ref_sys')`

/** Columns that mean the same everywhere, so that joins and ranges compare byte by byte on every node. */
const SAME: Readonly<Record<string, RegExp>> = {
  countyCode: /^character varying\(6\)$/,
  tenantId: /^character varying\(12\)$/,
  regionCode: /^character varying\((12|14)\)$/,
}
const OF_TENANT = `(("tenantId")::text = current_setting('app.tenant'::text, true))`

/** A tenant's own row, which it may hold and not change. */
const OF_ITSELF = `((("tenantId")::text = current_setting('app.tenant'::text, true)) OR ((code)::text = current_setting('app.tenant'::text, true)))`

export interface Exempt {
  /** tables of the platform: everybody reads them, and the platform's own tenant writes */
  platform: readonly string[]
}

/** What in a migrated database breaks a rule, one sentence each. */
export async function catalogueFaults(ask: Ask, exempt: Exempt): Promise<string[]> {
  const faults: string[] = []
  const [tables, indexes, foreign, triggers, others, policies] = [
    await ask(TABLES),
    await ask(INDEXES),
    await ask(FOREIGN),
    await ask(TRIGGERS),
    await ask(OTHERS),
    await ask(POLICIES),
  ]
  const markOf = new Map<string, string | undefined>(tables.map((t) => [t.name, /^@(dist|ref|local)\b/.exec(t.note ?? '')?.[1]]))
  const isLand = (table: string) => markOf.get(table) === 'dist'
  for (const t of tables) {
    const own = indexes.filter((i) => i.table === t.name)
    faults.push(...columnFaults(t, markOf.get(t.name)), ...(isLand(t.name) ? landFaults(t, own) : []))
    faults.push(
      ...policyFaults(
        t,
        policies.filter((p) => p.table === t.name),
        exempt,
      ),
    )
  }
  for (const f of foreign) {
    const [from, to] = [markOf.get(f.table), markOf.get(f.to)]
    if (to === 'dist' && from !== 'dist') faults.push(`${f.table}.${f.name}: a @${from} table points to a land table`)
    if (to === 'dist' && from === 'dist' && !f.pairs.includes('countyCode=countyCode'))
      faults.push(`${f.table}.${f.name}: a foreign key between land tables without "countyCode"`)
    if (to === 'local' && from !== 'local') faults.push(`${f.table}.${f.name}: points to a @local table`)
  }
  for (const t of triggers) if (isLand(t.table)) faults.push(`${t.table}: trigger or rule ${t.name} on a land table`)
  for (const o of others)
    faults.push(o.kind === 'm' ? `${o.name}: a materialised view lives on one node only` : `${o.name}: a sequence; ids are made by the application`)
  for (const r of await ask(ROLES)) if (r.free || r.owned > 0) faults.push(`${r.name}: a serving role that bypasses policies or owns tables`)
  for (const g of await ask(GRANTS)) faults.push(`${g.table}: the serving role may ${g.what}`)
  return faults
}

function columnFaults(t: Record<string, any>, mark: string | undefined): string[] {
  const faults: string[] = []
  if (!mark) faults.push(`${t.name}: no mark @dist, @ref or @local in its comment`)
  for (const c of t.columns) {
    const type = SAME[c.name]
    if (type && (!type.test(c.type) || c.collation !== 'C')) faults.push(`${t.name}.${c.name}: is ${c.type} collate ${c.collation}`)
    if (c.sequence) faults.push(`${t.name}.${c.name}: comes from a sequence`)
  }
  return faults
}

/** The county is in every key; lists by region and boxes of geometry have their index. */
function landFaults(t: Record<string, any>, indexes: Record<string, any>[]): string[] {
  const faults: string[] = []
  const column = (name: string) => t.columns.find((c: any) => c.name === name)
  for (const name of ['countyCode', 'tenantId']) if (!column(name)?.required) faults.push(`${t.name}: no "${name}" that is never null`)
  if (!indexes.some((i) => i.primary)) faults.push(`${t.name}: no primary key`)
  for (const i of indexes) if (i.unique && !i.columns.includes('countyCode')) faults.push(`${t.name}: unique ${i.name} without "countyCode"`)
  if (column('regionCode')) {
    const before = (columns: string[]) => columns.slice(0, columns.indexOf('regionCode'))
    const served = indexes.some((i) => i.columns.includes('regionCode') && before(i.columns).every((c) => ['countyCode', 'tenantId', 'resource'].includes(c)))
    if (!served) faults.push(`${t.name}: no index begins with tenant and region`)
  }
  for (const c of t.columns) {
    // old versions are read by their row, never by a box
    const boxed = t.name.endsWith('_v') || !c.type.startsWith('geometry') || indexes.some((i) => i.method === 'gist' && i.columns[0] === c.name)
    if (!boxed) faults.push(`${t.name}.${c.name}: geometry without a GiST index`)
  }
  return faults
}

/** Row-level policies stand and are forced; on tables of tenants they name the tenant for every command. */
function policyFaults(t: Record<string, any>, policies: Record<string, any>[], exempt: Exempt): string[] {
  if (t.name === 'schema_migration') return []
  if (!t.walled) return [`${t.name}: row-level security is not forced`]
  const faults: string[] = []
  const forApp = policies.filter((p) => p.roles === '{cpt_app}' || p.roles === '{public}')
  if (!t.columns.some((c: any) => c.name === 'tenantId')) return forApp.map((p) => `${t.name}: belongs to no tenant, and policy ${p.name} opens it`)
  for (const [cmd, sees, may] of [
    ['SELECT', exempt.platform.includes(t.name) ? 'true' : OF_TENANT, null],
    ['INSERT', null, OF_TENANT],
    ['UPDATE', t.name === 'tenant' ? OF_ITSELF : OF_TENANT, OF_TENANT],
    ['DELETE', OF_TENANT, null],
  ]) {
    const own = forApp.filter((p) => p.cmd === cmd)
    if (own.length !== 1 || own[0]!.sees !== sees || own[0]!.may !== may)
      faults.push(`${t.name}: its ${cmd} policy is ${own.map((p) => `${p.sees} / ${p.may}`).join(', ') || 'missing'}, should be ${sees} / ${may}`)
  }
  const more = forApp.filter((p) => !['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(p.cmd))
  for (const p of more) faults.push(`${t.name}: policy ${p.name} opens it as a whole`)
  return faults
}
