import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { placeOf } from '../home/place.server.ts'
import type { RegionOutline } from './outlines.ts'

/** Parts into which the wider side of a region is divided: a border is as fine as that, and no finer. */
const GRAIN = 500
/** Most outlines that are drawn. */
const MOST = 400
/** The outlines of the child regions of a region, in degrees, as fine as a picture shows them. Regions without one are left out. */
export async function outlines(ctx: Ctx, q: { regionCode?: string | undefined }): Promise<RegionOutline[]> {
  const { range, region, childLength } = placeOf(ctx, { regionCode: q.regionCode })
  const { rows } = await sql<{ code: string; shape: string }>`
    with near as (select code, geom from region_outline where code >= ${range.lo} and code < ${range.hi} and length(code) = ${childLength}::int
      and code <> ${region} order by code limit ${sql.lit(MOST)}),
    grain as (select greatest(max(ST_XMax(geom)) - min(ST_XMin(geom)), max(ST_YMax(geom)) - min(ST_YMin(geom))) / ${sql.lit(GRAIN)} as size from near)
    select code, ST_AsGeoJSON(ST_SimplifyPreserveTopology(geom, grain.size), 5) as shape from near, grain order by code`.execute(ctx.db)
  return rows.flatMap(({ code, shape }) => {
    const found = JSON.parse(shape) as { type: string; coordinates: unknown[] }
    // a region of one piece comes back as a polygon
    const coordinates = (found.type === 'Polygon' ? [found.coordinates] : found.coordinates) as RegionOutline['coordinates']
    return coordinates.length > 0 ? [{ code, coordinates }] : []
  })
}
