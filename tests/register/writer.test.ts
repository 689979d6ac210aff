// The writer of the register against the model in memory: the same random entries on both, compared object by object after each.
import { afterAll, beforeAll, expect, test } from 'vitest'
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
})

/** What the writer does not do yet as the acts say, by kinds of entries; a kind that is mended leaves this list. */
const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  'undo by the writer is compared apart': ['undo'],
  'what a package sets and what is older ends where the newer begins': ['package older fields'],
  'what follows from a book holds from the day of its act': ['package later DJSJ', 'package ended', 'package joined parcels', 'package events'],
  'a parcel of several households has no holder alone': ['shares', 'change_transfer_4'],
  'refused by the acts, written by the writer': [
    ...['parcel-category', 'certificate-state', 'touched', 'book-issuer', 'own-day', 'successor', 'successor ended goes on', 'registered', 'registered parcel'],
    ...[
      'round',
      'person-twice',
      'person',
      'day-before',
      'carry',
      'line-area',
      'may-not notice',
      'code',
      'code-range',
      'qdsj',
      'mu-mismatch',
      'bgfs',
      'E1009',
      'from current',
      'ref-used',
      'E1015 twice in a book',
    ],
  ],
}
/** Columns that differ: members are not counted, an issued certificate of a package is not valid. */
const NOT_YET_COLUMNS = ['cbjyqz.zt']

test('random entries leave the same register on both sides', async () => {
  const [seed, entries] = [Number(process.env.SEED ?? 1), Number(process.env.ENTRIES ?? 60)]
  const told = await against(writer(), { seed, entries, skip: Object.values(NOT_YET).flat(), ignore: NOT_YET_COLUMNS, certificatesApart: true })
  expect(told.differ).toEqual([])
  expect(told.keys).toEqual([])
})
