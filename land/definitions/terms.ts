// How long a contract may run: by its round, else by the law. Pure; asked by form, draft and register alike.
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { dayAfter, FIRST_CONTRACTS, lastRecordedDay, roundEnd, termEnd, type Round } from './household.ts'

/** Years of arable land: 农村土地承包法 第二十一条. */
export const ARABLE_YEARS = 30
/** End of a term without end, which other ways may have. Source: codes.md 5.4. */
export const LONG_TERM = '9999-01-01'
/** Contracting by household (dictionary cbjyqqdfs). */
export const HOUSEHOLD_WAY = '110'

/**
 * Years that a contract may run at most where it is not of arable land: grassland, woodland, and land contracted in another way than the household's. The law has 30-50, 30-70
 * (农村土地承包法 第二十一条), and 50 of waste land by tender, auction or negotiation (国办发〔1999〕102号); parameters say what holds.
 */
export interface TermLimits {
  grass: number
  forest: number
  other: number
  /** whether a contract by another way may have no end */
  endless: boolean
}

type Land = 'arable' | 'grass' | 'forest'
/** What a parcel is by its land use (dictionary tdlylx: 03x woodland, 04x grassland); what is not known counts as arable. */
export const landOf = (tdlylx: unknown): Land => (String(tdlylx).startsWith('03') ? 'forest' : String(tdlylx).startsWith('04') ? 'grass' : 'arable')

/** What bounds a term. `uses`: the land use (tdlylx) of every parcel of the contract; `rounds`: those that the issuer has recorded. */
export interface TermAbout {
  uses: readonly unknown[]
  rounds: readonly Round[]
  limits: TermLimits
  /** yyyy-MM-dd */
  today: string
}
/** The terms of a contract, days yyyy-MM-dd. */
export interface TermOf {
  cbfs: string
  cbqxq: string
  cbqxz: string
}
/** Whether rounds bind a contract: one of a household with any arable land. */
export const isOfRound = ({ cbfs }: Pick<TermOf, 'cbfs'>, { uses }: Pick<TermAbout, 'uses'>): boolean =>
  cbfs === HOUSEHOLD_WAY && (uses.length === 0 || uses.some((u) => landOf(u) === 'arable'))

/** Years that a contract may run where no round says it. */
export function yearsAtMost({ cbfs }: Pick<TermOf, 'cbfs'>, { uses, limits }: Pick<TermAbout, 'uses' | 'limits'>): number {
  if (cbfs !== HOUSEHOLD_WAY) return limits.other
  if (isOfRound({ cbfs }, { uses })) return ARABLE_YEARS
  return Math.min(...uses.map((u) => (landOf(u) === 'forest' ? limits.forest : limits.grass)))
}
/** The last day that a term may have, and whether a round says so or the years of the law. */
export function lastDayOf(t: Pick<TermOf, 'cbfs' | 'cbqxq'>, about: TermAbout): { day: string; by: 'round' | 'years' } {
  const round = isOfRound(t, about) ? roundEnd(t.cbqxq, about.rounds, about.today) : undefined
  const years = termEnd(t.cbqxq, yearsAtMost(t, about))
  // a first round of old may have been longer than its years: what is recorded holds
  return round ? { day: round, by: 'round' } : { day: years, by: 'years' }
}
/** Whether a term ends as many years after it began to the day: how many is then no matter of rounding. */
export const isWholeYears = (cbqxq: string, cbqxz: string): boolean => dayAfter(cbqxz).slice(5) === cbqxq.slice(5)
/** Days before its first one that a term is agreed: nobody signs for a term that begins later. Years. */
const AGREED_BEFORE = 3
/** Why a contract cannot have been signed on a day: years before its term, or after its last day. Undefined where it can, or where the term is not known. */
export function signingDayWrong(qdsj: string, { cbqxq, cbqxz }: { cbqxq?: string | null | undefined; cbqxz?: string | null | undefined }): Text | undefined {
  const first = cbqxq ? `${Number(cbqxq.slice(0, 4)) - AGREED_BEFORE}${cbqxq.slice(4)}` : undefined
  if (first && qdsj < first)
    return both(
      `签订时间不能早于${first}（承包期限起${cbqxq}前${AGREED_BEFORE}年）`,
      `It cannot have been signed before ${first}, ${AGREED_BEFORE} years before the term begins on ${cbqxq}`,
    )
  if (cbqxz && qdsj > cbqxz) return both(`签订时间不能晚于承包期限止${cbqxz}`, `It cannot have been signed after the term ended on ${cbqxz}`)
  return undefined
}
/** What the register knows of a contract on paper: the day of signing that it has (set once), its registration, the contract before it under its code, its term. */
export interface PaperOf {
  qdsj?: string | null | undefined
  djsj?: string | null | undefined
  formerQdsj?: string | null | undefined
  cbqxq?: string | null | undefined
  cbqxz?: string | null | undefined
}
/**
 * Why a paper that was signed elsewhere cannot be of this day: the register has another, it is to come, after the registration, before the contract that it
 * replaces, or outside of its term. Source: rulings 2, 48.
 */
export function paperDayWrong(day: string, { qdsj, djsj, formerQdsj, ...term }: PaperOf, today: string): Text | undefined {
  // a day that the register has is what the paper must say
  if (qdsj && day !== qdsj)
    return both(`签订时间与登记的${qdsj}不一致，登记有误的请先更正`, `The register says that it was signed on ${qdsj}: correct that first if it is wrong`)
  if (day > today) return both('签订时间不能晚于今天', 'The day of signing is not later than today')
  if (djsj && day > djsj) return both(`签订时间不能晚于登记时间${djsj}`, `The day of signing is not later than that of the registration, ${djsj}`)
  // a day to come, which a package brought, bars nobody
  if (formerQdsj && formerQdsj <= today && day < formerQdsj)
    return both(`签订时间不能早于原合同的签订时间${formerQdsj}`, `It cannot have been signed before the contract that it replaces, ${formerQdsj}`)
  return qdsj ? undefined : signingDayWrong(day, term)
}
/** Years that a term counts: a part of a year counts as one. Source: rulings.md 1. */
function yearsOf(cbqxq: string, cbqxz: string): number {
  const years = Number(cbqxz.slice(0, 4)) - Number(cbqxq.slice(0, 4))
  return termEnd(cbqxq, years) < cbqxz ? years + 1 : years
}
/** The terms of a contract with the years that were agreed. */
export interface AgreedTerm extends TermOf {
  cbqx: number
}
/** Why a term is none, whatever bounds it: no years, or an end that does not come after its begin. One that says no end gets it from its years. */
export const noTerm = ({ cbqx, cbqxq, cbqxz }: { cbqx: number; cbqxq: string; cbqxz?: string | null | undefined }): Wrong[] => [
  ...(cbqx > 0 ? [] : [{ field: 'cbqx', msg: both('承包期限必须大于0', 'The term must be longer than 0') }]),
  ...(cbqxz && cbqxz <= cbqxq ? [{ field: 'cbqxz', msg: both('承包期限止应晚于承包期限起', 'The term ends before it begins') }] : []),
]
/**
 * Why the years that were agreed do not fit the days that are written, or are more than the land may have; a term without end has none to fit. `isExplained`: the days
 * differ from the years for a reason that is on record.
 */
export function yearsWrong(t: AgreedTerm, about: TermAbout, isExplained = false): Wrong | undefined {
  if (t.cbqxz === LONG_TERM) return undefined
  const [years, most] = [yearsOf(t.cbqxq, t.cbqxz), yearsAtMost(t, about)]
  // a recorded round of old may be longer than the law has it today
  if (t.cbqx === years) return undefined
  if (t.cbqx > most) return { field: 'cbqx', msg: both(`承包期限不得超过${most}年`, `The term is ${most} years at most`) }
  if (isExplained) return undefined
  return {
    field: 'cbqx',
    msg: both(
      `承包期限${t.cbqx}年与起止日期不一致：${t.cbqxq}至${t.cbqxz}为${years}年（不足一年的按一年计）`,
      `${t.cbqx} years do not fit the days: from ${t.cbqxq} to ${t.cbqxz} there are ${years}, a part of a year counts as one`,
    ),
  }
}
/** Years before its term begins that a household is entered with it: the term that comes next is known so early. */
const KNOWN_BEFORE = 3
/** Why a term of a household that is entered now cannot be: none at all, over, before anybody held land by contract, of days to come, or beyond what bounds it. */
export function enteredTermWrong(t: AgreedTerm, about: TermAbout): Wrong | undefined {
  const [none] = noTerm(t)
  if (none) return none
  const latest = `${Number(about.today.slice(0, 4)) + KNOWN_BEFORE}${about.today.slice(4)}`
  if (t.cbqxq < FIRST_CONTRACTS) return { field: 'cbqxq', msg: both(`承包期限起不能早于${FIRST_CONTRACTS}`, `No term began before ${FIRST_CONTRACTS}`) }
  if (t.cbqxz < about.today)
    return { field: 'cbqxz', msg: both(`承包期限已于${t.cbqxz}届满，请填写现行的承包期限`, `The term was over on ${t.cbqxz}: enter the one that holds now`) }
  const wrong = termWrong(t, about)
  if (wrong) return wrong
  if (t.cbqxq > latest)
    return {
      field: 'cbqxq',
      msg: both(`承包期限起不能晚于${latest}（今天起${KNOWN_BEFORE}年）`, `The term begins on ${latest} at the latest, ${KNOWN_BEFORE} years from today`),
    }
  return yearsWrong(t, about)
}
/** Why a term may not begin when it does: after the last round that is recorded. A term of the next one needs that round. Undefined where it may. */
export function beginsLate(t: Pick<TermOf, 'cbfs' | 'cbqxq'>, about: TermAbout): { day: string; msg: Text } | undefined {
  const day = isOfRound(t, about) ? lastRecordedDay(about.rounds) : undefined
  if (!day || t.cbqxq <= day) return undefined
  return {
    day,
    msg: both(
      `承包期限起不得晚于已登记的本轮承包期止【${day}】；属下一轮承包的，请先登记下一轮承包期`,
      `The term may not begin after the last recorded round, which ends on ${day}: record the next round first`,
    ),
  }
}
/** Why a typed term is refused, at the day that is wrong: it begins after the recorded rounds, or runs longer than they, or the law, have it. */
export function termWrong(t: TermOf, about: TermAbout): Wrong | undefined {
  const late = beginsLate(t, about)
  if (late) return { field: 'cbqxq', msg: late.msg }
  const long = tooLong(t, about)
  return long && { field: 'cbqxz', msg: long.msg }
}
/** Why a contract may not run for this term, undefined where it may. One without end only by another way than the household's, where the tenant admits it. */
export function tooLong(t: TermOf, about: TermAbout): { day: string; by: 'round' | 'years'; msg: Text } | undefined {
  const last = lastDayOf(t, about)
  if (t.cbqxz <= last.day || (t.cbfs !== HOUSEHOLD_WAY && t.cbqxz === LONG_TERM && about.limits.endless)) return undefined
  const years = yearsAtMost(t, about)
  const what =
    t.cbfs !== HOUSEHOLD_WAY
      ? both('以其他方式承包的，承包期限', 'a contract by another way')
      : isOfRound(t, about)
        ? both('耕地的承包期限', 'a contract of arable land')
        : both('林地、草地的承包期限', 'a contract of this woodland or grassland')
  const msg =
    last.by === 'round'
      ? both(`承包期限止不得超过本轮承包期【${last.day}】`, `The term may not extend beyond the end of the round on ${last.day}`)
      : both(
          `${what.zh}最长${years}年，自${t.cbqxq}起最晚至${last.day}`,
          `At most ${years} years for ${what.en}: from ${t.cbqxq} until ${last.day} at the latest`,
        )
  return { ...last, msg }
}
