/** The shapes of the layers of the national format, and where the package's metres are. Its fields stand in land/definitions/national. */
import type { ShapefileLayer as ShapeLayer } from '../../land/geometry/shapefile.ts'
import { layerStandard, type LayerName } from '../../land/definitions/national/format.ts'

/** The kind of shapes of a layer; annotations are points. */
export function layerKind(name: LayerName): ShapeLayer['kind'] {
  const { geometry } = layerStandard(name)
  return geometry === 'Polygon' ? 'Polygon' : geometry === 'Line' ? 'PolyLine' : 'Point'
}
/** Where the package's metres are: the 3-degree zone, and whether its number stands before the easting. */
export interface PackageZone {
  zone: number
  isNumbered: boolean
}
