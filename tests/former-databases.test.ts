// Migrations are what landed, and databases of the days when some of them were edited afterwards open again and become what a new one is.
import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import formerList from '../db/former-migrations.json' with { type: 'json' }
import landed from '../db/landed-migrations.json' with { type: 'json' }
import { migrate, type FormerMigration } from '../runtime/migrate.server.ts'
import { asOwner, freshDatabase, stock, type Stock } from './states.ts'

const FOLDER = resolve(import.meta.dirname, '../db/migrations')
const former = formerList as FormerMigration[]
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const textOf = (name: string) => readFile(join(FOLDER, name), 'utf8')
/** The file as it was: the lines of today with those of then in their place. */
async function textThen({ name, now = name, was }: FormerMigration): Promise<string> {
  const lines = (await textOf(now)).split('\n')
  for (const [from, to, then] of was.toReversed()) lines.splice(from, to - from, ...then)
  return lines.join('\n')
}

test('every migration is what it was when it landed (a new one enters db/landed-migrations.json with its checksum)', async () => {
  const files = (await readdir(FOLDER)).filter((f) => f.endsWith('.sql')).sort()
  expect(Object.fromEntries(await Promise.all(files.map(async (f) => [f, sha(await textOf(f))])))).toEqual(landed)
})

test('the former files are those that were there once', async () => {
  for (const f of former) expect([f.name, sha(await textThen(f))]).toEqual([f.name, f.sha256])
})

const CATALOGUE = [
  `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) as preset from pg_attribute a
    join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  `select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  `select tablename, policyname, cmd, qual, with_check from pg_policies order by 1, 2`,
  `select name, sha256 from schema_migration order by 1`,
]
const catalogue = async (pool: pg.Pool) => {
  const all = []
  for (const q of CATALOGUE) all.push((await pool.query(q)).rows)
  return all
}

/** Databases of those days by the files that were different then, and how far their migrations went. */
const DAYS: readonly [day: string, upTo: string, files: readonly number[]][] = [
  ['the first commit', '0006', [0, 1, 2]],
  ['before the platform was corrected', '0012', [3]],
  ['before exports were corrected', '0017', [4, 5]],
  ['before the imports came', '0018', [4, 6]],
]
test('a database of those days opens and becomes what a new one is', async () => {
  // no kept state: tests watch the versions of those by indexes of their own
  const fresh = await freshDatabase()
  await migrate(fresh.db.pool, FOLDER)
  const should = await catalogue(fresh.db.pool)
  await fresh.db.close()
  await fresh.drop()
  for (const [day, upTo, which] of DAYS) {
    const dir = await mkdtemp(join(tmpdir(), 'former-'))
    const old = await freshDatabase()
    try {
      const changed = which.map((i) => former[i]!)
      const replaced = new Set(changed.map((f) => f.now ?? f.name))
      for (const f of await readdir(FOLDER))
        if (f.slice(0, 4) <= upTo && !replaced.has(f) && !(day.includes('imports') && f.startsWith('0018'))) await copyFile(join(FOLDER, f), join(dir, f))
      for (const f of changed) if (f.name.slice(0, 4) <= upTo) await writeFile(join(dir, f.name), await textThen(f))
      await migrate(old.db.pool, dir)
      await expect(migrate(old.db.pool, FOLDER)).rejects.toThrow(/was changed after it was applied|already exists/)
      await migrate(old.db.pool, FOLDER, former)
      expect([day, await catalogue(old.db.pool)]).toEqual([day, should])
      expect(await migrate(old.db.pool, FOLDER, former)).toEqual([])
    } finally {
      await old.db.close()
      await old.drop()
      await rm(dir, { recursive: true })
    }
  }
})

test('a kept state is copied while what it is made of is the same, and made anew when that changed', async () => {
  const known = process.env.STATES_KEY
  const made = async (s: Stock) => (await stat(s.files)).ino
  const before = await stock('schema')
  const first = await made(before)
  expect([await stock('schema'), await made(before)]).toEqual([before, first])
  process.env.STATES_KEY = `changed${process.pid}`
  try {
    const after = await stock('schema')
    expect(after.database).not.toBe(before.database)
    expect(await made(after)).not.toBe(first)
    expect(await made(before)).toBe(first)
    if (process.env.TEST_DATABASE_URL) await asOwner((owner) => owner.query(`drop database "${after.database}"`))
    await rm(resolve(after.files, '..'), { recursive: true })
  } finally {
    if (known === undefined) delete process.env.STATES_KEY
    else process.env.STATES_KEY = known
  }
})
