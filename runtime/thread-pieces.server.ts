/**
 * A thread that answers questions piece by piece, each made when the one before was taken: what is read may be larger than memory, and the thread that
 * answers people goes on. `startPieces` starts one and reads what it gives; the thread's file calls `servePieces`. One answer alone: `inThread`.
 */
import { once } from 'node:events'
import { parentPort, workerData, type ResourceLimits } from 'node:worker_threads'
import type { Text } from '../kit/model/lang.ts'
import { startThread } from './thread.server.ts'

/** What the thread says: a piece, how far it is, that this was all, what of the task is at fault (in words), or a fault of ours. */
type PieceReply<Out> = { out: Out } | { progress: [step: string, percent: number] } | { end: true } | { refused: Text } | { failed: string }
type PieceRequest = { more: true } | { ask: unknown }
type Progress = (step: string, percent: number) => void

export interface PiecesOptions {
  limits: ResourceLimits
  /** what is thrown for words that `servePieces` knew as those of the task, and where the thread needs more memory than it may have */
  refuse(words: Text): Error
  tooLarge(cause: unknown): Error
  signal?: AbortSignal | undefined
  onProgress?: Progress | undefined
}
/** A running thread. */
export interface RunningThread<Out> {
  /** what it gives to a question, piece by piece; the next piece is made when this one was taken. One question at a time. */
  ask(question: unknown): AsyncGenerator<Out>
  close(): Promise<void>
}

/** Starts the thread of `url` with its task. What it gives throws as the options say, and the abort reason when stopped: the thread is ended at once, whatever it is doing. */
export function startPieces<Out>(url: URL, task: unknown, { limits, refuse, tooLarge, signal, onProgress }: PiecesOptions): RunningThread<Out> {
  signal?.throwIfAborted()
  const worker = startThread(url, task, limits)
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  const broken = new Promise<never>((_resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('a thread ended while it was asked')))
  })
  // nobody waits for it between two pieces
  broken.catch(() => {})
  const waiting: PieceReply<Out>[] = []
  let wake = () => {}
  worker.on('message', (reply: PieceReply<Out>) => {
    if ('progress' in reply) return onProgress?.(...reply.progress)
    waiting.push(reply)
    wake()
  })
  const next = async (): Promise<PieceReply<Out>> => {
    while (!waiting.length) await Promise.race([broken, new Promise<void>((resolve) => (wake = resolve))])
    return waiting.shift()!
  }
  const send = (request: PieceRequest) => worker.postMessage(request)
  return {
    async *ask(question) {
      send({ ask: question })
      try {
        for (;;) {
          const reply = await next()
          if ('end' in reply) return
          if ('refused' in reply) throw refuse(reply.refused)
          if ('failed' in reply) throw new Error(reply.failed)
          if (!('out' in reply)) continue
          yield reply.out
          send({ more: true })
        }
      } catch (e) {
        signal?.throwIfAborted()
        throw (e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(e) : e
      }
    },
    async close() {
      signal?.removeEventListener('abort', stop)
      await worker.terminate()
    },
  }
}

/** Items of one piece: few enough that the other thread takes them without a pause that anybody notices. */
const PIECE = 500
/** What a thread gives, gathered to pieces; the last one may be empty. */
export async function* inPieces<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let piece: T[] = []
  for await (const item of items) {
    if (piece.push(item) < PIECE) continue
    yield piece
    piece = []
  }
  yield piece
}

/** Answers the questions asked of this thread, one after the other. `work` gives pieces; each waits until the one before was taken. `wordsOf`: the words of an error that is the task's fault. */
export function servePieces<Task, Question, Out>(
  work: (task: Task, question: Question, progress: Progress) => AsyncIterable<Out> | Iterable<Out>,
  wordsOf: (e: unknown) => Text | undefined,
): void {
  const port = parentPort!
  const tell = (reply: PieceReply<Out>) => port.postMessage(reply)
  port.on('message', async (request: PieceRequest) => {
    if (!('ask' in request)) return
    try {
      for await (const out of work(workerData as Task, request.ask as Question, (...progress) => tell({ progress }))) {
        const taken = once(port, 'message')
        tell({ out })
        await taken
      }
      tell({ end: true })
    } catch (e) {
      const refused = wordsOf(e)
      tell(refused ? { refused } : { failed: e instanceof Error ? (e.stack ?? e.message) : String(e) })
    }
  })
}
