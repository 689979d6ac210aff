import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { making_plan, making_plan_step, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { personName } from '../../../platform/people/name.ts'
import { next } from '../../cases/rules/flow.ts'
import { PLAN_FLOW, planRefusal, type PlanAct, type PlanEvent } from './flow.ts'
import { planFacts } from './plan-rows.server.ts'

/** Moves a plan along its way. @throws not-allowed-now */
export async function movePlan(ctx: Ctx, p: MakingPlan, event: PlanEvent, set: Partial<MakingPlan> = {}): Promise<MakingPlan> {
  const to = next(PLAN_FLOW, p.status, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该方案', en: 'do this with the plan' })
  return (await rows.change(ctx, making_plan, p, { ...set, status: to })) as MakingPlan
}
/** Writes a step of a plan: who did what, how it ended, with what opinion and files. */
export const tellStep = (
  ctx: Ctx,
  p: Pick<MakingPlan, 'id' | 'regionCode'>,
  step: string,
  result: string,
  opinion: string | null = null,
  attachments: string | null = null,
) =>
  rows.insert(ctx, making_plan_step, { regionCode: p.regionCode, planId: p.id, step, result, opinion, attachments, user: personName(ctx.who), time: ctx.now })
/** Refuses what is not possible with a plan as it stands, or not to the caller. */
export async function requireAct(ctx: Ctx, p: MakingPlan, act: PlanAct): Promise<void> {
  const why = planRefusal(act, await planFacts(ctx, p))
  if (why) throw why
}
