// Features as other servers tell them (GeoJSON), read as what we take of them and no more. Pure.
import { cleanText } from '../../kit/model/clean.ts'
import { withoutHidden } from '../../kit/model/hidden.ts'
import type { ShownField } from './texts.ts'

/** A geometry of GeoJSON in degrees. */
export interface GeoJsonGeometry {
  type: string
  coordinates: unknown
}
/** A feature: values are texts, whatever was sent. */
export interface PlainFeature {
  properties: Readonly<Record<string, string>>
  geometry: GeoJsonGeometry | null
}
/** How deep the coordinates of each geometry lie. */
const DEPTH: Readonly<Record<string, number>> = { Point: 1, MultiPoint: 2, LineString: 2, MultiLineString: 3, Polygon: 3, MultiPolygon: 4 }
/** Points of one answer, fields of a feature, and signs of a value at most. */
const MOST_POINTS = 200_000,
  MOST_FIELDS = 60,
  LONGEST = 200
const isObject = (v: unknown): v is Record<string, unknown> => !!v && typeof v === 'object' && !Array.isArray(v)

/** Coordinates with numbers in their places, two of them a point; undefined where they are anything else. Counts the points in `seen`. */
function plainCoordinates(v: unknown, depth: number, seen: { points: number }): unknown {
  if (!Array.isArray(v)) return undefined
  if (depth === 1) {
    const [x, y] = v as unknown[]
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y) || Math.abs(x) > 360 || Math.abs(y) > 90) return undefined
    seen.points += 1
    return seen.points > MOST_POINTS ? undefined : [x, y]
  }
  const parts = v.map((p) => plainCoordinates(p, depth - 1, seen))
  return parts.every((p) => p !== undefined) ? parts : undefined
}
function plainGeometry(v: unknown, seen: { points: number }): GeoJsonGeometry | null {
  if (!isObject(v) || typeof v.type !== 'string' || !Object.hasOwn(DEPTH, v.type)) return null
  const coordinates = plainCoordinates(v.coordinates, DEPTH[v.type]!, seen)
  return coordinates === undefined ? null : { type: v.type, coordinates }
}
/** A text of another office as it is shown: without signs that nobody sees, which turn what stands behind them or hide it. */
export const textOfOthers = (v: string, longest: number): string => cleanText(withoutHidden(v.slice(0, 4 * longest))).slice(0, longest)
const plainValue = (v: unknown): string | undefined =>
  typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean' ? textOfOthers(String(v), LONGEST) : undefined

/**
 * The features of an answer, `most` of them. Undefined where it is no collection of features, or none of those that it has can be read: a wrong answer is not an
 * empty one.
 */
export function plainFeatures(text: string, most: number): PlainFeature[] | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(raw) || !Array.isArray(raw.features)) return undefined
  const seen = { points: 0 }
  const out: PlainFeature[] = []
  for (const f of raw.features.slice(0, most)) {
    if (!isObject(f)) continue
    const named = Object.entries(isObject(f.properties) ? f.properties : {}).flatMap(([n, v]) => {
      const value = plainValue(v)
      return value === undefined || n === '__proto__' ? [] : [[textOfOthers(n, 60), value] as const]
    })
    out.push({ properties: Object.fromEntries(named.slice(0, MOST_FIELDS)), geometry: plainGeometry(f.geometry, seen) })
  }
  return raw.features.length > 0 && out.length === 0 ? undefined : out
}

/** The values of a feature that are shown: those of the named fields in their order, or all where none is named. */
export const shownValues = (f: PlainFeature, fields: readonly ShownField[]): { name: string; label: string; value: string }[] =>
  fields.length
    ? fields.map(({ name, label }) => ({ name, label, value: f.properties[name] ?? '' }))
    : Object.entries(f.properties).map(([name, value]) => ({ name, label: name, value }))

const boundsOf = (v: unknown, box: [number, number, number, number]): void => {
  if (!Array.isArray(v)) return
  if (typeof v[0] === 'number') {
    const [x, y] = v as [number, number]
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  } else for (const p of v) boundsOf(p, box)
}
/** Whether the box around a geometry reaches into another one. */
export function reachesInto(g: GeoJsonGeometry | null, [w, s, e, n]: readonly [number, number, number, number]): boolean {
  if (!g) return false
  const b: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  boundsOf(g.coordinates, b)
  return b[0] <= e && b[2] >= w && b[1] <= n && b[3] >= s
}
type Ring = readonly (readonly [number, number])[]
/** Whether a point lies in rings (even and odd crossings). */
export const isInRings = ([x, y]: readonly [number, number], rings: readonly Ring[]): boolean =>
  rings.reduce((crossings, ring) => {
    let n = crossings
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[xi, yi], [xj, yj]] = [ring[i]!, ring[j]!]
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) n += 1
    }
    return n
  }, 0) %
    2 ===
  1
/** Whether a place is on a geometry: inside of a polygon, or within `reach` of anything else (by its box). */
export function isAt(g: GeoJsonGeometry | null, at: readonly [number, number], reach: number): boolean {
  if (g?.type === 'Polygon') return isInRings(at, g.coordinates as Ring[])
  if (g?.type === 'MultiPolygon') return (g.coordinates as Ring[][]).some((rings) => isInRings(at, rings))
  return reachesInto(g, [at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach])
}
