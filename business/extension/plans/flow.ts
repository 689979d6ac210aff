// How a plan of extension goes on, and why a step is not possible now. Pure. Source: business-flows.md 9.2.
import { both, type Text } from '../../../kit/model/lang.ts'
import { problems, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { MAKING, PLAN_MODE } from '../../../land/fbf/making-plan.ts'
import { planProblems } from './problems.ts'

/** The states of a plan; null is no row. `object`: an objection was upheld, or the posting cancelled. `replace`: a corrected version takes its place. */
export const PLAN_FLOW = [
  [null, 'submit', MAKING.draft],
  [MAKING.draft, 'submit', MAKING.draft],
  [MAKING.returned, 'submit', MAKING.draft],
  [MAKING.draft, 'post', MAKING.posted],
  [MAKING.posted, 'vote', MAKING.voted],
  [MAKING.posted, 'object', MAKING.returned],
  [MAKING.voted, 'report', MAKING.reported],
  [MAKING.reported, 'pass', MAKING.passed],
  [MAKING.reported, 'back', MAKING.returned],
  [MAKING.passed, 'pass', MAKING.effective],
  [MAKING.passed, 'back', MAKING.returned],
  [MAKING.effective, 'replace', MAKING.replaced],
  [MAKING.draft, 'remove', null],
  [MAKING.returned, 'remove', null],
] as const
export type PlanEvent = (typeof PLAN_FLOW)[number][1]
/** What a person may do with a plan, in the order of its way. */
export const PLAN_ACTS = ['submit', 'post', 'vote', 'report', 'audit', 'remove', 'correct'] as const
export type PlanAct = (typeof PLAN_ACTS)[number]
const DOES: Readonly<Record<PlanAct, Text>> = {
  submit: both('修改方案', 'change the plan'),
  post: both('公示方案', 'post the plan'),
  vote: both('登记会议表决', 'record the vote'),
  report: both('上报方案', 'report the plan'),
  audit: both('审核方案', 'audit the plan'),
  remove: both('删除方案', 'remove the plan'),
  correct: both('更正方案', 'correct the plan'),
}

/** Days that a plan is posted at least. Source: rulings.md 26. */
export const POSTED_DAYS = 15
/** Longest code of the region of who audits for the township, and for the county. */
const LEVEL = { [MAKING.reported]: 9, [MAKING.passed]: 6 } as const
interface Person {
  id: string
  name: string
}
/** What is asked of a plan and of who wants to do something with it. */
export interface PlanFacts {
  status: string
  mode: string | null
  moves: number
  /** the version that is under way beside one in force */
  open?: number
  /** what keeps its posting from being over */
  posting?: Problem
  /** who reported it, and who passed it for the township, this time */
  reporter?: Person
  town?: Person
  who: Person & { regionCode: string }
}
const isAudited = (status: string): status is keyof typeof LEVEL => status in LEVEL
/** Why somebody may not do this with a plan now; undefined where it is possible. The screen and the server ask the same. */
export function planRefusal(act: PlanAct, f: PlanFacts): Problem | undefined {
  if (act === 'audit') {
    if (!isAudited(f.status)) return problems.notAllowedNow(DOES.audit)
    if (f.who.regionCode.length > LEVEL[f.status]) return f.status === MAKING.reported ? planProblems.townAudits() : planProblems.countyAudits()
    const before = [f.reporter, ...(f.status === MAKING.passed ? [f.town] : [])].find((p) => p?.id === f.who.id)
    return before && planProblems.ownAudit({ name: before.name })
  }
  if (act === 'correct') {
    if (f.open !== undefined) return planProblems.open({ version: f.open })
    return f.status === MAKING.effective ? undefined : problems.notAllowedNow(DOES.correct)
  }
  if (act === 'submit' && (f.status === MAKING.effective || f.status === MAKING.replaced)) return planProblems.inForce()
  if (!PLAN_FLOW.some(([from, event]) => from === f.status && event === act)) return problems.notAllowedNow(DOES[act])
  if (act === 'post' && f.mode === PLAN_MODE.adjusted && f.moves === 0) return planProblems.noMoves()
  return act === 'vote' ? f.posting : undefined
}

/** What the meeting of the members decided. */
export interface Vote {
  meetingDate: string
  votersTotal: number
  attendees: number
  agreeCount: number
}
/** Fewest votes in favour that pass a plan: two thirds of those who may vote. Source: business-flows.md 9.2. */
export const votesNeeded = (votersTotal: number): number => Math.ceil((votersTotal * 2) / 3)
/** What is wrong with a vote. `postedUntil`: the last day of the posting, yyyy-MM-dd. */
export function voteWrong({ meetingDate, votersTotal, attendees, agreeCount }: Vote, postedUntil: string | null): Wrong[] {
  const need = votesNeeded(votersTotal)
  return [
    ...(postedUntil && meetingDate <= postedUntil
      ? [
          {
            field: 'meetingDate',
            msg: both(`会议应在公示结束（${postedUntil}）之后召开`, `The meeting is held after the posting, which ended on ${postedUntil}`),
          },
        ]
      : []),
    ...(attendees > votersTotal
      ? [{ field: 'attendees', msg: both(`实到${attendees}人，多于应到${votersTotal}人`, `${attendees} attended, more than the ${votersTotal} who may vote`) }]
      : []),
    ...(agreeCount > attendees
      ? [{ field: 'agreeCount', msg: both(`同意${agreeCount}人，多于实到${attendees}人`, `${agreeCount} agreed, more than the ${attendees} who attended`) }]
      : []),
    ...(agreeCount < need
      ? [
          {
            field: 'agreeCount',
            msg: both(
              `同意${agreeCount}人，不足应到${votersTotal}人的三分之二（至少${need}人），方案未通过`,
              `${agreeCount} of ${votersTotal} agreed, fewer than two thirds (${need}): the plan is not passed`,
            ),
          },
        ]
      : []),
  ]
}
