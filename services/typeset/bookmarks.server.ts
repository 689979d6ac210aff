import type * as PdfLib from '@cantoo/pdf-lib'

/** Gives a document its outline: one entry a title, each leading to its page (from 0). */
export function bookmark(lib: typeof PdfLib, out: PdfLib.PDFDocument, marks: readonly { title: string; page: number }[]): void {
  if (marks.length === 0) return
  const { PDFName, PDFHexString, PDFNumber } = lib
  const { context } = out
  const root = context.nextRef()
  const refs = marks.map(() => context.nextRef())
  const pages = out.getPages()
  for (const [i, m] of marks.entries()) {
    const entry = context.obj({})
    entry.set(PDFName.of('Title'), PDFHexString.fromText(m.title))
    entry.set(PDFName.of('Parent'), root)
    entry.set(PDFName.of('Dest'), context.obj([pages[m.page]!.ref, PDFName.of('Fit')]))
    if (i > 0) entry.set(PDFName.of('Prev'), refs[i - 1]!)
    if (i + 1 < refs.length) entry.set(PDFName.of('Next'), refs[i + 1]!)
    context.assign(refs[i]!, entry)
  }
  const outline = context.obj({})
  outline.set(PDFName.of('Type'), PDFName.of('Outlines'))
  outline.set(PDFName.of('First'), refs[0]!)
  outline.set(PDFName.of('Last'), refs.at(-1)!)
  outline.set(PDFName.of('Count'), PDFNumber.of(refs.length))
  context.assign(root, outline)
  out.catalog.set(PDFName.of('Outlines'), root)
}
