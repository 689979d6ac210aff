/** Worker thread that binds the printed forms of households to one PDF with a bookmark for each household. */
import { readFile, writeFile } from 'node:fs/promises'
import * as lib from '@cantoo/pdf-lib'
import { workOn } from '../../runtime/thread-work.server.ts'
import { bookmark } from '../../services/typeset/bookmarks.server.ts'
import type { BoundTask } from './bound.ts'

/** @returns the number of pages, empty ones too */
async function bound({ parts, duplex, time, to }: BoundTask): Promise<number> {
  const out = await lib.PDFDocument.create()
  const marks: { title: string; page: number }[] = []
  for (const { title, files } of parts) {
    marks.push({ title, page: out.getPageCount() })
    for (const file of files) {
      const from = await lib.PDFDocument.load(await readFile(file), { updateMetadata: false })
      const pages = await out.copyPages(from, from.getPageIndices())
      for (const page of pages) out.addPage(page)
      if (duplex && pages.length % 2 === 1) {
        const { width, height } = pages.at(-1)!.getSize()
        out.addPage([width, height])
      }
    }
  }
  bookmark(lib, out, marks)
  out.setCreationDate(new Date(time))
  out.setModificationDate(new Date(time))
  await writeFile(to, await out.save({ updateFieldAppearances: false }), { mode: 0o600 })
  return out.getPageCount()
}

await workOn(bound)
