// The map's calls on the demonstration village, and what a data scope leaves of the list, the map and the figures.
import { sql } from 'kysely'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whoOf } from '../../platform/session/who.server.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { areaInTile, tileAt } from './tiles/testing.ts'
import Feature from 'ol/Feature.js'
import MVT from 'ol/format/MVT.js'
import type { FileResponse } from '../../kit/server/route.server.ts'
import { clock } from '../../kit/server/clock.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { epsgOf } from '../geometry/crs.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { GROUND_LAYERS, land_feature } from './tiles/feature.ts'
import { featuresIn, featureTile, replaceFeatures, withdrawFeatures } from './tiles/features.server.ts'
import { dk } from '../definitions/dk.ts'
import { countBoxes } from './tiles/boxes.server.ts'
import { mapSlice } from './map.server.ts'
import { LAND_LAYERS } from './layers/own-layers.server.ts'
import { frameOf } from './sheets/sheet.ts'
import { sheetOfPlace } from './sheets/sheet.server.ts'
import { tileStyle } from './web/parcel-style.web.ts'

const VILLAGE = '512021119203'
let w: World, admin: Client, county: Client
/** the middle of the village, in degrees */
let middle: [number, number]
beforeAll(async () => {
  w = await villageWorld()
  ;[admin, county] = [await w.as('admin'), await w.as('county')]
  const [west, south, east, north] = (await ok(county, '/map/dk/extent', { regionCode: VILLAGE })).extent
  middle = [(west + east) / 2, (south + north) / 2]
})
afterAll(() => w?.end())

const ok = async (who: Client, path: string, query: Record<string, unknown> = {}) => {
  const a = await who.get(path, query)
  expect([path, a.code, a.msg]).toEqual([path, 200, '操作成功'])
  return a.data
}
/** What a person gets to know of parcels, by every way there is. */
async function seen(who: Client, day: { asOf?: string } = {}) {
  const list = await ok(who, '/base-dlxx/dk/page', { size: 1, exactTotal: true, ...day })
  const { total } = await ok(who, '/data/statistics/home')
  const places: { count: number; x: number; y: number }[] = await ok(who, '/map/dk/overview', day)
  const near = await ok(who, '/map/dk/extent', { regionCode: VILLAGE, ...day })
  const [x, y] = middle
  const bbox = [x - 0.02, y - 0.02, x + 0.02, y + 0.02].join(',')
  const tile = await who.send('GET', `/map/dk/tile/${tileAt(14, middle).join('/')}${day.asOf ? `?asOf=${day.asOf}` : ''}`)
  return {
    listed: list.total,
    counted: (total.dkc ?? 0) + (total.dkn ?? 0),
    placed: places.reduce((n, p) => n + p.count, 0),
    extent: near.extent,
    around: ((await ok(who, '/map/dk/list', { bbox, ...day })) as { dkbm: string; geom: string }[]).sort((a, b) => (a.dkbm < b.dkbm ? -1 : 1)),
    tile: [...tile.raw.toString('latin1').matchAll(/\d{19}/g)].map((m) => m[0]).sort(),
    tileNames: tile.raw.includes('dkmc'),
  }
}
/** Gives the county's clerk one rule on a definition, or takes all rules away. */
async function rule(scopeClass: string | undefined, conditions: unknown[] = [], scopeField?: string): Promise<void> {
  const { roleIds } = await whoOf(w.db, '000000', 'county')
  const made =
    scopeClass &&
    (await admin.post('/cpt-system/data-scope/submit', {
      scopeName: '部分',
      resourceCode: `r-${Math.random()}`,
      scopeClass,
      scopeType: '5',
      scopeValue: JSON.stringify(conditions),
      ...(scopeField ? { scopeField } : {}),
    }))
  if (made) expect([made.code, made.msg]).toEqual([200, '操作成功'])
  await w.db.transaction({ tenantId: '000000', system: true }, async (tx) => {
    await tx.deleteFrom('role_scope').where('category', '=', 1).execute()
    if (made) await tx.insertInto('role_scope').values({ roleId: roleIds[0]!, scopeId: made.data, category: 1, tenantId: '000000' }).execute()
  })
}

test('all ways tell of the same parcels, and a data scope leaves the same of each', async () => {
  const before = await seen(county)
  expect(before.listed).toBeGreaterThan(100)
  expect([before.counted, before.placed]).toEqual([before.listed, before.listed])
  const some = before.tile.slice(0, 3)
  await rule('dk', [{ column: 'dkbm', op: 'in', value: some }])
  const after = await seen(county)
  expect([after.listed, after.counted, after.placed]).toEqual([3, 3, 3])
  expect(after.around.map((p) => p.dkbm)).toEqual(some)
  expect(after.tile).toEqual(some)
  const [inner, outer] = [after.extent, before.extent]
  expect(inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]).toBe(true)
  expect(inner).not.toEqual(outer)
  const hidden = before.around.find((p) => !some.includes(p.dkbm))!
  expect((await county.get('/map/dk/popup', { dkbm: hidden.dkbm })).code).toBe(404)
  expect((await ok(county, '/map/dk/popup', { dkbm: some[0] })).dkbm).toBe(some[0])

  await rule('dk', [{ column: 'dkbm', op: 'eq', value: 'x' }])
  expect(await seen(county)).toMatchObject({ listed: 0, counted: 0, placed: 0, extent: null, around: [], tile: [] })
  await rule(undefined)
  expect(await seen(county)).toEqual(before)
})

test('a county opens at its land, which is that of its villages, and a village without land where its outline lies', async () => {
  const of = (regionCode: string, more = {}) => ok(county, '/map/dk/extent', { regionCode, ...more })
  const village = await of(VILLAGE)
  const town = village.extent.map((v: number) => expect.closeTo(v, 9))
  for (const kept of [false, true]) {
    // nothing is kept of the village at first
    await w.db.pool.query('delete from region_box')
    if (kept)
      await w.db.pool.query(
        `insert into region_box select '512021', '000000', $1, ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e) from (select ST_Extent(geom) e from dk where zt = '1') x`,
        [VILLAGE],
      )
    for (const code of ['', '512021', '512021119']) expect([kept, code, (await of(code)).extent]).toEqual([kept, code, town])
  }
  // a village whose parcels have no outlines is kept as one without a place: they are not read at each opening
  await w.db.pool.query(`create table outlines as select id, geom from dk where "regionCode" like $1 || '%'`, [VILLAGE])
  await w.db.pool.query(`update dk set geom = null where "regionCode" like $1 || '%'`, [VILLAGE])
  const count = () =>
    w.db.transaction({ tenantId: '000000', system: true, beside: true }, (tx) =>
      countBoxes(tx, { countyCode: '512021', tenantId: '000000' }, [VILLAGE], sql`left("regionCode", 12) = ${VILLAGE}`),
    )
  await count()
  await w.db.pool.query('update dk set geom = o.geom from outlines o where o.id = dk.id')
  expect((await of('512021')).extent).toBe(null)
  await w.db.pool.query('drop table outlines')
  await count()
  const [west, south, east, north] = village.extent
  const [place] = await ok(county, '/map/dk/overview', { regionCode: '512021' })
  expect([place.x, place.y]).toEqual([expect.closeTo((west + east) / 2, 9), expect.closeTo((south + north) / 2, 9)])
  const [other] = (
    await w.db.pool.query(
      `select o.code, ST_X(ST_PointOnSurface(o.geom)) x, ST_Y(ST_PointOnSurface(o.geom)) y
    from region_outline o where length(o.code) = 12 and o.code <> $1 order by o.code limit 1`,
      [VILLAGE],
    )
  ).rows
  const empty = await of(other.code)
  expect([empty.extent, empty.place[0] < other.x && other.x < empty.place[2] && empty.place[1] < other.y && other.y < empty.place[3]]).toEqual([null, true])
})

test('a place is found by a part of its name and by its code, the wider first, and nobody finds one outside of his region', async () => {
  const named = async (who: Client, name: string) => ((await ok(who, '/map/dk/places', { name })) as { code: string }[]).map((r) => r.code)
  expect((await ok(county, '/map/dk/places', { name: '玉顶' }))[0]).toMatchObject({ code: VILLAGE, name: '玉顶村', level: 5 })
  expect((await named(county, '周礼'))[0]).toBe('512021119')
  expect((await named(county, '512021119'))[0]).toBe('512021119')
  expect([await named(county, ''), await named(county, '%'), await named(county, '没有这个村')]).toEqual([[], [], []])
  const village = await w.as('village')
  expect((await named(village, '玉顶'))[0]).toBe(VILLAGE)
  expect(await named(village, '周礼')).toEqual([])
})

test('a past day shows the parcels of that day by every way: list, overview, extent, tiles, popup, neighbours', async () => {
  const before = await seen(county)
  // no contract has them, so that one of them may go
  const { rows: free } = await w.db.pool.query<{ dkbm: string }>(`select dkbm from dk where not exists (select 1 from cbdkxx c where c.dkbm = dk.dkbm)`)
  const [gone, moved] = before.tile.filter((dkbm) => free.some((f) => f.dkbm === dkbm)) as [string, string]
  const day = { asOf: w.ago(86_400).slice(0, 10) }
  const who = await whoOf(w.db, '000000', 'county')
  await w.db.transaction({ tenantId: '000000' }, async (tx) => {
    const ctx = contextFor(tx, who, w.now, 'map', async () => '0')
    const [a, b] = [(await rows.find(ctx, dk, { dkbm: gone }))!, (await rows.find(ctx, dk, { dkbm: moved }))!]
    await rows.eraseMany(ctx, dk, [a])
    await rows.updateMany(ctx, dk, [{ row: b, values: { dkmc: '新名', geom: 'POLYGON((105.1 29.9,105.101 29.9,105.101 29.901,105.1 29.901,105.1 29.9))' } }])
  })
  const { counted: _, ...then } = await seen(county, day)
  const { counted, ...was } = before
  expect(counted).toBe(before.listed)
  expect(then).toEqual(was)
  const now = await seen(county)
  expect([now.listed, now.placed, now.tile.includes(gone), now.tile.includes(moved)]).toEqual([before.listed - 1, before.listed - 1, false, false])
  expect((await county.get('/map/dk/popup', { dkbm: gone })).code).toBe(404)
  expect((await ok(county, '/map/dk/popup', { dkbm: gone, ...day })).dkbm).toBe(gone)
  expect((await ok(county, '/map/dk/popup', { dkbm: moved })).dkmc).toBe('新名')
  expect((await ok(county, '/map/dk/popup', { dkbm: moved, ...day })).dkmc).not.toBe('新名')
  // before anything was registered there is nothing
  expect(await seen(county, { asOf: '1990-01-01' })).toMatchObject({ listed: 0, placed: 0, extent: null, around: [], tile: [] })
})

test('a column that the rule does not show is on no map, while the shape is', async () => {
  const before = await seen(county)
  const dkbm = before.tile[0]!
  const fields = 'dkbm,dklb,djzt,zt,regionCode'
  await rule('dk', [{ column: 'dkbm', op: 'notNull' }], fields)
  const after = await seen(county)
  expect(after.around[0]).toEqual({ id: expect.any(String), dkbm: expect.any(String), geom: expect.any(String) })
  expect([before.tileNames, after.tileNames, after.tile]).toEqual([true, false, before.tile])
  const popup = await ok(county, '/map/dk/popup', { dkbm })
  expect([popup.geom.length > 20, popup.dkmc, popup.scmjm]).toEqual([true, undefined, undefined])
  await rule(undefined)
})

test('the figures of contracts and cases follow their own rules', async () => {
  const views = async () => {
    const [contract, counts] = [await ok(county, '/data/statistics/home', { view: 'contract' }), await ok(county, '/data/statistics/home')]
    const { total } = await ok(county, '/base-qssj/cbht/page', { size: 1, exactTotal: true })
    return [contract.total.cbht, counts.total.cbht, total]
  }
  const [all] = await views()
  expect(await views()).toEqual([all, all, all])
  const {
    records: [one],
  } = await ok(county, '/base-qssj/cbht/page', { size: 1 })
  await rule('cbht', [{ column: 'cbhtbm', op: 'eq', value: one.cbhtbm }])
  expect(await views()).toEqual([1, 1, 1])
  await rule(undefined)
})

test('a tile with more parcels than it may carry has none of them and says how many there are', async () => {
  // of one group, which lies in the tile as a whole: of groups nothing is kept beside the parcels themselves
  const [z, x, y] = tileAt(13, middle)
  const at = { z: String(z), x: String(x), y: String(y) }
  const who = await whoOf(w.db, '000000', 'county')
  const features = async (most: number) =>
    w.db.transaction({ tenantId: '000000' }, async (tx) => {
      const ctx = contextFor(tx, who, clock, 'test', async () => '0')
      const route = mapSlice({ url: '', layer: '', attribution: '' }, {}, most).routes.find((r) => r.path.startsWith('/map/dk/tile'))!
      const { body } = (await route.run(ctx, { regionCode: `${VILLAGE}03` }, { headers: {}, params: at, cookies: {} })) as FileResponse
      return new MVT().readFeatures(Uint8Array.from(body as Buffer).buffer)
    })
  const all = await features(20_000)
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map((f) => f.get('layer')))).toEqual(new Set(['dk']))
  expect((await features(all.length)).length).toBe(all.length)
  const cut = await features(all.length - 1)
  expect(cut.map((f) => [f.get('layer'), f.get('parcels'), f.get('dkbm')])).toEqual([['dense', all.length, undefined]])
})

test('a tile that the caller has is told so by its tag without being made; a change of any parcel makes another, and so does another caller’s region', async () => {
  const [x, y] = tileAt(16, middle).slice(1)
  const get = async (who: Client, tag?: string) => who.send('GET', `/map/dk/tile/16/${x}/${y}`, { headers: tag ? { 'if-none-match': tag } : {} })
  const first = await get(county)
  const tag = String(first.headers.etag)
  expect([first.status, tag.length > 20, (await get(county, tag)).status, (await get(county, `W/${tag}`)).status]).toEqual([200, true, 304, 304])
  expect((await get(await w.as('town'), tag)).status).toBe(200)
  const [{ id }] = (await w.db.pool.query(`select id::text from dk where zt = '1' and "tenantId" = '000000' order by dkbm desc limit 1`)).rows
  await w.db.pool.query(`update dk set "updateTime" = "updateTime" + interval '1000 days' where id = $1`, [id])
  const again = await get(county, tag)
  expect([again.status, String(again.headers.etag) !== tag]).toEqual([200, true])
  await w.db.pool.query(`update dk set "updateTime" = "updateTime" - interval '1000 days' where id = $1`, [id])
})

test('the tile in which the middle of a village lies says all of its parcels without reading one', async () => {
  await w.db.transaction({ tenantId: '000000', system: true, beside: true }, (tx) =>
    countBoxes(tx, { countyCode: '512021', tenantId: '000000' }, [VILLAGE], sql`left("regionCode", 12) = ${VILLAGE}`),
  )
  const [box] = (await w.db.pool.query(`select (west + east) / 2 as x, (south + north) / 2 as y from region_box where "regionCode" = $1`, [VILLAGE])).rows
  const [z, x, y] = tileAt(13, [box.x, box.y])
  const who = await whoOf(w.db, '000000', 'county')
  const route = mapSlice({ url: '', layer: '', attribution: '' }, {}, 100).routes.find((r) => r.path.startsWith('/map/dk/tile'))!
  const told = () =>
    w.db.transaction({ tenantId: '000000' }, async (tx) => {
      const ctx = contextFor(tx, who, clock, 'test', async () => '0')
      const { body } = (await route.run(ctx, {}, { headers: {}, params: { z: String(z), x: String(x), y: String(y) }, cookies: {} })) as FileResponse
      return new MVT().readFeatures(Uint8Array.from(body as Buffer).buffer).map((f) => [f.get('layer'), f.get('parcels')])
    })
  const { rows } = await w.db.pool.query(`select count(*)::int as n from dk where zt = '1' and "tenantId" = '000000' and "countyCode" = '512021'`)
  expect(await told()).toEqual([['dense', rows[0].n]])
})

test('a box with more parcels than an editor may hold is refused and says how many', async () => {
  const who = await whoOf(w.db, '000000', 'county')
  const [x, y] = middle
  const bbox = [x - 0.002, y - 0.002, x + 0.002, y + 0.002].join(',')
  const all: unknown[] = await ok(county, '/map/dk/list', { bbox })
  const within = (most: number) =>
    w.db.transaction({ tenantId: '000000' }, async (tx) => {
      const route = mapSlice({ url: '', layer: '', attribution: '' }, {}, undefined, most).routes.find((r) => r.path === '/map/dk/list')!
      return (await route.run(
        contextFor(tx, who, clock, 'test', async () => '0'),
        { bbox },
        { headers: {}, params: {}, cookies: {} },
      )) as unknown[]
    })
  expect(all.length).toBeGreaterThan(1)
  expect((await within(all.length)).length).toBe(all.length)
  await expect(within(all.length - 1)).rejects.toThrow(`范围内的地块超过${all.length - 1}块，请缩小范围`)
})

test('a parcel that reaches into several tiles has its label in one of them', async () => {
  const near = await seen(county)
  const [x, y] = middle
  const labels = new Map<string, number>(),
    pieces = new Map<string, number>()
  const [z, tx, ty] = tileAt(17, [x, y])
  for (const dx of [-1, 0, 1])
    for (const dy of [-1, 0, 1]) {
      const { raw } = await county.send('GET', `/map/dk/tile/${z}/${tx + dx}/${ty + dy}`)
      for (const f of new MVT().readFeatures(Uint8Array.from(raw).buffer)) {
        const dkbm = String(f.get('dkbm'))
        pieces.set(dkbm, (pieces.get(dkbm) ?? 0) + 1)
        if (f.get('label')) labels.set(dkbm, (labels.get(dkbm) ?? 0) + 1)
      }
    }
  expect(near.around.length).toBeGreaterThan(0)
  expect([...pieces.values()].filter((n) => n > 1).length).toBeGreaterThan(0)
  expect([...labels.values()].every((n) => n === 1)).toBe(true)
  // nobody inside goes without: those of the middle tile that reach into no tile outside the nine
  expect(labels.size).toBeGreaterThan(pieces.size / 3)
})

test('a label stands only on the piece that is named for it, and a dense tile says its number', () => {
  const style = tileStyle([], 'djzt', 'scmjm', { dark: false }, (n) => `${n}!`)
  const look = (properties: object, resolution = 1e-6) => style(new Feature(properties), resolution)!.getText()?.getText()
  expect(look({ dkbm: '5120211192030100001', scmjm: '1.20', label: true })).toBe('00001\n1.20')
  expect(look({ dkbm: '5120211192030100001', scmjm: '1.20' })).toBeUndefined()
  expect(look({ layer: 'dense', parcels: 95764 }, 1e-3)).toBe('95764!')
})

test('the land of a contractor or a parcel is told by one call with what lies beside it; nobody else’s region, and nobody who has nothing', async () => {
  const [{ cbfbm }] = (await ok(county, '/base-qssj/cbf/page', { size: 1 })).records
  const held = (await ok(county, '/base-dlxx/dk/page', { cbfbm, size: 50 })).records.map((d: { dkbm: string }) => d.dkbm)
  const near: { dkbm: string; geom: string }[] = await ok(county, '/map/dk/list', { cbfbm })
  expect(
    near
      .slice(0, held.length)
      .map((d) => d.dkbm)
      .toSorted(),
  ).toEqual(held.toSorted())
  expect(new Set(near.map((d) => d.dkbm)).size).toBe(near.length)
  expect(near.every((d) => d.geom.startsWith('POLYGON'))).toBe(true)
  expect(near.length).toBeGreaterThan(held.length)
  const [own] = (await ok(county, '/map/dk/list', { dkbm: held[0] })) as { dkbm: string }[]
  expect(own!.dkbm).toBe(held[0])
  expect(await ok(county, '/map/dk/list', { cbfbm: '512021119203019999' })).toEqual([])
  expect(await ok(await w.as('town2'), '/map/dk/list', { cbfbm: '510000000000000000' })).toEqual([])
})

/** Work as the county's clerk would do it in another township. */
const elsewhere = async <T>(work: (ctx: ReturnType<typeof contextFor>) => Promise<T>) => {
  const who = { ...(await whoOf(w.db, '000000', 'county')), regionCode: '512021118' }
  return w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, who, w.now, 'test', async () => '0')))
}
/** Features of the demonstration's layers, as its files have them. */
const FEATURES = { KZD: 4, XJXZQ: 1, XJQY: 46, CJQY: 21, ZJQY: 4, QYJX: 167, DZDW: 75, XZDW: 358, MZDW: 662, JBNTBHQ: 10, ZJ: 366 }
test('every feature of the layers of a package is kept by village with all of its attributes', async () => {
  const { rows: kept } = await w.db.pool.query<{ layer: string; n: number }>(`select layer, count(*)::int as n from land_feature group by 1`)
  expect(Object.fromEntries(kept.map((r) => [r.layer, r.n]))).toEqual(FEATURES)
  const [point] = (await w.db.pool.query(`select "regionCode", attrs, "fromDay"::text as day, "toDay" from land_feature where layer = 'KZD' order by bsm`)).rows
  expect(point).toMatchObject({ regionCode: VILLAGE, day: '2016-11-07', toDay: null })
  expect(point.attrs).toMatchObject({
    BSM: 31324,
    YSDM: '111000',
    KZDMC: '玉顶村控制点1',
    KZDDH: 'AYYD01',
    KZDLX: '110302',
    KZDDJ: 'E级',
    BSLX: '2',
    BZLX: '3',
  })
  expect(point.attrs).toMatchObject({ KZDZT: '完好', DZJ: '其他资料\\点之记\\AYYD01.jpg', X2000: 3_336_540, Y2000: 501_780, X80: null, Y80: null })
  const { rows: where } = await w.db.pool.query(`select distinct left("regionCode", 12) as at from land_feature where layer = 'MZDW'`)
  expect(where).toEqual([{ at: VILLAGE }])
})

test('tiles draw the layers of a package on its days, for those in whose region they lie; what is known is not made again', async () => {
  const [z, x, y] = tileAt(15, middle)
  const get = async (who: Client, day = '', tag?: string) =>
    who.send('GET', `/map/layer/tile/${z}/${x}/${y}${day ? `?asOf=${day}` : ''}`, { headers: tag ? { 'if-none-match': tag } : {} })
  const layers = async (who: Client, day = '') =>
    Object.fromEntries(
      [...Map.groupBy(new MVT().readFeatures(Uint8Array.from((await get(who, day)).raw).buffer), (f) => String(f.get('layer')))].map(([n, l]) => [n, l.length]),
    )
  const all = await layers(county)
  expect(Object.keys(all)).toEqual(expect.arrayContaining(['MZDW', 'XZDW', 'ZJ', 'QYJX']))
  expect(await layers(county, w.ago(86_400).slice(0, 10))).toEqual(all)
  expect(await layers(county, '2016-01-01')).toEqual({})
  const other = (await elsewhere((ctx) => featureTile(ctx, { headers: {}, params: { z: String(z), x: String(x), y: String(y) }, cookies: {} }))) as FileResponse
  expect((other.body as Buffer).length).toBe(0)
  const tag = String((await get(county)).headers.etag)
  expect([(await get(county, '', tag)).status, (await get(await w.as('village'), '', tag)).status]).toEqual([304, 200])
  // a data scope that comes takes from the map what a browser has kept
  await rule('land_feature', [{ column: 'layer', op: 'eq', value: 'ZJ' }])
  expect([(await get(county, '', tag)).status, Object.keys(await layers(county))]).toEqual([200, ['ZJ']])
  await rule(undefined)
  const names = new MVT().readFeatures(Uint8Array.from((await get(county)).raw).buffer).filter((f) => f.get('layer') === 'ZJ')
  // parcels are labelled by the map itself
  expect(names.some((f) => /^\d{5}$/.test(String(f.get('name'))))).toBe(false)
})

test('a click tells what a package says of a pond, with the words of its columns', async () => {
  const [pond] = (
    await w.db.pool.query(
      `select ST_X(p) as x, ST_Y(p) as y, attrs from (select attrs, ST_PointOnSurface(geom) as p from land_feature where layer = 'MZDW' and name = '水塘' order by bsm limit 1) q`,
    )
  ).rows
  const [hit] = await ok(county, '/yzt/feature/query', { x: pond.x, y: pond.y, zoom: 18, layers: 'MZDW' })
  expect(hit).toMatchObject({ id: 'MZDW', name: '面状地物', state: 'ok' })
  const [found] = hit.features
  expect(Object.fromEntries(found.values.map((v: { label: string; value: string }) => [v.label, v.value]))).toMatchObject({
    地物名称: '水塘',
    '面积（平方米）': String(pond.attrs.MJ),
  })
  const layer = GROUND_LAYERS.find((l) => l.key === 'MZDW')!
  const box = [pond.x - 1e-5, pond.y - 1e-5, pond.x + 1e-5, pond.y + 1e-5] as const
  expect(await elsewhere((ctx) => featuresIn(ctx, layer, box, 20, true))).toEqual([])
})

test('a later package ends what it tells otherwise and keeps what it tells again; taken back, what was before stands again', async () => {
  const who = await whoOf(w.db, '000000', 'county')
  const county = '512099',
    at = '512099001001'
  const within = <T>(work: (ctx: ReturnType<typeof contextFor>) => Promise<T>) =>
    w.db.transaction({ tenantId: '000000' }, (tx) => {
      let id = 0
      return work(contextFor(tx, { ...who, regionCode: '51' }, w.now, 'test', async () => String(++id)))
    })
  const tell = (causeId: string, fromDay: string, names: readonly string[]) =>
    within(async (ctx) => {
      await rows.insertMany(
        ctx,
        land_feature,
        names.map((name) => ({ regionCode: at, layer: 'MZDW', name, digest: name, fromDay, causeId })),
      )
      await replaceFeatures(ctx, county, causeId, fromDay)
    })
  const standing = async (day = w.ago(0).slice(0, 10)) =>
    (
      await w.db.pool.query<{ name: string }>(
        `select name from land_feature where "countyCode" = $1 and "fromDay" <= $2::date and ("toDay" is null or "toDay" > $2::date) order by name`,
        [county, day],
      )
    ).rows.map((r) => r.name)
  await tell('1', '2016-01-01', ['房屋', '水塘', '竹林'])
  await tell('2', '2020-01-01', ['房屋', '鱼塘'])
  expect([await standing('2019-12-31'), await standing('2020-01-01'), await standing()]).toEqual([
    ['房屋', '水塘', '竹林'],
    ['房屋', '鱼塘'],
    ['房屋', '鱼塘'],
  ])
  // the same again changes nothing, and an older one adds nothing
  await tell('3', '2021-01-01', ['房屋', '鱼塘'])
  await tell('4', '2012-01-01', ['草房'])
  expect([await standing(), (await w.db.pool.query(`select count(*)::int as n from land_feature where "countyCode" = $1`, [county])).rows[0].n]).toEqual([
    ['房屋', '鱼塘'],
    4,
  ])
  await tell('5', '2022-01-01', ['学校'])
  await within((ctx) => withdrawFeatures(ctx, county, '2'))
  expect([await standing('2021-06-01'), await standing()]).toEqual([['房屋', '水塘', '竹林'], ['学校']])
  await within((ctx) => withdrawFeatures(ctx, county, '5'))
  expect(await standing()).toEqual(['房屋', '水塘', '竹林'])
  await w.db.pool.query(`delete from land_feature where "countyCode" = $1`, [county])
})

/** Every tile of a zoom that the village reaches into, as features in units of the tile (4096 a side). */
async function tilesOf(z: number, query = '') {
  const [west, south, east, north] = (await ok(county, '/map/dk/extent', { regionCode: VILLAGE })).extent
  const [[, x0, y0], [, x1, y1]] = [tileAt(z, [west, north]), tileAt(z, [east, south])]
  const out: Feature[] = []
  for (let x = x0; x <= x1; x++)
    for (let y = y0; y <= y1; y++) {
      const { raw } = await county.send('GET', `/map/dk/tile/${z}/${x}/${y}?regionCode=${VILLAGE}${query}`)
      out.push(...(new MVT<Feature>({ featureClass: Feature }).readFeatures(Uint8Array.from(raw).buffer) as Feature[]))
    }
  return out
}
test('the tiles of a zoom together are the register: not one parcel is missing, and their areas add up to its own', async () => {
  const [register] = (
    await w.db.pool.query(
      `select count(*)::int as n, sum(ST_Area(geom)) as area from dk where zt = '1' and "tenantId" = '000000' and "regionCode" like '${VILLAGE}%' and geom is not null`,
    )
  ).rows
  for (const z of [12, 14, 16]) {
    const all = await tilesOf(z)
    const unit = 360 / 2 ** z / 4096
    expect([z, new Set(all.map((f) => f.get('dkbm'))).size]).toEqual([z, register.n])
    const area = all.reduce((sum, f) => sum + areaInTile(f), 0) * unit * unit
    // corners stand on the grid of the tile: four metres of two at zoom 12, a fifteenth of it at 16
    expect(Math.abs(area / register.area - 1)).toBeLessThan(z === 12 ? 0.02 : 0.005)
  }
})

test('a theme colours the parcels and counts them by the same expression; a wide region, an unknown theme and a hidden column are refused', async () => {
  // some contracts are signed, some are on their way
  const signs = [null, '0', '1', '2']
  for (const [i, sign] of signs.entries())
    await w.db.pool.query(`update cbht set "signStatus" = $1 where qszt = '1' and right(cbfbm, 1) in ($2, $3)`, [sign, String(i), String(i + 4)])
  for (const theme of ['djzt', 'dldj', 'contracted', 'fragmentation', 'difference', 'signing', 'extension']) {
    const legend = await ok(county, '/map/dk/theme', { theme, regionCode: VILLAGE })
    const counted = Object.fromEntries(legend.classes.flatMap((c: { key: string; count: number }) => (c.count ? [[c.key, c.count]] : [])))
    const parcels = new Map((await tilesOf(14, `&theme=${theme}`)).map((f) => [f.get('dkbm'), String(f.get('class') ?? '')]))
    const drawn: Record<string, number> = {}
    for (const c of parcels.values()) drawn[c] = (drawn[c] ?? 0) + 1
    expect([theme, drawn]).toEqual([theme, counted])
  }
  // contracts and households are counted as their own lists count them
  const units = async (theme: string) =>
    Object.fromEntries(
      (await ok(county, '/map/dk/theme', { theme, regionCode: VILLAGE })).classes.flatMap((c: { key: string; units: number }) =>
        c.units ? [[c.key, c.units]] : [],
      ),
    )
  const signed = await units('signing')
  for (const signStatus of ['0', '1', '2'])
    expect([signStatus, signed[signStatus]]).toEqual([
      signStatus,
      (await ok(county, '/base-qssj/cbht/page', { signStatus, qszt: '1', regionCode: VILLAGE, size: 1, exactTotal: true })).total,
    ])
  const { status } = await ok(county, '/ybProcess/cbfBusiness/count', { regionCode: VILLAGE })
  expect(await units('extension')).toEqual(Object.fromEntries(Object.entries(status).filter(([, n]) => n)))
  for (const theme of ['signing', 'extension'])
    expect((await county.get('/map/dk/theme', { theme, regionCode: VILLAGE, asOf: w.ago(86_400).slice(0, 10) })).msg).toBe(
      '请先选择当前日期：该专题只反映现在的情况',
    )
  const { rows: held } = await w.db.pool.query(
    `select count(*)::int as n, sum(scmjm)::text as mu from dk where zt = '1' and cbfbm is not null and "tenantId" = '000000' and "regionCode" like '${VILLAGE}%'`,
  )
  const { classes } = await ok(county, '/map/dk/theme', { theme: 'contracted', regionCode: VILLAGE })
  expect(classes[0]).toMatchObject({ key: '1', label: '已承包', count: held[0].n, mu: held[0].mu })
  const english = (await county.send('GET', '/map/dk/theme', { query: { theme: 'djzt', regionCode: VILLAGE }, headers: { 'accept-language': 'en' } })).data
  expect([english.label, english.classes.every((c: { label: string }) => /^[ -~]+$/.test(c.label))]).toEqual(['Registration', true])
  const wide = await county.get('/map/dk/theme', { theme: 'djzt', regionCode: '512021' })
  expect([wide.code, wide.key, wide.msg]).toEqual([400, 'narrow-map', '请先选择乡镇或村'])
  for (const theme of ['', 'cbfmc', 'x'])
    expect([theme, (await county.get('/map/dk/theme', { theme, regionCode: VILLAGE })).msg]).toEqual([theme, '没有该专题'])
  expect((await county.get('/map/dk/theme', { theme: 'djzt', regionCode: '440000' })).key).toBe('out-of-region')
  await rule('dk', [{ column: 'dkbm', op: 'notNull' }], 'dkbm,dklb,djzt,zt,regionCode')
  expect((await county.get('/map/dk/theme', { theme: 'contracted', regionCode: VILLAGE })).msg).toBe('没有该专题')
  expect((await ok(county, '/map/dk/theme', { theme: 'djzt', regionCode: VILLAGE })).classes[0].mu).toBe('')
  await rule(undefined)
})

test('the days of a village say when its parcels changed, and two days are compared parcel by parcel', async () => {
  const [from, to] = [w.ago(86_400).slice(0, 10), w.ago(0).slice(0, 10)]
  const all = async (asOf: string) => {
    const { rows: found } = await w.db.pool.query(
      `select dkbm, ST_AsText(geom, 9) as geom from (select dkbm, geom, "tenantId", "regionCode", "regFrom", date 'infinity' as "regTo", timestamptz 'infinity' as "validTo", zt from dk
        union all select dkbm, geom, "tenantId", "regionCode", "regFrom", "regTo", "validTo", zt from dk_v) d
        where "tenantId" = '000000' and zt = '1' and "validTo" = 'infinity' and "regFrom" <= $1::date and "regTo" > $1::date and "regionCode" like '${VILLAGE}%'`,
      [asOf],
    )
    return new Map(found.map((r) => [r.dkbm as string, r.geom as string]))
  }
  const [before, after] = [await all(from), await all(to)]
  const told = await ok(county, '/map/dk/difference', { regionCode: VILLAGE, from, to })
  expect(told.counts).toEqual({ before: before.size, after: after.size })
  const of = (change: string) => told.records.flatMap((r: { change: string; dkbm: string }) => (r.change === change ? [r.dkbm] : [])).toSorted()
  expect(of('ended')).toEqual([...before.keys()].filter((d) => !after.has(d)).toSorted())
  expect(of('ended').length).toBeGreaterThan(0)
  expect(of('redrawn')).toEqual([...before].flatMap(([d, geom]) => (after.has(d) && after.get(d) !== geom ? [d] : [])).toSorted())
  expect(of('added')).toEqual([])
  const same = await ok(county, '/map/dk/difference', { regionCode: VILLAGE, from, to: from })
  expect(same.records).toEqual([])
  const days: { day: string; began: number; ended: number }[] = await ok(county, '/map/dk/days', { regionCode: VILLAGE })
  expect(days.map((d) => d.day)).toEqual(days.map((d) => d.day).toSorted())
  expect(days.find((d) => d.day === to)!.ended).toBeGreaterThan(0)
  expect(days[0]!.began).toBeGreaterThan(0)
  for (const wrong of [{ from: '2020-13-01' }, { from: to, to: from }, { from, to: '2999-01-01' }])
    expect((await county.get('/map/dk/difference', { regionCode: VILLAGE, ...wrong })).msg).toBe('日期不正确')
  for (const path of ['/map/dk/difference', '/map/dk/days']) {
    const days = path.endsWith('difference') ? { from } : {}
    expect((await county.get(path, { regionCode: '512021119', ...days })).key).toBe('narrow-map')
    expect((await county.get(path, { regionCode: '440000000000', ...days })).key).toBe('out-of-region')
  }
})

test('a sheet is printed around a place; a place abroad, an odd scale or paper, and more parcels than a sheet holds are refused', async () => {
  const [x, y] = middle
  const asked = { x, y, scale: 2000, paper: 'A3', title: '玉顶村承包地块图', note: '界线以实地为准' }
  const a = await county.send('GET', '/map/dk/sheet', { query: asked })
  expect([a.status, a.headers['content-type'], a.raw.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const [page] = (await PDFDocument.load(a.raw)).getPages()
  expect([Math.round(page!.getWidth()), Math.round(page!.getHeight())]).toEqual([1191, 842])
  for (const [wrong, msg] of [
    [{ x: 10 }, '图幅中心不正确'],
    [{ y: 'north' }, '图幅中心不正确'],
    [{ scale: 99 }, '比例尺不正确'],
    [{ scale: 2000.5 }, '比例尺不正确'],
    [{ paper: 'A5' }, '纸张不正确'],
  ] as const)
    expect([wrong, (await county.get('/map/dk/sheet', { ...asked, ...wrong })).msg]).toEqual([wrong, msg])
  const who = await whoOf(w.db, '000000', 'county')
  // what is on stands on it and in its legend, in the language of who prints: parcels by a theme with their number, and nothing that is off
  const text = async (more: object, lang = 'zh') => {
    const { raw } = await county.send('GET', '/map/dk/sheet', { query: { ...asked, title: '', note: '', ...more }, headers: { 'accept-language': lang } })
    return execFileSync('pdftotext', ['-layout', '-', '-'], { input: raw, encoding: 'utf8' })
  }
  const off = (keys: string) =>
    keys
      .split(' ')
      .map((k) => `-${k}`)
      .join(' ')
  const shown = await text({ layers: `dk MZDW ${off('XZDW DZDW ZJ')}`, theme: 'contracted' })
  const counts = [...shown.matchAll(/(?:已|未)承包（(\d+)）/g)].map((m) => Number(m[1]))
  expect(counts.length).toBe(2)
  expect(counts[0]! + counts[1]!).toBeGreaterThan(50)
  expect([/水面|房屋|林地/.test(shown), /道路/.test(shown), shown.includes('承包地块图')]).toEqual([true, false, true])
  const english = await text({ layers: `dk XZDW ${off('MZDW DZDW ZJ')}` }, 'en')
  for (const word of ['Map of contracted parcels', 'Scale 1:2000', 'Roads', 'registered (', 'central meridian 105']) expect(english).toContain(word)
  expect(/[\u4e00-\u9fff]/u.exec(english)?.[0]).toBe(undefined)
  expect(await text({ layers: '-dk' })).not.toMatch(/已登记|承包（/)
  expect((await county.get('/map/dk/sheet', { ...asked, theme: 'x' })).msg).toBe('没有该专题')
  const within = () =>
    w.db.transaction({ tenantId: '000000' }, (tx) =>
      sheetOfPlace(
        contextFor(tx, who, w.now, 'test', async () => '0'),
        { lon: x, lat: y, scale: 2000, paper: 'A3', isUpright: false },
        { title: '', note: '' },
        { lang: 'zh', theme: undefined, sources: {}, own: [{ layer: LAND_LAYERS.find((l) => l.key === 'dk')!, opacity: 1 }], under: [], missing: [] },
        1,
      ),
    )
  // a frame is turned against the degrees of its box: the legend counts what lies in the frame alone, and a layer that is cut says so
  const corner = async (most: number, features = 0) =>
    w.db.transaction({ tenantId: '000000' }, (tx) =>
      sheetOfPlace(
        contextFor(tx, who, w.now, 'test', async () => '0'),
        { lon: x, lat: y, scale: 2000, paper: 'A3', isUpright: false },
        { title: '', note: '注' },
        {
          lang: 'zh',
          theme: undefined,
          sources: {},
          own: features
            ? [{ layer: { ...LAND_LAYERS.find((l) => l.key === 'XZDW')!, features: async (_, box, n) => crowd(box, Math.min(n, features)) }, opacity: 1 }]
            : [{ layer: LAND_LAYERS.find((l) => l.key === 'dk')!, opacity: 1 }],
          under: [],
          missing: [],
        },
        most,
      ),
    )
  const crowd = ([w0, s0]: readonly number[], n: number) =>
    Array.from({ length: n }, (_, i) => ({ title: `${i}`, properties: {}, geometry: { type: 'Point' as const, coordinates: [w0!, s0!] } }))
  expect([(await corner(6000, 5000)).note, (await corner(6000, 5001)).note]).toEqual(['注', '注　图层“线状地物”要素超过5000个，仅印出5000个'])
  const doc = await corner(6000)
  const [gw, gs, ge, gn] = frameOf(doc).ground
  const told = doc.legend.map((l) => Number(/（(\d+)）/.exec(l.label)![1])).reduce((a, b) => a + b, 0)
  const { rows: there } = await w.db.pool.query(
    `select count(*)::int as n from dk where zt = '1' and "tenantId" = '000000' and ST_Intersects(ST_Transform(geom, $1::int), ST_MakeEnvelope($2, $3, $4, $5, $1::int))`,
    [epsgOf(doc.zone), gw, gs, ge, gn],
  )
  expect(told).toBe(there[0].n)
  await expect(within()).rejects.toThrow('图幅内的地块超过1块，请选择更大的比例尺或更小的纸张')
})
