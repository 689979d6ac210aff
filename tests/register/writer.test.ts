// The writer of the register against the model in memory: the same random entries on both, compared object by object after each, refusals by their keys.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { SEED, volume } from '../volume.ts'
import { world, type World } from '../world.ts'
import { against } from './against.ts'
import { overlaps } from './apart.ts'
import { sideOf } from './side.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

/** How many entries: the long run tries 20,000 on PostgreSQL, cut by county or not, and 2,000 on the embedded engine. SEED and ENTRIES repeat a run. */
const entries = () => Number(process.env.ENTRIES ?? volume(w.db.engine === 'server' ? 20_000 : 2_000, 500))

test('random entries leave the same register on both sides, and what one refuses the other refuses for the same reason', async () => {
  const told = await against(sideOf(w, write, undo), { seed: SEED, entries: entries(), every: 500 })
  expect(told.differ).toEqual([])
  expect(told.keys).toEqual([])
  expect(await overlaps(w.db.pool)).toEqual([])
  expect(told.written).toBeGreaterThan(entries() / 2)
}, 10_800_000)
