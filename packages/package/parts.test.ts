import fc from 'fast-check'
import proj4 from 'proj4'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { crsOfPrj, detectCrs, toLonLat } from './crs.ts'
import { chooseEncoding, encodingOfCpg, readDbfHeader, readDbfRecord } from './dbf.ts'
import { entryName } from '../../services/files/intake/entry-name.ts'
import { below, defaultLimits, rootPrefix, unsafeReason } from './entries.ts'
import { parseXml } from './metadata.ts'
import { readShape } from './shape.ts'
import { shapeKind, textOf } from './staged.ts'
import type { Crs, Point } from './staged.ts'

const entry = { path: '矢量数据/DK5120212016.shp', folder: false, size: 1000, packed: 500, link: false }

test('entry names are read as UTF-8 by flag or by validity and as GBK otherwise, with back-slashes as separators', () => {
  expect(entryName(iconv.encode('512021安岳县\\矢量数据\\DK.shp', 'gbk'), false)).toBe('512021安岳县/矢量数据/DK.shp')
  expect(entryName(new TextEncoder().encode('./安岳县//图件/'), false)).toBe('安岳县/图件')
  expect(entryName(new TextEncoder().encode('/etc/passwd'), true)).toBe('/etc/passwd')
})

test('entries that escape, link, run or explode are named, ordinary ones pass', () => {
  const why = (change: Partial<typeof entry>) => unsafeReason({ ...entry, ...change }, defaultLimits)
  expect(why({})).toBeNull()
  expect(why({ path: 'a/../../evil.txt' })).toBe('escape')
  expect(why({ path: '/etc/passwd' })).toBe('escape')
  expect(why({ path: 'C:/windows' })).toBe('escape')
  expect(why({ path: 'a\u0000b' })).toBe('name')
  expect(why({ link: true })).toBe('link')
  expect(why({ path: '其他资料/Setup.EXE' })).toBe('executable')
  expect(why({ size: 5 * 2 ** 30, packed: 4 * 2 ** 30 })).toBe('size')
  expect(why({ size: 300 * 2 ** 20, packed: 3e5 })).toBe('ratio')
  expect(why({ size: 460 * 2 ** 20, packed: 12 * 2 ** 20 })).toBeNull()
})

test('the root is what precedes the standard folders at any depth', () => {
  expect(rootPrefix(['a/b/512021安岳县/矢量数据/DK.shp', 'a/读我.txt'])).toBe('a/b/512021安岳县')
  expect(rootPrefix(['矢量数据/DK.shp', '权属数据/x.mdb'])).toBe('')
  expect(below('a/b', 'a/b/矢量数据/DK.shp')).toBe('矢量数据/DK.shp')
  expect(below('a/b', 'a/bc')).toBeNull()
})

function dbfHeader(fields: [string, string, number, number][], ldid: number): Uint8Array {
  const bytes = new Uint8Array(33 + fields.length * 32)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, 1, true)
  view.setUint16(8, bytes.length, true)
  view.setUint16(
    10,
    fields.reduce((sum, field) => sum + field[2], 1),
    true,
  )
  bytes[29] = ldid
  fields.forEach(([name, type, length, decimals], n) => {
    bytes.set(new TextEncoder().encode(name + type.padStart(12 - name.length, '\0')), 32 + n * 32)
    bytes[48 + n * 32] = length
    bytes[49 + n * 32] = decimals
  })
  bytes[bytes.length - 1] = 0x0d
  return bytes
}

test('dbf values keep left blanks, drop padding, and read blank or asterisk numbers as null', () => {
  const header = readDbfHeader(
    dbfHeader(
      [
        ['DKMC', 'C', 8, 0],
        ['SCMJ', 'N', 6, 2],
        ['BSM', 'N', 3, 0],
        ['RQ', 'D', 8, 0],
      ],
      0x4d,
    ),
  )
  const record = iconv.encode('  土丘    12.34***20161220', 'gbk')
  expect(readDbfRecord(record, header.fields, 'gbk')).toEqual({ attrs: { DKMC: ' 土丘', SCMJ: 12.34, BSM: null, RQ: '2016-12-20' }, bad: [] })
  record[0] = 0x2a
  expect(readDbfRecord(record, header.fields, 'gbk')).toBeNull()
})

test('undecodable bytes and a half character name their field', () => {
  const { fields } = readDbfHeader(
    dbfHeader(
      [
        ['DKMC', 'C', 5, 0],
        ['ZJRXM', 'C', 3, 0],
        ['DKBZ', 'C', 2, 0],
      ],
      0x4d,
    ),
  )
  const bytes = new Uint8Array([0x20, 0xb4, 0xf3, 0xff, 0xfe, 0x80, 0xb4, 0xf3, 0xb4, 0xb4, 0xf3])
  expect(readDbfRecord(bytes, fields, 'gbk')?.bad).toEqual(['DKMC', 'ZJRXM'])
})

test('.cpg wins over the language driver, the driver over guessing, and UTF-8 is taken when only GBK fails', () => {
  const fields: [string, string, number, number][] = [['DKMC', 'C', 9, 0]]
  const utf8 = [new TextEncoder().encode(' 周礼镇')]
  const gbk = [iconv.encode(' 周礼镇   ', 'gbk')]
  const unmarked = readDbfHeader(dbfHeader(fields, 0))
  const marked = readDbfHeader(dbfHeader(fields, 0x4d))
  expect(chooseEncoding('UTF-8', marked, gbk)).toBe('utf-8')
  expect(chooseEncoding(undefined, marked, utf8)).toBe('gbk')
  expect(chooseEncoding(undefined, unmarked, utf8)).toBe('utf-8')
  expect(chooseEncoding(undefined, unmarked, gbk)).toBe('gbk')
  expect([encodingOfCpg('65001'), encodingOfCpg('CP936'), encodingOfCpg('koi8')]).toEqual(['utf-8', 'gbk', null])
})

function polygon(rings: Point[][]): DataView {
  const count = rings.flat().length
  const view = new DataView(new ArrayBuffer(44 + rings.length * 4 + count * 16))
  view.setInt32(0, 5, true)
  view.setInt32(36, rings.length, true)
  view.setInt32(40, count, true)
  let start = 0
  rings.forEach((ring, n) => {
    view.setInt32(44 + n * 4, start, true)
    start += ring.length
  })
  rings.flat().forEach(([x, y], n) => {
    view.setFloat64(44 + rings.length * 4 + n * 16, x, true)
    view.setFloat64(52 + rings.length * 4 + n * 16, y, true)
  })
  return view
}

const square = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
]

test('holes go to the outline that holds them and stray counter-clockwise rings stand alone', () => {
  const hole = square(2, 2, 1).reverse()
  expect(readShape(polygon([square(0, 0, 9), hole]), 0)).toEqual({ type: 'Polygon', coordinates: [square(0, 0, 9), hole] })
  expect(readShape(polygon([square(20, 0, 9), square(0, 0, 9), hole]), 0)).toEqual({
    type: 'MultiPolygon',
    coordinates: [[square(20, 0, 9)], [square(0, 0, 9), hole]],
  })
  expect(readShape(polygon([hole]), 0)).toEqual({ type: 'Polygon', coordinates: [hole] })
})

test('null, cut and lying shape records give no geometry', () => {
  expect(readShape(new DataView(new ArrayBuffer(4)), 0)).toBeNull()
  const lying = polygon([square(0, 0, 9)])
  lying.setInt32(40, 1e6, true)
  expect(readShape(lying, 0)).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(1, 3, 5, 8, 11, 13, 15), (bytes, type) => {
      if (bytes.length >= 4) new DataView(bytes.buffer).setInt32(0, type, true)
      readShape(new DataView(bytes.buffer, 0, bytes.length), 0)
    }),
  )
  expect([shapeKind(15), shapeKind(23), shapeKind(31)]).toEqual(['Polygon', 'PolyLine', 'Unknown'])
})

const prj = (meridian: number, easting: number, name: string) =>
  `PROJCS["${name}",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000"]],` +
  `PARAMETER["False_Easting",${easting}],PARAMETER["Central_Meridian",${meridian}]]`

test('EPSG codes follow meridian and zone prefix, and only the easting decides on the prefix when coordinates exist', () => {
  expect(crsOfPrj(prj(105, 500000, 'CGCS2000_3_Degree_GK_CM_105E'))?.epsg).toBe(4544)
  expect(crsOfPrj(prj(105, 35500000, 'CGCS2000_3_Degree_GK_Zone_35'))?.epsg).toBe(4523)
  expect(crsOfPrj(prj(75, 500000, ''))?.epsg).toBe(4534)
  expect(crsOfPrj(prj(135, 45500000, ''))?.epsg).toBe(4533)
  expect(crsOfPrj(prj(103.5, 500000, ''))).toMatchObject({ zoneWidth: 1.5, epsg: 0 })
  expect(crsOfPrj(prj(105, 18500000, 'CGCS2000_GK_Zone_18'))?.zoneWidth).toBe(6)
  expect(crsOfPrj('LOCAL_CS["x"]')).toBeNull()
  expect(detectCrs(prj(105, 500000, ''), null, { kind: 'metres', zone: 35 })).toMatchObject({ zonePrefix: true, epsg: 4523 })
})

test('without .prj the metadata, then the easting, then the county longitude name the zone', () => {
  const metadata = parseXml('<Metadata><refSysInfo><coorRSID>001</coorRSID><centralMer>105.0</centralMer><eastFAL>500.0</eastFAL></refSysInfo></Metadata>')
  expect(textOf(metadata, 'centralMer')).toBe('105.0')
  expect(detectCrs(undefined, metadata, { kind: 'metres', zone: 0 })).toMatchObject({ epsg: 4544, source: 'metadata' })
  expect(detectCrs(undefined, metadata, { kind: 'degrees', zone: 0 })).toMatchObject({ kind: 'geographic', epsg: 4490 })
  expect(detectCrs(undefined, null, { kind: 'metres', zone: 44 })).toMatchObject({ epsg: 4532, source: 'coordinates' })
  expect(detectCrs(undefined, null, { kind: 'metres', zone: 0 })).toBeNull()
  expect(detectCrs(undefined, null, { kind: 'metres', zone: 0 }, 105.3)).toMatchObject({ epsg: 4544 })
})

test('projecting there and back moves no point by more than a micrometre', () => {
  const crs = crsOfPrj(prj(105, 500000, '')) as Crs
  const there = proj4('+proj=tmerc +lat_0=0 +lon_0=105 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs')
  const [lon, lat] = toLonLat(crs, [500000, 3336826.786])
  expect(lon).toBeCloseTo(105, 10)
  expect(lat).toBeGreaterThan(30.1)
  fc.assert(
    fc.property(fc.double({ min: 350000, max: 650000, noNaN: true }), fc.double({ min: 2000000, max: 5900000, noNaN: true }), (x, y) => {
      const [bx, by] = there.forward(toLonLat(crs, [x, y])) as Point
      expect(Math.hypot(bx - x, by - y)).toBeLessThan(1e-6)
    }),
  )
  expect(() => toLonLat({ ...crs, datum: 'xian80' }, [500000, 3336826])).toThrow('xian80')
})

test('metadata that is malformed or nested without end is refused', () => {
  expect(() => parseXml('<a><b></a>')).toThrow()
  expect(() => parseXml('<a>'.repeat(100))).toThrow('过深')
  expect(parseXml('<a> x <b><![CDATA[1 < 2]]></b></a>')).toEqual({ name: 'a', text: 'x', children: [{ name: 'b', text: '1 < 2', children: [] }] })
})
