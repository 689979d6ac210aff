/** Rule J07: the parcels of a package beside the land of all their neighbours in the base, whatever village. By the index of outlines, a batch of the stream at a time. */
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { OVERLAP } from '../../land/geometry/overlap.ts'
import { toLonLat } from '../package/crs.ts'
import { readLayer } from '../package/layer.server.ts'
import { textOf } from '../package/mapping.ts'
import type { Crs, LayerRow, StagedPoint, StagedPackage } from '../package/staged.ts'
import { parseWkt } from '../../kit/model/wkt.ts'
import type { IntakeParcel } from './village.ts'
import { polygonEwkb } from './ewkb.server.ts'

/** Common ground of a parcel of the package and one of the base. `area` in m²; `place`: a point of the package's parcel in its own metres. */
export interface BaseOverlap {
  dkbm: string
  other: string
  area: number
  isError: boolean
  place: StagedPoint
}
/** Parcels that are compared in one statement. */
const AT_ONCE = 500
interface Drawn {
  dkbm: string
  geom: string
  place: StagedPoint
}
type Within = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

async function overlapsOfBatch(ctx: Ctx, county: string, drawn: readonly Drawn[]): Promise<BaseOverlap[]> {
  // an outline that is not valid (C02) has no ground to compare
  const { rows } = await sql<{ n: number; other: string; area: string }>`with n as materialized (
      select u.n, u.code, u.g from (select x.n, x.code, x.g::geometry as g from unnest(${drawn.map((_, i) => i)}::int[], ${drawn.map((d) => d.dkbm)}::text[],
        ${drawn.map((d) => d.geom)}::text[]) as x(n, code, g)) u where ST_IsValid(u.g))
    select n.n, s.other, s.area::text as area from n cross join lateral (
      select p.dkbm as other, round(ST_Area(ST_Transform(ST_Intersection(p.geom, n.g), 4534 + round(ST_XMin(n.g) / 3)::int - 25))::numeric, 3) as area
        from dk p where p."countyCode" = ${county} and p."tenantId" = ${ctx.who.tenantId} and p.geom && n.g and p.zt = ${ZT.valid} and p.dkbm <> n.code offset 0) s
    where s.area >= ${OVERLAP.warn} order by n.n, s.other`.execute(ctx.db)
  return rows.map(({ n, other, area }) => {
    const { dkbm, place } = drawn[n]!
    return { dkbm, other, area: Number(area), isError: Number(area) > OVERLAP.error, place }
  })
}
/** Parcels of the layer, those without an outline to compare too (`geom` ''); undefined where its system is unknown or no metres of ours. */
function drawnInLayer(pkg: StagedPackage, signal: AbortSignal): (() => AsyncGenerator<Drawn>) | undefined {
  const { crs } = pkg
  if (crs?.kind !== 'projected' || (crs.datum !== 'cgcs2000' && crs.datum !== 'wgs84')) return undefined
  return async function* () {
    for await (const row of readLayer(pkg, 'DK', signal)) yield drawnOf(crs, row) ?? { dkbm: textOf(row.attrs.DKBM), geom: '', place: [0, 0] }
  }
}
/** Parcels that come as WKT in degrees; a place of theirs is in degrees too. */
async function* drawnIn(parcels: AsyncIterable<IntakeParcel>): AsyncGenerator<Drawn> {
  for await (const { attrs, geom } of parcels) {
    const g = parseWkt(geom)
    const rings = (g.type === 'POLYGON' ? g.coordinates : []).map((ring) => ring.map(([x, y]): StagedPoint => [x, y]))
    const isGround = rings.length > 0 && rings.every((ring) => ring.length >= 4)
    yield { dkbm: textOf(attrs.DKBM), geom: isGround ? polygonEwkb(rings) : '', place: rings[0]?.[0] ?? [0, 0] }
  }
}
function drawnOf(crs: Crs, row: LayerRow): Drawn | undefined {
  const g = row.geometry
  const place = g?.type === 'Polygon' ? g.coordinates[0]?.[0] : undefined
  if (g?.type !== 'Polygon' || !place || g.coordinates.some((ring) => ring.length < 4)) return undefined
  const rings = g.coordinates.map((ring) => ring.map((p) => toLonLat(crs, p)))
  // what cannot be a place (B06, B10) is not compared
  const isPlace = rings.every((ring) => ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90))
  return isPlace ? { dkbm: textOf(row.attrs.DKBM), geom: polygonEwkb(rings), place } : undefined
}

/**
 * Every pair of a parcel of the package and a valid parcel of the base that the package does not bring itself, with at least 0.1 m² in common. Memory grows with what is
 * found, not with the package; a county without land is not asked.
 */
export async function overlapsWithBase(
  pkg: StagedPackage,
  within: Within,
  signal: AbortSignal,
  outlines?: () => AsyncIterable<IntakeParcel>,
): Promise<BaseOverlap[]> {
  const { county } = pkg
  const drawn = outlines ? () => drawnIn(outlines()) : drawnInLayer(pkg, signal)
  if (!drawn) return []
  const hasLand = await within(
    async (ctx) =>
      (await sql`select 1 from dk where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and zt = ${ZT.valid} limit 1`.execute(ctx.db)).rows
        .length > 0,
  )
  if (!hasLand) return []
  const found: BaseOverlap[] = []
  let waiting: Drawn[] = []
  const flush = async () => {
    const some = waiting
    waiting = []
    if (some.length) found.push(...(await within((ctx) => overlapsOfBatch(ctx, county, some))))
  }
  for await (const one of drawn()) {
    if (one.geom) waiting.push(one)
    if (waiting.length >= AT_ONCE) await flush()
  }
  await flush()
  if (found.length === 0) return []
  // what the package draws anew is compared inside the package (C07)
  const others = new Set(found.map((f) => f.other))
  for await (const { dkbm } of drawn()) others.delete(dkbm)
  return found.filter((f) => others.has(f.other))
}
