// Reads the databases of earlier days (README.md here) into one that has their schema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type pg from 'pg'

/** A line of a file: the head of a table, a row of it with each value as its text, or a sequence. */
type Line = { table: string; columns: [name: string, type: string][] } | { sequence: string; value: string } | (string | null)[]
/** Rows of one statement. */
const AT_ONCE = 500

/** Fills a migrated, otherwise empty database with the rows of a file. What migrations themselves wrote is replaced. */
export async function fill(pool: pg.Pool, file: string): Promise<void> {
  const lines = brotliDecompressSync(readFileSync(join(import.meta.dirname, file)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((l) => JSON.parse(l) as Line)
  const tables = lines.flatMap((l, at) => ('table' in l && l.table !== 'schema_migration' ? [{ ...l, at }] : []))
  const client = await pool.connect()
  try {
    // keys are whole as they were: they are not asked again, and no trigger counts anew
    await client.query('begin; set local session_replication_role = replica')
    for (const { table } of tables) await client.query(`delete from "${table}"`)
    for (const { table, columns, at } of tables) {
      const end = lines.findIndex((l, i) => i > at && !Array.isArray(l))
      const rows = lines.slice(at + 1, end < 0 ? undefined : end)
      const names = columns.map(([name]) => `"${name}"`).join(', ')
      const values = columns.map(([, type], i) => `(v->>${i})::${type}`).join(', ')
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await client.query(`insert into "${table}" (${names}) overriding system value select ${values} from jsonb_array_elements($1::jsonb) v`, [
          JSON.stringify(rows.slice(from, from + AT_ONCE)),
        ])
    }
    for (const l of lines) if ('sequence' in l) await client.query('select setval($1, $2)', [`"${l.sequence}"`, l.value])
    // a database that was at work has its figures; without them a join of versions takes minutes
    await client.query('commit; analyze')
  } finally {
    client.release()
  }
}
