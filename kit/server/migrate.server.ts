import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Brings the schema up to date from numbered SQL files, each in one transaction, forward only.
 * A file that changed after it was applied stops everything: history is not edited.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((f) => /^\d{4}_[\w-]+\.sql$/.test(f)).sort()
  files.forEach((f, i) => {
    if (Number(f.slice(0, 4)) !== i + 1) throw new Error(`migrations are not consecutive at ${f}`)
  })
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('create table if not exists schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())')
    await client.query(`comment on table schema_migration is '@local applied migrations'`)
    const known = new Map((await client.query('select name, sha256 from schema_migration')).rows.map((r) => [r.name, r.sha256]))
    for (const f of files) {
      const text = await readFile(join(folder, f), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      if (known.has(f)) {
        if (known.get(f) !== sha256) throw new Error(`migration ${f} was changed after it was applied`)
        continue
      }
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [f, sha256])
        await client.query('commit')
      } catch (e) {
        await client.query('rollback').catch(() => {})
        throw new Error(`migration ${f} failed: ${(e as Error).message}`, { cause: e })
      }
      applied.push(f)
    }
  } finally {
    client.release()
  }
  return applied
}
