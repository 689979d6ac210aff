/**
 * Due dates of timer events: ISO 8601 durations and dates. The state keeps due dates only; nothing waits in memory.
 */
import { parseCondition, variableOf } from './condition.ts'
import type { Variables } from './condition.ts'

/** A timer as drawn: a duration (P15D, PT12H) or a date, or `${name}` for a variable that holds one. */
export type Timer = { kind: 'duration' | 'date'; value: string }

const duration = /^P(?=\d|T\d)(?:(\d{1,3})Y)?(?:(\d{1,3})M)?(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/

function addDuration(text: string, now: Date): Date | undefined {
  const match = duration.exec(text)
  if (!match) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const due = new Date(now)
  const day = due.getUTCDate()
  due.setUTCDate(1)
  due.setUTCMonth(due.getUTCMonth() + years * 12 + months)
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate()
  // 31 January plus one month is the last day of February, not a day in March
  due.setUTCDate(Math.min(day, lastDay))
  return new Date(due.getTime() + (((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds) * 1000)
}

function literalDue(timer: Timer, text: string, now: Date): Date | undefined {
  if (timer.kind === 'duration') return addDuration(text, now)
  // a date without a time of day begins at midnight in Beijing
  const full = dateOnly.test(text) ? `${text}T00:00:00+08:00` : text
  const due = dateTime.test(full) ? new Date(full) : undefined
  return due && !Number.isNaN(due.getTime()) ? due : undefined
}

/** Is the drawn value inside the grammar? (A variable's content is checked when the timer starts.) */
export function validTimer(timer: Timer): boolean {
  const condition = parseCondition(timer.value)
  if (condition) return condition.equals === undefined
  return literalDue(timer, timer.value, new Date(0)) !== undefined
}

/** When a timer that starts `now` is due (ISO text, UTC); undefined when its variable holds no duration or date. */
export function dueAt(timer: Timer, vars: Variables, now: Date): string | undefined {
  const condition = parseCondition(timer.value)
  const text = condition ? String(variableOf(vars, condition.name) ?? '') : timer.value
  return literalDue(timer, text, now)?.toISOString()
}
