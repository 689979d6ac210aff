// Writes down the rows of a database (README.md here), and reads them into one that has the schema of their day.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type pg from 'pg'

/** A line of a file: the head of a table, a row of it with each value as its text, or a sequence. */
type Line = { table: string; columns: [name: string, type: string][] } | { sequence: string; value: string } | (string | null)[]
/** Rows of one statement. */
const AT_ONCE = 500

/** Tables of the database, a table that is cut once, without those of PostGIS. */
const TABLES = `select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'spatial_ref_sys' order by 2`
const COLUMNS = `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
  where attrelid = $1 and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`
const SEQUENCES = `select sequencename as sequence, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`
/** The rows of a database as lines: each table that has any, then the sequences. */
export async function linesOf(pool: pg.Pool): Promise<string[]> {
  const lines: Line[] = []
  for (const { oid, name } of (await pool.query(TABLES)).rows) {
    const columns = (await pool.query(COLUMNS, [oid])).rows
    const { rows } = await pool.query(`select jsonb_build_array(${columns.map((c) => `"${c.name}"::text`).join(', ')}) as v from "${name}"`)
    if (rows.length > 0) lines.push({ table: name, columns: columns.map((c) => [c.name, c.type]) }, ...rows.map((r) => r.v))
  }
  return [...lines, ...(await pool.query(SEQUENCES)).rows].map((l) => JSON.stringify(l))
}
/** Writes the rows of a database to a file. */
export async function dump(pool: pg.Pool, file: string): Promise<void> {
  const text = `${(await linesOf(pool)).join('\n')}\n`
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  writeFileSync(resolve(import.meta.dirname, file), brotliCompressSync(text, { params }))
}

/** Fills a migrated, otherwise empty database with the rows of a file. What migrations themselves wrote is replaced. */
export async function fill(pool: pg.Pool, file: string): Promise<void> {
  const lines = brotliDecompressSync(readFileSync(resolve(import.meta.dirname, file)))
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
