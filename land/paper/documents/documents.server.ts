/** Printed documents as PDF: typeset by typst in a worker thread; same input and timestamp give the same bytes. */

import type { Problem } from '../../../kit/model/problem.ts'
import { printProblems } from '../problems.ts'
import { Worker } from 'node:worker_threads'
import { certificateModel, type CertificateDoc } from './certificate.ts'
import type { CbfSurveyDoc } from './cbf-survey.ts'
import { cbfSurveyModel } from './cbf-survey.ts'
import type { ContractDoc } from './contract.ts'
import { contractModel } from './contract.ts'
import type { DjbDoc } from './djb.ts'
import { djbModel } from './djb.ts'
import type { DkSurveyDoc } from './dk-survey.ts'
import { dkSurveyModel } from './dk-survey.ts'
import type { FbfSurveyDoc } from './fbf-survey.ts'
import { fbfSurveyModel } from './fbf-survey.ts'
import { issueListModel, type IssueListDoc } from './issue-list.ts'
import { letterModel, type LetterDoc } from './letter.ts'
import { postingModel, type PostingDoc } from './posting.ts'
import { fontFiles, missingGlyphs } from '../../../runtime/fonts.server.ts'
import type { RenderReply } from './render-worker.server.ts'
import type { SketchDoc } from './sketch.ts'
import { sketchModel } from './sketch.ts'

export { missingGlyphs } from '../../../runtime/fonts.server.ts'

export interface DocumentData {
  contract: ContractDoc
  sketch: SketchDoc
  djb: DjbDoc
  'cbf-survey': CbfSurveyDoc
  'fbf-survey': FbfSurveyDoc
  'dk-survey': DkSurveyDoc
  letter: LetterDoc
  posting: PostingDoc
  'issue-list': IssueListDoc
  certificate: CertificateDoc
}
export type DocumentKind = keyof DocumentData

/** A place for a signature: 1-based page and rectangle in PDF points from the lower left corner. */
export interface Anchor {
  readonly name: string
  readonly page: number
  readonly rect: readonly [number, number, number, number]
}

const MODELS: { readonly [K in DocumentKind]: (d: DocumentData[K]) => object } = {
  contract: contractModel,
  sketch: sketchModel,
  djb: djbModel,
  'cbf-survey': cbfSurveyModel,
  'fbf-survey': fbfSurveyModel,
  'dk-survey': dkSurveyModel,
  letter: letterModel,
  posting: postingModel,
  'issue-list': issueListModel,
  certificate: certificateModel,
}

/**
 * Typesets one document.
 * @param o.timestamp creation time written into the file, ISO 8601
 * @returns the PDF; throws unprintable naming the characters no font can draw, before anything is typeset
 */
export async function renderPdf<K extends DocumentKind>(kind: K, data: DocumentData[K], o: { timestamp: string }): Promise<Buffer> {
  return (await renderWithAnchors(kind, data, o)).pdf
}

/** As {@link renderPdf}, with the named signature places (contract: fbfSeal, fbfPrincipal, cbfSign, cbfFinger, jzSeal, date). */
export async function renderWithAnchors<K extends DocumentKind>(
  kind: K,
  data: DocumentData[K],
  o: { timestamp: string },
): Promise<{ pdf: Buffer; anchors: Anchor[] }> {
  const model = MODELS[kind](data)
  const missing = missingGlyphs(textsOf(model).join(''))
  if (missing.length > 0) throw noGlyph(missing.map(nameOf))
  const ms = Date.parse(o.timestamp)
  if (Number.isNaN(ms)) throw new RangeError(`no time: ${o.timestamp}`)
  const reply = await ask(kind, JSON.stringify(model), Math.floor(ms / 1000))
  const anchors = reply.anchors.map(({ name, page, x, y, w, h, height }): Anchor => ({ name, page, rect: [x, height - y - h, x + w, height - y] }))
  return { pdf: Buffer.from(reply.pdf), anchors }
}

/** Ends the worker thread (at shutdown); the next call starts a new one. */
export async function closeRenderer(): Promise<void> {
  const old = worker
  worker = undefined
  await old?.terminate()
}

/** No font of the server draws these characters. */
export const noGlyph = (characters: readonly string[]): Problem =>
  printProblems.unprintable({
    zh: `以下字符没有可用字体，不能打印：${characters.join('、')}。请安装生僻字字体（HanaMin）或更正内容`,
    en: `no font has these characters: ${characters.join(', ')}. Install a font of rare characters (HanaMin) or correct the text`,
  })

function nameOf(c: string): string {
  return `${c}（U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}）`
}

function textsOf(x: unknown): string[] {
  if (typeof x === 'string') return [x]
  if (x === null || typeof x !== 'object') return []
  return Object.values(x).flatMap(textsOf)
}

type Done = Extract<RenderReply, { pdf: unknown }>
const waiting = new Map<number, { resolve: (r: Done) => void; reject: (e: Error) => void }>()
let worker: Worker | undefined
let last = 0

function ask(kind: string, data: string, seconds: number): Promise<Done> {
  worker ??= start()
  const to = worker
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    to.ref()
    to.postMessage({ id, kind, data, seconds })
  })
}

function start(): Worker {
  const { faces, rare } = fontFiles()
  const w = new Worker(new URL('./render-worker.server.ts', import.meta.url), { workerData: { fonts: [...faces, ...rare] }, execArgv: [] })
  w.on('message', (reply: RenderReply) => {
    const job = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) w.unref()
    if ('error' in reply) job?.reject(new Error(`document could not be typeset: ${reply.error}`))
    else job?.resolve(reply)
  })
  const fail = (e: Error) => {
    if (worker === w) worker = undefined
    for (const job of waiting.values()) job.reject(e)
    waiting.clear()
  }
  w.on('error', fail)
  w.on('exit', (code) => fail(new Error(`typesetting worker ended with code ${code}`)))
  return w
}
