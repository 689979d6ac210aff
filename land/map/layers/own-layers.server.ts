// Layers that the product itself has: what they are called, what they show in a box, and what of them lies at a place.
import { sql } from 'kysely'
import { both, type Text } from '../../../kit/model/lang.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { GeoJsonGeometry } from '../../../services/gis/features.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import type { LayerStyle } from '../../../services/gis/texts.ts'
import { dk } from '../../definitions/dk.ts'
import { ZT } from '../../definitions/statuses.ts'
import { toDegrees, zoneOf } from '../../geometry/crs.ts'
import { GROUND_LAYERS } from '../tiles/feature.ts'
import { featuresAfter, featuresIn } from '../tiles/features.server.ts'
import { nhdkxx } from './plot.ts'
import { meetsShape, type SearchShape } from './search-shape.server.ts'
import { inBox } from '../tiles/tile.server.ts'

/** Something of a layer: `dkbm` where it is a parcel, which the map can open. */
export interface OwnFeature {
  title: string
  dkbm?: string
  properties: Readonly<Record<string, string>>
  geometry: GeoJsonGeometry | null
}
/** A field as it is shown: its name, what it is called, and the dictionary of its keys. */
export interface OwnField {
  name: string
  label: Text
  dict?: string
}
/** A layer of the product. `perm`: the button whose holders see it. */
export interface OwnLayer {
  key: string
  label: Text
  group: Text
  perm: string
  /** parcels, the ground and features of packages have tiles of their own; shapes are asked by box */
  kind: 'parcels' | 'ground' | 'features' | 'shapes'
  minZoom: number
  isDefault: boolean
  style: LayerStyle
  fields: readonly OwnField[]
  features?(ctx: Ctx, box: DegreeBox, most: number): Promise<OwnFeature[]>
  at?(ctx: Ctx, at: readonly [number, number], reach: number, most: number): Promise<OwnFeature[]>
  /** what of it a shape meets, by the database; layers without it are looked through in the box of the shape */
  meets?(ctx: Ctx, shape: SearchShape, most: number): Promise<OwnFeature[]>
  /** all of it by and by: so many after an id, by id */
  after?(ctx: Ctx, id: string, most: number, box: DegreeBox | undefined): Promise<(OwnFeature & { id: string })[]>
}

const texts = (row: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(row).flatMap(([n, v]) => (v === null || v === undefined ? [] : [[n, String(v)]])))
const geometryOf = (json: unknown): GeoJsonGeometry | null => (typeof json === 'string' ? (JSON.parse(json) as GeoJsonGeometry) : null)
const shape = (table: string) => sql<string | null>`ST_AsGeoJSON(${sql.ref(`${table}.geom`)}, 8)`.as('shape')
const around = ([x, y]: readonly [number, number], reach: number): DegreeBox => [x - reach, y - reach, x + reach, y + reach]
const touches = (table: string, [x, y]: readonly [number, number]) =>
  sql<boolean>`ST_Intersects(${sql.ref(`${table}.geom`)}, ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 4326))`

export const PARCEL_FIELDS: readonly OwnField[] = [
  { name: 'dkbm', label: both('地块编码', 'Parcel code') },
  { name: 'dkmc', label: both('地块名称', 'Parcel') },
  { name: 'cbfmc', label: both('承包方', 'Holder') },
  { name: 'scmjm', label: both('实测面积（亩）', 'Measured area (mu)') },
  { name: 'dklb', label: both('地块类别', 'Category'), dict: 'dklb' },
  { name: 'djzt', label: both('登记状态', 'Registration'), dict: 'djzt' },
]
const parcels = (ctx: Ctx) =>
  scoped(ctx, dk)
    .select(['dk.id', 'dk.dkbm', 'dk.dkmc', 'dk.cbfmc', 'dk.scmjm', 'dk.dklb', 'dk.djzt', shape('dk')])
    .where('dk.zt', '=', ZT.valid)
/** Of some parcels, those that a shape meets; never the one around which it lies. */
const meeting = (q: AnyQuery, of: SearchShape): AnyQuery => {
  const met = q.where(meetsShape('dk', of))
  return of.of ? met.where('dk.dkbm', '<>', of.of) : met
}
/** Parcels by their codes. */
export const parcelsOfCodes = (ctx: Ctx, codes: readonly string[]): Promise<Record<string, unknown>[]> =>
  parcels(ctx)
    .where('dk.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('dk.dkbm', 'in', codes)
    .orderBy('dk.dkbm')
    .execute()
/** The parcels that a shape meets, by code. */
export const parcelsMeeting = (ctx: Ctx, of: SearchShape, most: number): Promise<Record<string, unknown>[]> =>
  meeting(parcels(ctx), of).orderBy('dk.dkbm').limit(most).execute() as Promise<Record<string, unknown>[]>
/** How many parcels a shape meets, and their measured area where the caller sees areas. */
export async function landMeeting(ctx: Ctx, of: SearchShape): Promise<{ count: number; mu: string }> {
  const row = (await meeting(scoped(ctx, dk).where('dk.zt', '=', ZT.valid), of)
    .select([sql`count(*)::int`.as('count'), sql`coalesce(sum(dk.scmjm), 0)::text`.as('mu')])
    .executeTakeFirstOrThrow()) as { count: number; mu: string }
  const isSeen = Object.hasOwn(visible(ctx, dk, { scmjm: '' }) as object, 'scmjm')
  return { count: Number(row.count), mu: isSeen ? row.mu : '' }
}
/** A parcel as a click tells it: the holder masked for who must not see holders. */
export function parcelFeature(ctx: Ctx, { shape: json, ...row }: Record<string, unknown>): OwnFeature {
  const cbfmc = ctx.who.perms.has('cbf_view') ? row.cbfmc : maskText(String(row.cbfmc ?? ''))
  const { id: _, ...seen } = visible(ctx, dk, { ...row, cbfmc }) as Record<string, unknown>
  return { title: String(row.dkmc ?? row.dkbm), dkbm: String(row.dkbm), properties: texts(seen), geometry: geometryOf(json) }
}

/** Rows of a table after an id, in a box where one is asked for. */
function rowsAfter(of: AnyQuery, table: 'dk' | 'nhdkxx', id: string, most: number, box: DegreeBox | undefined): Promise<Record<string, unknown>[]> {
  const later = of.where(`${table}.id`, '>', id).orderBy(`${table}.id`).limit(most)
  return (box ? later.where(inBox(table, box)) : later).execute() as Promise<Record<string, unknown>[]>
}

const NHDK_FIELDS: readonly OwnField[] = (['nhdkbm', 'nhxm', 'mjm', 'dlbm', 'source', 'status'] as const).map((n) => {
  const f = nhdkxx.fields[n]
  return { name: n, label: { zh: f.label, en: f.en ?? f.label }, ...(f.dict ? { dict: f.dict } : {}) }
})
const plots = (ctx: Ctx) =>
  scoped(ctx, nhdkxx).select(['nhdkxx.id', 'nhdkxx.nhdkbm', 'nhdkxx.nhxm', 'nhdkxx.mjm', 'nhdkxx.dlbm', 'nhdkxx.source', 'nhdkxx.status', shape('nhdkxx')])
const plotFeature = (ctx: Ctx, { shape: json, id: _, ...row }: Record<string, unknown>): OwnFeature => ({
  title: String(row.nhdkbm),
  properties: texts(visible(ctx, nhdkxx, row) as Record<string, unknown>),
  geometry: geometryOf(json),
})

/** Zone numbers stand before eastings in some registers. */
const ZONE_NUMBER = 1_000_000
/** Boundary points of the parcels in a box. */
async function pointsIn(ctx: Ctx, box: DegreeBox, most: number): Promise<OwnFeature[]> {
  const near = scoped(ctx, dk)
    .select(['dk.countyCode', 'dk.tenantId', 'dk.dkbm', sql<number>`ST_XMin(dk.geom)`.as('lon')])
    .where('dk.zt', '=', ZT.valid)
    .where(inBox('dk', box))
    // a parcel has no fewer points than it shares with others
    .limit(most)
  const { rows } = await sql<{ id: string; jzdh: string; xzbz: string | null; yzbz: string | null; dkbm: string; lon: number }>`
    select distinct on (j.id) j.id, j.jzdh, j.xzbz, j.yzbz, d.dkbm, d.lon from (${near}) d
    join dk_jz l on l."countyCode" = d."countyCode" and l."tenantId" = d."tenantId" and l.dkbm = d.dkbm and l.kind = 'd'
    join jzd j on j."countyCode" = l."countyCode" and j.id = l."jzId" order by j.id`.execute(ctx.db)
  const [w, s, e, n] = box
  return rows
    .flatMap(({ jzdh, xzbz, yzbz, dkbm, lon }): OwnFeature[] => {
      if (!xzbz || !yzbz) return []
      const coordinates = toDegrees([Number(yzbz) % ZONE_NUMBER, Number(xzbz)], zoneOf(Number(lon)))
      const isHere = coordinates[0]! >= w && coordinates[0]! <= e && coordinates[1]! >= s && coordinates[1]! <= n
      return isHere ? [{ title: jzdh, properties: texts({ jzdh, xzbz, yzbz, dkbm }), geometry: { type: 'Point', coordinates } }] : []
    })
    .slice(0, most)
}

const LAND = both('承包地', 'Contracted land'),
  AROUND = both('地物', 'Around the parcels'),
  GROUND = both('区划', 'Regions')
/** Layers of packages: all of them in one tile, each with its own place in the tree. */
const FEATURE_LAYERS = GROUND_LAYERS.map((l): OwnLayer => ({
  key: l.key,
  label: l.label,
  group: AROUND,
  perm: 'map_view',
  kind: 'features',
  minZoom: l.minZoom,
  isDefault: l.isDefault,
  style: l.style,
  fields: l.fields,
  features: (ctx, box, most) => featuresIn(ctx, l, box, most),
  at: (ctx, at, reach, most) => featuresIn(ctx, l, around(at, reach), most, true),
  after: (ctx, id, most, box) => featuresAfter(ctx, l, id, most, box),
}))
/** The layers of this room, the uppermost first. */
export const LAND_LAYERS: readonly OwnLayer[] = [
  {
    key: 'jzd',
    label: both('界址点', 'Boundary points'),
    group: LAND,
    perm: 'jzd_view',
    kind: 'shapes',
    minZoom: 16,
    isDefault: false,
    style: { color: '#b42318', width: 2 },
    fields: [
      { name: 'jzdh', label: both('界址点号', 'Point number') },
      { name: 'xzbz', label: both('X坐标值', 'X (north, m)') },
      { name: 'yzbz', label: both('Y坐标值', 'Y (east, m)') },
      { name: 'dkbm', label: both('地块编码', 'Parcel code') },
    ],
    features: pointsIn,
    at: (ctx, at, reach, most) => pointsIn(ctx, around(at, reach), most),
  },
  {
    key: 'nhdk',
    label: both('农户地块', 'Plots of households'),
    group: LAND,
    perm: 'nhdkxx_view',
    kind: 'shapes',
    minZoom: 12,
    isDefault: false,
    style: { color: '#7a3fb5', fill: '#7a3fb533', width: 2 },
    fields: NHDK_FIELDS,
    features: async (ctx, box, most) => (await plots(ctx).where(inBox('nhdkxx', box)).limit(most).execute()).map((r) => plotFeature(ctx, r)),
    at: async (ctx, at, _, most) => (await plots(ctx).where(touches('nhdkxx', at)).limit(most).execute()).map((r) => plotFeature(ctx, r)),
    meets: async (ctx, of, most) => (await plots(ctx).where(meetsShape('nhdkxx', of)).limit(most).execute()).map((r) => plotFeature(ctx, r)),
    after: async (ctx, id, most, box) => (await rowsAfter(plots(ctx), 'nhdkxx', id, most, box)).map((r) => ({ id: String(r.id), ...plotFeature(ctx, r) })),
  },
  {
    key: 'dk',
    label: both('承包地块', 'Parcels'),
    group: LAND,
    perm: 'dk_view',
    kind: 'parcels',
    minZoom: 0,
    isDefault: true,
    style: { theme: 'djzt' },
    fields: PARCEL_FIELDS,
    features: async (ctx, box, most) => (await parcels(ctx).where(inBox('dk', box)).limit(most).execute()).map((r) => parcelFeature(ctx, r)),
    at: async (ctx, at, _, most) => (await parcels(ctx).where(touches('dk', at)).limit(most).execute()).map((r) => parcelFeature(ctx, r)),
    meets: async (ctx, of, most) => (await parcelsMeeting(ctx, of, most)).map((r) => parcelFeature(ctx, r)),
    after: async (ctx, id, most, box) => (await rowsAfter(parcels(ctx), 'dk', id, most, box)).map((r) => ({ id: String(r.id), ...parcelFeature(ctx, r) })),
  },
  ...FEATURE_LAYERS,
  {
    key: 'region',
    label: both('行政区划', 'Regions'),
    group: GROUND,
    perm: 'map_view',
    kind: 'ground',
    minZoom: 0,
    isDefault: true,
    style: {},
    fields: [
      { name: 'code', label: both('区划代码', 'Code') },
      { name: 'name', label: both('区划名称', 'Name') },
    ],
    at: async (ctx, [x, y], _, most) => {
      const { rows } = await sql<{ code: string; name: string }>`select o.code, coalesce(r.name, o.code) as name from region_outline o
        left join region r on r.code = o.code where ST_Intersects(o.geom, ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 4326))
        order by length(o.code) desc limit ${most}`.execute(ctx.db)
      return rows.map((r) => ({ title: r.name, properties: r, geometry: null }))
    },
  },
]
