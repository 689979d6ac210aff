// What a spreadsheet puts on the clipboard, read as rows of a table editor: all of it is checked before anything is written. Pure.
import { labelOf } from '../../kit/model/field.ts'
import { checkValue } from '../../kit/model/check.ts'
import type { Field } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'

/** Cells that are taken at once. */
export const MOST_CELLS = 5000

/** The cells of a text in lines and tabs; a cell in quotes may hold both, and quotes twice. */
export function clipboardCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  for (;;) {
    const m = cell.exec(text)
    if (!m) break
    rows.at(-1)!.push((m[1]?.replaceAll('""', '"') ?? m[2] ?? '').trim())
    if (m[3] === '') break
    if (m[3] !== '\t') rows.push([])
  }
  // the line end behind the last row begins no row
  if (rows.length > 1 && rows.at(-1)!.every((c) => c === '')) rows.pop()
  return rows
}

/** A column of the editor; `keys`: of a dictionary, by what they are called. */
export interface PasteColumn {
  name: string
  field: Field
  keys?: ReadonlyMap<string, string>
}
type Values = Record<string, unknown>
/** What is wrong with a cell, by its line of what was pasted. */
export interface PasteFault {
  line: number
  column: Text
  msg: Text
}
interface Pasted {
  rows: Values[]
  faults: PasteFault[]
}

const FLAGS: Readonly<Record<string, number>> = { 是: 1, 否: 0, yes: 1, no: 0, '1': 1, '0': 0 }
/** A day as people write it: 2026/3/9, 2026.3.9, 2026年3月9日. */
const dayOf = (v: string): string => {
  const [, y, m, d] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(v) ?? []
  return y ? `${y}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}` : v
}
function valueOf({ field: f, keys }: PasteColumn, v: string): unknown {
  if (f.kind === 'dict') return keys?.get(v) ?? v
  if (f.kind === 'flag') return FLAGS[v.toLowerCase()] ?? v
  if (f.kind === 'date') return dayOf(v)
  if (f.kind === 'int') return /^-?\d+$/.test(v) ? Number(v) : v
  return f.kind === 'area' || f.kind === 'decimal' ? v.replaceAll(',', '') : v
}
const outside = both('超出表格的列', 'Beyond the columns of the table')

/**
 * Cells as rows of the editor from the column `from` on. An empty cell says nothing. `also` finds what is wrong between the fields of a row. A column that the
 * table does not have, an unknown word and a wrong value are faults by line and column.
 */
export function pastedRows(cells: readonly (readonly string[])[], columns: readonly PasteColumn[], from: number, also?: (row: Values) => PasteWrong[]): Pasted {
  const faults: PasteFault[] = []
  const rows = cells.map((line, i) => {
    const row: Values = {}
    line.forEach((text, j) => {
      if (text === '') return
      const column = columns[from + j]
      if (!column) return void faults.push({ line: i + 1, column: both(`第${from + j + 1}列`, `Column ${from + j + 1}`), msg: outside })
      const v = valueOf(column, text)
      const isUnknown = column.field.kind === 'dict' && column.keys && ![...column.keys.values()].includes(String(v))
      const msg = isUnknown ? both(`没有“${text}”这一项`, `There is no entry ${text}`) : checkValue(column.field, v)
      if (msg) faults.push({ line: i + 1, column: labelOf(column.field), msg })
      row[column.name] = v
    })
    for (const { name, msg } of also?.(row) ?? []) {
      const column = columns.find((c) => c.name === name)
      if (column) faults.push({ line: i + 1, column: labelOf(column.field), msg })
    }
    return row
  })
  return { rows, faults }
}
/** A fault between the fields of a row. */
export interface PasteWrong {
  name: string
  msg: Text
}
