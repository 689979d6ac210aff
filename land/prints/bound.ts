// What is bound to one PDF. Types alone: both sides of the thread know them.

export interface BoundTask {
  /** households in order, each with the files of its forms */
  parts: readonly { title: string; files: readonly string[] }[]
  /** an empty page after each file of an odd number of pages, so that the next begins on the front of a sheet */
  duplex: boolean
  /** what the file says of itself, ISO 8601 */
  time: string
  /** where it is written */
  to: string
}
