import { sql } from 'kysely'
import { hasRole, standsOver } from '../../../platform/people/reach.server.ts'
import type { CalendarEntry } from '../../../services/calendar/calendar.ts'
import type { CalendarSource } from '../../../services/calendar/calendar.server.ts'
import { STATUS } from './flow.ts'

/** Promised days of the cases whose open task the person holds or may take. */
export const caseDays: CalendarSource = (a) => sql<CalendarEntry>`
  select distinct b.id::text as id, 'due' as kind, b."businessCode" as title, b."dueDay"::text as "fromDay", b."dueDay"::text as "toDay", '' as time,
    '/business/todo?open=edit.' || b.id as link
  from sys_user u join process_task t on t."tenantId" = u."tenantId" and t.status = 'open' and (t.assignee = u.id or t.assignee is null
      and ${hasRole(sql`string_to_array(t."candidateGroup", ',')`)})
    join business b on b."countyCode" = t."countyCode" and b."tenantId" = t."tenantId" and b.id = t."businessId"
  where u."tenantId" = ${a.tenantId} and u.id = ${a.userId}::bigint and b.removed is null and b.status = ${STATUS.doing} and b."dueDay" between ${a.fromDay}::date and ${a.toDay}::date
    and (t.assignee = u.id or ${standsOver(sql`b."regionCode"`)}) order by 4, 1`
