import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../world.ts'
import { against } from './against.ts'
import { FAULTS, type Fault } from './faults.ts'
import { sideOf } from './side.ts'

/**
 * Tests that each of these faults is caught by the oracle within 500 random entries of its seed, and the writer without one is not. The writer is loaded anew
 * with a fault in it, for which faults-plugin.ts must be in the configuration. SEEDS: tried instead, until one shows it.
 */
export function testFaults(faults: readonly Fault[]): void {
  let w: World
  let tables: string
  beforeAll(async () => {
    w = await world()
    const { rows } = await w.db.pool.query(`select string_agg(quote_ident(table_name), ', ') as t from information_schema.columns
      where column_name = 'countyCode' and table_schema = 'public' and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
    tables = rows[0].t
  })
  afterAll(() => w?.end())

  /** What the oracle says of the writer with this fault, or of the writer as it is, and after how many entries. */
  async function caught(fault: Fault | undefined, seed: number, entries: number): Promise<{ said: string | undefined; tried: number }> {
    await w.db.pool.query(`truncate ${tables}`)
    const mark = fault ? `?fault=${FAULTS.indexOf(fault)}` : ''
    const { write }: typeof import('../../land/register/write.server.ts') = await import(/* @vite-ignore */ `../../land/register/write.server.ts${mark}`)
    const { undo }: typeof import('../../land/register/undo.server.ts') = await import(/* @vite-ignore */ `../../land/register/undo.server.ts${mark}`)
    // what the database refuses is caught as well
    const told = await against(sideOf(w, write, undo), { seed, entries, every: 50, stop: true }).catch((e: unknown) => ({
      differ: [`${String(e instanceof Error && e.cause ? e.cause : e)}`],
      keys: [],
      tried: entries,
    }))
    const [first] = [...told.differ, ...told.keys]
    return { said: first?.slice(0, 160), tried: told.tried }
  }
  /** How far the entries of each seed were tried. */
  const reached = new Map<number, number>()

  for (const fault of faults)
    test(`${fault.name} (seed ${fault.seed})`, async () => {
      for (const s of process.env.SEEDS?.split(' ').map(Number) ?? [fault.seed]) {
        const { said, tried } = await caught(fault, s, 500)
        console.log(`${fault.name}: seed ${s}, entry ${tried}: ${said ?? 'NOT CAUGHT'}`)
        reached.set(s, Math.max(reached.get(s) ?? 0, tried))
        if (said) return
      }
      expect.unreachable('not caught')
    })
  test('the writer as it is is like the model on the same entries', async () => {
    for (const [seed, entries] of reached) expect([seed, (await caught(undefined, seed, entries)).said]).toEqual([seed, undefined])
  })
}
