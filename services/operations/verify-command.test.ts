// The command as people run it, against a database of its own on disk or on the server.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock } from '../../kit/server/clock.server.ts'
import { openConfigured } from '../../apps/server/database.server.ts'
import { readConfig, ROOT } from '../../apps/server/config.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { migrate } from '../../runtime/migrate.server.ts'
import { chainAll } from '../../runtime/sequencer.server.ts'
import { freshDatabase } from '../../tests/world.ts'

let env: Record<string, string>
let end = async () => {}
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-verify-'))
  env = { DATA_DIR: dir, DATABASE_URL: '' }
  if (process.env.TEST_DATABASE_URL) {
    const { db, drop } = await freshDatabase('schema')
    const at = new URL(process.env.TEST_DATABASE_URL)
    at.pathname = `/${(await db.pool.query('select current_database() as name')).rows[0].name}`
    env.DATABASE_URL = at.toString()
    await db.close()
    end = drop
  }
  await inDatabase(async (db) => {
    await migrate(db.pool, join(ROOT, 'db/migrations'))
    for (const tenantId of ['000000', '000000', '000000', '100001'])
      await db.transaction({ tenantId }, (tx) =>
        audit(
          contextFor(tx, systemWho(tenantId), clock, 'test', async () => ''),
          { action: 'dk.update', object: 'dk', objectId: '1' },
        ),
      )
    await chainAll(db)
  })
})
afterAll(async () => {
  await end()
  await rm(env.DATA_DIR!, { recursive: true, force: true })
})

async function inDatabase(work: (db: DatabaseHandle) => Promise<unknown>): Promise<void> {
  const db = await openConfigured(readConfig(env))
  try {
    await work(db)
  } finally {
    await db.close()
  }
}
const run = (...args: string[]) => {
  const r = spawnSync(process.execPath, [join(ROOT, 'tools/audit-verify.mjs'), ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
  return { code: r.status, out: r.stdout, err: r.stderr }
}

test('a whole chain ends with 0', () => {
  expect(run()).toMatchObject({ code: 0, out: 'the chain holds: 4 rows of 2 tenants, 0 not chained yet\n' })
})

test('a broken chain ends with 1 and its first broken row', async () => {
  let id = ''
  await inDatabase(async (db) => {
    id = (await db.pool.query(`select id from audit_event where "tenantId" = '000000' and "chainSeq" = 2`)).rows[0].id
    await db.pool.query(`update audit_event set "objectId" = '2' where id = $1`, [id])
  })
  expect(run('000000')).toMatchObject({ code: 1, out: `broken: tenant 000000, number 2, row ${id}: 内容或位置被改动 / its content or place was changed\n` })
})

test('the chain of another tenant still holds', () => {
  expect(run('100001')).toMatchObject({ code: 0, out: 'the chain holds: 1 rows of 1 tenants, 0 not chained yet\n' })
})

test('a database that cannot be opened ends with 2 and says why', async () => {
  const kept = env
  env = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect(run()).toMatchObject({ code: 2, err: expect.stringContaining('the audit log could not be read') })
  env = kept
})
