import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '../model/problem.ts'
import { localTime } from './clock.server.ts'
import type { Ctx, Who } from './ctx.server.ts'
import type { DatabaseHandle, Tx } from './db.server.ts'
import { newId } from './ids.server.ts'

/** What a running job may do. Its transactions have the scope of the person who asked for it. */
export interface JobRun {
  id: string
  who: Who
  /** aborted when somebody cancels the job or the server stops */
  signal: AbortSignal
  /** one transaction with a context like a request's */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** tells people where the job is; written at most twice a second */
  progress(percent: number, step: string, done?: number, total?: number): Promise<void>
}
export interface JobKind {
  kind: string
  label: string
  /** how often a job is tried when it fails by accident; a Problem is never retried */
  attempts?: number
  run(job: JobRun, payload: Record<string, any>): Promise<Record<string, unknown> | void>
}

export interface Jobs {
  enqueue(ctx: Ctx, kind: string, payload: Record<string, unknown>, o?: { title?: string; regionCode?: string }): Promise<string>
  start(): void
  stop(): Promise<void>
  /** resolves when nothing is queued or running; for tests and the first start */
  idle(): Promise<void>
}

const POLL_MS = 500
const HEARTBEAT_MS = 5_000
/** a running job whose heartbeat is older than this belonged to a server that died */
const DEAD_SECONDS = 30

const freeze = (who: Who) => JSON.stringify({ ...who, perms: [...who.perms] })
const thaw = (v: any): Who => ({ ...v, perms: new Set(v.perms) })

/** The job queue on the table `job`: taken with SKIP LOCKED, with progress and cancel in the same row; survives a kill. */
export function openJobs(db: DatabaseHandle, kinds: readonly JobKind[], log: (e: unknown, jobId: string) => void, now: () => Date = () => new Date()): Jobs {
  const byKind = new Map(kinds.map((k) => [k.kind, k]))
  const runner = randomUUID()
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Promise<void> = Promise.resolve()
  const system = <T>(work: (tx: Tx) => Promise<T>) => db.transaction({ tenantId: '000000', system: true }, work)

  function contextOf(tx: Tx, who: Who, jobId: string): Ctx {
    const ctx: Ctx = {
      who,
      db: tx,
      lang: 'zh',
      now: localTime(now()),
      newId: () => newId(),
      requestId: `job-${jobId}`,
      ip: '',
      enqueue: (k, p, o) => enqueue(ctx, k, p, o),
    }
    return ctx
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
        title: o.title ?? k.label,
        regionCode: o.regionCode ?? null,
        status: 'queued',
        payload: JSON.stringify(payload),
        maxAttempts: k.attempts ?? 3,
        runAfter: ctx.now,
        who: freeze(ctx.who),
        createUser: ctx.who.userId,
        createTime: ctx.now,
      })
      .execute()
    return id
  }

  async function take(): Promise<any | undefined> {
    return system(async (tx) => {
      // a job that took its server down as often as it may be tried is not tried again
      await sql`update job set status = 'failed', message = '多次异常中断', "endTime" = ${localTime(now())}::timestamptz where status = 'running' and runner <> ${runner}
        and heartbeat < ${localTime(new Date(now().getTime() - DEAD_SECONDS * 1000))}::timestamptz and attempts >= "maxAttempts"`.execute(tx)
      const { rows } =
        await sql<any>`update job set status = 'running', runner = ${runner}, attempts = attempts + 1, heartbeat = ${localTime(now())}::timestamptz,
          "startTime" = coalesce("startTime", ${localTime(now())}::timestamptz), message = ''
        where id = (select id from job where (status = 'queued' and "runAfter" <= ${localTime(now())}::timestamptz)
            or (status = 'running' and runner <> ${runner} and heartbeat < ${localTime(new Date(now().getTime() - DEAD_SECONDS * 1000))}::timestamptz)
          order by "runAfter", id limit 1 for update skip locked) returning *`.execute(tx)
      return rows[0]
    })
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

  async function runOne(row: any): Promise<void> {
    const kind = byKind.get(row.kind)
    const cancel = new AbortController()
    const signal = AbortSignal.any([cancel.signal, stopping.signal])
    const who = thaw(row.who)
    let written = 0
    const beat = async (set: Record<string, unknown>) => {
      const r: any = await system((tx) =>
        tx
          .updateTable('job')
          .set({ heartbeat: localTime(now()), ...set })
          .where('id', '=', row.id)
          .where('runner', '=', runner)
          .returning(['cancelAsked'])
          .executeTakeFirst(),
      )
      if (!r || r.cancelAsked) cancel.abort(new Error('cancelled'))
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
          signal,
          tx: (work) => db.transaction({ tenantId: who.tenantId }, (tx) => work(contextOf(tx, who, row.id))),
          async progress(percent, step, done = 0, total = 0) {
            if (Date.now() - written < 500 && percent < 100) return
            written = Date.now()
            await beat({ percent: Math.max(0, Math.min(100, Math.round(percent))), step, done, total })
            signal.throwIfAborted()
          },
        },
        row.payload,
      )
      await end(row.id, { status: 'done', percent: 100, result: JSON.stringify(result ?? {}) })
    } catch (e) {
      if (stopping.signal.aborted)
        await system((tx) => tx.updateTable('job').set({ status: 'queued', runner: null }).where('id', '=', row.id).where('runner', '=', runner).execute())
      else if (cancel.signal.aborted) await end(row.id, { status: 'cancelled', message: '已取消' })
      else if (e instanceof Problem || row.attempts >= row.maxAttempts) {
        if (!(e instanceof Problem)) log(e, row.id)
        await end(row.id, { status: 'failed', message: (e instanceof Problem ? e.message : '服务器异常').slice(0, 1000) })
      } else {
        log(e, row.id)
        await system((tx) =>
          tx
            .updateTable('job')
            .set({ status: 'queued', runner: null, runAfter: localTime(new Date(now().getTime() + 2000 * row.attempts)) })
            .where('id', '=', row.id)
            .execute(),
        )
      }
    } finally {
      clearInterval(pulse)
    }
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const row = await take()
      if (!row) return
      await runOne(row)
    }
  }
  const tick = () => {
    current = drain()
      .catch((e) => log(e, 'queue'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, POLL_MS)
      })
  }

  return {
    enqueue,
    start: tick,
    async stop() {
      stopping.abort(new Error('the server stops'))
      clearTimeout(timer)
      await current
    },
    async idle() {
      for (;;) {
        const open = await system((tx) => tx.selectFrom('job').select('id').where('status', 'in', ['queued', 'running']).limit(1).executeTakeFirst())
        if (!open) return
        await new Promise((r) => setTimeout(r, 100))
      }
    },
  }
}
