// A backup is made while fifty people write, restored where nothing is and in the place of what is there; what is refused changes nothing.
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Application } from '../../apps/server/app.server.ts'
import { askServer, openBackupDoor } from '../../apps/server/backup-door.server.ts'
import { backupPlace } from '../../apps/server/backup-place.server.ts'
import { readConfig, ROOT } from '../../apps/server/config.server.ts'
import { openConfigured } from '../../apps/server/database.server.ts'
import { drillHere, restoreHere } from '../../apps/server/restore.server.ts'
import { clock } from '../../kit/server/clock.server.ts'
import { openDatabase } from '../../kit/server/db.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { openEmbedded } from '../../runtime/embedded/embedded.server.ts'
import { verifyAudit } from '../../runtime/audit-verify.server.ts'
import { requireMasterKey } from '../../runtime/seal.server.ts'
import { chainAll } from '../../runtime/sequencer.server.ts'
import { newPlace, type Place } from '../../tests/crash/program.ts'
import { addressOf, dropDatabase } from '../../tests/states.ts'
import { driven } from '../../tests/world.ts'
import { attach } from '../files/attach.ts'
import { PDF } from '../files/testing.server.ts'
import { MANIFEST, readArchive, writeArchive, type ArchivePiece } from './archive.server.ts'
import type { Backup } from './backup.ts'
import { rowsCounted } from './database.server.ts'
import { backupsIn, makeBackup } from './make.server.ts'
import { contextFor } from '../../runtime/jobs.server.ts'

const SERVER = !!process.env.TEST_DATABASE_URL
let place: Place, backup: Backup, archive: string
const folders: string[] = []
const databases: string[] = []
/** Writes that were answered: before the backup's moment, and until its end. */
const before: string[] = []
const meanwhile: string[] = []

/** An empty machine: a folder with nothing in it, and of a server a database that is not there. */
async function empty(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'restore-'))
  folders.push(dataDir)
  const name = `restore_${process.pid}_${folders.length}`
  databases.push(name)
  return { DATA_DIR: dataDir, DATABASE_URL: SERVER ? addressOf(name) : '', BACKUP: 'off' }
}
async function stored(a: Application): Promise<string> {
  const who = await whoOf(a.db, '000000', 'admin')
  const ossName = await a.storage.put(PDF, '000000')
  const file = {
    regionCode: '512021',
    contentType: 'application/pdf',
    extension: 'pdf',
    attachSize: PDF.length,
    sha256: createHash('sha256').update(PDF).digest('hex'),
  }
  return a.db.transaction({ tenantId: '000000' }, (tx) => {
    const ctx = contextFor(tx, who, clock, 't', async () => '0')
    return rows.insert(ctx, attach, { ...file, ossName, name: 'a.pdf' } as never)
  })
}

beforeAll(async () => {
  place = await newPlace('people')
  // as every start does
  requireMasterKey(place.dataDir)
  const config = readConfig({ ...place.env, DEMO: 'on' })
  const a = await build(config, await place.open())
  try {
    a.workers.start()
    const admin = await driven(a).as('admin')
    let isOver = false
    let taken = before
    let n = 0
    const writer = async () => {
      while (!isOver) {
        const alias = `writer${n++}`
        const r = await admin.post('/cpt-system/role/submit', { roleName: alias, roleAlias: alias, sort: 1 })
        expect(r.msg).toBe('操作成功')
        taken.push(alias)
        if (n % 10 === 0) await stored(a)
      }
    }
    const fifty = Array.from({ length: 50 }, writer)
    while (before.length < 60) await new Promise((done) => setTimeout(done, 20))
    backup = await makeBackup(a.db, backupPlace(config), {
      isScheduled: false,
      passphrase: '口令',
      progress(percent) {
        // the database's moment comes after this
        if (percent >= 15) taken = meanwhile
      },
    })
    isOver = true
    await Promise.all(fifty)
    await chainAll(a.db)
  } finally {
    await a.close()
  }
  archive = join(backupPlace(config).folder, backup.name)
})
afterAll(async () => {
  for (const f of folders) await rm(f, { recursive: true, force: true })
  for (const name of SERVER ? databases : []) await dropDatabase(name)
  await place?.drop()
})

test('on an empty machine every write that was answered before the mark is there, with its files and a chain that holds', async () => {
  const env = await empty()
  const said: string[] = []
  await restoreHere(readConfig(env), archive, '口令', (line) => said.push(line))
  expect(said.join('\n')).toMatch(/rows: [\s\S]*audit: the chain holds[\s\S]*sign-in: admin is let in[\s\S]*a PDF of \d+ bytes[\s\S]*恢复完成/)
  const db = await openConfigured(readConfig(env))
  try {
    const there = new Set((await db.pool.query(`select "roleAlias" from sys_role`)).rows.map((r) => r.roleAlias))
    expect(before.length).toBeGreaterThanOrEqual(60)
    expect(before.filter((alias) => !there.has(alias))).toEqual([])
    // all that was written was written whole: a row with its line in the audit
    const { rows: lone } = await db.pool.query(`select id from sys_role r where "roleAlias" like 'writer%'
      and not exists (select 1 from audit_event e where e."objectId" = r.id::text and e.object = 'sys_role')`)
    expect(lone).toEqual([])
    expect((await verifyAudit(db.owner)).broken).toBeUndefined()
    expect(await rowsCounted(db.pool)).toMatchObject({ attach: backup.manifest.counts.attach, sys_user: backup.manifest.counts.sys_user })
    expect(backup.manifest.counts.attach).toBeGreaterThan(0)
    const { rows: acts } = await db.pool.query(`select diff from audit_event where action = 'backup.restore'`)
    expect(acts).toMatchObject([{ diff: { file: backup.name } }])
    const { rows: walls } = await db.pool.query(`select count(*)::int as n from pg_policies`)
    expect(walls[0].n).toBeGreaterThan(100)
  } finally {
    await db.close()
  }
  expect((await readFile(join(env.DATA_DIR!, 'seal-key'), 'utf8')).length).toBe(64)
})

test('in the place of what is there: the former state is put aside; the drill leaves nothing; a wrong passphrase, a missing key and a newer version change nothing', async () => {
  const env = await empty()
  const config = readConfig(env)
  await restoreHere(config, archive, '口令', () => {})
  const name = `after ${process.pid}`
  const alias = async () => {
    const db = await openConfigured(config)
    try {
      return (await db.pool.query(`select count(*)::int as n from sys_user where account = $1`, [name])).rows[0].n
    } finally {
      await db.close()
    }
  }
  const db = await openConfigured(config)
  await db.pool.query(`update sys_user set account = $1 where account = 'county'`, [name])
  await db.close()
  expect(await alias()).toBe(1)
  // refused, and nothing is another
  await expect(restoreHere(config, archive, 'other', () => {})).rejects.toMatchObject({ key: 'backup-passphrase' })
  const changed = async (file: string, change: (name: string) => boolean, manifest = (m: object) => m) => {
    const [unpacked, to] = [join(env.DATA_DIR!, `x-${file}`), join(env.DATA_DIR!, '..', `${process.pid}-${file}`)]
    folders.push(to)
    let text = ''
    const names: string[] = []
    await readArchive(archive, '口令', {
      manifest: (t) => void (text = t),
      placeOf(n) {
        names.push(n)
        return join(unpacked, n)
      },
    })
    async function* pieces(): AsyncGenerator<ArchivePiece> {
      yield { name: MANIFEST, kind: 'text', text: JSON.stringify(manifest(JSON.parse(text))) }
      for (const n of names.filter((x) => change(x))) {
        const bytes = await readFile(join(unpacked, n)).catch(() => undefined)
        yield bytes ? { name: n, kind: 'file', path: join(unpacked, n), bytes: bytes.length } : { name: n, kind: 'folder' }
      }
    }
    await writeArchive(to, pieces(), { passphrase: '' })
    await rm(unpacked, { recursive: true })
    return to
  }
  const noKey = await changed('no-key.tar', (n) => n !== 'keys/seal-key')
  await expect(restoreHere(config, noKey, '', () => {})).rejects.toMatchObject({ key: 'backup-no-key' })
  const newer = await changed(
    'newer.tar',
    () => true,
    (m) => ({ ...m, version: '9.0.0', migration: '9999_later.sql' }),
  )
  await expect(restoreHere(config, newer, '', () => {})).rejects.toMatchObject({ key: 'backup-newer' })
  const fewer = await changed(
    'fewer.tar',
    () => true,
    (m) => ({ ...m, counts: { ...(m as Backup['manifest']).counts, sys_user: 1 } }),
  )
  await expect(restoreHere(config, fewer, '', () => {})).rejects.toMatchObject({ key: 'backup-not-healthy' })
  const engine = await changed(
    'engine.tar',
    () => true,
    (m) => ({ ...m, engine: SERVER ? 'embedded' : 'server' }),
  )
  await expect(restoreHere(config, engine, '', () => {})).rejects.toMatchObject({ key: 'backup-other-engine' })
  await writeFile(join(env.DATA_DIR!, 'other-key'), createHash('sha256').update('another').digest('hex'), { mode: 0o600 })
  const elsewhere = readConfig({ ...env, SEAL_KEY_FILE: join(env.DATA_DIR!, 'other-key') })
  await expect(restoreHere(elsewhere, archive, '口令', () => {})).rejects.toMatchObject({ key: 'backup-other-key' })
  const open = await openConfigured(config)
  await open.pool.query('select 1')
  await expect(restoreHere(config, archive, '口令', () => {})).rejects.toMatchObject({ key: 'backup-in-use' })
  await open.close()
  expect(await alias()).toBe(1)
  // the drill sees all and leaves nothing
  expect((await drillHere(config, archive, '口令')).join('\n')).toContain('audit: the chain holds')
  expect(await alias()).toBe(1)
  const said: string[] = []
  await restoreHere(config, archive, '口令', (line) => said.push(line))
  expect(await alias()).toBe(0)
  const [, aside = '', database = ''] = /the former state: (\S+?)(?:, (\S+))?$/.exec(said.at(-1)!)!
  databases.push(database)
  expect(await readFile(join(aside, 'seal-key'), 'utf8')).toBe(await readFile(join(env.DATA_DIR!, 'seal-key'), 'utf8'))
  expect([database !== '', SERVER]).toEqual([SERVER, SERVER])
})

test('a program that is killed in the middle of a restore leaves the former state able to open', async () => {
  const env = await empty()
  const config = readConfig(env)
  await restoreHere(config, archive, '口令', () => {})
  for (const word of ['unpacked', 'changing places']) {
    const child = spawn(process.execPath, [join(ROOT, 'apps/server/restore.server.ts'), archive], {
      env: { ...process.env, ...env, BACKUP_PASSPHRASE: '口令' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const ended = new Promise<void>((done) => child.on('close', () => done()))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (d: Buffer) => {
        said += d.toString()
        if (said.includes(word)) child.kill('SIGKILL')
      })
    await ended
    expect(said).toContain(word)
    const { recoverRestore } = await import('./switch.server.ts')
    await recoverRestore(env.DATA_DIR!, env.DATABASE_URL!)
    const db = await openConfigured(config)
    expect(Number((await db.pool.query('select count(*)::int as n from sys_user')).rows[0].n)).toBe(backup.manifest.counts.sys_user)
    await db.close()
  }
})

test('the command asks the server that runs; two at once are one too many', async () => {
  const config = readConfig(place.env)
  expect(await askServer(config.dataDir, {}, () => {})).toBeUndefined()
  const db = await place.open()
  const door = await openBackupDoor(config.dataDir, (o) => makeBackup(db, backupPlace(config), { ...o, isScheduled: false }))
  try {
    const steps: number[] = []
    const ask = () => askServer(config.dataDir, {}, (percent) => steps.push(percent))
    const both = await Promise.allSettled([ask(), ask()])
    expect(both.map((x) => x.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(String(both.find((x) => x.status === 'rejected')!.reason)).toContain('正在备份，请稍后再试')
    expect(steps).toEqual([5, 15, 40])
    expect((await backupsIn(backupPlace(config).folder)).map((b) => b.isEncrypted)).toEqual([false, true])
  } finally {
    door.close()
    await db.close()
  }
})

test('the schedule makes one a day, the drill says that it restores, an old one and a failing one raise an alert, and only the keeper sees the list', async () => {
  const at = await newPlace('people')
  requireMasterKey(at.dataDir)
  const folder = join(at.dataDir, 'elsewhere')
  let now = new Date('2026-11-29T09:00:00+08:00')
  const a = await build(readConfig({ ...at.env, DEMO: 'on', BACKUP: 'on', BACKUP_DIR: folder }), await at.open(), () => now)
  try {
    a.jobs.start()
    const people = driven(a)
    const routine = async (name: string) => {
      await a.maintenance.runDue()
      return (await a.db.pool.query('select status, message from routine where name = $1', [name])).rows[0]
    }
    const list = async () => (await (await people.as('admin')).get('/cpt-operations/backup/list')).data
    expect(await list()).toMatchObject({ folder, hour: 2, isOld: true, ageHours: null, backups: [] })
    expect(await routine('backup')).toMatchObject({ status: 'done', message: expect.stringContaining('chengbao-20261129-090000') })
    expect(await list()).toMatchObject({
      isOld: false,
      ageHours: 0,
      backups: [{ isScheduled: true, drill: { ok: true, said: expect.stringContaining('chain holds') } }],
    })
    expect((await (await people.as('county')).get('/cpt-operations/backup/list')).code).toBe(403)
    const other = await (await people.as('other')).get('/cpt-operations/backup/list')
    expect([other.code, other.key]).toEqual([403, 'backup-keeper'])
    expect((await (await people.as('other')).post('/cpt-operations/backup/make')).code).toBe(403)
    // by hand, as a job
    const made = await (await people.as('admin')).post('/cpt-operations/backup/make')
    expect(made.msg).toBe('操作成功')
    await a.jobs.idle()
    expect((await list()).backups.map((b: any) => b.isScheduled).toSorted()).toEqual([false, true])
    // the clock goes on, and the folder cannot be written to any more
    const set = async (paramKey: string, paramValue: string) =>
      expect((await (await people.as('admin')).post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })).msg).toBe('操作成功')
    for (const [key, value] of Object.entries({ alarm: '30', daily: '1', weekly: '0' })) await set(`backup.${key}`, value)
    now = new Date('2026-11-30T09:00:00+08:00')
    people.forget()
    expect((await routine('backup')).status).toBe('done')
    // of the scheduled ones the one of yesterday went, the one by hand stays
    expect((await list()).backups.map((b: any) => [b.at.slice(0, 10), b.isScheduled])).toEqual([
      ['2026-11-30', true],
      ['2026-11-29', false],
    ])
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    now = new Date('2026-12-01T16:00:00+08:00')
    people.forget()
    expect((await routine('backup')).status).toBe('failed')
    await rm(folder)
    await mkdir(folder)
    await set('backup.hour', '24')
    now = new Date('2026-12-01T17:00:00+08:00')
    people.forget()
    expect(await routine('backup')).toMatchObject({ status: 'done', message: 'nothing due' })
    const { rows: alerts } = await a.db.pool.query(`select subject from security_alert where kind = 'backup' order by id`)
    expect(alerts.map((r) => r.subject.slice(0, 4))).toEqual(['备份失败', '尚无备份'])
    expect((await (await people.as('admin')).get('/cpt-log/alert/list', { kind: 'backup' })).data.total).toBe(2)
  } finally {
    await a.close()
    await at.drop()
  }
})

test('a database in memory has no backup, and says so', async () => {
  const engine = await openEmbedded()
  const db = openDatabase(engine.pool(), 'embedded', () => engine.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'memory-'))
  folders.push(dataDir)
  await expect(makeBackup(db, backupPlace(readConfig({ DATA_DIR: dataDir })), { isScheduled: false })).rejects.toMatchObject({ key: 'backup-in-memory' })
  await db.close()
})

test('a backup of an earlier schema is brought up to date where it is restored', async () => {
  const env = await empty()
  const from = await newPlace()
  try {
    // the schema as it was at 0088, by its own files
    const { migrate } = await import('../../runtime/migrate.server.ts')
    const { readdir } = await import('node:fs/promises')
    const all = join(ROOT, 'db/migrations')
    const then = join(from.dataDir, 'migrations')
    await mkdir(then)
    for (const f of await readdir(all)) if (f.slice(0, 4) <= '0082') await cp(join(all, f), join(then, f))
    const db = await from.open()
    await migrate(db.pool, then)
    const { fill } = await import('../../tests/former/rows.ts')
    await fill(db.pool, '2026-11-28-a59adb87.jsonl.br')
    await rm(then, { recursive: true })
    await writeFile(join(from.dataDir, 'seal-key'), createHash('sha256').update(`key ${process.pid}`).digest('hex'), { mode: 0o600 })
    const config = readConfig(from.env)
    const old = await makeBackup(db, backupPlace(config), { isScheduled: false })
    await db.close()
    expect(old.manifest.migration.slice(0, 4)).toBe('0082')
    const said: string[] = []
    await restoreHere(readConfig(env), join(backupPlace(config).folder, old.name), '', (line) => said.push(line))
    expect(said.join('\n')).toContain('migrations: from 0082')
    const back = await openConfigured(readConfig(env))
    expect(await rowsCounted(back.pool)).toMatchObject({ dk: old.manifest.counts.dk, djb: old.manifest.counts.djb })
    expect(old.manifest.counts.djb).toBeGreaterThan(0)
    await back.close()
  } finally {
    await from.drop()
  }
})
