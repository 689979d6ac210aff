import { geometryError } from './shape.ts'

export type Position = [number, number]
export type WktGeometry =
  | { type: 'POINT'; coordinates: Position }
  | { type: 'LINESTRING'; coordinates: Position[] }
  | { type: 'POLYGON'; coordinates: Position[][] }
  | { type: 'MULTIPOLYGON'; coordinates: Position[][][] }

const depth = { POINT: 0, LINESTRING: 1, POLYGON: 2, MULTIPOLYGON: 3 }

const bad = (zh: string, en: string): Error => geometryError('wkt-invalid', `WKT 文本有误：${zh}`, `The WKT text is not valid: ${en}`)

/** Splits at the commas outside of parentheses. */
function items(text: string): string[] {
  let level = 0
  let from = 0
  const out: string[] = []
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '(') level++
    else if (text[i] === ')') level--
    else if (i === text.length || (text[i] === ',' && level === 0)) {
      out.push(text.slice(from, i).trim())
      from = i + 1
    }
    if (level < 0) throw bad('括号不配对', 'the brackets do not match')
  }
  if (level !== 0) throw bad('括号不配对', 'the brackets do not match')
  return out
}

function position(text: string): Position {
  const numbers = text.trim().split(/\s+/).map(Number)
  if (numbers.length < 2 || numbers.length > 4 || numbers.some((n) => !Number.isFinite(n)))
    throw bad(`坐标“${text.slice(0, 40)}”`, `coordinate “${text.slice(0, 40)}”`)
  return [numbers[0]!, numbers[1]!]
}

function nested(text: string, level: number): unknown {
  if (level === 0) return position(text)
  if (!text.startsWith('(') || !text.endsWith(')')) throw bad('缺少括号', 'a bracket is missing')
  return items(text.slice(1, -1)).map((item) => nested(item, level - 1))
}

function checkRings(rings: Position[][]): void {
  for (const ring of rings) {
    const first = ring[0]!,
      last = ring.at(-1)!
    if (ring.length < 4) throw bad('环至少要有四个坐标', 'a ring has four coordinates at least')
    if (first[0] !== last[0] || first[1] !== last[1]) throw bad('环没有闭合', 'a ring is not closed')
  }
}

/**
 * Reads WKT or EWKT (POINT, LINESTRING, POLYGON, MULTIPOLYGON; Z and M values are dropped; rings closed as in the text).
 * Throws wkt-invalid. Source: OGC 06-103r4 section 7.
 */
export function parseWkt(text: string): WktGeometry {
  const match = /^\s*(?:SRID=\d+;)?\s*([A-Z]+)\s*(?:ZM|Z|M)?\s*(\(.*\))\s*$/is.exec(text)
  const type = match?.[1]?.toUpperCase() as WktGeometry['type'] | undefined
  if (!match || !type || !Object.hasOwn(depth, type))
    throw bad('只接受 POINT、LINESTRING、POLYGON、MULTIPOLYGON', 'only POINT, LINESTRING, POLYGON, MULTIPOLYGON')
  const body = match[2]!
  const coordinates = type === 'POINT' ? position(body.slice(1, -1)) : nested(body, depth[type])
  const geometry = { type, coordinates } as WktGeometry
  if (geometry.type === 'POLYGON') checkRings(geometry.coordinates)
  if (geometry.type === 'MULTIPOLYGON') geometry.coordinates.forEach(checkRings)
  return geometry
}

/** Writes WKT with at most `decimals` digits after the point (9: 0.1 mm in degrees; national precision is 0.0001 m). */
export function formatWkt(geometry: WktGeometry, decimals = 9): string {
  const number = (n: number) => String(Number(n.toFixed(decimals)))
  const write = (value: unknown, level: number): string =>
    level === 0 ? (value as Position).map(number).join(' ') : `(${(value as unknown[]).map((item) => write(item, level - 1)).join(', ')})`
  const level = depth[geometry.type]
  return level === 0 ? `POINT(${write(geometry.coordinates, 0)})` : `${geometry.type}${write(geometry.coordinates, level)}`
}
