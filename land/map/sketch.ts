// Outlines laid on a small plane of metres, so that a few parcels can be drawn without a map engine. Pure.
import { parseWkt, type Position } from '../../kit/model/wkt.ts'
import { innerPoint } from './tiles/inner-point.ts'

/** An outline on the plane: rings in metres east and south of its origin, and a place well inside it. */
export interface Flat {
  rings: Position[][]
  at: Position
  box: SketchFrame
}
/** West, north, east, south on the plane. */
export type SketchFrame = readonly [number, number, number, number]

const [METRES_LON, METRES_LAT] = [111_320, 110_540]
/** A ring as the reader of tiles knows it. */
const flatRing = (ring: readonly Position[]) => ring.flat()
const frameOf = (points: readonly Position[]): SketchFrame => {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
/** The frame around frames. */
export const frameAround = (frames: readonly SketchFrame[]): SketchFrame =>
  frameOf(
    frames.flatMap(([w, n, e, s]): Position[] => [
      [w, n],
      [e, s],
    ]),
  )
export const meet = (a: SketchFrame, b: SketchFrame): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
/** A frame with this share of its longer side around it, at least `least` metres. */
export function widened([w, n, e, s]: SketchFrame, share: number, least: number): SketchFrame {
  const by = Math.max(least, Math.max(e - w, s - n) * share)
  return [w - by, n - by, e + by, s + by]
}

/** Where the plane has its origin: the first point of an outline (WKT in degrees); undefined when it cannot be read. */
export function originOf(wkt: string): Position | undefined {
  const found = /(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/.exec(wkt)
  return found ? [Number(found[1]), Number(found[2])] : undefined
}
/** An outline (POLYGON or MULTIPOLYGON in degrees) on the plane of an origin; undefined when it cannot be read. */
export function flattenRings(wkt: string, [lon, lat]: Position): Flat | undefined {
  try {
    const read = parseWkt(wkt)
    const parts = read.type === 'POLYGON' ? [read.coordinates] : read.type === 'MULTIPOLYGON' ? read.coordinates : []
    const wide = METRES_LON * Math.cos((lat * Math.PI) / 180)
    const flat = parts.map((rings) => rings.map((ring) => ring.map(([x, y]): Position => [(x - lon) * wide, (lat - y) * METRES_LAT])))
    const at = innerPoint({ kind: 'polygon', parts: flat.map((rings) => rings.map(flatRing)) })
    return at && { rings: flat.flat(), at, box: frameOf(flat.flat(2)) }
  } catch {
    return undefined
  }
}
/** A box in degrees (west, south, east, north) as a frame on the plane of an origin. */
export function flattenBox([w, s, e, n]: readonly [number, number, number, number], [lon, lat]: Position): SketchFrame {
  const wide = METRES_LON * Math.cos((lat * Math.PI) / 180)
  return [(w - lon) * wide, (lat - n) * METRES_LAT, (e - lon) * wide, (lat - s) * METRES_LAT]
}
/** A length in metres for a scale bar: 1, 2 or 5 times a power of ten, as long as possible up to `most`. */
export function barOf(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(most))
  return [5, 2, 1].map((n) => n * ten).find((n) => n <= most) ?? ten
}
