import { shapeFromWkt } from './crs.ts'
import { cross, distance, edgesOf, equalPoints, isGeometryError, ringArea, samePoint, shapeArea, type Point, type Shape } from './shape.ts'

export type Issue = { code: string; rule: string; level: 'error' | 'warning'; at?: Point }

const narrowest = (5 * Math.PI) / 180

/** Whether two edges have a common point other than a shared end. */
function clash(a: Point, b: Point, c: Point, d: Point): boolean {
  const abc = cross(a, b, c),
    abd = cross(a, b, d),
    cda = cross(c, d, a),
    cdb = cross(c, d, b)
  const shared = [a, b].filter((p) => equalPoints(p, c) || equalPoints(p, d)).length
  // edges that share an end clash only when they lie on each other
  if (shared > 0) {
    if (shared > 1) return true
    const [end, far] = equalPoints(a, c) || equalPoints(a, d) ? [a, b] : [b, a]
    const other = equalPoints(end, c) ? d : c
    return cross(end, far, other) === 0 && (far[0] - end[0]) * (other[0] - end[0]) + (far[1] - end[1]) * (other[1] - end[1]) > 0
  }
  const between = (p: Point, q: Point, r: Point) =>
    r[0] >= Math.min(p[0], q[0]) && r[0] <= Math.max(p[0], q[0]) && r[1] >= Math.min(p[1], q[1]) && r[1] <= Math.max(p[1], q[1])
  if (abc > 0 !== abd > 0 && cda > 0 !== cdb > 0 && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0) return true
  return (abc === 0 && between(a, b, c)) || (abd === 0 && between(a, b, d)) || (cda === 0 && between(c, d, a)) || (cdb === 0 && between(c, d, b))
}

function selfIntersections(shape: Shape): Point[] {
  const edges = shape.flatMap((ring, r) => edgesOf(ring).map(([a, b], i) => ({ a, b, r, i, n: ring.length })))
  const found: Point[] = []
  for (const [k, e] of edges.entries())
    for (const f of edges.slice(k + 1)) {
      if (Math.max(e.a[0], e.b[0]) < Math.min(f.a[0], f.b[0]) || Math.max(f.a[0], f.b[0]) < Math.min(e.a[0], e.b[0])) continue
      const next = e.r === f.r && (f.i === e.i + 1 || (e.i === 0 && f.i === e.n - 1))
      const touch = !next && [e.a, e.b].some((p) => equalPoints(p, f.a) || equalPoints(p, f.b))
      if (touch || clash(e.a, e.b, f.a, f.b)) found.push(f.a)
    }
  return found
}

function corner(before: Point, p: Point, after: Point): number {
  const a = Math.atan2(before[1] - p[1], before[0] - p[0]),
    b = Math.atan2(after[1] - p[1], after[0] - p[0])
  const turn = Math.abs(a - b)
  return turn > Math.PI ? 2 * Math.PI - turn : turn
}

/**
 * Checks one shape by itself (projected metres): too few points and self-intersection or self-touch (C02), repeated points nearer
 * than 0.05 m (C04), angles below 5° (C05), area below 1 m² (C06), holes (C19). `code` is the key in the words of the map.
 * Source: rules C02-C19 of the national submission check.
 */
export function checkShape(shape: Shape): Issue[] {
  const issues: Issue[] = []
  if (shape.length === 0 || shape.some((ring) => ring.length < 3)) return [{ code: 'too-few-points', rule: 'C02', level: 'error' }]
  for (const at of selfIntersections(shape)) issues.push({ code: 'self-intersection', rule: 'C02', level: 'error', at })
  for (const ring of shape)
    for (const [i, p] of ring.entries()) {
      const before = ring[(i + ring.length - 1) % ring.length]!,
        after = ring[(i + 1) % ring.length]!
      if (distance(p, after) < samePoint) issues.push({ code: 'repeated-point', rule: 'C04', level: 'warning', at: p })
      else if (corner(before, p, after) < narrowest) issues.push({ code: 'narrow-angle', rule: 'C05', level: 'warning', at: p })
    }
  if (shape.slice(1).some((hole) => Math.abs(ringArea(hole)) > 0)) issues.push({ code: 'hole', rule: 'C19', level: 'warning', at: shape[1]![0]! })
  if (shapeArea(shape) < 1) issues.push({ code: 'too-small', rule: 'C06', level: 'error', at: shape[0]![0]! })
  return issues
}

/** An outline (WKT in degrees) in metres of the zone, where it is one polygon without error. */
export function validShape(wkt: string, zone: number): Shape | undefined {
  try {
    const shape = shapeFromWkt(wkt, zone)
    return checkShape(shape).some((issue) => issue.level === 'error') ? undefined : shape
  } catch (e) {
    if (isGeometryError(e)) return undefined
    throw e
  }
}
