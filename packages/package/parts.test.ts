import fc from 'fast-check'
import proj4 from 'proj4'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { datumShift } from '../../platform/settings/datum-params.ts'
import { crsOfPrj, detectCrs, formerCrs, toLonLat } from './crs.ts'
import { chooseEncoding, encodingOfCpg, otherDeclared, readDbfHeader, readDbfRecord } from './dbf.ts'
import { entryName } from '../../services/files/intake/entry-name.ts'
import { below, defaultLimits, rootPrefix, unsafeReason } from './entries.ts'
import { plainOf } from './mdb.server.ts'
import { parseXml } from './metadata.ts'
import { readShape } from './shape.ts'
import { shapeKind, stagedText } from './staged.ts'
import type { Crs, Encoding, StagedPoint } from './staged.ts'

const entry = { path: '矢量数据/DK5120212016.shp', folder: false, size: 1000, packed: 500, link: false }

test('entry names are read as UTF-8 by flag or by validity and as GBK otherwise, with back-slashes as separators', () => {
  expect(entryName(iconv.encode('512021安岳县\\矢量数据\\DK.shp', 'gb18030'), false)).toBe('512021安岳县/矢量数据/DK.shp')
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
  expect(readDbfRecord(record, header.fields, 'gb18030')).toEqual({ attrs: { DKMC: ' 土丘', SCMJ: 12.34, BSM: null, RQ: '2016-12-20' }, bad: [] })
  record[0] = 0x2a
  expect(readDbfRecord(record, header.fields, 'gb18030')).toBeNull()
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
  expect(readDbfRecord(bytes, fields, 'gb18030')?.bad).toEqual(['DKMC', 'ZJRXM'])
})

test('what was written in either encoding is read as it was written, whatever the file declares', () => {
  const [WIDTH, ROWS] = [36, 6]
  const fields: [string, string, number, number][] = [['DKMC', 'C', WIDTH, 0]]
  // what people write: signs of both encodings, with letters and digits among them; the first one says which it is, for some (一, 陆) are letters of other scripts in the other
  const sign = fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((n) => String.fromCodePoint(n))
  const word = fc.array(fc.oneof({ weight: 5, arbitrary: sign }, { weight: 1, arbitrary: fc.constantFrom('A', '3', '-') }), { maxLength: 11 })
  const rows = fc.array(
    word.map((w) => `张${w.join('')}`),
    { minLength: ROWS, maxLength: ROWS },
  )
  const declared = fc.record({ cpg: fc.constantFrom('UTF-8', 'GBK', undefined), ldid: fc.constantFrom(0, 0x4d) })
  fc.assert(
    fc.property(rows, declared, fc.boolean(), (texts, { cpg, ldid }, isUtf8) => {
      const record = (text: string) => {
        const out = new Uint8Array(1 + WIDTH).fill(0x20)
        out.set(isUtf8 ? new TextEncoder().encode(text) : iconv.encode(text, 'gbk'), 1)
        return out
      }
      const header = readDbfHeader(dbfHeader(fields, ldid))
      const records = texts.map(record)
      const encoding = chooseEncoding(cpg, header, records)
      const read = records.map((r) => readDbfRecord(r, header.fields, encoding)!)
      expect(read.map((r) => [r.attrs['DKMC'], r.bad])).toEqual(texts.map((t) => [t, []]))
    }),
    { numRuns: 500 },
  )
})

test('the bytes say their encoding, whatever is declared; where they say nothing the declaration does', () => {
  const fields: [string, string, number, number][] = [['DKMC', 'C', 9, 0]]
  const utf8 = [new TextEncoder().encode(' 周礼镇')]
  const gbk = [iconv.encode(' 周礼镇   ', 'gbk')]
  const unmarked = readDbfHeader(dbfHeader(fields, 0))
  const marked = readDbfHeader(dbfHeader(fields, 0x4d))
  for (const cpg of ['UTF-8', 'GBK', undefined])
    for (const header of [marked, unmarked]) {
      expect(chooseEncoding(cpg, header, gbk)).toBe('gb18030')
      expect(chooseEncoding(cpg, header, utf8)).toBe('utf-8')
    }
  const ascii = [new TextEncoder().encode(' ABC      ')]
  expect([chooseEncoding('UTF-8', marked, ascii), chooseEncoding(undefined, marked, ascii), chooseEncoding(undefined, unmarked, [])]).toEqual([
    'utf-8',
    'gb18030',
    'gb18030',
  ])
  expect([encodingOfCpg('65001'), encodingOfCpg('CP936'), encodingOfCpg('GB18030'), encodingOfCpg('koi8')]).toEqual(['utf-8', 'gb18030', 'gb18030', null])
  expect(otherDeclared({ cpg: 'UTF-8', ldid: 0, encoding: 'gb18030' })).toBe('utf-8')
  expect([otherDeclared({ cpg: 'GBK', ldid: 0, encoding: 'gb18030' }), otherDeclared({ ldid: 0, encoding: 'utf-8' })]).toEqual([null, null])
})

test('each row is read by its own bytes: both encodings in one file, four bytes of GB 18030, a character that the field cut', () => {
  const { fields } = readDbfHeader(dbfHeader([['DKMC', 'C', 12, 0]], 0x4d))
  const read = (bytes: Uint8Array, encoding: 'gb18030' | 'utf-8') => {
    const record = Buffer.alloc(13, 0x20)
    Buffer.from(bytes).copy(record, 1)
    return readDbfRecord(record, fields, encoding)!
  }
  for (const file of ['gb18030', 'utf-8'] as const) {
    expect(read(iconv.encode('张三大田', 'gb18030'), file)).toEqual({ attrs: { DKMC: '张三大田' }, bad: [] })
    expect(read(Buffer.from('张三大田'), file)).toEqual({ attrs: { DKMC: '张三大田' }, bad: [] })
    expect(read(iconv.encode('𬭎㭎䶮', 'gb18030'), file)).toEqual({ attrs: { DKMC: '𬭎㭎䶮' }, bad: [] })
  }
  // two bytes that either encoding reads: the file decides
  expect(read(iconv.encode('陆', 'gb18030'), 'gb18030').attrs.DKMC).toBe('陆')
  expect(read(Buffer.from('张三大田').subarray(0, 11), 'utf-8').bad).toEqual(['DKMC'])
  expect(read(iconv.encode('张三大田', 'gb18030').subarray(0, 7), 'gb18030').bad).toEqual(['DKMC'])
  // a name in UTF-8 among rows of GBK that fills its field and is cut there: told, and not read as other signs
  expect(read(Buffer.from('A张三大田地').subarray(0, 12), 'gb18030')).toMatchObject({ bad: ['DKMC'] })
})

test('Big5 is read where it is declared and sound; what is not sound there is told by its row', () => {
  const fields: [string, string, number, number][] = [['DKMC', 'C', 12, 0]]
  const record = (bytes: Uint8Array) => {
    const out = Buffer.alloc(13, 0x20)
    Buffer.from(bytes).copy(out, 1)
    return out
  }
  const big5 = ['東山水田', '張三'].map((t) => record(iconv.encode(t, 'big5')))
  const names = (encoding: Encoding, records: readonly Uint8Array[]) =>
    records.map((r) => readDbfRecord(r, readDbfHeader(dbfHeader(fields, 0)).fields, encoding)!)
  for (const [cpg, ldid] of [
    ['BIG5', 0],
    ['950', 0],
    [undefined, 0x78],
  ] as const) {
    const header = readDbfHeader(dbfHeader(fields, ldid))
    expect(chooseEncoding(cpg, header, big5)).toBe('big5')
    expect(otherDeclared({ ...(cpg ? { cpg } : {}), ldid, encoding: 'big5' })).toBe(null)
    // a wrong declaration yields to the bytes, and is told
    const utf8 = [record(Buffer.from('东山水'))]
    expect(chooseEncoding(cpg, header, utf8)).toBe('utf-8')
    expect(otherDeclared({ ...(cpg ? { cpg } : {}), ldid, encoding: 'utf-8' })).toBe('big5')
  }
  expect(names('big5', big5).map((r) => [r.attrs.DKMC, r.bad])).toEqual([
    ['東山水田', []],
    ['張三', []],
  ])
  expect(names('big5', [record(Buffer.from([0xa4, 0x20, 0xff]))])[0]!.bad).toEqual(['DKMC'])
})

test('numbers of more than fifteen digits stay what was written', () => {
  const { fields } = readDbfHeader(
    dbfHeader(
      [
        ['DKBM', 'N', 19, 0],
        ['MJ', 'N', 19, 2],
      ],
      0x4d,
    ),
  )
  const read = (a: string, b: string) => readDbfRecord(Buffer.from(` ${a.padStart(19)}${b.padStart(19)}`), fields, 'gb18030')!.attrs
  expect(read('5120211192030100501', '12.50')).toEqual({ DKBM: '5120211192030100501', MJ: 12.5 })
  expect(read('123456789012345', '000000000012.50')).toEqual({ DKBM: 123456789012345, MJ: 12.5 })
  // as ArcGIS writes a double: a code has lost digits, a measure is a number
  for (const code of ['5.12021119203e+018', '5.1202111920e+018', '5.1202111920E+13', '5.12021e+08', '1e+016', '-5.12e+018'])
    expect(read(code, '1.2345678901e+003')).toEqual({ DKBM: code, MJ: 1234.5678901 })
  expect(read('5.12021119203e+011', '1.2e+003')).toEqual({ DKBM: 512021119203, MJ: 1200 })
  expect(read('1.0e-05', '-0.00')).toEqual({ DKBM: 0.00001, MJ: -0 })
})

test('a number of Access that is longer than a double holds is no code', () => {
  expect([5120211192030100000, 512021119203010000, 1e15].map(plainOf)).toEqual(['5.1202111920301e+18', '5.1202111920301e+17', '1e+15'])
  expect([51202111920300, 1234.5, -0.01, 0].map(plainOf)).toEqual([51202111920300, 1234.5, -0.01, 0])
})

const GK = (k: string, easting: string, unit = 'UNIT["Meter",1.0]', more = '') =>
  `PROJCS["X",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Gauss_Kruger"],PARAMETER["False_Easting",${easting}],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",105.0],PARAMETER["Scale_Factor",${k}],PARAMETER["Latitude_Of_Origin",0.0],${unit}${more}]`
test('a .prj is read whole: only Gauss-Krüger in metres with k = 1 and 500 km is taken as that, the rest is converted by its own parameters or named', () => {
  expect(crsOfPrj(GK('1.0', '500000.0'))).toMatchObject({ centralMeridian: 105, zonePrefix: false, epsg: 4544 })
  expect(crsOfPrj(GK('1.0', '35500000.0'))).toMatchObject({ centralMeridian: 105, zonePrefix: true, epsg: 4523 })
  for (const text of [GK('1.0', '500000.0'), GK('1.0', '35500000.0')]) expect(crsOfPrj(text)!.other).toBe(undefined)
  const here: StagedPoint = [105.4, 29.8]
  const [x, y] = forward(here)
  const same = (text: string, point: StagedPoint) => {
    const crs = crsOfPrj(text)!
    expect([crs.other?.name, crs.zonePrefix]).toEqual(['X', false])
    const [lon, lat] = toLonLat(crs, point)
    expect([lon, lat]).toEqual([expect.closeTo(here[0], 8), expect.closeTo(here[1], 8)])
  }
  same(GK('0.9996', '500000.0'), [500_000 + (x - 500_000) * 0.9996, y * 0.9996])
  same(GK('1.0', '250000.0'), [x - 250_000, y])
  // a number as programs print a small one
  same(GK('9.996E-1', '500000.0'), [500_000 + (x - 500_000) * 0.9996, y * 0.9996])
  expect(crsOfPrj(GK('1.0', '500000.0').replace('"False_Northing",0.0', '"False_Northing",-1.5e-1'))!.other!.name).toBe('X')
  const other = GK('1.0', '500000.0').replace('6378137.0,298.257222101', '6378245.0,298.3')
  expect(crsOfPrj(other)!.other).toEqual({ name: 'X', definition: '' })
  expect(() => toLonLat(crsOfPrj(other)!, [x, y])).toThrow('no conversion from X')
  expect(crsOfPrj(GK('1.0', '500000.0').replace('Gauss_Kruger', 'Nonsense_Of_Ours'))!.other).toEqual({ name: 'X', definition: '' })
  // no survey is in feet: such a system is named, never converted
  for (const easting of ['500000.0', '1640419.9475065617'])
    expect(crsOfPrj(GK('1.0', easting, 'UNIT["Foot",0.3048]'))!.other).toEqual({ name: 'X', definition: '' })
})

const NEWER = (k: string, easting: string, meridian = '0') =>
  `PROJCRS["CGCS2000 / 3-degree GK CM 105E",BASEGEOGCRS["China Geodetic Coordinate System 2000",DATUM["China 2000",ELLIPSOID["CGCS2000",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",${meridian},ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4490]],CONVERSION["GK 105",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",105,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",${k},SCALEUNIT["unity",1]],PARAMETER["False easting",${easting},LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],CS[Cartesian,2],AXIS["northing (X)",north,ORDER[1],LENGTHUNIT["metre",1]],AXIS["easting (Y)",east,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",4544]]`
const HEIGHTS = 'VERT_CS["1985",VERT_DATUM["Yellow Sea 1985",2005],UNIT["metre",1],AXIS["Up",UP]]'
test('a .prj in newer words, with heights, or from another meridian is read as what it says, or refused by its name', () => {
  const plain = crsOfPrj(GK('1.0', '500000.0'))
  expect(crsOfPrj(`COMPD_CS["plane + heights",${GK('1.0', '500000.0')},${HEIGHTS}]`)).toEqual(plain)
  expect(crsOfPrj(NEWER('1', '500000'))).toEqual(plain)
  expect(
    crsOfPrj(`COMPOUNDCRS["plane + heights",${NEWER('1', '500000')},VERTCRS["1985",VDATUM["1985"],CS[vertical,1],AXIS["up",up],LENGTHUNIT["metre",1]]]`),
  ).toEqual(plain)
  expect(crsOfPrj(NEWER('1', '35500000'))).toMatchObject({ zonePrefix: true, epsg: 4523 })
  const here: StagedPoint = [105.4, 29.8]
  const [x, y] = forward(here)
  const [lon, lat] = toLonLat(crsOfPrj(NEWER('0.9996', '500000'))!, [500_000 + (x - 500_000) * 0.9996, y * 0.9996])
  expect([lon, lat]).toEqual([expect.closeTo(here[0], 8), expect.closeTo(here[1], 8)])
  expect(
    crsOfPrj('GEOGCRS["China Geodetic Coordinate System 2000",DATUM["China 2000",ELLIPSOID["CGCS2000",6378137,298.257222101]],CS[ellipsoidal,2]]'),
  ).toMatchObject({ kind: 'geographic', epsg: 4490 })
  expect(crsOfPrj('GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2]]')!.datum).toBe(
    'wgs84',
  )
  expect(crsOfPrj('GEOGCRS["Xi\'an 1980",DATUM["Xi\'an 1980"]]')!.datum).toBe('xian80')
  const named = (text: string) => crsOfPrj(text)!.other
  expect(named(NEWER('1', '500000', '2.5969213'))).toEqual({ name: 'CGCS2000 / 3-degree GK CM 105E', definition: '', why: 'meridian' })
  expect(named(GK('1.0', '500000.0').replace('"Greenwich",0.0', '"Paris",2.337229166667'))).toEqual({ name: 'X', definition: '', why: 'meridian' })
  expect(named(NEWER('1', '500000').replace('Transverse Mercator', 'Lambert Azimuthal Equal Area'))).toMatchObject({ definition: '' })
  const degrees =
    'GEOGCS["Ours",DATUM["D_China_2000",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Ferro",-17.66666666666667],UNIT["Degree",0.0174532925199433]]'
  expect(named(degrees)).toEqual({ name: 'Ours', definition: '', why: 'meridian' })
  expect(named(degrees.replace('"Ferro",-17.66666666666667', '"Greenwich",0.0').replace('"Degree",0.0174532925199433', '"Grad",0.01570796326794897'))).toEqual({
    name: 'Ours',
    definition: '',
    why: 'unit',
  })
  for (const [was, is] of [
    ['0.0174532925199433', '1.0'],
    ['"Degree",0.0174532925199433', '"Radian",1.0'],
  ] as const)
    expect([
      named(degrees.replace('"Ferro",-17.66666666666667', '"Greenwich",0.0').replace(was, is))?.why,
      named(GK('1.0', '500000.0').replace(was, is))?.why,
    ]).toEqual(['unit', 'unit'])
  // a degree as programs round it is one
  for (const rounded of ['0.0174533', '0.01745329', '1.7453E-2'])
    expect(named(GK('1.0', '500000.0').replace('"Degree",0.0174532925199433', `"Degree",${rounded}`))).toBe(undefined)
  expect(named(degrees.replace('"Ferro",-17.66666666666667', '"Greenwich",0.0'))).toBe(undefined)
  for (const broken of ['COMPD_CS["a"', 'COMPD_CS["a",PROJCS["b"', 'LOCAL_CS["x"]', '']) expect(crsOfPrj(broken)?.epsg ?? 0).toBe(0)
})
const forward = (p: StagedPoint): StagedPoint =>
  proj4('+proj=tmerc +lat_0=0 +lon_0=105 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs').forward(p) as StagedPoint

test('what lies in what makes outlines and holes, the direction only where that does not tell', () => {
  const square = (x: number, y: number, size: number): StagedPoint[] => [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ]
  const back = (ring: StagedPoint[]) => ring.toReversed()
  const read = (...rings: StagedPoint[][]) => {
    const g = readShape(polygon(rings), 0)!
    return (g.type === 'Polygon' ? [g.coordinates] : (g as { coordinates: StagedPoint[][][] }).coordinates).map((p) => p.map((r) => r[0]!.join()))
  }
  const [outer, hole, island] = [square(0, 0, 20), square(5, 5, 9), square(7, 7, 2)]
  expect(read(outer, back(hole))).toEqual([['0,0', '5,5']])
  // drawn the other way round, both or one of them, and in any order
  expect(read(back(outer), hole)).toEqual([['0,0', '5,5']])
  expect(read(outer, hole)).toEqual([['0,0', '5,5']])
  expect(read(back(hole), outer)).toEqual([['0,0', '5,5']])
  expect(read(outer, back(hole), island)).toEqual([['0,0', '5,5'], ['7,7']])
  expect(read(back(outer), hole, back(island))).toEqual([['0,0', '5,5'], ['7,7']])
  // a hole in a hole, and one beside the outline, stay holes for the checks to refuse
  expect(read(outer, back(hole), back(island))).toEqual([['0,0', '5,5', '7,7']])
  expect(read(outer, back(square(30, 0, 2)))).toEqual([['0,0', '30,0']])
  expect(read(outer, square(30, 0, 2))).toEqual([['0,0'], ['30,0']])
})

function polygon(rings: StagedPoint[][]): DataView {
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

const square = (x: number, y: number, side: number): StagedPoint[] => [
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
  expect(stagedText(metadata, 'centralMer')).toBe('105.0')
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
      const [bx, by] = there.forward(toLonLat(crs, [x, y])) as StagedPoint
      expect(Math.hypot(bx - x, by - y)).toBeLessThan(1e-6)
    }),
  )
  expect(() => toLonLat({ ...crs, datum: 'xian80' }, [500000, 3336826])).toThrow('xian80')
})

/** Degrees on an ellipsoid to metres from the middle of the earth, and back. */
const ellipsoid = (axis: number, flattening: number) => {
  const e2 = (2 - 1 / flattening) / flattening
  const across = (lat: number) => axis / Math.sqrt(1 - e2 * Math.sin(lat) ** 2)
  const rad = Math.PI / 180
  return {
    there: ([lon, lat]: readonly [number, number]): [number, number, number] => {
      const n = across(lat * rad)
      return [n * Math.cos(lat * rad) * Math.cos(lon * rad), n * Math.cos(lat * rad) * Math.sin(lon * rad), n * (1 - e2) * Math.sin(lat * rad)]
    },
    back: ([x, y, z]: readonly [number, number, number]): [number, number] => {
      const p = Math.hypot(x, y)
      let lat = Math.atan2(z, p * (1 - e2))
      for (let i = 0; i < 20; i++) lat = Math.atan2(z + e2 * across(lat) * Math.sin(lat), p)
      return [Math.atan2(y, x) / rad, lat / rad]
    },
  }
}
test('a former system becomes ours by its parameters, as the geometry of both ellipsoids has it, and by none without them', () => {
  const [dx, dy, dz] = [-12.5, 100.25, 7]
  for (const [datum, axis, flattening] of [
    ['xian80', 6_378_140, 298.257],
    ['beijing54', 6_378_245, 298.3],
  ] as const) {
    const of = { ...(crsOfPrj(prj(105, 500000, '')) as Crs), datum }
    const made = formerCrs(of, `${dx},${dy},${dz}`)!
    const there = proj4(`+proj=tmerc +lat_0=0 +lon_0=105 +k=1 +x_0=500000 +y_0=0 +a=${axis} +rf=${flattening} +units=m +no_defs`)
    for (const at of [
      [104.2, 30.1],
      [105.9, 31.7],
    ] as const) {
      const [x, y, z] = ellipsoid(axis, flattening).there(at)
      const expected = ellipsoid(6_378_137, 298.257223563).back([x + dx, y + dy, z + dz])
      const metres = there.forward([...at]) as StagedPoint
      const is = toLonLat(made, metres)
      // a millimetre is 1e-8 of a degree
      expect([datum, Math.abs(is[0] - expected[0]) < 1e-8, Math.abs(is[1] - expected[1]) < 1e-8]).toEqual([datum, true, true])
    }
    // seven parameters of which four are nothing are three
    expect(toLonLat(formerCrs(of, `${dx},${dy},${dz},0,0,0,0`)!, [500_000, 3_400_000])).toEqual(toLonLat(made, [500_000, 3_400_000]))
    expect(() => toLonLat(of, [500_000, 3_400_000])).toThrow(datum)
  }
  expect(formerCrs(crsOfPrj(prj(105, 500000, '')) as Crs, '1,2,3')).toBe(undefined)
})
test('parameters of a former system are three or seven numbers within their bounds', () => {
  expect(
    ['1,2,3', ' 1.5， -2,3 ', '1,2,3,4,5,6,7', '', '1,2', '1,2,3,4', 'a,b,c', '1001,0,0', '0,0,0,61,0,0,0', '0,0,0,0,0,0,101', '1e2,0,0'].map(datumShift),
  ).toEqual(['1,2,3', '1.5,-2,3', '1,2,3,4,5,6,7', ...Array.from({ length: 8 }, () => undefined)])
})

test('metadata that is malformed or nested without end is refused', () => {
  expect(() => parseXml('<a><b></a>')).toThrow()
  expect(() => parseXml('<a>'.repeat(100))).toThrow('过深')
  expect(parseXml('<a> x <b><![CDATA[1 < 2]]></b></a>')).toEqual({ name: 'a', text: 'x', children: [{ name: 'b', text: '1 < 2', children: [] }] })
})
