import { sql } from 'kysely'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { landBeside } from '../../../land/register/ground.server.ts'
import type { CaseOutline } from './outlines.ts'
import type { PieceNeighbour } from './pieces.ts'

/** Within how many degrees (about 1 m) neighbours are looked for: whoever shares a corner with the outline. */
const REACH = 0.00001
/**
 * The valid parcels that lie at these outlines or at those that the parcels have now, the drawn ones left out. What is near is told by its code alone, whatever the
 * caller's scope. Two statements.
 */
export async function besideOutlines(ctx: Ctx, outlines: readonly Omit<CaseOutline, 'at'>[]): Promise<PieceNeighbour[]> {
  if (outlines.length === 0) return []
  const codes = outlines.map((o) => o.dkbm)
  const { rows: present } = await sql<{ dkbm: string; geom: string }>`select d.dkbm, d.geom::text as geom from dk d
    where d."countyCode" = ${countyOf(codes[0]!)} and d."tenantId" = ${ctx.who.tenantId} and d.dkbm = any(${codes}::text[]) and d.geom is not null`.execute(
    ctx.db,
  )
  return landBeside(ctx, [...outlines, ...present], { reach: REACH })
}
