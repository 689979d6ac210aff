/** One village with its own features and those of neighbours in the same 200 m cells: the unit of all topology checks. */
import type { Bbox, StagedPoint } from '../../package/staged.ts'
import type { Rings } from '../finding.ts'
import type { Facts } from '../facts.ts'
import type { CbdkxxRecord } from '../tables.ts'
import type { Grid } from './grid.ts'
import type { Segment } from './geometry.ts'
import { makeGrid } from './grid.ts'
import { bboxOf, segmentBox, segmentsOf } from './geometry.ts'

/** `home` = first 12 digits of the code; `valid` = passed C01 and C02; `sides` = east, west, south, north neighbour. */
export interface CheckedParcel {
  code: string
  home: string
  polygons: Rings[]
  box: Bbox
  valid: boolean
  dklb: string
  dkmc: string
  sides: string[]
  kjzb: string
  sfjbnt: string
}
export interface CheckedBoundaryPoint {
  jzdh: string
  home: string
  codes: string[]
  at: StagedPoint
}
export interface CheckedBoundaryLine {
  bsm: string
  home: string
  codes: string[]
  qjzdh: string
  zjzdh: string
  lines: StagedPoint[][]
}

/** An edge of a parcel or a segment of a boundary line with its owner. */
export interface VillageEdge<Owner> {
  segment: Segment
  owner: Owner
}

export interface Village {
  code: string
  facts: Facts
  parcels: CheckedParcel[]
  points: CheckedBoundaryPoint[]
  lines: CheckedBoundaryLine[]
  /** contract rows of a parcel */
  rowsOf: (dkbm: string) => readonly CbdkxxRecord[]
  /** region polygons of an issuer, protected farmland: prepared once for the package */
  regionOf: (fbfbm: string) => VillageZone | undefined
  protectedLand: VillageZone | null
  parcelGrid: Grid<CheckedParcel>
  vertexGrid: Grid<{ at: StagedPoint; owner: CheckedParcel }>
  edgeGrid: Grid<VillageEdge<CheckedParcel>>
  pointGrid: Grid<CheckedBoundaryPoint>
  lineGrid: Grid<VillageEdge<CheckedBoundaryLine>>
}

/** Polygons with a grid over their border, so that most questions need one point test only. */
export interface VillageZone {
  polygons: Rings[]
  box: Bbox
  border: Grid<Segment>
}

/** Prepares polygons for many questions; null for none. */
export function makeZone(polygons: Rings[]): VillageZone | null {
  const box = bboxOf(polygons.flat(2))
  if (!box) return null
  const border = makeGrid<Segment>(100)
  for (const segment of segmentsOf(polygons.flat())) border.add(segmentBox(segment), segment)
  return { polygons, box, border }
}

/** Extent of a single point. */
export function pointBox([x, y]: StagedPoint): Bbox {
  return [x, y, x, y]
}

const cell = 20

/** Builds the grids over the features of one village. */
export function makeVillage(given: Pick<Village, 'code' | 'facts' | 'parcels' | 'points' | 'lines' | 'rowsOf' | 'regionOf' | 'protectedLand'>): Village {
  const village: Village = {
    ...given,
    parcelGrid: makeGrid(cell * 5),
    vertexGrid: makeGrid(cell),
    edgeGrid: makeGrid(cell),
    pointGrid: makeGrid(cell),
    lineGrid: makeGrid(cell),
  }
  for (const parcel of village.parcels) {
    village.parcelGrid.add(parcel.box, parcel)
    for (const at of parcel.polygons.flat(2)) village.vertexGrid.add(pointBox(at), { at, owner: parcel })
    for (const segment of segmentsOf(parcel.polygons.flat())) village.edgeGrid.add(segmentBox(segment), { segment, owner: parcel })
  }
  for (const point of village.points) village.pointGrid.add(pointBox(point.at), point)
  for (const line of village.lines) for (const segment of segmentsOf(line.lines)) village.lineGrid.add(segmentBox(segment), { segment, owner: line })
  return village
}

/** True if this village reports the pair: one of the two is its own, and of two villages the one with the smaller code. */
export function reports(village: Village, a: { home: string }, b: { home: string }): boolean {
  return village.code === (a.home < b.home ? a.home : b.home)
}

/** Both names in order, joined by '|': the object of a pair. */
export function pair(a: string, b: string): string {
  return a < b ? `${a}|${b}` : `${b}|${a}`
}
