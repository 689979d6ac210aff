/** Typesetting by typst in a worker thread: the same input, time and fonts give the same bytes. */

import type { Worker } from 'node:worker_threads'
import type { Problem } from '../../kit/model/problem.ts'
import { fontFiles, missingGlyphs } from '../../runtime/fonts.server.ts'
import { typesetProblems } from './problems.ts'
import type { RenderReply } from './render-worker.server.ts'
import { startThread } from '../../runtime/thread.server.ts'

/** A place for a signature: 1-based page and rectangle in PDF points from the lower left corner. */
export interface TextAnchor {
  readonly name: string
  readonly page: number
  readonly rect: readonly [number, number, number, number]
}

/**
 * Typesets one document.
 * @param main path of the template that every document of a room begins with; it gets `kind` and the model as JSON
 * @param timestamp creation time written into the file, ISO 8601
 * @returns the PDF with its named signature places; throws unprintable naming the characters no font can draw, before anything is typeset
 */
export async function typeset(main: string, kind: string, model: object, timestamp: string): Promise<{ pdf: Buffer; anchors: TextAnchor[] }> {
  const texts = textsOf(model)
  const missing = missingGlyphs(texts.join(''))
  if (missing.length > 0) throw noGlyph(missing.map((c) => `${nameOf(c)}${whereOf(c, texts)}`))
  const ms = Date.parse(timestamp)
  if (Number.isNaN(ms)) throw new RangeError(`no time: ${timestamp}`)
  const reply = await ask(main, kind, JSON.stringify(model), Math.floor(ms / 1000))
  const anchors = reply.anchors.map(({ name, page, x, y, w, h, height }): TextAnchor => ({ name, page, rect: [x, height - y - h, x + w, height - y] }))
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
  typesetProblems.unprintable({
    zh: `以下字符没有可用字体，不能打印：${characters.join('、')}。请安装生僻字字体（HanaMin）或更正内容`,
    en: `no font has these characters: ${characters.join(', ')}. Install a font of rare characters (HanaMin) or correct the text`,
  })

function nameOf(c: string): string {
  return `${c}（U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}）`
}

/** Letters of a text that are told with a character that cannot be drawn. */
const MOST_TOLD = 20
/** The first short text that has a character, as a name has: whoever corrects it finds it by that. */
function whereOf(c: string, texts: readonly string[]): string {
  const text = texts.filter((t) => t.includes(c)).toSorted((a, b) => a.length - b.length)[0]
  return text && text.length > 1 && text.length <= MOST_TOLD ? `“${text}”` : ''
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

function ask(main: string, kind: string, data: string, seconds: number): Promise<Done> {
  worker ??= start()
  const to = worker
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    to.ref()
    to.postMessage({ id, main, kind, data, seconds })
  })
}

function start(): Worker {
  const { faces, rare } = fontFiles()
  const w = startThread(new URL('./render-worker.server.ts', import.meta.url), { fonts: [...faces, ...rare] })
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
