// What leaves by text message, mail or robot: queued with its history row in the transaction of its cause, handed over by a job after the commit.
import { sql } from 'kysely'
import { both, type Lang, type Text } from '../../kit/model/lang.ts'
import { formats } from '../../kit/model/formats.ts'
import { invalidField, Problem, problem } from '../../kit/model/problem.ts'
import { DeferredResponse } from '../../kit/server/route.server.ts'
import { maskText } from '../../kit/model/mask.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { dropSecrets, keepSecret, readSecret } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { numberParam } from '../settings/number-param.server.ts'
import { PARAMS } from '../settings/params.ts'
import { productContent } from './contents.ts'
import { costOf, leavesAt, messageParts, templateOf, type QuietHours, type SendAnswer } from './message.ts'
import { hasOptedOut } from './opt-out.server.ts'
import { providerOf } from './provider.server.ts'
import { SEND_STATUS, message_outlet, sms, sms_history } from './sms.ts'
import { isUnsent } from './wire.server.ts'

export const SMS_JOB = 'sms-send'
export const smsProblems = {
  resend: problem(409, 'sms-resend', () => ({ zh: '只有发送失败的短信可以重发', en: 'Only a failed message can be sent again' })),
  unknown: problem(409, 'sms-unknown', () => ({
    zh: '该短信是否送达不明，重发可能使对方收到两次，请核实后确认重发',
    en: 'Whether it arrived is not known: sent again it may arrive twice. Find out first, then say so',
  })),
  settled: problem(409, 'sms-settled', () => ({
    zh: '只有送达不明的短信可以核实为已发送',
    en: 'Only of a message that may have arrived can it be said that it was sent',
  })),
  noProvider: problem(409, 'sms-provider', () => ({ zh: '未启用短信配置，短信不能发送', en: 'No SMS provider is enabled: nothing can be sent' })),
  noContent: problem<{ content: Text }>(409, 'sms-content', (d) => ({
    zh: `短信服务商只能按模板发送，请先在短信内容中为【${d.content.zh}】填写服务商模板`,
    en: `The SMS provider sends by templates alone: enter its template for ${d.content.en} under SMS content first`,
  })),
  noSecret: problem(409, 'sms-secret', () => ({ zh: '请先填写访问密钥', en: 'Enter the secret key first' })),
  failed: problem<{ what: Text; why: string }>(503, 'sms-failed', (d) => ({ zh: `${d.what.zh}发送失败：${d.why}`, en: `${d.what.en} failed: ${d.why}` })),
  testUnknown: problem(503, 'sms-test-unknown', () => ({
    zh: '发送中断，测试消息是否送达不明，请核实',
    en: 'Interrupted: whether the test message arrived is not known; please find out',
  })),
  history: problem(409, 'sms-history', () => ({ zh: '短信记录不能修改', en: 'History cannot be changed' })),
  optedOut: problem(409, 'sms-opted-out', () => ({ zh: '该号码已退订短信，不能发送', en: 'This number has opted out of messages' })),
}

/** How long a person who tries a configuration waits for the provider. */
const TEST_MS = 10_000
const noAnswers = {
  sms: both('短信服务没有应答', 'The provider did not answer'),
  mail: both('邮件服务器没有应答', 'The mail server did not answer'),
  robot: both('群机器人没有应答', 'The robot did not answer'),
}
const trials = {
  sms: both('测试短信', 'The test message'),
  mail: both('测试邮件', 'The test mail'),
  robot: both('群机器人测试消息', 'The test message of the robot'),
}
/** What a channel is to whoever reads of it; rows of former days have none and are text messages. */
const kindOf = (channel: string | null): keyof typeof trials => (channel === 'sms' || channel === 'mail' ? channel : channel ? 'robot' : 'sms')
/** Whoever was called said nothing. */
export const noAnswerOf = (channel: string | null): Text => noAnswers[kindOf(channel)]
/** Of a call whose answer is not known (docs/adr/0085). */
export const unknownWords = both('发送中断，是否送达不明，请核实后再重发', 'Interrupted: whether it arrived is not known; find out before it is sent again')

export interface SmsParts {
  sealer: Sealer
  outbound: Outbound
}
/** How and when something leaves. */
interface Leaving {
  /** names what is told: nobody is sent it twice */
  once?: string
  /** it is left until the quiet hours are over */
  canWait?: boolean
  /** from this moment on it is not worth telling; yyyy-MM-dd HH:mm:ss */
  until?: string
}
interface Outgoing extends Leaving {
  phone: string
  contentCode: string | null
  /** what the history shows; without a code that would let somebody in */
  shown: string
  text: string
  templateId: string
  /** in the order of the template */
  params: Record<string, string>
  /** its receiver has not asked for it: who has opted out gets nothing (a code is asked for) */
  isUnasked?: boolean
}
/**
 * `names`: what the names of the product's own words stand for. With them it waits until the office has a template for it, where its provider sends by templates
 * alone; but not for ever.
 */
export type OutgoingMessage = Outgoing & ({ names?: never } | { names: Readonly<Record<string, string>>; until: string })
/** A file that goes with a mail. */
export interface MailFile {
  name: string
  type: string
  base64: string
}
/** What waits sealed beside its history row. */
export interface MessageLetter {
  /** a number, the address of a mail; nothing for a robot */
  phone: string
  text: string
  templateId: string
  params: Record<string, string>
  isUnasked?: boolean
  /** as of an OutgoingMessage */
  names?: Readonly<Record<string, string>>
  subject?: string
  /** a file that goes with a mail */
  attachment?: MailFile
  /** the robot that writes it, and whom it calls */
  outletId?: string
  mobiles?: readonly string[]
}

/** The provider by which text messages leave, if any. */
export const enabledProvider = (ctx: Ctx) => scoped(ctx, sms).select(['sms.category', 'sms.templateId']).where('sms.status', '=', 1).limit(1).executeTakeFirst()
/** Tenants that send text messages, for what is told by a routine. */
export const sendingTenants = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('sms').select('tenantId').distinct().where('status', '=', 1).orderBy('tenantId').execute()).map((t) => String(t.tenantId))
/** Refuses at once where nothing could be sent: whoever waits for a message is not left waiting. */
export async function requireProvider(ctx: Ctx) {
  const found = await enabledProvider(ctx)
  if (!found) throw smsProblems.noProvider()
  return found
}
interface Entry extends Leaving {
  channel: string
  /** as the history shows it */
  to: string
  contentCode: string | null
  shown: string
  /** nobody sends it before the office has a template for it */
  waits?: boolean
}
/** Why a message of the product waits. */
export function awaited(code: string | null): Text {
  const name = productContent(code)?.name ?? both(code ?? '', code ?? '')
  return both(
    `服务商只能按模板发送，请在短信内容中填写【${name.zh}】的服务商模板`,
    `The provider sends by templates alone: enter its template for ${name.en} under SMS content`,
  )
}
export const quietHours = async (ctx: Ctx): Promise<QuietHours> => ({
  from: await numberParam(ctx, PARAMS.quietFrom),
  to: await numberParam(ctx, PARAMS.quietTo),
})
/**
 * Writes the history row of what leaves, with its words sealed beside it, and a job that hands it over after the commit; in quiet hours the routine of messages that
 * are due makes the job. Answers the id of the row; undefined where the same was told before.
 */
async function queue(ctx: Ctx, p: SmsParts, e: Entry, letter: MessageLetter): Promise<string | undefined> {
  if (e.once && (await rows.find(ctx, sms_history, { once: e.once }))) return undefined
  const at = e.canWait && !e.waits ? leavesAt(ctx.now, await quietHours(ctx)) : ctx.now
  const id = await rows.insert(ctx, sms_history, {
    channel: e.channel,
    phone: e.to,
    contentCode: e.contentCode,
    content: e.shown.slice(0, 500),
    status: e.waits ? SEND_STATUS.noTemplate : SEND_STATUS.waiting,
    answer: e.waits ? awaited(e.contentCode)[ctx.lang] : null,
    sendTime: ctx.now,
    dueTime: at > ctx.now ? at : null,
    untilTime: e.until ?? null,
    once: e.once ?? null,
  })
  await keepSecret(ctx, p.sealer, sms_history.name, id, 'letter', JSON.stringify(letter))
  if (at <= ctx.now && !e.waits) await ctx.enqueue(SMS_JOB, { id })
  return id
}
/**
 * Queues a text message. Number and words wait sealed and are forgotten once the provider took them. Answers the id of the history row; undefined where the same was
 * told before, or the number has opted out of what it has not asked for. One with `names` for which its provider has no template waits for it.
 * @throws sms-provider, sms-content
 */
export async function queueMessage(ctx: Ctx, p: SmsParts, m: OutgoingMessage): Promise<string | undefined> {
  const provider = await requireProvider(ctx)
  if (m.isUnasked && (await hasOptedOut(ctx, p, m.phone))) return undefined
  const code = m.contentCode
  const waits = templateOf(provider, m) === undefined
  if (waits && !m.names) throw smsProblems.noContent({ content: code ? both(code, code) : both('该短信', 'this message') })
  const { phone, contentCode, shown, text, templateId, params, isUnasked, names, ...leaving } = m
  return queue(
    ctx,
    p,
    { ...leaving, channel: 'sms', to: maskText(phone), contentCode, shown, waits },
    { phone, text, templateId, params, ...(isUnasked ? { isUnasked } : {}), ...(names ? { names } : {}) },
  )
}
/** The mail servers that are set up, or the robots. */
const outlets = (ctx: Ctx, kind: 'mail' | 'robot') =>
  scoped(ctx, message_outlet)
    .select(['message_outlet.id', 'message_outlet.category', 'message_outlet.outletCode'])
    .where('message_outlet.category', kind === 'mail' ? '=' : '<>', 'mail')
    .where('message_outlet.isEnabled', '=', 1)
    .orderBy('message_outlet.outletCode')
/** Queues a mail; undefined where no mail server is set up, or the same was told before. */
export async function queueMail(
  ctx: Ctx,
  p: SmsParts,
  m: Leaving & { to: string; subject: string; text: string; attachment?: MailFile },
): Promise<string | undefined> {
  const server = await outlets(ctx, 'mail').limit(1).executeTakeFirst()
  if (!server) return undefined
  const { to, subject, text, attachment, ...leaving } = m
  return queue(
    ctx,
    p,
    { ...leaving, channel: 'mail', to: maskText(to), contentCode: null, shown: subject },
    { phone: to, subject, text, templateId: '', params: {}, outletId: server.id, ...(attachment ? { attachment } : {}) },
  )
}
/** Queues a text for the group of every robot that is set up; it calls those of these numbers who are in it. Answers how many. */
export async function queueRobots(ctx: Ctx, p: SmsParts, m: Leaving & { text: string; mobiles?: readonly string[] }): Promise<number> {
  const robots = await outlets(ctx, 'robot').execute()
  const { text, mobiles = [], once, ...leaving } = m
  for (const r of robots)
    await queue(
      ctx,
      p,
      { ...leaving, ...(once ? { once: `${once}:${r.id}` } : {}), channel: r.category, to: r.outletCode, contentCode: null, shown: text },
      { phone: '', text, templateId: '', params: {}, outletId: r.id, mobiles },
    )
  return robots.length
}
/** A message that leaves anew has no provider, no parts and no cost yet. */
const ANEW = { status: SEND_STATUS.waiting, answer: null, providerCode: null, providerId: null, price: null, parts: null, cost: null, dueTime: null }
/** Days for which a message that somebody sends again is worth telling, where it was not for ever. */
const AGAIN_DAYS = 7
/** Sends a failed message again; one that may have arrived only where a person says that he found out. @throws sms-resend, sms-unknown */
export async function resend(ctx: Ctx, id: string, isSure: boolean): Promise<void> {
  const row = await rows.get(ctx, sms_history, id, true)
  const isUnknown = row.status === SEND_STATUS.unknown
  if (row.status !== SEND_STATUS.failed && !isUnknown) throw smsProblems.resend()
  if (isUnknown && !isSure) throw smsProblems.unknown()
  if ((row.channel ?? 'sms') === 'sms') await requireProvider(ctx)
  const untilTime = row.untilTime ? moved(ctx.now, AGAIN_DAYS * 86_400) : null
  await rows.update(ctx, sms_history, row.id, { ...ANEW, untilTime, sendTime: ctx.now })
  await ctx.enqueue(SMS_JOB, { id: row.id })
}
/** A person found out that a message arrived of which it was not known: it counts as sent, is paid for, and nobody sends it again. @throws sms-settled */
export async function settleMessage(ctx: Ctx, id: string): Promise<void> {
  const row = await rows.get(ctx, sms_history, id, true)
  if (row.status !== SEND_STATUS.unknown) throw smsProblems.settled()
  await rows.update(ctx, sms_history, row.id, { status: SEND_STATUS.sent, answer: settledWords[ctx.lang], cost: costOf(row.price, row.parts) })
  await dropSecrets(ctx, sms_history.name, [row.id])
}
const settledWords = both('经核实已发送', 'Found out: it was sent')
/** What has not left and is not true any more stays here. `once`: how the names of what was told begin. */
export async function withdrawMessages(ctx: Ctx, once: string): Promise<void> {
  const open = await scoped(ctx, sms_history)
    .select('sms_history.id')
    .where('sms_history.status', 'in', [SEND_STATUS.waiting, SEND_STATUS.noTemplate])
    .where('sms_history.providerCode', 'is', null)
    .where(sql<boolean>`starts_with("sms_history".once, ${once})`)
    .execute()
  for (const { id } of open) await rows.update(ctx, sms_history, id, { status: SEND_STATUS.failed, dueTime: null, answer: withdrawnWords[ctx.lang] })
  await dropSecrets(
    ctx,
    sms_history.name,
    open.map((h) => h.id),
  )
}
const withdrawnWords = both('所通知的事项已撤回，未发送', 'What it was about was withdrawn')

interface Tried {
  channel: string
  /** as the history shows it */
  phone: string
  content: string
  providerCode: string
  /** of a text message: what a part costs, and of how many it probably is */
  price?: string | null
  parts?: number
}
/** What became of a trial: taken or refused by the service, never sent, or not known. */
async function outcomeOf(lang: Lang, channel: string, send: Promise<SendAnswer>): Promise<SendAnswer & { status: string }> {
  try {
    const said = await send
    return { ...said, status: said.accepted ? SEND_STATUS.sent : SEND_STATUS.failed }
  } catch (e) {
    const none = { accepted: false, id: '' }
    if (!isUnsent(e)) return { ...none, status: SEND_STATUS.unknown, message: unknownWords[lang] }
    return { ...none, status: SEND_STATUS.failed, message: e instanceof Problem ? e.say(lang) : noAnswerOf(channel)[lang] }
  }
}
/**
 * Makes a call that somebody waits for who tries a configuration, and answers the service's word; the history keeps both.
 * @throws sms-failed, sms-test-unknown where it may have arrived
 */
export const tried = (ctx: Ctx, what: Tried, send: (signal: AbortSignal) => Promise<SendAnswer>): DeferredResponse =>
  new DeferredResponse(async (again) => {
    const { status, message, id: providerId, parts: said } = await outcomeOf(ctx.lang, what.channel, send(AbortSignal.timeout(TEST_MS)))
    // of what may have arrived the parts are known, and paid for once a person says that it did
    const parts = status === SEND_STATUS.failed ? null : (said ?? what.parts ?? null)
    const cost = status === SEND_STATUS.sent ? costOf(what.price ?? null, parts) : null
    await again((next) => rows.insert(next, sms_history, { ...what, status, answer: message, providerId, parts, cost, sendTime: ctx.now }))
    if (status === SEND_STATUS.unknown) throw smsProblems.testUnknown()
    if (status === SEND_STATUS.failed) throw smsProblems.failed({ what: trials[kindOf(what.channel)], why: message || noAnswerOf(what.channel)[ctx.lang] })
    return { message }
  })
/** Sends a message to a number by a configuration, enabled or not. @throws where the provider refuses or does not answer */
export async function sendTest(ctx: Ctx, p: SmsParts, id: string, phone: string): Promise<DeferredResponse> {
  const s = await rows.get(ctx, sms, id)
  const malformed = formats.phone(phone)
  if (malformed) throw invalidField('phone', malformed)
  const secretKey = await readSecret(ctx, p.sealer, sms.name, s.id, 'secretKey')
  if (!secretKey) throw smsProblems.noSecret()
  const text = `${s.signName}测试短信`
  const provider = providerOf({ ...s, endpoint: s.endpoint!, accessKey: s.accessKey!, secretKey }, p.outbound)
  const message = { phone, text, signName: s.signName!, templateId: s.templateId!, params: {}, requestId: ctx.newId() }
  const what = { channel: 'sms', phone: maskText(phone), content: text, providerCode: s.smsCode, price: s.price, parts: messageParts(text, s.signName) }
  return tried(ctx, what, (signal) => provider.send(message, signal))
}
