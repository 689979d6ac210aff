import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'

/** Names of what messages are about, by id: of those alone that the reader may see now. */
export type NamesOf = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Names of rows of a definition within the reader's query scope. */
export const namesFrom =
  (r: AnyResource, column: string, narrowed: (q: AnyQuery) => AnyQuery = (q) => q): NamesOf =>
  async (ctx, ids) => {
    const found = await narrowed(scoped(ctx, r) as AnyQuery)
      .select([`${r.name}.id`, `${r.name}.${column} as name`])
      .where(`${r.name}.id`, 'in', [...ids])
      .execute()
    return new Map(found.map((x) => [String(x.id), String(x.name ?? '')]))
  }
