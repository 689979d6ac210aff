// What citizens ask, offer and book, through the server: states, second persons, places that are never taken twice, and what is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { world, type Account, type World } from '../../tests/world.ts'
import { DEMAND_STEPS, INQUIRE_STEPS, RESERVE_STEPS, stepTo } from './flow.ts'
import { readRev } from '../../tests/samples.ts'

const TOWN = '512021119',
  VILLAGE = '512021119203'
let w: World
beforeAll(async () => {
  w = await world()
  w.setNow('2026-03-02')
})
afterAll(() => w.end())

const get = async (path: string, query: Record<string, unknown> = {}, who: Account = 'town') => (await w.as(who)).get(path, query)
/** The deeds of the office's people, by the table of their row. */
const DEEDS: Readonly<Record<string, string>> = { '/usr/inquire/reply': 'inquire', '/usr/demand/audit': 'demand', '/usr/reserve/handle': 'reserve' }
/** A call; a deed is done by who has just read its row, unless the body says what he read. */
const post = async (path: string, body: object = {}, who: Account = 'town', query: Record<string, unknown> = {}) => {
  const { id, ...said } = body as { id?: unknown }
  const table = Object.hasOwn(said, 'rev') ? undefined : DEEDS[path]
  return (await w.as(who)).post(path, { ...body, ...(table ? await readRev(w.db, table, id) : {}) }, query)
}
const question = (n: number, more: object = {}) => ({
  title: `问题${n}`,
  regionCode: VILLAGE,
  content: '分户要带哪些材料',
  person: '张三',
  phone: '13800000001',
  ...more,
})

test('a question is answered, answered better, closed, and then stands; marks of a page are refused', async () => {
  const { data: id } = await post('/usr/inquire/submit', question(1, { phone: '138-0000-0001' }), 'village')
  expect((await post('/usr/inquire/submit', question(2, { content: '<script>alert(1)</script>' }), 'village')).msg).toBe('内容只能是文字，不能包含网页标记')
  expect((await post('/usr/inquire/submit', question(2, { content: '长'.repeat(1001) }), 'village')).code).toBe(400)
  expect((await post('/usr/inquire/reply', { id, reply: ' ' })).key).toBe('no-reply')
  for (const reply of ['见<a href="https://example.com">此处</a>', '<script>alert(1)</script>', '<img src=x onerror=alert(1) '])
    expect([reply, (await post('/usr/inquire/reply', { id, reply })).msg]).toEqual([reply, '内容只能是文字，不能包含网页标记'])
  expect((await post('/usr/inquire/reply', { id, reply: '户口簿、身份证' })).msg).toBe('操作成功')
  expect((await post('/usr/inquire/submit', { ...question(1), id, title: '改' }, 'village')).msg).toBe('当前状态不能修改')
  expect((await post('/usr/inquire/reply', { id, reply: '户口簿、身份证、协议；a<b 亩的不用' })).msg).toBe('操作成功')
  expect((await post('/usr/inquire/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  expect((await post('/usr/inquire/reply', { id, close: 1 })).msg).toBe('操作成功')
  expect(await post('/usr/inquire/reply', { id, reply: '再答' })).toMatchObject({ key: 'citizen-state', msg: '当前状态不能答复' })
  // whoever asked reads the answer for as long as he likes
  expect((await post('/usr/inquire/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  expect((await get('/usr/inquire/detail', { id })).data).toMatchObject({ status: '2', reply: '户口簿、身份证、协议；a<b 亩的不用', replier: '镇级经办' })
  expect((await post('/usr/inquire/reply', { id, reply: 'x' }, 'large')).status).toBe(403)
})

test('of questions those that wait come first, and the newest before the others', async () => {
  const made: string[] = []
  for (const n of [71, 72, 73, 74]) made.push((await post('/usr/inquire/submit', question(n, { person: '排序' }), 'village')).data)
  const [first, second, third, last] = made
  await post('/usr/inquire/reply', { id: second, reply: '答' })
  await post('/usr/inquire/reply', { id: last, reply: '答' })
  await post('/usr/inquire/reply', { id: last, close: 1 })
  await w.db.pool.query(`update inquire set "createTime" = "createTime" - interval '1 day' where id = $1`, [first])
  const found = async (more: object = {}) => (await get('/usr/inquire/page', { person: '排序', ...more })).data.records.map((r: any) => r.id)
  expect(await found()).toEqual([third, first, second, last])
  expect((await found({ descs: 'id' }))[0]).toBe(last)
})

test('a row is found by its phone however that is typed', async () => {
  const { data: id } = await post('/usr/inquire/submit', question(81, { phone: '+86 138-0000-8181' }), 'village')
  for (const typed of ['13800008181', '138-0000-8181', '138 0000 8181', '+8613800008181', '086-13800008181', '１３８００００８１８１'])
    for (const name of ['phone', 'phone_equal'])
      expect([typed, name, (await get('/usr/inquire/page', { [name]: typed })).data.records.map((r: any) => r.id)]).toEqual([typed, name, [id]])
  // the same in a filter of several conditions
  const filtered = async (where: object) => (await get('/usr/inquire/page', { where: JSON.stringify(where) })).data?.records.map((r: any) => r.id)
  const is = (op: string, value: unknown) => ({ field: 'phone', op, value })
  for (const typed of ['13800008181', '138-0000-8181', '+8613800008181']) {
    expect([typed, await filtered({ and: [is('eq', typed), { field: 'status', op: 'eq', value: '0' }] })]).toEqual([typed, [id]])
    expect([typed, await filtered(is('in', ['x', ...Array.from({ length: 90 }, (_, n) => `1390000${1000 + n}`), typed]))]).toEqual([typed, [id]])
    expect([typed, await filtered({ and: [is('ne', typed), is('eq', '13800008181')] })]).toEqual([typed, []])
  }
  expect(await filtered(is('eq', '13800008182'))).toEqual([])
  expect((await get('/usr/inquire/page', { where: '{"field":"phone"' })).key).toBe('where')
  for (const none of ['13800008182', 'x', "'"]) expect([none, (await get('/usr/inquire/page', { phone_equal: none })).data.records]).toEqual([none, []])
})

const revOf = async (id: string): Promise<number> => (await get('/usr/demand/detail', { id })).data.rev
test('an offer of land is entered by one person and passed by another; what is published is taken down, not changed', async () => {
  const body = {
    title: '转出水田',
    demandType: '1',
    regionCode: TOWN,
    mj: '3.50',
    price: '500',
    untilDay: '2026-12-31',
    content: '靠近公路',
    person: '李四',
    phone: '13800000002',
  }
  expect((await post('/usr/demand/submit', { ...body, untilDay: '2026-03-01' })).key).toBe('demand-until')
  const { data: id } = await post('/usr/demand/submit', body)
  expect((await post('/usr/demand/audit', { id, pass: 1 }, 'county')).msg).toBe('当前状态不能审核')
  expect((await post('/usr/demand/submit', { ...body, id, commit: 1 })).msg).toBe('操作成功')
  expect(await post('/usr/demand/audit', { id, pass: 1 })).toMatchObject({ key: 'citizen-own' })
  expect((await post('/usr/demand/audit', { id, pass: 0 }, 'county')).key).toBe('no-opinion')
  expect((await post('/usr/demand/audit', { id, pass: 0, opinion: '长'.repeat(255) }, 'county')).status).toBe(400)
  expect((await post('/usr/demand/audit', { id, pass: 0, opinion: '请写明地名' }, 'county')).msg).toBe('操作成功')
  expect((await post('/usr/demand/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  const again = { ...body, id, content: '靠近公路，沟边田', commit: 1 }
  // who judged it wrote last: it is changed by those who have seen that
  expect((await post('/usr/demand/submit', again)).key).toBe('changed')
  expect((await post('/usr/demand/submit', { ...again, rev: await revOf(id) })).msg).toBe('操作成功')
  expect((await post('/usr/demand/audit', { id, pass: 1 }, 'county')).msg).toBe('操作成功')
  expect((await post('/usr/demand/submit', { ...body, id })).msg).toBe('当前状态不能修改')
  expect((await post('/usr/demand/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  expect((await post('/usr/demand/audit', { id, offline: 1 }, 'county')).msg).toBe('操作成功')
  expect((await post('/usr/demand/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  expect((await get('/usr/demand/detail', { id })).data).toMatchObject({ status: '4', auditor: '县级经办' })
  const { data: draft } = await post('/usr/demand/submit', { ...body, phone: '+86 138-0000-0002' })
  expect((await post('/usr/demand/remove', {}, 'town', { ids: draft })).msg).toBe('操作成功')
})

const booking = (n: number, more: object = {}) => ({
  regionCode: TOWN,
  day: '2026-03-03',
  slot: '09:00-10:00',
  matter: 'change_split',
  person: `客${n}`,
  phone: `139${String(n).padStart(8, '0')}`,
  ...more,
})
test('a window has hours; of fifty who want its five places at once five get one, and the others are told what is free', async () => {
  for (const slot of ['09:00-10:00', '14:00-15:00'])
    expect((await post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '2', slot, capacity: 5 })).msg).toBe('操作成功')
  expect((await post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '3', slot: '9点', capacity: 5 })).key).toBe('reserve-slot-form')
  const town = await w.as('town')
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => town.post('/usr/reserve/submit', booking(i))))
  const got = all.filter((a) => a.code === 200)
  expect([got.length, new Set(all.filter((a) => a.code !== 200).map((a) => a.key))]).toEqual([5, new Set(['reserve-full'])])
  expect(all.find((a) => a.key)!.msg).toBe('该时段已约满，可约时段：2026-03-03 14:00-15:00、2026-03-10 09:00-10:00、2026-03-10 14:00-15:00')
  const slots = (await get('/usr/reserve/slots', { regionCode: VILLAGE, day: '2026-03-03' })).data
  expect(slots.map((s: any) => [s.slot, s.left])).toEqual([
    ['09:00-10:00', 0],
    ['14:00-15:00', 5],
  ])
  // a place that is given back is free again, and one person has one
  const id = got[0]!.data
  const { phone } = (await get('/usr/reserve/detail', { id }, 'admin')).data
  expect(phone).toMatch(/^139/)
  expect((await post('/usr/reserve/handle', { id, act: 'cancel' })).msg).toBe('操作成功')
  expect((await post('/usr/reserve/submit', booking(60))).msg).toBe('操作成功')
  expect((await post('/usr/reserve/submit', booking(60, { slot: '14:00-15:00' }))).key).toBe('reserve-second')
  expect((await post('/usr/reserve/submit', booking(61))).key).toBe('reserve-full')
})

test('what cannot be booked is refused with words: a past time, a day off, too far ahead, no such time', async () => {
  const refused = async (more: object) => (await post('/usr/reserve/submit', booking(70, more))).key
  expect(await refused({ day: '2026-03-01' })).toBe('reserve-past')
  expect(await refused({ day: '2026-03-07' })).toBe('reserve-closed')
  expect(await refused({ day: '2026-06-02' })).toBe('reserve-far')
  expect(await refused({ day: '2026-03-10', slot: '11:00-12:00' })).toBe('reserve-no-slot')
  // a phone is its digits
  expect(await refused({ phone: '+86 139-0000-0070', slot: '9-10' })).toBe('reserve-slot-form')
})

test('an appointment that moves keeps its code and gives its former place back', async () => {
  const left = async (day: string) => (await get('/usr/reserve/slots', { regionCode: TOWN, day })).data.map((s: any) => s.left)
  const before = [await left('2026-03-10'), await left('2026-03-17')]
  const { data: id } = await post('/usr/reserve/submit', booking(90, { day: '2026-03-10' }))
  const { data: first } = await get('/usr/reserve/detail', { id })
  expect(first.code).toMatch(/^Y512021[2-9A-Z]{8}$/)
  expect((await post('/usr/reserve/submit', booking(90, { id, rev: first.rev, day: '2026-03-17' }))).msg).toBe('操作成功')
  expect((await get('/usr/reserve/detail', { id })).data).toMatchObject({ code: first.code, day: '2026-03-17', status: '0' })
  expect([await left('2026-03-10'), await left('2026-03-17')]).toEqual([before[0], before[1]!.map((n: number, i: number) => (i === 0 ? n - 1 : n))])
  expect(await post('/usr/reserve/handle', { id, act: 'checkin' })).toMatchObject({ key: 'check-in-day', msg: '只能在预约当天签到' })
})

test('an appointment is confirmed and handled, nobody is absent before his time, and what is over stays', async () => {
  const { data: id } = await post('/usr/reserve/submit', booking(80, { slot: '14:00-15:00' }))
  expect(await post('/usr/reserve/handle', { id, act: 'absent' })).toMatchObject({ key: 'absent-early', msg: '预约时段未开始，不能标记为未到' })
  expect((await post('/usr/reserve/handle', { id, act: 'dance' })).code).toBe(400)
  expect((await post('/usr/reserve/handle', { id, act: 'confirm' })).msg).toBe('操作成功')
  expect((await post('/usr/reserve/remove', {}, 'town', { ids: id })).msg).toBe('当前状态不能删除')
  // nobody is served before his day
  expect(await post('/usr/reserve/handle', { id, act: 'handle' })).toMatchObject({ status: 409, key: 'handle-day', msg: '未到预约日期，不能办理' })
  w.setNow('2026-03-03 14:10')
  expect((await post('/usr/reserve/handle', { id, act: 'checkin' })).msg).toBe('操作成功')
  expect(await post('/usr/reserve/handle', { id, act: 'absent' })).toMatchObject({ status: 409, key: 'absent-came', msg: '已签到，不能标记为未到' })
  expect((await post('/usr/reserve/handle', { id, act: 'handle' })).msg).toBe('操作成功')
  w.setNow('2026-03-02')
  expect((await post('/usr/reserve/handle', { id, act: 'cancel' })).key).toBe('citizen-state')
  const { data: other } = await post('/usr/reserve/submit', booking(81, { slot: '14:00-15:00' }))
  expect((await post('/usr/reserve/handle', { id: other, act: 'cancel' })).msg).toBe('操作成功')
  for (const ids of [id, other]) expect((await post('/usr/reserve/remove', {}, 'town', { ids })).msg).toBe('当前状态不能删除')
})

test('hours of one place and weekday do not overlap: not a new one, not one that is changed, and of two at once one', async () => {
  const hours = (weekday: string, slot: string, more: object = {}) =>
    post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot, capacity: 2, ...more })
  expect(await hours('2', '14:30-15:30')).toMatchObject({ status: 409, key: 'reserve-slot-overlap', msg: '与同一天已有的时段14:00-15:00重叠，请调整' })
  const next = await hours('2', '15:00-16:00')
  expect([next.msg, (await hours('4', '14:30-15:30')).msg]).toEqual(['操作成功', '操作成功'])
  const { rev } = (await get('/usr/reserve-slot/detail', { id: next.data })).data
  expect((await hours('2', '14:59-16:00', { id: next.data, rev })).key).toBe('reserve-slot-overlap')
  expect((await hours('2', '15:00-16:00', { id: next.data, rev, capacity: 3 })).msg).toBe('操作成功')
  const both = await Promise.all(['10:00-11:00', '10:30-11:30', '10:59-12:00'].map((slot) => hours('4', slot)))
  expect(both.map((b) => b.key ?? b.msg).toSorted()).toEqual(['reserve-slot-overlap', 'reserve-slot-overlap', '操作成功'])
})

test('hours under people who are booked are not lowered, moved or removed before these are', async () => {
  const hours = (more: object) => post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '5', slot: '16:00-17:00', capacity: 3, ...more })
  const { data: id } = await hours({})
  const { rev } = (await get('/usr/reserve-slot/detail', { id })).data
  const wishes = [
    [301, '2026-03-06'],
    [302, '2026-03-13'],
    [303, '2026-03-13'],
  ] as const
  const made = []
  for (const [n, day] of wishes) made.push((await post('/usr/reserve/submit', booking(n, { day, slot: '16:00-17:00' }))).data as string)
  const gone = '该时段已有3人预约（最早2026-03-06），请先改期或取消'
  for (const said of [
    await post('/usr/reserve-slot/remove', {}, 'town', { ids: id }),
    await hours({ id, rev, slot: '16:30-17:30' }),
    await hours({ id, rev, weekday: '4' }),
  ])
    expect(said).toMatchObject({ status: 409, key: 'reserve-slot-booked', msg: gone })
  expect(await hours({ id, rev, capacity: 1 })).toMatchObject({
    key: 'reserve-slot-capacity',
    msg: '2026-03-13该时段已有2人预约，可预约数不能少于2；如需减少，请先改期或取消',
  })
  expect((await hours({ id, rev, capacity: 2 })).msg).toBe('操作成功')
  for (const r of made) expect((await post('/usr/reserve/handle', { id: r, act: 'cancel' })).msg).toBe('操作成功')
  // who books at the moment at which they go gets a time that stands, or is told
  const [booked, removed] = await Promise.all([
    post('/usr/reserve/submit', booking(304, { day: '2026-03-13', slot: '16:00-17:00' })),
    post('/usr/reserve-slot/remove', {}, 'town', { ids: id }),
  ])
  expect([
    ['操作成功', 'reserve-slot-booked'],
    ['reserve-no-slot', '操作成功'],
  ]).toContainEqual([booked.key ?? booked.msg, removed.key ?? removed.msg])
})

test('a day on which people are booked is not closed, by whatever call and entry of the calendar, before these are moved', async () => {
  const day = '2026-03-12'
  expect((await post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '4', slot: '17:00-18:00', capacity: 3 })).msg).toBe('操作成功')
  const made: string[] = []
  for (const n of [311, 312]) made.push((await post('/usr/reserve/submit', booking(n, { day, slot: '17:00-18:00' }))).data)
  const at = (verb: string) => `/yw-accept/work-day/${verb}`
  const closed = { day, isWorked: 0, dayName: '停办' }
  const [{ name }] = (await w.db.pool.query('select name from region where code = $1', [TOWN])).rows
  const refused = { status: 409, key: 'reserve-day-booked', msg: `${day}已有2人预约（${name}2），请先改期或取消` }
  for (const verb of ['submit', 'save']) expect(await post(at(verb), closed, 'admin')).toMatchObject(refused)
  // another day's entry is brought to it, or one that says that it is worked is turned round
  for (const [entry, changed] of [
    [{ ...closed, day: '2026-03-19' }, { day }],
    [{ ...closed, isWorked: 1 }, { isWorked: 0 }],
  ]) {
    const { data: id } = await post(at('save'), entry, 'admin')
    const { rev } = (await get(at('detail'), { id }, 'admin')).data
    for (const verb of ['submit', 'update']) expect(await post(at(verb), { ...entry, ...changed, id, rev }, 'admin')).toMatchObject(refused)
    expect((await post(at('remove'), {}, 'admin', { ids: id })).msg).toBe('操作成功')
  }
  // a Saturday is worked by its entry alone
  const saturday = '2026-03-14'
  const { data: id } = await post(at('save'), { day: saturday, isWorked: 1, dayName: '调休' }, 'admin')
  expect((await post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '6', slot: '17:00-18:00', capacity: 3 })).msg).toBe('操作成功')
  made.push((await post('/usr/reserve/submit', booking(313, { day: saturday, slot: '17:00-18:00' }))).data)
  expect(await post(at('remove'), {}, 'admin', { ids: id })).toMatchObject({ ...refused, msg: `${saturday}已有1人预约（${name}1），请先改期或取消` })
  for (const r of made) expect((await post('/usr/reserve/handle', { id: r, act: 'cancel' })).msg).toBe('操作成功')
  expect((await post(at('remove'), {}, 'admin', { ids: id })).msg).toBe('操作成功')
  // who books at the moment at which the day is closed gets a time that stands, or is told
  const [booked, shut] = await Promise.all([post('/usr/reserve/submit', booking(314, { day, slot: '17:00-18:00' })), post(at('save'), closed, 'admin')])
  expect([
    ['操作成功', 'reserve-day-booked'],
    ['reserve-closed', '操作成功'],
  ]).toContainEqual([booked.key ?? booked.msg, shut.key ?? shut.msg])
})

const offer = {
  title: '转出旱地',
  demandType: '1',
  regionCode: TOWN,
  mj: '2',
  price: '300',
  untilDay: '2026-12-31',
  content: '近路',
  person: '李四',
  phone: '13800000009',
}
/** The calls of the three that have states, by the act that the tables know, and how a row is brought into a state. */
const ACTS = {
  inquire: {
    steps: INQUIRE_STEPS,
    acts: { reply: (id: string) => post('/usr/inquire/reply', { id, reply: '答复' }), close: (id: string) => post('/usr/inquire/reply', { id, close: 1 }) },
  },
  demand: {
    steps: DEMAND_STEPS,
    acts: {
      submit: async (id: string) => post('/usr/demand/submit', { ...offer, id, rev: await revOf(id), commit: 1 }),
      pass: (id: string) => post('/usr/demand/audit', { id, pass: 1 }, 'county'),
      refuse: (id: string) => post('/usr/demand/audit', { id, pass: 0, opinion: '不符' }, 'county'),
      offline: (id: string) => post('/usr/demand/audit', { id, offline: 1 }, 'county'),
    },
  },
  reserve: {
    steps: RESERVE_STEPS,
    acts: Object.fromEntries(
      ['confirm', 'checkin', 'handle', 'absent', 'cancel'].map((act) => [act, (id: string) => post('/usr/reserve/handle', { id, act })]),
    ),
  },
} as const
test('who answers, judges or handles sends what he read: after somebody else has changed it nobody does, nor who does not say', async () => {
  const ids = {
    inquire: (await post('/usr/inquire/submit', question(8), 'village')).data,
    demand: (await post('/usr/demand/submit', { ...offer, commit: 1 })).data,
    reserve: (await post('/usr/reserve/submit', booking(97, { day: '2026-03-17', slot: '14:00-15:00' }))).data,
  }
  for (const [path, of, said, who] of [
    ['/usr/inquire/reply', 'inquire', { reply: '答复' }, 'town'],
    ['/usr/inquire/reply', 'inquire', { close: 1 }, 'town'],
    ['/usr/demand/audit', 'demand', { pass: 1 }, 'county'],
    ['/usr/demand/audit', 'demand', { offline: 1 }, 'county'],
    ['/usr/reserve/handle', 'reserve', { act: 'confirm' }, 'town'],
    ['/usr/reserve/handle', 'reserve', { act: 'cancel' }, 'town'],
  ] as const) {
    const id = ids[of]
    const { rev } = await readRev(w.db, of, id)
    await w.db.pool.query(`update ${of} set rev = rev + 1 where id = $1`, [id])
    const unsaid = await post(path, { id, ...said, rev: undefined }, who)
    expect([
      path,
      said,
      (await post(path, { id, ...said, rev }, who)).key,
      (await post(path, { id, ...said, rev: 0 }, who)).key,
      unsaid.data?.fields?.[0],
      (await post(path, { id, ...said, rev: rev + 1 }, who)).msg,
    ]).toEqual([path, said, 'changed', 'changed', { field: 'rev', msg: '缺少数据版本（rev），请刷新后重新提交' }, '操作成功'])
  }
})

test('each act is admitted in those states that the tables name, by every call, and a random walk never leaves them', async () => {
  w.setNow('2026-03-04 08:30')
  const { data: hours } = await post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '3', slot: '09:00-09:30', capacity: 9 })
  const ids = {
    inquire: (await post('/usr/inquire/submit', question(7), 'village')).data,
    demand: (await post('/usr/demand/submit', offer)).data,
    reserve: (await post('/usr/reserve/submit', booking(95, { day: '2026-03-04', slot: '09:00-09:30' }))).data,
  }
  // its time has begun, and nobody has come
  w.setNow('2026-03-04 09:05')
  const stateOf = async (of: keyof typeof ids) => (await w.db.pool.query(`select status from ${of} where id = $1`, [ids[of]])).rows[0].status as string
  const nobodyCame = () => w.db.pool.query(`update reserve set "checkInTime" = null where id = $1`, [ids.reserve])
  const walked = async (of: keyof typeof ids, act: string) => {
    await nobodyCame()
    const [before, call] = [await stateOf(of), (ACTS[of].acts as Readonly<Record<string, (id: string) => ReturnType<typeof post>>>)[act]!]
    const next = stepTo(ACTS[of].steps, before, act)
    const said = await call(ids[of])
    expect([of, before, act, said.code === 200, await stateOf(of)]).toEqual([of, before, act, !!next, next ?? before])
    if (!next) expect([of, before, act, said.key]).toEqual([of, before, act, 'citizen-state'])
  }
  for (const of of Object.keys(ids) as (keyof typeof ids)[])
    for (const state of Object.keys(ACTS[of].steps))
      for (const act of Object.keys(ACTS[of].acts)) {
        // as the one who entered it left it: who checks is another
        await w.db.pool.query(`update ${of} set status = $2, "updateUser" = "createUser" where id = $1`, [ids[of], state])
        await walked(of, act)
      }
  for (const of of Object.keys(ids) as (keyof typeof ids)[])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(ACTS[of].acts)), { minLength: 4, maxLength: 8 }), async (acts) => {
        await w.db.pool.query(`update ${of} set status = '0', "updateUser" = "createUser" where id = $1`, [ids[of]])
        for (const act of acts) await walked(of, act)
      }),
      { numRuns: 5 },
    )
  expect((await post('/usr/reserve-slot/remove', {}, 'town', { ids: hours })).msg).toBe('操作成功')
  w.setNow('2026-03-02')
})

test('a guide that is published is the one of its matter; a draft is none', async () => {
  const body = { title: '分户办理指南', type: 'change_split', content: '带户口簿', notice: '须全体成员同意', sort: 1, status: '0' }
  const { data: id } = await post('/app/application/guide/save', body, 'county')
  expect(await get('/app/application/guide/notice/detail', { type: 'change_split' })).toMatchObject({ status: 404, key: 'guide-none' })
  const { rev } = (await get('/app/application/guide/detail', { id }, 'county')).data
  expect((await post('/app/application/guide/update', { ...body, id, rev, status: '1' }, 'county')).msg).toBe('操作成功')
  expect((await get('/app/application/guide/notice/detail', { type: 'change_split' })).data).toMatchObject({ id, notice: '须全体成员同意' })
  // another county's office neither changes nor removes it; the one that published it does
  const who = await w.db.pool.query(`select id, "regionCode" from sys_user where account = 'county' and "tenantId" = '000000'`)
  await w.db.pool.query(`update guide set "createUser" = (select id from sys_user where account = 'town' and "tenantId" = '000000') where id = $1`, [id])
  await w.db.pool.query(`update sys_user set "regionCode" = '510104001' where account = 'town' and "tenantId" = '000000'`)
  const now = (await get('/app/application/guide/detail', { id }, 'county')).data.rev
  for (const refused of [
    await post('/app/application/guide/update', { ...body, id, rev: now, title: '改' }, 'county'),
    await post('/app/application/guide/remove', {}, 'county', { ids: id }),
  ])
    expect(refused).toMatchObject({ status: 403, key: 'published-elsewhere', msg: expect.stringContaining('由其他地区发布') })
  await w.db.pool.query(`update sys_user set "regionCode" = null where account = 'town' and "tenantId" = '000000'`)
  await w.db.pool.query(`update guide set "createUser" = $2 where id = $1`, [id, who.rows[0].id])
  expect((await post('/usr/policy/save', { title: 'x', policyType: '1', publishDate: '2026-03-01', content: 'y', status: '1' }, 'village')).status).toBe(403)
})

test('what was published is taken back, not removed, and holds no marks of a page; a draft goes', async () => {
  const policy = { title: '通知', policyType: '1', publishDate: '2026-03-01', content: '正文', origin: '农业农村局', docNo: '1号' }
  const each = [
    ['/usr/policy', policy, ['title', 'content', 'origin', 'docNo']],
    ['/app/application/guide', { title: '指南', type: 'change_merge', content: '正文', notice: '须知' }, ['title', 'content', 'notice']],
    ['/app/application/description', { title: '说明', type: '1', content: '正文' }, ['title', 'content']],
  ] as const
  for (const [path, body, texts] of each) {
    for (const name of texts)
      expect([path, name, (await post(`${path}/save`, { ...body, [name]: '<b>x</b>' }, 'county')).msg]).toEqual([
        path,
        name,
        '内容只能是文字，不能包含网页标记',
      ])
    const { data: id } = await post(`${path}/save`, { ...body, status: '1' }, 'county')
    const { data: draft } = await post(`${path}/save`, { ...body, status: '0' }, 'county')
    const { rev } = (await get(`${path}/detail`, { id }, 'county')).data
    expect((await post(`${path}/update`, { ...body, id, rev, status: '0' }, 'county')).msg).toBe('操作成功')
    expect(await post(`${path}/remove`, {}, 'county', { ids: id })).toMatchObject({
      status: 409,
      key: 'was-published',
      msg: '发布过的内容不能删除；不再公布的，请改为草稿',
    })
    expect((await post(`${path}/remove`, {}, 'county', { ids: draft })).msg).toBe('操作成功')
  }
})

test('a draft is read by those who write what is published, and by nobody else', async () => {
  const policy = { policyType: '1', publishDate: '2026-03-01', content: '正文' }
  const each = [
    ['/usr/policy', policy],
    ['/app/application/guide', { type: 'change_split', content: '正文' }],
    ['/app/application/description', { type: '1', content: '正文' }],
  ] as const
  for (const [path, body] of each) {
    const [draft, told] = [
      (await post(`${path}/save`, { ...body, title: '草稿', status: '0' }, 'county')).data,
      (await post(`${path}/save`, { ...body, title: '发布稿', status: '1' }, 'county')).data,
    ]
    const titles = async (who: Account) => (await get(`${path}/page`, {}, who)).data.records.map((r: any) => r.title)
    expect([path, (await get(`${path}/detail`, { id: draft }, 'county')).data.title, await titles('county')]).toEqual([
      path,
      '草稿',
      expect.arrayContaining(['草稿', '发布稿']),
    ])
    for (const who of ['town', 'village'] as const) {
      expect([path, who, (await get(`${path}/detail`, { id: draft }, who)).status]).toEqual([path, who, 404])
      expect([path, who, (await get(`${path}/detail`, { id: told }, who)).data.title]).toEqual([path, who, '发布稿'])
      expect(await titles(who)).toContain('发布稿')
      expect(await titles(who)).not.toContain('草稿')
    }
  }
})
