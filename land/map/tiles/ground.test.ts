// The ground of the map: borders of regions and their names, by zoom; what a region without outline has; who may read and who may write.
import { afterAll, beforeAll, expect, test } from 'vitest'
import MVT from 'ol/format/MVT.js'
import Feature from 'ol/Feature.js'
import { world, type Client, type World } from '../../../tests/world.ts'
import { tileAt } from './testing.ts'
import { groundStyle } from '../web/ground-style.web.ts'

/** In 玉顶村, where the brook leaves the second group. */
const PLACE = [105.0266, 30.1441] as const
let w: World, county: Client
beforeAll(async () => {
  w = await world()
  county = await w.as('county')
})
afterAll(() => w?.end())

const pathOf = (z: number) => `/map/region/tile/${tileAt(z, PLACE).join('/')}`
/** What a tile around the place has: codes of borders by length, and names. */
async function ground(who: Client, z: number) {
  const a = await who.send('GET', pathOf(z))
  expect(a.status).toBe(200)
  const features = new MVT().readFeatures(Uint8Array.from(a.raw).buffer)
  const borders = features.filter((f) => f.get('layer') === 'borders')
  expect(borders.every((f) => /LineString$/.test(f.getType()))).toBe(true)
  const codes = borders.map((f) => String(f.get('code')))
  return {
    lengths: [...new Set(codes.map((c) => c.length))].toSorted((a, b) => a - b),
    codes,
    names: features.filter((f) => f.get('layer') === 'names').map((f) => String(f.get('name'))),
  }
}

test('each zoom has the borders that are wide enough to be seen, and the names of its narrowest', async () => {
  expect((await ground(county, 5)).codes).toEqual([])
  expect(await ground(county, 7)).toMatchObject({ lengths: [6], codes: ['512021'], names: ['安岳县'] })
  const towns = await ground(county, 9)
  expect([towns.lengths, towns.codes.length > 10, towns.names.includes('周礼镇'), towns.names.includes('玉顶村')]).toEqual([[6, 9], true, true, false])
  const villages = await ground(county, 11)
  expect([villages.lengths.includes(14), villages.names.includes('玉顶村')]).toEqual([false, true])
  const groups = await ground(county, 14)
  expect(groups.lengths).toContain(14)
  expect([groups.codes.includes('51202111920302'), groups.names.includes('安岳县')]).toEqual([true, false])
  // each name in one tile alone
  const tiles = await Promise.all(
    [-1, 0, 1].map(async (dx) => {
      const [z, x, y] = tileAt(14, PLACE)
      const { raw } = await county.send('GET', `/map/region/tile/${z}/${x + dx}/${y}`)
      return new MVT().readFeatures(Uint8Array.from(raw).buffer).map((f) => f.get('name') as string | undefined)
    }),
  )
  const names = tiles.flat().filter(Boolean)
  expect(names.length).toBe(new Set(names).size)
})

test('another tenant has the same ground; who has it is told so until a region is called otherwise or lies otherwise', async () => {
  expect(await ground(await w.as('other'), 11)).toEqual(await ground(county, 11))
  const first = await county.send('GET', pathOf(11))
  const again = (tag: unknown) => county.send('GET', pathOf(11), { headers: { 'if-none-match': String(tag) } })
  expect((await again(first.headers.etag)).status).toBe(304)
  await w.db.pool.query(`update region set name = '玉鼎村' where code = '512021119203'`)
  const renamed = await again(first.headers.etag)
  expect([renamed.status, (await ground(county, 11)).names.includes('玉鼎村')]).toEqual([200, true])
  await w.db.pool.query(`delete from region_outline where code = '512021119203'`)
  expect([(await again(renamed.headers.etag)).status, (await ground(county, 11)).codes.includes('512021119203')]).toEqual([200, false])
})

test('what is no tile is refused, and so is a person without the map; no other tenant than the platform’s writes an outline', async () => {
  for (const at of ['region/tile/99/0/0', 'region/tile/1/2/0', 'dk/tile/14/99999999/0', 'dk/tile/14/0/16384', 'layer/tile/14/16384/0']) {
    const bad = await county.send('GET', `/map/${at}`)
    expect([at, bad.status, bad.msg]).toEqual([at, 400, '瓦片编号不正确'])
  }
  expect((await w.nobody.send('GET', pathOf(11))).status).toBe(401)
  const write = async (tenantId: string) => {
    const { numUpdatedRows } = await w.db.transaction({ tenantId }, (tx) =>
      tx.updateTable('region_outline').set({ code: '512021' }).where('code', '=', '512021').executeTakeFirst(),
    )
    return Number(numUpdatedRows)
  }
  expect([await write('100001'), await write('000000')]).toEqual([0, 1])
})

test('a border is a line without a filling, wider where the region is wider, and a name is a text alone', () => {
  const style = groundStyle(false)
  const [county_, group] = ['512021', '51202111920301'].map((code) => style(new Feature({ layer: 'borders', code })))
  expect([county_!.getFill(), county_!.getStroke()!.getWidth()! > group!.getStroke()!.getWidth()!]).toEqual([null, true])
  const name = style(new Feature({ layer: 'names', code: '512021', name: '安岳县' }))
  expect([name.getText()!.getText(), name.getStroke()]).toEqual(['安岳县', null])
})
