/** The side of `inThread` that stands in the thread: does one piece of work and says what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../kit/model/problem.ts'
import type { Text } from '../kit/model/lang.ts'

/** What came of the work, or the problem that it is. */
export type ThreadReply<Out> = { out: Out } | { problem: { status: number; key: string; words: Text; details: unknown } }

/** How a problem goes out of a thread. */
export const problemReply = ({ status, key, words, details }: Problem): { problem: { status: number; key: string; words: Text; details: unknown } } => ({
  problem: { status, key, words, details },
})
/** Does this thread's work on its task. Errors that are no Problem end the thread and reach who started it. */
export async function workOn<Task, Out>(work: (task: Task) => Promise<Out>): Promise<void> {
  const port = parentPort!
  try {
    port.postMessage({ out: await work(workerData as Task) } satisfies ThreadReply<Out>)
  } catch (e) {
    if (!(e instanceof Problem)) throw e
    port.postMessage(problemReply(e) satisfies ThreadReply<Out>)
  }
}
