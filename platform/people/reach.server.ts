import { sql, type RawBuilder } from 'kysely'

/** Conditions on people: rows `u` of sys_user in the statement around. */
type OnUser = RawBuilder<boolean>

/** A value, or a column of the statement around. */
type Given<T> = T | RawBuilder<unknown>

/** He stands at or above a region, by his own region or his department's. */
export const standsOver = (regionCode: Given<string>): OnUser =>
  sql<boolean>`(starts_with(${regionCode}, u."regionCode") or u."regionCode" is null and exists (select 1 from sys_dept d where d."tenantId" = u."tenantId"
        and d.id::text = any(string_to_array(u."deptId", ',')) and starts_with(${regionCode}, d."regionCode")))`
/** He stands within a region, by his own region or his department's; '' = everywhere. */
export const standsIn = (
  regionCode: string,
): OnUser => sql<boolean>`(${regionCode} = '' or starts_with(coalesce(u."regionCode", (select d."regionCode" from sys_dept d
    where d."tenantId" = u."tenantId" and d.id = nullif(split_part(u."deptId", ',', 1), '')::bigint)), ${regionCode}))`
/** One of these roles (aliases) is his. */
export const hasRole = (roles: Given<string[]>): OnUser => sql<boolean>`exists (select 1 from sys_role r where r."tenantId" = u."tenantId"
    and r.id::text = any(string_to_array(u."roleId", ',')) and r."roleAlias" = any(${roles}::text[]))`
/** One of his roles holds this button. */
export const hasButton = (
  button: string,
): OnUser => sql<boolean>`exists (select 1 from sys_role r join role_menu rm on rm."tenantId" = r."tenantId" and rm."roleId" = r.id
    join menu m on m.id = rm."menuId" where r."tenantId" = u."tenantId" and r.id::text = any(string_to_array(u."roleId", ',')) and m.code = ${button})`
/** He is this person. */
export const isPerson = (id: string): OnUser => sql<boolean>`u.id = ${id}::bigint`
