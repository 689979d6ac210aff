// The product's routines by the world's clock: each is due, does its work once, and says so in its row.
import { appendFile, mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../kit/server/ids.server.ts'
import { verifyAudit } from '../../runtime/audit-verify.server.ts'
import { chainAll } from '../../runtime/sequencer.server.ts'
import { sample } from '../../tests/samples.ts'
import { world, type World } from '../../tests/world.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { checkpointsRoutine, keptCheckpoints } from './checkpoints.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { signHeadWith } from '../../runtime/audit-signature.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
beforeEach(() => w.db.pool.query(`delete from routine where name <> 'audit-chain'`))
afterAll(() => w?.end())

const said = async (name: string) => (await w.db.pool.query('select status, message from routine where name = $1', [name])).rows[0]
const count = async (from: string) => Number((await w.db.pool.query(`select count(*)::int as n from ${from}`)).rows[0].n)

test('every routine of the product runs on a new installation without a failure, and once', async () => {
  w.setNow('2026-03-01')
  const ran = await w.maintenance.runDue()
  expect(ran).toEqual([
    'session-cleanup',
    'form-drafts',
    'messages-due',
    'freeze-books',
    'restriction-days',
    'prints',
    'hjb-cleanup',
    'case-days',
    'absences',
    'publicity-start',
    'sign-deadline',
    'date-reminders',
    'archive-check',
    'archive-text',
    'third-log-retention',
    'appointment-reminders',
    'region-figures',
    'population',
    'watch-register',
    'figure-mail',
    'inbox-cleanup',
    'inbox-outside',
    'account-messages',
    'notice-release',
    'audit-heads',
    'log-retention',
    'security-watch',
    'prune',
    'idempotency-cleanup',
    'upload-cleanup',
    'exports',
    'imports',
    'database',
    'backup',
    'backup-drill',
  ])
  for (const name of ran) expect([name, (await said(name)).status]).toEqual([name, 'done'])
  expect(await w.maintenance.runDue()).toEqual([])
})

test('captchas and nonces past their time go, and sessions a week after their end', async () => {
  w.setNow('2026-03-01')
  await w.as('county')
  await w.db.pool.query(`insert into captcha values ('old', 'x', '2026-03-01 08:59:00+08'), ('new', 'x', '2026-03-01 09:01:00+08')`)
  await w.db.pool.query(`insert into login_nonce values ('old', '2026-03-01 08:59:00+08'), ('new', '2026-03-01 09:01:00+08')`)
  await w.maintenance.runDue()
  expect([await count(`captcha where key = 'old'`), await count(`captcha where key = 'new'`)]).toEqual([0, 1])
  expect([await count(`login_nonce where nonce = 'old'`), await count(`login_nonce where nonce = 'new'`)]).toEqual([0, 1])
  expect(await count('session')).toBe(1)
  w.setNow('2026-03-08')
  await w.maintenance.runDue()
  expect(await count('session')).toBe(1)
  w.setNow('2026-03-09')
  await w.maintenance.runDue()
  expect(await count('session')).toBe(0)
})

test('a publicity planned for later begins on its first day, with what is posted frozen, in the name of the product; one with nothing to post waits and is told', async () => {
  const base = `"countyCode", "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode"`
  const values = `'512021', '000000', 1, '2026-01-02', 1, '2026-01-02', 1, '512021119203'`
  const posted = (cbfbm: string) => JSON.stringify({ targets: [], cbfbm, dk: [], cbht: { cbfs: '110' } })
  const plant = async (cbfbm: string) => {
    const [business, publicity] = [newId(), newId()]
    await w.db.pool.query(`insert into business (id, ${base}, "businessName", "obligeName", status) values ('${business}', ${values}, '某业务', '张三', '1')`)
    await w.db.pool.query(`insert into business_draft (id, ${base}, "businessId", posted) values ('${newId()}', ${values}, '${business}', '${posted(cbfbm)}')`)
    await w.db.pool.query(
      `insert into publicity (id, ${base}, "businessId", round, title, "startDate", days, "endDate", status) values ('${publicity}', ${values}, '${business}', 1, '公示', '2026-05-02', 15, '2026-05-16', '0')`,
    )
    return { business, publicity }
  }
  const [whole, empty] = [await plant('512021119203010001'), await plant('')]
  const row = async (id: string) => (await w.db.pool.query('select status, snapshot, "updateUser" from publicity where id = $1', [id])).rows[0]
  w.setNow('2026-05-01')
  await w.maintenance.runDue()
  expect((await row(whole.publicity)).status).toBe('0')
  w.setNow('2026-05-02')
  await w.maintenance.runDue()
  expect(await row(whole.publicity)).toMatchObject({ status: '1', updateUser: '0', snapshot: { obligeName: '张三', cbht: { cbfs: '110' } } })
  expect(await row(empty.publicity)).toMatchObject({ status: '0', snapshot: null })
  expect(await said('publicity-start')).toEqual({ status: 'failed', message: `1 begun, 1 failed: posting ${empty.publicity}: 公示内容不完整：没有公示内容` })
  const [log] = (await w.db.pool.query('select account, action from audit_event where "objectId" = $1', [whole.publicity])).rows
  expect(log).toEqual({ account: 'system', action: 'publicity.update' })
  await w.db.pool.query(`update business_draft set posted = '${posted('512021119203010002')}' where "businessId" = $1`, [empty.business])
  w.setNow('2026-05-03')
  await w.maintenance.runDue()
  expect((await row(empty.publicity)).status).toBe('1')
  expect(await said('publicity-start')).toEqual({ status: 'done', message: '1 begun' })
})

test('uploads left behind for a day go; those under way and other files stay', async () => {
  const folder = join(w.dataDir, 'tmp')
  await mkdir(folder, { recursive: true })
  const hours = (n: number) => new Date(Date.now() - n * 3_600_000)
  const old = hours(25)
  for (const name of ['up-old', 'up-new', 'other']) await writeFile(join(folder, name), 'x')
  await utimes(join(folder, 'up-old'), old, old)
  await utimes(join(folder, 'other'), old, old)
  const fresh = hours(23)
  await utimes(join(folder, 'up-new'), fresh, fresh)
  w.setNow('2026-06-02')
  await w.maintenance.runDue()
  expect((await readdir(folder)).sort()).toEqual(['other', 'up-new'])
})

test('work folders of ended or unknown jobs go, those of waiting and running ones stay', async () => {
  const folder = join(w.dataDir, 'work')
  const insert = (id: string, status: string) =>
    w.db.pool.query(
      `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", who, "createUser", "createTime")
       values ($1, '000000', 'hjb-write', 'x', $2, '{}', '2026-06-30', '{}', 1, '2026-06-30')`,
      [id, status],
    )
  const [running, waiting, done, unknown] = [newId(), newId(), newId(), newId()]
  await insert(running, 'running')
  await insert(waiting, 'queued')
  await insert(done, 'done')
  for (const id of [running, waiting, done, unknown]) await mkdir(join(folder, `hjb-${id}`), { recursive: true })
  await mkdir(join(folder, 'notes'))
  w.setNow('2026-07-01')
  await w.maintenance.runDue()
  expect((await readdir(folder)).sort()).toEqual([`hjb-${running}`, `hjb-${waiting}`, 'notes'].sort())
  await w.db.pool.query(`delete from job where kind = 'hjb-write'`)
})

test('checkpoints of the chains are kept outside the database once each, and tell a chain that was made anew', async () => {
  w.setNow('2026-08-01')
  await (await w.as('county')).post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920391' }))
  const place = { dataDir: w.dataDir, copy: join(w.dataDir, 'second-place.jsonl'), sign: signHeadWith(openSealer(w.dataDir)) }
  await chainAll(w.db, undefined, undefined, place.sign)
  await w.maintenance.runDue()
  const kept = await keptCheckpoints(place)
  await w.db.pool.query(`delete from routine where name = 'audit-heads'`)
  await w.maintenance.runDue()
  expect(await keptCheckpoints(place)).toEqual(kept)
  expect(kept.at(-1)).toMatchObject({ tenantId: '000000', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await w.db.pool.query(`update audit_event set account = 'nobody', "chainSeq" = null, hash = null`)
  await w.db.pool.query('delete from audit_chain')
  await chainAll(w.db)
  expect((await verifyAudit(w.db.owner)).broken).toBeUndefined()
  expect((await verifyAudit(w.db.owner, { checkpoints: kept })).broken).toMatchObject({ why: 'rewritten' })
})

test('heads are written to the second place as well, and lines that somebody else wrote count nowhere', async () => {
  const place = { dataDir: w.dataDir, copy: join(w.dataDir, 'second-place.jsonl'), sign: signHeadWith(openSealer(w.dataDir)) }
  const now = new Date(`2026-08-02T00:00:00+08:00`)
  const system = (work: (tx: Tx) => Promise<unknown>) => w.db.transaction({ tenantId: '000000', system: true }, work)
  await checkpointsRoutine(place).run({ now, system } as never)
  const lines = (await readFile(place.copy, 'utf8')).split('\n').filter(Boolean)
  expect(lines.map((l) => JSON.parse(l))).toContainEqual(expect.objectContaining({ tenantId: '000000', sign: expect.stringMatching(/^[0-9a-f]{64}$/) }))
  const before = await keptCheckpoints(place)
  await appendFile(place.copy, `${lines[0]!.replace(/"chainSeq":\d+/, '"chainSeq":999')}\n`)
  expect(await keptCheckpoints(place)).toEqual(before)
  await rm(join(w.dataDir, 'audit-heads.jsonl'))
  expect((await keptCheckpoints(place)).length).toBe(lines.length)
})

/** Something that an account did at the product's gate, a minute ago unless said otherwise. */
const event = (action: string, objectId: string, account: string, ip: string, at = w.ago(60)) =>
  w.db.pool.query(
    `insert into audit_event (id, "tenantId", "userId", account, at, ip, "requestId", action, object, "objectId", diff)
     values ($1, '000000', '0', $2, $3, $4, 'x', $5, 'sys_user', $6, '{}')`,
    [newId(), account, at, ip, action, objectId],
  )
/** Calls of an account a minute ago. */
const calls = (n: number, account: string, path: string) =>
  w.db.pool.query(
    `insert into api_log (id, "tenantId", "userId", account, at, "requestId", method, path, params, status, ms, ip, agent)
     select ($1::bigint + g), '000000', '1', $2, $3, 'x', 'GET', $4, '', 200, 1, '', '' from generate_series(1, $5) g`,
    [newId(), account, w.ago(60), path, n],
  )
const idOf = async (account: string): Promise<string> =>
  (await w.db.pool.query(`select id::text from sys_user where account = $1 and "tenantId" = '000000'`, [account])).rows[0].id
/** Nothing is known of what was done before. */
const forgotten = async () => {
  await w.db.pool.query('delete from audit_event where "tenantId" = $1', ['000000'])
  await w.db.pool.query('delete from api_log')
}

test('the watch tells of many accounts from one address, many addresses of one account, sign-ins at night and mass reading, once a day', async () => {
  w.setNow('2026-04-01 23:30:00')
  await forgotten()
  const admin = await w.as('admin'),
    village = await w.as('village')
  const userId = await idOf('county')
  // nine accounts, three addresses, 299 details: each one below its limit; and what lies further back
  for (let i = 0; i < 9; i++) await event('session.try', '0', '', '203.0.113.9')
  for (let i = 0; i < 20; i++) await event('session.fail', String(1000 + i), `a${i}`, '203.0.113.8', w.ago(3600))
  for (let i = 1; i <= 3; i++) await event('session.fail', userId, 'county', `198.51.100.${i}`)
  await calls(299, 'county', '/base-qssj/cbf/detail')
  await calls(500, 'county', '/base-qssj/cbf/page')
  const alerts = async () =>
    (await admin.get('/cpt-log/alert/list', { size: 50 })).data.records.map((r: any) => [r.kind, r.subject, r.n]).toSorted() as [string, string, number][]
  await w.maintenance.runDue()
  // the two who signed in for this test did so at half past eleven
  const night = [
    ['night', 'admin', 1],
    ['night', 'village', 1],
    // what the test before left unposted
    ['routine', 'publicity-start', 1],
  ]
  expect(await alerts()).toEqual(night)
  await event('session.fail', '77', 'one-more', '203.0.113.9')
  await event('session.open', userId, 'county', '198.51.100.4', w.ago(1200))
  await calls(1, 'county', '/base-qssj/djb/print/get')
  w.setNow('2026-04-01 23:36:00')
  const [again, other] = [await w.as('admin'), await w.as('village')]
  await w.maintenance.runDue()
  const list = (await again.get('/cpt-log/alert/list', { size: 50 })).data.records
  expect(list.map((r: any) => [r.kind, r.subject]).toSorted()).toEqual([
    ['accounts', '203.0.113.9'],
    ['addresses', 'county'],
    ['night', 'admin'],
    ['night', 'village'],
    ['reads', 'county'],
    ['routine', 'publicity-start'],
  ])
  expect(list.find((r: any) => r.kind === 'accounts')).toMatchObject({ n: 10, day: '2026-04-01', handledBy: null })
  // a notice for those who may see the list, and for nobody else
  const told = async (c: typeof again) => (await c.get('/cpt-desk/notice/mine')).data.records.map((r: any) => r.title)
  expect(await told(again)).toContain('安全告警 3 条')
  const en = await again.send('GET', '/cpt-desk/notice/mine', { headers: { 'accept-language': 'en' } })
  expect(en.data.records.map((r: any) => r.title)).toContain('3 security alerts')
  const { id: noticeId } = en.data.records.find((r: any) => r.title === '3 security alerts')
  const read = async (lang: string) =>
    (await again.send('GET', '/cpt-desk/notice/detail', { query: { id: noticeId }, headers: { 'accept-language': lang } })).data.content
  expect([/[\u3400-\u9fff]/.test(await read('en')), /[\u3400-\u9fff]/.test(await read('zh'))]).toEqual([false, true])
  expect(await told(other)).toEqual([])
  expect((await other.get('/cpt-log/alert/list')).code).toBe(403)
  expect((await (await w.as('other')).get('/cpt-log/alert/list')).data.records).toEqual([])
  // handled with a remark, and only so
  const { id } = list[0]
  expect((await other.post('/cpt-log/alert/handle', { id, remark: 'x' })).code).toBe(403)
  expect((await again.post('/cpt-log/alert/handle', { id, remark: ' ' })).data.fields[0].msg).toBe('请输入处理说明')
  expect((await (await w.as('other')).post('/cpt-log/alert/handle', { id, remark: 'x' })).code).toBe(404)
  expect((await again.post('/cpt-log/alert/handle', { id, remark: '值班' })).code).toBe(200)
  expect((await again.get('/cpt-log/alert/list', { size: 50 })).data.records[0]).toMatchObject({ handledBy: 'admin', remark: '值班' })
  void village
})

test('what the watch tells of begins where the parameters of the tenant say', async () => {
  w.setNow('2026-04-02 23:30:00')
  await forgotten()
  const admin = await w.as('admin')
  const limits = { 'alert.accounts': '3', 'alert.addresses': '3', 'alert.reads': '4', 'alert.night.from': '24', 'alert.night.to': '0' }
  for (const [paramKey, paramValue] of Object.entries(limits))
    expect((await admin.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })).msg).toBe('操作成功')
  const county = await idOf('county')
  // two accounts from one address, two addresses of one account, three details, and a sign-in late at night
  for (const id of ['2001', '2002']) await event('session.fail', id, '', '203.0.113.7')
  for (const ip of ['198.51.100.1', '198.51.100.2']) await event('session.fail', county, 'county', ip, w.ago(0))
  await calls(3, 'county', '/base-qssj/cbf/detail')
  const told = async () => {
    await w.maintenance.runDue()
    const list = await w.db.pool.query(`select kind, subject, n from security_alert where day = '2026-04-02' order by kind`)
    return list.rows.map((r) => [r.kind, r.subject, Number(r.n)])
  }
  expect(await told()).toEqual([])
  await w.db.pool.query(`update param set "paramValue" = "paramValue"::int - 1 where "paramKey" = any($1)`, [Object.keys(limits).slice(0, 3)])
  w.setNow('2026-04-02 23:36:00')
  expect(await told()).toEqual([
    ['accounts', '203.0.113.7', 2],
    ['addresses', 'county', 2],
    ['reads', 'county', 3],
  ])
  await w.db.pool.query(`update param set "paramValue" = '23' where "paramKey" = 'alert.night.from'`)
  w.setNow('2026-04-02 23:42:00')
  expect((await told()).map(([kind]) => kind)).toEqual(['accounts', 'addresses', 'night', 'reads'])
})
