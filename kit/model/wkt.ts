import type { Text } from './lang.ts'

export type Position = [number, number]
export type WktGeometry =
  | { type: 'POINT'; coordinates: Position }
  | { type: 'LINESTRING'; coordinates: Position[] }
  | { type: 'POLYGON'; coordinates: Position[][] }
  | { type: 'MULTIPOLYGON'; coordinates: Position[][][] }

const depth = { POINT: 0, LINESTRING: 1, POLYGON: 2, MULTIPOLYGON: 3 }

/** A refusal that a user can read, as land/geometry/shape.ts has them. */
const bad = (zh: string, en: string): Error => {
  const words: Text = { zh: `WKT 文本有误：${zh}`, en: `The WKT text is not valid: ${en}` }
  return Object.assign(new Error(words.zh), { code: 'wkt-invalid', words })
}

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
    if (ring.length < 4) throw bad('环至少要有四个坐标', 'a ring needs at least four coordinates')
    if (first[0] !== last[0] || first[1] !== last[1]) throw bad('环没有闭合', 'a ring is not closed')
  }
}

const HEAD = /(?:SRID\s*=\s*(\d+)\s*;\s*)?\b(POINT|LINESTRING|POLYGON|MULTIPOLYGON)\s*(?:ZM|Z|M)?\s*\(/i
/** The one WKT in what a program put on the clipboard: alone, in quotes, or in a row of cells under its heading. */
function found(text: string): { type: WktGeometry['type']; body: string; isBare: boolean } {
  const head = HEAD.exec(text)
  if (!head) throw bad('只接受 POINT、LINESTRING、POLYGON、MULTIPOLYGON', 'only POINT, LINESTRING, POLYGON, MULTIPOLYGON')
  const from = head.index + head[0].length - 1
  let end = from
  for (let level = 0; end < text.length; end++) {
    if (text[end] === '(') level++
    if (text[end] === ')' && --level === 0) break
  }
  const [before, after] = [text.slice(0, head.index), text.slice(end + 1)]
  if (end === text.length || after.includes(')'))
    throw after.match(HEAD) ? bad('只能有一个图形', 'one shape only') : bad('括号不配对', 'the brackets do not match')
  if (!/^([^()\n]*\n)?\s*"?$/.test(before) || !/^\s*$|^"?(\t[^\n]*)?\s*$/.test(after)) throw bad('图形前后有多余的内容', 'there is extra text after the shape')
  if (head[1] && !['4326', '4490'].includes(head[1])) throw bad(`坐标系 ${head[1]} 应为 4490 或 4326`, `the system ${head[1]} must be 4490 or 4326`)
  return { type: head[2]!.toUpperCase() as WktGeometry['type'], body: text.slice(from, end + 1), isBare: !before.trim() && !after.trim() && !head[1] }
}

/**
 * Reads WKT or EWKT (POINT, LINESTRING, POLYGON, MULTIPOLYGON) as programs write and copy it: "PolygonZ", "POLYGON Z", SRID=4490 or 4326 before it, a copied row with
 * its heading. Z and M values are dropped; rings are closed as in the text. Throws wkt-invalid. Source: OGC 06-103r4 section 7.
 */
export function parseWkt(text: string): WktGeometry {
  const { type, body } = found(text)
  const coordinates = type === 'POINT' ? position(body.slice(1, -1)) : nested(body, depth[type])
  const geometry = { type, coordinates } as WktGeometry
  if (geometry.type === 'POLYGON') checkRings(geometry.coordinates)
  if (geometry.type === 'MULTIPOLYGON') geometry.coordinates.forEach(checkRings)
  return geometry
}

/** A text that was typed or pasted as plain WKT of two dimensions, its numbers unchanged; plain WKT as it is. Throws wkt-invalid. */
export function plainWkt(text: string): string {
  const geometry = parseWkt(text)
  const { type, body, isBare } = found(text)
  const isPlain =
    isBare && new RegExp(`^\\s*${type}\\s*\\(`, 'i').test(text) && body.split(',').every((p) => p.replace(/[()]/g, ' ').trim().split(/\s+/).length === 2)
  return isPlain ? text.trim() : written(geometry, String)
}

function written(geometry: WktGeometry, number: (n: number) => string): string {
  const write = (value: unknown, level: number): string =>
    level === 0 ? (value as Position).map(number).join(' ') : `(${(value as unknown[]).map((item) => write(item, level - 1)).join(', ')})`
  const level = depth[geometry.type]
  return level === 0 ? `POINT(${write(geometry.coordinates, 0)})` : `${geometry.type}${write(geometry.coordinates, level)}`
}
/** Writes WKT with at most `decimals` digits after the point (9: 0.1 mm in degrees; national precision is 0.0001 m). */
export const formatWkt = (geometry: WktGeometry, decimals = 9): string => written(geometry, (n) => String(Number(n.toFixed(decimals))))
