// Where the parcels of each village lie, kept beside people with the other figures of villages, so that a map of a county reads no parcel to say how many there are.
import { sql, type RawBuilder } from 'kysely'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Tx } from '../../../kit/server/db.server.ts'
import { regionRange } from '../../../kit/model/region-code.ts'
import { scoped, underRegion } from '../../../kit/server/query.server.ts'
import { dk } from '../../definitions/dk.ts'
import { DJZT, ZT } from '../../definitions/statuses.ts'
import { keepAnew, VILLAGE, type OfCounty } from '../../definitions/of-villages.server.ts'

/** Keeps the boxes of villages of one county anew (degrees), empty ones of villages whose parcels have no outlines; `rows` are those of the villages. Two statements. */
export async function countBoxes(tx: Tx, of: OfCounty, villages: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  await keepAnew(tx, 'region_box', of, villages, ['west', 'south', 'east', 'north'], (mine) => {
    const box = sql`min(ST_XMin(geom)), min(ST_YMin(geom)), max(ST_XMax(geom)), max(ST_YMax(geom))`
    return sql`select left("regionCode", ${sql.lit(VILLAGE)}), ${box} from dk where ${mine} and ${rows} and zt = ${sql.lit(ZT.valid)} group by 1`
  })
}

/** West, south, east and north in degrees. */
type Box = [number, number, number, number]
/** The box of the parcels of a query that reads `dk`; null where it has none. */
export async function boxOfParcels(ctx: Ctx, parcels: AnyQuery): Promise<Box | null> {
  const of = parcels.select(sql`ST_Extent(dk.geom)`.as('e')).as('x')
  const r = await ctx.db
    .selectFrom(of)
    .select(sql<(number | null)[]>`array[ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e)]`.as('box'))
    .executeTakeFirst()
  return r?.box[0] == null ? null : (r.box.map(Number) as Box)
}
/**
 * The box of the parcels of a region above villages, by what is kept of these; parcels are read of the villages alone of which nothing is kept yet. It knows
 * no past day and no data scope.
 */
export async function boxOfVillages(ctx: Ctx, region: string): Promise<Box | null> {
  const { lo, hi } = regionRange(region)
  const { rows } = await sql<{
    code: string
    box: number[] | null
    isKept: boolean
  }>`select c.code, case when b.west is not null then array[b.west, b.south, b.east, b.north] end as box, b."regionCode" is not null as "isKept"
    from (select distinct "countyCode", left("regionCode", ${sql.lit(VILLAGE)}) as code from row_count where "tenantId" = ${ctx.who.tenantId}
      and resource = 'dk' and "regionCode" >= ${lo} and "regionCode" < ${hi} and status <> ${DJZT.ended} and n > 0) c
    left join region_box b on b."tenantId" = ${ctx.who.tenantId} and b."countyCode" = c."countyCode" and b."regionCode" = c.code`.execute(ctx.db)
  const boxes = rows.flatMap((r) => (r.box ? [r.box.map(Number) as Box] : []))
  const unknown = rows.filter((r) => !r.isKept).map((r) => r.code)
  if (unknown.length > 0) {
    const read = underRegion(scoped(ctx, dk), 'dk', region)
      .where('dk.zt', '=', ZT.valid)
      .where(sql<boolean>`left(dk."regionCode", ${sql.lit(VILLAGE)}) = any (${unknown}::text[])`)
    const box = await boxOfParcels(ctx, read)
    if (box) boxes.push(box)
  }
  if (boxes.length === 0) return null
  const all = (i: number) => boxes.map((b) => b[i]!)
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))]
}
/** Where a region lies by its outline; null where it has none. Outlines are as public as names. */
export async function placeOfOutline(ctx: Ctx, region: string): Promise<Box | null> {
  const { rows } = await sql<{ box: number[] }>`select array[ST_XMin(geom), ST_YMin(geom), ST_XMax(geom), ST_YMax(geom)] as box
    from region_outline where code = ${region}`.execute(ctx.db)
  return (rows[0]?.box.map(Number) as Box | undefined) ?? null
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
