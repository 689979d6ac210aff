// The working days of a calendar: Monday to Friday, but for the days that say otherwise. Pure. Source: statistics.md 3.
import { dayOfWeek } from '../../../kit/model/days.ts'
import { date, flag, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'
import { nextDay, daysAfter } from './promise.ts'

/** 工作日历: a day that is not as its weekday says, by the notice of the State Council: a holiday, or a weekend that is worked instead. */
export const work_day = defineResource({
  name: 'work_day',
  label: '工作日历',
  en: 'Working days',
  path: '/yw-accept/work-day',
  scope: 'tenant',
  title: 'dayName',
  order: ['day'],
  unique: [['day']],
  fields: {
    day: date('日期', { en: 'Day', required: true, search: 'range', sort: true, width: 140 }),
    isWorked: flag('是否上班', { en: 'Worked', default: 0, width: 110 }),
    dayName: text('名称', { en: 'Name', required: true, max: 50, search: 'like', width: 220 }),
  },
})

/** Days (yyyy-MM-dd) that are not as their weekday says: true = worked, false = free. */
export type Calendar = ReadonlyMap<string, boolean>
/** A calendar without entries: weekdays alone. */
export const PLAIN_CALENDAR: Calendar = new Map()

const DAY_MS = 86_400_000
const SATURDAY = 6
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Whether a day is worked. */
export function isWorked(day: string, calendar: Calendar): boolean {
  return calendar.get(day) ?? dayOfWeek(day) < SATURDAY
}
/** The nth working day after a day; `days` from 0. The day itself does not count. */
export function workingDayAfter(day: string, days: number, calendar: Calendar): string {
  let now = day
  for (let left = days; left > 0;) {
    now = nextDay(now)
    if (isWorked(now, calendar)) left -= 1
  }
  return now
}
/** Working days after one day up to and with another: Friday to Monday is 1. None where the other is earlier. */
export function workingDaysBetween(from: string, to: string, calendar: Calendar): number {
  const whole = Math.max(0, Math.round((at(to) - at(from)) / DAY_MS))
  const weeks = Math.floor(whole / 7)
  const rest = Array.from({ length: whole % 7 }, (_, i) => daysAfter(from, weeks * 7 + i + 1)).filter((d) => isWorked(d, PLAIN_CALENDAR)).length
  const moved = [...calendar].filter(([day, worked]) => day > from && day <= to && worked !== isWorked(day, PLAIN_CALENDAR))
  return weeks * 5 + rest + moved.reduce((n, [, worked]) => n + (worked ? 1 : -1), 0)
}
/** The value below which nine tenths of the values lie (nearest rank), from values with their numbers; undefined of none. */
export function ninetieth(found: readonly { value: number; n: number }[]): number | undefined {
  const all = found.reduce((n, f) => n + f.n, 0)
  let seen = 0
  return found.toSorted((a, b) => a.value - b.value).find((f) => (seen += f.n) >= Math.ceil(all * 0.9))?.value
}
