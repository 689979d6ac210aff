import { problems, type Wrong } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Draft } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, page } from '../../kit/server/query.server.ts'
import { crud, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { djb } from '../definitions/cbht.ts'
import { dayBefore } from '../definitions/household.ts'
import { ARABLE_YEARS } from '../definitions/terms.ts'
import { fbf, type Fbf } from '../definitions/fbf.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { fbf_round } from '../register/acts/tables.ts'
import { undo } from '../register/undo.server.ts'
import { write } from '../register/write.server.ts'
import { requirePaper } from '../restriction/papers.server.ts'
import { REQUEST } from '../restriction/request.ts'
import { judgedByTwo, judging, openOne, reasonIn, step, toJudge, type AsRead } from '../restriction/two-persons.server.ts'
import { extendsContracts, fbf_plan, nextRound, PLAN, roundWrong, type IssuerPlan } from './plan.ts'
import { withIssuer } from './figures.server.ts'
import { making_plan, MAKING } from './making-plan.ts'
import { roundProblems } from './problems.ts'

/** The rounds of an issuer that the register has, in their order. */
export const recordedRounds = (ctx: Ctx, fbfbm: string) =>
  flatRows(joinable(ctx, fbf_round), fbf_round)
    .where('fbf_round.countyCode', '=', countyOf(fbfbm))
    .where('fbf_round.fbfbm', '=', fbfbm)
    .orderBy('fbf_round.roundNo')
    .execute()
/** What the plans of an issuer are called, by their ids. */
export async function planNames(ctx: Ctx, fbfbm: string): Promise<ReadonlyMap<string, string>> {
  const found = await joinable(ctx, fbf_plan)
    .select(['fbf_plan.id', 'fbf_plan.planName'])
    .where('fbf_plan.countyCode', '=', countyOf(fbfbm))
    .where('fbf_plan.fbfbm', '=', fbfbm)
    .execute()
  return new Map(found.map((p) => [String(p.id), String(p.planName)]))
}

/** The issuer of a plan, held until the transaction ends: of two rounds that come at once the second sees the first. @throws no-fbf */
async function issuerHeld(ctx: Ctx, fbfbm: string): Promise<Fbf> {
  const found = await rows.find(ctx, fbf, { fbfbm, zt: ZT.valid }, true)
  if (!found) throw landProblems.noFbf({ fbfbm })
  return found
}
const knownRounds = async (ctx: Ctx, fbfbm: string) =>
  (await recordedRounds(ctx, fbfbm)).map((r) => ({ roundNo: Number(r.roundNo), fromDay: r.fromDay!, toDay: r.toDay!, causeKind: r.causeKind }))
/** Refuses what does not fit the recorded rounds. @throws round-exists, invalid */
async function requireNext(ctx: Ctx, fbfbm: string, plan: Draft<typeof fbf_plan>): Promise<void> {
  const known = await knownRounds(ctx, fbfbm)
  // what a package showed is put right by the paper, and comes back where that is taken back
  const same = known.find((r) => r.roundNo === plan.roundNo && r.causeKind !== 'import')
  if (same) throw roundProblems.exists({ no: same.roundNo, from: same.fromDay, to: same.toDay })
  const next = { roundNo: plan.roundNo!, fromDay: plan.fromDay!, toDay: plan.toDay!, approvedDay: plan.approvedDay! }
  const wrong = roundWrong(
    next,
    known.filter((r) => r.roundNo !== plan.roundNo),
    ctx.now.slice(0, 10),
  )
  if (wrong.length) throw problems.invalid(wrong)
}

/** Asks that the next round of an issuer be recorded, or changes what was asked for. Answers the id. */
async function propose(ctx: Ctx, input: SentRow<typeof fbf_plan>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, fbf_plan, input, [], { status: REQUEST.open })
  const before = input.id ? await openOne(ctx, fbf_plan, input.id, 'change') : undefined
  const fbfbm = String(before?.fbfbm ?? draft.fbfbm)
  const { regionCode } = await issuerHeld(ctx, fbfbm)
  await requireNext(ctx, fbfbm, draft)
  if (before) return rows.update(ctx, fbf_plan, before.id, draft, input)
  if (await rows.find(ctx, fbf_plan, { fbfbm, status: REQUEST.open })) throw roundProblems.open({ fbfbm })
  return rows.insert(ctx, fbf_plan, { ...draft, regionCode, status: REQUEST.open, proposer: ctx.who.realName })
}
/** What an approved plan of extension says of the round that it adds. */
export interface Approved {
  planName: string
  fromDay: string
  toDay: string
  reason: string
  proposer: string
}
/** The request that an approved plan is, with the number that its round has beside those that are recorded. */
async function approvedOf(ctx: Ctx, fbfbm: string, { fromDay, toDay, planName }: Pick<Approved, 'fromDay' | 'toDay' | 'planName'>) {
  const recorded = await recordedRounds(ctx, fbfbm)
  const stands = recorded.find((r) => r.fromDay === fromDay && r.causeKind === 'plan' && r.planId)
  const roundNo = Number(
    recorded.find((r) => r.fromDay === fromDay)?.roundNo ??
      nextRound(recorded.map((r) => ({ roundNo: r.roundNo!, fromDay: r.fromDay!, toDay: r.toDay! }))).roundNo,
  )
  return { stands, values: { roundNo, fromDay, toDay, planName, approvedDay: ctx.now.slice(0, 10) } }
}
/** What of the round of a plan does not fit those that the issuer has; the fields are those of a request. */
export async function approvedWrong(ctx: Ctx, fbfbm: string, plan: Pick<Approved, 'fromDay' | 'toDay' | 'planName'>): Promise<Wrong[]> {
  const { values } = await approvedOf(ctx, fbfbm, plan)
  const others = (await knownRounds(ctx, fbfbm)).filter((r) => r.roundNo !== values.roundNo)
  return roundWrong(values, others, ctx.now.slice(0, 10))
}
/**
 * Records the round of a plan that went through its whole way, approved today by the caller: the request that it is stands beside it as if two persons had
 * entered it. A round that an earlier version recorded with the same days stays; with others it is taken back first. Answers the id of the request.
 * @throws round-used, round-exists, invalid
 */
export async function recordApproved(ctx: Ctx, fbfbm: string, plan: Approved): Promise<string> {
  const { regionCode } = await issuerHeld(ctx, fbfbm)
  const { stands, values } = await approvedOf(ctx, fbfbm, plan)
  if (stands?.toDay === plan.toDay) return stands.planId!
  if (stands) await takeBack(ctx, (await rows.get(ctx, fbf_plan, stands.planId!, true)) as IssuerPlan, plan.reason)
  const row = (await rows.insertRow(ctx, fbf_plan, {
    ...values,
    fbfbm,
    regionCode,
    reason: plan.reason,
    proposer: plan.proposer,
    status: REQUEST.confirmed,
    ...judgedByTwo(ctx),
  })) as IssuerPlan
  await requireNext(ctx, fbfbm, row)
  await record(ctx, row)
  return row.id
}
/**
 * The plan that was approved on paper is the one in force of its issuer, under the id of its request, whose papers it shares. It says nothing of its mode, for
 * nobody entered what it moves.
 */
async function paperInForce(ctx: Ctx, row: IssuerPlan): Promise<void> {
  const versions = await flatRows(joinable(ctx, making_plan), making_plan)
    .where('making_plan.countyCode', '=', row.countyCode)
    .where('making_plan.fbfbm', '=', row.fbfbm!)
    .execute()
  const before = versions.find((v) => v.status === MAKING.effective)
  if (before) await rows.change(ctx, making_plan, before, { status: MAKING.replaced })
  await rows.insert(ctx, making_plan, {
    id: row.id,
    regionCode: row.regionCode,
    fbfbm: row.fbfbm,
    planName: row.planName,
    planYear: Number(row.approvedDay.slice(0, 4)),
    version: Math.max(0, ...versions.map((v) => v.version ?? 0)) + 1,
    status: MAKING.effective,
    roundEnd: dayBefore(row.fromDay),
    newTermYears: Math.max(1, Math.min(ARABLE_YEARS, Number(row.toDay.slice(0, 4)) - Number(row.fromDay.slice(0, 4)))),
    effectiveDay: ctx.now.slice(0, 10),
    roundPlanId: row.id,
  })
}
/** The register has the round of a request from today on. Answers whether it extends contracts. */
async function record(ctx: Ctx, row: IssuerPlan): Promise<boolean> {
  const fbfbm = row.fbfbm!
  // a round that is recorded behind time extends nothing: only the next one is the plan in force
  const plan = extendsContracts(row.roundNo!, await knownRounds(ctx, fbfbm)) ? { planId: row.id } : {}
  await write(ctx, {
    cause: { kind: 'plan', id: row.id },
    unit: `plan/${row.id}`,
    regionCode: row.regionCode,
    day: ctx.now.slice(0, 10),
    acts: [{ act: 'setIssuer', fbfbm, rounds: [{ no: row.roundNo!, from: row.fromDay!, to: row.toDay!, ...plan }] }],
  })
  return 'planId' in plan
}
/** The second person confirms: the register has the round from today on. */
async function confirm(ctx: Ctx, input: AsRead): Promise<void> {
  const row = (await toJudge(ctx, fbf_plan, input)) as IssuerPlan
  await requirePaper(ctx, row)
  const fbfbm = row.fbfbm!
  await issuerHeld(ctx, fbfbm)
  await requireNext(ctx, fbfbm, row)
  if (await record(ctx, row)) await paperInForce(ctx, row)
  await rows.change(ctx, fbf_plan, row, { status: REQUEST.confirmed, ...judgedByTwo(ctx) })
}

const plain = crud(fbf_plan)
/** {opinion}: takes a recorded round back, so that the right one can be recorded. @throws invalid without a reason, not-allowed-now, round-used for one in which books were registered since, not-undone */
async function undoRound(ctx: Ctx, input: AsRead & TextInput<'opinion'>): Promise<void> {
  const opinion = reasonIn(input, { zh: '请输入撤销原因', en: 'Please give the reason for taking it back' })
  const row = (await rows.get(ctx, fbf_plan, input.id ?? '', true)) as IssuerPlan
  if (row.status !== PLAN.confirmed) throw problems.notAllowedNow({ zh: '撤销该轮登记', en: 'take the round back' })
  rows.requireRevSaid(row, input.rev)
  await issuerHeld(ctx, row.fbfbm!)
  const plan = await rows.find(ctx, making_plan, { roundPlanId: row.id, status: MAKING.effective }, true)
  if (plan?.mode) throw roundProblems.ofPlan({ name: plan.planName })
  await takeBack(ctx, row, opinion)
  // a plan on paper was in force by its round alone
  if (plan) await rows.change(ctx, making_plan, plan, { status: MAKING.replaced })
}
/** The round leaves the register. @throws round-used, not-undone */
async function takeBack(ctx: Ctx, row: IssuerPlan, opinion: string): Promise<void> {
  const used = await joinable(ctx, djb)
    .select('djb.cbjyqzbm')
    .where('djb.countyCode', '=', countyOf(row.fbfbm!))
    .where('djb.fbfbm', '=', row.fbfbm!)
    .where('djb.cbqxq', '>=', row.fromDay!)
    .where('djb.cbqxq', '<=', row.toDay!)
    .where('djb.causeKind', '=', 'business')
    .where('djb.createTime', '>=', row.checkTime!)
    .executeTakeFirst()
  if (used) throw roundProblems.used({ no: row.roundNo!, code: used.cbjyqzbm! })
  await undo(ctx, { kind: 'plan', id: row.id }, row.regionCode)
  await rows.change(ctx, fbf_plan, row, { status: PLAN.undone, opinion })
}

export const planRoutes: readonly Route[] = [
  { ...plain.page, answer: { as: 'page', of: fbf_plan, also: ['fbfmc'] }, run: async (ctx, q) => withIssuer(ctx, await page(ctx, fbf_plan, q)) },
  plain.detail,
  { ...plain.submit, run: propose },
  ...judging(fbf_plan, confirm),
  step(fbf_plan, 'undo', `${fbf_plan.name}_check`, '撤销承包轮次登记', undoRound, { opinion: fbf_plan.fields.opinion }),
]
