// Cases of one type over many books at once: of each book that stands a draft, which waits for its papers. Nothing is held, nothing is sent.
import { both } from '../../kit/model/lang.ts'
import { Problem, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { idList, isId } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { personName } from '../../platform/people/name.ts'
import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { submit } from './accept.server.ts'
import { isTypeCode } from './definitions/config.server.ts'
import { judged } from './eligible/eligibility.server.ts'
import { asksOf, handlingOf, type Registry } from './handling/handling.server.ts'
import { ofBooksProblems } from './rules/problems.ts'

/** Books that one call takes. */
const MOST = 100
/** What was made of the books: how many drafts, and the books that have none with the reason. */
interface OfBooks {
  made: number
  left: { cbjyqzbm: string; reason: string }[]
}

/**
 * A draft of a type for each of these books: {businessTypeCode, businessItemCode?, djbIds, bgyy?}. The applicant is the holder; the form says the book and the
 * reason, and must be right as it is: a book of which it is not is left out, with the first thing that stands against it.
 * @throws bad request without type or books, `of-books-type` for a type that asks more than book and reason
 */
export async function submitOfBooks(of: Registry, ctx: Ctx, input: TextInput<'businessTypeCode' | 'businessItemCode' | 'djbIds' | 'bgyy'>): Promise<OfBooks> {
  const { businessTypeCode: code } = input
  if (!isTypeCode(code)) throw problems.badRequest(both('请选择业务类型', 'Name a business type'))
  const ids = [...new Set(idList(input.djbIds))].filter(isId)
  if (!ids.length) throw problems.noneSelected()
  if (ids.length > MOST) throw ofBooksProblems.most({ most: MOST })
  const handling = handlingOf(of, { businessTypeCode: code })
  const { type } = handling
  if (!('cbjyqzbm' in type.shape) || type.ofIssuer) throw ofBooksProblems.type({ name: typeName(code) })
  const item = input.businessItemCode || type.items[0]!
  const books = await judged(
    ctx,
    asksOf(of, code),
    await scoped(ctx, djb).selectAll('djb').where('djb.id', 'in', ids).where('djb.qszt', '=', QSZT.current).orderBy('djb.cbjyqzbm').execute(),
  )
  if (!books.length) throw problems.notFound(both('现行登记簿', 'A book in force'))
  const holders = await scoped(ctx, cbf)
    .selectAll('cbf')
    .where('cbf.countyCode', 'in', [...new Set(books.map((b) => countyOf(b.regionCode)))])
    .where('cbf.cbfbm', 'in', [...new Set(books.map((b) => b.cbfbm!))])
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  const out: OfBooks = { made: 0, left: [] }
  for (const b of books) {
    const holder = holders.find((h) => h.cbfbm === b.cbfbm)
    const reason = await draftOf(b, holder)
    if (reason === undefined) out.made += 1
    else out.left.push({ cbjyqzbm: b.cbjyqzbm!, reason })
  }
  return out

  /** Makes the draft of a book, or says why it has none. */
  async function draftOf(b: (typeof books)[number], holder: (typeof holders)[number] | undefined): Promise<string | undefined> {
    if (!holder) return both('承包方已失效', 'The contractor has ended')[ctx.lang]
    if (!b.eligible) return b.reasons[0] ?? ''
    const form = { fbfbm: holder.fbfbm, cbjyqzbm: b.cbjyqzbm, djbId: String(b.id), bgyy: input.bgyy ?? null }
    const { faults } = await handling.check(ctx, form, { item, doSign: true }, null)
    const applicant = {
      obligeName: holder.cbfmc,
      obligeIdType: holder.cbfzjlx,
      obligeIdCard: holder.cbfzjhm,
      obligePhone: holder.lxdh,
      obligeAddress: holder.cbfdz,
    }
    const received = { businessReceiver: personName(ctx.who), businessReceiveTime: ctx.now }
    const about = { businessName: `${holder.cbfmc}${typeName(code as TypeCode)}`, businessTypeCode: code, businessItemCode: item, doSign: '1' }
    try {
      if (faults[0]) throw faults[0]
      await submit(of, ctx, { ...applicant, ...received, ...about, form })
      return undefined
    } catch (e) {
      // what a check refuses was refused before anything was written
      if (!(e instanceof Problem)) throw e
      return e.say(ctx.lang)
    }
  }
}
