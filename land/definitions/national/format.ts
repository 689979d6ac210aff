/** The national format as one table, read and written by: the fields of its layers and tables with their kinds and widths. Source: data-format.md 5; NY/T 2539. Pure. */
import type { DbfColumn } from '../../geometry/shapefile.ts'
import layers from './layers.json' with { type: 'json' }
import tables from './tables.json' with { type: 'json' }

/** A field of the national format, of a layer or of a table. */
export interface StandardField {
  name: string
  zh: string
  type: string
  length: number
  decimals: number
}
interface StandardLayer {
  zh: string
  geometry: string
  ysdm: string | null
  fields: readonly StandardField[]
}
export type LayerName = keyof typeof layers.layers
export type StagedTable = keyof typeof tables.tables
interface StandardTable {
  zh: string
  fields: readonly StandardField[]
}
const LAYERS: Readonly<Record<LayerName, StandardLayer>> = layers.layers
const TABLES: Readonly<Record<StagedTable, StandardTable>> = tables.tables

export const layerStandard = (name: LayerName): StandardLayer => LAYERS[name]
export const tableNames = Object.keys(TABLES) as StagedTable[]
export const tableStandard = (name: StagedTable): StandardTable => TABLES[name]
/** Names of the columns of a layer or a table, in the order of the standard. */
export const standardColumnNames = (name: LayerName | StagedTable): string[] => ({ ...LAYERS, ...TABLES })[name].fields.map((f) => f.name)

/** Fields of 补发 and 换发, which the register keeps with 注销 as one list of events, under names of its own. */
const eventColumns = (kind: 'BF' | 'HF'): Readonly<Record<string, string>> => ({
  [`QZ${kind}YY`]: 'reason',
  [`${kind}RQ`]: 'sjrq',
  [`QZ${kind}LQRQ`]: 'lqrq',
  [`QZ${kind}LQRXM`]: 'lqrxm',
  [`${kind}LQRZJLX`]: 'lqrzjlx',
  [`${kind}LQRZJHM`]: 'lqrzjhm',
})
/** Fields whose column is not their name in small letters: table → field → column. Read at import and at export. */
export const OWN_COLUMNS: Partial<Record<StagedTable, Readonly<Record<string, string>>>> = {
  CBJYQZ_QZBF: eventColumns('BF'),
  CBJYQZ_QZHF: eventColumns('HF'),
  CBJYQZ_QZZX: { ZXYY: 'reason', ZXRQ: 'sjrq' },
}

/** Coordinates of points have a digit more: an easting with the number of its zone. Source: data-format.md 3. */
const WIDE = new Set(['XZBZ', 'YZBZ', 'ZJDZXJXZB', 'ZJDZXJYZB'])
/** Width of a number: its digits, its point where it has one. */
const widthOf = ({ name, type, length }: StandardField): number => (type === 'Int' ? length : length + (WIDE.has(name) ? 2 : 1))
const columnOf = (f: StandardField): DbfColumn => (f.type === 'Char' ? [f.name, 'C', f.length] : [f.name, 'N', widthOf(f), f.decimals])
/** The columns of a layer's table in a shapefile; `more`: beside those of the standard. */
export const layerColumns = (name: LayerName, more: readonly StandardField[] = []): DbfColumn[] => [...LAYERS[name].fields, ...more].map(columnOf)
/** One column of a layer or a table in a shapefile. @throws where the standard has none of this name */
export function standardColumn(name: LayerName | StagedTable, column: string): DbfColumn {
  const found = { ...LAYERS, ...TABLES }[name].fields.find((f) => f.name === column)
  if (!found) throw new Error(`${name} has no column ${column}`)
  return columnOf(found)
}
