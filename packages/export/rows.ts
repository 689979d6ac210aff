/** Rows of the register as rows of the national tables: `packages/package/mapping.ts` read backwards. Pure. */
import type { MdbRow } from '../package/staged.ts'
import { OWN_COLUMNS, tableStandard, type StagedTable } from '../../land/definitions/national/format.ts'

export type RegisterRow = Readonly<Record<string, unknown>>
const plain = (v: unknown): string | number | null => (v === null || v === undefined || v === '' ? null : typeof v === 'number' ? v : String(v))
/** A row of a national table: each of its fields is the column of the same name in small letters, but for those of events. */
export function tableRow(table: StagedTable, row: RegisterRow): MdbRow {
  const own = OWN_COLUMNS[table] ?? {}
  return Object.fromEntries(
    tableStandard(table).fields.map(({ name, type }) => {
      const value = plain(row[own[name] ?? name.toLowerCase()])
      return [name, value !== null && type === 'Int' ? Number(value) : value]
    }),
  )
}
/** Values of a layer's record as text; a field that the register does not keep is empty. */
export function layerValues(fields: readonly { name: string }[], row: RegisterRow, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, more[name] ?? String(plain(row[name.toLowerCase()]) ?? '')]))
}
