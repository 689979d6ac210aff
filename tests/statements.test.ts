import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { marksOf, migrations, statements, type Mark } from '../tools/sql/ast.ts'
import { EXCEPTIONS } from '../tools/sql/exceptions.ts'
import { lint, RULES, type RuleName } from '../tools/sql/lint.ts'

const marks = new Map<string, Mark>([
  ['dk', 'dist'],
  ['cbf', 'dist'],
  ['row_count', 'dist'],
  ['region', 'ref'],
  ['job', 'local'],
])
const broken = (sql: string) => lint(sql, marks).map((f) => f.rule)

const GOOD: readonly string[] = [
  "begin read only; set local role cpt_app; set local app.tenant = '000000'",
  // a list may fan out, a sub-query on its own as well
  'select id from dk where "tenantId" = $1 and "regionCode" >= $2 and "regionCode" < $3 order by id limit 10',
  'select id from dk where cbfbm in (select cbfbm from cbf where cbfmc = $1)',
  'select d.id from dk d join cbf c on c."countyCode" = d."countyCode" and c.cbfbm = d.cbfbm',
  'select d.id from dk d join cbf c using ("countyCode") where c.cbfbm = d.cbfbm',
  'select d.id from dk d, cbf c where d."countyCode" = $1 and c."countyCode" = $2 and c.cbfbm = d.cbfbm',
  'select id from dk join region r on r.code = dk."regionCode"',
  'select 1 from dk d where not exists (select 1 from cbf c where c."countyCode" = d."countyCode" and c.cbfbm = d.cbfbm)',
  'select d.id from dk d cross join lateral (select count(*) as n from cbf c where c."countyCode" = d."countyCode" and c.cbfbm = d.cbfbm) x',
  'with h as (select * from cbf where "countyCode" = $1) select 1 from h join dk d on d.cbfbm = h.cbfbm where d."countyCode" = $1',
  'select id from dk where "countyCode" = $1 and id = $2 for update',
  'select id from job for update skip locked',
  'update dk set rev = 2 where "countyCode" = $1 and id = $2',
  'update dk set cbfmc = v.name from unnest($1::text[], $2::text[]) as v(county, name) where dk."countyCode" = v.county and dk.cbfbm = v.name',
  'update dk set rev = 2 from cbf c where c."countyCode" = dk."countyCode" and c.cbfbm = dk.cbfbm',
  'delete from dk where ("countyCode", id) = ($1, $2)',
  'insert into dk ("countyCode", id) values ($1, $2) on conflict ("countyCode", id) do update set rev = 2',
  'select status, sum(n) from row_count where "countyCode" = $1 group by rollup (status)',
  'with recursive up as (select code from region where code = $1 union all select r."parentCode" from region r join up on up.code = r.code) select code from up',
  'copy dk ("countyCode", id) from stdin',
]
const BAD: readonly [RuleName, string][] = [
  ['unparsed', 'selec 1'],
  ['mark', 'select 1 from nowhere'],
  ['kind', 'create temp table t (a int)'],
  ['kind', 'create trigger t before update on dk for each row execute function f()'],
  ['kind', 'truncate dk'],
  ['key', 'insert into dk (id) values ($1)'],
  ['key', 'insert into dk values ($1, $2)'],
  ['key', 'insert into dk ("countyCode", id) values ($1, $2) on conflict (id) do nothing'],
  ['key', 'copy dk (id) from stdin'],
  ['countyChanged', 'update dk set "countyCode" = $2 where "countyCode" = $1 and id = $3'],
  ['countyChanged', 'insert into dk ("countyCode", id) values ($1, $2) on conflict ("countyCode", id) do update set "countyCode" = $3'],
  ['write', 'update dk set rev = 2 where id = $1'],
  ['write', 'delete from dk where id = $1'],
  ['write', 'delete from dk where "countyCode" = $1 or id = $2'],
  ['write', 'update dk set rev = 2 where "countyCode" = (select code from region limit 1)'],
  ['write', 'with gone as (delete from dk where id = $1 returning id) select id from gone'],
  ['lock', 'select id from dk where id = $1 for update'],
  ['lock', 'select d.id from dk d join region r on r.code = d."countyCode" for update of d'],
  ['lock', 'lock table dk'],
  ['join', 'select 1 from dk join cbf on cbf.cbfbm = dk.cbfbm'],
  ['join', 'select 1 from dk left join cbf using (cbfbm) where dk."countyCode" = $1'],
  ['join', 'select 1 from dk d where exists (select 1 from cbf c where c.cbfbm = d.cbfbm)'],
  ['join', 'select (select max(c.id) from cbf c where c.cbfbm = d.cbfbm) from dk d'],
  ['join', 'select 1 from dk d cross join (select count(*) as n from cbf) x'],
  ['join', 'with h as (select * from cbf) select 1 from h join dk d on d.cbfbm = h.cbfbm'],
  ['join', 'update dk set rev = 2 from cbf c where dk."countyCode" = $1 and c.cbfbm = dk.cbfbm'],
  ['grouping', 'select status, sum(n) from row_count group by rollup (status)'],
  ['recursion', 'with recursive up as (select id, 1 as n from dk union all select dk.id, n + 1 from dk join up on up.id = dk.id) select id from up'],
  ['function', 'select ST_AsMVT(dk) from dk'],
  ['function', "select set_config('app.tenant', $1, true)"],
  ['function', 'select pg_advisory_xact_lock(1)'],
  ['function', 'select uuidv7()'],
  ['setting', "set app.tenant = '000000'"],
  ['node', 'begin isolation level serializable'],
  ['kind', 'listen changes'],
  ['range', 'select id from dk where "regionCode" like $1'],
  ['newer', 'select 1 from (select id from dk)'],
  ['newer', "select json_object('a': 1)"],
  ['kind', 'merge into dk using cbf on true when matched then delete'],
]

describe('the statement lint', () => {
  for (const sql of GOOD) test(`lets pass: ${sql}`, () => expect(broken(sql)).toEqual([]))
  for (const [rule, sql] of BAD) test(`catches (${rule}): ${sql}`, () => expect(broken(sql)).toContain(rule))

  test('has a bad example of every rule', () => {
    expect(Object.keys(RULES).filter((r) => !BAD.some(([rule]) => rule === r))).toEqual([])
  })
})

test('no migration breaks a rule that is not excused', () => {
  const root = resolve(import.meta.dirname, '..')
  const known = marksOf(root)
  const excused = (rule: RuleName, detail: string) => EXCEPTIONS.some((e) => e.from === 'runtime/migrate.server.ts' && e.rule === rule && e.detail === detail)
  expect(migrations(root).flatMap((text) => lint(text, known, true).filter((f) => !excused(f.rule, f.detail)))).toEqual([])
})

test('every table that a migration makes carries its mark', () => {
  const root = resolve(import.meta.dirname, '..')
  const marked = marksOf(root)
  const made = migrations(root).flatMap((text) => statements(text).filter((s) => s.kind === 'CreateStmt'))
  expect(made.length).toBeGreaterThan(60)
  expect(made.map((s) => s.node.relation.relname).filter((table) => !marked.has(table))).toEqual([])
  expect([marked.get('dk'), marked.get('region'), marked.get('job')]).toEqual(['dist', 'ref', 'local'])
})
