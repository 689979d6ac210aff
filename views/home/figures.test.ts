// Kept figures of villages: what the start page shows is what the registers hold, before, while and after villages are counted anew.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idCard } from '../../tests/samples.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { figuresRoutine } from './figures.server.ts'

const VILLAGE = '512021119203'
let w: World
let admin: Client, county: Client
beforeAll(async () => {
  w = await villageWorld()
  ;[admin, county] = [await w.as('admin'), await w.as('county')]
})
afterAll(() => w?.end())
const totals = async (regionCode = '', who = county) => {
  const a = await who.get('/data/statistics/home', { view: 'counts', ...(regionCode ? { regionCode } : {}) })
  expect(a.msg).toBe('操作成功')
  return a.data.total as Record<string, number>
}
const count = (where: string) => w.db.pool.query(`select count(*)::int as n from ${where}`).then((r) => r.rows[0].n as number)
const stale = () => count('region_stale')
const system = <T>(work: (tx: any) => Promise<T>) => w.db.transaction({ tenantId: '000000', system: true, beside: true }, work)
const run = () => figuresRoutine.run({ db: w.db, now: w.now(), signal: new AbortController().signal, system, as: undefined as never })
/** What plain SQL counts of the registers. */
async function truth(): Promise<Record<string, number>> {
  const { rows } = await w.db.pool.query(`select
    (select count(*) from fbf where zt = '1') as fbf, (select count(*) from cbf where zt = '1' and cbflx = '1') as cbf1,
    (select count(*) from jtcy where cybz is distinct from '7') as jt, (select count(*) from dk where zt = '1' and dklb = '10') as dkc,
    (select sum(scmjm) from dk where zt = '1' and dklb = '10') as "dkcArea", (select count(*) from cbht where qszt = '1') as cbht,
    (select sum(htzmjm) from cbht where qszt = '1') as "htArea", (select count(*) from cbjyqz where sfzx = 0 and fzrq is not null) as cert`)
  return Object.fromEntries(Object.entries(rows[0]).map(([n, v]) => [n, Number(v)]))
}
/** Gives a parcel another remark, which a form may change although it is registered. */
async function remarked(dkbzxx: string) {
  const [{ id }] = (await w.db.pool.query(`select id::text from dk where zt = '1' order by dkbm limit 1`)).rows
  const row = (await admin.get('/base-dlxx/dk/detail', { id })).data
  expect((await admin.post('/base-dlxx/dk/update', { ...row, dkbzxx })).msg).toBe('操作成功')
}

test('an imported village is counted live, then kept; both are what plain SQL counts', async () => {
  expect(await stale()).toBeGreaterThan(0)
  const live = await totals()
  expect(live).toMatchObject(await truth())
  await run()
  expect([await stale(), await count(`region_figure where "regionCode" = '${VILLAGE}'`)]).toEqual([0, 1])
  expect(await totals()).toEqual(live)
  // nothing to do: nothing done
  expect(await run()).toBe('0 villages')
  // groups below the village are counted from the rows
  expect(await totals(VILLAGE)).toEqual(live)
})

test('a kept figure is what is shown, until somebody changes the village: then the next look is right', async () => {
  const before = await totals()
  await w.db.pool.query(`update region_figure set figures = figures || '{"dkc": "1"}' where "regionCode" = $1`, [VILLAGE])
  expect((await totals()).dkc).toBe(1)
  await remarked('甲')
  expect(await stale()).toBe(1)
  expect(await totals()).toEqual(before)
  await run()
  expect(await totals()).toEqual(before)
})

test('rows that are made and removed count at once', async () => {
  const before = await totals()
  const fbf = {
    regionCode: `${VILLAGE}77`,
    fbfmc: '新村',
    fbffzrxm: '王',
    fzrzjlx: '1',
    fzrzjhm: idCard(),
    lxdh: '13800000000',
    fbfdz: '村',
    fbfdcy: '李',
    fbfdcrq: '2020-01-01',
  }
  const { data: id, msg } = await admin.post('/base-qssj/fbf/save', fbf)
  expect(msg).toBe('操作成功')
  expect((await totals()).fbf).toBe(before.fbf! + 1)
  await run()
  expect((await totals()).fbf).toBe(before.fbf! + 1)
  expect((await admin.post('/base-qssj/fbf/remove', {}, { ids: id })).msg).toBe('操作成功')
  expect(await totals()).toEqual(before)
  await run()
  expect(await totals()).toEqual(before)
})

test('changes and counting at the same time lose no change', async () => {
  for (let n = 0; n < 6; n++) {
    await Promise.all([remarked(`乙${n}`), run(), totals()])
    expect(await totals()).toMatchObject(await truth())
  }
  await run()
  expect([await stale(), await totals()]).toEqual([0, expect.objectContaining(await truth())])
})

test('what contracts, certificates and collective land are counted by is the same live and kept, for each child region', async () => {
  const CALLS = [
    ['/data/statistics/home', { view: 'contract' }],
    ['/data/statistics/home', { view: 'renewal' }],
    ['/data/statistics/home', { view: 'monthly' }],
    ['/base-qssj/cbjyqz/statisticsBdcfz', {}],
    ['/base-dlxx/dk/statisticsJtd', {}],
  ] as const
  const told = async () => {
    const out: unknown[] = []
    for (const [path, query] of CALLS)
      for (const regionCode of ['', '512021', VILLAGE]) {
        const a = await admin.get(path, { ...query, ...(regionCode ? { regionCode } : {}) })
        expect([path, a.msg]).toEqual([path, '操作成功'])
        const { asOf: _, ...figures } = a.data as Record<string, unknown>
        out.push([path, regionCode, figures])
      }
    return out
  }
  await run()
  const kept = await told()
  // nothing is kept of a village that changed
  await w.db.pool
    .query(`insert into region_stale ("countyCode", "tenantId", "regionCode", n) select distinct "countyCode", "tenantId", left("regionCode", 12), 1 from cbf
    on conflict ("countyCode", "tenantId", "regionCode") do nothing`)
  expect(await told()).toEqual(kept)
  const { rows } = await w.db.pool.query(`select count(*)::int as n, sum(htzmjm)::text as area from cbht where qszt = '1' and "tenantId" = '000000'`)
  expect(kept[0]).toMatchObject(['/data/statistics/home', '', { total: { cbht: rows[0].n, htArea: Number(rows[0].area) } }])
  // a tally that is wrong is told as it is kept, so it is what was read
  await run()
  await w.db.pool.query(`update region_tally set n = n + 1 where topic = 'sign' and ctid = (select min(ctid) from region_tally where topic = 'sign')`)
  expect((await admin.get('/data/statistics/home', { view: 'contract' })).data.total.cbht).toBe(rows[0].n + 1)
  await run()
})
