import { expect, test } from 'vitest'
import { checkValue, readDraft } from './check.ts'
import { geom } from './field.ts'
import { parseWkt, plainWkt } from './wkt.ts'

const RING = '105.4 29.8, 105.401 29.8, 105.401 29.801, 105.4 29.8'
const HIGH = '105.4 29.8 312.5, 105.401 29.8 312.5, 105.401 29.801 313, 105.4 29.8 312.5'
const FLAT = `POLYGON((${RING}))`
const f = geom('空间范围', { en: 'Polygon' })
/** What GIS programs put on the clipboard. */
const COPIED = [
  `POLYGON Z ((${HIGH}))`,
  `PolygonZ ((${HIGH}))`,
  `POLYGONZ((${HIGH}))`,
  `POLYGON ZM ((${HIGH.replaceAll(/(31\d(\.\d)?)/g, '$1 0')}))`,
  `SRID=4490;POLYGON((${RING}))`,
  `SRID=4326; Polygon ((${RING}))`,
  `wkt_geom\tdkbm\tdkmc\nPolygon ((${RING}))\t5120211192030100001\t大田（东）`.replace(/[（）]/g, ''),
  `wkt_geom\tdkbm\r\n"PolygonZ ((${HIGH}))"\t1\r\n`,
  `"POLYGON((${RING}))"`,
]
test('what programs copy is read by every door alike, its heights dropped and its numbers kept', () => {
  for (const copied of COPIED) {
    expect([copied, plainWkt(copied)]).toEqual([copied, FLAT])
    expect(checkValue(f, copied)).toBe(undefined)
    expect(readDraft({ f }, { f: copied }).draft).toEqual({ f: FLAT })
    expect(parseWkt(copied)).toEqual(parseWkt(FLAT))
  }
  expect(plainWkt(`MultiPolygonZ (((${HIGH})))`)).toBe(`MULTIPOLYGON(((${RING})))`)
})
test('plain WKT stays as it was written', () => {
  for (const plain of [`POLYGON((${RING}))`, 'polygon (( 105.40 29.8,105.401 29.800,105.401 29.801,105.40 29.8 ))', `MULTIPOLYGON(((${RING})))`])
    expect(plainWkt(`${plain}\n`)).toBe(plain)
})
test('what is no one outline is refused with its reason', () => {
  const says = (v: string) => checkValue(f, v)?.zh
  expect(says(`POLYGON((${RING}))\nPOLYGON((${RING}))`)).toBe('空间范围格式不正确：WKT 文本有误：只能有一个图形')
  expect(says(`SRID=4544;POLYGON((${RING}))`)).toBe('空间范围格式不正确：WKT 文本有误：坐标系 4544 应为 4490 或 4326')
  expect(says(`POLYGON((${RING})`)).toBe('空间范围格式不正确：WKT 文本有误：括号不配对')
  expect(says(`drop POLYGON((${RING}))`)).toContain('图形前后有多余的内容')
  expect(says(`POLYGON((${RING})) x`)).toContain('图形前后有多余的内容')
  expect(says('POLYGON EMPTY')).toContain('WKT 文本有误')
  expect(says('POINT(105 29)')).toBe('空间范围格式不正确')
  expect(says('wkt_geom')).toBe('空间范围格式不正确')
})
