// What leaves the house by itself: parties are told that their case has ended, persons what waits for them, of their password and a locked account; each once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startCloud, type Cloud } from '../../apps/simulators/clouds.server.ts'
import { startMailSimulator, type MailSimulator } from '../../apps/simulators/smtp.server.ts'
import { startSmsSimulator, type SmsSimulator } from '../../apps/simulators/sms.server.ts'
import { PDF } from '../../services/files/testing.server.ts'
import { buildCase } from '../../tests/factories.ts'
import { world, type Account, type Client, type World } from '../../tests/world.ts'
import { readRev } from '../../tests/samples.ts'

const SECRET = 'simulator-secret'
let w: World, admin: Client, sim: SmsSimulator, post: MailSimulator, robot: Cloud
beforeAll(async () => {
  w = await world({ PUBLIC_URL: 'https://htqd.example.gov.cn' })
  w.jobs.start()
  w.setNow('2026-03-02')
  admin = await w.as('admin')
  sim = await startSmsSimulator({ accessKey: 'demo', secretKey: SECRET })
  post = await startMailSimulator({ user: 'office', password: SECRET })
  robot = await startCloud('wecom', { accessKey: 'demo', secretKey: SECRET })
})
afterAll(async () => {
  await w?.end()
  for (const s of [sim, post, robot]) await s?.close()
})
beforeEach(() => [sim, post, robot].forEach((s) => s.outbox.splice(0)))

const sql = async (text: string, values: unknown[] = []): Promise<any[]> => (await w.db.pool.query(text, values)).rows
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
/** Moves the clock, and runs this routine as of then; what it queued is handed over. */
const runs = async (at: string, ...routines: string[]) => {
  w.setNow(at)
  admin = await w.as('admin')
  await sql('delete from routine where name = any($1)', [routines])
  await w.maintenance.runDue()
  await w.jobs.idle()
}
const toldOf = (contentCode: string) => sql(`select phone, content, status, "dueTime" from sms_history where "contentCode" = $1 order by id`, [contentCode])

/** Signs the contract of a case on paper and passes its last task, which ends it. */
async function finish(b: { id: string }) {
  const contracts = ok(await admin.get('/dzzw/contract-to-sign', { businessId: b.id })) as { id: string }[]
  for (const { id } of contracts) {
    ok(await admin.post('/dzzw/choose-sign-way', { businessId: b.id, contractIds: [id], signWay: '3' }))
    const file = { name: 'CBHT.pdf', bytes: PDF, type: 'application/pdf' }
    const { id: attachId } = ok(await admin.upload('/cpt-resource/attach/endpoint/upload', file, { businessId: b.id, businessItem: 'CBHT' }))
    ok(await admin.post('/dzzw/upload-contract-file', { contractId: id, attachId, qdsj: w.ago(0).slice(0, 10) }))
    ok(await (await w.as('town')).post('/dzzw/contract/examine', { contractId: id, pass: 1 }))
  }
  const { taskId, processInstanceId } = ok(await admin.get('/yw-accept/business/detail', { id: b.id }))
  ok(await admin.post('/yw-accept/business/commit', { taskId, processInstanceId }))
  expect(ok(await admin.get('/yw-accept/business/detail', { id: b.id })).status).toBe('3')
}

/** The case that has ended. */
let first: { id: string }
test('the end of a case tells its parties once, though it is delivered twice; nobody where no provider is enabled', async () => {
  first = await buildCase(w, { task: 'sign', name: '钱一' })
  admin = await w.as('admin')
  await finish(first)
  await w.outbox.deliverDue()
  expect(await toldOf('CASE_DONE')).toEqual([])
  // the household that holds the book has a number of its own
  await sql(`update cbf set lxdh = '13800001111' where cbfmc = '钱一'`)
  const id = ok(
    await admin.post('/cpt-resource/sms/submit', {
      category: 'http',
      smsCode: 'main',
      endpoint: sim.url,
      accessKey: 'demo',
      signName: '承包',
      templateId: 'T-code',
      secretKey: SECRET,
    }),
  )
  ok(await admin.post('/cpt-resource/sms/enable', {}, { id }))
  for (let n = 0; n < 2; n += 1) {
    await sql(`update outbox set "doneTime" = null, "nextTime" = $1 where topic = 'business.sms'`, [w.ago(1)])
    await w.outbox.deliverDue()
    await w.jobs.idle()
  }
  const { businessCode, obligePhone } = first as unknown as { businessCode: string; obligePhone: string }
  const text = `您申请的承包合同签订业务（编号${businessCode}）已办结登记，可到村委会或政务窗口领取材料。`
  const phones = [obligePhone, '13800001111']
  expect(sim.outbox.map((m) => [m.phone, m.text]).toSorted()).toEqual(phones.map((p) => [p, text]).toSorted())
  expect((await toldOf('CASE_DONE')).map((h) => h.status)).toEqual(['1', '1'])
  expect(JSON.stringify(await toldOf('CASE_DONE'))).not.toContain(obligePhone)
})

/** The event of the case that has ended is read anew by somebody who remembers nothing of it. */
const toldAnew = async () => {
  await sql(`delete from sms_history where "contentCode" = 'CASE_DONE'`)
  await sql(`update outbox set "doneTime" = null, "nextTime" = $1 where topic = 'business.sms'`, [w.ago(1)])
  sim.outbox.splice(0)
  await w.outbox.deliverDue()
  await w.jobs.idle()
}
test('parties are told in the words of the office, not in quiet hours, and neither who has opted out nor what is switched off', async () => {
  const content = { contentCode: 'CASE_DONE', contentName: '办结', content: '{code}：{type}已办结', templateId: 'T-done', isEnabled: 1 }
  const id = ok(await admin.post('/sms/message/content/config/save', content))
  await toldAnew()
  const one = sim.outbox.find((m) => m.phone !== '13800001111')!
  expect(one).toMatchObject({ templateId: 'T-done', text: expect.stringMatching(/^\d+：承包合同签订已办结$/) })
  expect(Object.keys(one.params)).toEqual(['code', 'type'])
  w.setNow('2026-03-18 22:00:00')
  admin = await w.as('admin')
  await toldAnew()
  expect([sim.outbox, (await toldOf('CASE_DONE')).map((h) => [h.status, h.dueTime])[0]]).toEqual([[], ['0', '2026-03-19 08:00:00']])
  await runs('2026-03-19 08:01:00', 'messages-due')
  expect(sim.outbox.map((m) => m.phone)).toContain(one.phone)
  const out = ok(await admin.post('/sms/opt-out/submit', { phone: one.phone, reason: '电话告知' }))
  await toldAnew()
  expect(sim.outbox.filter((m) => m.phone === one.phone)).toEqual([])
  ok(await admin.post('/sms/opt-out/remove', {}, { ids: out }))
  const { rev } = ok(await admin.get('/sms/message/content/config/detail', { id }))
  ok(await admin.post('/sms/message/content/config/update', { id, rev, ...content, isEnabled: 0 }))
  await toldAnew()
  expect(await toldOf('CASE_DONE')).toEqual([])
  ok(await admin.post('/sms/message/content/config/remove', {}, { ids: id }))
})

test('by a provider that knows templates alone parties are told what the office has a content for; the rest is neither sent nor used up', async () => {
  const cloud = await startCloud('aliyun', { accessKey: 'demo', secretKey: SECRET })
  try {
    const own = { category: 'aliyun', smsCode: 'ali', endpoint: cloud.url, accessKey: 'demo', signName: '承包', templateId: 'T-code', secretKey: SECRET }
    const ali = ok(await admin.post('/cpt-resource/sms/submit', own))
    ok(await admin.post('/cpt-resource/sms/enable', {}, { id: ali }))
    await toldAnew()
    // it waits, and says for what
    const why = '服务商只能按模板发送，请在短信内容中填写【业务办结】的服务商模板'
    const waiting = ok(await admin.get('/sms/message/history/page', { status: '6' })).records
    expect([cloud.calls, waiting.map((h: any) => [h.contentCode, h.answer])]).toEqual([0, Array(2).fill(['CASE_DONE', why])])
    await runs('2026-03-19 09:00:00', 'messages-due')
    expect([cloud.calls, (await toldOf('CASE_DONE')).map((h) => h.status)]).toEqual([0, ['6', '6']])
    const content = { contentCode: 'CASE_DONE', contentName: '办结', content: '{code}：{type}已办结', templateId: 'T-done', isEnabled: 1 }
    // what is not worth telling any more ends, and says so
    await runs('2026-03-26 08:30:00', 'messages-due')
    expect((await sql('select status, answer from sms_history where id = $1', [waiting[0].id]))[0]).toEqual({ status: '2', answer: '已过时效，未发送' })
    // who sends it again wants it told, and it does not wait for ever either
    ok(await admin.post('/sms/message/history/resend', {}, { id: waiting[0].id }))
    await w.jobs.idle()
    expect(await sql('select "untilTime" from sms_history where id = $1', [waiting[0].id])).toEqual([{ untilTime: '2026-04-02 08:30:00' }])
    await runs('2026-03-19 09:05:00', 'messages-due')
    await toldAnew()
    expect((await toldOf('CASE_DONE')).map((h) => h.status)).toEqual(['6', '6'])
    const id = ok(await admin.post('/sms/message/content/config/save', content))
    await w.jobs.idle()
    expect(cloud.outbox.map((m) => [m.template, Object.keys(m.params as object)])).toEqual(Array(2).fill(['T-done', ['code', 'type']]))
    expect((await toldOf('CASE_DONE')).map((h) => [h.status, /^\d+：承包合同签订已办结$/.test(h.content)])).toEqual(Array(2).fill(['1', true]))
    await toldAnew()
    expect(cloud.outbox.map((m) => m.template)).toEqual(Array(4).fill('T-done'))
    ok(await admin.post('/sms/message/content/config/remove', {}, { ids: id }))
  } finally {
    const main = (await admin.get('/cpt-resource/sms/list', { smsCode: 'main' })).data.records[0]
    ok(await admin.post('/cpt-resource/sms/enable', {}, { id: main.id }))
    await cloud.close()
  }
})

test('of a case that is taken back while its message waits for the morning nobody is told', async () => {
  w.setNow('2026-03-19 22:00:00')
  admin = await w.as('admin')
  await toldAnew()
  expect((await toldOf('CASE_DONE')).map((h) => h.status)).toEqual(['0', '0'])
  ok(await admin.post('/yw-accept/business/undo', { businessId: first.id, reason: '误登' }))
  await runs('2026-03-20 08:01:00', 'messages-due')
  expect([await sql(`select distinct status, answer from sms_history where "contentCode" = 'CASE_DONE'`), sim.outbox]).toEqual([
    [{ status: '2', answer: '所通知的事项已撤回，未发送' }],
    [],
  ])
})

test('parties of a posting are told with a short link that opens its list and says afterwards that it is over, and once more before its end', async () => {
  const b = (await buildCase(w, { task: 'publicity', name: '赵小六' })) as unknown as { id: string; obligePhone: string }
  admin = await w.as('admin')
  const { taskId } = ok(await admin.get('/yw-accept/business/detail', { id: b.id }))
  const round = { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会公告栏' }
  const id = ok(await admin.post('/yw-publicity/publicity/save', round))
  await w.outbox.deliverDue()
  await w.jobs.idle()
  const [first] = sim.outbox
  expect([sim.outbox.length, first!.phone]).toEqual([1, b.obligePhone])
  const link = /https:\/\/htqd\.example\.gov\.cn\/p\/(\w+)/.exec(first!.text)!
  expect(first!.text).toBe(`与您有关的承包事项已开始公示，公示期2026-03-02至2026-03-16，查看公示内容：${link[0]} 。如有异议，请在公示期内向村委会或乡镇提出。`)
  const opened = async () => (await w.nobody.get('/usr/public/posting', { code: link[1]! })).data
  expect(await opened()).toMatchObject({ state: 'open', endDate: '2026-03-16', place: '村委会公告栏', households: [{ name: '赵**' }] })
  expect(JSON.stringify(await opened())).not.toContain('赵小六')
  expect(await w.nobody.get('/usr/public/posting', { code: `${link[1]!.slice(0, -1)}_` })).toMatchObject({ status: 404, key: 'posting-link' })
  // one that cannot be told of keeps nobody from being told of another, and is told when it can
  const second = (await buildCase(w, { task: 'publicity', name: '孙小七' })) as unknown as { id: string; obligePhone: string }
  admin = await w.as('admin')
  const task = ok(await admin.get('/yw-accept/business/detail', { id: second.id })).taskId
  ok(await admin.post('/yw-publicity/publicity/save', { ...round, taskId: task }))
  await w.outbox.deliverDue()
  await w.jobs.idle()
  sim.outbox.splice(0)
  const [{ snapshot }] = await sql('select snapshot from publicity where id = $1', [id])
  const shows = (v: object) => sql('update publicity set snapshot = $2 where id = $1', [id, JSON.stringify(v)])
  await shows({ ...snapshot, targets: 5 })
  for (const at of ['2026-03-13 09:00:00', '2026-03-14 09:00:00']) await runs(at, 'date-reminders')
  expect(sim.outbox.map((m) => m.phone)).toEqual([second.obligePhone])
  const [routine] = await sql(`select status, message from routine where name = 'date-reminders'`)
  expect([routine.status, routine.message]).toEqual(['failed', expect.stringContaining(`posting ${id}: `)])
  await shows(snapshot)
  await runs('2026-03-15 09:00:00', 'date-reminders')
  expect(sim.outbox.map((m) => m.phone)).toEqual([second.obligePhone, b.obligePhone])
  expect(new Set(sim.outbox.map((m) => m.text.split('，')[0]))).toEqual(new Set(['与您有关的承包事项公示将于2026-03-16结束']))
  await runs('2026-03-16 09:00:00', 'date-reminders')
  expect(sim.outbox.length).toBe(2)
  w.setNow('2026-03-17')
  expect(await opened()).toMatchObject({ state: 'over', households: [] })
  w.setNow('2026-03-10')
  ok(await (await w.as('admin')).post('/yw-publicity/publicity/revoke', await readRev(w.db, 'publicity', id), { id }))
  expect(await opened()).toMatchObject({ state: 'withdrawn', households: [] })
})

test('of a posting that is withdrawn while its message waits for the morning nobody is told', async () => {
  const b = (await buildCase(w, { task: 'publicity', name: '吴小九' })) as unknown as { id: string }
  w.setNow('2026-03-02 22:00:00')
  admin = await w.as('admin')
  const { taskId } = ok(await admin.get('/yw-accept/business/detail', { id: b.id }))
  const id = ok(await admin.post('/yw-publicity/publicity/save', { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会公告栏' }))
  await w.outbox.deliverDue()
  const told = () => sql(`select status, answer from sms_history where once like $1`, [`posting:${id}:%`])
  expect(await told()).toEqual([{ status: '0', answer: null }])
  ok(await admin.post('/yw-publicity/publicity/revoke', await readRev(w.db, 'publicity', id), { id }))
  await runs('2026-03-03 08:01:00', 'messages-due')
  expect([await told(), sim.outbox]).toEqual([[{ status: '2', answer: '所通知的事项已撤回，未发送' }], []])
})

/** Reminders alone: that an appointment stands was told when it was booked. */
const reminded = () => sim.outbox.filter((m) => m.text.startsWith('您预约了'))
test('who has an appointment tomorrow is reminded once; one that moved, of its new day; one that was given up, no more', async () => {
  const [at, tenantId] = ['512021119', '000000']
  w.setNow('2026-03-02')
  const town = await w.as('town')
  for (const weekday of ['2', '3', '4']) ok(await town.post('/usr/reserve-slot/submit', { regionCode: at, weekday, slot: '09:00-10:00', capacity: 3 }))
  const send = (verb: string, body: object) => w.nobody.post(`/usr/public/${verb}`, { tenantId, ...body })
  const wish = { regionCode: at, day: '2026-03-03', slot: '09:00-10:00', matter: 'change_split', person: '张三', phone: '13900001234' }
  const { code } = ok(await send('book', wish))
  const other = ok(await send('book', { ...wish, phone: '13900005678' }))
  ok(await send('booking-cancel', { code: other.code, tail: '5678' }))
  const codes = async () => (await toldOf('APPOINTMENT')).filter((h) => h.content.includes(code))
  for (let n = 0; n < 2; n += 1) await runs('2026-03-02 09:00:30', 'appointment-reminders')
  expect(reminded().map((m) => [m.phone, m.text])).toEqual([
    ['13900001234', expect.stringMatching(`^您预约了2026-03-03 09:00-10:00到.+办理分户，预约编号${code}。`)],
  ])
  // who reads the history cannot give the appointment up
  expect([(await toldOf('APPOINTMENT')).length, await codes()]).toEqual([1, []])
  ok(await send('booking-change', { code, tail: '1234', day: '2026-03-05', slot: '09:00-10:00' }))
  await runs('2026-03-03 09:00:00', 'appointment-reminders')
  await runs('2026-03-04 09:00:00', 'appointment-reminders')
  expect(reminded().map((m) => m.text.slice(4, 14))).toEqual(['2026-03-03', '2026-03-05'])
  // what waits for the end of the quiet hours is not told of one that was given up meanwhile, here or there, or moved
  const quiet = ok(await admin.post('/cpt-system/param/submit', { paramName: '静默至', paramKey: 'messages.quiet.to', paramValue: '10' }))
  w.setNow('2026-03-09')
  const booked: string[] = []
  for (const phone of ['13900004001', '13900004002', '13900004003']) booked.push(ok(await send('book', { ...wish, day: '2026-03-10', phone })).code)
  await runs('2026-03-09 09:00:00', 'appointment-reminders')
  const told = () => sql(`select status, "dueTime" from sms_history where "contentCode" = 'APPOINTMENT' order by id desc limit 3`)
  expect(await told()).toEqual(Array(3).fill({ status: '0', dueTime: '2026-03-09 10:00:00' }))
  ok(await send('booking-cancel', { code: booked[0], tail: '4001' }))
  ok(await send('booking-change', { code: booked[1], tail: '4002', day: '2026-03-11', slot: '09:00-10:00' }))
  const [{ id }] = await sql('select id from reserve where code = $1', [booked[2]])
  ok(await (await w.as('town')).post('/usr/reserve/handle', { id, ...(await readRev(w.db, 'reserve', id)), act: 'cancel' }))
  await runs('2026-03-09 10:01:00', 'messages-due')
  expect([await told(), reminded().length]).toEqual([Array(3).fill({ status: '2', dueTime: null }), 2])
  ok(await admin.post('/cpt-system/param/remove', {}, { ids: quiet }))
})

test('an appointment that cannot be told of keeps nobody from being told of his own, is named, and is told when it can; nobody who has opted out', async () => {
  w.setNow('2026-03-09')
  const send = (verb: string, body: object) => w.nobody.post(`/usr/public/${verb}`, { tenantId: '000000', ...body })
  const at = { regionCode: '512021119', slot: '11:00-12:00' }
  ok(await (await w.as('town')).post('/usr/reserve-slot/submit', { ...at, weekday: '2', capacity: 4 }))
  const wish = { ...at, day: '2026-03-10', matter: 'change_split', person: '李四' }
  admin = await w.as('admin')
  const codes = []
  for (const phone of ['13900007001', '13900007002', '13900007003', '13900007004']) codes.push(ok(await send('book', { ...wish, phone })).code)
  // who has opted out books like everybody, and is told of nothing that he did not ask for
  ok(await admin.post('/sms/opt-out/submit', { phone: '13900007004', reason: '电话告知' }))
  await w.jobs.idle()
  await sql(`alter table sms_history add constraint broken check (phone <> '139****7002') not valid`)
  await runs('2026-03-09 09:00:30', 'appointment-reminders')
  expect(reminded().map((m) => m.phone)).toEqual(['13900007001', '13900007003'])
  const [routine] = await sql(`select status, message from routine where name = 'appointment-reminders'`)
  expect(routine).toEqual({ status: 'failed', message: expect.stringContaining(`2 messages, 1 failed: appointment ${codes[1]}: `) })
  await sql('alter table sms_history drop constraint broken')
  await runs('2026-03-09 09:30:00', 'appointment-reminders')
  expect(reminded().map((m) => m.phone)).toEqual(['13900007001', '13900007003', '13900007002'])
})

test('who books, asks or offers land is told what becomes of it, each once: nothing that is not true any more, nobody who has opted out, and nothing that is switched off', async () => {
  w.setNow('2026-03-16')
  admin = await w.as('admin')
  const town = await w.as('town')
  const [at, tenantId, slot] = ['512021119', '000000', '15:00-16:00']
  for (const weekday of ['2', '3', '4']) ok(await town.post('/usr/reserve-slot/submit', { regionCode: at, weekday, slot, capacity: 9 }))
  await sql(`update sys_dept set "officePhone" = '028-24511111' where "regionCode" = $1 and "tenantId" = $2`, [at, tenantId])
  const send = (verb: string, body: object) => w.nobody.post(`/usr/public/${verb}`, { tenantId, ...body })
  const said = async () => (await w.jobs.idle(), sim.outbox.splice(0).map((m) => `${m.phone} ${m.text}`))
  const wish = { regionCode: at, day: '2026-03-17', slot, matter: 'change_split', person: '张三' }
  const [phone, tail] = ['13900008001', '8001']
  const { code } = ok(await send('book', { ...wish, phone }))
  const where = `到周礼镇办理分户`
  expect(await said()).toEqual([
    `${phone} 您已预约2026-03-17 ${slot}${where}，预约编号${code}。改期或取消请凭编号在便民服务页面办理，或联系办理窗口（028-24511111）。`,
  ])
  // who reads the history cannot give the appointment up
  expect(JSON.stringify(await toldOf('APPOINTMENT_BOOKED'))).not.toContain(code)
  const [row] = await sql('select id, "regionCode", matter, person, phone from reserve where code = $1', [code])
  const rev = async () => (await sql('select rev from reserve where id = $1', [row.id]))[0].rev
  const edit = async (more: object) => ok(await town.post('/usr/reserve/submit', { ...row, day: '2026-03-18', slot, rev: await rev(), ...more }))
  await edit({})
  expect(await said()).toEqual([`${phone} 您的预约已变更为2026-03-18 ${slot}${where}，预约编号${code}。如有疑问请联系办理窗口（028-24511111）。`])
  // a note is nothing to him; another number hears that it stands
  await edit({ note: '带户口簿' })
  expect(await said()).toEqual([])
  await edit({ phone: '13900008002' })
  expect(await said()).toEqual([expect.stringMatching(/^13900008002 您已预约2026-03-18 /)])
  await edit({ phone })
  expect(await said()).toEqual([expect.stringMatching(`^${phone} 您已预约2026-03-18 `)])
  ok(await send('booking-change', { code, tail, day: '2026-03-19', slot }))
  expect(await said()).toEqual([expect.stringMatching(`^${phone} 您的预约已变更为2026-03-19 `)])
  ok(await town.post('/usr/reserve/handle', { id: row.id, rev: await rev(), act: 'confirm' }))
  ok(await town.post('/usr/reserve/handle', { id: row.id, rev: await rev(), act: 'cancel' }))
  expect(await said()).toEqual([`${phone} 您预约的2026-03-19 ${slot}${where}已由工作人员取消，如仍需办理请重新预约，或联系办理窗口（028-24511111）。`])

  const asked = ok(await send('ask', { regionCode: at, title: '分户', content: '要带什么', person: '李四', phone }))
  const [{ id: question }] = await sql('select id from inquire where code = $1', [asked.code])
  const reply = async (body: object) => ok(await town.post('/usr/inquire/reply', { id: question, ...(await readRev(w.db, 'inquire', question)), ...body }))
  const answered = `${phone} 您提交的咨询已答复，咨询编号${asked.code}，请凭编号和电话后四位在便民服务页面查看。`
  // the same answer twice, or its end, is nothing new
  for (const [body, told] of [
    [{ reply: '户口簿' }, [answered]],
    [{ reply: '户口簿' }, []],
    [{ reply: '户口簿和协议' }, [answered]],
    [{ close: 1 }, []],
  ] as const) {
    await reply(body)
    expect([body, await said()]).toEqual([body, told])
  }
  const other = ok(await send('ask', { regionCode: at, title: '广告', content: '广告', person: '李四', phone }))
  const [{ id: closed }] = await sql('select id from inquire where code = $1', [other.code])
  ok(await town.post('/usr/inquire/reply', { id: closed, rev: 1, close: 1 }))
  expect(await said()).toEqual([answered.replace('已答复', '已关闭').replace(asked.code, other.code)])

  const offer = { title: '水田', demandType: '1', regionCode: at, mj: '3.5', untilDay: '2026-12-31', content: '近路', person: '王五', phone }
  const land = ok(await town.post('/usr/demand/submit', { ...offer, commit: 1 }))
  const county = await w.as('county')
  for (const [act, state] of [
    [{ pass: 1 }, '已审核通过并公布'],
    [{ offline: 1 }, '已下线，不再公布'],
  ] as const) {
    ok(await county.post('/usr/demand/audit', { id: land, ...(await readRev(w.db, 'demand', land)), ...act }))
    expect(await said()).toEqual([`${phone} 您登记的土地流转供求信息${state}，如有疑问请联系办理窗口（028-24511111）。`])
  }

  // what a stranger does under a number fills nobody's phone
  const mine = ok(await send('book', { ...wish, phone: '13900008003' }))
  let told = (await said()).length
  for (const day of ['18', '17', '18', '17', '18', '17']) {
    ok(await send('booking-change', { code: mine.code, tail: '8003', day: `2026-03-${day}`, slot }))
    told += (await said()).length
  }
  expect(told).toBe(5)
  // nobody who has opted out, and nothing that the office has switched off
  const out = ok(await admin.post('/sms/opt-out/submit', { phone: '13900008004', reason: '电话告知' }))
  ok(await send('book', { ...wish, phone: '13900008004' }))
  const content = { contentCode: 'APPOINTMENT_BOOKED', contentName: '预约成功', content: '{code}', templateId: '-', isEnabled: 0 }
  const off = ok(await admin.post('/sms/message/content/config/save', content))
  ok(await send('book', { ...wish, phone: '13900008005' }))
  expect(await said()).toEqual([])
  ok(await admin.post('/sms/opt-out/remove', {}, { ids: out }))
  ok(await admin.post('/sms/message/content/config/remove', {}, { ids: off }))
  // of one that is given up before the morning nobody is told that it stands; what is refused tells nothing
  w.setNow('2026-03-16 22:00:00')
  const late = ok(await send('book', { ...wish, phone: '13900008006' }))
  expect((await send('book', { ...wish, phone: '13900008006' })).key).toBe('reserve-second')
  ok(await send('booking-cancel', { code: late.code, tail: '8006' }))
  await runs('2026-03-17 08:01:00', 'messages-due')
  expect([await said(), (await toldOf('APPOINTMENT_BOOKED')).at(-1)]).toEqual([[], expect.objectContaining({ status: '2', phone: '139****8006' })])
})

test('under a number under which others have booked books who has a code that was sent to it; no other number is sent one, and a wrong one is counted', async () => {
  w.setNow('2026-03-23')
  const phone = '13900009001'
  const from = (remoteAddress: string) => async (verb: string, body: object) =>
    (await w.app.inject({ method: 'POST', url: `/api/usr/public/${verb}`, payload: { tenantId: '000000', ...body }, remoteAddress })).json()
  const [stranger, owner] = [from('203.0.113.31'), from('203.0.113.32')]
  const at = { regionCode: '512021119', day: '2026-03-24', slot: '15:00-16:00' }
  const wish = { ...at, matter: 'change_split', person: '张三', phone }
  ok(await stranger('book', wish))
  await w.jobs.idle()
  sim.outbox.splice(0)
  expect(await owner('book', wish)).toMatchObject({ code: 409, key: 'reserve-code', msg: '该电话已有未办理的预约，请用短信验证码确认是本人' })
  // under the second nobody has booked: it is sent nothing, and the answer is the same
  const [{ codeId, ...rest }, none] = [
    ok(await owner('book-code', { ...at, phone: '139-0000-9001' })),
    ok(await owner('book-code', { ...at, phone: '13900009002' })),
  ]
  expect([rest, Object.keys(none)]).toEqual([{ seconds: 300 }, ['codeId', 'seconds']])
  await w.jobs.idle()
  expect(sim.outbox.map((m) => m.phone)).toEqual([phone])
  const smsCode = sim.outbox[0]!.params.code!
  expect((await owner('book', { ...wish, codeId, smsCode: smsCode === '000000' ? '000001' : '000000' })).key).toBe('sms-code')
  expect(await sql('select tries from sms_code where id = $1', [codeId])).toEqual([{ tries: 1 }])
  // of another number it is none
  expect((await owner('book', { ...wish, phone: '13900009002', codeId, smsCode })).key).toBe('sms-code')
  ok(await owner('book', { ...wish, codeId, smsCode }))
  // it is used up, and the next from there is a second one
  expect([(await owner('book', { ...wish, codeId, smsCode })).key, (await owner('book', wish)).key]).toEqual(['sms-code', 'reserve-second'])
  await w.jobs.idle()
  w.setNow('2026-03-17 08:01:00')
  admin = await w.as('admin')
})

const own = async (who: Account, values: object) =>
  sql(`update sys_user set phone = $2, email = $3 where account = $1 and "tenantId" = '000000'`, [who, ...Object.values({ phone: '', email: '', ...values })])
const inbox = async (who: Account) =>
  ((await (await w.as(who)).get('/cpt-desk/inbox/page', { size: '100', kind: 'account' })).data.records as { subject: string }[]).map((m) => m.subject)

test('a person is told outside by the channels of his choice: each message once, none in his quiet hours, none that he has read', async () => {
  const mail = { category: 'mail', outletCode: 'post', endpoint: post.url, account: 'office', sender: 'office@example.org' }
  const group = { category: 'wecom', outletCode: 'group', endpoint: `${robot.url}/send` }
  for (const outlet of [mail, group]) ok(await admin.post('/cpt-resource/outlet/submit', { ...outlet, secretKey: SECRET, isEnabled: 1 }))
  await own('town', { phone: '13600006666', email: 'town@example.org' })
  const choose = async (query: object) => ok(await (await w.as('town')).post('/cpt-desk/inbox/choose-outside', {}, query as Record<string, string>))
  await choose({ chosen: 'task:mail,task:sms,task:robot', quietFrom: '9', quietTo: '10' })
  const b = await buildCase(w, { task: 'survey', name: '李一' })
  const left = () => [sim.outbox.length, post.outbox.length, robot.outbox.length]
  // his own quiet hours hold what the tenant's would let go
  await runs('2026-03-02 09:30:00', 'inbox-outside')
  expect(left()).toEqual([0, 0, 0])
  await runs('2026-03-02 10:01:00', 'inbox-outside')
  await runs('2026-03-02 10:06:00', 'inbox-outside')
  expect(left()).toEqual([1, 1, 1])
  expect([sim.outbox[0]!.text, sim.outbox[0]!.phone, post.outbox[0]!.to, robot.outbox[0]!.to]).toEqual([
    '待办任务：待办：调查核实。请登录系统查看。',
    '13600006666',
    ['town@example.org'],
    '13600006666',
  ])
  // who it is about stays in the house
  expect(JSON.stringify([sim.outbox, post.outbox, robot.outbox])).not.toContain('李一')
  await sql(`update inbox_message set "outsideTime" = null`)
  ok(await (await w.as('town')).post('/cpt-desk/inbox/read', {}, { all: '1' }))
  await runs('2026-03-02 10:11:00', 'inbox-outside')
  expect(left()).toEqual([1, 1, 1])
  expect(b.id).toBeDefined()
})

test('who wants a digest gets one a day by each channel, with how much waits, and nothing between', async () => {
  const town = await w.as('town')
  ok(await town.post('/cpt-desk/inbox/choose-outside', {}, { chosen: 'task:mail,task:sms', digestHour: '11' }))
  for (const name of ['王一', '王二']) await buildCase(w, { task: 'survey', name })
  await runs('2026-03-02 10:30:00', 'inbox-outside')
  expect([sim.outbox, post.outbox]).toEqual([[], []])
  await runs('2026-03-02 11:01:00', 'inbox-outside')
  expect([sim.outbox.map((m) => m.text), post.outbox.length]).toEqual([['您有2条未读消息：待办任务2条。请登录系统查看。'], 1])
  await buildCase(w, { task: 'survey', name: '王三' })
  await runs('2026-03-02 15:00:00', 'inbox-outside')
  expect([sim.outbox.length, post.outbox.length]).toEqual([1, 1])
  await runs('2026-03-03 11:02:00', 'inbox-outside')
  expect(sim.outbox.map((m) => m.text).at(-1)).toBe('您有1条未读消息：待办任务1条。请登录系统查看。')
  ok(await (await w.as('town')).post('/cpt-desk/inbox/choose-outside', {}, { chosen: '' }))
})

test('whose password ends soon or has ended is told once, and of a locked account its person and who may unlock it', async () => {
  const { data: strategy } = await admin.get('/cpt-system/password-strategy/default-strategy')
  ok(await admin.post('/cpt-system/password-strategy/submit', { ...strategy, expireDays: 90, warnDays: 7 }))
  const secret = (set: string, value: string | null) =>
    sql(`update user_secret set "${set}" = $1 where "userId" = (select id from sys_user where account = 'town' and "tenantId" = '000000')`, [value])
  await secret('setTime', w.ago(85 * 86_400))
  const tells = async (at: string) => {
    await runs(at, 'account-messages')
    return inbox('town')
  }
  expect(await tells('2026-03-03 12:00:00')).toEqual(['密码即将到期，请及时修改'])
  expect(await tells('2026-03-03 12:10:00')).toEqual(['密码即将到期，请及时修改'])
  expect(await tells('2026-03-10 12:00:00')).toEqual(['密码已过期，请立即修改', '密码即将到期，请及时修改'])
  await secret('setTime', w.ago(0))
  await secret('lockedUntil', '2026-03-10 12:40:00')
  await runs('2026-03-10 12:11:00', 'account-messages')
  await runs('2026-03-10 12:21:00', 'account-messages')
  await secret('lockedUntil', null)
  expect((await inbox('town')).filter((m) => m.includes('锁定'))).toEqual(['账号因多次输错密码被锁定'])
  expect((await inbox('admin')).filter((m) => m.includes('锁定'))).toEqual(['账号town因多次输错密码被锁定'])
  expect((await inbox('large')).filter((m) => m.includes('锁定'))).toEqual([])
})
