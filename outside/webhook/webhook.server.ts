import { sql } from 'kysely'
import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import { isId, type AnyResource, type Row } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { filterNames, flatRows, joinable, requireRegion } from '../../kit/server/query.server.ts'
import { textIn, answering, ids, reading, route, type SentRow, type Slice } from '../../kit/server/route.server.ts'
import { askedFirst, inTurn, wouldBe } from '../../runtime/asked-first.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { isUnderWay, sendNow } from '../../runtime/outbox.server.ts'
import { generatorOf, sealedCrud, withFormer } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { newestFirst } from '../../services/operations/lists.server.ts'
import { listEntries } from './entries.ts'
import { webhookProblems } from './deliver.server.ts'
import { WEBHOOK_TOPIC } from './tell.server.ts'
import { SECRET, webhook, WEBHOOK_EVENTS, webhook_log } from './webhook.ts'

/** Bytes of a secret that the server makes. */
const SECRET_BYTES = 32
const EVENTS = Object.keys(WEBHOOK_EVENTS)

function requireGood(ctx: Ctx, b: SentRow<typeof webhook> & { readonly secret?: unknown }): void {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  const events = checkValue(webhook.fields.events, b.events ?? '') ? '' : textIn(b, 'events')
  const unknown = listEntries(events).find((e) => !EVENTS.includes(e))
  if (unknown)
    throw invalidField('events', { zh: `没有“${unknown}”事件，可填：${EVENTS.join('、')}`, en: `There is no event "${unknown}"; known: ${EVENTS.join(', ')}` })
  if (b.secret && !SECRET.test(textIn(b, 'secret')))
    throw invalidField('secret', { zh: '密钥格式不正确，应为whsec_加24至64字节的Base64', en: 'The secret is malformed: whsec_ and 24 to 64 bytes in base 64' })
}

/** Of an address, events and region one enabled subscription: by two each event would be told twice. @throws invalid, with the name of the one that stands */
async function requireOnlySuch(ctx: Ctx, sent: SentRow<typeof webhook>): Promise<void> {
  await inTurn(ctx)
  const asked = (await wouldBe(ctx, webhook, sent)) as Partial<Row<typeof webhook>>
  if (Number(asked.isEnabled) !== 1) return
  const told = (x: Partial<Row<typeof webhook>>) => [x.url ?? '', x.regionCode || '', ...new Set(listEntries(x.events).toSorted())].join(' ')
  const all = flatRows(joinable(ctx, webhook), webhook).where('webhook.isEnabled', '=', 1).orderBy('webhook.id')
  const other = (await all.execute()).find((x) => x.id !== asked.id && told(x) === told(asked))
  if (other)
    throw invalidField('url', {
      zh: `已有启用的事件订阅“${other.name}”向该地址推送相同行政区划的相同事件，请修改或停用原订阅`,
      en: `The subscription "${other.name}" tells this address of the same events of the same region already: change it, or disable it first`,
    })
}

const COLUMNS = ['id', ...Object.keys(webhook_log.fields)].map((c) => `webhook_log.${c}`)
/** The deliveries that the caller may see: rows of the outbox. */
function deliveries(ctx: Ctx): AnyQuery {
  const found = ctx.db
    .selectFrom('outbox')
    .select([
      'id',
      'attempts',
      'error',
      'createTime',
      'nextTime',
      'doneTime',
      sql`payload ->> 'target'`.as('target'),
      sql`payload ->> 'event'`.as('event'),
      sql`payload ->> 'about'`.as('about'),
      sql`(payload ->> 'regionCode') collate "C"`.as('regionCode'),
      sql`case when "doneTime" is not null then '2' when "parkTime" is not null then '3' when attempts > 0 then '1' else '0' end`.as('status'),
    ])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('topic', '=', WEBHOOK_TOPIC)
  const all = ctx.db.selectFrom(found.as('webhook_log')) as AnyQuery
  if (ctx.who.regionCode === '') return all
  const { lo, hi } = regionRange(ctx.who.regionCode)
  return all.where('webhook_log.regionCode', '>=', lo).where('webhook_log.regionCode', '<', hi)
}
/**
 * Delivers once more, a dead letter or what had arrived: the same message under its id, by which receivers know a repeat (standardwebhooks.com: webhook-id stays when the
 * same message is sent again). Its tries add up. @throws webhook-on-its-way
 */
async function again(ctx: Ctx, id: string): Promise<void> {
  const seen = isId(id) ? await deliveries(ctx).where('webhook_log.id', '=', id).select('webhook_log.id').executeTakeFirst() : undefined
  if (!seen) throw problems.notFound({ zh: webhook_log.label, en: webhook_log.en })
  const mine = ctx.db.selectFrom('outbox').selectAll().where('tenantId', '=', ctx.who.tenantId).where('id', '=', id)
  const row = await mine.forUpdate().executeTakeFirstOrThrow()
  if (isUnderWay(row, ctx.now)) throw webhookProblems.onItsWay()
  await sendNow(ctx, id)
  await audit(ctx, { action: 'webhook_log.submit', object: webhook_log.name, objectId: id, diff: {} })
}

/** Subscriptions of partners, what was told to them, and the dead letters. Source: docs/adr/0069. */
export function webhookSlice(sealer: Sealer, outbound: Outbound): Slice {
  const plain = sealedCrud(webhook as AnyResource, { secret: text('密钥', { en: 'Secret', max: 100 }) }, sealer, ['url'])
  const kept = withFormer(plain, webhook as AnyResource, 'secret', sealer)
  const submit = askedFirst(kept.submit, async (ctx, b) => {
    requireGood(ctx, b)
    await requireOnlySuch(ctx, b)
  })
  const at = webhook_log.path
  return {
    name: 'webhook',
    resources: [webhook],
    routes: [
      plain.list,
      kept.detail,
      outward(outbound, 'url')(submit),
      plain.remove,
      kept.endFormer,
      generatorOf(webhook as AnyResource, 'generateSecret', '生成订阅密钥', SECRET_BYTES, (b) => `whsec_${b.toString('base64')}`),
      answering(
        reading('tenant', 'webhook_log_view')(`${at}/page`, '事件投递分页', [...filterNames(webhook_log), 'current', 'size'], (ctx, q) =>
          newestFirst(ctx, webhook_log, deliveries(ctx), COLUMNS, q),
        ),
        { as: 'page', of: webhook_log },
      ),
      route({
        method: 'POST',
        path: `${at}/submit`,
        perm: 'webhook_log_edit',
        scope: 'tenant',
        audit: 'webhook_log.submit',
        summary: '再次投递',
        query: ['ids'],
        answer: 'nothing',
        run: async (ctx, q) => {
          const chosen = ids(q)
          if (chosen.length === 0) throw problems.noneSelected()
          for (const id of new Set(chosen)) await again(ctx, id)
        },
      }),
    ],
  }
}
