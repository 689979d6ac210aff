// Sign-in over HTTP beside the password: by phone, with a second factor, switching department and role; and the words of its refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSmsSimulator, type SmsSimulator } from '../../apps/simulators/sms.server.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { PASSWORD, world, type Client, type World } from '../../tests/world.ts'
import { door } from '../people/testing.server.ts'
import { administers, mustHaveFactor } from '../credentials/second-factor.ts'
import { base32, fromBase32, totpStep, totpCode } from './totp.server.ts'

const OWN = '000000'
const PHONE = '13800138001'
let w: World, d: ReturnType<typeof door>, sim: SmsSimulator
let at = Date.parse('2026-06-01T09:00:00+08:00')
beforeAll(async () => {
  w = await world()
  tick(0)
  d = door(w.app)
  sim = await startSmsSimulator({ accessKey: 'demo', secretKey: 'simulator-secret' })
  w.jobs.start()
  const admin = await w.as('admin')
  const provider = { category: 'http', smsCode: 'sim', endpoint: sim.url, accessKey: 'demo', signName: '承包', templateId: 'T', secretKey: 'simulator-secret' }
  const id = (await admin.post('/cpt-resource/sms/submit', provider)).data
  expect((await admin.post('/cpt-resource/sms/enable', {}, { id })).code).toBe(200)
  await w.db.pool.query(`update sys_user set phone = $1 where account = 'county' and "tenantId" = $2`, [PHONE, OWN])
})
afterAll(async () => {
  await w?.end()
  await sim?.close()
})
/** Moves the product's clock on, in seconds, and answers it as the database has it. */
function tick(seconds: number): string {
  at += seconds * 1000
  const now = localTime(new Date(at))
  w.setNow(now)
  return now
}
const policy = async (secondFactor: string, admin?: Client) => {
  admin ??= await w.as('admin')
  const { data } = await admin.get('/cpt-system/password-strategy/default-strategy')
  expect((await admin.post('/cpt-system/password-strategy/submit', { ...data, secondFactor })).code).toBe(200)
}
const unlock = (account: string) =>
  w.db.pool.query(
    `update user_secret set failures = 0, "lockedUntil" = null where "userId" = (select id from sys_user where account = $1 and "tenantId" = $2)`,
    [account, OWN],
  )

describe('by phone', () => {
  /** Asks for a code and answers its id and, when one was sent, the code. */
  async function ask(phone: string) {
    const sent = sim.outbox.length
    const a = await d.call('POST', '/cpt-auth/oauth/prepare', { body: { step: 'sms-code', tenantId: OWN, phone } })
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    await w.jobs.idle()
    return { id: a.data.id as string, code: sim.outbox[sent]?.params.code }
  }
  const enter = (id: string, value: string, phone = PHONE) => d.grant({ tenantId: OWN, grant_type: 'sms_code', phone, id, value })

  test('a code that was sent opens a session once', async () => {
    const { id, code } = await ask(PHONE)
    const a = await enter(id, code!)
    expect([a.account, a.token_type]).toEqual(['county', 'bearer'])
    expect((await d.as(a.access_token).get('/cpt-auth/oauth/user-info')).data.account).toBe('county')
    expect(await enter(id, code!)).toMatchObject({ code: 400, error_code: 'sms-code', error_description: '短信验证码不正确或已失效' })
    await unlock('county')
  })
  test('a second code within a minute, and a sixth on a day, are refused', async () => {
    const again = (lang: string) => d.call('POST', '/cpt-auth/oauth/prepare', { body: { step: 'sms-code', tenantId: OWN, phone: PHONE }, lang })
    expect([(await again('zh')).msg, (await again('en')).msg]).toEqual(['发送过于频繁，请一分钟后再试', 'Wait a minute before requesting another code'])
    for (let i = 2; i <= 5; i++) {
      tick(61)
      expect((await ask(PHONE)).code).toMatch(/^\d{6}$/)
    }
    tick(61)
    expect([(await again('zh')).msg, (await again('en')).msg]).toEqual([
      '该手机号今天已发送5次，请明天再试',
      '5 codes have already been sent to this number today',
    ])
  })
  test('a number that nobody or two people have is answered alike and gets nothing', async () => {
    const before = sim.outbox.length
    const stranger = await ask('13900139000')
    await w.db.pool.query(`update sys_user set phone = '13700137000' where account in ('town', 'village') and "tenantId" = $1`, [OWN])
    const shared = await ask('13700137000')
    expect([stranger.id, shared.id].every((id) => /^\d{19}$/.test(id))).toBe(true)
    expect(sim.outbox.length).toBe(before)
  })
  test('a code is worth nothing for another number or another tenant, and after five minutes', async () => {
    tick(86_400)
    const { id, code } = await ask(PHONE)
    expect((await enter(id, code!, '13900139000')).error_code).toBe('sms-code')
    expect((await d.grant({ tenantId: '100001', grant_type: 'sms_code', phone: PHONE, id, value: code! })).error_code).toBe('sms-code')
    tick(301)
    expect((await enter(id, code!)).error_code).toBe('sms-code')
    await unlock('county')
  })
  test('wrong codes lock the account as wrong passwords do, and the number gets no code then', async () => {
    tick(86_400)
    const { id } = await ask(PHONE)
    for (let i = 0; i < 6; i++) await enter('1', '000000')
    expect((await d.signIn(OWN, 'county', PASSWORD)).access_token).toBeTruthy()
    for (let i = 0; i < 5; i++) await enter(id, '000000')
    expect((await d.signIn(OWN, 'county', PASSWORD)).error_code).toBe('credentials')
    tick(61)
    expect((await ask(PHONE)).code).toBeUndefined()
    await unlock('county')
    expect((await d.signIn(OWN, 'county', PASSWORD)).access_token).toBeTruthy()
  })
})

describe('a second factor', () => {
  test('computes the codes of RFC 6238', () => {
    const secret = Buffer.from('12345678901234567890')
    const vectors = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ] as const
    for (const [seconds, code] of vectors) expect([seconds, totpCode(secret, Math.floor(seconds / 30), 8)]).toEqual([seconds, code])
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(fromBase32(base32(secret))).toEqual(secret)
  })
  const codeAt = (secret: string, now: string, steps = 0) => totpCode(fromBase32(secret), totpStep(now) + steps)
  /** What a call about the own second factor says, in Chinese and in English. */
  const said = async (token: string, verb: string, body: object = {}) => {
    const say = async (lang: string) => (await d.call('POST', `/cpt-auth/totp/${verb}`, { token, body, lang })).msg as string
    return [await say('zh'), await say('en')]
  }
  const KEPT = ['本租户必须使用二次认证，不能解绑', 'Second factors are required here']
  let secret = '',
    recovery: string[] = [],
    admin: Client

  test('is nobody’s business while the tenant has it off', async () => {
    const p = d.as((await d.signIn(OWN, 'town', PASSWORD)).access_token)
    expect((await p.get('/cpt-auth/totp/state')).data).toMatchObject({ policy: '0', enrolled: 0, recoveryLeft: 0 })
    expect(await said(p.token, 'begin')).toEqual(['本租户未启用二次认证', 'Second factors are off here'])
  })
  test('is set up by a person who may, with recovery codes told once', async () => {
    await policy('1')
    const p = d.as((await d.signIn(OWN, 'town', PASSWORD)).access_token)
    for (const verb of ['recovery', 'remove']) expect(await said(p.token, verb, { code: '1' })).toEqual(['尚未绑定动态口令', 'No authenticator is set up'])
    const begun = (await p.post('/cpt-auth/totp/begin')).data
    expect(begun.uri).toBe(`otpauth://totp/Chengbao:town?secret=${begun.secret}&issuer=Chengbao&algorithm=SHA1&digits=6&period=30`)
    expect((await p.post('/cpt-auth/totp/confirm', { code: '000000' })).msg).toBe('动态口令不正确或已使用')
    expect((await d.signIn(OWN, 'town', PASSWORD)).access_token).toBeTruthy()
    const done = await p.post('/cpt-auth/totp/confirm', { code: codeAt(begun.secret, tick(0)) })
    expect(done.data.recoveryCodes).toHaveLength(10)
    ;[secret, recovery] = [begun.secret, done.data.recoveryCodes]
    expect((await p.get('/cpt-auth/totp/state')).data).toMatchObject({ enrolled: 1, recoveryLeft: 10 })
    expect(await said(p.token, 'begin')).toEqual(['已绑定动态口令，请先解绑', 'An authenticator is already set up'])
    const kept = JSON.stringify((await w.db.pool.query('select * from user_totp, user_recovery')).rows)
    expect([kept.includes(secret), recovery.some((c) => kept.includes(c))]).toEqual([false, false])
  })
  test('is asked for after the password; the code before and after count, others and used ones do not', async () => {
    const ask = async () => {
      const a = await d.signIn(OWN, 'town', PASSWORD)
      expect(a).toMatchObject({ code: 400, error_code: 'second-factor', error_description: '请输入动态口令', data: { enroll: 0 } })
      return a.data.challenge as string
    }
    const enter = (challenge: string, code: string) => d.grant({ grant_type: 'totp', challenge, code })
    tick(300)
    for (const far of [-2, 2]) expect((await enter(await ask(), codeAt(secret, tick(0), far))).error_code).toBe('totp')
    const before = codeAt(secret, tick(0), -1)
    expect((await enter(await ask(), before)).account).toBe('town')
    expect((await enter(await ask(), before)).error_code).toBe('totp')
    const next = codeAt(secret, tick(0), 1)
    expect((await enter(await ask(), next)).account).toBe('town')
    // a step that lies before the last one taken is over, although no one used it
    expect((await enter(await ask(), codeAt(secret, tick(0)))).error_code).toBe('totp')
    tick(60)
    const used = await ask()
    expect((await enter(used, codeAt(secret, tick(0)))).account).toBe('town')
    tick(60)
    expect(await enter(used, codeAt(secret, tick(0)))).toMatchObject({ error_code: 'challenge', error_description: '登录已超时，请重新登录' })
    const late = await ask()
    expect((await enter(late, codeAt(secret, tick(301)))).error_code).toBe('challenge')
  })
  test('is replaced once by each recovery code, and five wrong codes lock the account', async () => {
    const challenge = async () => (await d.signIn(OWN, 'town', PASSWORD)).data.challenge as string
    expect((await d.grant({ grant_type: 'totp', challenge: await challenge(), code: recovery[0]!.toUpperCase() })).account).toBe('town')
    expect((await d.grant({ grant_type: 'totp', challenge: await challenge(), code: recovery[0]! })).error_code).toBe('totp')
    const open = await challenge()
    for (let i = 0; i < 4; i++) expect((await d.grant({ grant_type: 'totp', challenge: open, code: '1' })).error_code).toBe('totp')
    expect((await d.grant({ grant_type: 'totp', challenge: open, code: recovery[1]! })).error_code).toBe('challenge')
    expect((await d.signIn(OWN, 'town', PASSWORD)).error_code).toBe('credentials')
    await unlock('town')
  })
  test('must be set up at sign-in where the tenant requires it, and cannot be removed there', async () => {
    admin = await w.as('admin')
    await policy('2', admin)
    const first = await d.signIn(OWN, 'village', PASSWORD)
    expect(first).toMatchObject({ error_code: 'second-factor-enroll', error_description: '请先绑定动态口令', data: { enroll: 1 } })
    const { challenge } = first.data
    const begun = (await d.call('POST', '/cpt-auth/oauth/prepare', { body: { step: 'totp', challenge } })).data
    const opened = await d.grant({ grant_type: 'totp', challenge, code: codeAt(begun.secret, tick(0)) })
    expect([opened.account, opened.recovery_codes.length]).toEqual(['village', 10])
    tick(30)
    const p = d.as(opened.access_token)
    expect(await said(p.token, 'remove', { code: codeAt(begun.secret, tick(0)) })).toEqual(KEPT)
    const fresh = await p.post('/cpt-auth/totp/recovery', { code: codeAt(begun.secret, tick(0)) })
    expect(fresh.data.recoveryCodes).not.toEqual(opened.recovery_codes)
    // who has one is not led through setting it up again
    const again = await d.signIn(OWN, 'village', PASSWORD)
    expect((await d.call('POST', '/cpt-auth/oauth/prepare', { body: { step: 'totp', challenge: again.data.challenge }, lang: 'en' })).msg).toBe(
      'This sign-in took too long; start again',
    )
  })
  test('is taken away by the administrator from who lost it, and sessions end', async () => {
    await policy('1', admin)
    const a = await d.grant({ grant_type: 'totp', challenge: (await d.signIn(OWN, 'town', PASSWORD)).data.challenge, code: recovery[2]! })
    const id = (await w.db.pool.query(`select id from sys_user where account = 'town' and "tenantId" = $1`, [OWN])).rows[0].id
    expect((await d.as(a.access_token).post('/cpt-user/reset-totp', {}, { userIds: id })).code).toBe(403)
    expect((await admin.post('/cpt-user/reset-totp', {}, { userIds: id })).code).toBe(200)
    expect((await d.as(a.access_token).get('/cpt-auth/totp/state')).code).toBe(401)
    expect((await d.signIn(OWN, 'town', PASSWORD)).account).toBe('town')
    await policy('0', admin)
  })
  test('must be set up by administrators alone where the tenant requires it of them, and stays until they are none', async () => {
    const roles = async (account: string, alias: string) =>
      w.db.pool.query(
        `update sys_user u set "roleId" = (select id::text from sys_role where "roleAlias" = $3 and "tenantId" = $1) where account = $2 and "tenantId" = $1`,
        [OWN, account, alias],
      )
    await policy('3', admin)
    expect(await d.signIn(OWN, 'admin', PASSWORD)).toMatchObject({ error_code: 'second-factor-enroll', data: { enroll: 1 } })
    expect(await d.signIn(OWN, 'audit', PASSWORD)).toMatchObject({ error_code: 'second-factor-enroll' })
    expect((await d.signIn(OWN, 'county', PASSWORD)).account).toBe('county')
    expect((await d.signIn('100001', 'admin', PASSWORD)).account).toBe('admin')
    await roles('large', 'admin')
    const { challenge } = (await d.signIn(OWN, 'large', PASSWORD)).data
    const begun = (await d.call('POST', '/cpt-auth/oauth/prepare', { body: { step: 'totp', challenge } })).data
    const p = d.as((await d.grant({ grant_type: 'totp', challenge, code: codeAt(begun.secret, tick(30)) })).access_token)
    tick(30)
    expect((await p.get('/cpt-auth/totp/state')).data).toMatchObject({ policy: '3', demanded: 1, enrolled: 1 })
    expect(await said(p.token, 'remove', { code: codeAt(begun.secret, tick(0)) })).toEqual(KEPT)
    await roles('large', 'large')
    expect((await p.get('/cpt-auth/totp/state')).data).toMatchObject({ policy: '3', demanded: 0, enrolled: 1 })
    expect((await p.post('/cpt-auth/totp/remove', { code: codeAt(begun.secret, tick(0)) })).code).toBe(200)
    expect((await d.signIn(OWN, 'large', PASSWORD)).account).toBe('large')
    await policy('0', admin)
  })
  test('knows an administrator by the buttons over people, rights, secrets and the audit chain', () => {
    for (const code of ['sys_user_edit', 'sys_role_grant', 'password_strategy_edit', 'client_add', 'sms_enable', 'data_push_config_edit', 'audit_verify'])
      expect([code, administers([code])]).toEqual([code, true])
    for (const code of ['sys_user_view', 'sys_user_export', 'sys_user_plain', 'audit_view', 'sms_content_edit', 'cbf_edit', 'sign_edit'])
      expect([code, administers([code])]).toEqual([code, false])
    expect(['0', '1', '2', '3'].map((p) => mustHaveFactor(p, ['cbf_edit']))).toEqual([false, false, true, false])
  })
})

describe('switching department and role', () => {
  let v: World, e: ReturnType<typeof door>, dept: Record<string, string>, role: Record<string, string>
  beforeAll(async () => {
    v = await world({ SWITCH_MODE: 'on' })
    e = door(v.app)
    const all = async (table: string, name: string) =>
      Object.fromEntries((await v.db.pool.query(`select ${name} as name, id from ${table} where "tenantId" = $1`, [OWN])).rows.map((r) => [r.name, r.id]))
    dept = await all('sys_dept', '"deptName"')
    role = await all('sys_role', '"roleAlias"')
    await v.db.pool.query(`update sys_user set "deptId" = $2, "roleId" = $3 where account = 'town' and "tenantId" = $1`, [
      OWN,
      `${dept['周礼镇人民政府']},${dept['玉顶村村民委员会']}`,
      `${role.town},${role.village}`,
    ])
  })
  afterAll(() => v?.end())
  const renew = async (app: World, headers: Record<string, string>) => {
    const { refresh_token } = await door(app.app).signIn(OWN, 'town', PASSWORD)
    const r = await app.nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token, tenantId: OWN, scope: 'all' }).toString(),
      headers: { authorization: `Basic ${btoa('chengbao:chengbao_secret')}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    return r as unknown as Record<string, any>
  }

  test('takes both, and the session works as them', async () => {
    const a = await renew(v, { 'dept-id': dept['玉顶村村民委员会']!, 'role-id': role.village! })
    expect(a).toMatchObject({ dept_name: '玉顶村村民委员会', role_name: 'village', role_id: role.village })
    expect((await e.as(a.access_token).get('/cpt-system/region/lazy-tree')).data.map((r: any) => r.code)).toEqual(['512021119203'])
    const plain = await renew(v, {})
    expect(plain).toMatchObject({ dept_name: '周礼镇人民政府', role_name: 'town,village' })
  })
  test('refuses one without the other, and what is not the person’s', async () => {
    const said = async (headers: Record<string, string>) => [
      (await renew(v, headers)).error_description,
      (await renew(v, { ...headers, 'accept-language': 'en' })).error_description,
    ]
    expect(await said({ 'role-id': role.village! })).toEqual(['请选择部门', 'Select a department'])
    expect(await said({ 'dept-id': dept['玉顶村村民委员会']! })).toEqual(['请选择角色', 'Select a role'])
    expect(await said({ 'dept-id': dept['安岳县农业农村局']!, 'role-id': role.village! })).toEqual([
      '您没有该部门或角色',
      'This department or role is not yours',
    ])
    expect(await said({ 'dept-id': dept['玉顶村村民委员会']!, 'role-id': role.administrator! })).toEqual([
      '您没有该部门或角色',
      'This department or role is not yours',
    ])
  })
  test('changes nothing where the deployment has it off', async () => {
    const ids = { 'dept-id': dept['玉顶村村民委员会']!, 'role-id': role.village! }
    expect((await renew(w, ids)).dept_name).toBe('周礼镇人民政府')
  })
})

test('every refusal of a sign-in is said in both languages', async () => {
  const said: [Record<string, string>, string, string][] = [
    [{ grant_type: 'sms_code', phone: PHONE, id: '1', value: '123456' }, '短信验证码不正确或已失效', 'The code is wrong or has expired'],
    [{ grant_type: 'totp', challenge: 'x', code: '123456' }, '登录已超时，请重新登录', 'This sign-in took too long; start again'],
    [
      { grant_type: 'social', source: 'x', state: 'x', code: 'x' },
      '登录已失效，请重新发起第三方登录',
      'This sign-in has expired or began in another browser; start again',
    ],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, '登录已过期，请重新登录', 'The session is over; sign in again'],
    [{ grant_type: 'password', username: 'nobody', password: 'x' }, '用户名或密码错误', 'Wrong account or password'],
    [{ grant_type: 'implicit' }, '不支持的授权类型', 'Unsupported grant type'],
  ]
  for (const [form, zh, en] of said) {
    const say = async (lang: string) => {
      const r = await w.nobody.send('POST', '/cpt-auth/oauth/token', {
        body: new URLSearchParams({ tenantId: OWN, ...form }).toString(),
        headers: { authorization: `Basic ${btoa('chengbao:chengbao_secret')}`, 'content-type': 'application/x-www-form-urlencoded', 'accept-language': lang },
      })
      return [r.msg, (r as unknown as { error_description: string }).error_description]
    }
    expect([form.grant_type, await say('zh'), await say('en')]).toEqual([form.grant_type, [zh, zh], [en, en]])
  }
})
