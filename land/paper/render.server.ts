/** Typesets what was read, outside of any transaction; what cannot be printed is a problem with words. */

import type { DjbDoc } from './documents/djb.ts'
import { djbModel } from './documents/djb.ts'
import { missingGlyphs } from '../../runtime/fonts.server.ts'
import { noGlyph, type TextAnchor } from '../../services/typeset/typeset.server.ts'
import { renderPdf, renderWithAnchors, type DocumentData, type DocumentKind } from './documents/documents.server.ts'
import { contractDoc, type ContractOptions } from './contract-doc.ts'
import { djbDoc } from './djb-doc.ts'
import { editionOf } from './pages/edition.server.ts'
import { withPageCodes } from '../../services/typeset/stamp.server.ts'
import { isGeometryError } from '../geometry/shape.ts'
import { typesetProblems } from '../../services/typeset/problems.ts'
import type { BookData, ContractData, FrozenPaper } from './read.server.ts'
import { sketchDoc, type SketchRows } from './sketch-doc.ts'

/**
 * The time that the file of a registered contract or book says of itself: the day of its entry, since printing is no event of a book. Two prints of one content
 * are the same bytes, on whatever day they are made.
 */
export const printedTime = ({ djsj, at }: Pick<FrozenPaper, 'djsj' | 'at'>): string => `${(djsj || at).slice(0, 10)} 00:00:00`

/** Runs work whose geometry errors are the data's fault: they become a 400. */
export async function printable<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    throw isGeometryError(e) && /^(wkt|zone)-/.test(e.code) ? typesetProblems.unprintable(e.words) : e
  }
}

/** @returns one document as PDF; throws unprintable */
export function render<K extends DocumentKind>(kind: K, doc: () => DocumentData[K], timestamp: string): Promise<Buffer> {
  return printable(() => renderPdf(kind, doc(), { timestamp }))
}

/** The contract with the places of its signatures, for the signing slice; each page bears its code. Throws unprintable. */
export function renderContract(d: ContractData, timestamp: string, o: ContractOptions = {}): Promise<{ pdf: Buffer; anchors: TextAnchor[] }> {
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
