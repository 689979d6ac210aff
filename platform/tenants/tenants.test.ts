// Tenants, packages, guests, passwords and sessions through the HTTP door.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, world, type Client, type World } from '../../tests/world.ts'
import { packageHolds } from '../seed/package-menus.ts'
import { deptId } from '../seed/seed.server.ts'
import { door } from '../people/testing.server.ts'

const OWN = '000000',
  COUNTY = '512022'
let w: World, admin: Client, d: ReturnType<typeof door>, menu: Record<string, string>
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  d = door(w.app)
  menu = Object.fromEntries((await w.db.pool.query('select code, id from menu')).rows.map((m) => [m.code, m.id]))
})
afterAll(() => w?.end())
const row = async (text: string) => (await w.db.pool.query(text)).rows[0]

/** A tenant whose administrator signed in and changed the first password. */
async function tenant(name: string) {
  const made = await admin.post('/cpt-system/tenant/submit', { tenantName: name, linkman: '联系人', regionCode: COUNTY })
  expect([made.code, made.msg]).toEqual([200, '操作成功'])
  const t = (await admin.get('/cpt-system/tenant/detail', { id: made.data })).data
  const told = (await admin.post('/cpt-system/tenant/reset-admin', {}, { tenantId: t.code })).data
  const first = await d.signIn(t.code, 'admin', told.password)
  expect(first.password_must_modify).toBe(true)
  await change(first.access_token, told.password, 'Tenant-Words-2026!')
  return { id: made.data as string, code: t.code as string, rev: t.rev as number, ...d.as(first.access_token) }
}
async function change(token: string, from: string, to: string) {
  const [oldPassword, newPassword, newPassword1] = await d.seal(from, to, to)
  return d.as(token).post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })
}
const codes = (t: any[]): string[] => t.flatMap((x) => [x.code, ...codes(x.children ?? [])])

describe('tenants', () => {
  test('a new tenant has a number, an administrator, a department, dictionaries, and nothing of others', async () => {
    const t = await tenant('新县')
    expect(t.code).toMatch(/^\d{6}$/)
    expect((await t.get('/cpt-user/page')).data.records.map((u: any) => [u.account, u.roleName, u.deptName])).toEqual([['admin', '管理员', '新县']])
    expect((await t.get('/cpt-system/dict-biz/dictionary', { code: 'sex' })).data.length).toBeGreaterThan(1)
    expect((await t.get('/base-qssj/cbf/page')).data.total).toBe(0)
    expect((await t.get('/cpt-system/tenant/select')).data.map((x: any) => x.tenantId)).toEqual([t.code])
    expect((await t.post('/cpt-system/tenant/submit', { tenantName: 'x', linkman: 'x', regionCode: COUNTY })).code).toBe(403)
  })
  test('only the platform administers tenants, whatever buttons others hold', async () => {
    const t = await tenant('越权县')
    await w.db.pool.query(
      `insert into role_menu select r.id, m.id, r."tenantId" from sys_role r, menu m where r."tenantId" = $1 and m.code like 'tenant%' on conflict do nothing`,
      [t.code],
    )
    const other = (await admin.get('/cpt-system/tenant/page', { code: '100001' })).data.records[0]
    expect((await t.get('/cpt-system/tenant/page')).data.records.map((x: any) => x.code)).toEqual([t.code])
    expect((await t.get('/cpt-system/tenant/detail', { id: other.id })).code).toBe(404)
    for (const [call, body, query] of [
      ['submit', { id: t.id, tenantName: 'x', linkman: 'x', regionCode: COUNTY }, {}],
      ['setting', { accountNumber: -1 }, { ids: t.id }],
      ['package-setting', {}, { tenantId: t.code }],
      ['datasource', {}, { tenantId: t.code }],
      ['reset-admin', {}, { tenantId: '100001' }],
      ['remove', {}, { ids: other.id }],
    ] as const)
      expect([call, (await t.post(`/cpt-system/tenant/${call}`, body, query)).msg]).toEqual([call, '只有平台管理员可以操作租户'])
    expect((await t.post('/cpt-system/tenant-package/submit', { packageName: 'x', menuId: menu.home })).code).toBe(403)
    expect((await t.get('/cpt-system/tenant/package-detail', { tenantId: '100001' })).code).toBe(403)
  })
  test('the licence limits accounts, waiting guests aside, and its end closes every door', async () => {
    const t = await tenant('限额县')
    const settings = (body: object) => admin.post('/cpt-system/tenant/setting', { ids: t.id, ...body })
    expect((await settings({ accountNumber: 2 })).code).toBe(200)
    const { roleId, deptId: dept } = (await t.get('/cpt-user/info')).data
    const add = (account: string) => t.post('/cpt-user/submit', { account, realName: 'x', roleId, deptId: dept })
    expect((await add('one')).code).toBe(200)
    expect((await add('two')).msg).toBe('当前租户已到最大账号额度!')
    expect((await settings({ accountNumber: -2 })).code).toBe(400)
    expect((await settings({ expireTime: '2020-01-01 00:00:00' })).code).toBe(200)
    expect((await t.get('/cpt-user/info')).code).toBe(401)
    expect((await d.signIn(t.code, 'admin', 'Tenant-Words-2026!')).error_description).toBe('租户授权已过期，请联系管理员')
    expect((await settings({ expireTime: '' })).code).toBe(200)
    expect((await t.get('/cpt-user/info')).code).toBe(200)
  })
  test("the platform's own tenant is neither removed, stopped, limited nor packaged", async () => {
    const own = (await admin.get('/cpt-system/tenant/page', { code: OWN })).data.records[0]
    expect((await admin.post('/cpt-system/tenant/setting', { ids: own.id, accountNumber: 1 })).code).toBe(409)
    expect((await admin.post('/cpt-system/tenant/submit', { id: own.id, tenantName: 'x', linkman: 'x', regionCode: '512021', status: 0 })).code).toBe(409)
    expect((await admin.post('/cpt-system/tenant/remove', {}, { ids: own.id })).code).toBe(409)
  })
  test('an unused tenant goes with its furniture, a used one stays', async () => {
    const t = await tenant('短命县')
    const { roleId, deptId: dept, id } = (await t.get('/cpt-user/info')).data
    const second = await t.post('/cpt-user/submit', { account: 'two', realName: 'x', roleId, deptId: dept })
    expect((await admin.post('/cpt-system/tenant/remove', {}, { ids: t.id })).msg).toBe('租户已有用户或业务数据，不能删除')
    expect((await t.post('/cpt-user/remove', {}, { ids: second.data })).code).toBe(200)
    expect((await admin.post('/cpt-system/tenant/remove', {}, { ids: t.id })).code).toBe(200)
    expect((await row(`select count(*)::int as n from sys_user where "tenantId" = '${t.code}' or id = ${id}`)).n).toBe(0)
  })
  test('a domain tells the tenant and the look of its sign-in without a token', async () => {
    const t = await tenant('域名县')
    await admin.post('/cpt-system/tenant/setting', {
      ids: t.id,
      domain: 'https://Land.Example.org',
      title: '域名县土地承包',
      backgroundUrl: 'https://example.org/b.jpg',
    })
    expect((await d.call('GET', '/cpt-system/tenant/info', { query: { domain: 'land.example.org' } })).data).toMatchObject({
      tenantId: t.code,
      title: '域名县土地承包',
    })
    expect((await d.call('GET', '/cpt-system/tenant/info', { query: { domain: 'example.org' } })).data).toEqual({})
  })
})

describe('packages', () => {
  test('a page ticked without buttons brings them all; with some, those only; folders come along', () => {
    const all = [
      { id: '1', parentId: null, category: 1 },
      { id: '2', parentId: '1', category: 1 },
      { id: '3', parentId: '2', category: 2 },
      { id: '4', parentId: '2', category: 2 },
      { id: '5', parentId: '1', category: 1 },
    ]
    expect(packageHolds(all, ['2'])).toEqual(['1', '2', '3', '4'])
    expect(packageHolds(all, ['4'])).toEqual(['1', '2', '4'])
    expect(packageHolds(all, [])).toEqual([])
  })
  test('a package limits what the tenant sees, may do and may grant, at once', async () => {
    const t = await tenant('套餐县')
    expect((await t.get('/base-qssj/cbf/page')).code).toBe(200)
    const made = await admin.post('/cpt-system/tenant-package/submit', {
      packageName: '小',
      menuId: ['cbf', 'sys_user', 'sys_role'].map((c) => menu[c]).join(','),
    })
    expect([made.code, made.msg]).toEqual([200, '操作成功'])
    expect((await admin.post('/cpt-system/tenant/package-setting', {}, { tenantId: t.code, packageId: made.data })).code).toBe(200)
    expect((await admin.get('/cpt-system/tenant/package-detail', { tenantId: t.code })).data).toMatchObject({ packageName: '小', tenantId: t.code })
    expect([(await t.get('/base-qssj/cbf/page')).code, (await t.get('/base-qssj/fbf/page')).code]).toEqual([200, 403])
    const seen = codes((await t.get('/cpt-system/menu/routes')).data)
    expect([seen.includes('cbf'), seen.includes('fbf')]).toEqual([true, false])
    const role = (await t.post('/cpt-system/role/submit', { roleName: 'x', roleAlias: 'x1', sort: 1 })).data
    expect((await t.post('/cpt-system/role/grant', { roleIds: [role], menuIds: [menu.cbf_view, menu.fbf_view] })).code).toBe(403)
    expect((await t.post('/cpt-system/role/grant', { roleIds: [role], menuIds: [menu.cbf_view] })).code).toBe(200)
    expect((await admin.post('/cpt-system/tenant-package/remove', {}, { ids: made.data })).msg).toBe('产品包已被使用，不能删除')
    expect((await admin.post('/cpt-system/tenant-package/submit', { packageName: '错', menuId: '99' })).code).toBe(400)
    expect((await admin.post('/cpt-system/tenant-package/submit', { packageName: '空', menuId: '' })).data.fields[0].msg).toBe('请选择菜单')
  })
})

describe('guests', () => {
  const register = async (over: Record<string, string> = {}) => {
    const [password] = await d.seal('Guest-Words-2026!')
    return d.call('POST', '/cpt-user/register-guest', { query: { tenantId: OWN, name: '访客', account: 'guest1', password: password!, ...over } })
  }
  const waiting = async () => Number((await row(`select count(*) as n from sys_user where "tenantId" = '${OWN}' and "roleId" = '-1'`)).n)
  test('no tenant takes guests before its administrator says so', async () => {
    const refused = { code: 403, key: 'no-guests', msg: '该租户未开放注册，请联系管理员' }
    expect(await register()).toMatchObject(refused)
    expect(await register({ tenantId: '100001' })).toMatchObject(refused)
    const { msg } = await d.call('POST', '/cpt-user/register-guest', { query: { tenantId: OWN, account: 'a', password: 'b' }, lang: 'en' })
    expect(msg).toBe('This tenant does not accept registrations; ask its administrator')
    expect((await admin.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })).code).toBe(200)
    expect(await waiting()).toBe(0)
  })
  test('a guest registers, waits, and comes in when approved', async () => {
    const fresh = await register()
    expect([fresh.code, fresh.data, await waiting()]).toEqual([200, null, 1])
    // whoever has the account already is not told by the answer, in whatever letters it is asked
    for (const account of ['guest1', 'GUEST1', 'county']) expect(await register({ account })).toEqual(fresh)
    expect(await waiting()).toBe(1)
    expect((await d.signIn(OWN, 'guest1', 'Guest-Words-2026!')).error_description).toBe('账号正在等待管理员审核')
    expect((await d.signIn(OWN, 'guest1', 'Wrong-Words-2026!')).error_description).toBe('用户名或密码错误')
    const g = (await admin.get('/cpt-user/page', { account: 'guest1' })).data.records[0]
    expect(g).toMatchObject({ waiting: 1, status: 0, roleId: '-1', deptId: '-1', postId: '-1' })
    const role = (await row(`select id from sys_role where "tenantId" = '${OWN}' and "roleAlias" = 'village'`)).id
    expect((await admin.post('/cpt-user/approve', {}, { ids: g.id })).msg).toBe('请选择所属角色')
    const query = { ids: g.id, roleIds: role, deptIds: deptId(OWN, 'village') }
    expect((await (await w.as('county')).post('/cpt-user/approve', {}, query)).code).toBe(403)
    expect((await admin.post('/cpt-user/approve', {}, query)).code).toBe(200)
    expect((await d.signIn(OWN, 'guest1', 'Guest-Words-2026!')).dept_region).toBe('512021119203')
    expect((await admin.post('/cpt-user/approve', {}, query)).msg).toBe('只能审批等待审核的用户')
  })
  test('what is missing is said in the words of the specification, in both languages', async () => {
    for (const [name, zh, en] of [
      ['tenantId', '请先输入租户编号', 'Please enter the tenant id'],
      ['account', '请先输入账号名称', 'Please enter the account'],
      ['password', '请先输入密码', 'Please enter the password'],
    ] as const) {
      expect((await register({ [name]: '' })).msg).toBe(zh)
      expect((await d.call('POST', '/cpt-user/register-guest', { query: { tenantId: OWN, account: 'a', password: 'b', [name]: '' }, lang: 'en' })).msg).toBe(en)
    }
    // of guests that come at once no more wait than may; when there is room again, the next one may
    const most = (await admin.post('/cpt-system/param/submit', { paramName: '等待上限', paramKey: 'register.waiting.max', paramValue: '2' })).data
    const all = await Promise.all(Array.from({ length: 5 }, (_, i) => register({ account: `wait${i}` })))
    expect(all.map((a) => a.key ?? a.code).toSorted()).toEqual([200, 200, 'many-guests', 'many-guests', 'many-guests'])
    expect(all.find((a) => a.key)).toMatchObject({ code: 409, msg: '等待审核的注册过多，请稍后再试' })
    // also not by the account that is taken
    expect((await register({ account: 'county' })).key).toBe('many-guests')
    expect(await waiting()).toBe(2)
    await admin.post('/cpt-system/param/remove', {}, { ids: most })
    expect((await register({ tenantId: '999999' })).msg).toBe('租户不存在或已停用')
    expect((await register({ account: 'guest2', password: 'plain' })).code).toBe(400)
  })
})

describe('passwords and sessions', () => {
  const strategy = (over: object) => admin.post('/cpt-system/password-strategy/submit', { ...full, ...over })
  let full: Record<string, number> = {}
  beforeAll(async () => {
    full = (await admin.get('/cpt-system/password-strategy/default-strategy')).data
  })
  test('the strategy is read by all, changed by few, and its limits hold', async () => {
    expect(full).toMatchObject({ minLength: 12, maxFail: 5, lockMinutes: 30, historyCount: 5, forceFirstChange: 1 })
    expect((await (await w.as('village')).post('/cpt-system/password-strategy/submit', full)).code).toBe(403)
    expect((await strategy({ minLength: 7 })).code).toBe(400)
    expect((await strategy({ minLength: 40, maxLength: 20 })).msg).toBe('最小长度不能大于最大长度')
    expect((await strategy({ maxFail: 3, historyCount: 2, needSpecial: 1, expireDays: 30, warnDays: 5 })).code).toBe(200)
    expect((await admin.get('/cpt-system/password-strategy/default-strategy')).data).toMatchObject({ maxFail: 3, needSpecial: 1 })
    expect((await (await w.as('other')).get('/cpt-system/password-strategy/default-strategy')).data.maxFail).toBe(5)
    expect((await admin.get('/cpt-system/password-strategy/clear-cache')).code).toBe(200)
  })
  test('the account locks after the failures of the strategy, says no more than before, and is unlocked', async () => {
    const id = (await admin.get('/cpt-user/page', { account: 'sign' })).data.records[0].id
    for (let i = 0; i < 3; i++) expect((await d.signIn(OWN, 'sign', 'Wrong-Words-2026!')).error_description).toBe('用户名或密码错误')
    expect((await d.signIn(OWN, 'sign', PASSWORD)).error_description).toBe('用户名或密码错误')
    expect((await admin.get('/cpt-user/page', { account: 'sign' })).data.records[0].isLocked).toBe(1)
    expect((await admin.post('/cpt-user/unlock', {}, { userIds: id })).code).toBe(200)
    expect((await d.signIn(OWN, 'sign', PASSWORD)).access_token).toMatch(/./)
  })
  test('former passwords and missing classes are refused', async () => {
    const { access_token: t } = await d.signIn(OWN, 'large', PASSWORD)
    expect((await change(t, PASSWORD, 'NoSignsInHereAtAll1')).msg).toBe('密码须包含符号')
    expect((await change(t, PASSWORD, PASSWORD)).msg).toBe('不能使用最近2次用过的密码')
    expect((await change(t, PASSWORD, 'Screen-Words-2026!a')).code).toBe(200)
    expect((await change(t, 'Screen-Words-2026!a', PASSWORD)).msg).toBe('不能使用最近2次用过的密码')
    expect((await change(t, 'Screen-Words-2026!a', 'Screen-Words-2026!b')).code).toBe(200)
    expect((await change(t, 'Screen-Words-2026!b', PASSWORD)).code).toBe(200)
  })
  test('a password warns before it grows old, and tells when it is', async () => {
    const age = (days: number) =>
      w.db.pool.query(`update user_secret set "setTime" = $1 where "userId" = (select id from sys_user where account = 'sign' and "tenantId" = '${OWN}')`, [
        w.ago(days * 86_400),
      ])
    await age(10)
    expect(await d.signIn(OWN, 'sign', PASSWORD)).toMatchObject({ password_expired: false, password_days_left: null })
    await age(27)
    expect(await d.signIn(OWN, 'sign', PASSWORD)).toMatchObject({ password_expired: false, password_days_left: 3 })
    await age(31)
    expect(await d.signIn(OWN, 'sign', PASSWORD)).toMatchObject({ password_expired: true, password_days_left: null })
  })
  test('whoever is idle too long is out, and a renewed token does not bring him back', async () => {
    const s = await d.signIn(OWN, 'sign', PASSWORD)
    const p = d.as(s.access_token)
    expect((await p.get('/cpt-user/info')).code).toBe(200)
    await w.db.pool.query(`update session set "lastSeen" = $1 where "userId" = '${s.user_id}'`, [w.ago(31 * 60)])
    expect((await p.get('/cpt-user/info')).code).toBe(401)
    expect((await d.grant({ grant_type: 'refresh_token', refresh_token: s.refresh_token })).error_description).toBe('登录已过期，请重新登录')
    const fresh = await d.signIn(OWN, 'sign', PASSWORD)
    expect((await d.grant({ grant_type: 'refresh_token', refresh_token: fresh.refresh_token })).access_token).toMatch(/./)
  })
  test('sessions of a person are listed without tokens and ended by force', async () => {
    const s = await d.signIn(OWN, 'town', PASSWORD)
    const list = (await admin.get('/cpt-user/session/list', { userId: s.user_id })).data.records
    expect([list.length, list[0].account, /hash|token/i.test(JSON.stringify(list))]).toEqual([1, 'town', false])
    expect((await (await w.as('other')).post('/cpt-user/session/force-off', {}, { ids: list[0].id })).code).toBe(404)
    expect((await d.as(s.access_token).get('/cpt-user/info')).code).toBe(200)
    expect((await admin.post('/cpt-user/session/force-off', {}, { ids: list[0].id })).code).toBe(200)
    expect((await d.as(s.access_token).get('/cpt-user/info')).code).toBe(401)
  })
  test('browsers hand in their error logs, within limits', async () => {
    const v = await w.as('village')
    expect(
      (await v.post('/cpt-auth/oauth/logs', { logs: [{ url: '/x', time: '2026-01-01', type: 'error', message: 'm'.repeat(5000), stack: 's', info: '' }] }))
        .data,
    ).toBe(1)
    expect((await row('select account, length(message) as n from error_log')).n).toBe(2000)
    expect((await v.post('/cpt-auth/oauth/logs', { logs: [] })).code).toBe(400)
    expect((await v.post('/cpt-auth/oauth/logs', { logs: Array(101).fill({}) })).code).toBe(400)
  })
})
