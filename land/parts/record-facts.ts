// What a record says of itself at its head: how long its term still runs, and whether its areas agree. Pure.
import { both, plural, type Text } from '../../kit/model/lang.ts'
import { hundredths } from '../../kit/model/decimal.ts'
import { compare, minus, mu } from '../definitions/area.ts'
import { LONG_TERM } from '../definitions/terms.ts'

/** What is told, and how it is to be seen. */
export interface RecordNote {
  text: Text
  tone: 'success' | 'warning' | 'error' | 'default'
}

/** Full months from one day to another, yyyy-MM-dd. */
function monthsBetween(from: string, to: string): number {
  const [y, m, d] = from.split('-').map(Number) as [number, number, number]
  const [y2, m2, d2] = to.split('-').map(Number) as [number, number, number]
  return (y2 - y) * 12 + (m2 - m) - (d2 < d ? 1 : 0)
}
/** Months before its end from which a term is a matter of care. */
const SOON = 24
/** When a term ends and how long that still is, told on the day `today` (both yyyy-MM-dd); nothing where no end is known. */
export function termLeft(end: string | null | undefined, today: string): RecordNote | undefined {
  if (!end) return undefined
  if (end >= LONG_TERM) return { text: both('长期', 'Without end'), tone: 'default' }
  if (end < today) return { text: both(`${end} 已到期`, `Expired on ${end}`), tone: 'error' }
  const months = monthsBetween(today, end)
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const days = Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000)
  const zh = months === 0 ? `${days} 天` : `${years ? `${years} 年` : ''}${rest ? `${years ? ' ' : ''}${rest} 个月` : ''}`
  const en = months === 0 ? plural(days, 'day') : [years ? plural(years, 'year') : '', rest ? plural(rest, 'month') : ''].filter(Boolean).join(' ')
  return { text: both(`${end} 到期，剩 ${zh}`, `Until ${end}, ${en} left`), tone: months < SOON ? 'warning' : 'default' }
}

/** A difference of areas from which a reason is asked for, in hundredths of the contract's. Source: register.md 2. */
const REASON = 10n
/** Whether a contract's area and the measured one (mu, two decimals) agree; nothing where one of them is not known. */
export function areasAgree(contract: string | null | undefined, measured: string | null | undefined): RecordNote | undefined {
  if (!contract || !measured) return undefined
  const [a, b] = [mu(contract), mu(measured)]
  const order = compare(b, a)
  if (order === 0) return { text: both('与合同面积一致', 'Equals the contract area'), tone: 'success' }
  const by = order > 0 ? minus(b, a) : minus(a, b)
  const of = hundredths(a)
  const tenths = of > 0n ? (hundredths(by) * 1000n) / of : 0n
  const percent = of > 0n ? `${tenths / 10n}.${tenths % 10n}%` : ''
  return {
    text:
      order > 0
        ? both(`比合同面积多 ${by} 亩${percent && `（${percent}）`}`, `${by} mu more than the contract${percent && ` (${percent})`}`)
        : both(`比合同面积少 ${by} 亩${percent && `（${percent}）`}`, `${by} mu less than the contract${percent && ` (${percent})`}`),
    tone: tenths >= REASON * 10n ? 'warning' : 'default',
  }
}
