import { sql } from 'kysely'
import { problem } from '../../kit/model/problem.ts'
import { idList, isId, type AnyResource } from '../../kit/model/resource.ts'
import { regionColumn } from '../../kit/model/scope-rules.ts'
import { textIn, type Route } from '../../kit/server/route.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import { standsIn, standsOver } from './reach.server.ts'

export const officeProblems = {
  elsewhere: problem<{ title: string }>(403, 'published-elsewhere', (d) => ({
    zh: `【${d.title}】由其他地区发布，不能修改或删除`,
    en: `${d.title} was published by another region: it cannot be changed or removed here`,
  })),
}
/**
 * A change of rows that are for everybody in the tenant: they belong to the office whose person wrote them. What an office without region wrote, as what is
 * installed, is everybody's who has the right; a row for a region is its region's. @throws published-elsewhere
 */
export function inOwnOffice<R extends Route>(r: AnyResource, change: R): R {
  const at = regionColumn(r)
  return askedFirst(change, async (ctx, input) => {
    const named = idList(textIn(input, 'ids') || textIn(input, 'id')).filter(isId)
    const open = at ? sql`and ${sql.ref(`t.${at}`)} is null` : sql``
    const { rows: others } = await sql<{
      title: string
    }>`select ${sql.ref(`t.${r.title ?? 'id'}`)} as title from ${sql.table(r.name)} t join sys_user u on u.id = t."createUser"
      where t."tenantId" = ${ctx.who.tenantId} and t.id = any(${named}::bigint[]) ${open} and not ${standsIn(ctx.who.regionCode)} and not ${standsOver('')}
      limit 1`.execute(ctx.db)
    if (others[0]) throw officeProblems.elsewhere({ title: others[0].title })
  })
}
