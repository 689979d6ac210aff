import { sql, type RawBuilder } from 'kysely'
import { problems, type Problem } from '../../kit/model/problem.ts'
import { inRegion, REGION_LENGTHS, regionRange } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { demanded } from '../../kit/server/narrow.server.ts'
import { regionAsked } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import type { ChildFigures, Figures } from './home.ts'
import { sumFigures } from '../../land/definitions/area.ts'

/** Digits of a county. */
const COUNTY = 6
/** The region that figures are asked for. */
export interface Place {
  region: string
  childLength: number
  /** half-open range of the codes of the region */
  range: { lo: string; hi: string }
  /**
   * condition on the rows of a land table: tenant and half-open region range, so that the index "<table>_region" serves it, and the caller's data
   * scope, so that the list behind a number shows exactly its rows. Source: statistics.md 1 S1.
   */
  of(r: AnyResource): RawBuilder<unknown>
  /** the child region of a row */
  child: RawBuilder<unknown>
}
/** The region of a request: the asked one, else the caller's own. Throws out-of-region for any other. Source: statistics.md 1 S8. */
export function placeOf(ctx: Ctx, q: TextInput): Place {
  const region = q.regionCode || ctx.who.regionCode
  if (region !== '' && !inRegion(region, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: region })
  const at = (REGION_LENGTHS as readonly number[]).indexOf(region.length)
  const childLength = region === '' ? 2 : REGION_LENGTHS[Math.min(at + 1, REGION_LENGTHS.length - 1)]!
  const { lo, hi } = regionRange(region)
  return {
    region,
    childLength,
    range: { lo, hi },
    of(r) {
      const demand = demanded(ctx, r)
      return sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} ${demand ? sql`and ${demand}` : sql``}`
    },
    child: sql`left("regionCode", ${sql.lit(childLength)})`,
  }
}
interface Asked {
  readonly regionCode?: unknown
}
/** The region that a person chose for figures, or the caller's own. @throws bad-request for what is no code, out-of-region */
export const placeAsked = (ctx: Ctx, q: Asked): Place => placeOf(ctx, { regionCode: regionAsked(ctx, q.regionCode) })
/** The same of figures that are told of a county or a region below it. @throws `narrower` for a wider one */
export function countyAsked(ctx: Ctx, q: Asked, narrower: () => Problem): Place {
  const p = placeAsked(ctx, q)
  if (p.region.length < COUNTY) throw narrower()
  return p
}
/** What stands at the head of every answer. Source: statistics.md 17. */
export const placeHead = (ctx: Ctx, p: Place) => ({ asOf: ctx.asOf ?? ctx.now, regionCode: p.region, unit: '亩' })

export type PlaceRow = Record<string, string | null>
/** The rows of a grouped statement; counts and sums come as text. */
export const grouped = async (ctx: Ctx, statement: RawBuilder<unknown>): Promise<PlaceRow[]> => (await statement.execute(ctx.db)).rows as PlaceRow[]

/** Names of a region and of those just below it. */
const namesOf = (ctx: Ctx, p: Place) =>
  ctx.db
    .selectFrom('region')
    .select(['code', 'name'])
    .where((e) => e.or([e('parentCode', '=', p.region || '0'), e('code', '=', p.region)]))
    .execute()
/** The figures of each child region from rows with its `code`, and their sums; the names are asked with the rows. Source: statistics.md 1 S2. */
export async function byChild(
  ctx: Ctx,
  p: Place,
  found: Promise<readonly PlaceRow[]> | readonly PlaceRow[],
): Promise<{ total: Figures; children: ChildFigures[] }> {
  const [names, rows] = await Promise.all([namesOf(ctx, p), found])
  const values = new Map<string, Record<string, number>>()
  for (const row of rows) {
    let at = values.get(row.code!)
    if (!at) values.set(row.code!, (at = {}))
    // a county's rows are thousands of figures: no copy of a row
    for (const k in row) if (k !== 'code') at[k] = sumFigures(at[k] ?? 0, Number(row[k]))
  }
  const nameOf = new Map(names.map((n) => [n.code, n.name]))
  const children = [...values.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, v]) => ({ regionCode: code, regionName: nameOf.get(code) ?? code, self: code.length < p.childLength || code === p.region, values: v }))
  const total: Record<string, number> = {}
  for (const c of children) for (const [k, v] of Object.entries(c.values)) total[k] = sumFigures(total[k] ?? 0, v)
  return { total, children }
}
