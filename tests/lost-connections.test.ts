// What PostgreSQL, an operator or the network ends: people are told that the system is busy, the process lives, and the next transaction works.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, type DatabaseHandle, type Tx } from '../kit/server/db.server.ts'
import { freshDatabase } from './states.ts'

const TENANT = { tenantId: '000000' }
const BUSY = { key: 'busy', status: 503 }
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let db: DatabaseHandle
beforeAll(async () => {
  fresh = await freshDatabase('schema')
  db = openServer(String((fresh.db.pool.options as { connectionString?: string }).connectionString), 3, { statement: 400, lock: 200, idle: 300 }, 300)
})
afterAll(async () => {
  await db?.close()
  await fresh?.db.close()
  await fresh?.drop()
})

const pid = async (tx: Tx) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid
const end = (backend: number) => fresh.db.pool.query('select pg_terminate_backend($1)', [backend])
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const works = async () => expect(await db.transaction(TENANT, pid)).toBeGreaterThan(0)

test('each connection compiles no statement and has the day of China, whatever the server is set to', async () => {
  const { rows } = await db.pool.query(`select name, setting, source from pg_settings where name in ('jit', 'TimeZone') order by 1`)
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'Asia/Shanghai', source: 'client' },
    { name: 'jit', setting: 'off', source: 'client' },
  ])
})

test('a connection that is lost while nothing is asked of it does not end the process', async () => {
  const lost = db.transaction(TENANT, async (tx) => {
    await end(await pid(tx))
    await sleep(150)
    return pid(tx)
  })
  await expect(lost).rejects.toMatchObject(BUSY)
  await works()
})

test('a connection that is lost under a statement is told as busy, also to one that only reads', async () => {
  for (const readOnly of [false, true]) {
    const lost = db.transaction({ ...TENANT, readOnly }, async (tx) => {
      const backend = await pid(tx)
      setTimeout(() => void end(backend), 50)
      await sql`select pg_sleep(2)`.execute(tx)
    })
    await expect(lost).rejects.toMatchObject(BUSY)
    await works()
  }
})

test('a statement, a lock, a silent transaction and the wait for a connection have an end', async () => {
  await expect(db.transaction(TENANT, (tx) => sql`select pg_sleep(5)`.execute(tx))).rejects.toMatchObject(BUSY)
  await expect(db.read(TENANT, sql`select pg_sleep(5)`)).rejects.toMatchObject(BUSY)
  await expect(db.transaction(TENANT, async (tx) => (await pid(tx), await sleep(900), pid(tx)))).rejects.toMatchObject(BUSY)
  const holder = await fresh.db.pool.connect()
  await holder.query('begin; lock table row_count in exclusive mode')
  const begun = performance.now()
  const write = (tx: Tx) => tx.deleteFrom('row_count').where('tenantId', '=', '000000').execute()
  await expect(db.transaction(TENANT, write)).rejects.toMatchObject(BUSY)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await holder.query('rollback')
  holder.release()
  const all = Array.from({ length: 4 }, () =>
    db.transaction({ ...TENANT, beside: true }, (tx) => sql`select pg_sleep(0.9)`.execute(tx)).catch((e: Error) => e.message),
  )
  expect((await Promise.all(all)).filter((x) => typeof x === 'string')).toEqual([expect.stringContaining('timeout')])
  await works()
})

test('work beside people takes its time and is told what happened', async () => {
  await db.transaction({ ...TENANT, beside: true }, (tx) => sql`select pg_sleep(0.7)`.execute(tx))
  const lost = db.transaction({ ...TENANT, beside: true }, async (tx) => (await end(await pid(tx)), await sleep(150), pid(tx)))
  await expect(lost).rejects.not.toMatchObject({ key: 'busy' })
  await works()
})
