import { isId, type AnyResource, type FlatRow } from '../../kit/model/resource.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'

/**
 * The newest committed row in the caller's region, locked until the transaction ends: a concurrent caller blocks here, then sees
 * what the first did. (rows.get answers "changed" instead.) Where its county is known, it is not asked for. Without geometry and structured data. Throws not-found for a row out of scope.
 */
export async function lockRow<T extends AnyResource>(ctx: Ctx, r: T, id: unknown, county?: string): Promise<FlatRow<T>> {
  const none = () => problems.notFound({ zh: r.label, en: r.en })
  if (!isId(String(id ?? ''))) throw none()
  const one = () => joinable(ctx, r).where(`${r.name}.id`, '=', String(id))
  const where = county ? { countyCode: county } : await one().select(`${r.name}.countyCode`).executeTakeFirst()
  if (!where) throw none()
  const row = await flatRows<T>(one().where(`${r.name}.countyCode`, '=', where.countyCode), r)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw none()
  return row as FlatRow<T>
}
