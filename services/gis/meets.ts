// Whether a geometry of GeoJSON reaches into another one, in degrees: what a drawn shape finds in layers that are no tables of ours. Pure.
import { isInRings, type GeoJsonGeometry } from './features.ts'

type Place = readonly [number, number]
/** What a geometry is made of: single places, ways of places, and rings of areas. */
interface Parts {
  points: Place[]
  lines: Place[][]
  areas: Place[][][]
}
function partsOf({ type, coordinates }: GeoJsonGeometry): Parts {
  const none: Parts = { points: [], lines: [], areas: [] }
  switch (type) {
    case 'Point':
      return { ...none, points: [coordinates as Place] }
    case 'MultiPoint':
      return { ...none, points: coordinates as Place[] }
    case 'LineString':
      return { ...none, lines: [coordinates as Place[]] }
    case 'MultiLineString':
      return { ...none, lines: coordinates as Place[][] }
    case 'Polygon':
      return { ...none, areas: [coordinates as Place[][]] }
    case 'MultiPolygon':
      return { ...none, areas: coordinates as Place[][][] }
    default:
      return none
  }
}
const sideOf = ([ax, ay]: Place, [bx, by]: Place, [px, py]: Place): number => Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
const isBetween = (a: Place, b: Place, p: Place): boolean =>
  Math.min(a[0], b[0]) <= p[0] && p[0] <= Math.max(a[0], b[0]) && Math.min(a[1], b[1]) <= p[1] && p[1] <= Math.max(a[1], b[1])
/** Whether two ways from place to place have one in common. */
function doCross(a: Place, b: Place, c: Place, d: Place): boolean {
  const [s1, s2, s3, s4] = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)]
  if (s1 !== s2 && s3 !== s4) return true
  return (s1 === 0 && isBetween(a, b, c)) || (s2 === 0 && isBetween(a, b, d)) || (s3 === 0 && isBetween(c, d, a)) || (s4 === 0 && isBetween(c, d, b))
}
const stepsOf = (way: readonly Place[]): [Place, Place][] => way.slice(1).map((p, i) => [way[i]!, p])
const waysOf = (p: Parts): [Place, Place][] => [...p.lines, ...p.areas.flat()].flatMap(stepsOf)
const cornersOf = (p: Parts): Place[] => [...p.points, ...p.lines.flat(), ...p.areas.flat(2)]

/** Whether two geometries have a place in common; a touched edge counts. Two single places never do: nobody draws one twice. */
export function geometriesMeet(a: GeoJsonGeometry | null, b: GeoJsonGeometry): boolean {
  if (!a) return false
  const [one, other] = [partsOf(a), partsOf(b)]
  const isIn = (from: Parts, areas: Parts['areas']) => areas.some((rings) => cornersOf(from).some((p) => isInRings(p, rings)))
  if (isIn(one, other.areas) || isIn(other, one.areas)) return true
  const theirs = waysOf(other)
  return waysOf(one).some(([p, q]) => theirs.some(([r, s]) => doCross(p, q, r, s)))
}
/** Whether all of a geometry lies in the areas of another one: every corner in one of them, and no way crosses an edge. */
export function geometryLiesIn(a: GeoJsonGeometry | null, b: GeoJsonGeometry): boolean {
  if (!a) return false
  const [one, other] = [partsOf(a), partsOf(b)]
  if (!cornersOf(one).every((p) => other.areas.some((rings) => isInRings(p, rings)))) return false
  const edges = waysOf(other)
  return !waysOf(one).some(([p, q]) => edges.some(([r, s]) => doCross(p, q, r, s)))
}
