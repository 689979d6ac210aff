import { typedRows } from '../../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { problems, type Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Business, Form } from '../definitions/business.ts'
import { pathOf } from '../definitions/findings.ts'
import type { Lockable } from '../definitions/meaning.ts'
import { personHeld, refusal, withFields } from '../rules/problems.ts'

const key = (o: Lockable) => `${o.objectType}:${o.objectCode}`
const parcelOf = (o: Lockable) => o.objectCode.split(':')[0]!

/** Makes the objects a business holds exactly these. An object of another open business: E1001 with its code. Taken in code order, so two businesses never wait for each other. */
export async function holdObjects(ctx: Ctx, b: Business, wanted: readonly Lockable[], form?: Form): Promise<void> {
  const countyCode = countyOf(b.regionCode)
  const mine = await ctx.db
    .selectFrom('business_lock')
    .select(['id', 'objectType', 'objectCode'])
    .where('countyCode', '=', countyCode)
    .where('businessId', '=', b.id)
    .execute()
  const asked = new Map(wanted.map((o) => [key(o), o]))
  const left = mine.filter((m) => !asked.delete(key(m as Lockable))).map((m) => m.id)
  if (left.length) await ctx.db.deleteFrom('business_lock').where('countyCode', '=', countyCode).where('id', 'in', left).execute()
  const fresh = [...asked.values()]
  if (fresh.length === 0) return
  const shares = fresh.filter((o) => o.objectType === 'share')
  // whoever takes a share takes the whole parcel for a moment: so it waits for, and is seen by, who takes the whole
  const passing = [...new Set(shares.map(parcelOf))].map((objectCode): Lockable => ({ objectType: 'dk', objectCode }))
  await take(ctx, b, [...fresh, ...passing], form)
  const [shared] = await heldByOthers(
    ctx,
    b,
    fresh.filter((o) => o.objectType === 'dk'),
    form,
  )
  if (shared) throw shared
  if (passing.length) await letGo(ctx, b, passing)
}
/** Puts locks down in code order. @throws E1001 with the business that holds one of them */
async function take(ctx: Ctx, b: Business, wanted: readonly Lockable[], form?: Form): Promise<void> {
  const countyCode = countyOf(b.regionCode)
  // rows of one statement are locked in the order in which they stand
  const sorted = wanted.toSorted((a, c) => (key(a) < key(c) ? -1 : 1))
  const taken = await typedRows<Lockable>(
    ctx.db
      .insertInto('business_lock')
      .values(
        sorted.map((o) => ({
          countyCode,
          id: ctx.newId(),
          tenantId: ctx.who.tenantId,
          createUser: ctx.who.userId,
          createTime: ctx.now,
          updateUser: ctx.who.userId,
          updateTime: ctx.now,
          rev: 1,
          regionCode: b.regionCode,
          objectType: o.objectType,
          objectCode: o.objectCode,
          businessId: b.id,
          businessCode: b.businessCode,
        })),
      )
      .onConflict((c) => c.columns(['countyCode', 'tenantId', 'objectType', 'objectCode']).doNothing())
      .returning(['objectType', 'objectCode']),
  )
  const got = new Set(taken.map(key))
  const refused = sorted.filter((o) => !got.has(key(o)))
  const [held] = refused.length ? await heldByOthers(ctx, b, refused, form) : []
  if (held) throw held
  // who held it let it go in this moment
  if (refused.length) throw problems.changed()
}
/** A share of a parcel bars its whole, and the whole a share: codes of the other kind under which these objects may be held. */
const wholeOf = (shares: readonly Lockable[]): Lockable[] => shares.map((o) => ({ objectType: 'dk', objectCode: parcelOf(o) }))
/** Why a case cannot have these objects: E1001 with the business that holds one, by kind and code, each business once, at the place where the form names the object. Nothing is waited for: the answer is of this moment. */
export async function heldByOthers(ctx: Ctx, b: Pick<Business, 'id' | 'regionCode'>, wanted: readonly Lockable[], form?: Form): Promise<Problem[]> {
  if (wanted.length === 0) return []
  const whole = wanted.filter((o) => o.objectType === 'dk').map((o) => o.objectCode)
  const keys = [...new Set([...wanted, ...wholeOf(wanted.filter((o) => o.objectType === 'share'))].map(key))]
  const rows = await ctx.db
    .selectFrom('business_lock')
    .select(['objectType', 'objectCode', 'businessCode'])
    .where('countyCode', '=', countyOf(b.regionCode))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '<>', b.id)
    .where(
      sql<boolean>`("objectType" || ':' || "objectCode" = any(${keys}::text[]) or "objectType" = 'share' and split_part("objectCode", ':', 1) = any(${whole}::text[]))`,
    )
    .orderBy('objectType')
    .orderBy('objectCode')
    .execute()
  const held = rows.map(
    (r) => ({ objectType: r.objectType, objectCode: r.objectCode, businessCode: String(r.businessCode) }) as Lockable & { businessCode: string },
  )
  return held
    .filter((h, i) => held.findIndex((o) => o.businessCode === h.businessCode && (o.objectType === 'person') === (h.objectType === 'person')) === i)
    .map((h) => (h.objectType === 'person' ? personHeld({ businessCode: h.businessCode, objectType: 'person' }) : heldAt(h, form)))
}
/** E1001 of an object, at the place where the form names it. */
export function heldAt({ objectCode, businessCode }: { objectCode: string; businessCode: string }, form: Form | undefined): Problem {
  const held = refusal('E1001', { businessCode })
  const field = form && pathOf(form, objectCode.split(':')[0]!)
  return withFields(held, field ? [{ field, msg: held.words }] : [])
}
const letGo = (ctx: Ctx, b: Business, what: readonly Lockable[]) =>
  ctx.db
    .deleteFrom('business_lock')
    .where('countyCode', '=', countyOf(b.regionCode))
    .where('businessId', '=', b.id)
    .where('objectType', '=', 'dk')
    .where(
      'objectCode',
      'in',
      what.map((o) => o.objectCode),
    )
    .execute()
/** Lets everything go that a business holds. */
export const releaseObjects = async (ctx: Ctx, b: Business): Promise<void> => void (await releasing(ctx.db, b).execute())
/** The same as a part of another statement. */
export const releasing = (db: Pick<Ctx['db'], 'deleteFrom'>, b: Business) =>
  db.deleteFrom('business_lock').where('countyCode', '=', countyOf(b.regionCode)).where('businessId', '=', b.id)

/** What open businesses of a county hold, and the number of each: for what writes the register beside them. */
export async function openLocks(ctx: Ctx, countyCode: string): Promise<{ type: string; code: string; by: string }[]> {
  const held = await ctx.db
    .selectFrom('business_lock')
    .select(['objectType', 'objectCode', 'businessCode'])
    .where('countyCode', '=', countyCode)
    .where('tenantId', '=', ctx.who.tenantId)
    .execute()
  return held.map((l) => ({ type: String(l.objectType), code: String(l.objectCode), by: String(l.businessCode) }))
}
