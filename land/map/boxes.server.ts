// Where the parcels of each village lie, kept beside people with the other figures of villages, so that a map of a county reads no parcel to say how many there are.
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import { DJZT, ZT } from '../definitions/statuses.ts'
import { keepAnew, VILLAGE, type OfCounty } from '../definitions/of-villages.server.ts'

/** Keeps the boxes of villages of one county anew (degrees); `rows` are those of the villages. Two statements. */
export async function countBoxes(tx: Tx, of: OfCounty, villages: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  await keepAnew(tx, 'region_box', of, villages, ['west', 'south', 'east', 'north'], (mine) => {
    const box = sql`min(ST_XMin(geom)), min(ST_YMin(geom)), max(ST_XMax(geom)), max(ST_YMax(geom))`
    return sql`select left("regionCode", ${sql.lit(VILLAGE)}), ${box} from dk where ${mine} and ${rows} and zt = ${sql.lit(ZT.valid)} and geom is not null group by 1`
  })
}

/**
 * How many valid parcels the villages have whose middle lies in a box (degrees): each village is in one tile of a zoom, so tiles add up to the register. Undefined
 * below a village, of which nothing is kept. Counters are current; boxes are a minute old at most.
 */
export async function parcelsIn(ctx: Ctx, region: string, [w, s, e, n]: readonly [number, number, number, number]): Promise<number | undefined> {
  if (region.length > VILLAGE) return undefined
  const { lo, hi } = regionRange(region)
  const { rows } = await sql<{ n: string }>`select coalesce(sum(c.n), 0) as n from region_box b
    join row_count c on c."countyCode" = b."countyCode" and c."tenantId" = b."tenantId" and c."regionCode" = b."regionCode" and c.resource = 'dk'
    where b."tenantId" = ${ctx.who.tenantId} and b."regionCode" >= ${lo} and b."regionCode" < ${hi} and c.status <> ${DJZT.ended}
    and (b.west + b.east) / 2 >= ${w} and (b.west + b.east) / 2 < ${e} and (b.south + b.north) / 2 >= ${s} and (b.south + b.north) / 2 < ${n}`.execute(ctx.db)
  return Number(rows[0]!.n)
}

/** What says whether any parcel of the tenant changed: when the last one did, and how many there are. Two index look-ups. */
export async function versionOfParcels(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ at: string | null; n: string }>`select
    (select max("updateTime")::text from dk where "tenantId" = ${ctx.who.tenantId}) as at,
    (select coalesce(sum(n), 0) from row_count where "tenantId" = ${ctx.who.tenantId} and resource = 'dk') as n`.execute(ctx.db)
  return `${rows[0]!.at ?? ''} ${rows[0]!.n}`
}
