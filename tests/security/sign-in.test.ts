// K22, K23, K25, K26: guessing, passwords, sessions and their renewal, with many calls at the same moment and two servers on one database.
import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { build, type Application } from '../../apps/server/app.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { passwordWrong } from '../../platform/credentials/password.ts'
import { DUMMY, hashPassword, isPassword } from '../../platform/credentials/secrets.server.ts'
import { door } from '../../platform/people/testing.server.ts'
import { changed, fingerprint } from '../contract/rows.ts'
import { CROWD, PASSWORD, world, type World } from '../world.ts'

/** Which hashes were tried, in order: the library itself runs, it is only listened to. */
const tried = vi.hoisted(() => [] as string[])
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (stored: string, password: string) => {
      tried.push(stored)
      return real.verify(stored, password)
    },
  }
})

const OWN = '000000'
let w: World, d: ReturnType<typeof door>
let at = Date.parse('2027-04-01T09:00:00+08:00')
/** Moves the clock on, in seconds. */
function tick(seconds: number): void {
  at += seconds * 1000
  w.setNow(localTime(new Date(at)))
}
beforeAll(async () => {
  w = await world({}, 'people', CROWD)
  d = door(w.app)
})
afterAll(() => w?.end())
beforeEach(() => {
  tick(86_400)
  tried.length = 0
})
const one = async <T>(text: string, values: unknown[] = []): Promise<T> => (await w.db.pool.query(text, values)).rows[0]
const hashOf = async (account: string) =>
  (
    await one<{ hash: string }>(`select hash from user_secret k join sys_user u on u.id = k."userId" where u.account = $1 and u."tenantId" = $2`, [
      account,
      OWN,
    ])
  ).hash
const idOf = async (account: string) => (await one<{ id: string }>(`select id from sys_user where account = $1 and "tenantId" = $2`, [account, OWN])).id
const unlock = async (account: string) =>
  w.db.pool.query(`update user_secret set failures = 0, "lockedUntil" = null where "userId" = $1`, [await idOf(account)])
const guess = (account: string, password: string) => d.signIn(OWN, account, password)
const refresh = (token: string, app: Pick<Application, 'app'> = w) => door(app.app).grant({ tenantId: OWN, grant_type: 'refresh_token', refresh_token: token })
const works = async (token: string, app: Pick<Application, 'app'> = w) => (await door(app.app).as(token).get('/cpt-auth/oauth/user-info')).status === 200

describe('guessing a password', () => {
  test('fifty guesses at the same moment try the password of the account five times; then it is locked, even for the right one', async () => {
    const real = await hashOf('county')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess('county', `Wrong-Password-${i}`)))
    expect(tried.filter((h) => h === real)).toHaveLength(5)
    // the others are computed as well, on a hash of nobody: a lock cannot be told by the time that it takes
    expect(tried).toHaveLength(50)
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect((await guess('county', PASSWORD)).error_code).toBe('credentials')
    const events = await w.db.pool.query(
      `select action, count(*)::int as n from audit_event where "objectId" = $1 and action like 'session.%' group by 1 order by 1`,
      [await idOf('county')],
    )
    expect(events.rows).toEqual([
      { action: 'session.fail', n: 4 },
      { action: 'session.lock', n: 1 },
      // and what came while it was locked
      { action: 'session.try', n: 46 },
    ])
    tick(30 * 60 + 1)
    expect((await guess('county', PASSWORD)).access_token).toBeTruthy()
  })

  test('a wrong password, an unknown, a locked and a disabled account are answered alike and cost one computation each', async () => {
    for (let i = 0; i < 5; i++) await guess('sign', 'x')
    await w.db.pool.query(`update sys_user set status = 2 where account = 'large' and "tenantId" = $1`, [OWN])
    const said: unknown[] = []
    for (const [account, password] of [
      ['town', 'Wrong-Password-1'],
      ['nobody-of-that-name', 'Wrong-Password-1'],
      ['sign', PASSWORD],
      ['large', 'Wrong-Password-1'],
      ['large', PASSWORD],
      ['town', ''],
      ["' or 1=1 --", 'x'],
    ]) {
      tried.length = 0
      said.push(JSON.stringify(await guess(account!, password!)))
      expect([account, tried.length]).toEqual([account, 1])
    }
    expect(new Set(said).size).toBe(1)
    await w.db.pool.query(`update sys_user set status = 1 where account = 'large' and "tenantId" = $1`, [OWN])
    await unlock('sign')
    await unlock('town')
  })

  test('the hash of nobody costs what a real one costs, and is no password', async () => {
    const cost = (h: string) => /^\$argon2id\$v=19\$(m=\d+,t=\d+,p=\d+)\$/.exec(h)?.[1]
    expect(cost(DUMMY)).toBe('m=19456,t=2,p=1')
    expect(cost(await hashPassword('x'))).toBe(cost(DUMMY))
    // a malformed hash would be refused without any computation
    await expect(argon2.verify(DUMMY, 'x')).resolves.toBe(false)
    expect(await isPassword('no hash', 'x')).toBe(false)
  })

  test('one password tried at every account is counted at each, and a client with a wrong secret is refused first', async () => {
    const accounts = ['county', 'town', 'village', 'sign', 'audit']
    for (const a of accounts) await guess(a, 'Spring-2027-Sowing')
    const { rows } = await w.db.pool.query(
      `select u.account, k.failures from sys_user u join user_secret k on k."userId" = u.id where u."tenantId" = $1 and u.account = any($2)`,
      [OWN, accounts],
    )
    expect(rows.every((r) => r.failures === 1)).toBe(true)
    tried.length = 0
    const r = await w.app.inject({
      method: 'POST',
      url: '/api/cpt-auth/oauth/token',
      headers: { authorization: `Basic ${btoa('chengbao:wrong')}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=password&username=admin&password=x',
    })
    expect([r.statusCode, tried.length]).toEqual([401, 0])
    for (const a of accounts) await unlock(a)
  })

  test('an encrypted password is good for one request, and a captcha for one try', async () => {
    const [cipher] = await d.seal(PASSWORD)
    const send = () => d.grant({ tenantId: OWN, username: 'village', password: cipher!, grant_type: 'password' })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.filter((a) => a.access_token)).toHaveLength(1)
    await unlock('village')
    const v = await world({ CAPTCHA: 'on' })
    try {
      const e = door(v.app)
      const { key } = (await e.call('GET', '/cpt-auth/oauth/captcha')).data
      const enter = async (headers: Record<string, string>) => {
        const [password] = await e.seal(PASSWORD)
        const r = await v.nobody.send('POST', '/cpt-auth/oauth/token', {
          body: new URLSearchParams({ tenantId: OWN, username: 'county', password: password!, grant_type: 'captcha' }).toString(),
          headers: { authorization: `Basic ${btoa('chengbao:chengbao_secret')}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        })
        return (r as unknown as { error_code?: string }).error_code
      }
      expect(await enter({})).toBe('captcha')
      expect(await enter({ 'captcha-key': key, 'captcha-code': 'wrong' })).toBe('captcha')
      expect((await v.db.pool.query('select 1 from captcha where key = $1', [key])).rows).toEqual([])
    } finally {
      await v.end()
    }
  })
})

describe('a password', () => {
  const change = async (token: string, ...passwords: [string, string, string]) => {
    const [oldPassword, newPassword, newPassword1] = await d.seal(...passwords)
    return d.as(token).post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })
  }
  test('counts to its last sign, none of the last five comes again, and a change ends the other sessions', async () => {
    const long = `Aa1-${'长'.repeat(60)}${'x'.repeat(60)}`
    const mine = (await guess('village', PASSWORD)).access_token as string
    const other = (await guess('village', PASSWORD)).access_token as string
    expect((await change(mine, PASSWORD, long, long)).code).toBe(200)
    expect([await works(mine), await works(other)]).toEqual([true, false])
    expect((await guess('village', long.slice(0, -1))).error_code).toBe('credentials')
    expect((await guess('village', `${long.slice(0, -1)}y`)).error_code).toBe('credentials')
    expect((await guess('village', long)).access_token).toBeTruthy()
    let now = long
    for (const next of ['Second-Password-2', 'Third-Password-33', 'Fourth-Password-4', 'Fifth-Password-55']) {
      expect([next, (await change(mine, now, next, next)).code]).toEqual([next, 200])
      now = next
    }
    for (const former of [now, long, 'Third-Password-33']) expect([former, (await change(mine, now, former, former)).code]).toEqual([former, 400])
    for (const bad of ['Short-1', 'onlysmallletter', 'village-Password-1', `Aa1-${'x'.repeat(130)}`])
      expect([bad, (await change(mine, now, bad, bad)).code]).toEqual([bad, 400])
    expect((await change(mine, now, PASSWORD, PASSWORD)).code).toBe(200)
    expect(
      (await one<{ n: number }>(`select count(*)::int as n from audit_event where action = 'session.password' and "objectId" = $1`, [await idOf('village')])).n,
    ).toBe(6)
  })
  test('that was reset is random each time, long, and good for nothing but changing it', async () => {
    const admin = await w.as('admin')
    const id = await idOf('town')
    const fresh = await Promise.all([1, 2, 3].map(async () => (await admin.post('/cpt-user/reset-password', {}, { userIds: id })).data))
    const told = fresh.flatMap((x) => JSON.stringify(x).match(/[\w!-~]{12,}/g) ?? [])
    expect(new Set(fresh.map((x) => JSON.stringify(x))).size).toBe(3)
    expect(told.length).toBeGreaterThan(0)
    await w.db.pool.query(`update user_secret set hash = $2, "mustModify" = 0 where "userId" = $1`, [id, await hashPassword(PASSWORD)])
  })
})

test('one word with a year, a few digits or signs around it is refused by its pattern, in whatever language the word is', () => {
  for (const p of ['Mountain2026!', 'Xiaolong1987@', 'Giraffe#19850412', '2024Kangaroo!!', 'TELESCOPE-2025', 'zebrafinch@12', 'Wangxiaoming@123'])
    expect([p, passwordWrong(p, 'nobody')?.en]).toEqual([p, 'Do not use one word with a year, digits or symbols added: those are guessed first'])
  for (const p of ['Mountain94837261', 'correcthorsebatterystaple1', 'Zebra-Finch-81', 'k7Mountain2026!'])
    expect([p, passwordWrong(p, 'nobody')]).toEqual([p, undefined])
})

test('a password that is one of those guessed first is refused, whatever it is dressed in', async () => {
  for (const p of [
    'Password1234',
    'P@ssw0rd2026!',
    'Admin@123456',
    'Qwerty123456!',
    'Aa123456!!!!',
    '1qaz@WSX3edc',
    'Woaini5201314',
    'abcdefghijklmnop1A',
    'aaaaaaaaaaaaaaaa',
    '1234567890123456',
    'Chengbao@2026',
    'Zhongguo12345!',
    'Nongcun@888888',
    'Administrator2026',
  ])
    expect([p, passwordWrong(p, 'nobody')?.zh]).toEqual([p, '密码过于常见，请换一个'])
  for (const p of [PASSWORD, 'Fresh-Words-2026!', 'Korn7Wiese-Bach', 'vier Raben sitzen da', 'Xq8#mPz2vLk9', '山高水长风清月朗春暖花开A1b'])
    expect([p, passwordWrong(p, 'nobody')]).toEqual([p, undefined])
  const s = await guess('village', PASSWORD)
  const [oldPassword, newPassword, newPassword1] = await d.seal(PASSWORD, 'Password1234', 'Password1234')
  const a = await d.as(s.access_token).post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })
  expect([a.code, a.data.fields]).toEqual([400, [{ field: 'newPassword', msg: '密码过于常见，请换一个' }]])
})

test('a wrong old password is counted and in the audit like a failed sign-in; the last one locks the account and ends the session', async () => {
  const [s, other] = [await guess('large', PASSWORD), await guess('large', PASSWORD)]
  const change = async (old: string) => {
    const [oldPassword, newPassword, newPassword1] = await d.seal(old, 'Fresh-Words-2026!', 'Fresh-Words-2026!')
    return d.as(s.access_token).post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })
  }
  const audited = async () =>
    (
      await w.db.pool.query(`select action from audit_event where "objectId" = $1 and action in ('session.fail', 'session.lock') order by id`, [
        await idOf('large'),
      ])
    ).rows.map((r) => r.action)
  const before = (await audited()).length
  for (let n = 1; n < 5; n++) {
    const a = await change('not-my-password')
    expect([n, a.status, a.success, a.msg, await works(s.access_token)]).toEqual([n, 400, false, '原密码不正确', true])
  }
  expect((await audited()).slice(before)).toEqual(Array(4).fill('session.fail'))
  expect((await change('not-my-password')).status).toBe(400)
  expect((await audited()).slice(before)).toEqual([...Array(4).fill('session.fail'), 'session.lock'])
  expect([await works(s.access_token), await works(other.access_token), (await guess('large', PASSWORD)).error_code]).toEqual([false, true, 'credentials'])
  await unlock('large')
  // a right one in between begins anew
  const again = await guess('large', PASSWORD)
  expect(
    (
      await d.as(again.access_token).post(
        '/cpt-user/update-password',
        await (async () => {
          const [oldPassword, newPassword, newPassword1] = await d.seal('wrong-again-1', 'Fresh-Words-2026!', 'Fresh-Words-2026!')
          return { oldPassword, newPassword, newPassword1 }
        })(),
      )
    ).status,
  ).toBe(400)
  expect((await one<{ failures: number }>('select failures from user_secret where "userId" = $1', [await idOf('large')])).failures).toBe(1)
  await unlock('large')
})

describe('limits', () => {
  let limited: Application
  beforeAll(async () => {
    const config = readConfig({ DATA_DIR: w.dataDir, CAPTCHA: 'off', RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' })
    limited = await build(config, w.db, () => new Date(at))
  })
  afterAll(() => limited?.app.close())
  const BASIC = `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`
  /** One call of the token door: from a socket, with an address that a proxy names. */
  const ask = async (form: Record<string, string>, o: { socket?: string; named?: string } = {}) => {
    const r = await limited.app.inject({
      method: 'POST',
      url: '/api/cpt-auth/oauth/token',
      remoteAddress: o.socket ?? '10.0.0.1',
      headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded', ...(o.named ? { 'x-forwarded-for': o.named } : {}) },
      payload: new URLSearchParams(form).toString(),
    })
    return { status: r.statusCode, later: r.headers['retry-after'], ...r.json() }
  }
  const wrongs = (username: string, n: number, o: object) =>
    Promise.all(Array.from({ length: n }, () => ask({ grant_type: 'password', tenantId: OWN, username, password: 'x' }, o)))
  const signIn = async (account: string, o: object) =>
    ask({ grant_type: 'password', tenantId: OWN, username: account, password: (await door(limited.app).seal(PASSWORD))[0]! }, o)

  test('who guesses at one account is stopped, and nobody else behind the same address', async () => {
    const o = { named: '203.0.113.7' }
    const all = await wrongs('nobody-1', 40, o)
    expect(all.filter((a) => a.status === 429)).toHaveLength(10)
    const refused = all.find((a) => a.status === 429)!
    expect([refused.key, refused.msg, Number(refused.later) > 0]).toEqual(['too-many', '请求过于频繁，请稍后再试', true])
    expect((await signIn('county', o)).status).toBe(200)
    // the account goes on from elsewhere
    expect((await wrongs('nobody-1', 1, { named: '203.0.113.8' }))[0]!.status).toBe(400)
  })
  test('a list of names or words is stopped at its address for minutes, whatever is right in it; the office next door goes on', async () => {
    const o = { named: '203.0.113.90' }
    for (let i = 0; i < 60; i++) expect((await wrongs(`list-${i}`, 1, o))[0]!.status).toBe(400)
    const right = await signIn('county', o)
    expect([right.status, right.key, Number(right.later) > 60]).toEqual([429, 'too-many', true])
    // who reads it need not be who did it: it says that it is the network, for how long, and that others go on
    expect(right.msg).toBe(`您所在的网络多次输入有误，约${Math.ceil(Number(right.later) / 60)}分钟后可再试；使用其他网络的人不受影响`)
    expect((await signIn('county', { named: '203.0.113.91' })).status).toBe(200)
    // and at one account after twenty, in whatever rhythm
    for (let i = 0; i < 20; i++) await wrongs('nobody-3', 1, { named: '203.0.113.92' })
    expect((await wrongs('nobody-3', 1, { named: '203.0.113.92' }))[0]!.status).toBe(429)
    expect((await signIn('town', { named: '203.0.113.92' })).status).toBe(200)
  })
  test('wrong questions of citizens shut their own page alone: who signs in and who calls as a partner from that address goes on, and the other way round', async () => {
    const named = '203.0.113.110'
    const call = async (url: string, payload: object, headers: object = {}) =>
      (await limited.app.inject({ method: 'POST', url: `/api${url}`, remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': named, ...headers }, payload }))
        .statusCode
    const follow = (i: number) => call('/usr/public/case', { tenantId: OWN, code: `5120211203${String(i).padStart(6, '0')}`, tail: '0000' })
    const seen: number[] = []
    for (let i = 0; i < 61; i++) seen.push(await follow(i))
    expect([seen.slice(0, 60).filter((s) => s === 429).length, seen[60]]).toEqual([0, 429])
    expect((await signIn('county', { named })).status).toBe(200)
    const partner = () => call('/openApi/notice', {}, { 'x-app-id': 'nobody', 'x-timestamp': '1', 'x-nonce': '1', 'x-sign': 'x' })
    expect(await partner()).not.toBe(429)
    // what partners get wrong shuts no sign-in either
    for (let i = 0; i < 60; i++) await partner()
    expect(await partner()).toBe(429)
    expect((await signIn('town', { named })).status).toBe(200)
  })
  test('clients of the family send a sign-in in the address; nothing secret of it is in the log of calls', async () => {
    const sealed = (await door(w.app).seal(PASSWORD))[0]!
    const query = { tenantId: OWN, username: 'village', password: sealed, grant_type: 'password', scope: 'all', type: 'account' }
    const r = await w.app.inject({ method: 'POST', url: '/api/cpt-auth/oauth/token', query, headers: { authorization: BASIC } })
    expect([r.statusCode, typeof r.json().access_token]).toEqual([200, 'string'])
    const renewed = { tenantId: OWN, grant_type: 'refresh_token', refresh_token: r.json().refresh_token }
    const again = await w.app.inject({ method: 'POST', url: '/api/cpt-auth/oauth/token', query: renewed, headers: { authorization: BASIC } })
    expect(again.statusCode).toBe(200)
    await w.logbook.flush()
    const { rows } = await w.db.pool.query(`select params from api_log where path = '/cpt-auth/oauth/token' order by id desc limit 2`)
    expect(rows.map((x) => x.params.includes('grant_type='))).toEqual([true, true])
    for (const secret of [sealed, r.json().refresh_token, r.json().access_token, again.json().access_token])
      expect(rows.some((x) => x.params.includes(secret.slice(0, 20)))).toBe(false)
  })
  test('keys for passwords are bounded by address alone: a whole office may begin to sign in, a flood may not', async () => {
    const o = { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '203.0.113.77' } }
    const asked: number[] = []
    for (let batch = 0; batch < 31; batch++) {
      const some = await Promise.all(Array.from({ length: 20 }, () => limited.app.inject({ method: 'GET', url: '/api/cpt-auth/oauth/public-key', ...o })))
      asked.push(...some.map((r) => r.statusCode))
      for (const r of some.filter((x) => x.statusCode === 429))
        expect(r.json().msg).toBe(`您所在的网络请求过多，请${r.headers['retry-after']}秒后再试；使用其他网络的人不受影响`)
    }
    const [good, late] = [200, 429].map((status) => asked.filter((s) => s === status).length)
    expect([good, late]).toEqual([600, 20])
    expect((await signIn('county', { named: '203.0.113.78' })).status).toBe(200)
  })
  test('one person’s refreshes shut out nobody, and are bounded themselves', async () => {
    const o = { named: '203.0.113.20' }
    let s = await signIn('town', o)
    const seen: number[] = []
    for (let n = 0; n < 45; n++) {
      const r = await ask({ grant_type: 'refresh_token', tenantId: OWN, refresh_token: s.refresh_token }, o)
      seen.push(r.status)
      if (r.status === 200) s = r
    }
    expect([seen.filter((x) => x === 200).length, seen.filter((x) => x === 429).length]).toEqual([30, 15])
    expect((await signIn('county', o)).status).toBe(200)
  })
  test('an address is named by a trusted proxy alone; what others write into the header is nothing', async () => {
    // a stranger who writes another address each time is still one address
    const all = await Promise.all(
      Array.from({ length: 33 }, (_, i) =>
        ask({ grant_type: 'password', tenantId: OWN, username: 'nobody-2', password: 'x' }, { socket: '198.51.100.9', named: `192.0.2.${i}` }),
      ),
    )
    expect(all.filter((a) => a.status === 429)).toHaveLength(3)
    await signIn('sign', { socket: '198.51.100.10', named: '192.0.2.99' })
    await signIn('sign', { socket: '10.9.9.9', named: '198.51.100.44, 203.0.113.44' })
    const ips = (await w.db.pool.query(`select distinct ip from audit_event where action = 'session.open' and "objectId" = $1`, [await idOf('sign')])).rows.map(
      (r) => r.ip,
    )
    // the last address before the proxies: what stands further left was written by the caller
    expect(ips).toEqual(expect.arrayContaining(['198.51.100.10', '203.0.113.44']))
    expect(ips).not.toEqual(expect.arrayContaining(['192.0.2.99']))
  })
  test('reads and writes are bounded by person, so that one busy program leaves the others of its office alone', async () => {
    const [busy, calm] = [await signIn('county', { named: '203.0.113.60' }), await signIn('town', { named: '203.0.113.60' })]
    const read = async (token: string) =>
      (
        await limited.app.inject({
          method: 'POST',
          url: '/api/cpt-desk/notice/read?ids=1',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': '203.0.113.60', 'cpt-auth': `bearer ${token}` },
        })
      ).statusCode
    const all: number[] = []
    for (let n = 0; n < 605; n++) all.push(await read(busy.access_token))
    expect(all.filter((x) => x === 429)).toHaveLength(5)
    expect(await read(calm.access_token)).not.toBe(429)
  })
})

describe('a session', () => {
  test('has tokens of 256 random bits, new ones at each sign-in, and the database knows only their digests', async () => {
    const all = await Promise.all([1, 2, 3].map(() => guess('county', PASSWORD)))
    const tokens = all.flatMap((a) => [a.access_token as string, (a.refresh_token as string).split('.')[0]!])
    for (const t of tokens) expect(Buffer.from(t, 'base64url')).toHaveLength(32)
    expect(new Set(tokens).size).toBe(6)
    const kept = JSON.stringify((await w.db.pool.query('select * from session')).rows)
    for (const t of tokens) expect(kept.includes(t)).toBe(false)
  })
  test('ends twelve hours after it began, however often it is renewed, and half an hour after the last call', async () => {
    let s = await guess('county', PASSWORD)
    for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
      tick(25 * 60)
      s = await refresh(s.refresh_token)
      expect([minutes, await works(s.access_token)]).toEqual([minutes, true])
    }
    tick(25 * 60)
    expect([await works(s.access_token), (await refresh(s.refresh_token)).error_code]).toEqual([false, 'refresh'])
    const idle = await guess('county', PASSWORD)
    tick(29 * 60)
    expect(await works(idle.access_token)).toBe(true)
    tick(30 * 60 + 1)
    expect([await works(idle.access_token), (await refresh(idle.refresh_token)).error_code]).toEqual([false, 'refresh'])
  })
  test('has tokens that last as long as its application says, also when they are renewed', async () => {
    const [admin, at] = [await w.as('admin'), '/cpt-system/client']
    const [own] = (await admin.get(`${at}/list`, { clientId: 'chengbao' })).data.records
    const before = (await admin.get(`${at}/detail`, { id: own.id })).data
    const lasting = async (access: number, refresh: number) => {
      const now = (await admin.get(`${at}/detail`, { id: own.id })).data
      const a = await admin.post(`${at}/submit`, { ...now, accessTokenValidity: access, refreshTokenValidity: refresh })
      expect([a.code, a.msg]).toEqual([200, '操作成功'])
    }
    await lasting(60, 90)
    const first = await guess('county', PASSWORD)
    expect(first.expires_in).toBe(60)
    tick(59)
    expect(await works(first.access_token)).toBe(true)
    tick(2)
    expect(await works(first.access_token)).toBe(false)
    const renewed = await refresh(first.refresh_token)
    expect([renewed.expires_in, await works(renewed.access_token)]).toEqual([60, true])
    tick(61)
    expect(await works(renewed.access_token)).toBe(false)
    tick(30)
    expect((await refresh(renewed.refresh_token)).error_code).toBe('refresh')
    // a spent refresh token ends the session by the same times
    const twice = await guess('town', PASSWORD)
    const after = await refresh(twice.refresh_token)
    tick(6)
    await refresh(twice.refresh_token)
    expect(await works(after.access_token)).toBe(false)
    await lasting(before.accessTokenValidity, before.refreshTokenValidity)
    expect((await guess('county', PASSWORD)).expires_in).toBe(3600)
  })
  test('gives way when its person has more than the tenant allows, the one unseen for longest first', async () => {
    const admin = await w.as('admin')
    expect((await admin.post('/cpt-system/param/submit', { paramName: '会话数', paramKey: 'session.max', paramValue: '2' })).code).toBe(200)
    const [first, second] = [await guess('sign', PASSWORD), await guess('sign', PASSWORD)]
    tick(120)
    expect(await works(first.access_token)).toBe(true)
    const third = await guess('sign', PASSWORD)
    expect([await works(first.access_token), await works(second.access_token), await works(third.access_token)]).toEqual([true, false, true])
    const crowd = await Promise.all(Array.from({ length: 12 }, () => guess('sign', PASSWORD)))
    expect((await Promise.all(crowd.map((s) => works(s.access_token)))).filter(Boolean)).toHaveLength(2)
    await w.db.pool.query(`delete from param where "paramKey" = 'session.max'`)
  })

  describe('with a second server on the same database', () => {
    let second: Application
    beforeAll(async () => {
      const config = readConfig({ DATA_DIR: w.dataDir, CAPTCHA: 'off', RATE_LIMITS: 'off' })
      second = await build(config, w.db, () => new Date(at))
    })
    // the database is the first server's, which closes it
    afterAll(() => second?.app.close())

    test('is over on both from the call after signing out, force-off and disabling', async () => {
      const admin = await w.as('admin')
      const ends: Record<string, (s: any) => Promise<unknown>> = {
        'signing out': (s) => d.as(s.access_token).get('/cpt-auth/oauth/logout'),
        'force-off': async (s) => {
          const list = (await admin.get('/cpt-user/session/list', { userId: s.user_id, size: 500 })).data.records as { id: string }[]
          return admin.post('/cpt-user/session/force-off', {}, { ids: list.map((x) => x.id).join(',') })
        },
        disabling: (s) => w.db.pool.query('update sys_user set status = 2 where id = $1', [s.user_id]),
      }
      for (const [what, end] of Object.entries(ends)) {
        const s = await guess('county', PASSWORD)
        expect([what, await works(s.access_token, second), await works(s.access_token)]).toEqual([what, true, true])
        await end(s)
        expect([what, await works(s.access_token, second), await works(s.access_token)]).toEqual([what, false, false])
      }
      await w.db.pool.query(`update sys_user set status = 1 where account = 'county'`)
    })
    test('has the rights of this moment on both: a role that is taken away is gone at the next call', async () => {
      const s = await guess('county', PASSWORD)
      const may = async (app: Pick<Application, 'app'>) => (await door(app.app).as(s.access_token).get('/base-qssj/cbf/page')).status
      const { roleId } = await one<{ roleId: string }>('select "roleId" from sys_user where id = $1', [s.user_id])
      expect([await may(second), await may(w)]).toEqual([200, 200])
      await w.db.pool.query(`update sys_user set "roleId" = '' where id = $1`, [s.user_id])
      expect([await may(second), await may(w)]).toEqual([403, 403])
      await w.db.pool.query('update sys_user set "roleId" = $2 where id = $1', [s.user_id, roleId])
    })
    test('is renewed once by 32 calls at the same moment on both servers, and goes on', async () => {
      const s = await guess('town', PASSWORD)
      const answers = await Promise.all(Array.from({ length: 32 }, (_, i) => refresh(s.refresh_token, i % 2 ? second : w)))
      const won = answers.filter((a) => a.access_token)
      expect([won.length, new Set(answers.filter((a) => !a.access_token).map((a) => a.error_code)).size]).toEqual([1, 1])
      // two windows of one person are no thief
      expect([await works(won[0].access_token), await works(won[0].access_token, second), await works(s.access_token)]).toEqual([true, true, false])
      const restarted = await refresh(won[0].refresh_token, second)
      expect(await works(restarted.access_token)).toBe(true)
    })
  })

  test('ends when a refresh token comes a second time later on; an invented one ends nothing', async () => {
    const s = await guess('town', PASSWORD)
    const next = await refresh(s.refresh_token)
    tick(60)
    const [secret, id, proof] = (s.refresh_token as string).split('.') as [string, string, string]
    const before = await fingerprint(w)
    for (const invented of [`${'A'.repeat(43)}.${id}.${proof}`, `${secret}.${id}.${'0'.repeat(64)}`, `${secret}.${id}`, `.${id}.`, `${secret}.1.${proof}`])
      expect([invented, (await refresh(invented)).error_code]).toEqual([invented, 'refresh'])
    expect(changed(before, await fingerprint(w))).toEqual([])
    expect(await works(next.access_token)).toBe(true)
    expect((await refresh(s.refresh_token)).error_code).toBe('refresh')
    expect([await works(next.access_token), (await refresh(next.refresh_token)).error_code]).toEqual([false, 'refresh'])
    expect(await one(`select account from audit_event where action = 'session.reuse'`)).toEqual({ account: 'town' })
  })
})
