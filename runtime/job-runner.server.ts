import { Problem } from '../kit/model/problem.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { outcomeOf, retryDelay } from './job-outcome.ts'
import type { JobRows, TakenJob } from './job-rows.server.ts'
import { endOf, stopFor, stopOf, type JobKind, type JobRun } from './jobs.server.ts'
import { analyseTables } from './maintenance-database.server.ts'
import { messageJson } from './said.ts'
import { inSpan, spanOf } from './trace.server.ts'

const HEARTBEAT_MS = 5_000
/** Progress is written at most this often, in milliseconds. */
const PROGRESS_MS = 500

/** What a runner works with. */
export interface RunnerDeps {
  db: DatabaseHandle
  rows: JobRows
  log: (e: unknown, jobId: string) => void
  /** aborted when the server stops */
  stopping: AbortSignal
  /** hears of the end, where the kind says so */
  told: (status: 'done' | 'failed') => ((tx: Tx) => Promise<void>) | undefined
}
type Owner = Pick<JobRun, 'who' | 'lang' | 'tx'>

/** One attempt at a job: what the job is given to run with, and whether its result is committed already. */
function attemptAt(job: TakenJob, owner: Owner, { rows, told }: Pick<RunnerDeps, 'rows' | 'told'>) {
  const cancel = new AbortController()
  const signal = cancel.signal
  let written = 0
  let isFinished = false
  const beat = async (set: Record<string, unknown>) => {
    const row = await rows.beat(job.id, set)
    // a report that waited behind the transaction that ended the job comes too late, and tells of nothing that was lost
    if (isFinished) return
    if (!row || row.cancelAsked) cancel.abort(stopFor(row ? 'cancelled' : 'lost'))
  }
  const run: JobRun = {
    id: job.id,
    ...owner,
    signal,
    async finish(work) {
      const result = await owner.tx(async (ctx) => {
        const r = await work(ctx)
        if (await rows.finishWithin(ctx, job.id, r, told('done'))) return r
        cancel.abort(stopFor('lost'))
        throw signal.reason
      })
      isFinished = true
      return result
    },
    async progress(percent, step, done = 0, total = 0) {
      if (Date.now() - written < PROGRESS_MS && percent < 100) return
      written = Date.now()
      await beat({ percent: Math.max(0, Math.min(100, Math.round(percent))), step: messageJson(step), done, total })
      signal.throwIfAborted()
    },
  }
  return { run, beat, stop: () => cancel.abort(stopFor('stopping')), isFinished: () => isFinished }
}

/** Writes what becomes of a job whose attempt ended without a result. Faults of ours are logged, refusals are not. */
async function settleFailure(job: TakenJob, error: unknown, signal: AbortSignal, { rows, log, told }: RunnerDeps): Promise<void> {
  const refused = error instanceof Problem
  const outcome = outcomeOf({ stop: stopOf(signal), refused, attempts: job.attempts, maxAttempts: job.maxAttempts })
  if (outcome === 'leave') return
  if (outcome === 'requeue') return rows.requeue(job.id)
  if (outcome !== 'cancelled' && !refused) log(error, job.id)
  if (outcome === 'retry') return rows.requeue(job.id, retryDelay(job.attempts))
  await rows.end(job.id, outcome, messageJson(endOf(error, signal)), outcome === 'failed' ? told('failed') : undefined)
}

/** Runs one attempt at a job that was taken, with a heartbeat, and writes how it ended. */
export async function runJob(job: TakenJob, kind: JobKind | undefined, owner: Owner, deps: RunnerDeps): Promise<void> {
  const { db, rows, log, stopping, told } = deps
  const attempt = attemptAt(job, owner, deps)
  stopping.addEventListener('abort', attempt.stop)
  if (stopping.aborted) attempt.stop()
  const pulse = setInterval(() => {
    attempt.beat({}).catch(() => {})
  }, HEARTBEAT_MS)
  try {
    if (!kind) throw new Error(`no job of kind ${job.kind}`)
    const result = await inSpan(spanOf(job.trace), () => kind.run(attempt.run, job.payload))
    if (!attempt.isFinished()) await rows.finish(job.id, result ?? {}, told('done'))
    if (kind.bulk) await analyseTables(db).catch((e) => log(e, job.id))
  } catch (e) {
    // what is committed stays done, whatever goes wrong while it is tidied up
    if (attempt.isFinished()) log(e, job.id)
    else await settleFailure(job, e, attempt.run.signal, deps)
  } finally {
    clearInterval(pulse)
    stopping.removeEventListener('abort', attempt.stop)
  }
}
