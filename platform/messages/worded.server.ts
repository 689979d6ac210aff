// What the product itself says by text message: in its own words, or as the office words it under the same code.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { formats } from '../../kit/model/formats.ts'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Row } from '../../kit/model/resource.ts'
import { dropSecrets, keepSecret, readSecret } from '../../runtime/sealed.server.ts'
import { productContent, type ProductContent } from './contents.ts'
import { filled, leavesAt, paramsInOrder, templateOf, type QuietHours } from './message.ts'
import { phoneDigits } from './phone-number.ts'
import {
  enabledProvider,
  queueMessage,
  quietHours,
  requireProvider,
  SMS_JOB,
  smsProblems,
  type MessageLetter,
  type OutgoingMessage,
  type SmsParts,
} from './send.server.ts'
import { SEND_STATUS, sms_content, sms_history } from './sms.ts'

type Worded = Pick<OutgoingMessage, 'contentCode' | 'text' | 'shown' | 'templateId' | 'params'>
/** The same of what nobody has asked for: it can wait for a template. */
type Unasked = Worded & Required<Pick<OutgoingMessage, 'names' | 'isUnasked'>>
/** The office's content of this code: undefined where it has none, `off` where it has switched it off. */
async function ownContent(ctx: Ctx, code: string): Promise<{ content: string; templateId: string } | 'off' | undefined> {
  const own = await scoped(ctx, sms_content).selectAll('sms_content').where('sms_content.contentCode', '=', code).executeTakeFirst()
  if (!own) return undefined
  return own.isEnabled === 1 ? { content: String(own.content), templateId: String(own.templateId ?? '') } : 'off'
}
function filledIn(of: ProductContent, own: { content: string; templateId: string } | undefined, params: Readonly<Record<string, string>>): Worded {
  const content = own?.content ?? of.words
  const hidden = Object.fromEntries((of.secrets ?? []).map((name) => [name, '******']))
  return {
    contentCode: of.code,
    text: filled(content, params),
    // who reads the history is not let in by it
    shown: filled(content, { ...params, ...hidden }),
    templateId: own?.templateId ?? '',
    params: paramsInOrder(content, params),
  }
}
/** What the enabled provider can send: nothing where there is none, or it knows templates alone and the office has none for this. */
async function sendable(ctx: Ctx, words: Worded): Promise<Worded | undefined> {
  const provider = await enabledProvider(ctx)
  return provider && templateOf(provider, words) !== undefined ? words : undefined
}
/**
 * The words of a message that must go out: one that the office has switched off goes in the product's own words. Undefined where it cannot be sent: no provider
 * is enabled, or one that knows templates alone and has none for it.
 */
export async function worded(ctx: Ctx, of: ProductContent, params: Readonly<Record<string, string>>): Promise<Worded | undefined> {
  const own = await ownContent(ctx, of.code)
  return sendable(ctx, filledIn(of, own === 'off' ? undefined : own, params))
}
/**
 * The words of what nobody has asked for: undefined where no provider is enabled, or the office has switched it off. By a provider that knows templates alone and has
 * none for it it waits, and says so in the history.
 */
export async function wordedUnlessOff(ctx: Ctx, of: ProductContent, names: Readonly<Record<string, string>>): Promise<Unasked | undefined> {
  const own = await ownContent(ctx, of.code)
  if (own === 'off' || !(await enabledProvider(ctx))) return undefined
  return { ...filledIn(of, own, names), names, isUnasked: true }
}
/** Refuses at once where a message that must go out cannot. @throws sms-provider, sms-content */
export async function requireWorded(ctx: Ctx, of: ProductContent): Promise<void> {
  await requireProvider(ctx)
  const content = both(`${of.name.zh}（${of.code}）`, `${of.name.en} (${of.code})`)
  if (!(await worded(ctx, of, {}))) throw smsProblems.noContent({ content })
}
/** A message to several people, and the name under which each gets it once. */
export interface PartyMessage {
  of: ProductContent
  params: Readonly<Record<string, string>>
  once: string
  /** from this moment on it is not worth telling: nothing waits for ever for a template */
  until: string
}
/**
 * Tells people what they have not asked for: each number once, not in quiet hours, nobody who has opted out, nothing that the office has switched off, and
 * nothing where no provider is enabled; by one that sends by templates alone and has none for it, when there is one. Answers how many messages wait to leave.
 */
export async function tellPhones(ctx: Ctx, p: SmsParts, phones: readonly (string | null | undefined)[], t: PartyMessage): Promise<number> {
  const numbers = [...new Set(phones.map((n) => phoneDigits(n ?? '')).filter((n) => !formats.phone(n)))]
  const words = numbers.length ? await wordedUnlessOff(ctx, t.of, t.params) : undefined
  if (!words) return 0
  let queued = 0
  for (const phone of numbers) {
    const once = `${t.once}:${p.sealer.sign(phone, 'sms-once').slice(0, 24)}`
    if (await queueMessage(ctx, p, { ...words, phone, canWait: true, once, until: t.until })) queued += 1
  }
  return queued
}

const endedWords = {
  late: both('已过时效，未发送', 'It was not worth telling any more'),
  off: both('该短信内容已停用，未发送', 'Messages of this kind are switched off'),
}
type Waiting = Pick<Row<typeof sms_history>, 'id' | 'contentCode' | 'untilTime'>
/** One message that waited for a template leaves in the words that there are now, or ends where it is too late for it. */
async function release(ctx: Ctx, p: SmsParts, row: Waiting, own: Awaited<ReturnType<typeof ownContent>>, quiet: QuietHours): Promise<void> {
  const of = productContent(row.contentCode)
  const kept = await readSecret(ctx, p.sealer, sms_history.name, row.id, 'letter')
  const letter = kept ? (JSON.parse(kept) as MessageLetter) : undefined
  const isLate = !!row.untilTime && row.untilTime <= ctx.now
  if (isLate || own === 'off' || !of || !letter?.names) {
    await rows.update(ctx, sms_history, row.id, { status: SEND_STATUS.failed, answer: (own === 'off' ? endedWords.off : endedWords.late)[ctx.lang] })
    return dropSecrets(ctx, sms_history.name, [row.id])
  }
  const { text, shown, templateId, params } = filledIn(of, own, letter.names)
  await keepSecret(ctx, p.sealer, sms_history.name, row.id, 'letter', JSON.stringify({ ...letter, text, templateId, params }))
  const at = leavesAt(ctx.now, quiet)
  const isDue = at <= ctx.now
  const set = { status: SEND_STATUS.waiting, content: shown.slice(0, 500), answer: null, sendTime: ctx.now, dueTime: isDue ? null : at }
  await rows.update(ctx, sms_history, row.id, set)
  if (isDue) await ctx.enqueue(SMS_JOB, { id: row.id })
}
/**
 * Lets leave what waited for a template and has one now, and ends what is switched off or too late; the oldest of each kind first. Answers how many rows were touched.
 * @param most of each kind, so that no call that saves a template works through a whole village
 */
export async function releaseWaiting(ctx: Ctx, p: SmsParts, most: number): Promise<number> {
  const open = () => scoped(ctx, sms_history).where('sms_history.status', '=', SEND_STATUS.noTemplate)
  const codes = await open().select('sms_history.contentCode').distinct().orderBy('sms_history.contentCode').execute()
  if (codes.length === 0) return 0
  const [provider, quiet] = [await enabledProvider(ctx), await quietHours(ctx)]
  let n = 0
  for (const { contentCode } of codes) {
    const own = await ownContent(ctx, contentCode ?? '')
    const hasWay = own === 'off' || (!!provider && templateOf(provider, { contentCode, templateId: own?.templateId ?? '' }) !== undefined)
    let found = open().select(['sms_history.id', 'sms_history.contentCode', 'sms_history.untilTime']).where('sms_history.contentCode', '=', contentCode)
    if (!hasWay) found = found.where('sms_history.untilTime', '<=', ctx.now)
    const some = await typedRows<Waiting>(found.orderBy('sms_history.id').limit(most).forUpdate())
    for (const row of some) await release(ctx, p, row, own, quiet)
    n += some.length
  }
  return n
}
