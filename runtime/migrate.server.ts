import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * A migration as it was once: a database that applied it like that is brought by `upgrade` to what the file makes now (`again`: by the file itself),
 * under its name of today (`now`). `was` turns today's lines into those of then, for the test that makes such a database.
 */
export interface FormerMigration {
  name: string
  sha256: string
  why: string
  upgrade: string[]
  again?: boolean
  now?: string
  was: [from: number, to: number, lines: string[]][]
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Brings the schema up to date from numbered SQL files, each in one transaction, forward only. `former` are files that were edited after they landed.
 * Any other file that changed after it was applied stops everything: history is not edited. One server at a time does this.
 */
export async function migrate(pool: pg.Pool, folder: string, former: readonly FormerMigration[] = []): Promise<string[]> {
  const files = (await readdir(folder)).filter((f) => /^\d{4}_[\w-]+\.sql$/.test(f)).sort()
  files.forEach((f, i) => {
    if (Number(f.slice(0, 4)) !== i + 1) throw new Error(`migrations are not consecutive at ${f}`)
  })
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query(`select pg_advisory_lock(hashtext('schema_migration'))`)
    await client.query('create table if not exists schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())')
    await client.query(`comment on table schema_migration is '@local applied migrations'`)
    const known = new Map((await client.query('select name, sha256 from schema_migration')).rows.map((r) => [r.name, r.sha256]))
    for (const { name, now = name, sha256, upgrade, again } of former) {
      if (known.get(name) !== sha256 || known.has(now === name ? '' : now)) continue
      const text = await readFile(join(folder, now), 'utf8')
      await within(client, name, [...upgrade, ...(again ? [text] : [])], 'update schema_migration set name = $1, sha256 = $2 where name = $3', [
        now,
        sha(text),
        name,
      ])
      known.delete(name)
      known.set(now, sha(text))
    }
    for (const f of files) {
      const text = await readFile(join(folder, f), 'utf8')
      const sha256 = sha(text)
      if (known.has(f)) {
        if (known.get(f) !== sha256) throw new Error(`migration ${f} was changed after it was applied`)
        continue
      }
      await within(client, f, [text], 'insert into schema_migration (name, sha256) values ($1, $2)', [f, sha256])
      applied.push(f)
    }
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('schema_migration'))`).catch(() => {})
    client.release()
  }
  return applied
}

async function within(client: pg.PoolClient, f: string, statements: string[], note: string, values: string[]): Promise<void> {
  await client.query('begin')
  try {
    for (const s of statements.filter((text) => text.trim() !== '')) await client.query(s)
    await client.query(note, values)
    await client.query('commit')
  } catch (e) {
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${f} failed: ${(e as Error).message}`, { cause: e })
  }
}
