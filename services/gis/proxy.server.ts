import sharp from 'sharp'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { asFile, asKept, DeferredResponse, FileResponse, reading, type RequestFacts, type Route } from '../../kit/server/route.server.ts'
import { readSecret } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { inThread } from '../../runtime/thread.server.ts'
import { isJpeg, isPng } from '../files/intake/content.server.ts'
import type { ServiceCaller, Judge, OpenService } from './asker.server.ts'
import { layersOfJson, type OfferedLayer } from './capabilities.ts'
import { plainFeatures, type PlainFeature } from './features.ts'
import { gis_service, SERVICE, type gis_layer } from './gis.ts'
import { shownLayers } from './layers.server.ts'
import { gisProblems } from './problems.ts'
import {
  capabilitiesAddress,
  featuresAddress,
  isTiled,
  legendAddress,
  MOST_FEATURES_ASKED,
  placeAddress,
  tileAddress,
  TILE_PIXELS,
  type DegreeBox,
} from './requests.ts'
import { seenRow } from './seen.server.ts'
import { numberOfTile } from './tile-number.ts'

type Layer = Row<typeof gis_layer>
/** What services are asked with. */
export interface AskParts {
  sealer: Sealer
  asker: ServiceCaller
}

/** A service with its key, as it is asked. */
export async function openService(ctx: Ctx, sealer: Sealer, id: string): Promise<OpenService> {
  const row = await seenRow(ctx, gis_service, id)
  if (!URL.canParse(row.url)) throw gisProblems.answer({ name: row.name, why: both('服务地址不正确', 'its address is malformed') })
  const key = row.keyName ? ((await readSecret(ctx, sealer, gis_service.name, row.id, 'key')) ?? '') : ''
  return { row, type: row.type, url: row.url, params: row.params, keyName: row.keyName, key }
}
/** A layer that is shown to the caller, by its id. @throws gis-no-layer */
export async function shownLayer(ctx: Ctx, id: string | undefined): Promise<Layer> {
  const row = isId(id ?? '') ? await shownLayers(ctx).selectAll('gis_layer').where('gis_layer.id', '=', id!).executeTakeFirst() : undefined
  if (!row) throw gisProblems.noLayer()
  return row as Layer
}
/** A layer of a service with its service. @throws gis-no-layer, gis-unfit */
export async function layerOfService(ctx: Ctx, p: AskParts, id: string | undefined): Promise<{ layer: Layer; service: OpenService }> {
  const layer = await shownLayer(ctx, id)
  if (!layer.serviceId) throw gisProblems.unfit({ what: both('代理', 'be passed on') })
  return { layer, service: await openService(ctx, p.sealer, layer.serviceId) }
}

/** Types of pictures by their first bytes. What a service calls its answer counts for nothing; a drawing (SVG) may hold programs and is no picture here. */
const PICTURES: readonly (readonly [type: string, is: (b: Buffer) => boolean])[] = [
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
  ['image/gif', (b) => /^GIF8[79]a/.test(b.subarray(0, 6).toString('latin1'))],
  ['image/webp', (b) => b.subarray(0, 4).toString('latin1') === 'RIFF' && b.subarray(8, 12).toString('latin1') === 'WEBP'],
]
const pictureType = (b: Buffer): string | undefined => PICTURES.find(([, is]) => is(b))?.[0]
/** Pixels of a side of a picture at most: a few bytes may say of themselves that they unfold to gigabytes in the browser. */
const MOST_SIDE = 4096
const isPicture =
  (most = MOST_SIDE): Judge =>
  async ({ body }) => {
    if (!pictureType(body)) return both('不是图片', 'it is no picture')
    // the head of the picture alone is read
    const size = await sharp(body, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined)
    if (!size) return both('图片不完整或已损坏', 'the picture is incomplete or damaged')
    return Math.max(size.width, size.height) > most ? both(`图片边长超过${most}像素`, `a side of the picture has more than ${most} pixels`) : undefined
  }
/** The size of a tile is known where it is asked as a picture of a box. */
const tileSide = (type: string): number => (type === SERVICE.wms || type === SERVICE.arcgis ? TILE_PIXELS : MOST_SIDE)
/** A vector tile begins with a layer (field 3), or is empty. */
const isVectorTile: Judge = ({ body }) => (body.length === 0 || body[0] === 0x1a ? undefined : both('不是矢量瓦片', 'it is no vector tile'))
const areFeatures: Judge = ({ body }) => (plainFeatures(body.toString('utf8'), 1) ? undefined : both('不是要素集合', 'it is no collection of features'))

/** Services have deeper tiles than the product. */
const DEEPEST_OF_SERVICES = 24
async function tile(ctx: Ctx, p: AskParts, f: RequestFacts) {
  const { z, x, y } = numberOfTile(f, DEEPEST_OF_SERVICES)
  const { layer, service } = await layerOfService(ctx, p, f.params.id)
  const url = isTiled(service.type) ? tileAddress(service, layer.layerName ?? '', z, x, y) : undefined
  if (!url) throw gisProblems.unfit({ what: both('按瓦片显示', 'be shown by tiles') })
  return new DeferredResponse(async () => {
    const isVector = service.type === SERVICE.mvt
    const { body } = await p.asker.ask(service, url, isVector ? isVectorTile : isPicture(tileSide(service.type)))
    return new FileResponse(`${z}-${x}-${y}`, isVector ? 'application/vnd.mapbox-vector-tile' : pictureType(body)!, body, true)
  })
}
/** One tile of a service as a picture; asked outside of any transaction. @throws gis-unfit, and what the service answers wrong */
export async function askTile(p: AskParts, service: OpenService, layerName: string, z: number, x: number, y: number): Promise<Buffer> {
  const url = isTiled(service.type) && service.type !== SERVICE.mvt ? tileAddress(service, layerName, z, x, y) : undefined
  if (!url) throw gisProblems.unfit({ what: both('按瓦片显示', 'be shown by tiles') })
  return (await p.asker.ask(service, url, isPicture(tileSide(service.type)))).body
}
async function legend(ctx: Ctx, p: AskParts, f: RequestFacts) {
  const { layer, service } = await layerOfService(ctx, p, f.params.id)
  const url = legendAddress(service, layer.layerName ?? '')
  if (!url) throw gisProblems.unfit({ what: both('提供图例', 'tell its legend') })
  return new DeferredResponse(async () => {
    const { body } = await p.asker.ask(service, url, isPicture())
    return new FileResponse(`legend-${layer.id}`, pictureType(body)!, body, true)
  })
}

/** A box of the query, in degrees. @throws where it is none, or wider than a county */
export function askedBox(text: string | undefined, widest = 3): DegreeBox {
  const box = (text ?? '').split(',').map(Number)
  const [w, s, e, n] = box as [number, number, number, number]
  if (box.length !== 4 || box.some((v) => !Number.isFinite(v)) || w >= e || s >= n || e - w > widest || n - s > widest)
    throw problems.badRequest(both('范围不正确', 'The map extent is malformed or too large'))
  return [w, s, e, n]
}
/** The features of a layer in a box; asked outside of any transaction. */
export async function askFeatures(p: AskParts, service: OpenService, layerName: string, box: DegreeBox): Promise<PlainFeature[]> {
  const url = featuresAddress(service, layerName, box)
  if (!url) throw gisProblems.unfit({ what: both('按要素显示', 'be shown by features') })
  const { body } = await p.asker.ask(service, url, areFeatures)
  return plainFeatures(body.toString('utf8'), MOST_FEATURES_ASKED) ?? []
}
/** What a layer has at a place; undefined where its service cannot be asked. */
export async function askPlace(p: AskParts, service: OpenService, layerName: string, at: readonly [number, number], reach: number, most: number) {
  const url = placeAddress(service, layerName, at, reach, most)
  if (!url) return undefined
  const { body } = await p.asker.ask(service, url, areFeatures)
  return plainFeatures(body.toString('utf8'), MOST_FEATURES_ASKED) ?? []
}
/** What a service says that it has; none where its kind says nothing of itself. */
export async function askCapabilities(p: AskParts, service: OpenService): Promise<OfferedLayer[]> {
  const at = capabilitiesAddress(service)
  if (!at) return []
  const { body } = await p.asker.ask(service, at.url, () => undefined)
  const text = body.toString('utf8')
  const unread = () => gisProblems.answer({ name: service.row.name, why: both('不是服务说明', 'it does not describe a service') })
  const found = at.isXml
    ? await inThread<OfferedLayer[] | undefined>(new URL('./capabilities-worker.server.ts', import.meta.url), text, { heapMb: 64, tooLarge: unread })
    : layersOfJson(text)
  if (!found) throw unread()
  return found
}
async function features(ctx: Ctx, p: AskParts, id: string | undefined, bbox: string | undefined) {
  const box = askedBox(bbox)
  const { layer, service } = await layerOfService(ctx, p, id)
  return new DeferredResponse(async () => {
    const found = await askFeatures(p, service, layer.layerName ?? '', box)
    return {
      type: 'FeatureCollection',
      features: found.filter((x) => x.geometry).map((x) => ({ type: 'Feature', properties: x.properties, geometry: x.geometry })),
    }
  })
}

const read = reading('tenant', 'map_view')
/** The way of the map to services: only those that are registered, never an address that a caller names. */
export const proxyRoutes = (p: AskParts): Route[] => [
  asKept(asFile(read('/yzt/proxy/tile/{id}/{z}/{x}/{y}', '图形服务瓦片', [], (ctx, _, f) => tile(ctx, p, f)))),
  asKept(asFile(read('/yzt/proxy/legend/{id}', '图形服务图例', [], (ctx, _, f) => legend(ctx, p, f)))),
  read('/yzt/proxy/features', '图形服务要素', ['id', 'bbox'], (ctx, q) => features(ctx, p, q.id, q.bbox)),
  reading('tenant', 'gis_service_view')(`${gis_service.path}/layers`, '图形服务的图层', ['id'], async (ctx, q) => {
    const service = await openService(ctx, p.sealer, q.id ?? '')
    return new DeferredResponse(() => askCapabilities(p, service))
  }),
]
