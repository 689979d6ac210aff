import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../kit/server/db.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { chainAll } from '../../runtime/sequencer.server.ts'
import { signHeadWith } from '../../runtime/audit-signature.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { buildHousehold } from '../../tests/factories.ts'
import { sample } from '../../tests/samples.ts'
import { composed } from '../../tools/composed.ts'
import { openEyes } from '../../apps/server/eyes.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { FREEZE_JOB } from '../../signing/acts/sign-flow.server.ts'
import { actionWords, AUDIT_OBJECTS } from './act-words.ts'
import { differencesOf, jobState } from './operations.ts'

let w: World
let admin: Client
let county: Client
let auditor: Client
beforeAll(async () => {
  w = await world()
  ;[admin, county, auditor] = await Promise.all([w.as('admin'), w.as('county'), w.as('audit')])
})
afterAll(() => w?.end())

const userId = async (account: string) =>
  (await w.db.pool.query(`select id from sys_user where "tenantId" = '000000' and account = $1`, [account])).rows[0].id as string
/** A job as the queue left it. */
async function job(account: string, kind: string, status: string, regionCode: string | null = '512021'): Promise<string> {
  const [id, user] = [newId(), await userId(account)]
  await w.db.pool.query(
    `insert into job (id, "tenantId", kind, title, "regionCode", status, payload, "runAfter", who, "createUser", "createTime", message)
     values ($1, '000000', $2, '任务', $3, $4, '{}', $7, $5, $6, $7, '原因')`,
    [id, kind, regionCode, status, JSON.stringify({ account }), user, w.ago(0)],
  )
  return id
}
const state = async (id: string) => (await w.db.pool.query('select status, "cancelAsked" from job where id = $1', [id])).rows[0]

test('the auditor reads who did what to which row, when and from where, with each field before and after', async () => {
  const made = await county.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920390', fbfmc: '甲村', lxdh: '13800138000' }))
  expect(made.msg).toBe('操作成功')
  const { rev } = (await county.get('/base-qssj/fbf/detail', { id: made.data })).data
  const changed = await county.post('/base-qssj/fbf/update', {
    ...sample(fbf, { regionCode: '51202111920390', fbfmc: '乙村', lxdh: '13800138001' }),
    id: made.data,
    rev,
  })
  expect(changed.msg).toBe('操作成功')
  const list = await auditor.get('/cpt-log/usual/list', { objectId: made.data })
  expect(list.data.records.map((r: any) => [r.account, r.actionName, r.objectName, r.regionCode])).toEqual([
    ['county', '修改', '发包方', '51202111920390'],
    ['county', '新增', '发包方', '51202111920390'],
  ])
  expect(list.data.records[0]).toMatchObject({ ip: '127.0.0.1', at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) })
  const detail = await auditor.get('/cpt-log/usual/detail', { id: list.data.records[0].id })
  const line = (field: string) => detail.data.changes.find((c: any) => c.field === field)
  expect(line('fbfmc')).toEqual({ field: 'fbfmc', label: fbf.fields.fbfmc.label, before: '甲村', after: '乙村' })
  expect(line('lxdh')).toMatchObject({ before: '***8000', after: '***8001' })
  const en = await auditor.send('GET', '/cpt-log/usual/detail', { query: { id: list.data.records[0].id }, headers: { 'accept-language': 'en' } })
  expect([en.data.actionName, en.data.objectName]).toEqual(['Changed', fbf.en])
  // since when a new row is true is told in words as well
  const first = await auditor.get('/cpt-log/usual/detail', { id: list.data.records[1].id })
  expect(first.data.changes).toContainEqual({ field: 'regFrom', label: '生效日期', before: null, after: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
})

test('every act of the product has words in the log, and everything that it is done to a name', () => {
  const acts = [...new Set(w.routes.map((r) => r.audit).filter((a) => a !== 'read'))]
  expect(acts.length).toBeGreaterThan(100)
  expect(acts.filter((a) => actionWords(a).zh === '其他操作')).toEqual([])
  const known = new Set([...composed().slices.flatMap((s) => s.resources.map((r) => r.name)), ...Object.keys(AUDIT_OBJECTS)])
  expect([...new Set(acts.map((a) => a.split('.')[0]!))].filter((o) => !known.has(o))).toEqual([])
  // a job writes these
  expect(['djb.freeze', 'import_batch.withdraw-asked'].map((a) => actionWords(a).zh)).toEqual(['固定', '申请撤回'])
  expect(actionWords('nobody.knows')).toEqual({ zh: '其他操作', en: 'Another act' })
})

test('the log is found by time, person, object and its name on screens', async () => {
  const found = async (q: Record<string, unknown>) => (await auditor.get('/cpt-log/usual/page', q)).data
  const byName = await found({ object: '发包方' })
  expect(byName.total).toBeGreaterThan(0)
  expect(await found({ object: 'fbf' })).toEqual(byName)
  expect((await found({ object: 'fbf', account: 'town' })).total).toBe(0)
  expect((await found({ object: 'fbf', atStart: '2099-01-01' })).total).toBe(0)
  expect((await found({ object: 'fbf', atStart: '2020-01-01', atEnd: '2098-01-01' })).total).toBe(byName.total)
  const ids = (await found({ size: 50 })).records.map((r: any) => BigInt(r.id))
  expect(ids).toEqual([...ids].sort((a, b) => (a < b ? 1 : -1)))
  expect((await auditor.get('/cpt-log/usual/list', { hash: 'x' })).status).toBe(400)
})

test('the log is found by what was done, and each row names the call it came with', async () => {
  const { records, total } = (await auditor.get('/cpt-log/usual/page', { action: 'fbf.update', size: 50 })).data
  expect([total > 0, [...new Set(records.map((r: any) => r.action))]]).toEqual([true, ['fbf.update']])
  expect((await auditor.get('/cpt-log/usual/page', { action: 'fbf.nothing' })).data.total).toBe(0)
  await w.logbook.flush()
  const list = (await auditor.get('/cpt-log/usual/list', { action: 'fbf.update', size: 1 })).data
  expect(list.records[0]).toMatchObject({ requestUri: '/base-qssj/fbf/update', path: '/base-qssj/fbf/update' })
})

test('who sees personal data in full is in the audit log, row by row; who sees stars is not', async () => {
  const { records } = (await county.get('/base-qssj/fbf/page', { size: 1 })).data
  const { id } = records[0]
  const seen = async () => (await auditor.get('/cpt-log/usual/page', { action: 'person.seen', objectId: id })).data.records
  await w.inFull.flush()
  const before = (await seen()).length
  expect((await county.get('/base-qssj/fbf/detail', { id })).data.lxdh).not.toContain('*')
  await w.inFull.flush()
  const after = await seen()
  expect([after.length, after[0].account, after[0].object, after[0].actionName]).toEqual([before + 1, 'county', 'fbf', '查看完整个人信息'])
  const large = await w.as('large')
  const masked = await large.get('/base-qssj/fbf/detail', { id })
  await w.inFull.flush()
  expect([masked.code === 403 || masked.data.lxdh.includes('*'), (await seen()).length]).toEqual([true, before + 1])
})

test('where a purpose is asked for, numbers come in stars until it is said, once a session; the log has it with each sight, and stars that come back change nothing', async () => {
  const { data: paramId } = await admin.post('/cpt-system/param/submit', { paramName: '用途', paramKey: 'privacy.purpose', paramValue: '1' })
  const holding = async () => {
    const headers = { 'cpt-auth': `bearer ${((await w.signIn('county')) as unknown as { access_token: string }).access_token}` }
    return {
      get: (path: string, query: Record<string, unknown> = {}) => w.nobody.send('GET', path, { query, headers }),
      post: (path: string, body: object = {}, query: Record<string, unknown> = {}) => w.nobody.send('POST', path, { body, query, headers }),
    }
  }
  const clerk = await holding()
  const { id, cbfzjhm: stored } = await buildHousehold(w, { name: '赵七', members: ['赵小七'] })
  const numbers = (who: Pick<typeof clerk, 'get'>) =>
    who.get('/base-qssj/cbf/detail', { id }).then((a) => [a.data.cbfzjhm, ...a.data.jtcyList.map((m: any) => m.cyzjhm)].map(String))
  expect((await numbers(clerk)).every((n) => n.includes('*'))).toBe(true)
  expect((await clerk.get('/cpt-auth/oauth/user-info')).data).toMatchObject({ asksPurpose: 1 })
  expect((await clerk.get('/base-qssj/cbf/page', { size: 5 })).data.records.every((r: any) => !r.cbfzjhm || r.cbfzjhm.includes('*'))).toBe(true)
  expect((await clerk.get('/widget/export', { type: '1013', entity: 'cbf' })).key).toBe('purpose-needed')
  // an issuer is saved with the stars that it was shown with, and keeps its number
  const [issuer] = (await w.db.pool.query(`select id::text from fbf where lxdh is not null and "tenantId" = '000000' order by id limit 1`)).rows
  const shown = (await clerk.get('/base-qssj/fbf/detail', { id: issuer.id })).data
  expect(shown.lxdh).toContain('*')
  const numberOf = async () => (await w.db.pool.query('select fzrzjhm, lxdh from fbf where id = $1', [issuer.id])).rows[0]
  const before = await numberOf()
  expect((await clerk.post('/base-qssj/fbf/update', shown)).code).toBe(200)
  expect(await numberOf()).toEqual(before)
  expect(await clerk.post('/cpt-user/purpose', { purpose: ' ' })).toMatchObject({ code: 400 })
  expect((await clerk.post('/cpt-user/purpose', { purpose: '答复来信来访' })).code).toBe(200)
  expect((await numbers(clerk))[0]).toBe(stored)
  await w.inFull.flush()
  const last = async (of: Record<string, unknown>) => (await auditor.get('/cpt-log/usual/page', of)).data.records[0]
  const why = async (row: any) => (await auditor.get('/cpt-log/usual/detail', { id: row.id })).data.changes.map((c: any) => [c.label, c.after])
  expect(await why(await last({ action: 'person.seen', objectId: id }))).toEqual([['查看用途', '答复来信来访']])
  const said = await last({ action: 'session.purpose' })
  expect([said.account, said.actionName, await why(said)]).toEqual(['county', '说明查看个人信息的用途', [['查看用途', '答复来信来访']]])
  // another session says its own
  expect((await numbers(await holding())).every((n) => n.includes('*'))).toBe(true)
  await admin.post('/cpt-system/param/remove', {}, { ids: paramId })
})

test('only those with the button read the log, each within tenant and region', async () => {
  for (const account of ['county', 'town', 'village', 'sign', 'large'] as const)
    expect((await (await w.as(account)).get('/cpt-log/usual/list')).status).toBe(403)
  expect((await w.nobody.get('/cpt-log/usual/list')).status).toBe(401)
  const other = await w.as('other')
  const foreign = (await other.get('/cpt-log/usual/list', { size: 200 })).data.records
  expect(foreign.every((r: any) => r.account === 'admin' && r.object === 'sys_user')).toBe(true)
  const [mine] = (await auditor.get('/cpt-log/usual/list', { object: 'fbf' })).data.records
  expect((await other.get('/cpt-log/usual/detail', { id: mine.id })).status).toBe(404)
  // what stands in no region is seen where its author belongs: the county's own sign-ins, not those of the platform
  const signIns = (await auditor.get('/cpt-log/usual/list', { object: 'sys_user', size: 200 })).data.records.map((r: any) => r.account)
  expect(signIns).toContain('county')
  expect(signIns).not.toContain('admin')
  expect((await admin.get('/cpt-log/usual/list', { object: 'sys_user', size: 200 })).data.records.map((r: any) => r.account)).toContain('admin')
})

test('the auditor verifies the chain of the tenant and is told the first broken row', async () => {
  await chainAll(w.db, undefined, undefined, signHeadWith(openSealer(w.dataDir)))
  const good = (await auditor.get('/cpt-log/usual/verify')).data
  expect([good.broken, good.waiting]).toEqual([null, 0])
  expect(good.rows).toBeGreaterThan(2)
  expect((await county.get('/cpt-log/usual/verify')).status).toBe(403)
  await w.db.pool.query(`update audit_event set account = 'nobody' where "tenantId" = '000000' and "chainSeq" = 2`)
  const bad = (await auditor.get('/cpt-log/usual/verify')).data
  expect(bad.broken).toMatchObject({ chainSeq: 2, why: 'changed', msg: '内容或位置被改动' })
  const other = await w.as('other')
  await chainAll(w.db, undefined, undefined, signHeadWith(openSealer(w.dataDir)))
  expect((await other.get('/cpt-log/usual/verify')).data.broken).toBeNull()
})

test('people see their own jobs, and with the button those of their region', async () => {
  const [mine, towns, far, everywhere] = [
    await job('village', 'hjb-write', 'done'),
    await job('town', FREEZE_JOB, 'running', '512021119'),
    await job('admin', 'hjb-write', 'queued', '512022'),
    await job('admin', 'hjb-write', 'queued', null),
  ]
  const seen = async (account: 'village' | 'county' | 'admin' | 'other', q = {}) =>
    (await (await w.as(account)).get('/cpt-system/job/page', q)).data.records.map((r: any) => r.id)
  expect(await seen('village')).toEqual([mine])
  expect(await seen('county')).toEqual([towns, mine])
  expect(await seen('county', { mine: '1' })).toEqual([])
  expect(await seen('admin')).toEqual([everywhere, far, towns, mine])
  expect(await seen('admin', { state: 'open' })).toEqual([everywhere, far, towns])
  expect(await seen('other')).toEqual([])
  const row = (await admin.get('/cpt-system/job/detail', { id: towns })).data
  expect(row).toMatchObject({ account: 'town', kindName: '生成待签合同', status: 'running', mayCancel: true, mayRetry: false })
  expect((await county.get('/cpt-system/job/detail', { id: far })).status).toBe(404)
})

test('a job is cancelled by its owner or with the button; others may not or do not know it', async () => {
  const id = await job('village', FREEZE_JOB, 'queued')
  expect((await (await w.as('town')).post('/cpt-system/job/cancel', {}, { id })).status).toBe(404)
  expect((await county.post('/cpt-system/job/cancel', {}, { id })).status).toBe(403)
  const village = await w.as('village')
  expect((await village.post('/cpt-system/job/cancel', {}, { id })).msg).toBe('操作成功')
  expect(await state(id)).toEqual({ status: 'cancelled', cancelAsked: 1 })
  expect((await village.post('/cpt-system/job/cancel', {}, { id })).msg).toBe('当前状态不能取消')
  const running = await job('village', FREEZE_JOB, 'running')
  expect((await admin.post('/cpt-system/job/cancel', {}, { id: running })).msg).toBe('操作成功')
  expect((await admin.get('/cpt-system/job/detail', { id: running })).data).toMatchObject({ status: 'cancelling', mayCancel: false })
  const logged = (await admin.get('/cpt-log/usual/list', { object: 'job' })).data.records
  expect(logged.map((r: any) => [r.account, r.action])).toEqual([
    ['admin', 'job.cancel'],
    ['village', 'job.cancel'],
  ])
})

test('a failed job is queued again by its owner or with the button, where its kind allows it', async () => {
  const [signing, writing] = [await job('village', FREEZE_JOB, 'failed'), await job('village', 'hjb-write', 'failed')]
  const village = await w.as('village')
  expect((await village.get('/cpt-system/job/detail', { id: writing })).data.mayRetry).toBe(false)
  expect((await village.post('/cpt-system/job/retry', {}, { id: writing })).msg).toBe('该任务请在原页面重新发起')
  expect((await county.post('/cpt-system/job/retry', {}, { id: signing })).status).toBe(403)
  expect((await village.post('/cpt-system/job/retry', {}, { id: signing })).msg).toBe('操作成功')
  expect(await state(signing)).toEqual({ status: 'queued', cancelAsked: 0 })
})

test('words: a running job asked to stop is stopping, unknown actions are another act, facts of an act have no value before', () => {
  expect([jobState({ status: 'running', cancelAsked: 1 }), jobState({ status: 'queued', cancelAsked: 0 })]).toEqual(['cancelling', 'queued'])
  expect([actionWords('dk.update').en, actionWords('session.fail').zh, actionWords('hjb.audit').zh]).toEqual(['Changed', '登录失败', '审核'])
  expect(differencesOf({ b: ['1', '2'], a: 'x' })).toEqual([
    { field: 'a', before: null, after: 'x' },
    { field: 'b', before: '1', after: '2' },
  ])
})

test('a monitor learns that the process lives and the database answers, and reads figures that name nobody; from elsewhere only with the token', async () => {
  const ask = (url: string, o: { headers?: Record<string, string>; remoteAddress?: string } = {}) => w.app.inject({ method: 'GET', url, ...o })
  expect([(await ask('/livez')).body, (await ask('/readyz')).body]).toEqual(['ok\n', 'ok\n'])
  await job('county', 'import', 'queued')
  const valueIn = (text: string, start: string) => Number((text.split('\n').find((l) => l.startsWith(start)) ?? '0').split(' ').at(-1))
  const calls = (at: string, status: string) => `chengbao_call_seconds_count{method="GET",route="/api/base-qssj/fbf/${at}",status="${status}"}`
  const before = (await ask('/metrics')).body
  await county.get('/base-qssj/fbf/page', { fbfmc: '甲村' })
  await county.get('/base-qssj/fbf/detail', { id: 'x' })
  const { body, headers } = await ask('/metrics')
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const value = (start: string) => valueIn(body, start)
  expect(value('chengbao_database_up')).toBe(1)
  expect(value('chengbao_waiting{kind="job",state="queued"}')).toBeGreaterThanOrEqual(1)
  for (const of of [calls('page', '2xx'), calls('detail', '4xx')]) expect([of, value(of) - valueIn(before, of)]).toEqual([of, 1])
  expect([/nodejs_eventloop_lag_p99_seconds/.test(body), /甲村|county|512021/.test(body)]).toEqual([true, false])
  // from elsewhere, and through a proxy on this machine
  const shut = [await ask('/metrics', { remoteAddress: '10.0.0.7' }), await ask('/metrics', { headers: { 'x-forwarded-for': '10.0.0.7' } })]
  expect(shut.map((r) => [r.statusCode, r.body])).toEqual([
    [403, 'METRICS_TOKEN is asked for\n'],
    [403, 'METRICS_TOKEN is asked for\n'],
  ])
})
test('with a token /metrics asks everybody for it; while the database is away the process lives and says that it is not ready', async () => {
  const app = Fastify()
  // a database that takes connections and says nothing
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const pool = new pg.Pool({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port, max: 1 })
  openEyes(
    app,
    openDatabase(pool, 'server', async () => {}),
    'secret',
  )
  const ask = (url: string, authorization = '') => app.inject({ method: 'GET', url, headers: { authorization } })
  for (const wrong of ['', 'secret', 'Bearer secre', 'Bearer secret2']) expect([wrong, (await ask('/metrics', wrong)).statusCode]).toEqual([wrong, 403])
  expect((await ask('/livez')).statusCode).toBe(200)
  expect([(await ask('/readyz')).statusCode, (await ask('/readyz')).body]).toEqual([503, 'the database does not answer\n'])
  const { body } = await ask('/metrics', 'Bearer secret')
  expect(body).toMatch(/chengbao_database_up 0\n/)
  expect(body).toMatch(/chengbao_database_waiting [1-9]/)
  await app.close()
  silent.close()
})

test('while twenty wait and the first has waited too long others are told at once to come again; what nobody awaits is not made', async () => {
  const own = await world({ SHED_AFTER_MS: '20' }, 'people', 1)
  const who = await own.as('county')
  // the only connection is taken
  const taken = await own.db.pool.connect()
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const left = new AbortController()
  const gone = fetch(`${address}/api/health`, { signal: left.signal }).catch(() => 'gone')
  const waiting = Array.from({ length: 19 }, () => own.app.inject({ method: 'GET', url: '/api/health' }))
  while (own.db.queue().callers < 20 || own.db.queue().ms < 40) await new Promise((done) => setTimeout(done, 5))
  const refused = await own.app.inject({ method: 'GET', url: '/api/health', headers: { 'accept-language': 'en' } })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().msg]).toEqual([503, '2', 'The system is busy, try again'])
  expect(own.db.queue().callers).toBe(20)
  left.abort()
  expect(await gone).toBe('gone')
  taken.release()
  expect((await Promise.all(waiting)).map((r) => r.statusCode)).toEqual(Array.from({ length: 19 }, () => 200))
  expect((await who.get('/base-qssj/fbf/page')).msg).toBe('操作成功')
  await own.end()
})
