import { both, type Text } from '../../../kit/model/lang.ts'
import { isDate } from '../../../kit/model/formats.ts'
import { dayPlus } from '../../../kit/model/days.ts'

/** Somebody is away, and another does his tasks meanwhile. */
export interface Absence {
  id: string
  userId: string
  userName: string
  delegateId: string
  delegateName: string
  fromDay: string
  toDay: string
  /** types of business, joined by commas; '' = all */
  kinds: string
  reason: string
  /** it is under way today */
  isNow: 0 | 1
}
/** Days that somebody is away at most. */
export const MOST_AWAY = 90

/** What is wrong with the days of an absence; undefined where nothing is. */
export function absenceDaysWrong(fromDay: unknown, toDay: unknown, today: string): { field: 'fromDay' | 'toDay'; msg: Text } | undefined {
  if (typeof fromDay !== 'string' || !isDate(fromDay)) return { field: 'fromDay', msg: both('请选择开始日期', 'Choose the first day') }
  if (typeof toDay !== 'string' || !isDate(toDay)) return { field: 'toDay', msg: both('请选择结束日期', 'Choose the last day') }
  if (fromDay < today) return { field: 'fromDay', msg: both('开始日期不能早于今天', 'The first day cannot be over') }
  if (toDay < fromDay) return { field: 'toDay', msg: both('结束日期不能早于开始日期', 'The last day comes after the first') }
  if (toDay >= dayPlus(fromDay, MOST_AWAY)) return { field: 'toDay', msg: both(`最多委托${MOST_AWAY}天`, `At most ${MOST_AWAY} days`) }
  return undefined
}
/** Whether an absence holds on a day for a type of business. */
export const holdsOn = (a: Pick<Absence, 'fromDay' | 'toDay' | 'kinds'>, day: string, typeCode: string): boolean =>
  a.fromDay <= day && day <= a.toDay && (a.kinds === '' || a.kinds.split(',').includes(typeCode))
