import { sql } from 'kysely'
import { labelOf } from '../../kit/model/check.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { BREAKS, verifyAudit } from '../../kit/server/audit-verify.server.ts'
import { audit as record } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { cancelJob, isRepeatable, lockedJob, repeatJob } from '../../kit/server/jobs-control.server.ts'
import type { JobKind } from '../../kit/server/jobs.server.ts'
import { filterNames, type AnyQuery } from '../../kit/server/query.server.ts'
import type { Input, Route, Slice } from '../../kit/server/route.server.ts'
import { keptHeads } from './heads.server.ts'
import { inCallersRegion, newestFirst } from './lists.server.ts'
import { actionWords, audit, differencesOf, job, stateOf } from './operations.ts'

interface Parts {
  kinds: readonly JobKind[]
  dataDir: string
  /** the definitions of the product, for the words of objects and fields */
  resources: readonly AnyResource[]
}
const PAGING = ['current', 'size']
const JOB_COLUMNS = 'id kind title status percent step done total message attempts regionCode cancelAsked createUser createTime startTime endTime'
  .split(' ')
  .map((c) => `job.${c}`)
const AUDIT_COLUMNS = 'id at userId account action object objectId regionCode ip requestId chainSeq hash'.split(' ').map((c) => `audit.${c}`)

const jobsOf = (ctx: Ctx): AnyQuery => ctx.db.selectFrom('job').where('job.tenantId', '=', ctx.who.tenantId) as unknown as AnyQuery
const mayAll = (ctx: Ctx, perm: string) => ctx.who.perms.has(perm)
/** Own jobs, and with the button those of the caller's region. */
const visibleJobs = (ctx: Ctx, mine: boolean): AnyQuery =>
  mine || !mayAll(ctx, 'job_view') ? jobsOf(ctx).where('job.createUser', '=', ctx.who.userId) : inCallersRegion(ctx, jobsOf(ctx), 'job', 'createUser')

const account = sql<string>`job.who ->> 'account'`.as('account')
function jobRow(ctx: Ctx, kinds: readonly JobKind[], row: any) {
  const { cancelAsked, ...rest } = row
  const mine = row.createUser === ctx.who.userId
  const kind = kinds.find((k) => k.kind === row.kind)
  return {
    ...rest,
    status: stateOf({ status: row.status, cancelAsked }),
    kindName: (ctx.lang === 'en' && kind?.en) || kind?.label || row.kind,
    mayCancel: (row.status === 'queued' || (row.status === 'running' && !cancelAsked)) && (mine || mayAll(ctx, 'job_cancel')),
    mayRetry: isRepeatable(kinds, row) && (mine || mayAll(ctx, 'job_retry')),
  }
}
/** The states that a list may be narrowed to. */
const GROUPS: Readonly<Record<string, readonly string[]>> = { open: ['queued', 'running'], done: ['done'], failed: ['failed', 'cancelled'] }
async function jobPage(ctx: Ctx, { mine, state, ...q }: Input, kinds: readonly JobKind[]) {
  const all = visibleJobs(ctx, mine === '1')
  const p = await newestFirst(ctx, job, GROUPS[state] ? all.where('job.status', 'in', [...GROUPS[state]]) : all, [...JOB_COLUMNS, account as never], q)
  return { ...p, records: p.records.map((r) => jobRow(ctx, kinds, r)) }
}
async function jobDetail(ctx: Ctx, id: unknown, kinds: readonly JobKind[]) {
  const row = isId(String(id ?? ''))
    ? await visibleJobs(ctx, false)
        .where('job.id', '=', String(id))
        .select([...JOB_COLUMNS, 'job.result', account as never])
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
  await record(ctx, { action: perm.replace('_', '.'), object: 'job', objectId: row.id, regionCode: row.regionCode, diff: { title: row.title } })
}

const log = (ctx: Ctx): AnyQuery =>
  inCallersRegion(ctx, ctx.db.selectFrom('audit_event as audit').where('audit.tenantId', '=', ctx.who.tenantId) as unknown as AnyQuery, 'audit', 'userId')
/** A row in the reader's words: `actionName`, `objectName`. */
function spoken(ctx: Ctx, resources: readonly AnyResource[], row: any) {
  const r = resources.find((x) => x.name === row.object)
  return { ...row, actionName: actionWords(row.action)[ctx.lang], objectName: r ? (ctx.lang === 'en' ? r.en : r.label) : row.object }
}
/** Objects may be asked for by their name on screens. */
async function auditPage(ctx: Ctx, q: Input, resources: readonly AnyResource[]) {
  const word = String(q.object ?? '').toLowerCase()
  const named = resources.find((r) => r.label === word || r.en.toLowerCase() === word)
  const p = await newestFirst(ctx, audit, log(ctx), AUDIT_COLUMNS, named ? { ...q, object: named.name } : q)
  return { ...p, records: p.records.map((row) => spoken(ctx, resources, row)) }
}
/** One row with `changes`: its differences with the labels of the fields. */
async function auditDetail(ctx: Ctx, id: unknown, resources: readonly AnyResource[]) {
  const row = isId(String(id ?? ''))
    ? await log(ctx)
        .where('audit.id', '=', String(id))
        .select([...AUDIT_COLUMNS, 'audit.diff'])
        .executeTakeFirst()
    : undefined
  if (!row) throw problems.notFound({ zh: '日志', en: 'Log entry' })
  const fields = resources.find((r) => r.name === row.object)?.fields ?? {}
  const changes = differencesOf(row.diff).map((d) => ({ ...d, label: fields[d.field] ? labelOf(fields[d.field])[ctx.lang] : d.field }))
  return { ...spoken(ctx, resources, row), changes }
}
/** Walks the chain of the caller's tenant. Answers {rows, waiting, broken: null | {chainSeq, id, why, msg}}. */
async function verify(ctx: Ctx, dataDir: string) {
  const { broken: b, rows, waiting } = await verifyAudit(ctx.db, { tenantId: ctx.who.tenantId, anchors: await keptHeads(dataDir) })
  return { rows, waiting, broken: b ? { chainSeq: b.chainSeq, id: b.id, why: b.why, msg: BREAKS[b.why][ctx.lang] } : null }
}

/** Jobs and the audit log: what goes on beside requests, and what was done. Jobs of one's own need no button. */
export function operationsSlice({ kinds, dataDir, resources }: Parts): Slice {
  const reads = { method: 'GET', scope: 'tenant', audit: 'read' } as const
  const acts = { method: 'POST', scope: 'tenant', perm: 'signed-in', query: ['id'] } as const
  const jobs: Route[] = [
    {
      ...reads,
      path: '/cpt-system/job/page',
      perm: 'signed-in',
      summary: '后台任务分页',
      query: [...filterNames(job), ...PAGING, 'mine', 'state'],
      run: (ctx, q) => jobPage(ctx, q, kinds),
    },
    { ...reads, path: '/cpt-system/job/detail', perm: 'signed-in', summary: '后台任务详情', query: ['id'], run: (ctx, q) => jobDetail(ctx, q.id, kinds) },
    { ...acts, path: '/cpt-system/job/cancel', audit: 'job.cancel', summary: '取消后台任务', run: (ctx, q) => act(ctx, q.id, 'job_cancel', kinds, cancelJob) },
    { ...acts, path: '/cpt-system/job/retry', audit: 'job.retry', summary: '重试后台任务', run: (ctx, q) => act(ctx, q.id, 'job_retry', kinds, repeatJob) },
  ]
  const list: Route = {
    ...reads,
    path: '/cpt-log/api/list',
    perm: 'audit_view',
    summary: '审计日志分页',
    query: [...filterNames(audit), ...PAGING],
    run: (ctx, q) => auditPage(ctx, q, resources),
  }
  const logs: Route[] = [
    list,
    { ...list, path: '/cpt-log/api/page' },
    { ...reads, path: '/cpt-log/api/detail', perm: 'audit_view', summary: '审计日志详情', query: ['id'], run: (ctx, q) => auditDetail(ctx, q.id, resources) },
    { ...reads, path: '/cpt-log/api/verify', perm: 'audit_verify', summary: '校验审计链', run: (ctx) => verify(ctx, dataDir) },
  ]
  return { name: 'operations', resources: [], routes: [...jobs, ...logs] }
}
