// What keeps rows of the register as they are: a seizure, or open cases. Which open cases hold rows of the register: under a row's own code, in a book of the contractor, or in a share of the parcel.
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { QSZT } from '../definitions/statuses.ts'

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

/** What of the register a seizure keeps with it: of a contractor its books and their land, of a parcel the book that has it and its holder. */
const SEIZED = {
  cbf: sql`(r.cbfbm = c.code or left(r.cbjyqzbm, 18) = c.code or r.dkbm in (select x.dkbm from cbdkxx x where x."countyCode" = r."countyCode" and x."tenantId" = r."tenantId"
    and x.cbfbm = c.code and x.qszt = ${sql.lit(QSZT.current)}))`,
  dk: sql`(r.dkbm = c.code or exists (select from cbdkxx x where x."countyCode" = r."countyCode" and x."tenantId" = r."tenantId" and x.dkbm = c.code and x.qszt = ${sql.lit(QSZT.current)}
    and (x.cbhtbm = r.cbjyqzbm or x.cbfbm = r.cbfbm)))`,
} as const
/** The name of a seizure that stands today on a row of a county, its book or its land; undefined where none does. Source: acts.md 4 (cf blocks every type). */
export async function seizureOn(ctx: Ctx, table: keyof typeof HELD, county: string, code: string): Promise<string | undefined> {
  if (table === 'fbf') return undefined
  const today = ctx.now.slice(0, 10)
  const { rows } = await sql<{ ref: string }>`select r.ref from restriction r, (select ${code}::text as code) c
    where r."countyCode" = ${county} and r."tenantId" = ${ctx.who.tenantId} and r.kind = 'cf' and r."endDay" is null and r."fromDay" <= ${today}
      and (r."toDay" is null or r."toDay" >= ${today}) and ${SEIZED[table]} order by r.ref limit 1`.execute(ctx.db)
  return rows[0]?.ref
}
