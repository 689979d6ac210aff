// Calls of the layers of the map: tree, list, shapes in a box, what lies at a place, and what is known of a layer.
import { both } from '../../kit/model/lang.ts'
import { Problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dictionaryChoices } from '../../platform/dictionaries/choices.server.ts'
import { dayName } from '../../kit/server/query.server.ts'
import { asFile, DeferredResponse, reading, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import type { OpenService } from '../../services/gis/asker.server.ts'
import { shownValues, reachesInto, isAt } from '../../services/gis/features.ts'
import { gis_layer, LAYER_SOURCE } from '../../services/gis/gis.ts'
import { geometriesMeet, geometryLiesIn } from '../../services/gis/meets.ts'
import { gisProblems } from '../../services/gis/problems.ts'
import { askFeatures, askPlace, askedBox, openService, shownLayer } from '../../services/gis/proxy.server.ts'
import { featuresAddress, isOfFeatures, isQueryable, MOST_FEATURES_ASKED, tileAddress, withoutKey, type DegreeBox } from '../../services/gis/requests.ts'
import { shownFields } from '../../services/gis/texts.ts'
import { dk } from '../definitions/dk.ts'
import { atlas } from './sheets/atlas.server.ts'
import { layersFor, syncInfo, layerTree, type LayerParts, type MapLayer } from './layers/layer-tree.server.ts'
import { ogcRoutes } from './layers/ogc.server.ts'
import { landMeeting, type OwnFeature, type OwnLayer } from './layers/own-layers.server.ts'
import { SEARCH_NAMES, searchShape, type SearchShape } from './layers/search-shape.server.ts'
import { SEARCH_LIMITS } from './layers/search-shape.ts'
import { sheet } from './sheets/sheet.server.ts'
import type { SheetParts } from './sheets/sheet-layers.server.ts'

/** Features of a layer in one answer, and layers of one question. */
const MOST_HITS = 20,
  MOST_ASKED = 12
/** Pixels around a click in which something counts as clicked. */
const CLICK_PIXELS = 6

/** The layer of the product under a key, for who may see it. @throws gis-no-layer */
function ownLayer(ctx: Ctx, p: LayerParts, key: string | undefined | null): OwnLayer {
  const found = p.own.find((l) => l.key === key)
  if (!found || !ctx.who.perms.has(found.perm)) throw gisProblems.noLayer()
  return found
}
async function shapes(ctx: Ctx, p: LayerParts, q: TextInput<'key' | 'bbox'>) {
  const layer = ownLayer(ctx, p, q.key)
  if (!layer.features) throw gisProblems.unfit({ what: both('按要素显示', 'be shown by features') })
  const found = await layer.features(ctx, askedBox(q.bbox, 0.2), MOST_FEATURES_ASKED)
  return { type: 'FeatureCollection', features: found.map((f) => ({ type: 'Feature', properties: f.properties, geometry: f.geometry })) }
}

/** What was found in one layer: `ok`, or why it could not be asked. */
interface Hits {
  id: string
  name: string
  state: 'ok' | 'failed'
  message: string
  features: { title: string; dkbm: string; values: { name: string; label: string; dict: string; value: string }[]; geometry: unknown }[]
}
const ownHits = (ctx: Ctx, layer: MapLayer, own: OwnLayer, found: readonly OwnFeature[]): Hits => ({
  id: layer.id,
  name: layer.title,
  state: 'ok',
  message: '',
  features: found.map((f) => ({
    title: f.title,
    dkbm: f.dkbm ?? '',
    geometry: f.geometry,
    values: own.fields.flatMap((x) =>
      Object.hasOwn(f.properties, x.name) ? [{ name: x.name, label: x.label[ctx.lang], dict: x.dict ?? '', value: f.properties[x.name]! }] : [],
    ),
  })),
})
interface Place {
  at?: readonly [number, number]
  reach: number
  box: DegreeBox
  /** what is searched: not all of the box counts */
  shape?: SearchShape
}
/** A place or a box of the query, in degrees. @throws where it is neither */
function placeOf(q: TextInput<'x' | 'y' | 'bbox' | 'zoom'>): Place {
  if (q.bbox) return { reach: 0, box: askedBox(q.bbox, 0.5) }
  const [x, y, zoom] = [q.x, q.y, q.zoom ?? '16'].map((v) => (v === undefined || v.trim() === '' ? NaN : Number(v))) as [number, number, number]
  if (!(Math.abs(x) <= 180) || !(Math.abs(y) <= 90) || !(zoom >= 0 && zoom <= 24)) throw problems.badRequest(both('位置不正确', 'The place is malformed'))
  const reach = (360 / 512 / 2 ** zoom) * CLICK_PIXELS
  return { at: [x, y], reach, box: [x - reach, y - reach, x + reach, y + reach] }
}
/** What a layer of the product has there. */
async function ownFound(ctx: Ctx, own: OwnLayer, { at, reach, box, shape }: Place, most: number): Promise<readonly OwnFeature[]> {
  if (shape && own.meets) return own.meets(ctx, shape, most)
  if (shape) return ((await own.features?.(ctx, box, MOST_FEATURES_ASKED)) ?? []).filter((f) => isSearched(f.geometry, shape)).slice(0, most)
  return (at ? await own.at?.(ctx, at, reach, most) : await own.features?.(ctx, box, most)) ?? []
}
const isSearched = (g: OwnFeature['geometry'], { geometry, relation }: SearchShape): boolean =>
  relation === 'within' ? geometryLiesIn(g, geometry) : geometriesMeet(g, geometry)
/** Whether a feature of another office lies there. */
const isThere = (g: OwnFeature['geometry'], { at, reach, box, shape }: Place): boolean =>
  shape ? isSearched(g, shape) : at ? isAt(g, at, reach) : reachesInto(g, box)
/** What lies at a place, in a box or in a shape in each of the layers that are asked; those of the product first. A layer that fails says so beside the others. */
async function query(ctx: Ctx, p: LayerParts, q: TextInput<'layers'>, place: Place, most = MOST_HITS) {
  const all = (await layersFor(ctx, p)).filter((l) => l.isQueryable === 1)
  const named = q.layers ? q.layers.split(',').filter(Boolean) : undefined
  if (named && named.length > MOST_ASKED) throw problems.badRequest(both(`一次最多查询${MOST_ASKED}个图层`, `At most ${MOST_ASKED} layers at once`))
  const asked = (named ? all.filter((l) => named.includes(l.id)) : all).slice(0, MOST_ASKED)
  const done: Hits[] = []
  for (const layer of asked.filter((l) => l.source === LAYER_SOURCE.own)) {
    const own = ownLayer(ctx, p, layer.key)
    done.push(ownHits(ctx, layer, own, await ownFound(ctx, own, place, most)))
  }
  const foreign: { layer: MapLayer; row: Awaited<ReturnType<typeof shownLayer>>; service: OpenService }[] = []
  for (const layer of asked.filter((l) => l.source === LAYER_SOURCE.service)) {
    const row = await shownLayer(ctx, layer.id)
    const service = await openService(ctx, p.sealer, row.serviceId!)
    if (place.at || isOfFeatures(service.type)) foreign.push({ layer, row, service })
  }
  const { lang } = ctx
  return new DeferredResponse(async (): Promise<Hits[]> => {
    const ask = async ({ layer, row, service }: (typeof foreign)[number]): Promise<Hits> => {
      const head = { id: layer.id, name: layer.title }
      try {
        const name = row.layerName ?? ''
        const found = place.at ? ((await askPlace(p, service, name, place.at, place.reach, MOST_HITS)) ?? []) : await askFeatures(p, service, name, place.box)
        // servers of features answer by boxes, and some by all they have
        const here = isOfFeatures(service.type) ? found.filter((f) => isThere(f.geometry, place)) : found
        const fields = shownFields(row.fields) ?? []
        const features = here.slice(0, most).map((f) => {
          const values = shownValues(f, fields).map((v) => ({ ...v, dict: '' }))
          return { title: values[0]?.value ?? layer.title, dkbm: '', geometry: f.geometry, values }
        })
        return { ...head, state: 'ok', message: '', features }
      } catch (e) {
        if (!(e instanceof Problem)) throw e
        return { ...head, state: 'failed', message: e.say(lang), features: [] }
      }
    }
    return [...done, ...(await Promise.all(foreign.map(ask)))]
  })
}

/** What a drawn shape, or a parcel with what lies around it, meets in the layers that are asked; of parcels how many and how much land. Source: screens.md G1. */
async function spatial(ctx: Ctx, p: LayerParts, q: TextInput) {
  const shape = await searchShape(ctx, q)
  const hits = await query(ctx, p, { layers: q.layers }, { reach: 0, box: shape.box, shape }, SEARCH_LIMITS.found)
  const parcels = ctx.who.perms.has('dk_view') ? await landMeeting(ctx, shape) : undefined
  return new DeferredResponse(async (again) => ({ shape: shape.geometry, ...(parcels ? { parcels } : {}), layers: await hits.make(again) }))
}

/** A layer of a service or of the product, for what is known of it. */
async function known(ctx: Ctx, p: LayerParts, id: string | undefined) {
  const row = await shownLayer(ctx, id)
  const own = row.source === LAYER_SOURCE.own ? ownLayer(ctx, p, row.layerName) : undefined
  const service = row.source === LAYER_SOURCE.service ? await openService(ctx, p.sealer, row.serviceId!) : undefined
  return { row, own, service }
}
/** Everywhere: a sample of a layer is asked of it. */
const WORLD: DegreeBox = [-180, -90, 180, 90]
/** Fields of a layer: those that were set, those of the product, or those of what its service has. */
async function fields(ctx: Ctx, p: LayerParts, id: string | undefined) {
  const { row, own, service } = await known(ctx, p, id)
  const set = shownFields(row.fields) ?? []
  if (set.length) return set
  if (own) return own.fields.map((f) => ({ name: f.name, label: f.label[ctx.lang] }))
  if (!service || !isOfFeatures(service.type)) return []
  return new DeferredResponse(async () => {
    const sample = await askFeatures(p, service, row.layerName ?? '', WORLD)
    return [...new Set(sample.slice(0, 50).flatMap((f) => Object.keys(f.properties)))].map((name) => ({ name, label: name }))
  })
}
/** Values of a field, each with how often a sample of the layer has it; of a layer of the product, the keys of the field's dictionary. */
async function tableValues(ctx: Ctx, p: LayerParts, q: TextInput<'id' | 'field'>) {
  const { row, own, service } = await known(ctx, p, q.id)
  const field = q.field ?? ''
  if (own) {
    const dict = own.fields.find((f) => f.name === field)?.dict
    if (!dict) return []
    return (await dictionaryChoices(ctx, dict, 'zh')).map(({ key, label }) => ({ value: key, label, count: 0 }))
  }
  if (!service || !isOfFeatures(service.type)) throw gisProblems.unfit({ what: both('列出属性值', 'list values') })
  return new DeferredResponse(async () => {
    const counts = new Map<string, number>()
    for (const f of await askFeatures(p, service, row.layerName ?? '', WORLD)) {
      const v = f.properties[field]
      if (v !== undefined) counts.set(v, (counts.get(v) ?? 0) + 1)
    }
    return [...counts].map(([value, count]) => ({ value, label: value, count })).slice(0, 200)
  })
}
/** How the service of a layer is asked, as people may read it: the key stays hidden. */
async function requestParams(ctx: Ctx, p: LayerParts, id: string | undefined) {
  const { row, service } = await known(ctx, p, id)
  if (!service) throw gisProblems.unfit({ what: both('说明请求参数：它不来自图形服务', 'say how it is requested: it does not come from a service') })
  const name = row.layerName ?? ''
  const address = tileAddress(service, name, 0, 0, 0) ?? featuresAddress(service, name, WORLD)!
  const url = new URL(withoutKey(service, address))
  return {
    type: service.type,
    method: 'GET',
    url: `${url.origin}${decodeURI(url.pathname)}`,
    isQueryable: isQueryable(service.type),
    params: [...url.searchParams].map(([n, value]) => ({ name: n, value })),
  }
}

/** How a sheet or an atlas looks: its form, what it says, which layers and theme it shows, and its day. */
const SHEET_NAMES = ['scale', 'paper', 'upright', 'title', 'note', 'layers', 'theme', ...dayName(dk)]
/** Layers of the map. Source: land-contract.md 7; screens.md G1, G2. */
export function layerSlice(p: SheetParts): Slice {
  const read = reading('land', 'map_view')
  const about = reading('land', 'gis_layer_view')
  const routes = [
    read('/yzt/layer/tree', '图层树', [], (ctx) => layerTree(ctx, p)),
    read('/yzt/layer/list', '图层列表', [], (ctx) => layersFor(ctx, p)),
    read('/yzt/layer/features', '本系统图层要素', ['key', 'bbox'], (ctx, q) => shapes(ctx, p, q)),
    read('/yzt/feature/query', '查询要素', ['x', 'y', 'bbox', 'zoom', 'layers', 'asOf', 'knownAt'], (ctx, q) => query(ctx, p, q, placeOf(q))),
    read('/yzt/feature/spatial', '空间查询', [...SEARCH_NAMES, 'layers'], (ctx, q) => spatial(ctx, p, q)),
    ...ogcRoutes(p.own),
    asFile(read('/map/dk/sheet', '按比例尺打印地块图', ['x', 'y', ...SHEET_NAMES], (ctx, q) => sheet(ctx, p, q))),
    asFile(read('/map/dk/atlas', '打印地块图册', ['fbfbm', 'regionCode', ...SHEET_NAMES], (ctx, q) => atlas(ctx, p, q))),
    read('/map/sync-info', '图层同步信息', [], (ctx) => syncInfo(ctx, p)),
    about(`${gis_layer.path}/fields`, '图层字段', ['id'], (ctx, q) => fields(ctx, p, q.id)),
    about(`${gis_layer.path}/table-values`, '图层属性值', ['id', 'field'], (ctx, q) => tableValues(ctx, p, q)),
    about(`${gis_layer.path}/request-params`, '图层请求参数', ['id'], (ctx, q) => requestParams(ctx, p, q.id)),
  ]
  return { name: 'layers', resources: [], routes }
}
