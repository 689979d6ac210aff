import { sql } from 'kysely'
import { problem, problems } from '../../kit/model/problem.ts'
import { inRegion, regionRange } from '../../kit/model/region-code.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { demanded, visible } from '../../kit/server/narrow.server.ts'
import { dayName, isPast, scoped, underRegion } from '../../kit/server/query.server.ts'
import { asFile, asKept, type FileResponse, Unchanged, reading, type RequestFacts, type Slice, type TextInput, isSame } from '../../kit/server/route.server.ts'
import { dk, type Dk } from '../definitions/dk.ts'
import { atlasProblems } from './sheets/atlas.server.ts'
import { boxOfParcels, boxOfVillages, parcelsIn, placeOfOutline, versionOfParcels } from './tiles/boxes.server.ts'
import type { Cluster } from './tiles/cluster.ts'
import { land_feature } from './tiles/feature.ts'
import { featureTile } from './tiles/features.server.ts'
import { groundTile } from './tiles/ground.server.ts'
import { innerPoint } from './tiles/inner-point.ts'
import { markProblems, mapMarkRoutes } from './mark.server.ts'
import { map_mark } from './mark.ts'
import { DENSE_LAYER, LABEL_ZOOM, PARCEL_ZOOM, type TileFeature, type TileLayer, type TileValue } from './tiles/mvt.ts'
import { placesNamed } from './places.server.ts'
import { nhdkxx } from './layers/plot.ts'
import { plotRoutes } from './layers/plot.server.ts'
import { searchProblems } from './layers/search-shape.server.ts'
import { selectionProblems, selectionRoutes } from './layers/selection.server.ts'
import { mapSheetProblems } from './sheets/sheet.server.ts'
import { classOf, difference, registeredDays, themeAsked, themeLegend, themeProblems, withClasses, type ThemeSources } from './layers/themes.server.ts'
import type { ParcelTheme } from './layers/themes.ts'
import { askedTile, inBox, tagOfTile, tileFile, type AskedTile } from './tiles/tile.server.ts'
import { readWkb } from './tiles/wkb.ts'
import { DJZT, ZT } from '../definitions/statuses.ts'

/** A tile with more parcels carries none of them but their number (layer DENSE_LAYER): a part of them would look like all. */
export const MOST_FEATURES = 20_000
/** Neighbours for the editor; more are refused, a part of them would hide an overlap. */
const MOST_AROUND = 5000

const mapProblems = {
  ...mapSheetProblems,
  ...themeProblems,
  ...atlasProblems,
  ...selectionProblems,
  ...searchProblems,
  ...markProblems,
  tooManyAround: problem<{ most: number }>(400, 'too-many-around', (d) => ({
    zh: `范围内的地块超过${d.most}块，请缩小范围`,
    en: `There are more than ${d.most} parcels; choose a smaller area`,
  })),
}

/**
 * Parcels of the caller's region in one tile as a layer, or their number as the only feature of another layer. Where labels are shown, one tile of
 * those that a parcel reaches into has its label.
 */
async function tileLayer(
  ctx: Ctx,
  { z, box, around: reach }: AskedTile,
  region: string | undefined,
  most: number,
  theme: ParcelTheme | undefined,
  sources: ThemeSources,
): Promise<TileLayer> {
  const [w, s, e, n] = box
  let q = scoped(ctx, dk).where('dk.zt', '=', ZT.valid).where(inBox('dk', reach))
  if (region) q = underRegion(q, 'dk', region)
  const many = await manyIn(ctx, region ?? ctx.who.regionCode, box, most)
  const count = async () => Number((await q.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const dense = (parcels: number): TileLayer => ({ name: DENSE_LAYER, features: [{ wkb: boxWkb(w, s, e, n), properties: { parcels } }] })
  if (many !== undefined) return dense(many)
  const rows = await q
    .select(['dk.id', 'dk.regionCode', 'dk.dkbm', 'dk.dkmc', 'dk.dklb', 'dk.djzt', 'dk.scmjm', 'dk.cbfmc', sql<Buffer>`ST_AsBinary(dk.geom)`.as('wkb')])
    .select((theme ? classOf(theme) : sql<null>`null`).as('class'))
    .limit(most + 1)
    .execute()
  if (rows.length > most) return dense(await count())
  return { name: 'dk', features: parcelFeatures(ctx, await withClasses(ctx, theme, rows, sources), { z, box }, theme) }
}

/** A parcel as it is read for a tile: its shape as WKB in degrees, its class in a theme. */
export type TileRow = Pick<Dk, 'id' | 'dkbm' | 'dkmc' | 'dklb' | 'djzt' | 'scmjm' | 'cbfmc'> & { wkb: Buffer; class: TileValue }
/** The features of rows, with the columns that the caller may see; from {@link LABEL_ZOOM} on those have the label whose inner point lies in the tile. */
export const parcelFeatures = (
  ctx: Ctx,
  rows: readonly TileRow[],
  { z, box: [w, s, e, n] }: Pick<AskedTile, 'z' | 'box'>,
  theme?: ParcelTheme,
): TileFeature[] =>
  rows.map((r) => {
    const own = visible(ctx, dk, { dkbm: r.dkbm, dkmc: r.dkmc, dklb: r.dklb, djzt: r.djzt, scmjm: r.scmjm, cbfmc: r.cbfmc })
    const properties = theme ? { ...own, class: r.class ?? '' } : own
    const at = z >= LABEL_ZOOM ? innerPoint(readWkb(r.wkb)) : undefined
    const isHere = at && at[0] >= w && at[0] < e && at[1] > s && at[1] <= n
    return { id: r.id, wkb: r.wkb, properties: isHere ? { ...properties, label: true } : properties }
  })

/** The parcels of the villages in a tile where they are more than it carries, by what is kept of villages: no past day, nor a data scope, is known there. */
async function manyIn(ctx: Ctx, region: string, box: readonly [number, number, number, number], most: number): Promise<number | undefined> {
  if (isPast(ctx) || demanded(ctx, dk)) return undefined
  const parcels = await parcelsIn(ctx, region, box)
  return parcels !== undefined && parcels > most ? parcels : undefined
}

/** A box as WKB. */
function boxWkb(w: number, s: number, e: number, n: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(13 + 5 * 16))
  view.setUint8(0, 1)
  for (const [i, v] of [3, 1, 5].entries()) view.setUint32(1 + i * 4, v, true)
  for (const [i, v] of [w, s, e, s, e, n, w, n, w, s].entries()) view.setFloat64(13 + i * 8, v, true)
  return new Uint8Array(view.buffer)
}

/** One vector tile. Below PARCEL_ZOOM parcels are under a pixel and the tile is empty: the screen shows the overview there. */
async function tile(ctx: Ctx, q: TextInput, f: RequestFacts, most: number, sources: ThemeSources): Promise<FileResponse | Unchanged> {
  const at = askedTile(f)
  const region = q.regionCode ? q.regionCode : undefined
  if (region && !inRegion(region, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: region })
  const theme = q.theme ? themeAsked(ctx, q.theme, sources) : undefined
  // of what holds parcels no tag says whether it changed
  const isTagged = !theme?.of && at.z >= PARCEL_ZOOM && !isPast(ctx) && !demanded(ctx, dk)
  const tag = isTagged ? tagOfTile(ctx, at, [most, theme?.key ?? '', region ?? ''], await versionOfParcels(ctx)) : undefined
  if (tag && isSame(f.headers['if-none-match'], tag)) return new Unchanged(tag)
  return tileFile(at, at.z >= PARCEL_ZOOM ? [await tileLayer(ctx, at, region, most, theme, sources)] : [], tag)
}

/** The region that a call names, or the caller's own; throws when it lies outside of the caller's. */
function regionOf(ctx: Ctx, q: TextInput): string {
  const region = q.regionCode || ctx.who.regionCode
  if (!inRegion(region, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: region })
  return region
}

/** Length of a village code: lists are counted by village, and one village is small enough to be looked through. */
const VILLAGE = 12

/** The valid parcels of a region that the caller may see: what ended is on no map of a later day. */
const inRegionOf = (ctx: Ctx, region: string) => underRegion(scoped(ctx, dk), 'dk', region).where('dk.zt', '=', ZT.valid)
/**
 * Where parcels are, for scales at which one parcel is under a pixel: counter rows and one parcel's place for each, so its cost does not grow with
 * parcels. Counters know nothing of data scopes: under one the parcels themselves are counted.
 */
async function overview(ctx: Ctx, q: TextInput): Promise<Cluster[]> {
  const region = regionOf(ctx, q)
  const { lo, hi } = regionRange(region.slice(0, VILLAGE))
  const code = sql`left("regionCode", ${sql.lit(region.length < 6 ? 6 : VILLAGE)})`
  // counters know nothing of data scopes, nor of days that are past
  const numbers =
    demanded(ctx, dk) || isPast(ctx)
      ? inRegionOf(ctx, region)
          .select(['dk.countyCode', 'dk.regionCode', 'dk.djzt as status', sql`count(*)`.as('n')])
          .groupBy([sql`1`, sql`2`, sql`3`])
      : sql`select "countyCode", "regionCode", status, n from row_count
      where "tenantId" = ${ctx.who.tenantId} and resource = 'dk' and "regionCode" >= ${lo} and "regionCode" < ${hi}
      and status <> ${DJZT.ended}`
  // a village lies in the middle of its parcels; of one whose box is not kept yet, or not for this caller, some parcel says where
  const isKept = !demanded(ctx, dk) && !isPast(ctx)
  const middle = sql`select (min(west) + max(east)) / 2 as x, (min(south) + max(north)) / 2 as y from region_box b
    where ${isKept} and b."tenantId" = ${ctx.who.tenantId} and b."countyCode" = c."countyCode" and b."regionCode" >= c.code and b."regionCode" < c.code || '~'`
  const place = scoped(ctx, dk)
    .select([sql`ST_X(ST_Centroid(ST_Envelope(dk.geom)))`.as('x'), sql`ST_Y(ST_Centroid(ST_Envelope(dk.geom)))`.as('y')])
    .where(sql<boolean>`dk."countyCode" = c."countyCode" and dk."regionCode" >= c.code and dk."regionCode" < c.code || '~' and dk.geom is not null`)
    .limit(1)
  const { rows } =
    await sql<Cluster>`select c.code as "regionCode", coalesce(r.name, c.code) as "regionName", c.n as count, c.registered, coalesce(m.x, p.x) as x, coalesce(m.y, p.y) as y from (
    select "countyCode", ${code} as code, sum(n)::int as n, coalesce(sum(n) filter (where status = ${sql.lit(DJZT.registered)}), 0)::int as registered
    from (${numbers}) as numbers group by 1, 2 having sum(n) > 0) c
    cross join lateral (${place}) p
    cross join lateral (${middle}) m
    left join region r on r.code = c.code order by 1`.execute(ctx.db)
  return rows
}

/** Bounds of the parcels of a region in degrees, so that the map opens where the land is; `place` is where the region lies by its outline. */
async function extent(ctx: Ctx, q: TextInput) {
  const region = regionOf(ctx, q)
  const isRead = region.length >= VILLAGE || isPast(ctx) || demanded(ctx, dk)
  return { extent: isRead ? await boxOfParcels(ctx, inRegionOf(ctx, region)) : await boxOfVillages(ctx, region), place: await placeOfOutline(ctx, region) }
}

/** What a click shows: the parcel with its holder masked. */
async function popup(ctx: Ctx, q: TextInput) {
  const found = await scoped(ctx, dk)
    .select([
      'dk.id',
      'dk.dkbm',
      'dk.dkmc',
      'dk.cbfbm',
      'dk.cbfmc',
      'dk.fbfbm',
      'dk.scmjm',
      'dk.qqmjm',
      'dk.dklb',
      'dk.djzt',
      'dk.lzzt',
      'dk.dyzt',
      'dk.yyzt',
      'dk.dkdz',
      'dk.dkxz',
      'dk.dknz',
      'dk.dkbz',
      sql<string>`ST_AsText(dk.geom, 9)`.as('geom'),
    ])
    .where('dk.dkbm', '=', q.dkbm ?? '')
    .where('dk.zt', '=', ZT.valid)
    .executeTakeFirst()
  if (!found) throw problems.notFound({ zh: dk.label, en: dk.en })
  const cbfmc = ctx.who.perms.has('cbf_view') ? found.cbfmc : maskText(String(found.cbfmc ?? ''))
  return { ...visible(ctx, dk, { ...found, cbfmc }), geom: found.geom }
}

/** Degrees around what somebody holds in which its neighbours are shown; and the side of a box beyond which land lies too far apart to show what is between. */
const BESIDE = 0.0004,
  FAR_APART = 0.012
/** The parcels of a contractor, or one parcel, with those around them: all of one place to draw. */
async function aboutOf(ctx: Ctx, q: TextInput, most: number) {
  const own = q.cbfbm ? sql<boolean>`dk.cbfbm = ${q.cbfbm}` : sql<boolean>`dk.dkbm = ${q.dkbm}`
  const valid = () => scoped(ctx, dk).where('dk.zt', '=', ZT.valid)
  const columns = ['dk.id', 'dk.dkbm', 'dk.dkmc', 'dk.cbfmc', sql<string>`ST_AsText(dk.geom, 8)`.as('geom')] as const
  const held = await valid()
    .select(columns)
    .select(sql<number[]>`array[ST_XMin(dk.geom), ST_YMin(dk.geom), ST_XMax(dk.geom), ST_YMax(dk.geom)]`.as('box'))
    .where(own)
    .limit(most)
    .execute()
  const boxes = held.flatMap((d) => (d.geom ? [d.box.map(Number)] : []))
  const at = (n: number) => boxes.map((b) => b[n]!)
  const [w, s, e, n] = [Math.min(...at(0)), Math.min(...at(1)), Math.max(...at(2)), Math.max(...at(3))]
  const near =
    boxes.length > 0 && e - w <= FAR_APART && n - s <= FAR_APART
      ? await valid()
          .select(columns)
          .where(inBox('dk', [w - BESIDE, s - BESIDE, e + BESIDE, n + BESIDE]))
          .where(sql<boolean>`(${own}) is not true`)
          .limit(most)
          .execute()
      : []
  return [...held.map(({ box: _, ...d }) => d), ...near].map((r) => ({ ...visible(ctx, dk, r), geom: r.geom }))
}

/** Parcels around a place with their shapes: those that reach into a box, for the editor; of a contractor or a parcel (`cbfbm`, `dkbm`), its own and those beside. */
async function around(ctx: Ctx, q: TextInput, most: number) {
  if (q.cbfbm || q.dkbm) return aboutOf(ctx, q, most)
  const box = (q.bbox ?? '').split(',').map(Number)
  if (box.length !== 4 || box.some((n) => !Number.isFinite(n)) || box[2]! - box[0]! > 0.05 || box[3]! - box[1]! > 0.05)
    throw problems.badRequest({ zh: '范围不正确', en: 'The map extent is malformed or too large' })
  const rows = await scoped(ctx, dk)
    .select(['dk.id', 'dk.dkbm', 'dk.dkmc', 'dk.cbfmc', sql<string>`ST_AsText(dk.geom, 10)`.as('geom')])
    .where('dk.zt', '=', ZT.valid)
    .where(inBox('dk', box as [number, number, number, number]))
    .limit(most + 1)
    .execute()
  if (rows.length > most) throw mapProblems.tooManyAround({ most })
  // shapes are what a map is about: who may see it sees those of the parcels that are theirs to see
  return rows.map((r) => ({ ...visible(ctx, dk, r), geom: r.geom }))
}

const read = reading('land', 'map_view')
/** A picture under the parcels, by setting: a national map service (WMTS, when it has a layer) or ordinary web map tiles. */
export interface BaseMapSetting {
  url: string
  layer: string
  attribution: string
}

/** Vector tiles, where parcels are, what a click shows, neighbours for the editor, the base map of the settings or none. `sources`: what colours parcels that is not of them. `most` parcels in a tile. */
export const mapSlice = (base: BaseMapSetting, sources: ThemeSources = {}, most = MOST_FEATURES, mostAround = MOST_AROUND): Slice => ({
  name: 'map',
  resources: [nhdkxx, land_feature, map_mark],
  routes: [
    ...plotRoutes,
    ...mapMarkRoutes,
    asKept(asFile(read('/map/dk/tile/{z}/{x}/{y}', '地块矢量瓦片', ['regionCode', 'theme', ...dayName(dk)], (ctx, q, f) => tile(ctx, q, f, most, sources)))),
    asKept(asFile(read('/map/layer/tile/{z}/{x}/{y}', '图层要素矢量瓦片', ['asOf', 'knownAt'], (ctx, _, f) => featureTile(ctx, f)))),
    asKept(asFile(read('/map/region/tile/{z}/{x}/{y}', '区划界线矢量瓦片', [], (ctx, _, f) => groundTile(ctx, f)))),
    read('/map/dk/extent', '地块范围', ['regionCode', ...dayName(dk)], extent),
    read('/map/dk/places', '按名称或编码查找区划', ['name'], placesNamed),
    read('/map/dk/theme', '地块专题图例', ['theme', 'regionCode', ...dayName(dk)], (ctx, q) => themeLegend(ctx, q, sources)),
    read('/map/dk/days', '登记变化的日期', ['regionCode'], registeredDays),
    read('/map/dk/difference', '两个日期的差异', ['regionCode', 'from', 'to'], difference),
    ...selectionRoutes,
    read('/map/dk/overview', '地块分布', ['regionCode', ...dayName(dk)], overview),
    read('/map/dk/popup', '地块弹窗', ['dkbm', ...dayName(dk)], popup),
    read('/map/dk/list', '范围内地块', ['bbox', 'regionCode', 'cbfbm', 'dkbm', ...dayName(dk)], (ctx, q) => around(ctx, q, mostAround)),
    read('/yzt/base-map/list', '底图', [], async () => (base.url ? [{ kind: base.layer ? 'wmts' : 'xyz', ...base }] : [])),
  ],
})
