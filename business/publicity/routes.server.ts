import { sql } from 'kysely'
import { isDate } from '../../kit/model/formats.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import {
  crud,
  ids,
  listing,
  route,
  rowIdOf,
  type InputOf,
  type Route,
  type SentDraft,
  type SentRow,
  type Slice,
  type TextInput,
} from '../../kit/server/route.server.ts'
import { ref, text } from '../../kit/model/field.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { business } from '../cases/definitions/business.ts'
import { draftOf, lockBusiness } from '../cases/handling/case.server.ts'
import { rulesOf } from '../cases/definitions/config.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { typedIdWrong } from '../../land/definitions/household.ts'
import { dk } from '../../land/definitions/dk.ts'
import { cbdkxx, djb } from '../../land/definitions/cbht.ts'
import type { Act, Cause, Restrict } from '../../land/register/acts/acts.ts'
import { inForceBy } from '../../land/register/restrictions.server.ts'
import { ACTS, requireNamedPerson } from '../../land/register/whose-number.server.ts'
import { write } from '../../land/register/write.server.ts'
import { BEGINS_WITHIN, postingDaysAfter, endDateOf, handleable, lastBegin, LATE_DAYS, OBJECTION, OPEN_OBJECTIONS, PUBLICITY } from './clock.ts'
import { snapshotOf, type PostedTypes } from './households.server.ts'
import { postedChanges, postingLacks, together } from './posted.ts'
import { publicityProblems } from './problems.ts'
import { objection, publicity, resources, targetsOf, type Objection, type Publicity, type Snapshot } from './publicity.ts'
import { leftOf, objectionsOf, moveRound, newestOf, requireClosable, newestRound, openRound, postingToday } from './rounds.server.ts'
import { requireTask, subjectOf, type PostedSubjects } from './subjects.server.ts'
import { isId } from '../../kit/model/resource.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { personName } from '../../platform/people/name.ts'
import { hasButton, isPerson, standsOver } from '../../platform/people/reach.server.ts'
import { tellPeople } from '../../services/inbox/tell.server.ts'

const isAdmin = (ctx: Ctx) => isAdministrator(ctx.who) || ctx.who.roles.includes('admin')
const roundOf = async (ctx: Ctx, id: unknown) => await rows.get(ctx, publicity, String(id ?? ''))

/** 0 → 1 when the first day has come: what is posted is frozen. Called by whatever writes, and by a daily job. @throws posting-incomplete */
export async function startWhenDue(of: PostedSubjects, ctx: Ctx, p: Publicity): Promise<Publicity> {
  if (p.status !== PUBLICITY.todo || !p.startDate || !p.endDate || p.startDate > postingToday(ctx)) return p
  const snapshot = await subjectOf(of, p).snapshot(ctx, p)
  requirePostable(snapshot)
  return moveRound(ctx, p, 'start', { snapshot })
}
/** Refuses a posting that would say too little. @throws posting-incomplete with everything that lacks */
function requirePostable(snapshot: Snapshot): void {
  const lacks = postingLacks(snapshot)
  if (lacks.length) throw publicityProblems.incomplete(together(lacks))
}

const word = (label: string) => text(label, { max: 500 })
/** A posting as its form sends it. */
const POSTING = { ...publicity.fields, taskId: ref('任务', 'process_task', { en: 'Task' }) }
/** How an objection is handled. */
const HANDLING = {
  handleResult: word('处理结果'),
  opinion: word('处理意见'),
  target: word('退回环节'),
  answerDay: word('答复日期'),
  arbitration: word('仲裁文书'),
}
type Handling = InputOf<'POST', never, typeof HANDLING>
/** Fills the round of the task; begins at once when the first day has come. A cancelled round is followed by a new one. */
async function save(of: PostedTypes, ctx: Ctx, input: SentDraft<typeof POSTING>): Promise<string> {
  const { taskId, ...raw } = input
  const t = await requireTask(ctx, String(taskId ?? (input.id ? (await roundOf(ctx, input.id)).taskId : '')))
  const b = await lockBusiness(ctx, t.businessId, countyOf(t.regionCode!))
  let p = await newestRound(ctx, t.id)
  if (!p || p.status === PUBLICITY.cancelled) p = await openRound(ctx, b, t.id, p)
  if (p.status !== PUBLICITY.todo) throw problems.notAllowedNow({ zh: '修改公示', en: 'change the publicity' })
  const draft = await rows.checkedDraft(ctx, publicity, { ...raw, id: p.id })
  const stored = await draftOf(ctx, b.id)
  const { minDays } = await rulesOf(ctx, b, stored)
  requireTimes(ctx, draft, minDays)
  // a round opened just now was seen by nobody
  if (input.id === p.id) rows.requireRevSaid(p, input.rev)
  await fill(ctx, p, draft, await snapshotOf(of, ctx, b, stored))
  return p.id
}
/** Refuses days that are too few, and a beginning that is over or too far. `minDays`: the fewest days. @throws invalid */
export function requireTimes(ctx: Ctx, { days, startDate }: { days: number; startDate: string }, minDays: number): void {
  if (days < minDays) throw invalidField('days', { zh: `公示天数不能少于${minDays}天`, en: `The publicity lasts at least ${minDays} days` })
  if (startDate < postingToday(ctx)) throw invalidField('startDate', { zh: '公示开始日期不能早于今天', en: 'A publicity cannot begin before today' })
  const last = lastBegin(postingToday(ctx))
  if (startDate > last)
    throw invalidField('startDate', both(`公示开始日期不能晚于${last}（${BEGINS_WITHIN}天内）`, `A publicity begins by ${last}, within ${BEGINS_WITHIN} days`))
}
/** Fills a round that waits; it begins at once where its first day has come. @throws posting-incomplete */
async function fill(ctx: Ctx, p: Publicity, draft: { startDate: string; days: number }, snapshot: Snapshot): Promise<void> {
  requirePostable(snapshot)
  const set = { ...draft, endDate: endDateOf(draft.startDate, draft.days) }
  if (draft.startDate > postingToday(ctx)) await rows.change(ctx, publicity, p, set)
  else await moveRound(ctx, p, 'start', { ...set, snapshot })
}
/** Posts what is no case: its next round, filled. Answers the id of the round. The caller holds the thing and may post it. @throws invalid, posting-incomplete */
export async function postSubject(
  ctx: Ctx,
  of: { kind: string; id: string; regionCode: string },
  posting: { title: string; startDate: string; days: number; place: string },
  minDays: number,
  snapshot: Snapshot,
): Promise<string> {
  requireTimes(ctx, posting, minDays)
  const before = await newestOf(ctx, of)
  const p = (await rows.insertRow(ctx, publicity, {
    regionCode: of.regionCode,
    subjectKind: of.kind,
    subjectId: of.id,
    round: (before?.round ?? 0) + 1,
    title: posting.title,
    contentType: 'list',
    status: PUBLICITY.todo,
  })) as Publicity
  await fill(ctx, p, posting, snapshot)
  return p.id
}

/** Ends a publicity after its last day, without open objections, with its proof (I30). The caller holds what is posted. */
export async function completeRound(of: PostedSubjects, ctx: Ctx, seen: Publicity): Promise<Publicity> {
  const subject = subjectOf(of, seen)
  const p = await startWhenDue(of, ctx, await roundOf(ctx, seen.id))
  if (p.status === PUBLICITY.doing) await requireClosable(ctx, p)
  await subject.requireProof(ctx, p)
  const any = await rows.find(ctx, objection, { publicityId: p.id })
  const done = await moveRound(ctx, p, 'complete', { objectionResult: any ? '1' : '0' })
  await subject.completed(ctx, p)
  return done
}
/** The round that is to end, what it posts being held: by who may, as he read it. @throws invalid, changed */
async function toEnd(of: PostedSubjects, ctx: Ctx, { id, rev }: TextInput<'id'> & { readonly rev?: unknown }): Promise<Publicity> {
  const seen = await roundOf(ctx, id)
  const subject = subjectOf(of, seen)
  await subject.hold(ctx, seen)
  await subject.requireActor(ctx, seen)
  const held = await roundOf(ctx, seen.id)
  rows.requireRevSaid(held, rev)
  return held
}
const complete = async (of: PostedSubjects, ctx: Ctx, input: Parameters<typeof toEnd>[2]): Promise<void> => {
  await completeRound(of, ctx, await toEnd(of, ctx, input))
}
async function revoke(of: PostedSubjects, ctx: Ctx, input: Parameters<typeof toEnd>[2]): Promise<void> {
  const p = await moveRound(ctx, await toEnd(of, ctx, input), 'revoke')
  await subjectOf(of, p).revoked(ctx, p)
}
/** Publicities with their case, the name of their region, and how many objections they had and still have. Source: screens.md C7. */
async function pageOf(ctx: Ctx, q: TextInput) {
  const p = await page(ctx, publicity, q)
  if (p.records.length === 0) return p
  const cases = await scoped(ctx, business)
    .select(['business.id', 'business.businessCode', 'business.businessName', 'business.businessTypeCode'])
    .select(sql<string | null>`(select r.name from region r where r.code = business."regionCode")`.as('regionName'))
    .where(
      'business.id',
      'in',
      p.records.map((r) => r.businessId ?? '0'),
    )
    .execute()
  const objected = await objectionsOf(
    ctx,
    p.records.map((r) => r.id),
  )
  const records = p.records.map((r) => {
    const { id: _, ...ofCase } = cases.find((b) => b.id === r.businessId) ?? {}
    const { open = 0, total = 0 } = objected.get(r.id) ?? {}
    return { ...r, ...ofCase, daysLeft: leftOf(ctx, r), objectionsOpen: open, objectionsTotal: total }
  })
  return { ...p, records }
}

type Objected = Pick<Objection, 'id' | 'businessId' | 'regionCode' | 'targetCode' | 'content' | 'disputed'>
/** An objection restricts because of its case, and ends with it; a dispute restricts by itself. */
const causeOf = (o: Objected): Cause => (o.disputed === 1 ? { kind: 'desk', id: o.id } : { kind: 'business', id: o.businessId! })
/** An objection as a restriction of the register. */
const refOf = (o: Objected): string => `${o.disputed === 1 ? 'dispute' : 'objection'}-${o.id}`
const tell = (ctx: Ctx, o: Objected, act: Act) =>
  write(ctx, { cause: causeOf(o), unit: `objection/${ctx.newId()}`, regionCode: o.regionCode, day: postingToday(ctx), acts: [act] })
const barring = (o: Objected): boolean => o.disputed === 1 || !!o.businessId
/** What an objection is about, where it stands in the register: parcel (19 digits), contractor (18), book (18 and a letter). */
async function targetOf(ctx: Ctx, code: string): Promise<Restrict['on'] | undefined> {
  if (/^\d{18}[JQ]$/.test(code)) return (await rows.find(ctx, djb, { cbjyqzbm: code, qszt: QSZT.current })) && { cbjyqzbm: code }
  if (code.length === 19) return (await rows.find(ctx, dk, { dkbm: code, zt: ZT.valid })) && { dkbm: code }
  return (await rows.find(ctx, cbf, { cbfbm: code, zt: ZT.valid })) && { cbfbm: code }
}
/** Its object shows 异议 from now on; one that is not in the register yet has nothing to show it. What is said against a plan bars nobody's land until it is disputed. */
async function restrict(ctx: Ctx, o: Objected): Promise<void> {
  if (!barring(o)) return
  const on = await targetOf(ctx, o.targetCode)
  if (on) await tell(ctx, o, { act: 'restrict', ref: refOf(o), kind: 'yy', on, from: postingToday(ctx), text: o.content })
}
/** The objection restricts nothing any more. */
async function release(ctx: Ctx, o: Objected, text: string): Promise<void> {
  if (!barring(o)) return
  for (const ref of await inForceBy(ctx, o.regionCode, causeOf(o), refOf(o))) await tell(ctx, o, { act: 'endRestriction', ref, text })
}

/** What is no longer as a round has posted it, while its case is under way. */
export async function changesSince(of: PostedTypes, ctx: Ctx, p: Publicity): Promise<Text[]> {
  if (!p.snapshot?.households) return []
  const { households = [] } = await snapshotOf(of, ctx, await rows.get(ctx, business, p.businessId!))
  return postedChanges(p.snapshot.households, households)
}

/** An objection is about something of its case: else anybody could bar the land of somebody whom the case does not concern. */
async function requireTarget(of: PostedSubjects, ctx: Ctx, p: Publicity, code: string): Promise<void> {
  const snapshot = p.snapshot ?? (await subjectOf(of, p).snapshot(ctx, p))
  if (!targetsOf(snapshot).includes(code)) throw invalidField('targetCode', { zh: '异议对象不属于本业务', en: 'The target is not part of this case' })
}
/** The contractors that an object of an objection concerns: itself, that of a book, or whoever holds a parcel. */
async function holdersOf(ctx: Ctx, county: string, code: string): Promise<string[]> {
  if (/^\d{18}[JQ]?$/.test(code)) return [code.slice(0, 18)]
  const lines = joinable(ctx, cbdkxx).select('cbdkxx.cbfbm').where('cbdkxx.countyCode', '=', county).where('cbdkxx.dkbm', '=', code)
  return (await lines.where('cbdkxx.qszt', '=', QSZT.current).execute()).map((l) => String(l.cbfbm))
}
/** Records an objection while the publicity runs, or up to three days late by an administrator. */
async function object(of: PostedSubjects, ctx: Ctx, input: SentRow<typeof objection>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, objection, input)
  const bad = typedIdWrong(draft.objectorIdType, draft.objectorIdCard)
  if (bad) throw invalidField('objectorIdCard', bad)
  const seen = await roundOf(ctx, draft.publicityId)
  await subjectOf(of, seen).hold(ctx, seen)
  const o = input.id ? await rows.get(ctx, objection, rowIdOf(input)) : undefined
  const county = countyOf(seen.regionCode)
  const place = { field: 'objectorIdCard', county, was: o && { name: o.objector, number: o.objectorIdCard }, acts: ACTS.objector }
  // a child has the right, and uses it by who cares for him
  await requireNamedPerson(ctx, { name: draft.objector, number: draft.objectorIdCard }, { ...place, among: await holdersOf(ctx, county, draft.targetCode) })
  if (o) {
    if (o.status !== OBJECTION.open || o.publicityId !== draft.publicityId) throw problems.notAllowedNow({ zh: '修改异议', en: 'change the objection' })
    await requireTarget(of, ctx, seen, draft.targetCode)
    rows.requireRevSaid(o, input.rev)
    await rows.update(ctx, objection, o.id, draft)
    if (draft.targetCode !== o.targetCode) {
      await release(ctx, o, '异议对象更改')
      await restrict(ctx, { ...o, targetCode: draft.targetCode, content: draft.content })
    }
    return o.id
  }
  const p = await startWhenDue(of, ctx, await roundOf(ctx, seen.id))
  const late = p.endDate ? postingDaysAfter(p.endDate, postingToday(ctx)) : 0
  if (p.status !== PUBLICITY.doing || late > LATE_DAYS || (late > 0 && !isAdmin(ctx)))
    throw problems.notAllowedNow({ zh: '登记异议', en: 'record an objection' })
  await requireTarget(of, ctx, p, draft.targetCode)
  const id = await rows.insert(ctx, objection, {
    ...draft,
    regionCode: p.regionCode,
    businessId: p.businessId,
    status: OBJECTION.open,
    receivedTime: ctx.now,
    receiver: personName(ctx.who),
  })
  await restrict(ctx, { ...draft, id, regionCode: p.regionCode, businessId: p.businessId, disputed: null })
  const handlers = sql<boolean>`${hasButton('objection_edit')} and ${standsOver(p.regionCode)}`
  await tellPeople(ctx, handlers, { ...toldOf(p), subject: both('收到对公示的异议', 'An objection to a posting'), once: `objection:${id}` })
  return id
}

/** How an objection ended, where nobody says more. */
const ENDED: Readonly<Record<string, string>> = { [OBJECTION.upheld]: '异议成立', [OBJECTION.rejected]: '异议不成立', [OBJECTION.withdrawn]: '撤回异议' }
const ANSWERED: Readonly<Record<string, string>> = { [OBJECTION.upheld]: 'upheld', [OBJECTION.rejected]: 'not upheld', [OBJECTION.withdrawn]: 'withdrawn' }
/** Messages about the objections of a round. */
const toldOf = (p: Publicity) => ({ kind: 'objection', about: { of: publicity.name, id: p.id }, link: '/publicity/objection' }) as const
/** What was told of the handling: opinion, day of the written answer (not before the objection came, not to come), award; each fault at its field. */
function handled(ctx: Ctx, o: Objection, input: Handling, to: string) {
  const [opinion, answerDay, arbitration] = [input.opinion, input.answerDay, input.arbitration].map((v = '') => v.trim()) as [string, string, string]
  const decides = to === OBJECTION.upheld || to === OBJECTION.rejected
  if (decides && !opinion) throw invalidField('opinion', { zh: '请输入处理意见', en: 'Please enter the opinion' })
  if (opinion.length > 500) throw invalidField('opinion', { zh: '处理意见长度不能超过500位', en: 'Opinion: at most 500 characters' })
  if (answerDay && !isDate(answerDay)) throw invalidField('answerDay', { zh: '答复日期格式不正确', en: 'Answered on is malformed' })
  if (answerDay && (answerDay > postingToday(ctx) || answerDay < String(o.receivedTime ?? '').slice(0, 10)))
    throw invalidField('answerDay', { zh: '答复日期应在受理日期之后且不晚于今天', en: 'The day of the answer must be between the objection and today' })
  if (arbitration.length > 254) throw invalidField('arbitration', { zh: '仲裁文书长度不能超过254位', en: 'Award: at most 254 characters' })
  if (o.disputed === 1 && decides && !arbitration)
    throw invalidField('arbitration', { zh: '争议事项请填写仲裁或调解文书', en: 'Name the award or agreement on the dispute' })
  return { opinion, arbitration: arbitration || null, answerDay: answerDay || (decides ? postingToday(ctx) : null) }
}
/**
 * `handleResult` 1 handling | 2 upheld | 3 rejected | 4 withdrawn: an upheld one sends the business back to
 * survey (or `target`) while its publicity still runs. The written answer is of today where no day is named.
 */
async function handle(of: PostedSubjects, ctx: Ctx, input: Handling): Promise<void> {
  const seen = await rows.get(ctx, objection, rowIdOf(input))
  const round = await roundOf(ctx, seen.publicityId)
  const subject = subjectOf(of, round)
  await subject.hold(ctx, round)
  const o = await rows.get(ctx, objection, seen.id, true)
  const to = input.handleResult ?? ''
  if (!handleable[o.status!]?.includes(to)) throw problems.notAllowedNow({ zh: '处理该异议', en: 'handle the objection so' })
  rows.requireRevSaid(o, input.rev)
  const { opinion, answerDay, arbitration } = handled(ctx, o, input, to)
  const said = { opinion: opinion || null, answerDay, arbitration: arbitration ?? o.arbitration, handler: personName(ctx.who), handleTime: ctx.now }
  await rows.update(ctx, objection, o.id, { status: to, ...said })
  if (to !== OBJECTION.handling) await release(ctx, o, opinion || ENDED[to]!)
  const answered = both(`异议已处理：${ENDED[to] ?? '处理中'}`, `The objection is ${ANSWERED[to] ?? 'being handled'}`)
  await tellPeople(ctx, isPerson(o.createUser), { ...toldOf(round), subject: answered, once: `objection:${o.id}:${to}` })
  if (to === OBJECTION.upheld) await subject.upheld(ctx, await roundOf(ctx, o.publicityId), o, opinion, input.target)
}
/**
 * What cannot be settled here goes to mediation or arbitration. The objection waits for the award; its object stays barred, by its own cause, so
 * that it outlives the case; the publicity may end, the case may not be registered with that object. Source: business-flows.md 5.2.
 */
async function dispute(of: PostedSubjects, ctx: Ctx, input: TextInput<'id' | 'opinion'> & { readonly rev?: unknown }): Promise<void> {
  const seen = await rows.get(ctx, objection, rowIdOf(input))
  const round = await roundOf(ctx, seen.publicityId)
  await subjectOf(of, round).hold(ctx, round)
  const o = await rows.get(ctx, objection, seen.id, true)
  const opinion = (input.opinion ?? '').trim()
  if (!OPEN_OBJECTIONS.some((s) => s === o.status) || o.disputed === 1)
    throw problems.notAllowedNow({ zh: '移送仲裁', en: 'send the objection to arbitration' })
  rows.requireRevSaid(o, input.rev)
  if (!opinion) throw invalidField('opinion', { zh: '请输入移送仲裁的原因', en: 'Please give the reason for the referral to arbitration' })
  if (opinion.length > 500) throw invalidField('opinion', { zh: '处理意见长度不能超过500位', en: 'Opinion: at most 500 characters' })
  await release(ctx, o, '移送仲裁')
  await rows.update(ctx, objection, o.id, { status: OBJECTION.handling, disputed: 1, opinion, handler: personName(ctx.who), handleTime: ctx.now })
  await restrict(ctx, { ...o, disputed: 1 })
}

/** Only one entered by mistake: open, by its recorder, on the same day. */
async function withdrawEntry(ctx: Ctx, q: TextInput<'ids' | 'publicityId'>): Promise<void> {
  rows.requirePerm(ctx, objection, 'delete')
  if (ids(q).length === 0) throw problems.noneSelected()
  for (const id of ids(q)) {
    const o = await rows.get(ctx, objection, id)
    const mine = o.createUser === ctx.who.userId && o.createTime.slice(0, 10) === postingToday(ctx)
    if (o.status !== OBJECTION.open || !mine || (q.publicityId && q.publicityId !== o.publicityId))
      throw problems.notAllowedNow({ zh: '删除异议', en: 'delete the objection' })
    await release(ctx, o, '误录删除')
    await rows.erase(ctx, objection, [id])
  }
}

const rounds = crud(publicity),
  objections = crud(objection)
const act = { method: 'POST', perm: 'publicity_edit', scope: 'land', query: ['id'] } as const
const routes = (types: PostedTypes, of: PostedSubjects): Route[] => [
  listing(rounds.page, pageOf),
  { ...rounds.save, perm: 'publicity_edit', body: POSTING, run: (ctx, b) => save(types, ctx, b) },
  route({ ...act, path: '/yw-publicity/publicity/revoke', audit: 'publicity.revoke', summary: '取消公示', run: (ctx, q) => revoke(of, ctx, q) }),
  route({ ...act, path: '/yw-publicity/publicity/complete', audit: 'publicity.complete', summary: '完成公示', run: (ctx, q) => complete(of, ctx, q) }),
  route({
    ...rounds.detail,
    path: '/yw-publicity/publicity/detail-by-task',
    summary: '任务的公示',
    query: ['taskId'],
    run: async (ctx, { taskId = '' }) => {
      const p = isId(taskId) ? await newestRound(ctx, taskId) : undefined
      return p ? { ...p, daysLeft: leftOf(ctx, p), objectionsOpen: (await objectionsOf(ctx, [p.id])).get(p.id)?.open ?? 0 } : null
    },
  }),
  objections.page,
  objections.detail,
  { ...objections.save, run: (ctx, b) => object(of, ctx, b) },
  { ...objections.update, run: (ctx, b) => object(of, ctx, b) },
  route({ ...objections.remove, method: 'POST', query: ['ids', 'publicityId'], body: undefined, run: withdrawEntry }),
  route({
    method: 'POST',
    path: '/yw-publicity/objection/handle',
    perm: 'objection_edit',
    scope: 'land',
    audit: 'objection.handle',
    summary: '处理异议',
    body: HANDLING,
    run: (ctx, input) => handle(of, ctx, input),
  }),
  route({
    method: 'POST',
    path: '/yw-publicity/objection/dispute',
    perm: 'objection_edit',
    scope: 'land',
    audit: 'objection.dispute',
    summary: '异议移送仲裁',
    body: { opinion: word('移送原因') },
    run: (ctx, input) => dispute(of, ctx, input),
  }),
  {
    ...rounds.detail,
    answer: undefined,
    path: '/yw-publicity/publicity/changed',
    summary: '公示后的变化',
    run: async (ctx, q) => {
      const p = await roundOf(ctx, q.id)
      return { changes: (await changesSince(types, ctx, p)).map((t) => t[ctx.lang]) }
    },
  },
]
/** Publicity and objections. `types`: whose contracts say what a case posts; `of`: everything that is posted, cases too. */
export const publicitySlice = (types: PostedTypes, of: PostedSubjects): Slice => ({ name: 'publicity', resources, routes: routes(types, of) })
