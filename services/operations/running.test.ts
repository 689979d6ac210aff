// How the installation runs, as its operator sees it; routines by hand; alerts that go out; calls, jobs and deliveries under one trace.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCallLines } from '../../apps/server/call-lines.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { inSpan, spanOf, traceNow, traceOf } from '../../runtime/trace.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { ALERT_TOPIC, alertHandler } from './alert-out.server.ts'
import { ROUTINES_EN } from './routine-words.ts'
import { raiseAlert } from './watch.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import type { OutboxEvent } from '../../runtime/outbox.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'

/** A robot of a chat: what it was sent, and what it answers to the next. */
const sent: { body: any; headers: IncomingMessage['headers'] }[] = []
let answers: [status: number, body: string][] = []
const robot = createServer((request, reply) => {
  let text = ''
  request.on('data', (d: Buffer) => (text += d.toString()))
  request.on('end', () => {
    sent.push({ body: JSON.parse(text), headers: request.headers })
    const [status, body] = answers.shift() ?? [200, '{"errcode":0}']
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
})
let robotUrl = ''
let w: World
let admin: Client
beforeAll(async () => {
  robot.listen(0, '127.0.0.1')
  await once(robot, 'listening')
  robotUrl = `http://127.0.0.1:${(robot.address() as AddressInfo).port}/robot`
  w = await world({ ALERT_ROBOT_URL: robotUrl })
  admin = await w.as('admin')
})
afterAll(async () => {
  await w?.end()
  robot.close()
})
const sql = async (text: string, values: unknown[] = []) => (await w.db.pool.query(text, values)).rows

test('the operator sees sessions, jobs, messages, storage and what is stuck or slow; nobody else does', async () => {
  const before = (await admin.get('/cpt-operations/running/detail')).data
  expect(before).toMatchObject({ engine: w.db.engine, hasRoom: true, backupAt: null, stuck: [], storage: { folder: w.dataDir } })
  expect(before.storage.freeMb).toBeGreaterThan(0)
  await w.as('county')
  const plant = (kind: string, status: string, seconds: number) =>
    sql(
      `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", heartbeat, who, "createUser", "createTime") values ($1, '000000', $2, '任务', $3, '{}', $4, $5, '{}', 1, $4)`,
      [newId(), kind, status, w.ago(seconds), status === 'running' ? w.ago(seconds) : null],
    )
  await plant('backup', 'running', 300)
  await plant('backup', 'running', 30)
  await plant('import', 'queued', 900)
  await plant('import', 'queued', 60)
  await sql(
    `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime", "parkTime") values ($1, '000000', 'x', 'k', '{}', $2, $2, $2)`,
    [newId(), w.ago(60)],
  )
  await sql(
    `insert into api_log (id, "tenantId", "userId", account, at, "requestId", method, path, params, status, ms, ip, agent, dropped) values ($1, '000000', 0, '', $2, 'r', 'GET', '/slow', '', 200, 2500, '', '', 0)`,
    [newId(), w.ago(60)],
  )
  const now = (await admin.get('/cpt-operations/running/detail')).data
  expect(now.sessions).toBe(before.sessions + 1)
  expect(now.stuck.map((j: any) => [j.kindName, j.status])).toEqual([
    ['备份', 'running'],
    [expect.any(String), 'queued'],
  ])
  expect([now.jobsRunning, now.jobsQueued, now.outboxParked]).toEqual([2, 2, 1])
  expect(now.slowCalls).toEqual([{ path: 'GET /slow', n: 1, ms: 2500 }])
  await sql(`delete from job`)
  for (const path of ['/cpt-operations/running/detail', '/cpt-operations/routine/list']) {
    expect((await (await w.as('county')).get(path)).status).toBe(403)
    expect(await (await w.as('other')).get(path)).toMatchObject({ status: 403, key: 'operations-keeper', msg: '运行状态涉及全部租户，仅限运营方查看和操作' })
  }
})

test('a statement that lasts is seen while it does', async () => {
  if (w.db.engine === 'embedded') return expect((await admin.get('/cpt-operations/running/detail')).data.statements).toEqual([])
  const lasting = w.db.pool.query('select pg_sleep(3)')
  await new Promise((done) => setTimeout(done, 1500))
  const { statements } = (await admin.get('/cpt-operations/running/detail')).data
  expect(statements.map((s: any) => [s.query, s.seconds >= 1])).toEqual([['select pg_sleep(3)', true]])
  await lasting
})

test('routines: last and next time, run now, paused and resumed by the operator, each in the audit log; an unknown one is refused', async () => {
  await w.maintenance.runDue()
  const list = async () => (await admin.get('/cpt-operations/routine/list')).data as any[]
  const one = async (name: string) => (await list()).find((r) => r.name === name)
  expect(await one('prune')).toMatchObject({ status: 'done', paused: false, asked: false, lastTime: expect.any(String), nextTime: expect.any(String) })
  expect((await list()).map((r) => r.name).filter((n) => !ROUTINES_EN[n])).toEqual([])
  const act = async (verb: string, name: string) => (await admin.post(`/cpt-operations/routine/${verb}`, { name })).msg
  expect(await act('pause', 'prune')).toBe('操作成功')
  expect(await one('prune')).toMatchObject({ paused: true, nextTime: null })
  expect(await act('run', 'prune')).toBe('操作成功')
  expect(await one('prune')).toMatchObject({ paused: true, asked: true })
  expect(await w.maintenance.runDue()).toEqual(['prune'])
  expect(await one('prune')).toMatchObject({ paused: true, asked: false, status: 'done' })
  expect(await act('resume', 'prune')).toBe('操作成功')
  expect((await one('prune')).paused).toBe(false)
  expect((await admin.post('/cpt-operations/routine/run', { name: 'none' })).status).toBe(404)
  expect((await (await w.as('county')).post('/cpt-operations/routine/run', { name: 'prune' })).status).toBe(403)
  expect((await (await w.as('other')).post('/cpt-operations/routine/run', { name: 'prune' })).key).toBe('operations-keeper')
  const log = await sql(`select action, diff from audit_event where object = 'routine' order by id`)
  expect(log.map((l) => [l.action, l.diff.name])).toEqual([
    ['routine.pause', 'prune'],
    ['routine.run', 'prune'],
    ['routine.resume', 'prune'],
  ])
})

const asProduct = (work: (ctx: ReturnType<typeof contextFor>) => Promise<unknown>) =>
  w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, systemWho('000000'), w.now, 'test', async () => '0')))

test('an alert reaches the robot once, without the name of a person, and again until it is taken', async () => {
  await w.outbox.deliverDue()
  sent.length = 0
  await asProduct((ctx) => raiseAlert(ctx, 'disk', '/data'))
  // and stands on the screen until somebody handles it
  const warnings = async () => (await admin.get('/cpt-operations/running/detail')).data.warnings.map((x: any) => [x.kindName, x.subject])
  expect(await warnings()).toContainEqual(['磁盘空间不足', '/data'])
  await asProduct((ctx) => raiseAlert(ctx, 'disk', '/data'))
  answers = [[200, '{"errcode":310000,"errmsg":"keywords not in content"}']]
  await w.outbox.deliverDue()
  await sql(`update outbox set "nextTime" = $1 where topic = $2`, [w.ago(1), ALERT_TOPIC])
  await w.outbox.deliverDue()
  await w.outbox.deliverDue()
  expect(sent.map((s) => s.body.text.content.split('\n').at(-1))).toEqual(Array(2).fill('磁盘空间不足 / The disk is nearly full: /data'))
  sent.length = 0
  await asProduct((ctx) => raiseAlert(ctx, 'night', 'clerk-of-the-night'))
  await w.outbox.deliverDue()
  expect(sent.map((s) => s.body)).toEqual([{ msgtype: 'text', text: { content: expect.stringMatching(/夜间登录 \/ Sign-in at night$/) } }])
  expect(JSON.stringify(sent)).not.toContain('clerk')
})

test('kinds that nobody asked for stay on the screen; each chat has its own shape; a refusing robot is an error', async () => {
  const event = { tenantId: '000000', createTime: '2026-03-01 09:00:00', payload: { alerts: [{ kind: 'disk', subject: '/data' }] } } as unknown as OutboxEvent
  const calls: [string, string][] = []
  const outbound = {
    ...openOutbound([]),
    call: async (url: string, o: { body?: string | Buffer }) => (calls.push([url, String(o.body)]), { status: 200, type: '', body: Buffer.from('ok') }),
  }
  const deliver = (url: string, kinds: string[] = []) =>
    alertHandler({ robotUrl: url, kinds }, outbound).deliver(event, { signal: AbortSignal.timeout(1000) } as never)
  await deliver('https://open.feishu.cn/hook', ['backup'])
  await deliver('')
  expect(calls).toEqual([])
  await deliver('https://open.feishu.cn/hook', ['disk'])
  expect(JSON.parse(calls[0]![1])).toEqual({ msg_type: 'text', content: { text: expect.stringContaining('磁盘空间不足') } })
  // many at once: the same is said once, what is about no person first, and how many there are where not all have room
  const alerts = [...Array.from({ length: 40 }, () => ({ kind: 'night', subject: '' })), { kind: 'disk', subject: '/data' }]
  const said = async (more: object[]) => {
    const many = { ...event, payload: { alerts: [...alerts, ...more] } } as unknown as OutboxEvent
    await alertHandler({ robotUrl: 'https://open.feishu.cn/hook', kinds: [] }, outbound).deliver(many, { signal: AbortSignal.timeout(1000) } as never)
    return JSON.parse(calls.at(-1)![1]).content.text as string
  }
  expect((await said([])).split('\n').slice(1)).toEqual(['磁盘空间不足 / The disk is nearly full: /data', '夜间登录 / Sign-in at night ×40'])
  const long = await said(Array.from({ length: 30 }, (_, i) => ({ kind: 'job', subject: `job-${i}` })))
  expect([long.length <= 600, long.split('\n').at(1), long.split('\n').at(-1)]).toEqual([
    true,
    '磁盘空间不足 / The disk is nearly full: /data',
    '…共71条 / 71 in all',
  ])
  answers = [[500, 'no']]
  const real = alertHandler({ robotUrl, kinds: [] }, openOutbound(['127.0.0.1']))
  await expect(real.deliver(event, { signal: AbortSignal.timeout(5000) } as never)).rejects.toThrow('did not take the alert: 500')
  // one that took it and has much to say is not told again
  answers = [[200, JSON.stringify({ errcode: 0, errmsg: 'ok '.repeat(200) })]]
  await real.deliver(event, { signal: AbortSignal.timeout(5000) } as never)
  expect(() => readConfig({ ALERT_KINDS: 'disk,nothing' })).toThrow('ALERT_KINDS must be a comma list')
  expect(readConfig({ ALERT_KINDS: 'disk,job' }).alerts.kinds).toEqual(['disk', 'job'])
})

test('a call goes on with the trace of its caller: in its answer, in its job, in what is delivered for it and in the call to the outside', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const asked = { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } }
  const answer = await admin.send('POST', '/cpt-operations/backup/make', asked)
  expect(answer.headers.traceparent).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  expect(answer.headers.traceparent).not.toContain('00f067aa0ba902b7')
  expect((await sql(`select trace from job order by id desc limit 1`))[0].trace).toBe(answer.headers.traceparent)
  for (const bad of ['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${trace}-${'0'.repeat(16)}-01`])
    expect(String((await admin.send('GET', '/cpt-operations/routine/list', { headers: { traceparent: bad } })).headers.traceparent)).not.toContain(trace)
  sent.length = 0
  await inSpan(spanOf(asked.headers.traceparent), () => asProduct((ctx) => raiseAlert(ctx, 'backup', 'trace')))
  expect(traceNow()).toBe(undefined)
  await w.outbox.deliverDue()
  expect(sent.map((s) => String(s.headers.traceparent).slice(3, 35))).toEqual([trace])
})

test('a call is a line of JSON: request, trace, route, status, milliseconds, those of the database, person; nothing of what was sent', async () => {
  const said: string[] = []
  const lines = openCallLines((line) => said.push(line), w.now)
  const app = Fastify({ genReqId: () => 'r1' })
  app.post('/api/x/:id', async (request, reply) => {
    lines.seen(request, { tenantId: '000000', account: 'county' } as never)
    await w.db.pool.connect().then(async (client) => {
      await client.query('select 1')
      await client.query('select 2')
      client.release()
    })
    return reply.code(409).send({ secret: 'answered' })
  })
  lines.watch(app)
  const { headers } = await app.inject({ method: 'POST', url: '/api/x/7?token=secret', payload: { password: 'secret' } })
  expect(said).toHaveLength(1)
  expect(JSON.parse(said[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    level: 'warn',
    msg: 'call',
    request: 'r1',
    trace: traceOf({ traceparent: String(headers.traceparent), dbMs: 0, statements: 0 }),
    method: 'POST',
    route: '/api/x/:id',
    status: 409,
    ms: expect.any(Number),
    dbMs: expect.any(Number),
    statements: 2,
    tenant: '000000',
    account: 'county',
    ip: '127.0.0.1',
  })
  expect(said[0]).not.toContain('secret')
  expect([readConfig({}).callLog, readConfig({ CALL_LOG: 'on' }).callLog]).toEqual([false, true])
  await app.close()
})
