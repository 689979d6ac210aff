import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../../kit/model/problem.ts'
import { importProblems } from './problems.ts'
import type { ReadReply, ReadTask } from './reader-worker.server.ts'
import type { Sheet } from './reader.server.ts'

/** Megabytes that the reading thread may hold: ten thousand rows of forty columns need about a quarter of it. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }

/** Reads a workbook in a thread of its own. A sheet that unpacks to more than the thread may hold is refused like one with too many rows. @throws importProblems */
export async function readApart(path: string, signal: AbortSignal): Promise<Sheet> {
  const task: ReadTask = { path }
  const worker = new Worker(new URL('./reader-worker.server.ts', import.meta.url), { workerData: task, execArgv: [], resourceLimits: HEAP })
  const stopped = () => void worker.terminate()
  signal.addEventListener('abort', stopped)
  try {
    // an error of the thread rejects; a thread that was stopped ends without a word
    const [reply] = (await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [undefined])])) as [ReadReply | undefined]
    signal.throwIfAborted()
    if (!reply) throw importProblems.unreadable()
    if ('problem' in reply) throw new Problem(reply.problem.status, reply.problem.key, reply.problem.words)
    return reply.sheet
  } catch (e) {
    if ((e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw importProblems.tooLarge()
    throw e
  } finally {
    signal.removeEventListener('abort', stopped)
    await worker.terminate()
  }
}
