// The logs of calls and errors, from the request to the list: driven over HTTP.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../kit/server/ids.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { openLogbook } from './logbook.server.ts'
import { maskedQuery, scrub } from './scrub.ts'

let w: World
let admin: Client
let auditor: Client
let county: Client
beforeAll(async () => {
  w = await world()
  ;[admin, auditor, county] = await Promise.all([w.as('admin'), w.as('audit'), w.as('county')])
})
afterAll(() => w?.end())

/** What the auditor sees of a log once everything that waits is written. */
async function seen(path: 'api' | 'error', q: Record<string, unknown>, who: Client = auditor): Promise<any[]> {
  await w.logbook.flush()
  return (await who.get(`/cpt-log/${path}/list`, q)).data.records
}
const detail = async (path: 'api' | 'error', id: string, who: Client = auditor) => who.get(`/cpt-log/${path}/detail`, { id })

test('a call is kept with who, what, how it ended, how long it took and from where; the route stands for its parameters', async () => {
  await county.get('/base-qssj/cbf/page', { cbfmc: '张三丰', current: 1 })
  const [row] = await seen('api', { path: '/base-qssj/cbf/page' })
  expect(row).toMatchObject({ account: 'county', method: 'GET', path: '/base-qssj/cbf/page', status: 200, ip: '127.0.0.1', dropped: 0 })
  expect(row.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(row.ms).toBeGreaterThanOrEqual(0)
  expect(row).not.toHaveProperty('params')
  expect((await detail('api', row.id)).data.params).toBe('cbfmc=张**&current=1')
})

test('refused calls are kept as well, those of strangers in the tenant of the platform', async () => {
  await w.nobody.get('/cpt-system/post/page')
  await (await w.as('large')).get('/cpt-system/post/page')
  const rows = await seen('api', { path: '/cpt-system/post/page' }, admin)
  expect(rows.map((r) => [r.account, r.status])).toEqual([
    ['large', 403],
    ['', 401],
  ])
  expect(await seen('api', { path: '/health' }, admin)).toEqual([])
})

test('lists are narrowed by time, person, method, status and duration, newest first', async () => {
  await county.post('/cpt-system/post/save', {})
  expect((await seen('api', { method: 'POST', account: 'county', statusStart: 400, statusEnd: 499 })).map((r) => r.path)).toEqual(['/cpt-system/post/save'])
  expect(await seen('api', { atStart: '2099-01-01' })).toEqual([])
  expect(await seen('api', { msStart: 3_600_000 })).toEqual([])
  const ids = (await seen('api', { size: 200 })).map((r) => BigInt(r.id))
  expect(ids.length).toBeGreaterThan(3)
  expect(ids).toEqual([...ids].sort((a, b) => (a < b ? 1 : -1)))
  expect((await auditor.get('/cpt-log/api/list', { params: 'x' })).status).toBe(400)
})

test('logs are read with the button, within tenant and region', async () => {
  for (const account of ['county', 'village', 'large'] as const)
    for (const path of ['usual', 'api', 'error']) expect((await (await w.as(account)).get(`/cpt-log/${path}/list`)).status).toBe(403)
  const other = await w.as('other')
  await other.get('/cpt-system/post/page')
  const mine = await seen('api', { size: 200 }, other)
  expect(mine.every((r) => r.account === 'admin')).toBe(true)
  const [theirs] = await seen('api', { account: 'county' })
  expect((await detail('api', theirs.id, other)).status).toBe(404)
  // the auditor belongs to the county: calls of strangers and of the platform's own people are not his
  expect((await seen('api', { size: 200 })).filter((r) => r.account === '' || r.account === 'admin')).toEqual([])
})

test('an error of the server is kept with its stack, its call and its person, without secrets and personal numbers', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fail = vi.spyOn(w.db, 'transaction').mockRejectedValueOnce(new TypeError('Key (cbfzjhm)=(510102198001011234) exists; password=Geheim-1, 13800138000'))
  const answer = await county.get('/cpt-system/region/detail', { code: '51' })
  // whoever asks first: the look at the session or the handler
  fail.mockRestore()
  quiet.mockRestore()
  expect([answer.status, answer.msg]).toEqual([500, '服务器异常'])
  const [row] = await seen('error', { source: 'server' }, admin)
  expect(row).toMatchObject({
    type: 'TypeError',
    url: 'GET /cpt-system/region/detail',
    message: 'Key (cbfzjhm)=(510***********1234) exists; password=***, 138****8000',
  })
  const full = (await detail('error', row.id, admin)).data
  expect(full.stack).toContain('logs.test.ts')
  expect(full.stack).not.toMatch(/510102198001011234|Geheim/)
  const [call] = await seen('api', { requestId: row.requestId }, admin)
  expect(call).toMatchObject({ status: 500, path: '/cpt-system/region/detail' })
})

test('a browser hands in its errors: at most a hundred a call, each text cut, scrubbed, and found with its page', async () => {
  const entry = {
    url: 'http://x/land/cbf?token=abc',
    time: '2026-01-01 10:00:00',
    type: 'error',
    message: '坏了 13800138000',
    stack: 's'.repeat(30_000),
    info: 'i',
  }
  expect((await county.post('/cpt-auth/oauth/logs', { logs: [entry] })).data).toBe(1)
  const [row] = await seen('error', { source: 'browser', account: 'county' })
  expect(row).toMatchObject({ url: 'http://x/land/cbf?token=***', type: 'error', message: '坏了 138****8000' })
  const { data } = await detail('error', row.id)
  expect([data.time, data.info, data.stack.length, data.requestId.length]).toEqual(['2026-01-01 10:00:00', 'i', 20_000, 36])
  const village = await w.as('village')
  // a body above a megabyte is refused before it is read
  expect((await village.post('/cpt-auth/oauth/logs', { logs: Array(100).fill(entry) })).status).toBe(413)
  expect((await village.post('/cpt-auth/oauth/logs', { logs: Array(100).fill({ ...entry, stack: 'a' }) })).data).toBe(100)
  expect((await village.post('/cpt-auth/oauth/logs', { logs: Array(101).fill({}) })).msg).toBe('一次最多上传100条日志')
  expect((await village.post('/cpt-auth/oauth/logs', { logs: [null] })).msg).toBe('没有可上传的日志')
  expect((await w.nobody.post('/cpt-auth/oauth/logs', { logs: [entry] })).status).toBe(401)
})

test('a full list drops calls instead of waiting, and the next row that is kept tells how many', async () => {
  const book = openLogbook(w.db, () => {})
  let kept: (request: any, reply: any, done: () => void) => void = () => {}
  book.watch({ addHook: (_name: string, hook: typeof kept) => (kept = hook) } as never)
  const call = (id: string) =>
    kept({ routeOptions: { url: '/api/flood' }, id, method: 'GET', query: {}, ip: '10.0.0.1', headers: {} }, { statusCode: 200, elapsedTime: 1 }, () => {})
  for (let i = 0; i < 5003; i++) call(`flood-${i}`)
  await book.flush()
  call('after')
  await book.flush()
  const { rows } = await w.db.pool.query(`select count(*)::int as n, sum(dropped)::int as dropped from api_log where path = '/flood'`)
  expect(rows[0]).toEqual({ n: 5001, dropped: 3 })
  expect((await w.db.pool.query(`select dropped from api_log where "requestId" = 'after'`)).rows[0].dropped).toBe(3)
})

test('a batch that the database refuses is counted, and the requests never notice', async () => {
  const broken = { transaction: () => Promise.reject(new Error('down')) }
  const book = openLogbook(broken as never, () => {})
  let kept: (request: any, reply: any, done: () => void) => void = () => {}
  book.watch({ addHook: (_name: string, hook: typeof kept) => (kept = hook) } as never)
  kept({ routeOptions: { url: '/api/x' }, id: '1', method: 'GET', query: {}, ip: '', headers: {} }, { statusCode: 200, elapsedTime: 1 }, () => {})
  await expect(book.flush()).rejects.toThrow('down')
  Object.assign(broken, w.db)
  kept({ routeOptions: { url: '/api/lost' }, id: '2', method: 'GET', query: {}, ip: '', headers: {} }, { statusCode: 200, elapsedTime: 1 }, () => {})
  await book.flush()
  expect((await w.db.pool.query(`select dropped from api_log where path = '/lost'`)).rows).toEqual([{ dropped: 1 }])
})

test('what waits when the server stops is written first', async () => {
  const book = openLogbook(w.db, () => {})
  book.worker.start()
  book.fault(new Error('last words'), 'stopping')
  await book.worker.stop()
  expect((await w.db.pool.query(`select message, "tenantId", account from error_log where "requestId" = 'stopping'`)).rows).toEqual([
    { message: 'last words', tenantId: '000000', account: '' },
  ])
})

test('calls and errors go after 184 days and not before; the audit log stays', async () => {
  const at = (days: number) => `timestamptz '2027-03-01 02:20:00+08' - interval '${days} days'`
  for (const [days, name] of [
    [183, 'young'],
    [185, 'old'],
  ] as const) {
    await w.db.pool.query(
      `insert into api_log (id, "tenantId", "userId", account, at, "requestId", method, path, params, status, ms, ip, agent)
       values ($1, '000000', 1, $2, ${at(days)}, '', 'GET', '/kept', '', 200, 1, '', '')`,
      [newId(), name],
    )
    await w.db.pool.query(
      `insert into error_log (id, "tenantId", "userId", account, "createTime", ip, agent, url, time, type, message, stack, info)
       values ($1, '000000', 1, $2, ${at(days)}, '', '', '/kept', '', '', '', '', '')`,
      [newId(), name],
    )
  }
  const audits = async () => (await w.db.pool.query('select count(*)::int as n from audit_event')).rows[0].n
  const before = await audits()
  w.setNow('2027-03-01')
  await w.maintenance.runDue()
  const left = async (table: string, column: string) =>
    (await w.db.pool.query(`select account from ${table} where ${column} = '/kept'`)).rows.map((r) => r.account)
  expect([await left('api_log', 'path'), await left('error_log', 'url')]).toEqual([['young'], ['young']])
  expect(await audits()).toBeGreaterThanOrEqual(before)
})

test('what a log may say: secrets go, numbers of persons are masked, codes of the register stay', () => {
  expect(scrub('{"password":"Ab,1","x":1} Authorization: Bearer abc.def cpt-auth=bearer xyz')).not.toMatch(/Ab|abc|xyz/)
  expect(scrub('a bearer abc.def b')).toBe('a bearer *** b')
  expect(scrub('510102800101123')).toBe('510********1123')
  expect(scrub('cbfbm 512021119203030001, dkbm 5120211192030300011, id 1123598811738675201')).toBe(
    'cbfbm 512021119203030001, dkbm 5120211192030300011, id 1123598811738675201',
  )
  expect(maskedQuery({ token: 't', code: 'x', cbfzjhm: '51010219800101123X', size: 10, regionCode: '512021119203' })).toBe(
    'token=***&code=***&cbfzjhm=510***********123X&size=10&regionCode=512021119203',
  )
})
