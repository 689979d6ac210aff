// What lies around the parcels, from the layers of packages: kept by village with its days, drawn in tiles and told where it is clicked.
import { sql, type RawBuilder } from 'kysely'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { demanded } from '../../../kit/server/narrow.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { isSame, Unchanged, type FileResponse, type RequestFacts } from '../../../kit/server/route.server.ts'
import type { GeoJsonGeometry } from '../../../services/gis/features.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { GROUND_LAYERS, land_feature, OF_PARCELS, type FeatureAttributes, type GroundLayer } from './feature.ts'
import type { TileLayer } from './mvt.ts'
import { askedTile, inBox, tagOfTile, tileFile } from './tile.server.ts'

/** Features of one tile at most; a village has a few thousand. */
const MOST_IN_TILE = 20_000
/** Polygons under this many square pixels are left out of a tile: they are below what a screen shows. */
const SMALLEST = 0.5

/** Whether a feature stands today, or stood on the day that is asked for. */
const standsOn = (ctx: Ctx): RawBuilder<boolean> => {
  const day = ctx.asOf ?? ctx.knownAt?.slice(0, 10)
  return day
    ? sql<boolean>`land_feature."fromDay" <= ${day}::date and (land_feature."toDay" is null or land_feature."toDay" > ${day}::date)`
    : sql<boolean>`land_feature."toDay" is null`
}
const standing = (ctx: Ctx) => scoped(ctx, land_feature).where(standsOn(ctx))

/** What says whether any feature of the tenant changed. One look-up in an index. */
async function versionOfFeatures(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`select max("updateTime")::text as at from land_feature where "tenantId" = ${ctx.who.tenantId}`.execute(
    ctx.db,
  )
  return rows[0]!.at ?? ''
}

/** One vector tile of the ground: a layer of the tile for each layer of the package that its zoom shows, with the name of each feature. */
export async function featureTile(ctx: Ctx, f: RequestFacts): Promise<FileResponse | Unchanged> {
  const tile = askedTile(f)
  // whom a data scope narrows is told by the rows alone
  const tag = demanded(ctx, land_feature) ? undefined : tagOfTile(ctx, tile, [ctx.asOf ?? '', ctx.knownAt ?? ''], await versionOfFeatures(ctx))
  if (tag && isSame(f.headers['if-none-match'], tag)) return new Unchanged(tag)
  const shown = GROUND_LAYERS.filter((l) => tile.z >= l.minZoom).map((l) => l.key)
  const rows = shown.length
    ? await standing(ctx)
        .select(['land_feature.id', 'land_feature.layer', 'land_feature.name', sql<Buffer>`ST_AsBinary(land_feature.geom)`.as('wkb')])
        .where('land_feature.layer', 'in', shown)
        .where(inBox('land_feature', tile.around))
        .where(sql<boolean>`(land_feature.layer <> 'ZJ' or left(land_feature.attrs->>'YSDM', 3) <> ${OF_PARCELS})`)
        .limit(MOST_IN_TILE)
        .execute()
    : []
  // borders below fields, fields below roads: as they are drawn
  const layers = GROUND_LAYERS.toReversed().flatMap(({ key }): TileLayer[] => {
    const own = rows.filter((r) => r.layer === key)
    return own.length ? [{ name: key, features: own.map((r) => ({ id: r.id, wkb: r.wkb, properties: { name: r.name } })) }] : []
  })
  return tileFile(tile, layers, tag, { minArea: SMALLEST })
}

/** A feature as it is told: what names it, its attributes as texts, its shape. */
interface ToldFeature {
  title: string
  properties: Readonly<Record<string, string>>
  geometry: GeoJsonGeometry | null
}
function toldFeature(layer: GroundLayer, row: { name: string | null; attrs: unknown; shape: string | null }): ToldFeature {
  const attrs = (row.attrs ?? {}) as FeatureAttributes
  const values = layer.fields.flatMap(({ name }) => (attrs[name] === null || attrs[name] === undefined ? [] : [[name, String(attrs[name])]]))
  return { title: row.name ?? layer.label.zh, properties: Object.fromEntries(values), geometry: row.shape ? (JSON.parse(row.shape) as GeoJsonGeometry) : null }
}
/** The features of a layer in a box, or those that reach into it where `exactly`. */
export async function featuresIn(ctx: Ctx, layer: GroundLayer, box: DegreeBox, most: number, exactly = false): Promise<ToldFeature[]> {
  const [w, s, e, n] = box
  let q = standing(ctx)
    .select(['land_feature.name', 'land_feature.attrs', sql<string | null>`ST_AsGeoJSON(land_feature.geom, 8)`.as('shape')])
    .where('land_feature.layer', '=', layer.key)
    .where(inBox('land_feature', box))
  if (exactly) q = q.where(sql<boolean>`ST_Intersects(land_feature.geom, ST_MakeEnvelope(${w}, ${s}, ${e}, ${n}, 4326))`)
  return (await q.limit(most).execute()).map((r) => toldFeature(layer, r as unknown as Parameters<typeof toldFeature>[1]))
}
/** All features of a layer by and by: so many after an id, by id. */
export async function featuresAfter(ctx: Ctx, layer: GroundLayer, id: string, most: number, box: DegreeBox | undefined) {
  const later = standing(ctx)
    .select(['land_feature.id', 'land_feature.name', 'land_feature.attrs', sql<string | null>`ST_AsGeoJSON(land_feature.geom, 8)`.as('shape')])
    .where('land_feature.layer', '=', layer.key)
    .where('land_feature.id', '>', id)
    .orderBy('land_feature.id')
    .limit(most)
  const found = await (box ? later.where(inBox('land_feature', box)) : later).execute()
  return found.map((r) => ({ id: String(r.id), ...toldFeature(layer, r as unknown as Parameters<typeof toldFeature>[1]) }))
}

/**
 * After the features of a package were written (`cause`): what stood in the same layers and regions ends on the package's day, but what is the same as before,
 * which stays and is not told twice. Where something later stands already, the older package adds nothing.
 */
export async function replaceFeatures(ctx: Ctx, county: string, cause: string, day: string): Promise<void> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const own = sql`n."causeId" = ${cause} and n."toDay" is null`
  const others = sql`${mine('o')} and o."causeId" <> ${cause} and o."toDay" is null`
  const alike = sql`n.layer = o.layer and n."regionCode" = o."regionCode"`
  await sql`delete from land_feature n where ${mine('n')} and ${own}
    and exists (select from land_feature o where ${others} and ${alike} and o."fromDay" > ${day}::date)`.execute(ctx.db)
  await sql`update land_feature o set "toDay" = ${day}::date, "endCauseId" = ${cause}, rev = o.rev + 1, "updateTime" = ${ctx.now}::timestamptz,
    "updateUser" = ${ctx.who.userId} where ${others}
    and (o.layer, o."regionCode") in (select n.layer, n."regionCode" from land_feature n where ${mine('n')} and ${own})
    and not exists (select from land_feature n where ${mine('n')} and ${own} and ${alike} and n.digest = o.digest)`.execute(ctx.db)
  await sql`delete from land_feature n where ${mine('n')} and ${own}
    and exists (select from land_feature o where ${others} and ${alike} and o.digest = n.digest)`.execute(ctx.db)
}
/** Takes back what a package told of the ground: its features never stood, and what they ended stands again, or until what a later package put in its place. */
export async function withdrawFeatures(ctx: Ctx, region: string, cause: string): Promise<void> {
  const county = countyOf(region)
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const written = sql`rev = o.rev + 1, "updateTime" = ${ctx.now}::timestamptz, "updateUser" = ${ctx.who.userId}`
  await sql`update land_feature o set "toDay" = o."fromDay", "endCauseId" = ${cause}, ${written} where ${mine('o')} and o."causeId" = ${cause}`.execute(ctx.db)
  await sql`update land_feature o set ("toDay", "endCauseId") = (select n."fromDay", n."causeId" from land_feature n where ${mine('n')}
      and n.layer = o.layer and n."regionCode" = o."regionCode" and n."causeId" not in (o."causeId", ${cause}) and n."fromDay" >= o."toDay"
      and n."toDay" is distinct from n."fromDay" order by n."fromDay", n.id limit 1), ${written}
    where ${mine('o')} and o."endCauseId" = ${cause} and o."causeId" <> ${cause}`.execute(ctx.db)
}
