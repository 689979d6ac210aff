// Corners of parcels in a package: its own boundary points by parcel, and the corners at which no row of JZD stands for the parcel.
import type { BookBoundaryPoint } from '../../land/register/content/book1.ts'
import { keyOf } from '../../land/geometry/shape.ts'
import { coordinatesAt, newPoint, SAME_PLACE, ZONE_NUMBER } from '../../land/register/acts/boundaries.ts'
import type { ColumnValues } from './bulk.server.ts'
import type { DiskMap, NewDiskMap } from '../package/disk-map.ts'
import { readLayer } from '../package/layer.server.ts'
import * as map from '../package/mapping.ts'
import type { StagedPackage, StagedPoint } from '../package/staged.ts'

/** A point of a parcel, as a frozen book marks the corners of the parcel with it. */
export interface WrittenPoint extends BookBoundaryPoint {
  dkbm: string
  jzdxh: number | null
}
/** What is known of the corners of a package; read in this order: every parcel `seen`, every point `alsoOf`, then the points `toAdd`. */
export interface Corners {
  /** points by parcel, those included that were added */
  points: DiskMap<WrittenPoint>
  /** Notes the corners of a parcel that no point of its own marks; rings in metres. */
  seen(dkbm: string, rings: readonly (readonly StagedPoint[])[]): void
  /** Parcels that have a corner at a point of the package which does not name them. */
  alsoOf(point: ColumnValues): string[]
  /** A new point for each corner that has none, with the parcels that meet there. */
  toAdd(): Generator<{ values: ColumnValues; parcels: string[] }>
}

const placeOf = (north: number, east: number): string => keyOf([east % ZONE_NUMBER, north])
const markOf = ({ xzbz, yzbz, jzdh, jzdxh }: ColumnValues): Omit<WrittenPoint, 'dkbm'> => {
  const text = (v: unknown) => ((v ?? '') === '' ? null : String(v))
  return { xzbz: text(xzbz), yzbz: text(yzbz), jzdh: text(jzdh), jzdxh: (jzdxh ?? null) === null ? null : Number(jzdxh) }
}
const villageOf = (fbfbm: unknown): string => String(fbfbm).slice(0, 12)

/** Reads the points of a package ahead of its parcels. A new point gets the number after the highest of its village, whichever issuer that belongs to. */
export async function cornersOf(pkg: StagedPackage, newMap: NewDiskMap, signal: AbortSignal): Promise<Corners> {
  const points = newMap<WrittenPoint>(['dkbm'])
  /** parcels by the place of a corner without a point */
  const without = newMap<string[]>()
  const highest = new Map<string, number>()
  let zone = 0
  for await (const row of readLayer(pkg, 'JZD', signal)) {
    const columns = map.jzdRow(row.attrs)
    for (const dkbm of new Set(map.mappedParcels(row.attrs))) points.add({ dkbm, ...markOf(columns) })
    const village = villageOf(columns.fbfbm)
    highest.set(village, Math.max(highest.get(village) ?? 0, Number(columns.jzdxh ?? 0)))
    zone = Math.floor(Number(columns.yzbz ?? 0) / ZONE_NUMBER)
  }
  return {
    points,
    seen(dkbm, rings) {
      const marks = points.of('dkbm', dkbm).flatMap((p) => (p.xzbz && p.yzbz ? [[Number(p.yzbz) % ZONE_NUMBER, Number(p.xzbz)] as const] : []))
      for (const [east, north] of rings.flat()) {
        if (marks.some(([x, y]) => Math.hypot(x - (east % ZONE_NUMBER), y - north) <= SAME_PLACE)) continue
        const place = placeOf(north, east)
        const known = without.get(place) ?? []
        if (!known.includes(dkbm)) without.set(place, [...known, dkbm])
      }
    },
    alsoOf(point) {
      if (!point.xzbz || !point.yzbz) return []
      const place = placeOf(Number(point.xzbz), Number(point.yzbz))
      const parcels = without.get(place) ?? []
      if (parcels.length > 0) without.set(place, [])
      for (const dkbm of parcels) points.add({ dkbm, ...markOf(point) })
      return parcels
    },
    *toAdd() {
      for (const [place, parcels] of without) {
        if (parcels.length === 0) continue
        const fbfbm = map.mappedIssuer(parcels[0]!)
        const number = (highest.get(villageOf(fbfbm)) ?? 0) + 1
        highest.set(villageOf(fbfbm), number)
        const values = newPoint({ jzdh: `J${number}`, coordinates: coordinatesAt(place, zone), fbfbm, regionCode: map.mappedRegion(parcels[0]!), parcels })
        for (const dkbm of parcels) points.add({ dkbm, ...markOf(values) })
        yield { values, parcels }
      }
    },
  }
}
