import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { next } from '../business/flow.ts'
import { refusal } from '../business/problems.ts'
import { daysLeft, OPEN_OBJECTIONS, PUBLICITY } from './clock.ts'
import { objection, publicity, type Publicity } from './publicity.ts'

/** The day of a request, yyyy-MM-dd. */
export const today = (ctx: Ctx): string => ctx.now.slice(0, 10)

/** The newest round of a task's publicity, or undefined. */
export async function newestRound(ctx: Ctx, taskId: string): Promise<Publicity | undefined> {
  const row = await scoped(ctx, publicity)
    .selectAll('publicity')
    .where('publicity.taskId', '=', taskId)
    .orderBy('publicity.round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as Publicity | undefined
}

/** Opens a round for a task that has just begun, or after a cancelled one. Answers its id. */
export async function openRound(ctx: Ctx, of: { taskId: string; businessId: string; regionCode: string; title: string }): Promise<string> {
  const before = await newestRound(ctx, of.taskId)
  return rows.insert(ctx, publicity, {
    regionCode: of.regionCode,
    taskId: of.taskId,
    businessId: of.businessId,
    round: (before?.round ?? 0) + 1,
    title: of.title.slice(0, 100),
    status: PUBLICITY.todo,
  })
}

/** Moves a publicity along its machine; throws "not allowed now" where it admits no such step. */
export async function moveRound(ctx: Ctx, p: Publicity, event: string, set: Record<string, unknown> = {}): Promise<void> {
  const to = next('publicity', p.status, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该公示', en: 'do this with the publicity' })
  await rows.update(ctx, publicity, p.id, { ...set, status: to })
}

/** Ends every open round of a business that went back or was revoked. */
export async function cancelRounds(ctx: Ctx, businessId: string): Promise<void> {
  const open = await scoped(ctx, publicity)
    .selectAll('publicity')
    .where('publicity.businessId', '=', businessId)
    .where('publicity.status', 'in', [PUBLICITY.todo, PUBLICITY.doing])
    .execute()
  for (const p of open as Publicity[]) await moveRound(ctx, p, 'revoke')
}

/** How many objections of each of these publicities are open; none is not named. */
export async function openObjections(ctx: Ctx, publicityIds: readonly string[]): Promise<Map<string, number>> {
  if (publicityIds.length === 0) return new Map()
  const found = await scoped(ctx, objection)
    .select(['objection.publicityId', sql<string>`count(*)`.as('n')])
    .where('objection.publicityId', 'in', [...publicityIds])
    .where('objection.status', 'in', [...OPEN_OBJECTIONS])
    .groupBy('objection.publicityId')
    .execute()
  return new Map(found.map((r: any) => [r.publicityId, Number(r.n)]))
}

/** Throws what keeps a publicity from completing: E2004 open objections, E2003 days left. */
export async function demandRipe(ctx: Ctx, p: Publicity): Promise<void> {
  const n = (await openObjections(ctx, [p.id])).get(p.id) ?? 0
  if (n > 0) throw refusal('E2004', { n })
  const left = p.endDate ? daysLeft(p.endDate, today(ctx)) : 0
  if (left > 0) throw refusal('E2003', { n: left })
}

/** I23: the task publicity is passed only when its newest round is complete. */
export async function demandPublished(ctx: Ctx, taskId: string): Promise<void> {
  const p = await newestRound(ctx, taskId)
  if (p?.status === PUBLICITY.done) return
  if (p?.status === PUBLICITY.doing) await demandRipe(ctx, p)
  throw refusal('E2002')
}
