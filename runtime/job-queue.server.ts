import { randomUUID } from 'node:crypto'
import { both } from '../kit/model/lang.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { jobRows, LONG, thaw, type DeadlyJob, type TakenJob } from './job-rows.server.ts'
import { runJob } from './job-runner.server.ts'
import { loop, type Loop } from './jobs-loop.server.ts'
import { contextFor, type JobEnded, type JobKind, type JobRun, type Jobs } from './jobs.server.ts'
import { messageJson } from './said.ts'

const POLL_MS = 500
/** when the queue looks after something was put in it: the transaction that did so is usually over by then; else the next look finds it */
const SOON_MS = 30

/**
 * The job queue on the table `job`: taken with SKIP LOCKED, with progress and cancel in the same row; survives a kill. A server runs one job after the other; beside one
 * that is long, those that are not.
 */
export function openJobs(
  db: DatabaseHandle,
  kinds: readonly JobKind[],
  log: (e: unknown, jobId: string) => void,
  now: () => Date = clock,
  ended?: JobEnded,
): Jobs {
  const byKind = new Map(kinds.map((k) => [k.kind, k]))
  const long = kinds.filter((k) => k.long).map((k) => k.kind)
  const isLong = ({ kind, payload }: TakenJob) => long.includes(kind) || payload[LONG] === true
  const rows = jobRows(db, randomUUID(), now)
  const looking = (work: (until: AbortSignal) => Promise<void>) => loop(POLL_MS, work, (e) => log(e, 'queue'))
  const queue = looking((until) => drain(until, undefined, alone))
  /** of what goes on beside a long job */
  let beside: Loop | undefined
  /** Whoever asked for a job, and transactions in which it works as that person. */
  const ownerOf = (job: Pick<TakenJob, 'id' | 'who'>): Pick<JobRun, 'who' | 'lang' | 'tx'> => {
    const { who, lang } = thaw(job.who)
    return {
      who,
      lang,
      tx: (work) => db.transaction({ tenantId: who.tenantId, beside: true }, (tx) => work(contextFor(tx, who, now, `job-${job.id}`, enqueue, lang))),
    }
  }

  /** What is done with the end of a job, in its transaction. */
  const toldOf = (job: Pick<TakenJob, 'id' | 'who' | 'kind'>, status: 'done' | 'failed') => {
    const kind = byKind.get(job.kind)
    const { opens } = kind ?? {}
    if (!ended || !kind || !opens) return undefined
    const { tenantId, userId } = job.who
    return (tx: Tx) => ended(tx, { id: job.id, kind: { ...kind, opens }, tenantId, userId, status, time: localTime(now()) })
  }

  const enqueue: Jobs['enqueue'] = async (ctx, kind, payload, { title, regionCode = null, long: isMarked = false } = {}) => {
    const k = byKind.get(kind)
    if (!k) throw new Error(`no job of kind ${kind}`)
    const job = { kind, title: title ?? messageJson(both(k.label, k.en)), regionCode, payload, isMarked, maxAttempts: k.attempts ?? 3 }
    const id = await rows.insert(ctx, job)
    queue.soon(SOON_MS)
    beside?.soon(SOON_MS)
    return id
  }

  /** A job that took its server down too often is not tried again, and what it holds is given back in the same transaction. */
  async function setAside(job: DeadlyJob, dead: string): Promise<void> {
    const { tx } = ownerOf(job)
    const over = (ctx: Ctx) => rows.endDeadly(ctx, job.id, dead)
    try {
      await tx(async (ctx) => {
        if (!(await over(ctx))) return
        await byKind.get(job.kind)?.died?.(ctx, job.payload, { id: job.id, startTime: job.startTime })
        await toldOf(job, 'failed')?.(ctx.db)
      })
    } catch (e) {
      // what it holds cannot be given back: it ends all the same, or no other job would ever be taken
      log(e, job.id)
      await tx(over)
    }
  }

  async function take(except: readonly string[] | undefined): Promise<TakenJob | undefined> {
    const dead = rows.deadBefore()
    for (const job of await rows.deadly(dead)) await setAside(job, dead)
    return rows.take(dead, except)
  }

  /** Runs what is due, one after the other, until nothing is left or nobody asks any more. */
  async function drain(until: AbortSignal, except: readonly string[] | undefined, run: (job: TakenJob) => Promise<void>): Promise<void> {
    while (!until.aborted && !queue.stopping.aborted) {
      const job = await take(except)
      if (!job) return
      await run(job)
    }
  }
  const run = (job: TakenJob): Promise<void> =>
    runJob(job, byKind.get(job.kind), ownerOf(job), { db, rows, log, stopping: queue.stopping, told: (status) => toldOf(job, status) })
  /** Runs a job; while it is a long one, what is not long goes on beside it: what people wait for begins at once, and never are two of a sort under way. */
  async function alone(job: TakenJob): Promise<void> {
    if (!isLong(job)) return run(job)
    beside = looking((until) => drain(until, long, run))
    beside.start()
    try {
      await run(job)
    } finally {
      await beside.stop()
      beside = undefined
    }
  }
  return {
    enqueue,
    start: queue.start,
    stop: queue.stop,
    async idle() {
      while (await rows.isBusy()) await new Promise((r) => setTimeout(r, 100))
    },
  }
}
