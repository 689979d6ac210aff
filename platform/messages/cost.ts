// What messages cost, added up. Pure.
import { both, type Text } from '../../kit/model/lang.ts'
import { dayPlus } from '../../kit/model/days.ts'
import type { WhereCondition } from '../../kit/model/where.ts'
import { productContent } from './contents.ts'
import { CODE_CONTENT } from './message.ts'
import { SEND_STATUS } from './sms.ts'

/** By what costs are added up. */
export const COST_BY = {
  month: both('按月份', 'By month'),
  kind: both('按内容', 'By kind'),
  provider: both('按服务商', 'By provider'),
} as const satisfies Record<string, Text>
export type CostBy = keyof typeof COST_BY
export const isCostBy = (v: string): v is CostBy => Object.hasOwn(COST_BY, v)
/** Messages that somebody took: these are charged. */
export const CHARGED: readonly string[] = [SEND_STATUS.sent, SEND_STATUS.arrived, SEND_STATUS.lost]
/** Months of one sum, at most. */
export const MOST_MONTHS = 24

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
/** How many months after another a month is. */
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5))
/** Whether these are months, the second not before the first and no more than may be added up. */
export const areMonths = (from: string, to: string): boolean =>
  MONTH.test(from) && MONTH.test(to) && monthsBetween(from, to) >= 0 && monthsBetween(from, to) < MOST_MONTHS
/** The first and the last moment of these months. */
export function monthSpan(from: string, to: string): { start: string; end: string } {
  const next = dayPlus(`${to}-28`, 4).slice(0, 7)
  return { start: `${from}-01 00:00:00`, end: `${dayPlus(`${next}-01`, -1)} 23:59:59` }
}
/** The name of a kind of message, by the code of its content; '' = words that somebody wrote by hand, and mails and robots. */
export const kindName = (code: string): Text =>
  code === CODE_CONTENT ? both('验证码', 'Codes') : (productContent(code)?.name ?? (code ? both(code, code) : both('其他', 'Others')))
/** The list's expression for the messages behind a sum: exactly those. */
export function rowsBehind(by: CostBy, key: string, months: { from: string; to: string }): { and: WhereCondition[] } {
  const { start, end } = by === 'month' ? monthSpan(key, key) : monthSpan(months.from, months.to)
  const name = by === 'kind' ? 'contentCode' : 'providerCode'
  return {
    and: [
      { field: 'sendTime', op: 'between', value: [start, end] },
      { field: 'status', op: 'in', value: [...CHARGED] },
      ...(by === 'month' ? [] : [key ? { field: name, op: 'eq' as const, value: key } : { field: name, op: 'empty' as const }]),
    ],
  }
}
