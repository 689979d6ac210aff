/** The thread in which the works on many books, entries and rows are done: it is sent what was read of them, and answers what came of it. */
import { parentPort } from 'node:worker_threads'
import { WORKS, type AskedWork, type DoneWork } from './works.server.ts'

const port = parentPort!
port.on('message', ({ id, work, task }: AskedWork) => {
  const say = (done: DoneWork) => port.postMessage(done)
  try {
    say({ id, out: (WORKS[work] as (of: typeof task) => ReturnType<(typeof WORKS)[typeof work]>)(task) })
  } catch (e) {
    say({ id, failed: e instanceof Error ? (e.stack ?? e.message) : String(e) })
  }
})
