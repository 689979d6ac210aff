// Users and roles through the HTTP door: what people may do to each other, and what they may not.
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, world, type Client, type World } from '../../tests/world.ts'
import { DATA } from '../rights/scopes.server.ts'
import { deptId } from '../seed/seed.server.ts'
import { door } from './testing.server.ts'

const OWN = '000000',
  TOWN = deptId(OWN, 'town'),
  COUNTY = deptId(OWN, 'county'),
  VILLAGE = deptId(OWN, 'village')
let w: World, admin: Client, d: ReturnType<typeof door>
/** menus by code, roles of the tenant by alias */
let menu: Record<string, string>, role: Record<string, string>
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  d = door(w.app)
  menu = Object.fromEntries((await w.db.pool.query('select code, id from menu')).rows.map((m) => [m.code, m.id]))
  await readRoles()
})
afterAll(() => w?.end())
const readRoles = async () => {
  role = Object.fromEntries((await w.db.pool.query(`select "roleAlias" as a, id from sys_role where "tenantId" = '${OWN}'`)).rows.map((r) => [r.a, r.id]))
}

let n = 0
/** An account that signed in and may be driven: its role holds these buttons. */
async function clerk(buttons: readonly string[], dept = TOWN) {
  const alias = `r${++n}`,
    account = `u${n}`
  const made = await admin.post('/cpt-system/role/submit', { roleName: alias, roleAlias: alias, sort: 1 })
  expect([made.code, made.msg]).toEqual([200, '操作成功'])
  expect((await admin.post('/cpt-system/role/grant', { roleIds: [made.data], menuIds: buttons.map((b) => menu[b]) })).code).toBe(200)
  const id = await person(account, made.data, dept)
  return { id, account, roleId: made.data as string, ...d.as(await tokenOf(account)) }
}
async function person(account: string, roleId: string, dept = TOWN): Promise<string> {
  const [password, password2] = await d.seal('First-Words-2026!', 'First-Words-2026!')
  const a = await admin.post('/cpt-user/submit', { account, realName: account, roleId, deptId: dept, password, password2 })
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
/** Signs in with the first password and changes it, as the first sign-in demands. */
async function tokenOf(account: string): Promise<string> {
  const first = await d.signIn(OWN, account, 'First-Words-2026!')
  expect(first.password_must_modify).toBe(true)
  const [oldPassword, newPassword, newPassword1] = await d.seal('First-Words-2026!', 'Second-Words-2026!', 'Second-Words-2026!')
  expect((await d.as(first.access_token).post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })).code).toBe(200)
  return first.access_token
}
const detail = async (id: string) => (await admin.get('/cpt-user/detail', { id })).data

describe('users', () => {
  test('a new user works only after changing the first password', async () => {
    await person('fresh', role.village!, VILLAGE)
    const first = await d.signIn(OWN, 'fresh', 'First-Words-2026!')
    const p = d.as(first.access_token)
    expect((await p.get('/base-qssj/cbf/page')).code).toBe(403)
    expect((await p.get('/cpt-system/password-strategy/default-strategy')).data.minLength).toBe(12)
    const [oldPassword, newPassword, newPassword1] = await d.seal('First-Words-2026!', 'Second-Words-2026!', 'Second-Words-2026!')
    expect((await p.post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })).code).toBe(200)
    expect((await p.get('/base-qssj/cbf/page')).code).toBe(200)
  })
  test('an account exists once, whatever its case, and says so in the words people know', async () => {
    const a = await admin.post('/cpt-user/submit', { account: 'FRESH', realName: 'x', roleId: role.village, deptId: VILLAGE })
    expect([a.code, a.msg]).toEqual([400, '当前账号已被使用!'])
  })
  test('passwords of the form must agree and fit the strategy', async () => {
    const send = async (one: string, two: string) => {
      const [password, password2] = await d.seal(one, two)
      return admin.post('/cpt-user/submit', { account: 'nobody', realName: 'x', roleId: role.village, deptId: VILLAGE, password, password2 })
    }
    expect((await send('First-Words-2026!', 'Other-Words-2026!')).msg).toBe('两次密码输入不一致')
    expect((await send('Short-1', 'Short-1')).msg).toBe('密码长度不能少于12位')
  })
  test('the list tells names, finds people of a department and of those below it, and hides passwords', async () => {
    const all = (await admin.get('/cpt-user/page', { deptId: COUNTY, size: 200 })).data.records
    expect(all.map((u: any) => u.account)).toEqual(expect.arrayContaining(['county', 'town', 'village']))
    expect(all.some((u: any) => u.account === 'admin')).toBe(false)
    expect(all.find((u: any) => u.account === 'town')).toMatchObject({ roleName: '镇级', deptName: '周礼镇人民政府', isLocked: 0 })
    expect(JSON.stringify(all)).not.toMatch(/argon2|hash/i)
  })
  test('a change of roles counts at once in an open session, and a disabled account is out', async () => {
    const c = await clerk(['cbf_view'])
    expect((await c.get('/base-qssj/cbf/page')).code).toBe(200)
    expect((await admin.post('/cpt-user/grant', {}, { userIds: c.id, roleIds: role.sign })).code).toBe(200)
    expect((await c.get('/base-qssj/fbf/page')).code).toBe(200)
    expect((await c.get('/cpt-user/page')).code).toBe(403)
    const row = await detail(c.id)
    expect(
      (
        await admin.post('/cpt-user/submit', {
          id: c.id,
          rev: row.rev,
          account: row.account,
          realName: row.realName,
          roleId: role.sign,
          deptId: TOWN,
          status: 0,
        })
      ).code,
    ).toBe(200)
    expect((await c.get('/cpt-user/info')).code).toBe(401)
    expect((await d.signIn(OWN, c.account, 'Second-Words-2026!')).error_description).toBe('用户名或密码错误')
    // not only because his sessions were ended: one that is still open answers nothing either
    const other = await clerk(['cbf_view'])
    await w.db.pool.query('update sys_user set status = 0 where id = $1', [other.id])
    expect((await other.get('/cpt-user/info')).code).toBe(401)
  })
  test('a reset password is random, told once, ends sessions and must be changed', async () => {
    const c = await clerk(['home_view'])
    const a = await admin.post('/cpt-user/reset-password', {}, { userIds: c.id })
    expect(a.data).toEqual([{ userId: c.id, account: c.account, realName: c.account, password: expect.stringMatching(/^.{16,}$/) }])
    expect((await c.get('/cpt-user/info')).code).toBe(401)
    const first = await d.signIn(OWN, c.account, a.data[0].password)
    expect(first.password_must_modify).toBe(true)
    expect((await admin.post('/cpt-user/reset-password')).msg).toBe('请至少选择一个用户')
  })
  test('a reset password opens one session within a day; until it is changed the session reads and does nothing else', async () => {
    const c = await clerk(['home_view'])
    const reset = async () => (await admin.post('/cpt-user/reset-password', {}, { userIds: c.id })).data[0].password as string
    const over = '初始密码已失效（24小时内一次有效），请联系管理员重置'
    const once = await reset()
    const own = d.as((await d.signIn(OWN, c.account, once)).access_token)
    expect((await own.get('/cpt-user/info')).code).toBe(200)
    const told = { code: 403, key: 'must-modify', msg: '请先修改初始密码' }
    expect(await own.post('/cpt-user/update-info', { name: '别名' })).toMatchObject(told)
    // nor does it read but who it is
    for (const path of ['/cpt-system/menu/routes', '/exportRecord/page']) expect([path, await own.get(path)]).toEqual([path, expect.objectContaining(told)])
    expect(await own.post('/basic/user-setting/submit', { page: '/a', value: {} })).toMatchObject(told)
    expect((await admin.get('/cpt-user/detail', { id: c.id })).data.name).not.toBe('别名')
    // a second session of the same password, and one that comes too late
    expect((await d.signIn(OWN, c.account, once)).error_description).toBe(over)
    expect((await d.signIn(OWN, c.account, 'Wrong-Words-2026!')).error_description).toBe('用户名或密码错误')
    const late = await reset()
    await w.db.pool.query(`update user_secret set "initialUntil" = $2 where "userId" = $1`, [c.id, w.ago(1)])
    expect((await d.signIn(OWN, c.account, late)).error_description).toBe(over)
    const again = await reset()
    const { rows } = await w.db.pool.query(`select extract(epoch from "initialUntil" - "setTime")::int as s from user_secret where "userId" = $1`, [c.id])
    expect(rows[0].s).toBe(86_400)
    const last = d.as((await d.signIn(OWN, c.account, again)).access_token)
    const [oldPassword, newPassword, newPassword1] = await d.seal(again, 'Third-Words-2026!', 'Third-Words-2026!')
    expect((await last.post('/cpt-user/update-password', { oldPassword, newPassword, newPassword1 })).code).toBe(200)
    expect((await last.post('/cpt-user/update-info', { name: '别名' })).code).toBe(200)
    for (let i = 0; i < 2; i++) expect((await d.signIn(OWN, c.account, 'Third-Words-2026!')).password_must_modify).toBe(false)
  })
  test('a client sends with a new account what the server gives it; something else is refused by name', async () => {
    const made = { account: 'family-1', realName: '客户端', roleId: (await clerk(['home_view'])).roleId, deptId: TOWN }
    expect((await admin.post('/cpt-user/submit', { ...made, userType: 1 })).code).toBe(200)
    expect(await admin.post('/cpt-user/submit', { ...made, account: 'family-2', userType: 2 })).toMatchObject({ code: 400, msg: '用户平台不能修改' })
  })
  test('people change their own data and picture, never those of others', async () => {
    const c = await clerk(['home_view'])
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const good = await c.post('/cpt-user/update-info', { id: c.id, realName: '新名', phone: '13900001234', avatar: `data:image/png;base64,${png}` })
    expect([good.code, good.msg]).toEqual([200, '操作成功'])
    const me = (await c.get('/cpt-user/info')).data
    expect([me.realName, me.phone, me.avatar.slice(0, 16)]).toEqual(['新名', '13900001234', 'data:image/webp;'])
    expect((await c.post('/cpt-user/update-info', { id: (await admin.get('/cpt-user/info')).data.id, realName: 'x' })).code).toBe(404)
    expect((await c.post('/cpt-user/update-info', { id: c.id, realName: 'x', roleId: '1' })).code).toBe(400)
    expect((await c.post('/cpt-user/update-info', { id: c.id, avatar: 'data:image/svg+xml;base64,PHN2Zz4=' })).msg).toBe('上传失败，只允许上传jpg、png文件')
    // names stand under opinions, a telephone signs in: nobody takes those of another one
    const another = await clerk(['home_view'])
    for (const own of [{ name: '新名' }, { realName: ' 新名 ' }, { realName: c.account.toUpperCase() }, { phone: '13900001234' }]) {
      const refused = await another.post('/cpt-user/update-info', own)
      expect([refused.code, refused.key, refused.msg]).toEqual([400, 'invalid', expect.stringMatching(/^该(名称|手机号码)已由其他用户使用/)])
    }
    // what stays as it is may be sent again
    expect((await c.post('/cpt-user/update-info', { realName: '新名', phone: '13900001234' })).code).toBe(200)
  })
  test('people write their own signature: ink on paper alone, cut and drawn anew, told to nobody but themselves and the papers', async () => {
    const c = await clerk(['home_view'])
    const drawn = async (inside: string) => `data:image/png;base64,${(await sharp(Buffer.from(`<svg width="900" height="600">${inside}</svg>`)).png().toBuffer()).toString('base64')}` // prettier-ignore
    const set = (picture: string) => c.post('/cpt-user/signature', { picture })
    const own = async () => (await c.get('/cpt-user/signature')).data.picture as string
    expect(await own()).toBe('')
    for (const [picture, why] of [
      [await drawn(''), '图片中没有签名，请在白底上用深色笔书写'],
      [await drawn('<rect width="900" height="600" fill="#444"/>'), '图片中没有签名，请在白底上用深色笔书写'],
      ['data:image/svg+xml;base64,PHN2Zz4=', '只允许上传jpg、png图片'],
      ['data:image/png;base64,AAAA', '签名图片无法识别'],
    ] as const)
      expect([why, (await set(picture)).msg]).toEqual([why, why])
    expect(await own()).toBe('')
    expect((await set(await drawn('<path d="M300 200 L500 300 M300 300 L500 200" stroke="#223" stroke-width="9"/>'))).msg).toBe('操作成功')
    const kept = Buffer.from((await own()).slice('data:image/png;base64,'.length), 'base64')
    const { width, height } = await sharp(kept).metadata()
    // the writing alone, not the sheet
    expect([width! > 150 && width! <= 360, height! > 75 && height! <= 108, kept.length < 30_000]).toEqual([true, true, true])
    expect((await admin.get('/cpt-user/signature')).data.picture).toBe('')
    const { rows } = await w.db.pool.query(`select diff from audit_event where action = 'sys_user.signature' and "objectId" = $1`, [c.id])
    expect(rows.map((r) => r.diff)).toEqual([{ signature: [null, 'set'] }])
    expect((await set('')).msg).toBe('操作成功')
    expect(await own()).toBe('')
  })
  test('the platform of a user is read and set', async () => {
    const id = await person('platform1', role.village!, VILLAGE)
    expect((await admin.post('/cpt-user/update-platform', {}, { userId: id, userType: '2', userExt: '{"device":"a"}' })).code).toBe(200)
    expect((await admin.get('/cpt-user/platform-detail', { id })).data).toMatchObject({ userType: 2, userExt: { device: 'a' } })
    expect((await admin.post('/cpt-user/update-platform', {}, { userId: id, userType: '9' })).code).toBe(400)
  })
  test('a workbook brings good rows in and tells what is wrong with the others; a template and an export go out', async () => {
    const heads = ((await readXlsx(new Uint8Array((await admin.get('/cpt-user/export-template')).raw))).sheets[0]!.rows[0] as string[]).filter(Boolean)
    expect(heads).toEqual(['账户', '昵称', '姓名', '邮箱', '手机', '角色名称', '部门名称', '岗位名称', '生日'])
    const line = (account: string, roleName: string, more: Record<string, string> = {}) =>
      heads.map((h) => ({ 账户: account, 姓名: '导入人', 角色名称: roleName, 部门名称: '玉顶村村民委员会', ...more })[h] ?? '')
    const bytes = await writeXlsx({
      sheets: [
        { name: '用户', rows: [heads, line('imp1', '村级'), line('imp2', '没有的角色'), line('village', '村级'), line('imp3', '村级', { 手机: '123' })] },
      ],
    })
    const a = await admin.upload('/cpt-user/import-user', { name: 'u.xlsx', bytes: Buffer.from(bytes) })
    expect([a.code, a.data.total, a.data.inserted, a.data.failed]).toEqual([
      200,
      4,
      1,
      [
        { row: 3, account: 'imp2', reason: '角色不存在：没有的角色' },
        { row: 4, account: 'village', reason: '当前账号已被使用!' },
        { row: 5, account: 'imp3', reason: '手机号码应为11位' },
      ],
    ])
    expect((await d.signIn(OWN, 'imp1', a.data.accounts[0].password)).password_must_modify).toBe(true)
    const again = await admin.upload(
      '/cpt-user/import-user',
      { name: 'u.xlsx', bytes: Buffer.from(await writeXlsx({ sheets: [{ name: 'x', rows: [heads, line('imp1', '镇级')] }] })) },
      { isCovered: '1' },
    )
    expect([again.data.updated, again.data.failed]).toEqual([1, []])
    const out = await readXlsx(new Uint8Array((await admin.get('/cpt-user/export-user', { account: 'imp1' })).raw))
    expect(out.sheets[0]!.rows[1]).toEqual(expect.arrayContaining(['imp1', '镇级', '玉顶村村民委员会']))
  })
})

describe('roles that exclude one another', () => {
  const EXCLUSION = '/cpt-system/role-exclusion'
  const alias = async (roleAlias: string) =>
    (await w.db.pool.query(`select id::text from sys_role where "tenantId" = $1 and "roleAlias" = $2`, [OWN, roleAlias])).rows[0].id as string
  const separated = async (on: boolean) => {
    const found = (await admin.get('/cpt-system/param/list', { paramKey: 'separation.three' })).data.records[0]
    if (found) await admin.post('/cpt-system/param/remove', {}, { ids: found.id })
    if (on) expect((await admin.post('/cpt-system/param/submit', { paramName: '三员分立', paramKey: 'separation.three', paramValue: '1' })).code).toBe(200)
  }
  test('nobody is given two of them, by whatever call; who holds them is told, and keeps his other fields', async () => {
    const [audit, county, sysadmin, secadmin] = await Promise.all(['audit', 'county', 'sysadmin', 'secadmin'].map(alias))
    const id = await person('both1', audit!)
    const refused = { code: 409, key: 'roles-excluded', msg: '角色【审计】与【县级】互斥，不能授予同一人' }
    expect(await admin.post('/cpt-user/grant', {}, { userIds: id, roleIds: `${audit},${county}` })).toMatchObject(refused)
    const [password, password2] = await d.seal('First-Words-2026!', 'First-Words-2026!')
    const fresh = { account: 'both2', realName: 'both2', deptId: TOWN, password, password2 }
    expect(await admin.post('/cpt-user/submit', { ...fresh, roleId: `${county},${audit}` })).toMatchObject(refused)
    const three = await admin.send('POST', '/cpt-user/grant', {
      query: { userIds: id, roleIds: `${sysadmin},${secadmin}` },
      headers: { 'accept-language': 'en' },
    })
    expect([three.code, three.msg]).toEqual([409, 'Roles 安全管理员 and 系统管理员 exclude one another'])
    expect((await admin.get('/cpt-user/detail', { id })).data.roleId).toBe(audit)
    // a pair of one's own, and whoever holds it already
    const both = `${await alias('village')},${await alias('town')}`
    expect((await admin.post('/cpt-user/grant', {}, { userIds: id, roleIds: both })).code).toBe(200)
    expect((await admin.get(`${EXCLUSION}/holders`)).data).toEqual([])
    const made = await admin.post(`${EXCLUSION}/submit`, { oneAlias: 'village', otherAlias: 'town', remark: '经办与审核分开' })
    expect([made.code, made.msg]).toEqual([200, '操作成功'])
    expect((await admin.get(`${EXCLUSION}/holders`)).data).toMatchObject([{ account: 'both1', pairs: [['镇级', '村级']] }])
    const row = (await admin.get('/cpt-user/detail', { id })).data
    const { account, realName, deptId, rev } = row
    // the roles that another gave him meanwhile are not taken by who saw those of before
    expect((await admin.post('/cpt-user/grant', { rev: rev - 1 }, { userIds: id, roleIds: audit! })).key).toBe('changed')
    expect((await admin.post('/cpt-user/update', { id, rev, account, realName, deptId, roleId: row.roleId, name: '别名' })).code).toBe(200)
    for (const [o, field, msg] of [
      [{ oneAlias: 'village', otherAlias: 'village' }, 'otherAlias', '请选择两个不同的角色'],
      [{ oneAlias: 'nobody', otherAlias: 'village' }, 'oneAlias', '角色不存在'],
      [{ oneAlias: '', otherAlias: 'village' }, 'oneAlias', '请输入角色别名'],
    ] as const)
      expect((await admin.post(`${EXCLUSION}/submit`, o)).data.fields[0]).toEqual({ field, msg })
    expect((await admin.post(`${EXCLUSION}/submit`, { oneAlias: 'town', otherAlias: 'village' })).code).toBe(400)
    expect((await (await w.as('county')).get(`${EXCLUSION}/list`)).code).toBe(403)
    expect((await admin.post(`${EXCLUSION}/remove`, {}, { ids: made.data })).code).toBe(200)
    expect((await admin.get(`${EXCLUSION}/holders`)).data).toEqual([])
  })
  test('one administrator does it all, until a parameter parts him into three', async () => {
    const all = await alias('administrator')
    const id = await person('chief1', all)
    expect((await admin.get(`${EXCLUSION}/holders`)).data).toEqual([])
    await separated(true)
    try {
      const told = (await admin.get(`${EXCLUSION}/holders`)).data.map((h: any) => h.account)
      expect(told).toEqual(['admin', 'chief1'])
      // those who are there go on; no further one comes
      expect((await admin.get('/cpt-user/info')).code).toBe(200)
      expect(await admin.post('/cpt-user/grant', {}, { userIds: await person('chief2', await alias('village')), roleIds: all })).toMatchObject({
        code: 409,
        key: 'all-in-one',
        msg: '已启用三员分立，角色【超级管理员】不能再授予',
      })
      const made = (await admin.post('/cpt-system/role/submit', { roleName: '混合', roleAlias: 'mixed', sort: 1 })).data
      const grant = (...codes: string[]) => admin.post('/cpt-system/role/grant', { roleIds: [made], menuIds: codes.map((c) => menu[c]) })
      expect(await grant('sys_user_add', 'sys_role_grant')).toMatchObject({
        code: 409,
        key: 'duties',
        msg: '已启用三员分立，一个角色不能兼有系统、安全、审计权限',
      })
      expect((await grant('sys_user_add', 'sys_user_view')).code).toBe(200)
    } finally {
      await separated(false)
      await admin.post('/cpt-user/remove', {}, { ids: id })
    }
  })
  test('the three of them can work: each holds the duties of one', async () => {
    const { roles, grantsOf } = await import('../seed/roles.ts')
    const { dutiesOf } = await import('../rights/exclusion.ts')
    for (const [role, duty] of [
      ['sysadmin', 'system'],
      ['secadmin', 'security'],
      ['audit', 'audit'],
    ] as const)
      expect([role, dutiesOf(grantsOf(roles.find((r) => r.alias === role)!))]).toEqual([role, [duty]])
  })
})

describe('nobody reaches beyond his region', () => {
  test('the departments, notices and sessions of those above stay as they are, whatever buttons a village has', async () => {
    const buttons = ['sys_dept', 'notice'].flatMap((x) => ['view', 'add', 'edit', 'delete'].map((v) => `${x}_${v}`))
    const p = await clerk([...buttons, 'notice_publish', 'session_view', 'session_offline', 'sys_user_approve'], VILLAGE)
    const [dept] = (await w.db.pool.query(`select * from sys_dept where id = $1`, [COUNTY])).rows
    const words = { title: '县里的通知', category: '1', releaseTime: '2026-01-01 08:00:00', content: '<p>内容</p>' }
    const made = await admin.post('/cpt-desk/notice/save', { ...words, regionCode: '512021' })
    expect(made.msg).toBe('操作成功')
    const stood = async () => {
      const one = (text: string, id: unknown) => w.db.pool.query(text, [id]).then((r) => JSON.stringify(r.rows))
      return [
        await one('select * from sys_dept where id = $1', COUNTY),
        await one('select * from notice where id = $1', made.data),
        await one(`select id, revoked from session where "userId" = $1 order by id`, adminId),
      ]
    }
    const adminId = (await w.db.pool.query(`select id from sys_user where account = 'admin' and "tenantId" = $1`, [OWN])).rows[0].id
    const [session] = (await w.db.pool.query(`select id from session where "userId" = $1 and revoked = 0 limit 1`, [adminId])).rows
    const before = await stood()
    const { deptName, fullName, sort, category } = dept
    const own = { id: COUNTY, deptName, fullName, sort, deptCategory: category, regionCode: '512021119203' }
    const away = ['不在您的管辖区域', 'Outside your region']
    const above = ['不能操作权限高于自己的用户', 'This user holds more than you do']
    const empty = ['请选择通知范围', 'Please select the for region']
    for (const [path, body, query, said] of [
      ['/cpt-system/dept/submit', await known(p, own), {}, away],
      ['/cpt-system/dept/remove', {}, { ids: COUNTY }, undefined],
      ['/cpt-desk/notice/update', { ...words, id: made.data, rev: 1, regionCode: '512021119203' }, {}, away],
      ['/cpt-desk/notice/publish', {}, { id: made.data, status: '1' }, away],
      ['/cpt-desk/notice/remove', {}, { ids: made.data }, away],
      ['/cpt-desk/notice/save', { ...words, regionCode: '512021' }, {}, away],
      ['/cpt-desk/notice/save', words, {}, empty],
      ['/cpt-user/session/force-off', {}, { ids: session.id }, above],
    ] as const) {
      const [zh, en] = [await p.post(path, body, query), await d.call('POST', path, { token: p.token, body, query, lang: 'en' })]
      expect([path, zh.code >= 400, said ? [zh.msg, en.msg] : undefined]).toEqual([path, true, said])
    }
    expect(await stood()).toEqual(before)
    // below his own village all of it is his
    expect((await p.post('/cpt-desk/notice/save', { ...words, regionCode: '512021119203' })).msg).toBe('操作成功')
  })
  /** Fields of a department that its form sends. */
  const known = async (p: { get(path: string, query?: Record<string, string>): Promise<any> }, of: Record<string, unknown>) => {
    const row = (await p.get('/cpt-system/dept/detail', { id: String(of.id) })).data
    return { ...row, ...Object.fromEntries(Object.entries(of).filter(([n]) => n in row)) }
  }
})

describe('nobody rises above himself', () => {
  const BUTTONS = [
    'cbf_view',
    'sys_user_view',
    'sys_user_add',
    'sys_user_edit',
    'sys_user_delete',
    'sys_user_grant',
    'sys_user_reset',
    'sys_user_unlock',
    'sys_user_import',
  ]
  const ROLES = ['sys_role_view', 'sys_role_add', 'sys_role_edit', 'sys_role_delete', 'sys_role_grant']
  test('a role is granted only what the granter holds', async () => {
    const c = await clerk([...BUTTONS, ...ROLES])
    const own = (await c.post('/cpt-system/role/submit', { roleName: '小', roleAlias: 'small', sort: 1 })).data
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.cbf_view, menu.hjb_delete] })).msg).toBe('不能授予自己没有的权限')
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.cbf_view] })).code).toBe(200)
    const keys = (await c.get('/cpt-system/menu/role-tree-keys', { roleIds: own })).data
    expect(keys.menu).toEqual([menu.cbf_view])
    const leaves = (t: any[]): string[] => t.flatMap((x) => [x.id, ...leaves(x.children ?? [])])
    const tree = leaves((await c.get('/cpt-system/menu/grant-tree')).data.menu)
    expect([tree.includes(menu.cbf_view!), tree.includes(menu.hjb_delete!)]).toEqual([true, false])
    // another who saw the role before it was granted that, or does not say what he saw, takes nothing away
    const again = (more: object) => admin.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.fbf_view], ...more })
    expect([(await again({ rev: 1 })).key, (await again({})).key]).toEqual(['changed', 'changed'])
    expect((await c.get('/cpt-system/menu/role-tree-keys', { roleIds: own })).data.menu).toEqual([menu.cbf_view])
    expect((await again({ rev: 2 })).code).toBe(200)
  })
  test('roles that hold more cannot be granted to anybody, changed or removed', async () => {
    const c = await clerk([...BUTTONS, ...ROLES])
    for (const alias of ['administrator', 'admin', 'county'])
      expect([alias, (await c.post('/cpt-user/grant', {}, { userIds: c.id, roleIds: role[alias]! })).code]).toEqual([alias, 403])
    expect((await c.post('/cpt-user/submit', { account: 'spy', realName: 'x', roleId: role.county, deptId: TOWN })).code).toBe(403)
    expect((await c.post('/cpt-system/role/grant', { roleIds: [role.county], menuIds: [] })).msg).toBe('不能操作权限高于自己的角色')
    expect((await c.post('/cpt-system/role/submit', { id: role.county, roleName: 'x', roleAlias: 'county', sort: 1 })).code).toBe(403)
    const seen = (await c.get('/cpt-system/role/tree')).data.map((r: any) => r.title)
    expect([seen.includes('县级'), seen.includes('超级管理员'), seen.includes('管理员')]).toEqual([true, false, false])
  })
  test('who holds more cannot be reset, changed, unlocked or removed', async () => {
    const c = await clerk(BUTTONS)
    const boss = (await admin.get('/cpt-user/page', { account: 'county' })).data.records[0]
    for (const call of ['reset-password', 'unlock']) expect((await c.post(`/cpt-user/${call}`, {}, { userIds: boss.id })).code).toBe(403)
    expect((await c.post('/cpt-user/remove', {}, { ids: boss.id })).code).toBe(403)
    expect((await c.post('/cpt-user/submit', { id: boss.id, account: 'county', realName: 'x', roleId: c.roleId, deptId: TOWN })).code).toBe(403)
    expect((await c.post('/cpt-user/grant', {}, { userIds: boss.id, roleIds: c.roleId })).code).toBe(403)
  })
  test('a clerk of a town makes nobody of the county, by department or by region', async () => {
    const c = await clerk(BUTTONS)
    const make = (over: object) => c.post('/cpt-user/submit', { account: `x${++n}`, realName: 'x', roleId: c.roleId, deptId: TOWN, ...over })
    expect((await make({ deptId: COUNTY })).msg).toBe('不在您的管辖区域')
    expect((await make({ regionCode: '512021' })).code).toBe(403)
    expect((await make({ regionCode: '512021119203' })).code).toBe(200)
    expect((await make({ deptId: deptId('100001', 'county') })).code).toBe(400)
  })
  test('who is narrowed by a data scope makes no role that is not', async () => {
    const c = await clerk([...BUTTONS, ...ROLES])
    await w.db.pool.query(
      `insert into data_scope (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "scopeName", "resourceCode", "scopeClass", "scopeType", "scopeColumn")
       select x, '${OWN}', 0, '2026-01-02', 0, '2026-01-02', 1, x::text, 'c' || x, 'cbf', '2', 'createUser' from unnest(array[501, 502]) x`,
    )
    await w.db.pool.query(`insert into role_scope ("roleId", "scopeId", category, "tenantId") values (${c.roleId}, 501, ${DATA}, '${OWN}')`)
    const own = (await c.post('/cpt-system/role/submit', { roleName: '窄', roleAlias: 'narrow', sort: 1 })).data
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.cbf_view] })).msg).toBe('不能授予自己没有的权限')
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.cbf_view], dataScopeIds: ['502'] })).code).toBe(403)
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], menuIds: [menu.cbf_view], dataScopeIds: ['501'] })).code).toBe(200)
    expect((await c.get('/cpt-system/menu/role-tree-keys', { roleIds: own })).data.dataScope).toEqual(['501'])
    expect((await c.post('/cpt-system/role/grant', { roleIds: [own], dataScopeIds: ['501', '502'] })).code).toBe(403)
  })
  test("another tenant's people and roles do not exist", async () => {
    const other = await w.as('other')
    const mine = (await admin.get('/cpt-user/page', { account: 'village' })).data.records[0].id
    for (const [call, query] of [
      ['grant', { userIds: mine, roleIds: role.village! }],
      ['reset-password', { userIds: mine }],
      ['unlock', { userIds: mine }],
      ['remove', { ids: mine }],
      ['approve', { ids: mine, roleIds: '1', deptIds: '1' }],
      ['update-platform', { userId: mine, userType: '1' }],
    ] as const)
      expect([call, [400, 404].includes((await other.post(`/cpt-user/${call}`, {}, query)).code)]).toEqual([call, true])
    expect((await other.post('/cpt-system/role/grant', { roleIds: [role.village], menuIds: [] })).code).toBe(404)
    expect((await other.get('/cpt-system/menu/role-tree-keys', { roleIds: role.village! })).data.menu).toEqual([])
    expect((await other.get('/cpt-user/session/list')).data.records.every((s: any) => s.account === 'admin')).toBe(true)
  })
  test('the last administrator stays, enabled and with his role', async () => {
    const me = (await admin.get('/cpt-user/info')).data
    const body = { id: me.id, rev: me.rev, account: 'admin', realName: me.realName, deptId: me.deptId }
    expect((await admin.post('/cpt-user/remove', {}, { ids: me.id })).msg).toBe('不能删除或停用自己')
    expect((await admin.post('/cpt-user/submit', { ...body, roleId: me.roleId, status: 0 })).msg).toBe('不能删除或停用自己')
    expect((await admin.post('/cpt-user/grant', { rev: me.rev }, { userIds: me.id, roleIds: role.village! })).msg).toBe('至少保留一个启用的管理员')
    expect((await admin.post('/cpt-user/submit', { ...body, roleId: role.village })).msg).toBe('至少保留一个启用的管理员')
    const second = await person('admin2', role.administrator!, deptId(OWN, 'platform'))
    const two = d.as(await tokenOf('admin2'))
    expect((await two.post('/cpt-user/remove', {}, { ids: me.id })).code).toBe(200)
    expect((await two.post('/cpt-user/remove', {}, { ids: second })).code).toBe(409)
  })
})

describe('roles', () => {
  let boss: ReturnType<typeof d.as>
  beforeAll(async () => {
    boss = d.as((await d.signIn(OWN, 'admin2', 'Second-Words-2026!')).access_token)
  })
  const add = async (over: object) => boss.post('/cpt-system/role/submit', { roleName: `角${++n}`, roleAlias: `k${n}`, sort: 1, ...over })
  test("administrators' roles are neither removed, renamed, granted nor copied by name", async () => {
    for (const alias of ['administrator', 'admin']) {
      expect((await boss.post('/cpt-system/role/remove', {}, { ids: role[alias]! })).msg).toBe('管理员角色不能修改或删除')
      expect((await boss.post('/cpt-system/role/submit', { id: role[alias], roleName: 'x', roleAlias: 'other', sort: 1 })).code).toBe(409)
    }
    expect((await boss.post('/cpt-system/role/grant', { roleIds: [role.administrator], menuIds: [] })).code).toBe(409)
    const other = await w.as('other')
    expect((await other.post('/cpt-system/role/submit', { roleName: 'x', roleAlias: 'administrator', sort: 1 })).code).toBe(409)
  })
  test("the administrator's alias means nothing in another tenant", async () => {
    await w.db.pool.query(`update sys_role set "roleAlias" = 'administrator' where "tenantId" = '100001' and "roleAlias" = 'county'`)
    await w.db.pool.query(
      `update sys_user set "roleId" = (select id::text from sys_role where "tenantId" = '100001' and "roleAlias" = 'administrator') where "tenantId" = '100001'`,
    )
    const there = d.as((await d.signIn('100001', 'admin', PASSWORD)).access_token)
    expect((await there.get('/cpt-system/tenant/page')).code).toBe(403)
  })
  test('a role in use, or with others below it, stays; circles are refused', async () => {
    const up = (await add({})).data,
      down = (await add({ parentId: up })).data
    expect((await boss.post('/cpt-system/role/remove', {}, { ids: up })).msg).toBe('请先删除子节点!')
    const circle = await boss.post('/cpt-system/role/submit', { id: up, roleName: 'x', roleAlias: `k${n - 1}`, sort: 1, parentId: down })
    expect(circle).toMatchObject({ key: 'circle', msg: '上级不能是自己或自己的下级' })
    const u = await boss.post('/cpt-user/submit', { account: 'roleuser', realName: 'x', roleId: down, deptId: VILLAGE })
    expect((await boss.post('/cpt-system/role/remove', {}, { ids: down })).msg).toBe('角色已被使用，不能删除')
    expect((await boss.get('/cpt-system/role/select', { userId: u.data })).data.map((r: any) => r.id)).toEqual([down])
    expect((await boss.post('/cpt-user/remove', {}, { ids: u.data })).code).toBe(200)
    expect((await boss.post('/cpt-system/role/remove', {}, { ids: `${up},${down}` })).code).toBe(200)
  })
})
