import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf, VERSION_COLUMNS } from '../kit/server/columns.server.ts'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const normal = (type: string) =>
  type
    .replace(/varchar/g, 'character varying')
    .replace(/timestamptz/, 'timestamp with time zone')
    .replace(/ collate "C"/, '')
async function live(table: string): Promise<Map<string, string>> {
  const { rows } = await w.db.pool.query(
    `select a.attname, format_type(a.atttypid, a.atttypmod) as type, co.collname, a.attnotnull from pg_attribute a left join pg_collation co on co.oid = a.attcollation
    where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`,
    [`"${table}"`],
  )
  return new Map(rows.map((r) => [r.attname, `${r.type}${r.collname === 'C' ? ' collate "C"' : ''}${r.attnotnull ? ' not null' : ''}`]))
}

test('the migrations make exactly the columns that the definitions ask for', async () => {
  const wrong: string[] = []
  for (const r of w.slices.flatMap((s) => s.resources)) {
    for (const [table, more] of [[r.name, []], ...(r.versioned ? [[`${r.name}_v`, VERSION_COLUMNS] as const] : [])] as const) {
      const is = await live(table)
      const asked = [...columnsOf(r), ...more]
      for (const c of asked) {
        const should = `${normal(c.type)}${c.type.includes('collate "C"') ? ' collate "C"' : ''}${c.notNull ? ' not null' : ''}`
        if (is.get(c.name) !== should) wrong.push(`${table}.${c.name} is ${is.get(c.name)}, should be ${should}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('every table carries a mark, and land tables have the county in every key', async () => {
  const { rows } = await w.db.pool.query(`select c.relname, obj_description(c.oid) as note from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('spatial_ref_sys')`)
  expect(rows.filter((r) => !/^@(dist|ref|local)\b/.test(r.note ?? '')).map((r) => r.relname)).toEqual([])
  const keys =
    await w.db.pool.query(`select c.relname, i.relname as index from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where (x.indisunique or x.indisexclusion) and obj_description(c.oid) like '@dist%'
      and not exists (select 1 from unnest(x.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k where a.attname = 'countyCode')`)
  expect(keys.rows).toEqual([])
  const odd =
    await w.db.pool.query(`select c.relname from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'countyCode' left join pg_collation co on co.oid = a.attcollation
    where c.relkind = 'r' and obj_description(c.oid) like '@dist%' and (a.attname is null or not a.attnotnull or co.collname <> 'C' or format_type(a.atttypid, a.atttypmod) <> 'character varying(6)')`)
  expect(odd.rows).toEqual([])
})

test('foreign keys between land tables carry the county, and no land table has a trigger', async () => {
  const keys = await w.db.pool.query(`select con.conname from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_class f on f.oid = con.confrelid
    where con.contype = 'f' and obj_description(f.oid) like '@dist%' and (obj_description(c.oid) not like '@dist%' or not exists (
      select 1 from unnest(con.conkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k where a.attname = 'countyCode'))`)
  expect(keys.rows).toEqual([])
  const triggers = await w.db.pool.query(
    `select t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and obj_description(c.oid) like '@dist%'`,
  )
  expect(triggers.rows).toEqual([])
})

test('the second wall stands on every table of tenants: another tenant cannot be written', async () => {
  const { rows } = await w.db.pool.query(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenantId' where c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
  )
  expect(rows).toEqual([])
  await expect(
    w.db.transaction({ tenantId: '000000' }, (tx) =>
      tx.insertInto('row_count').values({ countyCode: '512021', tenantId: '100001', resource: 'x', regionCode: '512021', status: '', n: 1 }).execute(),
    ),
  ).rejects.toThrow('row-level security')
})
