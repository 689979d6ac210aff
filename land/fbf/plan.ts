import { date, datetime, dict, int, note, region, text } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { dayAfter, termEnd } from '../definitions/household.ts'
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
    approvedDay: date('乡镇批准日期', { en: 'Day of approval', required: true, width: 120 }),
    reason: note('登记原因', { en: 'Reason', required: true, max: 500, column: false }),
    proposer: text('申请人', { en: 'Proposed by', max: 50, ...none, width: 100 }),
    checker: text('复核人', { en: 'Checked by', max: 50, ...none, width: 100 }),
    checkTime: datetime('复核时间', { en: 'Checked', ...none, column: false }),
    opinion: note('复核意见', { en: 'Opinion', max: 500, ...none, column: false }),
  },
})
export type Plan = Row<typeof fbf_plan>

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
/** Years of a renewed term. Source: business-flows.md 4.10. */
const TERM = 30
/** The round that comes first where none is recorded: contracts of the second end now. */
const NEXT = 3

const lastOf = <R extends Term>(rounds: readonly R[]): R | undefined => rounds.toSorted((a, b) => (a.roundNo ?? 0) - (b.roundNo ?? 0)).at(-1)
/** What is proposed for the next round: its number, and its days after the round before, or after the term that all books share. */
export function nextRound(rounds: readonly Term[]): { roundNo: number; fromDay?: string; toDay?: string } {
  const last = lastOf(rounds)
  if (!last) return { roundNo: NEXT }
  const fromDay = dayAfter(last.toDay)
  return { roundNo: last.roundNo === null ? NEXT : last.roundNo + 1, fromDay, toDay: termEnd(fromDay, TERM) }
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
/** What is wrong with a round that is to follow those that are recorded; where none is, only what it says itself. `today`: yyyy-MM-dd. */
export function roundWrong(next: Recorded & { approvedDay: string }, rounds: readonly Recorded[], today: string): Wrong[] {
  const wrong: Wrong[] = []
  if (next.toDay <= next.fromDay) wrong.push({ field: 'toDay', msg: both('承包期止应晚于承包期起', 'The round ends after its first day') })
  if (next.approvedDay > today) wrong.push({ field: 'approvedDay', msg: both('乡镇批准日期不能晚于今天', 'The plan was approved today or before') })
  const last = lastOf(rounds)
  if (!last) return wrong
  const { roundNo, toDay } = last
  if (next.roundNo !== roundNo + 1)
    wrong.push({
      field: 'roundNo',
      msg: both(
        `该发包方已登记到第${roundNo}轮，下一轮应为第${roundNo + 1}轮`,
        `Round ${roundNo} is the last that is recorded: the next is round ${roundNo + 1}`,
      ),
    })
  const crossed = rounds.find((r) => next.fromDay <= r.toDay && r.fromDay <= next.toDay)
  const begins = dayAfter(toDay)
  if (crossed)
    wrong.push({
      field: 'fromDay',
      msg: both(
        `与第${crossed.roundNo}轮承包期（${crossed.fromDay}至${crossed.toDay}）重叠`,
        `Overlaps round ${crossed.roundNo}, ${crossed.fromDay} to ${crossed.toDay}`,
      ),
    })
  else if (next.fromDay !== begins)
    wrong.push({
      field: 'fromDay',
      msg: both(`第${roundNo}轮承包期至${toDay}，新一轮应自次日${begins}起`, `Round ${roundNo} ends on ${toDay}: the next begins the day after, ${begins}`),
    })
  return wrong
}
