// What reaches a person: who is told of a task, a return, a day, a notice and a job, who is not, and that open pages hear of it.
import { dayPlus } from '../../kit/model/days.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GROUP, buildCase } from '../../tests/factories.ts'
import { world, type Account, type World } from '../../tests/world.ts'
import type { OwnWork } from './rules/work.ts'
import type { BellState, InboxMessage } from '../../services/inbox/inbox.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const messages = async (who: Account, query: Record<string, string> = {}): Promise<InboxMessage[]> =>
  (await (await w.as(who)).get('/cpt-desk/inbox/page', { size: '100', ...query })).data.records
const bell = async (who: Account): Promise<BellState> => (await (await w.as(who)).get('/cpt-desk/inbox/bell')).data
const empty = () => w.db.pool.query('delete from inbox_message; delete from inbox_muted')
const commit = async (who: Account, businessId: string, more: object = {}) => {
  const { taskId, processInstanceId } = (await (await w.as('admin')).get('/yw-accept/business/detail', { id: businessId })).data
  return (await w.as(who)).post('/yw-accept/business/commit', { taskId, processInstanceId, ...more })
}
const PEOPLE: readonly Account[] = ['admin', 'county', 'town', 'town2', 'village', 'sign', 'large', 'audit', 'other']
const told = async (query: Record<string, string> = {}) => {
  const out: Partial<Record<Account, string[]>> = {}
  for (const who of PEOPLE) {
    const found = await messages(who, query)
    if (found.length) out[who] = found.map((m) => m.subject)
  }
  return out
}

test('a task reaches those who may do it, with the name of the case; who passes it settles it for all; a return says so', async () => {
  await empty()
  const b = await buildCase(w, { task: 'survey' })
  const survey = await told()
  expect(survey.town).toEqual(['待办：调查核实'])
  expect([survey.large, survey.audit, survey.other, survey.admin]).toEqual([undefined, undefined, undefined, undefined])
  expect((await messages('town'))[0]).toMatchObject({ kind: 'task', name: b.businessName, link: `/business/todo?open=edit.${b.id}`, isRead: 0 })
  expect(await bell('town')).toMatchObject({ unread: 1 })

  expect((await commit('town', b.id)).msg).toBe('操作成功')
  // nobody has a task that is passed
  expect((await messages('town', { unread: '1' })).filter((m) => m.subject.includes('调查'))).toEqual([])
  const check = await told({ unread: '1' })
  const checker = PEOPLE.find((p) => check[p]?.includes('待办：初审'))!
  expect(checker).toBeDefined()
  expect((await commit(checker, b.id, { result: 'return', target: 'survey', comment: '界址不清' })).msg).toBe('操作成功')
  expect((await messages('town', { unread: '1' })).map((m) => [m.kind, m.subject])).toEqual([['return', '退回到调查核实']])
  // the reason is the case's: it stands in no message
  expect(JSON.stringify((await w.db.pool.query('select subject, link from inbox_message')).rows)).not.toMatch(/界址|张三/)

  expect((await (await w.as('admin')).post('/yw-accept/business/revoke', { businessId: b.id, reason: '撤销' })).msg).toBe('操作成功')
  expect(await bell('town')).toEqual({ unread: 0, newest: '' })
})

test('the list of cases comes as a workbook: what the filter names, in words, and nothing of another county', async () => {
  const b = await buildCase(w, { task: 'survey', name: '孙表' })
  const asked = async (who: Account) => (await w.as(who)).get('/yw-accept/business/export', { businessCode: b.businessCode! })
  const [heads, ...lines] = (await readXlsx((await asked('town')).raw)).sheets[0]!.rows
  expect(lines).toHaveLength(1)
  const of = (label: string) => lines[0]![heads!.indexOf(label)]
  expect(['业务编号', '业务名称', '权利人名称'].map(of)).toEqual([b.businessCode, b.businessName, '孙表'])
  for (const label of ['业务类型', '业务状态', '当前环节']) expect([label, of(label)]).toEqual([label, expect.stringMatching(/^\p{Script=Han}+$/u)])
  expect(JSON.stringify(lines)).not.toContain(b.obligeIdCard)
  expect((await asked('other')).code).toBe(404)
})

const work = async (who: Account): Promise<OwnWork> => (await (await w.as(who)).get('/yw-accept/business/work')).data
test('the start has what waits for its reader in the order of promised days, and says why a case came back', async () => {
  const before = await work('town')
  const [first, second] = [await buildCase(w, { task: 'survey', name: '钱一' }), await buildCase(w, { task: 'survey', name: '钱二' })]
  await w.db.pool.query(`update business set "dueDay" = '2026-03-03' where id = $1`, [second.id])
  await w.db.pool.query(`update business set "dueDay" = '2026-03-01' where id = $1`, [first.id])
  const mine = await work('town')
  expect(mine).toMatchObject({ total: before.total + 2, overdue: before.overdue + 1 })
  expect(mine.records.slice(0, 2).map((r) => [r.id, r.daysLeft, r.taskKey])).toEqual([
    [first.id, -1, 'survey'],
    [second.id, 1, 'survey'],
  ])
  // neither who cannot do it nor another tenant
  for (const who of ['large', 'other'] as const)
    expect(((await (await w.as(who)).get('/yw-accept/business/work')).data?.records ?? []).filter((r: { id: string }) => r.id === first.id)).toEqual([])
  const checker = PEOPLE.find((p) => p !== 'admin' && p !== 'town' && p.startsWith('town')) ?? 'county'
  expect((await commit('town', first.id)).msg).toBe('操作成功')
  expect((await work('town')).records.some((r) => r.id === first.id && r.taskKey === 'survey')).toBe(false)
  expect((await work('town')).doneThisWeek).toBe(mine.doneThisWeek + 1)
  const back = await commit(checker, first.id, { result: 'return', target: 'survey', comment: '死亡证明不清晰' })
  expect(back.msg).toBe('操作成功')
  expect((await work('town')).records.find((r) => r.id === first.id)).toMatchObject({ returnedFor: '死亡证明不清晰', taskKey: 'survey', isMine: 0 })
})

test('a message tells nothing that its reader may not see now, and is nobody else’s', async () => {
  await empty()
  const b = await buildCase(w, { task: 'survey', name: '李四' })
  const [mine] = await messages('town')
  expect(mine).toMatchObject({ name: b.businessName })
  const elsewhere = (to: string | null) => w.db.pool.query(`update sys_user set "regionCode" = $1 where account = 'town' and "tenantId" = '000000'`, [to])
  const { rows } = await w.db.pool.query(`select "regionCode" from sys_user where account = 'town' and "tenantId" = '000000'`)
  await elsewhere('110101')
  expect((await messages('town'))[0]).toMatchObject({ subject: '待办：调查核实', name: '', link: '' })
  await elsewhere(rows[0].regionCode)
  // others read, mark and count their own
  expect((await (await w.as('other')).post('/cpt-desk/inbox/read', {}, { ids: mine!.id })).code).toBe(200)
  expect((await (await w.as('large')).post('/cpt-desk/inbox/read', {}, { all: '1' })).code).toBe(200)
  expect(await bell('town')).toEqual({ unread: 1, newest: mine!.id })
  expect((await (await w.as('town')).post('/cpt-desk/inbox/read', {}, { ids: mine!.id })).code).toBe(200)
  expect(await bell('town')).toEqual({ unread: 0, newest: '' })
  expect((await w.nobody.get('/cpt-desk/inbox/page')).status).toBe(401)
})

test('what is asked wrongly is refused and changes nothing', async () => {
  const town = await w.as('town')
  expect((await town.post('/cpt-desk/inbox/read')).code).toBe(400)
  expect((await town.post('/cpt-desk/inbox/read', {}, { ids: 'x' })).code).toBe(400)
  expect((await town.get('/cpt-desk/inbox/page', { kind: 'gossip' })).msg).toBe('消息类型不正确')
  expect((await town.get('/cpt-desk/inbox/page', { unread: '2' })).msg).toBe('未读条件不正确')
  expect((await town.post('/cpt-desk/inbox/choose', {}, { muted: 'task,gossip' })).data.fields).toEqual([{ field: 'muted', msg: '消息类型不正确' }])
  expect((await town.get('/cpt-desk/inbox/settings')).data.muted).toEqual([])
})

test('a kind that is switched off rings no more, the others do', async () => {
  await empty()
  const town = await w.as('town')
  expect((await town.post('/cpt-desk/inbox/choose', {}, { muted: 'task' })).code).toBe(200)
  expect((await town.get('/cpt-desk/inbox/settings')).data.muted).toEqual(['task'])
  const b = await buildCase(w, { task: 'survey', name: '王五' })
  expect((await told()).town).toBeUndefined()
  const day = (await (await w.as('admin')).get('/yw-accept/business/detail', { id: b.id })).data.dueDay
  // its promised day is over: told once, to those who have the task
  w.setNow(`${day} 08:00:00`)
  await w.db.pool.query(`delete from routine where name = 'case-days'`)
  await w.maintenance.runDue()
  expect((await messages('town', { kind: 'due' })).map((m) => [m.subject, m.name])).toContainEqual(['临近承诺办结日', b.businessName])
  w.setNow(`${dayPlus(day, 1)} 08:00:00`)
  for (let n = 0; n < 2; n += 1) {
    await w.db.pool.query(`delete from routine where name = 'case-days'`)
    await w.maintenance.runDue()
  }
  expect((await messages('town', { kind: 'due' })).filter((m) => m.name === b.businessName).map((m) => m.subject)).toEqual([
    '已超过承诺办结日',
    '临近承诺办结日',
  ])
  expect((await told({ kind: 'due' })).other).toBeUndefined()
})

test('a notice reaches those whom it is meant for when its time comes, with the title they may read; withdrawn, nobody has it', async () => {
  await empty()
  w.setNow('2026-05-04')
  const admin = await w.as('admin')
  const save = async (more: object) =>
    (await admin.post('/cpt-desk/notice/submit', { title: '延包培训', category: '1', content: '<p>请参加</p>', ...more })).data
  const now = await save({ releaseTime: '2026-05-04 08:00:00', regionCode: GROUP.slice(0, 9) })
  expect(await told()).toEqual({})
  expect((await admin.post('/cpt-desk/notice/publish', {}, { id: now, status: 1 })).code).toBe(200)
  const reached = await told({ kind: 'notice' })
  expect(reached.town).toEqual(['新的通知公告'])
  expect(reached.county).toBeUndefined()
  expect((await messages('town'))[0]).toMatchObject({ name: '延包培训', link: `/desk/notice?open=view.${now}` })
  expect((await admin.post('/cpt-desk/notice/publish', {}, { id: now, status: 0 })).code).toBe(200)
  expect(await told()).toEqual({})

  const later = await save({ releaseTime: '2026-05-04 10:00:00' })
  await admin.post('/cpt-desk/notice/publish', {}, { id: later, status: 1 })
  expect(await told()).toEqual({})
  w.setNow('2026-05-04 10:01:00')
  await w.db.pool.query(`delete from routine where name = 'notice-release'`)
  await w.maintenance.runDue()
  expect((await told({ kind: 'notice' })).county).toEqual(['新的通知公告'])
  expect((await told()).other).toBeUndefined()
})

/** The events that a page has heard, as they come. */
async function page(port: number, token: string) {
  const stop = new AbortController()
  const r = await fetch(`http://127.0.0.1:${port}/api/basic/live`, {
    headers: { 'cpt-auth': `bearer ${token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  })
  const heard: string[] = []
  let isOver = false
  const reading = (async () => {
    for await (const part of r.body!.pipeThrough(new TextDecoderStream())) heard.push(part)
    isOver = true
  })().catch(() => {})
  return { heard: () => heard.join(''), isOver: () => isOver, close: () => (stop.abort(), reading), type: r.headers.get('content-type') }
}
/** Waits until it is so, at most these milliseconds; answers how many it took. */
async function until(what: () => boolean, ms: number): Promise<number> {
  const begun = performance.now()
  while (!what() && performance.now() - begun < ms) await new Promise((r) => setTimeout(r, 20))
  return performance.now() - begun
}

test('open pages hear of a task within three seconds, each of its own person’s; the stream of a session that is ended ends', async () => {
  await empty()
  w.setNow('2026-03-02')
  w.live.start()
  w.jobs.start()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as { port: number }
  const tokenOf = async (who: Account) => ((await w.signIn(who)) as unknown as { access_token: string }).access_token
  const [first, second, stranger] = [await page(port, await tokenOf('town')), await page(port, await tokenOf('town')), await page(port, await tokenOf('large'))]
  expect(first.type).toContain('text/event-stream')
  await until(() => first.heard().includes('"unread":0'), 3000)
  await buildCase(w, { task: 'survey', name: '赵六' })
  const took = await until(() => first.heard().includes('"unread":1') && second.heard().includes('"unread":1'), 3000)
  expect(took).toBeLessThan(3000)
  expect(stranger.heard()).not.toContain('"unread":1')
  // nothing but numbers goes over the channel
  expect(first.heard()).not.toMatch(/赵六|待办/)
  // whoever does not listen gets what stands now, and the end; strangers nothing
  const now = await (await w.as('town')).get('/basic/live')
  expect(now.raw.toString()).toContain('event: inbox\ndata: {"unread":1')
  expect((await w.nobody.get('/basic/live')).status).toBe(401)
  await w.db.pool.query(`update session set revoked = 1 where "userId" = (select id from sys_user where account = 'town' and "tenantId" = '000000')`)
  await until(() => first.isOver() && second.isOver(), 9000)
  expect([first.isOver(), second.isOver(), stranger.isOver()]).toEqual([true, true, false])
  await stranger.close()
  expect(w.slices.some((s) => s.name === 'live')).toBe(true)
})

test('who asked for a job is told of its end, and led to what came of it', async () => {
  await empty()
  const county = await w.as('county')
  const { code } = await county.get('/widget/export', { type: '1013', entity: 'fbf' })
  expect(code).toBe(200)
  w.jobs.start()
  // another job waits for a day that this test has left again: the queue is never idle
  const heard = async () => (await messages('county', { kind: 'job' })).map((m) => [m.subject, m.link])
  await expect.poll(heard, { timeout: 60_000 }).toEqual([['导出已完成', 'exports']])
  expect(await messages('town2')).toEqual([])
})

test('who is away is stood in for: his tasks go to the delegate, the story says for whom, and nobody goes away twice or to somebody who is away', async () => {
  w.setNow('2026-03-09')
  await empty()
  const [town, town2] = [await w.as('town'), await w.as('town2')]
  const at = '/yw-accept/business/absence'
  const b = await buildCase(w, { task: 'survey', name: '周一' })
  const { taskId } = (await town.get('/yw-accept/business/detail', { id: b.id })).data
  const people = (await town.get(`${at}/people`)).data as { id: string; name: string }[]
  const me = async (who: typeof town) => (await who.get('/cpt-auth/oauth/user-info')).data.id as string
  const [own, other] = [await me(town), await me(town2)]
  expect([people.some((p) => p.id === other), people.some((p) => p.id === own)]).toEqual([true, false])
  const day = (days: number) => w.ago(-days * 86_400).slice(0, 10)
  const days = { delegateId: other, fromDay: day(0), toDay: day(11) }
  for (const [wrong, msg] of [
    [{ fromDay: day(-1) }, '开始日期不能早于今天'],
    [{ toDay: day(-1) }, '结束日期不能早于开始日期'],
    [{ toDay: day(200) }, '最多委托90天'],
    [{ delegateId: own }, '请选择与您角色相同、可以代办的人员'],
    [{ delegateId: await me(await w.as('other')) }, '请选择与您角色相同、可以代办的人员'],
    [{ kinds: 'marriage' }, '业务类型不正确'],
  ] as const)
    expect((await town.post(`${at}/save`, {}, { ...days, ...wrong })).msg).toBe(msg)
  // he holds the task, and goes away today for another type: it stays his
  await w.db.pool.query(`update process_task set assignee = $2, "assigneeName" = '镇级' where id = $1`, [taskId, own])
  const away = (await town.post(`${at}/save`, {}, { ...days, kinds: 'contract_cancel' })).data
  expect(away.given).toBe(0)
  expect((await town.post(`${at}/save`, {}, days)).key).toBe('absence-overlaps')
  expect((await town2.post(`${at}/save`, {}, { ...days, delegateId: own })).key).toBe('absence-delegate-away')
  expect((await town2.post(`${at}/end`, {}, { id: away.id })).code).toBe(404)
  expect((await town.post(`${at}/end`, {}, { id: away.id })).msg).toBe('操作成功')
  // for all types: it goes over at once
  expect((await town.post(`${at}/save`, {}, days)).data.given).toBeGreaterThan(0)
  const now = (await town2.get('/yw-accept/business/detail', { id: b.id })).data
  expect(now.task.assignee).toBe(other)
  expect((await messages('town2')).map((m) => m.subject)).toContain('代他人办理：调查核实')
  const story = (await town.get('/cpt-flow/process/history-flow-list', { processInstanceId: now.processInstanceId })).data as { comment: string | null }[]
  expect(story.some((h) => h.comment?.includes(`外出至${day(11)}`))).toBe(true)
  expect((await commit('town', b.id)).msg).not.toBe('操作成功')
  expect((await commit('town2', b.id)).msg).toBe('操作成功')
  expect((await town2.get(`${at}/list`)).data).toMatchObject([{ userId: own, delegateId: other, isNow: 1 }])
})

test('the calendar of a person has his days, and an address that is revoked opens nothing', async () => {
  w.setNow('2026-03-13')
  const [town, large] = [await w.as('town'), await w.as('large')]
  const b = await buildCase(w, { task: 'survey', name: '陈六' })
  const row = (await (await w.as('admin')).get('/yw-accept/business/detail', { id: b.id })).data
  const list = (await town.get('/cpt-desk/calendar/list')).data as { id: string; kind: string; title: string; fromDay: string }[]
  expect(list.find((e) => e.id === b.id)).toMatchObject({ kind: 'due', title: row.businessCode, fromDay: row.dueDay })
  expect(((await large.get('/cpt-desk/calendar/list')).data as { id: string }[]).some((e) => e.id === b.id)).toBe(false)
  const made = async () => new URL((await town.post('/cpt-desk/calendar/subscribe')).data.path, 'http://x').searchParams.get('address')!
  const read = (address: string) => w.nobody.get('/cpt-desk/calendar/feed', { address })
  const first = await made()
  const text = (await read(first)).raw.toString()
  expect(text).toMatch(/^BEGIN:VCALENDAR/)
  expect(text).toContain(`SUMMARY:承诺办结 ${row.businessCode}`)
  expect(text).toContain(`DTSTART;VALUE=DATE:${row.dueDay.replaceAll('-', '')}`)
  expect(text).not.toContain('陈六')
  expect(JSON.stringify((await w.db.pool.query('select f::text from calendar_feed f')).rows)).not.toContain(first)
  const second = await made()
  expect([(await read(first)).key, (await read(second)).status]).toEqual(['calendar-address', 200])
  expect((await town.post('/cpt-desk/calendar/revoke')).msg).toBe('操作成功')
  expect([(await read(second)).key, (await read('x')).key]).toEqual(['calendar-address', 'calendar-address'])
})

test('a task that opens for one person who is away goes to the delegate at once, who is told of it and finds it unread; one of another role gets nothing', async () => {
  await empty()
  const [admin, town] = [await w.as('admin'), await w.as('town')]
  const me = async (who: Account) => (await (await w.as(who)).get('/cpt-auth/oauth/user-info')).data.id as string
  const [own, other] = [await me('town'), await me('town2')]
  const known = (await admin.get('/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]
  const config = (
    await admin.post('/yw-accept/process-config/save', {
      regionCode: GROUP.slice(0, 12),
      businessTypeCode: 'contract_sign',
      processName: '指定初审人',
      processVersion: '1',
      processDefinitionId: known.find((d) => d.typeCode === 'contract_sign')!.id,
      minDays: 15,
      performers: { check: { user: { id: own, name: '镇级' } }, recheck: { user: { id: other, name: '镇级二' } } },
    })
  ).data
  expect((await admin.post('/yw-accept/process-config/enable', {}, { id: config })).msg).toBe('操作成功')
  const [b, c] = [await buildCase(w, { task: 'survey', name: '孙七' }), await buildCase(w, { task: 'survey', name: '孙八' })]
  await w.db.pool.query(`update work_absence set "endTime" = $1 where "endTime" is null`, [w.ago(0)])
  const day = (days: number) => w.ago(-days * 86_400).slice(0, 10)
  const bidi = await town.post('/yw-accept/business/absence/save', {}, { delegateId: other, fromDay: day(0), toDay: day(3), reason: 'a\u202eb' })
  expect([bidi.code, bidi.msg]).toEqual([400, '参数含有不可见字符：reason'])
  const away = await town.post('/yw-accept/business/absence/save', {}, { delegateId: other, fromDay: day(0), toDay: day(3) })
  expect(away.msg).toBe('操作成功')
  expect((await commit('town', b.id)).msg).toBe('操作成功')
  expect((await admin.get('/yw-accept/business/detail', { id: b.id })).data.task).toMatchObject({ taskKey: 'check', assignee: other })
  expect((await messages('town2', { unread: '1' })).filter((m) => m.name === b.businessName).map((m) => m.subject)).toEqual(['代他人办理：初审'])
  expect((await messages('town')).filter((m) => m.name === b.businessName && m.subject.includes('初审'))).toEqual([])
  // a delegate who has the role no more does not get it
  const { rows } = await w.db.pool.query(`select "roleId" from sys_user where id = $1`, [other])
  await w.db.pool.query(`update sys_user set "roleId" = (select "roleId" from sys_user where id = $2) where id = $1`, [other, await me('large')])
  expect((await commit('town', c.id)).msg).toBe('操作成功')
  expect((await admin.get('/yw-accept/business/detail', { id: c.id })).data.task).toMatchObject({ taskKey: 'check', assignee: own })
  await w.db.pool.query(`update sys_user set "roleId" = $2 where id = $1`, [other, rows[0].roleId])
})
