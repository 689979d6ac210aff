import { shapeKind } from './staged.ts'
import type { Bbox, Geometry, Point } from './staged.ts'

/**
 * Geometry of one shp record (ESRI Shapefile Technical Description, 1998; content after the 8-byte record header). Z and M are dropped,
 * `shift` is taken off every easting. Null shapes, empty and cut records give null; points that are no numbers too.
 */
export function readShape(view: DataView, shift: number): Geometry | null {
  if (view.byteLength < 4) return null
  const kind = shapeKind(view.getInt32(0, true))
  if (kind === 'Point') return readPoint(view, shift)
  if (kind === 'MultiPoint') {
    const points = readPoints(view, 40, countAt(view, 36, 16, 40), shift)
    return points.length && numbers(points) ? { type: 'MultiPoint', coordinates: points } : null
  }
  if (kind !== 'PolyLine' && kind !== 'Polygon') return null
  const parts = readParts(view, shift)
  if (parts.length === 0 || !parts.every(numbers)) return null
  if (kind === 'Polygon') return polygonOf(parts)
  return parts.length === 1 && parts[0] ? { type: 'LineString', coordinates: parts[0] } : { type: 'MultiLineString', coordinates: parts }
}

function readPoint(view: DataView, shift: number): Geometry | null {
  const point = view.byteLength < 20 ? undefined : readPoints(view, 4, 1, shift)[0]
  return point && numbers([point]) ? { type: 'Point', coordinates: point } : null
}

const numbers = (points: Point[]): boolean => points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))

/** A count that the record cannot hold is a lie: 0. */
function countAt(view: DataView, at: number, each: number, from: number): number {
  if (view.byteLength < at + 4) return 0
  const count = view.getInt32(at, true)
  return count > 0 && from + count * each <= view.byteLength ? count : 0
}

function readPoints(view: DataView, from: number, count: number, shift: number): Point[] {
  const points: Point[] = new Array(count)
  for (let n = 0; n < count; n++) points[n] = [shifted(view.getFloat64(from + n * 16, true), shift), view.getFloat64(from + n * 16 + 8, true)]
  return points
}

/** Rounded to 10⁻⁶ m, so that a prefixed easting gives the very same number as one without prefix. */
function shifted(x: number, shift: number): number {
  return shift === 0 ? x : Math.round((x - shift) * 1e6) / 1e6
}

function readParts(view: DataView, shift: number): Point[][] {
  const count = countAt(view, 36, 4, 44)
  const points = readPoints(view, 44 + count * 4, count ? countAt(view, 40, 16, 44 + count * 4) : 0, shift)
  const starts = Array.from({ length: count }, (_, n) => view.getInt32(44 + n * 4, true))
  return starts.map((from, n) => points.slice(from, starts[n + 1])).filter((part) => part.length > 0)
}

/** Rings to polygons: clockwise rings are outlines, the others holes of the outline that holds them; a stray hole is an outline itself. */
function polygonOf(rings: Point[][]): Geometry {
  const polygons = rings.filter((ring) => doubleArea(ring) <= 0).map((ring) => [ring])
  const outlines = polygons.map(([ring]) => ({ ring: ring ?? [], box: extentOf(ring ?? []) }))
  // an area that is no number counts here too: no ring is lost
  for (const hole of rings.filter((ring) => !(doubleArea(ring) <= 0))) {
    const box = extentOf(hole)
    const around = outlines.flatMap((outline, n) => (holds(outline.box, box) ? [n] : []))
    const at = around.find((n) => hole.some((point) => isInside(point, outlines[n]?.ring ?? []))) ?? around[0]
    const owner = at === undefined ? undefined : polygons[at]
    if (owner) owner.push(hole)
    else polygons.push([hole])
  }
  const only = polygons.length === 1 ? polygons[0] : undefined
  return only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: polygons }
}

/** Twice the signed area, counter-clockwise positive; taken from the first vertex so large coordinates cost no precision. */
function doubleArea(ring: Point[]): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  let sum = 0
  for (let n = 1; n < ring.length; n++) {
    const [ax, ay] = ring[n - 1] as Point
    const [bx, by] = ring[n] as Point
    sum += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
  }
  return sum
}

/** Extent of points; of none the empty one, from Infinity to -Infinity. */
export function extentOf(points: readonly Point[]): Bbox {
  const box: Bbox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}

function holds(outer: Bbox, inner: Bbox): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

function isInside([x, y]: Point, ring: Point[]): boolean {
  let inside = false
  for (let n = 0, before = ring.length - 1; n < ring.length; before = n++) {
    const [ax, ay] = ring[n] as Point
    const [bx, by] = ring[before] as Point
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
