// The filter expression as the screen of a list makes it: one group of conditions. Deeper ones, which a link may hold, are kept as they are. Pure.
import { both as p, type Text } from '../../kit/model/lang.ts'
import type { WhereCondition, Where } from '../../kit/model/where.ts'

/** The filters of an address, by their query names. */
export type Filters = Readonly<Record<string, string>>
/** A filter that is no field of the definition: its words and what may be chosen. */
export interface FilterChoice {
  label: Text
  choices: readonly { value: string; label: Text }[]
  /** the choice that finds rows in which something is missing, and what it is called among what may be missing */
  missing?: { value: string; label: Text }
}
export type FilterChoices = Readonly<Record<string, FilterChoice>>

export interface Expression {
  how: 'and' | 'or'
  conditions: readonly WhereCondition[]
}
const NOTHING: Expression = { how: 'and', conditions: [] }
const isCondition = (x: unknown): x is WhereCondition => !!x && typeof x === 'object' && 'field' in x && 'op' in x

/** The conditions of an expression in the address; none of one that this screen cannot show. */
export function readExpression(where: string | undefined): Expression {
  if (!where) return NOTHING
  let raw: Where
  try {
    raw = JSON.parse(where) as Where
  } catch {
    return NOTHING
  }
  if (isCondition(raw)) return { how: 'and', conditions: [raw] }
  const how = raw && typeof raw === 'object' && 'or' in raw ? 'or' : 'and'
  const list = (raw as Record<string, unknown> | null)?.[how]
  return Array.isArray(list) && list.every(isCondition) ? { how, conditions: list } : NOTHING
}
/** The expression as the address has it; '' for none. */
export const expressionOf = ({ how, conditions }: Expression): string =>
  conditions.length === 0 ? '' : JSON.stringify(conditions.length === 1 ? conditions[0] : { [how]: conditions })

/** Whether a condition says all that its operator wants. */
export function saysAll({ op, value }: WhereCondition): boolean {
  if (op === 'empty' || op === 'notEmpty') return true
  if (op === 'between') return Array.isArray(value) && value.length === 2 && value.every((v) => v !== '' && v !== undefined)
  if (op === 'in') return Array.isArray(value) && value.length > 0
  return value !== undefined && value !== ''
}

/** Days counted from today that are offered. */
export const WITHIN: readonly { value: unknown; label: Text }[] = [
  { value: 'today', label: p('今天', 'today') },
  { value: { last: 7 }, label: p('近7天', 'the last 7 days') },
  { value: { last: 30 }, label: p('近30天', 'the last 30 days') },
  { value: { next: 7 }, label: p('未来7天', 'the next 7 days') },
  { value: { next: 30 }, label: p('未来30天', 'the next 30 days') },
  { value: { next: 365 }, label: p('未来一年', 'the next year') },
  { value: 'thisMonth', label: p('本月', 'this month') },
  { value: 'thisYear', label: p('今年', 'this year') },
]
/** What a value is called where days are counted from today. */
export const withinWord = (value: unknown): Text | undefined => WITHIN.find((w) => JSON.stringify(w.value) === JSON.stringify(value))?.label
