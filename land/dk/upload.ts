// Outlines that come as a shapefile, beside the parcels of the register: which is new, cut, joined, moved, or only says something else. Pure. Source: data-format.md 12.
import { m2, minus, sum, toMu } from '../definitions/area.ts'
import type { Text } from '../../kit/model/lang.ts'
import { dk } from '../definitions/dk.ts'
import { areaText } from '../geometry/area.ts'
import { shapeFromWkt } from '../geometry/crs.ts'
import { leftOver, OVERLAP, overlapsOf } from '../geometry/overlap.ts'
import { boxOfPoints, samePoint, shapeArea, type Parcel, type Shape } from '../geometry/shape.ts'
import { outlineOf } from '../geometry/validity.ts'
import { shapeChanges as words } from './words.ts'

/** What the table of a shapefile may say of a parcel, by column of the register. */
export const UPLOAD_COLUMNS = ['dkmc', 'syqxz', 'dklb', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'dkbzxx', 'zjrxm'] as const
export type UploadedColumns = Readonly<Partial<Record<(typeof UPLOAD_COLUMNS)[number], string>>>
/** A record of the file: its number, the parcel that it names (or ''), its outline (WKT in degrees), what its table says. */
export interface Incoming {
  no: number
  dkbm: string
  geom: string
  said: UploadedColumns
  /** what of the record cannot be read, and how its file was understood */
  issues?: readonly Text[]
  hints?: readonly Text[]
}
/** A valid parcel near the file. `seen`: in the caller's region; `by`: the open case that holds it. */
export interface Present extends UploadedColumns {
  dkbm: string
  fbfbm: string
  cbfbm: string | null
  cbfmc: string | null
  scmj: string | null
  wkt: string | null
  isRegistered: boolean
  by: string | null
  seen: boolean
}
export type UploadedShape = 'new' | 'cut' | 'merge' | 'modify' | 'attribute' | 'same' | 'lost'
/** What can be stored without a business. */
export const STORED: readonly UploadedShape[] = ['new', 'cut', 'merge', 'modify', 'attribute']
export interface Changed {
  /** number of the record; 0 of a parcel that the file has no more */
  no: number
  change: UploadedShape
  /** the parcel of the register that stays; '' where a code is given */
  dkbm: string
  /** parcels that it comes from */
  ydkbm: string[]
  /** issuer of those parcels, where there are any */
  fbfbm: string
  cbfbm: string | null
  cbfmc: string | null
  /** mu */
  oldScmjm: string | null
  newScmjm: string | null
  /** m², with its sign */
  diffM2: string | null
  overlapWith: string[]
  /** why it is not stored so */
  issues: Text[]
  /** how the file was read otherwise than it says of itself */
  hints: readonly Text[]
  geom: string
  /** outlines that the register has of the parcels it comes from */
  was: string[]
  said: UploadedColumns
}

/** Parcels that touch by less than this are neighbours: m². */
const LEAST_OVERLAP = OVERLAP.warn
/** Outlines that differ by less than this are the same: m². */
const SAME = 0.01
const muOf = (scmj: string | null): string | null => (scmj ? toMu(m2(scmj)) : null)
const apart = (before: number, after: number) => (after - before).toFixed(2)

interface Drawn extends Incoming {
  shape: Shape | undefined
  /** why it is none */
  wrong?: Text
}
type Known = Present & { shape: Shape }
/** How far two outlines differ, m². */
function difference(a: Shape, b: Shape): number {
  const common = overlapsOf(a, [{ id: '', shape: b }]).reduce((s, o) => s + o.area, 0)
  return shapeArea(a) + shapeArea(b) - 2 * common
}
/** What the table says otherwise than the register; what it leaves empty it does not say. */
const otherwise = (said: UploadedColumns, row: UploadedColumns): string[] => UPLOAD_COLUMNS.filter((n) => said[n] && said[n] !== (row[n] ?? ''))

/** The parcels of the register that a record comes from: that which it names, and those of which it covers half, or which cover half of it. */
function parentsOf(r: Drawn, present: readonly Known[]): Known[] {
  const named = present.find((p) => p.dkbm === r.dkbm)
  const met = overlapsOf(
    r.shape!,
    present.map((p): Parcel => ({ id: p.dkbm, shape: p.shape })),
  )
  const half = met.filter((o) => o.area >= Math.min(shapeArea(r.shape!), shapeArea(present.find((p) => p.dkbm === o.id)!.shape)) / 2)
  const codes = new Set([...(named ? [named.dkbm] : []), ...half.map((o) => o.id)])
  return present.filter((p) => codes.has(p.dkbm))
}
function kindOf(r: Drawn, parents: readonly Known[], siblings: number): UploadedShape {
  const [first] = parents
  if (!first) return 'new'
  if (parents.length > 1) return 'merge'
  if (siblings > 1) return 'cut'
  if (difference(r.shape!, first.shape) > SAME) return 'modify'
  return otherwise(r.said, first).length ? 'attribute' : 'same'
}
/** Pieces that come from the same parcels. Source: data-format.md 12, area law of a cut or merge. */
function unitIssues(pieces: readonly Shape[], parents: readonly Known[]): Text[] {
  const [before, after] = [parents.map((p) => p.shape), pieces].map((of) => of.reduce((s, x) => s + shapeArea(x), 0)) as [number, number]
  const outside = pieces.flatMap((s) =>
    leftOver(
      s,
      parents.map((p) => p.shape),
      samePoint,
    ),
  )
  const beyond = outside.reduce((s, x) => s + shapeArea(x), 0)
  return [
    ...(Math.abs(after - before) > Math.max(LEAST_OVERLAP * pieces.length, before / 1000) ? [words.areaLaw(apart(before, after))] : []),
    ...(beyond > LEAST_OVERLAP ? [words.beyond(beyond.toFixed(2))] : []),
    ...(new Set(parents.map((p) => p.fbfbm)).size > 1 ? [words.issuers] : []),
    ...(new Set(parents.map((p) => p.cbfbm ?? '')).size > 1 ? [words.holders] : []),
  ]
}
const lockIssues = (parents: readonly Known[]): Text[] =>
  parents.flatMap((p) => (p.by ? [words.held(p.dkbm, p.by)] : p.isRegistered ? [words.registered(p.dkbm)] : p.seen ? [] : [words.unseen(p.dkbm)]))
const key = (parents: readonly Known[]) => parents.map((p) => p.dkbm).join()

/**
 * The changes that a file asks for, in the order of its records; then the parcels inside of its extent that it has no more. `zone`: of the county; `abroad`: land of other
 * counties, which nothing comes from and nothing may cover.
 */
export function changesIn(
  records: readonly Incoming[],
  all: readonly Present[],
  zone: number,
  abroad: readonly { dkbm: string; wkt: string }[] = [],
): Changed[] {
  const present = all.flatMap((p): Known[] => (p.wkt ? [{ ...p, shape: shapeFromWkt(p.wkt, zone) }] : []))
  const drawn = records.map((r): Drawn => {
    const read = outlineOf(r.geom, zone)
    return 'shape' in read ? { ...r, shape: read.shape } : { ...r, shape: undefined, wrong: read.wrong }
  })
  const beyondBorder = abroad.map((p): Parcel => ({ id: p.dkbm, shape: shapeFromWkt(p.wkt, zone) }))
  const parents = new Map(drawn.map((r) => [r.no, r.shape ? parentsOf(r, present) : []]))
  const units = Map.groupBy(
    drawn.filter((r) => r.shape && parents.get(r.no)!.length),
    (r) => key(parents.get(r.no)!),
  )
  const touched = new Set([...parents.values()].flat().map((p) => p.dkbm))
  const changes = drawn.map((r): Changed => {
    const from = parents.get(r.no)!
    const seen = from.filter((p) => p.seen)
    const unit = units.get(key(from)) ?? [r]
    const change = r.shape ? kindOf(r, from, unit.length) : 'new'
    const scmj = r.shape ? areaText(r.shape) : null
    const before = sum(from.map((p) => m2(p.scmj ?? '0')))
    const others = r.shape
      ? overlapsOf(r.shape, [
          ...present.filter((p) => !touched.has(p.dkbm)).map((p) => ({ id: p.dkbm, shape: p.shape })),
          ...beyondBorder,
          ...drawn.flatMap((o) => (o.no !== r.no && o.shape ? [{ id: words.record(o.no).zh, shape: o.shape }] : [])),
        ]).filter((o) => o.area > LEAST_OVERLAP)
      : []
    const isWhole = change === 'cut' || change === 'merge'
    return {
      no: r.no,
      change,
      dkbm: isWhole || change === 'new' ? '' : from[0]!.dkbm,
      ydkbm: isWhole ? from.map((p) => p.dkbm) : [],
      // of another's land its code is told, not whose it is nor where it lies
      fbfbm: from[0]?.fbfbm ?? '',
      cbfbm: seen[0]?.cbfbm ?? null,
      cbfmc: seen[0]?.cbfmc ?? null,
      oldScmjm: from.length ? toMu(before) : null,
      newScmjm: muOf(scmj),
      diffM2: scmj && from.length ? minus(change === 'cut' ? sum(unit.map((x) => m2(areaText(x.shape!)))) : m2(scmj), before) : null,
      overlapWith: others.map((o) => o.id),
      hints: r.hints ?? [],
      issues: [
        ...(r.issues ?? []),
        ...(r.wrong ? [words.invalid(r.wrong)] : []),
        ...(r.dkbm && !all.some((p) => p.dkbm === r.dkbm) ? [words.unknown(r.dkbm)] : []),
        ...others.map((o) => words.overlaps(o.id, o.area.toFixed(2))),
        ...(isWhole
          ? unitIssues(
              unit.map((x) => x.shape!),
              from,
            )
          : []),
        ...(change === 'same' ? [] : lockIssues(from)),
      ],
      geom: r.geom,
      was: seen.map((p) => p.wkt!),
      said: r.said,
    }
  })
  const [west, south, east, north] = boxOf(drawn.flatMap((r) => r.shape ?? []))
  const lost = present.filter((p) => {
    const [w, s, e, n] = boxOf(p.shape)
    return p.seen && !touched.has(p.dkbm) && w >= west && s >= south && e <= east && n <= north
  })
  return [...changes, ...lost.map(lostOf)]
}
const boxOf = (rings: Shape) => boxOfPoints(rings.flat())
const lostOf = (p: Known): Changed => ({
  no: 0,
  change: 'lost',
  dkbm: p.dkbm,
  ydkbm: [],
  fbfbm: p.fbfbm,
  cbfbm: p.cbfbm,
  cbfmc: p.cbfmc,
  oldScmjm: muOf(p.scmj),
  newScmjm: null,
  diffM2: null,
  overlapWith: [],
  issues: [],
  hints: [],
  geom: '',
  was: [p.wkt!],
  said: {},
})
/** Fields of the definition that an uploaded parcel must have, as its form asks them. */
export const UPLOADED = Object.fromEntries(UPLOAD_COLUMNS.map((n) => [n, dk.fields[n]]))
