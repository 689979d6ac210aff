/** Worker thread that takes the pages of some contracts out of one PDF, each as a file of its own. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { workOn } from '../../../runtime/thread-work.server.ts'

await workOn(async ({ pdf, groups }: { pdf: Uint8Array; groups: readonly (readonly number[])[] }): Promise<Uint8Array[]> => {
  const whole = await PDFDocument.load(pdf, { updateMetadata: false })
  const out: Uint8Array[] = []
  for (const numbers of groups) {
    const one = await PDFDocument.create({ updateMetadata: false })
    const pages = await one.copyPages(
      whole,
      numbers.map((n) => n - 1),
    )
    for (const page of pages) one.addPage(page)
    out.push(await one.save({ updateFieldAppearances: false }))
  }
  return out
})
