import { inRegion } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { emit } from '../../runtime/outbox.server.ts'
import { listEntries } from './entries.ts'
import type { WebhookEvent } from './webhook.ts'

/** The outbox topic of deliveries; its key is the subscription and what the event is about, so that one case is told in its order and holds up no other. */
export const WEBHOOK_TOPIC = 'webhook.delivery'
/** What happened, for partners: codes and states, never persons. */
export interface Happened {
  event: WebhookEvent
  regionCode: string
  /** code of the case or of the book */
  about: string
  data: Readonly<Record<string, string | number | null>>
}
/** Writes one delivery for each subscription that wants to hear of an event, in the transaction of what happened. */
export async function tellWebhooks(ctx: Ctx, h: Happened): Promise<void> {
  const all = await ctx.db
    .selectFrom('webhook')
    .select(['id', 'name', 'events', 'regionCode'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('isEnabled', '=', 1)
    .orderBy('id')
    .execute()
  for (const w of all)
    if (listEntries(w.events).includes(h.event) && (!w.regionCode || inRegion(h.regionCode, w.regionCode)))
      await emit(ctx, WEBHOOK_TOPIC, `${w.id}/${h.about}`, { webhookId: String(w.id), target: w.name, ...h })
}
