import { isId, type Row } from '../../kit/model/resource.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { listColumns, scoped } from '../../kit/server/query.server.ts'

/**
 * The newest committed row in the caller's region, held until the transaction ends: who comes second waits here and then sees
 * what the first did. (rows.get answers "changed" instead.) Throws not-found for a row out of scope.
 */
export async function held<T extends AnyResource>(ctx: Ctx, r: T, id: unknown): Promise<Row<T> & { countyCode: string }> {
  const none = () => problems.notFound({ zh: r.label, en: r.en })
  if (!isId(String(id ?? ''))) throw none()
  const where = await scoped(ctx, r).select(`${r.name}.countyCode`).where(`${r.name}.id`, '=', id).executeTakeFirst()
  if (!where) throw none()
  const row = await scoped(ctx, r)
    .select([...listColumns(r), `${r.name}.countyCode`])
    .where(`${r.name}.countyCode`, '=', where.countyCode)
    .where(`${r.name}.id`, '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw none()
  return row as Row<T> & { countyCode: string }
}
