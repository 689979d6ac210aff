/** The rows of a package village by village. */
import { toLonLat } from '../package/crs.ts'
import type { NewDiskMap } from '../package/disk-map.ts'
import { readLayer } from '../package/layer.server.ts'
import * as map from '../package/mapping.ts'
import { hjbProblems } from '../package/problems.ts'
import type { LayerRow, MdbRow, StagedPoint, ReadTable, StagedPackage } from '../package/staged.ts'
import type { IntakeParcel, VillageRows } from './village.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

const { textOf } = map
/** Tables of a village and the column whose code begins with its region. */
const TABLES: readonly [keyof VillageRows, StagedTable, string][] = [
  ['issuers', 'FBF', 'FBFBM'],
  ['contractors', 'CBF', 'CBFBM'],
  ['members', 'CBF_JTCY', 'CBFBM'],
  ['books', 'CBJYQZDJB', 'CBJYQZBM'],
  ['contracts', 'CBHT', 'CBHTBM'],
  ['lines', 'CBDKXX', 'CBJYQZBM'],
  ['certificates', 'CBJYQZ', 'CBJYQZBM'],
  ['cancelled', 'CBJYQZ_QZZX', 'CBJYQZBM'],
  ['sources', 'QSLYZLFJ', 'CBJYQZBM'],
]
const villageOf = (code: string): string => map.mappedRegion(code).slice(0, 12)

/** The rows of a package village by village (12 digits), one of them in memory at a time; `outlines`: its parcels, those of its layer where nothing else is said. Rows lie in maps on disk meanwhile. */
export async function* villages(
  pkg: StagedPackage,
  newMap: NewDiskMap,
  table: ReadTable,
  signal: AbortSignal,
  outlines: () => AsyncIterable<IntakeParcel> = () => layerParcels(pkg, signal),
): AsyncGenerator<{ village: string; rows: VillageRows }> {
  const kept = new Map<string, ReturnType<typeof newMap<{ village: string; row: MdbRow }>>>()
  const names = new Set<string>()
  for (const [key, name, code] of TABLES) {
    const of = newMap<{ village: string; row: MdbRow }>(['village'])
    kept.set(key, of)
    for await (const row of table(name)) {
      const village = villageOf(textOf(row[code]))
      names.add(village)
      of.add({ village, row })
    }
  }
  const parcels = newMap<{ village: string; row: IntakeParcel }>(['village'])
  for await (const row of outlines()) {
    const village = villageOf(textOf(row.attrs.DKBM))
    names.add(village)
    parcels.add({ village, row })
  }
  for (const village of [...names].toSorted()) {
    signal.throwIfAborted()
    const of = (key: keyof VillageRows) =>
      kept
        .get(key)!
        .of('village', village)
        .map((x) => x.row)
    yield {
      village,
      rows: {
        issuers: of('issuers'),
        contractors: of('contractors'),
        members: of('members'),
        books: of('books'),
        contracts: of('contracts'),
        lines: of('lines'),
        certificates: of('certificates'),
        cancelled: of('cancelled'),
        sources: of('sources'),
        parcels: parcels.of('village', village).map((x) => x.row),
      },
    }
  }
}

/** The parcels of a package's layer. @throws unreadable where its system is unknown */
export async function* layerParcels(pkg: StagedPackage, signal: AbortSignal): AsyncGenerator<IntakeParcel> {
  const { crs } = pkg
  if (!crs) throw hjbProblems.unreadable({ zh: '无法确定坐标系', en: 'its coordinate system is unknown' })
  for await (const row of readLayer(pkg, 'DK', signal)) yield { attrs: row.attrs, geom: wktOf(row, (p) => toLonLat(crs, p)) }
}

/** The polygon of a parcel as WKT in degrees; doubles as they are. */
function wktOf(row: LayerRow, at: (p: StagedPoint) => StagedPoint): string {
  const g = row.geometry
  if (g?.type !== 'Polygon') throw hjbProblems.refusedByBase({ table: 'DK', rule: `${textOf(row.attrs.DKBM)}: ${g?.type ?? 'null'}` })
  const rings = g.coordinates.map((ring) => {
    const points = ring.map((p) => at(p).join(' '))
    return `(${(points[0] === points.at(-1) ? points : [...points, points[0]]).join(',')})`
  })
  return `POLYGON(${rings.join(',')})`
}
