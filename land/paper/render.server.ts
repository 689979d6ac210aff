/** Typesets what was read, outside of any transaction; what cannot be printed is a problem with words. */

import type * as PdfLib from '@cantoo/pdf-lib'
import { FileResponse, DeferredResponse } from '../../kit/server/route.server.ts'
import type { DjbDoc } from './documents/djb.ts'
import { djbModel } from './documents/djb.ts'
import { missingGlyphs, noGlyph, renderPdf, renderWithAnchors, type Anchor, type DocumentData, type DocumentKind } from './documents/documents.server.ts'
import { contractDoc, type ContractOptions } from './contract-doc.ts'
import { djbDoc } from './djb-doc.ts'
import { editionOf } from './pages/edition.server.ts'
import { withPageCodes } from './pages/stamp.server.ts'
import { isGeometryError } from '../geometry/shape.ts'
import { printProblems } from './problems.ts'
import type { BookData, ContractData, Frozen } from './read.server.ts'
import { sketchDoc, type SketchRows } from './sketch-doc.ts'

/** @returns the time of a request ('yyyy-MM-dd HH:mm:ss', Asia/Shanghai) as ISO 8601, the form the renderers take */
export function timestampOf(now: string): string {
  return `${now.replace(' ', 'T')}+08:00`
}

/**
 * The time that the file of a registered contract or book says of itself: the day of its entry, since printing is no event of a book. Two prints of one content
 * are the same bytes, on whatever day they are made.
 */
export const timeOf = ({ djsj, at }: Pick<Frozen, 'djsj' | 'at'>): string => `${(djsj || at).slice(0, 10)} 00:00:00`

/** Runs work whose geometry errors are the data's fault: they become a 400. */
export async function printable<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    throw isGeometryError(e) && /^(wkt|zone)-/.test(e.code) ? printProblems.unprintable(e.words) : e
  }
}

/** @returns one document as PDF; throws unprintable */
export function render<K extends DocumentKind>(kind: K, doc: () => DocumentData[K], timestamp: string): Promise<Buffer> {
  return printable(() => renderPdf(kind, doc(), { timestamp }))
}

/** The contract with the places of its signatures, for the signing slice; each page bears its code. Throws unprintable. */
export function renderContract(d: ContractData, timestamp: string, o: ContractOptions = {}): Promise<{ pdf: Buffer; anchors: Anchor[] }> {
  return printable(async () => {
    const doc = contractDoc(d.contract, d.words, o)
    const edition = editionOf(d, o)
    const { pdf, anchors } = await renderWithAnchors('contract', { ...doc, docId: `${doc.docId}-${edition}` }, { timestamp })
    return { pdf: await withPageCodes(pdf, { cbhtbm: doc.cbhtbm, edition, part: 'H' }), anchors }
  })
}

/** The sketch of a contract's or holder's parcels; one that goes with a contract of this edition bears its codes. Throws unprintable. */
export async function renderSketch(rows: SketchRows, timestamp: string, of?: { cbhtbm: string; edition: string }): Promise<Buffer> {
  const pdf = await render('sketch', () => sketchDoc(rows), timestamp)
  return of ? withPageCodes(pdf, { ...of, part: 'S' }) : pdf
}

/** The registration book. Throws unprintable. */
export function renderBook(d: BookData, timestamp: string): Promise<Buffer> {
  return render('djb', () => djbDoc(d.rows, d.words), timestamp)
}

/** Refuses a book that could not be printed, without typesetting: before a print is counted. */
export function requirePrintable(doc: DjbDoc): Promise<void> {
  return printable(() => {
    djbModel(doc)
    const missing = missingGlyphs(JSON.stringify(doc, (k, v) => (k === 'rings' ? undefined : v)))
    if (missing.length > 0) throw noGlyph(missing)
  })
}

/** What makes a file PDF/A beside its pages: what it says of itself, and what its colours are. */
const ARCHIVAL = ['Metadata', 'OutputIntents', 'Lang']
/** What a joined file says of itself: what its first part does where that is PDF/A, else its time. */
function begin({ PDFName, PDFObjectCopier, PDFRef }: typeof PdfLib, out: PdfLib.PDFDocument, { catalog, context }: PdfLib.PDFDocument, at: Date): void {
  const archival = ARCHIVAL.map((key) => PDFName.of(key))
  if (!catalog.has(archival[0]!)) {
    out.setCreationDate(at)
    out.setModificationDate(at)
    return
  }
  const copier = PDFObjectCopier.for(context, out.context)
  for (const key of archival) if (catalog.has(key)) out.catalog.set(key, out.context.register(copier.copy(catalog.lookup(key)!)))
  const { ID } = context.trailerInfo
  out.context.trailerInfo.ID = ID && copier.copy(ID)
  // the library has put the time of this moment there, and would write it though nothing names it
  const { Info } = out.context.trailerInfo
  if (Info instanceof PDFRef) out.context.delete(Info)
  delete out.context.trailerInfo.Info
}
/** One PDF of several, in order; PDF/A where the first is, and then it has no other record of times than that of the first. The same parts and time give the same bytes. */
export async function merged(parts: readonly Buffer[], timestamp: string): Promise<Buffer> {
  const [only] = parts
  if (only && parts.length === 1) return only
  // a large library, loaded with the first file that needs it
  const lib = await import('@cantoo/pdf-lib')
  const out = await lib.PDFDocument.create()
  for (const [i, part] of parts.entries()) {
    const from = await lib.PDFDocument.load(part, { updateMetadata: false })
    if (i === 0) begin(lib, out, from, new Date(timestamp))
    for (const page of await out.copyPages(from, from.getPageIndices())) out.addPage(page)
  }
  return Buffer.from(await out.save({ updateFieldAppearances: false }))
}

/** A PDF shown in the browser, made after the transaction, its parts one after the other. `now`: the time that it says of itself, yyyy-MM-dd HH:mm:ss. */
export function pdfLater(name: string, now: string, parts: readonly ((timestamp: string) => Promise<Buffer>)[]): DeferredResponse {
  return new DeferredResponse(async () => {
    const timestamp = timestampOf(now)
    const made: Buffer[] = []
    for (const part of parts) made.push(await part(timestamp))
    return new FileResponse(`${name}.pdf`, 'application/pdf', await merged(made, timestamp), true)
  })
}
