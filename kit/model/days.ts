import { labelOf, type Field } from './field.ts'
import { isDate } from './formats.ts'
import type { Text } from './lang.ts'
import type { Wrong } from './problem.ts'
import { isEditable, type Fields } from './resource.ts'

/** No paper of a contract or a survey is older. */
export const FIRST_DAY = '1949-10-01'
/** The ends of a term without end, however a program writes it. */
const NO_END = ['9999-01-01', '9999-12-31']
/** Maximum number of years that anything is agreed for. */
export const MOST_YEARS = 100

/** The day so many calendar days after a day, or before it. Both yyyy-MM-dd. */
export const dayPlus = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** 1 Monday … 7 Sunday of a day yyyy-MM-dd. */
export const dayOfWeek = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** What is wrong with a day or a moment that somebody typed, beside its form: too long ago, to come where it has been (`past`), or beyond a life. `today`: yyyy-MM-dd. */
export function dayWrong(f: Field, v: unknown, today: string): Text | undefined {
  const isDay = f.kind === 'date' || f.kind === 'datetime'
  if (!isDay || typeof v !== 'string' || !isDate(v.slice(0, 10))) return undefined
  const [day, since] = [v.slice(0, 10), f.since ?? FIRST_DAY]
  if (day < since) return { zh: `${f.label}不能早于${since}`, en: `${labelOf(f).en}: not before ${since}` }
  if (f.past && day > today) return { zh: `${f.label}不能晚于今天`, en: `${labelOf(f).en}: not later than today` }
  const last = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`
  return day > last && !NO_END.includes(day) ? { zh: `${f.label}不能晚于${last}`, en: `${labelOf(f).en}: not later than ${last}` } : undefined
}
/** The same of the fields of a form that people fill. */
export const daysWrong = (fields: Fields, values: Readonly<Record<string, unknown>>, today: string): Wrong[] =>
  Object.entries(fields).flatMap(([field, f]) => {
    const msg = isEditable(f) ? dayWrong(f, values[field], today) : undefined
    return msg ? [{ field, msg }] : []
  })
