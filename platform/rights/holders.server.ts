import { sql } from 'kysely'
import { ADMINISTRATOR, type Ctx } from '../../kit/server/ctx.server.ts'
import { PLATFORM_TENANT } from '../seed/tenant-codes.ts'

/** How many are named in a refusal. */
const NAMED = 5
/**
 * Names of the people who have a button and stand at or above a region, by their own region or their department's, but none of `others`: the nearest first, five at
 * most. An administrator of the platform has every button. Whoever refuses a person because another one must do it names these.
 */
export async function whoHas(ctx: Ctx, button: string, regionCode: string, others: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select coalesce(u."realName", u.account) as name from sys_user u
    cross join lateral (select coalesce(u."regionCode", (select d."regionCode" from sys_dept d where d."tenantId" = u."tenantId"
      and d.id::text = any(string_to_array(u."deptId", ',')) order by d.id limit 1)) as code) as place
    where u."tenantId" = ${ctx.who.tenantId} and u.status = 1 and u.id::text <> all(${[...others]}::text[])
      and starts_with(${regionCode}, coalesce(place.code, ''))
      and exists (select 1 from sys_role r left join role_menu rm on rm."tenantId" = r."tenantId" and rm."roleId" = r.id left join menu m on m.id = rm."menuId"
        where r."tenantId" = u."tenantId" and r.id::text = any(string_to_array(u."roleId", ','))
          and (m.code = ${button} or r."roleAlias" = ${ADMINISTRATOR} and r."tenantId" = ${PLATFORM_TENANT}))
    order by length(coalesce(place.code, '')) desc, u.id limit ${NAMED}`.execute(ctx.db)
  return rows.map((u) => u.name)
}
