// Code from tables of other databases: a data source that the description names, or that the tenant was given.
import { createHash } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { unzipped } from '../files/testing.server.ts'

// the server's half of the driver has no types
const mysql = createRequire(import.meta.url)('mysql2')
const sha1 = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()
/** What a client answers to the greeting of a server, by mysql_native_password. */
const proofOf = (password: string, ...greeting: Buffer[]) => {
  const once = sha1(Buffer.from(password))
  const mask = sha1(...greeting, sha1(once))
  return Buffer.from(once.map((b, i) => b ^ mask[i]!))
}

let w: World, admin: Client, other: Client, server: any, port: number
const asked: string[] = []
const COLUMNS = [
  { name: 'id', type: 'bigint', length: null, precision: 19, scale: 0, comment: '', nullable: 'NO' },
  { name: 'dkbm', type: 'varchar', length: 19, precision: null, scale: null, comment: '地块编码', nullable: 'NO' },
  { name: 'mj', type: 'decimal', length: null, precision: 15, scale: 2, comment: '面积', nullable: 'YES' },
  { name: 'lrsj', type: 'datetime', length: null, precision: null, scale: null, comment: '录入时间', nullable: 'YES' },
  { name: 'sl', type: 'int', length: null, precision: 10, scale: 0, comment: "数'量", nullable: 'YES' },
  { name: 'tx', type: 'geometry', length: null, precision: null, scale: null, comment: '', nullable: 'YES' },
]
const cell = (name: string) => ({
  catalog: 'def',
  schema: '',
  name,
  orgName: name,
  table: '',
  orgTable: '',
  characterSet: 45,
  columnLength: 255,
  columnType: 253,
  flags: 0,
  decimals: 0,
})
beforeAll(async () => {
  w = await world()
  ;[admin, other] = [await w.as('admin'), await w.as('other')]
  server = mysql.createServer((c: any) => {
    c.on('error', () => {})
    c.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xffffff,
      authCallback: (p: any, done: (e: null, refused?: { message: string; code: number }) => void) =>
        proofOf('geheim', p.authPluginData1, p.authPluginData2.subarray(0, 12)).equals(p.authToken) && p.user === 'reader' && p.database === 'old'
          ? (setImmediate(() => (c.sequenceId = 0)), done(null))
          : done(null, { message: 'Access denied', code: 1045 }),
    })
    c.on('query', (sql: string) => {
      asked.push(sql)
      c.sequenceId = 1
      setImmediate(() => (c.sequenceId = 0))
      if (sql.startsWith('select 1')) return c.writeTextResult([{ one: 1 }], [cell('one')])
      const names = Object.keys(COLUMNS[0]!)
      return c.writeTextResult(/table_name = 'old_dk'/.test(sql) ? COLUMNS : [], names.map(cell))
    })
  })
  server.listen(0)
  port = (server._server.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise((done) => server.close(done))
  await w?.end()
})
const ok = (a: { code: number; msg: string; data: any }) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
const source = (o: Record<string, unknown> = {}) =>
  admin.post('/cpt-develop/datasource/submit', {
    name: `旧库${Math.random()}`,
    driverClass: 'mysql',
    url: `jdbc:mysql://127.0.0.1:${port}/old`,
    username: 'reader',
    password: 'geheim',
    ...o,
  })
const describe_ = (o: Record<string, unknown>) => ({
  codeName: '旧地块',
  serviceName: 'old',
  packageName: 'old',
  tableName: 'old_dk',
  pkName: 'id',
  baseMode: '1',
  wrapMode: '1',
  apiPath: '/cpt-old/dk',
  webPath: '/old/dk',
  ...o,
})

test('a source is tried: it answers, or the person learns why not', async () => {
  const tried = async (o: Record<string, unknown> = {}) => admin.post('/cpt-develop/datasource/test', {}, { id: ok(await source(o)) })
  ok(await tried())
  const nobody = createServer().listen(0)
  const closed = (nobody.address() as AddressInfo).port
  await new Promise((done) => nobody.close(done))
  for (const [o, key] of [
    [{ password: 'wrong' }, 'datasource-failed'],
    [{ url: `mysql://127.0.0.1:${port}/another` }, 'datasource-failed'],
    [{ url: `mysql://127.0.0.1:${closed}/old` }, 'datasource-failed'],
    [{ driverClass: 'postgresql', url: `postgresql://127.0.0.1:${closed}/old` }, 'datasource-failed'],
    [{ url: 'mysql://10.1.2.3/old' }, 'outbound-address'],
    [{ driverClass: 'oracle', url: 'oracle://127.0.0.1:1521/old' }, 'datasource-driver'],
  ] as const)
    expect([o, (await tried(o)).key]).toEqual([o, key])
  expect((await source({ url: 'mysql://reader:geheim@127.0.0.1/old' })).msg).toBe('连接地址不能带用户名和密码')
  for (const url of ['mysql://127.0.0.1/', 'http://127.0.0.1/old', 'x'])
    expect([url, (await source({ url })).msg]).toEqual([url, '连接地址格式不正确，例：postgresql://主机:5432/库名'])
})

test('a description that names a source is made from its table, with a table of ours', async () => {
  const datasourceId = ok(await source())
  const { fields, skipped, missing } = ok(await admin.get('/cpt-develop/code/generate-columns', { table: 'old_dk', datasourceId }))
  expect(fields.map((f: any) => [f.name, f.kind, f.label, f.required])).toEqual([
    ['dkbm', 'text', '地块编码', true],
    ['mj', 'decimal', '面积', false],
    ['lrsj', 'datetime', '录入时间', false],
    ['sl', 'int', "数'量", false],
  ])
  expect([skipped, missing]).toEqual([['tx'], []])
  expect((await admin.post('/cpt-develop/code/submit', describe_({ datasourceId, tableName: 'nothing' }))).data).toEqual({
    fields: [{ field: 'tableName', msg: '没有数据表：nothing' }],
  })
  const id = ok(await admin.post('/cpt-develop/code/submit', describe_({ datasourceId })))
  const files = await unzipped((await admin.post('/cpt-develop/code/gen-code', {}, { ids: id })).raw!)
  expect([...files.keys()].sort()).toEqual([
    'old/OldDkPage.web.tsx',
    'old/old_dk.md',
    'old/old_dk.server.ts',
    'old/old_dk.sql',
    'old/old_dk.ts',
    'old/old_dk.web.tsx',
  ])
  // the definition's table is a table that the database takes
  await w.db.owner
    .transaction()
    .execute(async (tx) => {
      for (const statement of files.get('old/old_dk.sql')!.toString().split(';\n'))
        if (statement.trim()) await tx.executeQuery({ sql: statement, parameters: [], query: {} as never, queryId: { queryId: 'x' } })
      throw new Error('back')
    })
    .catch((e: Error) => expect(e.message).toBe('back'))
  expect(asked.some((q) => q.includes('information_schema'))).toBe(true)
})

test('a tenant that was given a source reads it where a description names none; another reads our own database', async () => {
  const datasourceId = ok(await source())
  await w.db.pool.query(`insert into role_menu ("roleId", "menuId", "tenantId") select r.id, m.id, r."tenantId" from sys_role r, menu m
    where r."tenantId" = '100001' and r."roleAlias" = 'admin' and m.code = 'gen_code_view'`)
  ok(await admin.post('/cpt-system/tenant/datasource', {}, { tenantId: '100001', datasourceId }))
  const table = (who: Client, name: string) => who.get('/cpt-develop/code/generate-columns', { table: name })
  expect(ok(await table(other, 'old_dk')).fields).toHaveLength(4)
  expect((await table(admin, 'old_dk')).msg).toBe('没有数据表：old_dk')
  expect((await other.get('/cpt-develop/code/generate-columns', { table: 'old_dk', datasourceId })).code).toBe(404)
  ok(await admin.post('/cpt-system/tenant/datasource', {}, { tenantId: '100001' }))
  expect((await table(other, 'old_dk')).msg).toBe('没有数据表：old_dk')
})

test('PostgreSQL tells its tables as MySQL does', async () => {
  const address = process.env.TEST_DATABASE_URL
  // the embedded engine answers nobody outside its process
  if (!address) return
  const at = new URL(address)
  const url = `postgresql://${at.host}/${(await w.db.pool.query('select current_database() as d')).rows[0].d}`
  const datasourceId = ok(
    await source({ driverClass: 'postgresql', url, username: decodeURIComponent(at.username), password: decodeURIComponent(at.password) }),
  )
  const { fields } = ok(await admin.get('/cpt-develop/code/generate-columns', { table: 'sys_post', datasourceId }))
  expect(fields.map((f: any) => [f.name, f.kind])).toEqual([
    ['category', 'text'],
    ['postCode', 'text'],
    ['postName', 'text'],
    ['sort', 'int'],
    ['remark', 'text'],
  ])
})
