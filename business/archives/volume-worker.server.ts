/** Worker thread that makes one PDF of a volume: its papers behind each other, pictures as pages, bookmarks, and a page that is laid over each. */
import * as lib from '@cantoo/pdf-lib'
import { workOn } from '../../runtime/thread-work.server.ts'
import { bookmark } from '../../services/typeset/bookmarks.server.ts'
import type { PagedPaper, VolumeTask } from './paged.ts'

/** A4 in points, and the margin around a picture. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 28]

async function pictureOn(out: lib.PDFDocument, { bytes, contentType }: PagedPaper): Promise<void> {
  const picture = contentType === 'image/png' ? await out.embedPng(bytes) : await out.embedJpg(bytes)
  const lies = picture.width > picture.height
  const [w, h] = lies ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]
  const page = out.addPage([w, h])
  const k = Math.min((w - 2 * MARGIN) / picture.width, (h - 2 * MARGIN) / picture.height, 1)
  page.drawImage(picture, { x: (w - picture.width * k) / 2, y: (h - picture.height * k) / 2, width: picture.width * k, height: picture.height * k })
}
/** Joins papers into one PDF with a bookmark for each. */
async function joined({ parts, time, over }: VolumeTask): Promise<Uint8Array> {
  const out = await lib.PDFDocument.create()
  const marks: { title: string; page: number }[] = []
  for (const p of parts) {
    marks.push({ title: p.title, page: out.getPageCount() })
    if (p.contentType !== 'application/pdf') {
      await pictureOn(out, p)
      continue
    }
    const from = await lib.PDFDocument.load(p.bytes, { updateMetadata: false })
    for (const page of await out.copyPages(from, from.getPageIndices())) out.addPage(page)
  }
  if (over) {
    const [mark] = await out.embedPdf(over, [0])
    for (const page of out.getPages()) {
      const { width, height } = page.getSize()
      page.drawPage(mark!, { x: 0, y: 0, width, height })
    }
  }
  bookmark(lib, out, marks)
  out.setCreationDate(new Date(time))
  out.setModificationDate(new Date(time))
  return out.save({ updateFieldAppearances: false })
}
await workOn(joined)
