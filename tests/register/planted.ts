// Every fault of faults.ts is caught by the oracle within 500 random entries of its seed; the writer without one is not.
// Run: vitest run --config tests/register/faults.config.ts (test:long does). ONLY: names of faults that contain it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../world.ts'
import { against } from './against.ts'
import { FAULTS } from './faults.ts'
import { sideOf } from './side.ts'

let w: World
let tables: string
beforeAll(async () => {
  w = await world()
  const { rows } = await w.db.pool.query(`select string_agg(quote_ident(table_name), ', ') as t from information_schema.columns
    where column_name = 'countyCode' and table_schema = 'public' and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
  tables = rows[0].t
})
afterAll(() => w?.end())

/** What the oracle says of the writer with this fault, or of the writer as it is. */
async function caught(n: number | undefined, seed: number, entries: number): Promise<string | undefined> {
  await w.db.pool.query(`truncate ${tables}`)
  const writer: typeof import('../../land/register/write.server.ts') = await import(
    /* @vite-ignore */ `../../land/register/write.server.ts${n === undefined ? '' : `?fault=${n}`}`
  )
  // what the database refuses is caught as well
  const told = await against(sideOf(w, writer.write), { seed, entries, skip: ['undo'], every: 50, stop: true }).catch((e: unknown) => ({
    differ: [`${String(e instanceof Error && e.cause ? e.cause : e)}`],
    keys: [],
    tried: -1,
  }))
  const [first] = [...told.differ, ...told.keys]
  return first && `entry ${told.tried}: ${first.slice(0, 160)}`
}

test('the writer as it is is like the model', async () => expect(await caught(undefined, 1, 60)).toBeUndefined())
test.each(FAULTS.map((f, n) => ({ ...f, n })).filter((f) => f.name.includes(process.env.ONLY ?? '')))('$name (seed $seed)', async ({ n, seed }) => {
  const said = await caught(n, seed, 500)
  console.log(`${FAULTS[n]!.name}: ${said ?? 'NOT CAUGHT'}`)
  expect(said).toBeDefined()
})
