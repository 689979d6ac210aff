import type { Worker } from 'node:worker_threads'
import { problems, type Problem } from '../kit/model/problem.ts'
import type { StandingReply } from './standing-work.server.ts'
import { outOf, startThread } from './thread.server.ts'

export interface StandingOptions {
  /** megabytes of objects that the thread may hold */
  heapMb: number
  /** maximum time of one piece of work, ms */
  workMs: number
  /** pieces of work that may stand behind each other; one more is told that the system is busy */
  mostWaiting?: number
  /** what it is when a piece of work needs more memory or time than it may have: the thread ends with it, and the next work has another */
  tooLarge(): Problem
}
interface Waiting {
  resolve(reply: StandingReply): void
  reject(e: Error): void
}
/**
 * A thread that stays for many short pieces of work of the same kind (its file calls `workOnMany`): a new one for each takes longer to start than they do to
 * be done. It does one after the other, is started by the first, and keeps no process running.
 */
export function standingThread<Task, Out>(url: URL, { heapMb, workMs, tooLarge, mostWaiting = 200 }: StandingOptions): (task: Task) => Promise<Out> {
  let worker: Worker | undefined
  let waiting: Waiting | undefined
  let last: Promise<unknown> = Promise.resolve()
  const start = (): Worker => {
    // libraries that have threads of their own ask what theirs were begun with, and find that this is none
    const made = startThread(url, {}, { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMb })
    // what a thread says that was given up belongs to nobody who waits now
    const over = (e: Error) => {
      if (worker !== made) return
      worker = undefined
      waiting?.reject((e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : e)
    }
    made.on('message', (reply: StandingReply) => worker === made && waiting?.resolve(reply))
    made.on('error', over)
    made.on('exit', (code) => over(new Error(`thread ended with code ${code}`)))
    return made
  }
  const one = async (task: Task): Promise<Out> => {
    worker ??= start()
    const by = worker
    const late = setTimeout(() => {
      worker = undefined
      waiting?.reject(tooLarge())
      void by.terminate()
    }, workMs)
    by.ref()
    try {
      const reply = await new Promise<StandingReply>((resolve, reject) => {
        waiting = { resolve, reject }
        by.postMessage(task)
      })
      if ('fault' in reply) throw new Error(reply.fault)
      return outOf(reply) as Out
    } finally {
      clearTimeout(late)
      waiting = undefined
      by.unref()
    }
  }
  let behind = 0
  return (task) => {
    if (behind >= mostWaiting) return Promise.reject(problems.busy())
    behind += 1
    const mine = last.then(() => one(task)).finally(() => void (behind -= 1))
    last = mine.catch(() => {})
    return mine
  }
}
