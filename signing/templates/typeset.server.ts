/** A contract as PDF by its template: the built-in form, or the county's own Word file, whose values are filled in before it is converted. */
import { sha256 } from '../../runtime/sha256.server.ts'
import { inThread } from '../../runtime/thread.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { contractDoc, type ContractOptions } from '../../land/paper/contract-doc.ts'
import { contractModel, type ContractDoc } from '../../land/paper/documents/contract.ts'
import { missingGlyphs } from '../../runtime/fonts.server.ts'
import { noGlyph, type TextAnchor } from '../../services/typeset/typeset.server.ts'
import { renderPdf } from '../../land/paper/documents/documents.server.ts'
import { editionOf } from '../../land/paper/pages/edition.server.ts'
import { withPageCodes } from '../../services/typeset/stamp.server.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { mergedPdf } from '../../services/typeset/pdf.server.ts'
import { renderContract } from '../../land/paper/render.server.ts'
import type { SignNode } from '../contract/nodes.ts'
import { requiredPlace } from '../contract/sign-pdf.server.ts'
import type { Converter } from './converter.server.ts'
import { placesIn } from './placed.server.ts'
import { notWord, tagsOf } from './placeholders.ts'
import { readInWorker } from './docx-apart.server.ts'
import { templateProblems } from './problems.ts'
import { isMoved, valuesOf } from './values.ts'

/** Megabytes that the thread may hold while it fills a template. */
const HEAP_MB = 192
/** Where templates lie, and what makes PDFs of those that are the county's own. */
export interface Typesetting {
  storage: Storage
  converter?: Converter | undefined
}
/** The Word file that a contract is printed by. */
export interface OwnForm {
  ossName: string
  fileHash: string
}
type Made = { pdf: Buffer; anchors: TextAnchor[] }

/** The contract by its template with the places of its signatures; each page bears its code. @throws what cannot be printed, or no-place for a node that has none */
export async function typesetContract(
  at: Typesetting,
  d: ContractData,
  timestamp: string,
  { contract, form }: { contract: ContractOptions; form?: OwnForm },
  nodes: readonly SignNode[] = [],
  signal?: AbortSignal,
): Promise<Made> {
  const made = form ? await byForm(at, d, timestamp, contract, form, signal) : await renderContract(d, timestamp, contract)
  requirePlaces(made.anchors, nodes.map(requiredPlace))
  return made
}
/** Refuses a form that lacks one of these places of signing. */
export function requirePlaces(anchors: readonly Pick<TextAnchor, 'name'>[], needed: readonly string[]): void {
  const missing = needed.filter((p) => !anchors.some((a) => a.name === p))
  if (missing.length) throw templateProblems.noPlace({ places: missing.map((p) => `{@${p}}`).join(' ') })
}
async function byForm(at: Typesetting, d: ContractData, timestamp: string, o: ContractOptions, form: OwnForm, signal?: AbortSignal): Promise<Made> {
  const doc = contractDoc(d.contract, d.words, o)
  const { pdf, anchors } = await fillForm(at, doc, form, timestamp, signal)
  return { pdf: await withPageCodes(pdf, { cbhtbm: doc.cbhtbm, edition: editionOf(d, o), part: 'H' }), anchors }
}

/** The Word file with these values as PDF; what it has no room for stands in an annex of the built-in form. */
export async function fillForm({ storage, converter }: Typesetting, doc: ContractDoc, form: OwnForm, timestamp: string, signal?: AbortSignal): Promise<Made> {
  if (!converter) throw templateProblems.noConverter()
  const bytes = await storage.read(form.ossName)
  if (sha256(bytes) !== form.fileHash) throw templateProblems.otherFile()
  contractModel(doc)
  const values = valuesOf(doc)
  const paragraphs = await readInWorker(bytes)
  const missing = missingGlyphs(JSON.stringify(values) + paragraphs.join(''))
  if (missing.length) throw noGlyph(missing)
  const filled = await inThread<Uint8Array>(new URL('./docx-fill-worker.server.ts', import.meta.url), { bytes, values }, options(signal))
  const { pdf, anchors } = await placesIn(await converter.toPdf(Buffer.from(filled), signal))
  const annex = annexOf(doc, tagsOf(paragraphs))
  return { anchors, pdf: annex ? await mergedPdf([pdf, await renderPdf('contract', { ...doc, annex }, { timestamp })], timestamp) : pdf }
}
const options = (signal: AbortSignal | undefined) => ({ heapMb: HEAP_MB, tooLarge: notWord, ...(signal ? { signal } : {}) })
/** What stands in no place of the form: more parcels than its table takes, and agreed matters that it does not name. */
function annexOf(doc: ContractDoc, tags: readonly string[]): ContractDoc['annex'] {
  const [dk, qtsx] = [isMoved(doc), (doc.qtsx ?? []).length > 0 && !tags.includes('{#qtsx}')]
  return dk || qtsx ? { dk, qtsx } : undefined
}
