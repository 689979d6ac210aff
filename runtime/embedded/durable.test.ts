import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../kit/server/db.server.ts'
import { freeBytes } from '../disk.server.ts'
import { openEmbedded } from './embedded.server.ts'
import { pauseAfter } from './engine.server.ts'
import { processStart, takeLock } from './lock.server.ts'

const LOST = [
  `select ST_Intersection(ST_GeomFromText('POLYGON((0 0,10 10,10 0,0 10,0 0))'), ST_GeomFromText('POLYGON((5 0,5 10,6 0,6 10,5 0))')) g`,
  `select convert_from('\\xc4e3bac3'::bytea, 'GBK')`,
]

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

test('a lost statement starts the engine again: open work is refused, committed rows stay, the pool goes on', async () => {
  const db = await openEmbedded({ dir })
  const pool = db.pool()
  await pool.query('create table t (a int); insert into t values (1)')
  for (const [i, sql] of LOST.entries()) {
    const client = await pool.connect()
    await client.query('begin; insert into t values (2)')
    const other = pool.query('insert into t values (3)')
    // once as a simple query, once with parameters: the engine loses them in different ways
    const query = { text: sql, ...(i === 0 ? { queryMode: 'extended' } : {}) }
    const [lost, waiting] = await Promise.allSettled([client.query(query), other])
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'XX000' } })
    expect(waiting).toMatchObject({ status: 'rejected', reason: { code: '57P02' } })
    client.release()
    expect((await pool.query('select array_agg(a) a from t')).rows).toEqual([{ a: [1] }])
    expect(db.restarts()).toBe(i + 1)
  }
  await db.close()
})

test('an engine that does not open again is tried for ever: who asks meanwhile is told at once, and it serves without a restart of the process', async () => {
  const said: string[] = []
  const db = await openEmbedded({ dir, log: (m) => said.push(m) })
  const pool = db.pool()
  await pool.query('create table t (a int); insert into t values (1)')
  const [control, aside] = [join(dir, 'pgdata/global/pg_control'), join(dir, 'aside')]
  renameSync(control, aside)
  await expect(pool.query({ text: LOST[0]!, queryMode: 'extended' } as QueryConfig)).rejects.toMatchObject({ code: 'XX000' })
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P03' })
  const begun = performance.now()
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P03' })
  expect(performance.now() - begun).toBeLessThan(300)
  renameSync(aside, control)
  while (db.restarts() === 0) await sleep(50)
  expect((await pool.query('select a from t')).rows).toEqual([{ a: 1 }])
  expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/did not open again, the next try is in 0.5 s/), 'the embedded database serves again']))
  await db.close()
})

test('the pauses between tries grow to half a minute and stay there', () => {
  expect([1, 2, 3, 7, 8, 5000].map(pauseAfter)).toEqual([500, 1000, 2000, 30_000, 30_000, 30_000])
})

test('while the disk has less room than is kept free nothing is written, and all that is there is read; with room again it is written without a restart', async () => {
  const engine = await openEmbedded({ dir })
  const db = openDatabase(engine.pool(), 'embedded', () => engine.close(), undefined, engine.hasRoom)
  await db.pool.query(`create role cpt_app; create table t (a int); insert into t values (1); grant all on t to cpt_app`)
  const write = () => db.transaction({ tenantId: '000000' }, (tx) => tx.insertInto('t').values({ a: 2 }).execute())
  const read = () => db.transaction({ tenantId: '000000', readOnly: true }, (tx) => tx.selectFrom('t').select('a').execute())
  await engine.reserve((await freeBytes(dir)) * 4)
  await expect(write()).rejects.toMatchObject({ key: 'full', status: 507 })
  expect([db.hasRoom(true), await read()]).toEqual([false, [{ a: 1 }]])
  // between the reserve and a third of it only what the product notes of its own work
  await engine.reserve((await freeBytes(dir)) * 2)
  expect([db.hasRoom(), db.hasRoom(true)]).toEqual([false, true])
  await engine.reserve(1)
  await write()
  expect([db.hasRoom(), await read()]).toEqual([true, [{ a: 1 }, { a: 2 }]])
  await db.close()
})

test('a statement that runs too long is ended by the watchdog', async () => {
  const db = await openEmbedded({ dir, watchdogMs: 1000 })
  const pool = db.pool()
  await expect(pool.query('select count(*) from generate_series(1, 4000000000)')).rejects.toThrow('longer than 1000 ms')
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }])
  expect(db.restarts()).toBe(1)
  await db.close()
})

test('a folder that a living process holds is refused, and free after close', async () => {
  const db = await openEmbedded({ dir })
  await expect(openEmbedded({ dir })).rejects.toThrow('in use by another process')
  await db.close()
  expect(existsSync(join(dir, 'lock'))).toBe(false)
  expect(existsSync(join(dir, 'initialising'))).toBe(false)
})

test('the lock of a dead process, or of another process with the same number, is taken over', () => {
  const file = join(dir, 'lock')
  const first = takeLock(file)
  expect(() => takeLock(file)).toThrow('in use')
  first.check()
  rmSync(file)
  expect(() => first.check()).toThrow('removed or taken')
  for (const started of ['1', undefined]) {
    writeFileSync(file, JSON.stringify({ pid: process.pid, started, host: hostname() }))
    takeLock(file).release()
  }
  expect(processStart(process.pid)).toBeDefined()
})

test('a mark of the engine that a power failure left empty does not keep the database closed', async () => {
  const db = await openEmbedded({ dir })
  await db.pool().query('create table t (a int); insert into t values (1)')
  await db.close()
  writeFileSync(join(dir, 'pgdata/postmaster.pid'), '')
  const again = await openEmbedded({ dir })
  expect((await again.pool().query('select a from t')).rows).toEqual([{ a: 1 }])
  await again.close()
})

test('every row acknowledged before kill -9 is there afterwards', async () => {
  const module = new URL('./embedded.server.ts', import.meta.url).href
  const code = `import { openEmbedded } from ${JSON.stringify(module)}
    const db = await openEmbedded({ dir: ${JSON.stringify(dir)} })
    const pool = db.pool(4)
    await pool.query('create table t (a int primary key)')
    for (let a = 0; ; a += 4) {
      await Promise.all([0, 1, 2, 3].map((n) => pool.query('insert into t values ($1)', [a + n]).then(() => process.stdout.write(a + n + '\\n'))))
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === 300) child.kill('SIGKILL')
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  const db = await openEmbedded({ dir })
  const { rows } = await db.pool().query('select a from t')
  const found = new Set(rows.map((r) => r.a as number))
  expect(acknowledged.length).toBeGreaterThanOrEqual(300)
  expect(acknowledged.filter((a) => !found.has(a))).toEqual([])
  await db.close()
})
