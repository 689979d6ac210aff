/** Publicity states (dictionary publicity_status) and objection states (dictionary objection_status). */
export const PUBLICITY = { todo: '0', doing: '1', done: '2', cancelled: '3' } as const
export const OBJECTION = { open: '0', handling: '1', upheld: '2', rejected: '3', withdrawn: '4' } as const
/** States in which an objection keeps a publicity from completing. */
export const OPEN_OBJECTIONS = [OBJECTION.open, OBJECTION.handling] as const
/** How a round of publicity goes on, once it is opened. Source: business-flows.md 5.1. */
export const PUBLICITY_FLOW = [
  [PUBLICITY.todo, 'start', PUBLICITY.doing],
  [PUBLICITY.doing, 'complete', PUBLICITY.done],
  [PUBLICITY.todo, 'revoke', PUBLICITY.cancelled],
  [PUBLICITY.doing, 'revoke', PUBLICITY.cancelled],
] as const
export type PublicityEvent = (typeof PUBLICITY_FLOW)[number][1]
/** Where handling may lead from each state; the others are final. Source: business-flows.md 5.2. */
export const handleable: Readonly<Record<string, readonly string[]>> = { '0': ['1', '2', '3', '4'], '1': ['2', '3', '4'] }
/** An administrator may still record an objection this many days after the end. Source: business-flows.md 5.2. */
export const LATE_DAYS = 3

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** Last day of a publicity: calendar days, the day of posting is day 1. Source: business-flows.md 5.1. */
export const endDateOf = (startDate: string, days: number): string => dayOf(msOf(startDate) + (days - 1) * DAY_MS)
/** Days within which a posting begins that is set for a day to come. */
export const BEGINS_WITHIN = 90
/** The last day on which a posting that is set today may begin. */
export const lastBegin = (today: string): string => endDateOf(today, BEGINS_WITHIN + 1)
/** Days from `today` until the publicity may be completed: it may on the day after its last one. 0 = now. */
export const daysLeft = (endDate: string, today: string): number => Math.max(0, (msOf(endDate) - msOf(today)) / DAY_MS + 1)
/** Whole days that `today` lies after `endDate`; negative before it. */
export const postingDaysAfter = (endDate: string, today: string): number => (msOf(today) - msOf(endDate)) / DAY_MS
