// What the product itself says by text message: in its own words, or as the office words it under the same code.
import { formats } from '../../kit/model/formats.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { ProductContent } from './contents.ts'
import { filled, paramsInOrder } from './message.ts'
import { hasProvider, queueMessage, type OutgoingMessage, type SmsParts } from './send.server.ts'
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
/** The words of a message that must go out: one that the office has switched off goes in the product's own words. */
export async function worded(ctx: Ctx, of: ProductContent, params: Readonly<Record<string, string>>): Promise<Worded> {
  const own = await ownContent(ctx, of.code)
  return filledIn(of, own === 'off' ? undefined : own, params)
}
/** A message to several people, and the name under which each gets it once. */
export interface PartyMessage {
  of: ProductContent
  params: Readonly<Record<string, string>>
  once: string
}
/**
 * Tells people what they have not asked for: each number once, not in quiet hours, nobody who has opted out, nothing that the office has switched off, and
 * nothing where no provider is enabled. Answers how many messages wait to leave now.
 */
export async function tellPhones(ctx: Ctx, p: SmsParts, phones: readonly (string | null | undefined)[], t: PartyMessage): Promise<number> {
  const numbers = [...new Set(phones.filter((n): n is string => !!n && !formats.phone(n)))]
  if (numbers.length === 0 || !(await hasProvider(ctx))) return 0
  const own = await ownContent(ctx, t.of.code)
  if (own === 'off') return 0
  const words = filledIn(t.of, own, t.params)
  let queued = 0
  for (const phone of numbers) {
    const once = `${t.once}:${p.sealer.sign(phone, 'sms-once').slice(0, 24)}`
    if (await queueMessage(ctx, p, { ...words, phone, isUnasked: true, canWait: true, once })) queued += 1
  }
  return queued
}
