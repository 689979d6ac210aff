import { once } from 'node:events'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { Problem, problems } from '../kit/model/problem.ts'
import type { ThreadReply } from './thread-work.server.ts'

/** Starts the thread of `url`, which inherits no flags of this one. Nothing but this and the embedded engine starts one. */
export const startThread = (url: URL, workerData?: unknown, resourceLimits?: ResourceLimits): Worker =>
  new Worker(url, { workerData, execArgv: [], ...(resourceLimits ? { resourceLimits } : {}) })

/** Threads that read what somebody sent, at once: each holds what a file unpacks to, and the machine answers people meanwhile. */
const AT_ONCE = 2
/** Maximum time a caller waits in the queue, and maximum time of one reading, in ms. */
const TURN_MS = 20_000
const WORK_MS = 60_000

let busy = 0
const queue: (() => void)[] = []
/** What came of the work of a thread. @throws the problem that it is */
export function outOf<Out>(reply: ThreadReply<Out>): Out {
  if ('problem' in reply) throw new Problem(reply.problem.status, reply.problem.key, reply.problem.words, reply.problem.details)
  return reply.out
}
/** A turn among the threads. A job waits as long as it takes, a person is told that the system is busy. */
async function turn(signal: AbortSignal | undefined): Promise<void> {
  if (busy < AT_ONCE) return void (busy += 1)
  await new Promise<void>((resolve, reject) => {
    const leave = (e: unknown) => {
      const at = queue.indexOf(mine)
      if (at >= 0) queue.splice(at, 1)
      reject(e)
    }
    const late = signal ? undefined : setTimeout(() => leave(problems.busy()), TURN_MS)
    const stopped = () => leave(signal!.reason)
    signal?.addEventListener('abort', stopped)
    const mine = () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', stopped)
      resolve()
    }
    queue.push(mine)
  })
}
function done(): void {
  const next = queue.shift()
  if (next) next()
  else busy -= 1
}

export interface ThreadOptions {
  /** megabytes of objects that the thread may hold */
  heapMb: number
  /** maximum time of the work, ms; by default that of any reading */
  workMs?: number
  /** what it is when the thread needs more memory or time than it may have */
  tooLarge(): Problem
  /** of a job that may be stopped */
  signal?: AbortSignal
}

/**
 * Has the thread of `url` (its file calls `workOn`) do one piece of work on what somebody sent: with a bound on memory and time, and beside the
 * thread that answers people. @throws the Problem that the work threw, `tooLarge`, 503 when too many wait, or the abort reason
 */
export async function inThread<Out>(url: URL, task: unknown, { heapMb, tooLarge, signal, workMs = WORK_MS }: ThreadOptions): Promise<Out> {
  signal?.throwIfAborted()
  await turn(signal)
  try {
    const worker = startThread(url, task, { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMb })
    const stopped = () => void worker.terminate()
    signal?.addEventListener('abort', stopped)
    const late = setTimeout(stopped, workMs)
    try {
      // an error of the thread rejects; a thread that was stopped ends without a word
      const [reply] = (await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [undefined])])) as [ThreadReply<Out> | undefined]
      signal?.throwIfAborted()
      if (!reply) throw tooLarge()
      return outOf(reply)
    } catch (e) {
      throw (e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : e
    } finally {
      clearTimeout(late)
      signal?.removeEventListener('abort', stopped)
      await worker.terminate()
    }
  } finally {
    done()
  }
}
