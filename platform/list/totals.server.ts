import { sql } from 'kysely'
import { decimal, int, text } from '../../kit/model/field.ts'
import { both as say, type Text } from '../../kit/model/lang.ts'
import { PAGING_NAMES, type Page } from '../../kit/model/page.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { summedColumns } from './layout.ts'

/** Rows that are added up on request. Source: rulings.md 61. */
const MOST_SUMMED = 10_000
const tooMany: Text = say(
  `超过${MOST_SUMMED}条，请缩小行政区划或增加条件后再合计`,
  `More than ${MOST_SUMMED} rows: narrow the region or add conditions to see totals`,
)

interface Summed extends Page<Record<string, unknown>> {
  /** decimal texts by column; none where the rows are too many */
  sums?: Record<string, string>
}
/** Counts the rows of a question and adds up what they count and their areas, up to the limit: one statement. */
async function summed(ctx: Ctx, question: AnyQuery, r: AnyResource): Promise<Summed> {
  const names = summedColumns(r)
  const some = question
    .select([`${r.name}.id`, ...names.map((n) => `${r.name}.${n}`)])
    .limit(MOST_SUMMED + 1)
    .as('some')
  const row = (await ctx.db
    .selectFrom(some)
    .select([
      sql<string>`count(*)`.as('n'),
      ...names.map((n) => sql<string>`coalesce(sum(${sql.ref(`some.${n}`)}), ${sql.raw(r.fields[n]!.kind === 'int' ? '0' : '0.00')})::text`.as(n)),
    ])
    .executeTakeFirstOrThrow()) as Record<string, string>
  const isMore = Number(row.n) > MOST_SUMMED
  const page = { records: [], total: Math.min(Number(row.n), MOST_SUMMED), size: 1, current: 1, pages: 1 }
  return isMore ? { ...page, totalIsEstimate: true } : { ...page, sums: Object.fromEntries(names.map((n) => [n, row[n]!])) }
}

const TOTALS = {
  count: int('条数', { en: 'Rows' }),
  countIsEstimate: int('条数为下限', { en: 'At least so many' }),
  sum: decimal('合计', { en: 'Sum' }),
  why: text('未合计的原因', { en: 'Why there are no sums' }),
}
/** What stands in the foot of a list: how many rows it has under its filters, the sums of what they count and of their areas, or why there are none. `page`: the call of its rows. */
const totalsOf = (page: Route, r: AnyResource): Route => ({
  method: 'GET',
  path: page.path.replace(/[^/]+$/, 'totals'),
  perm: page.perm,
  scope: page.scope,
  audit: 'read',
  summary: `${r.label}合计`,
  query: (page.query ?? []).filter((n) => !PAGING_NAMES.includes(n)),
  answer: { as: 'row', of: TOTALS, also: ['sums'] },
  run: async (ctx, q, request) => {
    const { total, totalIsEstimate, sums } = (await page.run({ ...ctx, instead: (question, of) => summed(ctx, question, of) }, q, request)) as Summed
    return { count: total, ...(totalIsEstimate ? { countIsEstimate: 1 } : {}), ...(sums ? { sums } : { why: tooMany[ctx.lang] }) }
  },
})
/** The slice with totals beside its lists of land that show areas. */
export function withTotals(slice: Slice): Slice {
  const totals = slice.routes.flatMap((page) => {
    const { answer } = page
    if (page.method !== 'GET' || !page.path.endsWith('/page') || typeof answer !== 'object' || answer.as !== 'page' || !('fields' in answer.of)) return []
    const r = answer.of as AnyResource
    return r.scope === 'land' && summedColumns(r).length > 0 ? [totalsOf(page, r)] : []
  })
  return totals.length ? { ...slice, routes: [...slice.routes, ...totals] } : slice
}
