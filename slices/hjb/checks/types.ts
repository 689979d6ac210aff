/**
 * Words shared by all checks of a submission package (data format §9, rules A01–I06).
 * A rule is a plain generator over one input (a row, a village, the facts of the whole package); it yields drafts, the runner adds rule and severity.
 */
import type { LayerName, MdbRow, Point, StagedPackage, TableName } from '../package/staged.ts'
import type { Tables } from './tables.ts'
import type { FileFact } from './attachments.ts'
import type { Limits } from './limits.ts'
import type { Shelf } from '../shelf.ts'

export type RuleId = string
/** E blocks the audit, W needs a written reason, T is a hint. */
export type Severity = 'E' | 'W' | 'T'

/** One finding. `layer` = layer, table or 'package'; x, y = package projected metres (east, north) of the place. */
export interface Finding {
  rule: RuleId
  severity: Severity
  layer: string
  object: string
  field: string
  value: string
  message: string
  x?: number
  y?: number
}

/** A finding before the runner names its rule; severity only where it departs from the rule's own. */
export type Draft = Omit<Finding, 'rule' | 'severity'> & { severity?: Severity }

export type Rule<Input> = (input: Input, limits: Limits) => Iterable<Draft>
export type Rules<Input> = Readonly<Record<RuleId, Rule<Input>>>

/** rings of one polygon: outer ring first, then holes */
export type Rings = Point[][]

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
  boundaries: Point[][]
  tables: Tables
  parcels: Shelf<ParcelFact>
  sums: Map<string, IssuerSums>
  notes: { kzddh: string; dzj: string; x?: number; y?: number }[]
  files: Shelf<FileFact>
  /** paths that tables name, in lower case; `formed` = one of the names has the required form, `looked` = its file was looked at */
  named: Shelf<{ formed: boolean; looked: boolean }>
}

/** One table row with the words that name it. */
export interface TableInput {
  table: TableName
  row: MdbRow
  object: string
  facts: Facts
}

/** Makes a draft; `place` gives the point for the map. */
export function draft(
  layer: string,
  object: string,
  field: string,
  value: string | number | null | undefined,
  message: string,
  more: { severity?: Severity; place?: Point | undefined } = {},
): Draft {
  return {
    layer,
    object,
    field,
    value: value === null || value === undefined ? '' : String(value),
    message,
    ...(more.severity ? { severity: more.severity } : {}),
    ...(more.place ? { x: more.place[0], y: more.place[1] } : {}),
  }
}

/** Text of a value: '' for null. */
export function text(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Number of a value (Numeric columns arrive as decimal text); NaN for null and for text that is no number. */
export function num(value: string | number | null | undefined): number {
  return value === null || value === undefined || value === '' ? Number.NaN : Number(value)
}
