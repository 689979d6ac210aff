// Every fault of faults.ts is caught by the oracle within 500 random entries of its seed; the writer without one is not.
// Run: vitest run --config tests/register/faults.config.ts (test:long does). SEEDS: tried instead, until one shows it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCatcher, type Catcher } from './caught.ts'
import { FAULTS } from './faults.ts'

let c: Catcher
beforeAll(async () => {
  c = await openCatcher()
})
afterAll(() => c?.end())

/** How far the entries of each seed were tried. */
const reached = new Map<number, number>()

test.each(FAULTS.map((f, n) => ({ ...f, n })))('$name (seed $seed)', async ({ n, name, seed }) => {
  for (const s of process.env.SEEDS?.split(' ').map(Number) ?? [seed]) {
    const { said, tried } = await c.caught(n, s, 500)
    console.log(`${name}: seed ${s}, entry ${tried}: ${said ?? 'NOT CAUGHT'}`)
    reached.set(s, Math.max(reached.get(s) ?? 0, tried))
    if (said) return
  }
  expect.unreachable('not caught')
})
test('the writer as it is is like the model on the same entries', async () => {
  for (const [seed, entries] of reached) expect([seed, (await c.caught(undefined, seed, entries)).said]).toEqual([seed, undefined])
})
