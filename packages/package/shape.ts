import { shapeKind } from './staged.ts'
import type { Bbox, Geometry, StagedPoint } from './staged.ts'

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

const numbers = (points: StagedPoint[]): boolean => points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))

/** A count that exceeds what the record can hold is wrong and read as 0. */
function countAt(view: DataView, at: number, each: number, from: number): number {
  if (view.byteLength < at + 4) return 0
  const count = view.getInt32(at, true)
  return count > 0 && from + count * each <= view.byteLength ? count : 0
}

function readPoints(view: DataView, from: number, count: number, shift: number): StagedPoint[] {
  const points: StagedPoint[] = new Array(count)
  for (let n = 0; n < count; n++) points[n] = [shifted(view.getFloat64(from + n * 16, true), shift), view.getFloat64(from + n * 16 + 8, true)]
  return points
}

/** Rounded to 10⁻⁶ m, so that a prefixed easting gives the very same number as one without prefix. */
function shifted(x: number, shift: number): number {
  return shift === 0 ? x : Math.round((x - shift) * 1e6) / 1e6
}

function readParts(view: DataView, shift: number): StagedPoint[][] {
  const count = countAt(view, 36, 4, 44)
  const points = readPoints(view, 44 + count * 4, count ? countAt(view, 40, 16, 44 + count * 4) : 0, shift)
  const starts = Array.from({ length: count }, (_, n) => view.getInt32(44 + n * 4, true))
  return starts.map((from, n) => points.slice(from, starts[n + 1])).filter((part) => part.length > 0)
}

/**
 * Rings as polygons. What lies in what decides: in nothing or in a hole = an outline, in an outline = a hole; the direction (outlines clockwise) only where that does
 * not tell: a ring drawn as a hole that lies in no outline, or in another hole, stays a hole, of the outline that is nearest, for the checks to refuse.
 */
function polygonOf(rings: StagedPoint[][]): Geometry {
  if (rings.length === 1) return { type: 'Polygon', coordinates: rings }
  const all = rings.map((ring) => ({ ring, box: shapeExtent(ring), area: Math.abs(doubleArea(ring)), backwards: !(doubleArea(ring) <= 0) }))
  const around = all.map((r) =>
    all.filter((o) => o !== r && holds(o.box, r.box) && (o.area > r.area || !(r.area <= o.area)) && r.ring.some((p) => isInside(p, o.ring))),
  )
  const isEven = (n: number) => around[n]!.length % 2 === 0
  const isTold = all.some((r, n) => isEven(n) && !r.backwards)
  const outlines = all.filter((r, n) => isEven(n) && !(r.backwards && isTold))
  const polygons = new Map(outlines.map((o) => [o, [o.ring]]))
  for (const [n, hole] of all.entries()) {
    if (polygons.has(hole)) continue
    const [first] = [around[n]!, outlines.filter((o) => holds(o.box, hole.box)), outlines]
      .map((among) => among.filter((o) => polygons.has(o)).toSorted((a, b) => a.area - b.area))
      .find((among) => among.length > 0)!
    polygons.get(first!)!.push(hole.ring)
  }
  const made = [...polygons.values()]
  const only = made.length === 1 ? made[0] : undefined
  return only ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: made }
}

/** Twice the signed area, counter-clockwise positive; taken from the first vertex so large coordinates cost no precision. */
function doubleArea(ring: StagedPoint[]): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  let sum = 0
  for (let n = 1; n < ring.length; n++) {
    const [ax, ay] = ring[n - 1] as StagedPoint
    const [bx, by] = ring[n] as StagedPoint
    sum += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
  }
  return sum
}

/** The extent of nothing, from Infinity to -Infinity. */
export const emptyExtent = (): Bbox => [Infinity, Infinity, -Infinity, -Infinity]
/** Widens an extent so that it holds these points too. */
export function widenExtent(box: Bbox, points: readonly StagedPoint[]): void {
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
}
/** Extent of points; of none the empty one. */
export function shapeExtent(points: readonly StagedPoint[]): Bbox {
  const box = emptyExtent()
  widenExtent(box, points)
  return box
}
/** A geometry with each of its points put elsewhere. */
export function withPoints(g: Geometry, by: (p: StagedPoint) => StagedPoint): Geometry {
  const deep = (c: unknown): unknown => (typeof (c as unknown[])[0] === 'number' ? by(c as StagedPoint) : (c as unknown[]).map(deep))
  return { type: g.type, coordinates: deep(g.coordinates) } as Geometry
}

function holds(outer: Bbox, inner: Bbox): boolean {
  return outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3]
}

function isInside([x, y]: StagedPoint, ring: StagedPoint[]): boolean {
  let inside = false
  for (let n = 0, before = ring.length - 1; n < ring.length; before = n++) {
    const [ax, ay] = ring[n] as StagedPoint
    const [bx, by] = ring[before] as StagedPoint
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}
