/** How good packages were: year by year, and by who surveyed what the findings are about. */
import { sql } from 'kysely'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { hjb, hjb_issue } from '../package/hjb.ts'
import { HJB } from './flow.ts'

/** Surveyors that are told at most: the ones with the most errors. */
const MOST = 200
const total = (name: string) => sql<string>`coalesce(sum(${sql.ref(`hjb.${name}`)}), 0)`
const found = (severity: string) => sql<string>`count(*) filter (where hjb_issue.severity = ${severity})`

/** Packages that were checked in a region, by year, with what their last checks found; and the findings by surveyor, of one year where it is named. */
export async function quality(ctx: Ctx, q: TextInput<'regionCode' | 'year'>) {
  const region = q.regionCode || ctx.who.regionCode
  requireRegion(ctx, region)
  const year = /^\d{4}$/.test(q.year ?? '') ? Number(q.year) : undefined
  const years = await underRegion(scoped(ctx, hjb), 'hjb', region)
    .select([
      'hjb.year',
      sql<string>`count(*)`.as('packages'),
      total('errorCount').as('errors'),
      total('warnCount').as('warnings'),
      total('hintCount').as('hints'),
    ])
    .select(sql<string>`coalesce(sum((hjb.counts ->> 'DK')::int), 0)`.as('parcels'))
    .where('hjb.status', 'not in', [HJB.created, HJB.uploaded, HJB.detecting])
    .groupBy('hjb.year')
    .orderBy('hjb.year', 'desc')
    .execute()
  let of = (underRegion(scoped(ctx, hjb_issue), 'hjb_issue', region) as AnyQuery)
    .innerJoin('hjb', (j) => j.onRef('hjb.countyCode', '=', 'hjb_issue.countyCode').onRef('hjb.id', '=', 'hjb_issue.infoId'))
    .where('hjb_issue.surveyor', 'is not', null)
  if (year) of = of.where('hjb.year', '=', year)
  const surveyors = await typedRows<{ surveyor: string; objects: string; errors: string; warnings: string; hints: string }>(
    of
      .select(['hjb_issue.surveyor', found('E').as('errors'), found('W').as('warnings'), found('T').as('hints')])
      .select(sql<string>`count(distinct hjb_issue.object)`.as('objects'))
      .groupBy('hjb_issue.surveyor')
      .orderBy('errors', 'desc')
      .orderBy('warnings', 'desc')
      .orderBy('hjb_issue.surveyor')
      .limit(MOST),
  )
  const numbers = <T extends object>(r: T, ...names: readonly (keyof T)[]) => Object.fromEntries(names.map((n) => [n, Number(r[n])]))
  return {
    years: years.map((r) => ({ year: r.year, ...numbers(r, 'packages', 'errors', 'warnings', 'hints', 'parcels') })),
    surveyors: surveyors.map((r) => ({ surveyor: r.surveyor, ...numbers(r, 'objects', 'errors', 'warnings', 'hints') })),
  }
}
