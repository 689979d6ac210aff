// When an application came in: before it was entered, not long before, and not before what it is about was registered. Pure. docs/adr/0051.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { daysAfter } from './promise.ts'

/** Days within which what came in is entered. */
export const ENTERED_WITHIN = 30

/** Why a case cannot have come in on that day; `entered`: the day on which it was entered (yyyy-MM-dd). Later than today it is nowhere (past). */
export function receivedFault(received: unknown, entered: string): Problem | undefined {
  const first = daysAfter(entered, -ENTERED_WITHIN)
  return typeof received === 'string' && received.slice(0, 10) < first
    ? invalidField(
        'businessReceiveTime',
        both(`受理时间不能早于录入日期前${ENTERED_WITHIN}天（${first}）`, `Received at: not before ${first}, ${ENTERED_WITHIN} days before the day of entry`),
      )
    : undefined
}
/** Why a case about a book cannot have come in on that day: the book as the case takes it was registered later. A day to come is the register's to refuse. */
export function receivedBeforeBook(received: unknown, code: string, djsj: string | null, today: string): Problem | undefined {
  return typeof received === 'string' && djsj && djsj <= today && received.slice(0, 10) < djsj
    ? invalidField(
        'businessReceiveTime',
        both(`受理时间不能早于登记簿【${code}】的登记日期${djsj}`, `Received at: not before ${djsj}, the day on which book ${code} was registered`),
      )
    : undefined
}
