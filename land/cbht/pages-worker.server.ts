/** Worker thread that counts the pages of one PDF; 0 for what is none. */
import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { workOn } from '../../runtime/thread-work.server.ts'

await workOn(async ({ path }: { path: string }) =>
  PDFDocument.load(await readFile(path), { updateMetadata: false }).then(
    (pdf) => pdf.getPageCount(),
    () => 0,
  ),
)
