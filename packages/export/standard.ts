/** The columns of the national format as a shapefile has them, from the one table of fields (`packages/package/shp-layers.json`) that is read by too. */
import type { DbfColumn, ShapefileLayer as ShapeLayer } from '../../land/geometry/shapefile.ts'
import layers from '../package/shp-layers.json' with { type: 'json' }
import tables from '../package/mdb-tables.json' with { type: 'json' }
import type { LayerName, StagedTable } from '../package/staged.ts'

/** A field of the national format, of a layer or of a table. */
export interface StandardField {
  name: string
  zh: string
  type: string
  length: number
  decimals: number
}
interface StandardLayer {
  zh: string
  geometry: string
  ysdm: string | null
  fields: StandardField[]
}
const LAYERS = layers.layers as unknown as Record<LayerName, StandardLayer>
const TABLES = tables.tables as unknown as Record<StagedTable, { zh: string; fields: StandardField[] }>

export const layerStandard = (name: LayerName): StandardLayer => LAYERS[name]
export const tableNames = Object.keys(TABLES) as StagedTable[]
export const tableStandard = (name: StagedTable): { zh: string; fields: StandardField[] } => TABLES[name]

/** Coordinates of points have a digit more: an easting with the number of its zone. Source: data-format.md 3. */
const WIDE = new Set(['XZBZ', 'YZBZ', 'ZJDZXJXZB', 'ZJDZXJYZB'])
/** Width of a number: its digits, its point where it has one. */
const widthOf = ({ name, type, length }: StandardField): number => (type === 'Int' ? length : length + (WIDE.has(name) ? 2 : 1))
/** The columns of a layer's table; `more`: beside those of the standard. */
export const layerColumns = (name: LayerName, more: readonly StandardField[] = []): DbfColumn[] =>
  [...LAYERS[name].fields, ...more].map((f) => (f.type === 'Char' ? [f.name, 'C', f.length] : [f.name, 'N', widthOf(f), f.decimals]))
/** The kind of shapes of a layer; annotations are points. */
export function layerKind(name: LayerName): ShapeLayer['kind'] {
  const { geometry } = LAYERS[name]
  return geometry === 'Polygon' ? 'Polygon' : geometry === 'Line' ? 'PolyLine' : 'Point'
}
/** Where the package's metres are: the 3-degree zone, and whether its number stands before the easting. */
export interface PackageZone {
  zone: number
  isNumbered: boolean
}
