// What the registration of a case has changed: each of its books before and after, word for word as they were registered. Source: screens.md C3.
import { maskText } from '../../../kit/model/mask.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { djb_lineage } from '../../../land/definitions/cbht.ts'
import { bookChanges, type BookChange } from '../../../land/register/content/book-changes.ts'
import { contentsFor, editionsAt } from '../../../land/register/content/content.server.ts'
import { booksOf } from './books.server.ts'
import { BOOK_STATUS, business, type Business } from '../definitions/business.ts'
import { seesNumbers } from '../people/sees.server.ts'
import { isOwn } from '../rules/own-changes.ts'

interface BookDifference {
  /** of the book after, or of the one that ended */
  code: string
  /** made, next (a further version of a book that was there), changed, ended; open, cancelled or failed while (or since) nothing is registered of it */
  status: string
  reason: string
  changes: (Omit<BookChange, 'label' | 'isMasked'> & { label: string })[]
}
const known = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))]

/** The books of a case with what is different: a version that it made against the versions it comes from, an edition against the one before, an ended one whole. */
export async function differences(ctx: Ctx, q: TextInput<'businessId'>): Promise<BookDifference[]> {
  const b: Business = await rows.get(ctx, business, q.businessId ?? '')
  const books = await booksOf(ctx, b)
  const made = known(books.map((k) => k.newDjbId))
  const lineage = made.length
    ? await scoped(ctx, djb_lineage).select(['djb_lineage.djbId', 'djb_lineage.prevDjbId']).where('djb_lineage.djbId', 'in', made).execute()
    : []
  const county = b.countyCode
  const contents = await contentsFor(ctx, county, known([...made, ...lineage.map((l) => l.prevDjbId), ...books.map((k) => k.djbId)]))
  const revised = books.flatMap((k) => (k.djbId && !k.newDjbId && k.status === BOOK_STATUS.finished ? [{ id: k.djbId, at: k.updateTime }] : []))
  const editions = revised.length ? await editionsAt(ctx, county, revised) : new Map()
  const of = (id: string | null) => (id ? contents.get(id)?.content : undefined)
  const isFull = seesNumbers(ctx)
  const told = ({ label, isMasked, ...c }: BookChange) => {
    const shown = (v: string) => (isMasked && !isFull ? maskText(v) : v)
    return { ...c, label: label[ctx.lang], before: shown(c.before), after: shown(c.after) }
  }
  const out: BookDifference[] = []
  for (const k of books) {
    const row = { code: k.code ?? '', status: k.status ?? '', reason: k.reason ?? '' }
    if (k.newDjbId) {
      // its own code before others: a household that goes on is compared with itself
      const from = lineage.filter((l) => l.djbId === k.newDjbId).map((l) => l.prevDjbId)
      const before = from.find((id) => of(id)?.book.cbjyqzbm === k.code) ?? k.djbId ?? from[0] ?? null
      const [was, is] = [of(before), of(k.newDjbId)]
      const changes = bookChanges(was, is).filter((c) => isOwn(c, was?.book.fbfbm === is?.book.fbfbm))
      out.push({ ...row, status: was?.book.cbjyqzbm === k.code ? 'next' : 'made', changes: changes.map(told) })
    } else if (k.status === BOOK_STATUS.finished && k.djbId) {
      const edition = editions.get(k.djbId)
      if (edition) out.push({ ...row, status: 'changed', changes: bookChanges(edition.before, edition.after).map(told) })
      else out.push({ ...row, status: 'ended', changes: bookChanges(of(k.djbId), undefined).map(told) })
    } else out.push({ ...row, changes: [] })
  }
  return out
}
