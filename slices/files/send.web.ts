import { api, isApiError } from '../../kit/web/client.web.ts'
import { lang } from '../../kit/web/i18n.web.ts'
import { CHECK, MARK, missingOf, STATUS } from './chunk.ts'
import type { Digested, FromWorker } from './digest-worker.web.ts'
import { COMPRESSION, SLICING, slicingOf, type Slicing } from './upload-rules.ts'
import { extensionOf, stemOf } from './names.ts'

export const AT = 'cpt-resource/attach/endpoint'
/** An attachment as the calls answer it. */
export interface Attachment {
  id: string
  name: string
  extension?: string
  attachSize?: number | string
  businessId?: string
  businessItem?: string
}
export interface Place {
  businessId?: string
  businessItem?: string
}
/** Lets an upload stop between pieces, and go on. */
export interface Gate {
  readonly paused: boolean
  pause(): void
  resume(): void
  /** ends the upload for good */
  cancel(): void
  /** resolves when the upload may go on; rejects when it was ended */
  passed(): Promise<void>
  signal(): AbortSignal
}
export function openGate(): Gate {
  let waiting: PromiseWithResolvers<void> | undefined
  let flight = new AbortController()
  const over = new AbortController()
  return {
    get paused() {
      return waiting !== undefined
    },
    pause() {
      waiting ??= Promise.withResolvers()
      flight.abort()
    },
    resume() {
      flight = new AbortController()
      waiting?.resolve()
      waiting = undefined
    },
    cancel() {
      over.abort()
      flight.abort()
      waiting?.resolve()
      waiting = undefined
    },
    async passed() {
      while (waiting) await waiting.promise
      over.signal.throwIfAborted()
    },
    signal: () => flight.signal,
  }
}
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

/** Digests of a file, made in a worker. `told` hears percents. */
function digested(file: File, size: number, told: (percent: number) => void): Promise<Digested> {
  const worker = new Worker(new URL('./digest-worker.web.ts', import.meta.url), { type: 'module' })
  return new Promise<Digested>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('percent' in data) told(data.percent)
      else if ('done' in data) resolve(data.done)
      else reject(new Error(data.failed))
    })
    worker.addEventListener('error', (e) => reject(new Error(e.message)))
    worker.postMessage({ file, size })
  }).finally(() => worker.terminate())
}

export interface Progress {
  phase: 'hash' | 'send'
  percent: number
}
interface SendOptions {
  place: Place
  gate: Gate
  told(p: Progress): void
}
type Coded = Partial<Attachment> & { code: number }
const quiet = { quiet: true }
/** Times a piece is sent again when the network fails. */
const TRIES = 3

/** Sends pieces: one after the other, or several at once, each begun half a second after the last one. Source: platform.md 9. */
async function sendPieces(indexes: readonly number[], o: ReturnType<typeof slicingOf>, send: (index: number) => Promise<void>): Promise<void> {
  const left = [...indexes]
  const lane = async (): Promise<void> => {
    for (let i = left.shift(); i !== undefined; i = left.shift()) await send(i)
  }
  if (!o.parallel) return lane()
  const lanes = []
  for (let n = 0; n < Math.min(o.count, indexes.length); n++) {
    lanes.push(lane())
    await pause(SLICING.delayMs)
  }
  await Promise.all(lanes)
}

/**
 * Sends a file in pieces: asks what the server has, copies, sends what is missing, merges. A pause stops between (and within) pieces; another
 * browser goes on where this one ended. Source: platform.md 4 (chunk upload).
 */
export async function sendSliced(file: File, slicing: Slicing, { place, gate, told }: SendOptions, again = 1): Promise<Attachment> {
  const o = slicingOf(slicing)
  await pause(SLICING.startMs)
  const { attachMd5, sha256, chunks } = await digested(file, o.size, (percent) => told({ phase: 'hash', percent }))
  const body = { attachMd5, sha256, attachName: file.name, ...place }
  const check = async () => (await api.post<Coded>(`${AT}/check-file`, { attachMd5, sha256, sliceOffset: o.size }, {}, quiet)).code
  told({ phase: 'send', percent: 0 })
  let code: number = await check()
  if (code === CHECK.exists) {
    told({ phase: 'send', percent: MARK.copy })
    const copy = await api.post<Coded>(`${AT}/copy-file`, body, {}, quiet)
    if (copy.code === STATUS.copied) return copy as Attachment
    code = CHECK.absent
  }
  const have = code === CHECK.partly ? await api.get<string[]>(`${AT}/list-chunkMd5`, { attachMd5 }, quiet) : []
  const missing = code === CHECK.whole ? [] : missingOf(chunks, have)
  let sent = chunks.length - missing.length
  const tell = () => told({ phase: 'send', percent: Math.floor((sent / chunks.length) * MARK.merge) })
  tell()
  await sendPieces(missing, o, async (i) => {
    const piece = file.slice(i * o.size, (i + 1) * o.size)
    for (let tries = 1; ; ) {
      await gate.passed()
      const signal = gate.signal()
      try {
        await api.upload(
          `${AT}/upload-chunk`,
          {
            attachMd5,
            attachName: file.name,
            attachSize: String(file.size),
            attachChunk: String(chunks.length),
            chunkMd5: chunks[i]!,
            chunkSize: String(piece.size),
            chunkIndex: String(i),
            file: piece,
          },
          {},
          { ...quiet, signal },
        )
        break
      } catch (e) {
        if (signal.aborted) continue
        if (!isApiError(e) || e.code !== 0 || tries++ >= TRIES) throw e
        await pause(SLICING.delayMs * tries)
      }
    }
    sent += 1
    tell()
  })
  await gate.passed()
  told({ phase: 'send', percent: MARK.merge })
  const merged = await api.post<Coded>(`${AT}/merge-chunk`, body, {}, quiet)
  // pieces were lost on the way: what is missing is sent again
  if (merged.code !== STATUS.merged) {
    if (again >= TRIES) throw new Error(lang() === 'en' ? 'the pieces do not stay on the server' : '分片在服务器上丢失')
    return sendSliced(file, slicing, { place, gate, told }, again + 1)
  }
  told({ phase: 'send', percent: MARK.done })
  return merged as Attachment
}

/** Sends a file in one piece. */
export function sendWhole(file: File, { place, gate }: SendOptions): Promise<Attachment> {
  const parts = Object.fromEntries(Object.entries(place).filter(([, v]) => v)) as Record<string, string>
  return api.upload<Attachment>(`${AT}/upload`, { ...parts, file }, {}, { ...quiet, signal: gate.signal() })
}

/** A large picture as JPEG of less bytes, upright; what does not get smaller stays as it is. Source: platform.md 5. */
export async function compressed(file: File, accept: readonly string[] = []): Promise<File> {
  const extension = extensionOf(file.name)
  const asJpeg = /^jpe?g$/.test(extension) || (extension === 'png' && (accept.length === 0 || accept.includes('jpg')))
  if (file.size <= COMPRESSION.over || !asJpeg) return file
  try {
    const bitmap = await createImageBitmap(file)
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(bitmap, 0, 0)
    bitmap.close()
    const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', COMPRESSION.quality))
    return blob && blob.size < file.size ? new File([blob], `${stemOf(file.name)}.jpg`, { type: 'image/jpeg' }) : file
  } catch {
    // not a picture that this browser reads: the server says what it thinks of it
    return file
  }
}
