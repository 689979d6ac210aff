import type { AnyResource, FlatRow } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { NewDiskMap } from '../package/disk-map.ts'

/** What holds of an imported row from a later day than the row: facts of books that were registered after the first one that names it. */
export interface Later {
  /** `values` hold since `day` (yyyy-MM-dd); of a row as often as books join it */
  add(id: string, day: string, values: Readonly<Record<string, unknown>>): void
  /** Writes them, as many together as begin on one day; the rows get the version that held before. */
  write(ctx: Ctx, county: string): Promise<void>
}
/** What is read and written at a time. */
const AT_ONCE = 1000

/** Opens the list of one table; it lies on disk until it is written. */
export function laterOf(newMap: NewDiskMap, r: AnyResource): Later {
  const waiting = newMap<{ id: string; day: string; values: Readonly<Record<string, unknown>> }>(['day'])
  return {
    add: (id, day, values) => waiting.add({ id, day, values }),
    async write(ctx, county) {
      // the earlier first: what holds from a day on is laid over what was said of the days after it
      const days = [...waiting.groups('day')].map(([day]) => day).toSorted()
      for (const day of days) {
        const list = waiting.of('day', day)
        for (let at = 0; at < list.length; at += AT_ONCE) {
          const some = new Map(list.slice(at, at + AT_ONCE).map((x) => [x.id, x.values]))
          const q = flatRows(joinable(ctx, r), r) as AnyQuery
          const found = await typedRows<FlatRow<AnyResource>>(q.where(`${r.name}.countyCode`, '=', county).where(`${r.name}.id`, 'in', [...some.keys()]))
          await rows.updateMany(
            ctx,
            r,
            found.map((row) => ({ row, values: some.get(row.id)! })),
            { day, why: 'import' },
          )
        }
      }
    },
  }
}
