// What the product itself says by text message: in its own words, or as the office words it under the same code.
import { formats } from '../../kit/model/formats.ts'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { ProductContent } from './contents.ts'
import { filled, paramsInOrder, templateOf } from './message.ts'
import { enabledProvider, queueMessage, requireProvider, smsProblems, type OutgoingMessage, type SmsParts } from './send.server.ts'
import { sms_content } from './sms.ts'

type Worded = Pick<OutgoingMessage, 'contentCode' | 'text' | 'shown' | 'templateId' | 'params'>
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
/** The same of what nobody has asked for: undefined too where the office has switched it off. */
export async function wordedUnlessOff(ctx: Ctx, of: ProductContent, params: Readonly<Record<string, string>>): Promise<Worded | undefined> {
  const own = await ownContent(ctx, of.code)
  return own === 'off' ? undefined : sendable(ctx, filledIn(of, own, params))
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
}
/**
 * Tells people what they have not asked for: each number once, not in quiet hours, nobody who has opted out, nothing that the office has switched off, and
 * nothing where no provider is enabled, or one by templates alone that has none for it (it is told later, when there is one). Answers how many messages wait to leave now.
 */
export async function tellPhones(ctx: Ctx, p: SmsParts, phones: readonly (string | null | undefined)[], t: PartyMessage): Promise<number> {
  const numbers = [...new Set(phones.filter((n): n is string => !!n && !formats.phone(n)))]
  const words = numbers.length ? await wordedUnlessOff(ctx, t.of, t.params) : undefined
  if (!words) return 0
  let queued = 0
  for (const phone of numbers) {
    const once = `${t.once}:${p.sealer.sign(phone, 'sms-once').slice(0, 24)}`
    if (await queueMessage(ctx, p, { ...words, phone, isUnasked: true, canWait: true, once })) queued += 1
  }
  return queued
}
