// What the registry tells: kept as it comes, written to the register by the one writer, or left for a person to decide.
import { checkValue } from '../../kit/model/check.ts'
import { both, inSentence, type Text } from '../../kit/model/lang.ts'
import { invalidField, isRefusal, problems, type Wrong } from '../../kit/model/problem.ts'
import { labelOf, note } from '../../kit/model/field.ts'
import { countyOf, inRegion } from '../../kit/model/region-code.ts'
import type { FlatRow } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, crud, ids, listing, route, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { flatRows, joinable, page, requireRegion } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { emit, type Handler } from '../../runtime/outbox.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { beginsTooFarAhead, requireObject } from '../../land/restriction/enterable.server.ts'
import { withHolders } from '../../land/restriction/restriction.server.ts'
import { write } from '../../land/register/write.server.ts'
import { bdcdyhWrong, bdcqzhWrong } from '../../land/register/registry-numbers.ts'
import type { RegistryNumbers } from '../../land/register/registry-numbers.server.ts'
import { writeGiven, type NotGiven } from './answer.server.ts'
import { PUSH_TOPIC } from './chain.server.ts'
import { isBook, isParcel, lacks, NOTICE, NOTICE_SENT, OBJECT_CODE, placeless, registry_notice, RESTRICTS, type RegistryNotice } from './notice.ts'
import { restrictionActs, type DecidedBy } from './notice-restrictions.server.ts'
import { noticeProblems } from './problems.ts'
import { keepState } from './push-state.server.ts'
import { tellWebhooks } from '../webhook/tell.server.ts'

/** The outbox topic of notices that came in; its key is what they are about, so that those of one book are taken in their order. */
export const NOTICE_TOPIC = 'registry.notice'
/** The case that a notice names; one about an object speaks of no case elsewhere. @throws notice-case */
async function caseOf(ctx: Ctx, n: RegistryNotice): Promise<{ id: string; regionCode: string; businessCode: string }> {
  const code = n.businessCode ?? ''
  const of = await ctx.db
    .selectFrom('business')
    .select(['id', 'regionCode'])
    .where('countyCode', '=', countyOf(n.regionCode))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessCode', '=', code)
    .executeTakeFirst()
  const isNear = of && (inRegion(String(of.regionCode), n.regionCode) || inRegion(n.regionCode, String(of.regionCode)))
  if (!isNear) throw noticeProblems.noCase({ code })
  return { id: String(of.id), regionCode: String(of.regionCode), businessCode: code }
}
/** The registry takes back what it had taken: the case has failed, holds those behind it, and can be pushed again. */
async function takeBack(ctx: Ctx, n: RegistryNotice): Promise<void> {
  if (!n.businessCode) throw noticeProblems.noBusiness()
  const of = await caseOf(ctx, n)
  const { tenantId } = ctx.who
  const pushed = ctx.db.selectFrom('outbox').selectAll().where('tenantId', '=', tenantId).where('topic', '=', PUSH_TOPIC).where('key', '=', of.id)
  const last = await pushed.orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!last) throw noticeProblems.noCase({ code: n.businessCode })
  const why = refusal('E4001', { reason: n.content || '登记机构退回' }).words.zh.slice(0, 1000)
  await ctx.db.updateTable('outbox').set({ doneTime: null, parkTime: ctx.now, error: why }).where('tenantId', '=', tenantId).where('id', '=', last.id).execute()
  const version = Number(last.payload.version ?? 1)
  const { id: businessId, regionCode, businessCode } = of
  await keepState(ctx, { businessId, regionCode, businessCode, status: '3', version, reason: why, fault: 'refused' })
}
/** Numbers of the registry for a book or a parcel: all that the notice has a place for, or none. */
async function takeNumbers(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const code = n.objectCode ?? ''
  const parcels = new Map(isParcel(code) && n.bdcdyh ? [[code, n.bdcdyh]] : [])
  const certificates = new Map(isBook(code) && n.bdcqzh ? [[code, n.bdcqzh]] : [])
  if (parcels.size + certificates.size === 0) throw noticeProblems.nothing()
  await requireObject(ctx, code)
  const left = await writeGiven(ctx, { causeId: n.id, unit: `notice/${n.id}`, regionCode: n.regionCode }, { parcels, certificates })
  if (left.length) throw noticeProblems.number({ words: left[0]!.why })
}
/** The numbers by which a notice of a restriction names its object are those that the object has here. @throws notice-number */
async function requireKnownNumbers(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const code = n.objectCode ?? ''
  const known = {
    bdcdyh: isParcel(code) && n.bdcdyh ? (await rows.find(ctx, dk, { dkbm: code, zt: ZT.valid }))?.bdcdyh : undefined,
    bdcqzh: isBook(code) && n.bdcqzh ? (await rows.find(ctx, cbjyqz, { cbjyqzbm: code, sfzx: 0 }))?.bdcqzh : undefined,
  }
  for (const part of ['bdcdyh', 'bdcqzh'] as const) {
    const [told, here] = [n[part], known[part]]
    if (told && told !== here) {
      const { zh, en } = labelOf(registry_notice.fields[part])
      throw noticeProblems.otherNumber({ part: { zh, en: inSentence(en) }, told, known: here ? both(`“${here}”`, `"${here}"`) : both('（无）', 'none') })
    }
  }
}
/** What the registry's word alone carries out has no part that would be dropped, and names its object and its case as they are known here. @throws notice-part, notice-number, notice-case */
async function requireWhole(ctx: Ctx, n: RegistryNotice): Promise<void> {
  const parts = placeless(n)
  if (parts) throw noticeProblems.placeless({ parts })
  if (n.kind !== 'registered') return requireKnownNumbers(ctx, n)
  if (n.businessCode) await caseOf(ctx, n)
}

/** Does what a notice says, once. @throws what the register refuses; nothing is written then */
async function apply(ctx: Ctx, id: string, by: DecidedBy): Promise<void> {
  const n = await rows.get(ctx, registry_notice, id, true)
  const isDue = n.status === NOTICE.waiting || (n.status === NOTICE.coming && by === 'registry')
  if (!isDue) throw problems.notAllowedNow({ zh: '写入', en: 'write it' })
  // a person has read what would be dropped
  if (by === 'registry') await requireWhole(ctx, n)
  if (n.kind === 'refused') await takeBack(ctx, n)
  else if (n.kind === 'registered') await takeNumbers(ctx, n)
  else {
    const acts = await restrictionActs(ctx, n, by)
    await write(ctx, { cause: { kind: 'notice', id: n.id }, unit: `notice/${n.id}`, regionCode: n.regionCode, day: ctx.now.slice(0, 10), acts })
  }
  await rows.change(ctx, registry_notice, n, { status: NOTICE.written, ...reasonIn(undefined), handler: ctx.who.realName, handleTime: ctx.now })
}
/** Why a notice waits, in both languages as far as their columns go. */
const reasonIn = (why: Text | undefined) => ({ reason: why?.zh.slice(0, 500) ?? null, reasonEn: why?.en.slice(0, 500) ?? null })

/** Notices that came in, one after another for what they are about. What the register refuses waits for a person with the reason. */
export const noticeHandler: Handler = {
  topic: NOTICE_TOPIC,
  label: '登记机构通知',
  async deliver(e, { tx }) {
    const id = String(e.payload.id)
    try {
      await tx((ctx) => apply(ctx, id, 'registry'))
    } catch (error) {
      if (!isRefusal(error)) throw error
      await tx(async (ctx) => {
        const n = await rows.get(ctx, registry_notice, id, true)
        // written by an attempt whose end was not kept
        if (n.status === NOTICE.coming) await rows.change(ctx, registry_notice, n, { status: NOTICE.waiting, ...reasonIn(error.words) })
      })
    }
  },
}

const SENT = Object.keys(NOTICE_SENT) as (keyof typeof NOTICE_SENT)[]
/** What no person could write either: days in the wrong order, a mortgage on a contractor, what was registered without the number that its object takes. */
function neverWritten({ kind, fromDay, toDay, bdcdyh, bdcqzh }: Parameters<typeof lacks>[0], code: string, today: string): Wrong[] {
  const [county, isContractor] = [countyOf(code), !isBook(code) && !isParcel(code)]
  if (kind === 'registered') {
    if (isContractor) return [{ field: 'objectCode', msg: both('登记结果应写明登记簿或地块编码', 'What was registered is that of a book or a parcel') }]
    const [field, number, wrong] = isBook(code)
      ? (['bdcqzh', bdcqzh, bdcqzhWrong(bdcqzh, county, today)] as const)
      : (['bdcdyh', bdcdyh, bdcdyhWrong(bdcdyh, county)] as const)
    const label = labelOf(registry_notice.fields[field])
    const msg = number ? wrong : both(`请填写${label.zh}`, `Please enter the ${inSentence(label.en)}`)
    return msg ? [{ field, msg }] : []
  }
  if (!Object.hasOwn(RESTRICTS, kind ?? '')) return []
  return [
    ...(kind === 'mortgage' && isContractor
      ? [{ field: 'objectCode', msg: both('抵押应写明登记簿或地块编码，不能设在承包方上', 'A mortgage is on a book or a parcel, not on a contractor') }]
      : []),
    ...(toDay && toDay < (fromDay || today) ? [{ field: 'toDay', msg: both('截止日期不能早于起始日期', 'The end is before the beginning') }] : []),
  ]
}
/** Refuses a notice that nobody could ever carry out; no row is looked at. @throws invalid, notice-object */
export function requireTellable(ctx: Ctx, sent: Parameters<typeof lacks>[0]): void {
  if (sent.objectCode ? !OBJECT_CODE.test(sent.objectCode) : !sent.businessCode) throw noticeProblems.noObject()
  const today = ctx.now.slice(0, 10)
  const late = beginsTooFarAhead(sent.fromDay, today)
  const wrong = [...lacks(sent), ...(late ? [late] : []), ...(sent.objectCode ? neverWritten(sent, sent.objectCode, today) : [])]
  if (wrong.length) throw problems.invalid(wrong)
}
/** What a notice says, where it is one that somebody could carry out. @throws as requireTellable */
export function readNotice(ctx: Ctx, input: Readonly<Record<string, unknown>>) {
  const sent = rows.checkedFields(ctx, registry_notice, Object.fromEntries(SENT.map((n) => [n, input[n]])))
  requireTellable(ctx, sent)
  return sent
}
/**
 * Keeps a notice as it comes; the same one again is answered as the first time. What it is about need not be here: then it waits for a person.
 * @param app who tells it: message ids are its own
 * @throws invalid, notice-object, notice-twice, out-of-region
 */
export async function takeNotice(
  ctx: Ctx,
  input: Readonly<Record<string, unknown>>,
  { appId, name }: { appId: string | null; name: string | null },
): Promise<{ id: string; status: string }> {
  const sent = readNotice(ctx, input)
  const regionCode = await placeOf(ctx, sent)
  const before = await rows.find(ctx, registry_notice, { msgId: sent.msgId, appId })
  if (before) {
    if (SENT.some((n) => String(before[n] ?? '') !== String(sent[n] ?? ''))) throw noticeProblems.twice()
    return { id: before.id, status: before.status ?? NOTICE.coming }
  }
  const id = await rows.insert(ctx, registry_notice, { ...sent, regionCode, status: NOTICE.coming, appId, appName: name })
  const about = sent.objectCode || sent.businessCode || id
  await emit(ctx, NOTICE_TOPIC, about, { id })
  const data = { kind: sent.kind ?? null, ref: sent.ref ?? null, businessCode: sent.businessCode ?? null, objectCode: sent.objectCode ?? null }
  await tellWebhooks(ctx, { event: 'registry.notice', regionCode, about, data })
  return { id, status: NOTICE.coming }
}
/** What answers about a business gave and a person has not decided yet. */
const undecidedOf = (ctx: Ctx, { businessCode, regionCode }: AnsweredPush): Promise<FlatRow<typeof registry_notice>[]> =>
  flatRows(joinable(ctx, registry_notice), registry_notice)
    .where('registry_notice.countyCode', '=', countyOf(regionCode))
    .where('registry_notice.businessCode', '=', businessCode)
    .where('registry_notice.appId', 'is', null)
    .where('registry_notice.status', '=', NOTICE.waiting)
    .orderBy('registry_notice.id')
    .execute()
/** A push that was answered; `from`: by whom. */
interface AnsweredPush {
  msgId: string
  businessCode: string
  regionCode: string
  from: string
}
const SUPERSEDED = both('登记机构已另行给出编号并写入', 'the registry gave another number, which is written')
/**
 * What an answer to a push gave and nobody could write waits for a person, each number as a notice of its own; the same answer again changes nothing. Where one of the same
 * business, object and part waits already, the later answer takes its place; where the later one could be written, nothing is left to wait for.
 */
export async function keepUnwritten(ctx: Ctx, of: AnsweredPush, given: RegistryNumbers, left: readonly NotGiven[]): Promise<void> {
  const undecided = await undecidedOf(ctx, of)
  for (const { code, part, number, why } of left) {
    const about = `-${code}-${part}`
    const msgId = of.msgId + about
    if (await rows.find(ctx, registry_notice, { msgId, appId: null })) continue
    const fits = [...number].length <= registry_notice.fields[part].max!
    const said = { msgId, [part]: fits ? number : null, content: fits ? null : number.slice(0, 500), ...reasonIn(why) }
    const waiting = undecided.find((n) => n.msgId?.endsWith(about))
    if (waiting) await rows.change(ctx, registry_notice, waiting, said)
    else
      await rows.insert(ctx, registry_notice, {
        ...said,
        kind: 'registered',
        objectCode: code,
        regionCode: code.slice(0, 12),
        businessCode: of.businessCode || null,
        appName: of.from.slice(0, 100),
        status: NOTICE.waiting,
      })
  }
  const isWritten = (code: string, part: string) =>
    (part === 'bdcdyh' ? given.parcels : given.certificates)?.has(code) && !left.some((x) => x.code === code && x.part === part)
  for (const n of undecided)
    if (isWritten(n.objectCode ?? '', String(n.msgId).split('-').at(-1)!))
      await rows.change(ctx, registry_notice, n, { status: NOTICE.disposed, ...reasonIn(SUPERSEDED), handler: ctx.who.realName, handleTime: ctx.now })
}
/** Where a notice belongs: the village of the code, else the region of the case. */
async function placeOf(ctx: Ctx, n: { objectCode?: string | null; businessCode?: string | null }): Promise<string> {
  if (n.objectCode) {
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

/** Why a person does not write a notice. */
const REASON = note('处置原因', { en: 'Reason', max: 500 })
async function disposeOf(ctx: Ctx, q: TextInput<'ids' | 'reason'>): Promise<void> {
  const reason = (q.reason ?? '').trim()
  const wrong = checkValue(REASON, reason)
  if (wrong) throw invalidField('reason', wrong)
  if (!reason) throw invalidField('reason', { zh: '请输入处置原因', en: 'Please enter the reason' })
  for (const id of ids(q)) {
    const n = await rows.get(ctx, registry_notice, id, true)
    if (n.status === NOTICE.written) throw noticeProblems.written()
    if (n.status !== NOTICE.waiting) throw problems.notAllowedNow({ zh: '处置', en: 'dispose of it' })
    await rows.change(ctx, registry_notice, n, { status: NOTICE.disposed, reason, reasonEn: null, handler: ctx.who.realName, handleTime: ctx.now })
  }
}
const DAY_MS = 86_400_000
type Shown = Pick<RegistryNotice, 'objectCode' | 'status' | 'createTime' | 'reason' | 'reasonEn'>
/** Notices as their reader sees them: whose land each is about, the reason in his language, and for how many days it has waited. */
async function told<N extends Shown>(ctx: Ctx, found: readonly N[]) {
  const objects = found.map(({ objectCode: code }) => ({
    dkbm: isParcel(code) ? code : null,
    cbjyqzbm: isBook(code) ? code : null,
    cbfbm: /^\d{18}$/.test(code ?? '') ? code : null,
  }))
  const { records: named } = await withHolders(ctx, { records: objects })
  const today = Date.parse(ctx.now.slice(0, 10))
  return found.map((n, i) => {
    const waits = n.status === NOTICE.coming || n.status === NOTICE.waiting
    const days = waits ? Math.max(0, Math.round((today - Date.parse(String(n.createTime).slice(0, 10))) / DAY_MS)) : null
    return { ...n, reason: (ctx.lang === 'en' && n.reasonEn) || n.reason, cbfmc: named[i]?.cbfmc ?? null, days }
  })
}
/** The newest first, as other logs of what comes and goes, unless another order is asked for. */
async function list(ctx: Ctx, filter: TextInput) {
  const found = await page(ctx, registry_notice, filter.ascs || filter.descs ? filter : { ...filter, descs: 'id' })
  return { ...found, records: await told(ctx, found.records) }
}
const plain = crud(registry_notice)
const shape = { of: registry_notice, also: ['cbfmc', 'days'] }
const act = { method: 'POST', perm: 'registry_notice_edit', scope: 'land', query: ['ids'], answer: 'nothing' } as const
const routes: readonly Route[] = [
  answering(listing(plain.page, list), { as: 'page', ...shape }),
  route({ ...plain.detail, answer: { as: 'row', ...shape }, run: async (ctx, q) => (await told(ctx, [await rows.get(ctx, registry_notice, q.id ?? '')]))[0] }),
  route({
    ...act,
    path: `${registry_notice.path}/apply`,
    audit: 'registry_notice.apply',
    summary: '写入登记机构通知',
    run: async (ctx, q) => {
      for (const id of ids(q)) await apply(ctx, id, 'person')
    },
  }),
  route({
    ...act,
    path: `${registry_notice.path}/dispose`,
    audit: 'registry_notice.dispose',
    summary: '处置登记机构通知',
    body: { reason: REASON },
    run: disposeOf,
  }),
]
/** Notices of the registry and what people do about those that wait. Source: business-flows.md 10.3. */
export const noticeSlice: Slice = { name: 'registry-notice', resources: [registry_notice], routes }
