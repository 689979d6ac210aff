/** Opens the embedded database, tells what it finds, and writes until the power is cut. Every line is written before the next statement is sent. */
import { writeSync } from 'node:fs'
import { openEmbedded } from '../../runtime/embedded/embedded.server.ts'

const dir = process.env.CRASH_FOLDER!
const tell = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const db = await openEmbedded({ dir, durable: process.env.CRASH_DURABLE !== 'off' })
const pool = db.pool(4)
await pool.query(`create table if not exists debit (n int primary key, what text not null); create table if not exists credit (n int primary key, what text not null);
  create index if not exists debit_what on debit (what)`)
const found = await pool.query(`select coalesce((select array_agg(n order by n) from debit), '{}') as n,
  (select count(*)::int from debit full join credit using (n, what) where debit.what is null or credit.what is null) as torn`)
await pool.query('set enable_seqscan = off')
const { rows } = await pool.query(`select count(*)::int as n from debit where what >= ''`)
await pool.query('reset enable_seqscan')
tell({ found: found.rows[0].n, torn: found.rows[0].torn, indexed: rows[0].n })

/** One row in each of two tables, or neither; long enough to fill pages. */
async function both(n: number): Promise<void> {
  const c = await pool.connect()
  const values = [n, `${n} `.repeat(200)]
  await c.query('begin')
  await c.query('insert into debit values ($1, $2)', values)
  await c.query('insert into credit values ($1, $2)', values)
  await c.query('commit')
  tell({ kept: n })
  c.release()
}
const first = 1 + Math.max(0, ...(found.rows[0].n as number[]))
for (let n = first; ; n += 4) {
  await Promise.all([0, 1, 2, 3].map((i) => both(n + i)))
  // as the engine does by itself now and then: pages, not only the log, are under way when the power fails
  if ((n - first) % 40 === 36) await pool.query('checkpoint')
}
