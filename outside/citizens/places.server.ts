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
/** The living regions, from county down, in which the tenant has an office or a window; `of`: those at and above this region, the nearest first. */
async function placesAt(ctx: Ctx, of?: string): Promise<Place[]> {
  const { tenantId } = ctx.who
  const { rows: found } = await sql<Place>`
    select r.code as "regionCode", r.name, exists (select 1 from reserve_slot s where s."tenantId" = ${tenantId} and s."regionCode" = r.code) as books
    from region r
    where length(r.code) >= 6 and r.code in (
      select "regionCode" from reserve_slot where "tenantId" = ${tenantId}
      union select "regionCode" from sys_dept where "tenantId" = ${tenantId})
      ${of === undefined ? sql`` : sql`and starts_with(${of}, r.code) and exists (select 1 from region o where o.code = ${of})`}
    order by ${of === undefined ? sql`r.code` : sql`length(r.code) desc`}`.execute(ctx.db)
  return found
}
/** All of them, each with the telephone of its window where one is known. */
export async function placesOf(ctx: Ctx): Promise<(Place & { phone: string })[]> {
  const all = await placesAt(ctx)
  const phones = await windowPhones(
    ctx,
    all.map((p) => p.regionCode),
  )
  return all.map((p) => ({ ...p, phone: phones.get(p.regionCode) ?? '' }))
}
/**
 * The place of the region that a stranger names: itself, or the nearest one above it, as hours are those of the nearest region above. Every public call that
 * takes a region asks here. @throws citizen-place where the region is none of the tenant whose page he reads
 */
export async function requirePlace(ctx: Ctx, regionCode = ''): Promise<string> {
  const [place] = await placesAt(ctx, regionCode)
  if (!place) throw citizenProblems.noPlace()
  return place.regionCode
}
/** The telephones of windows: of the office of their region, else of the nearest one above that has one; a window without is left out. */
export async function windowPhones(ctx: Ctx, regionCodes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (regionCodes.length === 0) return new Map()
  const { rows: found } = await sql<{ code: string; phone: string }>`
    select distinct on (w.code) w.code, d."officePhone" as phone
    from unnest(${[...new Set(regionCodes)]}::text[]) as w (code)
    join sys_dept d on d."tenantId" = ${ctx.who.tenantId} and d."officePhone" <> '' and length(d."regionCode") >= 6 and starts_with(w.code, d."regionCode")
    order by w.code, length(d."regionCode") desc, d.sort, d.id`.execute(ctx.db)
  return new Map(found.map((f) => [f.code, f.phone]))
}
