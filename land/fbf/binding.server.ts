import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, pick } from '../../kit/server/query.server.ts'
import { making_plan, making_plan_move, MAKING, type BindingPlan } from './making-plan.ts'

/**
 * The plan of an issuer that is in force, with what it moves; undefined where there is none, or only one that was approved on paper, of which nobody entered
 * what it moves. One statement, and one for the adjustments.
 */
export async function bindingPlan(ctx: Ctx, fbfbm: string): Promise<BindingPlan | undefined> {
  const plan = await joinable(ctx, making_plan)
    .select(['making_plan.id', ...pick(making_plan, 'planName', 'version')])
    .where('making_plan.countyCode', '=', countyOf(fbfbm))
    .where('making_plan.fbfbm', '=', fbfbm)
    .where('making_plan.status', '=', MAKING.effective)
    .where('making_plan.mode', 'is not', null)
    .executeTakeFirst()
  if (!plan) return undefined
  const moves = await joinable(ctx, making_plan_move)
    .select(pick(making_plan_move, 'fromCbfbm', 'toCbfbm', 'dkbm'))
    .where('making_plan_move.countyCode', '=', countyOf(fbfbm))
    .where('making_plan_move.planId', '=', String(plan.id))
    .$castTo<BindingPlan['moves'][number]>()
    .execute()
  return { planName: String(plan.planName), version: Number(plan.version), moves }
}
