import { problem, problems } from '../model/problem.ts'
import { localTime } from './clock.server.ts'
import type { Ctx } from './ctx.server.ts'
import type { JobKind } from './jobs.server.ts'
import type { Routine } from './maintenance.server.ts'
import { isId } from '../model/resource.ts'

/** What may be wrong with what a person asks of a job. */
export const jobProblems = {
  beginAnew: problem(409, 'job-begin-anew', () => ({ zh: '该任务请在原页面重新发起', en: 'Begin this job anew on the page it came from' })),
}

/** The job, locked, or "not found". Whether the caller may act on it is decided by who calls. */
export async function lockedJob(ctx: Ctx, id: unknown): Promise<Record<string, any>> {
  const row = isId(String(id ?? ''))
    ? await ctx.db.selectFrom('job').selectAll().where('tenantId', '=', ctx.who.tenantId).where('id', '=', String(id)).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw problems.notFound({ zh: '任务', en: 'Job' })
  return row
}
const change = (ctx: Ctx, id: string, set: Record<string, unknown>) =>
  ctx.db.updateTable('job').set(set).where('tenantId', '=', ctx.who.tenantId).where('id', '=', id).execute()

/** Cancels a job: a waiting one ends at once and gives back what was changed for it, a running one is asked to stop and does so itself. */
export async function cancelJob(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const job = await lockedJob(ctx, id)
  if (job.status === 'running') return void (await change(ctx, job.id, { cancelAsked: 1 }))
  if (job.status !== 'queued') throw problems.notAllowedNow({ zh: '取消', en: 'cancel' })
  await change(ctx, job.id, { status: 'cancelled', cancelAsked: 1, endTime: ctx.now, message: '已取消' })
  await kinds.find((k) => k.kind === job.kind)?.withdrawn?.(ctx, job.payload)
}

/** Whether a job may be queued again as it is. */
export const isRepeatable = (kinds: readonly JobKind[], job: { kind: string; status: string }): boolean =>
  (job.status === 'failed' || job.status === 'cancelled') && kinds.some((k) => k.kind === job.kind && k.repeatable)

/** Queues a failed or cancelled job again, in the name of the person who asked for it first. */
export async function repeatJob(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const job = await lockedJob(ctx, id)
  if (job.status !== 'failed' && job.status !== 'cancelled') throw problems.notAllowedNow({ zh: '重试', en: 'retry' })
  if (!isRepeatable(kinds, job as { kind: string; status: string })) throw jobProblems.beginAnew()
  const fresh = {
    percent: 0,
    step: '',
    done: 0,
    total: 0,
    message: '',
    result: null,
    cancelAsked: 0,
    attempts: 0,
    heartbeat: null,
    runner: null,
    startTime: null,
    endTime: null,
  }
  await change(ctx, job.id, { ...fresh, status: 'queued', runAfter: ctx.now })
}

const KEEP_JOBS_DAYS = 90
const KEEP_EVENTS_DAYS = 30
/** Nightly: ended jobs of more than 90 days and delivered events of more than 30 go. Parked events stay until somebody decides. */
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
      const events = await tx.deleteFrom('outbox').where('doneTime', '<', before(KEEP_EVENTS_DAYS)).executeTakeFirst()
      return `${jobs.numDeletedRows} jobs, ${events.numDeletedRows} events`
    }),
}
