// Figures of villages that are kept beside people: those of a village that changed are taken away and counted anew.
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/server/db.server.ts'

/** Digits of a village, the narrowest region of which figures are kept. */
export const VILLAGE = 12
/** Whose figures: of one tenant in one county. */
export interface OfCounty {
  countyCode: string
  tenantId: string
}
/**
 * Takes the kept figures of villages away and keeps them anew, in two statements. `names`: columns after the village's code; `counted`: a statement of that code
 * and these columns, of the rows that are `mine`, those of the tenant in the county.
 */
export async function keepAnew(
  tx: Tx,
  table: 'region_box' | 'region_tally' | 'region_tally_day',
  { countyCode, tenantId }: OfCounty,
  villages: readonly string[],
  names: readonly string[],
  counted: (mine: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  if (villages.length === 0) return
  const mine = sql`"countyCode" = ${countyCode} and "tenantId" = ${tenantId}`
  const columns = sql.join(['regionCode', ...names].map((n) => sql.ref(n)))
  await sql`delete from ${sql.table(table)} where ${mine} and "regionCode" = any(${[...villages]}::text[])`.execute(tx)
  await sql`insert into ${sql.table(table)} ("countyCode", "tenantId", ${columns}) select ${countyCode}, ${tenantId}, x.* from (${counted(mine)}) x`.execute(tx)
}
