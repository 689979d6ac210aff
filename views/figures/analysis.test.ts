// Analyses against plain SQL and loops: random changes of parcels and books on random days, random regions and categories, live and kept, today and on past days;
// and each number that a list shows has that many rows there.
import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Act, Entry } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/who.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { seeded } from '../../tests/seeded.ts'
import { SEED } from '../../tests/volume.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { figuresRoutine } from '../home/figures.server.ts'
import type { RegionOutline } from './outlines.ts'
import { POPULATION } from './population.ts'
import { populationRoutine } from './population.server.ts'
import { requireFew } from './land-book.server.ts'
import { divisionsOf, indicatorsOf, ROW_LISTS, type Analysis, type Rows, type SetName } from './indicators.ts'

const VILLAGE = '512021119203'
const PATHS: Readonly<Record<SetName, string>> = { dk: '/dzzw/analyze/dk', cbdk: '/dzzw/analyze/cbdk', both: '/dzzw/analyze', region: '/dzzw/statistics' }
let w: World, county: Client
const random = seeded(SEED)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
beforeAll(async () => {
  w = await villageWorld()
  county = await w.as('county')
})
afterAll(() => w?.end())

const all = async (text: string): Promise<any[]> => (await sql<any>`${sql.raw(text)}`.execute(w.db.owner)).rows
const inside = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const who = await whoOf(w.db, '000000', 'county')
  return w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, who, w.now, 'figures', async () => '0')))
}
const enter = (id: number, day: string, acts: readonly Act[]) => {
  const entry: Entry = { cause: { kind: 'business', id: String(9100 + id) }, unit: `figures/${id}`, regionCode: VILLAGE, day, registrar: '县经办', acts }
  return inside((ctx) => write(ctx, entry))
}
const ask = async (set: SetName, query: Record<string, unknown>): Promise<Analysis> => {
  const a = await county.get(PATHS[set], query)
  expect([set, query, a.msg]).toEqual([set, query, '操作成功'])
  return a.data
}
const keep = () =>
  figuresRoutine.run({
    db: w.db,
    now: clock(),
    signal: new AbortController().signal,
    system: (work) => w.db.transaction({ tenantId: '000000', system: true }, work),
    as: undefined as never,
  })

/** All of a register that is believed, with the days of each row; of today the rows as they are. */
async function rowsOn(table: string, columns: string, day?: string): Promise<any[]> {
  if (!day) return all(`select ${columns} from ${table}`)
  return all(`select ${columns} from ${table} where "regFrom" <= '${day}'
    union all select ${columns} from ${table}_v where "validTo" = 'infinity' and "regFrom" <= '${day}' and "regTo" > '${day}'`)
}
const hundredths = (v: string | null) => Math.round(Number(v ?? 0) * 100)
const area = (rows: readonly any[], name: string) => rows.reduce((n, r) => n + hundredths(r[name]), 0) / 100
const GRADES = ['dldj', 'tdyt', 'tdlylx', 'sfjbnt', 'syqxz', 'djzt', 'dklb']

/** Counts one region by loops and compares it with what the calls say. */
async function compare(regionCode: string, dklb: string | undefined, day: string | undefined) {
  const at = [SEED, regionCode, dklb, day]
  const query = { regionCode, ...(day ? { asOf: day } : {}) }
  const mine = (r: { regionCode: string }) => r.regionCode.startsWith(regionCode)
  const parcels = (await rowsOn('dk', `"regionCode", zt, ${GRADES.join(', ')}, scmjm::text as scmjm, cbfbm, geom is null as "isBare"`, day))
    .filter((r) => mine(r) && r.zt === '1')
    .filter((r) => !dklb || r.dklb === dklb)
  const dk = await ask('dk', { ...query, ...(dklb ? { dklb } : {}) })
  const basic = parcels.filter((r) => r.sfjbnt === '1')
  expect([...at, dk.total]).toEqual([
    ...at,
    expect.objectContaining({
      parcels: parcels.length,
      parcelArea: area(parcels, 'scmjm'),
      basic: basic.length,
      basicArea: area(basic, 'scmjm'),
      unheld: parcels.filter((r) => r.cbfbm === null).length,
      undrawn: parcels.filter((r) => r.isBare).length,
    }),
  ])
  const summed = (key: string, of: Analysis) => of.children.reduce((n, c) => n + hundredths(String(c.values[key] ?? 0)), 0) / 100
  for (const key of ['parcels', 'parcelArea', 'basicArea', 'unheld']) expect([...at, key, summed(key, dk)]).toEqual([...at, key, dk.total[key] ?? 0])
  for (const name of GRADES) {
    const should = [...Map.groupBy(parcels, (r) => r[name] ?? '')].map(([key, of]) => [key, of.length, area(of, 'scmjm')])
    const is = dk.series.find((s) => s.name === name)!.points
    expect([...at, name, is]).toEqual([...at, name, should.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))])
  }
  const lines = (await rowsOn('cbdkxx', `"regionCode", qszt, cbjyqqdfs, sfqqqg, htmjm, scmjm, yhtmjm`, day)).filter((r) => mine(r) && r.qszt === '1')
  const contracts = (await rowsOn('cbht', '"regionCode", qszt, cbhtbm, htzmjm', day)).filter((r) => mine(r) && r.qszt === '1')
  const cbdk = await ask('cbdk', query)
  const above = lines.filter((r) => r.scmjm !== null && hundredths(r.scmjm) > hundredths(r.htmjm))
  const below = lines.filter((r) => r.scmjm !== null && hundredths(r.scmjm) < hundredths(r.htmjm))
  const by = (...ways: string[]) => lines.filter((r) => ways.includes(r.cbjyqqdfs))
  expect([...at, cbdk.total]).toEqual([
    ...at,
    expect.objectContaining({
      contracts: contracts.length,
      lines: lines.length,
      lineArea: area(lines, 'htmjm'),
      lineMeasured: area(lines, 'scmjm'),
      lineFormer: area(lines, 'yhtmjm'),
      gainedLines: above.length,
      gained: Math.round((area(above, 'scmjm') - area(above, 'htmjm')) * 100) / 100,
      lostLines: below.length,
      lost: Math.round((area(below, 'htmjm') - area(below, 'scmjm')) * 100) / 100,
      household: by('110', '100').length,
      householdArea: area(by('110', '100'), 'htmjm'),
      otherWay: by('120', '121', '122', '123', '129').length,
      exchangedArea: area(by('300'), 'htmjm'),
      elseWay: lines.length - by('110', '100', '120', '121', '122', '123', '129', '200', '300').length,
      sharedArea: area(
        lines.filter((r) => r.sfqqqg === '1'),
        'htmjm',
      ),
    }),
  ])
  expect([...at, cbdk.series.find((s) => s.name === 'lineSize')!.points.reduce((n, [, k]) => n + k, 0)]).toEqual([...at, lines.length])
  const items = await ask('region', query)
  expect([...at, items.total]).toEqual([...at, expect.objectContaining({ i47: contracts.length, i48: area(contracts, 'htzmjm'), i19: area(lines, 'yhtmjm') })])
  if (!dklb) {
    const both = await ask('both', query)
    expect([...at, both.total]).toEqual([...at, { ...dk.total, ...cbdk.total }])
  }
}

/** Random acts on parcels and books of the village, each on a day after the one before. */
async function change(n: number) {
  let year = 2018
  for (let i = 0; i < n; i++) {
    year += 1
    const day = `${Math.min(year, 2025)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
    const free = await all(`select dkbm from dk where zt = '1' and cbfbm is null and "regFrom" < '${day}' order by dkbm`)
    const books = await all(`select d.id::text as id, d.cbjyqzbm from djb d where qszt = '1' and d."regFrom" < '${day}' and
      not exists (select from cbdkxx l where l."djbId" = d.id and (l.sfqqqg = '1' or exists (select from cbdkxx o where o.dkbm = l.dkbm and o."djbId" <> l."djbId")))
      and (select count(*) from djb o where o.cbfbm = d.cbfbm) = 1 order by cbjyqzbm`)
    const act = pick(['return', 'attributes', 'end'] as const)
    if (act === 'end' && free.length > 0) {
      await enter(i, day, [{ act: 'endParcel', dkbm: pick(free).dkbm, bgyy: '灭失' }])
    } else if (act === 'attributes') {
      const held = await all(`select dkbm from dk where zt = '1' and "regFrom" < '${day}' order by dkbm`)
      const fields = { dldj: pick(['01', '02', '05', '10']), tdyt: pick(['1', '2', '3']), tdlylx: pick(['011', '013', '021']), sfjbnt: pick(['1', '2']) }
      await enter(i, day, [{ act: 'setParcel', dkbm: pick(held).dkbm, bgfs: '10', fields }])
    } else {
      const book = pick(books)
      const lines = await all(`select dkbm from cbdkxx where "djbId" = ${book.id}`)
      await enter(i, day, [
        { act: 'endBook', djbId: book.id, qszt: '3', reason: '交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } },
        { act: 'certificate', code: book.cbjyqzbm, event: 'cancel', reason: '交回' },
        ...lines.map((l): Act => ({ act: 'setParcel', dkbm: l.dkbm, bgfs: '51', fields: { dklb: pick(['22', '99']) } })),
      ])
    }
  }
}

test('after random changes every number is what loops over the rows count: any region, category and day, live and kept', async () => {
  await keep()
  const groups = (await all(`select distinct "regionCode" as code from dk where length("regionCode") = 14 order by 1`)).map((r) => r.code)
  for (const round of [1, 2]) {
    await change(5 * round)
    for (const isKept of [false, true]) {
      if (isKept) await keep()
      await compare('', undefined, undefined)
      await compare(pick(['512021', VILLAGE, ...groups]), pick([undefined, '10', '22']), undefined)
      const day = `${2015 + Math.floor(random() * 11)}-0${1 + Math.floor(random() * 9)}-15`
      await compare(pick(['', '512021119', VILLAGE, ...groups]), pick([undefined, '10', '22', '99']), day)
    }
  }
  const today = w.ago(0).slice(0, 10)
  const now = await ask('cbdk', {})
  expect((await ask('cbdk', { asOf: today })).total).toEqual({ ...now.total, meanPerson: null })
})

test('a number that leads to a list has that many rows there, today and on a past day', async () => {
  const rowsOf = async ({ list, filter }: Rows, query: Record<string, unknown>) => {
    const a = await county.get(ROW_LISTS[list].call, { ...filter, ...query, size: 1, exactTotal: true })
    expect([list, filter, a.msg]).toEqual([list, filter, '操作成功'])
    return a.data.total as number
  }
  let led = 0
  for (const asOf of [undefined, '2019-06-30'])
    for (const set of ['dk', 'cbdk', 'region'] as const) {
      const query = { regionCode: VILLAGE, ...(asOf ? { asOf } : {}) }
      const found = await ask(set, query)
      for (const [key, i] of indicatorsOf(set)) {
        if (!('rows' in i) || !i.rows || (asOf && i.today)) continue
        led++
        expect([asOf, set, key, await rowsOf(i.rows, query)]).toEqual([asOf, set, key, found.total[key]])
      }
      for (const d of divisionsOf(set))
        for (const [value, n] of found.series.find((s) => s.name === d.key)?.points ?? []) {
          if (value === '' || !d.rows) continue
          led++
          expect([asOf, d.key, value, await rowsOf(d.rows(value), query)]).toEqual([asOf, d.key, value, n])
        }
    }
  expect(led).toBeGreaterThan(40)
})

test('a tally that is wrong is told as it is kept: a county is not counted from its rows', async () => {
  await keep()
  const before = await ask('dk', {})
  await w.db.pool.query(`update region_tally set n = n + 7 where topic = 'parcel' and key like 'sc|all||10'`)
  await w.db.pool.query(
    `update region_tally_day set n = n + 5 where ctid = (select ctid from region_tally_day where topic = 'parcel' and key = 'sc|all||10' order by day limit 1)`,
  )
  expect((await ask('dk', {})).total.parcels).toBe(Number(before.total.parcels) + 7)
  expect((await ask('dk', { asOf: w.ago(0).slice(0, 10) })).total.parcels).toBe(Number(before.total.parcels) + 5)
  await w.db.pool.query(`insert into region_stale ("countyCode", "tenantId", "regionCode", n) values ('512021', '000000', '${VILLAGE}', 1)
    on conflict ("countyCode", "tenantId", "regionCode") do nothing`)
  await keep()
  expect((await ask('dk', {})).total).toEqual(before.total)
})

test('figures of a region above or beside the caller’s are refused, and so is what is malformed; a role without the button sees none', async () => {
  const village = await w.as('village')
  for (const path of Object.values(PATHS)) {
    for (const regionCode of ['512021', '110101']) expect([path, (await village.get(path, { regionCode })).key]).toEqual([path, 'out-of-region'])
    expect((await county.get(path, { regionCode: '51x' })).status).toBe(400)
    expect((await (await w.as('large')).get(path)).status).toBe(403)
  }
  expect((await county.get(PATHS.dk, { dklb: '77' })).msg).toBe('地块类别不正确')
  expect((await county.get('/dzzw/analyze/export', { set: 'x' })).msg).toBe('没有统计：x')
  const own = (await village.get(PATHS.dk)).data as Analysis
  expect(own.regionCode.startsWith('512021')).toBe(true)
})

test('the book of contracted land: what came and went leads to its rows, on screen and in the workbook; days and regions that cannot be are refused', async () => {
  const at = { regionCode: VILLAGE, from: '2010-01-01' }
  const { data } = await county.get('/dzzw/land-book', at)
  const sum = (list: { mu: string }[]) => list.reduce((n, x) => n + hundredths(x.mu), 0)
  expect(data.difference).toBe('0.00')
  expect(hundredths(data.opening) + sum(data.came) - sum(data.went)).toBe(hundredths(data.closing))
  expect(data.closing).toBe((await ask('cbdk', { regionCode: VILLAGE })).total.lineArea!.toFixed(2))
  for (const x of [...data.came, ...data.went]) {
    const rows = (await county.get('/dzzw/land-book/rows', { ...at, way: x.way, size: 100 })).data
    if (rows.total <= 100)
      expect([x.way, rows.records.filter((r: any) => r.net !== '0.00').reduce((n: number, r: any) => n + Math.abs(hundredths(r.net)), 0)]).toEqual([
        x.way,
        [...data.came, ...data.went].filter((y: any) => y.way === x.way).reduce((n: number, y: any) => n + hundredths(y.mu), 0),
      ])
  }
  const sheets = (await readXlsx((await county.get('/dzzw/land-book/export', at)).raw)).sheets
  expect(sheets.map((s) => s.name)).toEqual(['承包地台账', '变动明细'])
  const [heads, ...lines] = sheets[1]!.rows
  expect(heads).toEqual(['日期', '业务类型', '业务编号', '地块编码', '转出承包方', '转入承包方', '减少', '增加', '净变动', '来源去向'])
  // what wrote the register beside cases is said in words, as on screen
  expect(lines.map((r) => r[1])).toContain('数据入库')
  expect(lines.map((r) => String(r[1])).filter((v) => /^[a-z]/.test(v))).toEqual([])
  const said = async (q: object) => (await county.get('/dzzw/land-book', { regionCode: VILLAGE, ...q })).msg
  expect(await said({ from: '2020-01-01', to: '2020-01-01' })).toBe('开始日期应早于结束日期，结束日期不能晚于今天')
  expect(await said({ to: '2999-01-01' })).toBe('开始日期应早于结束日期，结束日期不能晚于今天')
  expect(await said({ from: 'x' })).toBe('日期格式不正确')
  expect((await (await w.as('admin')).get('/dzzw/land-book')).msg).toBe('承包地台账请选择县级或以下的行政区划')
  expect(() => requireFew(200_001)).toThrow('变动超过200000条，请缩小行政区划或缩短日期')
})

test('the book of a county is the same from what is kept of villages as from rows, whether packages or cases wrote it, and a village that changes is read', async () => {
  const book = async (q: object) => {
    const { asOf: _, ...said } = (await county.get('/dzzw/land-book', { regionCode: '512021', from: '1990-01-01', ...q })).data
    return said
  }
  const rows = async () => (await county.get('/dzzw/land-book/rows', { regionCode: '512021', from: '1990-01-01', size: 500 })).data
  const mark = (villages: string) =>
    all(`insert into region_stale ("countyCode", "tenantId", "regionCode", n) select '512021', '000000', v, 1 from ${villages} on conflict do nothing`)
  const asked = async () => [await book({}), await book({ from: '2017-01-01', to: '2025-06-30' }), await rows()]
  // more villages than are looked up one by one: all is read
  await mark(`generate_series(512021900001, 512021900030) s(n) cross join lateral (values (n::text)) x(v)`)
  const read = await asked()
  expect(read[0].came.map((x: any) => x.way)).toContain('imported')
  await keep()
  await all(`delete from region_figure where "regionCode" like '5120219000%'`)
  expect((await all('select 1 from region_stale')).length).toBe(0)
  expect(await asked()).toEqual(read)
  await mark(`(values ('${VILLAGE}')) x(v)`)
  expect(await asked()).toEqual(read)
  // what is kept is what is told: another number shows
  await keep()
  await all(`update region_tally_day set area = area + 1 where topic = 'brought'`)
  expect((await book({})).difference).not.toBe('0.00')
  await mark(`(values ('${VILLAGE}')) x(v)`)
  await keep()
  expect(await asked()).toEqual(read)
})

test('people of a county are those of the night before and say so, those of a village are of now', async () => {
  const of = async (regionCode: string) => (await county.get('/dzzw/population', { regionCode })).data
  const live = await of('512021')
  const village = await of(VILLAGE)
  await keep()
  const night = w.now()
  const message = await populationRoutine.run({
    db: w.db,
    now: night,
    signal: new AbortController().signal,
    system: (work) => w.db.transaction({ tenantId: '000000', system: true }, work),
    as: undefined as never,
  })
  expect(message).toMatch(/^1 counties, \d+ figures$/)
  expect(await of('512021')).toMatchObject({ asOf: localTime(night), values: live.values, regionCode: '512021' })
  expect(await of(VILLAGE.slice(0, 9))).toMatchObject({ asOf: localTime(night), regionCode: VILLAGE.slice(0, 9) })
  const [one] = await all(`select id::text as id, cybz from jtcy where cybz is distinct from '7' and "regionCode" like '${VILLAGE}%' limit 1`)
  await all(`update jtcy set cybz = '7' where id = ${one.id}`)
  expect([(await of('512021')).values.remark7, (await of(VILLAGE)).values.remark7]).toEqual([live.values.remark7, village.values.remark7 + 1])
  await all(`update jtcy set cybz = ${one.cybz === null ? 'null' : `'${one.cybz}'`} where id = ${one.id}`)
})

test('each figure of people is what loops count, and leads to exactly its rows, numbers masked', async () => {
  const { values } = (await county.get('/dzzw/population', { regionCode: VILLAGE })).data
  const today = localTime(w.now()).slice(0, 10)
  const homes = (await all(`select id::text as id, djzt from cbf where zt = '1' and cbflx = '1' and left("regionCode", 12) = '${VILLAGE}'`)) as {
    id: string
    djzt: string
  }[]
  const people = await all(`select "cbfId"::text as home, cybz, sfgyr, cyxb, yhzgx, cyzjhm from jtcy where "countyCode" = '${VILLAGE.slice(0, 6)}'`)
  const own = new Set(homes.map((h) => h.id))
  const mine = people.filter((m) => own.has(m.home))
  const living = mine.filter((m) => m.cybz !== '7')
  const birth = (m: { cyzjhm: string | null }) => (/^\d{17}[\dXx]$/.test(m.cyzjhm ?? '') ? m.cyzjhm!.slice(6, 14) : undefined)
  const atLeast = (years: number) => (m: { cyzjhm: string | null }) =>
    (birth(m) ?? '9') <= `${Number(today.slice(0, 4)) - years}${today.slice(5, 7)}${today.slice(8)}`
  const of = (id: string) => living.filter((m) => m.home === id)
  const numbers = Map.groupBy(
    people.filter((m) => m.cyzjhm),
    (m) => m.cyzjhm,
  )
  const should = {
    all: living.length,
    owners: living.filter((m) => m.sfgyr === '1').length,
    women: living.filter((m) => m.cyxb === '2').length,
    remark7: mine.length - living.length,
    age60: living.filter((m) => atLeast(60)(m) && !atLeast(80)(m)).length,
    age80: living.filter(atLeast(80)).length,
    size3: homes.filter((h) => of(h.id).length === 3).length,
    size8: homes.filter((h) => of(h.id).length >= 8).length,
    oldHead: homes.filter((h) => of(h.id).some((m) => ['01', '02'].includes(m.yhzgx) && atLeast(75)(m))).length,
    noYoung: homes.filter((h) => of(h.id).length > 0 && of(h.id).every((m) => birth(m) && atLeast(60)(m))).length,
    noContract: homes.filter((h) => h.djzt !== '2').length,
    sameNumber: mine.filter((m) => (numbers.get(m.cyzjhm)?.length ?? 0) > 1).length,
    households: homes.length,
  }
  expect(values).toMatchObject(should)
  expect(Object.values(should).every((n) => typeof n === 'number') && values.age0 + values.age18 + values.age60 + values.age80 + values.ageless).toBe(
    values.all,
  )
  for (const f of POPULATION) {
    const { total, records } = (await county.get('/dzzw/population/rows', { regionCode: VILLAGE, figure: f.key, size: 5 })).data
    expect([f.key, total, records.length]).toEqual([f.key, values[f.key], Math.min(5, values[f.key])])
    const plain = records.filter((r: any) => r.cyzjhm && !String(r.cyzjhm).includes('*'))
    if (!(await whoOf(w.db, '000000', 'county')).perms.has('cbf_plain')) expect(plain).toEqual([])
  }
  expect((await county.get('/dzzw/population/rows', { regionCode: VILLAGE, figure: 'x' })).msg).toBe('没有指标：x')
  expect((await (await w.as('admin')).get('/dzzw/population')).msg).toBe('人口统计请选择县级或以下的行政区划')
})

test('a workbook has the heads of the dictionary of indicators, a row a child region and their total, and the divisions in words', async () => {
  const file = await county.get('/dzzw/analyze/export', { set: 'dk', regionCode: VILLAGE })
  const [first, second] = (await readXlsx(file.raw)).sheets
  const found = await ask('dk', { regionCode: VILLAGE })
  expect(first!.rows[0]!.slice(0, 4).map(String)).toEqual(['行政区划', '名称', '地块（块）', '实测面积（亩）'])
  expect(first!.rows.length).toBe(found.children.length + 2)
  expect(first!.rows.at(-1)!.slice(1, 4)).toEqual(['合计', found.total.parcels, found.total.parcelArea])
  expect(second!.rows.map((r) => r.slice(0, 2).map(String))).toContainEqual(['地块类别', '承包地块'])
})

test('items that are chosen stand in the workbook in their order, and on paper; one that does not exist is refused', async () => {
  const heads = async (items: string) => {
    const file = await county.get('/dzzw/analyze/export', { set: 'region', regionCode: VILLAGE, items })
    return (await readXlsx(file.raw)).sheets[0]!.rows[0]!.slice(2).map(String)
  }
  expect(await heads('i20,i01')).toEqual(['实测面积（亩）', '发包方总数（个）'])
  expect((await county.get('/dzzw/analyze/export', { set: 'region', regionCode: VILLAGE, items: 'i01,i99' })).msg).toBe('没有指标：i01,i99')
  for (const items of ['i01,i20', '']) {
    const paper = await county.get('/dzzw/statistics/print', { regionCode: VILLAGE, ...(items ? { items } : {}) })
    expect([items, paper.raw.subarray(0, 4).toString()]).toEqual([items, '%PDF'])
  }
  expect((await county.get('/dzzw/statistics/print', { regionCode: VILLAGE, items: 'x' })).msg).toBe('没有指标：x')
})
test('outlines of the regions below are polygons of rings of points, whatever the pieces, and no finer than a picture', async () => {
  const found = (await county.get('/data/statistics/outlines', { regionCode: '512021' })).data as RegionOutline[]
  expect(found.length).toBeGreaterThan(5)
  for (const o of found) {
    expect([o.code, o.code.length]).toEqual([o.code, 9])
    for (const ring of o.coordinates.flat()) {
      expect(ring.length).toBeGreaterThan(3)
      for (const [x, y] of ring)
        expect([o.code, Number.isFinite(x) && x > 100 && x < 110, Number.isFinite(y) && y > 25 && y < 35]).toEqual([o.code, true, true])
    }
  }
  expect(JSON.stringify(found).length).toBeLessThan(200_000)
  expect((await county.get('/data/statistics/outlines', { regionCode: '51' })).key).toBe('out-of-region')
})
