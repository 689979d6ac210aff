import { sql } from 'kysely'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import { isId, type AnyResource, type Row } from '../../kit/model/resource.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, joinable, page } from '../../kit/server/query.server.ts'
import { textIn, type Input, type Route } from '../../kit/server/route.server.ts'
import { inOwnOffice } from '../../platform/people/office.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'

/** Rows that are for everybody, or for a region that is the caller's or lies in it: what is for a region above is not seen. */
export const seen = (ctx: Ctx, r: AnyResource): AnyQuery =>
  joinable(ctx, r).where(
    sql<boolean>`(${sql.ref(`${r.name}.regionCode`)} is null or starts_with(${sql.ref(`${r.name}.regionCode`)}::text, ${ctx.who.regionCode}::text))`,
  )
/** One of them. @throws notFound */
export async function seenRow<T extends AnyResource>(ctx: Ctx, r: T, id: unknown): Promise<Row<T>> {
  const row = isId(String(id ?? '')) ? await seen(ctx, r).selectAll(r.name).where(`${r.name}.id`, '=', String(id)).executeTakeFirst() : undefined
  if (!row) throw problems.notFound({ zh: r.label, en: r.en })
  return row as Row<T>
}

type Crud = { page: Route; detail: Route; submit: Route; remove: Route }
/** The plain calls of a definition whose rows are for regions, each within what its caller sees; what is for everybody is removed by the office that made it. */
export function ofRegions(r: AnyResource, plain: Crud): Crud {
  return {
    page: { ...plain.page, run: (ctx, q) => page(ctx, r, q, seen(ctx, r)) },
    detail: askedFirst(plain.detail, (ctx, q) => seenRow(ctx, r, q.id)),
    submit: askedFirst(plain.submit, (ctx, b) => (b.id ? seenRow(ctx, r, b.id) : undefined)),
    remove: inOwnOffice(
      r,
      askedFirst(plain.remove, async (ctx, q) => {
        for (const id of textIn(q, 'ids').split(',')) if (id.trim()) await seenRow(ctx, r, id.trim())
      }),
    ),
  }
}
interface Judged {
  /** what is wrong with the row as a whole */
  judge(ctx: Ctx, draft: Input): Promise<readonly Wrong[]>
  /** what a new row gets that nobody typed */
  given?(b: Input): Input
  /** names that are kept beside the row */
  beside?: readonly string[]
  /** columns of a new row that the server fills always the same */
  filled?: Input
}
/** A submit whose row is judged as a whole beside its fields, and gets what nobody typed; what is for everybody is changed by the office that made it. */
export const judgedSubmit = (r: AnyResource, route: Route, { judge, given, beside = [], filled = {} }: Judged): Route =>
  inOwnOffice(r, {
    ...route,
    run: async (ctx, b, f) => {
      const own = Object.fromEntries(Object.entries(b).filter(([n]) => !beside.includes(n)))
      const draft = (await rows.checkedDraft(ctx, r, own, [], filled)) as Input
      if (b.id) await seenRow(ctx, r, b.id)
      const wrong = await judge(ctx, draft)
      if (wrong.length) throw problems.invalid(wrong)
      if (draft.regionCode) requireRegion(ctx, draft.regionCode)
      return route.run(ctx, b.id ? b : { ...b, ...given?.(b) }, f)
    },
  })
