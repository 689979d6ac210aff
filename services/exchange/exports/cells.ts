import { maskText } from '../../../kit/model/mask.ts'

/** How the text of a column becomes a cell. */
export interface CellPlan {
  title: string
  /** in characters */
  width: number
  as: 'text' | 'number' | 'date' | 'moment' | 'mask'
  /** words by key; keys joined by commas become words joined by 、 */
  words?: Readonly<Record<string, string>>
  /** a value that stands in the row above is left out */
  once?: true
}
export type ExportCell = string | number | null

/** What Excel holds in one cell. */
const MOST_CHARACTERS = 32_767
/** Digits that a number of a sheet holds without rounding. */
const EXACT = /^-?\d{1,13}(\.\d{1,2})?$/

/** A value of the database, as text, as the cell that people see. A text stays a text whatever it begins with: no cell is ever a formula. */
export function cellOf(plan: CellPlan, v: string | null): ExportCell {
  if (v === null || v === '') return null
  if (plan.words) {
    const { words } = plan
    return (
      words[v] ??
      (v.includes(',')
        ? v
            .split(',')
            .map((key) => words[key] ?? key)
            .join('、')
        : v)
    )
  }
  switch (plan.as) {
    case 'number':
      return EXACT.test(v) ? Number(v) : v
    case 'date':
      return v.slice(0, 10)
    case 'moment':
      return v.slice(0, 19)
    case 'mask':
      return maskText(v)
    default:
      return v.length > MOST_CHARACTERS ? v.slice(0, MOST_CHARACTERS) : v
  }
}

/** Characters of a sheet's name at most. */
const LONGEST = 31
/** A title with a mark behind it as the name of a sheet: of the title as much as there is room for. */
export const markedName = (title: string, mark: string): string =>
  `${sheetName(title)
    .slice(0, Math.max(1, LONGEST - 1 - mark.length))
    .trim()} ${mark}`
/** A title as the name of a sheet: without the signs that Excel refuses. */
export const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, LONGEST)
    .trim() || 'Sheet1'
