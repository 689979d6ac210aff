// What the registry tells: kept as it comes, written to the register by the one writer, or left for a person to decide.
import { invalidField, isRefusal, problems } from '../../kit/model/problem.ts'
import { note } from '../../kit/model/field.ts'
import { countyOf, inRegion } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { crud, ids, route, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { requireRegion, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { emit, type Handler } from '../../runtime/outbox.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { requireEnterable, requireObject } from '../../land/restriction/enterable.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { restriction, type RestrictionKind } from '../../land/register/acts/tables.ts'
import { write } from '../../land/register/write.server.ts'
import { writeGiven } from './answer.server.ts'
import { PUSH_TOPIC } from './chain.server.ts'
import { NOTICE, NOTICE_SENT, registry_notice, type RegistryNotice } from './notice.ts'
import { noticeProblems } from './problems.ts'
import { keepState } from './push-state.server.ts'
import { tellWebhooks } from '../webhook/tell.server.ts'

/** The outbox topic of notices that came in; its key is what they are about, so that those of one book are taken in their order. */
export const NOTICE_TOPIC = 'registry.notice'
const RESTRICTS: Readonly<Record<string, RestrictionKind>> = { mortgage: 'dy', objection: 'yy', seizure: 'cf' }
/** The name of a restriction of the registry in our register. */
const refOf = (n: RegistryNotice) => `registry-${n.ref ?? n.id}`

/** The act that a notice of a restriction or its end is. @throws as requireEnterable */
async function actOf(ctx: Ctx, n: RegistryNotice): Promise<Act> {
  const text = `${n.content || '登记机构通知'}（${n.ref ?? n.msgId}）`.slice(0, 500)
  const kind = RESTRICTS[n.kind ?? '']
  if (!kind) {
    await requireNear(ctx, n)
    return { act: 'endRestriction', ref: refOf(n), text }
  }
  const from = n.fromDay ?? ctx.now.slice(0, 10)
  const { on } = await requireEnterable(ctx, { kind, objectCode: n.objectCode ?? '', fromDay: from, toDay: n.toDay, paperNo: n.ref })
  return { act: 'restrict', ref: refOf(n), kind, on, from, ...(n.toDay ? { to: n.toDay } : {}), text, ...(n.ref ? { paperNo: n.ref } : {}) }
}
/** Who is authorised for a place ends nothing elsewhere by its number: what a notice ends lies where the notice does. @throws notice-elsewhere */
async function requireNear(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const standing = await scoped(ctx, restriction)
    .select('restriction.regionCode')
    .where('restriction.countyCode', '=', countyOf(n.regionCode))
    .where('restriction.ref', '=', refOf(n))
    .where('restriction.endDay', 'is', null)
    .execute()
  if (standing.some((r) => !inRegion(String(r.regionCode), n.regionCode.slice(0, 12)))) throw noticeProblems.elsewhere({ ref: n.ref ?? n.msgId ?? '' })
}
/** The registry takes back what it had taken: the case has failed, holds those behind it, and can be pushed again. */
async function takeBack(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const { tenantId } = ctx.who
  const of = await ctx.db
    .selectFrom('business')
    .select(['id', 'regionCode', 'businessCode'])
    .where('countyCode', '=', countyOf(n.regionCode))
    .where('tenantId', '=', tenantId)
    .where('businessCode', '=', n.businessCode ?? '')
    .executeTakeFirst()
  const pushed = of && ctx.db.selectFrom('outbox').selectAll().where('tenantId', '=', tenantId).where('topic', '=', PUSH_TOPIC).where('key', '=', String(of.id))
  const last = await pushed?.orderBy('id', 'desc').limit(1).executeTakeFirst()
  // a notice about an object speaks of no case elsewhere
  const isNear = of && (inRegion(String(of.regionCode), n.regionCode) || inRegion(n.regionCode, String(of.regionCode)))
  if (!isNear || !last) throw noticeProblems.noCase({ code: n.businessCode ?? '' })
  const why = refusal('E4001', { reason: n.content || '登记机构退回' }).words.zh.slice(0, 1000)
  await ctx.db.updateTable('outbox').set({ doneTime: null, parkTime: ctx.now, error: why }).where('tenantId', '=', tenantId).where('id', '=', last.id).execute()
  const version = Number(last.payload.version ?? 1)
  await keepState(ctx, {
    businessId: String(of.id),
    regionCode: of.regionCode,
    businessCode: of.businessCode,
    status: '3',
    version,
    reason: why,
    fault: 'refused',
  })
}
/** Numbers of the registry for a book or a parcel. */
async function takeNumbers(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const code = n.objectCode ?? ''
  const [isBook, isParcel] = [/^\d{18}[JQ]$/.test(code) && n.bdcqzh, /^\d{19}$/.test(code) && n.bdcdyh]
  if (!isBook && !isParcel) throw noticeProblems.nothing()
  await requireObject(ctx, code)
  const given = { parcels: new Map(isParcel ? [[code, n.bdcdyh!]] : []), certificates: new Map(isBook ? [[code, n.bdcqzh!]] : []) }
  await writeGiven(ctx, { causeId: n.id, unit: `notice/${n.id}`, regionCode: n.regionCode }, given)
}

/** Does what a notice says, once. @throws what the register refuses; nothing is written then */
async function apply(ctx: Ctx, id: string): Promise<void> {
  const n = await rows.get(ctx, registry_notice, id, true)
  if (n.status === NOTICE.written || n.status === NOTICE.disposed) throw problems.notAllowedNow({ zh: '写入', en: 'write it' })
  if (n.kind === 'refused') await takeBack(ctx, n)
  else if (n.kind === 'registered') await takeNumbers(ctx, n)
  else {
    const acts = [await actOf(ctx, n)]
    await write(ctx, { cause: { kind: 'notice', id: n.id }, unit: `notice/${n.id}`, regionCode: n.regionCode, day: ctx.now.slice(0, 10), acts })
  }
  await rows.change(ctx, registry_notice, n, { status: NOTICE.written, reason: null, handler: ctx.who.realName, handleTime: ctx.now })
}

/** Notices that came in, one after another for what they are about. What the register refuses waits for a person with the reason. */
export const noticeHandler: Handler = {
  topic: NOTICE_TOPIC,
  label: '登记机构通知',
  async deliver(e, { tx }) {
    const id = String(e.payload.id)
    try {
      await tx((ctx) => apply(ctx, id))
    } catch (error) {
      if (!isRefusal(error)) throw error
      await tx(async (ctx) => {
        const n = await rows.get(ctx, registry_notice, id, true)
        // written by an attempt whose end was not kept
        if (n.status === NOTICE.coming) await rows.change(ctx, registry_notice, n, { status: NOTICE.waiting, reason: error.words.zh.slice(0, 500) })
      })
    }
  },
}

const SENT = Object.keys(NOTICE_SENT) as (keyof typeof NOTICE_SENT)[]
/**
 * Keeps a notice as it comes; the same one again is answered as the first time. What it is about need not be here: then it waits for a person.
 * @param appName who tells it
 * @throws notice-object, notice-twice, out-of-region
 */
export async function takeNotice(ctx: Ctx, input: Readonly<Record<string, unknown>>, appName: string): Promise<{ id: string; status: string }> {
  const sent = rows.checkedFields(ctx, registry_notice, Object.fromEntries(SENT.map((n) => [n, input[n]])))
  const regionCode = await placeOf(ctx, sent)
  const before = await rows.find(ctx, registry_notice, { msgId: sent.msgId })
  if (before) {
    if (SENT.some((n) => String(before[n] ?? '') !== String(sent[n] ?? ''))) throw noticeProblems.twice()
    return { id: before.id, status: before.status ?? NOTICE.coming }
  }
  const id = await rows.insert(ctx, registry_notice, { ...sent, regionCode, status: NOTICE.coming, appName })
  const about = sent.objectCode || sent.businessCode || id
  await emit(ctx, NOTICE_TOPIC, about, { id })
  const data = { kind: sent.kind ?? null, ref: sent.ref ?? null, businessCode: sent.businessCode ?? null, objectCode: sent.objectCode ?? null }
  await tellWebhooks(ctx, { event: 'registry.notice', regionCode, about, data })
  return { id, status: NOTICE.coming }
}
/** Where a notice belongs: the village of the code, else the region of the case. */
async function placeOf(ctx: Ctx, n: { objectCode?: string | null; businessCode?: string | null }): Promise<string> {
  if (n.objectCode) {
    if (!/^\d{18}(\d|[JQ])?$/.test(n.objectCode)) throw noticeProblems.noObject()
    const regionCode = n.objectCode.slice(0, 12)
    requireRegion(ctx, regionCode)
    return regionCode
  }
  if (!n.businessCode) throw noticeProblems.noObject()
  const of = await ctx.db
    .selectFrom('business')
    .select('regionCode')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessCode', '=', n.businessCode)
    .executeTakeFirst()
  // of a case elsewhere nobody is told that it is there
  if (!of || !inRegion(of.regionCode, ctx.who.regionCode)) throw noticeProblems.noCase({ code: n.businessCode })
  return of.regionCode
}

async function disposeOf(ctx: Ctx, q: TextInput<'ids' | 'reason'>): Promise<void> {
  const reason = (q.reason ?? '').trim()
  if (!reason) throw invalidField('reason', { zh: '请输入处置原因', en: 'Please enter the reason' })
  for (const id of ids(q)) {
    const n = await rows.get(ctx, registry_notice, id, true)
    if (n.status === NOTICE.written) throw noticeProblems.written()
    if (n.status !== NOTICE.waiting) throw problems.notAllowedNow({ zh: '处置', en: 'dispose of it' })
    await rows.change(ctx, registry_notice, n, { status: NOTICE.disposed, reason: reason.slice(0, 500), handler: ctx.who.realName, handleTime: ctx.now })
  }
}
const plain = crud(registry_notice)
const act = { method: 'POST', perm: 'registry_notice_edit', scope: 'land', query: ['ids'], answer: 'nothing' } as const
const routes: readonly Route[] = [
  plain.page,
  plain.detail,
  route({
    ...act,
    path: `${registry_notice.path}/apply`,
    audit: 'registry_notice.apply',
    summary: '写入登记机构通知',
    run: async (ctx, q) => {
      for (const id of ids(q)) await apply(ctx, id)
    },
  }),
  route({
    ...act,
    path: `${registry_notice.path}/dispose`,
    audit: 'registry_notice.dispose',
    summary: '处置登记机构通知',
    body: { reason: note('处置原因', { en: 'Reason', max: 500 }) },
    run: disposeOf,
  }),
]
/** Notices of the registry and what people do about those that wait. Source: business-flows.md 10.3. */
export const noticeSlice: Slice = { name: 'registry-notice', resources: [registry_notice], routes }
