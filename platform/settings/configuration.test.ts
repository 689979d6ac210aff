import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose } from '../../apps/server/compose.server.ts'
import { SPELLINGS } from '../../outside/access/access.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { secretOf } from '../../tests/secrets.ts'
import { world, type Client, type World } from '../../tests/world.ts'

let w: World, admin: Client, other: Client, village: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  other = await w.as('other')
  village = await w.as('village')
})
afterAll(() => w?.end())
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
const flat = (nodes: any[]): any[] => nodes.flatMap((n) => [n, ...flat(n.children ?? [])])

describe.each(['dict', 'dict-biz'])('%s', (name) => {
  const at = (verb: string) => `/cpt-system/${name}/${verb}`
  let head: string
  test('a heading with entries: lists of parents and children, tree, values', async () => {
    head = ok(await admin.post(at('submit'), { code: 'colour', dictValue: '颜色', dictKey: '-1', sort: 1 }))
    const red = ok(await admin.post(at('submit'), { parentId: head, code: 'anything', dictKey: '1', dictValue: '红', sort: 2 }))
    const sealed = ok(await admin.post(at('submit'), { parentId: head, code: 'colour', dictKey: '2', dictValue: '绿', sort: 1, isSealed: 1 }))
    ok(await admin.post(at('submit'), { parentId: head, code: 'colour', dictKey: '11', dictValue: '暗红', sort: 3, parentKey: '1' }))
    const parents = ok(await admin.get(at('parent-list'), { code: 'colour' }))
    expect(parents.records.map((r: any) => r.id)).toEqual([head])
    expect(ok(await admin.get(at('child-list'), { parentId: head, current: 1, size: 10 })).map((r: any) => r.id)).toContain(sealed)
    expect(ok(await admin.get(at('dictionary'), { code: 'colour' })).map((r: any) => r.dictKey)).toEqual(['1', '11'])
    expect(ok(await admin.get(at('dictionary-tree'), { code: 'colour' }))[0].children[0].dictKey).toBe('11')
    expect(ok(await admin.get(at('tree'), { code: 'colour' }))[0]).toMatchObject({ id: head, title: '颜色', hasChildren: true })
    expect(flat(ok(await admin.get(at('list'), { code: 'colour' }))).map((r) => r.id)).toEqual(expect.arrayContaining([head, red, sealed]))
    expect(ok(await admin.get(at('detail'), { id: red })).code).toBe('colour')
  })
  test('a key exists once, a heading with entries stays, an entry of a standard keeps its key', async () => {
    expect((await admin.post(at('submit'), { parentId: head, code: 'colour', dictKey: '1', dictValue: '又红', sort: 2 })).msg).toBe('当前字典键值已存在!')
    expect((await admin.post(at('submit'), { code: 'colour', dictValue: '颜色', dictKey: '-1', sort: 1 })).code).toBe(400)
    expect((await admin.post(at('remove'), {}, { ids: head })).msg).toBe('请先删除子节点!')
    const sex = ok(await admin.get(at('parent-list'), { code: 'sex', size: 200 })).records.find((r: any) => r.code === 'sex')
    const male = ok(await admin.get(at('child-list'), { parentId: sex.id }))[0]
    expect((await admin.post(at('remove'), {}, { ids: male.id })).code).toBe(409)
    expect((await admin.post(at('submit'), { id: male.id, code: 'sex', dictKey: '7', dictValue: '男', sort: 1 })).code).toBe(409)
    const named = { id: male.id, code: 'sex', dictKey: male.dictKey, dictValue: '男性', sort: 1 }
    // who does not say what he read changes nothing that the product, or anybody else, wrote last
    expect((await admin.post(at('submit'), named)).key).toBe('changed')
    ok(await admin.post(at('submit'), { ...named, rev: male.rev }))
  })
  test('values are for everybody signed in, lists for those with the button', async () => {
    expect((await village.get(at('dictionary'), { code: 'sex' })).code).toBe(200)
    expect((await village.get(at('list'))).code).toBe(403)
    expect((await w.nobody.get(at('dictionary'), { code: 'sex' })).code).toBe(401)
  })
})
test('an entry that came with the product keeps its key and stays, in every dictionary', async () => {
  const { rows: entries } = await w.db.pool.query<{ r: string; id: string; rev: number; code: string; dictKey: string; dictValue: string; sort: number }>(
    `select distinct on (r, code) * from (select 'dict' as r, id::text, rev, code, "dictKey", "dictValue", sort, "parentId" from dict where standard is not null
      union all select 'dict-biz', id::text, rev, code, "dictKey", "dictValue", sort, "parentId" from dict_biz where "tenantId" = '000000' and standard is not null) x
      where "parentId" is not null order by r, code`,
  )
  expect(entries.length).toBeGreaterThan(60)
  for (const e of entries) {
    const at = (v: string) => `/cpt-system/${e.r}/${v}`
    const removed = await admin.post(at('remove'), {}, { ids: e.id })
    expect([e.r, e.code, removed.code, removed.msg]).toEqual([e.r, e.code, 409, '标准或系统字典项不能删除或改键'])
  }
  const [e] = entries.filter((x) => x.r === 'dict' && x.code === 'notice')
  const body = { id: e!.id, rev: e!.rev, code: e!.code, sort: e!.sort }
  expect((await admin.post('/cpt-system/dict/submit', { ...body, dictKey: '77', dictValue: e!.dictValue })).code).toBe(409)
  ok(await admin.post('/cpt-system/dict/submit', { ...body, dictKey: e!.dictKey, dictValue: '改名' }))
})

test('a dictionary of a tenant stands before the system’s, which every tenant has; only the platform changes the system’s', async () => {
  ok(
    await admin.post('/cpt-system/dict/submit', { code: 'only_system', dictValue: '系统', dictKey: '-1', sort: 1 }).then(async (a) => {
      ok(await admin.post('/cpt-system/dict/submit', { parentId: a.data, code: 'only_system', dictKey: '1', dictValue: '甲', sort: 1 }))
      return a
    }),
  )
  expect(ok(await other.get('/cpt-system/dict-biz/dictionary', { code: 'only_system' })).map((r: any) => r.dictValue)).toEqual(['甲'])
  // several at once: the same entries, and what nobody knows brings none
  const several = ok(await other.get('/cpt-system/dict-biz/dictionaries', { codes: 'sex,only_system,unheard_of' }))
  const each = await Promise.all(['sex', 'only_system'].map(async (code) => ok(await other.get('/cpt-system/dict-biz/dictionary', { code }))))
  expect(several).toEqual(each.flat())
  expect((await other.get('/cpt-system/dict-biz/dictionaries', { codes: Array.from({ length: 101 }, (_, i) => `c${i}`).join(',') })).msg).toBe(
    '一次最多查询100个字典',
  )
  expect((await other.post('/cpt-system/dict/submit', { code: 'x', dictValue: 'x', dictKey: '-1', sort: 1 })).code).toBe(403)
})

test('regions: parent by code, names below follow, children and use refuse removal', async () => {
  const at = (v: string) => `/cpt-system/region/${v}`
  expect((await admin.post(at('submit'), { code: '519999001', name: '无上级' })).code).toBe(400)
  // a client sends what follows from the code, as it read it elsewhere; something else is refused by name
  const sent = { code: '512021999', name: '试验镇', sort: 99 }
  expect((await admin.post(at('submit'), { ...sent, parentCode: '512022', level: 4 })).msg).toBe('上级区划不能修改')
  ok(await admin.post(at('submit'), { ...sent, parentCode: '512021', level: 4, fullName: '四川省资阳市安岳县试验镇' }))
  ok(await admin.post(at('submit'), { code: '512021999201', name: '试验村', sort: 1 }))
  const town = ok(await admin.get(at('detail'), { code: '512021999' }))
  expect([town.level, town.parentCode, town.fullName]).toEqual([4, '512021', '四川省资阳市安岳县试验镇'])
  ok(await admin.post(at('submit'), { code: '512021999', name: '新镇', sort: 99, rev: town.rev }))
  expect(ok(await admin.get(at('detail'), { code: '512021999201' })).fullName).toBe('四川省资阳市安岳县新镇试验村')
  expect((await admin.post(at('submit'), { code: '512021999', name: '旧页', sort: 99, rev: town.rev })).code).toBe(409)
  expect(ok(await admin.get(at('lazy-tree'), { parentCode: '512021999' }))).toMatchObject([
    { code: '512021999201', title: '试验村', key: '512021999201', hasChildren: false },
  ])
  expect(ok(await admin.get(at('lazy-list'), { parentCode: '512021' })).find((r: any) => r.code === '512021999').hasChildren).toBe(true)
  expect(ok(await village.get(at('select'), { code: '512021999' })).map((r: any) => r.name)).toEqual(['试验村'])
  expect((await village.get(at('lazy-tree'), { parentCode: '512021999' })).code).toBe(403)
  expect((await admin.post(at('remove'), {}, { id: '512021999' })).msg).toBe('请先删除子节点!')
  expect((await admin.post(at('remove'), {}, { id: '512021119203' })).code).toBe(409)
  ok(await admin.post(at('remove'), {}, { id: '512021999201' }))
  ok(await admin.post(at('remove'), {}, { id: '512021999' }))
  expect((await admin.get(at('detail'), { code: '512021999' })).code).toBe(404)
})

test('codes that a region had before are typed, checked and found', async () => {
  const at = (v: string) => `/cpt-system/region/${v}`
  const before = ok(await admin.get(at('detail'), { code: '512021119' }))
  const save = (oldCodes: string, lang = 'zh') =>
    admin.send('POST', at('submit'), { body: { code: '512021119', rev: before.rev, name: '石羊镇', sort: 1, oldCodes }, headers: { 'accept-language': lang } })
  const said = async (codes: string) => [(await save(codes)).data.fields[0], (await save(codes, 'en')).data.fields[0].msg]
  expect(await said('51202')).toEqual([
    { field: 'oldCodes', msg: '历史编号【51202】不是区划编号，多个编号用逗号分隔' },
    '51202 is not a region code; separate several with commas',
  ])
  expect((await said('512021119203'))[0].msg).toMatch(/^编号【512021119203】现为【.+】的区划编号$/)
  ok(await save('519021900， 519021901 519021900'))
  expect(ok(await admin.get(at('detail'), { code: '512021119' })).oldCodes).toBe('519021900,519021901')
  expect(ok(await admin.get(at('list'), { oldCodes: '519021901' })).records.map((r: any) => r.code)).toEqual(['512021119'])
  const { id, code, name, sort, oldCodes } = before
  ok(await admin.post(at('submit'), { id, code, name, sort, oldCodes }))
})

test('departments: no loops, no foreign region, no removal while children or people are there', async () => {
  const at = (v: string) => `/cpt-system/dept/${v}`
  const make = (o: Record<string, unknown>) => admin.post(at('submit'), { deptName: '科', fullName: '科', regionCode: '512021', sort: 1, ...o })
  const a = ok(await make({ deptName: '甲' })),
    b = ok(await make({ deptName: '乙', parentId: a }))
  expect(await make({ id: a, deptName: '甲', parentId: b })).toMatchObject({ key: 'parent-loop', msg: '上级不能是自己或自己的下级' })
  expect((await make({ id: a, deptName: '甲', parentId: a })).code).toBe(400)
  expect((await make({ parentId: '123' })).msg).toBe('上级不存在')
  expect((await make({ regionCode: '44' })).code).toBe(403)
  expect(ok(await admin.get(at('lazy-list'), { parentId: '0' })).find((d: any) => d.id === a)).toMatchObject({ hasChildren: true, parentId: '0' })
  expect(ok(await admin.get(at('lazy-tree'), { parentId: a }))).toMatchObject([{ id: b, title: '乙', key: b, hasChildren: false }])
  expect((await admin.post(at('remove'), {}, { ids: a })).msg).toBe('请先删除子节点!')
  const mine = ok(await village.get(at('select')))
  expect(mine.map((d: any) => d.deptName)).toEqual(['玉顶村村民委员会'])
  expect((await admin.post(at('remove'), {}, { ids: mine[0].id })).code).toBe(409)
  ok(await admin.post(at('remove'), {}, { ids: `${a},${b}` }))
  expect((await village.get(at('select'), { userId: '1' })).code).toBe(403)
})

test('menus: levels, no token in an address, buttons below menus, children first', async () => {
  const at = (v: string) => `/cpt-system/menu/${v}`
  const make = (o: Record<string, unknown>) =>
    admin.post(at('submit'), { code: 'lab', name: '试验', alias: 'lab', path: '/lab', source: 'ToolOutlined', sort: 99, category: 1, action: 0, ...o })
  const m = ok(await make({}))
  const b = ok(await make({ code: 'lab_view', name: '查看', parentId: m, category: 2, action: 2 }))
  expect((await make({ code: 'leak', path: 'https://x.org/?t=${token}' })).code).toBe(400)
  expect((await make({ code: 'orphan', category: 2 })).msg).toBe('按钮必须有上级菜单')
  const root = ok(await admin.get(at('lazy-list'), { parentId: '0' })).find((x: any) => x.id === m)
  expect(root.hasChildren).toBe(true)
  expect(ok(await admin.get(at('lazy-menu-list'), { parentId: '0' })).find((x: any) => x.id === m).hasChildren).toBe(false)
  expect(flat(ok(await admin.get(at('menu-list')))).some((x) => x.category === 2)).toBe(false)
  expect(flat(ok(await admin.get(at('list'), { code: 'lab' }))).map((x) => x.id)).toEqual([m, b])
  expect(ok(await admin.get(at('detail'), { id: b })).parentName).toBe('试验')
  expect((await admin.post(at('remove'), {}, { ids: m })).msg).toBe('请先删除子节点!')
  ok(await admin.post(at('remove'), {}, { ids: `${b},${m}` }))
})

test('a top menu is given menus as a whole set, under both spellings of its path', async () => {
  const top = ok(await admin.post('/cpt-system/topmenu/submit', { code: 'gov', name: '政务', source: 'HomeOutlined', sort: 1 }))
  const [home, map] = await Promise.all(
    ['home', 'map'].map(async (code) => flat(ok(await admin.get('/cpt-system/menu/list', { code }))).find((m) => m.code === code).id),
  )
  const grant = (menuIds: string[]) => admin.post('/cpt-system/top-menu/grant', { topMenuIds: [top], menuIds })
  ok(await grant([home, map]))
  expect(
    flat(ok(await admin.get('/cpt-system/menu/routes', { topMenuId: top })))
      .map((m) => m.code)
      .sort(),
  ).toEqual(['home', 'map'])
  ok(await grant([map]))
  expect((await admin.post('/cpt-system/top-menu/grant', { topMenuIds: [top], menuIds: [home], rev: 2 })).key).toBe('changed')
  expect(flat(ok(await admin.get('/cpt-system/menu/routes', { topMenuId: top }))).map((m) => m.code)).toEqual(['map'])
  expect((await grant(['1'])).code).toBe(404)
  expect((await other.post('/cpt-system/top-menu/grant', { topMenuIds: [top], menuIds: [] })).code).toBe(404)
})

test('System-Id chooses the tree of menus: what stands below htwq for our own front end, all of it embedded and for other programs', async () => {
  const at = (v: string) => `/cpt-system/menu/${v}`
  const make = async (o: object) => ok(await admin.post(at('submit'), { source: 'ToolOutlined', sort: 99, category: 1, action: 0, ...o }))
  const top = await make({ code: 'htwq', name: '合同网签', alias: 'htwq', path: '/htwq' })
  const leaf = await make({ code: 'htwq_sign', name: '签订', alias: 'htwq_sign', path: '/htwq/sign', parentId: top })
  const one = async (text: string, values: unknown[] = []) => (await w.db.pool.query<{ id: string }>(text, values)).rows.map((r) => r.id)
  const role = { id: (await one(`select id::text from sys_role where "roleAlias" = 'county' and "tenantId" = '000000'`))[0]! }
  const { rev } = ok(await admin.get('/cpt-system/role/detail', { id: role.id }))
  const before = await one(`select "menuId"::text as id from role_menu where "roleId" = $1`, [role.id])
  ok(await admin.post('/cpt-system/role/grant', { roleIds: [role.id], menuIds: [...before, top, leaf], rev }))
  const county = await w.as('county')
  const codes = async (who: Client, system?: string) =>
    (ok(await who.send('GET', at('routes'), { headers: system ? { 'system-id': system } : {} })) as { code: string }[]).map((m) => m.code)
  expect(await codes(county, 'chengbao')).toEqual(['htwq_sign'])
  for (const system of ['htwq', 'other', undefined]) expect([system, (await codes(county, system)).length > 3]).toEqual([system, true])
  expect((await codes(admin, 'chengbao')).length).toBeGreaterThan(3)
  ok(await admin.post('/cpt-system/role/grant', { roleIds: [role.id], menuIds: before, rev: rev + 1 }))
  ok(await admin.post(at('remove'), {}, { ids: `${leaf},${top}` }))
  expect((await codes(await w.as('county'), 'chengbao')).length).toBeGreaterThan(3)
})

test('a client’s secret is taken, hashed and never told; it opens the door, and its grants bound it', async () => {
  const at = (v: string) => `/cpt-system/client/${v}`
  const body = {
    clientId: 'lab',
    clientSecret: 'a-secret-of-16-signs',
    authorizedGrantTypes: 'refresh_token',
    scope: 'all',
    accessTokenValidity: 600,
    refreshTokenValidity: 600,
  }
  const id = ok(await admin.post(at('submit'), body))
  expect(JSON.stringify([await admin.get(at('detail'), { id }), await admin.get(at('list'), { clientId: 'lab' })])).not.toContain('secret')
  const token = (secret: string, grant_type: string) =>
    w.nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams({ grant_type, refresh_token: 'x' }).toString(),
      headers: { authorization: `Basic ${Buffer.from(`lab:${secret}`).toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await token('wrong', 'refresh_token')).msg).toBe('客户端认证失败!')
  expect((await token(body.clientSecret, 'refresh_token')).msg).toBe('登录已过期，请重新登录')
  expect((await token(body.clientSecret, 'password')).msg).toBe('不支持的授权类型')
  expect((await admin.post(at('submit'), { ...body, clientId: 'lab2', clientSecret: 'short' })).code).toBe(400)
  expect((await admin.post(at('submit'), { ...body, clientId: 'lab2', authorizedGrantTypes: 'root' })).code).toBe(400)
  const own = ok(await admin.get(at('list'), { clientId: 'chengbao' })).records[0]
  expect((await admin.post(at('remove'), {}, { ids: own.id })).code).toBe(409)
  expect((await other.get(at('list'))).code).toBe(403)
})

test('the login page reads a tenant’s public parameters, signed, and nothing else', async () => {
  ok(await admin.post('/cpt-system/param/submit', { paramName: '标题', paramKey: 'login.title', paramValue: '承包' }))
  ok(await admin.post('/cpt-system/param/submit', { paramName: '内部', paramKey: 'inner.key', paramValue: 'hidden' }))
  const a = ok(await w.nobody.get('/cpt-system/param/sign'))
  expect(a.values).toEqual({ 'login.title': '承包' })
  expect(a.sign).toBe(openSealer(w.dataDir).sign(['000000', a.time, 'login.title=承包'].join('\n'), 'param'))
  expect(ok(await w.nobody.get('/cpt-system/param/sign', { tenantId: '100001' })).values).toEqual({})
})

test('a secret is sealed with its row: not in any answer, not in the database, not movable', async () => {
  const at = (v: string) => `/cpt-develop/datasource/${v}`
  const id = ok(
    await admin.post(at('submit'), { name: '外库', driverClass: 'postgresql', url: 'postgres://db.example.org/x', username: 'u', password: 'geheim-1234' }),
  )
  const answers = [await admin.get(at('detail'), { id }), await admin.get(at('list')), await admin.get(at('select'))]
  expect(JSON.stringify(answers)).not.toContain('geheim')
  expect(answers[0]!.data.has_password).toBe(1)
  const kept = async () =>
    (await w.db.pool.query(`select sealed from sealed_secret where owner = 'datasource' and "ownerId" = $1`, [id])).rows[0]?.sealed as string
  const first = await kept()
  expect(first).not.toContain('geheim')
  const sealer = openSealer(w.dataDir)
  expect(sealer.open(first, `datasource.${id}.password`)).toBe('geheim-1234')
  expect(() => sealer.open(first, `datasource.1.password`)).toThrow()
  const { rev } = answers[0]!.data
  ok(await admin.post(at('submit'), { id, rev, name: '外库二', driverClass: 'postgresql', url: 'postgres://db.example.org/x', username: 'u', password: '' }))
  expect(await kept()).toBe(first)
  const audit = JSON.stringify((await w.db.pool.query(`select diff from audit_event where object = 'datasource'`)).rows)
  expect(audit).not.toContain('geheim')
  expect((await admin.post(at('submit'), { name: 'y', driverClass: 'mysql', url: 'mysql://u:p@h/x', username: 'u' })).code).toBe(400)
  ok(await admin.post(at('remove'), {}, { ids: id }))
  expect(await kept()).toBeUndefined()
})
test('data sources say that they are off where the operator left them off', async () => {
  const { routes } = compose({
    session: { keys: { keyId: '', publicKey: '', privateKey: '' }, captcha: false },
    storage: folderStorage('/nowhere'),
    dataDir: '/nowhere',
    baseMap: { url: '', layer: '', attribution: '' },
    site: { dataSources: false, outboundAllow: [], sealKeyFile: '' },
  } as never)
  const of = routes.filter((r) => r.path.startsWith('/cpt-develop/datasource/'))
  expect(of.length).toBeGreaterThanOrEqual(5)
  for (const r of of) await expect(r.run({} as never, {}, {} as never)).rejects.toThrow('该功能未启用')
})

test.each([
  ['dataPushConfig', { name: '上报', regionCode: '512021', url: 'https://example.org/push' }],
  ['empower', { name: '好差评', ipList: '10.1.2.3,10.2.0.0/16' }],
])('%s: identity and secret are made by the server, shown once, and kept sealed', async (name, row) => {
  const at = (v: string) => `/cpt-system/${name}/${v}`
  const appId = ok(await admin.get(at('generateAppId'))),
    appSecret = ok(await admin.get(at('generateAppSecret')))
  expect([/^[0-9a-f]{16}$/.test(appId), /^[0-9a-f]{64}$/.test(appSecret), ok(await admin.get(at('generateAppId'))) === appId]).toEqual([true, true, false])
  const id = ok(await admin.post(at('submit'), { ...row, appId, appSecret }))
  const answers = JSON.stringify([await admin.get(at('detail'), { id }), await admin.get(at('list'))])
  expect([answers.includes(appSecret), answers.includes('"has_appSecret":1')]).toEqual([false, true])
  expect((await admin.post(at('submit'), { ...row, appId, appSecret })).code).toBe(400)
  expect((await admin.post(at('submit'), { ...row, appId: 'short' })).code).toBe(400)
  if (name === 'empower') expect((await admin.post(at('submit'), { ...row, appId: '0123456789abcdef', ipList: '10.1.2.3/99' })).code).toBe(400)
  else expect((await admin.post(at('submit'), { ...row, appId: '0123456789abcdef', regionCode: '44' })).code).toBe(403)
  expect((await village.get(at('generateAppSecret'))).code).toBe(403)
  expect((await other.get(at('detail'), { id })).code).toBe(404)
})

test('the master key is made once, for its owner only', async () => {
  const file = join(w.dataDir, 'seal-key')
  expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{64}$/)
  const { stat } = await import('node:fs/promises')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('an address of the own network is refused where it is saved, by its field, in both languages', async () => {
  const inner = [
    'https://10.0.0.7/a',
    'https://192.168.1.1',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://intranet/x',
    'https://db.internal',
    'http://example.org/x',
  ]
  const forms: readonly [path: string, field: string, form: object][] = [
    ['/cpt-system/dataPushConfig/submit', 'url', { regionCode: '512021', name: '推送', appId: '0123456789abcdef', appSecret: secretOf('a') }],
    ['/cpt-resource/sms/submit', 'endpoint', { smsCode: 'x', category: '1', accessKey: 'a', secretKey: 'b', signName: 's' }],
    ['/cpt-resource/oss/submit', 'endpoint', { ossCode: 'x', category: '1', accessKey: 'a', secretKey: 'b', bucketName: 'b' }],
  ]
  for (const [path, field, form] of forms)
    for (const address of inner) {
      const [zh, en] = await Promise.all(
        (['zh', 'en'] as const).map((l) => admin.send('POST', path, { body: { ...form, [field]: address }, headers: { 'accept-language': l } })),
      )
      expect([path, address, zh!.data?.fields, en!.data?.fields]).toEqual([
        path,
        address,
        [{ field, msg: '不允许访问该地址' }],
        [{ field, msg: 'Calls to this address are not allowed' }],
      ])
    }
  for (const table of ['data_push_config', 'sms', 'oss']) {
    const { rows } = await w.db.pool.query(`select count(*)::int as n from ${table} where to_jsonb(${table})::text ~ '10\\.0\\.0\\.7|intranet|internal'`)
    expect([table, rows[0].n]).toEqual([table, 0])
  }
})

/** A good form of each resource with secrets, by its path: its secrets, and an other value of each field that says where they are sent. */
const SEALED: Readonly<Record<string, { form: object; secret: object; moves: Readonly<Record<string, string>>; stays?: Readonly<Record<string, string>> }>> = {
  '/cpt-develop/datasource': {
    form: { name: '迁库', driverClass: 'postgresql', url: 'jdbc:postgresql://db.example.org/x', username: 'u' },
    secret: { password: 'geheim-1234' },
    moves: { url: 'postgres://db.example.org:5433/x' },
    stays: { url: 'jdbc:postgresql://db.example.org/y' },
  },
  '/cpt-resource/sms': {
    form: { smsCode: 'moves', category: 'http', endpoint: 'https://a.example.org/send', accessKey: 'a', signName: '承包', templateId: 'T1' },
    secret: { secretKey: 'geheim-1234' },
    moves: { endpoint: 'https://b.example.org/send' },
    stays: { endpoint: 'https://A.example.org:443/v2/send' },
  },
  '/cpt-resource/outlet': {
    form: { outletCode: 'moves', category: 'mail', endpoint: 'smtps://a.example.org:465', sender: 'a@example.org', account: 'a' },
    secret: { secretKey: 'geheim-1234' },
    moves: { endpoint: 'smtps://a.example.org:2465' },
  },
  '/cpt-resource/oss': {
    form: { ossCode: 'moves', category: '1', endpoint: 'https://a.example.org', bucketName: 'land', accessKey: 'a' },
    secret: { secretKey: 'geheim-1234' },
    moves: { endpoint: 'https://b.example.org' },
    stays: { endpoint: 'https://a.example.org/' },
  },
  '/cpt-system/oauth-source': {
    form: { source: 'moves', sourceName: '认证', category: 'oidc', issuer: 'https://a.example.org/x', oauthClientId: 'c', oauthScope: 'openid' },
    secret: { clientSecret: 'geheim-1234' },
    moves: { issuer: 'https://a.example.org.evil.example/x' },
    stays: { issuer: 'https://a.example.org/y' },
  },
  '/yzt/gis-service': {
    form: { name: '影像', type: 'xyz', url: 'https://a.example.org/{z}/{x}/{y}.png', keyName: 'tk', sort: 1 },
    secret: { key: 'geheim-1234' },
    moves: { url: 'https://b.example.org/{z}/{x}/{y}.png', keyName: 'q' },
    stays: { url: 'https://a.example.org/v2/{z}/{x}/{y}.png' },
  },
  '/cpt-system/webhook': {
    form: { name: '迁移', url: 'https://a.example.org/hook', events: 'case.finished' },
    secret: { secret: `whsec_${Buffer.from(secretOf('a'), 'hex').toString('base64')}` },
    moves: { url: 'https://b.example.org/hook' },
    stays: { url: 'https://a.example.org/other' },
  },
  '/cpt-system/accessConfig': {
    form: {
      name: '省平台',
      regionCode: '512021',
      url: 'https://a.example.org/access',
      senderCode: 'S1',
      algorithm: 'HMAC-SM3',
      businessTag: SPELLINGS.business[0],
      parcelTag: SPELLINGS.parcel[0],
    },
    secret: { appSecret: secretOf('a') },
    moves: { url: 'https://b.example.org/access' },
    stays: { url: 'https://a.example.org/v2' },
  },
  '/cpt-system/dataPushConfig': {
    form: { name: '迁移', regionCode: '512022', url: 'https://a.example.org/push', appId: '00112233445566aa', format: 'json', algorithm: 'HMAC-SM3' },
    secret: { appSecret: secretOf('a') },
    moves: { url: 'https://b.example.org/push' },
    stays: { url: 'https://a.example.org/v2' },
  },
  // who calls us is sent nothing
  '/cpt-system/empower': {
    form: { name: '迁移', appId: '00112233445566bb', algorithm: 'HMAC-SM3' },
    secret: { appSecret: secretOf('a') },
    moves: {},
    stays: { ipList: '10.1.2.3' },
  },
}
test('of each resource with secrets, a kept one does not follow to another place: whoever names it enters the secret again', async () => {
  const writing = w.routes.filter((r) => r.method === 'POST' && r.derived?.some((n) => n.startsWith('has_')))
  const pathOf = (r: { path: string }) => r.path.slice(0, r.path.lastIndexOf('/'))
  expect([...new Set(writing.map(pathOf))].toSorted()).toEqual(Object.keys(SEALED).toSorted())
  for (const [path, { form, secret, moves, stays }] of Object.entries(SEALED)) {
    const id = ok(await admin.post(`${path}/submit`, { ...form, ...secret }))
    const row = async () => (await admin.get(`${path}/detail`, { id })).data
    const verbs = writing.filter((r) => pathOf(r) === path && !r.path.endsWith('/save')).map((r) => r.path)
    for (const verb of verbs)
      for (const [field, value] of Object.entries(moves)) {
        const before = await row()
        const said = await Promise.all(
          (['zh', 'en'] as const).map((l) => admin.send('POST', verb, { body: { ...before, [field]: value }, headers: { 'accept-language': l } })),
        )
        expect([verb, field, ...said.map((a) => [a.status, a.key])]).toEqual([verb, field, [400, 'secret-again'], [400, 'secret-again']])
        expect(said.map((a) => a.msg)).toEqual([expect.stringMatching(/已更改，请重新填写/), expect.stringMatching(/ has changed: enter the .* again$/)])
        expect(await row()).toEqual(before)
        ok(await admin.post(verb, { ...before, [field]: value, ...secret }))
        ok(await admin.post(verb, { ...(await row()), ...form, ...secret }))
      }
    // the same place by another path, and a row without a secret, ask for none
    if (stays) ok(await admin.post(`${path}/submit`, { ...(await row()), ...stays }))
    await w.db.pool.query('delete from sealed_secret where "ownerId" = $1', [id])
    const without = await row()
    // what signs is not enabled without one
    ok(await admin.post(`${path}/submit`, { ...without, ...form, ...moves, ...(without.isEnabled === undefined ? {} : { isEnabled: 0 }) }))
    ok(await admin.post(`${path}/remove`, {}, { ids: id }))
  }
})
