// What the planner makes of a list for the serving role: row-level security must neither hide a column's statistics from it nor keep it from an index.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../kit/server/db.server.ts'
import { entries } from '../kit/model/resource.ts'
import { isLarge } from '../kit/model/where.ts'
import { composed } from '../tools/composed.ts'
import { villageWorld, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await villageWorld()
  // a fresh import waits in the name index's list of what is not merged yet
  await w.db.pool.query('vacuum analyze dk')
})
afterAll(() => w?.end())

interface Plan {
  'Plan Rows': number
  'Node Type': string
  'Index Name'?: string
  Plans?: Plan[]
}
const under = <T>(work: (tx: Tx) => Promise<T>) => w.db.transaction({ tenantId: '000000', readOnly: true }, work)
/** How the serving role would read rows of `dk`. Small tables are always walked, so indexes are asked for where `walk` is off. */
const planOf = (where: string, walk = true) => planIn(`dk where "tenantId" = '000000' and ${where}`, walk)
const planIn = (from: string, walk: boolean) =>
  under(async (tx) => {
    if (!walk) await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) select id from ${from}`).execute(tx)
    return rows[0]!['QUERY PLAN'][0].Plan
  })
const indexesOf = (plan: Plan): string[] => [...(plan['Index Name'] ? [plan['Index Name']] : []), ...(plan.Plans ?? []).flatMap(indexesOf)]
const countOf = (where: string) =>
  under(async (tx) => Number((await sql.raw<{ n: string }>(`select count(*) as n from dk where ${where}`).execute(tx)).rows[0]!.n))

test('the serving role is told of numbers as the owner is', async () => {
  for (const where of ['scmjm >= 0.8 and scmjm <= 2', 'scmjm >= 1', 'qqmjm < 0.5']) {
    const [guessed, is] = [(await planOf(where))['Plan Rows'], await countOf(where)]
    expect([where, guessed > is / 2 && guessed < is * 2, is > 100]).toEqual([where, true, true])
  }
})

test('boxes, names and areas are found by their index under row-level security', async () => {
  const box = 'geom && ST_MakeEnvelope(105.01, 30.1, 105.011, 30.101, 4326)'
  expect(indexesOf(await planOf(box, false))).toContain('dk_geom_gist')
  // land beside a given outline, of whatever county: as land/register/ground.server.ts asks
  const given = `select x.g::geometry as g from unnest(array['SRID=4326;POLYGON((105.01 30.1,105.011 30.1,105.011 30.101,105.01 30.1))']) as x(g)`
  const beside = `(with n as materialized (${given}) select s.id from n cross join lateral (
    select p.id from dk p where p.geom && n.g and p."tenantId" = '000000' and p.zt = '1' offset 0) s) b`
  expect(new Set(indexesOf(await planIn(beside, false)))).toEqual(new Set(['dk_geom_gist']))
  expect(indexesOf(await planOf(`"cbfmcIx" @> array['龘']::text[]`, false))).toContain('dk_cbfmc_ix')
  // each side of an or by its own index, though the texts are compared again behind the policy
  const either = await planOf(`(("cbfmcIx" @> array['龘龘']::text[] and cbfmc like '%龘龘%') or dkbm = '5120211192030199999')`, false)
  expect(indexesOf(either)).toEqual(expect.arrayContaining(['dk_cbfmc_ix', 'dk_code']))
  const sorted = await planOf('true order by scmjm, id limit 10', false)
  expect(indexesOf(sorted)).toEqual(['dk_area'])
  // what a stranger's file is, among the contracts of all counties
  expect(indexesOf(await planIn(`contract_file where "fileHash" = '${'a'.repeat(64)}' order by id desc limit 1`, false))).toEqual(['contract_file_hash'])
})

/** Registers and lists that grow with the county: whatever they are searched or sorted by has an index. */
const GROWING = ['fbf', 'cbf', 'jtcy', 'dk', 'jzd', 'jzx', 'cbht', 'djb', 'cbjyqz', 'business', 'nhdkxx', 'registry_notice']
/** Large as well, and read through their rows alone: no list of a county. */
const BEHIND = ['dk_jz', 'cbdkxx']
test('whatever a list of the register offers to search or sort by is found by an index', async () => {
  const { rows } = await w.db.pool.query<{ tab: string; method: string; names: string[] }>(
    `select t.relname as tab, m.amname as method, array(select replace(pg_get_indexdef(x.indexrelid, k, true), '"', '') from generate_series(1, x.indnkeyatts) k) as names
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_am m on m.oid = i.relam`,
  )
  const isFound = (tab: string, name: string) =>
    rows.some((x) => x.tab === tab && (x.method === 'gin' ? x.names.includes(name) : x.names.filter((n) => n !== 'tenantId' && n !== 'countyCode')[0] === name))
  const open = composed()
    .slices.flatMap((s) => s.resources)
    .filter((r) => GROWING.includes(r.name))
    .flatMap((r) =>
      entries(r).flatMap(([n, f]) => {
        const isAsked = (f.search || f.sort) && n !== 'regionCode'
        return isAsked && !isFound(r.name, f.search === 'name' ? `${n}Ix` : n) ? [`${r.name}.${n}`] : []
      }),
    )
  expect(open).toEqual([])
  // what refuses a filter expression of a county (kit/model/where.ts) knows these lists as large, and no other list that is offered to be searched
  const large = composed()
    .slices.flatMap((s) => s.resources)
    .filter((r) => isLarge(r) && !BEHIND.includes(r.name))
  expect(large.map((r) => r.name).toSorted()).toEqual(GROWING.toSorted())
  for (const tab of GROWING.filter((t) => !['fbf', 'jzd', 'jzx'].includes(t))) expect([tab, isFound(tab, 'createTime')]).toEqual([tab, true])
})

test('a page of what a filter finds is what plain SQL finds, in its order, whether the rows are few or many', async () => {
  const county = await w.as('county')
  const found = async (query: Record<string, unknown>) => {
    const a = await county.get('/base-dlxx/dk/page', { size: 20, regionCode: '512021', ...query })
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    return a.data as { records: { dkbm: string }[]; total: number; totalIsEstimate?: boolean }
  }
  const codes = async (where: string, order = '"regionCode", dkbm, id') =>
    (await w.db.pool.query<{ dkbm: string }>(`select dkbm from dk where "tenantId" = '000000' and ${where} order by ${order}`)).rows.map((r) => r.dkbm)
  const name = String((await w.db.pool.query(`select cbfmc from dk where cbfmc is not null and "tenantId" = '000000' order by id limit 1`)).rows[0].cbfmc)
  for (const [query, where, order] of [
    [{ cbfmc: name }, `cbfmc like '%${name}%'`],
    [{ cbfmc: '龘龘' }, `cbfmc like '%龘龘%'`],
    [{ dldj: '97' }, `dldj = '97'`],
    [{ dklb: '10' }, `dklb = '10'`],
    [{ scmjmStart: '1.5', descs: 'scmjm' }, 'scmjm >= 1.5', 'scmjm desc, id desc'],
  ] as const) {
    const all = await codes(where, order)
    const pages = [1, 2, Math.max(1, Math.ceil(all.length / 20)), Math.ceil(all.length / 20) + 1]
    for (const current of pages) {
      const page = await found({ ...query, current })
      expect([query, current, page.total, page.records.map((r) => r.dkbm)]).toEqual([query, current, all.length, all.slice((current - 1) * 20, current * 20)])
    }
  }
})

test('the cases whose form names a contractor are found by an index over what their forms name', async () => {
  const base = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
  const values = `'512021', '000000', 1, '2026-01-02', 1, '2026-01-02', 1, '512021119203'`
  const codeOf = `'51202111920301' || lpad(i::text, 4, '0')`
  await w.db.pool.query(`insert into business (id, ${base}) select i, ${values} from generate_series(1, 500) i`)
  await w.db.pool.query(
    `insert into business_draft (id, ${base}, "businessId", form, codes) select i, ${values}, i, jsonb_build_object('a', jsonb_build_array(${codeOf} || 'J')), null from generate_series(1, 500) i`,
  )
  await w.db.pool.query('vacuum analyze business_draft')
  const names = `business_draft where "countyCode" = '512021' and case_codes(form, codes) @> array['512021119203010007']::text[]`
  expect(indexesOf(await planIn(names, false))).toEqual(['business_draft_named'])
  expect((await under((tx) => sql.raw<{ id: string }>(`select id::text as id from ${names}`).execute(tx))).rows).toEqual([{ id: '7' }])
})

/** Tables of the platform, whose rows belong to its own tenant and are for everybody to read. */
const PLATFORM = ['client', 'dict', 'menu', 'region', 'region_outline', 'tenant', 'tenant_package']
test('no read policy is open, and a database that lost its marks gets them back at the next start', async () => {
  const unmarked = async () => Number((await w.db.pool.query(`select count(*) n from pg_proc where proname = 'numeric_ge' and not proleakproof`)).rows[0].n)
  await w.db.pool.query('alter function numeric_ge(numeric, numeric) not leakproof')
  await w.db.pool.query(`alter policy app_read on dk using (true)`)
  expect(await unmarked()).toBe(1)
  expect((await w.db.pool.query('select close_reads() as closed')).rows).toEqual([{ closed: true }])
  const open = (await w.db.pool.query(`select tablename from pg_policies where policyname = 'app_read' and qual = 'true'`)).rows
  // what everybody reads: tables of the platform, which have no rows of other tenants
  expect([await unmarked(), open.map((t) => t.tablename).toSorted()]).toEqual([0, PLATFORM])
})

test('a list goes on to the last page of the total it shows, and past it is empty', async () => {
  const county = await w.as('county')
  const page = async (current: number, size: number, more: object = {}) => {
    const a = await county.get('/base-dlxx/jzx/page', { current, size, ...more })
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    return a.data as { records: { id: string }[]; total: number; pages: number }
  }
  const { rows } = await w.db.pool.query(`select id::text from jzx where "tenantId" = '000000' order by "regionCode", fbfbm, jzxh, id`)
  const ids = async (current: number, size: number) => (await page(current, size)).records.map((r) => r.id)
  const first = await page(1, 200, { exactTotal: true })
  expect([first.total, first.records.map((r) => r.id)]).toEqual([rows.length, rows.slice(0, 200).map((r) => r.id)])
  // on both sides of where a page begins to be found by its keys, and the last one
  for (const [current, size] of [
    [10, 200],
    [11, 200],
    [first.pages, 200],
  ] as const)
    expect([current, await ids(current, size)]).toEqual([current, rows.slice((current - 1) * size, current * size).map((r) => r.id)])
  expect((await page(first.pages + 1, 200, { exactTotal: true })).records).toEqual([])
  const parcels = await county.get('/base-dlxx/dk/page', { current: 20_001, size: 50 })
  expect([parcels.code, parcels.data.records, parcels.data.total > 100]).toEqual([200, [], true])
  expect((await county.get('/base-dlxx/dk/page', { current: 1e9, size: 50 })).msg).toBe('页码过大，请缩小查询范围')
})
