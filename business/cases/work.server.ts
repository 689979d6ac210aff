import { sql } from 'kysely'
import { dayOfWeek, dayPlus } from '../../kit/model/days.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { process_task } from '../../services/process/process.ts'
import { STATUS } from './flow.ts'
import { visibleCase, waitsForCaller } from './lists.server.ts'
import { daysToDue } from './promise.ts'
import { MOST_WORK, type OwnWork, type WorkItem } from './work.ts'

/** Open tasks that wait for the caller, with their cases: those he holds, and those of his roles that nobody holds. */
const waiting = (ctx: Ctx): AnyQuery =>
  visibleCase(ctx)
    .innerJoin('process_task as t', (j) =>
      j.onRef('t.countyCode', '=', 'business.countyCode').onRef('t.tenantId', '=', 'business.tenantId').onRef('t.businessId', '=', 'business.id'),
    )
    .where('business.status', '=', STATUS.doing)
    .where('t.status', '=', 'open')
    .where(waitsForCaller(ctx, 't'))

/** The last done task of each of these cases, where it sent the case back: why, who and when. */
async function returnedOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Pick<WorkItem, 'returnedFor' | 'returnedBy' | 'returnedAt'>>> {
  if (ids.length === 0) return new Map()
  const last = await scoped(ctx, process_task)
    .distinctOn('process_task.businessId')
    .select(['process_task.businessId', 'process_task.outcome', 'process_task.comment', 'process_task.assigneeName', 'process_task.doneTime'])
    .where('process_task.businessId', 'in', [...ids])
    .where('process_task.status', '=', 'done')
    .orderBy('process_task.businessId')
    .orderBy('process_task.doneTime', 'desc')
    .orderBy('process_task.id', 'desc')
    .execute()
  return new Map(
    last
      .filter((t) => t.outcome === 'return')
      .map((t) => [String(t.businessId), { returnedFor: t.comment ?? '', returnedBy: t.assigneeName ?? '', returnedAt: String(t.doneTime ?? '') }]),
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
