/** What came into a PDF between two of its revisions, each of which ends with a signature. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib'

const name = (n: string) => PDFName.of(n)
const SIG = name('Sig')

/** An object as text that is equal only where the object is. */
function textOf(o: PDFObject | undefined): string {
  if (o instanceof PDFRawStream) return `${o.dict.toString()} ${Buffer.from(o.contents).toString('latin1')}`
  return o instanceof PDFStream ? `${o.dict.toString()} ${o.getContentsString()}` : String(o ?? '')
}
/** A dictionary without what may change, as text. */
function without(dict: PDFDict, names: readonly string[]): string {
  const left = dict.entries().filter(([n]) => !names.includes(n.decodeText()))
  return left
    .map(([n, v]) => `${n.toString()} ${textOf(v)}`)
    .toSorted()
    .join('\n')
}
const listOf = (doc: PDFDocument, o: PDFObject | undefined): PDFObject[] => {
  const found = o instanceof PDFRef ? doc.context.lookup(o) : o
  return found instanceof PDFArray ? found.asArray() : []
}
/** A field that is a signature which was made, or an empty place for one that shows nothing. */
function isSignature(doc: PDFDocument, o: PDFObject): boolean {
  const dict = o instanceof PDFRef ? doc.context.lookup(o) : o
  if (!(dict instanceof PDFDict) || dict.lookup(name('FT')) !== SIG) return false
  const value = dict.lookup(name('V'))
  return value instanceof PDFDict ? value.has(name('ByteRange')) : !dict.has(name('AP'))
}
/** The things that a form shows, by their references; undefined where it may show others: letters of a font, what stands in it directly. */
function shownBy(form: PDFObject | undefined): string[] | undefined {
  const resources = form instanceof PDFStream ? form.dict.lookup(name('Resources')) : undefined
  if (!(resources instanceof PDFDict)) return form instanceof PDFStream ? [] : undefined
  const things = resources.lookup(name('XObject'))
  if (resources.entries().length > 1 || !(things instanceof PDFDict)) return undefined
  return things.entries().map(([, ref]) => String(ref))
}
const looks = (dict: PDFDict): PDFObject | undefined => {
  const all = dict.lookup(name('AP'))
  return all instanceof PDFDict ? all.lookup(name('N')) : undefined
}
const dictOf = (doc: PDFDocument, o: PDFObject): PDFDict | undefined => {
  const found = o instanceof PDFRef ? doc.context.lookup(o) : o
  return found instanceof PDFDict ? found : undefined
}
/** One thing placed, and nothing else: what we draw beside a signature (pades.server.ts). */
const PLACED = /^q( -?[\d.]+){6} cm \/Im Do Q$/
const SEEN = /^(Rect|AP|Type|Subtype|F|P|Contents)$/
/** A stamp that shows a thing of a signature which came with it, as the seal over the edges of the pages and the day of signing are. */
function isOfSignature(doc: PDFDocument, o: PDFObject, things: ReadonlySet<string>): boolean {
  const dict = dictOf(doc, o)
  if (dict?.lookup(name('Subtype')) !== name('Stamp') || !dict.entries().every(([n]) => SEEN.test(n.decodeText()))) return false
  const look = looks(dict)
  const shows = shownBy(look)
  return look instanceof PDFStream && PLACED.test(look.getContentsString()) && shows?.length === 1 && things.has(shows[0]!)
}
/** Whether a list only grew, by signatures and the stamps of them. */
function grew(was: readonly PDFObject[], is: readonly PDFObject[], doc: PDFDocument, things: ReadonlySet<string>): boolean {
  const known = new Set(was.map(String))
  const kept = is.filter((o) => known.has(String(o))).map(String)
  const added = is.filter((o) => !known.has(String(o)))
  return kept.join() === was.map(String).join() && added.every((o) => isSignature(doc, o) || isOfSignature(doc, o, things))
}
/** What the signatures show that came between two revisions. */
function thingsOfNew(was: PDFDocument, is: PDFDocument): Set<string> {
  const fields = (doc: PDFDocument) => {
    const form = doc.catalog.lookup(name('AcroForm'))
    return form instanceof PDFDict ? listOf(doc, form.get(name('Fields'))) : []
  }
  const known = new Set(fields(was).map(String))
  const added = fields(is).filter((o) => !known.has(String(o)) && isSignature(is, o))
  return new Set(added.flatMap((o) => shownBy(looks(dictOf(is, o)!)) ?? []))
}

/** Of revisions that follow one another, each read once: whether nothing but signatures came between each and the next. */
export async function onlySigned(revisions: readonly Uint8Array[]): Promise<boolean[]> {
  const out: boolean[] = []
  let was: PDFDocument | undefined
  for (const bytes of revisions.length > 1 ? revisions : []) {
    const is = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => undefined)
    if (bytes !== revisions[0]) out.push(!!was && !!is && isOnlySigned(was, is))
    was = is
  }
  return out
}
/**
 * Whether nothing but signature fields, their appearance and stamps and proofs (DSS) came between two revisions: every other object is what it was. Dates of change and the
 * description of the file, which no page shows, may change. What is new is harmless where nothing that was there leads to it.
 */
function isOnlySigned(was: PDFDocument, is: PDFDocument): boolean {
  if (String(was.context.trailerInfo.Root) !== String(is.context.trailerInfo.Root)) return false
  const silent = new Set([was.context.trailerInfo.Info, was.catalog.get(name('Metadata'))].map(String))
  const lists = new Set([was.catalog.lookup(name('AcroForm'))].flatMap((f) => (f instanceof PDFDict ? [String(f.get(name('Fields')))] : [])))
  for (const page of was.getPages()) lists.add(String(page.node.get(name('Annots'))))
  const forms = String(was.catalog.get(name('AcroForm')))
  const proofs = proofsOf(was)
  const things = thingsOfNew(was, is)
  for (const [ref, old] of was.context.enumerateIndirectObjects()) {
    const now = is.context.lookup(ref)
    if (textOf(old) === textOf(now) || silent.has(String(ref)) || proofs.has(String(ref))) continue
    if (old instanceof PDFArray && now instanceof PDFArray && lists.has(String(ref)) && grew(old.asArray(), now.asArray(), is, things)) continue
    if (!(old instanceof PDFDict) || !(now instanceof PDFDict)) return false
    if (!changedAsSigned(was, is, old, now, String(ref) === forms, things)) return false
  }
  return true
}
/** Objects that proofs are made of: certificates, answers about them. */
function proofsOf(doc: PDFDocument): Set<string> {
  const found = new Set<string>()
  const walk = (o: PDFObject | undefined) => {
    if (o instanceof PDFRef) {
      if (found.has(String(o))) return
      found.add(String(o))
      walk(doc.context.lookup(o))
    } else if (o instanceof PDFDict) o.entries().forEach(([, v]) => walk(v))
    else if (o instanceof PDFArray) o.asArray().forEach(walk)
  }
  walk(doc.catalog.get(name('DSS')))
  return found
}
function changedAsSigned(was: PDFDocument, is: PDFDocument, old: PDFDict, now: PDFDict, isForm: boolean, things: ReadonlySet<string>): boolean {
  const type = old.lookup(name('Type'))
  const same = (...names: string[]) => without(old, names) === without(now, names)
  const grown = (of: PDFDict, as: PDFDict, list: string) => grew(listOf(was, of.get(name(list))), listOf(is, as.get(name(list))), is, things)
  const formGrew = (of: PDFObject | undefined, as: PDFObject | undefined) => {
    const [f, g] = [of instanceof PDFRef ? was.context.lookup(of) : of, as instanceof PDFRef ? is.context.lookup(as) : as]
    if (!(g instanceof PDFDict)) return f === undefined && g === undefined
    const fields = ['Fields', 'SigFlags', 'DR', 'DA']
    // a form that signing began has signatures alone
    if (!(f instanceof PDFDict)) return without(g, fields) === '' && listOf(is, g.get(name('Fields'))).every((o) => isSignature(is, o))
    return without(f, fields) === without(g, fields) && grown(f, g, 'Fields')
  }
  if (isForm) return formGrew(old, now)
  if (type === name('Catalog')) return same('AcroForm', 'DSS', 'Extensions', 'Metadata') && formGrew(old.get(name('AcroForm')), now.get(name('AcroForm')))
  if (type === name('Page')) return same('Annots') && grown(old, now, 'Annots')
  // a place that was kept for a signature, filled
  return old.lookup(name('FT')) === SIG && !old.has(name('V')) && same('V', 'AP', 'M', 'F')
}
