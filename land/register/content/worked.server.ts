/** Has the works on books, entries and rows done: here, or beside the thread that answers people. One work is the same wherever it is done. */
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../runtime/thread.server.ts'
import { WORKS, type AskedWork, type DoneWork, type Works } from './works.server.ts'

/** Objects whose work is done where it is asked: somebody waits for them, and nobody else notices. More of them held everybody who asked a list meanwhile. */
export const HERE = 10
/** How long the thread is kept when nothing is asked of it, ms. */
const IDLE_MS = 60_000

const waiting = new Map<number, { resolve(out: unknown): void; reject(e: Error): void }>()
let worker: Worker | undefined
let rest: NodeJS.Timeout | undefined
let last = 0

/** Does one work on `many` objects: a few of them here, more in the one thread for it, one work after the other. @throws what the work throws */
export async function worked<K extends keyof Works>(work: K, task: Parameters<Works[K]>[0], many: number): Promise<ReturnType<Works[K]>> {
  if (many <= HERE) return (WORKS[work] as (task: Parameters<Works[K]>[0]) => ReturnType<Works[K]>)(task)
  clearTimeout(rest)
  worker ??= begin()
  const to = worker,
    id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: (out) => resolve(out as ReturnType<Works[K]>), reject })
    // a process that has nothing else to do waits for what it asked, and for nothing more
    to.ref()
    to.postMessage({ id, work, task } satisfies AskedWork<K>)
  })
}
/** Ends the thread; the next large work begins one anew. */
export async function closeWorks(): Promise<void> {
  await worker?.terminate()
}
function begin(): Worker {
  const w = startThread(new URL('./works-thread.server.ts', import.meta.url))
  w.on('message', (done: DoneWork) => {
    const asked = waiting.get(done.id)
    waiting.delete(done.id)
    if (waiting.size === 0) {
      w.unref()
      rest = setTimeout(() => {
        // who asks while it ends begins another one
        if (worker === w) worker = undefined
        void w.terminate()
      }, IDLE_MS).unref()
    }
    if ('failed' in done) asked?.reject(new Error(done.failed))
    else asked?.resolve(done.out)
  })
  const ended = (e: Error) => {
    if (worker !== w) return
    worker = undefined
    for (const asked of waiting.values()) asked.reject(e)
    waiting.clear()
  }
  w.on('error', ended)
  w.on('exit', (code) => ended(new Error(`the thread that makes and compares contents of books ended with code ${code}`)))
  return w
}
