import { date, datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { dayAfter, dayBefore, termEnd } from '../definitions/household.ts'
import { ARABLE_YEARS } from '../definitions/terms.ts'
import { REQUEST } from '../restriction/request.ts'

const none = { form: 'none' } as const
/** The states of a request, and a round that was recorded and taken back. */
export const PLAN = { ...REQUEST, undone: '4' } as const
/**
 * 延包方案登记: the next round of contracting of an issuer, as its approved plan says. One person enters it with the document, another confirms it; only then
 * the register has the round. How a plan is drafted, posted and voted on is no part of it. Source: business-flows.md 9.2; acts.md 4; register.md 6.
 */
export const fbf_plan = defineResource({
  name: 'fbf_plan',
  label: '承包轮次登记',
  en: 'Round',
  path: '/base-qssj/fbf-plan',
  scope: 'land',
  title: 'planName',
  derived: ['fbfmc'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    fbfbm: text('发包方', { en: 'Issuer', required: true, fixed: true, length: 14, search: 'prefix', width: 150 }),
    status: dict('办理状态', 'request_status', { en: 'State', ...none, values: Object.values(PLAN), search: 'eq', width: 110 }),
    roundNo: int('轮次', { en: 'Round', required: true, min: 1, max: 9, width: 80 }),
    fromDay: date('承包期起', { en: 'From', required: true, width: 120 }),
    toDay: date('承包期止', { en: 'To', required: true, width: 120 }),
    planName: text('方案名称', { en: 'Plan', required: true, max: 100, width: 240 }),
    approvedDay: date('乡镇批准日期', { past: true, en: 'Day of approval', required: true, width: 120 }),
    reason: note('登记原因', { en: 'Reason', required: true, max: 500, column: false }),
    proposer: text('申请人', { en: 'Proposed by', max: 50, ...none, width: 100 }),
    checker: text('复核人', { en: 'Checked by', max: 50, ...none, width: 100 }),
    checkTime: datetime('复核时间', { en: 'Checked', ...none, column: false }),
    opinion: note('复核意见', { en: 'Opinion', max: 500, ...none, column: false }),
  },
})
export type IssuerPlan = Row<typeof fbf_plan>

/** A round of an issuer, its first and last day (yyyy-MM-dd); without a number the term that its household books share where no round is recorded. */
export interface Term {
  roundNo: number | null
  fromDay: string
  toDay: string
}
/** A recorded round. */
export interface Recorded extends Term {
  roundNo: number
}
/** The round that comes first where none is recorded: contracts of the second end now. It is also the first that a plan of extension adds. */
const NEXT = 3
/** Years before its first day from which a round is approved: pilots decided up to four years ahead. */
const APPROVED_BEFORE = 5
/** Years of the first round, from about 1983. */
const FIRST_YEARS = 15

const inOrder = <R extends Term>(rounds: readonly R[]): R[] => rounds.toSorted((a, b) => (a.roundNo ?? 0) - (b.roundNo ?? 0))
const lastOf = <R extends Term>(rounds: readonly R[]): R | undefined => inOrder(rounds).at(-1)
/** Whether a round is one that extends contracts: the third or a later one, and none after it is recorded. One that is recorded behind time (the present one, or one before it) extends nothing. */
export const extendsContracts = (roundNo: number, rounds: readonly Recorded[]): boolean => roundNo >= NEXT && rounds.every((r) => r.roundNo <= roundNo)
/** What is proposed for the round before the first that is recorded: it ends the day before that begins. Nothing before the first of all. */
export function roundBefore(rounds: readonly Term[]): { roundNo: number; fromDay: string; toDay: string } | undefined {
  const first = inOrder(rounds)[0]
  if (!first || first.roundNo === null || first.roundNo <= 1) return undefined
  const toDay = dayBefore(first.fromDay)
  return { roundNo: first.roundNo - 1, fromDay: termBegin(first.fromDay, first.roundNo === 2 ? FIRST_YEARS : ARABLE_YEARS), toDay }
}
/** The number of a round that begins on this day: the first rounds begin before 1993, the second ones before 2023. */
export const roundNoOf = (fromDay: string): number => (fromDay < '1993' ? 1 : fromDay < '2023' ? 2 : NEXT)
/** First day of a round of this many years that another one follows on a day. */
const termBegin = (next: string, years: number): string => dayAfter(termEnd(next, -years))
/** What is proposed for the next round: its number, and its days after the round before, or after the term that all books share. */
export function nextRound(rounds: readonly Term[]): { roundNo: number; fromDay?: string; toDay?: string } {
  const last = lastOf(rounds)
  if (!last) return { roundNo: NEXT }
  const fromDay = dayAfter(last.toDay)
  return { roundNo: last.roundNo === null ? NEXT : last.roundNo + 1, fromDay, toDay: termEnd(fromDay, ARABLE_YEARS) }
}
/** What the next round does not go on from, where it begins on another day than the one after the term that all books share: households whose terms end then wait, or get a gap. */
export function leavesGap(rounds: readonly Term[], fromDay: unknown): Text | undefined {
  const last = lastOf(rounds)
  if (!last || last.roundNo !== null || typeof fromDay !== 'string') return undefined
  const begins = dayAfter(last.toDay)
  if (fromDay === begins) return undefined
  return both(
    `各户登记簿共同的承包期至${last.toDay}，新一轮一般自次日${begins}起：请与方案核对，确认无误后再提交复核。`,
    `The term that the household books share ends on ${last.toDay}, so that the next usually begins on ${begins}: compare it with the plan before it is confirmed.`,
  )
}
/** What a round says that is not usual for its number, told and not refused: the second and the later ones run thirty years. */
export function shortRound({ roundNo, fromDay, toDay }: Partial<Recorded>): Text | undefined {
  if (!roundNo || roundNo < 2 || !fromDay || !toDay || toDay <= fromDay || toDay >= termEnd(fromDay, ARABLE_YEARS)) return undefined
  return both(
    `第${roundNo}轮承包期一般为${ARABLE_YEARS}年（自${fromDay}至${termEnd(fromDay, ARABLE_YEARS)}），所填短于${ARABLE_YEARS}年：请与方案核对，确认无误后再提交复核。`,
    `Round ${roundNo} usually runs ${ARABLE_YEARS} years (${fromDay} to ${termEnd(fromDay, ARABLE_YEARS)}): compare the shorter one with the plan before it is confirmed.`,
  )
}
/** What a round says that no round may: it ends after it begins, and runs as long as the law has arable land contracted at most. */
export function roundDaysWrong({ roundNo, fromDay, toDay }: Recorded): Wrong[] {
  if (toDay <= fromDay) return [{ field: 'toDay', msg: both('承包期止应晚于承包期起', 'The round must end after its first day') }]
  const most = termEnd(fromDay, ARABLE_YEARS)
  return toDay > most
    ? [
        {
          field: 'toDay',
          msg: both(
            `耕地的承包期为${ARABLE_YEARS}年，第${roundNo}轮承包期自${fromDay}起最晚至${most}`,
            `Arable land is contracted for ${ARABLE_YEARS} years: round ${roundNo} from ${fromDay} ends on ${most} at the latest`,
          ),
        },
      ]
    : []
}
/**
 * What is wrong with a round beside those that are recorded: it goes on after the last of them, or before the first, and leaves no gap to its neighbour; where none is, only what it
 * says itself. `today`: yyyy-MM-dd.
 */
export function roundWrong(next: Recorded & { approvedDay: string }, rounds: readonly Recorded[], today: string): Wrong[] {
  const wrong: Wrong[] = roundDaysWrong(next)
  if (next.approvedDay > today) wrong.push({ field: 'approvedDay', msg: both('乡镇批准日期不能晚于今天', 'The plan must have been approved today or earlier') })
  const since = termBegin(next.fromDay, APPROVED_BEFORE)
  if (next.approvedDay < since || next.approvedDay > next.toDay)
    wrong.push({
      field: 'approvedDay',
      msg: both(
        `乡镇批准日期应在${since}（承包期起前${APPROVED_BEFORE}年）至承包期止之间`,
        `The day of approval is between ${since}, ${APPROVED_BEFORE} years before the round begins, and its last day`,
      ),
    })
  const [first, last] = [inOrder(rounds)[0], lastOf(rounds)]
  if (!first || !last) return wrong
  if (next.roundNo > last.roundNo + 1)
    wrong.push({
      field: 'roundNo',
      msg: both(
        `该发包方已登记到第${last.roundNo}轮，下一轮应为第${last.roundNo + 1}轮`,
        `Round ${last.roundNo} is the last one recorded: the next is round ${last.roundNo + 1}`,
      ),
    })
  if (next.roundNo < first.roundNo - 1)
    wrong.push({
      field: 'roundNo',
      msg: both(
        `该发包方已登记的最早一轮为第${first.roundNo}轮，补登的应为第${first.roundNo - 1}轮`,
        `Round ${first.roundNo} is the first one recorded: the one before it is round ${first.roundNo - 1}`,
      ),
    })
  return [...wrong, ...besideWrong(next, rounds)]
}
/** What of the days of a round does not fit its neighbours. */
function besideWrong(next: Recorded, rounds: readonly Recorded[]): Wrong[] {
  const crossed = rounds.find((r) => next.fromDay <= r.toDay && r.fromDay <= next.toDay)
  const before = lastOf(rounds.filter((r) => r.roundNo < next.roundNo))
  const after = inOrder(rounds.filter((r) => r.roundNo > next.roundNo))[0]
  if (crossed)
    return [
      {
        field: crossed.roundNo > next.roundNo ? 'toDay' : 'fromDay',
        msg: both(
          `与第${crossed.roundNo}轮承包期（${crossed.fromDay}至${crossed.toDay}）重叠`,
          `Overlaps round ${crossed.roundNo}, ${crossed.fromDay} to ${crossed.toDay}`,
        ),
      },
    ]
  const begins = before && dayAfter(before.toDay)
  if (begins && next.fromDay !== begins)
    return [
      {
        field: 'fromDay',
        msg: both(
          `第${before.roundNo}轮承包期至${before.toDay}，新一轮应自次日${begins}起`,
          `Round ${before.roundNo} ends on ${before.toDay}: the next begins the day after, ${begins}`,
        ),
      },
    ]
  const ends = after && dayBefore(after.fromDay)
  if (ends && next.toDay !== ends)
    return [
      {
        field: 'toDay',
        msg: both(
          `第${after.roundNo}轮承包期自${after.fromDay}起，上一轮应至前一日${ends}止`,
          `Round ${after.roundNo} begins on ${after.fromDay}: the one before it ends the day before, ${ends}`,
        ),
      },
    ]
  return []
}
