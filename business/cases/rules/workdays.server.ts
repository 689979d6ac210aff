import { crud, type Route } from '../../../kit/server/route.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { work_day, type Calendar } from './workdays.ts'

/** The days of the tenant's calendar from a day on. */
export async function calendarOf(ctx: Ctx, from: string): Promise<Calendar> {
  const found = await scoped(ctx, work_day).select(['work_day.day', 'work_day.isWorked']).where('work_day.day', '>=', from).execute()
  return new Map(found.map((d) => [String(d.day), d.isWorked === 1]))
}
const days = crud(work_day)
/** Calls of the working calendar. */
export const workdayRoutes: readonly Route[] = Object.values(days)
