// What a person has typed and not saved yet: kept by the server every few seconds, for that person alone. Source: rulings.md 62.
import { problems } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { plainPerm } from '../../../kit/model/mask.ts'
import { isId } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { seesNumbers } from '../people/sees.server.ts'
import { business, business_draft, business_input, type Business, type Form } from '../definitions/business.ts'
import { isTypeCode } from '../definitions/config.server.ts'
import { STATUS } from '../rules/flow.ts'

/** A draft as its person gets it back: the id that the case has or will have, what was typed, and when it was kept. */
interface Kept {
  businessId: string
  body: Form | null
  at: string
}
const mine = (ctx: Ctx) => scoped(ctx, business_input).selectAll('business_input').where('business_input.userId', '=', ctx.who.userId)
/** The caller's draft of a business; what is no id names none. */
const draftOf = async (ctx: Ctx, businessId: unknown) => {
  const id = String(businessId ?? '')
  return isId(id) ? mine(ctx).where('business_input.businessId', '=', id).executeTakeFirst() : undefined
}
/** What the caller has typed for a business, or for a new one of a type; null where nothing is kept. */
export async function inputOf(ctx: Ctx, q: Partial<TextInput<'businessId' | 'businessTypeCode'>>): Promise<Kept | null> {
  const found = q.businessId
    ? await draftOf(ctx, q.businessId)
    : await mine(ctx)
        .where('business_input.businessTypeCode', '=', q.businessTypeCode ?? '')
        .whereRef('business_input.businessId', '=', 'business_input.id')
        .orderBy('business_input.id', 'desc')
        .limit(1)
        .executeTakeFirst()
  return found ? { businessId: String(found.businessId), body: found.body, at: String(found.updateTime) } : null
}

/** Region of a draft: that of its issuer as far as it is named, else the caller's own. */
const regionOf = (ctx: Ctx, body: Form): string => {
  const form = body.form
  const fbfbm = form && typeof form === 'object' && 'fbfbm' in form ? String(form.fbfbm ?? '') : ''
  const region = fbfbm.endsWith('00') ? fbfbm.slice(0, 12) : fbfbm
  return region.startsWith(ctx.who.regionCode) && region.length >= 12 ? region : ctx.who.regionCode
}
/** Keeps what was typed: {businessTypeCode, businessId?, body}. A new case gets its id here. Answers the id and the moment. */
export async function keepInput(ctx: Ctx, input: TextInput<'businessId' | 'businessTypeCode'> & { body: unknown }): Promise<Omit<Kept, 'body'>> {
  const { businessTypeCode, body } = input
  if (!isTypeCode(businessTypeCode)) throw problems.badRequest({ zh: '请选择业务类型', en: 'Name a business type' })
  if (!body || typeof body !== 'object' || Array.isArray(body)) throw problems.badRequest({ zh: '草稿内容不正确', en: 'The draft is malformed' })
  const typed: Form = { ...body }
  const known = await inputOf(ctx, input)
  const row = known && (await draftOf(ctx, known.businessId))
  if (row) {
    await rows.change(ctx, business_input, row, { body: typed })
    return { businessId: known.businessId, at: ctx.now }
  }
  const existing = input.businessId ? await rows.find(ctx, business, { id: input.businessId }) : undefined
  const id = ctx.newId()
  const businessId = existing?.id ?? id
  const regionCode = existing?.regionCode ?? regionOf(ctx, typed)
  // who sees more than one county names the issuer first
  if (regionCode.length < 6) throw problems.badRequest({ zh: '请先选择发包方', en: 'Select the issuer first' })
  await rows.insert(ctx, business_input, { id, regionCode, businessId, userId: ctx.who.userId, businessTypeCode, body: typed })
  return { businessId, at: ctx.now }
}
/**
 * Begins a new case as a revoked one was: {businessId}. Its fields and its form become the caller's draft; papers, receiver and day of receipt are those of the
 * new case. Answers the id that it will have and its type. @throws not-allowed-now for a case that is not revoked; forbidden where the caller may not see
 * personal data in full, which the copy would hold
 */
export async function copyCase(ctx: Ctx, input: TextInput<'businessId'>): Promise<{ businessId: string; businessTypeCode: string }> {
  const b = await rows.get(ctx, business, input.businessId ?? '')
  if (b.status !== STATUS.revoked) throw problems.notAllowedNow({ zh: '复制为新业务', en: 'copy it as a new case' })
  if (b.createUser !== ctx.who.userId && !seesNumbers(ctx)) throw problems.forbidden({ perm: plainPerm(business) })
  const draft = await rows.find(ctx, business_draft, { businessId: b.id })
  const own = Object.entries(business.fields).filter(([n, f]) => (f.form ?? 'edit') === 'edit' && !NEW_EACH.includes(n))
  const id = ctx.newId()
  await rows.insert(ctx, business_input, {
    id,
    regionCode: b.regionCode,
    businessId: id,
    userId: ctx.who.userId,
    businessTypeCode: b.businessTypeCode,
    body: { ...Object.fromEntries(own.map(([n]) => [n, b[n as keyof Business]]).filter(([, v]) => v !== null)), form: draft?.form ?? {} },
  })
  return { businessId: id, businessTypeCode: b.businessTypeCode! }
}
/** What a copy does not take over. */
const NEW_EACH: readonly string[] = ['businessReceiver', 'businessReceiveTime']
/** The id that a new case takes from its draft, on which its papers hang. @throws changed where that draft was saved already */
export async function idFromInput(ctx: Ctx, draftId: unknown): Promise<string> {
  const found = await draftOf(ctx, draftId)
  if (!found || found.businessId !== found.id) throw problems.changed()
  return String(found.id)
}
/** The caller's draft of a business goes: it was saved, or is given up. Nobody else has seen it, so nothing is kept of it. */
export async function dropInput(ctx: Ctx, b: { id: string; regionCode: string }): Promise<void> {
  await ctx.db
    .deleteFrom('business_input')
    .where('countyCode', '=', countyOf(b.regionCode))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', b.id)
    .where('userId', '=', ctx.who.userId)
    .execute()
}
/** Gives the caller's draft up: {businessId}. @throws notFound where he has none of that business, whoever else has */
export async function giveUpInput(ctx: Ctx, input: TextInput<'businessId'>): Promise<void> {
  const found = await draftOf(ctx, input.businessId)
  if (!found) throw problems.notFound({ zh: '草稿', en: 'Draft' })
  await dropInput(ctx, { id: String(found.businessId), regionCode: String(found.regionCode) })
}
