// The tree of the map: layers of the product and of services, with who may see which; and the versions that a map keeps in step with.
import { typedRows } from '../../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import type { Lang, Text } from '../../../kit/model/lang.ts'
import type { Row } from '../../../kit/model/resource.ts'
import { regionRange } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { gis_layer, gis_service, LAYER_SOURCE } from '../../../services/gis/gis.ts'
import { IMAGE_STATE, image_log } from '../../../services/gis/image.ts'
import { shownLayers } from '../../../services/gis/layers.server.ts'
import type { AskParts } from '../../../services/gis/proxy.server.ts'
import { gridOf, isQueryable, isTiled, legendAddress } from '../../../services/gis/requests.ts'
import { seen } from '../../../services/gis/seen.server.ts'
import { styleOf, type LayerStyle } from '../../../services/gis/texts.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { versionOfParcels } from '../tiles/boxes.server.ts'
import type { OwnLayer } from './own-layers.server.ts'

/** What layers are made of: services, and what the product itself shows. */
export interface LayerParts extends AskParts {
  own: readonly OwnLayer[]
}
/** A layer as the map lists it. `id`: of its row, or the key of a layer of the product. */
export interface MapLayer {
  id: string
  key: string
  uuid: string
  title: string
  group: string
  source: string
  /** how it is drawn: tiles of a picture, vector tiles, shapes by box, or the product's own parcels, ground and features of packages */
  kind: 'picture' | 'vector' | 'shapes' | 'parcels' | 'ground' | 'features'
  grid: string
  url: string
  minZoom: number
  maxZoom: number
  opacity: number
  isDefault: number
  isQueryable: number
  legend: string
  attribution: string
  style: LayerStyle
  extent: number[]
  /** ready, or away: its service failed and is asked again in so many seconds */
  state: 'ready' | 'away'
  awayFor: number
  rev: number
  updateTime: string
}
const DEEPEST = 24
const EMPTY = { uuid: '', url: '', legend: '', attribution: '', extent: [] as number[], state: 'ready', awayFor: 0, rev: 0, updateTime: '' } as const

/** Where the tiles of the product are. */
const TILES = { parcels: '/api/map/dk/tile/{z}/{x}/{y}', ground: '/api/map/region/tile/{z}/{x}/{y}', features: '/api/map/layer/tile/{z}/{x}/{y}' } as const
/** A layer of the product as it is listed, under another name and style where a row says so. */
function ofProduct(own: OwnLayer, lang: Lang, row?: Row<typeof gis_layer>): MapLayer {
  const style = { ...own.style, ...styleOf(row?.style) }
  return {
    ...EMPTY,
    id: row?.id ?? own.key,
    key: own.key,
    uuid: row?.uuid ?? own.key,
    title: row?.name ?? own.label[lang],
    group: row?.groupName || own.group[lang],
    source: LAYER_SOURCE.own,
    kind: own.kind,
    grid: 'own',
    url: own.kind === 'shapes' ? `/api/yzt/layer/features?key=${own.key}` : TILES[own.kind],
    minZoom: row?.minZoom ?? own.minZoom,
    maxZoom: row?.maxZoom ?? DEEPEST,
    opacity: row?.opacity ?? 100,
    isDefault: row ? Number(row.isDefault) : Number(own.isDefault),
    isQueryable: Number(!!own.at && (row ? Number(row.isQueryable) === 1 : true)),
    style,
    rev: row?.rev ?? 0,
    updateTime: row?.updateTime ?? '',
  }
}
/** What every layer that was set up says of itself, whatever it shows. */
const ofRow = (row: Row<typeof gis_layer>, group: string) => ({
  ...EMPTY,
  id: row.id,
  key: '',
  uuid: row.uuid ?? '',
  title: row.name,
  group: row.groupName || group,
  source: row.source,
  minZoom: row.minZoom ?? 0,
  maxZoom: row.maxZoom ?? DEEPEST,
  opacity: row.opacity ?? 100,
  isDefault: Number(row.isDefault),
  rev: row.rev,
  updateTime: row.updateTime,
})
type Service = Row<typeof gis_service>
function ofService(p: LayerParts, row: Row<typeof gis_layer>, s: Service, others: Text, lang: Lang): MapLayer {
  const awayFor = p.asker.awayFor(s)
  const isVector = s.type === 'mvt'
  const isPicture = isTiled(s.type) && !isVector
  const hasLegend = !!legendAddress({ ...s, key: '' }, row.layerName ?? '')
  return {
    ...ofRow(row, others[lang]),
    kind: isVector ? 'vector' : isPicture ? 'picture' : 'shapes',
    grid: gridOf(s.type),
    url: isTiled(s.type) ? `/api/yzt/proxy/tile/${row.id}/{z}/{x}/{y}` : `/api/yzt/proxy/features?id=${row.id}`,
    legend: hasLegend ? `/api/yzt/proxy/legend/${row.id}` : '',
    attribution: s.attribution ?? '',
    isQueryable: Number(isQueryable(s.type) && Number(row.isQueryable) === 1),
    style: styleOf(row.style) ?? {},
    state: awayFor > 0 ? 'away' : 'ready',
    awayFor,
  }
}
type Picture = Pick<Row<typeof image_log>, 'id' | 'extent'>
const ofPicture = (row: Row<typeof gis_layer>, picture: Picture, others: Text, lang: Lang): MapLayer => ({
  ...ofRow(row, others[lang]),
  kind: 'picture',
  grid: 'own',
  url: `/api/yzt/image/${picture.id}/{z}/{x}/{y}`,
  extent: (picture.extent ?? '').split(',').map(Number),
  isQueryable: 0,
  style: {},
})
const OTHERS: Text = { zh: '其他图层', en: 'Other layers' },
  PICTURES: Text = { zh: '影像', en: 'Pictures' }

/** The layers that the caller may see, in their order: what the product has itself, then what was set up. */
export async function layersFor(ctx: Ctx, p: LayerParts): Promise<MapLayer[]> {
  const own = p.own.filter((l) => ctx.who.perms.has(l.perm))
  const rows = await typedRows<Row<typeof gis_layer>>(
    shownLayers(ctx).selectAll('gis_layer').orderBy('gis_layer.sort').orderBy('gis_layer.name').orderBy('gis_layer.id'),
  )
  const services = new Map((await typedRows<Service>(seen(ctx, gis_service).selectAll('gis_service'))).map((s) => [s.id, s]))
  const wanted = rows.flatMap((r) => (r.source === LAYER_SOURCE.image && r.imageId ? [r.imageId] : []))
  const found = wanted.length
    ? await scoped(ctx, image_log)
        .select(['image_log.id', 'image_log.extent'])
        .where('image_log.id', 'in', wanted)
        .where('image_log.state', '=', IMAGE_STATE.done)
        .execute()
    : []
  const pictures = new Map(found.map((i) => [i.id, i as Picture]))
  const set = rows.flatMap((r): MapLayer[] => {
    if (r.source === LAYER_SOURCE.own) {
      const of = own.find((l) => l.key === r.layerName)
      return of ? [ofProduct(of, ctx.lang, r)] : []
    }
    if (r.source === LAYER_SOURCE.image) {
      const picture = pictures.get(r.imageId ?? '')
      return picture ? [ofPicture(r, picture, PICTURES, ctx.lang)] : []
    }
    const s = services.get(r.serviceId ?? '')
    return s ? [ofService(p, r, s, OTHERS, ctx.lang)] : []
  })
  return [...own.map((l) => ofProduct(l, ctx.lang)), ...set]
}
/** The same by groups, those of the product first. */
export async function layerTree(ctx: Ctx, p: LayerParts) {
  const groups = Map.groupBy(await layersFor(ctx, p), (l) => l.group)
  return [...groups].map(([title, children]) => ({ key: `group.${title}`, title, children }))
}

/** Versions and days of tiles and layers that the caller may see: what differs from what a map has is asked anew. */
export async function syncInfo(ctx: Ctx, p: LayerParts) {
  const { lo, hi } = regionRange(ctx.who.regionCode)
  const outlines = await sql<{ n: string }>`select count(*) as n from region_outline where code >= ${lo} and code < ${hi}`.execute(ctx.db)
  const dk = await versionOfParcels(ctx)
  return {
    time: ctx.now,
    tiles: [
      { key: 'dk', version: dk, day: dk.slice(0, 10).trim() },
      { key: 'region', version: String(outlines.rows[0]!.n), day: '' },
    ],
    layers: (await layersFor(ctx, p)).map(({ id, uuid, title, rev, updateTime, state }) => ({
      id,
      uuid,
      title,
      version: String(rev),
      day: updateTime.slice(0, 10),
      state,
    })),
  }
}
