/** Rows that a request changes at once; more go as a job, up to `most`. `shown`: rows of a preview that are written out, changed and refused ones each. */
export const BATCH_LIMITS = { direct: 200, most: 10_000, shown: 500 } as const

/** A row and the revision in which it was seen. */
export interface RowMark {
  id: string
  rev: number
}
/** One row as a preview shows it: named, with the chosen fields before and after. */
export interface BatchPreviewRow {
  id: string
  name: string
  before: Readonly<Record<string, unknown>>
}
/** What would become of the chosen rows; of very many only the first are written out, the numbers count all. */
export interface BatchPreview {
  changed: number
  same: number
  refused: number
  rows: readonly BatchPreviewRow[]
  refusals: readonly { id: string; name: string; why: string }[]
}
