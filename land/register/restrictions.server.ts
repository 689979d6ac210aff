import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Cause } from './acts/acts.ts'
import { restriction } from './acts/tables.ts'

/** The restrictions in force that a cause brought, by name; `ref`: only this one. */
export async function inForceBy(ctx: Ctx, regionCode: string, cause: Cause, ref?: string): Promise<string[]> {
  const q = scoped(ctx, restriction)
    .select('restriction.ref')
    .distinct()
    .where('restriction.countyCode', '=', countyOf(regionCode))
    .where('restriction.causeKind', '=', cause.kind)
    .where('restriction.causeId', '=', cause.id)
    .where('restriction.endDay', 'is', null)
  const found = await (ref === undefined ? q : q.where('restriction.ref', '=', ref)).orderBy('restriction.ref').execute()
  return found.map((r) => String(r.ref))
}
