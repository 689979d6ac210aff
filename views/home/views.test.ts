// The sub-views of the start on the demonstration village: their sums are what plain SQL counts.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { AREA_CLASSES, PARCEL_CLASSES } from '../../land/parts/tallies.ts'
import { className, firstAfter, monthsUpTo, percent, VIEWS, yearsAfter, type Bucket, type OpenCase } from './views.ts'

const TODAY = '2026-03-10'
let w: World
let county: Client
let village: Client
beforeAll(async () => {
  w = await villageWorld()
  w.setNow(TODAY)
  ;[county, village] = [await w.as('county'), await w.as('village')]
  await cases()
})
afterAll(() => w?.end())

interface Case {
  type: string
  status: string
  at: string
  ended?: string
  task?: string
  region?: string
  tenant?: string
  removed?: 1
}
const GROUP = '51202111920301'
/** Cases as acceptance leaves them; the last four lie elsewhere, belong to another tenant or were taken off the lists, and must not count. */
const CASES: readonly Case[] = [
  { type: 'contract_sign', status: '1', at: '2026-03-01 09:00:00' },
  { type: 'contract_sign', status: '2', at: '2026-02-27 09:00:00', task: 'check' },
  { type: 'contract_sign', status: '2', at: '2026-02-28 23:59:59', task: 'check' },
  { type: 'contract_sign', status: '2', at: '2026-03-01 00:00:00', task: 'sign' },
  { type: 'change_split', status: '2', at: '2025-06-01 09:00:00', task: 'check', region: GROUP },
  // from the last evening of a year to the second day of the next: two calendar days, in another month by Shanghai's calendar than by Greenwich's
  { type: 'contract_sign', status: '3', at: '2025-12-31 23:30:00', ended: '2026-01-02 00:10:00' },
  { type: 'contract_sign', status: '3', at: '2026-01-01 00:30:00', ended: '2026-01-06 18:00:00', region: GROUP },
  { type: 'contract_renew', status: '3', at: '2025-01-15 09:00:00', ended: '2025-01-20 09:00:00' },
  { type: 'contract_renew', status: '4', at: '2026-01-10 09:00:00', ended: '2026-02-01 00:00:00' },
  { type: '9', status: '2', at: '2025-04-30 23:59:59', task: 'survey' },
  // a draft that was given up: it has no process that ended
  { type: 'contract_sign', status: '4', at: '2026-01-20 09:00:00' },
  { type: 'contract_sign', status: '3', at: '2026-02-01 09:00:00', ended: '2026-02-09 09:00:00', region: '510112101201' },
  { type: 'contract_sign', status: '3', at: '2026-02-01 09:00:00', ended: '2026-02-09 09:00:00', tenant: '100001' },
  { type: 'contract_sign', status: '4', at: '2026-02-01 09:00:00', ended: '2026-02-09 09:00:00', removed: 1 },
  { type: 'contract_sign', status: '4', at: '2026-02-01 09:00:00', ended: '2026-02-09 09:00:00', region: '510112101201' },
]
const VILLAGE = '512021119203'
/** Puts them there by the owner's hand: nobody can accept most of these types yet, and none a year ago. */
async function cases(): Promise<void> {
  const time = (t: string | undefined) => (t ? `${t}+08` : null)
  for (const [i, c] of CASES.entries()) {
    const [region, tenant, id] = [c.region ?? VILLAGE, c.tenant ?? '000000', `90000000000000000${String(i).padStart(2, '0')}`]
    const base = [region.slice(0, 6), id, tenant, '1', time(c.at), '1', time(c.at), 0, region]
    const columns = sql`"countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
    await sql`insert into business (${columns}, "businessTypeCode", status, "businessReceiveTime", "finishTime", "currentActive", removed)
      values (${sql.join(base)}, ${c.type}, ${c.status}, ${time(c.at)}, ${c.status === '3' ? time(c.ended) : null}, ${c.task ?? null}, ${c.removed ?? null})`.execute(
      w.db.owner,
    )
    if (c.status === '4' && c.ended) {
      await sql`insert into process_instance (${columns}, "businessId", status, "endTime") values (${sql.join(base)}, ${id}, 'deleted', ${time(c.ended)})`.execute(
        w.db.owner,
      )
    }
  }
}

const ask = async (who: Client, query: Record<string, string>) => {
  const r = await who.get('/data/statistics/home', query)
  expect([r.code, r.msg]).toEqual([200, '操作成功'])
  return r.data
}
/** A number that plain SQL counts over the county. */
async function one(what: string, from: string): Promise<number> {
  const rows = await sql<{ n: string }>`select ${sql.raw(what)} as n from ${sql.raw(from)} and "regionCode" like '512021%' and "tenantId" = '000000'`.execute(
    w.db.owner,
  )
  return Number(rows.rows[0]!.n)
}
const count = (from: string) => one('count(*)', from)
const sumOf = (buckets: readonly Bucket[], figure: string) => Math.round(buckets.reduce((n, b) => n + b.values[figure]!, 0) * 100) / 100
const by = (buckets: readonly Bucket[], figure: string) => Object.fromEntries(buckets.filter((b) => b.values[figure]).map((b) => [b.key, b.values[figure]]))

test('without a view, and with the empty one, the answer is that of the counts', async () => {
  const plain = await ask(county, {})
  expect(await ask(county, { view: 'counts' })).toEqual(plain)
  expect(await ask(county, { view: '' })).toEqual(plain)
  expect(Object.keys(plain)).toEqual(['asOf', 'regionCode', 'unit', 'total', 'children'])
  expect(plain.total.cbht).toBe(await count(`cbht where qszt = '1'`))
  expect(plain.total.done).toBeUndefined()
})

test('an unknown view, a malformed day and a period where none applies are refused in both languages', async () => {
  const refused = async (query: Record<string, string>, lang = 'zh') => {
    const r = await county.send('GET', '/data/statistics/home', { query, headers: { 'accept-language': lang } })
    return [r.status, r.key, r.msg]
  }
  expect(await refused({ view: 'weather' })).toEqual([400, 'bad-request', '不支持的统计视图：weather'])
  expect(await refused({ view: 'constructor' }, 'en')).toEqual([400, 'bad-request', 'No such view: constructor'])
  expect(await refused({ view: 'business', from: '2026-02-30' })).toEqual([400, 'bad-request', '日期格式不正确'])
  expect(await refused({ view: 'contract', from: '2026-02-01' })).toEqual([400, 'unknown-parameter', '不支持的参数：from'])
})

test('every view stays inside the region of who asks', async () => {
  for (const view of VIEWS) {
    expect((await ask(village, { view })).regionCode).toBe(VILLAGE)
    for (const regionCode of ['512021', '512021119', '512021119204', '510112', '~']) {
      const r = await village.get('/data/statistics/home', { view, regionCode })
      expect([view, regionCode, r.status, r.key, r.data?.total]).toEqual([view, regionCode, 403, 'out-of-region', undefined])
    }
  }
  const [group, whole] = [await ask(village, { view: 'business', regionCode: GROUP }), await ask(village, { view: 'business' })]
  expect([sumOf(group.types, 'all'), sumOf(whole.types, 'all')]).toEqual([2, 11])
})

test('cases are counted by type, status and step, without those that were removed', async () => {
  const { total, types, tasks, finishRate, revokeRate, days } = await ask(county, { view: 'business' })
  const alive = 'business where removed is null'
  for (const status of ['1', '2', '3', '4']) expect(sumOf(types, status)).toBe(await count(`${alive} and status = '${status}'`))
  expect(sumOf(types, 'all')).toBe(await count(alive))
  expect(total).toEqual({ todo: 1, doing: 5, done: 3, revoked: 2, accepted: 10 })
  expect(types.find((t: Bucket) => t.key === 'contract_sign').values).toEqual({ 1: 1, 2: 3, 3: 2, 4: 1, all: 7 })
  // all eleven types stand there; the older code of a type only where it has cases
  expect(types).toHaveLength(12)
  expect(by(tasks, 'n')).toEqual({ check: 3, sign: 1, survey: 1 })
  expect([finishRate, revokeRate]).toEqual([37.5, 20])
  // 2 and 5 and 5 days
  expect(days).toBe(4)
})

test('durations are told in working days, with the calendar, and which cases wait longest', async () => {
  const figures = async () => {
    const { workdays, ninetieth, overdue } = await ask(county, { view: 'business' })
    return [workdays, ninetieth, overdue]
  }
  // 31 December to 2 January: Thursday and Friday; 1 to 6 January: Friday, Monday, Tuesday; 15 to 20 January 2025: Thursday, Friday, Monday
  expect(await figures()).toEqual([2.7, 3, 0])
  const admin = await w.as('admin')
  const { data: id } = await admin.post('/yw-accept/work-day/save', { day: '2026-01-01', isWorked: 0, dayName: '元旦' })
  expect(await figures()).toEqual([2.3, 3, 0])
  await admin.post('/yw-accept/work-day/remove', {}, { ids: id })
  const { oldest, late } = await ask(county, { view: 'business' })
  expect(oldest.map((c: OpenCase) => [c.businessTypeCode, c.task, c.received, c.age])).toEqual([
    ['9', 'survey', '2025-04-30', 314],
    ['change_split', 'check', '2025-06-01', 282],
    ['contract_sign', 'check', '2026-02-27', 11],
    ['contract_sign', 'check', '2026-02-28', 10],
    ['contract_sign', 'sign', '2026-03-01', 9],
  ])
  expect(late).toEqual([])
  const due = (day: string | null) =>
    sql`update business set "dueDay" = ${day} where status = '2' and "businessTypeCode" in ('9', 'change_split')`.execute(w.db.owner)
  await due('2026-03-09')
  const after = await ask(county, { view: 'business' })
  expect([after.overdue, after.late.map((c: OpenCase) => [c.businessTypeCode, c.due])]).toEqual([
    2,
    [
      ['9', '2026-03-09'],
      ['change_split', '2026-03-09'],
    ],
  ])
  expect((await ask(county, { view: 'business', from: '2025-05-01' })).overdue).toBe(1)
  await due('2026-03-10')
  expect((await ask(county, { view: 'business' })).overdue).toBe(0)
  await due(null)
})

test('the mean stay at a step is that of the tasks that somebody did', async () => {
  expect((await ask(county, { view: 'business' })).dwell).toEqual([])
  const at = (id: number, key: string, from: string, to: string | null, who: string | null) =>
    sql`insert into process_task
    ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "businessId", "taskKey", status, "doneTime", assignee)
    values ('512021', ${id}, '000000', 1, ${from}, 1, ${from}, 0, ${VILLAGE}, '9000000000000000001', ${key}, ${to ? 'done' : 'open'}, ${to}, ${who})`.execute(
      w.db.owner,
    )
  await at(801, 'register', '2026-02-27 09:00+08', '2026-02-27 21:00+08', '5')
  await at(802, 'check', '2026-03-01 09:00+08', '2026-03-02 09:00+08', '5')
  await at(803, 'check', '2026-03-02 09:00+08', '2026-03-04 09:00+08', '6')
  await at(804, 'survey', '2026-02-27 21:00+08', '2026-02-27 21:00+08', null)
  await at(805, 'recheck', '2026-03-04 09:00+08', null, null)
  const { dwell } = await ask(county, { view: 'business' })
  expect(dwell.toSorted((a: Bucket, c: Bucket) => (a.key < c.key ? -1 : 1))).toEqual([
    { key: 'check', values: { n: 2, days: 1.5 } },
    { key: 'register', values: { n: 1, days: 0.5 } },
  ])
  expect((await ask(county, { view: 'business', from: '2026-02-28' })).dwell).toEqual([])
  await sql`delete from process_task where id between 801 and 805`.execute(w.db.owner)
})

test('a period takes in its first and its last day', async () => {
  const inside = async (from: string, to: string) => (await ask(county, { view: 'business', from, to })).total.doing
  expect(await inside('2026-02-27', '2026-02-28')).toBe(2)
  expect(await inside('2026-02-28', '2026-02-28')).toBe(1)
  expect(await inside('2026-03-01', '2026-03-01')).toBe(1)
  expect(await inside('', '2026-02-27')).toBe(3)
  const none = await ask(county, { view: 'business', from: '2030-01-01' })
  expect([none.total.accepted, none.finishRate, none.revokeRate, none.days, none.tasks]).toEqual([0, null, null, null, []])
  expect(none.types).toHaveLength(11)
})

test('each number of the matrix is the length of the list behind it', async () => {
  const { types } = await ask(county, { view: 'business', from: '2026-01-01', to: '2026-02-28' })
  for (const [businessTypeCode, status] of [
    ['contract_sign', '2'],
    ['contract_sign', '3'],
    ['contract_renew', '4'],
  ] as const) {
    const list = await county.get('/yw-accept/business/page', {
      businessTypeCode,
      status,
      businessReceiveTimeStart: '2026-01-01',
      businessReceiveTimeEnd: '2026-02-28',
    })
    expect(list.data.total).toBe(types.find((t: Bucket) => t.key === businessTypeCode).values[status])
    expect(list.data.total).toBeGreaterThan(0)
  }
})

test('contracts in force add up to the same in every way they are cut', async () => {
  const { total, signRate, onlineRate, ...cuts } = await ask(county, { view: 'contract' })
  const cbht = await count(`cbht where qszt = '1'`)
  const htArea = await one('sum(htzmjm)', `cbht where qszt = '1'`)
  expect(cbht).toBeGreaterThan(100)
  expect(total).toEqual({ cbht, htArea, signed: await count(`cbht where qszt = '1' and "signStatus" = '2'`) })
  for (const cut of ['signStatus', 'signWay', 'years', 'areas', 'parcels'])
    expect([cut, sumOf(cuts[cut], 'cbht'), sumOf(cuts[cut], 'htArea')]).toEqual([cut, cbht, htArea])
  expect([signRate, onlineRate]).toEqual([100, 0])
  expect(by(cuts.years, 'cbht')['2028']).toBe(await count(`cbht where qszt = '1' and cbqxz >= '2028-01-01' and cbqxz < '2029-01-01'`))
})

test('an area at the end of a class belongs to it, and a hundredth more to the next; so do parcels', async () => {
  const ids = (await sql<{ id: string }>`select id from cbht where qszt = '1' order by id`.execute(w.db.owner)).rows.map((r) => r.id)
  const before = (await sql<any>`select id, htzmjm, cbdkzs, "signStatus", "signWay", cbqxz from cbht where qszt = '1'`.execute(w.db.owner)).rows
  const set = (i: number, values: Record<string, unknown>) => w.db.owner.updateTable('cbht').set(values).where('id', '=', ids[i]!).execute()
  await w.db.owner.updateTable('cbht').set({ htzmjm: '1', cbdkzs: 1 }).where('qszt', '=', '1').execute()
  const areas = ['0', '2', '2.01', '5', '5.01', '10', '10.01', '20', '20.01', '50', '50.01', null]
  const parcels = [0, 3, 4, 8, 9, 16, 17, null]
  for (const [i, htzmjm] of areas.entries()) await set(i, { htzmjm })
  for (const [i, cbdkzs] of parcels.entries()) await set(i, { cbdkzs })
  // and one of a signing on the spot, one that nobody signed, one without an end
  await set(0, { signWay: '2' })
  await set(1, { signStatus: '0' })
  await set(2, { cbqxz: null })
  const answer = await ask(county, { view: 'contract' })
  const rest = before.length
  expect(by(answer.areas, 'cbht')).toEqual({ 0: rest - 10, 1: 2, 2: 2, 3: 2, 4: 2, 5: 1, '': 1 })
  expect(by(answer.parcels, 'cbht')).toEqual({ 0: rest - 7, 1: 2, 2: 2, 3: 1, '': 2 })
  expect([answer.signRate, answer.onlineRate]).toEqual([percent(rest - 1, rest), percent(1, rest - 1)])
  expect(by(answer.years, 'cbht')['9999']).toBe(
    before.filter((r) => !r.cbqxz || r.cbqxz.startsWith('9999')).length + (before.find((r) => r.id === ids[2]).cbqxz?.startsWith('9999') ? 0 : 1),
  )
  for (const { id, ...values } of before) await w.db.owner.updateTable('cbht').set(values).where('id', '=', id).execute()
})

test('classes are called by their ends', () => {
  expect([0, 1, 4, 5].map((i) => className(AREA_CLASSES, i))).toEqual(['0–2', '2–5', '20–50', '>50'])
  expect([0, 1, 2, 3].map((i) => className(PARCEL_CLASSES, i, true))).toEqual(['1–3', '4–8', '9–16', '>16'])
})

test('months are twelve, one after the other, across a year', async () => {
  expect(monthsUpTo('2026-03-31', 5)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'])
  expect(monthsUpTo('2025-12-01', 2)).toEqual(['2025-11', '2025-12'])
  expect([firstAfter('2025-12'), firstAfter('2026-01')]).toEqual(['2026-01-01', '2026-02-01'])
  expect([yearsAfter('2028-02-29', 5), yearsAfter('2028-02-29', 4), yearsAfter(TODAY, 5)]).toEqual(['2033-02-28', '2032-02-29', '2031-03-10'])
  const { months } = await ask(county, { view: 'monthly' })
  expect(months.map((m: { month: string }) => m.month)).toEqual(
    '2025-04 2025-05 2025-06 2025-07 2025-08 2025-09 2025-10 2025-11 2025-12 2026-01 2026-02 2026-03'.split(' '),
  )
})

test('each month counts what happened in it by the calendar of Shanghai, beside the year before', async () => {
  await w.db.owner.updateTable('cbht').set({ qdsj: '2026-02-28' }).where('cbqxz', '>=', '2033-01-01').where('qszt', '=', '1').execute()
  await w.db.owner.updateTable('cbjyqz').set({ fzrq: '2025-03-01' }).where('sfzx', '=', 0).execute()
  const { months, total } = await ask(county, { view: 'monthly' })
  const at = (month: string) => months.find((m: { month: string }) => m.month === month)
  expect(at('2025-12').values).toEqual({ accepted: 1, done: 0, revoked: 0, signed: 0, issued: 0 })
  expect(at('2026-01').values).toEqual({ accepted: 3, done: 2, revoked: 0, signed: 0, issued: 0 })
  expect(at('2026-01').before).toEqual({ accepted: 1, done: 1, revoked: 0, signed: 0, issued: 0 })
  const signed = await count(`cbht where qszt = '1' and qdsj = '2026-02-28'`)
  expect(at('2026-02').values).toEqual({ accepted: 2, done: 0, revoked: 1, signed, issued: 0 })
  expect(signed).toBeGreaterThan(10)
  expect(at('2026-03').values).toEqual({ accepted: 1, done: 0, revoked: 0, signed: 0, issued: 0 })
  expect(at('2026-03').before.issued).toBe(await count('cbjyqz where sfzx = 0'))
  expect(at('2025-04').values.accepted).toBe(1)
  const year = `>= '2025-04-01 00:00+08'`
  expect(total.accepted).toBe(await count(`business where removed is null and status <> '1' and "businessReceiveTime" ${year}`))
  expect(total.done).toBe(await count(`business where removed is null and status = '3' and "finishTime" ${year}`))
})

test('child regions add up to their region, and the finished cases stand among them', async () => {
  for (const view of ['region', 'renewal']) {
    for (const regionCode of ['512021', '512021119', VILLAGE]) {
      const { total, children } = await ask(county, { view, regionCode })
      for (const key of Object.keys(total)) {
        const sum = children.reduce((n: number, c: Bucket) => n + (c.values[key] ?? 0), 0)
        expect([view, regionCode, key, Math.round(sum * 100) / 100]).toEqual([view, regionCode, key, total[key]])
      }
      expect(children.every((c: { regionCode: string }) => c.regionCode.startsWith(regionCode))).toBe(true)
    }
  }
  const { done, ...rest } = (await ask(county, { view: 'region' })).total
  expect(rest).toEqual((await ask(county, {})).total)
  expect(done).toBe(3)
  const { children } = await ask(county, { view: 'region', regionCode: VILLAGE })
  expect(children.length).toBeGreaterThan(2)
  expect(children.find((c: { regionCode: string }) => c.regionCode === GROUP).values.done).toBe(1)
})

test('the extension shows what the register proves: terms that ended and that end within five years, extension contracts and cases', async () => {
  const { total, until, years, types } = await ask(county, { view: 'renewal' })
  const [force, day] = [`cbht where qszt = '1'`, '2031-03-10']
  expect(until).toBe(day)
  expect(total.cbht).toBe(await count(force))
  expect(total.ending).toBe(await count(`${force} and cbqxz between '${TODAY}' and '${day}'`))
  expect(total.endingArea).toBe(await one('sum(htzmjm)', `${force} and cbqxz between '${TODAY}' and '${day}'`))
  expect(total.ending).toBeGreaterThan(100)
  expect([sumOf(years, 'cbht'), sumOf(years, 'htArea')]).toEqual([total.cbht, total.htArea])
  expect([total.ended, total.renewed]).toEqual([0, 0])
  expect(types.map((t: Bucket) => [t.key, t.values])).toEqual([
    ['contract_renew', { 1: 0, 2: 0, 3: 1, 4: 1, all: 2 }],
    ['9', { 1: 0, 2: 1, 3: 0, 4: 0, all: 1 }],
  ])
  // the last day still counts, the one before today has ended, an extension contract is known by its type
  const ids = (await sql<{ id: string }>`select id from cbht where qszt = '1' and cbqxz < '2029-01-01' order by id`.execute(w.db.owner)).rows.map((r) => r.id)
  const set = (i: number, values: Record<string, unknown>) => w.db.owner.updateTable('cbht').set(values).where('id', '=', ids[i]!).execute()
  await set(0, { cbqxz: day })
  await set(1, { cbqxz: '2031-03-11' })
  await set(2, { cbqxz: '2026-03-09' })
  await set(3, { cbqxz: TODAY })
  await set(4, { htlx: '3' })
  const after = (await ask(county, { view: 'renewal' })).total
  expect([after.ending, after.ended, after.renewed]).toEqual([total.ending - 2, 1, 1])
})

test('no view tells a name or a number of a person', async () => {
  const name = (await sql<{ cbfmc: string }>`select cbfmc from cbf where cbflx = '1' limit 1`.execute(w.db.owner)).rows[0]!.cbfmc
  for (const view of VIEWS) {
    const text = JSON.stringify(await ask(county, { view }))
    expect([view, text.includes(name), /(?<!\d)\d{17}[\dX](?!\d)/.test(text)]).toEqual([view, false, false])
  }
})
