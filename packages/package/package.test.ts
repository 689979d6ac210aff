import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from './archive.server.ts'
import { toLonLat } from './crs.ts'
import { defaultLimits } from './entries.ts'
import { readLayer } from './layer.server.ts'
import { readTable } from './mdb.server.ts'
import { openPackage } from './open.server.ts'
import { layerNames, layerOf, summaryNames, stagedText } from './staged.ts'
import type { Layer, LayerRow, StagedPackage } from './staged.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

const data = join(import.meta.dirname, '../../tests/packages')
let base = ''
let next = 0
let variants: Map<string, string>
let clean: StagedPackage
/** package A, which nothing here changes, and the steps that its opening told */
let a: StagedPackage
const steps = new Set<string>()

const place = () => join(base, String(next++))
const variant = (name: string) => variants.get([...variants.keys()].find((key) => key.startsWith(name)) ?? '') ?? ''
const openVariant = (name: string) => openPackage(variant(name), place())

async function rowsOf(pkg: StagedPackage, from: LayerName | Layer) {
  const rows = []
  for await (const row of readLayer(pkg, from)) rows.push(row)
  return rows
}

async function expectedOf(file: string) {
  return JSON.parse(await readFile(join(data, file), 'utf8'))
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'hjb-package-'))
  const { files } = await unpack(join(data, 'B-variants.zip'), place())
  variants = new Map(files.map((file) => [file.path, file.abs]))
  clean = await openVariant('v00')
  a = await openPackage(join(data, 'A.zip'), place(), { onProgress: (step, percent) => steps.add(`${step} ${percent}`) })
})

afterAll(() => rm(base, { recursive: true, force: true }))

test('package A gives every layer and table with the counts of its description', async () => {
  const pkg = a
  const { counts } = await expectedOf('A-expected.json')
  const streamed: Record<string, number> = {}
  for (const name of layerNames) streamed[name] = (await rowsOf(pkg, name)).length
  expect(streamed).toEqual(counts.layers)
  for (const layer of pkg.layers) expect(layer.counts).toEqual({ shp: streamed[layer.name], shx: streamed[layer.name], dbf: streamed[layer.name] })
  expect(Object.fromEntries((Object.keys(counts.tables) as StagedTable[]).map((name) => [name, [...readTable(pkg, name)].length]))).toEqual(counts.tables)
  expect(Object.fromEntries(pkg.tables.map((table) => [table.name, table.count]))).toEqual(counts.tables)
  expect(pkg).toMatchObject({ root: '512021安岳县', county: '512021', countyName: '安岳县', year: '2016', unsafe: [], outside: [], problems: [] })
  expect(pkg.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect([...steps]).toEqual(expect.arrayContaining(['hash 100', 'unpack 100', 'structure 100']))
  const area = (await rowsOf(pkg, 'DK')).reduce((sum, row) => sum + Number(row.attrs.SCMJ), 0)
  expect(area).toBeCloseTo(counts.scmj, 2)
  expect(Object.keys(pkg.summary)).toEqual([...summaryNames])
  expect(pkg.codeTable).toContainEqual({ code: '51202111920301', name: '四川省资阳市安岳县周礼镇玉顶村1组' })
  expect(stagedText(pkg.metadata, 'geoID')).toBe('512021')
})

test('characters outside GBK, far dates and decimals come out of the database unharmed', () => {
  const pkg = a
  const names = [...readTable(pkg, 'CBF_JTCY')].map((row) => row.CYXM).join('')
  for (const rare of '𠮷𬀩䶮㛃𬭎𤩽𣲘𨱏𫘧㭎') expect(names).toContain(rare)
  expect([...readTable(pkg, 'CBF')].map((row) => row.CBFMC).join('')).toMatch(/[龘禤氹犇]/)
  const contracts = [...readTable(pkg, 'CBHT')]
  expect(contracts.map((row) => row.CBQXZ)).toContain('9999-01-01')
  expect(contracts[0]).toMatchObject({ CBHTBM: '512021119203010001J', CBQXQ: '1998-10-01', HTZMJ: '6155.20', CBDKZS: 8 })
  expect(pkg.tables.find((table) => table.name === 'CBHT')?.columns).toContainEqual({ name: 'HTZMJ', type: 'numeric', size: 15, scale: 2 })
  // The description survives storage; the database is then opened again.
  const stored = JSON.parse(JSON.stringify(pkg)) as StagedPackage
  expect([...readTable(stored, 'FBF')]).toEqual([...readTable(pkg, 'FBF')])
})

test('package B keeps its defects as facts', async () => {
  const pkg = await openPackage(join(data, 'B.zip'), place())
  expect(pkg.unsafe).toEqual([{ path: '其他资料/setup.exe', why: 'executable' }])
  expect(pkg.files.map((file) => file.path)).not.toContain('其他资料/setup.exe')
  expect(pkg.folders).toContain('临时')
  expect(pkg.mdb).toMatchObject({ state: 'several', all: ['权属数据/5120212016.mdb', '权属数据/备份.mdb'] })
  expect(pkg.mdb.file?.path).toBe('权属数据/5120212016.mdb')
  expect(layerOf(pkg, 'CJQY')).toMatchObject({ county: '512021', year: '2015' })
  expect(layerOf(pkg, 'XZDW')).toMatchObject({ county: '512022', counts: { shp: 0, dbf: 0 } })
  expect(layerOf(pkg, 'ZJ')).toMatchObject({ hasPrj: false, counts: { shp: 314, shx: 313, dbf: 314 } })
  expect(layerOf(pkg, 'DZDW')?.counts.shx).toBeNull()
  expect(layerOf(pkg, 'JBNTBHQ')?.crs?.centralMeridian).toBe(108)
  expect(layerOf(pkg, 'MZDW')?.shapeType).toBe(3)
  const parcels = await rowsOf(pkg, 'DK')
  expect(parcels.filter((row) => row.bad.length).map((row) => [row.attrs.DKBM, row.bad])).toEqual([
    ['5120211192030100105', ['DKMC']],
    ['5120211192030200426', ['ZJRXM']],
  ])
  expect(parcels.filter((row) => row.geometry === null).map((row) => row.attrs.DKBM)).toEqual(['5120211192030188001'])
})

const readable = ['v01', 'v02', 'v03', 'v04', 'v05', 'v06', 'v07', 'v09', 'v10', 'v11', 'v12', 'v14', 'v15', 'v16', 'v17', 'v18']

/** v17 was generated on its own and drew other words for the neighbours; everything else is equal to the last digit. */
function comparable(name: string, rows: LayerRow[]) {
  const neighbours = name === 'v17' ? { DKDZ: '', DKXZ: '', DKNZ: '', DKBZ: '' } : {}
  return rows.map((row) => ({ ...row, attrs: { ...row.attrs, ...neighbours } }))
}

test.each(readable)('variant %s gives the same parcels as the clean package', async (name) => {
  const pkg = await openVariant(name)
  expect(comparable(name, await rowsOf(pkg, 'DK'))).toEqual(comparable(name, await rowsOf(clean, 'DK')))
  expect(pkg.root).toBe(name === 'v14' ? '' : '512021安岳县')
  expect(pkg.county + pkg.year).toBe('5120212016')
  expect(pkg.problems).toEqual([])
  if (!['v04', 'v05', 'v06', 'v10'].includes(name)) expect(pkg.files.map((file) => file.path).sort()).toEqual(clean.files.map((file) => file.path).sort())
})

test('every variant of the list is judged here', async () => {
  const list = JSON.parse(await readFile(variant('variants.json'), 'utf8')) as { variants: { file: string }[] }
  expect(list.variants.map((item) => item.file.slice(0, 3))).toEqual([...readable, 'v00', 'v08', 'v13'].sort())
})

test('coordinate systems are told from .prj, from metadata and as geographic', async () => {
  expect((await openVariant('v05')).crs).toMatchObject({ epsg: 4544, source: 'metadata' })
  expect((await openVariant('v17')).crs).toMatchObject({ epsg: 4523, zonePrefix: true, source: 'prj' })
  const geographic = await openVariant('v08')
  expect(geographic.crs).toMatchObject({ kind: 'geographic', epsg: 4490 })
  const degrees = (await rowsOf(geographic, 'JZD'))[0]?.geometry?.coordinates as [number, number]
  const metres = (await rowsOf(clean, 'JZD'))[0]?.geometry?.coordinates as [number, number]
  if (!clean.crs) throw new Error('no crs')
  const [lon, lat] = toLonLat(clean.crs, metres)
  expect(Math.hypot(lon - degrees[0], lat - degrees[1])).toBeLessThan(2e-9)
})

test('the database state is a fact for every way it can be wrong', async () => {
  const states = []
  for (const name of ['v00', 'v09', 'v10', 'v15']) states.push((await openVariant(name)).mdb.state)
  expect(states).toEqual(['ok', 'unreadable', 'missing', 'ace'])
  expect([...readTable(await openVariant('v09'), 'CBF')]).toEqual([])
  expect((await openVariant('v07')).tables.find((table) => table.name === 'CBJYQZ')?.count).toBe(0)
})

test('layer facts tell the encoding, the missing layers and the third dimension', async () => {
  expect(layerOf(await openVariant('v04'), 'DK')).toMatchObject({ encoding: 'utf-8', cpg: 'UTF-8' })
  expect(layerOf(await openVariant('v18'), 'DK')).toMatchObject({ encoding: 'gb18030', ldid: 0 })
  expect((await openVariant('v06')).layers.map((layer) => layer.name)).not.toContain('KZD')
  expect(layerOf(await openVariant('v16'), 'DK')?.shapeType).toBe(15)
})

async function bytesUnder(folder: string): Promise<number> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = items.filter((item) => item.isFile()).map(async (item) => (await stat(join(item.parentPath, item.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('an escaping entry and a bomb are recorded and never written', async () => {
  const slip = await openVariant('v11')
  expect(slip.unsafe).toEqual([{ path: '../../evil.txt', why: 'escape' }])
  expect((await readdir(base, { recursive: true })).filter((name) => name.includes('evil'))).toEqual([])
  const bomb = await openVariant('v12')
  expect(bomb.unsafe).toEqual([{ path: '其他资料/zeros.bin', why: 'ratio' }])
  expect(await bytesUnder(bomb.dir)).toBe(await bytesUnder(clean.dir))
})

test('a truncated, a damaged and an oversized archive are unreadable and leave nothing behind', async () => {
  const damaged = join(base, 'damaged.zip')
  const bytes = await readFile(variant('v00'))
  bytes.fill(0x55, 40_000, 40_064)
  await writeFile(damaged, bytes)
  for (const [file, limits] of [[variant('v13')], [damaged], [variant('v00'), { totalBytes: 1e5 }]] as const) {
    const dir = place()
    await expect(openPackage(file, dir, { limits: { ...defaultLimits, ...limits } })).rejects.toMatchObject({ name: 'PackageUnreadable' })
    await expect(stat(dir)).rejects.toMatchObject({ code: 'ENOENT' })
  }
})

test.each(['hash', 'unpack', 'structure'])('an abort during %s stops and cleans up', async (stage) => {
  const stop = new AbortController()
  const dir = place()
  const opening = openPackage(join(data, 'A.zip'), dir, { signal: stop.signal, onProgress: (step) => step === stage && stop.abort() })
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  await expect(stat(dir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a work folder that holds something is refused and left alone', async () => {
  const dir = clean.dir
  await expect(openPackage(variant('v00'), dir)).rejects.toThrow('not empty')
  expect((await readdir(dir)).length).toBeGreaterThan(0)
})

/** The layer with its records written `times` over, as a county has them. */
async function enlarged(layer: Layer, times: number): Promise<Layer> {
  const { shp, dbf } = layer.parts
  if (!shp || !dbf) throw new Error('incomplete layer')
  const grown = { ...layer, parts: { ...layer.parts, shp: { ...shp, abs: join(base, 'big.shp') }, dbf: { ...dbf, abs: join(base, 'big.dbf') } } }
  const shapes = (await readFile(shp.abs)).subarray(100)
  const table = await readFile(dbf.abs)
  const from = table.readUInt16LE(8)
  const records = table.subarray(from, from + table.readUInt16LE(10) * table.readUInt32LE(4))
  table.writeUInt32LE(table.readUInt32LE(4) * times, 4)
  await copyFile(shp.abs, grown.parts.shp.abs)
  await writeFile(grown.parts.dbf.abs, table.subarray(0, from + records.length))
  for (let n = 1; n < times; n++) {
    await appendFile(grown.parts.shp.abs, shapes)
    await appendFile(grown.parts.dbf.abs, records)
  }
  return grown
}

test('streaming a layer of a hundred megabytes keeps memory flat', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const jzx = layerOf(a, 'JZX')
  if (!jzx) throw new Error('no JZX')
  const big = await enlarged(jzx, 12)
  expect((await stat(join(base, 'big.dbf'))).size).toBeGreaterThan(90e6)
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = used()
  let most = before
  let count = 0
  for await (const row of readLayer(a, big)) {
    if (row.geometry?.type === 'LineString') count++
    if (count % 10_000 === 0) most = Math.max(most, used())
  }
  expect(count).toBe(10_760 * 12)
  expect(most - before).toBeLessThan(8e6)
})
