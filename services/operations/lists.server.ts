import { sql, type AliasedRawBuilder } from 'kysely'
import type { Page } from '../../kit/model/page.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { filtered, paging, type Filter } from '../../kit/server/query.server.ts'

/** Wide tables are counted up to here; the total is marked as a lower bound above. Source: data-stack.md 8. */
const COUNT_CAP = 10_000

/**
 * A page of a table of the kit, newest first. These tables have no columns of a form's row (rev, updateTime …), so `page` of the kit does not fit
 * them; filters and paging are the kit's.
 */
export async function newestFirst(
  ctx: Ctx,
  r: AnyResource,
  from: AnyQuery,
  columns: readonly (string | AliasedRawBuilder<unknown, string>)[],
  q: Filter,
): Promise<Page<Record<string, unknown>>> {
  const { current, size, offset } = paging(q)
  const found = filtered(ctx, from, r, q)
  const few = ctx.db.selectFrom(
    found
      .select(sql`1`.as('x'))
      .limit(COUNT_CAP + 1)
      .as('few'),
  ) as AnyQuery
  const n = Number((await few.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const total = Math.min(n, COUNT_CAP)
  const records = await found
    .select(columns as string[])
    .orderBy(`${r.name}.id`, 'desc')
    .limit(size)
    .offset(offset)
    .execute()
  return { records, total, size, current, pages: Math.ceil(total / size), ...(n > COUNT_CAP ? { totalIsEstimate: true } : {}) }
}

/** The caller's own region or below; what stands in no region belongs to the region of the person who did it. `who`: column with that person's id. */
export function inCallersRegion(ctx: Ctx, q: AnyQuery, table: string, who: string): AnyQuery {
  if (ctx.who.regionCode === '') return q
  const { lo, hi } = regionRange(ctx.who.regionCode)
  const code = sql.ref(`${table}.regionCode`)
  return q.where(sql<boolean>`((${code} >= ${lo} and ${code} < ${hi}) or (${code} is null and exists (
    select 1 from sys_user u left join sys_dept d on d.id::text = split_part(u."deptId"::text, ',', 1)
    where u.id = ${sql.ref(`${table}.${who}`)} and coalesce(u."regionCode", d."regionCode") >= ${lo} and coalesce(u."regionCode", d."regionCode") < ${hi})))`)
}
