/** PAdES signatures on PDF files (ETSI EN 319 142-1): incremental, so that earlier signatures stay valid. B-B, B-T with a stamp, with `revoked` what B-LT asks for. */

import type { PDFContext, PDFImage, PDFObject, PDFPage } from '@cantoo/pdf-lib'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { SignPdf, Signer } from '@signpdf/signpdf'
import type { SigningIdentity } from './cms.server.ts'
import { derOf, signDetached } from './cms.server.ts'
import type { Stamp } from './timestamp.server.ts'

/** Something that a signature shows at a place of its own. */
export interface SignatureMark {
  /** what it is, as readers of the file name it */
  readonly name: string
  readonly page: number
  readonly rect: readonly [number, number, number, number]
  readonly png?: Buffer | undefined
  readonly pdf?: Buffer | undefined
}
export interface SignOptions {
  readonly reason: string
  readonly name: string
  readonly location: string
  /** Signing time, ISO 8601 with zone. */
  readonly time: string
  /** 1-based page of the signature field; default 1. */
  readonly page?: number
  /** x1, y1, x2, y2 in PDF points from the lower left corner; without it the signature is invisible. */
  readonly rect?: readonly [number, number, number, number]
  /** the time stamping authority; none: the signature names its time alone */
  readonly stamp?: Stamp | undefined
  /** PNG drawn into `rect` (seal or handwriting). */
  readonly image?: Buffer | undefined
  /** what is drawn beside `rect`: pictures (PNG), and one page of text (PDF), which keeps its size at the upper left corner of its place */
  readonly beside?: readonly SignatureMark[]
  /** the picture is drawn over the right edges of all pages too, a strip on each (骑缝章): pages that do not belong together do not fit together */
  readonly overPages?: boolean
  /** what checks the signature when its issuer is gone: DER of the lists of what was revoked; with them the chain is put into the file, under the signature */
  readonly revoked?: readonly Buffer[]
}

/** Bytes kept free for the signature; a chain of three RSA-4096 certificates needs about 7,000. */
const SIGNATURE_BYTES = 16384
/** What @signpdf looks for and replaces by the real byte range. */
const STAR = PDFName.of('**********')
/** Annotation flags print + locked. */
const FLAGS = 132

/**
 * Signs a PDF once; call it again on the result for the next signer.
 * @returns the file with the signature appended (the given bytes stay its beginning); throws RangeError for a page or time that is not there
 */
export async function signPdf(pdf: Buffer, signer: SigningIdentity, o: SignOptions): Promise<Buffer> {
  const prepared = await withField(pdf, o, o.revoked ? signer.chain.map(derOf) : [])
  const cms = Object.assign(new Signer(), { sign: (content: Buffer) => signDetached(content, signer, o.stamp) })
  return new SignPdf().sign(prepared, cms)
}

async function withField(pdf: Buffer, o: SignOptions, chain: readonly Buffer[]): Promise<Buffer> {
  const time = new Date(o.time)
  if (Number.isNaN(time.getTime())) throw new RangeError(`签名时间格式不正确：${o.time}`)
  const doc = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false })
  const page = doc.getPages()[(o.page ?? 1) - 1]
  if (!page) throw new RangeError(`文件没有第${o.page}页`)
  const { context } = doc
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, STAR, STAR, STAR],
      Contents: PDFHexString.of('0'.repeat(SIGNATURE_BYTES * 2)),
      M: PDFString.fromDate(time),
      Reason: PDFHexString.fromText(o.reason),
      Name: PDFHexString.fromText(o.name),
      Location: PDFHexString.fromText(o.location),
    }),
  )
  if (o.revoked) proofs(doc, chain, o.revoked)
  const fields = fieldsOf(doc)
  const png = o.image && (await doc.embedPng(o.image))
  await png?.embed()
  const beside: PDFRef[] = []
  for (const b of o.beside ?? []) beside.push(await drawBeside(doc, b))
  const look = o.rect && appearance(doc, o.rect, png, beside)
  if (png && o.overPages) overPages(doc, png)
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFHexString.fromText(`Signature${fields.size() + 1}`),
      V: signature,
      P: page.ref,
      Rect: [...(o.rect ?? [0, 0, 0, 0])],
      F: FLAGS,
      ...(look ? { AP: { N: look } } : {}),
    }),
  )
  fields.push(widget)
  annotate(context, page, widget)
  return Buffer.from(await doc.commit({ useObjectStreams: false }))
}

/** The list of form fields, created when missing; everything touched is marked for the incremental save. */
function fieldsOf(doc: PDFDocument): PDFArray {
  const { context, catalog } = doc
  const form = ensure(context, catalog, 'AcroForm', () => context.obj({}), isDict)
  form.set(PDFName.of('SigFlags'), context.obj(3))
  const fields = ensure(context, form, 'Fields', () => context.obj([]), isArray)
  mark(context, context.trailerInfo.Root)
  return fields
}

/**
 * Adds certificates and lists to the document's security store (DSS, EN 319 142-1 5.4.2). It lies under the signature that they are for, whose certificate is
 * known before it signs: so nothing is appended after the last one.
 */
function proofs(doc: PDFDocument, certificates: readonly Buffer[], lists: readonly Buffer[]): void {
  const { context, catalog } = doc
  const store = ensure(context, catalog, 'DSS', () => context.obj({ Type: 'DSS' }), isDict)
  mark(context, context.trailerInfo.Root)
  for (const [key, ders] of [
    ['Certs', certificates],
    ['CRLs', lists],
  ] as const) {
    const kept = ensure(context, store, key, () => context.obj([]), isArray)
    const known = new Set(kept.asArray().map((ref) => contentOf(context.lookup(ref))))
    for (const der of ders) if (!known.has(der.toString('latin1'))) kept.push(context.register(context.stream(new Uint8Array(der))))
  }
}
const contentOf = (o: PDFObject | undefined): string => (o instanceof PDFRawStream ? Buffer.from(o.getContents()).toString('latin1') : '')

function annotate(context: PDFContext, page: PDFPage, widget: PDFRef): void {
  ensure(context, page.node, 'Annots', () => context.obj([]), isArray).push(widget)
  mark(context, page.ref)
}

function ensure<T extends PDFObject>(context: PDFContext, owner: PDFDict, key: string, create: () => T, is: (x: unknown) => x is T): T {
  const name = PDFName.of(key)
  const value = owner.get(name)
  mark(context, value)
  const found = value && context.lookup(value)
  if (is(found)) return found
  const made = create()
  owner.set(name, made)
  return made
}

function isDict(x: unknown): x is PDFDict {
  return x instanceof PDFDict
}

function isArray(x: unknown): x is PDFArray {
  return x instanceof PDFArray
}

function mark(context: PDFContext, ref: PDFObject | undefined): void {
  if (ref instanceof PDFRef) context.snapshot?.markRefForSave(ref)
}

/** A number as a content stream may have it: none in powers of ten, which a reader takes for another word and then draws nothing. */
const plain = (n: number): string => String(Number(n.toFixed(4)))
/**
 * A form XObject as large as the rectangle, holding the picture in its own proportion, or nothing. It names what is drawn beside it too: a stamp that shows what
 * no signature names came from somebody else (revisions.server.ts).
 */
function appearance(doc: PDFDocument, rect: Rect, png: PDFImage | undefined, beside: readonly PDFRef[]): PDFRef {
  const [w, h] = [rect[2] - rect[0], rect[3] - rect[1]]
  const { context } = doc
  const named = Object.fromEntries([...(png ? [['Im', png.ref] as const] : []), ...beside.map((ref, i) => [`Beside${i}`, ref] as const)])
  return context.register(context.stream(png ? fitted(png, w, h) : '', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, w, h], Resources: { XObject: named } }))
}
type Rect = readonly [number, number, number, number]
/** Draws a picture in the middle of a place, in its own proportion. */
function fitted(png: PDFImage, w: number, h: number): string {
  const k = Math.min(w / png.width, h / png.height)
  const [iw, ih] = [png.width * k, png.height * k]
  return shown(iw, ih, (w - iw) / 2, (h - ih) / 2)
}
const shown = (w: number, h: number, x: number, y: number) => `q ${plain(w)} 0 0 ${plain(h)} ${plain(x)} ${plain(y)} cm /Im Do Q`

/** Draws something beside a signature, as a stamp of the same revision. Answers what the stamp shows. */
async function drawBeside(doc: PDFDocument, { name, page: n, rect, png, pdf }: SignatureMark): Promise<PDFRef> {
  const page = doc.getPages()[n - 1]
  if (!page) throw new RangeError(`文件没有第${n}页`)
  const [w, h] = [rect[2] - rect[0], rect[3] - rect[1]]
  if (png) {
    const image = await doc.embedPng(png)
    await image.embed()
    stamp(doc, page, { name, rect, ref: image.ref, content: fitted(image, w, h) })
    return image.ref
  }
  const [text] = await doc.embedPdf(pdf!)
  await text!.embed()
  stamp(doc, page, { name, rect, ref: text!.ref, content: shown(1, 1, 0, h - text!.height) })
  return text!.ref
}
/** A stamp on a page: one thing, placed. */
function stamp(doc: PDFDocument, page: PDFPage, o: { name: string; rect: Rect; ref: PDFRef; content: string }): void {
  const { context } = doc
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, o.rect[2] - o.rect[0], o.rect[3] - o.rect[1]], Resources: { XObject: { Im: o.ref } } }
  const look = context.register(context.stream(o.content, form))
  const note = { Type: 'Annot', Subtype: 'Stamp', Rect: [...o.rect], F: STAMP_FLAGS, P: page.ref, AP: { N: look }, Contents: PDFHexString.fromText(o.name) }
  annotate(context, page, context.register(context.obj(note)))
}

/** Side of the square in which a seal over pages fits, points (42 mm), and pages that share one at most: of more, a strip shows nothing any more. */
const SEAL_SIDE = 119
const SHARE = 10
/** Annotation flags print + read only + locked. */
const STAMP_FLAGS = 196
/** Draws a picture over the right edges of the pages, in the middle of their height: stamps of this revision, so that its signature is over them. */
function overPages(doc: PDFDocument, png: PDFImage): void {
  const pages = doc.getPages()
  if (pages.length < 2) return
  const k = SEAL_SIDE / Math.max(png.width, png.height)
  const [w, h] = [png.width * k, png.height * k]
  // groups as even as they can be: none is left with a page alone
  const groups = Math.ceil(pages.length / SHARE)
  for (const [i, page] of pages.entries()) {
    const group = Math.floor((i * groups) / pages.length)
    const [from, to] = [group, group + 1].map((g) => Math.ceil((g * pages.length) / groups)) as [number, number]
    const strip = w / (to - from)
    const [right, bottom] = [page.getWidth(), (page.getHeight() - h) / 2]
    stamp(doc, page, { name: '骑缝章', rect: [right - strip, bottom, right, bottom + h], ref: png.ref, content: shown(w, h, -(i - from) * strip, 0) })
  }
}
