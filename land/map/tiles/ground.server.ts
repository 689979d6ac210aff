// The ground under the parcels: borders of regions, and their names where they are.
import { sql } from 'kysely'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { FileResponse, RequestFacts } from '../../../kit/server/route.server.ts'
import { BORDERS, codeLengthsAt, NAMES } from './ground.ts'
import type { TileLayer } from './mvt.ts'
import { askedTile, inBox, tileFile } from './tile.server.ts'

/** Of so many levels, the narrowest of those that are shown, the names stand on the map. */
const NAMED = 2
/**
 * One vector tile of borders (property `code`) and names (`name`, `code`) of the regions that its zoom shows. Where regions lie is as public as what they are
 * called: it is told beyond the caller's own region, which ends somewhere.
 */
export async function groundTile(ctx: Ctx, f: RequestFacts): Promise<FileResponse> {
  const at = askedTile(f)
  const [w, s, e, n] = at.box
  const lengths = codeLengthsAt(at.z)
  const named = lengths.slice(-NAMED)
  const { rows } = await sql<{ code: string; label: string; wkb: Buffer; place: Buffer; here: boolean }>`
    select o.code, coalesce(r.name, o.code) as label, ST_AsBinary(ST_Boundary(o.geom)) as wkb, ST_AsBinary(o.name) as place,
      ST_X(o.name) >= ${w}::float8 and ST_X(o.name) < ${e}::float8 and ST_Y(o.name) > ${s}::float8 and ST_Y(o.name) <= ${n}::float8 as here
    from region_outline o left join region r on r.code = o.code
    where ${inBox('o', at.around)} and length(o.code) = any (${lengths}::int[])
    order by length(o.code) desc, o.code`.execute(ctx.db)
  const layers: TileLayer[] = [
    { name: BORDERS, features: rows.map(({ code, wkb }) => ({ wkb, properties: { code } })) },
    // a name stands once, in the tile where its place is
    {
      name: NAMES,
      features: rows.filter((r) => r.here && named.includes(r.code.length)).map(({ code, label, place: wkb }) => ({ wkb, properties: { code, name: label } })),
    },
  ]
  return tileFile(at, layers)
}
