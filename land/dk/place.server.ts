// Where a parcel may lie and how large it may be: in its county, near the land of its village, of a size that a contract can say.
import { sql, type RawBuilder } from 'kysely'
import { invalidField, type Problem } from '../../kit/model/problem.ts'
import { countyOf, regionPath } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { placeOfCounty, type Extent, type PlacedRegion } from '../../platform/regions/extents.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { M2 } from '../definitions/area.ts'
import { sizeWrong } from '../definitions/parcel-size.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { boxOfPoints } from '../geometry/shape.ts'

/** The points of a text of coordinates, before the database reads it. */
const pointsOf = (wkt: string): [x: number, y: number][] =>
  [...wkt.matchAll(/(-?[\d.]+(?:e[-+]?\d+)?)\s+(-?[\d.]+(?:e[-+]?\d+)?)/gi)].map(([, x, y]) => [Number(x), Number(y)])
/** A shape lies in its county: looked at in its text, before the database reads it. */
export async function requireInCounty(ctx: Ctx, county: string, wkt: string): Promise<void> {
  const found = await ctx.db.selectFrom('region').select(['code', 'name', 'extent', 'projection']).where('code', 'in', regionPath(county)).execute()
  const above = found as (PlacedRegion & { name: string })[]
  const [west, south, east, north] = placeOfCounty(county, above)
  if (pointsOf(wkt).every(([x, y]) => x >= west && x <= east && y >= south && y <= north)) return
  const box = `${west.toFixed(2)}–${east.toFixed(2)}°E, ${south.toFixed(2)}–${north.toFixed(2)}°N`
  throw landProblems.outsideCounty({ county: above.find((r) => r.code === county)?.name ?? county, box })
}

/** Kilometres of a degree of latitude. */
const DEGREE_KM = 111
/** What lies around an outline, in degrees. */
function around(wkt: string, km: number): Extent {
  const [west, south, east, north] = boxOfPoints(pointsOf(wkt))
  const dy = km / DEGREE_KM,
    dx = dy / Math.max(0.1, Math.cos((north * Math.PI) / 180))
  return [west - dx, south - dy, east + dx, north + dy]
}
/** A village without land is compared with the whole county, whose villages lie so many times farther apart. */
const COUNTY_TIMES = 3
/** Digits of the code of a village. */
const VILLAGE_DIGITS = 12
/** Whole kilometres from one outline to another, by their corners. */
function apart(one: string, other: string): number {
  const [mine, theirs] = [pointsOf(one), pointsOf(other)]
  const narrow = Math.cos((boxOfPoints(mine)[1] * Math.PI) / 180)
  let least = Infinity
  for (const [x, y] of mine) for (const [u, v] of theirs) least = Math.min(least, Math.hypot((x - u) * narrow, y - v))
  return Math.round(DEGREE_KM * least)
}
interface Placed {
  geom: string
  /** the parcel itself, which counts for nothing */
  dkbm?: string | null | undefined
}
/** Boxes around outlines as the columns of a table, with the place of each in its list. */
function boxesOf(boxes: readonly { box: Extent; i: number }[]): RawBuilder<unknown> {
  const column = (n: 0 | 1 | 2 | 3) => sql`${boxes.map((b) => b.box[n])}::float8[]`
  return sql`unnest(${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}, ${boxes.map((b) => b.i)}::int[]) as b(w, s, e, n, i)`
}
/**
 * What is to be said of outlines that lie too far from the land that their village has already, else from that of their county, by their place in the list: a
 * parameter says how far is too far. `code`: their issuer or region; above a village the land of the county decides. At most five statements, whatever their number.
 */
export async function farOutlines(ctx: Ctx, code: string, outlines: readonly Placed[]): Promise<Map<number, Problem>> {
  const [county, village] = [countyOf(code), code.length < VILLAGE_DIGITS ? undefined : code.slice(0, VILLAGE_DIGITS)]
  const most = await numberParam(ctx, PARAMS.parcelDistance)
  const own = outlines.flatMap((o) => o.dkbm || [])
  for (const { at, km } of [...(village ? [{ at: village, km: most }] : []), { at: county, km: most * COUNTY_TIMES }]) {
    const mine = sql`d."countyCode" = ${county} and d."tenantId" = ${ctx.who.tenantId} and d.zt = ${sql.lit(ZT.valid)} and d."regionCode" >= ${at} and d."regionCode" < ${`${at}~`}
      and d.dkbm <> all(${own}::text[]) and d.geom is not null`
    const { rows } = await sql<{ has: boolean; far: number[] | null }>`select exists (select from dk d where ${mine}) as has,
      (select array_agg(b.i) from ${boxesOf(outlines.map((o, i) => ({ box: around(o.geom, km), i })))}
        where not exists (select from dk d where ${mine} and d.geom && ST_MakeEnvelope(b.w, b.s, b.e, b.n, 4326))) as far`.execute(ctx.db)
    const { has, far } = rows[0]!
    if (!has) continue
    const found = far && (await nearest(ctx, mine, boxesOf(far.map((i) => ({ box: around(outlines[i]!.geom, 0), i })))))
    return new Map(found?.map(({ i, wkt }) => [i, landProblems.outsideVillage({ km, isVillage: at === village, distance: apart(outlines[i]!.geom, wkt) })]))
  }
  return new Map()
}
/** The parcel that lies nearest to each box, in their order. */
async function nearest(ctx: Ctx, mine: RawBuilder<unknown>, boxes: RawBuilder<unknown>): Promise<{ i: number; wkt: string }[]> {
  const { rows } = await sql<{
    i: number
    wkt: string
  }>`select b.i, near.wkt from ${boxes} cross join lateral (select ST_AsText(d.geom, 6) as wkt from dk d where ${mine}
    order by d.geom <-> ST_MakeEnvelope(b.w, b.s, b.e, b.n, 4326) limit 1) near order by b.i`.execute(ctx.db)
  return rows
}
/** Outlines lie near the land of their village, else near that of their county (`farOutlines`). @throws outside-village */
export async function requireNearVillage(ctx: Ctx, fbfbm: string, outlines: readonly Placed[]): Promise<void> {
  for (const [, far] of await farOutlines(ctx, fbfbm, outlines)) throw far
}
/** Refuses what no parcel is as large, or as small, as. @throws invalid */
export function requireSize(scmj: M2): void {
  const wrong = sizeWrong(scmj)
  if (wrong) throw invalidField('geom', wrong)
}
