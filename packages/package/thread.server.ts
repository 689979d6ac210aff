/**
 * A piece of work on a package in a thread of its own, with a bound on its memory: whatever a package holds, the thread that answers people goes on.
 * `apart` starts one and reads what it gives; the thread's file calls `serve`.
 */
import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Text } from '../../kit/model/lang.ts'
import { isPackageUnreadable, packageUnreadable } from './staged.ts'

/** Megabytes of objects that a thread may hold: many times what a county of 200,000 parcels needs. */
const HEAP = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 }

type Told<Out> = { out: Out } | { progress: [step: string, percent: number] } | { end: true } | { unreadable: Text } | { failed: string }
type Asked = { more: true } | { ask: unknown }

export interface RunInThreadOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((step: string, percent: number) => void) | undefined
  /** megabytes instead of the ordinary bound; for tests */
  heapMb?: number
}
/** A running thread. */
export interface RunningThread<Out> {
  /** what it gives to a question, piece by piece; the next piece is made when this one was taken. One question at a time. */
  ask(question: unknown): AsyncGenerator<Out>
  close(): Promise<void>
}

/**
 * Starts the thread of `url` with its task. What it gives throws PackageUnreadable where the package is at fault, also when it needs more memory
 * than a package may, and the abort reason when stopped: the thread is ended at once, whatever it is doing.
 */
export function runInThread<Out>(url: URL, task: unknown, { signal, onProgress, heapMb }: RunInThreadOptions = {}): RunningThread<Out> {
  signal?.throwIfAborted()
  const limits = heapMb ? { ...HEAP, maxOldGenerationSizeMb: heapMb } : HEAP
  const worker = new Worker(url, { workerData: task, execArgv: [], resourceLimits: limits })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop)
  const broken = new Promise<never>((_resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('the thread of a package ended')))
  })
  // nobody waits for it between two pieces
  broken.catch(() => {})
  const waiting: Told<Out>[] = []
  let wake = () => {}
  worker.on('message', (told: Told<Out>) => {
    if ('progress' in told) return onProgress?.(...told.progress)
    waiting.push(told)
    wake()
  })
  const next = async (): Promise<Told<Out>> => {
    while (!waiting.length) await Promise.race([broken, new Promise<void>((resolve) => (wake = resolve))])
    return waiting.shift()!
  }
  const send = (asked: Asked) => worker.postMessage(asked)
  return {
    async *ask(question) {
      send({ ask: question })
      try {
        for (;;) {
          const told = await next()
          if ('end' in told) return
          if ('unreadable' in told) throw packageUnreadable(told.unreadable.zh, told.unreadable.en)
          if ('failed' in told) throw new Error(told.failed)
          if (!('out' in told)) continue
          yield told.out
          send({ more: true })
        }
      } catch (e) {
        signal?.throwIfAborted()
        if ((e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw packageUnreadable('内容超出检查所允许的内存，文件可能已损坏', 'its content needs more memory than a check may use; it may be damaged', e)
        throw e
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

/** Answers the questions asked of this thread, one after the other. `work` gives pieces; each waits until the one before was taken. */
export function serveThread<Task, Question, Out>(
  work: (task: Task, question: Question, progress: (step: string, percent: number) => void) => AsyncIterable<Out> | Iterable<Out>,
): void {
  const port = parentPort!
  const tell = (told: Told<Out>) => port.postMessage(told)
  port.on('message', async (asked: Asked) => {
    if (!('ask' in asked)) return
    try {
      for await (const out of work(workerData as Task, asked.ask as Question, (...progress) => tell({ progress }))) {
        const taken = once(port, 'message')
        tell({ out })
        await taken
      }
      tell({ end: true })
    } catch (e) {
      tell(isPackageUnreadable(e) ? { unreadable: e.words } : { failed: e instanceof Error ? (e.stack ?? e.message) : String(e) })
    }
  })
}
