// Plans of extension: their list and record, drafting them, recording the vote, removing them. Source: business-flows.md 9.2; screens.md D3.
import { listOf, text, type Field } from '../../../kit/model/field.ts'
import { invalidField, problems, type Wrong } from '../../../kit/model/problem.ts'
import { readDraft } from '../../../kit/model/check.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, page } from '../../../kit/server/query.server.ts'
import { answering, crud, detail, ids, listing, type Route, type SentDraft, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { fbf, type Fbf } from '../../../land/definitions/fbf.ts'
import { landProblems } from '../../../land/definitions/problems.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import { withIssuer } from '../../../land/fbf/figures.server.ts'
import {
  making_plan,
  making_plan_move,
  making_plan_step,
  MAKING,
  PLAN_MODE,
  STEP,
  STEP_RESULT,
  type MakingPlan,
  type PlanWorker,
} from '../../../land/fbf/making-plan.ts'
import { approvedWrong } from '../../../land/fbf/plan.server.ts'
import { PUBLICITY } from '../../publicity/clock.ts'
import { completeRound } from '../../publicity/routes.server.ts'
import { leftOf, objectionsOf } from '../../publicity/rounds.server.ts'
import { PLAN_ACTS, voteWrong, planRefusal, type Vote } from './flow.ts'
import { isDone, movesWrong, type Moved } from './moves.ts'
import { heldPlan, moveFacts, planMoves, openVersion, planFacts, planPosting, postingsOf, planSteps, planVersions } from './plan-rows.server.ts'
import { movePlan, requireAct, tellStep } from './plan-steps.server.ts'
import { planProblems } from './problems.ts'
import { roundOfPlan } from './round.ts'
import { planSubject } from './subject.server.ts'

/** What the meeting is told of, beside the definition that keeps it. */
const { meetingDate, votersTotal, attendees, agreeCount } = making_plan.fields
const asked = <F extends Field>(f: F) => ({ ...f, form: 'edit' as const, required: true as const, min: f.kind === 'int' ? 0 : undefined })
const VOTE = { meetingDate: asked(meetingDate), votersTotal: { ...asked(votersTotal), min: 1 }, attendees: asked(attendees), agreeCount: asked(agreeCount) }
const WORKER = {
  name: text('姓名', { en: 'Name', required: true, max: 50, name: true, format: 'name' }),
  role: text('职务', { en: 'Role', required: true, max: 50 }),
  phone: text('联系电话', { en: 'Phone', max: 20, format: 'contactPhone' }),
}
/** People of one work group, and adjustments of one plan, at most. */
const MOST = { workGroup: 50, moves: 1000 } as const

/** Entries of a list that a body carries, each checked by its fields. */
function readList<T>(name: keyof typeof MOST, raw: unknown, fields: Readonly<Record<string, Field>>): { list: T[]; wrong: Wrong[] } {
  if (raw === undefined || raw === null) return { list: [], wrong: [] }
  if (!Array.isArray(raw) || raw.length > MOST[name]) throw invalidField(name, { zh: `最多${MOST[name]}条`, en: `At most ${MOST[name]} entries` })
  const read = raw.map((r, i) => {
    const entry = r && typeof r === 'object' ? (r as Record<string, unknown>) : {}
    const known = Object.fromEntries(Object.entries(entry).filter(([n]) => Object.hasOwn(fields, n)))
    const { draft, wrong } = readDraft(fields, known)
    return { draft, wrong: wrong.map((w) => ({ ...w, field: `${name}.${i}.${w.field}` })) }
  })
  return { list: read.map((r) => r.draft as T), wrong: read.flatMap((r) => r.wrong) }
}
const { fromCbfbm, toCbfbm, dkbm, areaMu, reason } = making_plan_move.fields
const MOVE = { fromCbfbm, toCbfbm, dkbm, areaMu, reason }
/** What the form of a plan sends: the plan with its lists, and the vote once it was posted. */
const BODY = { ...making_plan.fields, ...VOTE, moves: listOf('方案调整', 'Adjustments', MOVE), workGroup: listOf('工作组', 'Work group', WORKER) }
type SentPlan = SentDraft<typeof BODY>

/** The issuer of a plan, held until the transaction ends: of two plans that come at once the second sees the first. @throws no-fbf */
async function issuerOf(ctx: Ctx, fbfbm: string): Promise<Fbf> {
  const found = await rows.find(ctx, fbf, { fbfbm, zt: ZT.valid }, true)
  if (!found) throw landProblems.noFbf({ fbfbm })
  return found
}
/** Drafts a plan, changes a draft or one that was returned. Answers the id. */
async function saveDraft(ctx: Ctx, input: SentPlan, stands: MakingPlan | undefined): Promise<string> {
  const { moves: sentMoves, workGroup, ...fields } = input
  const sentGroup = workGroup === '' ? undefined : workGroup
  const draft = await rows.checkedDraft(ctx, making_plan, fields)
  const fbfbm = stands?.fbfbm ?? draft.fbfbm
  const { regionCode } = await issuerOf(ctx, fbfbm)
  const group = readList<PlanWorker>('workGroup', sentGroup, WORKER)
  const moves = readList<Moved>('moves', sentMoves, MOVE)
  const malformed = [...group.wrong, ...moves.wrong]
  if (malformed.length) throw problems.invalid(malformed)
  if (draft.mode === PLAN_MODE.direct && moves.list.length)
    throw invalidField('moves', { zh: '直接延包的方案不调整地块', en: 'A plan that extends directly moves no parcel' })
  const round = roundOfPlan({ roundEnd: draft.roundEnd, newTermYears: Number(draft.newTermYears) })
  const days = (await approvedWrong(ctx, fbfbm, { ...round, planName: draft.planName })).map(({ msg }) => ({ field: 'roundEnd', msg }))
  const wrong = [...days.slice(0, 1), ...movesWrong(moves.list, await moveFacts(ctx, fbfbm, moves.list))]
  if (wrong.length) throw problems.invalid(wrong)
  const workers = group.list
  if (stands) {
    if (sentMoves !== undefined) await replaceMoves(ctx, stands, moves.list)
    return rows.update(ctx, making_plan, stands.id, { ...draft, ...(sentGroup === undefined ? {} : { workGroup: workers }), status: MAKING.draft }, input)
  }
  const versions = await planVersions(ctx, fbfbm)
  const open = openVersion(versions)
  if (open !== undefined) throw planProblems.open({ version: open })
  const version = (versions[0]?.version ?? 0) + 1
  const id = await rows.insert(ctx, making_plan, { ...draft, regionCode, workGroup: workers, version, status: MAKING.draft })
  await insertMoves(ctx, { id, regionCode }, moves.list)
  await tellStep(ctx, { id, regionCode }, STEP.made, STEP_RESULT.done)
  return id
}
const insertMoves = (ctx: Ctx, p: Pick<MakingPlan, 'id' | 'regionCode'>, list: readonly Moved[]) =>
  rows.insertMany(
    ctx,
    making_plan_move,
    list.map((m) => ({ ...m, planId: p.id, regionCode: p.regionCode })),
  )
async function replaceMoves(ctx: Ctx, p: MakingPlan, list: readonly Moved[]): Promise<void> {
  await rows.eraseMany(ctx, making_plan_move, await planMoves(ctx, p))
  await insertMoves(ctx, p, list)
}
/** Records what the meeting decided, once the posting is over. A vote below two thirds is refused and changes nothing. */
async function saveVote(ctx: Ctx, input: SentPlan, p: MakingPlan): Promise<string> {
  rows.requirePerm(ctx, making_plan, 'edit')
  rows.requireRevSaid(p, input.rev)
  await requireAct(ctx, p, 'vote')
  const { draft, wrong } = readDraft(VOTE, {
    meetingDate: input.meetingDate,
    votersTotal: input.votersTotal,
    attendees: input.attendees,
    agreeCount: input.agreeCount,
  })
  if (wrong.length) throw problems.invalid(wrong)
  rows.requireDays(ctx, VOTE, draft)
  const vote: Vote = {
    meetingDate: draft.meetingDate,
    votersTotal: Number(draft.votersTotal),
    attendees: Number(draft.attendees),
    agreeCount: Number(draft.agreeCount),
  }
  const posting = (await planPosting(ctx, p))!
  const faults = voteWrong(vote, posting.endDate)
  if (faults.length) throw problems.invalid(faults)
  if (posting.status !== PUBLICITY.done) await completeRound([planSubject], ctx, posting)
  await movePlan(ctx, p, 'vote', vote)
  await tellStep(ctx, p, STEP.voted, STEP_RESULT.pass)
  return p.id
}
/** A plan is drafted, changed while it is a draft or was returned, and gets its vote when it was posted. @throws plan-in-force, plan-open, invalid */
async function submit(ctx: Ctx, input: SentPlan): Promise<string> {
  if (!input.id) return saveDraft(ctx, input, undefined)
  const p = await heldPlan(ctx, input.id)
  if (p.status === MAKING.posted) return saveVote(ctx, input, p)
  await requireAct(ctx, p, 'submit')
  rows.requireSeen(ctx, p, input.rev)
  return saveDraft(ctx, input, p)
}
/** A draft or returned plan goes with its adjustments and steps; the audit log keeps them. */
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, making_plan, 'delete')
  if (gone.length === 0) throw problems.noneSelected()
  for (const id of new Set(gone)) {
    const p = await heldPlan(ctx, id)
    await requireAct(ctx, p, 'remove')
    await rows.eraseMany(ctx, making_plan_move, await planMoves(ctx, p))
    await rows.eraseMany(ctx, making_plan_step, await planSteps(ctx, p))
    await rows.erase(ctx, making_plan, [id])
  }
}

/** Names that the list says beside the fields. */
const BESIDE = ['fbfmc', 'postedFrom', 'postedUntil'] as const
async function list(ctx: Ctx, q: TextInput) {
  const found = await withIssuer(ctx, await page(ctx, making_plan, q))
  const postings = await postingsOf(
    ctx,
    found.records.flatMap((p) => p.publicityId ?? []),
  )
  const records = found.records.map((p) => {
    const posting = postings.get(p.publicityId ?? '')
    return { ...p, postedFrom: posting?.startDate ?? null, postedUntil: posting?.endDate ?? null }
  })
  return { ...found, records }
}
/** A plan with its adjustments and whether each was carried out, its posting, its versions, and what the caller may do with it now: null, or why not. */
async function whole(ctx: Ctx, q: { readonly id?: unknown }) {
  const row = await detail(ctx, making_plan, q)
  const p = await rows.get(ctx, making_plan, row.id)
  const moves = await planMoves(ctx, p)
  const facts = await moveFacts(ctx, p.fbfbm, moves)
  const posting = await planPosting(ctx, p)
  const known = await planFacts(ctx, p)
  const issuer = await joinable(ctx, fbf)
    .select('fbf.fbfmc')
    .where('fbf.countyCode', '=', countyOf(p.fbfbm))
    .where('fbf.fbfbm', '=', p.fbfbm)
    .executeTakeFirst()
  const versions = await planVersions(ctx, p.fbfbm)
  return {
    ...row,
    fbfmc: issuer?.fbfmc ?? null,
    moves: moves.map((m) => ({
      id: m.id,
      fromCbfbm: m.fromCbfbm,
      fromCbfmc: facts.households.get(m.fromCbfbm ?? '') ?? null,
      toCbfbm: m.toCbfbm,
      toCbfmc: facts.households.get(m.toCbfbm ?? '') ?? null,
      dkbm: m.dkbm,
      dkmc: facts.parcels.get(m.dkbm)?.dkmc ?? null,
      areaMu: m.areaMu,
      reason: m.reason,
      isDone: isDone(m, facts),
    })),
    posting: posting && {
      id: posting.id,
      startDate: posting.startDate,
      endDate: posting.endDate,
      place: posting.place,
      status: posting.status,
      daysLeft: leftOf(ctx, posting),
      objectionsOpen: (await objectionsOf(ctx, [posting.id])).get(posting.id)?.open ?? 0,
    },
    versions: versions.map((v) => ({ id: v.id, version: v.version, status: v.status, planName: v.planName })),
    acts: Object.fromEntries(PLAN_ACTS.map((a) => [a, planRefusal(a, known)?.say(ctx.lang) ?? null])),
  }
}

const plain = crud(making_plan)
/** What the record says beside the fields; a form that sends it back means nothing by it. */
const SAID = ['fbfmc', 'posting', 'versions', 'acts', 'postedFrom', 'postedUntil'] as const
export const makingPlanRoutes: readonly Route[] = [
  answering(listing(plain.page, list), { as: 'page', of: making_plan, also: BESIDE }),
  { ...plain.detail, answer: { as: 'row', of: making_plan, also: ['moves', 'workGroup', ...SAID] }, run: whole },
  { ...plain.submit, body: BODY, derived: [...SAID], run: submit },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
]
