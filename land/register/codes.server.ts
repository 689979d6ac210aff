import { sql } from 'kysely'
import { nextNumbers } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { landProblems } from '../definitions/problems.ts'
import { LAST_PARCEL, SERIALS } from './acts/codes.ts'

/**
 * Takes the next `n` contractor codes of an issuer for one kind (dictionary cbflx): issuer and four digits. One statement; a code that was taken is never
 * given again. @throws codes-used-up
 */
export async function nextCbfbms(ctx: Ctx, fbfbm: string, cbflx: string, n: number): Promise<string[]> {
  const { from, to } = SERIALS[cbflx]!
  return codes(fbfbm, await nextNumbers(ctx, `cbf${cbflx}`, fbfbm, n, from), to, 4)
}
/** The same for parcels: issuer and five digits. */
export const nextDkbms = async (ctx: Ctx, fbfbm: string, n: number): Promise<string[]> => codes(fbfbm, await nextNumbers(ctx, 'dk', fbfbm, n), LAST_PARCEL, 5)

function codes(fbfbm: string, serials: readonly number[], last: number, digits: number): string[] {
  if (serials.some((s) => s > last)) throw landProblems.codesUsedUp({ fbfbm })
  return serials.map((s) => fbfbm + String(s).padStart(digits, '0'))
}

/** Raises the counters of issuers to the largest serials that their rows have: after rows came with codes of their own. Four statements. */
export async function raiseSerials(ctx: Ctx, county: string, issuers: readonly string[]): Promise<void> {
  const raise = (kind: ReturnType<typeof sql>, last: ReturnType<typeof sql>, from: string) =>
    sql`insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
    select ${county}, ${ctx.who.tenantId}, ${kind}, fbfbm, max(${last}) from ${sql.table(from)}
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and fbfbm = any(${issuers}::text[]) group by 3, 4
    on conflict ("countyCode", "tenantId", kind, prefix) do update set last = greatest(code_counter.last, excluded.last)`.execute(ctx.db)
  await raise(sql`'cbf' || cbflx`, sql`right(cbfbm, 4)::int`, 'cbf')
  await raise(sql`'dk'::text`, sql`right(dkbm, 5)::int`, 'dk')
  await raise(sql`'jzd'::text`, sql`coalesce(jzdxh, 0)`, 'jzd')
  await raise(sql`'jzx'::text`, sql`case when jzxh ~ '^[0-9]{1,9}$' then jzxh::int else 0 end`, 'jzx')
}
