// The writer of the register against the model in memory: the same random entries on both, compared object by object after each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undo } from '../../land/register/undo.server.ts'
import { write } from '../../land/register/write.server.ts'
import { ctxOf } from '../contract/rows.ts'
import { world, type World } from '../world.ts'
import { against, type Side } from './against.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

/** The writer on the database of the world; what is not to be kept is taken back. */
const writer = (): Side => ({
  db: { query: (words, values) => w.db.pool.query(words, values) },
  countyCode: '512021',
  write: async (entry, at, today, keep) => {
    const back = new Error('taken back')
    const work = w.db.transaction({ tenantId: '000000' }, async (tx) => {
      await write({ ...ctxOf(tx), now: `${today} 12:00:00`, clock: () => at }, entry)
      if (!keep) throw back
    })
    await work.catch((e: unknown) => {
      if (e !== back) throw e
    })
  },
  undo: (cause, at, today) =>
    w.db.transaction({ tenantId: '000000' }, (tx) => undo({ ...ctxOf(tx), now: `${today} 12:00:00`, clock: () => at }, cause, '512021')),
})

/** What is not compared here: undo is compared apart. */
const APART = process.env.WITH_UNDO ? [] : ['undo']

test('random entries leave the same register on both sides', async () => {
  const [seed, entries] = [Number(process.env.SEED ?? 1), Number(process.env.ENTRIES ?? 500)]
  const told = await against(writer(), { seed, entries, skip: APART, every: 250 })
  expect(told.differ).toEqual([])
  expect(told.keys).toEqual([])
})
