// People and households in figures, and the rows behind each: one condition says both. Source: statistics.md 1 (S1), 13.
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { demanded, shown } from '../../kit/server/narrow.server.ts'
import { paging } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { CBFLX, HEAD } from '../../land/definitions/household.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { VILLAGE } from '../../land/definitions/of-villages.server.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { countyAsked, grouped, placeHead, type Place } from '../home/place.server.ts'
import { populationProblems } from './problems.ts'
import { AGES, bornBy, POPULATION, populationFigure, type PopulationOf, type PopulationFigure } from './population.ts'

/** The day of birth that a number of 18 or 15 digits says (yyyymmdd), else null. */
const BORN = sql`case when j.cyzjhm ~ '^[0-9]{17}[0-9Xx]$' then substr(j.cyzjhm, 7, 8) when j.cyzjhm ~ '^[0-9]{15}$' then '19' || substr(j.cyzjhm, 7, 6) end`

/** Households of a county that hold `where`, their members with what the county knows of their numbers, and households with what their members come to. */
function sources({ tenantId, county }: OfCounty, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const mine = (t: string) => sql`${sql.ref(`${t}.tenantId`)} = ${tenantId} and ${sql.ref(`${t}.countyCode`)} = ${county}`
  return sql`with household as (select cbf.id, cbf.cbfbm, cbf.cbfmc, cbf.djzt, cbf."regionCode" from cbf
      where ${where} and ${mine('cbf')} and zt = ${ZT.valid} and cbflx = ${CBFLX.household}),
    own as materialized (select j.id, j."cbfId", o.cbfbm, o.cbfmc, o."regionCode", j.cyxm, j.cyxb, j.yhzgx, j.cyzjlx, j.cyzjhm, j.sfgyr, j.cybz, j.sort
      from household o join jtcy j on ${mine('j')} and j."cbfId" = o.id),
    twice as (select j.cyzjhm, count(*) as stands, count(distinct j."cbfId") as homes from jtcy j
      where ${mine('j')} and j.cyzjhm in (select own.cyzjhm from own where own.cyzjhm <> '') group by 1 having count(*) > 1),
    m as (select j.*, ${BORN} as born, t.stands, t.homes from own j left join twice t on t.cyzjhm = j.cyzjhm),
    h as (select o.*, coalesce(s.living, 0) as living, coalesce(s.ageless, 0) as ageless, s.youngest, s.head from household o
      left join (select "cbfId", count(*) filter (where cybz is distinct from '7') as living,
          count(*) filter (where cybz is distinct from '7' and born is null) as ageless, max(born) filter (where cybz is distinct from '7') as youngest,
          min(born) filter (where cybz is distinct from '7' and yhzgx in (${sql.join(HEAD)})) as head
        from m group by 1) s on s."cbfId" = o.id)`
}
interface OfCounty {
  tenantId: string
  county: string
}
const sourcesOf = (ctx: Ctx, p: Place) => sources({ tenantId: ctx.who.tenantId, county: countyOf(p.region) }, p.of(cbf))
/** A condition with its days of birth. The names come from the dictionary of figures, the days from the clock. */
const whichOf = (today: string, f: PopulationFigure): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(f.which.replaceAll(/:(\w+)/g, (_, name: keyof typeof AGES) => `'${bornBy(today, AGES[name])}'`))})`
const asked = (ctx: Ctx, q: TextInput<'regionCode'>): Place => countyAsked(ctx, q, populationProblems.narrower)
const countsOf = (today: string, of: PopulationOf) => [
  ...POPULATION.filter((f) => f.of === of).map((f) => sql`count(*) filter (where ${whichOf(today, f)}) as ${sql.ref(f.key)}`),
  ...(of === 'households' ? [sql`count(*) as households`] : []),
]
const keysOf = (of: PopulationOf) => [...POPULATION.filter((f) => f.of === of).map((f) => f.key), ...(of === 'households' ? ['households'] : [])]

/** Each figure of the region: of a village now, of a wider region as it was counted in the night, which `asOf` says. */
export async function population(ctx: Ctx, q: TextInput<'regionCode'>) {
  const p = asked(ctx, q)
  const kept = await countedAtNight(ctx, p)
  if (kept) return { ...placeHead(ctx, p), ...kept }
  const today = ctx.now.slice(0, 10)
  const [found] = await grouped(
    ctx,
    sql`${sourcesOf(ctx, p)} select * from (select ${sql.join(countsOf(today, 'people'))} from m) a cross join (select ${sql.join(countsOf(today, 'households'))} from h) b`,
  )
  return { ...placeHead(ctx, p), values: Object.fromEntries(Object.entries(found!).map(([k, v]) => [k, Number(v)])) }
}
/** What the night counted of a region wider than a village; nothing before the first night, and under a data scope, which no kept number knows. */
async function countedAtNight(ctx: Ctx, p: Place): Promise<{ asOf: string; values: Record<string, number> } | undefined> {
  if (p.region.length >= VILLAGE || demanded(ctx, cbf)) return undefined
  const rows = await grouped(
    ctx,
    sql`select figure, sum(n)::text as n, min("countTime") as "countTime" from region_population where "tenantId" = ${ctx.who.tenantId}
      and "regionCode" >= ${p.range.lo} and "regionCode" < ${p.range.hi} group by 1`,
  )
  const times = rows.map((r) => r.countTime!).toSorted()
  return times[0] ? { asOf: times[0], values: Object.fromEntries(rows.map((r) => [r.figure!, Number(r.n)])) } : undefined
}

/** Counts the figures of all villages of a county anew. */
async function countCounty(tx: Tx, of: OfCounty, now: string): Promise<number> {
  const told = (
    t: 'm' | 'h',
    kind: PopulationOf,
  ) => sql`select g.village, v.figure, v.n from (select left(${sql.ref(`${t}.regionCode`)}, ${sql.lit(VILLAGE)}) as village,
      ${sql.join(countsOf(now.slice(0, 10), kind))} from ${sql.table(t)} group by 1) g
    cross join lateral (values ${sql.join(keysOf(kind).map((k) => sql`(${sql.lit(k)}, ${sql.ref(`g.${k}`)})`))}) v(figure, n)`
  await sql`delete from region_population where "countyCode" = ${of.county} and "tenantId" = ${of.tenantId}`.execute(tx)
  const { numAffectedRows } = await sql`insert into region_population ("countyCode", "tenantId", "regionCode", figure, n, "countTime")
    select ${of.county}, ${of.tenantId}, x.village, x.figure, x.n, ${now}::timestamptz from (${sources(of, sql`true`)} ${told('m', 'people')} union all ${told('h', 'households')}) x`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
/** Every night: people and households of each village. */
export const populationRoutine: Routine = {
  name: 'population',
  label: '人口统计',
  due: { at: '02:40' },
  async run({ system, signal, now }) {
    const counties = await system((tx) => sql<OfCounty>`select distinct "tenantId", "countyCode" as county from region_figure order by 1, 2`.execute(tx))
    let n = 0
    for (const of of counties.rows) {
      signal.throwIfAborted()
      n += await system((tx) => countCounty(tx, of, localTime(now)))
    }
    return `${counties.rows.length} counties, ${n} figures`
  },
}
/** A page of the rows of a figure: people with their household, or households. @throws bad-request for a figure that does not exist */
export async function populationRows(ctx: Ctx, q: TextInput<'regionCode' | 'figure' | 'current' | 'size'>) {
  const p = asked(ctx, q)
  const f = populationFigure(q.figure)
  if (!f) throw problems.badRequest(both(`没有指标：${q.figure ?? ''}`, `There is no figure: ${q.figure ?? ''}`))
  const { size, offset } = paging(q)
  const columns =
    f.of === 'people'
      ? sql`m.id::text as id, m."cbfId"::text as "cbfId", m.cbfbm, m.cbfmc, m.cyxm, m.cyxb, m.yhzgx, m.cyzjlx, m.cyzjhm, m.sfgyr, m.cybz from m`
      : sql`h.id::text as id, h.id::text as "cbfId", h.cbfbm, h.cbfmc, h.living::text as living, h.djzt from h`
  const order = f.of === 'people' ? sql`m.cbfbm, m.sort, m.id` : sql`h.cbfbm, h.id`
  const rows = await grouped(
    ctx,
    sql`${sourcesOf(ctx, p)} select x.*, count(*) over () as all from (select ${columns} where ${whichOf(ctx.now.slice(0, 10), f)} order by ${order}) x limit ${sql.lit(size)} offset ${sql.lit(offset)}`,
  )
  const total = Number(rows[0]?.all ?? 0)
  return { total, records: rows.map(({ all: _, ...r }) => (f.of === 'people' ? shown(ctx, jtcy, r, cbf) : r)) }
}
