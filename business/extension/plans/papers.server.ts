// Prints the papers of a plan and their sample forms. Source: documents.md 11.2, 11.3, 11.4, 11.7.
import { sql } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { asFile, reading, type DeferredResponse, type Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import { making_plan } from '../../../land/fbf/making-plan.ts'
import { render } from '../../../land/paper/render.server.ts'
import { pdfLater } from '../../../services/typeset/pdf.server.ts'
import { moveFacts, planMoves, planPosting, planSteps } from './plan-rows.server.ts'
import { isPlanPaper, PLAN_PAPERS, planLetterOf, SAMPLE, type PlanPaperFacts, type PresentState } from './papers.ts'
import { roundOfPlan } from './round.ts'

/** Land that is contracted, and reserve land (dictionary dklb). */
const CONTRACTED = '10'
const RESERVED = '22'
/** Households of one voting sheet at most. */
const MOST_HEADS = 2000

/** How an issuer stands now; two statements. */
async function stateOf(ctx: Ctx, fbfbm: string): Promise<{ state: PresentState; heads: string[] }> {
  const households = await joinable(ctx, cbf)
    .select(['cbf.cbfmc', 'cbf.cbfcysl', sql<boolean>`cbf.cbjyqzbm is not null`.as('isLanded')])
    .where('cbf.countyCode', '=', countyOf(fbfbm))
    .where('cbf.fbfbm', '=', fbfbm)
    .where('cbf.zt', '=', ZT.valid)
    .where('cbf.cbflx', '=', CBFLX.household)
    .orderBy('cbf.cbfbm')
    .limit(MOST_HEADS)
    .execute()
  const of = (dklb: string) => sql`dk.dklb = ${dklb}`
  const land = await joinable(ctx, dk)
    .select([
      sql<string>`count(*) filter (where ${of(CONTRACTED)})`.as('parcels'),
      sql<string>`coalesce(sum(dk.scmjm) filter (where ${of(CONTRACTED)}), 0)::numeric(15,2)::text`.as('areaMu'),
      sql<string>`count(*) filter (where ${of(RESERVED)})`.as('reserve'),
      sql<string>`coalesce(sum(dk.scmjm) filter (where ${of(RESERVED)}), 0)::numeric(15,2)::text`.as('reserveMu'),
    ])
    .where('dk.countyCode', '=', countyOf(fbfbm))
    .where('dk.fbfbm', '=', fbfbm)
    .where('dk.zt', '=', ZT.valid)
    .executeTakeFirstOrThrow()
  const state = {
    households: households.length,
    members: households.reduce((n, h) => n + Number(h.cbfcysl ?? 0), 0),
    parcels: Number(land.parcels),
    areaMu: land.areaMu,
    reserve: Number(land.reserve),
    reserveMu: land.reserveMu,
    landless: households.filter((h) => !h.isLanded).length,
  }
  return { state, heads: households.map((h) => String(h.cbfmc)) }
}
async function factsOf(ctx: Ctx, id: string): Promise<PlanPaperFacts> {
  const plan = await rows.get(ctx, making_plan, id)
  const moves = await planMoves(ctx, plan)
  const known = await moveFacts(ctx, plan.fbfbm, moves)
  const issuer = await joinable(ctx, fbf)
    .select('fbf.fbfmc')
    .where('fbf.countyCode', '=', plan.countyCode)
    .where('fbf.fbfbm', '=', plan.fbfbm)
    .executeTakeFirst()
  const name = (code: string | null) => (code ? (known.households.get(code) ?? code) : '')
  return {
    plan,
    issuer: issuer?.fbfmc ?? plan.fbfbm,
    round: roundOfPlan({ roundEnd: plan.roundEnd, newTermYears: Number(plan.newTermYears) }),
    ...(await stateOf(ctx, plan.fbfbm)),
    moves: moves.map((m) => ({
      from: name(m.fromCbfbm),
      to: name(m.toCbfbm),
      parcel: [known.parcels.get(m.dkbm)?.dkmc, m.dkbm].filter(Boolean).join(' '),
      areaMu: String(m.areaMu),
      reason: m.reason,
    })),
    posting: await planPosting(ctx, plan),
    opinions: (await planSteps(ctx, plan)).map((s) => ({ step: s.step ?? '', user: s.user ?? '', time: s.time ?? '', opinion: s.opinion ?? '' })),
    today: ctx.now.slice(0, 10),
  }
}
/** One paper as PDF. @throws not-found for a paper that there is not */
async function print(ctx: Ctx, paper: string | undefined, facts: () => Promise<PlanPaperFacts>): Promise<DeferredResponse> {
  if (!isPlanPaper(paper)) throw problems.notFound(both('文书', 'Paper'))
  const letter = planLetterOf(paper, await facts())
  const title = PLAN_PAPERS[paper].zh
  return pdfLater(title, ctx.now, [(t) => render('letter', () => ({ title, letters: [letter] }), t)])
}
const read = reading('land', 'making_plan_view')
export const planPaperRoutes: readonly Route[] = [
  asFile(read('/ybProcess/makingPlan/print', '打印延包方案文书', ['id', 'paper'], (ctx, q) => print(ctx, q.paper, () => factsOf(ctx, q.id ?? '')))),
  asFile(read('/ybProcess/fbfBusiness/example/download', '下载发包方资料样表', ['paper'], (ctx, q) => print(ctx, q.paper || 'plan', async () => SAMPLE))),
]
