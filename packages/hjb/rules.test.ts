// Rules of the checks that a county puts otherwise: what is off is not found, what weighs otherwise does, a threshold is the rule's own; each change has its reason and stays.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { unpack } from '../package/archive.server.ts'
import { readTable } from '../package/mdb.server.ts'
import { openPackage } from '../package/open.server.ts'
import { readFile } from 'node:fs/promises'
import { FOLLOWINGS } from '../checks/causes.ts'
import { limits, ruleIds, severityOf } from '../checks/limits.ts'
import { isFixedRule, ownLimits, THRESHOLDS, weighed } from '../checks/settings.ts'

const PACKAGES = join(import.meta.dirname, '../../tests/packages')
let w: World, county: Client, dir: string
beforeAll(async () => {
  w = await world()
  county = await w.as('county')
  dir = await mkdtemp(join(tmpdir(), 'rules-'))
})
afterAll(async () => {
  await w?.end()
  await rm(dir, { recursive: true, force: true })
})
const put = (more: object) => county.post('/hjb/hjbrule/save', { regionCode: '512021', reason: '试点县要求', ...more })
type Refusal = [key: string | undefined, zh: string, en: string]
async function refused(more: object): Promise<Refusal> {
  const body = { regionCode: '512021', reason: '试点县要求', ...more }
  const ask = (lang: string) => county.send('POST', '/hjb/hjbrule/save', { body, headers: { 'accept-language': lang } })
  const [zh, en] = [await ask('zh'), await ask('en')]
  return [zh.key, zh.msg, en.msg]
}
/** What the checks find of a package, by rule and severity. */
async function found(id: string): Promise<Record<string, number>> {
  expect((await county.post('/hjb/hjbinfo/analysis', { id })).msg).toBe('操作成功')
  await w.jobs.idle()
  const { rows } = await w.db.pool.query(`select rule || severity as r, count(*)::int n from hjb_issue where "infoId" = $1 group by 1`, [id])
  return Object.fromEntries(rows.map((r: { r: string; n: number }) => [r.r, r.n]))
}

test('settings are of rules that are there, each threshold begins within its own bounds, and what protects is fixed', () => {
  for (const [rule, t] of Object.entries(THRESHOLDS)) {
    expect([rule, ruleIds.includes(rule), isFixedRule(rule)]).toEqual([rule, true, false])
    expect([rule, Number(limits[t.name]) >= t.min && Number(limits[t.name]) <= t.max]).toEqual([rule, true])
  }
  for (const { cause, rule } of FOLLOWINGS) expect([ruleIds.includes(cause), ruleIds.includes(rule), cause !== rule]).toEqual([true, true, true])
  // nothing follows from what follows from it
  for (const { cause, rule } of FOLLOWINGS) expect(FOLLOWINGS.some((f) => f.cause === rule && f.rule === cause)).toBe(false)
  const finding = { rule: 'C16', severity: 'W' as const, layer: '', object: '', field: '', value: '', message: '' }
  const set = (severity: 'off' | 'E' | null) => ({ C16: { severity, threshold: null }, J01: { severity: 'off' as const, threshold: null } })
  expect([weighed(set('off'), finding), weighed(set('E'), finding)?.severity, weighed(set(null), finding)?.severity]).toEqual([undefined, 'E', 'W'])
  expect(weighed(set('off'), { ...finding, rule: 'J01' })?.severity).toBe('W')
  const own = ownLimits({ C04: { severity: null, threshold: 0.5 }, D01: { severity: 'W', threshold: 3 } })
  expect([own.C04!.minVertexDistance_m, own.C10, own.D01]).toEqual([0.5, undefined, undefined])
})

test('a county puts rules otherwise, the checks follow, and every change stays with its reason', async () => {
  const { files } = await unpack(join(PACKAGES, 'B-variants.zip'), join(dir, 'variants'))
  const bytes = await readFile(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs)
  const fields = { regionCode: '512021', name: '规则', year: '2016', packageKind: 'full' }
  const { id } = (await county.upload('/hjb/hjbinfo/upload', { name: 'rules.zip', bytes }, fields)).data
  w.jobs.start()
  expect(await found(id)).toEqual({ C16W: 5 })
  expect((await put({ rule: 'C16', severity: 'E' })).msg).toBe('操作成功')
  expect(await found(id)).toEqual({ C16E: 5 })
  expect((await county.get('/hjb/hjbinfo/detail', { id })).data.status).toBe('3')
  expect((await put({ rule: 'C16', severity: 'T', reason: '只作提示' })).msg).toBe('操作成功')
  expect(await found(id)).toEqual({ C16T: 5 })
  expect((await put({ rule: 'C16', severity: '0', reason: '飞地多' })).msg).toBe('操作成功')
  // a parcel of the package is smaller: with this threshold it is a sliver
  expect((await put({ rule: 'C06', severity: 'W', threshold: '100' })).msg).toBe('操作成功')
  const is = await found(id)
  expect([is.C16W, is.C16E, is.C06E]).toEqual([undefined, undefined, undefined])
  expect((await put({ rule: 'C16', severity: 'S', reason: '恢复' })).msg).toBe('操作成功')
  expect((await found(id)).C16W).toBe(5)
  const history = (await county.get('/hjb/hjbrule/page', { regionCode: '512021', rule: 'C16' })).data.records
  expect(history.map((h: any) => [h.severity, h.reason]).toSorted()).toEqual([
    ['0', '飞地多'],
    ['E', '试点县要求'],
    ['S', '恢复'],
    ['T', '只作提示'],
  ])
  const list = (await county.get('/hjb/hjbrule/rules', { regionCode: '512021' })).data
  expect(list.map((r: any) => r.id)).toEqual(ruleIds)
  expect(list.find((r: any) => r.id === 'C06')).toMatchObject({
    severity: 'W',
    standard: severityOf('C06'),
    threshold: '100',
    standardThreshold: '1',
    unit: '平方米',
    fixed: false,
  })
  expect(list.find((r: any) => r.id === 'C16')).toMatchObject({ severity: 'S', reason: '恢复' })
  // another county and another tenant have the standard
  expect((await (await w.as('admin')).get('/hjb/hjbrule/rules', { regionCode: '510112' })).data.every((r: any) => r.severity === 'S')).toBe(true)
  expect((await county.get('/hjb/hjbrule/rules', { regionCode: '110101' })).code).toBe(403)
})

test('what is no rule, is fixed, has no threshold or no reason, or is of no county is refused, and nothing is kept', async () => {
  const count = async () => (await w.db.pool.query('select count(*)::int n from hjb_rule')).rows[0].n
  const before = await count()
  expect(await refused({ rule: 'Z99', severity: 'E' })).toEqual(['rule-unknown', '没有检查规则【Z99】', 'There is no rule Z99'])
  expect(await refused({ rule: 'A10', severity: '0' })).toEqual([
    'rule-fixed',
    '规则【A10】关系系统安全或登记库本身，不能调整',
    'Rule A10 keeps the system or the register safe and cannot be changed',
  ])
  expect(await refused({ rule: 'C04', severity: 'W', regionCode: '512021119' })).toEqual(['rule-county', '请选择县（市、区）', 'Choose a county'])
  expect((await refused({ rule: 'D01', severity: 'W', threshold: '1' }))[1]).toContain('该规则没有阈值')
  expect((await refused({ rule: 'C04', severity: 'W', threshold: '7' }))[2]).toContain('The threshold is between 0.001 and 1 (m)')
  expect((await put({ rule: 'C04', severity: 'W', reason: ' ' })).code).toBe(400)
  expect((await (await w.as('town')).post('/hjb/hjbrule/save', { regionCode: '512021', rule: 'C04', severity: 'W', reason: 'x' })).code).toBe(403)
  expect(await count()).toBe(before)
})

test('what follows from one cause is folded under it, and the findings go out for machines too', async () => {
  const bytes = await readFile(join(PACKAGES, 'B.zip'))
  const { id } = (
    await county.upload('/hjb/hjbinfo/upload', { name: 'B.zip', bytes }, { regionCode: '512021', name: '起因', year: '2016', packageKind: 'full' })
  ).data
  await found(id)
  const all = (await county.get('/hjb/hjbinfo/issues', { infoId: id, size: 1 })).data.total
  const causes = (await county.get('/hjb/hjbinfo/issues', { infoId: id, size: 1, isCause: 1 })).data.total
  const { rows } = await w.db.pool.query(`select rule, object, "causeRule" c from hjb_issue where "infoId" = $1 and "isCause" = 0 order by 1, 2`, [id])
  expect(all - causes).toBe(rows.length)
  expect(rows.map((r: any) => `${r.c}>${r.rule}`)).toEqual(expect.arrayContaining(['C02>D11', 'D12>D15', 'D17>D02', 'D20>A05']))
  const json = JSON.parse((await county.get('/hjb/hjblog/export', { infoId: id, format: 'json' })).raw.toString('utf8'))
  expect(json.findings.length).toBe(all)
  expect(json.findings.find((f: any) => f.cause === 'C02')).toMatchObject({ rule: expect.any(String), message: expect.any(String) })
  expect((await county.get('/hjb/hjblog/export', { infoId: id, format: 'xml' })).msg).toBe('格式应为xlsx或json')
})

/** Findings of the package of the test before, by rule. */
let broken = ''
test('what can be mended is proposed cell by cell; accepted with a reason it holds for the checks, and taken back nothing is left of it', async () => {
  broken = (await w.db.pool.query(`select id from hjb where name = '起因'`)).rows[0].id
  const ask = async (path: string, body: object) => {
    const r = await county.post(`/hjb/hjbinfo/${path}`, { id: broken, ...body })
    await w.jobs.idle()
    return r
  }
  const before = await found(broken)
  expect((await ask('proposeRepairs', {})).msg).toBe('操作成功')
  const list = (await county.get('/hjb/hjbrepair/page', { infoId: broken, size: 500 })).data.records
  const cells = (kind: string) => list.filter((r: any) => r.kind === kind).map((r: any) => [r.layer, r.object, r.field, r.was, r.becomes])
  // what the package is known to have, and nothing else
  const truth = JSON.parse(await readFile(join(PACKAGES, 'B-defects.json'), 'utf8')).defects as {
    check: string
    table: string
    field: string
    object: string
  }[]
  expect(cells('sex').map((c: string[]) => c[2])).toEqual(truth.filter((d) => d.check === 'F12').map((d) => d.field))
  expect(cells('number').length).toBe(list.filter((r: any) => /^\d{15}$/.test(r.was)).length)
  for (const [, , , was, becomes] of cells('blank')) expect(becomes.length).toBeLessThanOrEqual(was.length)
  expect(cells('total').map((c: string[]) => [c[2], c[3]])).toEqual([
    ['HTZMJ', '2251.66'],
    ['YHTZMJ', '4593.34'],
  ])
  expect(cells('count').map((c: string[]) => c[2])).toEqual(expect.arrayContaining(['CBFCYSL', 'CBDKZS']))
  expect(new Set(list.map((r: any) => r.kind))).toEqual(
    new Set(['blank', 'feature', 'sex', 'number', 'term', 'way', 'total', 'count', 'mu', 'share', 'name'].filter((k) => cells(k).length)),
  )
  // refused: without a reason, nothing chosen, nobody who may
  const said = ({ code, key, msg }: { code: number; key?: string; msg: string }) => [code, key, msg]
  expect((await ask('acceptRepairs', { kind: 'sex', reason: ' ' })).msg).toContain('请输入原因')
  expect(said(await ask('acceptRepairs', { reason: '核对过' }))).toEqual([400, 'repair-none', '请选择修复建议'])
  expect((await ask('acceptRepairs', { kind: 'dates', reason: '核对过' })).msg).toBe('没有这种修复方式')
  expect((await (await w.as('town')).post('/hjb/hjbinfo/acceptRepairs', { id: broken, kind: 'sex', reason: 'x' })).code).toBe(403)
  expect(await found(broken)).toEqual(before)
  // accepted: what they were about is found no more, and nothing new is
  for (const { kind } of (await county.get('/hjb/hjbinfo/repairCounts', { id: broken })).data)
    expect((await ask('acceptRepairs', { kind, reason: '核对过' })).data).toBe(cells(kind).length)
  expect((await county.get('/hjb/hjbinfo/detail', { id: broken })).data.status).toBe('1')
  const after = await found(broken)
  for (const rule of ['F12W', 'F10E', 'H03W', 'D08W', 'F18E', 'D04E']) expect([rule, before[rule]! > 0, after[rule]]).toEqual([rule, true, undefined])
  // a contract without any parcel stays: how many it should have nobody knows
  expect(after.H02E).toBe(before.H02E! - cells('count').filter((c: string[]) => c[2] === 'CBDKZS').length)
  // a holder under his right name may be named otherwise by neighbours: hints
  for (const [rule, n] of Object.entries(after)) if (!rule.endsWith('T')) expect([rule, n <= (before[rule] ?? 0)]).toEqual([rule, true])
  const log = (await w.db.pool.query(`select message from hjb_log where "infoId" = $1 and "stepCode" = 'repair' order by id desc limit 1`, [broken])).rows[0]
  expect(log.message).toContain('核对过')
  // taken back: as it came
  for (const { kind } of (await county.get('/hjb/hjbinfo/repairCounts', { id: broken })).data) await ask('retractRepairs', { kind, reason: '不采纳' })
  expect(await found(broken)).toEqual(before)
})

test('the quality of packages is told by year and by who surveyed what the findings are about', async () => {
  const { years, surveyors } = (await county.get('/hjb/hjbinfo/quality', { regionCode: '512021' })).data
  expect(years).toEqual([
    { year: 2016, packages: 2, errors: expect.any(Number), warnings: expect.any(Number), hints: expect.any(Number), parcels: expect.any(Number) },
  ])
  const all = await w.db.pool.query(`select sum("errorCount")::int e, sum("warnCount")::int w from hjb where "regionCode" = '512021'`)
  expect([years[0].errors, years[0].warnings]).toEqual([all.rows[0].e, all.rows[0].w])
  const named = await w.db.pool.query(`select count(*)::int n, count(*) filter (where severity = 'E')::int e from hjb_issue where surveyor is not null`)
  const sum = (key: string) => surveyors.reduce((s: number, r: any) => s + r[key], 0)
  expect([sum('errors'), sum('errors') + sum('warnings') + sum('hints'), surveyors.length > 1]).toEqual([named.rows[0].e, named.rows[0].n, true])
  // whose household it is
  const pkg = await openPackage(join(PACKAGES, 'B.zip'), join(dir, 'open-b'))
  const of = new Map([...readTable(pkg, 'CBF')].map((r) => [String(r.CBFBM), r.CBFDCY]))
  const { rows } = await w.db.pool.query(`select object, surveyor from hjb_issue where "infoId" = $1 and layer = 'CBF' and surveyor is not null`, [broken])
  expect(rows.length).toBeGreaterThan(0)
  for (const r of rows) if (of.get(r.object.slice(0, 18))) expect([r.object, r.surveyor]).toEqual([r.object, of.get(r.object.slice(0, 18))])
  expect((await county.get('/hjb/hjbinfo/quality', { regionCode: '512021', year: '1999' })).data.surveyors).toEqual([])
  expect((await county.get('/hjb/hjbinfo/quality', { regionCode: '110101' })).code).toBe(403)
})
