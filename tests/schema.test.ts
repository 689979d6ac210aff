import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyResource } from '../kit/model/resource.ts'
import { columnsOf, storedColumns, VERSION_COLUMNS, type Column } from '../kit/server/columns.server.ts'
import { violated } from '../kit/server/refusal.server.ts'
import { marksOf } from '../tools/sql/ast.ts'
import { catalogueFaults, type Ask, type Exempt } from '../tools/sql/catalogue.ts'
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

/** The tables of a definition with the columns that it asks of each. */
const askedOf = (r: AnyResource): [string, readonly Column[]][] => [
  [r.name, storedColumns(r)],
  ...(r.versioned ? [[`${r.name}_v`, [...columnsOf(r), ...VERSION_COLUMNS]] satisfies [string, Column[]]] : []),
]

test('the migrations make exactly the columns that the definitions ask for', async () => {
  const wrong: string[] = []
  for (const r of w.slices.flatMap((s) => s.resources)) {
    for (const [table, asked] of askedOf(r)) {
      const is = await live(table)
      for (const c of asked) {
        const should = `${normal(c.type)}${c.type.includes('collate "C"') ? ' collate "C"' : ''}${c.notNull ? ' not null' : ''}`
        if (is.get(c.name) !== should) wrong.push(`${table}.${c.name} is ${is.get(c.name)}, should be ${should}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('no table has a column that its definition does not know', async () => {
  const more: string[] = []
  for (const r of w.slices.flatMap((s) => s.resources)) {
    for (const [table, columns] of askedOf(r)) {
      const asked = new Set(columns.map((c) => c.name))
      more.push(...[...(await live(table)).keys()].filter((name) => !asked.has(name)).map((name) => `${table}.${name}`))
    }
  }
  expect(more).toEqual([])
})

test('a table carries the mark of its definition', async () => {
  const marks = marksOf(resolve(import.meta.dirname, '..'))
  const wrong = w.slices
    .flatMap((s) => s.resources)
    .filter((r) => marks.get(r.name) !== (r.scope === 'land' ? 'dist' : 'ref') || (r.versioned && marks.get(`${r.name}_v`) !== 'dist'))
  expect(wrong.map((r) => r.name)).toEqual([])
})

/** The definitions of the platform, which everybody reads, and where its regions lie, which has no screen. */
function exempt(): Exempt {
  const platform = w.slices.flatMap((s) => s.resources).filter((r) => r.scope === 'platform')
  return { platform: [...platform.map((r) => r.name), 'region_outline'] }
}
const ask: Ask = async (sql) => (await w.db.pool.query(sql)).rows

test('the catalogue keeps every scale-out rule, and row-level security stands', async () => {
  expect(await catalogueFaults(ask, exempt())).toEqual([])
})

describe('the lint of the catalogue finds', () => {
  const PLANTED: readonly [string, string][] = [
    [`create table bare (id bigint primary key)`, 'bare: no mark'],
    [`alter table dk add constraint bad unique (id, "tenantId")`, 'dk: unique bad without "countyCode"'],
    [`alter table dk alter column "countyCode" type varchar(8)`, 'dk.countyCode: is character varying(8)'],
    [`alter table jzd alter column "regionCode" type varchar(14) collate "default"`, 'jzd.regionCode: is character varying(14) collate default'],
    [`alter table objection alter column "tenantId" drop not null`, 'objection: no "tenantId" that is never null'],
    [
      `create unique index fbf_swap on fbf ("countyCode", id, "tenantId"); alter table cbf add constraint bad foreign key ("tenantId", id, "countyCode") references fbf ("countyCode", id, "tenantId")`,
      'cbf.bad: a foreign key between land tables',
    ],
    [
      `alter table sys_post add column "countyCode" varchar(6) collate "C", add constraint bad foreign key ("countyCode", id) references dk ("countyCode", id)`,
      'sys_post.bad: a @ref table points to a land table',
    ],
    [`alter table sys_post add constraint bad foreign key (id) references job (id)`, 'sys_post.bad: points to a @local table'],
    [
      `create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger bad before update on cbf for each row execute function f()`,
      'cbf: trigger or rule bad',
    ],
    [`create rule bad as on delete to cbf do instead nothing`, 'cbf: trigger or rule bad'],
    [`create materialized view bad as select 1 as one`, 'bad: a materialised view'],
    [`create sequence bad`, 'bad: a sequence'],
    [`drop index jzd_region`, 'jzd: no index begins with tenant and region'],
    [`drop index dk_geom_gist`, 'dk.geom: geometry without a GiST index'],
    [`alter table jzd no force row level security`, 'jzd: row-level security is not forced'],
    [`drop policy app_update on jzd`, 'jzd: its UPDATE policy is missing'],
    [`create policy slip on menu to cpt_app using (true) with check (true)`, 'menu: policy slip opens it as a whole'],
    [`create policy slip on client_secret for select to cpt_app using (true)`, 'client_secret: belongs to no tenant'],
    [`alter policy app_update on region using (true)`, 'region: its UPDATE policy is true'],
    [`alter policy app_read on jzd using (true)`, 'jzd: its SELECT policy is true'],
    [`alter policy app_read on dk using (true)`, 'dk: its SELECT policy is true'],
    [`alter policy app_insert on jzd with check (true)`, 'jzd: its INSERT policy is'],
    [`create policy bad on jzd to cpt_app using (true)`, 'jzd: policy bad opens it as a whole'],
    [`alter table jzd owner to cpt_app`, 'cpt_app: a serving role that'],
    [`grant truncate on jzd to cpt_app`, 'jzd: the serving role may TRUNCATE'],
  ]
  for (const [ddl, fault] of PLANTED) {
    test(ddl, async () => {
      const client = await w.db.pool.connect()
      try {
        await client.query('begin')
        const refused = await client.query(ddl).then(
          () => '',
          (e: Error) => e.message,
        )
        if (refused) {
          // cut by the county, PostgreSQL itself refuses some of them
          expect(process.env.TEST_PROFILE, refused).toBe('partitioned')
          expect(refused).toMatch(/partition/)
          return
        }
        const found = await catalogueFaults(async (sql) => (await client.query(sql)).rows, exempt())
        expect(found.filter((f) => f.startsWith(fault))).not.toEqual([])
      } finally {
        await client.query('rollback')
        client.release()
      }
    })
  }
})

test('another tenant cannot be written', async () => {
  await expect(
    w.db.transaction({ tenantId: '000000' }, (tx) =>
      tx.insertInto('row_count').values({ countyCode: '512021', tenantId: '100001', resource: 'x', regionCode: '512021', status: '', n: 1 }).execute(),
    ),
  ).rejects.toThrow('row-level security')
})

test('every check of a table is refused in words of its own', async () => {
  const { rows } = await w.db.pool.query(
    `select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 and conrelid not in
      (select objid from pg_depend where deptype = 'e')`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map((r) => r.conname).filter((name) => violated(name).words.zh.includes(name))).toEqual([])
})
