/** What the rules look at: a row, a village, the facts of a whole package. A rule is a plain generator over one of them. */
import type { MdbRow, StagedPoint, StagedPackage } from '../package/staged.ts'
import type { DiskMap } from '../package/disk-map.ts'
import type { FindingDraft, Rings, RuleId } from './finding.ts'
import type { Limits } from './limits.ts'
import type { RecordTables } from './tables.ts'
import type { LayerName, StagedTable } from '../../land/definitions/national/format.ts'

export type RowRule<Input> = (input: Input, limits: Limits) => Iterable<FindingDraft>
export type Rules<Input> = Readonly<Record<RuleId, RowRule<Input>>>

/** What the bytes of a file say. `dpi` 0 = a picture that does not state it, null = no picture; `fault` '' if readable. */
export interface FileFact {
  fault: string
  dpi: number | null
}

/** One region polygon of XJXZQ, XJQY, CJQY or ZJQY. `code` has 6, 9, 12 or 14 digits. */
export interface Region {
  layer: LayerName
  code: string
  name: string
  polygons: Rings[]
}

/** Sums over parcels with the same first 14 digits; areas in mu as stored (SCMJM), scmj in m². `by` = sums of the summary tables by column key. */
export interface IssuerSums {
  parcels: number
  scmj: number
  by: Record<string, number>
}

/** What is known of a parcel by its code. `rows` > 1 = the code occurs more than once. */
export interface ParcelFact {
  dklb: string
  scmj: number
  rows: number
}

/** Everything the package-wide rules look at, gathered while streaming. `today` = yyyy-MM-dd. */
export interface Facts {
  pkg: StagedPackage
  today: string
  projected: boolean
  regions: Region[]
  boundaries: StagedPoint[][]
  tables: RecordTables
  parcels: DiskMap<ParcelFact>
  sums: Map<string, IssuerSums>
  notes: { kzddh: string; dzj: string; x?: number; y?: number }[]
  files: DiskMap<FileFact>
  /** paths that tables name, in lower case; `formed` = one of the names has the required form, `looked` = its file was looked at */
  named: DiskMap<{ formed: boolean; looked: boolean }>
}

/** One table row with the words that name it. */
export interface TableInput {
  table: StagedTable
  row: MdbRow
  object: string
  facts: Facts
}
