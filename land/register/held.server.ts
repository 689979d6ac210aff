// Which open cases hold rows of the register: under a row's own code, in a book of the contractor, or in a share of the parcel.
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'

/** Under which objects a case holds a row, and the row's code in theirs: a book's is its contractor's and a letter, a share's the parcel's and its holder's. */
const HELD = {
  fbf: { types: ['fbf'], code: sql`"objectCode"` },
  cbf: { types: ['cbf', 'djb'], code: sql`left("objectCode", 18)` },
  dk: { types: ['dk', 'share'], code: sql`split_part("objectCode", ':', 1)` },
} as const

/** The numbers of the open cases that hold these rows of a county, by code, both in order; what nobody holds is absent. Nothing is waited for: who must be sure of it holds the rows. */
export async function casesHolding(
  ctx: Ctx,
  table: keyof typeof HELD,
  county: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (codes.length === 0) return new Map()
  const { types, code } = HELD[table]
  const { rows } = await sql<{ code: string; by: string }>`select distinct ${code} as code, "businessCode" as by from business_lock
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and "objectType" = any(${types}::text[]) and ${code} = any(${codes}::text[])
    order by 1, 2`.execute(ctx.db)
  const held = new Map<string, string[]>()
  for (const r of rows) held.set(r.code, [...(held.get(r.code) ?? []), r.by])
  return held
}
