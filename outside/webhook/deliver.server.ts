// Tells partners of events by Standard Webhooks. Source: standardwebhooks.com; docs/adr/0069.
import { createHmac } from 'node:crypto'
import { problem } from '../../kit/model/problem.ts'
import { exactTime, momentOf } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import { openSecrets } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { tellWebhooks, WEBHOOK_TOPIC, type Happened } from './tell.server.ts'
import { webhook } from './webhook.ts'

export const webhookProblems = {
  onItsWay: problem(409, 'webhook-on-its-way', () => ({ zh: '正在投递，请稍后再试', en: 'It is being delivered; try again later' })),
  ended: problem(400, 'webhook-ended', () => ({ zh: '订阅已停用或删除', en: 'The webhook is disabled or was removed' })),
  noSecret: problem(400, 'webhook-no-secret', () => ({ zh: '订阅没有密钥', en: 'The webhook has no secret' })),
  gone: problem(400, 'webhook-gone', () => ({ zh: '对方已不再接收（410）', en: 'The receiver no longer accepts events (410)' })),
}
/** The signature of a message with one secret. */
const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`
/** The headers of a message; while a secret is being changed it carries the signatures of both, so that the receiver takes it with either. */
export function webhookHeaders(secrets: readonly string[], id: string, at: number, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((s) => signatureOf(s, id, timestamp, body)).join(' '),
  }
}
interface Deps {
  outbound: Outbound
  sealer: Sealer
}
const SEND_MS = 15_000
const GONE = 410

/** Delivers one event to one subscription. The id of the message stays the same at every attempt; anything but 2xx is tried again on the usual ladder, then it is a dead letter. */
export const webhookHandler = ({ outbound, sealer }: Deps): Handler => ({
  topic: WEBHOOK_TOPIC,
  label: '事件投递',
  async deliver(e, d) {
    const { webhookId, event, about, regionCode, data } = e.payload as unknown as Happened & { webhookId: string }
    const to = await d.tx(async (ctx) => {
      const { tenantId } = ctx.who
      const found = await ctx.db
        .selectFrom('webhook')
        .select(['url', 'isEnabled'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', webhookId)
        .executeTakeFirst()
      if (found?.isEnabled !== 1) throw webhookProblems.ended()
      const secrets = await openSecrets(ctx.db, sealer, ctx.now, tenantId, webhook.name, webhookId, 'secret')
      if (secrets.length === 0) throw webhookProblems.noSecret()
      return { url: String(found.url), secrets }
    })
    const body = JSON.stringify({ type: event, timestamp: exactTime(new Date(momentOf(e.createTime))), data: { ...data, about, regionCode } })
    const headers = webhookHeaders(to.secrets, `msg_${e.id}`, d.now.getTime(), body)
    const a = await outbound.call(to.url, { method: 'POST', headers, body, timeoutMs: SEND_MS, signal: d.signal })
    if (a.status === GONE) throw webhookProblems.gone()
    if (a.status < 200 || a.status > 299) throw new Error(`HTTP ${a.status}`)
  },
})
/** Hears of every finished business, for those who subscribed. */
export const finishedHandler: Handler = {
  topic: 'business.webhook',
  label: '业务办结事件',
  async deliver(e, { tx }) {
    const { businessCode, typeCode, regionCode } = e.payload as Record<'businessCode' | 'typeCode' | 'regionCode', string>
    await tx((ctx) => tellWebhooks(ctx, { event: 'case.finished', regionCode, about: businessCode, data: { businessCode, typeCode } }))
  },
}
