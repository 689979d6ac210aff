import { dk, dk_jz, jzd, jzx } from '../../land/definitions/dk.ts'
import { joinedCodes } from '../../land/register/acts/boundaries.ts'
import { bulk, type Bulk, type ColumnValues } from './bulk.server.ts'
import { cornersOf, type WrittenPoint } from './corners.server.ts'
import { polygonEwkb } from './ewkb.server.ts'
import * as map from '../package/mapping.ts'
import { toLonLat } from '../package/crs.ts'
import { readLayer } from '../package/layer.server.ts'
import type { Geometry, LayerRow, StagedPoint } from '../package/staged.ts'
import { layerOf } from '../package/staged.ts'
import { hjbProblems } from '../package/problems.ts'
import type { NewDiskMap, DiskMap } from '../package/disk-map.ts'
import type { WriteFacts } from './write-facts.server.ts'
import type { Later } from './later.server.ts'
import type { Counts, WriteRun } from './write-run.server.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

export interface WrittenParcel {
  id: string
  dkmc: string | null
  scmj: string | null
  scmjm: string | null
}

/** Days of parcels that are kept at a time. */
const KEPT_DAYS = 5000

/**
 * Streams DK, JZD and JZX into the base; `link` says what the tables know of a parcel. A corner for which the package has no point gets one. Answers the parcels by code,
 * and their points. Geometry goes to degrees exactly; nothing is repaired: an invalid polygon breaks the constraint.
 */
export async function writeLayers(
  run: WriteRun,
  { link: linkOf, stepsOfParcel, since }: Pick<WriteFacts, 'link' | 'stepsOfParcel' | 'since'>,
  newMap: NewDiskMap,
  counts: Counts,
  later: Later,
): Promise<{ parcels: DiskMap<WrittenParcel>; points: DiskMap<WrittenPoint> }> {
  const { ctx, pkg, signal } = run
  const crs = pkg.crs
  if (!crs) throw hjbProblems.unreadable({ zh: '无法确定坐标系', en: 'its coordinate system is unknown' })
  const lonLat = (p: StagedPoint) => toLonLat(crs, p)
  const parcels = newMap<WrittenParcel>()
  const corners = await cornersOf(pkg, newMap, signal)
  const [parcel, point, line, link] = [bulk(ctx, dk, signal), bulk(ctx, jzd, signal), bulk(ctx, jzx, signal), bulk(ctx, dk_jz, signal)]
  /** Neighbouring points name the same parcels. */
  const days = new Map<string, string>()
  const dayOf = (dkbm: string) => {
    const known = days.get(dkbm)
    if (known) return known
    if (days.size >= KEPT_DAYS) days.clear()
    const day = since.parcel(linkOf(dkbm))
    days.set(dkbm, day)
    return day
  }
  /** A point or line is true since the first of its parcels is, and belongs to each since that is. */
  const add = async (own: readonly string[], kind: 'd' | 'x', table: Bulk, columns: ColumnValues) => {
    const jzId = await table.add({ ...columns, regFrom: own.map(dayOf).toSorted()[0] ?? dayOf('') })
    for (const dkbm of own) await link.add({ dkbm, kind, jzId, regionCode: map.mappedRegion(dkbm), regFrom: dayOf(dkbm) })
  }
  const parcelsOf = (row: LayerRow) => [...new Set(map.mappedParcels(row.attrs))]
  await stream(run, 'DK', 15, 30, async (row) => {
    const code = map.textOf(row.attrs.DKBM)
    const rings = ringsOf(row)
    const [first, ...more] = stepsOfParcel(code)
    const said = (at: number) => JSON.stringify(map.parcelFacts([first!, ...more][at]!.link))
    const columns: map.Columns = { ...map.dkRow(row.attrs, linkOf(code)), ...map.parcelFacts(first!.link), regFrom: first!.day }
    const id = await parcel.add({ ...columns, geom: polygonEwkb(rings.map((ring) => ring.map(lonLat))) })
    corners.seen(String(columns.dkbm), rings)
    // a further holder of a joint parcel changes nothing of it
    more.forEach(({ day, link: of }, i) => said(i) === said(i + 1) || later.add(id, day, map.parcelFacts(of)))
    parcels.set(String(columns.dkbm), { id, dkmc: columns.dkmc as string, scmj: columns.scmj as string, scmjm: columns.scmjm as string })
  })
  counts.dk = await parcel.end()
  await stream(run, 'JZD', 30, 50, (row) => {
    const columns = map.jzdRow(row.attrs)
    const [named, more] = [parcelsOf(row), corners.alsoOf(columns)]
    return add([...named, ...more], 'd', point, more.length ? { ...columns, dkbm: joinedCodes([...named, ...more]) } : columns)
  })
  let added = 0
  for (const { values, parcels: own } of corners.toAdd()) {
    await add(own, 'd', point, values)
    added += 1
  }
  // rows of the package, as its layer counts them
  counts.jzd = (await point.end()) - added
  await stream(run, 'JZX', 50, 70, (row) =>
    add(parcelsOf(row), 'x', line, { ...map.jzxRow(row.attrs), lines: linesOf(row.geometry).map((l) => l.map((p) => lonLat(p).map(rounded))) }),
  )
  counts.jzx = await line.end()
  counts.dk_jz = await link.end()
  for (const name of ['DK', 'JZD', 'JZX'] as const) {
    const is = counts[name.toLowerCase()]!,
      should = layerOf(pkg, name)?.counts.dbf ?? 0
    if (is !== should) throw hjbProblems.countsDiffer({ table: name, is, should })
  }
  return { parcels, points: corners.points }
}
/** Ten decimals of a degree are 0.01 mm. */
const rounded = (v: number) => Math.round(v * 1e10) / 1e10

async function stream(run: WriteRun, name: LayerName, from: number, to: number, work: (row: LayerRow) => Promise<unknown>): Promise<void> {
  const total = layerOf(run.pkg, name)?.counts.dbf ?? 0
  let done = 0
  for await (const row of readLayer(run.pkg, name, run.signal)) {
    await work(row)
    if (++done % 1000 === 0) run.tell(from + ((to - from) * done) / Math.max(total, 1), name, done, total)
  }
}

function ringsOf(row: LayerRow): StagedPoint[][] {
  const g = row.geometry
  if (g?.type === 'Polygon') return g.coordinates
  throw hjbProblems.refusedByBase({ table: 'DK', rule: `${map.textOf(row.attrs.DKBM)}: ${g?.type ?? 'null'}` })
}
const linesOf = (g: Geometry | null): StagedPoint[][] => (g?.type === 'LineString' ? [g.coordinates] : g?.type === 'MultiLineString' ? g.coordinates : [])
