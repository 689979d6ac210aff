// Where a parcel may be drawn and how large, by its form: near the land of its village, of a size that a contract can say. Each refusal in both languages.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../../tests/samples.ts'
import { world, type Answer, type Client, type World } from '../../tests/world.ts'
import { m2, toMu } from '../definitions/area.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { sizeWrong } from '../definitions/parcel-size.ts'

const [GROUP, NEIGHBOUR] = ['51202111920301', '51202111920401'] as const
const DK = '/base-dlxx/dk'
let w: World
let county: Client
beforeAll(async () => {
  w = await world()
  county = await w.as('county')
  for (const regionCode of [GROUP, NEIGHBOUR]) ok(await county.post('/base-qssj/fbf/save', sample(fbf, { regionCode })))
})
afterAll(() => w?.end())
const ok = (a: Answer): any => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
/** A square of so many degrees. */
const square = (x: number, y: number, d = 0.001) => {
  const at = (dx: number, dy: number) => `${(x + dx * d).toFixed(9)} ${(y + dy * d).toFixed(9)}`
  return `POLYGON((${at(0, 0)},${at(1, 0)},${at(1, 1)},${at(0, 1)},${at(0, 0)}))`
}
/** A parcel as its form sends it, with the areas that the drawing has. */
async function parcel(geom: string, more: object = {}) {
  const body = sample(dk, { fbfbm: GROUP, geom, ...more })
  const areas = (scmj: string) => ({ ...body, scmj, scmjm: toMu(m2(scmj)) })
  const told = await county.post(`${DK}/save`, areas('777777.77'))
  expect(told.key).toBe('area-mismatch')
  return areas(told.data.drawn)
}
async function refused(verb: string, body: object): Promise<[key: string | undefined, zh: string, en: string]> {
  const [zh, en] = await Promise.all((['zh', 'en'] as const).map((l) => county.send('POST', `${DK}/${verb}`, { body, headers: { 'accept-language': l } })))
  const words = (a: Answer) => a.data?.fields?.[0]?.msg ?? a.msg
  return [zh!.key, words(zh!), words(en!)]
}
const FAR = [
  'outside-village',
  '地块图形距本村已有地块约55千米，超过20千米，请检查坐标；确有更远的地块，请在系统参数中调整距离',
  'The outline is about 55 km from the land of its village, more than 20 km: check its coordinates, or set a larger distance among the parameters',
]

test('a parcel lies near the land of its village, new or moved; the first of a village near that of the county', async () => {
  const id = ok(await county.post(`${DK}/save`, await parcel(square(105.3, 29.8))))
  expect(await refused('save', await parcel(square(105.3, 30.3)))).toEqual(FAR)
  expect((await refused('save', await parcel(square(104.9, 29.8))))[1]).toContain('距本村已有地块约38千米')
  const other = ok(await county.post(`${DK}/save`, await parcel(square(105.31, 29.9))))
  const { rev } = (await county.get(`${DK}/detail`, { id: other })).data
  expect(await refused('update', { ...(await parcel(square(105.3, 30.3))), id: other, rev })).toEqual(FAR)
  // what stays where it is, however far, is not asked again
  await sql`update dk set geom = ST_GeomFromText(${square(105.3, 30.3)}, 4326) where id = ${id}`.execute(w.db.owner)
  const far = (await county.get(`${DK}/detail`, { id })).data
  ok(await county.post(`${DK}/update`, { ...(await parcel(far.geom)), dkmc: '远地', id, rev: far.rev }))
  // the neighbouring village has no land yet
  expect((await refused('save', await parcel(square(107.6, 27.2), { fbfbm: NEIGHBOUR })))[1]).toContain('千米，超过60千米')
  expect((await refused('save', await parcel(square(106.3, 29.85), { fbfbm: NEIGHBOUR })))[1]).toContain('距本县已有地块约95千米，超过60千米')
  ok(await county.post(`${DK}/save`, await parcel(square(105.7, 30.1), { fbfbm: NEIGHBOUR })))
  // a shore of many corners is measured like a square
  const shore = (x: number, y: number, n = 500) => {
    const corners = Array.from({ length: n }, (_, i) => (2 * Math.PI * (i % n)) / n).map(
      (a) => `${(x + 0.001 * Math.cos(a)).toFixed(9)} ${(y + 0.001 * Math.sin(a)).toFixed(9)}`,
    )
    return `POLYGON((${[...corners, corners[0]].join(',')}))`
  }
  ok(await county.post(`${DK}/save`, await parcel(shore(105.7, 30.12), { fbfbm: NEIGHBOUR })))
  expect((await refused('save', await parcel(shore(105.7, 30.62), { fbfbm: NEIGHBOUR })))[1]).toContain('距本村已有地块约55千米')
  // a county whose villages are wider says so
  await sql`insert into param (id, "tenantId", rev, "createUser", "createTime", "updateUser", "updateTime", "paramName", "paramKey", "paramValue")
    values (7, '000000', 1, 1, ${w.ago(0)}, 1, ${w.ago(0)}, '距离', 'parcel.distance', '100')`.execute(w.db.owner)
  ok(await county.post(`${DK}/save`, await parcel(square(105.3, 30.35))))
})

test('no parcel is smaller than a hundredth of a mu, or larger than a village', async () => {
  const size = async (x: number, d: number, more: object = {}) => refused('save', await parcel(square(x, 29.82, d), more))
  expect(await size(105.32, 0.000001)).toEqual([
    'invalid',
    expect.stringMatching(/^地块面积0\.\d\d平方米（0\.00亩）不合理，应在0\.01亩至100000\.00亩之间，请检查图形$/),
    expect.stringMatching(/^An area of 0\.\d\d m² \(0\.00 mu\) cannot be: a parcel has 0\.01 to 100000\.00 mu\. Check the outline$/),
  ])
  expect((await size(105.4, 0.1))[1]).toContain('不合理')
  ok(await county.post(`${DK}/save`, await parcel(square(105.32, 29.82, 0.00003))))
  expect([sizeWrong(m2('3.33')), sizeWrong(m2('3.34')), sizeWrong(m2('66666666.67')), sizeWrong(m2('66666700.00'))].map((x) => !!x)).toEqual([
    true,
    false,
    false,
    true,
  ])
})
