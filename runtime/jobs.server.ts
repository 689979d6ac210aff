import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { both, type Lang, type Text } from '../kit/model/lang.ts'
import { Problem, problems } from '../kit/model/problem.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { loop } from './jobs-loop.server.ts'
import { analyseTables } from './maintenance-database.server.ts'
import { said } from './said.ts'
import { asSystem } from './system.server.ts'

/**
 * Why a running job must stop: a person cancelled it, the server stops (it is taken again), or another server took it over (it goes on there).
 * Only after `cancelled` does a job give back what it holds; after the others it changes nothing.
 */
export type Stop = 'cancelled' | 'stopping' | 'lost'
const stopFor = (stop: Stop): Error & { stop: Stop } => Object.assign(new Error(`the job must stop: ${stop}`), { stop })
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
  /** how often a job is tried when it fails by accident; a Problem is never retried */
  attempts?: number
  /** writes so much that the planner's figures are stale afterwards */
  bulk?: boolean
  /** a failed or cancelled one may be queued again as it is, by hand; others are begun anew where they belong */
  repeatable?: boolean
  /** gives back what was changed when the job was queued; called in the transaction that cancels it before it ran */
  withdrawn?(ctx: Ctx, payload: Record<string, unknown>): Promise<unknown>
  /** leaves what belongs to it as after any failure, and says so there; called in the transaction that sets it aside because its servers died */
  died?(ctx: Ctx, payload: Record<string, unknown>, job: DeadJob): Promise<unknown>
  run(job: JobRun, payload: Record<string, unknown>): Promise<Record<string, unknown> | void>
}

/** A job under which too many servers died. */
export interface DeadJob {
  id: string
  startTime: string
}

export interface Jobs {
  enqueue(ctx: Ctx, kind: string, payload: Record<string, unknown>, o?: { title?: string; regionCode?: string }): Promise<string>
  start(): void
  stop(): Promise<void>
  /** resolves when nothing is queued or running; for tests and the first start */
  idle(): Promise<void>
}

const POLL_MS = 500
/** when the queue looks after something was put in it: the transaction that did so is usually over by then; else the next look finds it */
const SOON_MS = 30
const HEARTBEAT_MS = 5_000
/** a running job whose heartbeat is older than this belonged to a server that died */
const DEAD_SECONDS = 30
/** a job that this many servers died under is set aside, whatever its kind says about failures: it may be the cause */
const DEATHS = 2

/** A job that this server runs, as its row has it. */
interface Taken {
  id: string
  kind: string
  who: Parameters<typeof thaw>[0]
  payload: Record<string, unknown>
  attempts: number
  maxAttempts: number
}
type Killer = Pick<Taken, 'id' | 'kind' | 'who' | 'payload'> & { startTime: string }
const freeze = ({ who, lang }: Ctx) => JSON.stringify({ ...who, perms: [...who.perms], lang })
const thaw = ({ lang, ...v }: Omit<Who, 'perms'> & { perms: string[]; lang?: Lang }): { who: Who; lang: Lang } => ({
  who: { ...v, perms: new Set(v.perms) },
  lang: lang ?? 'zh',
})

/** A context like a request's for work without one, in the name of `who`. */
export function contextFor(tx: Tx, who: Who, now: Date, requestId: string, enqueue: Jobs['enqueue'], lang: Lang = 'zh'): Ctx {
  const ctx: Ctx = { who, db: tx, lang, now: localTime(now), newId: () => newId(), requestId, ip: '', enqueue: (k, p, o) => enqueue(ctx, k, p, o) }
  return ctx
}

/** The job queue on the table `job`: taken with SKIP LOCKED, with progress and cancel in the same row; survives a kill. */
export function openJobs(db: DatabaseHandle, kinds: readonly JobKind[], log: (e: unknown, jobId: string) => void, now: () => Date = clock): Jobs {
  const byKind = new Map(kinds.map((k) => [k.kind, k]))
  const runner = randomUUID()
  const queue = loop(
    POLL_MS,
    () => drain(),
    (e) => log(e, 'queue'),
  )
  /** the embedded database has one server: what runs there when its queue begins was left by a dead one */
  let leftAlone = db.engine === 'embedded'
  const system = asSystem(db)
  /** Whoever asked for a job, and transactions in which it works as that person. */
  const asOwner = (job: Pick<Taken, 'id' | 'who'>) => {
    const { who, lang } = thaw(job.who)
    const within: JobRun['tx'] = (work) =>
      db.transaction({ tenantId: who.tenantId, beside: true }, (tx) => work({ ...contextFor(tx, who, now(), `job-${job.id}`, enqueue, lang), clock: now }))
    return { who, lang, within }
  }

  async function enqueue(ctx: Ctx, kind: string, payload: Record<string, unknown>, o: { title?: string; regionCode?: string } = {}): Promise<string> {
    const k = byKind.get(kind)
    if (!k) throw new Error(`no job of kind ${kind}`)
    const id = ctx.newId()
    await ctx.db
      .insertInto('job')
      .values({
        id,
        tenantId: ctx.who.tenantId,
        kind,
        title: o.title ?? said(both(k.label, k.en)),
        regionCode: o.regionCode ?? null,
        status: 'queued',
        payload: JSON.stringify(payload),
        maxAttempts: k.attempts ?? 3,
        runAfter: ctx.now,
        who: freeze(ctx),
        createUser: ctx.who.userId,
        createTime: ctx.now,
      })
      .execute()
    queue.soon(SOON_MS)
    return id
  }

  async function take(): Promise<Taken | undefined> {
    const dead = localTime(new Date(now().getTime() - (leftAlone ? 0 : DEAD_SECONDS * 1000)))
    leftAlone = false
    const killers = await system(
      async (tx) =>
        (
          await sql<Killer>`select id, kind, payload, who, "startTime" from job where status = 'running' and runner <> ${runner}
            and heartbeat < ${dead}::timestamptz and deaths >= ${DEATHS - 1}::int order by id`.execute(tx)
        ).rows,
    )
    for (const job of killers) await setAside(job, dead)
    return system(async (tx) => {
      const { rows } =
        await sql<Taken>`update job set status = 'running', runner = ${runner}, attempts = attempts + 1, deaths = deaths + (status = 'running')::int, heartbeat = ${localTime(now())}::timestamptz,
          "startTime" = coalesce("startTime", ${localTime(now())}::timestamptz), message = ''
        where id = (select id from job where (status = 'queued' and "runAfter" <= ${localTime(now())}::timestamptz)
            or (status = 'running' and runner <> ${runner} and heartbeat < ${dead}::timestamptz and deaths < ${DEATHS - 1}::int)
          order by "runAfter", id limit 1 for update skip locked) returning *`.execute(tx)
      return rows[0]
    })
  }

  /** A job that took its server down too often is not tried again, and what it holds is given back in the same transaction. */
  async function setAside(job: Killer, dead: string): Promise<void> {
    const { who, within } = asOwner(job)
    const begun = { id: job.id, startTime: job.startTime }
    const ended = (ctx: Ctx) =>
      ctx.db
        .updateTable('job')
        .set((eb) => ({ status: 'failed', message: said(endWords.died), endTime: ctx.now, deaths: eb('deaths', '+', 1) }))
        .where('tenantId', '=', who.tenantId)
        .where('id', '=', job.id)
        .where('status', '=', 'running')
        .where('runner', '<>', runner)
        .where('heartbeat', '<', dead)
        .returning('id')
        .executeTakeFirst()
    try {
      await within(async (ctx) => (await ended(ctx)) && byKind.get(job.kind)?.died?.(ctx, job.payload, begun))
    } catch (e) {
      // what it holds cannot be given back: it ends all the same, or no other job would ever be taken
      log(e, job.id)
      await within(ended)
    }
  }

  async function end(id: string, set: Record<string, unknown>): Promise<void> {
    await system((tx) =>
      tx
        .updateTable('job')
        .set({ endTime: localTime(now()), ...set })
        .where('id', '=', id)
        .where('runner', '=', runner)
        .execute(),
    )
  }

  async function runOne(row: Taken): Promise<void> {
    const kind = byKind.get(row.kind)
    const cancel = new AbortController()
    const stopped = () => cancel.abort(stopFor('stopping'))
    queue.stopping.addEventListener('abort', stopped)
    if (queue.stopping.aborted) stopped()
    const signal = cancel.signal
    const { who, lang, within: tx } = asOwner(row)
    let written = 0,
      finished = false
    const done = (result: Record<string, unknown>) => ({ endTime: localTime(now()), status: 'done', percent: 100, result: JSON.stringify(result) })
    const beat = async (set: Record<string, unknown>) => {
      const r: { cancelAsked: number } | undefined = await system((tx) =>
        tx
          .updateTable('job')
          .set({ heartbeat: localTime(now()), ...set })
          .where('id', '=', row.id)
          .where('runner', '=', runner)
          .where('status', '=', 'running')
          .returning(['cancelAsked'])
          .executeTakeFirst(),
      )
      // a report that waited behind the transaction that ended the job comes too late, and tells of nothing that was lost
      if (finished) return
      if (!r || r.cancelAsked) cancel.abort(stopFor(r ? 'cancelled' : 'lost'))
    }
    const pulse = setInterval(() => {
      beat({}).catch(() => {})
    }, HEARTBEAT_MS)
    try {
      if (!kind) throw new Error(`no job of kind ${row.kind}`)
      const result = await kind.run(
        {
          id: row.id,
          who,
          lang,
          signal,
          tx,
          async finish(work) {
            const result = await tx(async (ctx) => {
              const r = await work(ctx)
              const own = ctx.db.updateTable('job').set(done(r)).where('id', '=', row.id).where('runner', '=', runner)
              if (await own.returning('id').executeTakeFirst()) return r
              cancel.abort(stopFor('lost'))
              throw signal.reason
            })
            finished = true
            return result
          },
          async progress(percent, step, done = 0, total = 0) {
            if (Date.now() - written < 500 && percent < 100) return
            written = Date.now()
            await beat({ percent: Math.max(0, Math.min(100, Math.round(percent))), step: said(step), done, total })
            signal.throwIfAborted()
          },
        },
        row.payload,
      )
      if (!finished) await end(row.id, done(result ?? {}))
      if (kind.bulk) await analyseTables(db).catch((e) => log(e, row.id))
    } catch (e) {
      // what is committed stays done, whatever goes wrong while it is tidied up
      if (finished) return log(e, row.id)
      const stop = stopOf(signal)
      if (stop === 'lost') return
      if (stop === 'stopping')
        await system((tx) => tx.updateTable('job').set({ status: 'queued', runner: null }).where('id', '=', row.id).where('runner', '=', runner).execute())
      else if (stop === 'cancelled') await end(row.id, { status: 'cancelled', message: said(endOf(e, signal)) })
      else if (e instanceof Problem || row.attempts >= row.maxAttempts) {
        if (!(e instanceof Problem)) log(e, row.id)
        await end(row.id, { status: 'failed', message: said(endOf(e, signal)) })
      } else {
        log(e, row.id)
        await system((tx) =>
          tx
            .updateTable('job')
            .set({ status: 'queued', runner: null, runAfter: localTime(new Date(now().getTime() + 2000 * row.attempts)) })
            .where('id', '=', row.id)
            .where('runner', '=', runner)
            .execute(),
        )
      }
    } finally {
      clearInterval(pulse)
      queue.stopping.removeEventListener('abort', stopped)
    }
  }

  async function drain(): Promise<void> {
    while (!queue.stopping.aborted) {
      const row = await take()
      if (!row) return
      await runOne(row)
    }
  }
  return {
    enqueue,
    start: queue.start,
    stop: queue.stop,
    async idle() {
      for (;;) {
        const open = await system((tx) => tx.selectFrom('job').select('id').where('status', 'in', ['queued', 'running']).limit(1).executeTakeFirst())
        if (!open) return
        await new Promise((r) => setTimeout(r, 100))
      }
    },
  }
}
