import { dayPlus } from '../../../kit/model/days.ts'
import { STATUS } from './flow.ts'

const DAY_MS = 86_400_000
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The day some calendar days after a day. Both yyyy-MM-dd. */
export const daysAfter = dayPlus

/**
 * Days that a case under way still has (0 = until tonight, negative = overdue), undefined where nothing is promised or nothing runs any more.
 * Source: statistics.md 3 (overdue: under way for longer than promised).
 */
export const daysToDue = (b: { status?: unknown; dueDay?: unknown }, today: string): number | undefined =>
  b.status === STATUS.doing && b.dueDay ? (msOf(String(b.dueDay)) - msOf(today)) / DAY_MS : undefined
/** The day before: what is due until then is overdue. */
export const previousDay = (day: string): string => daysAfter(day, -1)
/** The day after. */
export const nextDay = (day: string): string => daysAfter(day, 1)
