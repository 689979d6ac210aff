/** Worker thread that counts the pages of a PDF that somebody handed in; 0 for what does not open. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { workOn } from '../../runtime/thread-work.server.ts'

// the library opens a file that has a head and no pages, and fails over it only as they are counted
await workOn(async ({ pdf }: { pdf: Uint8Array }) =>
  PDFDocument.load(pdf, { updateMetadata: false, ignoreEncryption: true })
    .then((d) => d.getPageCount())
    .catch(() => 0),
)
