// Calls of citizens' own pages: without account, few a minute, names and numbers never in full. Source: rulings.md 14, 42; business-flows.md 12.
import { flag, int, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import {
  DeferredResponse,
  route,
  textIn,
  type AnswerShape,
  type Input,
  type RequestFacts,
  type Route,
  type Run,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { maskName } from '../../platform/public/mask.ts'
import { phoneDigits, spellingsOf, typedPhone } from '../../platform/messages/phone-number.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { checkCaptcha, usingUp } from '../../platform/session/captcha.server.ts'
import { canSendCode, codeProblems, sendCode, takeCode } from '../../platform/messages/code.server.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { bookPlace, hold, horizonOf, isKept, move, newCode, openUnderPhone, release, slotsOf } from './booking.server.ts'
import { inquire, reservation, type Inquire, type Reserve } from './citizens.ts'
import { hasBegun, HOLDING, INQUIRE, isOwnTail, isSlot, parseCode, RESERVE_STATE, withPhone } from './flow.ts'
import { citizenText, officeText } from '../../platform/public/numbers.ts'
import { placesOf, requirePlace, windowPhones } from './places.server.ts'
import { citizenProblems } from './problems.ts'
import { offers, posted, postedList, posting, published } from './published.server.ts'
import { atTenant, countToday, dictionaryNames, MOST_OPEN, opened, openUnder, proving, rememberSent, type Prove } from './stranger.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import { untell } from './told.server.ts'

/** Offices that take questions, and windows that have hours. */
async function places(outer: Ctx, q: TextInput<'tenantId'>) {
  const ctx = await atTenant(outer, q.tenantId)
  const matters = await matterNames(ctx)
  return { places: await placesOf(ctx), matters: [...matters].map(([key, name]) => ({ key, name })), days: await horizonOf(ctx) }
}
/** What is done at the window: the types of cases, without their items. */
async function matterNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await dictionaryNames(ctx, 'business_type'))].filter(([key]) => !/_\d+$/.test(key)))
}
async function slots(outer: Ctx, q: TextInput<'tenantId' | 'regionCode'>) {
  const ctx = await atTenant(outer, q.tenantId)
  return slotsOf(ctx, await requirePlace(ctx, q.regionCode), ctx.now.slice(0, 10), await horizonOf(ctx))
}
/** Day and time as they are sent. */
function whenOf(input: Partial<TextInput<'day' | 'slot'>>): { day: string; slot: string } {
  const { day, slot } = rows.readFields(
    { ...reservation, fields: { day: reservation.fields.day, slot: reservation.fields.slot } },
    { day: input.day, slot: input.slot },
  ) as { day: string; slot: string }
  if (!isSlot(slot)) throw citizenProblems.slot()
  return { day, slot }
}
async function keep(outer: Ctx, input: TextInput<'tenantId' | 'regionCode' | 'day' | 'slot'>) {
  const ctx = await atTenant(outer, input.tenantId)
  return hold(ctx, { regionCode: await requirePlace(ctx, input.regionCode), ...whenOf(input) })
}
/**
 * Books; who brings a place that he keeps has read a picture for it, anybody else reads one now (`prove`). Where others have booked under his number, he says by a code
 * that was sent to it that it is his, if codes can be sent.
 */
async function take(outer: Ctx, sms: SmsParts, input: Input, prove: Prove) {
  const [secret, codeId, smsCode] = ['hold', 'codeId', 'smsCode'].map((name) => textIn(input, name).trim()) as [string, string, string]
  if (!secret) await prove(outer)
  const proveToo = async () => {
    if (secret) await prove(outer)
  }
  const ctx = await atTenant(outer, input.tenantId)
  const regionCode = await requirePlace(ctx, textIn(input, 'regionCode'))
  const { matter, person, phone } = rows.readFields(reservation, { ...withPhone(pick(input, ['day', 'slot', 'matter', 'person', 'phone'])), regionCode })
  if (!(await matterNames(ctx)).has(matter)) throw invalidField('matter', { zh: '请选择办理事项', en: 'Choose a matter' })
  const when = whenOf({ day: textIn(input, 'day'), slot: textIn(input, 'slot') })
  // a wrong code is counted though the call is refused; a right one is used up only by the booking
  if (codeId && !(await takeCode(ctx, sms, codeId, phoneDigits(phone), smsCode))) return new DeferredResponse(() => Promise.reject(codeProblems.wrong()))
  const owns = async () => {
    if (!codeId && (await canSendCode(ctx, phoneDigits(phone)))) throw citizenProblems.code()
  }
  const made = await bookPlace(ctx, sms, { regionCode, ...when, matter, person: person.trim(), phone }, { secret: secret || undefined, prove: proveToo, owns })
  await countToday(ctx, 'book')
  return { code: made.code }
}
/** Sends the code by which a number under which others have booked is his who books; nothing to any other number, and the answer does not tell. */
async function bookCode(outer: Ctx, sms: SmsParts, input: TextInput<'tenantId' | 'regionCode' | 'day' | 'slot' | 'phone' | 'hold'>, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const when = { regionCode: await requirePlace(ctx, input.regionCode), ...whenOf(input) }
  if (!input.hold || !(await isKept(ctx, when, input.hold))) await prove(outer)
  const phone = phoneDigits(typedPhone(input.phone ?? ''))
  const open = await openUnderPhone(ctx, { ...when, phone })
  const { id, seconds } = await sendCode(ctx, sms, phone, open.length === 0)
  return { codeId: id, seconds }
}
const pick = (input: Input, names: readonly string[]) => Object.fromEntries(names.flatMap((n) => (input[n] === undefined ? [] : [[n, input[n]]])))

/** What opens something of one's own: its code and the last four digits of a phone. */
type Own = TextInput<keyof typeof OWN>
/** Somebody's own appointment, by its code and the last four digits of his phone. */
async function ownBooking(ctx: Ctx, input: Own, prove: Prove): Promise<Reserve | DeferredResponse> {
  const code = parseCode('Y', input.code ?? '')
  return opened(ctx, code ?? input.code ?? '', prove, async () => {
    const row = code && (await rows.find(ctx, reservation, { countyCode: code.slice(1, 7), code }, true))
    return row && isOwnTail(row.phone, input.tail) ? row : undefined
  })
}
async function booking(outer: Ctx, input: Own, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const row = await ownBooking(ctx, input, prove)
  if (row instanceof DeferredResponse) return row
  const [states, matters, regions, phones] = [
    await dictionaryNames(ctx, 'reserve_status'),
    await dictionaryNames(ctx, 'business_type'),
    await regionNames(ctx, [row.windowCode!]),
    await windowPhones(ctx, [row.windowCode!]),
  ]
  return {
    code: row.code,
    // the window has the hours, the village of who comes may have none
    regionCode: row.windowCode ?? row.regionCode,
    day: row.day,
    slot: row.slot,
    person: maskName(row.person ?? ''),
    phone: maskText(row.phone ?? ''),
    matter: matters.get(row.matter ?? '') ?? '',
    state: states.get(row.status ?? '') ?? '',
    place: regions.get(row.windowCode!) ?? '',
    windowPhone: phones.get(row.windowCode!) ?? '',
    open: HOLDING.includes(row.status ?? '') && !hasBegun(row, ctx.now) ? 1 : 0,
  }
}
/** Of an appointment whose time has not begun. @throws citizen-state, reserve-begun */
function requireAhead(ctx: Ctx, row: Reserve): void {
  if (!HOLDING.includes(row.status ?? '')) throw citizenProblems.state({ what: '修改', en: 'changed' })
  if (hasBegun(row, ctx.now)) throw citizenProblems.isLate()
}
async function changeBooking(outer: Ctx, sms: SmsParts, input: Own & TextInput<'day' | 'slot'>, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const row = await ownBooking(ctx, input, prove)
  if (row instanceof DeferredResponse) return row
  requireAhead(ctx, row)
  const { regionCode, note } = row
  return move(ctx, sms, row, { ...whenOf(input), regionCode, matter: row.matter!, person: row.person!, phone: row.phone!, note }, true)
}
async function cancelBooking(outer: Ctx, input: Own, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const row = await ownBooking(ctx, input, prove)
  if (row instanceof DeferredResponse) return row
  requireAhead(ctx, row)
  await rows.update(ctx, reservation, row.id, { status: RESERVE_STATE.cancelled })
  await untell(ctx, row)
  return release(ctx, row)
}

/** From one address a phone has few questions that wait for an answer: whoever writes a number of somebody else keeps him from nothing. @throws inquire-many */
async function requireFewOpen(ctx: Ctx, { regionCode, phone }: { regionCode: string; phone: string }): Promise<void> {
  const open = async (): Promise<string[]> => {
    const found = await ctx.db
      .selectFrom('inquire')
      .select('code')
      .where('countyCode', '=', countyOf(regionCode))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('phone', 'in', spellingsOf(phone))
      .where('status', '=', INQUIRE.open)
      .orderBy('createTime', 'desc')
      .limit(MOST_OPEN)
      .execute()
    return found.map((q) => String(q.code))
  }
  const [most, { fromHere }] = [await numberParam(ctx, PARAMS.questionsOpen), await openUnder(ctx, phone, open)]
  if (fromHere >= most) throw citizenProblems.manyQuestions()
}
async function ask(outer: Ctx, input: Input) {
  const ctx = await atTenant(outer, input.tenantId)
  const names = ['regionCode', 'title', 'content', 'person', 'phone']
  const draft = rows.readFields(inquire, { ...withPhone(pick(input, names)), regionCode: await requirePlace(ctx, textIn(input, 'regionCode')) })
  await requireFewOpen(ctx, draft)
  const code = newCode('Z', draft.regionCode)
  await rows.insert(ctx, inquire, { ...draft, code, status: INQUIRE.open })
  await rememberSent(ctx, code)
  await countToday(ctx, 'ask')
  return { code }
}
async function answer(outer: Ctx, input: Own, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const code = parseCode('Z', input.code ?? '')
  const row = await opened<Inquire>(ctx, code ?? input.code ?? '', prove, async () => {
    const found = code && (await rows.find(ctx, inquire, { countyCode: code.slice(1, 7), code }))
    return found && isOwnTail(found.phone, input.tail) ? found : undefined
  })
  if (row instanceof DeferredResponse) return row
  const states = await dictionaryNames(ctx, 'inquire_status')
  return {
    code: row.code,
    title: citizenText(row.title),
    content: citizenText(row.content),
    state: states.get(row.status ?? '') ?? '',
    reply: row.reply && officeText(row.reply),
    replyTime: row.replyTime,
  }
}

const caseNotes = {
  done: both('该业务已办结，材料可到村委会或办理窗口领取', 'This case is finished: its papers are at the village or the window'),
  revoked: both('该业务已撤销，如有疑问或需重新申请，请联系办理窗口', 'This case was revoked: ask at the window, where you may apply anew'),
}
/** A case under way or over, by its code and the last four digits of its applicant's phone; one that was revoked too, though it has left the lists of the office. */
async function followCase(outer: Ctx, input: Own, prove: Prove) {
  const ctx = await atTenant(outer, input.tenantId)
  const code = (input.code ?? '').replaceAll(/\s/g, '')
  const found = await opened(ctx, code, prove, async () => {
    if (!/^\d{12,20}$/.test(code)) return undefined
    const b = await ctx.db
      .selectFrom('business')
      .select(['regionCode', 'businessCode', 'businessTypeCode', 'status', 'currentActive', 'obligeName', 'obligePhone'])
      .select(['businessReceiveTime', 'dueDay', 'finishTime'])
      .where('countyCode', '=', countyOf(code))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('businessCode', '=', code)
      .where((e) => e.or([e('removed', 'is', null), e('status', '=', STATUS.revoked)]))
      .executeTakeFirst()
    return b && isOwnTail(b.obligePhone, input.tail) ? b : undefined
  })
  if (found instanceof DeferredResponse) return found
  const s = (v: unknown) => (v === null || v === undefined ? null : String(v))
  const [types, states, tasks, phones] = [
    await dictionaryNames(ctx, 'business_type'),
    await dictionaryNames(ctx, 'business_status'),
    await dictionaryNames(ctx, 'task_key'),
    await windowPhones(ctx, [String(found.regionCode)]),
  ]
  // of one whose registration was taken back the time of its end stays
  const [isDone, isRevoked] = [found.status === STATUS.done, found.status === STATUS.revoked]
  return {
    code,
    matter: types.get(String(found.businessTypeCode)) ?? '',
    person: maskName(String(found.obligeName ?? '')),
    state: states.get(String(found.status)) ?? '',
    task: tasks.get(String(found.currentActive ?? '')) ?? '',
    receivedTime: s(found.businessReceiveTime),
    dueDay: isDone || isRevoked ? null : (s(found.dueDay)?.slice(0, 10) ?? null),
    finishTime: isDone ? s(found.finishTime) : null,
    note: isRevoked ? caseNotes.revoked[ctx.lang] : isDone ? caseNotes.done[ctx.lang] : null,
    windowPhone: phones.get(String(found.regionCode)) ?? '',
  }
}

const TENANT = { tenantId: text('租户编号', { en: 'Tenant', max: 12, required: true }) }
const OWN = {
  ...TENANT,
  code: text('编号', { en: 'Code', max: 30, required: true }),
  tail: text('电话后四位', { en: 'Last four digits', max: 4, required: true }),
}
const WHEN = { regionCode: text('办理地点', { en: 'Place', max: 14 }), day: text('日期', { en: 'Day', max: 10 }), slot: text('时段', { en: 'Time', max: 11 }) }
const PERSON = { person: reservation.fields.person, phone: reservation.fields.phone }
const HOLD = { hold: text('暂留', { en: 'Held place', max: 64 }) }
const CODE = { codeId: text('验证码编号', { en: 'Id of the code', max: 19 }), smsCode: text('短信验证码', { en: 'Code of the message', max: 8 }) }
const HEADERS = ['Captcha-Key', 'Captcha-Code']
const WHY = 'citizens have no account: they act in the tenant that their page names, and see what their own code opens'
const shape = (of: Fields, also: readonly string[] = []): AnswerShape => ({ as: 'row', of, ...(also.length > 0 ? { also } : {}) })
const words = (...names: string[]): Fields => Object.fromEntries(names.map((n) => [n, text(n)]))

/** What all of them have. */
const PUBLIC = { perm: 'public', scope: 'land', asSystem: WHY } as const
/** A public call of citizens. `rate`: citizens where codes might be guessed. */
const call = <B extends Fields>(
  verb: string,
  summary: string,
  audit: string,
  body: B,
  answer: AnswerShape,
  run: Run<never, NoInfer<B>, 'POST'>,
  rate: 'citizens' | 'write',
): Route => route({ ...PUBLIC, method: 'POST', path: `/usr/public/${verb}`, audit, summary, headers: HEADERS, rate, body, answer, run })
/** The same of what is written down as it was sent. */
const draftCall = (verb: string, summary: string, audit: string, body: Fields, answer: AnswerShape, run: Route['run']): Route => ({
  ...PUBLIC,
  method: 'POST',
  path: `/usr/public/${verb}`,
  audit,
  summary,
  headers: HEADERS,
  rate: 'write',
  body,
  answer,
  run,
})
/** What everybody may read: bounded by address like what opens by a code, for nobody else tells one stranger from another. */
const look = <const Q extends string>(verb: string, summary: string, query: readonly Q[], answer: AnswerShape, run: Run<NoInfer<Q>>): Route =>
  route({ ...PUBLIC, method: 'GET', path: `/usr/public/${verb}`, audit: 'read', summary, query, rate: 'citizens', answer, run })

/** The calls of citizens' pages. `needsCaptcha`: whether who writes proves that he is no machine; `sms`: how who books is told. */
export function publicRoutes(needsCaptcha: boolean, sms: SmsParts): Route[] {
  const prover =
    (facts: RequestFacts): Prove =>
    async (ctx) => {
      if (needsCaptcha) await checkCaptcha(ctx, facts)
    }
  const proved = <I>(run: (ctx: Ctx, input: I) => Promise<unknown>) =>
    usingUp(async (ctx: Ctx, input: I, facts) => {
      await prover(facts)(ctx)
      return run(ctx, input)
    })
  /** Of a code: a picture is asked for where others guess at it. */
  const watched = <I>(run: (ctx: Ctx, input: I, prove: Prove) => Promise<unknown>) =>
    usingUp((ctx: Ctx, input: I, facts) => run(ctx, input, proving(needsCaptcha, facts)))
  return [
    look('published', '办事指南和政策', ['tenantId'], shape({}, ['guides', 'descriptions', 'policies']), published),
    look(
      'offers',
      '流转供求',
      ['tenantId'],
      { as: 'rows', of: words('title', 'kind', 'regionName', 'mj', 'price', 'untilDay', 'content', 'person', 'phone'), also: ['id'] },
      offers,
    ),
    look('posted', '正在公示', ['tenantId'], { as: 'rows', of: words('regionCode', 'regionName', 'startDate', 'endDate', 'place'), also: ['id'] }, posted),
    look('posted-list', '公示清单', ['tenantId', 'id', 'regionCode'], shape(words('endDate'), ['households']), postedList),
    look('posting', '公示链接', ['code'], shape(words('state', 'regionName', 'startDate', 'endDate', 'place'), ['households']), posting),
    look('places', '办理地点和事项', ['tenantId'], shape({ days: int('可预约天数') }, ['places', 'matters']), places),
    look(
      'slots',
      '可预约时段',
      ['tenantId', 'regionCode'],
      { as: 'rows', of: { ...words('day', 'slot'), capacity: int('可预约数'), left: int('剩余') } },
      slots,
    ),
    call('hold', '暂留时段', 'reserve.hold', { ...TENANT, ...WHEN }, shape({ ...words('hold'), minutes: int('分钟') }), proved(keep), 'write'),
    draftCall(
      'book',
      '预约',
      'reserve.book',
      { ...TENANT, ...WHEN, matter: reservation.fields.matter, ...PERSON, ...HOLD, ...CODE },
      shape(words('code')),
      usingUp<Input>((ctx, input, facts) => take(ctx, sms, input, prover(facts))),
    ),
    call(
      'book-code',
      '发送预约验证码',
      'reserve.code',
      { ...TENANT, ...WHEN, phone: PERSON.phone, ...HOLD },
      shape({ ...words('codeId'), seconds: int('秒') }),
      usingUp((ctx, input, facts) => bookCode(ctx, sms, input, prover(facts))),
      'write',
    ),
    call(
      'booking',
      '查询预约',
      'reserve.look',
      OWN,
      shape({ ...words('code', 'regionCode', 'day', 'slot', 'person', 'phone', 'matter', 'state', 'place', 'windowPhone'), open: flag('可改') }),
      watched(booking),
      'citizens',
    ),
    call(
      'booking-change',
      '修改预约',
      'reserve.move',
      { ...OWN, day: WHEN.day, slot: WHEN.slot },
      'nothing',
      watched((ctx, input: Own & TextInput<'day' | 'slot'>, prove) => changeBooking(ctx, sms, input, prove)),
      'citizens',
    ),
    call('booking-cancel', '取消预约', 'reserve.cancel', OWN, 'nothing', watched(cancelBooking), 'citizens'),
    draftCall(
      'ask',
      '提交咨询',
      'inquire.ask',
      { ...TENANT, regionCode: WHEN.regionCode, title: inquire.fields.title, content: inquire.fields.content, ...PERSON },
      shape(words('code')),
      proved(ask),
    ),
    call('answer', '查询答复', 'inquire.look', OWN, shape(words('code', 'title', 'content', 'state', 'reply', 'replyTime')), watched(answer), 'citizens'),
    call(
      'case',
      '查询办理进度',
      'business.look',
      OWN,
      shape(words('code', 'matter', 'person', 'state', 'task', 'receivedTime', 'dueDay', 'finishTime', 'note', 'windowPhone')),
      proved((ctx, input) => followCase(ctx, input, async () => {})),
      'citizens',
    ),
  ]
}
