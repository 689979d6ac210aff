import iconv from 'iconv-lite'
import type { Point } from './shape.ts'

// A layer as an ESRI shapefile (Technical Description, 1998; dBASE III), in GBK as NY/T 2539 asks. Pure.

/** A column of the table: its name of at most ten letters, text (C) or number (N), its width in bytes, its decimals. */
export type DbfColumn = readonly [name: string, type: 'C' | 'N', width: number, decimals?: number]
export interface ShapefileLayer {
  kind: 'Point' | 'PolyLine' | 'Polygon'
  columns: readonly DbfColumn[]
  /** each with its parts in metres (of a point one part of one point), and its values by column; no parts: a record without shape */
  records: readonly { parts: readonly (readonly Point[])[]; values: Readonly<Record<string, string | null | undefined>> }[]
}
const CODES = { Point: 1, PolyLine: 3, Polygon: 5 } as const
const HEAD = 100

/** Twice the signed area: above 0 for rings against the clock. */
const turn = (ring: readonly Point[]): number => ring.reduce((s, [x, y], i) => s + x * ring[(i + 1) % ring.length]![1] - ring[(i + 1) % ring.length]![0] * y, 0)
const same = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1]
/** Rings closed, the outline with the clock and its holes against it. */
export function shapeRings(rings: readonly (readonly Point[])[]): Point[][] {
  return rings.map((r, i) => {
    const ring = same(r[0]!, r.at(-1)!) ? [...r] : [...r, r[0]!]
    return turn(ring) > 0 === (i === 0) ? ring.toReversed() : ring
  })
}

type Box = [west: number, south: number, east: number, north: number]
export function boxOf(points: readonly Point[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x)
    box[1] = Math.min(box[1], y)
    box[2] = Math.max(box[2], x)
    box[3] = Math.max(box[3], y)
  }
  return points.length ? box : [0, 0, 0, 0]
}
/** The content of one record; rings of a polygon as `shapeRings` has them. */
export function shapeContent(kind: ShapefileLayer['kind'], parts: readonly (readonly Point[])[]): Buffer {
  const given = parts.filter((p) => p.length > 0)
  if (given.length === 0) return Buffer.alloc(4)
  if (kind === 'Point') {
    const b = Buffer.alloc(20)
    b.writeInt32LE(CODES.Point, 0)
    b.writeDoubleLE(given[0]![0]![0], 4)
    b.writeDoubleLE(given[0]![0]![1], 12)
    return b
  }
  const points = given.flat()
  const b = Buffer.alloc(44 + given.length * 4 + points.length * 16)
  b.writeInt32LE(CODES[kind], 0)
  boxOf(points).forEach((v, i) => b.writeDoubleLE(v, 4 + i * 8))
  b.writeInt32LE(given.length, 36)
  b.writeInt32LE(points.length, 40)
  let start = 0
  given.forEach((part, i) => {
    b.writeInt32LE(start, 44 + i * 4)
    start += part.length
  })
  points.forEach(([x, y], i) => {
    b.writeDoubleLE(x, 44 + given.length * 4 + i * 16)
    b.writeDoubleLE(y, 52 + given.length * 4 + i * 16)
  })
  return b
}
/** The head of a .shp or .shx of so many bytes. */
export function shapeHead(kind: ShapefileLayer['kind'], bytes: number, box: Box): Buffer {
  const b = Buffer.alloc(HEAD)
  b.writeInt32BE(9994, 0)
  b.writeInt32BE(bytes / 2, 24)
  b.writeInt32LE(1000, 28)
  b.writeInt32LE(CODES[kind], 32)
  box.forEach((v, i) => b.writeDoubleLE(v, 36 + i * 8))
  return b
}

/** GBK has what every program reads; GB 18030 the same bytes for these signs, and four for each of the others. */
export type TableEncoding = 'gbk' | 'gb18030'
/** A text within a width of bytes: cut between two signs, never inside one; a sign that GBK lacks is there a question mark. */
function cut(text: string, width: number, encoding: TableEncoding): Buffer {
  let bytes = iconv.encode(text, encoding)
  for (let n = [...text].length - 1; bytes.length > width; n--) bytes = iconv.encode([...text].slice(0, n).join(''), encoding)
  return bytes
}
/** The head of a table of so many records. `day` yyyy-MM-dd */
export function tableHead(columns: readonly DbfColumn[], records: number, day: string): Buffer {
  const head = Buffer.alloc(32 + columns.length * 32 + 1)
  head[0] = 3
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  head.set([year - 1900, month, date], 1)
  head.writeUInt32LE(records, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(recordWidth(columns), 10)
  // GBK
  head[29] = 0x4d
  columns.forEach(([name, type, w, decimals = 0], i) => {
    const at = 32 + i * 32
    head.set(cut(name, 10, 'gb18030'), at)
    head.write(type, at + 11, 'latin1')
    head[at + 16] = w
    head[at + 17] = decimals
  })
  head[head.length - 1] = 0x0d
  return head
}
const recordWidth = (columns: readonly DbfColumn[]) => columns.reduce((s, [, , w]) => s + w, 1)
/** A record of a table. `onCut` is told the column of a text that was too wide. */
export function tableRecord(
  columns: readonly DbfColumn[],
  values: Readonly<Record<string, string | null | undefined>>,
  encoding: TableEncoding = 'gbk',
  onCut?: (column: string) => void,
): Buffer {
  const b = Buffer.alloc(recordWidth(columns), 0x20)
  let at = 1
  for (const [name, type, w, decimals = 0] of columns) {
    const v = values[name] ?? ''
    const text = type === 'N' && v !== '' ? Number(v).toFixed(decimals).padStart(w) : v
    b.set(cut(text, w, encoding), at)
    if (onCut && text.length * 2 > w && iconv.encode(text, encoding).length > w) onCut(name)
    at += w
  }
  return b
}
/** Where a table ends. */
export const TABLE_END = Buffer.from([0x1a])

/** A 3-degree zone of CGCS2000 as ESRI's text, with its number before the easting or without. */
export const prjOf = (zone: number, isNumbered = true): string =>
  `PROJCS["CGCS2000_3_Degree_GK_${isNumbered ? `Zone_${zone}` : `CM_${zone * 3}E`}",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],` +
  `PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",${isNumbered ? zone : ''}500000.0],PARAMETER["False_Northing",0.0],` +
  `PARAMETER["Central_Meridian",${zone * 3}.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`

/**
 * @param day of the table's head, yyyy-MM-dd
 * @param zone whose metres the parts are in; the files have its number before the easting
 * @returns the files of a layer by extension
 */
export function shapefileOf(layer: ShapefileLayer, zone: number, day: string): { shp: Buffer; shx: Buffer; dbf: Buffer; prj: Buffer; cpg: Buffer } {
  const shift = (parts: readonly (readonly Point[])[]) => parts.map((part) => part.map(([x, y]): Point => [x + zone * 1e6, y]))
  const whole = (given: readonly (readonly Point[])[]) => (layer.kind === 'Polygon' ? shapeRings(given.filter((p) => p.length > 0)) : given)
  const parts = layer.records.map((r) => whole(shift(r.parts)))
  const contents = parts.map((p) => shapeContent(layer.kind, p))
  const box = boxOf(parts.flat(2))
  const shp: Buffer[] = [],
    index: Buffer[] = []
  let at = HEAD
  contents.forEach((content, i) => {
    const head = Buffer.alloc(8),
      entry = Buffer.alloc(8)
    head.writeInt32BE(i + 1, 0)
    head.writeInt32BE(content.length / 2, 4)
    entry.writeInt32BE(at / 2, 0)
    entry.writeInt32BE(content.length / 2, 4)
    shp.push(head, content)
    index.push(entry)
    at += 8 + content.length
  })
  return {
    shp: Buffer.concat([shapeHead(layer.kind, at, box), ...shp]),
    shx: Buffer.concat([shapeHead(layer.kind, HEAD + index.length * 8, box), ...index]),
    dbf: Buffer.concat([tableHead(layer.columns, layer.records.length, day), ...layer.records.map((r) => tableRecord(layer.columns, r.values)), TABLE_END]),
    prj: Buffer.from(prjOf(zone)),
    cpg: Buffer.from('GBK'),
  }
}
