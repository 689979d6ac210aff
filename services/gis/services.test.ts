// Every kind of service against the simulator: tiles, features, what lies at a place, what it says of itself; and what is refused.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startGisSimulator, type GisSimulator } from '../../apps/simulators/gis.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { openAsker } from './asker.server.ts'
import { plainFeatures } from './features.ts'
import { SERVICE } from './gis.ts'

const AT = [105.3, 29.8] as const
let w: World, admin: Client, village: Client, s: GisSimulator
/** layer of each kind of service, by kind */
const layers = new Map<string, string>()
beforeAll(async () => {
  s = await startGisSimulator({ at: AT, key: 'k-1' })
  w = await world()
  ;[admin, village] = [await w.as('admin'), await w.as('village')]
  for (const [type, path, layerName] of [
    ['wms', '/ows', 'ponds'],
    ['wmts', '/ows', 'img'],
    ['xyz', '/xyz/{z}/{x}/{y}.png', null],
    ['mvt', '/mvt/{z}/{x}/{y}', null],
    ['geojson', '/data.json', null],
    ['wfs', '/ows', 'land:ponds'],
    ['features', '/ogc', 'ponds'],
    ['arcgis', '/arcgis', '0'],
  ] as const) {
    const service = await admin.post('/yzt/gis-service/submit', { name: type, type, url: `${s.url}${path}`, keyName: 'tk', key: 'k-1', sort: 1 })
    const layer = await admin.post('/yzt/gis-layer/submit', { name: `图层${type}`, source: 'service', serviceId: service.data, layerName, sort: 1, uuid: type })
    expect([type, service.code, layer.code]).toEqual([type, 200, 200])
    layers.set(type, layer.data)
  }
  // each kind that there is
  expect([...layers.keys()].toSorted()).toEqual(Object.values(SERVICE).toSorted())
})
afterEach(() => {
  s.behaviour = 'answers'
})
afterAll(async () => {
  await w?.end()
  await s?.close()
})
const tileOf = (type: string, at = '12/3200/684') => village.get(`/yzt/proxy/tile/${layers.get(type)}/${at}`)
const bbox = [AT[0] - 0.001, AT[1] - 0.001, AT[0] + 0.001, AT[1] + 0.001].join(',')

test('tiles of each kind come through the product, with the key that stays there', async () => {
  for (const type of ['wms', 'wmts', 'xyz', 'mvt', 'arcgis']) {
    const a = await tileOf(type)
    expect([type, a.status]).toEqual([type, 200])
    expect([type, a.headers['content-type']]).toEqual([type, type === 'mvt' ? 'application/vnd.mapbox-vector-tile' : 'image/png'])
  }
  expect(s.asked.every((u) => u.includes('tk=k-1'))).toBe(true)
  expect(s.asked.find((u) => u.includes('GetMap'))).toContain('SRS=EPSG%3A4326')
  const before = s.asked.length
  await tileOf('wms')
  expect(s.asked.length).toBe(before)
  for (const type of ['geojson', 'wfs', 'features']) expect([type, (await tileOf(type)).key]).toEqual([type, 'gis-unfit'])
  const none = await village.get('/yzt/proxy/tile/4242/1/0/0')
  expect([none.status, none.msg]).toEqual([404, '图层不存在或未启用'])
  for (const at of ['99/0/0', '1/-1/0', 'a/0/0', '1/2/0', '14/99999999/0']) expect([at, (await tileOf('wms', at)).status]).toEqual([at, 400])
  const tree = await village.get('/yzt/layer/tree')
  expect(String(tree.raw)).not.toContain('k-1')
  expect(String(tree.raw)).not.toContain(s.url)
})

test('how a layer begins on the map is what was set for it and for its service', async () => {
  const set = async (path: string, id: string, values: object) => {
    const { data: row } = await admin.get(`${path}/detail`, { id })
    expect((await admin.post(`${path}/submit`, { ...row, ...values })).msg).toBe('操作成功')
    return row
  }
  const shown = async () => (await village.get('/yzt/layer/list')).data.find((l: any) => l.id === layers.get('wms'))
  // of what lies at a place those values are shown that are named, by their names
  const values = async () => (await village.get('/yzt/feature/query', { x: AT[0], y: AT[1], zoom: 17, layers: layers.get('wfs') })).data[0].features[0].values
  expect((await values()).map((v: any) => v.label)).toEqual(['name', 'depth', 'owner'])
  await set('/yzt/gis-layer', layers.get('wfs')!, { fields: 'owner=权属\nname=塘名' })
  expect((await values()).map((v: any) => [v.label, v.value])).toEqual([
    ['权属', '集体'],
    ['塘名', '上塘'],
  ])
  await set('/yzt/gis-layer', layers.get('wfs')!, { fields: null })
  const before = await set('/yzt/gis-layer', layers.get('wms')!, { opacity: 40, isDefault: 1, isQueryable: 0 })
  await set('/yzt/gis-service', before.serviceId, { attribution: '县测绘院' })
  expect(await shown()).toMatchObject({ opacity: 40, isDefault: 1, isQueryable: 0, attribution: '县测绘院' })
  await set('/yzt/gis-layer', layers.get('wms')!, { opacity: null, isDefault: 0, isQueryable: 1 })
  await set('/yzt/gis-service', before.serviceId, { attribution: null })
  expect(await shown()).toMatchObject({ opacity: 100, isDefault: 0, isQueryable: 1 })
})

test('features of each kind come as plain GeoJSON of the box', async () => {
  for (const type of ['geojson', 'wfs', 'features']) {
    const { data } = await village.get('/yzt/proxy/features', { id: layers.get(type), bbox })
    const names = data.features.map((f: any) => f.properties.name)
    expect([type, names.slice(0, 1)]).toEqual([type, ['上塘']])
    // what is nested is not passed on
    expect(Object.keys(data.features[0].properties)).toEqual(['name', 'depth', 'owner'])
  }
  expect((await village.get('/yzt/proxy/features', { id: layers.get('wms'), bbox })).key).toBe('gis-unfit')
  expect((await village.get('/yzt/proxy/features', { id: layers.get('wfs'), bbox: '1,2,3' })).status).toBe(400)
})

test('what services tell of features is shown without signs that nobody sees', () => {
  const properties = { 'na\u200bme': '上\u202e塘\u2066', depth: 1.5, owner: ' 集\u00a0体\u{e0041} ' }
  const found = plainFeatures(JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry: null }] }), 9)
  expect(found).toEqual([{ properties: { name: '上塘', depth: '1.5', owner: '集 体' }, geometry: null }])
})

test('a place is asked of all layers at once, each answers for itself', async () => {
  const asked = ['wms', 'wfs', 'features', 'geojson', 'arcgis'].map((t) => layers.get(t)!)
  const { data } = await village.get('/yzt/feature/query', { x: AT[0], y: AT[1], zoom: 17, layers: asked.join(',') })
  expect(data.map((l: any) => [l.name, l.state, l.features.map((f: any) => f.title)])).toEqual(
    ['arcgis', 'features', 'geojson', 'wfs', 'wms'].map((t) => [`图层${t}`, 'ok', ['上塘']]),
  )
  const beside = await village.get('/yzt/feature/query', { x: AT[0] + 0.001, y: AT[1], zoom: 17, layers: asked.join(',') })
  expect(beside.data.flatMap((l: any) => l.features)).toEqual([])
  const box = await village.get('/yzt/feature/query', { bbox: `${AT[0] - 0.001},29.799,${AT[0] + 0.003},29.801`, layers: layers.get('wfs') })
  expect(box.data[0].features.map((f: any) => f.title)).toEqual(['上塘', '中塘'])
  for (const q of [{}, { x: 1 }, { x: 'a', y: 1 }, { x: 181, y: 1 }, { bbox: '1,1,5,5' }]) expect((await village.get('/yzt/feature/query', q)).status).toBe(400)
})

test('what a service has, and what a layer of it is asked for, is told without the key', async () => {
  const services = (await admin.get('/yzt/gis-service/page', { size: 50 })).data.records as { id: string; type: string }[]
  const has: Record<string, string> = { wms: 'ponds', wmts: 'img', wfs: 'land:ponds', features: 'ponds', arcgis: '0' }
  for (const x of services) {
    const { data } = await admin.get('/yzt/gis-service/layers', { id: x.id })
    expect([x.type, data.map((l: any) => l.name)]).toEqual([x.type, has[x.type] ? [has[x.type]] : []])
  }
  const L = '/yzt/gis-layer'
  expect((await admin.get(`${L}/fields`, { id: layers.get('wfs') })).data.map((f: any) => f.name)).toEqual(['name', 'depth', 'owner'])
  expect((await admin.get(`${L}/table-values`, { id: layers.get('wfs'), field: 'owner' })).data).toEqual([{ value: '集体', label: '集体', count: 3 }])
  const params = (await admin.get(`${L}/request-params`, { id: layers.get('wms') })).data
  expect(params).toMatchObject({ type: 'wms', url: `${s.url}/ows` })
  expect(params.params).toContainEqual({ name: 'tk', value: '***' })
  expect((await admin.get(`${L}/table-values`, { id: layers.get('xyz'), field: 'a' })).key).toBe('gis-unfit')
  const own = await admin.post(`${L}/submit`, { name: '按登记状态', source: 'own', layerName: 'dk', style: '{"theme":"djzt"}', sort: 1 })
  expect((await admin.get(`${L}/fields`, { id: own.data })).data.map((f: any) => f.name)).toContain('djzt')
  expect((await admin.get(`${L}/table-values`, { id: own.data, field: 'djzt' })).data.map((v: any) => v.value)).toContain('2')
  expect((await village.get(`${L}/fields`, { id: own.data })).code).toBe(403)
})

test('a service that lies, floods, sends elsewhere or fails shows nothing; one that fails three times is left alone, says so in the tree, and is asked again', async () => {
  w.setNow('2027-05-01 09:00:00')
  ;[admin, village] = [await w.as('admin'), await w.as('village')]
  const fresh = async (behaviour: GisSimulator['behaviour'], type: string, at: string) => {
    s.behaviour = behaviour
    const a = await tileOf(type, at)
    expect(a.headers['content-type']).toContain('application/json')
    return a.key
  }
  expect(await fresh('lies', 'xyz', '3/1/1')).toBe('gis-answer')
  // a few bytes that say of themselves that they are 40000×40000
  expect(await fresh('swells', 'xyz', '3/1/4')).toBe('gis-answer')
  expect((await tileOf('wmts', '3/1/4')).msg).toBe('图形服务【wmts】的应答不能使用：图片边长超过4096像素')
  expect((await tileOf('arcgis', '3/1/2')).msg).toBe('图形服务【arcgis】的应答不能使用：图片边长超过512像素')
  expect((await village.get(`/yzt/proxy/legend/${layers.get('wms')}`)).key).toBe('gis-answer')
  s.behaviour = 'answers'
  expect((await tileOf('wms', '5/2/0')).status).toBe(200)
  expect(await fresh('floods', 'wmts', '3/1/2')).toBe('outbound-failed')
  expect(await fresh('redirects', 'arcgis', '3/1/3')).toBe('gis-answer')
  for (const y of [1, 2, 3]) expect(await fresh('fails', 'wms', `5/2/${y}`)).toBe('gis-answer')
  const asked = s.asked.length
  expect(await fresh('answers', 'wms', '5/2/4')).toBe('gis-away')
  expect(s.asked.length).toBe(asked)
  const stateOf = async () => ((await village.get('/yzt/layer/list')).data as { id: string; state: string }[]).find((l) => l.id === layers.get('wms'))!.state
  expect(await stateOf()).toBe('away')
  const hits = await village.get('/yzt/feature/query', { x: AT[0], y: AT[1], layers: [layers.get('wms'), layers.get('wfs')].join(',') })
  expect(hits.data.map((h: any) => [h.name, h.state])).toEqual([
    ['图层wfs', 'ok'],
    ['图层wms', 'failed'],
  ])
  w.setNow('2027-05-01 09:03:00')
  village = await w.as('village')
  expect([(await tileOf('wms', '5/2/4')).status, await stateOf()]).toEqual([200, 'ready'])
})

test('what the map keeps in step with: versions move with what they are of', async () => {
  const info = async () => (await village.get('/map/sync-info')).data
  const before = await info()
  expect(before.tiles.map((t: any) => t.key)).toEqual(['dk', 'region'])
  const row = (await admin.get('/yzt/gis-layer/detail', { id: layers.get('xyz') })).data
  await admin.post('/yzt/gis-layer/submit', { ...row, name: '换名' })
  const after = await info()
  const versionOf = (i: any) => i.layers.find((l: any) => l.uuid === 'xyz').version
  expect([versionOf(before), versionOf(after)]).toEqual(['1', '2'])
})

test('an address that a name leads inside is refused at the call, though its letters are innocent', async () => {
  const asker = openAsker(openOutbound([]))
  const service = { row: { id: '1', rev: 1, name: 's' }, type: 'wms', url: '', params: null, keyName: null, key: '' }
  await expect(asker.ask(service, 'https://localhost/wms', () => undefined)).rejects.toMatchObject({ key: 'outbound-address' })
})
