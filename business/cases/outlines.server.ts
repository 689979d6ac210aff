import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import type { CaseOutline } from './outlines.ts'
import type { PieceNeighbour } from './pieces.ts'

/** Within how many degrees (about 1 m) neighbours are looked for: whoever shares a corner with the outline. */
const REACH = 0.00001
/**
 * The valid parcels of the county that lie at these outlines or at those that the parcels have now, the drawn ones left out. What is near is told by its code
 * alone, whatever the caller's scope. One statement.
 */
export async function besideOutlines(ctx: Ctx, outlines: readonly Omit<CaseOutline, 'at'>[]): Promise<PieceNeighbour[]> {
  if (outlines.length === 0) return []
  const county = countyOf(outlines[0]!.dkbm)
  const codes = sql`any(${outlines.map((o) => o.dkbm)}::text[])`
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const near = sql<boolean>`dk.id in (with given as (
      select ST_GeomFromText(w, 4326) as geom from unnest(${outlines.map((o) => o.geom)}::text[]) as u(w)
      union all select o.geom from dk o where ${mine('o')} and o.dkbm = ${codes})
    select n.id from given g join dk n on n.geom && ST_Expand(g.geom, ${sql.lit(REACH)}) where ${mine('n')})`
  const contract = joinable(ctx, cbdkxx)
    .select('cbdkxx.cbhtbm')
    .whereRef('cbdkxx.countyCode', '=', 'dk.countyCode')
    .whereRef('cbdkxx.dkbm', '=', 'dk.dkbm')
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.cbhtbm')
    .limit(1)
  return joinable(ctx, dk)
    .select(['dk.dkbm', sql<string>`ST_AsText(dk.geom, 15)`.as('wkt')])
    .select(contract.as('code'))
    .where('dk.countyCode', '=', county)
    .where('dk.zt', '=', ZT.valid)
    .where(sql<boolean>`dk.dkbm <> all(${outlines.map((o) => o.dkbm)}::text[])`)
    .where(near)
    .orderBy('dk.dkbm')
    .$castTo<PieceNeighbour>()
    .execute()
}
