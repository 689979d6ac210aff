// Parcels of the register, taken by GDAL over OGC API - Features and served by Debian's QGIS Server, are seen by the product as layers of another office.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { villageWorld, type Client, type World } from '../world.ts'

const VILLAGE = '512021119203'
/** A project as QGIS itself writes it: one layer of a GeoPackage, published as WMS, WFS and OGC API - Features. */
const PROJECT = `
import sys
from qgis.core import QgsApplication, QgsProject, QgsVectorLayer, QgsCoordinateReferenceSystem
app = QgsApplication([], False)
app.initQgis()
project = QgsProject.instance()
layer = QgsVectorLayer(sys.argv[1] + '|layername=dk', 'dk', 'ogr')
assert layer.isValid()
project.addMapLayer(layer)
project.setCrs(QgsCoordinateReferenceSystem('EPSG:4326'))
project.writeEntry('WFSLayers', '/', [layer.id()])
assert project.write(sys.argv[2])
`
/** A port that nobody listens on: QGIS is told one and says none itself. */
async function freePort(): Promise<number> {
  const s = createServer().listen(0, '127.0.0.1')
  await once(s, 'listening')
  const { port } = s.address() as AddressInfo
  s.close()
  await once(s, 'close')
  return port
}
let w: World, admin: Client, county: Client, folder: string, qgis: ChildProcess, url: string
const layers = new Map<string, string>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chengbao-test-qgis-'))
  w = await villageWorld()
  ;[admin, county] = [await w.as('admin'), await w.as('county')]
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as { port: number }
  const token = ((await w.signIn('county')) as unknown as { access_token: string }).access_token
  const run = promisify(execFile)
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, QT_QPA_PLATFORM: 'offscreen' }
  const file = join(folder, 'dk.gpkg')
  await run('ogr2ogr', ['--config', 'GDAL_HTTP_HEADERS', `cpt-auth: bearer ${token}`, '-f', 'GPKG', file, `OAPIF:http://127.0.0.1:${port}/api/ogc`, 'dk'])
  await run('/usr/bin/python3', ['-c', PROJECT, file, join(folder, 'land.qgs')], { env })
  const at = await freePort()
  url = `http://127.0.0.1:${at}`
  qgis = spawn('qgis_mapserver', ['-p', join(folder, 'land.qgs'), `127.0.0.1:${at}`], { env, stdio: 'ignore' })
  await vi.waitFor(async () => expect((await fetch(`${url}/ows?SERVICE=WMS&REQUEST=GetCapabilities`)).status).toBe(200), { timeout: 60_000, interval: 500 })
  for (const [type, path] of [
    ['wms', '/ows'],
    ['wfs', '/ows'],
    ['features', '/wfs3'],
  ] as const) {
    const service = await admin.post('/yzt/gis-service/submit', { name: `QGIS ${type}`, type, url: `${url}${path}`, sort: 1 })
    const layer = await admin.post('/yzt/gis-layer/submit', { name: `QGIS ${type}`, source: 'service', serviceId: service.data, layerName: 'dk', sort: 1 })
    expect([type, service.code, layer.code]).toEqual([type, 200, 200])
    layers.set(type, layer.data)
    expect([type, (await admin.get('/yzt/gis-service/layers', { id: service.data })).data]).toEqual([type, [{ name: 'dk', title: 'dk' }]])
  }
})
afterAll(async () => {
  qgis?.kill()
  await w?.end()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('what QGIS Server offers is read, its features are those of the register, its tile is drawn, and a place is asked of it', async () => {
  const [west, south, east, north] = (await county.get('/map/dk/extent', { regionCode: VILLAGE })).data.extent
  const [lon, lat] = [(west + east) / 2, (south + north) / 2]
  const box = [lon - 0.004, lat - 0.004, lon + 0.004, lat + 0.004]
  const { rows } = await w.db.pool.query(
    `select dkbm, ST_AsGeoJSON(geom, 9)::jsonb -> 'coordinates' as shape from dk
    where zt = '1' and "tenantId" = '000000' and ST_Intersects(geom, ST_MakeEnvelope($1, $2, $3, $4, 4326)) order by dkbm`,
    box,
  )
  expect(rows.length).toBeGreaterThan(100)
  for (const type of ['wfs', 'features']) {
    const { data } = await county.get('/yzt/proxy/features', { id: layers.get(type), bbox: box.join(',') })
    const own = new Map<string, unknown>(data.features.map((f: any) => [f.properties.dkbm, f.geometry.coordinates]))
    for (const r of rows) {
      const [there, here] = [own.get(r.dkbm), r.shape].map((c: any) => c?.flat(9)) as [number[] | undefined, number[]]
      expect([type, r.dkbm, there?.length]).toEqual([type, r.dkbm, here.length])
      // QGIS tells six decimals of a degree: a tenth of a metre
      expect([type, r.dkbm, there!.every((v, i) => Math.abs(v - here[i]!) < 1e-6)]).toEqual([type, r.dkbm, true])
    }
  }
  const [{ on }] = (await w.db.pool.query(`select ST_AsText(ST_PointOnSurface(geom)) as on from dk where dkbm = '${rows[0].dkbm}' and zt = '1'`)).rows
  const [x, y] = /\(([\d.]+) ([\d.]+)\)/.exec(on)!.slice(1).map(Number)
  const asked = await county.get('/yzt/feature/query', { x, y, zoom: 18, layers: [...layers.values()].join(',') })
  expect(asked.data.map((l: any) => [l.name, l.state])).toEqual(['features', 'wfs', 'wms'].map((t) => [`QGIS ${t}`, 'ok']))
  for (const l of asked.data) expect(JSON.stringify(l.features)).toContain(rows[0].dkbm)
  const side = 360 / 2 ** 15
  const tile = await county.get(`/yzt/proxy/tile/${layers.get('wms')}/15/${Math.floor((lon + 180) / side)}/${Math.floor((90 - lat) / side)}`)
  expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/png'])
  const { channels } = await sharp(tile.raw).ensureAlpha().stats()
  expect(channels[3]!.max).toBe(255)
  expect(channels[3]!.min).toBe(0)
})
