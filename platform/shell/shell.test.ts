import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import product from '../../package.json' with { type: 'json' }
import { FileResponse } from '../../kit/server/route.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { buildIssuer } from '../../tests/factories.ts'
import { world, type World } from '../../tests/world.ts'
import { operationFile, operationFiles } from './manual.server.ts'
import { chainOf, denialOf } from './why-not.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const VILLAGE = '512021119203'
const of = (page: string) => ({ page })

test('a setting belongs to its person: written, read, replaced, and unseen by others', async () => {
  const county = await w.as('county'),
    village = await w.as('village')
  expect((await county.get('/basic/user-setting/detail', of('cbf'))).data).toBeNull()
  const value = { hidden: ['lxdh'], views: [{ name: '我的', search: { cbfmc: '张' } }] }
  expect((await county.post('/basic/user-setting/submit', { page: 'cbf', value })).code).toBe(200)
  expect((await county.get('/basic/user-setting/detail', of('cbf'))).data).toEqual(value)
  expect((await village.get('/basic/user-setting/detail', of('cbf'))).data).toBeNull()
  await county.post('/basic/user-setting/submit', { page: 'cbf', value: {} })
  expect((await county.get('/basic/user-setting/detail', of('cbf'))).data).toEqual({})
  expect((await w.nobody.get('/basic/user-setting/detail', of('cbf'))).code).toBe(401)
  // a list asks for its setting and its views at once
  await county.post('/platform/list-view/save', { list: 'cbf', title: '缺电话', kind: 'private' })
  expect((await county.get('/basic/list-look', of('cbf'))).data).toMatchObject({ setting: {}, views: [{ title: '缺电话', mayEdit: 1 }] })
  expect((await village.get('/basic/list-look', of('cbf'))).data).toEqual({ setting: null, views: [] })
  expect([(await county.get('/basic/list-look', of('a b'))).code, (await w.nobody.get('/basic/list-look', of('cbf'))).code]).toEqual([400, 401])
})
test('a setting that is no object, too large, or of a strange page is refused in both languages', async () => {
  const county = await w.as('county')
  const submit = (body: object, lang = 'zh') => county.send('POST', '/basic/user-setting/submit', { body, headers: { 'accept-language': lang } })
  for (const value of [null, [], 'x', 1]) expect((await submit({ page: 'cbf', value })).msg).toBe('界面设置不正确')
  const large = { page: 'cbf', value: { a: 'x'.repeat(20_000) } }
  expect([(await submit(large)).msg, (await submit(large, 'en')).msg]).toEqual(['界面设置过大，请删除一些视图', 'The setting is too large; remove some views'])
  for (const page of ['', 'a b', "x'--", 'x'.repeat(81)]) expect((await submit({ page, value: {} })).code).toBe(400)
})

/** Calls about drafts of one person. */
async function drafts(account: Parameters<World['as']>[0]) {
  const who = await w.as(account)
  const send = (verb: string, body: object, lang = 'zh') => who.send('POST', `/basic/form-draft/${verb}`, { body, headers: { 'accept-language': lang } })
  return {
    who,
    send,
    keep: (form: string, values: object, page = '/land/cbf?open=edit.7') => send('keep', { form, page, body: { values } }),
    read: async (form: string) => (await who.get('/basic/form-draft/detail', { form })).data,
    list: async () => (await who.get('/basic/form-draft/list')).data,
  }
}
test('a draft belongs to its person: kept, replaced, offered with its page, gone when it is given up; nobody else reads it', async () => {
  w.setNow('2026-03-02')
  const [county, village] = [await drafts('county'), await drafts('village')]
  expect(await county.read('cbf 7')).toBeNull()
  expect((await county.keep('cbf 7', { cbfmc: '张三' })).data).toEqual({ at: w.ago(0) })
  expect((await county.keep('cbf 7', { cbfmc: '张三丰', jtcyList: [{ cyxm: '李四', password: 'Geheim-1' }], clientSecret: 'Geheim-2' })).code).toBe(200)
  const page = '/land/cbf?open=edit.7'
  expect(await county.read('cbf 7')).toEqual({ form: 'cbf 7', at: w.ago(0), page, body: { values: { cbfmc: '张三丰', jtcyList: [{ cyxm: '李四' }] } } })
  expect(await county.list()).toEqual([{ form: 'cbf 7', page, at: w.ago(0) }])
  expect([await village.read('cbf 7'), await village.list()]).toEqual([null, []])
  // whoever reads the table reads nothing
  const stored = JSON.stringify((await w.db.pool.query('select * from form_draft')).rows)
  for (const word of ['张三丰', 'Geheim', '/land/cbf']) expect(stored).not.toContain(word)
  // a row that is moved to somebody else does not open
  await w.db.pool.query(`update form_draft set "userId" = (select id from sys_user where account = 'village' and "tenantId" = '000000')`)
  expect([await village.read('cbf 7'), await village.list()]).toEqual([null, []])
  await w.db.pool.query(`update form_draft set "userId" = (select id from sys_user where account = 'county' and "tenantId" = '000000')`)
  expect((await village.send('drop', { form: 'cbf 7' })).code).toBe(200)
  expect((await county.list()).length).toBe(1)
  expect((await county.send('drop', { form: 'cbf 7' })).code).toBe(200)
  expect(await county.list()).toEqual([])
})
test('who looks through another person’s eyes sees no draft of hers and gets no key', async () => {
  const county = await drafts('county')
  await county.keep('cbf 8', { cbfmc: '王五' })
  const admin = await w.as('admin')
  const { rows } = await w.db.pool.query(`select id from sys_user where account = 'county' and "tenantId" = '000000'`)
  const token = (await admin.post('/basic/view-as', { userId: String(rows[0].id) })).data.access_token
  const headers = { 'cpt-auth': `bearer ${token}` }
  const seen = {
    get: (path: string, query = {}) => w.nobody.send('GET', path, { query, headers }),
    post: (path: string, body: object) => w.nobody.send('POST', path, { body, headers }),
  }
  expect((await seen.get('/basic/form-draft/detail', { form: 'cbf 8' })).data).toBeNull()
  expect((await seen.get('/basic/form-draft/list')).data).toEqual([])
  expect((await seen.get('/basic/form-draft/key')).key).toBe('only-looking')
  expect((await seen.post('/basic/form-draft/keep', { form: 'cbf 8', page: '/', body: {} })).key).toBe('only-looking')
  await county.send('drop', { form: 'cbf 8' })
})
test('the key with which browsers lay drafts aside is the same for a person and another for each', async () => {
  const key = async (account: Parameters<World['as']>[0]) => (await (await w.as(account)).get('/basic/form-draft/key')).data.key
  const [one, again, other] = [await key('county'), await key('county'), await key('village')]
  expect([one === again, one === other, /^[\da-f]{64}$/.test(one)]).toEqual([true, false, true])
  expect((await w.nobody.get('/basic/form-draft/key')).code).toBe(401)
})
test('a draft that is malformed or too large is refused in both languages; of one too many the oldest goes; a page elsewhere is not led to', async () => {
  const { send, keep, list, read } = await drafts('county')
  for (const body of [null, [], 'x', 1]) expect((await send('keep', { form: 'a', page: '/', body })).msg).toBe('草稿内容不正确')
  for (const form of ['', "x';--", 'x'.repeat(121), 7]) expect((await send('keep', { form, page: '/', body: {} })).msg).toBe('表单名称不正确')
  const large = { form: 'a', page: '/', body: { a: 'x'.repeat(300_000) } }
  expect([(await send('keep', large)).msg, (await send('keep', large, 'en')).msg]).toEqual([
    '填写的内容过多，无法保存草稿',
    'There is too much in the form to keep it as a draft',
  ])
  for (const page of ['https://evil.example/', '//evil.example', '/\\evil', 7]) {
    await send('keep', { form: 'f 0', page, body: {} })
    expect((await read('f 0')).page).toBe('/')
  }
  for (let i = 1; i < 50; i++) expect((await keep(`f ${i}`, {})).code).toBe(200)
  const forms = async () => (await list()).map((d: { form: string }) => d.form)
  await w.db.pool.query(
    `update form_draft set "updateTime" = "updateTime" - case form when 'f 0' then interval '2 hours' else interval '1 hour' end where form in ('f 0', 'f 1')`,
  )
  // one that is kept already goes on, and is the oldest no more
  expect([(await keep('f 0', { a: 1 })).code, (await forms()).length]).toEqual([200, 50])
  expect([(await keep('one more', {})).code, (await forms()).length, (await forms()).includes('f 1')]).toEqual([200, 50, false])
  expect(await forms()).toEqual(expect.arrayContaining(['one more', 'f 0', 'f 2', 'f 49']))
  // nobody went on with them for a month
  w.setNow('2026-04-03')
  await w.maintenance.runDue()
  expect(await (await drafts('county')).list()).toEqual([])
})

test('two who have one record open are told of each other; who may not see it learns nothing', async () => {
  const [county, town] = [await w.as('county'), await w.as('town')]
  const { id } = await buildIssuer(w)
  const record = { record: 'fbf', id }
  const ask = async (who: typeof county, more = {}) => (await who.get('/basic/presence', { ...record, ...more })).data
  expect(await ask(county, { editing: '1' })).toEqual([])
  const [seen, ...more] = await ask(town)
  expect([seen.isEditing, seen.name.length > 0, more]).toEqual([1, true, []])
  expect((await ask(county)).map((x: { isEditing: number }) => x.isEditing)).toEqual([0])
  // and told by the live channel, to each who has it open, of the others alone
  const told = async (who: typeof county) => /event: presence\ndata: (.*)/.exec((await who.get('/basic/live')).raw.toString())?.[1]
  const key = `fbf.${id}`
  expect(JSON.parse((await told(county))!)).toEqual({ [key]: [{ name: expect.any(String), isEditing: 0 }] })
  expect(JSON.parse((await told(town))!)).toEqual({ [key]: [{ name: seen.name, isEditing: 0 }] })
  expect(await told(await w.as('large'))).toBeUndefined()
  // closed, or silent for longer than open pages are: gone
  await ask(town, { gone: '1' })
  expect(await ask(county)).toEqual([])
  await ask(town)
  w.setNow('2026-04-03 09:00:46')
  expect(await ask(await w.as('county'))).toEqual([])
  w.setNow('2026-04-03')
  const kept = async () => (await w.db.pool.query('select count(*)::int as n from record_presence')).rows[0].n
  const before = await kept()
  for (const [who, of] of [
    ['other', record],
    ['large', record],
    ['county', { record: 'fbf', id: '1' }],
    ['county', { record: 'nothing', id }],
  ] as const)
    expect([who, (await (await w.as(who)).get('/basic/presence', of)).data]).toEqual([who, []])
  expect(await kept()).toBe(before)
  expect((await (await w.as('county')).get('/basic/presence', { record: 'fbf', id: 'x' })).msg).toBe('请指定记录')
  expect((await w.nobody.get('/basic/presence', record)).code).toBe(401)
})

test('the site tells its deployment and callbacks to people who are signed in only', async () => {
  expect((await (await w.as('village')).get('/basic/site')).data).toEqual({
    version: product.version,
    deployment: '',
    switchMode: false,
    callbacks: [],
    silentCodes: [],
  })
  expect((await w.nobody.get('/basic/site')).code).toBe(401)
})
test('settings name the deployment, the origins and the silent codes, and a malformed one stops the start', () => {
  const { shell } = readConfig({ DEPLOYMENT: 'sx', SWITCH_MODE: 'on', CALLBACK_ALLOW: 'https://gov.example/,http://10.0.0.1:8080' })
  expect(shell).toMatchObject({ deployment: 'sx', switchMode: true, callbacks: ['https://gov.example', 'http://10.0.0.1:8080'] })
  for (const wrong of ['*', 'gov.example', 'https://gov.example/path', 'javascript:alert(1)'])
    expect(() => readConfig({ CALLBACK_ALLOW: wrong })).toThrow('CALLBACK_ALLOW')
  expect(readConfig({ SILENT_CODES: '418,451' }).shell.silentCodes).toEqual([418, 451])
  for (const wrong of ['x', '418;451', '401', '200']) expect(() => readConfig({ SILENT_CODES: wrong })).toThrow('SILENT_CODES')
})

test('the manual that comes with the product is listed and downloads as PDF', async () => {
  const village = await w.as('village')
  const [manual, ...more] = (await village.get('/basic/getOperationFiles')).data
  expect([manual.kind, manual.name, more]).toEqual(['manual', '农村土地承包管理系统操作手册', []])
  const file = await village.get('/basic/downloadOperationFile', { id: manual.id })
  expect([file.status, file.raw.length, file.raw.subarray(0, 5).toString()]).toEqual([200, manual.size, '%PDF-'])
  expect((await w.nobody.get('/basic/downloadOperationFile', { id: manual.id })).code).toBe(401)
})
test('documents stand before videos, other files are not told, and no name leads out of the folder', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-manual-'))
  for (const n of ['b.mp4', 'a.webm', 'z.pdf', 'secret.txt', 'make.ts']) await writeFile(join(dir, n), n)
  expect((await operationFiles(dir)).map((f) => [f.id, f.kind])).toEqual([
    ['z.pdf', 'manual'],
    ['a.webm', 'video'],
    ['b.mp4', 'video'],
  ])
  expect(await operationFile(dir, 'b.mp4')).toBeInstanceOf(FileResponse)
  for (const id of ['secret.txt', '../z.pdf', '/etc/passwd', '', undefined]) await expect(operationFile(dir, id)).rejects.toThrow('文件不存在')
  expect(await operationFiles(join(dir, 'nowhere'))).toEqual([])
  await rm(dir, { recursive: true, force: true })
})

test('why not: a button is denied by the role, named with the roles that hold it; a strange path tells nothing', async () => {
  const village = await w.as('village')
  const { data } = await village.get('/basic/why-not', { path: '/land/cbf' })
  const of = (code: string) => data.buttons.find((b: any) => b.code === code)
  expect(of('cbf_delete')).toMatchObject({ name: '删除', held: false, denied: 'role' })
  expect(of('cbf_delete').roles).toContain('镇级')
  expect(of('cbf_delete').roles).not.toContain('村级')
  expect(of('cbf_view')).toMatchObject({ held: true })
  expect([data.regionCode, data.dataScopes, data.apiPaths]).toEqual([VILLAGE, [], []])
  const english = await village.send('GET', '/basic/why-not', { query: { path: '/land/cbf' }, headers: { 'accept-language': 'en' } })
  expect(english.data.buttons.find((b: any) => b.code === 'cbf_delete').name).toBe('Delete')
  expect((await village.get('/basic/why-not', { path: '/nothing' })).data.buttons).toEqual([])
  expect((await village.get('/basic/why-not', { path: "/x' or 1=1" })).code).toBe(400)
})
test('why not: the administrator of another tenant holds no button of the page of tenants', async () => {
  const { data } = await (await w.as('other')).get('/basic/why-not', { path: '/system/tenant' })
  expect(data.buttons.length).toBeGreaterThan(3)
  for (const b of data.buttons) expect([b.code, b.held]).toEqual([b.code, false])
})
test('rules deny in their order: a password to be changed before the package, the package before the role', () => {
  const b = { id: '1', code: 'x_add' }
  const none = new Set<string>()
  expect(denialOf(b, { held: none, mustModify: true, allowed: none })).toBe('password')
  expect(denialOf(b, { held: new Set(['x_add']), mustModify: false, allowed: none })).toBe('package')
  expect(denialOf(b, { held: none, mustModify: false, allowed: undefined })).toBe('role')
  expect(denialOf(b, { held: new Set(['x_add']), mustModify: false, allowed: new Set(['1']) })).toBeUndefined()
})
test('every rule is told with whose it is: roles that give the button, or all of them when none does', () => {
  const b = { id: '1', code: 'x_add' }
  const ownRoles = [
    { name: '村级', gives: () => false },
    { name: '镇级', gives: (id: string) => id === '1' },
  ]
  const rules = (f: object) => chainOf(b, { held: new Set(), mustModify: false, allowed: undefined, ...f }).map((l) => [l.rule, l.passes, l.names.join()])
  expect(rules({ held: new Set(['x_add']), ownRoles })).toEqual([
    ['password', true, ''],
    ['package', true, ''],
    ['role', true, '镇级'],
  ])
  // outside the package nothing is held, but the roles are not to blame
  expect(rules({ allowed: new Set(['2']), packageName: '基础版', ownRoles })).toEqual([
    ['password', true, ''],
    ['package', false, '基础版'],
    ['role', true, '镇级'],
  ])
  expect(rules({ ownRoles: ownRoles.slice(0, 1) }).at(-1)).toEqual(['role', false, '村级'])
})
test('why not: administrators are told every rule, clerks only the one that denies', async () => {
  const chain = async (account: 'admin' | 'village') =>
    (await (await w.as(account)).get('/basic/why-not', { path: '/land/cbf' })).data.buttons.find((b: any) => b.code === 'cbf_delete').chain
  expect(await chain('village')).toBeUndefined()
  expect((await chain('admin')).map((l: any) => [l.rule, l.passes, l.names])).toEqual([
    ['password', true, []],
    ['package', true, []],
    ['role', true, ['超级管理员']],
  ])
})
