import { sql } from 'kysely'
import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { isDate } from '../../kit/model/formats.ts'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { filterNames, requireRegion } from '../../kit/server/query.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import {
  answering,
  asFile,
  DeferredResponse,
  FileResponse,
  ids,
  reading,
  route,
  type Route,
  type Slice,
  type TextInput,
} from '../../kit/server/route.server.ts'
import { emit, isUnderWay, sendNow } from '../../runtime/outbox.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { generatorOf, readSecret, sealedCrud, withFormer } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { newestFirst } from '../../services/operations/lists.server.ts'
import { requireOnlyOne } from '../push/one-config.server.ts'
import { pushLogProblems } from '../push/push-log.server.ts'
import { ACCESS_TOPIC, accessZip, filesOf, formerMessage, sendersOf, type AccessDeps, type AccessFiles, type AccessRow } from './access.server.ts'
import { ACCESS, access_config, access_message } from './config.ts'

export const accessLogProblems = {
  tooMany: problem<{ most: number }>(400, 'access-too-many', (d) => ({
    zh: `一次最多导出 ${d.most} 个报文，请缩小行政区划`,
    en: `At most ${d.most} messages at once: choose a smaller region`,
  })),
  none: problem(404, 'access-none', () => ({ zh: '当日没有上报报文', en: 'There is no message of that day' })),
}
const COLUMNS = ['id', ...Object.keys(access_message.fields)].map((n) => `access_message.${n}`)
/** Messages of one export. */
const MOST = 500

/** The messages of businesses in the caller's region. */
function messages(ctx: Ctx, within = ''): AnyQuery {
  let q = ctx.db.selectFrom('access_message').where('access_message.tenantId', '=', ctx.who.tenantId) as AnyQuery
  for (const code of [ctx.who.regionCode, within].filter(Boolean)) {
    const { lo, hi } = regionRange(code)
    q = q.where('access_message.regionCode', '>=', lo).where('access_message.regionCode', '<', hi)
  }
  return q
}

/** Sends what has not been accepted once more, the older first. @throws push-on-its-way */
async function sendAgain(ctx: Ctx, chosen: readonly string[]): Promise<void> {
  if (chosen.length === 0) throw problems.noneSelected()
  const unknown = () => problems.notFound({ zh: access_message.label, en: access_message.en })
  if (!chosen.every((id) => isId(id))) throw unknown()
  const found = await typedRows<AccessRow & { businessTypeCode: string }>(
    messages(ctx)
      .where('access_message.id', 'in', [...chosen])
      .selectAll()
      .orderBy('access_message.seq'),
  )
  if (found.length !== new Set(chosen).size) throw unknown()
  for (const row of found) {
    if (row.status === ACCESS.accepted || row.status === ACCESS.withdrawn) throw problems.notAllowedNow({ zh: '再次上报', en: 'send it again' })
    const open = await ctx.db
      .selectFrom('outbox')
      .select(['id', 'until'])
      .where('tenantId', '=', ctx.who.tenantId)
      .where('topic', '=', ACCESS_TOPIC)
      .where('key', '=', String(row.businessId))
      .where('doneTime', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (open && isUnderWay(open, ctx.now)) throw pushLogProblems.onItsWay()
    if (open) await sendNow(ctx, open.id)
    else {
      const { businessId, businessCode, businessTypeCode: typeCode, regionCode } = row
      await emit(ctx, ACCESS_TOPIC, String(businessId), { businessId, businessCode, typeCode, regionCode })
    }
    await audit(ctx, { action: 'access_message.submit', object: access_message.name, objectId: row.id, regionCode: row.regionCode, diff: {} })
  }
}

/** The messages of a day with their papers, in the folders of the standard. */
async function exported(ctx: Ctx, deps: AccessDeps, q: TextInput<'day' | 'regionCode'>): Promise<DeferredResponse> {
  const day = q.day ?? ''
  if (!isDate(day)) throw invalidField('day', { zh: '请选择日期', en: 'Please choose a day' })
  const wrong = q.regionCode ? checkValue(access_config.fields.regionCode, q.regionCode) : undefined
  if (wrong) throw problems.invalid([{ field: 'regionCode', msg: wrong }])
  if (q.regionCode) requireRegion(ctx, q.regionCode)
  const found = await typedRows<AccessRow>(
    messages(ctx, q.regionCode ?? '')
      .where('access_message.day', '=', day)
      .where('access_message.status', '<>', ACCESS.withdrawn)
      .selectAll()
      .orderBy('access_message.seq')
      .limit(MOST + 1),
  )
  if (found.length === 0) throw accessLogProblems.none()
  if (found.length > MOST) throw accessLogProblems.tooMany({ most: MOST })
  const all: AccessFiles[] = []
  const senderOf = await sendersOf(ctx)
  for (const row of found) {
    const { sender, tags } = senderOf(row.regionCode)
    all.push(await filesOf(ctx, { ...row, former: (await formerMessage(ctx, row))?.businessCode ?? '' }, sender, tags))
  }
  return new DeferredResponse(async () => new FileResponse(`上报报文${day}.zip`, 'application/zip', accessZip(deps.storage, all)))
}

/** Rows of the outbox that one statement writes. */
const STARTED_AT_ONCE = 1000
/** Messages that wait for this configuration begin, in the order of their chains: nobody need ask for each. One without a key, or disabled, begins nothing. */
async function startWaiting(ctx: Ctx, sealer: Sealer, id: string): Promise<void> {
  const c = await rows.get(ctx, access_config, id)
  if (c.isEnabled !== 1 || !c.regionCode || (await readSecret(ctx, sealer, access_config.name, id, 'appSecret')) === undefined) return
  const { tenantId } = ctx.who
  const { lo, hi } = regionRange(c.regionCode)
  const waiting = await typedRows<AccessRow & { businessTypeCode: string }>(
    ctx.db
      .selectFrom('access_message as m')
      .selectAll('m')
      .where('m.tenantId', '=', tenantId)
      .where('m.status', '=', ACCESS.waiting)
      .where('m.regionCode', '>=', lo)
      .where('m.regionCode', '<', hi)
      .where(
        sql<boolean>`not exists (select 1 from outbox o where o."tenantId" = m."tenantId" and o.topic = ${ACCESS_TOPIC} and o.key = m."businessId"::text and o."doneTime" is null)`,
      )
      .orderBy('m.countyCode')
      .orderBy('m.seq'),
  )
  const events = waiting.map(({ businessId, businessCode, businessTypeCode: typeCode, regionCode }) => ({
    id: ctx.newId(),
    tenantId,
    topic: ACCESS_TOPIC,
    key: String(businessId),
    payload: JSON.stringify({ businessId, businessCode, typeCode, regionCode }),
    createTime: ctx.now,
    nextTime: ctx.now,
  }))
  for (let i = 0; i < events.length; i += STARTED_AT_ONCE)
    await ctx.db
      .insertInto('outbox')
      .values(events.slice(i, i + STARTED_AT_ONCE))
      .execute()
}
function configRoutes({ sealer, outbound }: AccessDeps): Route[] {
  const plain = sealedCrud(access_config as AnyResource, { appSecret: text('应用密钥', { en: 'App secret', length: 64, format: 'idNumber' }) }, sealer, ['url'])
  const kept = withFormer(plain, access_config as AnyResource, 'appSecret', sealer)
  const asked = askedFirst(kept.submit, async (ctx, b) => {
    if (b.regionCode) requireRegion(ctx, b.regionCode)
    await requireOnlyOne(ctx, access_config, b)
  })
  const submit: Route = {
    ...asked,
    run: async (ctx, b, f) => {
      const id = await asked.run(ctx, b, f)
      await startWaiting(ctx, sealer, String(id))
      return id
    },
  }
  return [
    plain.list,
    kept.detail,
    outward(outbound, 'url')(submit),
    plain.remove,
    kept.endFormer,
    generatorOf(access_config, 'generateAppSecret', '生成应用密钥', 32),
  ]
}
/** The messages to the province and where they go. Source: data-format.md 13; docs/adr/0069. */
export function accessSlice(deps: AccessDeps): Slice {
  const read = reading('tenant', 'access_message_view')
  const at = access_message.path
  return {
    name: 'access',
    resources: [access_config],
    routes: [
      ...configRoutes(deps),
      answering(
        read(`${at}/page`, '上报报文分页', [...filterNames(access_message), 'current', 'size'], (ctx, q) =>
          newestFirst(ctx, access_message, messages(ctx), COLUMNS, q),
        ),
        { as: 'page', of: access_message },
      ),
      asFile(
        reading('tenant', 'access_message_export')(`${at}/export`, '导出当日上报报文', ['day', 'regionCode'], (ctx, q) => exported(ctx, deps, q)),
        'access_message.export',
      ),
      route({
        method: 'POST',
        path: `${at}/submit`,
        perm: 'access_message_edit',
        scope: 'tenant',
        audit: 'access_message.submit',
        summary: '再次上报',
        query: ['ids'],
        answer: 'nothing',
        run: (ctx, q) => sendAgain(ctx, ids(q)),
      }),
    ],
  }
}
