// Where a parcel may lie and how large it may be: in its county, near the land of its village, of a size that a contract can say.
import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '../../kit/model/problem.ts'
import { countyOf, regionPath } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { placeOfCounty, type Extent, type PlacedRegion } from '../../platform/regions/extents.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { M2 } from '../definitions/area.ts'
import { sizeWrong } from '../definitions/parcel-size.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'

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
  const points = pointsOf(wkt)
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
  const [south, north] = [Math.min(...ys), Math.max(...ys)]
  const dy = km / DEGREE_KM,
    dx = dy / Math.max(0.1, Math.cos((north * Math.PI) / 180))
  return [Math.min(...xs) - dx, south - dy, Math.max(...xs) + dx, north + dy]
}
/** A village without land is compared with the whole county, whose villages lie so many times farther apart. */
const COUNTY_TIMES = 3
/** Whole kilometres from an outline to the parcel that lies nearest, by their corners. */
async function nearest(ctx: Ctx, mine: RawBuilder<unknown>, outline: string): Promise<number> {
  const [west, south, east, north] = around(outline, 0)
  const { rows } = await sql<{ wkt: string }>`select ST_AsText(d.geom, 6) as wkt from dk d where ${mine} and d.geom is not null
    order by d.geom <-> ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326) limit 1`.execute(ctx.db)
  const narrow = Math.cos((south * Math.PI) / 180)
  const corners = pointsOf(rows[0]?.wkt ?? '')
  return Math.round(DEGREE_KM * Math.min(...pointsOf(outline).flatMap(([x, y]) => corners.map(([u, v]) => Math.hypot((x - u) * narrow, y - v)))))
}
/**
 * Outlines lie near the land that their village has already, else near that of their county: a parameter says how near. `dkbm`: the parcel itself, which counts for
 * nothing. At most four statements, whatever their number. @throws outside-village
 */
export async function requireNearVillage(ctx: Ctx, fbfbm: string, outlines: readonly { geom: string; dkbm?: string | null | undefined }[]): Promise<void> {
  const [county, village] = [countyOf(fbfbm), fbfbm.slice(0, 12)]
  const most = await numberParam(ctx, PARAMS.parcelDistance)
  const own = outlines.flatMap((o) => o.dkbm ?? [])
  for (const { at, km } of [
    { at: village, km: most },
    { at: county, km: most * COUNTY_TIMES },
  ]) {
    const boxes = outlines.map((o) => around(o.geom, km))
    const column = (i: 0 | 1 | 2 | 3) => sql`${boxes.map((b) => b[i])}::float8[]`
    const mine = sql`d."countyCode" = ${county} and d."tenantId" = ${ctx.who.tenantId} and d.zt = ${sql.lit(ZT.valid)} and d."regionCode" >= ${at} and d."regionCode" < ${`${at}~`}
      and d.dkbm <> all(${own}::text[])`
    const { rows } = await sql<{ has: boolean; far: number | null }>`select exists (select from dk d where ${mine} and d.geom is not null) as has,
      (select min(b.i) from unnest(${column(0)}, ${column(1)}, ${column(2)}, ${column(3)}, ${outlines.map((_, i) => i)}::int[]) as b(w, s, e, n, i)
        where not exists (select from dk d where ${mine} and d.geom && ST_MakeEnvelope(b.w, b.s, b.e, b.n, 4326))) as far`.execute(ctx.db)
    const { has, far } = rows[0]!
    if (has && far !== null) throw landProblems.outsideVillage({ km, isVillage: at === village, distance: await nearest(ctx, mine, outlines[far]!.geom) })
    if (has) return
  }
}
/** Refuses what no parcel is as large, or as small, as. @throws invalid */
export function requireSize(scmj: M2): void {
  const wrong = sizeWrong(scmj)
  if (wrong) throw invalidField('geom', wrong)
}
