// Reads plans of extension with what stands beside them: their adjustments, steps, posting, and what the register knows of what they name.
import { sql } from 'kysely'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, joinable, pick } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { MAKING, making_plan, making_plan_move, making_plan_step, STEP, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { personName } from '../../../platform/people/name.ts'
import { PUBLICITY } from '../../publicity/clock.ts'
import { publicityProblems } from '../../publicity/problems.ts'
import { publicity, type Publicity } from '../../publicity/publicity.ts'
import { newestOf, notClosable, postingToday } from '../../publicity/rounds.server.ts'
import type { PlanFacts } from './flow.ts'
import { NO_FACTS, type MoveFacts, type Moved } from './moves.ts'

/** What a posting names a plan (`subjectKind`). */
export const PLAN_SUBJECT = 'plan'
export const subjectFor = (p: Pick<MakingPlan, 'id' | 'regionCode'>) => ({ kind: PLAN_SUBJECT, id: p.id, regionCode: p.regionCode })

/** Adjustments of a plan in the order in which they were entered. */
export const planMoves = (ctx: Ctx, p: Pick<MakingPlan, 'id' | 'countyCode'>) =>
  flatRows(joinable(ctx, making_plan_move), making_plan_move)
    .where('making_plan_move.countyCode', '=', p.countyCode)
    .where('making_plan_move.planId', '=', p.id)
    .orderBy('making_plan_move.id')
    .execute()
/** Steps of a plan, the first one first. */
export const planSteps = (ctx: Ctx, p: Pick<MakingPlan, 'id' | 'countyCode'>) =>
  flatRows(joinable(ctx, making_plan_step), making_plan_step)
    .where('making_plan_step.countyCode', '=', p.countyCode)
    .where('making_plan_step.planId', '=', p.id)
    .orderBy('making_plan_step.id')
    .execute()
/** The posting of a plan, where one was begun. */
export const planPosting = (ctx: Ctx, p: MakingPlan): Promise<Publicity | undefined> => newestOf(ctx, subjectFor(p))

/** What the register knows of the parcels and households that adjustments name; three statements. */
export async function moveFacts(ctx: Ctx, fbfbm: string, moves: readonly Pick<Moved, 'fromCbfbm' | 'toCbfbm' | 'dkbm'>[]): Promise<MoveFacts> {
  if (moves.length === 0) return NO_FACTS
  const county = countyOf(fbfbm)
  const codes = [...new Set(moves.map((m) => m.dkbm))]
  const parcels = await joinable(ctx, dk)
    .select([...pick(dk, 'dkbm', 'dkmc'), sql<string | null>`dk.scmjm::text`.as('scmjm')])
    .where('dk.countyCode', '=', county)
    .where('dk.fbfbm', '=', fbfbm)
    .where('dk.dkbm', 'in', codes)
    .where('dk.zt', '=', ZT.valid)
    .execute()
  const held = await joinable(ctx, cbdkxx)
    .select([...pick(cbdkxx, 'dkbm', 'cbfbm'), sql<string>`cbdkxx.htmjm::text`.as('htmjm')])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.dkbm', 'in', codes)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  const wanted = [...new Set([...moves.flatMap((m) => [m.fromCbfbm, m.toCbfbm]), ...held.map((h) => h.cbfbm)])].filter((c): c is string => !!c)
  const households = await joinable(ctx, cbf)
    .select(pick(cbf, 'cbfbm', 'cbfmc'))
    .where('cbf.countyCode', '=', county)
    .where('cbf.fbfbm', '=', fbfbm)
    .where('cbf.cbfbm', 'in', wanted.length ? wanted : [''])
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  return {
    parcels: new Map(parcels.map((p) => [String(p.dkbm), { dkmc: p.dkmc, scmjm: p.scmjm }])),
    held: held.map((h) => ({ dkbm: String(h.dkbm), cbfbm: String(h.cbfbm), htmjm: h.htmjm })),
    households: new Map(households.map((h) => [String(h.cbfbm), String(h.cbfmc)])),
  }
}

/** Versions of the plans of an issuer, the latest first. */
export const planVersions = (ctx: Ctx, fbfbm: string) =>
  flatRows(joinable(ctx, making_plan), making_plan)
    .where('making_plan.countyCode', '=', countyOf(fbfbm))
    .where('making_plan.fbfbm', '=', fbfbm)
    .orderBy('making_plan.version', 'desc')
    .execute()
/** The plan of an issuer that is under way. */
export const openVersion = (all: readonly { status: string | null; version: number | null }[]): number | undefined =>
  all.find((v) => v.status !== MAKING.effective && v.status !== MAKING.replaced)?.version ?? undefined

type Step = Awaited<ReturnType<typeof planSteps>>[number]
const personOf = (s: Step | undefined) => s && { id: s.createUser, name: s.user ?? '' }
/** Who reported the plan and who passed it for the township, since it was last drafted. */
function actorsOf(steps: readonly Step[]) {
  const last = (step: string) => steps.findLast((s) => s.step === step)
  const [reporter, town] = [last(STEP.reported), last(STEP.town)]
  return { ...(reporter ? { reporter: personOf(reporter)! } : {}), ...(town && reporter && town.id > reporter.id ? { town: personOf(town)! } : {}) }
}
/** What is asked of a plan before any step of it. */
export async function planFacts(ctx: Ctx, p: MakingPlan): Promise<PlanFacts> {
  const steps = await planSteps(ctx, p)
  const open = p.status === MAKING.effective ? openVersion(await planVersions(ctx, p.fbfbm)) : undefined
  const why = p.status === MAKING.posted ? await postingKeeps(ctx, await planPosting(ctx, p)) : undefined
  return {
    status: p.status!,
    mode: p.mode,
    moves: (await planMoves(ctx, p)).length,
    ...(open === undefined ? {} : { open }),
    ...(why ? { posting: why } : {}),
    ...actorsOf(steps),
    who: { id: ctx.who.userId, name: personName(ctx.who), regionCode: ctx.who.regionCode },
  }
}
/** What keeps a posting from being over: it is none, it has not begun, days are left, objections are open. */
async function postingKeeps(ctx: Ctx, posting: Publicity | undefined) {
  if (!posting?.startDate) return publicityProblems.notPosted()
  if (posting.status === PUBLICITY.done) return undefined
  if (posting.startDate > postingToday(ctx)) return publicityProblems.later({ day: posting.startDate })
  return (await notClosable(ctx, posting))[0]
}
/** A plan, held until the transaction ends. */
export const heldPlan = async (ctx: Ctx, id: unknown): Promise<MakingPlan> => await rows.get(ctx, making_plan, String(id ?? ''), true)
/** First and last day of postings and how they stand, by their ids: what a list of plans says of them. One statement. */
export async function postingsOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Pick<Publicity, 'startDate' | 'endDate'>>()
  const found = await joinable(ctx, publicity)
    .select(['publicity.id', ...pick(publicity, 'startDate', 'endDate')])
    .where('publicity.id', 'in', [...ids])
    .execute()
  return new Map(found.map((p) => [String(p.id), p as Pick<Publicity, 'startDate' | 'endDate'>]))
}
