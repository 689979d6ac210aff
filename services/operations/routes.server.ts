import type { HeadsPlace } from './checkpoints.server.ts'
import { sql } from 'kysely'
import { checkValue } from '../../kit/model/check.ts'
import { ref, text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { audit as record } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { cancelJob, isRepeatableJob, lockedJob, repeatJob } from '../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { heard, heardIn } from '../../runtime/said.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { filterNames } from '../../kit/server/query.server.ts'
import { route, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { security_alert } from './alerts.ts'
import { inCallersRegion, newestFirst } from './lists.server.ts'
import { logsRoutes } from './logs.server.ts'
import { job, jobState } from './operations.ts'
import { runningRoutes, type RunningParts } from './running.server.ts'

interface Parts {
  kinds: readonly JobKind[]
  heads: HeadsPlace
  /** the definitions of the product, for the words of objects and fields */
  resources: readonly AnyResource[]
  running: RunningParts
}
const PAGING = ['current', 'size']
const JOB_COLUMNS = 'id kind title status percent step done total message attempts regionCode cancelAsked createUser createTime startTime endTime'
  .split(' ')
  .map((c) => `job.${c}`)

const jobsOf = (ctx: Ctx): AnyQuery => ctx.db.selectFrom('job').where('job.tenantId', '=', ctx.who.tenantId) as AnyQuery
const mayAll = (ctx: Ctx, perm: string) => ctx.who.perms.has(perm)
/** Own jobs, and with the button those of the caller's region. */
const visibleJobs = (ctx: Ctx, mine: boolean): AnyQuery =>
  mine || !mayAll(ctx, 'job_view') ? jobsOf(ctx).where('job.createUser', '=', ctx.who.userId) : inCallersRegion(ctx, jobsOf(ctx), 'job', 'createUser')

const account = sql<string>`job.who ->> 'account'`.as('account')
type JobRow = Readonly<Record<string, unknown>> & { kind: string; status: string; cancelAsked: number }
function jobRow(ctx: Ctx, kinds: readonly JobKind[], row: JobRow) {
  const { cancelAsked, ...rest } = row
  const mine = row.createUser === ctx.who.userId
  const kind = kinds.find((k) => k.kind === row.kind)
  return {
    ...heardIn(rest, ['title', 'step', 'message'], ctx.lang),
    status: jobState({ status: row.status, cancelAsked }),
    kindName: (ctx.lang === 'en' && kind?.en) || kind?.label || row.kind,
    mayCancel: (row.status === 'queued' || (row.status === 'running' && !cancelAsked)) && (mine || mayAll(ctx, 'job_cancel')),
    mayRetry: isRepeatableJob(kinds, row) && (mine || mayAll(ctx, 'job_retry')),
  }
}
/** The states that a list may be narrowed to. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { open: ['queued', 'running'], done: ['done'], failed: ['failed', 'cancelled'] }
async function jobPage(ctx: Ctx, { mine, state = '', ...q }: TextInput, kinds: readonly JobKind[]) {
  const all = visibleJobs(ctx, mine === '1')
  const group = Object.hasOwn(GROUPS, state) ? GROUPS[state] : undefined
  const p = await newestFirst(ctx, job, group ? all.where('job.status', 'in', [...group]) : all, [...JOB_COLUMNS, account], q)
  return { ...p, records: p.records.map((r) => jobRow(ctx, kinds, r as JobRow)) }
}
async function jobDetail(ctx: Ctx, id: unknown, kinds: readonly JobKind[]) {
  const row = isId(String(id ?? ''))
    ? await visibleJobs(ctx, false)
        .where('job.id', '=', String(id))
        .select([...JOB_COLUMNS, 'job.result', account])
        .executeTakeFirst()
    : undefined
  if (!row) throw problems.notFound({ zh: '任务', en: 'Job' })
  return jobRow(ctx, kinds, row)
}
/** One's own job, or anybody's in the region with the button; others do not exist. */
async function act(ctx: Ctx, id: unknown, perm: 'job_cancel' | 'job_retry', kinds: readonly JobKind[], how: typeof cancelJob): Promise<void> {
  await jobDetail(ctx, id, kinds)
  const row = await lockedJob(ctx, id)
  if (row.createUser !== ctx.who.userId && !mayAll(ctx, perm)) throw problems.forbidden({ perm })
  await how(ctx, kinds, id)
  await record(ctx, { action: perm.replace('_', '.'), object: 'job', objectId: row.id, regionCode: row.regionCode, diff: { title: heard(row.title, 'zh') } })
}

const ALERT_COLUMNS = ['id', ...Object.keys(security_alert.fields)].map((c) => `security_alert.${c}`)
const alertsOf = (ctx: Ctx): AnyQuery => ctx.db.selectFrom('security_alert').where('security_alert.tenantId', '=', ctx.who.tenantId) as AnyQuery
/** POST handle: who looked at an alert, and what he says of it. */
async function handleAlert(ctx: Ctx, b: TextInput<'id' | 'remark'>): Promise<void> {
  const id = b.id ?? ''
  const remark = (b.remark ?? '').trim()
  const msg = checkValue({ ...security_alert.fields.remark, required: true, max: 255 }, remark)
  if (msg) throw invalidField('remark', msg)
  const done = isId(id)
    ? await ctx.db
        .updateTable('security_alert')
        .set({ remark, handledBy: ctx.who.account, handledTime: ctx.now })
        .where('id', '=', id)
        .where('tenantId', '=', ctx.who.tenantId)
        .returning('subject')
        .executeTakeFirst()
    : undefined
  if (!done) throw problems.notFound({ zh: security_alert.label, en: 'Alert' })
  await record(ctx, { action: 'security_alert.update', object: 'security_alert', objectId: id, diff: { remark: [null, remark] } })
}

/** Jobs and the logs: what goes on beside requests, and what was done. Jobs of one's own need no button. */
export function operationsSlice({ kinds, heads, resources, running }: Parts): Slice {
  const reads = { method: 'GET', scope: 'tenant', audit: 'read' } as const
  const acts = { method: 'POST', scope: 'tenant', perm: 'signed-in', query: ['id'] } as const
  const jobs: Route[] = [
    route({
      ...reads,
      path: '/cpt-system/job/page',
      perm: 'signed-in',
      summary: '后台任务分页',
      query: [...filterNames(job), ...PAGING, 'mine', 'state'],
      run: (ctx, q) => jobPage(ctx, q, kinds),
    }),
    { ...reads, path: '/cpt-system/job/detail', perm: 'signed-in', summary: '后台任务详情', query: ['id'], run: (ctx, q) => jobDetail(ctx, q.id, kinds) },
    { ...acts, path: '/cpt-system/job/cancel', audit: 'job.cancel', summary: '取消后台任务', run: (ctx, q) => act(ctx, q.id, 'job_cancel', kinds, cancelJob) },
    { ...acts, path: '/cpt-system/job/retry', audit: 'job.retry', summary: '重试后台任务', run: (ctx, q) => act(ctx, q.id, 'job_retry', kinds, repeatJob) },
  ]
  const alertList: Route = {
    ...reads,
    path: `${security_alert.path}/list`,
    perm: 'security_alert_view',
    answer: { as: 'page', of: security_alert },
    summary: '安全告警分页',
    query: [...filterNames(security_alert), ...PAGING],
    run: (ctx, q) => newestFirst(ctx, security_alert, alertsOf(ctx), ALERT_COLUMNS, q),
  }
  const alerts: Route[] = [
    alertList,
    { ...alertList, path: `${security_alert.path}/page` },
    route({
      ...acts,
      path: `${security_alert.path}/handle`,
      perm: 'security_alert_handle',
      answer: 'nothing',
      audit: 'security_alert.update',
      summary: '处理安全告警',
      query: [],
      body: { id: ref('告警', 'security_alert', { en: 'Alert', required: true }), remark: text('处理说明', { en: 'Remark', required: true, max: 255 }) },
      run: handleAlert,
    }),
  ]
  return { name: 'operations', resources: [], routes: [...jobs, ...alerts, ...logsRoutes(resources, heads), ...runningRoutes(running, kinds)] }
}
