// What a plan moves between households, and what is wrong with it. Pure. Source: business-flows.md 9.2.
import { hundredths, ofHundredths } from '../../../kit/model/decimal.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { PlanMove } from '../../../land/fbf/making-plan.ts'

export type Moved = Pick<PlanMove, 'fromCbfbm' | 'toCbfbm' | 'dkbm' | 'areaMu' | 'reason'>
/** What the register knows of what a plan names: parcels of the issuer, who holds how much of them, households of the issuer by their codes. */
export interface MoveFacts {
  parcels: ReadonlyMap<string, { dkmc: string | null; scmjm: string | null }>
  held: readonly { dkbm: string; cbfbm: string; htmjm: string }[]
  households: ReadonlyMap<string, string>
}
export const NO_FACTS: MoveFacts = { parcels: new Map(), held: [], households: new Map() }

/** The place of a person who gets or gives land, for a refusal. */
const nameOf = (facts: MoveFacts, code: string): string => facts.households.get(code) ?? code
function moveWrong(m: Moved, facts: MoveFacts): { field: keyof Moved; msg: Text } | undefined {
  const parcel = facts.parcels.get(m.dkbm)
  if (!parcel) return { field: 'dkbm', msg: both(`地块【${m.dkbm}】不是该发包方的有效地块`, `Parcel ${m.dkbm} is no valid parcel of the issuer`) }
  for (const field of ['fromCbfbm', 'toCbfbm'] as const) {
    const code = m[field]
    if (code && !facts.households.has(code))
      return { field, msg: both(`承包方【${code}】不是该发包方的有效承包方`, `Contractor ${code} is no valid contractor of the issuer`) }
  }
  if (!m.fromCbfbm && !m.toCbfbm) return { field: 'toCbfbm', msg: both('请选择调出或调入承包方', 'Select who gives the parcel or who gets it') }
  if (m.fromCbfbm === m.toCbfbm) return { field: 'toCbfbm', msg: both('调出和调入不能是同一承包方', 'One contractor cannot give to itself') }
  const lines = facts.held.filter((h) => h.dkbm === m.dkbm)
  const own = lines.find((h) => h.cbfbm === m.fromCbfbm)
  if (m.fromCbfbm && !own)
    return {
      field: 'fromCbfbm',
      msg: both(`地块【${m.dkbm}】不在${nameOf(facts, m.fromCbfbm)}的合同中`, `Parcel ${m.dkbm} is not in the contract of ${nameOf(facts, m.fromCbfbm)}`),
    }
  if (!m.fromCbfbm && lines[0])
    return {
      field: 'fromCbfbm',
      msg: both(
        `地块【${m.dkbm}】由${nameOf(facts, lines[0].cbfbm)}承包，请填写调出承包方`,
        `Parcel ${m.dkbm} is held by ${nameOf(facts, lines[0].cbfbm)}: name who gives it`,
      ),
    }
  if (hundredths(m.areaMu) <= 0n) return { field: 'areaMu', msg: both('调整面积应大于0', 'The area must be above 0') }
  return undefined
}
/** How much of a parcel somebody can give: the contract area, or the measured one of reserve land. */
const most = (m: Moved, facts: MoveFacts): string | null =>
  m.fromCbfbm ? (facts.held.find((h) => h.dkbm === m.dkbm && h.cbfbm === m.fromCbfbm)?.htmjm ?? null) : (facts.parcels.get(m.dkbm)?.scmjm ?? null)
/** What is wrong with adjustments, each at its row: unknown parcels and households, land that its giver does not hold, more of it than there is. */
export function movesWrong(moves: readonly Moved[], facts: MoveFacts): Wrong[] {
  return moves.flatMap((m, i): Wrong[] => {
    const wrong = moveWrong(m, facts)
    if (wrong) return [{ field: `moves.${i}.${wrong.field}`, msg: wrong.msg }]
    const same = moves.slice(0, i).filter((o) => o.dkbm === m.dkbm && o.fromCbfbm === m.fromCbfbm)
    if (same.some((o) => o.toCbfbm === m.toCbfbm)) return [{ field: `moves.${i}.dkbm`, msg: both('同一调整重复', 'The same adjustment is listed twice') }]
    const given = [...same, m].reduce((n, o) => n + hundredths(o.areaMu), 0n)
    const has = most(m, facts)
    if (has === null || given <= hundredths(has)) return []
    const msg = both(
      `地块【${m.dkbm}】共调出${ofHundredths(given)}亩，超过${has}亩`,
      `${ofHundredths(given)} mu of parcel ${m.dkbm} are moved, more than its ${has}`,
    )
    return [{ field: `moves.${i}.areaMu`, msg }]
  })
}
/** Whether the register has carried out what a plan moves: who is to get the parcel holds it, or who gives it back holds it no more. */
export const isDone = (m: Pick<Moved, 'fromCbfbm' | 'toCbfbm' | 'dkbm'>, { held }: Pick<MoveFacts, 'held'>): boolean =>
  m.toCbfbm ? held.some((h) => h.dkbm === m.dkbm && h.cbfbm === m.toCbfbm) : !held.some((h) => h.dkbm === m.dkbm && h.cbfbm === m.fromCbfbm)
