import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'

let w: World
let admin: Client
const ids = new Map<string, string>()
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  const { rows } = await w.db.pool.query(`select id, account, "tenantId" from sys_user`)
  for (const r of rows) ids.set(`${r.tenantId}/${r.account}`, r.id)
})
afterAll(() => w?.end())

const look = (by: Client, account: string) => by.post('/basic/view-as', { userId: ids.get(account)! })
/** Calls with the token of a look. */
const through = (token: string, method: 'GET' | 'POST', path: string, o: { body?: unknown; query?: Record<string, unknown> } = {}) =>
  w.nobody.send(method, path, { ...o, headers: { 'cpt-auth': `bearer ${token}` } })
const codes = (t: any[]): string[] => t.flatMap((n) => (n.children ? codes(n.children) : [n.code]))

test('an administrator sees the menus, buttons and rows of another person', async () => {
  const { data } = await look(admin, '000000/village')
  expect(data).toMatchObject({ account: 'village', role_name: 'village', refresh_token: '', dept_region: '512021119203' })
  const village = await w.as('village')
  for (const path of ['/cpt-system/menu/buttons', '/cpt-system/menu/routes', '/base-qssj/cbf/page', '/cpt-system/region/lazy-tree'])
    expect([path, (await through(data.access_token, 'GET', path)).data]).toEqual([path, (await village.get(path)).data])
  expect(codes((await through(data.access_token, 'GET', '/cpt-system/menu/buttons')).data)).not.toContain('sys_user_edit')
})
test('nothing can be done in a look, not even what needs no button, and no further look can be opened', async () => {
  const { access_token } = (await look(admin, '000000/county')).data
  for (const [path, body] of [
    ['/base-qssj/cbf/save', { cbfmc: 'x' }],
    ['/basic/user-setting/submit', { page: 'cbf', value: {} }],
    ['/cpt-user/update-password', {}],
    ['/cpt-auth/oauth/logs', { logs: [{}] }],
  ] as const) {
    const a = await through(access_token, 'POST', path, { body })
    expect([path, a.status, a.msg]).toEqual([path, 403, '正在查看他人界面，不能操作'])
  }
  expect((await through(access_token, 'POST', '/basic/view-as', { body: { userId: ids.get('000000/village') } })).status).toBe(403)
})
test('every writing route of the application refuses a look', async () => {
  const { access_token } = (await look(admin, '000000/county')).data
  const passed: string[] = []
  for (const r of w.routes) {
    if (r.perm === 'public' || r.audit === 'session.close' || (r.method === 'GET' && !r.writes)) continue
    const a = await w.nobody.send(r.method, r.path.replace(/\{\w+\}/g, '1'), { headers: { 'cpt-auth': `bearer ${access_token}` } })
    if (a.status !== 403) passed.push(`${r.method} ${r.path}: ${a.status}`)
  }
  expect(passed).toEqual([])
})
test('a look ends with signing out and after half an hour, and is written to the audit log of the one who looked', async () => {
  const { access_token, expires_in } = (await look(admin, '000000/town')).data
  expect(expires_in).toBe(1800)
  expect((await through(access_token, 'GET', '/cpt-auth/oauth/logout')).code).toBe(200)
  expect((await through(access_token, 'GET', '/cpt-system/menu/routes')).code).toBe(401)
  const { rows } = await w.db.pool.query(`select account, "objectId" from audit_event where action = 'session.view-as' order by id desc limit 1`)
  expect(rows).toEqual([{ account: 'admin', objectId: ids.get('000000/town') }])
  const late = (await look(admin, '000000/town')).data.access_token
  const end = await w.db.pool.query(
    `select extract(epoch from "absoluteEnd" - "createTime")::int as seconds from session
     where "viewerId" is not null and revoked = 0 order by id desc limit 1`,
  )
  expect(end.rows).toEqual([{ seconds: 1800 }])
  await w.db.pool.query(`update session set "accessExpires" = $1 where "viewerId" is not null`, [w.ago(1)])
  expect((await through(late, 'GET', '/cpt-system/menu/routes')).code).toBe(401)
})
test('only administrators look, at nobody of another tenant, not at themselves, and not at people who hold more', async () => {
  expect((await look(await w.as('county'), '000000/village')).code).toBe(403)
  expect((await look(admin, '100001/admin')).code).toBe(404)
  expect((await look(admin, '000000/admin')).msg).toBe('不能查看自己的界面')
  const other = await w.as('other')
  expect((await look(other, '000000/village')).code).toBe(404)
  expect((await w.nobody.post('/basic/view-as', { userId: '1' })).code).toBe(401)
  // a tenant's own administrator is below the platform's administrator, and may not look up
  await w.db.pool.query(
    `update sys_user set "roleId" = (select id::text from sys_role where "tenantId" = '000000' and "roleAlias" = 'admin')
     where "tenantId" = '000000' and account = 'county'`,
  )
  await w.db.pool.query(`update session set "roleIds" = u."roleId" from sys_user u where u.id = session."userId" and u.account = 'county'`)
  const small = await w.as('county')
  expect((await look(small, '000000/admin')).code).toBe(403)
  expect((await look(small, '000000/village')).code).toBe(200)
})
test('who is narrowed by a scope does not look, and a person who is disabled is not looked at', async () => {
  const disable = (status: number) => w.db.pool.query(`update sys_user set status = $1 where "tenantId" = '000000' and account = 'village'`, [status])
  await disable(2)
  expect(await look(admin, '000000/village')).toMatchObject({ key: 'view-as-closed', msg: '该用户已停用或未审批' })
  await disable(1)
  // the county's clerk is the tenant's administrator since the story before
  const county = await w.as('county')
  const made = await admin.post('/cpt-system/api-scope/submit', { scopeName: '查看', resourceCode: 'look', scopePath: '/api/basic/**', scopeType: '1' })
  const { id: role, rev } = (await w.db.pool.query(`select id, rev from sys_role where "tenantId" = '000000' and "roleAlias" = 'admin'`)).rows[0]
  expect((await admin.post('/cpt-system/role/grant', { roleIds: [role], apiScopeIds: [made.data], rev })).msg).toBe('操作成功')
  expect(await look(county, '000000/village')).toMatchObject({ key: 'view-as-narrowed', msg: '您受数据或接口权限限定，不能查看他人界面' })
})
