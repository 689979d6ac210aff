import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { making_plan, MAKING, STEP, STEP_RESULT, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { PUBLICITY } from '../../publicity/clock.ts'
import type { Publicity, Snapshot } from '../../publicity/publicity.ts'
import { moveRound } from '../../publicity/rounds.server.ts'
import type { Subject } from '../../publicity/subjects.server.ts'
import { heldPlan, planMoves, PLAN_SUBJECT } from './plan-rows.server.ts'
import { movePlan, tellStep } from './plan-steps.server.ts'

/** What is posted of a plan: what it moves; an objection is about the issuer, or about a household or parcel that is moved. */
export async function planSnapshot(ctx: Ctx, p: MakingPlan): Promise<Snapshot> {
  const moves = await planMoves(ctx, p)
  const targets = [p.fbfbm, ...moves.flatMap((m) => [m.dkbm, m.fromCbfbm, m.toCbfbm])].filter((c): c is string => !!c)
  return {
    businessName: p.planName,
    obligeName: null,
    targets: [...new Set(targets)],
    cbfbm: '',
    dk: moves.map((m) => ({ dkbm: m.dkbm, htmjm: m.areaMu, cbfbm: m.toCbfbm ?? '' })),
  }
}
/** The plan whose posting ended otherwise than by its days goes back to who makes it. */
async function goesBack(ctx: Ctx, p: Publicity, opinion: string): Promise<void> {
  const plan = await heldPlan(ctx, p.subjectId)
  // a dispute may be decided when the plan has gone on: then it binds the next version
  if (plan.status !== MAKING.posted) return
  await movePlan(ctx, plan, 'object')
  await tellStep(ctx, plan, STEP.objected, STEP_RESULT.back, opinion.slice(0, 254))
}
/** A plan of extension as it is posted. Its vote completes the posting; an objection that is upheld returns it. Source: business-flows.md 9.2. */
export const planSubject: Subject = {
  kind: PLAN_SUBJECT,
  hold: (ctx, p) => heldPlan(ctx, p.subjectId),
  requireActor: async () => {},
  snapshot: async (ctx, p) => planSnapshot(ctx, await rows.get(ctx, making_plan, p.subjectId!)),
  requireProof: async () => {},
  completed: async () => {},
  revoked: (ctx, p) => goesBack(ctx, p, '公示取消'),
  async upheld(ctx, p, _o, opinion) {
    if (p.status === PUBLICITY.doing) await moveRound(ctx, p, 'revoke')
    await goesBack(ctx, p, `异议成立：${opinion}`)
  },
}
