import { sql } from 'kysely'
import { problem, problems } from '../kit/model/problem.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { endWords, type JobKind } from './jobs.server.ts'
import { messageJson } from './said.ts'
import type { Routine } from './maintenance.server.ts'
import { isId } from '../kit/model/resource.ts'

/** What may be wrong with what a person asks of a job. */
export const jobProblems = {
  beginAnew: problem(409, 'job-begin-anew', () => ({ zh: '该任务请在原页面重新发起', en: 'Start this job again on the page it came from' })),
}

/** What is asked of a queued job as it is stored. */
type StoredJob = { id: string; kind: string; status: string; title: string; createUser: string; regionCode: string | null; payload: Record<string, unknown> }
/** The job, locked, or "not found". Whether the caller may act on it is decided by who calls. */
export async function lockedJob(ctx: Ctx, id: unknown): Promise<StoredJob> {
  const row = isId(String(id ?? ''))
    ? await ctx.db.selectFrom('job').selectAll().where('tenantId', '=', ctx.who.tenantId).where('id', '=', String(id)).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw problems.notFound({ zh: '任务', en: 'Job' })
  return row as StoredJob
}
const change = (ctx: Ctx, id: string, set: Record<string, unknown>) =>
  ctx.db.updateTable('job').set(set).where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).execute()

/** Cancels a job: a waiting one ends at once and gives back what was changed for it, a running one is asked to stop and does so itself. */
export async function cancelJob(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const job = await lockedJob(ctx, id)
  if (job.status === 'running') return void (await change(ctx, job.id, { cancelAsked: 1 }))
  if (job.status !== 'queued') throw problems.notAllowedNow({ zh: '取消', en: 'cancel' })
  await change(ctx, job.id, { status: 'cancelled', cancelAsked: 1, endTime: ctx.now, message: messageJson(endWords.cancelled) })
  await kinds.find((k) => k.kind === job.kind)?.withdrawn?.(ctx, job.payload)
}

/** Whether a job may be queued again as it is. */
export const isRepeatableJob = (kinds: readonly JobKind[], job: { kind: string; status: string }): boolean =>
  (job.status === 'failed' || job.status === 'cancelled') && kinds.some((k) => k.kind === job.kind && k.repeatable)

/** Queues a failed or cancelled job again, in the name of the person who asked for it first. */
export async function repeatJob(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const job = await lockedJob(ctx, id)
  if (job.status !== 'failed' && job.status !== 'cancelled') throw problems.notAllowedNow({ zh: '重试', en: 'retry' })
  if (!isRepeatableJob(kinds, job)) throw jobProblems.beginAnew()
  const fresh = {
    percent: 0,
    step: '',
    done: 0,
    total: 0,
    message: '',
    result: null,
    cancelAsked: 0,
    attempts: 0,
    deaths: 0,
    heartbeat: null,
    runner: null,
    startTime: null,
    endTime: null,
  }
  await change(ctx, job.id, { ...fresh, status: 'queued', runAfter: ctx.now })
}

const KEEP_JOBS_DAYS = 90
const KEEP_EVENTS_DAYS = 30
/** How long events wait for a handler that comes later. */
const KEEP_UNHEARD_DAYS = 180
/**
 * Nightly: ended jobs of more than 90 days go, events 30 days after their delivery, and after 180 days those that nobody heard. Parked events,
 * those behind them, and pushes that wait for a configuration or for somebody's word (`untold`) stay until somebody decides.
 */
export const pruneRoutine: Routine = {
  name: 'prune',
  label: '清理历史任务',
  due: { at: '02:40' },
  run: ({ now, system }) =>
    system(async (tx) => {
      const before = (days: number) => localTime(new Date(now.getTime() - days * 86_400_000))
      const jobs = await tx
        .deleteFrom('job')
        .where('status', 'in', ['done', 'failed', 'cancelled'])
        .where('endTime', '<', before(KEEP_JOBS_DAYS))
        .executeTakeFirst()
      const events = await tx
        .deleteFrom('outbox')
        .where('doneTime', '<', before(KEEP_EVENTS_DAYS))
        .where(sql<boolean>`coalesce(payload ->> 'untold', '') not in ('1', 'config', 'manual')`)
        .executeTakeFirst()
      const unheard = await sql`delete from outbox o where o."doneTime" is null and o."createTime" < ${before(KEEP_UNHEARD_DAYS)}::timestamptz
        and not exists (select 1 from outbox p where p."tenantId" = o."tenantId" and p.topic = o.topic and p.key = o.key and p."doneTime" is null
          and p."parkTime" is not null)`.execute(tx)
      return `${jobs.numDeletedRows} jobs, ${events.numDeletedRows} events, ${unheard.numAffectedRows ?? 0} unheard`
    }),
}
