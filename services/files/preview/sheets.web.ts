import { formatValue } from 'hucre'
import { colToLetter, readXlsx, streamXlsxRows, type Cell, type CellValue } from 'hucre/xlsx'
import { SHEET_COLUMNS, SHEET_ROWS, type ShownCell, type ShownSheet } from './kinds.ts'

const EMPTY: ShownCell = { text: '', right: false }
const isFilled = (v: CellValue | undefined) => v !== null && v !== undefined && v !== ''

/** A cell in the format that its author gave it; a day without one as yyyy-MM-dd. */
function shown(value: CellValue, cell: Cell | undefined): ShownCell {
  if (!isFilled(value)) return EMPTY
  const format = cell?.style?.numFmt
  const right = typeof value === 'number'
  if (format && format !== 'General' && (right || value instanceof Date)) return { text: formatValue(value, format), right }
  if (value instanceof Date) return { text: value.toISOString().slice(0, 10), right }
  return { text: right ? String(Number(value.toPrecision(15))) : String(value), right }
}

/** Whether a sheet has more than what is shown of it: read row by row, no further than needed. */
async function more(bytes: Uint8Array, sheet: string): Promise<Pick<ShownSheet, 'moreRows' | 'moreColumns'>> {
  let moreColumns = false
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    if (index >= SHEET_ROWS) {
      if (values.some(isFilled)) return { moreRows: true, moreColumns }
    } else moreColumns ||= values.slice(SHEET_COLUMNS).some(isFilled)
  }
  return { moreRows: false, moreColumns }
}

/** The sheets of a workbook (.xlsx) that are not hidden, each as far as it is shown, in the formats of its cells. @throws when it is none */
export async function sheetsOf(bytes: Uint8Array): Promise<ShownSheet[]> {
  const { sheets } = await readXlsx(bytes, {
    readStyles: true,
    range: `A1:${colToLetter(SHEET_COLUMNS - 1)}${SHEET_ROWS}`,
    sheets: (s) => !s.hidden && !s.veryHidden,
  })
  const list: ShownSheet[] = []
  for (const s of sheets) {
    const rows = s.rows.map((row, r) => row.map((value, c) => shown(value, s.cells?.get(`${r},${c}`))))
    list.push({ name: s.name, rows, ...(await more(bytes, s.name)) })
  }
  return list
}
