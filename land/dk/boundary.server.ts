import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import { dk_jz, jzd, jzx } from '../definitions/dk.ts'

/** Feature codes of points and lines, which their rows do not keep. Source: NY/T 2539 table A.1. */
export const BOUNDARY_YSDM = { jzd: '211021', jzx: '211031' } as const
type BoundaryRow = Readonly<Record<string, unknown>>

/** Points or lines of parcels of one county, with the course of a line, at the clocks of `ctx`. */
export function boundaryRowsOf(ctx: Ctx, r: typeof jzd | typeof jzx, county: string, codes: readonly string[]): Promise<BoundaryRow[]> {
  const own = joinable(ctx, dk_jz)
    .select('dk_jz.jzId')
    .where('dk_jz.countyCode', '=', county)
    .where('dk_jz.dkbm', 'in', [...codes])
    .where('dk_jz.kind', '=', r === jzd ? 'd' : 'x')
  const of = (flatRows(joinable(ctx, r), r) as AnyQuery).select(r === jzx ? ['jzx.lines'] : [])
  return of.where(`${r.name}.countyCode`, '=', county).where(`${r.name}.id`, 'in', own).orderBy(`${r.name}.id`).execute() as Promise<BoundaryRow[]>
}
/** An easting as the standard's tables have it: with the number of its zone before the metres. */
export const numberedEasting = (yzbz: unknown, zone: number): number => (Number(yzbz) % 1e6) + zone * 1e6
