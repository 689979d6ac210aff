// What the tiles of the map have in common: their number and bounds, the tag of what they are made of, and the file.
import { sql } from 'kysely'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { FileResponse, tagOf, type RequestFacts } from '../../../kit/server/route.server.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { numberOfTile } from '../../../services/gis/tile-number.ts'
import { encodeTile, tileEnvelope, type TileLayer, type TileOptions } from './mvt.ts'

/** What of a table reaches into a box (degrees), by its index. */
export const inBox = (table: string, [w, s, e, n]: DegreeBox) => sql<boolean>`${sql.ref(`${table}.geom`)} && ST_MakeEnvelope(${w}, ${s}, ${e}, ${n}, 4326)`

/** A tile: its number, its bounds, and the wider ones of what is read for it, as lines are drawn over its edge. */
export interface AskedTile {
  z: number
  x: number
  y: number
  box: DegreeBox
  around: DegreeBox
}
/** The tile that a call names. */
export function askedTile(f: Pick<RequestFacts, 'params'>): AskedTile {
  const { z, x, y } = numberOfTile(f)
  const box = tileEnvelope(z, x, y)
  const [w, s, e, n] = box
  const pad = (e - w) * (64 / 4096)
  return { z, x, y, box, around: [w - pad, s - pad, e + pad, n + pad] }
}

/** Changed whenever tiles are drawn differently, so that browsers do not use what they have cached. */
const TILE_FORM = 1
/**
 * What a tile is made of, as its entity tag: what is asked, whose it is to see and in which words, and the `version` of the rows. Whoever has it is told so without
 * reading one.
 */
export const tagOfTile = (ctx: Ctx, { z, x, y }: AskedTile, asked: readonly unknown[], version: string): string =>
  tagOf(JSON.stringify([TILE_FORM, z, x, y, asked, ctx.who.tenantId, ctx.who.regionCode, ctx.who.dataScopes ?? [], version]))

/** A tile as it is sent. */
export const tileFile = ({ z, x, y }: AskedTile, layers: TileLayer[], tag?: string, options: TileOptions = {}): FileResponse =>
  new FileResponse(`${z}-${x}-${y}.mvt`, 'application/vnd.mapbox-vector-tile', Buffer.from(encodeTile(z, x, y, layers, options)), true, tag)
