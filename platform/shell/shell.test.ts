import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileResponse } from '../../kit/server/route.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
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
})
test('a setting that is no object, too large, or of a strange page is refused in both languages', async () => {
  const county = await w.as('county')
  const submit = (body: object, lang = 'zh') => county.send('POST', '/basic/user-setting/submit', { body, headers: { 'accept-language': lang } })
  for (const value of [null, [], 'x', 1]) expect((await submit({ page: 'cbf', value })).msg).toBe('界面设置不正确')
  const large = { page: 'cbf', value: { a: 'x'.repeat(20_000) } }
  expect([(await submit(large)).msg, (await submit(large, 'en')).msg]).toEqual(['界面设置过大，请删除一些视图', 'The setting is too large; remove some views'])
  for (const page of ['', 'a b', "x'--", 'x'.repeat(81)]) expect((await submit({ page, value: {} })).code).toBe(400)
})

test('the site tells its deployment and callbacks to people who are signed in only', async () => {
  expect((await (await w.as('village')).get('/basic/site')).data).toEqual({ deployment: '', switchMode: false, callbacks: [], silentCodes: [] })
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
