/** Writes a national package of a region from the register: the tree of NY/T 2539, checked by the checks that every package passes, with their report and open formats beside it. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Lang } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { zoneOf, zoneOfEpsg } from '../../land/geometry/crs.ts'
import { plainPath, splitPaths } from '../checks/attachments.ts'
import { num } from '../checks/finding.ts'
import { padded } from '../checks/regions.ts'
import { addParcel, addSum, issuerSums } from '../checks/summary.ts'
import { emptyExtent, widenExtent } from '../package/shape.ts'
import type { Bbox, StagedPackage } from '../package/staged.ts'
import { layerNames } from '../package/staged.ts'
import { accessFile } from './access/database.server.ts'
import { geoPackageFile, type GeoPackageFile } from './geopackage.server.ts'
import { keptLayers, moreFields, readAround } from './around.server.ts'
import { featuresOf, formerDigests, openFormer, REGION_LAYERS } from './former.server.ts'
import { cutAt, layerFile, type Cuts } from './layer-file.server.ts'
import { metadataXml } from './metadata.ts'
import { checked, FOLDERS, pack, reportRows, type Entries } from './pack.server.ts'
import { packageExportProblems } from './problems.ts'
import { countStanding, highestNumber, KEPT_LAYERS, readFeatures, readRows, regionsOf, shapeOf } from './register.server.ts'
import { layerValues, tableRow } from './rows.ts'
import { summarySheet, summaryTables, writeWorkbook } from './sheets.server.ts'
import { layerStandard, tableNames, tableStandard, type LayerName, type StagedTable } from '../../land/definitions/national/format.ts'
import type { PackageZone } from './standard.ts'
import { areaFigure } from '../../land/definitions/area.ts'

export interface PackageRun {
  lang: Lang
  /** who made it and when, as a file says it */
  mark: string
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  signal: AbortSignal
  progress(done: number, total: number): Promise<void>
}
export interface PackageWish {
  regionCode: string
  year: string
}
/** Parts of the whole: rows, former files, the check, the archive. */
const SHARE = { rows: 60, former: 65, check: 90, all: 100 } as const
/** Files of former packages that no table names, and that a whole county keeps. */
const WHOLE_COUNTY = /^(栅格数据|文字报告|扫描资料)\//

interface Work {
  run: PackageRun
  asked: PackageWish
  /** where the files stand until they are packed */
  tree: string
  folder: string
  county: string
  countyName: string
  regionName: string
  day: string
  zone: PackageZone
  former: readonly StagedPackage[]
  cuts: Cuts
  by: Map<string, Record<string, number>>
  /** full names of what has a row in summary tables and in the table of codes, by padded code */
  names: Map<string, string>
  full: ReadonlyMap<string, string>
  /** paths that books and papers name */
  named: Set<string>
  layerCounts: Map<LayerName, number>
  /** the same rows in an open format */
  open: GeoPackageFile
  around: Bbox
  tell(rows: number): Promise<void>
}

/** Figures of the summary tables, row by row. */
function counted({ by }: Work, table: StagedTable, row: Readonly<Record<string, string | number | null>>): void {
  const text = (name: string) => String(row[name] ?? '')
  const code = text('CBFBM')
  if (table === 'FBF') addSum(issuerSums(by, text('FBFBM')), 'fbf', 1)
  if (table === 'CBF') for (const key of ['cbf', `cbf${text('CBFLX')}`]) addSum(issuerSums(by, code), key, 1)
  if (table === 'CBF_JTCY') addSum(issuerSums(by, code), 'jtcy', 1)
  if (table === 'CBJYQZ') for (const key of ['qz', `qz${text('CBJYQZBM').slice(18)}`]) addSum(issuerSums(by, text('CBJYQZBM')), key, 1)
  if (table === 'CBHT') addSum(issuerSums(by, text('CBHTBM')), 'htzmjm', areaFigure(row.HTZMJM))
}

/** The twelve tables as one Access database, and each as a CSV. A text that is too long for its column is cut there, and the report says so; the CSV has it whole. */
async function writeTables(work: Work): Promise<void> {
  const { run, asked, tree, county, cuts } = work
  const base = join(tree, '权属数据', `${county}${asked.year}`)
  const database = accessFile(`${base}.mdb`)
  try {
    for (const table of tableNames) {
      const { fields } = tableStandard(table)
      const csv = createWriteStream(join(work.folder, '开放格式', 'CSV', `${table}.csv`), { mode: 0o600 })
      csv.write(`\ufeff${fields.map((f) => f.name).join(',')}\r\n`)
      for await (const stored of readRows(run.tx, table, asked.regionCode, run.signal)) {
        const row = tableRow(table, stored)
        counted(work, table, row)
        if (table === 'CBJYQZDJB') note(work.named, row.DKSYT)
        if (table === 'QSLYZLFJ') note(work.named, row.FJ)
        if (table === 'FBF') work.names.set(String(row.FBFBM), work.full.get(shortOf(String(row.FBFBM))) ?? String(row.FBFMC ?? ''))
        work.open.row(table, row)
        if (!csv.write(`${fields.map((f) => cell(row[f.name])).join(',')}\r\n`)) await once(csv, 'drain')
        for (const { name, type, length } of fields) {
          const value = row[name]
          const isMemo = name === 'FBFDCJS' || name === 'CBFDCJS'
          if (type !== 'Char' || isMemo || typeof value !== 'string' || value.length <= length) continue
          row[name] = value.slice(0, length)
          cutAt(cuts, table, name)
        }
        database.add(table, row)
        await work.tell(1)
      }
      csv.end()
      await once(csv, 'finish')
    }
    database.end()
  } catch (e) {
    database.close()
    throw e
  }
}
const note = (named: Set<string>, value: unknown) => {
  for (const path of splitPaths(String(value ?? ''))) named.add(plainPath(path).toLowerCase())
}
/** The region that an issuer's code of fourteen digits stands for. */
const shortOf = (code: string): string => (code.endsWith('00000') ? code.slice(0, 9) : code.endsWith('00') ? code.slice(0, 12) : code)
const cell = (v: unknown): string => (v === null || v === undefined ? '' : /[",\r\n]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : String(v))

/** Parcels, points and lines from the register. */
async function writeKept(work: Work): Promise<void> {
  const { run, asked, tree, county, zone, day, cuts, by } = work
  for (const layer of KEPT_LAYERS) {
    const { fields, ysdm } = layerStandard(layer)
    const file = layerFile(join(tree, '矢量数据', `${layer}${county}${asked.year}`), layer, zone, day, cuts)
    let next = await run.tx((ctx) => highestNumber(ctx, layer, asked.regionCode))
    const seen = new Set<number>()
    for await (const row of readFeatures(run.tx, layer, asked.regionCode, run.signal)) {
      const geometry = shapeOf(layer, row, zone.zone)
      if (layer === 'DK') {
        const text = (name: string) => String(row[name] ?? '')
        addParcel(issuerSums(by, text('dkbm')), {
          dklb: text('dklb'),
          tdyt: text('tdyt'),
          syqxz: text('syqxz'),
          sfjbnt: text('sfjbnt'),
          mu: num(row.scmjm as string),
        })
        if (geometry?.type === 'Polygon') widenExtent(work.around, geometry.coordinates[0] ?? [])
      }
      // several packages may have numbered alike
      const own = Number(row.bsm)
      const bsm = Number.isInteger(own) && own > 0 && !seen.has(own) ? own : ++next
      seen.add(bsm)
      const more: Record<string, string> = { BSM: String(bsm), YSDM: String(row.ysdm || ysdm) }
      if (row.yzbz) more.YZBZ = String((Number(row.yzbz) % 1e6) + (zone.isNumbered ? zone.zone * 1e6 : 0))
      const values = layerValues(fields, row, more)
      file.add(geometry, values)
      work.open.feature(layer, geometry, values)
      await work.tell(1)
    }
    file.end()
    work.layerCounts.set(layer, file.count)
  }
}

/**
 * The layers that are no part of the register, as they are kept beside it; one of which nothing was ever kept from the packages that were taken in. One of which there
 * is nothing is not written.
 */
async function writeAround(work: Work): Promise<void> {
  const { run, asked, tree, county, zone, day, cuts, former } = work
  const kept = await run.tx((ctx) => keptLayers(ctx, county))
  const part = { county, zone: zone.zone, region: asked.regionCode, around: work.around }
  for (const layer of layerNames) {
    if ((KEPT_LAYERS as readonly string[]).includes(layer)) continue
    const isKept = kept.has(layer)
    if (!kept.get(layer) && !former.some((pkg) => pkg.layers.some((l) => l.name === layer))) continue
    const more = isKept ? await run.tx((ctx) => moreFields(ctx, county, layer)) : []
    const fields = [...layerStandard(layer).fields, ...more]
    const file = layerFile(join(tree, '矢量数据', `${layer}${county}${asked.year}`), layer, zone, day, cuts, more)
    const seen = new Set<number>()
    let next = 1_000_000_000
    const features = isKept ? readAround(run.tx, layer, part, run.signal) : featuresOf(former, layer, part, run.signal)
    for await (const { attrs, geometry } of features) {
      const own = Number(attrs.BSM)
      const bsm = own > 0 && !seen.has(own) ? own : ++next
      seen.add(bsm)
      const region = REGION_LAYERS[layer]
      if (region) work.names.set(padded(attrs[region[0]] ?? ''), work.full.get(attrs[region[0]] ?? '') ?? attrs[region[1]] ?? '')
      if (layer === 'KZD') note(work.named, attrs.DZJ)
      const values = Object.fromEntries(fields.map(({ name }) => [name, name === 'BSM' ? String(bsm) : (attrs[name] ?? '')]))
      file.add(geometry, values)
      work.open.feature(layer, geometry, values, more)
    }
    file.end()
    work.layerCounts.set(layer, file.count)
  }
}

/** Summary tables (.xls in the package, .xlsx beside it), the table of codes, the metadata. */
async function writeSheets(work: Work): Promise<void> {
  const { asked, tree, folder, county, countyName, names, full, by } = work
  const rows = new Map(names)
  // regions above every issuer have a row of their own, whether their outline is known or not
  for (const code of names.keys())
    for (const n of [6, 9, 12]) if (!rows.has(padded(code.slice(0, n)))) rows.set(padded(code.slice(0, n)), full.get(code.slice(0, n)) ?? '')
  for (const table of summaryTables) {
    const sheet = summarySheet(table, by, rows)
    const name = `${county}${countyName}${table}`
    writeWorkbook(join(tree, '汇总表格', `${name}.xls`), table, sheet.rows, sheet.merges)
    writeWorkbook(join(folder, '开放格式', '汇总表格', `${name}.xlsx`), table, sheet.rows, sheet.merges)
  }
  const codes = [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeWorkbook(join(tree, '权属数据', `${county}${asked.year}权属单位代码表.xls`), '权属单位代码表', [['权属单位代码', '权属单位名称'], ...codes])
  const former = work.former.find((pkg) => pkg.metadata)?.metadata ?? null
  await writeFile(
    join(tree, '矢量数据', `SL${county}${asked.year}.xml`),
    metadataXml({ county, countyName, regionName: work.regionName, day: work.day, zone: work.zone, counts: work.layerCounts, former }),
    { mode: 0o600 },
  )
}

const WRITTEN = layerNames.flatMap((name) => ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((e) => [name, e] as const))
function entriesOf(work: Work): Entries {
  const { tree, asked, county, countyName, layerCounts, former, named } = work
  const stem = `${county}${asked.year}`
  const paths = [
    ...WRITTEN.filter(([name]) => layerCounts.has(name)).map(([name, e]) => `矢量数据/${name}${stem}.${e}`),
    `矢量数据/SL${stem}.xml`,
    `权属数据/${stem}.mdb`,
    `权属数据/${stem}权属单位代码表.xls`,
    ...summaryTables.map((table) => `汇总表格/${county}${countyName}${table}.xls`),
  ]
  const entries: Entries = new Map(paths.map((path) => [path, join(tree, ...path.split('/'))]))
  for (const pkg of former)
    for (const file of pkg.files) {
      const isWanted = named.has(file.path.toLowerCase()) || (asked.regionCode.length === 6 && WHOLE_COUNTY.test(file.path))
      if (isWanted && !entries.has(file.path)) entries.set(file.path, file.abs)
    }
  return entries
}

/** Where the metres of the package are: as the county is set, else as its last package had them, else the zone of its first parcel. */
async function zoneFor(run: PackageRun, region: string, projection: number, former: readonly StagedPackage[]): Promise<PackageZone> {
  const set = zoneOfEpsg(projection)
  if (set) return { zone: set, isNumbered: projection <= 4533 }
  const crs = former.find((pkg) => pkg.crs?.kind === 'projected' && pkg.crs.centralMeridian % 3 === 0)?.crs
  if (crs) return { zone: crs.centralMeridian / 3, isNumbered: crs.zonePrefix }
  for await (const row of readFeatures(run.tx, 'DK', region, run.signal)) {
    const lon = /-?\d+(\.\d+)?/.exec(String(row.geom ?? ''))
    if (lon) return { zone: zoneOf(Number(lon[0])), isNumbered: false }
  }
  throw packageExportProblems.nothingHere()
}

/** Writes the package of a region as a ZIP at `path`; answers how many rows it has. It begins anew when it is run again; nothing stays beside the file. */
export async function writeNationalPackage(run: PackageRun, asked: PackageWish, dataDir: string, path: string): Promise<number> {
  const folder = `${path}.work`
  await rm(folder, { recursive: true, force: true })
  try {
    return await written(run, asked, dataDir, path, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
async function written(run: PackageRun, asked: PackageWish, dataDir: string, path: string, folder: string): Promise<number> {
  const county = asked.regionCode.slice(0, 6)
  const begun = await run.tx(async (ctx) => ({
    tenantId: ctx.who.tenantId,
    day: ctx.now.slice(0, 10),
    regions: await regionsOf(ctx, county),
    digests: await formerDigests(ctx, county),
    rows: await totalOf(ctx, asked.regionCode),
  }))
  if (begun.rows === 0) throw packageExportProblems.nothingHere()
  const tree = join(folder, 'tree')
  for (const dir of [...FOLDERS.map((f) => join(tree, f)), join(folder, '开放格式', 'CSV'), join(folder, '开放格式', '汇总表格')])
    await mkdir(dir, { recursive: true })
  const former = await openFormer(begun.digests, { dataDir, tenantId: begun.tenantId, folder }, run.signal)
  let done = 0
  const zone = await zoneFor(run, asked.regionCode, begun.regions.projection, former)
  const openName = `${county}${asked.year}.gpkg`
  const work: Work = {
    run,
    asked,
    tree,
    folder,
    county,
    countyName: begun.regions.name || former[0]?.countyName || '',
    regionName: begun.regions.full.get(asked.regionCode) ?? begun.regions.name,
    day: begun.day,
    zone,
    open: geoPackageFile(join(folder, '开放格式', openName), zone, begun.day),
    former,
    cuts: new Map(),
    by: new Map(),
    names: new Map(),
    full: begun.regions.full,
    named: new Set(),
    layerCounts: new Map(),
    around: emptyExtent(),
    async tell(rows) {
      done += rows
      if (done % 1000 === 0) await run.progress(Math.floor((SHARE.rows * done) / Math.max(begun.rows, done)), SHARE.all)
    },
  }
  try {
    await writeTables(work)
    await writeKept(work)
    await writeAround(work)
    work.open.end()
  } finally {
    work.open.close()
  }
  await writeSheets(work)
  await run.progress(SHARE.former, SHARE.all)
  const root = `${county}${work.countyName}`
  const entries = entriesOf(work)
  const first = join(folder, 'first.zip')
  await pack(first, root, entries, new Map(), true, run.signal)
  const tell = (percent: number) => void run.progress(Math.floor(SHARE.former + ((SHARE.check - SHARE.former) * percent) / 100), SHARE.all).catch(() => {})
  const result = await checked(first, folder, work.day, run.signal, tell)
  await rm(first)
  writeWorkbook(join(folder, '检查报告.xlsx'), '检查报告', reportRows(result, work.cuts, run.lang, run.mark))
  await writeFile(join(folder, '导出说明.txt'), `\ufeff${run.mark}\r\n`)
  const beside: Entries = new Map(
    [
      '检查报告.xlsx',
      '导出说明.txt',
      `开放格式/${openName}`,
      ...tableNames.map((t) => `开放格式/CSV/${t}.csv`),
      ...summaryTables.map((t) => `开放格式/汇总表格/${county}${work.countyName}${t}.xlsx`),
    ].map((name) => [name, join(folder, ...name.split('/'))]),
  )
  await mkdir(dirname(path), { recursive: true })
  await pack(path, root, entries, beside, false, run.signal)
  return done
}
const totalOf = async (ctx: Ctx, region: string): Promise<number> => {
  let n = 0
  for (const name of [...tableNames, ...KEPT_LAYERS]) n += await countStanding(ctx, name, region)
  return n
}
