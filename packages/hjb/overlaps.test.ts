// A package beside the land of another village: every pair of parcels that share ground is named, by the check, by the write and by the watch.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageWorld, type Client, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { HJB } from './flow.ts'
import { heard } from '../../runtime/said.ts'

const VILLAGE = '512021119204'
let w: World
let admin: Client
let id = ''
beforeAll(async () => {
  w = await packageWorld()
  admin = await w.as('admin')
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(w.dataDir, 'variants'))
  const bytes = await readFile(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs)
  id = (await admin.upload('/hjb/hjbinfo/upload', { name: 'v00.zip', bytes }, { regionCode: '512021', name: '大井村', year: '2016', packageKind: 'full' })).data
    .id
})
afterAll(() => w?.end())
const q = async <T = any>(text: string): Promise<T[]> => (await w.db.pool.query(text)).rows
async function pass(path: string, body: object): Promise<void> {
  const r = await admin.post(`/hjb/hjbinfo/${path}`, body)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  await w.jobs.idle()
}
const status = async () => (await q(`select status from hjb where id = ${id}`))[0].status

/** Pairs `a|b` with their common ground, as the database measures them once all lies in one table. */
const measured = async () =>
  (
    await q<{ pair: string; area: string }>(`select least(a.dkbm, b.dkbm) || '|' || greatest(a.dkbm, b.dkbm) as pair,
      round(ST_Area(ST_Transform(ST_Intersection(a.geom, b.geom), 4544))::numeric, 2)::text as area from dk a join dk b on b.geom && a.geom and b.zt = '1' and left(b.dkbm, 12) <> '${VILLAGE}'
      where a.zt = '1' and left(a.dkbm, 12) = '${VILLAGE}' order by 1`)
  ).filter((p) => Number(p.area) >= 0.1)

let named: string[] = []
test('the check names every parcel of the base that a parcel of the package covers, with both codes, and does not pass', async () => {
  await pass('analysis', { id })
  expect(await status()).toBe(HJB.failed)
  const found = await q<{ object: string; severity: string; value: string; message: string; lon: string }>(
    `select object, severity, value, message, lon from hjb_issue where "infoId" = ${id} and rule = 'J07' order by object`,
  )
  named = found.map((f) => f.object)
  // the outlines of the package are those of 70 parcels of the other village: each lies on one
  expect(named.length).toBe(70)
  expect(new Set(named.flatMap((n) => n.split('|').filter((c) => c.startsWith(VILLAGE)))).size).toBe(70)
  for (const f of found) {
    const [a, b] = f.object.split('|')
    expect(f.severity).toBe(Number(f.value) > 0.5 ? 'E' : 'W')
    expect([f.message.includes(a!), f.message.includes(b!), Number(f.value) >= 0.1, Number(f.lon) > 100]).toEqual([true, true, true, true])
  }
})

test('a package that was checked before the other land came is not written', async () => {
  await q(`update hjb set status = '${HJB.accepted}' where id = ${id}`)
  await pass('transfer', { id })
  expect(await status()).toBe(HJB.writeFailed)
  expect(await q(`select 1 from dk where left(dkbm, 12) = '${VILLAGE}'`)).toEqual([])
  const [last] = await q(`select message from hjb_log where "infoId" = ${id} order by id desc limit 1`)
  expect(last.message).toContain('平方米，未入库任何数据，请重新检查汇交包')
})

test('what lies on each other in the register all the same is found by the watch, the same pairs', async () => {
  await q(`update dk set zt = '8' where zt = '1'`)
  await q(`update hjb set status = '${HJB.accepted}' where id = ${id}`)
  await pass('transfer', { id })
  expect(await status()).toBe(HJB.initialised)
  await q(`update dk set zt = '1' where zt = '8'`)
  const pairs = await measured()
  expect(pairs.map((p) => p.pair)).toEqual(named)
  await (await w.as('county')).post('/watch/start', { regionCode: VILLAGE })
  await w.jobs.idle()
  const found = await q<{ code: string; detail: string; severity: string }>(
    `select "objectCode" as code, detail, severity from watch_finding where rule = 'L1' and "isOpen" = 1 and left("objectCode", 12) = '${VILLAGE}'`,
  )
  const told = found.flatMap((f) =>
    heard(f.detail, 'zh')
      .split('；')
      .map((x) => [f.code, /^与(\d{19})重叠[\d.]+平方米$/.exec(x)![1]!].toSorted().join('|')),
  )
  expect(told.toSorted()).toEqual(pairs.map((p) => p.pair))
  for (const f of found) {
    const worst = Math.max(...pairs.filter((p) => p.pair.includes(f.code)).map((p) => Number(p.area)))
    expect([f.code, f.severity]).toEqual([f.code, worst > 0.5 ? 'error' : 'warn'])
  }
})
