// What is found by a drawn shape and around a parcel, what leaves the map as a file, an atlas, marks, and our layers as GDAL reads them.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageCount } from '../../services/typeset/pdf.server.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { toDegrees, toMetres, zoneOf } from '../geometry/crs.ts'
import { drawnText } from './layers/search-shape.ts'

const VILLAGE = '512021119203'
let w: World, county: Client, village: Client
/** the middle of the village in degrees, and how one stands so many metres east and north of it */
let middle: [number, number]
const beside = (east: number, north: number): [number, number] => {
  const zone = zoneOf(middle[0])
  const [x, y] = toMetres(middle, zone)
  return toDegrees([x + east, y + north], zone)
}
beforeAll(async () => {
  w = await villageWorld()
  ;[county, village] = [await w.as('county'), await w.as('village')]
  const [west, south, east, north] = (await county.get('/map/dk/extent', { regionCode: VILLAGE })).data.extent
  middle = [(west + east) / 2, (south + north) / 2]
})
afterAll(() => w?.end())

/** A square of so many metres around the middle of the village. */
const square = (side: number) => {
  const h = side / 2
  return drawnText({ type: 'Polygon', coordinates: [[beside(-h, -h), beside(h, -h), beside(h, h), beside(-h, h), beside(-h, -h)]] })
}
const search = async (q: Record<string, unknown>, who = county) => {
  const a = await who.get('/yzt/feature/spatial', { layers: 'dk', ...q })
  expect([q, a.code, a.msg]).toEqual([q, 200, '操作成功'])
  return a.data as {
    shape: { type: string }
    parcels?: { count: number; mu: string }
    layers: { id: string; features: { title: string; dkbm: string; values: { name: string; value: string }[] }[] }[]
  }
}
const codes = (found: Awaited<ReturnType<typeof search>>) => found.layers.flatMap((l) => l.features.map((f) => f.dkbm)).toSorted()
/** The same asked of the table itself. */
const stored = async (condition: string, values: unknown[] = []) =>
  (await w.db.pool.query<{ dkbm: string }>(`select dkbm from dk where zt = '1' and "tenantId" = '000000' and ${condition} order by dkbm`, values)).rows.map(
    (r) => r.dkbm,
  )
/** Metres between a parcel and a shape, in the plane of the zone. */
const APART = 'ST_Distance(ST_Transform(geom, 4544), ST_Transform(ST_GeomFromText($1, 4326), 4544))'

test('a drawn area finds the parcels that it meets, or those that lie in it as a whole, with how many there are and their land', async () => {
  const shape = square(300)
  const [met, within] = [await search({ shape }), await search({ shape, relation: 'within' })]
  expect(codes(met)).toEqual(await stored('ST_Intersects(geom, ST_GeomFromText($1, 4326))', [shape]))
  expect(codes(within)).toEqual(await stored('ST_Within(geom, ST_GeomFromText($1, 4326))', [shape]))
  expect(codes(within).length).toBeGreaterThan(2)
  expect(codes(met).length).toBeGreaterThan(codes(within).length)
  const { rows } = await w.db.pool.query(`select count(*)::int as count, sum(scmjm)::text as mu from dk where dkbm = any($1)`, [codes(met)])
  expect(met.parcels).toEqual(rows[0])
  // layers that are no tables with an index of their own are looked through too
  const all = await search({ shape, layers: 'dk,jzd,MZDW,XZDW' })
  expect(all.layers.map((l) => [l.id, l.features.length > 0])).toEqual([['jzd', true], ['dk', true], ['XZDW', true], ['MZDW', true]]) // prettier-ignore
})

test('around a parcel, a line and a place lies what is within so many metres of them, and the parcel itself is none of it', async () => {
  const [one] = codes(await search({ shape: square(300), relation: 'within' })) as [string]
  const { rows } = await w.db.pool.query(`select ST_AsText(geom, 9) as wkt from dk where dkbm = $1`, [one])
  const around = await search({ dkbm: one, metres: 40 })
  expect(codes(around)).toEqual((await stored(`${APART} <= 40`, [rows[0].wkt])).filter((d) => d !== one))
  expect(codes(around).length).toBeGreaterThan(codes(await search({ dkbm: one })).length)
  const line = drawnText({ type: 'LineString', coordinates: [beside(-120, 30), beside(80, -40)] })
  const place = drawnText({ type: 'Point', coordinates: middle })
  for (const [shape, metres] of [
    [line, 0],
    [line, 25],
    [place, 150],
  ] as const)
    expect([metres, codes(await search({ shape, metres }))]).toEqual([metres, await stored(`${APART} <= ${metres}`, [shape])])
})

test('nobody finds what is not theirs to see, and what is no shape is refused in words', async () => {
  const shape = square(300)
  const other = await (await w.as('other')).get('/yzt/feature/spatial', { shape, layers: 'dk' })
  expect([other.code, other.data?.layers.flatMap((l: { features: unknown[] }) => l.features) ?? []]).toEqual([other.code, []])
  const [mine] = codes(await search({ shape }))
  expect((await (await w.as('other')).get('/yzt/feature/spatial', { dkbm: mine })).key).not.toBe(undefined)
  for (const [q, key, msg] of [
    [{ shape: 'POINT(0 0)' }, 'search-shape', '查询图形不正确：请画点、线或面，且位于中国境内'],
    [{ shape: 'LINESTRING(105 30)' }, 'search-shape', '查询图形不正确：请画点、线或面，且位于中国境内'],
    [{ shape: 'CIRCLE(105 30)' }, 'search-shape', '查询图形不正确：请画点、线或面，且位于中国境内'],
    [{ shape: `LINESTRING(${Array.from({ length: 301 }, (_, i) => `105.${i} 30`).join(',')})` }, 'search-shape', undefined],
    [{ shape: 'POLYGON((105 30,105.01 30.01,105.01 30,105 30.01,105 30))' }, 'search-crossed', '查询图形的边相交，请重新绘制'],
    [{ shape: 'LINESTRING(105 30,106 30)' }, 'search-wide', '查询范围不能超过0.5度'],
    [{ shape, metres: 5001 }, 'search-metres', '缓冲距离应为0至5000米'],
    [{ shape, metres: 'far' }, 'search-metres', undefined],
    [{ shape, relation: 'near' }, 'bad-request', '空间关系不正确'],
    [{ dkbm: '5120211192030199999' }, 'not-found', '地块不存在'],
    [{}, 'not-found', undefined],
  ] as const) {
    const a = await county.get('/yzt/feature/spatial', { layers: 'dk', ...q })
    expect([q, a.key, msg ?? a.msg]).toEqual([q, key, a.msg])
  }
})

/** Features of a file as GDAL counts and reads them. */
async function readByGdal(name: string, bytes: Buffer): Promise<{ properties: Record<string, unknown>; geometry: { type: string } | null }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'selection-'))
  try {
    const source = join(folder, name)
    await writeFile(source, bytes)
    const out = join(folder, 'out.json')
    execFileSync('ogr2ogr', ['-f', 'GeoJSON', '-t_srs', 'EPSG:4326', out, name.endsWith('.zip') ? `/vsizip/${source}` : source])
    return JSON.parse(await readFile(out, 'utf8')).features
  } finally {
    await rm(folder, { recursive: true })
  }
}
/** How many things stand in a file of an archive, as GDAL counts them. */
async function countedByGdal(zip: Buffer, name: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'selection-'))
  try {
    await writeFile(join(folder, 'a.zip'), zip)
    const said = execFileSync('ogrinfo', ['-so', '-al', `/vsizip/${join(folder, 'a.zip')}/${name}`], { encoding: 'utf8' })
    return Number(/Feature Count: (\d+)/.exec(said)?.[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}
test('what was found leaves as GeoJSON, KML, shapefile, drawing or workbook, each with every parcel', async () => {
  const shape = square(300)
  const found = codes(await search({ shape }))
  const file = (format: string, q: Record<string, unknown> = { shape }) => county.send('GET', '/map/dk/selection', { query: { ...q, format } })
  const geojson = JSON.parse((await file('geojson')).raw.toString())
  expect(geojson.features.map((f: { properties: { dkbm: string } }) => f.properties.dkbm)).toEqual(found)
  const kml = await file('kml')
  const marks = await readByGdal('a.kml', kml.raw)
  expect([kml.headers['content-type'], marks.map((f) => f.properties.dkbm).toSorted()]).toEqual(['application/vnd.google-earth.kml+xml', found])
  expect(new Set(marks.map((f) => f.geometry?.type))).toEqual(new Set(['Polygon']))
  const shp = await readByGdal('a.zip', (await file('shp')).raw)
  expect(shp.map((f) => f.properties.DKBM).toSorted()).toEqual(found)
  // an outline and a text of each parcel
  expect(await countedByGdal((await file('dxf')).raw, 'DK35.dxf')).toBe(found.length * 2)
  const { readXlsx } = await import('hucre/xlsx')
  const book = await readXlsx((await file('xlsx')).raw)
  expect(
    book.sheets[0]!.rows.slice(1)
      .map((r) => r[0])
      .toSorted(),
  ).toEqual(found)
  // a list of codes instead of a shape
  const two = JSON.parse((await file('geojson', { dkbms: found.slice(0, 2).join(',') })).raw.toString())
  expect(two.features.length).toBe(2)
  expect((await county.get('/map/dk/selection', { shape, format: 'gif' })).msg).toBe('格式不正确')
  expect((await county.get('/map/dk/selection', { dkbms: Array.from({ length: 201 }, (_, i) => `d${i}`).join(',') })).key).toBe('too-many-chosen')
  expect((await county.get('/map/dk/selection', { shape: 'POINT(100 30)' })).key).toBe('not-found')
})

test('an atlas has a sheet for every part of the land and a page that shows them; a village at a scale of many sheets is refused', async () => {
  const { rows } = await w.db.pool.query(`select fbfbm, count(*)::int as n from dk where zt = '1' and "tenantId" = '000000' group by 1 order by 2 desc limit 1`)
  const asked = { fbfbm: rows[0].fbfbm, scale: 2000, paper: 'A3', title: '图册' }
  const a = await county.send('GET', '/map/dk/atlas', { query: asked })
  expect([a.status, a.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(await pageCount(a.raw)).toBeGreaterThan(2)
  const one = await county.send('GET', '/map/dk/atlas', { query: { ...asked, scale: 20_000, paper: 'A1' } })
  expect(await pageCount(one.raw)).toBe(2)
  expect((await county.get('/map/dk/atlas', { ...asked, scale: 100, paper: 'A4' })).msg).toBe('图册超过40幅图，请选择更小的比例尺或更大的纸张')
  expect((await county.get('/map/dk/atlas', { ...asked, fbfbm: undefined, regionCode: '512021' })).key).toBe('narrow-map')
  expect((await county.get('/map/dk/atlas', { ...asked, fbfbm: '51202111920399' })).key).toBe('not-found')
})

const NOTE = { kind: 'note', title: '水毁田坎', words: '待复核', isShared: 0 }
const noted = (more: object = {}) => ({ ...NOTE, body: { shape: { type: 'Point', coordinates: middle } }, ...more })
const titles = async (who: Client) => ((await who.get('/map/mark/page')).data.records as { title: string }[]).map((m) => m.title)
test('a note is its maker’s alone until it is shared; then all below his region see it, and nobody else changes it', async () => {
  const town = await w.as('town')
  const a = await town.post('/map/mark/submit', noted())
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  expect([await titles(town), await titles(village), await titles(county)]).toEqual([['水毁田坎'], [], []])
  const [m] = (await town.get('/map/mark/page', { kind: 'note' })).data.records
  expect(m).toMatchObject({ words: '待复核', mayEdit: 1, body: { shape: { type: 'Point', coordinates: middle } } })
  expect((await village.post('/map/mark/submit', { ...noted({ title: '别人的' }), id: m.id, rev: m.rev })).code).toBe(404)
  expect((await town.post('/map/mark/submit', { ...noted({ isShared: 1 }), id: m.id, rev: m.rev })).code).toBe(200)
  expect([await titles(village), await titles(county), await titles(await w.as('other'))]).toEqual([['水毁田坎'], [], []])
  const [shared] = (await village.get('/map/mark/page')).data.records
  expect([shared.mayEdit, (await village.post('/map/mark/remove', {}, { ids: m.id })).code]).toEqual([0, 403])
  expect((await town.post('/map/mark/submit', { ...noted(), id: m.id, rev: m.rev })).key).toBe('changed')
  expect((await town.post('/map/mark/submit', { ...noted({ kind: 'bookmark', body: { view: '105.3,29.8,16' } }), id: m.id, rev: shared.rev })).code).toBe(400)
  expect((await town.post('/map/mark/remove', {}, { ids: m.id })).code).toBe(200)
  expect(await titles(village)).toEqual([])
})
test('views and sets of layers are kept too, and what is none of them is refused; one person keeps five hundred', async () => {
  const keep = (m: object) => village.post('/map/mark/submit', m)
  expect((await keep({ kind: 'bookmark', title: '村口', body: { view: '105.3,29.8,16', layers: 'dk~60 -jzd', theme: 'djzt' } })).code).toBe(200)
  expect((await keep({ kind: 'layers', title: '核查用', body: { layers: 'dk jzd' } })).code).toBe(200)
  for (const [m, msg] of [
    [noted({ body: {} }), '请在地图上画出标注的位置'],
    [noted({ body: { shape: { type: 'Point', coordinates: [0, 0] } } }), '请在地图上画出标注的位置'],
    [noted({ body: { shape: { type: 'Polygon', coordinates: [[middle, middle]] } } }), '请在地图上画出标注的位置'],
    [noted({ body: { script: 1 } }), '标记内容不正确'],
    [{ kind: 'bookmark', title: 'a', body: { view: '0,0,1' } }, '书签的视图不正确'],
    [{ kind: 'layers', title: 'a', body: { layers: '' } }, '图层方案中没有图层'],
    [{ kind: 'layers', title: 'a', body: { layers: 'x'.repeat(8001) } }, '标记内容不正确'],
  ] as const)
    expect([m, (await keep(m)).msg]).toEqual([m, msg])
  await w.db.pool
    .query(`insert into map_mark select g, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, kind, title, words, body, "isShared", "userId", "regionCode"
    from map_mark, generate_series(1, 498) g where title = '村口'`)
  expect((await keep(noted())).key).toBe('marks-many')
  expect((await keep(noted())).msg).toBe('每人最多保存500个地图标记')
})

test('GDAL reads every parcel of the register over OGC API - Features, page by page: codes, land and corners are those of the register', async () => {
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as { port: number }
  const token = ((await w.signIn('county')) as unknown as { access_token: string }).access_token
  const folder = await mkdtemp(join(tmpdir(), 'ogc-'))
  try {
    const out = join(folder, 'dk.json')
    const header = ['--config', 'GDAL_HTTP_HEADERS', `cpt-auth: bearer ${token}`]
    await promisify(execFile)('ogr2ogr', [...header, '-oo', 'PAGE_SIZE=150', '-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=8', out, `OAPIF:http://127.0.0.1:${port}/api/ogc`, 'dk']) // prettier-ignore
    const read = JSON.parse(await readFile(out, 'utf8')).features as { properties: { dkbm: string; scmjm: string }; geometry: unknown }[]
    const { rows } = await w.db.pool.query(
      `select dkbm, scmjm::text, ST_AsGeoJSON(geom, 8)::jsonb as geometry from dk where zt = '1' and "tenantId" = '000000'`,
    )
    expect(rows.length).toBeGreaterThan(1000)
    const plain = (list: readonly { dkbm: string; scmjm: string; geometry: any }[]) =>
      new Map(list.map((r) => [r.dkbm, [Number(r.scmjm), JSON.stringify(r.geometry.coordinates)]]))
    expect(plain(read.map((f) => ({ ...f.properties, geometry: f.geometry })))).toEqual(plain(rows))
    const { stdout } = await promisify(execFile)('ogrinfo', [...header, '-ro', `OAPIF:http://127.0.0.1:${port}/api/ogc`])
    expect(stdout).toContain('dk')
    expect(stdout).toContain('MZDW')
  } finally {
    await rm(folder, { recursive: true })
  }
})
test('features are given to nobody without a token, of other regions not at all; a layer that there is not and an odd page are refused', async () => {
  expect((await w.nobody.get('/ogc/collections')).status).toBe(401)
  expect((await (await w.as('other')).get('/ogc/collections/dk/items')).raw.toString()).not.toContain('dkbm')
  expect((await county.get('/ogc/collections/none/items')).status).toBe(404)
  for (const q of [{ limit: 0 }, { limit: 'all' }, { after: 'x' }, { bbox: '1,2,3' }])
    expect([q, (await county.get('/ogc/collections/dk/items', q)).status]).toEqual([q, 400])
  const one = JSON.parse((await county.get('/ogc/collections/dk/items', { limit: 1 })).raw.toString())
  expect([one.features.length, one.links.map((l: { rel: string }) => l.rel)]).toEqual([1, ['self', 'next']])
  const here = [...beside(-50, -50), ...beside(50, 50)].join(',')
  const near = JSON.parse((await county.get('/ogc/collections/dk/items', { bbox: here, limit: 1000 })).raw.toString())
  expect(near.numberReturned).toBe((await stored(`geom && ST_MakeEnvelope(${here}, 4326)`)).length)
  // a box of the world, or wider, as a window shows it
  for (const bbox of ['-180,-90,180,90', '-270,-100,270,100']) {
    const all = await county.get('/ogc/collections/dk/items', { bbox, limit: 1 })
    expect([bbox, all.status, JSON.parse(all.raw.toString()).features]).toEqual([bbox, 200, one.features])
  }
})
