import { sql } from 'kysely'
import { dayOfWeek, dayPlus } from '../../../kit/model/days.ts'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { process_task } from '../../../services/process/process.ts'
import { STATUS } from '../rules/flow.ts'
import { visibleCase, waitsForCaller } from '../handling/lists.server.ts'
import { daysToDue } from '../rules/promise.ts'
import { MOST_WORK, type FollowedCase, type FollowedWork, type OwnWork, type WorkItem } from '../rules/work.ts'

/** Open tasks that wait for the caller, with their cases: those he holds, and those of his roles that nobody holds. */
const waiting = (ctx: Ctx): AnyQuery =>
  visibleCase(ctx)
    .innerJoin('process_task as t', (j) =>
      j.onRef('t.countyCode', '=', 'business.countyCode').onRef('t.tenantId', '=', 'business.tenantId').onRef('t.businessId', '=', 'business.id'),
    )
    .where('business.status', '=', STATUS.doing)
    .where('t.status', '=', 'open')
    .where(waitsForCaller(ctx, 't'))

/** A case as the lists of followed work read it, with its open task. */
interface FollowedRow {
  id: unknown
  businessCode: string | null
  businessName: string | null
  status: string
  dueDay: string | null
  taskKey: string | null
  candidateGroup?: string | null
  assigneeName?: string | null
}
interface LastDone {
  outcome: string | null
  comment: string | null
  assignee: string | null
  assigneeName: string | null
  doneTime: string
}
/** The last done task of each of these cases. */
async function lastDoneOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, LastDone>> {
  if (ids.length === 0) return new Map()
  const last = await scoped(ctx, process_task)
    .distinctOn('process_task.businessId')
    .select([
      'process_task.businessId',
      'process_task.outcome',
      'process_task.comment',
      'process_task.assignee',
      'process_task.assigneeName',
      'process_task.doneTime',
    ])
    .where('process_task.businessId', 'in', [...ids])
    .where('process_task.status', '=', 'done')
    .orderBy('process_task.businessId')
    .orderBy('process_task.doneTime', 'desc')
    .orderBy('process_task.id', 'desc')
    .execute()
  return new Map(
    last.map((t) => [
      String(t.businessId),
      {
        outcome: t.outcome ?? null,
        comment: t.comment ?? null,
        assignee: t.assignee ? String(t.assignee) : null,
        assigneeName: t.assigneeName ?? null,
        doneTime: String(t.doneTime ?? ''),
      },
    ]),
  )
}
/** Those of them that were sent back: why, who and when. */
async function returnedOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Pick<WorkItem, 'returnedFor' | 'returnedBy' | 'returnedAt'>>> {
  const last = await lastDoneOf(ctx, ids)
  return new Map(
    [...last]
      .filter(([, t]) => t.outcome === 'return')
      .map(([id, t]) => [id, { returnedFor: t.comment ?? '', returnedBy: t.assigneeName ?? '', returnedAt: t.doneTime }]),
  )
}

/** How many tasks the caller has done since Monday. */
async function doneThisWeek(ctx: Ctx, today: string): Promise<number> {
  const monday = dayPlus(today, 1 - dayOfWeek(today))
  const { n } = await scoped(ctx, process_task)
    .select(sql<string>`count(*)`.as('n'))
    .where('process_task.assignee', '=', ctx.who.userId)
    .where('process_task.status', '=', 'done')
    .where('process_task.doneTime', '>=', `${monday} 00:00:00`)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What waits for the caller, in the order of its promised days: how much, how much of it is his own, how much is over, and the first of it. Source: screens.md A3. */
export async function myWork(ctx: Ctx): Promise<OwnWork> {
  const today = ctx.now.slice(0, 10)
  const found = await waiting(ctx)
    .leftJoin('region as r', 'r.code', 'business.regionCode')
    .select(['business.id', 'business.businessCode', 'business.businessName', 'business.businessTypeCode', 'business.status', 'business.dueDay'])
    .select(['r.name as regionName', 't.taskKey', 't.assignee'])
    .select([
      sql<string>`count(*) over ()`.as('total'),
      sql<string>`count(*) filter (where t.assignee = ${ctx.who.userId}) over ()`.as('mine'),
      sql<string>`count(*) filter (where business."dueDay" < ${today}::date) over ()`.as('overdue'),
    ])
    .orderBy(sql`business."dueDay" nulls last`)
    .orderBy('business.id')
    .limit(MOST_WORK)
    .execute()
  const returned = await returnedOf(
    ctx,
    found.map((b) => String(b.id)),
  )
  const records = found.map((b): WorkItem => ({
    id: String(b.id),
    businessCode: b.businessCode ?? '',
    businessName: b.businessName ?? '',
    businessTypeName: typeName(b.businessTypeCode as TypeCode),
    regionName: b.regionName ?? '',
    taskKey: b.taskKey ?? '',
    daysLeft: daysToDue(b, today) ?? null,
    dueDay: b.dueDay ?? '',
    isMine: b.assignee === ctx.who.userId ? 1 : 0,
    ...(returned.get(String(b.id)) ?? { returnedFor: '', returnedBy: '', returnedAt: '' }),
  }))
  const n = (name: 'total' | 'mine' | 'overdue') => Number(found[0]?.[name] ?? 0)
  return { doneThisWeek: await doneThisWeek(ctx, today), total: n('total'), mine: n('mine'), overdue: n('overdue'), records }
}

/** Names of the roles of a task that nobody has taken. */
async function roleNames(ctx: Ctx, groups: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const aliases = [...new Set(groups.flatMap((g) => g.split(',')).filter(Boolean))]
  if (aliases.length === 0) return new Map()
  const found = await ctx.db
    .selectFrom('sys_role')
    .select(['roleAlias', 'roleName'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('roleAlias', 'in', aliases)
    .execute()
  return new Map(found.map((r) => [String(r.roleAlias), String(r.roleName)]))
}
/**
 * What others wait for because of the caller, and what is over its day in the hands of others after it had been in his, with the name of who is next. Both are cases
 * that he may see.
 */
export async function followedWork(ctx: Ctx): Promise<FollowedWork> {
  const today = ctx.now.slice(0, 10)
  const columns = ['business.id', 'business.businessCode', 'business.businessName', 'business.status', 'business.dueDay'] as const
  const itemOf = (b: FollowedRow, person: string, since: string): FollowedCase => ({
    id: String(b.id),
    businessCode: b.businessCode ?? '',
    businessName: b.businessName ?? '',
    taskKey: b.taskKey ?? '',
    person,
    since,
    daysLeft: daysToDue(b, today) ?? null,
    dueDay: b.dueDay ?? '',
  })
  const held = await typedRows<FollowedRow>(
    waiting(ctx)
      .select([...columns, 't.taskKey'])
      .where('t.assignee', '=', ctx.who.userId)
      .orderBy('business.id')
      .limit(MOST_WORK),
  )
  const over = await typedRows<FollowedRow>(
    visibleCase(ctx)
      .innerJoin('process_task as t', (j) =>
        j.onRef('t.countyCode', '=', 'business.countyCode').onRef('t.tenantId', '=', 'business.tenantId').onRef('t.businessId', '=', 'business.id'),
      )
      .select([...columns, 't.taskKey', 't.assigneeName', 't.candidateGroup'])
      .where('business.status', '=', STATUS.doing)
      .where(sql<boolean>`business."dueDay" < ${today}::date`)
      .where('t.status', '=', 'open')
      .where(sql<boolean>`not ${waitsForCaller(ctx, 't')}`)
      .where(
        sql<boolean>`exists (select 1 from process_task d where d."countyCode" = business."countyCode" and d."tenantId" = business."tenantId"
        and d."businessId" = business.id and d.status = 'done' and d.assignee = ${ctx.who.userId})`,
      )
      .orderBy('business.dueDay')
      .orderBy('business.id')
      .limit(MOST_WORK),
  )
  const last = await lastDoneOf(
    ctx,
    [...held, ...over].map((b) => String(b.id)),
  )
  const roles = await roleNames(
    ctx,
    over.map((b) => String(b.candidateGroup ?? '')),
  )
  const nextOf = (b: FollowedRow): string =>
    b.assigneeName ||
    String(b.candidateGroup ?? '')
      .split(',')
      .flatMap((alias) => roles.get(alias) ?? [])
      .join('、')
  const awaited = held.flatMap((b) => {
    const before = last.get(String(b.id))
    return before && before.assignee !== ctx.who.userId ? [itemOf(b, before.assigneeName ?? '', before.doneTime)] : []
  })
  return {
    awaited: awaited.toSorted((a, b) => (a.since < b.since ? -1 : 1)),
    overdue: over.map((b) => itemOf(b, nextOf(b), last.get(String(b.id))?.doneTime ?? '')),
  }
}
