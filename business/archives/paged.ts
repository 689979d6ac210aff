// What is joined to one PDF. Types alone: both sides of the thread know them.

/** A paper as bytes. */
export interface PagedPaper {
  title: string
  bytes: Uint8Array
  contentType: string
}
/** What is joined; `over`: a page that is laid over every page, `time`: what the file says of itself, ISO 8601. */
export interface VolumeTask {
  parts: readonly PagedPaper[]
  time: string
  over?: Uint8Array
}
/** A PDF whose text layer is read up to so many pages; `draw`: the page (from 0) that is drawn instead. */
export interface TextTask {
  pdf: Uint8Array
  pages: number
  draw?: number
}
/** The text of each page, none where the file does not open; `picture`: the drawn page as PGM. */
export interface ReadPages {
  texts: string[]
  picture?: Uint8Array
}
