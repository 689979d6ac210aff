import type { Text } from '../../kit/model/lang.ts'

/** A point in projected metres (easting, northing), rounded to 0.001 m. */
export type Point = [number, number]
/** An open ring: the first point is not repeated at the end. */
export type Ring = Point[]
/** A polygon: outer ring first, then its holes. */
export type Shape = Ring[]
/** A parcel as the geometry functions see it; `id` is its dkbm or any other name. */
export type Parcel = { id: string; shape: Shape }

/** Two points nearer than this (m) are the same point of the ground: rule C04 and C10 of the data format. */
export const samePoint = 0.05
/** A point this near to an edge (m) lies on it: the rounding to 0.001 m moves a point by at most 0.00071. */
export const onEdge = 0.002

/** A refusal that a user can read; `code` is its key in the words of the map. */
export interface GeometryError extends Error {
  code: string
  words: Text
}
export const geometryError = (code: string, zh: string, en: string): GeometryError => Object.assign(new Error(zh), { code, words: { zh, en } })
export const isGeometryError = (e: unknown): e is GeometryError => e instanceof Error && 'words' in e && 'code' in e

/** Rounds a point to 0.001 m. */
export function roundPoint(p: readonly number[]): Point {
  return [Math.round(p[0]! * 1000) / 1000, Math.round(p[1]! * 1000) / 1000]
}

/** The point's name: equal for equal millimetres. */
export function keyOf(p: Point): string {
  return `${Math.round(p[0] * 1000)},${Math.round(p[1] * 1000)}`
}

/** Whether two points are equal to the millimetre. */
export function equalPoints(a: Point, b: Point): boolean {
  return keyOf(a) === keyOf(b)
}

/** Distance in metres. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1])
}

/** Twice the signed area of the triangle a b p: positive when p lies to the left of a b (m²). */
export function cross(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/** Signed area of an open ring in m², positive counter-clockwise; origin shifted to the first point. */
export function ringArea(ring: Ring): number {
  const origin = ring[0]
  if (!origin) return 0
  return ring.reduce((sum, p, i) => sum + cross(origin, p, ring[(i + 1) % ring.length]!), 0) / 2
}

/** Area of the shape in m² as a double: outer less holes. */
export function shapeArea(shape: Shape): number {
  return shape.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(ringArea(ring)), 0)
}

/** Edges of a ring as pairs of points. */
export function edgesOf(ring: Ring): [Point, Point][] {
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]!])
}

/** The normal form: rounded, no closing or repeated point, outer counter-clockwise, holes clockwise (OGC 06-103r4). */
export function normalShape(shape: readonly (readonly (readonly number[])[])[]): Shape {
  return shape.map((ring, index) => {
    const points = ring.map(roundPoint)
    const open = points.filter((p, i) => points.length === 1 || !equalPoints(p, points[(i + 1) % points.length]!))
    return ringArea(open) > 0 === (index === 0) ? open : open.reverse()
  })
}

/** [minX, minY, maxX, maxY] of points, however many: a list that is handed over as arguments ends where the stack does. */
export function boxOfPoints(points: readonly (readonly [x: number, y: number])[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return box
}
/** The same of the outer ring. */
export function boundsOf(shape: Shape): [number, number, number, number] {
  return boxOfPoints(shape[0]!)
}

/** Whether the boxes of two shapes come within `margin` metres of each other. */
export function boxesMeet(a: Shape, b: Shape, margin: number): boolean {
  const p = boundsOf(a),
    q = boundsOf(b)
  return p[0] <= q[2] + margin && q[0] <= p[2] + margin && p[1] <= q[3] + margin && q[1] <= p[3] + margin
}

/** Whether a point lies inside the shape (even-odd rule; on the edge either answer). */
export function contains(shape: Shape, p: Point): boolean {
  let inside = false
  for (const ring of shape)
    for (const [a, b] of edgesOf(ring)) {
      if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
    }
  return inside
}

/** Nearest point of the edge a b to p: `t` from 0 at a to 1 at b, `gap` the distance in metres. */
export function nearestOnEdge(a: Point, b: Point, p: Point): { t: number; gap: number; point: Point } {
  const dx = b[0] - a[0],
    dy = b[1] - a[1]
  const length2 = dx * dx + dy * dy
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2))
  const point: Point = [a[0] + t * dx, a[1] + t * dy]
  return { t, gap: distance(point, p), point }
}

/** The ring with those of `points` inserted that lie on one of its edges (within `onEdge`) and are not yet its own; the same ring when none does. */
export function insertPoints(ring: Ring, points: readonly Point[]): Ring {
  const own = new Set(ring.map(keyOf))
  const fresh = points.filter((p) => !own.has(keyOf(p)))
  if (fresh.length === 0) return ring
  const out = edgesOf(ring).flatMap(([a, b]) => {
    const here = fresh.map((p) => ({ p, ...nearestOnEdge(a, b, p) })).filter((hit) => hit.gap <= onEdge && hit.t > 0 && hit.t < 1)
    const placed = here
      .sort((p, q) => p.t - q.t)
      .map((hit) => hit.p)
      .filter((p) => !own.has(keyOf(p)))
    placed.forEach((p) => own.add(keyOf(p)))
    return [a, ...placed]
  })
  return out.length === ring.length ? ring : out
}

/** insertPoints for all rings of a shape; the same shape when nothing changed. */
export function insertIntoShape(shape: Shape, points: readonly Point[]): Shape {
  const next = shape.map((ring) => insertPoints(ring, points))
  return next.some((ring, i) => ring !== shape[i]) ? next : shape
}
