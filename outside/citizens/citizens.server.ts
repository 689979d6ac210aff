// Calls about what citizens ask, offer and book. Source: endpoints /usr and /app/application; business-flows.md 12.
import { checkValue } from '../../kit/model/check.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { flag, int, text } from '../../kit/model/field.ts'
import { formats } from '../../kit/model/formats.ts'
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import { isRegionCode } from '../../kit/model/region-code.ts'
import { permOf, type AnyResource, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, page, requireRegion, type Filter } from '../../kit/server/query.server.ts'
import { answering, crud, ids, reading, route, type Input, type Route, type Slice, rowIdOf, textIn } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { inOwnOffice } from '../../platform/people/office.server.ts'
import { personName } from '../../platform/people/name.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { bookPlace, horizonOf, move, newCode, release, slotsOf } from './booking.server.ts'
import { app_description, demand, guide, inquire, policy, reservation, reserve_slot, type Reserve } from './citizens.ts'
import {
  DEMAND,
  DEMAND_STEPS,
  hasBegun,
  HOLDING,
  INQUIRE,
  INQUIRE_STEPS,
  isAhead,
  isSlot,
  POLICY,
  REMOVABLE,
  RESERVE_STEPS,
  stepTo,
  withPhone,
} from './flow.ts'
import { requireNobody, saveHours } from './hours.server.ts'
import { citizenProblems } from './problems.ts'
import { phonesLike, wherePhones } from './phone-filter.ts'
import { publicRoutes } from './public.server.ts'
import { tellAnswered, tellAppointment, tellDemand, untell } from './told.server.ts'

const notNow = (what: Text) => citizenProblems.state({ what: what.zh, en: what.en })

/** A question is entered, or changed as long as nobody has answered. */
async function saveInquire(ctx: Ctx, input: Input): Promise<string> {
  const row = input.id ? await rows.get(ctx, inquire, rowIdOf(input), true) : undefined
  const draft = await rows.checkedDraft(ctx, inquire, withPhone(input))
  requireRegion(ctx, draft.regionCode)
  if (!row) return rows.insert(ctx, inquire, { ...draft, code: newCode('Z', draft.regionCode), status: INQUIRE.open })
  if (row.status !== INQUIRE.open) throw notNow(both('修改', 'changed'))
  return rows.update(ctx, inquire, row.id, draft, input)
}
/** {id, rev, reply}: answers; {id, rev, close: 1}: ends. Whoever asked is told, unless he was told the same before. @throws citizen-state, no-reply */
async function reply(
  ctx: Ctx,
  p: SmsParts,
  input: { id: string | undefined; rev?: unknown; reply: string | undefined; close: number | undefined },
): Promise<void> {
  const row = await rows.get(ctx, inquire, input.id ?? '', true)
  const closes = input.close === 1
  const status = stepTo(INQUIRE_STEPS, row.status, closes ? 'close' : 'reply')
  if (!status) throw notNow(closes ? both('关闭', 'closed') : both('答复', 'answered'))
  rows.requireRevSaid(row, input.rev)
  const said = (input.reply ?? '').trim()
  if (closes && !said) {
    await rows.update(ctx, inquire, row.id, { status })
    if (row.status === INQUIRE.open) await tellAnswered(ctx, p, row, status)
    return
  }
  if (!said) throw citizenProblems.noReply()
  if (said.length > 500) throw invalidField('reply', { zh: '答复内容不能超过500字', en: 'The answer has more than 500 characters' })
  const markup = formats.plain(said)
  if (markup) throw invalidField('reply', markup)
  await rows.update(ctx, inquire, row.id, { status, reply: said, replier: personName(ctx.who), replyTime: ctx.now })
  if (said !== row.reply) await tellAnswered(ctx, p, row, INQUIRE.replied)
}

/** The page of a resource whose rows have a phone: found by it however it is typed, and however it stands there. */
const pageByPhone = async (ctx: Ctx, r: typeof inquire | typeof demand | typeof reservation, q: Filter) => {
  const typed = String(q.phone || q.phone_equal || '')
  const within = typed.trim() === '' ? undefined : joinable(ctx, r).where(`${r.name}.phone`, 'in', phonesLike(typed))
  return page(ctx, r, { ...q, phone: '', phone_equal: '', ...(q.where ? { where: wherePhones(q.where) } : {}) }, within)
}
/** Questions that wait for an answer come first, and of each state the newest, unless somebody asks for another order. */
const inquirePage = (ctx: Ctx, q: Filter) => pageByPhone(ctx, inquire, q.ascs || q.descs ? q : { ...q, ascs: 'status,-createTime' })

/** An offer or request is entered or changed; with `commit` it goes to be checked. */
async function saveDemand(ctx: Ctx, input: Input): Promise<string> {
  const row = input.id ? await rows.get(ctx, demand, rowIdOf(input), true) : undefined
  const draft = await rows.checkedDraft(ctx, demand, withPhone(input), ['commit'])
  requireRegion(ctx, draft.regionCode)
  if (draft.untilDay < ctx.now.slice(0, 10)) throw citizenProblems.until()
  const commits = textIn(input, 'commit') === '1'
  const next = stepTo(DEMAND_STEPS, row?.status ?? DEMAND.draft, 'submit')
  if (!next) throw notNow(both('修改', 'changed'))
  const status = commits ? next : (row?.status ?? DEMAND.draft)
  if (!row) return rows.insert(ctx, demand, { ...draft, status })
  return rows.update(ctx, demand, row.id, { ...draft, status }, input)
}
/** {id, rev, pass: 1 | 0, opinion}: by another person than who entered it; {id, rev, offline: 1}: taken down. */
async function auditDemand(
  ctx: Ctx,
  p: SmsParts,
  input: { id: string | undefined; rev?: unknown; pass: number | undefined; offline: number | undefined; opinion: string | undefined },
): Promise<void> {
  const row = await rows.get(ctx, demand, input.id ?? '', true)
  const act = input.offline === 1 ? 'offline' : input.pass === 1 ? 'pass' : 'refuse'
  const status = stepTo(DEMAND_STEPS, row.status, act)
  if (!status) throw notNow(act === 'offline' ? both('下线', 'taken down') : both('审核', 'checked'))
  const opinion = (input.opinion ?? '').trim()
  const wrong = checkValue(demand.fields.opinion, opinion)
  if (wrong) throw invalidField('opinion', wrong)
  if (act !== 'offline' && (row.createUser === ctx.who.userId || row.updateUser === ctx.who.userId)) throw citizenProblems.own()
  rows.requireRevSaid(row, input.rev)
  if (act === 'refuse' && !opinion) throw citizenProblems.noOpinion()
  await rows.update(ctx, demand, row.id, { status, opinion: opinion || row.opinion, auditor: personName(ctx.who), auditTime: ctx.now })
  await tellDemand(ctx, p, row, status)
}

/** An appointment is made; one that holds its place may move to another time, which gives the former back. */
async function saveReserve(ctx: Ctx, p: SmsParts, input: Input): Promise<string> {
  const row = input.id ? await rows.get(ctx, reservation, rowIdOf(input), true) : undefined
  const draft = await rows.checkedDraft(ctx, reservation, withPhone(input))
  requireRegion(ctx, draft.regionCode)
  if (!isSlot(draft.slot)) throw citizenProblems.slot()
  const { regionCode, day, slot, matter, person, phone, note } = draft
  const b = { regionCode, day, slot, matter, person, phone, note: note ?? null }
  if (!row) return (await bookPlace(ctx, p, b)).id
  if (!HOLDING.includes(row.status ?? '')) throw notNow(both('修改', 'changed'))
  rows.requireSeen(ctx, row, input.rev)
  await move(ctx, p, row, b)
  return row.id
}
async function step(ctx: Ctx, p: SmsParts, row: Reserve, act: string, input: { rev?: unknown; note: string | undefined }): Promise<void> {
  const status = stepTo(RESERVE_STEPS, row.status, act)
  if (!status) throw notNow(STEP_WORDS[act]!)
  rows.requireRevSaid(row, input.rev)
  if (act === 'absent' && !hasBegun(row, ctx.now)) throw citizenProblems.absentEarly()
  if (act === 'absent' && row.checkInTime) throw citizenProblems.absentCame()
  if (act === 'handle' && isAhead(row.day, ctx.now)) throw citizenProblems.handleDay()
  if (act === 'checkin' && row.day !== ctx.now.slice(0, 10)) throw citizenProblems.checkInDay()
  const note = (input.note ?? '').trim()
  const came = act === 'checkin' ? { checkInTime: row.checkInTime ?? ctx.now } : {}
  await rows.update(ctx, reservation, row.id, { status, ...came, ...(note ? { note } : {}), handler: personName(ctx.who), handleTime: ctx.now })
  if (!HOLDING.includes(status)) await untell(ctx, row)
  if (act !== 'cancel') return
  await release(ctx, row)
  await tellAppointment(ctx, p, 'Cancelled', row)
}
const STEP_WORDS: Readonly<Record<string, Text>> = {
  confirm: both('确认', 'confirmed'),
  checkin: both('签到', 'checked in'),
  handle: both('办理', 'handled'),
  absent: both('标记为未到', 'marked as absent'),
  cancel: both('取消', 'cancelled'),
}
/** {id, rev, act}: confirm, checkin (came on the day), handle, absent (did not come), cancel. */
async function handle(
  ctx: Ctx,
  p: SmsParts,
  input: { id: string | undefined; rev?: unknown; act: string | undefined; note: string | undefined },
): Promise<void> {
  if (!Object.hasOwn(STEP_WORDS, input.act ?? '')) throw problems.badRequest({ zh: '没有该操作', en: 'There is no such act' })
  const row = await rows.get(ctx, reservation, input.id ?? '', true)
  await step(ctx, p, row, input.act!, input)
}

/** Removes rows of which each is looked at first. */
const removeSeen =
  <T extends AnyResource>(r: T, look: (ctx: Ctx, row: Row<T>) => void | Promise<void>) =>
  async (ctx: Ctx, q: Input): Promise<void> => {
    const list = ids(q)
    if (list.length === 0) throw problems.noneSelected()
    for (const id of list) await look(ctx, await rows.get(ctx, r, id, true))
    await rows.remove(ctx, r, list)
  }
/** What people decided upon stays (`REMOVABLE`). */
const unless =
  <R>(may: (row: R) => boolean, wrong: () => Problem) =>
  (_: Ctx, row: R): void => {
    if (!may(row)) throw wrong()
  }
const notRemoved = () => notNow(both('删除', 'removed'))

/** The guide of a matter that is published, the last one first. @throws guide-none */
async function guideOf(ctx: Ctx, q: { type: string | undefined }) {
  const found = await ctx.db
    .selectFrom('guide')
    .select(['id', 'title', 'type', 'content', 'notice'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('type', '=', q.type ?? '')
    .where('status', '=', POLICY.published)
    .orderBy('sort')
    .orderBy('updateTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw citizenProblems.noGuide()
  return { ...found, id: String(found.id) }
}
async function freeSlots(ctx: Ctx, q: { regionCode: string | undefined; day: string | undefined }) {
  const regionCode = q.regionCode ?? ''
  if (!isRegionCode(regionCode) || regionCode.length < 6) throw problems.badRequest({ zh: '请选择行政区划', en: 'Select a region' })
  requireRegion(ctx, regionCode)
  const today = ctx.now.slice(0, 10)
  return slotsOf(ctx, regionCode, q.day && q.day > today ? q.day : today, q.day ? 1 : await horizonOf(ctx))
}

type Published = typeof policy | typeof app_description | typeof guide
/** Whether the caller writes what is published: drafts are for these people alone. */
const draftsToo = (ctx: Ctx, r: Published): boolean => [permOf(r, 'add'), permOf(r, 'edit')].some((p) => ctx.who.perms.has(p))
const published = (ctx: Ctx, r: Published) => joinable(ctx, r).where(`${r.name}.status`, '=', POLICY.published)
/** To everybody else a draft is as if it were not there. @throws not-found */
async function requirePublished(ctx: Ctx, r: Published, id: string): Promise<void> {
  if (draftsToo(ctx, r)) return
  const row = await rows.find(ctx, r, { id })
  if (row?.status !== POLICY.published) throw problems.notFound(both(r.label, r.en ?? r.label))
}
/** What is published says when it was so for the first time. */
const savePublished =
  (r: Published): Route['run'] =>
  async (ctx, input) => {
    const row = input.id ? await rows.get(ctx, r, rowIdOf(input), true) : undefined
    const draft = await rows.checkedDraft(ctx, r, input)
    const first = draft.status === POLICY.published && !row?.publishedTime ? { publishedTime: ctx.now } : {}
    return row ? rows.update(ctx, r, row.id, { ...draft, ...first }, input) : rows.insert(ctx, r, { ...draft, ...first })
  }

const ID = { id: text('编号', { en: 'Id', max: 19 }) }
function routes(p: SmsParts): Route[] {
  const [i, d, r, s] = [crud(inquire), crud(demand), crud(reservation), crud(reserve_slot)]
  const plain = [policy, app_description, guide].flatMap((x): Route[] => {
    const c = crud(x)
    return [
      { ...c.page, run: (ctx, q) => page(ctx, x, q, draftsToo(ctx, x) ? undefined : published(ctx, x)) },
      askedFirst(c.detail, (ctx, q) => requirePublished(ctx, x, rowIdOf(q))),
      { ...c.save, run: savePublished(x) },
      inOwnOffice(x, { ...c.update, run: savePublished(x) }),
      inOwnOffice(x, {
        ...c.remove,
        run: removeSeen(
          x,
          unless((row) => REMOVABLE.published(row.publishedTime), citizenProblems.wasPublished),
        ),
      }),
    ]
  })
  return [
    { ...i.page, run: inquirePage },
    i.detail,
    { ...i.submit, run: saveInquire },
    {
      ...i.remove,
      run: removeSeen(
        inquire,
        unless((q) => REMOVABLE.inquire(q.status), notRemoved),
      ),
    },
    route({
      method: 'POST',
      path: '/usr/inquire/reply',
      perm: 'inquire_edit',
      scope: 'land',
      audit: 'inquire.reply',
      summary: '答复咨询',
      body: { ...ID, reply: inquire.fields.reply, close: flag('关闭', { en: 'Close' }) },
      answer: 'nothing',
      run: (ctx, b) => reply(ctx, p, b),
    }),
    { ...d.page, run: (ctx, q) => pageByPhone(ctx, demand, q) },
    d.detail,
    { ...d.submit, body: { ...demand.fields, commit: flag('提交', { en: 'Submit' }) }, run: saveDemand },
    {
      ...d.remove,
      run: removeSeen(
        demand,
        unless((o) => REMOVABLE.demand(o.status), notRemoved),
      ),
    },
    route({
      method: 'POST',
      path: '/usr/demand/audit',
      perm: 'demand_audit',
      scope: 'land',
      audit: 'demand.audit',
      summary: '审核供求信息',
      body: { ...ID, pass: flag('通过', { en: 'Pass' }), offline: flag('下线', { en: 'Take down' }), opinion: text('审核意见', { en: 'Opinion', max: 254 }) },
      answer: 'nothing',
      run: (ctx, b) => auditDemand(ctx, p, b),
    }),
    { ...r.page, run: (ctx, q) => pageByPhone(ctx, reservation, q) },
    r.detail,
    { ...r.submit, run: (ctx, b) => saveReserve(ctx, p, b) },
    {
      ...r.remove,
      run: removeSeen(
        reservation,
        unless((b) => REMOVABLE.reserve(b.status, b.handler), notRemoved),
      ),
    },
    route({
      method: 'POST',
      path: '/usr/reserve/handle',
      perm: 'reserve_edit',
      scope: 'land',
      audit: 'reserve.handle',
      summary: '处理预约',
      body: { ...ID, act: text('操作', { en: 'Act', max: 10 }), note: text('备注', { en: 'Note', max: 254 }) },
      answer: 'nothing',
      run: (ctx, b) => handle(ctx, p, b),
    }),
    answering(reading('land', 'reserve_view')('/usr/reserve/slots', '可预约时段', ['regionCode', 'day'], freeSlots), {
      as: 'rows',
      of: { day: text('日期'), slot: text('时段'), capacity: int('可预约数'), left: int('剩余') },
    }),
    s.page,
    s.detail,
    { ...s.submit, run: saveHours },
    { ...s.remove, run: removeSeen(reserve_slot, requireNobody) },
    ...plain,
    answering(reading('tenant', 'guide_view')('/app/application/guide/notice/detail', '办事指南申请须知', ['type'], guideOf), { as: 'row', of: guide }),
  ]
}
/** Inquiries, land offers, appointments, and what is published for citizens. `captcha`: whether a stranger who writes proves that he is no machine; `sms`: how people are told. */
export const citizensSlice = (captcha: boolean, sms: SmsParts): Slice => ({
  name: 'citizens',
  resources: [inquire, demand, reservation, reserve_slot, policy, app_description, guide],
  routes: [...routes(sms), ...publicRoutes(captcha, sms)],
})
