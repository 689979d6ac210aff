// Services, layers and configurations over HTTP: what is refused, who sees which, and that a key is answered by nobody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLACES } from '../../platform/seed/places.ts'
import { plant } from '../../tests/contract/rows.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { image_log } from './image.ts'

let w: World, admin: Client, village: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  village = await w.as('village')
})
afterAll(() => w?.end())
const wms = (over: object = {}) => ({ name: '县级影像', type: 'wms', url: 'https://gis.example.org/wms', sort: 1, ...over })
const layer = (over: object = {}) => ({ name: '影像', source: 'own', layerName: 'dk', sort: 1, ...over })
const S = '/yzt/gis-service',
  L = '/yzt/gis-layer'
const fieldsOf = (a: { data: any }) => a.data?.fields?.map((f: { field: string }) => f.field)

test('an address of the own network, one without https, one with a password and tiles without places are refused at their field', async () => {
  for (const url of [
    'https://10.1.2.3/wms',
    'https://169.254.169.254/latest',
    'https://[::1]/wms',
    'https://intranet/wms',
    'http://gis.example.org/wms',
    'https://u:p@gis.example.org/wms',
  ])
    expect([url, fieldsOf(await admin.post(`${S}/submit`, wms({ url })))]).toEqual([url, ['url']])
  expect(fieldsOf(await admin.post(`${S}/submit`, wms({ type: 'xyz', url: 'https://gis.example.org/tiles' })))).toEqual(['url'])
  expect(fieldsOf(await admin.post(`${S}/submit`, wms({ url: 'https://gis.example.org/{z}' })))).toEqual(['url'])
  expect(fieldsOf(await admin.post(`${S}/submit`, wms({ params: 'no parameters' })))).toEqual(['params'])
  expect((await admin.get(`${S}/page`)).data.total).toBe(0)
})

test('the key of a service is kept and answered by no call; a service that a layer uses stays', async () => {
  const { data: id } = await admin.post(`${S}/submit`, wms({ keyName: 'tk', key: 'secret-key-1' }))
  const detail = await admin.get(`${S}/detail`, { id })
  expect(detail.data).toMatchObject({ keyName: 'tk', has_key: 1 })
  expect(detail.data.uuid).toMatch(/^[0-9a-f-]{36}$/)
  const { rows } = await w.db.pool.query(`select * from sealed_secret where owner = 'gis_service'`)
  expect(rows).toHaveLength(1)
  for (const a of [detail, await admin.get(`${S}/page`), { raw: JSON.stringify(rows) }]) expect(String(a.raw)).not.toContain('secret-key-1')
  const own = await admin.post(`${L}/submit`, layer({ source: 'service', serviceId: id, layerName: 'ortho', uuid: 'ortho' }))
  expect((await admin.post(`${S}/remove`, {}, { ids: id })).key).toBe('gis-used')
  expect((await admin.get(`${L}/page`)).data.records).toMatchObject([{ id: own.data, serviceName: '县级影像', serviceType: 'wms' }])
  expect((await village.get(`${L}/search-by-uuid`, { uuid: 'ortho' })).data.id).toBe(own.data)
  // switched off, its layers are offered nowhere
  await admin.post(`${S}/submit`, { ...detail.data, isEnabled: 0 })
  expect((await admin.get(`${L}/chosePage`)).data.total).toBe(0)
  expect((await village.get(`${L}/search-by-uuid`, { uuid: 'ortho' })).code).toBe(404)
  await admin.post(`${L}/remove`, {}, { ids: own.data })
  expect((await admin.post(`${S}/remove`, {}, { ids: id })).code).toBe(200)
  expect((await w.db.pool.query(`select * from sealed_secret where owner = 'gis_service'`)).rows).toEqual([])
})

test('a layer for a region above, or beside, is not seen; one for everybody is', async () => {
  for (const [name, regionCode] of [
    ['大家', null],
    ['县', PLACES.county],
    ['村', PLACES.village],
    ['邻村', PLACES.otherVillage],
  ])
    expect((await admin.post(`${L}/submit`, layer({ name, regionCode, uuid: `r${String(regionCode)}` }))).code).toBe(200)
  const seenBy = async (who: Client) => {
    const found = []
    for (const r of ['null', PLACES.county, PLACES.village, PLACES.otherVillage])
      if ((await who.get(`${L}/search-by-uuid`, { uuid: `r${r}` })).code === 200) found.push(r)
    return found
  }
  expect(await seenBy(village)).toEqual(['null', PLACES.village])
  expect(await seenBy(await w.as('county'))).toEqual(['null', PLACES.county, PLACES.village, PLACES.otherVillage])
  const county = await w.as('county')
  expect((await county.post(`${L}/submit`, layer({ regionCode: '51' }))).key).toBe('out-of-region')
  // a service alike
  for (const [regionCode, isSeen] of [
    [null, true],
    [PLACES.county, true],
    ['51', false],
  ] as const) {
    const { data: id } = await admin.post(`${S}/submit`, wms({ regionCode }))
    expect([regionCode, (await county.get(`${S}/detail`, { id })).code === 200]).toEqual([regionCode, isSeen])
    await admin.post(`${S}/remove`, {}, { ids: id })
  }
})

test('what is for everybody is changed and removed by the office that made it, not by that of another county', async () => {
  const county = await w.as('county')
  const C = '/yzt/manage/uploadconfiguration'
  const maker = (account: string) =>
    w.db.pool.query(`select id from sys_user where account = $1 and "tenantId" = '000000'`, [account]).then((r) => r.rows[0].id)
  await w.db.pool.query(`update sys_user set "regionCode" = '510104001' where account = 'town' and "tenantId" = '000000'`)
  for (const [at, table, body] of [
    [S, 'gis_service', wms()],
    [L, 'gis_layer', layer()],
    [C, 'image_config', { name: '航片', formats: 'tif', maxSize: 10, sort: 1 }],
  ] as const) {
    const { data: id, msg } = await county.post(`${at}/submit`, { ...body, name: '共用' })
    expect([at, msg]).toEqual([at, '操作成功'])
    const madeBy = async (account: string) => w.db.pool.query(`update ${table} set "createUser" = $1 where id = $2`, [await maker(account), id])
    await madeBy('town')
    const row = (await county.get(`${at}/detail`, { id })).data
    for (const refused of [await county.post(`${at}/submit`, { ...row, name: '改名' }), await county.post(`${at}/remove`, {}, { ids: id })])
      expect([at, refused.status, refused.key, refused.msg]).toEqual([at, 403, 'published-elsewhere', '【共用】由其他地区发布，不能修改或删除'])
    expect((await county.get(`${at}/detail`, { id })).data).toEqual(row)
    await madeBy('county')
    expect((await county.post(`${at}/submit`, { ...row, createUser: await maker('county'), name: '改名' })).msg).toBe('操作成功')
    expect((await county.post(`${at}/remove`, {}, { ids: id })).msg).toBe('操作成功')
  }
  await w.db.pool.query(`update sys_user set "regionCode" = null where account = 'town' and "tenantId" = '000000'`)
})

test('a layer that names nothing, or is drawn in no way, is refused at its field', async () => {
  const wrong = async (over: object) => fieldsOf(await admin.post(`${L}/submit`, layer(over)))
  expect(await wrong({ source: 'service' })).toEqual(['serviceId'])
  expect(await wrong({ source: 'service', serviceId: '9' })).toEqual(['serviceId'])
  expect(await wrong({ source: 'image' })).toEqual(['imageId'])
  expect(await wrong({ layerName: null })).toEqual(['layerName'])
  expect(await wrong({ minZoom: 9, maxZoom: 8 })).toEqual(['maxZoom'])
  for (const style of ['red', '[]', '{"color":"red"}', '{"width":0}', '{"onload":"x"}']) expect([style, await wrong({ style })]).toEqual([style, ['style']])
  expect(await wrong({ fields: '=名称' })).toEqual(['fields'])
})

test('formats of pictures are those that are taken; the log is written by uploads alone', async () => {
  const config = { name: '航片', formats: 'tif,exe', maxSize: 10, sort: 1 }
  const C = '/yzt/manage/uploadconfiguration'
  expect(fieldsOf(await admin.post(`${C}/submit`, config))).toEqual(['formats'])
  const { data: id } = await admin.post(`${C}/submit`, { ...config, formats: 'tif,jpg' })
  expect((await admin.get(`${C}/listNotPage`)).data).toMatchObject([{ id, serviceUrl: '/api/yzt/image/{id}/{z}/{x}/{y}' }])
  expect((await admin.post('/yzt/manage/uploadlog/submit', { name: '航片' })).key).toBe('image-log-only')
  const row = await plant(w, image_log, 1, { regionCode: PLACES.village })
  expect((await admin.post('/yzt/manage/uploadlog/submit', { id: row.id, rev: 1, name: '航片2024' })).code).toBe(200)
  expect((await admin.get('/yzt/manage/uploadlog/detail', { id: row.id })).data.name).toBe('航片2024')
})

test('a plot of a household names a contractor and a parcel that there are, in one outline', async () => {
  const P = '/nhdkxx/gistdxznhdkxx'
  const plot = { regionCode: PLACES.village, nhdkbm: 'N1', nhxm: '赵六', mjm: '1.20', source: '1', status: '1' }
  const wrong = async (over: object) => fieldsOf(await admin.post(`${P}/submit`, { ...plot, ...over }))
  expect(await wrong({ cbfbm: '512021119203019999', dkbm: '5120211192030199999' })).toEqual(['cbfbm', 'dkbm'])
  const bow = 'POLYGON((105.3 29.8,105.301 29.801,105.301 29.8,105.3 29.801,105.3 29.8))'
  expect(await wrong({ geom: bow })).toEqual(['geom'])
  expect((await village.post(`${P}/submit`, plot)).code).toBe(403)
  const { data: id } = await (await w.as('town')).post(`${P}/submit`, plot)
  expect((await village.get(`${P}/list`, { nhxm: '赵' })).data.records).toMatchObject([{ id, nhdkbm: 'N1' }])
})
