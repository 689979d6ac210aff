import type { Cause, Entry } from '../../land/register/acts/acts.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ctxOf } from '../contract/rows.ts'
import type { World } from '../world.ts'
import type { Side } from './against.ts'

type Write = (ctx: Ctx, entry: Entry) => Promise<unknown>
type Undo = (ctx: Ctx, cause: Cause, regionCode: string) => Promise<void>
/** A caller whose first new id is this one: that of the cause that takes another back. */
function named(ctx: Ctx, id: string): Ctx {
  let first: string | undefined = id
  const newId = () => {
    const next = first ?? ctx.newId()
    first = undefined
    return next
  }
  return { ...ctx, newId }
}
/** A writer on the database of a world, as the oracle speaks to it; what is not to be kept is taken back. */
export function sideOf(w: World, write: Write, undo?: Undo): Side {
  const within = (work: (ctx: Ctx) => Promise<void>, at: Date, today: string) =>
    w.db.transaction({ tenantId: '000000' }, (tx) => work({ ...ctxOf(tx), now: `${today} 12:00:00`, clock: () => at }))
  return {
    db: { query: (words, values) => w.db.pool.query(words, values) },
    countyCode: '512021',
    write: async (entry, at, today, keep) => {
      const back = new Error('taken back')
      const work = within(
        async (ctx) => {
          await write(ctx, entry)
          if (!keep) throw back
        },
        at,
        today,
      )
      await work.catch((e: unknown) => {
        if (e !== back) throw e
      })
    },
    ...(undo && { undo: (cause, by, at, today) => within((ctx) => undo(named(ctx, by.id), cause, '512021'), at, today) }),
  }
}
