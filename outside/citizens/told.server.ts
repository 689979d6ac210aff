// What citizens are told by text message of their appointments, questions and offers of land: in the transaction of what it is about, each once. Source: docs/adr/0083.
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { MESSAGE_CODE } from '../../platform/messages/message.ts'
import { phoneDigits } from '../../platform/messages/phone-number.ts'
import { enabledProvider, withdrawMessages, type SmsParts } from '../../platform/messages/send.server.ts'
import { tellPhones } from '../../platform/messages/worded.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import type { Demand, Inquire, Reserve } from './citizens.ts'
import { DEMAND, hasBegun, INQUIRE } from './flow.ts'
import { windowPhones } from './places.server.ts'
import { countUpTo, dictionaryNames } from './stranger.server.ts'

/** Days for which it is worth telling that something was answered. */
const TOLD_DAYS = 7

/** The name of what somebody is told of his appointment. */
export const reminderName = (id: string): string => `appointment:${id}`
/** What was written of an appointment and has not left is not true any more. */
export const untell = (ctx: Ctx, r: Pick<Reserve, 'id'>): Promise<void> => withdrawMessages(ctx, `${reminderName(r.id)}:`)

/** A message is Chinese, and so is what the history says of it, whoever caused it. */
const inChinese = (ctx: Ctx): Ctx => ({ ...ctx, lang: 'zh' })
/** Whom to ask: the window, with its telephone where it has one. */
async function contactAt(ctx: Ctx, regionCode: string): Promise<string> {
  const phone = (await windowPhones(ctx, [regionCode])).get(regionCode)
  return phone ? `办理窗口（${phone}）` : '办理窗口'
}
/** An appointment as it is told of. */
type Told = Pick<Reserve, 'id' | 'rev' | 'windowCode' | 'day' | 'slot' | 'matter' | 'phone' | 'code'>
async function namesOf(ctx: Ctx, r: Told): Promise<Readonly<Record<'day' | 'slot' | 'place' | 'matter' | 'code' | 'contact', string>>> {
  const matters = await dictionaryNames(inChinese(ctx), 'business_type')
  const places = await regionNames(ctx, [r.windowCode!])
  const [place, matter] = [places.get(r.windowCode!) ?? '', matters.get(r.matter!) ?? '']
  return { day: r.day!, slot: r.slot!, place, matter, code: r.code!, contact: await contactAt(ctx, r.windowCode!) }
}
/** What an appointment can be told to be. */
type News = 'Booked' | 'Changed' | 'Cancelled'
/**
 * Tells who has an appointment that it stands, is at another time, or stands no more; not of one whose time has begun. What a stranger does under a number is told
 * it five times a day at most, as codes are: nobody's phone is filled by who writes its number.
 */
export async function tellAppointment(ctx: Ctx, p: SmsParts, news: News, r: Told, isCitizen = false): Promise<void> {
  if (hasBegun(r, ctx.now) || !(await enabledProvider(ctx))) return
  const day = ctx.now.slice(0, 10)
  const key = tokenHash([ctx.who.tenantId, 'told', phoneDigits(r.phone ?? ''), day].join(' '))
  if (isCitizen && !(await countUpTo(ctx, key, MESSAGE_CODE.aDay))) return
  const once = `${reminderName(r.id)}:${news}:${r.rev}`
  await tellPhones(inChinese(ctx), p, [r.phone], {
    of: CONTENTS[`appointment${news}`],
    params: await namesOf(ctx, r),
    once,
    until: `${r.day} ${r.slot!.slice(0, 5)}:00`,
  })
}

/** Whoever asked is told that his question was answered, or answered anew, or closed without an answer; what has not left of the answer before does not leave. */
export async function tellAnswered(ctx: Ctx, p: SmsParts, q: Pick<Inquire, 'id' | 'rev' | 'code' | 'phone'>, status: string): Promise<void> {
  const name = `inquiry:${q.id}`
  await withdrawMessages(ctx, `${name}:`)
  const params = { state: status === INQUIRE.closed ? '已关闭' : '已答复', code: q.code! }
  await tellPhones(inChinese(ctx), p, [q.phone], { of: CONTENTS.inquiryAnswered, params, once: `${name}:${q.rev}`, until: moved(ctx.now, TOLD_DAYS * 86_400) })
}

const DEMAND_WORDS: Readonly<Record<string, string>> = { [DEMAND.passed]: '已审核通过并公布', [DEMAND.offline]: '已下线，不再公布' }
/** Whoever offers land, or looks for some, is told when that is published and when it is taken down; what is sent back concerns who entered it. */
export async function tellDemand(ctx: Ctx, p: SmsParts, d: Pick<Demand, 'id' | 'phone' | 'regionCode'>, status: string): Promise<void> {
  const state = DEMAND_WORDS[status]
  if (!state) return
  const name = `demand:${d.id}`
  await withdrawMessages(ctx, `${name}:`)
  const params = { state, contact: await contactAt(ctx, d.regionCode) }
  await tellPhones(inChinese(ctx), p, [d.phone], { of: CONTENTS.demandChecked, params, once: `${name}:${status}`, until: moved(ctx.now, TOLD_DAYS * 86_400) })
}
