import { sql } from 'kysely'
import { hasButton, standsOver } from '../../platform/people/reach.server.ts'
import type { CalendarEntry } from '../../services/calendar/calendar.ts'
import type { CalendarSource } from '../../services/calendar/calendar.server.ts'
import { PUBLICITY } from './clock.ts'

/** Postings in the person's region that have not ended, where he may look at them. */
export const postingDays: CalendarSource = (a) => sql<CalendarEntry>`
  select p.id::text as id, 'posting' as kind, coalesce(b."businessCode", p.place) as title, p."startDate"::text as "fromDay", p."endDate"::text as "toDay", '' as time,
    '/business/publicity' as link
  from sys_user u join publicity p on p."tenantId" = u."tenantId"
    left join business b on b."countyCode" = p."countyCode" and b."tenantId" = p."tenantId" and b.id = p."businessId"
  where u."tenantId" = ${a.tenantId} and u.id = ${a.userId}::bigint and p.status in (${PUBLICITY.todo}, ${PUBLICITY.doing}) and p."startDate" <= ${a.toDay}::date and p."endDate" >= ${a.fromDay}::date
    and ${standsOver(sql`p."regionCode"`)} and ${hasButton('publicity_view')} order by 4, 1`
