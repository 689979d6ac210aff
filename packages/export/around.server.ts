/** The layers of packages that are no part of the register, as they are kept beside it (docs/adr/0073): every feature that stands, with every attribute as it came. */
import { sql, type RawBuilder } from 'kysely'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { toDegrees, toExactMetres } from '../../land/geometry/crs.ts'
import { land_feature } from '../../land/map/tiles/feature.ts'
import { withPoints } from '../package/shape.ts'
import type { Bbox, Geometry, StagedPoint } from '../package/staged.ts'
import { AROUND, isBeside, isOfRegion, REGION_LAYERS, attributeTexts, type Feature } from './former.server.ts'
import { layerStandard, type StandardField, type LayerName } from '../../land/definitions/national/format.ts'

type Tx = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** Features of one page: one transaction. */
const ROWS_AT_ONCE = 500

/** Features of a county whoever asks for a part of it: what lies above a township belongs to its package too. */
function featuresOf(ctx: Ctx, county: string): AnyQuery {
  const everybody: Ctx = { ...ctx, who: { ...ctx.who, regionCode: county } }
  return joinable(everybody, land_feature).where('land_feature.countyCode', '=', county)
}
/** The layers of which anything was ever kept in a county, each with whether any of it stands; of others the files of its packages are all there is. */
export async function keptLayers(ctx: Ctx, county: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await typedRows<{ layer: string; stands: boolean }>(
    featuresOf(ctx, county)
      .select(['land_feature.layer', sql<boolean>`bool_or(land_feature."toDay" is null)`.as('stands')])
      .groupBy('land_feature.layer'),
  )
  return new Map(rows.map((r) => [r.layer, r.stands]))
}

/** The widest text that a column holds. */
const WIDEST = 254
/** Columns of a layer's features beside those of the standard, as wide as what stands in them. */
export async function moreFields(ctx: Ctx, county: string, layer: LayerName): Promise<StandardField[]> {
  const known = layerStandard(layer).fields.map((f) => f.name)
  const { rows } = await sql<{ name: string; bytes: number; whole: number; decimals: number; number: boolean }>`
    select a.key as name, coalesce(max(length(convert_to(a.value, 'UTF8'))), 1)::int as bytes, coalesce(max(length(split_part(a.value, '.', 1))), 1)::int as whole,
      coalesce(max(length(split_part(a.value, '.', 2))), 0)::int as decimals, coalesce(bool_and(jsonb_typeof(f.attrs -> a.key) = 'number' and a.value !~ '[eE]')
      filter (where a.value is not null), false) as number
    from land_feature f, jsonb_each_text(f.attrs) a
    where f."countyCode" = ${county} and f."tenantId" = ${ctx.who.tenantId} and f.layer = ${layer} and f."toDay" is null and not a.key = any (${known}::text[])
    group by a.key order by a.key collate "C"`.execute(ctx.db)
  return rows.map(({ name, bytes, whole, decimals, number }) => ({
    name,
    zh: name,
    type: number ? 'Float' : 'Char',
    // a sign of UTF-8 may be a byte longer in GB 18030
    length: number ? whole + decimals : Math.min(WIDEST, Math.ceil((bytes * 4) / 3)),
    decimals: number ? decimals : 0,
  }))
}

/** A box of metres, a margin wider, in degrees. */
function degreesAround([west, south, east, north]: Bbox, zone: number): RawBuilder<unknown> {
  const corners = [west - AROUND, east + AROUND].flatMap((x) => [south - AROUND, north + AROUND].map((y) => toDegrees([x, y], zone)))
  const [lons, lats] = [corners.map((c) => c[0]), corners.map((c) => c[1])]
  return sql`ST_MakeEnvelope(${Math.min(...lons)}, ${Math.min(...lats)}, ${Math.max(...lons)}, ${Math.max(...lats)}, 4326)`
}

/** The standing features of a layer in metres of the zone, of a part of a county those that `former.server.ts` takes of a file, in the order in which they came. */
export async function* readAround(
  tx: Tx,
  layer: LayerName,
  { county, zone, region, around }: { county: string; zone: number; region: string; around: Bbox },
  signal: AbortSignal,
): AsyncGenerator<Feature> {
  const code = REGION_LAYERS[layer]?.[0]
  const isPart = region.length > 6
  for (let after = '0'; ;) {
    signal.throwIfAborted()
    const rows = (await tx(async (ctx) => {
      let q = featuresOf(ctx, county)
        .select(['land_feature.id', 'land_feature.attrs', sql<string | null>`ST_AsGeoJSON(land_feature.geom, 15)`.as('shape')])
        .where('land_feature.layer', '=', layer)
        .where('land_feature.toDay', 'is', null)
        .where('land_feature.id', '>', after)
      // nothing of the part has an outline: nothing lies around it
      if (isPart && !code)
        q = q.where(
          around[0] > around[2]
            ? sql<boolean>`land_feature.geom is null`
            : sql<boolean>`(land_feature.geom is null or land_feature.geom && ${degreesAround(around, zone)})`,
        )
      return q.orderBy('land_feature.id').limit(ROWS_AT_ONCE).execute()
    })) as { id: string; attrs: Readonly<Record<string, string | number | null>>; shape: string | null }[]
    for (const { attrs: own, shape } of rows) {
      const attrs = attributeTexts(own)
      const geometry = shape ? withPoints(JSON.parse(shape) as Geometry, (p) => toExactMetres(p, zone) as StagedPoint) : null
      if (code ? isOfRegion(attrs[code] ?? '', region) : !isPart || isBeside(geometry, around)) yield { attrs, geometry }
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
