import { tmpdir } from 'node:os'
import { readLayer } from '../package/layer.server.ts'
import { readTable } from '../package/mdb.server.ts'
import type { Bbox, Layer, LayerRow, StagedPackage } from '../package/staged.ts'
import { rowName } from './attributes.ts'
import { attached } from './attachments.ts'
import { inspectFile } from './file-facts.server.ts'
import { bboxOf, isPossible, linesOf, pointsOf, pointPlace, polygonsOf } from './shapes/geometry.ts'
import { limits as standardLimits } from './limits.ts'
import type { Limits } from './limits.ts'
import type { RuleLimits } from './settings.ts'
import { makeNumbers } from './references.ts'
import { finding, ofLayerRow, ofPackage, ofTableRow, ofTables, runRules } from './rules.ts'
import { polygonFault } from './shapes/shapes.ts'
import { addParcel } from './summary.ts'
import { addRecord, emptyTables, factOf, recordObject, tableOrder } from './tables.ts'
import { draft, num, findingText } from './finding.ts'
import type { PackageFinding } from './finding.ts'
import type { Facts, ParcelFact, Region } from './facts.ts'
import type { NewDiskMap } from '../package/disk-map.ts'
import { openDiskMaps } from '../package/disk-map.server.ts'
import { openSpill } from './shapes/spill.server.ts'
import { checkVillages, markCells, putLine, putParcel, putPoint } from './shapes/villages.server.ts'
import type { Cells } from './shapes/villages.server.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

export type { PackageFinding } from './finding.ts'

/** `today` yyyy-MM-dd in Asia/Shanghai, `workDir` holds the rows put aside, `limits` overrides thresholds of all rules, `of` all figures of one. */
export interface CheckOptions {
  today: string
  onProgress?: (step: string, percent: number) => void
  signal?: AbortSignal
  limits?: Partial<Limits>
  of?: RuleLimits['of']
  workDir?: string
}

const regionFields: Partial<Record<LayerName, [code: string, name: string]>> = {
  XJXZQ: ['XZQDM', 'XZQMC'],
  XJQY: ['XJQYDM', 'XJQYMC'],
  CJQY: ['CJQYDM', 'CJQYMC'],
  ZJQY: ['ZJQYDM', 'ZJQYMC'],
}
const heavy: readonly LayerName[] = ['DK', 'JZD', 'JZX']

/**
 * Runs all built rules of data format §9 over an opened package and yields findings as they are met (rows first, then villages, then the
 * package). Layers and tables are streamed, what rules join on lies in a file, one village at a time is in memory, so memory does not grow with
 * the rows. Coordinates of findings are projected metres.
 * Throws the abort reason when stopped. A layer that breaks off is a finding of B07.
 */
export async function* checkPackage(pkg: StagedPackage, options: CheckOptions): AsyncGenerator<PackageFinding> {
  const limits: RuleLimits = { ...standardLimits, ...options.limits, ...(options.of ? { of: options.of } : {}) }
  const step: Step = (name, percent) => {
    options.signal?.throwIfAborted()
    options.onProgress?.(name, percent)
  }
  const workDir = options.workDir ?? tmpdir()
  const maps = openDiskMaps(workDir)
  try {
    const facts = emptyFacts(pkg, options.today, maps.make)
    step('tables', 0)
    yield* checkTables(facts, limits)
    yield* checkLayers(facts, limits, workDir, options.signal, step)
    step('files', 90)
    await lookAtFiles(facts)
    step('package', 95)
    yield* runRules(ofPackage, facts, limits)
    if (pkg.tables.length) yield* runRules(ofTables, facts, limits)
    step('package', 100)
  } finally {
    maps.close()
  }
}

/** Rules on layer rows, then on villages. */
async function* checkLayers(facts: Facts, limits: RuleLimits, workDir: string, signal: AbortSignal | undefined, step: Step): AsyncGenerator<PackageFinding> {
  const { layers } = facts.pkg
  const spill = await openSpill(workDir)
  const cells: Cells = new Map()
  const protectedLand: Region['polygons'] = []
  const scan: Scan = { facts, limits, spill, cells, protectedLand, county: null, signal }
  try {
    for (const [i, layer] of inOrder(layers).entries()) {
      step(layer.name, 10 + (40 * i) / layers.length)
      yield* checkLayer(scan, layer)
    }
    if (facts.projected) yield* checkVillages({ facts, limits, spill, protectedLand, onVillage: (share) => step('villages', 50 + 40 * share) })
  } finally {
    await spill.remove()
  }
}

/** Notes what the bytes of every named file say. */
async function lookAtFiles(facts: Facts): Promise<void> {
  const { pkg, files, named } = facts
  for (const { path, formed } of attached(facts)) {
    const name = path.toLowerCase()
    const known = named.get(name)
    if (!known || (formed && !known.formed)) named.set(name, { formed, looked: false })
  }
  for (const file of pkg.files) {
    const name = file.path.toLowerCase()
    const known = named.get(name)
    // of names that differ in their case only, the first counts
    if (!known || known.looked) continue
    named.set(name, { ...known, looked: true })
    files.set(name, await inspectFile(file))
  }
}

type Step = (name: string, percent: number) => void

interface Scan {
  facts: Facts
  limits: RuleLimits
  spill: Awaited<ReturnType<typeof openSpill>>
  cells: Cells
  protectedLand: Region['polygons']
  county: Bbox | null
  signal: AbortSignal | undefined
}

function emptyFacts(pkg: StagedPackage, today: string, newMap: NewDiskMap): Facts {
  const facts: Facts = {
    pkg,
    today,
    projected: pkg.crs?.kind !== 'geographic',
    regions: [],
    boundaries: [],
    tables: emptyTables(newMap),
    parcels: newMap<ParcelFact>([], factOf),
    sums: new Map(),
    notes: [],
    files: newMap(),
    named: newMap(),
  }
  for (const file of pkg.files) facts.files.set(file.path.toLowerCase(), { fault: '', dpi: null })
  return facts
}

function* checkTables(facts: Facts, limits: RuleLimits): Generator<PackageFinding> {
  for (const table of tableOrder) {
    const named = facts.pkg.tables.find((entry) => entry.name.toUpperCase() === table)
    for (const row of named ? readTable(facts.pkg, named.name) : []) {
      addRecord(facts.tables, table, row)
      yield* runRules(ofTableRow, { table, row, object: recordObject(table, row), facts }, limits)
    }
  }
}

/** Region layers first (extent of the county), then the small ones, then parcels before the points and lines that name them. */
function inOrder(layers: readonly Layer[]): Layer[] {
  const rank = ({ name }: Layer) => (name === 'XJXZQ' ? 0 : 1 + heavy.indexOf(name) + 1)
  return layers.toSorted((a, b) => rank(a) - rank(b))
}

async function* rowsOf(scan: Scan, layer: Layer): AsyncGenerator<LayerRow, string> {
  let read = 0
  try {
    for await (const row of readLayer(scan.facts.pkg, layer, scan.signal)) {
      read++
      yield row
    }
    return ''
  } catch (error) {
    scan.signal?.throwIfAborted()
    return `图层读到第${read + 1}条时中断：${error instanceof Error ? error.message : String(error)}`
  }
}

async function* checkLayer(scan: Scan, layer: Layer): AsyncGenerator<PackageFinding> {
  const numbers = makeNumbers()
  const rows = rowsOf(scan, layer)
  for (let next = await rows.next(); ; next = await rows.next()) {
    if (next.done) {
      if (next.value) yield finding('B07', draft(layer.name, layer.name, '', '', next.value))
      break
    }
    const row = next.value
    const bsm = num(row.attrs['BSM'])
    if (bsm > 0) numbers.add(bsm)
    const polygons = polygonsOf(row.geometry)
    const valid = layer.name === 'DK' && scan.facts.projected && polygons.length > 0 && !polygonFault(polygons)
    const place = scan.facts.projected ? (pointPlace(polygons) ?? pointsOf(row.geometry)[0]) : undefined
    await gather(scan, layer, row)
    const input = { layer, row, object: rowName(layer.name, row), place, facts: scan.facts, county: scan.county, valid }
    // not yield*: delegating from an async generator costs a promise per row, and most rows have no finding
    for (const found of runRules(ofLayerRow, input, scan.limits)) yield found
  }
  yield* repeatedNumbers(scan, layer, numbers.repeated())
  // only now all cells of all villages are known, so parcels are put aside in a second reading
  if (layer.name === 'DK' && scan.facts.projected) for await (const row of rowsOf(scan, layer)) await putParcel(scan, row)
}

async function* repeatedNumbers(scan: Scan, layer: Layer, repeated: Set<number>): AsyncGenerator<PackageFinding> {
  if (!repeated.size) return
  for await (const row of rowsOf(scan, layer)) {
    const bsm = num(row.attrs['BSM'])
    if (!repeated.has(bsm)) continue
    const place = scan.facts.projected ? (pointPlace(polygonsOf(row.geometry)) ?? pointsOf(row.geometry)[0]) : undefined
    yield finding('D03', draft(layer.name, rowName(layer.name, row), 'BSM', bsm, `标识码${bsm}在本图层中重复，应唯一`, { place }))
  }
}

/** Keeps what later rules need of a row. */
async function gather(scan: Scan, layer: Layer, row: LayerRow): Promise<void> {
  const { facts } = scan
  const t = (name: string) => findingText(row.attrs[name])
  const region = regionFields[layer.name]
  // B10 has told of a place that cannot be: nothing is measured against it
  const polygons = polygonsOf(row.geometry).filter((rings) => !facts.projected || isPossible(rings.flat()))
  if (region) facts.regions.push({ layer: layer.name, code: t(region[0]), name: t(region[1]), polygons })
  if (layer.name === 'XJXZQ') scan.county = bboxOf(facts.regions.flatMap((known) => (known.layer === 'XJXZQ' ? known.polygons.flat(2) : [])))
  if (layer.name === 'QYJX') facts.boundaries.push(...linesOf(row.geometry).filter((line) => !facts.projected || isPossible(line)))
  if (layer.name === 'JBNTBHQ') scan.protectedLand.push(...polygons)
  if (layer.name === 'KZD') {
    const [place] = pointsOf(row.geometry)
    facts.notes.push({ kzddh: t('KZDDH') || t('BSM'), dzj: t('DZJ'), ...(place ? { x: place[0], y: place[1] } : {}) })
  }
  if (layer.name === 'DK') gatherParcel(scan, row)
  if (layer.name === 'JZD' && facts.projected) await putPoint(scan, row)
  if (layer.name === 'JZX' && facts.projected) await putLine(scan, row)
}

function gatherParcel({ facts, cells }: Scan, row: LayerRow): void {
  const t = (name: string) => findingText(row.attrs[name])
  const dkbm = t('DKBM')
  const known = facts.parcels.get(dkbm)
  const scmj = num(row.attrs['SCMJ'])
  facts.parcels.set(dkbm, known ? { ...known, rows: known.rows + 1 } : { dklb: t('DKLB'), scmj, rows: 1 })
  const sums = facts.sums.get(dkbm.slice(0, 14)) ?? { parcels: 0, scmj: 0, by: {} }
  facts.sums.set(dkbm.slice(0, 14), sums)
  sums.parcels++
  sums.scmj += scmj || 0
  addParcel(sums.by, { dklb: t('DKLB'), tdyt: t('TDYT'), syqxz: t('SYQXZ'), sfjbnt: t('SFJBNT'), mu: num(row.attrs['SCMJM']) })
  if (facts.projected) markCells(cells, row)
}
