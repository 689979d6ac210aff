// What citizens do without an account: book, change and cancel, ask and read the answer, follow a case, read what is published; and what they are refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCase } from '../../tests/factories.ts'
import { postingCode } from '../../business/publicity/link.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { captcha, MOST_DRAWN } from '../../platform/session/captcha.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import type { DeferredResponse } from '../../kit/server/route.server.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { reserve_slot } from './citizens.ts'
import { world, type World } from '../../tests/world.ts'
import { readRev } from '../../tests/samples.ts'

const TOWN = '512021119'
const tenantId = '000000'
let w: World
beforeAll(async () => {
  w = await world()
  w.setNow('2026-03-02')
  const town = await w.as('town')
  for (const slot of ['09:00-10:00', '14:00-15:00'])
    for (const weekday of ['2', '3']) await town.post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot, capacity: 2 })
})
afterAll(() => w.end())

const ask = (verb: string, query: object = {}) => w.nobody.get(`/usr/public/${verb}`, { tenantId, ...query })
const send = (verb: string, body: object) => w.nobody.post(`/usr/public/${verb}`, { tenantId, ...body })
/** The same as it leaves another machine. */
const CALL = (verb: string, body: object, headers = {}) => ({
  method: 'POST' as const,
  url: `/api/usr/public/${verb}`,
  payload: { tenantId, ...body },
  headers: { 'x-nulls': 'keep', ...headers },
})
const wish = (n: number, more: object = {}) => ({
  regionCode: TOWN,
  day: '2026-03-03',
  slot: '09:00-10:00',
  matter: 'change_split',
  person: `张小${n}`,
  phone: `1390000${String(n).padStart(4, '0')}`,
  ...more,
})
const keep = (more: object = {}) => send('hold', { regionCode: TOWN, day: '2026-03-03', slot: '09:00-10:00', ...more })

test('somebody sees where and when, books, looks at it, moves it and gives it up, by his code and four digits', async () => {
  const { data: at } = await ask('places')
  expect(at.places).toContainEqual(expect.objectContaining({ regionCode: TOWN, books: true }))
  expect(at.matters).toContainEqual({ key: 'change_split', name: '分户' })
  const inEnglish = await w.nobody.send('GET', '/usr/public/places', { query: { tenantId }, headers: { 'accept-language': 'en' } })
  expect(inEnglish.data.matters).toContainEqual({ key: 'change_split', name: 'Household split' })
  expect((await ask('slots', { regionCode: TOWN })).data[0]).toEqual({ day: '2026-03-03', slot: '09:00-10:00', capacity: 2, left: 2 })
  const { data: made } = await send('book', wish(1, { phone: '139-0000-0001' }))
  const own = { code: made.code, tail: '0001' }
  expect((await send('booking', own)).data).toMatchObject({ person: '张**', phone: '139****0001', matter: '分户', state: '已预约', day: '2026-03-03', open: 1 })
  expect((await send('booking-change', { ...own, day: '2026-03-04', slot: '14:00-15:00' })).msg).toBe('操作成功')
  expect((await send('booking', own)).data).toMatchObject({ code: made.code, day: '2026-03-04', slot: '14:00-15:00' })
  expect((await ask('slots', { regionCode: TOWN })).data[0].left).toBe(2)
  expect((await send('booking-cancel', own)).msg).toBe('操作成功')
  expect(await send('booking-cancel', own)).toMatchObject({ key: 'citizen-state' })
  expect((await send('booking', own)).data).toMatchObject({ state: '已取消', open: 0 })
})

test('a place that is kept is nobody else’s for five minutes, and then it is', async () => {
  const kept = await keep()
  expect(kept.data).toMatchObject({ minutes: 5 })
  expect((await send('book', wish(2))).code).toBe(200)
  expect(await send('book', wish(3))).toMatchObject({
    key: 'reserve-full',
    msg: '该时段已约满，可约时段：2026-03-03 14:00-15:00、2026-03-04 09:00-10:00、2026-03-04 14:00-15:00',
  })
  expect((await send('book', wish(4, { hold: kept.data.hold }))).code).toBe(200)
  // one kept for too long is taken by the next
  const late = await keep({ slot: '14:00-15:00' })
  expect((await keep({ slot: '14:00-15:00' })).code).toBe(200)
  expect((await send('book', wish(5, { slot: '14:00-15:00' }))).key).toBe('reserve-full')
  w.setNow('2026-03-02 09:06')
  expect((await ask('slots', { regionCode: TOWN })).data[1]).toMatchObject({ slot: '14:00-15:00', left: 2 })
  expect((await send('book', wish(5, { slot: '14:00-15:00', hold: late.data.hold }))).code).toBe(200)
  expect((await send('book', wish(6, { slot: '14:00-15:00' }))).code).toBe(200)
  expect((await send('book', wish(7, { slot: '14:00-15:00' }))).key).toBe('reserve-full')
  const many = await Promise.all(Array.from({ length: 14 }, () => keep({ day: '2026-03-10' })))
  expect(new Set(many.map((m) => m.key ?? 'kept'))).toEqual(new Set(['kept', 'reserve-full']))
})

test('an address keeps ten places at most', async () => {
  await (await w.as('town')).post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '4', slot: '09:00-10:00', capacity: 50 })
  const many = await Promise.all(Array.from({ length: 12 }, () => keep({ day: '2026-03-12' })))
  expect(many.filter((m) => m.key === 'hold-many').length).toBeGreaterThan(0)
})

test('of fifty who want the last two places two get one, and nobody is counted twice', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => send('book', wish(100 + i, { day: '2026-03-17' }))))
  expect([all.filter((a) => a.code === 200).length, new Set(all.filter((a) => a.code !== 200).map((a) => a.key))]).toEqual([2, new Set(['reserve-full'])])
  const rest = (await ask('slots', { regionCode: TOWN })).data.filter((s: any) => s.day === '2026-03-17')
  expect(rest.map((s: any) => s.left)).toEqual([0, 2])
})

test('of two who want the last place at once one keeps it, and the other is told at the same moment which three are free next', async () => {
  await (await w.as('town')).post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '5', slot: '10:00-11:00', capacity: 1 })
  await w.db.pool.query('delete from reserve_hold')
  const both = await Promise.all([1, 2].map(() => keep({ day: '2026-03-20', slot: '10:00-11:00' })))
  const [got, told] = both.toSorted((a, b) => a.code - b.code)
  expect([got!.data.minutes, told!.key]).toEqual([5, 'reserve-full'])
  const free = told!.msg.split('可约时段：')[1]!.split('、')
  const left = (await ask('slots', { regionCode: TOWN })).data.filter((s: any) => s.left > 0 && s.day >= '2026-03-20')
  expect(free).toEqual(left.slice(0, 3).map((s: any) => `${s.day} ${s.slot}`))
  // and each of them can be had
  expect((await keep({ day: free[0]!.slice(0, 10), slot: free[0]!.slice(11) })).code).toBe(200)
})

test('refused with words: a second appointment, a past, a closed, a far day, no such time, a wrong number, no matter, no such place or tenant', async () => {
  const refused = async (more: object) => (await send('book', wish(2, more))).key
  expect(await send('book', wish(2, { day: '2026-03-10' }))).toMatchObject({ key: 'reserve-second', msg: '该电话已有未办理的预约，请先改期或取消' })
  expect(await send('book', wish(2, { day: '2026-03-01' }))).toMatchObject({ key: 'reserve-past', msg: '预约日期已过，请选择以后的日期' })
  expect(await send('book', wish(2, { day: '2026-03-02', slot: '08:00-08:30' }))).toMatchObject({
    key: 'reserve-past',
    msg: '今天该时段已开始，请选择以后的时段',
  })
  expect(await refused({ day: '2026-03-07' })).toBe('reserve-closed')
  expect(await refused({ day: '2026-06-02' })).toBe('reserve-far')
  expect(await refused({ day: '2026-03-10', slot: '11:00-12:00' })).toBe('reserve-no-slot')
  expect(await refused({ slot: 'x' })).toBe('reserve-slot-form')
  expect((await send('book', wish(9, { phone: '12' }))).msg).toBe('联系电话格式不正确')
  expect((await send('book', wish(9, { matter: 'dance' }))).msg).toBe('请选择办理事项')
  expect((await send('book', wish(9, { regionCode: '51' }))).msg).toBe('请选择办理地点')
  expect((await w.nobody.post('/usr/public/book', { ...wish(9), tenantId: '999999' })).key).toBe('citizen-tenant')
})

test('how far ahead a time is booked, and how long a place is kept, is what the office has set', async () => {
  w.setNow('2026-03-04')
  const town = await w.as('admin')
  const set = (paramKey: string, paramValue: string) => town.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })
  const ids = [await set('citizens.horizon', '5'), await set('citizens.hold', '2')].map((a) => a.data)
  expect((await send('book', wish(21, { day: '2026-03-10' }))).key).toBe('reserve-far')
  expect((await keep({ day: '2026-03-05' })).data).toMatchObject({ minutes: 2 })
  expect((await town.post('/cpt-system/param/remove', {}, { ids: ids.join(',') })).code).toBe(200)
  w.setNow('2026-03-02')
})

test('a stranger names a place of the tenant whose page it is: what is none, lies elsewhere or has no office is refused by every call, and nothing is written', async () => {
  const count = async () =>
    (await w.db.pool.query('select (select count(*) from inquire) + (select count(*) from reserve) + (select count(*) from reserve_hold) as n')).rows
  const before = await count()
  const question = { title: '分户', content: '要带什么', person: '李四', phone: '13700009999' }
  for (const at of [
    { regionCode: '512021999999' },
    { regionCode: '512022' },
    { regionCode: '51' },
    { regionCode: undefined },
    { tenantId: '100001', regionCode: TOWN },
  ])
    for (const said of [await send('ask', { ...question, ...at }), await send('book', wish(9, at)), await keep(at), await ask('slots', at)])
      expect([at, said.status, said.key, said.msg]).toEqual([at, 400, 'citizen-place', '请选择办理地点'])
  expect(await count()).toEqual(before)
  // the matters of the page are those that can be booked, without the heading of their dictionary
  const { matters } = (await ask('places')).data
  expect(matters.slice(0, 3).map((m: any) => m.key)).toEqual(['contract_sign', 'change_split', 'change_merge'])
  expect((await send('book', wish(9, { matter: '-1' }))).msg).toBe('请选择办理事项')
})

test('a village without an office is served by the place above it, in each call alike, and its telephone is told with the booking', async () => {
  const village = '512021119204'
  const admin = await w.as('admin')
  const officeOf = async (regionCode: string) =>
    (await w.db.pool.query(`select * from sys_dept where "regionCode" = $1 and "tenantId" = $2`, [regionCode, tenantId])).rows[0]
  const tell = async (regionCode: string, officePhone: string) => {
    const { id, rev, deptName, fullName, sort, parentId } = await officeOf(regionCode)
    expect((await admin.post('/cpt-system/dept/submit', { id, rev, deptName, fullName, sort, parentId, regionCode, officePhone })).msg).toBe('操作成功')
  }
  const phoneOf = async () => (await ask('places')).data.places.find((p: any) => p.regionCode === TOWN).phone
  expect(await phoneOf()).toBe('')
  // of the office of its region, else of the nearest above
  await tell('512021', '028-24500000')
  expect(await phoneOf()).toBe('028-24500000')
  await tell(TOWN, '028-24511111')
  expect(await phoneOf()).toBe('028-24511111')
  const slots = (await ask('slots', { regionCode: village })).data
  expect([slots.length > 0, slots]).toEqual([true, (await ask('slots', { regionCode: TOWN })).data])
  const at = { regionCode: village, day: '2026-03-31', slot: '14:00-15:00' }
  const { hold } = (await keep(at)).data
  const { code } = (await send('book', wish(61, { ...at, hold }))).data
  expect((await send('booking', { code, tail: '0061' })).data).toMatchObject({ regionCode: TOWN, windowPhone: '028-24511111' })
  const asked = (await send('ask', { regionCode: village, title: '分户', content: '要带什么', person: '李四', phone: '13700006161' })).data
  const { rows: found } = await w.db.pool.query('select "regionCode" from inquire where code = $1', [asked.code])
  expect(found).toEqual([{ regionCode: TOWN }])
  for (const regionCode of [TOWN, '512021']) await tell(regionCode, '')
})

test('whatever strangers may call is bounded by address', () => {
  const rates = w.routes.filter((r) => r.path.startsWith('/usr/public/')).map((r) => [r.method, r.rate])
  expect(rates.filter(([method, rate]) => (method === 'GET' ? rate !== 'citizens' : rate !== 'citizens' && rate !== 'write'))).toEqual([])
})

test('a number is its digits: one phone has one open appointment and three open questions, however it is written', async () => {
  const written = ['028-87654321', '02887654321', '0288-7654321']
  const at = { day: '2026-03-25', slot: '14:00-15:00' }
  expect((await send('book', wish(30, { ...at, phone: written[1] }))).code).toBe(200)
  for (const phone of written) expect([phone, (await send('book', wish(30, { ...at, phone }))).key]).toEqual([phone, 'reserve-second'])
  // two at once are one after the other
  await (await w.as('town')).post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '4', slot: '14:00-15:00', capacity: 9 })
  const twice = await Promise.all(written.map((phone) => send('book', wish(31, { day: '2026-03-26', slot: at.slot, phone: phone.replace('4321', '4322') }))))
  expect(twice.map((a) => a.key ?? 'booked').toSorted()).toEqual(['booked', 'reserve-second', 'reserve-second'])
  const elsewhere = (verb: string, body: object) => w.app.inject({ ...CALL(verb, body), remoteAddress: '203.0.113.77' }).then((r) => r.json())
  // whose number others wrote books from where he is all the same, once
  const own = wish(30, { day: '2026-03-26', slot: at.slot, phone: written[0] })
  expect([(await elsewhere('book', own)).code, (await elsewhere('book', own)).key]).toEqual([200, 'reserve-second'])
  const question = { regionCode: TOWN, title: '分户', content: '要带什么', person: '李四' }
  for (const phone of written) expect([phone, (await send('ask', { ...question, phone })).code]).toEqual([phone, 200])
  for (const phone of written)
    expect(await send('ask', { ...question, phone })).toMatchObject({ status: 409, key: 'inquire-many', msg: '该电话未答复的咨询过多，请等待答复后再提交' })
  expect((await elsewhere('ask', { ...question, phone: written[0] })).code).toBe(200)
})

test('an address books and asks so often in a day as the parameters say, whoever it names', async () => {
  w.setNow('2026-03-05 09:00')
  const admin = await w.as('admin')
  const set = (paramKey: string, paramValue: string) => admin.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })
  for (const made of [await set('citizens.bookings.daily', '2'), await set('citizens.questions.daily', '2'), await set('citizens.questions.open', '1')])
    expect(made.code).toBe(200)
  const question = { regionCode: TOWN, title: '分户', content: '要带什么', person: '李四' }
  const asks = await Promise.all([1, 2, 3, 4].map((n) => send('ask', { ...question, phone: `1370000777${n}` })))
  expect(asks.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429])
  expect(asks.find((a) => a.status === 429)).toMatchObject({ key: 'citizen-many', msg: '当前网络今日提交次数已达上限，请明日再试或到窗口办理' })
  await (await w.as('town')).post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday: '1', slot: '09:00-10:00', capacity: 9 })
  const books = []
  for (const n of [1, 2, 3]) books.push((await send('book', wish(40 + n, { day: '2026-03-16' }))).status)
  expect(books).toEqual([200, 200, 429])
  w.setNow('2026-03-06 09:00')
  expect((await send('ask', { ...question, phone: '13700007775' })).code).toBe(200)
  expect((await send('ask', { ...question, phone: '13700007775' })).key).toBe('inquire-many')
  await w.db.pool.query(`delete from param where "paramKey" like 'citizens.%'`)
  w.setNow('2026-03-02')
})

test('strangers whose calls stand still keep nobody in the office waiting, and one too many is told when to come again; then nobody is lost', async () => {
  const county = await w.as('county')
  // as they come, over the wire
  const at = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const holder = await w.db.pool.connect()
  await holder.query('begin; lock table reserve_slot in access exclusive mode')
  const refused: { status: number; again: string | null; said: any }[] = []
  let served = 0
  /** As the page does: who is told so comes again. */
  async function stranger(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${at}/api/usr/public/slots?tenantId=000000&regionCode=${TOWN}`)
      const said = (await answer.json()) as any
      if (answer.status === 200 && Array.isArray(said.data)) return void (served += 1)
      refused.push({ status: answer.status, again: answer.headers.get('retry-after'), said })
      await new Promise((go) => setTimeout(go, Number(answer.headers.get('retry-after')) * 1000))
    }
  }
  // one has the turn of strangers, fifty of an address may wait
  const strangers = Array.from({ length: 60 }, stranger)
  while (refused.length < 9) await new Promise((done) => setImmediate(done))
  // the embedded engine has one session, which is held
  if (w.db.engine === 'server') expect((await county.get('/usr/inquire/page')).status).toBe(200)
  expect(served).toBe(0)
  await holder.query('rollback')
  holder.release()
  await Promise.all(strangers)
  expect(served).toBe(60)
  for (const r of refused) {
    expect([r.status, r.said.key, r.said.msg]).toEqual([503, 'strangers-many', `当前使用人数较多，请${r.again}秒后再试`])
    expect(Number(r.again)).toBeGreaterThanOrEqual(2)
  }
  expect((await county.get('/usr/inquire/page')).status).toBe(200)
})

test('a time that has begun is moved at the window alone, and bars no other once its day is over', async () => {
  const { code } = (await send('book', wish(20, { day: '2026-03-18', slot: '14:00-15:00' }))).data
  w.setNow('2026-03-18 14:10')
  expect(await send('booking-cancel', { code, tail: '0020' })).toMatchObject({ key: 'reserve-begun' })
  const again = wish(20, { day: '2026-03-25' })
  expect((await send('book', again)).key).toBe('reserve-second')
  // nor does it bar another for ever where the window did not note who came
  w.setNow('2026-03-19')
  expect((await send('book', again)).code).toBe(200)
  w.setNow('2026-03-02')
})

test('a question has an answer for who knows its code and his own number; a guess gets the words of a wrong code, and ten of them shut it to who guesses', async () => {
  const question = { regionCode: TOWN, title: '分户', content: '要带什么', person: '李四', phone: '13700001234' }
  expect((await send('ask', { ...question, content: '<b>x</b>' })).msg).toBe('内容只能是文字，不能包含网页标记')
  expect(await send('ask', { ...question, content: '长'.repeat(1001) })).toMatchObject({ code: 400, msg: '咨询内容长度不能超过1000位' })
  // a text is kept sign by sign, with the ends of its lines
  const long = `要带什么？\n=1+1, 5 < 6 & "七" 'x' {{0}} %s\n${'长'.repeat(1000)}`.slice(0, 1000)
  const { data: kept } = await send('ask', { ...question, phone: '13700005678', content: long })
  expect((await send('answer', { code: kept.code, tail: '5678' })).data.content).toBe(long)
  const { code } = (await send('ask', { ...question, phone: '+86 137 0000 1234' })).data
  expect(code).toMatch(/^Z512021[2-9A-Z]{8}$/)
  const town = await w.as('town')
  const rowOf = async (of: string) => (await town.get('/usr/inquire/page', { code: of })).data.records[0]
  expect((await town.get('/usr/inquire/detail', { id: (await rowOf(kept.code)).id })).data.content).toBe(long)
  const row = await rowOf(code)
  await town.post('/usr/inquire/reply', { id: row.id, rev: row.rev, reply: '户口簿' })
  expect((await send('answer', { code, tail: '1234' })).data).toEqual({
    code,
    title: '分户',
    content: '要带什么',
    state: '已答复',
    reply: '户口簿',
    replyTime: expect.any(String),
  })
  const [wrong, none] = [await send('answer', { code, tail: '4321' }), await send('answer', { code: 'Z51202122222222', tail: '1234' })]
  expect([wrong.key, wrong.msg, wrong.status]).toEqual([none.key, none.msg, none.status])
  expect(wrong.key).toBe('citizen-unknown')
  for (let n = 0; n < 9; n += 1) await send('answer', { code, tail: '0000' })
  expect((await send('answer', { code, tail: '1234' })).key).toBe('citizen-unknown')
  // from elsewhere it opens
  expect((await w.app.inject({ ...CALL('answer', { code, tail: '1234' }), remoteAddress: '203.0.113.9' })).json().data).toMatchObject({ reply: '户口簿' })
  w.setNow('2026-03-02 10:30')
  expect((await send('answer', { code, tail: '1234' })).data).toMatchObject({ reply: '户口簿' })
})

test('a case is followed by its code and the applicant’s number, and shows no name in full', async () => {
  const b = (await buildCase(w, { task: 'check' })) as { businessCode: string; obligeName: string; obligePhone: string }
  const found = (await send('case', { code: b.businessCode, tail: b.obligePhone.slice(-4) })).data
  expect(found).toMatchObject({ code: b.businessCode, state: '办理中', task: '初审', finishTime: null })
  expect(JSON.stringify(found)).not.toContain(b.obligeName)
  const [wrong, none] = [await send('case', { code: b.businessCode, tail: '0000' }), await send('case', { code: '51202120260302999999', tail: '0000' })]
  expect([wrong.key, wrong.msg]).toEqual([none.key, none.msg])
  // once it is revoked no day is promised any more, and he is told whom to ask; that it left the lists of the office changes nothing for him
  expect(found).toMatchObject({ note: null, dueDay: expect.stringMatching(/^\d{4}-/) })
  const admin = await w.as('admin')
  const id = (b as unknown as { id: string }).id
  for (const [verb, query] of [
    ['revoke', { businessId: id }],
    ['remove', { ids: id }],
  ] as const) {
    expect([verb, (await admin.post(`/yw-accept/business/${verb}`, {}, query)).msg]).toEqual([verb, '操作成功'])
    expect((await send('case', { code: b.businessCode, tail: b.obligePhone.slice(-4) })).data).toMatchObject({
      state: '已撤销',
      task: '',
      dueDay: null,
      finishTime: null,
      note: '该业务已撤销，如有疑问或需重新申请，请联系办理窗口',
    })
  }
})

test('what is published is read by everybody, drafts by nobody; an offer tells neither name nor number in full', async () => {
  const county = await w.as('county')
  for (const status of ['0', '1'])
    await county.post('/app/application/guide/save', { title: `指南${status}`, type: 'change_split', content: '正文', sort: 1, status })
  const { guides, policies } = (await ask('published')).data
  expect([guides.map((g: any) => g.title), policies]).toEqual([['指南1'], []])
  // a policy is read from its day on
  for (const publishDate of ['2026-03-02', '2026-03-03'])
    await county.post('/usr/policy/save', { title: `通知${publishDate}`, policyType: '1', publishDate, content: '正文', status: '1' })
  expect((await ask('published')).data.policies.map((p: any) => p.title)).toEqual(['通知2026-03-02'])
  const offer = { title: '水田', demandType: '1', regionCode: TOWN, mj: '3.5', untilDay: '2026-12-31', content: '近路', person: '王小五', phone: '13600001234' }
  const { data: id } = await (await w.as('town')).post('/usr/demand/submit', { ...offer, commit: 1 })
  expect((await ask('offers')).data).toEqual([])
  await county.post('/usr/demand/audit', { id, rev: 1, pass: 1 })
  expect((await ask('offers')).data).toEqual([expect.objectContaining({ title: '水田', kind: '转出土地', person: '王**', phone: '136****1234' })])
  await county.post('/usr/demand/audit', { id, rev: 2, offline: 1 })
  expect((await ask('offers')).data).toEqual([])
})

test('what is posted shows households by surname, and is gone once it is over', async () => {
  expect((await ask('posted')).data).toEqual([])
  const b = (await buildCase(w, { task: 'publicity', fbfbm: '51202111920304', name: '赵小六' })) as { id: string; obligeName: string }
  const admin = await w.as('admin')
  const { taskId } = (await admin.get('/yw-accept/business/detail', { id: b.id })).data
  const { data: id } = await admin.post('/yw-publicity/publicity/save', {
    taskId,
    title: '赵小六的公示',
    startDate: '2026-03-02',
    days: 15,
    place: '村委会公告栏',
  })
  const { data: rounds } = await ask('posted')
  expect(rounds).toEqual([expect.objectContaining({ id, startDate: '2026-03-02', endDate: '2026-03-16', place: '村委会公告栏' })])
  const { data: list } = await ask('posted-list', { id, regionCode: rounds[0].regionCode })
  expect(list.households).toEqual([{ name: '赵**', members: expect.any(Number), parcels: [{ dkmc: expect.any(String), htmjm: expect.any(String) }] }])
  expect(JSON.stringify([rounds, list])).not.toContain('赵小六')
  // it hangs in its own region and in no other of the county
  for (const regionCode of ['512021', TOWN, `${rounds[0].regionCode}99`, '512021119204'])
    expect([regionCode, (await ask('posted-list', { id, regionCode })).status]).toEqual([regionCode, 404])
  await admin.post('/yw-publicity/publicity/revoke', await readRev(w.db, 'publicity', id), { id })
  expect((await ask('posted-list', { id, regionCode: rounds[0].regionCode })).status).toBe(404)
})

test('no public call of citizens tells a name or number of anybody in full, whatever stands in the database', async () => {
  const town = await w.as('town')
  await w.db.pool.query('delete from reserve_hold')
  const person = { person: '欧阳明月', phone: '13511112222' }
  const secret = ['欧阳明月', '13511112222', '028-87654321', '512021199001011234', '13733334444', '司马长风']
  const offer = {
    title: '旱地',
    demandType: '1',
    regionCode: TOWN,
    mj: '3',
    untilDay: '2026-12-31',
    content: '近路，找欧阳：13511112222、028-87654321，身份证512021199001011234',
    commit: 1,
    ...person,
  }
  const { data: demandId } = await town.post('/usr/demand/submit', offer)
  await (await w.as('county')).post('/usr/demand/audit', { id: demandId, rev: 1, pass: 1 })
  const { data: made } = await send('book', wish(80, { day: '2026-03-24', ...person }))
  const { data: asked } = await send('ask', { regionCode: TOWN, title: '过户', content: '要带什么', person: '司马长风', phone: '13733334444' })
  const b = (await buildCase(w, { task: 'publicity', fbfbm: '51202111920305', name: '诸葛小亮' })) as { id: string; businessCode: string; obligePhone: string }
  const admin = await w.as('admin')
  const { taskId } = (await admin.get('/yw-accept/business/detail', { id: b.id })).data
  const { data: roundId } = await admin.post('/yw-publicity/publicity/save', {
    taskId,
    title: '诸葛小亮的公示',
    startDate: '2026-03-02',
    days: 15,
    place: '村委会，13511112222',
  })
  const told = { title: '须知13511112222', content: '身份证512021199001011234，电话135 1111 2222', notice: '13511112222', status: '1' }
  const county = await w.as('county')
  await county.post('/app/application/guide/save', { ...told, type: 'change_split' })
  await county.post('/app/application/description/save', { title: told.title, content: told.content, type: '1', status: '1' })
  await county.post('/usr/policy/save', { title: told.title, content: told.content, policyType: '1', publishDate: '2026-03-01', status: '1' })
  const { id: askedId, rev } = (await town.get('/usr/inquire/page', { code: asked.code })).data.records[0]
  await town.post('/usr/inquire/reply', { id: askedId, rev, reply: '请致电13511112222' })
  const posting = postingCode('512021', roundId)
  const tail = (phone: string) => phone.slice(-4)
  const [own, question, ofCase] = [
    { code: made.code, tail: tail(person.phone) },
    { code: asked.code, tail: '4444' },
    { code: b.businessCode, tail: tail(b.obligePhone) },
  ]
  // what each call is asked, so that it answers; one that is added stands here too
  const ASKED: Readonly<Record<string, () => ReturnType<typeof ask>>> = {
    published: () => ask('published'),
    offers: () => ask('offers'),
    posted: () => ask('posted'),
    'posted-list': async () => ask('posted-list', { id: roundId, regionCode: (await ask('posted')).data.find((p: any) => p.id === roundId).regionCode }),
    posting: () => w.nobody.get('/usr/public/posting', { code: posting }),
    places: () => ask('places'),
    slots: () => ask('slots', { regionCode: TOWN }),
    hold: () => keep({ day: '2026-03-24', slot: '14:00-15:00' }),
    book: () => send('book', wish(81, { day: '2026-03-25', ...person })),
    // no provider sends codes here
    'book-code': () => send('book-code', { regionCode: TOWN, day: '2026-03-25', slot: '14:00-15:00', phone: '13900001234' }),
    booking: () => send('booking', own),
    'booking-change': () => send('booking-change', { ...own, day: '2026-03-31', slot: '09:00-10:00' }),
    'booking-cancel': () => send('booking-cancel', own),
    ask: () => send('ask', { regionCode: TOWN, title: '过户', content: '要带什么', ...person }),
    answer: () => send('answer', question),
    case: () => send('case', ofCase),
  }
  const verbs = w.routes.filter((r) => r.path.startsWith('/usr/public/')).map((r) => r.path.slice('/usr/public/'.length))
  expect(Object.keys(ASKED).toSorted()).toEqual(verbs.toSorted())
  for (const verb of verbs) {
    const said = await ASKED[verb]!()
    expect([verb, said.status]).toEqual([verb, verb.startsWith('book') && !verb.startsWith('booking') ? 409 : 200])
    expect([verb, [...secret, '诸葛小亮', b.obligePhone].filter((s) => String(said.raw).includes(s))]).toEqual([verb, []])
  }
})

test('hours of the window are offered on their day of the week: a Saturday and a Sunday where the calendar has them worked', async () => {
  w.setNow('2026-03-02')
  const [town, admin, slot] = [await w.as('town'), await w.as('admin'), '17:00-17:30']
  for (const weekday of ['1', '2', '3', '4', '5', '6', '7'])
    expect((await town.post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot, capacity: 10 + Number(weekday) })).msg).toBe('操作成功')
  const offered = async () =>
    (await ask('slots', { regionCode: TOWN })).data.flatMap((s: any) =>
      s.slot === slot && s.day >= '2026-03-09' && s.day <= '2026-03-15' ? [`${s.day.slice(8)} ${s.capacity}`] : [],
    )
  const week = ['09 11', '10 12', '11 13', '12 14', '13 15']
  expect(await offered()).toEqual(week)
  for (const day of ['2026-03-14', '2026-03-15'])
    expect((await admin.post('/yw-accept/work-day/save', { day, isWorked: 1, dayName: '调休' })).msg).toBe('操作成功')
  expect(await offered()).toEqual([...week, '14 16', '15 17'])
})

test('with captchas on nobody writes without one; a code at which many guess from everywhere opens for who reads a picture, once', async () => {
  const c = await world({ CAPTCHA: 'on' })
  c.setNow('2026-03-02')
  const body = { tenantId, ...wish(1) }
  expect([(await c.nobody.post('/usr/public/book', body)).key, (await c.nobody.post('/usr/public/ask', body)).status]).toEqual(['captcha', 400])
  await c.db.pool.query('insert into captcha (key, answer, expires) select $1 || n, $2, $3 from generate_series(1, 9) n', [
    'p',
    tokenHash('abcde'),
    '2026-03-03',
  ])
  const read = (n: number, signs = 'abcde') => ({ 'captcha-key': `p${n}`, 'captcha-code': signs })
  const from = async (remoteAddress: string, verb: string, sent: object, headers = {}) =>
    (await c.app.inject({ ...CALL(verb, sent, headers), remoteAddress })).json()
  const question = { regionCode: TOWN, title: '分户', content: '要带什么', person: '李四', phone: '13700001234' }
  // a place is kept for who reads a picture, and booked by him without a second one; for another time the same place opens nothing
  const who = await whoOf(c.db, tenantId, 'county')
  await c.db.transaction({ tenantId }, (tx) =>
    rows.insert(
      contextFor(tx, who, c.now, 'test', async () => '0'),
      reserve_slot,
      { regionCode: TOWN, weekday: '2', slot: '09:00-10:00', capacity: 5 },
    ),
  )
  const time = { regionCode: TOWN, day: '2026-03-03', slot: '09:00-10:00' }
  expect((await from('203.0.113.1', 'hold', time)).key).toBe('captcha')
  const { hold } = (await from('203.0.113.1', 'hold', time, read(6))).data
  expect((await from('203.0.113.1', 'book', { ...wish(1), day: '2026-03-10', hold })).key).toBe('captcha')
  expect((await from('203.0.113.1', 'book', { ...wish(1), hold })).code).toBe(200)
  expect((await from('203.0.113.1', 'book', { ...wish(2), hold })).key).toBe('captcha')
  const taken = await c.db.pool.query('select sum(taken)::int as n from reserve_taken')
  expect(taken.rows).toEqual([{ n: 1 }])
  // so many pictures are drawn at once, and one more is refused at once
  const asked = await c.db.transaction({ tenantId, system: true }, async (tx) => {
    const ctx = contextFor(tx, who, c.now, 'test', async () => '0')
    const made = []
    for (let n = 0; n <= MOST_DRAWN; n += 1) made.push((await captcha(ctx, { captcha: true })) as DeferredResponse)
    return made
  })
  const drawn = await Promise.allSettled(asked.map((d) => d.make(async () => expect.unreachable())))
  expect(drawn.flatMap((d, n) => (d.status === 'rejected' ? [[n, d.reason.key]] : []))).toEqual([[MOST_DRAWN, 'busy']])
  const { code } = (await from('203.0.113.1', 'ask', question, read(1))).data
  const own = { code, tail: '1234' }
  // each of them guesses once, from an address of its own
  for (let n = 1; n <= 10; n += 1) expect((await from(`198.51.100.${n}`, 'answer', { code, tail: '0000' })).key).toBe('citizen-unknown')
  expect(await from('198.51.100.11', 'answer', { code, tail: '0001' })).toMatchObject({
    code: 400,
    key: 'citizen-proof',
    msg: '该编号近期多次查询有误，请输入图形验证码后再查询',
  })
  // the owner is asked for it as well, reads it, and is known from then on
  expect((await from('203.0.113.1', 'answer', own)).key).toBe('citizen-proof')
  // one that is read wrongly is used up
  for (const signs of ['wrong', 'abcde']) expect((await from('203.0.113.1', 'answer', own, read(2, signs))).key).toBe('captcha')
  for (const signs of ['wrong', 'abcde']) expect((await from('203.0.113.1', 'ask', question, read(5, signs))).key).toBe('captcha')
  expect((await from('203.0.113.1', 'answer', own, read(3))).data).toMatchObject({ code, title: '分户' })
  expect((await from('203.0.113.1', 'answer', own)).data).toMatchObject({ code })
  // who guesses with pictures is stopped as well, and only he
  for (let n = 0; n < 10; n += 1)
    await c.db.pool.query('insert into captcha (key, answer, expires) values ($1, $2, $3)', [`g${n}`, tokenHash('abcde'), '2026-03-03'])
  const guess = (n: number, tail: string) => from('198.51.100.99', 'answer', { code, tail }, { 'captcha-key': `g${n}`, 'captcha-code': 'abcde' })
  for (let n = 0; n < 10; n += 1) expect((await guess(n, '0000')).key).toBe('citizen-unknown')
  expect((await from('198.51.100.99', 'answer', own, read(4))).key).toBe('citizen-unknown')
  expect((await from('203.0.113.1', 'answer', own)).data).toMatchObject({ code })
  await c.end()
})
