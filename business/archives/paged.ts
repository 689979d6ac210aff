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
