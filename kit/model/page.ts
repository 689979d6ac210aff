/** A page of a list, as the wire has it. */
export interface Page<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
  /** set when `total` is a lower bound ("10000+") because counting exactly would scan the county */
  totalIsEstimate?: boolean
}
/** Query names by which a list says which of the rows that match it wants, and in which order; they are no filters. */
export const PAGING_NAMES: readonly string[] = ['current', 'size', 'ascs', 'descs', 'exactTotal']
export const PAGE_SIZES = [10, 30, 50, 100, 200] as const
/** Programs may ask for more, never above this. */
export const MAX_PAGE_PROGRAM = 500
