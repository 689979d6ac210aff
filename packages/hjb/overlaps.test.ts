// A package beside the land of another village and another county: every pair of parcels that share ground is named, by the check, by the write and by the watch. And what packages say of borders.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageWorld, type Client, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { systemOf } from '../intake/overlaps.server.ts'
import type { Crs, StagedPackage } from '../package/staged.ts'
import { HJB } from './flow.ts'
import { heard } from '../../runtime/said.ts'

const VILLAGE = '512021119204'
let w: World
let admin: Client
let id = ''
beforeAll(async () => {
  w = await packageWorld()
  admin = await w.as('admin')
  // every second parcel of the village lies in the next county; what hangs on parcels keeps its own
  for (const c of await q(
    `select conrelid::regclass::text as t, conname as name from pg_constraint where contype = 'f' and conparentid = 0 and confrelid = 'dk'::regclass`,
  ))
    await q(`alter table ${c.t} drop constraint ${c.name}`)
  await q(`update dk set "countyCode" = '512022', dkbm = '512022' || substr(dkbm, 7), fbfbm = '512022' || substr(fbfbm, 7), "regionCode" = '512022' || substr("regionCode", 7)
    where right(dkbm, 1) in ('1', '3', '5', '7', '9')`)
  variants = (await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(w.dataDir, 'variants'))).files
  id = await uploaded(await readFile(variant('v00-clean.zip')))
})
let variants: readonly { path: string; abs: string }[] = []
const variant = (name: string) => variants.find((f) => f.path.endsWith(name))!.abs
const uploaded = async (bytes: Buffer): Promise<string> =>
  (await admin.upload('/hjb/hjbinfo/upload', { name: 'v.zip', bytes }, { regionCode: '512021', name: '大井村', year: '2016', packageKind: 'full' })).data.id
const landOnLand = (of: string) =>
  q<{ object: string; severity: string; message: string; lon: string | null }>(
    `select object, severity, message, lon from hjb_issue where "infoId" = ${of} and rule = 'J07' order by object`,
  )
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
    await q<{ pair: string; area: string; whole: boolean; other: boolean }>(`select least(a.dkbm, b.dkbm) || '|' || greatest(a.dkbm, b.dkbm) as pair,
      ST_Equals(a.geom, b.geom) as whole, '99' in (a.dklb, b.dklb) as other,
      round(ST_Area(ST_Transform(ST_Intersection(a.geom, b.geom), 4544))::numeric, 2)::text as area from dk a join dk b on b.geom && a.geom and b.zt = '1' and left(b.dkbm, 12) <> '${VILLAGE}'
      where a.zt = '1' and left(a.dkbm, 12) = '${VILLAGE}' order by 1`)
  ).filter((p) => Number(p.area) >= 0.1)

let named: string[] = []
test('the check names every parcel of the base that a parcel of the package covers, with both codes, and does not pass', async () => {
  // an issuer of the register stands in the village already, under the name of one that the package brings
  await q(`insert into fbf select (jsonb_populate_record(f, jsonb_build_object('id', 999, 'fbfbm', '${VILLAGE}99', 'fbfmc', '周礼镇大井村二组', 'regionCode', '${VILLAGE}99'))).*
    from fbf f order by f.id limit 1`)
  await pass('analysis', { id })
  await q('delete from fbf where id = 999')
  expect(await status()).toBe(HJB.failed)
  expect(await q(`select object, severity, value from hjb_issue where "infoId" = ${id} and rule = 'F22'`)).toEqual([
    { object: `${VILLAGE}02|${VILLAGE}99`, severity: 'W', value: '周礼镇大井村2组' },
  ])
  const found = await q<{ object: string; severity: string; value: string; message: string; lon: string }>(
    `select object, severity, value, message, lon from hjb_issue where "infoId" = ${id} and rule = 'J07' order by object`,
  )
  named = found.map((f) => f.object)
  // the outlines of the package are those of 70 parcels of the other village: each lies on one
  expect(named.length).toBe(70)
  expect(new Set(named.flatMap((n) => n.split('|').filter((c) => c.startsWith(VILLAGE)))).size).toBe(70)
  expect(named.filter((n) => n.includes('512022')).length).toBeGreaterThan(20)
  expect(named.filter((n) => !n.includes('512022')).length).toBeGreaterThan(20)
  for (const f of found) {
    const [a, b] = f.object.split('|')
    expect(f.severity).toBe(Number(f.value) > 0.5 ? 'E' : 'W')
    expect([f.message.includes(a!), f.message.includes(b!), Number(f.value) >= 0.1, Number(f.lon) > 100]).toEqual([true, true, true, true])
  }
})

test('a package in degrees or in a former system is compared as well; where nobody knows how, the check says that it was not', async () => {
  const degrees = await uploaded(await readFile(variant('v08-geographic.zip')))
  await pass('analysis', { id: degrees })
  const inDegrees = await landOnLand(degrees)
  expect(inDegrees.map((f) => f.object)).toEqual(named)
  expect(inDegrees.every((f) => Number(f.lon) > 100)).toBe(true)
  const { files } = await unpack(variant('v00-clean.zip'), join(w.dataDir, 'former'))
  const zip = new ZipArchive({})
  for (const f of files) {
    const bytes = await readFile(f.abs)
    const text = f.path.endsWith('.prj') ? String(bytes).replaceAll(/China_Geodetic_Coordinate_System_2000|China_2000|CGCS2000/g, 'Xian_1980') : undefined
    zip.append(Readable.from([text ?? bytes]), { name: f.path })
  }
  void zip.finalize()
  const parts: Buffer[] = []
  for await (const part of zip) parts.push(part as Buffer)
  const former = await uploaded(Buffer.concat(parts))
  await pass('analysis', { id: former })
  expect((await landOnLand(former)).map((f) => [f.object, f.severity, f.message])).toEqual([
    ['DK', 'W', '地块未与库中地块比较：坐标系【1980西安坐标系】没有换算到2000国家大地坐标系的参数，请更正后重新检查'],
  ])
  await q(`insert into param (id, "tenantId", rev, "createUser", "createTime", "updateUser", "updateTime", "paramName", "paramKey", "paramValue")
    values (77, '000000', 1, 1, '${w.ago(0)}', 1, '${w.ago(0)}', '西安80', '${PARAMS.xian80.key}', '0,0,0')`)
  await pass('analysis', { id: former })
  expect((await landOnLand(former)).filter((f) => named.includes(f.object)).length).toBeGreaterThan(60)
  await q('delete from param where id = 77')
  // places that contradict each other are no places
  const crs = { kind: 'projected', datum: 'cgcs2000', centralMeridian: 108, zonePrefix: true } as Crs
  const layers = [{ name: 'DK', numbers: { kind: 'metres', zone: 35 } }]
  expect(systemOf({ crs, layers } as StagedPackage, {})).toEqual({ why: '坐标带号35与中央经线108度不符' })
  expect(systemOf({ crs: null, layers } as unknown as StagedPackage, {})).toEqual({ why: '无法判断坐标系' })
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
  // each lies on its other corner for corner, so no measure of area makes it fewer; who leaves out other land of the collective (dklb 99) counts 68
  expect(pairs.filter((p) => p.whole)).toHaveLength(70)
  expect(pairs.filter((p) => !p.other)).toHaveLength(68)
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

test('borders that packages told are looked at, taken over by an administrator of the platform, and given back as they were', async () => {
  const [told] = await q<{ id: string }>(`select "causeId" as id from land_feature where layer = 'CJQY' and "toDay" is null limit 1`)
  const of = told!.id
  // what a package may say and must not have: each beside the outline of a village
  const planted = (code: string, n: number, geom = 'f.geom') =>
    q(`insert into land_feature select "countyCode", ${n}, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "countyCode", layer, '${n}', '错', attrs || '{"CJQYDM": "${code}"}',
      ${geom}, digest, "fromDay", null, "causeId", null from land_feature f where layer = 'CJQY' and "toDay" is null and id > 1000 order by id limit 1`)
  await planted('110101001001', 901)
  await planted('512021999999', 902)
  await planted('51202111', 903)
  await planted('512021119204', 904, `ST_GeomFromText('POLYGON((105 30, 105.1 30.1, 105.1 30, 105 30.1, 105 30))', 4326)`)
  const look = async (who = admin) => (await who.get('/hjb/hjbinfo/borders', { id: of })).data
  const ground = async () => (await q(`select code, ST_AsText(geom) g, ST_AsText(name) n from region_outline order by code`)).map((r) => JSON.stringify(r))
  const before = await ground()
  const seen = await look()
  const stateOf = (code: string) => seen.borders.filter((b: any) => b.code === code).map((b: any) => [b.state, b.why])
  expect(seen.mayMove).toBe(true)
  expect(stateOf('110101001001')).toEqual([['refused', '不属于本县（市、区）']])
  expect(stateOf('512021999999')).toEqual([['refused', '系统中没有该行政区划']])
  expect(stateOf('51202111')).toEqual([['refused', '区划代码不合规']])
  expect(stateOf('512021119204').every(([state]: string[]) => state === 'refused')).toBe(true)
  const mayTake = seen.borders.filter((b: any) => b.state === 'moved' || b.state === 'new')
  expect(mayTake.length).toBeGreaterThan(2)
  const [first] = mayTake
  const both = (await admin.get('/hjb/hjbinfo/border', { id: of, code: first.code })).data
  expect([JSON.parse(both.becomes).type.endsWith('Polygon'), both.was === '' || JSON.parse(both.was).type === 'MultiPolygon']).toEqual([true, true])
  const take = (who: Client, borders: unknown) => who.post('/hjb/hjbinfo/takeBorders', { id: of, borders })
  const said = ({ code, key, msg }: { code: number; key?: string; msg: string }) => [code, key, msg]
  // refused, and nothing moves
  expect(said(await take(admin, [{ code: '512021999999', mark: 'x' }]))).toEqual([
    409,
    'border-refused',
    '区划【512021999999】的界线不能采用：系统中没有该行政区划',
  ])
  expect(said(await take(admin, [{ code: first.code, mark: 'x' }]))).toEqual([409, 'border-changed', `区划【${first.code}】的界线已有变化，请重新查看后再采用`])
  expect(said(await take(admin, []))).toEqual([400, 'border-none', '没有可调整的界线'])
  expect(said(await take(await w.as('county'), [{ code: first.code, mark: first.mark }]))).toEqual([
    403,
    'border-admin',
    '行政区界线为各租户共用，只有平台管理员可以调整',
  ])
  expect((await look(await w.as('county'))).mayMove).toBe(false)
  expect(await ground()).toEqual(before)
  // taken over: each outline is the one of the package, and the look says so
  const marked = mayTake.map(({ code, mark }: any) => ({ code, mark }))
  expect((await take(admin, marked)).data).toBe(marked.length)
  const after = (await look()).borders.filter((b: any) => marked.some((m: any) => m.code === b.code))
  expect(after.every((b: any) => b.state === 'same' && b.taken)).toBe(true)
  expect(
    await q(`select count(distinct o.code)::int n from region_outline o join land_feature f on ST_AsText(ST_Multi(f.geom)) = ST_AsText(o.geom) and ST_Covers(o.geom, o.name)
    where f."toDay" is null and o.code = any('{${marked.map((m: any) => m.code).join()}}')`),
  ).toEqual([{ n: marked.length }])
  expect((await q(`select count(*)::int n from audit_event where action = 'hjb.takeBorders'`))[0].n).toBeGreaterThan(0)
  // somebody moved one since: nothing is given back
  await q(`update region_outline set geom = ST_Multi(ST_Buffer(geom, 0.001)) where code = '${first.code}'`)
  expect(said(await admin.post('/hjb/hjbinfo/returnBorders', { id: of }))).toEqual([409, 'border-later', `区划【${first.code}】的界线之后又有调整，不能恢复`])
  await q(`update region_outline o set geom = ST_Multi(f.geom) from land_feature f where o.code = '${first.code}' and f."toDay" is null and f.layer = '${first.layer}'
    and '${first.code}' in (f.attrs ->> 'XZQDM', f.attrs ->> 'XJQYDM', f.attrs ->> 'CJQYDM', f.attrs ->> 'ZJQYDM')`)
  expect((await admin.post('/hjb/hjbinfo/returnBorders', { id: of })).data).toBe(marked.length)
  expect(await ground()).toEqual(before)
  expect(said(await admin.post('/hjb/hjbinfo/returnBorders', { id: of }))).toEqual([400, 'border-none', '没有可调整的界线'])
  await q('delete from land_feature where id between 901 and 904')
})
