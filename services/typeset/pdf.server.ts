import type * as PdfLib from '@cantoo/pdf-lib'
import { FileResponse, DeferredResponse } from '../../kit/server/route.server.ts'

/** @returns the time of a request ('yyyy-MM-dd HH:mm:ss', Asia/Shanghai) as ISO 8601, the form the renderers take */
export function timestampOf(now: string): string {
  return `${now.replace(' ', 'T')}+08:00`
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
/** Pages of a PDF that we made. */
export async function pageCount(pdf: Buffer): Promise<number> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  return (await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()
}

/** One PDF of several with its pages, in order; PDF/A where the first is, and then it has no other record of times than that of the first. The same parts and time give the same bytes. */
export async function joinedPdf(parts: readonly Buffer[], timestamp: string): Promise<{ pdf: Buffer; pages: number }> {
  const [only] = parts
  if (only && parts.length === 1) return { pdf: only, pages: await pageCount(only) }
  // a large library, loaded with the first file that needs it
  const lib = await import('@cantoo/pdf-lib')
  const out = await lib.PDFDocument.create()
  for (const [i, part] of parts.entries()) {
    const from = await lib.PDFDocument.load(part, { updateMetadata: false })
    if (i === 0) begin(lib, out, from, new Date(timestamp))
    for (const page of await out.copyPages(from, from.getPageIndices())) out.addPage(page)
  }
  return { pdf: Buffer.from(await out.save({ updateFieldAppearances: false })), pages: out.getPageCount() }
}
/** One PDF of several, as {@link joinedPdf}. */
export const mergedPdf = async (parts: readonly Buffer[], timestamp: string): Promise<Buffer> =>
  parts.length === 1 ? parts[0]! : (await joinedPdf(parts, timestamp)).pdf

/** A PDF shown in the browser, made after the transaction, its parts one after the other. `now`: the time that it says of itself, yyyy-MM-dd HH:mm:ss. */
export function pdfLater(name: string, now: string, parts: readonly ((timestamp: string) => Promise<Buffer>)[]): DeferredResponse {
  return new DeferredResponse(async () => {
    const timestamp = timestampOf(now)
    const made: Buffer[] = []
    for (const part of parts) made.push(await part(timestamp))
    return new FileResponse(`${name}.pdf`, 'application/pdf', await mergedPdf(made, timestamp), true)
  })
}
