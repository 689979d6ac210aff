/** Which row of the register a file of a package belongs to. Pure. */
import type { StagedFile } from '../package/staged.ts'

/** Kinds of attachments (dictionary attach_kind): the sketch of a book; a source of the right and what else was scanned. */
export const SKETCH = 'DKSYT',
  OTHER = 'QT'
/** A file and the row that it hangs on. */
export interface PackageFile {
  file: StagedFile
  on: string
  regionCode: string
  item: typeof SKETCH | typeof OTHER
}
/** Folders of scans: older packages have one of their own, others put them beside the sources. Source: data-format.md 1. */
const SCANS = /^(扫描资料|其他资料|图件)\//
/** The book (19 signs) or the household (18 digits) whose code stands in a file's name; the last folder counts where the name has none. */
export function codeIn(path: string): string | undefined {
  if (!SCANS.test(path)) return undefined
  const parts = path.split('/')
  for (const part of [parts.at(-1)!, parts.at(-2)!]) {
    const code = /(?<!\d)\d{18}[JQ](?![0-9A-Z])/.exec(part)?.[0] ?? /(?<!\d)\d{18}(?![0-9A-Z])/.exec(part)?.[0]
    if (code) return code
  }
  return undefined
}
