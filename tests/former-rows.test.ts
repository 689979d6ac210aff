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
      // today's files and one behind them that cannot be carried out
      const broken = join(await folder(), 'broken')
      await mkdir(broken)
      for (const f of await readdir(FOLDER)) await copyFile(join(FOLDER, f), join(broken, f))
      const next = String((await readdir(FOLDER)).length + 1).padStart(4, '0')
      await writeFile(join(broken, `${next}_broken.sql`), 'alter table jtcy add column "other" int; select 1 / 0;')
      await expect(migrate(db.pool, broken, former)).rejects.toThrow(`${next}_broken.sql failed: division by zero`)
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

test('the embedded database of a folder is copied before it is changed, and the copy opens as it was', async () => {
  const dataDir = await folder()
  const then = await migrationsOf({ day: '', file: '', upTo: '0010', others: [] })
  const opened = async (at: string) => {
    const engine = await openEmbedded({ dir: at })
    return openDatabase(engine.pool(), 'embedded', () => engine.close())
  }
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir })
  const said: string[] = []
  let db = await opened(join(dataDir, 'db'))
  // a new database has nothing to copy
  await migrate(
    db.pool,
    then,
    former,
    copyBefore(config, db, (line) => said.push(line)),
  )
  expect(said).toEqual([])
  const applied = await journal(db.pool)
  await migrate(
    db.pool,
    FOLDER,
    former,
    copyBefore(config, db, (line) => said.push(line)),
  )
  expect(said.at(-1)).toContain(join(dataDir, 'db', 'before-0011'))
  expect((await journal(db.pool)).length).toBeGreaterThan(applied.length)
  await db.close()
  const back = join(await folder(), 'db')
  await mkdir(back)
  await cp(join(dataDir, 'db', 'before-0011'), join(back, 'pgdata'), { recursive: true })
  db = await opened(back)
  expect(await journal(db.pool)).toEqual(applied)
  expect(await migrate(db.pool, then)).toEqual([])
  await db.close()
})
