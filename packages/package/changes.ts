/** A change package: what of a register is otherwise than at a former moment, a household whole with what it was and what it is. Pure. */
import type { MdbRow } from './staged.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

/** The archive has these two files: what the package is, and its changes, one a line. */
export const CHANGES_HEAD = '变更说明.json',
  CHANGES_FILE = '变更.jsonl'
/** `previous`: the package whose end is the beginning of this one, null where the chain begins anew. Moments as yyyy-MM-dd HH:mm:ss of Shanghai. */
export interface ChangesHead {
  format: 'land-changes'
  version: 1
  id: string
  previous: string | null
  regionCode: string
  from: string
  to: string
  changes: number
  left: number
}
/** A parcel by its attributes of the standard, with its outline as WKT in degrees. */
export interface ChangedParcel {
  attrs: MdbRow
  geom: string | null
}
/** One state of a unit: rows of the national tables, its parcels, the versions of its books, and a digest of it all, which two registers have alike where they say the same. */
export interface UnitState {
  version: string
  books: { code: string; id: string; version: number }[]
  tables: Partial<Record<StagedTable, MdbRow[]>>
  parcels: ChangedParcel[]
}
/**
 * One line: an issuer, a household with all that it holds, or a parcel that nobody holds. `no` from 1 in the order of work, so that a reader may take them one by one; `at` when it
 * changed last; `left`: it belongs to the region no more.
 */
export interface UnitChange {
  no: number
  unit: 'issuer' | 'household' | 'parcel'
  code: string
  at: string
  was: UnitState | null
  becomes: UnitState | null
  left: boolean
}
const isObject = (v: unknown): v is object => typeof v === 'object' && v !== null && !Array.isArray(v)
const isRows = (v: unknown): boolean => Array.isArray(v) && v.every(isObject)
const isParcel = (v: unknown): boolean => isObject(v) && isObject((v as ChangedParcel).attrs) && ['string', 'object'].includes(typeof (v as ChangedParcel).geom)
/** A state is whole, or there is none. */
const isState = (s: UnitState | null): boolean =>
  s === null ||
  (isObject(s) &&
    typeof s.version === 'string' &&
    isObject(s.tables) &&
    Object.values(s.tables).every(isRows) &&
    Array.isArray(s.parcels) &&
    s.parcels.every(isParcel))
/** The line of one change, told back; undefined for what is none. */
export function changeIn(line: string): UnitChange | undefined {
  try {
    const said = JSON.parse(line) as UnitChange
    const isUnit = Number.isInteger(said.no) && ['issuer', 'household', 'parcel'].includes(said.unit) && /^\d{14,19}$/.test(said.code)
    return isUnit && typeof said.at === 'string' && isState(said.was) && isState(said.becomes) ? said : undefined
  } catch {
    return undefined
  }
}
/** The head of a change package, told back; undefined for what is none. */
export function headIn(text: string): ChangesHead | undefined {
  try {
    const said = JSON.parse(text) as ChangesHead
    const isGood = said.format === 'land-changes' && said.version === 1 && /^\d{6,14}$/.test(said.regionCode) && typeof said.id === 'string'
    return isGood && (said.previous === null || typeof said.previous === 'string') ? said : undefined
  } catch {
    return undefined
  }
}
