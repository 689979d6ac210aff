// When a restriction stands, and the status that shows it. Pure.

/** The status that follows from a restriction; a seizure (cf) has none and refuses by itself. */
export const LAND_STATUS = { dy: 'dyzt', yy: 'yyzt', lz: 'lzzt' } as const

const DAY_MS = 86_400_000
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
/** What has no end is written so. */
const ENDLESS = '9999'
/** The next day (yyyy-MM-dd) after `today` on which a restriction begins or ceases to stand by itself; null where there is none. */
export function nextChangeOf(from: string, to: string | null, today: string): string | null {
  if (from > today) return from
  return to && to >= today && to < ENDLESS ? dayAfter(to) : null
}

/** How a restriction stands: in force, not begun yet, past its last day, or ended before. */
export const STATES = ['valid', 'coming', 'expired', 'ended'] as const
export type RestrictionState = (typeof STATES)[number]
interface Days {
  fromDay: string | null
  toDay: string | null
  endDay: string | null
}
/** How a restriction stands on a day. */
export function stateOf({ fromDay, toDay, endDay }: Days, day: string): RestrictionState {
  if (endDay && endDay <= day) return 'ended'
  if ((fromDay ?? '') > day) return 'coming'
  return toDay && toDay < day ? 'expired' : 'valid'
}
