import { both, type Lang, type Text } from '../kit/model/lang.ts'
import { Problem, problems } from '../kit/model/problem.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import type { Tx } from '../kit/server/db.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import type { Stop } from './job-outcome.ts'

/** The reason with which the signal of a job is aborted. */
export const stopFor = (stop: Stop): Error & { stop: Stop } => Object.assign(new Error(`the job must stop: ${stop}`), { stop })
/** Why a job's signal was aborted; undefined while it was not. */
export const stopOf = (signal: AbortSignal): Stop | undefined =>
  signal.aborted ? ((signal.reason as { stop?: Stop } | undefined)?.stop ?? 'stopping') : undefined

/** What a job says of its end beside its refusals. */
export const endWords = { cancelled: both('已取消', 'Cancelled'), died: both('多次异常中断', 'Interrupted too often') }
/** Why a job ended without its result: cancelled, refused, or a fault of ours. */
export const endOf = (e: unknown, signal: AbortSignal): Text =>
  stopOf(signal) === 'cancelled' ? endWords.cancelled : (e instanceof Problem ? e : problems.broken()).words

/** What a running job may do. Its transactions have the scope and the language of the person who asked for it. */
export interface JobRun {
  id: string
  who: Who
  /** of whoever asked for it: what it makes for that person (files) is in this language; what it says of itself is kept in both (said.ts) */
  lang: Lang
  /** aborted when the job must stop; `stopOf` tells why */
  signal: AbortSignal
  /** one transaction with a context like a request's */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /**
   * the last transaction of a job, answering its result: what it writes and that the job is done are committed together, so that no death of the
   * server leaves the one without the other. Throws, and writes nothing, when another server took the job over.
   */
  finish(work: (ctx: Ctx) => Promise<Record<string, unknown>>): Promise<Record<string, unknown>>
  /** tells people where the job is; written at most twice a second */
  progress(percent: number, step: Text, done?: number, total?: number): Promise<void>
}
export interface JobKind {
  kind: string
  label: string
  en: string
  /** the page where whoever asked for it finds what came of it; then he is told of its end */
  opens?: string
  /** how often a job is tried when it fails by accident; a Problem is never retried */
  attempts?: number
  /** writes so much that the planner's figures are stale afterwards */
  bulk?: boolean
  /** may take minutes or hours: what is queued meanwhile and is not long itself goes on beside it; of other kinds a single one may be queued as long */
  long?: true
  /** a failed or cancelled one may be queued again as it is, by hand; others are begun anew where they belong */
  repeatable?: boolean
  /** gives back what was changed when the job was queued; called in the transaction that cancels it before it ran */
  withdrawn?(ctx: Ctx, payload: Record<string, unknown>): Promise<unknown>
  /** leaves what belongs to it as after any failure, and says so there; called in the transaction that sets it aside because its servers died */
  died?(ctx: Ctx, payload: Record<string, unknown>, job: DeadJob): Promise<unknown>
  run(job: JobRun, payload: Record<string, unknown>): Promise<Record<string, unknown> | void>
}

/** Hears of a job that has ended by itself, well or badly, in the transaction that ends it; of kinds that say where they open. */
export type JobEnded = (
  tx: Tx,
  job: { id: string; kind: JobKind & { opens: string }; tenantId: string; userId: string; status: 'done' | 'failed'; time: string },
) => Promise<void>

/** A job under which too many servers died. */
export interface DeadJob {
  id: string
  startTime: string
}

export interface Jobs {
  enqueue(ctx: Ctx, kind: string, payload: Record<string, unknown>, o?: { title?: string; regionCode?: string; long?: boolean }): Promise<string>
  start(): void
  stop(): Promise<void>
  /** resolves when nothing is queued or running; for tests and the first start */
  idle(): Promise<void>
}

/** A context like a request's for work without one, in the name of `who`; its time and what must be later are of one clock. */
export function contextFor(tx: Tx, who: Who, clock: () => Date, requestId: string, enqueue: Jobs['enqueue'], lang: Lang = 'zh'): Ctx {
  const ctx: Ctx = { who, db: tx, lang, now: localTime(clock()), clock, newId: () => newId(), requestId, ip: '', enqueue: (k, p, o) => enqueue(ctx, k, p, o) }
  return ctx
}
