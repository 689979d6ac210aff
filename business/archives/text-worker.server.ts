/** Worker thread that reads the text layer of a PDF page by page, or draws one of its pages for the recognition of its writing. */
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { workOn } from '../../runtime/thread-work.server.ts'
import type { ReadPages, TextTask } from './paged.ts'

/** Dots an inch at which a page is drawn, and dots of a side at most. */
const DRAWN_DPI = 200
const MOST_DOTS = 5000

/** A grey picture as PGM, which every reader of pictures takes. */
const pgm = (data: Uint8Array, width: number, height: number): Uint8Array => Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), data])

await workOn(async ({ pdf, pages, draw }: TextTask): Promise<ReadPages> => {
  const library = await PDFiumLibrary.init()
  const doc = await library.loadDocument(pdf).catch(() => undefined)
  if (!doc) return { texts: [] }
  const count = Math.min(doc.getPageCount(), pages)
  if (draw === undefined) return { texts: Array.from({ length: count }, (_, i) => doc.getPage(i).getText()) }
  const page = doc.getPage(draw)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(DRAWN_DPI / 72, MOST_DOTS / Math.max(originalWidth, originalHeight, 1))
  const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
  return { texts: [], picture: pgm(data, width, height) }
})
