import { api, isApiError } from '../../../kit/web/client.web.ts'
import { lang } from '../../../kit/web/i18n.web.ts'
import { CHECK, MARK, missingOf, UPLOAD_STATUS } from '../chunks/chunk.ts'
import type { Digested, DigestMessage } from './digest-worker.web.ts'
import type { Gate } from './gate.web.ts'
import { stemOf } from '../names.ts'
import { retry } from './retry.web.ts'
import { COMPRESSION, mayBeJpeg, SLICING, slicingOf, words, type Slicing } from './upload-rules.ts'
import { jpegOf } from '../picture.web.ts'

export const ATTACH_ENDPOINT = 'cpt-resource/attach/endpoint'
/** An attachment as the calls answer it. */
export interface Attachment {
  id: string
  name: string
  extension?: string
  attachSize?: number | string
  businessId?: string
  businessItem?: string
  /** who sent it, and when */
  createUserName?: string
  createTime?: string
}
export interface UploadPlace {
  businessId?: string
  businessItem?: string
}
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

/** The file on disk is not what was chosen: nothing of it can be read any more. */
const gone = (cause: unknown) => new Error(words.gone[lang()], { cause })
/** Digests of a file, made in a worker; the file is read in blocks. `onProgress` hears percents. */
function digested(file: File, size: number, over: AbortSignal, onProgress: (percent: number) => void): Promise<Digested> {
  const worker = new Worker(new URL('./digest-worker.web.ts', import.meta.url), { type: 'module' })
  return new Promise<Digested>((resolve, reject) => {
    over.addEventListener('abort', () => reject(over.reason))
    worker.addEventListener('message', ({ data }: MessageEvent<DigestMessage>) => {
      if ('percent' in data) onProgress(data.percent)
      else if ('done' in data) resolve(data.done)
      else reject(gone(data.failed))
    })
    worker.addEventListener('error', (e) => reject(new Error(e.message)))
    worker.postMessage({ file, size })
  }).finally(() => worker.terminate())
}

/** What an upload does: digests are made, chunks sent, the server is away and waited for, the server merges. */
export interface Progress {
  phase: 'hash' | 'send' | 'wait' | 'merge'
  percent: number
}
interface SendOptions {
  place: UploadPlace
  gate: Gate
  onProgress(p: Progress): void
}
type Coded = Partial<Attachment> & { code: number }
const quiet = { quiet: true }
/** Times an upload whose chunks do not stay on the server is begun. */
const TRIES = 3

/**
 * Sends chunks: one after the other, or several at once, each begun half a second after the last one. When one fails the others end as well.
 * Source: platform.md 9.
 */
async function sendChunks(
  indexes: readonly number[],
  o: ReturnType<typeof slicingOf>,
  send: (index: number, halt: AbortSignal) => Promise<void>,
): Promise<void> {
  const left = [...indexes]
  const halt = new AbortController()
  const sender = async (): Promise<void> => {
    try {
      for (let i = left.shift(); i !== undefined; i = left.shift()) await send(i, halt.signal)
    } catch (e) {
      halt.abort(e)
    }
  }
  const senders = [sender()]
  while (o.parallel && senders.length < Math.min(o.count, indexes.length) && !halt.signal.aborted) {
    await pause(SLICING.delayMs)
    senders.push(sender())
  }
  await Promise.all(senders)
  halt.signal.throwIfAborted()
}

/**
 * Sends a file in chunks: asks what the server has, copies, sends what is missing, merges. A pause stops between (and within) chunks; a server that is
 * away is waited for; another browser goes on where this one ended. Source: platform.md 4 (chunk upload).
 */
export async function sendSliced(file: File, slicing: Slicing, options: SendOptions): Promise<Attachment> {
  const o = slicingOf(slicing)
  await pause(SLICING.startMs)
  await options.gate.passed()
  const facts = await digested(file, o.size, options.gate.over, (percent) => options.onProgress({ phase: 'hash', percent }))
  for (let tries = 1; tries <= TRIES; tries++) {
    const made = await sendOnce(file, facts, o, options)
    if (made) return made
  }
  throw new Error(lang() === 'en' ? 'the chunks do not stay on the server' : '分片在服务器上丢失')
}
/** One way from the question what is there to the merge; undefined when chunks were lost on it. */
async function sendOnce(
  file: File,
  facts: Digested,
  o: ReturnType<typeof slicingOf>,
  { place, gate, onProgress }: SendOptions,
): Promise<Attachment | undefined> {
  const { attachMd5, sha256, chunks } = facts
  const body = { attachMd5, sha256, attachName: file.name, ...place }
  let last: Progress
  const tell = (p: Progress) => {
    last = p
    onProgress(p)
  }
  const away = () => onProgress({ ...last, phase: 'wait' })
  const post = (verb: string, parts: object) =>
    retry((signal) => api.post<Coded>(`${ATTACH_ENDPOINT}/${verb}`, parts, {}, { ...quiet, signal }), { gate, away })
  tell({ phase: 'send', percent: 0 })
  const { code } = await post('check-file', { attachMd5, sha256, sliceOffset: o.size })
  if (code === CHECK.exists) {
    tell({ phase: 'send', percent: MARK.copy })
    // refused (another extension, say): the chunks are sent, and what is wrong with them is told then
    const copy = await post('copy-file', body).catch((e: unknown) => {
      if (!isApiError(e) || e.code === 0) throw e
    })
    if (copy?.code === UPLOAD_STATUS.copied) return copy as Attachment
  }
  const list = (signal: AbortSignal) => api.get<string[]>(`${ATTACH_ENDPOINT}/list-chunkMd5`, { attachMd5 }, { ...quiet, signal })
  const have = code === CHECK.partly ? await retry(list, { gate, away }) : []
  const missing = code === CHECK.whole ? [] : missingOf(chunks, have)
  let sent = chunks.length - missing.length
  const count = () => tell({ phase: 'send', percent: Math.floor((sent / chunks.length) * MARK.merge) })
  count()
  await sendChunks(missing, o, async (i, halt) => {
    const chunk = file.slice(i * o.size, (i + 1) * o.size)
    const fields = {
      attachMd5,
      attachName: file.name,
      attachSize: String(file.size),
      attachChunk: String(chunks.length),
      chunkMd5: chunks[i]!,
      chunkSize: String(chunk.size),
      chunkIndex: String(i),
      file: chunk,
    }
    await retry((signal) => api.upload(`${ATTACH_ENDPOINT}/upload-chunk`, fields, {}, { ...quiet, signal }), {
      gate,
      halt,
      async away() {
        // a file that was moved or changed fails as a broken network does, and waiting does not help it
        await chunk
          .slice(0, 1)
          .arrayBuffer()
          .catch((e: unknown) => {
            throw gone(e)
          })
        away()
      },
    })
    sent += 1
    count()
  })
  await gate.passed()
  tell({ phase: 'merge', percent: MARK.merge })
  const merged = await post('merge-chunk', body)
  if (merged.code !== UPLOAD_STATUS.merged) return undefined
  tell({ phase: 'send', percent: MARK.done })
  return merged as Attachment
}

/** Sends a file in one piece. */
export function sendWhole(file: File, { place, gate }: SendOptions): Promise<Attachment> {
  const parts = Object.fromEntries(Object.entries(place).filter(([, v]) => v)) as Record<string, string>
  return api.upload<Attachment>(`${ATTACH_ENDPOINT}/upload`, { ...parts, file }, {}, { ...quiet, signal: gate.signal() })
}

/** A large picture as JPEG of less bytes, upright; what does not get smaller stays as it is. Source: platform.md 5. */
export async function compressed(file: File, accept: readonly string[] = []): Promise<File> {
  if (file.size <= COMPRESSION.over || !mayBeJpeg(file.name, accept)) return file
  try {
    const blob = await jpegOf(file, COMPRESSION.quality)
    return blob && blob.size < file.size ? new File([blob], `${stemOf(file.name)}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    // not a picture that this browser reads: the server says what it thinks of it
    return file
  }
}
