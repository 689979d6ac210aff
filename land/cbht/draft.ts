import { compare, m2 } from '../definitions/area.ts'
import { both } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { contractArea, formerArea, parcelAreaFits } from '../definitions/contract-area.ts'
import type { DraftLine } from '../definitions/contract-draft.ts'
import { CBFLX, termEnd } from '../definitions/household.ts'
import { LONG_TERM, noTerm, signingDayWrong } from '../definitions/terms.ts'

/** Last letter of a contract's code: J of households, Q of the other ways. Source: NY/T 2539 table C.10. */
export const letterOf = (cbfs: string): 'J' | 'Q' | undefined => (cbfs === '110' ? 'J' : /^12[1239]$/.test(cbfs) ? 'Q' : undefined)
/** Kind of a first contract (dictionary htlx) by its letter. */
export const HTLX = { J: '1', Q: '2' } as const

interface Terms {
  cbfs: string
  cbqx: number
  cbqxq: string
  cbqxz?: string | null
  termReason?: string | null
  qdsj: string
}
/** The end that is proposed: as many years as the term has. */
export const proposedEnd = ({ cbqx, cbqxq }: Pick<Terms, 'cbqx' | 'cbqxq'>): string => termEnd(cbqxq, cbqx)

/** What is wrong with the terms of a contract made outside. `today`: yyyy-MM-dd; `cbflx`: kind of the contractor. Source: land-contract.md 5; screens.md B4. */
export function termsWrong(t: Terms, cbflx: string, today: string): Wrong[] {
  const wrong = noTerm(t)
  const letter = letterOf(t.cbfs)
  if (!letter) wrong.push({ field: 'cbfs', msg: both('请选择承包方式', 'Please select the method') })
  else if (letter === 'J' && cbflx !== CBFLX.household)
    wrong.push({ field: 'cbfs', msg: both('家庭承包的承包方应为农户', 'Only households may contract by the household method') })
  if (t.qdsj > today) wrong.push({ field: 'qdsj', msg: both('签订时间不能晚于今天', 'The day of signing cannot be later than today') })
  else {
    const msg = signingDayWrong(t.qdsj, { cbqxq: t.cbqxq, cbqxz: t.cbqxz ?? (t.cbqx > 0 ? proposedEnd(t) : null) })
    if (msg) wrong.push({ field: 'qdsj', msg })
  }
  const isProposed = !t.cbqxz || !(t.cbqx > 0) || t.cbqxz === proposedEnd(t) || (letter === 'Q' && t.cbqxz === LONG_TERM)
  if (!isProposed && !t.termReason?.trim())
    wrong.push({ field: 'termReason', msg: both('承包期限止与承包期限不一致，请输入调整原因', 'The end does not match the term: please give the reason') })
  return wrong
}

/** What is wrong with the parcels of a contract made outside, beyond their fields: each is acquired as the contract is (`cbfs`), none by exchange or assignment, which came later. */
export function linesWrong(lines: readonly DraftLine[], cbfs: string): Wrong[] {
  if (lines.length === 0) return [{ field: 'dkList', msg: both('请选择承包地块', 'Please select the parcels') }]
  const wrong: Wrong[] = []
  const seen = new Set<string>()
  lines.forEach((l, i) => {
    if (seen.has(l.dkbm)) wrong.push({ field: `dkList.${i}.dkbm`, msg: both('地块重复', 'This parcel is listed twice') })
    seen.add(l.dkbm)
    if (letterOf(l.cbjyqqdfs ?? '') !== letterOf(cbfs))
      wrong.push({
        field: `dkList.${i}.cbjyqqdfs`,
        msg: both('首次登记的合同，地块取得方式应与承包方式一致', 'In a first contract the parcels are acquired in the same way as the contract'),
      })
    if (compare(m2(l.htmj), m2('0')) <= 0) wrong.push({ field: `dkList.${i}.htmj`, msg: both('合同面积必须大于0', 'Contract area must be greater than 0') })
    else if (!parcelAreaFits(l))
      wrong.push({ field: `dkList.${i}.htmjm`, msg: both('亩与平方米面积不一致（1亩=2000/3平方米）', 'Mu and m² do not match (1 mu = 2000/3 m²)') })
  })
  return wrong
}

/** Sums of a contract's parcels. */
export const sumsOf = (lines: readonly DraftLine[]) => ({ ...contractArea(lines), ...formerArea(lines) })
