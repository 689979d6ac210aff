// The wall's one call: its numbers are what plain SQL counts, of persons it knows a surname, and it fits on the wire.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import type { WallFigures } from './large.ts'

const VILLAGE = '512021119203'
let w: World, large: Client
beforeAll(async () => {
  w = await villageWorld()
  large = await w.as('large')
  const base = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
  for (const [i, [status, ago, name, region]] of (
    [
      ['3', 100, '欧阳小红', VILLAGE],
      ['3', 5000, '张三', `${VILLAGE}01`],
      ['3', 91 * 86_400, '李旧', VILLAGE],
      ['2', 50, '王在办', VILLAGE],
      ['3', 60, '赵外县', '510112101201'],
    ] as const
  ).entries())
    await w.db.pool.query(
      `insert into business (id, ${base}, "businessTypeCode", status, "obligeName", "businessReceiveTime", "finishTime")
        values ($1, $2, '000000', 1, $3, 1, $3, 1, $4, 'contract_renew', $5, $6, $7, $8)`,
      [9100 + i, region.slice(0, 6), w.ago(ago), region, status, name, w.ago(ago + 86_400), status === '3' ? w.ago(ago) : null],
    )
})
afterAll(() => w?.end())

const ask = async (regionCode = ''): Promise<WallFigures> => {
  const a = await large.get('/data/statistics/large', regionCode ? { regionCode } : {})
  expect(a.msg).toBe('操作成功')
  return a.data
}
const one = async (text: string) => (await w.db.pool.query(text)).rows[0]

test('cards, cases, contracts, grades and purposes are what plain SQL counts, of the region and of its children', async () => {
  for (const region of ['', '512021', VILLAGE]) {
    const found = await ask(region)
    const under = `"tenantId" = '000000' and "regionCode" like '${region || '512021'}%'`
    const truth = await one(`select (select count(*)::int from fbf where zt = '1' and ${under}) as issuers,
      (select count(*)::int from cbf where zt = '1' and cbflx = '1' and ${under}) as households,
      (select count(*)::int from dk where zt = '1' and dklb = '10' and ${under}) as parcels,
      (select sum(htzmjm)::float8 from cbht where qszt = '1' and ${under}) as area`)
    expect([region, found.cards]).toEqual([region, truth])
    const { n, due } = await one(`select count(*)::int as n, count(*) filter (where cbqxz <= '${w.ago(0).slice(0, 10)}'::date + interval '5 years')::int as due
      from cbht where qszt = '1' and ${under}`)
    expect([found.funnel.contracts, found.funnel.due]).toEqual([n, due])
    for (const [name, points] of [
      ['dldj', found.grades],
      ['tdyt', found.purposes],
    ] as const) {
      const { rows } = await w.db.pool
        .query(`select coalesce(${name}, '') as key, count(*)::int as n, sum(scmjm)::float8 as area from dk where zt = '1' and ${under}
        group by 1`)
      expect([name, points]).toEqual([name, rows.map((r) => [r.key, r.n, r.area]).toSorted(([a], [b]) => (a < b ? -1 : 1))])
    }
    expect(Math.round(found.regions.reduce((s, r) => s + r.area, 0) * 100) / 100).toBe(truth.area)
    expect(found.types).toEqual([{ type: 'contract_renew', values: { '2': 1, '3': 3 } }])
    expect([found.funnel.begun, found.funnel.finished]).toEqual([4, 3])
    expect(found.months.length).toBe(12)
  }
})

test('of whom a finished case was about the wall knows the surname; older cases, open ones and those of others are no news', async () => {
  expect((await ask()).ticker.map((t) => [t.type, t.name])).toEqual([
    ['contract_renew', '欧***'],
    ['contract_renew', '张*'],
  ])
  const text = JSON.stringify(await ask())
  for (const name of ['欧阳小红', '张三', '李旧', '王在办']) expect([name, text.includes(name)]).toEqual([name, false])
  const { rows } = await w.db.pool.query('select distinct cyxm from jtcy limit 500')
  expect(rows.filter((r) => r.cyxm.length > 1 && text.includes(r.cyxm))).toEqual([])
})

test('what the wall gets is at most fifty kilobytes, and nothing above the caller’s region', async () => {
  expect(Buffer.byteLength(JSON.stringify(await ask()))).toBeLessThan(50_000)
  expect((await large.get('/data/statistics/large', { regionCode: '51' })).key).toBe('out-of-region')
  expect((await large.get('/data/statistics/large', { regionCode: '5x' })).status).toBe(400)
})
