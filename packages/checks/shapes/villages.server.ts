import type { LayerRow, StagedPoint } from '../../package/staged.ts'
import { bboxOf, linesOf, pointsOf, polygonsOf } from './geometry.ts'
import { cellsOf } from './grid.ts'
import type { Limits } from '../limits.ts'
import { ofVillage, runRules } from '../rules.ts'
import { polygonFault } from './shapes.ts'
import type { Spill } from './spill.server.ts'
import type { CbdkxxRecord } from '../tables.ts'
import { num, findingText } from '../finding.ts'
import type { PackageFinding, Rings } from '../finding.ts'
import type { Facts } from '../facts.ts'
import { cellSize, margin, strayOf } from './stray.ts'
import { makeVillage, makeZone } from './village.ts'
import type { CheckedBoundaryLine, CheckedBoundaryPoint, CheckedParcel, VillageZone } from './village.ts'

/** cell of 200 m → villages with parcels there */
export type Cells = Map<number, Set<string>>
interface Aside {
  facts: Facts
  spill: Spill
  cells: Cells
}

const nowhere = 'rest'

function villageOf(code: string): string {
  return /^\d{12}/.test(code) ? code.slice(0, 12) : nowhere
}

/** Notes in which cells a village has parcels (first reading of DK). Invalid parcels count too: their points and lines lie there. */
export function markCells(cells: Cells, row: LayerRow): void {
  const points = pointsOf(row.geometry)
  if (strayOf(points)) return
  const box = bboxOf(points)
  const village = villageOf(findingText(row.attrs['DKBM']))
  for (const cell of box ? cellsOf(box, cellSize, margin) : []) {
    const known = cells.get(cell)
    if (known) known.add(village)
    else cells.set(cell, new Set([village]))
  }
}

/** Villages with parcels near the points, sorted. */
function villagesAt(cells: Cells, points: readonly StagedPoint[]): string[] {
  const box = bboxOf(points)
  const found = new Set<string>()
  for (const cell of box ? cellsOf(box, cellSize, margin) : []) for (const village of cells.get(cell) ?? []) found.add(village)
  return [...found].sort()
}

/** Puts a parcel aside for its own village and for those it may touch. */
export async function putParcel({ spill, cells }: Aside, row: LayerRow): Promise<void> {
  const polygons = polygonsOf(row.geometry)
  const box = bboxOf(polygons.flat(2))
  if (!box || strayOf(polygons.flat(2))) return
  const t = (name: string) => findingText(row.attrs[name])
  const code = t('DKBM')
  const home = villageOf(code)
  const parcel: CheckedParcel = {
    code,
    home,
    polygons,
    box,
    valid: !polygonFault(polygons),
    dklb: t('DKLB'),
    dkmc: t('DKMC'),
    sides: [t('DKDZ'), t('DKXZ'), t('DKNZ'), t('DKBZ')],
    kjzb: t('KJZB'),
    sfjbnt: t('SFJBNT'),
  }
  for (const unit of new Set([home, ...villagesAt(cells, polygons.flat(2))])) await spill.put(unit, 'parcel', parcel)
}

/** The village that reports a point or line: that of its first known parcel, else the first one there. */
function homeOf(facts: Facts, codes: readonly string[], here: readonly string[]): string {
  const known = codes.find((code) => facts.parcels.has(code))
  return known ? villageOf(known) : (here[0] ?? nowhere)
}

/** Puts a boundary point aside. */
export async function putPoint({ facts, spill, cells }: Aside, row: LayerRow): Promise<void> {
  const [at] = pointsOf(row.geometry)
  if (!at || strayOf([at])) return
  const codes = findingText(row.attrs['DKBM']).split('/').filter(Boolean)
  const here = villagesAt(cells, [at])
  const home = homeOf(facts, codes, here)
  const point: CheckedBoundaryPoint = { jzdh: findingText(row.attrs['JZDH']), home, codes, at }
  const named = codes.filter((code) => facts.parcels.has(code)).map(villageOf)
  for (const unit of new Set([home, ...here, ...named])) await spill.put(unit, 'point', point)
}

/** Puts a boundary line aside. */
export async function putLine({ facts, spill, cells }: Aside, row: LayerRow): Promise<void> {
  const lines = linesOf(row.geometry)
  if (!lines.length || strayOf(lines.flat())) return
  const t = (name: string) => findingText(row.attrs[name])
  const codes = t('DKBM').split('/').filter(Boolean)
  const here = villagesAt(cells, lines.flat())
  const home = homeOf(facts, codes, here)
  const line: CheckedBoundaryLine = {
    bsm: Number.isNaN(num(row.attrs['BSM'])) ? t('JZXH') : t('BSM'),
    home,
    codes,
    qjzdh: t('QJZDH'),
    zjzdh: t('ZJZDH'),
    lines,
  }
  for (const unit of new Set([home, ...here])) await spill.put(unit, 'line', line)
}

interface VillageScan {
  facts: Facts
  limits: Limits
  spill: Spill
  protectedLand: Rings[]
  onVillage: (share: number) => void
}

/** Runs the village rules over every unit put aside, one at a time. */
export async function* checkVillages({ facts, limits, spill, protectedLand, onVillage }: VillageScan): AsyncGenerator<PackageFinding> {
  const zone = makeZone(protectedLand)
  const units = spill.units()
  for (const [i, code] of units.entries()) {
    onVillage(i / units.length)
    const aside = await spill.read(code)
    const of = <Row>(kind: string) => aside.filter((entry) => entry.kind === kind).map((entry) => entry.row as Row)
    const village = makeVillage({
      code,
      facts,
      parcels: of<CheckedParcel>('parcel'),
      points: of<CheckedBoundaryPoint>('point'),
      lines: of<CheckedBoundaryLine>('line'),
      rowsOf: rowLookup(facts),
      regionOf: regionLookup(facts),
      protectedLand: zone,
    })
    yield* runRules(ofVillage, village, limits, code)
  }
}

/** Contract rows of parcels, kept for one village: its parcels are asked for by all their neighbours. */
function rowLookup({ tables }: Facts): (dkbm: string) => readonly CbdkxxRecord[] {
  const known = new Map<string, readonly CbdkxxRecord[]>()
  return (dkbm) => {
    const rows = known.get(dkbm) ?? tables.cbdkxx.of('dkbm', dkbm)
    known.set(dkbm, rows)
    return rows
  }
}

/** Region polygons of issuers, prepared on first use and kept for one village. */
function regionLookup(facts: Facts): (fbfbm: string) => VillageZone | undefined {
  const known = new Map<string, VillageZone | undefined>()
  return (fbfbm) => {
    if (!known.has(fbfbm)) {
      const polygons = facts.regions.filter((region) => region.layer === 'ZJQY' && region.code === fbfbm).flatMap((region) => region.polygons)
      known.set(fbfbm, makeZone(polygons) ?? undefined)
    }
    return known.get(fbfbm)
  }
}
