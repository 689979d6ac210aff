import proj4 from 'proj4'
import { geometryError, normalShape, roundPoint, type Point, type Shape } from './shape.ts'
import { formatWkt, parseWkt, type Position } from '../../kit/model/wkt.ts'

type Transform = { forward: (p: [number, number]) => number[]; inverse: (p: [number, number]) => number[] }

const degrees = '+proj=longlat +ellps=GRS80 +no_defs'
const transforms = new Map<number, Transform>()

/** Number of the 3-degree Gauss-Krüger zone of a longitude (25 to 45 in China); undefined elsewhere. */
export function zoneAt(lon: number): number | undefined {
  const zone = Math.round(lon / 3)
  return zone >= 25 && zone <= 45 ? zone : undefined
}
/** The same. Throws zone-outside outside of China. */
export function zoneOf(lon: number): number {
  const zone = zoneAt(lon)
  if (zone === undefined) throw geometryError('zone-outside', '坐标不在中国境内，无法确定投影带', 'The coordinates are outside China')
  return zone
}

/** EPSG number of a zone (CGCS2000 / 3-degree Gauss-Krüger): without the zone number in the easting 4534 + n - 25, with it 4513 + n - 25. */
export function epsgOf(zone: number, isNumbered = false): number {
  return (isNumbered ? 4513 : 4534) + zone - 25
}

/** Zone of an EPSG number with (4513-4533) or without (4534-4554) the zone number in the easting; undefined for others. */
export function zoneOfEpsg(epsg: number): number | undefined {
  if (epsg >= 4513 && epsg <= 4533) return epsg - 4513 + 25
  return epsg >= 4534 && epsg <= 4554 ? epsg - 4534 + 25 : undefined
}

function transform(zone: number): Transform {
  const known = transforms.get(zone)
  if (known) return known
  // CGCS2000 has the figures of GRS80 to well below a millimetre; EPSG:4326 is taken as CGCS2000 (practice)
  const made = proj4(degrees, `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs`)
  transforms.set(zone, made)
  return made
}

/** Longitude and latitude (degrees, EPSG:4490 = 4326) to metres of the zone without prefix, rounded to 0.001 m. */
export function toMetres(lonLat: readonly number[], zone: number): Point {
  return roundPoint(transform(zone).forward([lonLat[0]!, lonLat[1]!]))
}

/** Of a hundredth of a millimetre a metre has so many: finer than the standard's grid, and coarser than what projecting there and back moves. */
const EXACT = 1e5
/** The same, rounded to 0.00001 m: for what is not on the grid of parcels. */
export function toExactMetres(lonLat: readonly number[], zone: number): Position {
  const [x, y] = transform(zone).forward([lonLat[0]!, lonLat[1]!]) as [number, number]
  return [Math.round(x * EXACT) / EXACT, Math.round(y * EXACT) / EXACT]
}

/** Metres of the zone (without prefix) to longitude and latitude in degrees, unrounded. */
export function toDegrees(point: readonly number[], zone: number): Position {
  const [lon, lat] = transform(zone).inverse([point[0]!, point[1]!])
  return [lon!, lat!]
}

/** WKT POLYGON (or a MULTIPOLYGON of one) in EPSG:4326 to a shape in metres of the zone. Throws wkt-invalid, wkt-not-polygon. */
export function shapeFromWkt(wkt: string, zone: number): Shape {
  const geometry = parseWkt(wkt)
  const rings =
    geometry.type === 'POLYGON'
      ? geometry.coordinates
      : geometry.type === 'MULTIPOLYGON' && geometry.coordinates.length === 1
        ? geometry.coordinates[0]!
        : undefined
  if (!rings) throw geometryError('wkt-not-polygon', '地块图形必须是单个多边形', 'The shape must be a single polygon')
  return normalShape(rings.map((ring) => ring.map((p) => toMetres(p, zone))))
}

/** Decimals of a degree that a stored outline has: a tenth of a micrometre, so that its area is that of the millimetre grid. */
const STORED_DECIMALS = 12
/**
 * An outline (WKT in degrees) as it is stored: its corners on the millimetre grid of the zone, where areas are measured and neighbours share them. Whatever
 * takes an outline from a person stores this, and measures it. Throws wkt-invalid, wkt-not-polygon, too-few-points.
 */
export function onGrid(wkt: string, zone: number): string {
  const shape = shapeFromWkt(wkt, zone)
  if (shape.length === 0 || shape.some((ring) => ring.length < 3))
    throw geometryError('too-few-points', '图形至少要有三个不同的点', 'A shape has three different points at least')
  return shapeToWkt(shape, zone, STORED_DECIMALS)
}

/** A shape in metres of the zone as WKT POLYGON in EPSG:4326; 9 decimals bring the millimetre grid back exactly. */
export function shapeToWkt(shape: Shape, zone: number, decimals = 9): string {
  return formatWkt({ type: 'POLYGON', coordinates: shape.map((ring) => [...ring, ring[0]!].map((p) => toDegrees(p, zone))) }, decimals)
}
