// People and households in figures, and the rows behind each: one condition says both. Source: statistics.md 1 (S1), 13.
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { paging } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { CBFLX, HEAD } from '../../land/definitions/household.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { countyAsked, grouped, placeHead, type Place } from '../home/place.server.ts'
import { populationProblems } from './problems.ts'
import { AGES, bornBy, POPULATION, populationFigure, type PopulationOf, type PopulationFigure } from './population.ts'

/** The day of birth that a number of 18 or 15 digits says (yyyymmdd), else null. */
const BORN = sql`case when j.cyzjhm ~ '^[0-9]{17}[0-9Xx]$' then substr(j.cyzjhm, 7, 8) when j.cyzjhm ~ '^[0-9]{15}$' then '19' || substr(j.cyzjhm, 7, 6) end`

/** Households of a region, their members with what the county knows of their numbers, and households with what their members come to. */
function sources(ctx: Ctx, p: Place): RawBuilder<unknown> {
  const county = countyOf(p.region)
  const mine = (t: string) => sql`${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId} and ${sql.ref(`${t}.countyCode`)} = ${county}`
  return sql`with household as (select cbf.id, cbf.cbfbm, cbf.cbfmc, cbf.djzt from cbf
      where ${p.of(cbf)} and "countyCode" = ${county} and zt = ${ZT.valid} and cbflx = ${CBFLX.household}),
    twice as (select j.cyzjhm, count(*) as stands, count(distinct j."cbfId") as homes from jtcy j where ${mine('j')} and j.cyzjhm <> '' group by 1 having count(*) > 1),
    m as (select j.id, j."cbfId", o.cbfbm, o.cbfmc, j.cyxm, j.cyxb, j.yhzgx, j.cyzjlx, j.cyzjhm, j.sfgyr, j.cybz, j.sort, ${BORN} as born, t.stands, t.homes
      from household o join jtcy j on ${mine('j')} and j."cbfId" = o.id left join twice t on t.cyzjhm = j.cyzjhm),
    h as (select o.*, coalesce(s.living, 0) as living, coalesce(s.ageless, 0) as ageless, s.youngest, s.head from household o
      left join (select "cbfId", count(*) filter (where cybz is distinct from '7') as living,
          count(*) filter (where cybz is distinct from '7' and born is null) as ageless, max(born) filter (where cybz is distinct from '7') as youngest,
          min(born) filter (where cybz is distinct from '7' and yhzgx in (${sql.join(HEAD)})) as head
        from m group by 1) s on s."cbfId" = o.id)`
}
/** A condition with its days of birth. The names come from the dictionary of figures, the days from the clock. */
const whichOf = (ctx: Ctx, f: PopulationFigure): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(f.which.replaceAll(/:(\w+)/g, (_, name: keyof typeof AGES) => `'${bornBy(ctx.now.slice(0, 10), AGES[name])}'`))})`
const asked = (ctx: Ctx, q: TextInput<'regionCode'>): Place => countyAsked(ctx, q, populationProblems.narrower)

/** Each figure of the region. */
export async function population(ctx: Ctx, q: TextInput<'regionCode'>) {
  const p = asked(ctx, q)
  const counts = (of: PopulationOf) =>
    sql.join(POPULATION.filter((f) => f.of === of).map((f) => sql`count(*) filter (where ${whichOf(ctx, f)}) as ${sql.ref(f.key)}`))
  const [found] = await grouped(
    ctx,
    sql`${sources(ctx, p)} select * from (select ${counts('people')} from m) a cross join (select ${counts('households')}, count(*) as households from h) b`,
  )
  return { ...placeHead(ctx, p), values: Object.fromEntries(Object.entries(found!).map(([k, v]) => [k, Number(v)])) }
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
    sql`${sources(ctx, p)} select x.*, count(*) over () as all from (select ${columns} where ${whichOf(ctx, f)} order by ${order}) x limit ${sql.lit(size)} offset ${sql.lit(offset)}`,
  )
  const total = Number(rows[0]?.all ?? 0)
  return { total, records: rows.map(({ all: _, ...r }) => (f.of === 'people' ? shown(ctx, jtcy, r, cbf) : r)) }
}
