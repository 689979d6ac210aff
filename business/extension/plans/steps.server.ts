import { both } from '../../../kit/model/lang.ts'
// Reporting a plan (posting it, then to the township), auditing it by township and county, and what it does when it is in force. Source: business-flows.md 9.2.
import { dict, note, ref, refs, type Field } from '../../../kit/model/field.ts'
import { readDraft } from '../../../kit/model/check.ts'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import type { Fields, CheckedFields } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { answering, reading, type Route, type SentDraft } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { making_plan, making_plan_step, MAKING, STEP, STEP_RESULT, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { recordApproved } from '../../../land/fbf/plan.server.ts'
import { publicity } from '../../publicity/publicity.ts'
import { postSubject } from '../../publicity/routes.server.ts'
import { postingToday } from '../../publicity/rounds.server.ts'
import { POSTED_DAYS } from './flow.ts'
import { heldPlan, planSteps, subjectFor, planVersions } from './plan-rows.server.ts'
import { movePlan, requireAct, tellStep } from './plan-steps.server.ts'
import { roundOfPlan } from './round.ts'
import { planSnapshot } from './subject.server.ts'

/** Why a round is recorded; the register keeps the office's language. */
const inForce = (version: number) => both(`延包方案第${version}版生效`, `Version ${version} of the plan is in force`)

const { startDate, days, place } = publicity.fields
/** What a posting is told beside the plan; asked of a draft alone. */
const POSTING = { startDate, days, place } as const
const optional = <F extends Field>(f: F) => ({ ...f, required: false as const })
const SAID = { opinion: note('意见', { en: 'Opinion', max: 254 }), attachments: refs('附件', 'attach', { en: 'Files' }) } as const
const VERDICT = { result: dict('审核结果', 'plan_result', { en: 'Result', required: true, values: [STEP_RESULT.pass, STEP_RESULT.back] }) } as const
const plan = ref('延包方案', 'making_plan', { en: 'Plan', required: true })
const REPORT = { makingPlanId: plan, startDate: optional(startDate), days: optional(days), place: optional(place), ...SAID }
const AUDIT = { makingPlanId: plan, ...VERDICT, ...SAID }

/** The values of these fields in a body. @throws invalid */
function readBody<F extends Fields>(input: Readonly<Record<string, unknown>>, fields: F): CheckedFields<F> {
  const { draft, wrong } = readDraft(fields, Object.fromEntries(Object.keys(fields).map((n) => [n, input[n]])))
  if (wrong.length) throw problems.invalid(wrong)
  return draft as CheckedFields<F>
}
/** A draft is posted in its group or village; one that was voted on goes to the township. */
async function report(ctx: Ctx, input: SentDraft<typeof REPORT>): Promise<void> {
  const p = await heldPlan(ctx, input.makingPlanId)
  const { opinion, attachments } = readBody(input, SAID)
  if (p.status === MAKING.draft) {
    await requireAct(ctx, p, 'post')
    const posting = readBody(input, POSTING)
    rows.requireDays(ctx, POSTING, posting)
    const title = `${p.planName}公示`.slice(0, 100)
    const told = { title, startDate: posting.startDate, days: Number(posting.days), place: posting.place }
    const publicityId = await postSubject(ctx, subjectFor(p), told, POSTED_DAYS, await planSnapshot(ctx, p))
    // what a former meeting decided was about another text
    await movePlan(ctx, p, 'post', { publicityId, meetingDate: null, votersTotal: null, attendees: null, agreeCount: null })
    await tellStep(ctx, p, STEP.posted, STEP_RESULT.done, opinion, attachments)
    return
  }
  await requireAct(ctx, p, 'report')
  await movePlan(ctx, p, 'report')
  await tellStep(ctx, p, STEP.reported, STEP_RESULT.done, opinion, attachments)
}
/** By the township, then by the county, each by another person than who acted before. A return says why. */
async function audit(ctx: Ctx, input: SentDraft<typeof AUDIT>): Promise<void> {
  const p = await heldPlan(ctx, input.makingPlanId)
  await requireAct(ctx, p, 'audit')
  const { result, opinion, attachments } = readBody(input, { ...VERDICT, ...SAID })
  const step = p.status === MAKING.reported ? STEP.town : STEP.county
  if (result === STEP_RESULT.back) {
    if (!opinion) throw invalidField('opinion', { zh: '请输入退回意见', en: 'Say why the plan goes back' })
    await movePlan(ctx, p, 'back')
  } else if (step === STEP.town) await movePlan(ctx, p, 'pass')
  else await takeEffect(ctx, p)
  await tellStep(ctx, p, step, String(result), opinion, attachments)
}
/**
 * A plan is in force: the version before it is replaced, and the register has its round, from which the households of the issuer can be extended
 * (renew.requirePlan follows from it, rulings.md 69).
 */
async function takeEffect(ctx: Ctx, p: MakingPlan): Promise<void> {
  const before = (await planVersions(ctx, p.fbfbm)).find((v) => v.status === MAKING.effective)
  if (before) await movePlan(ctx, await heldPlan(ctx, before.id), 'replace')
  const reporter = (await planSteps(ctx, p)).findLast((s) => s.step === STEP.reported)?.user ?? ''
  const round = roundOfPlan({ roundEnd: p.roundEnd, newTermYears: Number(p.newTermYears) })
  const roundPlanId = await recordApproved(ctx, p.fbfbm, { ...round, planName: p.planName, proposer: reporter, reason: inForce(p.version ?? 1).zh })
  await movePlan(ctx, p, 'pass', { roundPlanId, effectiveDay: postingToday(ctx) })
}

const AT = '/ybProcess/comment'
const act = { method: 'POST', scope: 'land', answer: 'nothing' } as const
const { step, user, time, result, opinion, attachments } = making_plan_step.fields
export const stepRoutes: readonly Route[] = [
  { ...act, path: `${AT}/report`, perm: 'making_plan_report', audit: 'making_plan.report', summary: '公示或上报延包方案', body: REPORT, run: report },
  { ...act, path: `${AT}/audit`, perm: 'making_plan_audit', audit: 'making_plan.audit', summary: '审核延包方案', body: AUDIT, run: audit },
  answering(
    reading('land', 'making_plan_view')(`${AT}/getProcessList`, '延包方案办理过程', ['makingPlanId'], async (ctx, q) =>
      (await planSteps(ctx, await rows.get(ctx, making_plan, q.makingPlanId ?? ''))).map((s) => ({
        id: s.id,
        step: s.step,
        user: s.user,
        time: s.time,
        result: s.result,
        opinion: s.opinion,
        attachments: s.attachments,
      })),
    ),
    { as: 'rows', of: { step, user, time, result, opinion, attachments }, also: ['id'] },
  ),
]
