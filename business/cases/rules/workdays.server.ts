import { crud, type Route } from '../../../kit/server/route.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { isWorked, work_day, type Calendar } from './workdays.ts'

/** The days of the tenant's calendar from a day on. */
export async function calendarOf(ctx: Ctx, from: string): Promise<Calendar> {
  const found = await scoped(ctx, work_day).select(['work_day.day', 'work_day.isWorked']).where('work_day.day', '>=', from).execute()
  return new Map(found.map((d) => [String(d.day), d.isWorked === 1]))
}
/** What stands in the way of days that will not be worked any more. @throws where something does */
export type RequireFreeDays = (ctx: Ctx, days: readonly string[]) => Promise<void>
/** A call that writes the calendar: of all days from today on that were worked before it and are not after it, by whatever it wrote, is asked whether they may go. */
const closing = (write: Route, requireFree: RequireFreeDays): Route => ({
  ...write,
  async run(ctx, b, f) {
    const today = ctx.now.slice(0, 10)
    const before = await calendarOf(ctx, today)
    const answer: unknown = await write.run(ctx, b, f)
    const after = await calendarOf(ctx, today)
    const closed = [...new Set([...before.keys(), ...after.keys()])].filter((day) => isWorked(day, before) && !isWorked(day, after))
    if (closed.length > 0) await requireFree(ctx, closed)
    return answer
  },
})
/** Calls of the working calendar. */
export function workdayRoutes(requireFree: RequireFreeDays): Route[] {
  const { page, list, detail, submit, save, update, remove } = crud(work_day)
  return [page, list, detail, ...[submit, save, update, remove].map((write) => closing(write, requireFree))]
}
