// Databases with rows of earlier days come up whole: with equal rows, a case under way at its task, and what was registered as it was registered.
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../apps/server/config.server.ts'
import { build } from '../apps/server/app.server.ts'
import { copyBefore } from '../apps/server/before-migrations.server.ts'
import formerList from '../db/former-migrations.json' with { type: 'json' }
import { openDatabase } from '../kit/server/db.server.ts'
import { nothingYet, verifyNext, type BookPlace } from '../land/register/content/verify.server.ts'
import { verifyAudit } from '../runtime/audit-verify.server.ts'
import { openEmbedded } from '../runtime/embedded/embedded.server.ts'
import { migrate, type FormerMigration } from '../runtime/migrate.server.ts'
import { fill } from './former/rows.ts'
import { freshDatabase, SETTINGS } from './states.ts'
import { driven } from './world.ts'

const FOLDER = resolve(import.meta.dirname, '../db/migrations')
const former = formerList as FormerMigration[]
/** Days of which rows are kept: how far migrations went, and the files that were others (their place in db/former-migrations.json). */
const DAYS: readonly { day: string; file: string; upTo: string; others: readonly number[] }[] = [
  { day: '21 November', file: '2026-11-21-37b7aa06.jsonl.br', upTo: '0017', others: [4] },
  { day: '22 November', file: '2026-11-22-d00c982.jsonl.br', upTo: '0019', others: [4] },
  { day: '23 November', file: '2026-11-23-cc657c30.jsonl.br', upTo: '0050', others: [] },
  { day: '24 November', file: '2026-11-24-326e1649.jsonl.br', upTo: '0052', others: [] },
  { day: '25 November', file: '2026-11-25-2f9c8035.jsonl.br', upTo: '0062', others: [] },
  { day: '26 November', file: '2026-11-26-16615362.jsonl.br', upTo: '0067', others: [] },
  { day: '27 November', file: '2026-11-27-028e54aa.jsonl.br', upTo: '0073', others: [] },
  { day: '28 November', file: '2026-11-28-a59adb87.jsonl.br', upTo: '0082', others: [] },
  { day: '29 November', file: '2026-11-29-e0e3bf52.jsonl.br', upTo: '0113', others: [] },
]
/** Tables of the register and of work, of which every row stays. */
const KEPT = 'fbf cbf jtcy dk cbht djb cbjyqz cbdkxx business business_draft process_task attach sys_user audit_event hjb'.split(' ')

const folders: string[] = []
afterAll(() => Promise.all(folders.map((f) => rm(f, { recursive: true }))))
async function folder(): Promise<string> {
  folders.push(await mkdtemp(join(tmpdir(), 'former-rows-')))
  return folders.at(-1)!
}
/** The migrations of a day. */
async function migrationsOf({ upTo, others }: (typeof DAYS)[number]): Promise<string> {
  const dir = join(await folder(), 'migrations')
  await mkdir(dir)
  for (const f of await readdir(FOLDER)) if (f.slice(0, 4) <= upTo) await copyFile(join(FOLDER, f), join(dir, f))
  for (const f of others.map((i) => former[i]!)) {
    const lines = (await readFile(join(FOLDER, f.now ?? f.name), 'utf8')).split('\n')
    for (const [from, to, then] of f.was.toReversed()) lines.splice(from, to - from, ...then)
    await writeFile(join(dir, f.name), lines.join('\n'))
  }
  return dir
}
/** Today's migrations and one behind them that cannot be carried out. */
async function brokenToday(): Promise<{ dir: string; file: string }> {
  const dir = join(await folder(), 'broken')
  await mkdir(dir)
  const files = await readdir(FOLDER)
  for (const f of files) await copyFile(join(FOLDER, f), join(dir, f))
  const file = `${String(files.length + 1).padStart(4, '0')}_broken.sql`
  await writeFile(join(dir, file), 'alter table jtcy add column "other" int; select 1 / 0;')
  return { dir, file }
}
async function counts(pool: pg.Pool): Promise<Record<string, number>> {
  const all: Record<string, number> = {}
  for (const table of KEPT) all[table] = Number((await pool.query(`select count(*)::int as n from "${table}"`)).rows[0].n)
  return all
}
const journal = async (pool: pg.Pool) => (await pool.query('select name, sha256 from schema_migration order by name')).rows

for (const day of DAYS)
  test(`a database with the rows of ${day.day} comes up whole, and one step that fails leaves it to its own version`, async () => {
    const dataDir = await folder()
    const { db, drop } = await freshDatabase()
    try {
      const then = await migrationsOf(day)
      await migrate(db.pool, then)
      await fill(db.pool, day.file)
      const [before, applied] = [await counts(db.pool), await journal(db.pool)]
      for (const table of ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'business']) expect([table, before[table]! > 0]).toEqual([table, true])
      const broken = await brokenToday()
      await expect(migrate(db.pool, broken.dir, former)).rejects.toThrow(`${broken.file} failed: division by zero`)
      expect(await journal(db.pool)).toEqual(applied)
      expect(await migrate(db.pool, then)).toEqual([])
      // with that out of the way it comes up
      const a = await build(readConfig({ ...SETTINGS, DATA_DIR: dataDir }), db)
      try {
        const after = await counts(db.pool)
        // the start itself writes to the platform's tables
        for (const table of KEPT.filter((t) => t !== 'audit_event')) expect([table, after[table]]).toEqual([table, before[table]])
        expect(after.audit_event).toBeGreaterThanOrEqual(before.audit_event!)
        const admin = await driven(a).as('admin')
        const { rows: cases } = await db.pool.query('select id::text as id from business order by id')
        const tasks: unknown[] = []
        for (const { id } of cases) {
          const { data } = await admin.get('/yw-accept/business/detail', { id })
          tasks.push([data.taskKey, data.form.cbf.jtcyList.length])
        }
        expect(tasks).toEqual([
          ['sign', 1],
          ['sign', 1],
          [null, 1],
        ])
        const so = nothingYet()
        let at: BookPlace | undefined
        do at = await verifyNext(db.owner, { tenantId: '000000', region: '' }, so, at)
        while (at)
        expect([so.books, so.differences, so.found]).toEqual([before.djb, 0, []])
        expect((await verifyAudit(db.owner)).broken).toBeUndefined()
        // what is changed goes on from what was there: the next version of a household
        const { records } = (await admin.get('/base-qssj/cbf/page', { size: 1 })).data
        expect((await admin.get('/base-qssj/cbf/history', { cbfbm: records[0].cbfbm })).code).toBe(200)
      } finally {
        await a.app.close()
      }
    } finally {
      await db.close()
      await drop()
    }
  })

test('a database of a later version is left alone', async () => {
  const { db, drop } = await freshDatabase()
  const then = await migrationsOf(DAYS[0]!)
  await migrate(db.pool, then)
  await db.pool.query(`insert into schema_migration (name, sha256) values ('9999_later.sql', '')`)
  await expect(migrate(db.pool, FOLDER, former)).rejects.toThrow('the database is of a later version: it has migration 9999_later.sql')
  await db.close()
  await drop()
})

test('the embedded database of a folder is copied with its rows before it is changed: a step that fails says why, and the copy opens as it was', async () => {
  const dataDir = await folder()
  const day = DAYS.find((d) => d.others.length === 0)!
  const then = await migrationsOf(day)
  const opened = async (at: string) => {
    const engine = await openEmbedded({ dir: at })
    return openDatabase(engine.pool(), 'embedded', () => engine.close())
  }
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir })
  const said: string[] = []
  let db = await opened(join(dataDir, 'db'))
  const brought = (files: string) =>
    migrate(
      db.pool,
      files,
      former,
      copyBefore(config, db, (line) => said.push(line)),
    )
  // a new database has nothing to copy
  await brought(then)
  expect(said).toEqual([])
  await fill(db.pool, day.file)
  const [before, applied] = [await counts(db.pool), await journal(db.pool)]
  expect([before.cbf! > 0, before.djb! > 0, before.business! > 0]).toEqual([true, true, true])
  // the copy bears the number of the first step that follows
  const copy = join(dataDir, 'db', `before-${String(Number(day.upTo) + 1).padStart(4, '0')}`)
  const broken = await brokenToday()
  await expect(brought(broken.dir)).rejects.toThrow(`${broken.file} failed: division by zero`)
  expect(said).toEqual([expect.stringContaining(`is brought from ${applied.at(-1).name} to this version`), expect.stringContaining(copy)])
  expect([await journal(db.pool), await counts(db.pool)]).toEqual([applied, before])
  await db.close()
  const back = join(await folder(), 'db')
  await mkdir(back)
  await cp(copy, join(back, 'pgdata'), { recursive: true })
  db = await opened(back)
  expect([await journal(db.pool), await counts(db.pool)]).toEqual([applied, before])
  expect(await migrate(db.pool, then)).toEqual([])
  await db.close()
  // with that out of the way the folder comes up
  db = await opened(join(dataDir, 'db'))
  await brought(FOLDER)
  expect([(await journal(db.pool)).length > applied.length, (await counts(db.pool)).djb]).toEqual([true, before.djb])
  await db.close()
})
