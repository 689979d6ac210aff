import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clock } from '../kit/server/clock.server.ts'
import { freshDatabase } from '../tests/world.ts'
import { audit } from '../kit/server/audit.server.ts'
import { beginSigning, signHeadWith } from './audit-signature.server.ts'
import { verifyAudit } from './audit-verify.server.ts'
import { openSealer } from './seal.server.ts'
import { openDatabase, openServer, type DatabaseHandle } from '../kit/server/db.server.ts'
import { openEmbedded } from './embedded/embedded.server.ts'
import { contextFor } from './jobs.server.ts'
import { systemWho } from './maintenance.server.ts'
import { chainAll, chainAudit } from './sequencer.server.ts'

const MIGRATIONS = join(import.meta.dirname, '../db/migrations')
let db: DatabaseHandle
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await freshDatabase('schema'))
})
beforeEach(() => ask('delete from audit_event').then(() => ask('delete from audit_chain')))
afterAll(async () => {
  await db?.close()
  await drop?.()
})

/** One audit row of its own transaction, as a request writes it. */
const write = (name: string, tenantId = '000000') =>
  db.transaction({ tenantId }, (tx) =>
    audit(
      contextFor(tx, systemWho(tenantId), clock, 'test', async () => ''),
      { action: 'dk.update', object: 'dk', objectId: name, regionCode: '512021', diff: { dkmc: [null, name], z: 1, a: { c: 1, b: [2] } } },
    ),
  )
const writeMany = async (n: number, tenantId?: string) => {
  for (let i = 0; i < n; i += 1) await write(`row ${i}`, tenantId)
}
const ask = (text: string, values: unknown[] = []) => db.pool.query(text, values).then((r) => r.rows)
const idAt = async (seq: number, tenantId = '000000') =>
  (await ask('select id from audit_event where "tenantId" = $1 and "chainSeq" = $2', [tenantId, seq]))[0].id as string
const broken = async () => (await verifyAudit(db.owner)).broken

test('rows are numbered in the order of their ids, tenant by tenant, and the chain holds', async () => {
  await writeMany(5)
  await writeMany(3, '100001')
  expect(await verifyAudit(db.owner)).toEqual({ tenants: 2, rows: 0, waiting: 8 })
  expect(await chainAll(db, undefined, 3)).toBe(8)
  await writeMany(2)
  expect(await chainAll(db)).toBe(2)
  const rows = await ask('select "tenantId" t, "chainSeq"::int n from audit_event order by "tenantId", id')
  expect(rows).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => ({ t: '000000', n })).concat([1, 2, 3].map((n) => ({ t: '100001', n }))))
  expect(await verifyAudit(db.owner)).toEqual({ tenants: 2, rows: 10, waiting: 0 })
  expect(await verifyAudit(db.owner, { tenantId: '100001' })).toEqual({ tenants: 1, rows: 3, waiting: 0 })
})

const CONTENT: Record<string, string> = {
  account: `'somebody'`,
  '"userId"': '1',
  at: `at + interval '1 microsecond'`,
  ip: `'10.0.0.1'`,
  '"requestId"': `'x'`,
  action: `'dk.delete'`,
  object: `'cbf'`,
  '"objectId"': `'x'`,
  '"regionCode"': 'null',
  diff: `jsonb_set(diff, '{a,b,0}', '3')`,
  hash: `repeat('a', 64)`,
}
test.each(Object.entries(CONTENT))('a changed %s is found at its row', async (column, value) => {
  await writeMany(4)
  await chainAll(db)
  const id = await idAt(3)
  await ask(`update audit_event set ${column} = ${value} where id = $1`, [id])
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 3, id, why: 'changed' })
})

test('a removed row is found: in the middle, at the beginning and at the end', async () => {
  await writeMany(5)
  await chainAll(db)
  await ask('delete from audit_event where "chainSeq" = 5')
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 5, id: null, why: 'missing' })
  await ask('delete from audit_event where "chainSeq" = 3')
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 3, id: null, why: 'missing' })
  await ask('delete from audit_event where "chainSeq" = 1')
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 1, id: null, why: 'missing' })
})

test('the walk goes on behind a break: every changed row and every gap is told, at most a hundred', async () => {
  await writeMany(9)
  await chainAll(db)
  const [second, eighth] = [await idAt(2), await idAt(8)]
  await ask(`update audit_event set account = 'somebody' where "chainSeq" in (2, 8)`)
  await ask('delete from audit_event where "chainSeq" in (4, 5)')
  const { breaks, broken: first, rows } = await verifyAudit(db.owner)
  expect(breaks!.map((b) => [b.chainSeq, b.id, b.why])).toEqual([
    [2, second, 'changed'],
    [4, null, 'missing'],
    [8, eighth, 'changed'],
  ])
  expect([first, rows]).toEqual([breaks![0], 7])
  await writeMany(150)
  await chainAll(db)
  await ask(`update audit_event set account = 'somebody'`)
  expect((await verifyAudit(db.owner)).breaks).toHaveLength(100)
})

test('two rows that changed places are found, whether their hashes went along or not', async () => {
  await writeMany(5)
  await chainAll(db)
  const [a, b] = [await idAt(2), await idAt(4)]
  const swap = async (columns: string) => {
    await ask('update audit_event set "chainSeq" = -"chainSeq" where id in ($1, $2)', [a, b])
    await ask(
      `update audit_event e set ${columns} from (select id, "chainSeq", hash from audit_event where id in ($1, $2)) o where e.id in ($1, $2) and o.id in ($1, $2) and o.id <> e.id`,
      [a, b],
    )
  }
  await swap('"chainSeq" = -o."chainSeq"')
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 2, id: b, why: 'changed' })
  await swap('"chainSeq" = -o."chainSeq"')
  expect(await broken()).toBeUndefined()
  await swap('"chainSeq" = -o."chainSeq", hash = o.hash')
  expect(await broken()).toEqual({ tenantId: '000000', chainSeq: 2, id: b, why: 'changed' })
})

test('a tail removed with its head set back, and a whole chain made anew, disagree with heads kept outside', async () => {
  await writeMany(5)
  await chainAll(db)
  const [kept] = await ask('select "tenantId", "chainSeq"::int as "chainSeq", hash from audit_chain')
  const checkpoints = [kept]
  expect((await verifyAudit(db.owner, { checkpoints })).broken).toBeUndefined()
  await ask('delete from audit_event where "chainSeq" = 5')
  await ask('update audit_chain set "chainSeq" = 4, hash = (select hash from audit_event where "chainSeq" = 4)')
  expect(await broken()).toBeUndefined()
  expect((await verifyAudit(db.owner, { checkpoints })).broken).toEqual({ tenantId: '000000', chainSeq: 5, id: null, why: 'missing' })
  await ask(`update audit_event set "chainSeq" = null, hash = null, account = 'nobody'`)
  await ask('delete from audit_chain')
  await write('another')
  await chainAll(db)
  expect(await broken()).toBeUndefined()
  expect((await verifyAudit(db.owner, { checkpoints })).broken).toMatchObject({ chainSeq: 5, why: 'rewritten' })
})

test('a chain that was made anew with all its hashes is told by its head, which only the key outside the database signs', async () => {
  const sign = signHeadWith(openSealer(await mkdtemp(join(tmpdir(), 'key-'))))
  const holds = async () => (await verifyAudit(db.owner, { sign })).broken
  await writeMany(5)
  await chainAll(db, clock, 1000, sign)
  expect(await holds()).toBeUndefined()
  // somebody with the whole database, and this program without the key
  await ask(`update audit_event set account = 'nobody', "chainSeq" = null, hash = null`)
  await ask('delete from audit_chain')
  await chainAll(db)
  expect([await broken(), await holds()]).toMatchObject([undefined, { chainSeq: 5, why: 'unsigned' }])
  await ask(`update audit_chain set sign = repeat('0', 64)`)
  // the product goes on with it and does not give it its signature
  await write('next')
  await chainAll(db, clock, 1000, sign)
  expect([await broken(), await holds()]).toMatchObject([undefined, { chainSeq: 6, why: 'unsigned' }])
})

test('heads that an older version left are signed once, and never again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signing-'))
  const sign = signHeadWith(openSealer(dataDir))
  await writeMany(2)
  await chainAll(db)
  expect((await verifyAudit(db.owner, { sign })).broken).toMatchObject({ why: 'unsigned' })
  await beginSigning(db, dataDir, sign)
  expect((await verifyAudit(db.owner, { sign })).broken).toBeUndefined()
  await ask('update audit_chain set sign = null')
  await beginSigning(db, dataDir, sign)
  expect((await verifyAudit(db.owner, { sign })).broken).toMatchObject({ why: 'unsigned' })
})

test('a chain whose head is gone or wrong is found', async () => {
  await writeMany(2)
  await chainAll(db)
  await ask(`update audit_chain set hash = repeat('b', 64)`)
  expect(await broken()).toMatchObject({ chainSeq: 2, why: 'cut' })
  await ask('delete from audit_chain')
  expect(await broken()).toMatchObject({ chainSeq: 0, why: 'cut' })
})

test('writers and two sequencers at once leave one whole chain without gaps or doubles', async () => {
  let writing = true
  const writers = Promise.all([1, 2, 3, 4].map(() => writeMany(25))).finally(() => {
    writing = false
  })
  const sequencer = async () => {
    let n = 0
    while (writing) n += await chainAudit(db, undefined, 7)
    return n
  }
  const [first, second] = await Promise.all([sequencer(), sequencer(), writers])
  const last = await chainAll(db)
  expect(first + second + last).toBe(100)
  expect(await verifyAudit(db.owner)).toEqual({ tenants: 1, rows: 100, waiting: 0 })
})

test('neither the application nor the system role can change or remove what was logged', async () => {
  await writeMany(1)
  await chainAll(db)
  const attempts = [
    `update audit_event set account = 'x'`,
    'delete from audit_event',
    `insert into audit_chain values ('x', 1, 'x', '2026-01-02')`,
    'delete from audit_chain',
    'update audit_chain set "chainSeq" = 9',
  ]
  for (const text of attempts) {
    const client = await db.pool.connect()
    await client.query(`begin; set local role cpt_app; set local app.tenant = '000000'`)
    await expect(client.query(text)).rejects.toThrow('permission denied')
    await client.query('rollback')
    client.release()
  }
  for (const text of attempts.slice(0, 2))
    await expect(
      db.transaction({ tenantId: '000000', system: true }, (tx) => tx.executeQuery({ sql: text, parameters: [], query: {} } as never)),
    ).rejects.toThrow('permission denied')
})

test('a server killed while it writes and chains leaves a chain that holds and goes on', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-chain-'))
  const url = (await ask('select current_database() as name'))[0].name as string
  const at = process.env.TEST_DATABASE_URL ? new URL(process.env.TEST_DATABASE_URL) : undefined
  if (at) {
    at.pathname = `/${url}`
    at.searchParams.set('application_name', 'killed')
  }
  const here = (f: string) => JSON.stringify(new URL(f, import.meta.url).href)
  const code = `import { openDatabase, openServer } from ${here('../kit/server/db.server.ts')}
    import { openEmbedded } from ${here('./embedded/embedded.server.ts')}
    import { migrate } from ${here('./migrate.server.ts')}
    import { chainAudit } from ${here('./sequencer.server.ts')}
    import { audit } from ${here('../kit/server/audit.server.ts')}
    import { clock } from ${here('../kit/server/clock.server.ts')}
    import { contextFor } from ${here('./jobs.server.ts')}
    import { systemWho } from ${here('./maintenance.server.ts')}
    const engine = ${at ? 'undefined' : `await openEmbedded({ dir: ${JSON.stringify(dir)} })`}
    const db = engine ? openDatabase(engine.pool(), 'embedded', () => engine.close()) : openServer(${JSON.stringify(at?.toString() ?? '')})
    await migrate(db.pool, ${JSON.stringify(MIGRATIONS)})
    const write = async () => { for (;;) {
      await db.transaction({ tenantId: '000000' }, (tx) => audit(contextFor(tx, systemWho('000000'), clock, 'kill', async () => ''), { action: 'a', object: 'b', objectId: 'c' }))
      process.stdout.write('w\\n')
    } }
    const chain = async () => { for (;;) { await chainAudit(db, undefined, 3); await new Promise((r) => setTimeout(r, 5)) } }
    await Promise.all([write(), write(), chain(), chain()])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  let written = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    written += 1
    if (written === 60) child.kill('SIGKILL')
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  // what a killed server had sent may still be committed by PostgreSQL, which notices the lost connection afterwards
  while (at && (await ask(`select 1 from pg_stat_activity where application_name = 'killed'`)).length > 0) await new Promise((r) => setTimeout(r, 20))
  const engine = at ? undefined : await openEmbedded({ dir })
  const again = engine ? openDatabase(engine.pool(), 'embedded', () => engine.close()) : openServer(at!.toString())
  try {
    const before = await verifyAudit(again.owner)
    expect(before.broken).toBeUndefined()
    expect(before.rows + before.waiting).toBeGreaterThanOrEqual(60)
    await chainAll(again)
    expect(await verifyAudit(again.owner)).toEqual({ tenants: 1, rows: before.rows + before.waiting, waiting: 0 })
  } finally {
    await again.close()
    await rm(dir, { recursive: true, force: true })
  }
})
