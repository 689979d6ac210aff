import { maskText } from '../../../kit/model/mask.ts'

/** What a column of a template says about its cells. */
export interface SheetColumn {
  field: string
  title: string
  width: number | null
  dictCode: string | null
  format: string | null
  /** `same`: a value stands once for all rows below each other that have it */
  mergeRule?: string | null
}

/** Rows one after the other, in which the columns that say so leave out a value that stands above: it counts for all of them, as a merged cell does. */
export function standingOnce<T>(once: readonly boolean[], blank: T): (row: readonly T[]) => T[] {
  let above: readonly T[] = []
  return (row) => {
    const shown = row.map((v, i) => (once[i] && Object.hasOwn(above, i) && v === above[i] ? blank : v))
    above = row
    return shown
  }
}

/** A value as a cell shows it: words of the dictionary (several keys joined by 、), days without the time, moments to the second, numbers without zeros that say nothing, masked texts. Absent is empty. */
export function schemeCell(column: SheetColumn, v: unknown, words: ReadonlyMap<string, string> | undefined): string {
  if (v === null || v === undefined) return ''
  const text = typeof v === 'object' ? JSON.stringify(v) : String(v)
  if (words && text !== '')
    return text
      .split(',')
      .map((key) => words.get(key) ?? key)
      .join('、')
  if (column.format === 'date') return text.slice(0, 10)
  if (column.format === 'datetime') return text.slice(0, 19)
  if (column.format === 'number') return /^-?\d{1,13}(\.\d+)?$/.test(text) ? String(Number(text)) : text
  return column.format === 'mask' ? maskText(text) : text
}
