// The progress of a campaign with households in every state against loops over the list of households; each number leads to exactly its rows; what is refused.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { planRoutes } from '../../land/fbf/plan.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { dict_biz, param } from '../../platform/definitions/system.ts'
import { attachTo, bench, FBFBM, land, registered, VILLAGE, type Bench } from '../../tests/case-bench.ts'
import { stories, type House } from '../../tests/type-stories.ts'
import { batchJob } from '../../business/cases/batch.server.ts'
import { objection, publicity } from '../../business/publicity/publicity.ts'
import { extensionSlice } from '../../business/extension/households/routes.server.ts'
import { ofDay, overall, progressIndicators, SPLITS, STATE_FIGURES, USUAL_RULES, type CampaignFigures, type ProgressSet } from './indicators.ts'
import { progressSlice } from './routes.server.ts'

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
const FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'HYJL', 'DKSYT', 'GSB']
const PERMS = [
  'extension_household_view',
  'extension_household_edit',
  'extension_household_export',
  'figure_view',
  'cbf_view',
  'fbf_plan_add',
  'fbf_plan_check',
]
const PATHS: Readonly<Record<ProgressSet, string>> = { progress: '/ybProcess/common/progress', renew: '/dzzw/analyze/htqd/renew' }
const LIST = '/ybProcess/cbfBusiness/page'
const OTHER_VILLAGE = '510112101202'
/** Of one household a longer term; one of another issuer, in another village. */
const MORE: Readonly<Record<number, object>> = { 7: { years: 40 }, 12: { fbfbm: `${OTHER_VILLAGE}00` } }
let b: Bench
let told: ReturnType<typeof stories>
let houses: House[]

const ok = (r: { msg: string; data: any }): any => {
  expect(r.msg).toBe('操作成功')
  return r.data
}
const act = async (verb: string, body: object) => ok(await b.call('village')('POST', `/ybProcess/cbfBusiness/${verb}`, body))
const DONE = { wish: '1', surveyDay: '2026-03-01', surveyor: '李四', finished: 1 }
const survey = (n: number, more: object) => act('submit', { cbfbm: houses[n]!.cbfbm, ...more })
const aside = (n: number, more: object) => act('set-aside', { cbfbms: houses[n]!.cbfbm, reason: '原因', ...more })
/** Begins the extension of households in one case and sends it. */
async function begun(...list: number[]): Promise<string> {
  const [id] = (await act('start', { cbfbms: list.map((n) => houses[n]!.cbfbm).join(','), as: '1' })).businessIds
  const d = await told.detail(id)
  await attachTo(b, id, FILES)
  const { form, obligeName, obligeIdType, obligeIdCard, obligePhone, businessName, businessTypeCode, businessItemCode, doSign, businessReceiver } = d
  const sent = { obligeName, obligeIdType, obligeIdCard, obligePhone, businessName, businessTypeCode, businessItemCode, doSign, businessReceiver }
  ok(await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, businessReceiveTime: d.businessReceiveTime, form, id, rev: d.rev }))
  return id
}
const enter = (unit: string, acts: Act[], kind: 'desk' | 'import' = 'desk') =>
  b.as('admin', (ctx) => write(ctx, { cause: { kind, id: '9' }, unit, regionCode: VILLAGE, day: '2026-03-17', acts }))
beforeAll(async () => {
  b = await bench({ routes: [...planRoutes, ...extensionSlice(registry).routes, ...progressSlice.routes], perms: PERMS })
  told = stories(b, { typeCode: 'contract_renew', name: '延包', files: FILES })
  await land(b, [])
  houses = []
  for (let n = 1; n <= 12; n++) {
    const h = await registered(b, n, [`000${String(n).padStart(2, '0')}`], [], { phone: `138123456${n + 10}`, ...MORE[n] })
    await attachTo(b, String((await told.one('cbf', `cbfbm = '${h.cbfbm}'`)).id), ['CBFSFZ', 'CBFHKB'])
    houses.push(h)
  }
  await b.as('admin', async (ctx) => {
    for (const dictKey of ['-1', '2', '4', '6'])
      await rows.insert(ctx, dict_biz, { code: 'household_tag', dictKey, dictValue: dictKey, parentId: dictKey === '-1' ? null : '1', isSealed: 0 } as never)
  })
  const days = { fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-02-10' }
  const plan = ok(await b.call('town')('POST', '/base-qssj/fbf-plan/submit', { fbfbm: FBFBM, roundNo: 3, ...days, planName: '延包方案', reason: '镇政府批准' }))
  await attachTo(b, plan, ['fbf_plan'])
  ok(await b.call('county')('POST', '/base-qssj/fbf-plan/confirm', { rev: 1 }, { id: plan }))
  for (const n of [0, 1, 2, 3, 4, 7, 8]) await survey(n, { ...DONE, ybddlx: '1' })
  await survey(9, { ...DONE, ybddlx: '3' })
  for (const n of [5, 10]) await survey(n, { wish: '1' })
  // registered, one of them with its certificate; signed in a case; posted; being posted
  const first = await begun(0, 1)
  await told.to(first, 'sign')
  await told.signOnPaper(first)
  ok(await told.step(first, 'town'))
  await b.run(batchJob(registry), b.queued.at(-1)!.payload)
  await enter('issue', [{ act: 'certificate', code: houses[0]!.code, event: 'print', serial: '900' }])
  await enter('issued', [{ act: 'certificate', code: houses[0]!.code, event: 'issue', fzrq: '2026-03-17', fzjg: '县政府', bznf: 2026 }])
  b.setDay('2026-03-02')
  const second = await begun(2)
  await told.to(second, 'sign')
  await told.signOnPaper(second)
  b.setDay('2026-03-02')
  await told.to(await begun(3), 'sign')
  b.setDay('2026-03-02')
  await told.to(await begun(4), 'publicity')
  // gave up; extinct; postponed
  await aside(7, { ybStatus: '7', reasonTag: '6' })
  await aside(8, { ybStatus: '7', reasonTag: '2' })
  await aside(5, { ybStatus: '8' })
  b.setDay('2026-03-17')
  await enter(
    'ends',
    [
      { act: 'endBook', djbId: String((await told.current(houses[10]!)).id), reason: '消亡', qszt: '3' },
      { act: 'certificate', code: houses[10]!.code, event: 'cancel', reason: '消亡' },
      { act: 'endContractor', cbfbm: houses[10]!.cbfbm, zxyylx: '2' },
    ] as Act[],
    'import',
  )
})
afterAll(() => b?.end())

const ask = async (set: ProgressSet, regionCode = '510112101'): Promise<CampaignFigures> => ok(await b.call('town')('GET', PATHS[set], {}, { regionCode }))
const list = async (query: Record<string, string>): Promise<{ total: number; records: any[] }> =>
  ok(await b.call('town')('GET', LIST, {}, { regionCode: '510112101', size: '100', ...query }))
const hundredths = (v: unknown) => Math.round(Number(v ?? 0) * 100)
const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 100)

/** The figures of some households of the list, by loops. */
function counted(all: readonly any[]) {
  const has = (states: string) => all.filter((h) => states.includes(h.ybStatus)).length
  const due = all.filter((h) => !(h.ybStatus === '7' && (h.zt !== '1' || ['2', '4'].includes(h.reasonTag)))).length
  const [surveyed, posted, signed, issued] = [has('2345678'), has('456'), has('56'), has('6')]
  const rates = [rate(surveyed, all.length), rate(posted, due), rate(signed, due), rate(issued, due)]
  const [a, p, s, i] = rates
  return {
    households: all.length,
    due,
    surveyed,
    posted,
    signed,
    issued,
    left: has('7'),
    postponed: has('8'),
    surveyRate: a,
    postedRate: p,
    signRate: s,
    issuedRate: i,
    progress: due === 0 ? null : Math.round(0.2 * hundredths(a) + 0.2 * hundredths(p) + 0.5 * hundredths(s) + 0.1 * hundredths(i)) / 100,
    change3: all.filter((h) => h.ybddlx === '3').length,
    change3Area: all.filter((h) => h.ybddlx === '3').reduce((n, h) => n + hundredths(h.htzmjm), 0) / 100,
  }
}

test('the figures of the campaign are those of loops over the list of its households, for a region and each below it', async () => {
  const all = (await list({})).records
  expect(new Set(all.map((h) => h.ybStatus))).toEqual(new Set(['0', '2', '3', '4', '5', '6', '7', '8']))
  const found = await ask('progress')
  expect(found.total).toMatchObject(counted(all))
  expect(found.children.map((c) => c.regionCode)).toEqual([VILLAGE, OTHER_VILLAGE])
  for (const c of found.children) expect([c.regionCode, c.values]).toMatchObject([c.regionCode, counted(all.filter((h) => h.cbfbm.startsWith(c.regionCode)))])
  for (const [key, state] of STATE_FIGURES) expect([key, found.total[key]]).toEqual([key, all.filter((h) => h.ybStatus === state).length])
  // what was extended: the two households whose contract is registered
  const contracts = await told.all('cbht', `htlx = '3' and qszt = '1'`)
  const area = (name: string) => contracts.reduce((n, t) => n + hundredths(t[name]), 0) / 100
  expect(contracts.length).toBe(2)
  expect([found.total.extendedArea, found.total.formerArea]).toEqual([area('htzmjm'), area('yhtzmjm')])
  expect([found.total.groups, found.total.completeGroups, found.total.completeVillages]).toEqual([2, 0, 0])
})

test('the signing tells the same basic figures, and how and when contracts are signed', async () => {
  const all = (await list({})).records
  const [progress, renew] = [await ask('progress'), await ask('renew')]
  for (const key of ['due', 'signed', 'signRate', 'extendedArea']) expect([key, renew.total[key]]).toEqual([key, progress.total[key]])
  for (const [i, c] of renew.children.entries())
    expect([c.values.due, c.values.signed]).toEqual([progress.children[i]!.values.due, progress.children[i]!.values.signed])
  const signed = all.filter((h) => ['5', '6'].includes(h.ybStatus))
  expect(renew.total).toMatchObject({ signed: 3, unsigned: counted(all).due - 3, onPaper: 3, online: 0, onSite: 0, kind1: 3, expired: 0, refused: 0 })
  // received on the 2nd, signed on the 17th
  expect(renew.total.meanDays).toBe(15)
  expect(renew.series.find((s) => s.name === 'day')!.points).toEqual([['2026-03-17', signed.length]])
  await b.db.owner.updateTable('contract_file').set({ signStatus: '5' }).where('cbfbm', '=', houses[3]!.cbfbm).execute()
  expect((await ask('renew')).total).toMatchObject({ expired: 1, refused: 0 })
})

test('objections against postings of plans and extensions are counted where they lie, and those that are settled', async () => {
  const before = (await ask('progress')).total
  expect([before.objections ?? 0, before.objectionsSettled ?? 0]).toEqual([0, 0])
  const [posting] = await told.all('publicity', 'true')
  const against = (regionCode: string, publicityId: unknown, status: string) =>
    b.as('admin', (ctx) =>
      rows.insert(ctx, objection, {
        regionCode,
        publicityId: String(publicityId),
        objector: '赵六',
        objectorIdType: '1',
        objectorIdCard: '510112199001010010',
        phone: '13800000002',
        targetCode: houses[3]!.cbfbm,
        content: '不同意',
        status,
      } as never),
    )
  for (const status of ['0', '1', '2', '3', '4']) await against(VILLAGE, posting!.id, status)
  // of another kind of case, which is no extension
  const other = await b.as('admin', (ctx) =>
    rows.insert(ctx, publicity, {
      regionCode: VILLAGE,
      subjectKind: 'x',
      subjectId: '1',
      round: 1,
      title: '其他公示',
      startDate: '2026-03-02',
      days: 15,
      place: '村委会',
      status: '1',
    } as never),
  )
  await against(VILLAGE, other, '0')
  const found = await ask('progress')
  expect([found.total, ...found.children.map((c) => c.values)].map((v) => [v.objections ?? 0, v.objectionsSettled ?? 0])).toEqual([[5, 3], [5, 3], [0, 0]]) // prettier-ignore
})

test('each number leads to exactly its households', async () => {
  let led = 0
  for (const set of ['progress', 'renew'] as const) {
    const found = await ask(set)
    for (const [at, values] of [['510112101', found.total], ...found.children.map((c) => [c.regionCode, c.values])] as [string, CampaignFigures['total']][])
      for (const [key, i] of progressIndicators(set)) {
        if (!i.rows) continue
        led++
        expect([at, set, key, (await list({ regionCode: at, ...i.rows.filter })).total]).toEqual([at, set, key, values[key]])
      }
    for (const s of found.series)
      for (const [value, n] of s.points) {
        const rows = s.name === 'day' ? ofDay(value) : value && SPLITS.find((x) => x.key === s.name)!.rows?.(value)
        if (rows) expect([s.name, value, (await list({ ...rows.filter })).total]).toEqual([s.name, value, n])
      }
  }
  expect(led).toBeGreaterThan(60)
  const years = (await ask('progress')).series.find((s) => s.name === 'year')!.points
  expect(years.reduce((n, [, k]) => n + k, 0)).toBe(12)
  expect(years).toContainEqual(['2038', 1])
})

test('a group is complete from the share of the parameter on, a village when all its groups are; weights count in proportion', async () => {
  const set = (key: string, value: string) => b.as('admin', (ctx) => rows.insert(ctx, param, { paramName: key, paramKey: key, paramValue: value } as never))
  const before = await ask('progress')
  await set('extension.complete', '30')
  expect(Number(before.total.signRate)).toBeGreaterThan(25)
  const found = await ask('progress')
  expect([found.total.completeGroups, found.total.completeVillages]).toEqual([1, 1])
  expect(found.children.map((c) => c.values.completeVillages)).toEqual([1, 0])
  expect((await ask('progress', VILLAGE)).children.map((c) => c.values.completeVillages ?? null)).not.toContain(2)
  for (const key of ['survey', 'posted', 'issued']) await set(`extension.weight.${key}`, '0')
  expect((await ask('progress')).total.progress).toBe(before.total.signRate)
  // without a weight of any share there is no progress to tell
  await set('extension.weight.signed', '0')
  expect((await ask('progress')).total.progress ?? null).toBe(null)
  expect(overall({}, USUAL_RULES)).toBe(null)
  expect(overall({ 'state.5': 1, due: 1 }, { ...USUAL_RULES, survey: 0, posted: 0, signed: 0, issued: 0 })).toBe(null)
})

test('a region above or beside the caller’s is refused, and so is what is malformed; the workbook is the table', async () => {
  for (const path of Object.values(PATHS)) {
    for (const regionCode of ['510112', '510113', '51'])
      expect([path, regionCode, (await b.call('village')('GET', path, {}, { regionCode })).key]).toEqual([path, regionCode, 'out-of-region'])
    expect((await b.call('town')('GET', path, {}, { regionCode: '51x' })).msg).toBe('行政区划格式不正确')
    expect((await b.call('other')('GET', path)).data.total.due).toBe(0)
    expect((await b.call('village')('GET', path)).data.regionCode).toBe(VILLAGE)
  }
  const at = `${PATHS.progress}/export`
  expect((await b.call('town')('GET', at, {}, { set: 'x' })).msg).toBe('没有统计：x')
  expect((await b.call('village')('GET', at, {}, { regionCode: '510112' })).key).toBe('out-of-region')
  const file = await b.raw('town')('GET', at, { set: 'progress', regionCode: '510112101' })
  const [sheet] = (await readXlsx(file.rawPayload)).sheets
  const found = await ask('progress')
  expect(sheet!.rows[0]!.slice(0, 4).map(String)).toEqual(['行政区划', '名称', '总户（户）', '应延户（户）'])
  expect(sheet!.rows.at(-1)!.slice(1, 4)).toEqual(['合计', found.total.households, found.total.due])
})
