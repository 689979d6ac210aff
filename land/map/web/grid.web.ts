import { register } from 'ol/proj/proj4.js'
import proj4 from 'proj4'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import WMTSTileGrid from 'ol/tilegrid/WMTS.js'
import TileLayer from 'ol/layer/Tile.js'
import WMTS from 'ol/source/WMTS.js'
import XYZ from 'ol/source/XYZ.js'
import { epsgOf } from '../../geometry/crs.ts'
import { tileSize } from '../tiles/mvt.ts'

/** A picture under the parcels: ordinary web map tiles, or a national map service (matrix set c). */
export type BaseMap =
  | { kind: 'xyz'; url: string; attribution?: string }
  | { kind: 'wmts'; url: string; layer: string; matrixSet?: string; attribution?: string }

/** Tiles exist for z 0 to 18 (0.04 m a tile unit); nearer views enlarge those of z 18. */
const levels = 19

/** The tile grid of our vector tiles: EPSG:4490 = 4326, origin -180 90, resolution 360 / 512 / 2^z. */
export const vectorGrid = new TileGrid({ origin: [-180, 90], tileSize, resolutions: Array.from({ length: levels }, (_, z) => 360 / tileSize / 2 ** z) })

/** Registers CGCS2000 3-degree zone n with OpenLayers and gives its code (EPSG:4534 …). */
export function zoneProjection(zone: number): string {
  const code = `EPSG:${epsgOf(zone)}`
  proj4.defs(code, `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs`)
  register(proj4)
  return code
}

/** The base map as a layer. */
export function baseLayer(base: BaseMap): TileLayer {
  if (base.kind === 'xyz') return new TileLayer({ source: new XYZ({ url: base.url, attributions: base.attribution }) })
  const ids = Array.from({ length: 20 }, (_, z) => String(z + 1))
  const tileGrid = new WMTSTileGrid({ origin: [-180, 90], matrixIds: ids, resolutions: ids.map((id) => 360 / 256 / 2 ** Number(id)) })
  return new TileLayer({
    source: new WMTS({
      url: base.url,
      layer: base.layer,
      matrixSet: base.matrixSet ?? 'c',
      format: 'tiles',
      style: 'default',
      projection: 'EPSG:4326',
      tileGrid,
      wrapX: true,
      attributions: base.attribution,
    }),
  })
}
