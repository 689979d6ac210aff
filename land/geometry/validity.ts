import type { Text } from '../../kit/model/lang.ts'
import { parseWkt, type Position } from '../../kit/model/wkt.ts'
import { onGrid, shapeFromWkt, toDegrees } from './crs.ts'
import { RINGS_WORDS, ringsFault, type RingsFault } from './rings.ts'
import { distance, isGeometryError, ringArea, samePoint, shapeArea, type Point, type Shape } from './shape.ts'

export type Issue = { code: string; rule: string; level: 'error' | 'warning'; at?: Point }

const narrowest = (5 * Math.PI) / 180

function corner(before: Point, p: Point, after: Point): number {
  const a = Math.atan2(before[1] - p[1], before[0] - p[0]),
    b = Math.atan2(after[1] - p[1], after[0] - p[0])
  const turn = Math.abs(a - b)
  return turn > Math.PI ? 2 * Math.PI - turn : turn
}

/**
 * Checks one shape by itself (projected metres): what keeps it from being one polygon (C02, rings.ts), repeated points nearer
 * than 0.05 m (C04), angles below 5° (C05), area below 1 m² (C06), holes (C19). `code` is the key in the words of the map.
 * Source: rules C02-C19 of the national submission check.
 */
export function checkShape(shape: Shape): Issue[] {
  const issues: Issue[] = []
  if (shape.length === 0 || shape.some((ring) => ring.length < 3)) return [{ code: 'too-few-points', rule: 'C02', level: 'error' }]
  const fault = ringsFault(shape)
  if (fault) issues.push({ code: fault.kind, rule: 'C02', level: 'error', at: fault.at })
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

const SMALL: Text = { zh: '面积小于 1 平方米', en: 'the area is below 1 m²' }
const digits = (p: readonly number[], n: number) => p.map((v) => v.toFixed(n)).join(', ')

/** The rings of the one polygon of a text. */
function ringsIn(wkt: string): Position[][] {
  const read = parseWkt(wkt)
  return read.type === 'POLYGON' ? read.coordinates : read.type === 'MULTIPOLYGON' && read.coordinates.length === 1 ? read.coordinates[0]! : []
}
/**
 * An outline (WKT in degrees) in metres of the zone, or why it is none, with the place in degrees. It is judged as it came and as it will be stored, in degrees, where
 * the database judges it, and to the millimetre of the ground.
 */
export function outlineOf(wkt: string, zone: number): { shape: Shape } | { wrong: Text } {
  try {
    const shape = shapeFromWkt(wkt, zone)
    const drawn = checkShape(shape).find((issue) => issue.level === 'error')
    const stored = ringsFault(ringsIn(wkt)) ?? (drawn ? undefined : ringsFault(ringsIn(onGrid(wkt, zone))))
    if (!stored && !drawn) return { shape }
    const words = stored ? RINGS_WORDS[stored.kind] : (RINGS_WORDS[drawn!.code as RingsFault] ?? SMALL)
    // where a fault has no place of its own, the outline has
    const place = stored?.at ?? (drawn?.at ? toDegrees(drawn.at, zone) : ringsIn(wkt)[0]?.[0])
    const at = place && digits(place, 7)
    return { wrong: at ? { zh: `${words.zh}（${at}）`, en: `${words.en} (${at})` } : words }
  } catch (e) {
    if (isGeometryError(e)) return { wrong: e.words }
    throw e
  }
}
/** An outline (WKT in degrees) in metres of the zone, where it is one polygon without error. */
export function validShape(wkt: string, zone: number): Shape | undefined {
  const read = outlineOf(wkt, zone)
  return 'shape' in read ? read.shape : undefined
}
