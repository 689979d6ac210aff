// The code generator over HTTP; what it makes is compiled and compared with the table it was made of.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '../../kit/server/columns.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { unzipped } from '../files/testing.server.ts'
import { overlay, suggest } from './columns.ts'
import { renderedName, renderCode } from './render.ts'

const ROOT = resolve(import.meta.dirname, '../..')
let w: World
let admin: Client
let folder = ''
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
  // two levels below the root, as a slice is, and ignored by git
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.cache/generated-'))
})
afterAll(async () => {
  await w?.end()
  await rm(folder, { recursive: true, force: true })
})

const description = (over: Record<string, unknown> = {}) => ({
  codeName: '岗位',
  serviceName: 'gen-post',
  packageName: 'gen',
  tableName: 'sys_post',
  tablePrefix: 'sys_',
  pkName: 'id',
  baseMode: '1',
  wrapMode: '1',
  apiPath: '/cpt-gen/post',
  webPath: '/gen/post',
  ...over,
})
const make = async (over: Record<string, unknown> = {}) => {
  const a = await admin.post('/cpt-develop/code/submit', description(over))
  expect(a.msg).toBe('操作成功')
  return a.data as string
}
const generated = async (...ids: string[]) => {
  const file = await admin.post('/cpt-develop/code/gen-code', {}, { ids: ids.join(','), system: 'saber' })
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip'])
  return { bytes: file.raw, files: new Map([...(await unzipped(file.raw))].map(([name, bytes]) => [name, bytes.toString()])) }
}

test('what is generated of tables of every kind compiles, and its definitions ask for exactly the columns of their tables', async () => {
  const tables = ['sys_post', 'fbf', 'cbf', 'dk', 'jtcy', 'cbht', 'business', 'notice', 'sms', 'tenant', 'gen_code', 'publicity']
  const ids = []
  for (const [i, tableName] of tables.entries())
    ids.push(
      await make({ tableName, tablePrefix: tableName === 'sys_post' ? 'sys_' : '', apiPath: `/gen/t${i}`, webPath: `/gen/t${i}`, baseMode: i % 2 ? '2' : '1' }),
    )
  const { files, bytes } = await generated(...ids)
  expect([...files.keys()].filter((n) => n.startsWith('gen/post')).sort()).toEqual(['gen/post.md', 'gen/post.server.ts', 'gen/post.ts', 'gen/post.web.tsx'])
  expect(files.has('gen/PostPage.web.tsx')).toBe(true)
  await writeFile(join(folder, 'code.zip'), bytes)
  expect(spawnSync('python3', ['-m', 'zipfile', '-t', join(folder, 'code.zip')], { encoding: 'utf8' }).stdout).toContain('Done testing')
  for (const [name, text] of files) await writeFile(join(folder, name.replace(/^gen\//, '')), text)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['.', '../../land/map/web/css.d.ts'] }))
  const tsc = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' })
  expect([tsc.stdout, tsc.status]).toEqual(['', 0])
  for (const table of tables) {
    const name = renderedName({ tableName: table, tablePrefix: 'sys_' })
    const made = ((await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as any)[name]
    const real = w.slices.flatMap((s) => s.resources).find((r) => r.name === table)!
    const sorted = (r: any) => columnsOf(r).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect([table, made.scope, sorted(made)]).toEqual([table, real.scope, sorted(real)])
    expect(made.fields[Object.keys(real.fields)[0]!].label).toBe(Object.values(real.fields)[0]!.label)
    expect(made.path).toMatch(/^\/gen\/t\d+$|^\/cpt-gen\/post$/)
  }
}, 300_000)

test('a table tells its fields; people change words, necessity, columns and searches, and nothing else', async () => {
  const { fields, scope, missing } = (await admin.get('/cpt-develop/code/generate-columns', { table: 'sys_post' })).data
  expect([scope, missing, fields.map((f: any) => f.name)]).toEqual(['tenant', [], ['category', 'postCode', 'postName', 'sort', 'remark']])
  expect(fields[0]).toMatchObject({ kind: 'dict', dict: 'post_category', label: '岗位类型' })
  const changed = [
    { name: 'postName', label: "名'称\n", required: 1, search: 'like', column: false, kind: 'json', max: 1 },
    { name: 'nothing', label: 'x' },
    null,
  ]
  const id = await make({ columns: changed })
  expect((await admin.get('/cpt-develop/code/detail', { id })).data.columns).toEqual(changed)
  const text = (await generated(id)).files.get('gen/post.ts')!
  expect(text).toContain(
    "postName: text('名\\'称', { en: 'Post', required: true, max: 64, search: 'like', column: false }),".replace("'Post'", `'${fields[2].en}'`),
  )
  expect(text).not.toContain('nothing')
})

test('what cannot be generated is refused in words: tables that are not there or not ours, another database, one file twice', async () => {
  const refused = async (over: Record<string, unknown>) => (await admin.post('/cpt-develop/code/submit', description(over))).data.fields
  expect(await refused({ tableName: 'nothing_here' })).toEqual([{ field: 'tableName', msg: '没有数据表：nothing_here' }])
  expect((await refused({ packageName: '../etc', apiPath: 'x y', pkName: 'key', tableName: 'A b' })).map((f: any) => f.field)).toEqual([
    'packageName',
    'tableName',
    'pkName',
    'apiPath',
  ])
  expect((await admin.get('/cpt-develop/code/generate-columns', { table: 'pg_authid' })).msg).toBe('没有数据表：pg_authid')
  const say = async (...ids: string[]) => (await admin.post('/cpt-develop/code/gen-code', {}, { ids: ids.join(',') })).msg
  expect(await say()).toBe('请选择至少一条数据')
  expect(await say(await make({ tableName: 'session' }))).toMatch(/^数据表session缺少公共列：/)
  expect((await admin.post('/cpt-develop/code/submit', description({ datasourceId: '7' }))).code).toBe(404)
  const one = await make()
  expect(await say(one, await make())).toBe('两个模块生成同一文件：gen/post.ts')
})

test('a description is copied with its fields, and every generation is in the audit log', async () => {
  const id = await make({ columns: [{ name: 'sort', label: '次序' }] })
  const { data: copy } = await admin.post('/cpt-develop/code/copy', {}, { id })
  expect((await admin.get('/cpt-develop/code/detail', { id: copy })).data).toMatchObject({ codeName: '岗位-副本', columns: [{ name: 'sort', label: '次序' }] })
  await generated(copy)
  const log = (await admin.get('/cpt-log/usual/list', { objectId: copy })).data.records.map((r: any) => r.action)
  expect(log).toEqual(['gen_code.generate', 'gen_code.insert'])
})

test('texts cannot leave their quotes or comments, and names of the language are no names', () => {
  const [field] = suggest([{ name: 'x', type: 'text', udt: 'text', length: null, scale: null, collation: null }]).fields
  const evil = `*/'\\\n\u2028;process.exit()`
  const files = renderCode({
    codeName: evil,
    serviceName: 's',
    packageName: 'p',
    tableName: 'default',
    tablePrefix: '',
    apiPath: '/a',
    webPath: '/b',
    scope: 'tenant',
    writes: true,
    page: true,
    fields: overlay([field!], [{ name: 'x', label: evil, en: evil }]),
  })
  const text = files.find((f) => f.path === 'p/default_.ts')!.text
  expect(text.match(/\*\//g)).toHaveLength(1 + 3)
  expect(text.split('\n').some((line) => line.startsWith(';'))).toBe(false)
  expect(text).toContain(`label: '*/\\'\\\\ ;process.exit()'`)
})

test('who has no button is refused', async () => {
  for (const account of ['county', 'large'] as const) expect((await (await w.as(account)).get('/cpt-develop/code/list')).status).toBe(403)
  expect((await (await w.as('other')).get('/cpt-develop/code/list')).status).toBe(403)
})
