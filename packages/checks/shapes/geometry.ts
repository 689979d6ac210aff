/**
 * Plane geometry for the checks: coordinates are projected metres [east, north]; rings are closed (first point = last point).
 * Plain numbers, no tolerance hidden: every tolerance is an argument.
 */
import { ringsFault } from '../../../land/geometry/rings.ts'
import { shapeExtent } from '../../package/shape.ts'
import type { Bbox, Geometry, StagedPoint } from '../../package/staged.ts'
import type { Rings } from '../finding.ts'

export type Segment = readonly [StagedPoint, StagedPoint]

/** Polygons of a polygonal geometry, [] for anything else. */
export function polygonsOf(geometry: Geometry | null): Rings[] {
  if (geometry?.type === 'Polygon') return [geometry.coordinates]
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** Lines of a linear geometry, [] for anything else. */
export function linesOf(geometry: Geometry | null): StagedPoint[][] {
  if (geometry?.type === 'LineString') return [geometry.coordinates]
  return geometry?.type === 'MultiLineString' ? geometry.coordinates : []
}

/** All points of any geometry. */
export function pointsOf(geometry: Geometry | null): StagedPoint[] {
  if (!geometry) return []
  if (geometry.type === 'Point') return [geometry.coordinates]
  if (geometry.type === 'MultiPoint' || geometry.type === 'LineString') return geometry.coordinates
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : geometry.coordinates.flat()
}

/** Signed area of a closed ring in m²; negative when clockwise (north up). Taken from the first point, so large eastings lose nothing. */
export function signedArea(ring: readonly StagedPoint[]): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  let twice = 0
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] as StagedPoint
    const [bx, by] = ring[i] as StagedPoint
    twice += (ax - ox) * (by - oy) - (bx - ox) * (ay - oy)
  }
  return twice / 2
}

/** Area of polygons in m²: outer rings minus holes. */
export function areaOf(polygons: readonly Rings[]): number {
  return polygons.reduce((sum, rings) => sum + rings.reduce((area, ring, i) => area + (i ? -1 : 1) * Math.abs(signedArea(ring)), 0), 0)
}

/** Extent of points, null for none. */
export const bboxOf = (points: readonly StagedPoint[]): Bbox | null => (points.length ? shapeExtent(points) : null)

/**
 * Where projected coordinates of China can lie, m: eastings within a zone of at most 6° around 500 km, northings from 3° N (Nansha) to 54° N.
 * Source: GB 22021; wide enough for every county, narrow enough that an origin, swapped axes or damaged bytes lie outside.
 */
const possible: Bbox = [100_000, 300_000, 900_000, 6_000_000]

/** True if every point can lie in China; false also for numbers that are none. */
export function isPossible(points: readonly StagedPoint[]): boolean {
  return points.every(([x, y]) => x >= possible[0] && y >= possible[1] && x <= possible[2] && y <= possible[3])
}

/** Extent of one segment. */
export function segmentBox([a, b]: Segment): Bbox {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}

/** True if the boxes come within `margin` metres of each other (negative: they overlap by more than that). */
export function boxesTouch(a: Bbox, b: Bbox, margin = 0): boolean {
  return a[0] <= b[2] + margin && b[0] <= a[2] + margin && a[1] <= b[3] + margin && b[1] <= a[3] + margin
}

/** Segments of rings or lines, zero-length ones left out. */
export function segmentsOf(lines: readonly (readonly StagedPoint[])[]): Segment[] {
  const found: Segment[] = []
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const a = line[i - 1] as StagedPoint
      const b = line[i] as StagedPoint
      if (a[0] !== b[0] || a[1] !== b[1]) found.push([a, b])
    }
  }
  return found
}

/** Distance of two points, m. */
export function pointDistance(a: StagedPoint, b: StagedPoint): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

/** Point at share t of a segment. */
export function pointAt([a, b]: Segment, t: number): StagedPoint {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/** Share along the segment of the foot of p; below 0 or above 1 outside the ends. */
export function project(p: StagedPoint, [a, b]: Segment): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const square = dx * dx + dy * dy
  return square ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square : 0
}

/** Distance of a point to a segment, m. */
export function toSegment(p: StagedPoint, segment: Segment): number {
  return pointDistance(p, pointAt(segment, Math.min(1, Math.max(0, project(p, segment)))))
}

/** Twice the signed area of a, b, c: positive when c lies to the left of a→b. */
export function orientation(a: StagedPoint, b: StagedPoint, c: StagedPoint): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/** Where two segments cross in their interiors with all four ends off the other line by more than `tolerance` m; null otherwise. */
export function crossing(s: Segment, t: Segment, tolerance: number): StagedPoint | null {
  const lengthS = pointDistance(s[0], s[1])
  const lengthT = pointDistance(t[0], t[1])
  const a = orientation(t[0], t[1], s[0]) / lengthT
  const b = orientation(t[0], t[1], s[1]) / lengthT
  const c = orientation(s[0], s[1], t[0]) / lengthS
  const d = orientation(s[0], s[1], t[1]) / lengthS
  if (Math.min(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) <= tolerance) return null
  return a * b < 0 && c * d < 0 ? pointAt(s, a / (a - b)) : null
}

/** Inside a polygon with holes by the even-odd rule; points exactly on the border may fall on either side. */
export function inside(p: StagedPoint, rings: Rings): boolean {
  let odd = false
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1] as StagedPoint
      const [bx, by] = ring[i] as StagedPoint
      if (ay > p[1] !== by > p[1] && p[0] < ((bx - ax) * (p[1] - ay)) / (by - ay) + ax) odd = !odd
    }
  }
  return odd
}

/** Shares [from, to] of `base` along which `other` runs within `tolerance` m of it, null if it does not. */
export function alongside(base: Segment, other: Segment, tolerance: number): [number, number] | null {
  const p = project(other[0], base)
  const q = project(other[1], base)
  const from = Math.max(0, Math.min(p, q))
  const to = Math.min(1, Math.max(p, q))
  if (to <= from) return null
  return toSegment(pointAt(base, from), other) <= tolerance && toSegment(pointAt(base, to), other) <= tolerance ? [from, to] : null
}

/** Length of `base` that none of the others runs along, m, and the middle of the longest bare stretch. */
export function bareLength(base: Segment, others: Iterable<Segment>, tolerance: number): { length: number; place: StagedPoint } {
  const spans: [number, number][] = []
  for (const other of others) {
    const span = alongside(base, other, tolerance)
    if (span) spans.push(span)
  }
  spans.sort((a, b) => a[0] - b[0])
  let reached = 0
  let bare = 0
  let longest: [number, number] = [0, 0]
  for (const [from, to] of [...spans, [1, 1] as [number, number]]) {
    if (from > reached) {
      bare += from - reached
      if (from - reached > longest[1] - longest[0]) longest = [reached, from]
    }
    reached = Math.max(reached, to)
  }
  return { length: bare * pointDistance(base[0], base[1]), place: pointAt(base, (longest[0] + longest[1]) / 2) }
}

/**
 * The first place where rings are no polygon: a ring that is not closed, what the database would refuse (land/geometry/rings.ts), and what it might after the way
 * into degrees: edges that come within `reach` (m) of each other without a point in common. Null if the polygon is valid.
 */
export function ringFault(rings: Rings, reach: number): StagedPoint | null {
  for (const ring of rings) {
    const first = ring[0]
    const last = ring[ring.length - 1]
    if (!first || !last || ring.length < 4 || pointDistance(first, last) > reach) return first ?? [0, 0]
  }
  const fault = ringsFault(rings)
  if (fault) return fault.at ?? [0, 0]
  const edges = rings.flatMap((ring, r) => {
    const own = segmentsOf([ring])
    return own.map((segment, i) => ({ segment, r, i, n: own.length, box: segmentBox(segment) }))
  })
  edges.sort((a, b) => a.box[0] - b.box[0])
  for (let i = 0; i < edges.length; i++) {
    const e = edges[i] as (typeof edges)[number]
    for (let j = i + 1; j < edges.length; j++) {
      const f = edges[j] as (typeof edges)[number]
      if (f.box[0] > e.box[2] + reach) break
      if (!boxesTouch(e.box, f.box, reach)) continue
      const step = e.r === f.r ? Math.abs(e.i - f.i) : 0
      const next = e.r === f.r && (step === 1 || step === e.n - 1)
      // rings may share a point; another one on an edge is a touch or a crossing as it is rounded
      if (e.r !== f.r && e.segment.some((p) => f.segment.some((q) => p[0] === q[0] && p[1] === q[1]))) continue
      const place = next ? foldedBack(e.segment, f.segment, reach) : contact(e.segment, f.segment, reach)
      if (place) return place
    }
  }
  return null
}

/** Consecutive edges that run back over each other: the far end of one lies on the other. */
function foldedBack(s: Segment, t: Segment, reach: number): StagedPoint | null {
  const [first, second] = s[1][0] === t[0][0] && s[1][1] === t[0][1] ? [s, t] : [t, s]
  if (toSegment(second[1], first) <= reach) return second[1]
  return toSegment(first[0], second) <= reach ? first[0] : null
}

/** Place where two segments cross or come within `reach`, null if they stay apart. */
export function contact(s: Segment, t: Segment, reach: number): StagedPoint | null {
  for (const p of s) if (toSegment(p, t) <= reach) return p
  for (const p of t) if (toSegment(p, s) <= reach) return p
  return crossing(s, t, 0)
}

/** A point well inside the first polygon for the map: the mean of its outer ring's vertices. */
export function pointPlace(polygons: readonly Rings[]): StagedPoint | undefined {
  const ring = polygons[0]?.[0]
  if (!ring?.length) return undefined
  const open = ring.slice(0, Math.max(1, ring.length - 1))
  return [open.reduce((sum, p) => sum + p[0], 0) / open.length, open.reduce((sum, p) => sum + p[1], 0) / open.length]
}
