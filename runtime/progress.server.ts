import { AsyncLocalStorage } from 'node:async_hooks'
import type { Text } from '../kit/model/lang.ts'
import type { JobRun } from './jobs.server.ts'

/** Reports progress and never waits for it. */
export type ReportProgress = (percent: number, step: Text, done?: number, total?: number) => void
/**
 * Progress that never waits: callable inside a transaction because it leaves it (a snapshot of the context outside), at most one report under way.
 * On the embedded engine, which has one connection, the report arrives when the transaction has ended.
 */
export function progressOutside(job: JobRun): ReportProgress {
  const outside = AsyncLocalStorage.snapshot()
  let busy = false
  return (percent, step, done, total) => {
    if (busy) return
    busy = true
    // a refusal here means "cancelled", and the signal says so to the work itself
    outside(() => job.progress(percent, step, done, total))
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }
}
