/**
 * Land beside land: which valid parcels of the base lie at an outline, whatever village and county of the tenant (docs/adr/0087). Forms, uploads, cases, packages and the
 * watch ask here. One table beside what is given, by the index of outlines: on several nodes each answers for its counties.
 */
import { sql, type RawBuilder } from 'kysely'
import { parseWkt } from '../../kit/model/wkt.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { OVERLAP } from '../geometry/overlap.ts'

/** An outline in degrees, WKT or hex EWKB, of the parcel that `dkbm` names, or of none yet. */
export interface GivenOutline {
  geom: string
  dkbm?: string | null | undefined
}
const read = (geom: string): string => (geom.startsWith('0') ? geom : `SRID=4326;${geom}`)
/** The land `p` that lies at `n.g`, the box of a given outline: the rule. */
const isNeighbour = (ctx: Ctx): RawBuilder<unknown> => sql`p.geom && n.g and p."tenantId" = ${ctx.who.tenantId} and p.zt = ${ZT.valid}`

/** Common ground of a given outline (its place in the list) and a parcel of the base, m². */
export interface CommonGround {
  n: number
  other: string
  area: number
}
/** Every pair of a given outline and another parcel of the base with at least 0.1 m² in common; what is not valid has no ground to compare. One statement. */
export async function commonGround(ctx: Ctx, given: readonly GivenOutline[]): Promise<CommonGround[]> {
  if (given.length === 0) return []
  const { rows } = await sql<{ n: number; other: string; area: string }>`with n as materialized (
      select u.n, u.code, u.g from (select x.n, x.code, x.g::geometry as g from unnest(${given.map((_, i) => i)}::int[], ${given.map((d) => d.dkbm ?? '')}::text[],
        ${given.map((d) => read(d.geom))}::text[]) as x(n, code, g)) u where ST_IsValid(u.g))
    select n.n, s.other, s.area::text as area from n cross join lateral (
      select p.dkbm as other, round(ST_Area(ST_Transform(ST_Intersection(p.geom, n.g), 4534 + round(ST_XMin(n.g) / 3)::int - 25))::numeric, 3) as area
        from dk p where ${isNeighbour(ctx)} and p.dkbm <> n.code offset 0) s
    where s.area >= ${OVERLAP.warn} order by n.n, s.other`.execute(ctx.db)
  return rows.map(({ n, other, area }) => ({ n, other, area: Number(area) }))
}

/** A parcel that lies at given outlines: its code, its outline (WKT in degrees) and the contract in force over it, nothing of whose it is. */
export interface LandBeside {
  dkbm: string
  wkt: string
  code: string | null
}
/** Whether the database can read an outline: what it cannot is refused as such, and lies nowhere. */
function isReadable({ geom }: GivenOutline): boolean {
  if (geom.startsWith('0')) return true
  try {
    parseWkt(geom)
    return true
  } catch {
    return false
  }
}
/**
 * The parcels of the base at these outlines, or within `reach` degrees of them, but for those that the outlines are of; by code, at most `most`; where `beyond` is a
 * county, those of other counties alone. One statement.
 */
export async function landBeside(
  ctx: Ctx,
  outlines: readonly GivenOutline[],
  { reach = 0, beyond = '', most }: { reach?: number; beyond?: string; most?: number },
): Promise<LandBeside[]> {
  const given = outlines.filter(isReadable)
  if (given.length === 0) return []
  const { rows } = await sql<LandBeside>`with n as materialized (
      select ST_Expand(x.g::geometry, ${reach}::float8) as g from unnest(${given.map((d) => read(d.geom))}::text[]) as x(g))
    select distinct on (s.dkbm) s.dkbm, s.wkt, s.code from n cross join lateral (
      select p.dkbm, ST_AsText(p.geom, 15) as wkt, (select min(x.cbhtbm) from cbdkxx x
          where x."countyCode" = p."countyCode" and x."tenantId" = p."tenantId" and x.dkbm = p.dkbm and x.qszt = ${QSZT.current}) as code
        from dk p where ${isNeighbour(ctx)} and p.dkbm <> all(${given.flatMap((d) => d.dkbm || [])}::text[])
          and p."countyCode" <> ${beyond} offset 0) s
    order by s.dkbm ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(ctx.db)
  return rows
}
