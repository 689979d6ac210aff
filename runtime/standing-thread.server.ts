import type { Worker } from 'node:worker_threads'
import { Problem } from '../kit/model/problem.ts'
import type { StandingReply } from './standing-work.server.ts'
import { startThread } from './thread.server.ts'

export interface StandingOptions {
  /** megabytes of objects that the thread may hold */
  heapMb: number
  /** maximum time of one piece of work, ms */
  workMs: number
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
export function standingThread<Task, Out>(url: URL, { heapMb, workMs, tooLarge }: StandingOptions): (task: Task) => Promise<Out> {
  let worker: Worker | undefined
  let waiting: Waiting | undefined
  let last: Promise<unknown> = Promise.resolve()
  const start = (): Worker => {
    // libraries that have threads of their own ask what theirs were begun with, and find that this is none
    const made = startThread(url, {}, { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heapMb })
    const over = (e: Error) => {
      if (worker === made) worker = undefined
      waiting?.reject((e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : e)
    }
    made.on('message', (reply: StandingReply) => waiting?.resolve(reply))
    made.on('error', over)
    made.on('exit', (code) => worker === made && over(new Error(`thread ended with code ${code}`)))
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
      if ('problem' in reply) throw new Problem(reply.problem.status, reply.problem.key, reply.problem.words, reply.problem.details)
      if ('fault' in reply) throw new Error(reply.fault)
      return reply.out as Out
    } finally {
      clearTimeout(late)
      waiting = undefined
      by.unref()
    }
  }
  return (task) => {
    const mine = last.then(() => one(task))
    last = mine.catch(() => {})
    return mine
  }
}
