import { sql } from 'kysely'
import { hasButton, standsOver } from '../../platform/people/reach.server.ts'
import type { CalendarEntry } from '../../services/calendar/calendar.ts'
import type { CalendarSource } from '../../services/calendar/calendar.server.ts'
import { RESERVE_STATE } from './flow.ts'

/** Appointments at the windows of the person's region, where he may look at them: by their code, without a name. */
export const appointmentDays: CalendarSource = (a) => sql<CalendarEntry>`
  select r.id::text as id, 'appointment' as kind, r.code as title, r.day::text as "fromDay", r.day::text as "toDay", r.slot as time, '/citizens/reserve' as link
  from sys_user u join reserve r on r."tenantId" = u."tenantId"
  where u."tenantId" = ${a.tenantId} and u.id = ${a.userId}::bigint and r.status in (${RESERVE_STATE.reserved}, ${RESERVE_STATE.confirmed})
    and r.day between ${a.fromDay}::date and ${a.toDay}::date and ${standsOver(sql`r."regionCode"`)} and ${hasButton('reserve_view')} order by 4, 6, 1`
