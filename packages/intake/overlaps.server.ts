/** Rule J07: the parcels of a package beside the land of all their neighbours in the base, whatever village and county. A batch of the stream at a time. */
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { datumShifts } from '../../platform/settings/number-param.server.ts'
import { FORMER_DATUMS } from '../../platform/settings/datum-params.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { OVERLAP } from '../../land/geometry/overlap.ts'
import { commonGround } from '../../land/register/ground.server.ts'
import { groundCrs, toLonLat } from '../package/crs.ts'
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

async function overlapsOfBatch(ctx: Ctx, drawn: readonly Drawn[]): Promise<BaseOverlap[]> {
  return (await commonGround(ctx, drawn)).map(({ n, other, area }) => {
    const { dkbm, place } = drawn[n]!
    return { dkbm, other, area, isError: area > OVERLAP.error, place }
  })
}
/** Degrees that a 3-degree zone is wide. */
const ZONE_DEGREES = 3
/** The system by which the parcels of a package become places, or why there is none. `datums`: parameters of former systems that the office has entered. */
export function systemOf({ crs, layers }: StagedPackage, datums: Readonly<Record<string, string>>): { crs: Crs } | { why: string } {
  if (!crs) return { why: '无法判断坐标系' }
  const ground = groundCrs(crs, datums)
  if (!ground) return { why: crs.other ? `坐标系【${crs.other.name}】无法换算` : `坐标系【${DATUM_NAMES[crs.datum]}】没有换算到2000国家大地坐标系的参数` }
  const zone = layers.find((l) => l.name === 'DK')?.numbers?.zone ?? 0
  const contradicts = crs.kind === 'projected' && crs.zonePrefix && zone >= 25 && zone * ZONE_DEGREES !== crs.centralMeridian
  return contradicts ? { why: `坐标带号${zone}与中央经线${crs.centralMeridian}度不符` } : { crs: ground }
}
const DATUM_NAMES: Readonly<Record<Crs['datum'], string>> = {
  cgcs2000: '2000国家大地坐标系',
  wgs84: 'WGS 84',
  xian80: FORMER_DATUMS.xian80.name.zh,
  beijing54: FORMER_DATUMS.beijing54.name.zh,
  unknown: '未知',
}
/** Parcels of the layer, those without an outline to compare too (`geom` ''); undefined where its system is unknown. */
function drawnInLayer(pkg: StagedPackage, datums: Readonly<Record<string, string>>, signal: AbortSignal): (() => AsyncGenerator<Drawn>) | undefined {
  const system = systemOf(pkg, datums)
  if ('why' in system) return undefined
  const { crs } = system
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
 * found, not with the package; a tenant without land is not asked, and what has no known system is not compared (systemOf).
 */
export async function overlapsWithBase(
  pkg: StagedPackage,
  within: Within,
  signal: AbortSignal,
  outlines?: () => AsyncIterable<IntakeParcel>,
): Promise<BaseOverlap[]> {
  const drawn = outlines ? () => drawnIn(outlines()) : drawnInLayer(pkg, await within(datumShifts), signal)
  if (!drawn) return []
  const hasLand = await within(
    async (ctx) => (await sql`select 1 from dk where "tenantId" = ${ctx.who.tenantId} and zt = ${ZT.valid} limit 1`.execute(ctx.db)).rows.length > 0,
  )
  if (!hasLand) return []
  const found: BaseOverlap[] = []
  let waiting: Drawn[] = []
  const flush = async () => {
    const some = waiting
    waiting = []
    if (some.length) found.push(...(await within((ctx) => overlapsOfBatch(ctx, some))))
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
