/** The places of signing in a PDF that the converter made. */
import type { PDFPage } from '@cantoo/pdf-lib'
import type { TextAnchor } from '../../services/typeset/typeset.server.ts'
import { DAY_PLACE } from '../contract/sign-pdf.server.ts'
import { PLACEHOLDER_PLACES } from './placeholders.ts'

/** Millimetres that a signature takes at each place, as in the built-in form. */
const SIZE: Readonly<Record<string, readonly [width: number, height: number]>> = {
  fbfSeal: [42, 30],
  fbfPrincipal: [40, 16],
  cbfSign: [40, 16],
  cbfFinger: [20, 24],
  cbfZrSign: [40, 16],
  jzSeal: [42, 30],
  date: [50, 7],
}
const POINTS = 72 / 25.4
/** What the place of a mark is called where it is not called as the mark. */
const NAMES: Readonly<Record<string, string>> = { date: DAY_PLACE }

/** @returns the PDF without the marks, and the place that each mark was: to the right of it and below, within its page */
export async function placesIn(pdf: Buffer): Promise<{ pdf: Buffer; anchors: TextAnchor[] }> {
  // a large library, loaded with the first file that needs it
  const { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } = await import('@cantoo/pdf-lib')
  const dests = PDFName.of('Dests')
  const doc = await PDFDocument.load(pdf, { updateMetadata: false })
  const marks = doc.catalog.lookupMaybe(dests, PDFDict)
  const pages = doc.getPages()
  const anchors = PLACEHOLDER_PLACES.flatMap((name) => {
    const at = marks?.lookupMaybe(PDFName.of(name), PDFArray)
    if (!at) return []
    const page = pages.findIndex((p) => p.ref === at.get(0))
    return page < 0 ? [] : [anchorAt(name, page, pages[page]!, at.lookup(2, PDFNumber).asNumber(), at.lookup(3, PDFNumber).asNumber())]
  })
  doc.catalog.delete(dests)
  return { pdf: Buffer.from(await doc.save({ useObjectStreams: false, updateFieldAppearances: false })), anchors }
}
function anchorAt(name: string, page: number, of: PDFPage, x: number, top: number): TextAnchor {
  const [w, h] = SIZE[name]!.map((mm) => mm * POINTS) as [number, number]
  const left = Math.max(0, Math.min(x, of.getWidth() - w))
  const bottom = Math.max(0, top - h)
  return { name: NAMES[name] ?? name, page: page + 1, rect: [left, bottom, left + w, bottom + h] }
}
