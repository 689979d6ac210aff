import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { sha256 } from './sha256.server.ts'

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

/** What is done before a database that has rows is changed; inside the transaction, in which nothing was written yet. */
export type BeforeMigrating = (o: { applied: readonly string[]; pending: readonly string[]; client: pg.PoolClient }) => Promise<unknown>

/**
 * Brings the schema up to date from numbered SQL files, forward only, all of a start in one transaction: what fails leaves the database as it was, for the
 * version that made it. `former` are files that were edited after they landed. Any other file that changed after it was applied stops everything: history is
 * not edited; and so does a database of a later version. One server at a time does this. Answers the files that it applied.
 */
export async function migrate(pool: pg.Pool, folder: string, former: readonly FormerMigration[] = [], before?: BeforeMigrating): Promise<string[]> {
  const files = (await readdir(folder)).filter((f) => /^\d{4}_[\w-]+\.sql$/.test(f)).sort()
  files.forEach((f, i) => {
    if (Number(f.slice(0, 4)) !== i + 1) throw new Error(`migrations are not consecutive at ${f}`)
  })
  const texts = new Map(await Promise.all(files.map(async (f) => [f, await readFile(join(folder, f), 'utf8')] as const)))
  const client = await pool.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('schema_migration'))`)
    await client.query('create table if not exists schema_migration (name text primary key, sha256 text not null, at timestamptz not null default now())')
    await client.query(`comment on table schema_migration is '@local applied migrations'`)
    const known = new Map<string, string>((await client.query('select name, sha256 from schema_migration')).rows.map((r) => [r.name, r.sha256]))
    const steps = stepsOf(texts, known, former)
    if (steps.length > 0)
      await apply(
        client,
        steps,
        async () => before && known.size > 0 && before({ applied: [...known.keys()].sort(), pending: steps.map((s) => s.name), client }),
      )
    return steps.filter((s) => s.isNew).map((s) => s.name)
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('schema_migration'))`).catch(() => {})
    client.release()
  }
}

/** A file that is applied, or what brings one that was applied as it was once to what it is now. */
interface Step {
  name: string
  isNew: boolean
  statements: string[]
  note: string
  values: string[]
}
/** What has to be done to a database that knows these files by their checksums. Throws where one of them is another. */
function stepsOf(texts: ReadonlyMap<string, string>, applied: ReadonlyMap<string, string>, former: readonly FormerMigration[]): Step[] {
  const known = new Map(applied)
  const steps: Step[] = []
  for (const { name, now = name, sha256: digest, upgrade, again } of former) {
    if (known.get(name) !== digest || known.has(now === name ? '' : now)) continue
    const text = texts.get(now)!
    const note = 'update schema_migration set name = $1, sha256 = $2 where name = $3'
    steps.push({ name, isNew: false, statements: [...upgrade, ...(again ? [text] : [])], note, values: [now, sha256(text), name] })
    known.delete(name)
    known.set(now, sha256(text))
  }
  for (const [f, text] of texts) {
    if (known.has(f)) {
      if (known.get(f) !== sha256(text)) throw new Error(`migration ${f} was changed after it was applied`)
      continue
    }
    steps.push({ name: f, isNew: true, statements: [text], note: 'insert into schema_migration (name, sha256) values ($1, $2)', values: [f, sha256(text)] })
  }
  const later = [...known.keys()].find((name) => !texts.has(name))
  if (later) throw new Error(`the database is of a later version: it has migration ${later}, which this version does not know`)
  return steps
}

/**
 * Keys that are compared at the end of a transaction are compared at once: PostgreSQL alters no table of which such comparisons are pending, and rows that one
 * file has changed are altered by the next.
 */
const AT_ONCE = 'set constraints all immediate'

async function apply(client: pg.PoolClient, steps: readonly Step[], before: () => Promise<unknown>): Promise<void> {
  let at = 'the copy before'
  await client.query('begin')
  try {
    await before()
    await client.query(AT_ONCE)
    for (const { name, statements, note, values } of steps) {
      at = `migration ${name}`
      for (const s of statements.filter((text) => text.trim() !== '')) await client.query(s)
      await client.query(note, values)
    }
    await client.query('commit')
  } catch (e) {
    await client.query('rollback').catch(() => {})
    throw new Error(`${at} failed: ${(e as Error).message}`, { cause: e })
  }
}
