// A layer written as a shapefile is what the reader of packages reads back.
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readDbfHeader, readDbfRecord } from '../../packages/package/dbf.ts'
import { readShape } from '../../packages/package/shape.ts'
import { dxfOf } from './dxf.ts'
import { shapefileOf, type ShapefileLayer } from './shapefile.ts'
import type { Point } from './shape.ts'

const ZONE = 35
const square: Point[] = [
  [500_000, 3_300_000],
  [500_100, 3_300_000],
  [500_100, 3_300_100],
  [500_000, 3_300_100],
]
const hole: Point[] = square.map(([x, y]) => [500_040 + (x - 500_000) / 10, 3_300_040 + (y - 3_300_000) / 10])
const layer: ShapefileLayer = {
  kind: 'Polygon',
  columns: [
    ['DKBM', 'C', 19],
    ['DKMC', 'C', 10],
    ['SCMJ', 'N', 16, 2],
  ],
  records: [
    { parts: [square, hole], values: { DKBM: '5120211192030100001', DKMC: '大田𠮷沟边的田', SCMJ: '9900.00' } },
    { parts: [], values: { DKBM: '5120211192030100002', DKMC: null } },
  ],
}
const contentAt = (shp: Buffer, shx: Buffer, i: number) => {
  const [at, length] = [shx.readInt32BE(100 + i * 8) * 2, shx.readInt32BE(104 + i * 8) * 2]
  expect([shp.readInt32BE(at), shp.readInt32BE(at + 4) * 2]).toEqual([i + 1, length])
  return new DataView(shp.buffer, shp.byteOffset + at + 8, length)
}

test('shapes come back in the metres of the zone, outline with the clock and holes against it, a parcel without shape as none', () => {
  const { shp, shx, prj } = shapefileOf(layer, ZONE, '2026-03-02')
  expect([shp.readInt32BE(24) * 2, shx.readInt32BE(24) * 2]).toEqual([shp.length, shx.length])
  const read = readShape(contentAt(shp, shx, 0), ZONE * 1e6) as { type: string; coordinates: Point[][] }
  expect([read.type, read.coordinates.length]).toEqual(['Polygon', 2])
  for (const [i, ring] of [square, hole].entries()) for (const p of ring) expect(read.coordinates[i]).toContainEqual(p)
  expect(readShape(contentAt(shp, shx, 1), 0)).toBeNull()
  expect(prj.toString()).toContain('PARAMETER["Central_Meridian",105.0]')
  const points = shapefileOf({ kind: 'Point', columns: layer.columns, records: [{ parts: [[[500_001, 3_300_002]]], values: {} }] }, ZONE, '2026-03-02')
  expect(readShape(contentAt(points.shp, points.shx, 0), ZONE * 1e6)).toEqual({ type: 'Point', coordinates: [500_001, 3_300_002] })
  const lines = shapefileOf({ kind: 'PolyLine', columns: layer.columns, records: [{ parts: [square], values: {} }] }, ZONE, '2026-03-02')
  expect(readShape(contentAt(lines.shp, lines.shx, 0), ZONE * 1e6)).toEqual({ type: 'LineString', coordinates: square })
})

test('the table is GBK within its widths, and no sign is cut in half', () => {
  const { dbf } = shapefileOf(layer, ZONE, '2026-03-02')
  const head = readDbfHeader(dbf)
  expect([head.count, head.ldid, head.fields.map((f) => [f.name, f.type, f.length, f.decimals])]).toEqual([
    2,
    0x4d,
    [
      ['DKBM', 'C', 19, 0],
      ['DKMC', 'C', 10, 0],
      ['SCMJ', 'N', 16, 2],
    ],
  ])
  const record = (i: number) => readDbfRecord(dbf.subarray(head.headerLength + i * head.recordLength), head.fields, 'gb18030')!
  expect(record(0)).toEqual({ attrs: { DKBM: '5120211192030100001', DKMC: '大田?沟边', SCMJ: 9900 }, bad: [] })
  expect(record(1)).toEqual({ attrs: { DKBM: '5120211192030100002', DKMC: null, SCMJ: null }, bad: [] })
})

test('a drawing has closed rings, lines, points and words, in GBK, and what GBK lacks by its number', () => {
  const square: [number, number][] = [
    [35500000, 3300000],
    [35500010, 3300000],
    [35500010, 3300010],
    [35500000, 3300000],
  ]
  const bytes = dxfOf({
    rings: [{ layer: 'DK', points: square }],
    lines: [{ layer: 'JZX', points: square.slice(0, 2) }],
    points: [{ layer: 'JZD', at: square[1]! }],
    words: [{ layer: 'ZJ', at: square[0]!, text: '沟边𠮷田\nA\\', height: 2 }],
  })
  const lines = iconv.decode(bytes, 'gbk').split('\r\n')
  const pairs = Array.from({ length: Math.floor(lines.length / 2) }, (_, i) => [lines[i * 2]!, lines[i * 2 + 1]!] as const)
  const kinds = pairs.filter(([code]) => code === '0').map(([, v]) => v)
  expect(kinds.slice(-13)).toEqual(
    ['ENDSEC', 'SECTION', 'POLYLINE', 'VERTEX', 'VERTEX', 'VERTEX', 'SEQEND', 'POLYLINE', 'VERTEX', 'VERTEX', 'SEQEND', 'POINT', 'TEXT', 'ENDSEC', 'EOF'].slice(
      -13,
    ),
  )
  // closed by its flag, its first point not again
  expect(pairs.filter(([code]) => code === '70').map(([, v]) => v)).toEqual(['4', '0', '0', '0', '0', '1', '0'])
  expect(pairs.find(([code, v]) => code === '1' && v.startsWith('沟'))![1]).toBe('沟边\\U+D842\\U+DFB7田 A\\\\')
  expect(pairs.filter(([code]) => code === '2').map(([, v]) => v)).toEqual(['HEADER', 'TABLES', 'LAYER', 'DK', 'JZD', 'JZX', 'ZJ', 'ENTITIES'])
})
