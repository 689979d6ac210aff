/** The side of `standingThread` that stands in the thread: does one piece of work after the other and says what came of each. */
import { parentPort } from 'node:worker_threads'
import { Problem } from '../kit/model/problem.ts'
import { problemReply, type ThreadReply } from './thread-work.server.ts'

/** What came of a piece of work, the problem that it is, or what else went wrong. */
export type StandingReply = ThreadReply<unknown> | { fault: string }

export function workOnMany<Task, Out>(work: (task: Task) => Promise<Out>): void {
  const port = parentPort!
  port.on('message', (task: Task) => {
    work(task).then(
      (out) => port.postMessage({ out } satisfies StandingReply),
      (e: unknown) => port.postMessage((e instanceof Problem ? problemReply(e) : { fault: (e as Error).message }) satisfies StandingReply),
    )
  })
}
