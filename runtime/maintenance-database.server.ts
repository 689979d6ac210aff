import type { DatabaseHandle } from '../kit/server/db.server.ts'

/** A table that is cut brings its parts along. */
async function tables(db: DatabaseHandle): Promise<string[]> {
  const { rows } = await db.pool.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> 'spatial_ref_sys' order by c.relname`,
  )
  return rows.map((r) => `"${r.relname}"`)
}

/** Fresh figures for the planner, table by table, so that the embedded engine's one session is never held long. */
export async function analyseTables(db: DatabaseHandle): Promise<void> {
  for (const t of await tables(db)) await db.pool.query(`analyze ${t}`)
}

/**
 * What a server's background processes do by themselves and the embedded engine has none for: dead rows are cleared away, figures renewed, the log
 * is brought into the files. Answers how many tables. Source: data-stack.md 5.4.
 */
export async function careForDatabase(db: DatabaseHandle, signal?: AbortSignal): Promise<number> {
  const all = await tables(db)
  for (const t of all) {
    signal?.throwIfAborted()
    await db.pool.query(`vacuum (analyze) ${t}`)
  }
  await db.pool.query('checkpoint')
  return all.length
}
