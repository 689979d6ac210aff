// Where citizens turn to: the offices of a tenant and its windows that have hours, and no other region. Source: business-flows.md 12.
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { citizenProblems } from './problems.ts'

interface Place {
  regionCode: string
  name: string
  /** whether its window has hours of its own */
  books: boolean
}
/** The living regions, from county down, in which the tenant has an office or a window; `only`: this one, where it is one of them. */
export async function placesOf(ctx: Ctx, only?: string): Promise<Place[]> {
  const { tenantId } = ctx.who
  const { rows: found } = await sql<Place>`
    select r.code as "regionCode", r.name, exists (select 1 from reserve_slot s where s."tenantId" = ${tenantId} and s."regionCode" = r.code) as books
    from region r
    where length(r.code) >= 6 ${only === undefined ? sql`` : sql`and r.code = ${only}`} and r.code in (
      select "regionCode" from reserve_slot where "tenantId" = ${tenantId}
      union select "regionCode" from sys_dept where "tenantId" = ${tenantId})
    order by r.code`.execute(ctx.db)
  return found
}
/** The region that a stranger names: a place of the tenant whose page he reads. Every public call that takes a region asks here. @throws citizen-place */
export async function requirePlace(ctx: Ctx, regionCode = ''): Promise<string> {
  const [place] = await placesOf(ctx, regionCode)
  if (!place) throw citizenProblems.noPlace()
  return place.regionCode
}
