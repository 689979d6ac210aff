// The books of a business of many: which it takes and makes, and how far each entry has come. Source: rulings.md 7; acts.md 1.
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { BOOK_STATUS, business_book, isToRegister, type Business } from '../definitions/business.ts'
import { register_entry } from '../../../land/register/acts/tables.ts'
import type { BookPlan, Planned } from '../definitions/meaning.ts'

type Case = Pick<Business, 'id' | 'regionCode'>
/** The books of a business, by code. */
export const booksOf = (ctx: Ctx, b: Pick<Business, 'id'>) =>
  scoped(ctx, business_book).selectAll('business_book').where('business_book.businessId', '=', b.id).orderBy('business_book.code').execute()

const at = (p: { code: string | null; djbId?: string | null }) => `${p.code}/${p.djbId ?? ''}`
/** Makes the books of a business those of its plan. One that failed is tried again. One that was taken out (cancelled) left the form; where the plan names it again, it was added again. One that is left out is kept with its reason. */
export async function syncBooks(ctx: Ctx, b: Case, plans: readonly BookPlan[]): Promise<void> {
  const have = await booksOf(ctx, b)
  const known = new Map(have.map((h) => [at(h), h]))
  await rows.eraseMany(
    ctx,
    business_book,
    have.filter((h) => isToRegister(h) && !plans.some((p) => at(p) === at(h))),
  )
  const values = ({ code, djbId, role, group, leftOut }: BookPlan) => ({
    code,
    djbId: djbId ?? null,
    role,
    entry: group ?? null,
    ...(leftOut === undefined ? { status: BOOK_STATUS.open, reason: null } : { status: BOOK_STATUS.cancelled, reason: leftOut }),
  })
  await rows.insertMany(
    ctx,
    business_book,
    plans.filter((p) => !known.has(at(p))).map((p) => ({ ...values(p), regionCode: b.regionCode, businessId: b.id })),
  )
  await rows.updateMany(
    ctx,
    business_book,
    plans.flatMap((p) => {
      const row = known.get(at(p))
      if (!row || row.status === BOOK_STATUS.finished) return []
      const is = values(p)
      return row.status === is.status && row.entry === is.entry && row.reason === is.reason ? [] : [{ row, values: is }]
    }),
  )
}

/** Keeps which versions an entry has made: in the row of their book, else in a row of their own. `made`: in the order of the entry's new books. */
export async function keepMadeBooks(ctx: Ctx, b: Case, { acts, group }: Planned, made: readonly string[], planned: boolean): Promise<void> {
  const codes = acts.flatMap((a) => (a.act === 'newBook' ? [a.code] : []))
  const have = planned ? (await booksOf(ctx, b)).filter((h) => h.status === BOOK_STATUS.open && h.entry === (group ?? null)) : []
  const done = (code: string) => ({ newDjbId: made[codes.indexOf(code)] ?? null, status: BOOK_STATUS.finished, reason: null })
  await rows.updateMany(
    ctx,
    business_book,
    have.map((row) => ({ row, values: done(row.code ?? '') })),
  )
  await rows.insertMany(
    ctx,
    business_book,
    codes
      .filter((c) => !have.some((h) => h.code === c))
      .map((code) => ({ ...done(code), code, entry: group ?? null, role: 'target', regionCode: b.regionCode, businessId: b.id })),
  )
}
/** An entry that the register refused: its books say why, the others go on. */
export async function keepFailed(ctx: Ctx, b: Case, entry: string, reason: string): Promise<void> {
  const open = (await booksOf(ctx, b)).filter((h) => h.status === BOOK_STATUS.open && h.entry === entry)
  await rows.updateMany(
    ctx,
    business_book,
    open.map((row) => ({ row, values: { status: BOOK_STATUS.failed, reason: reason.slice(0, 254) } })),
  )
}

/** Whether anything that a business told the register stands there. */
export const hasEntries = async (ctx: Ctx, b: Pick<Business, 'id' | 'countyCode'>): Promise<boolean> =>
  !!(await joinable(ctx, register_entry)
    .select('register_entry.id')
    .where('register_entry.countyCode', '=', b.countyCode)
    .where('register_entry.causeKind', '=', 'business')
    .where('register_entry.causeId', '=', b.id)
    .where('register_entry.undoneBy', 'is', null)
    .limit(1)
    .executeTakeFirst())
