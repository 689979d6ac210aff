// The days of a person: postings, promised days, appointments; and a private address under which a calendar program reads them.
import { sql, type RawBuilder } from 'kysely'
import { dayPlus } from '../../kit/model/days.ts'
import { problem } from '../../kit/model/problem.ts'
import { momentOf } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, FileResponse, route, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { randomToken, tokenHash } from '../../platform/credentials/secrets.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { CALENDAR_DAYS, CALENDAR_KINDS, calendarWords, MOST_ENTRIES, type CalendarEntry } from './calendar.ts'

/** Who asks, and which days. */
export interface CalendarAsked {
  tenantId: string
  userId: string
  fromDay: string
  toDay: string
}
/** Reads one kind of days: a statement whose rows are entries, of what the person `u` (a row of sys_user) may see. */
export type CalendarSource = (a: CalendarAsked) => RawBuilder<CalendarEntry>

const wrong = { calendarAddress: problem(404, 'calendar-address', () => ({ zh: '日历订阅地址无效或已撤销', en: 'This address of a calendar is not valid' })) }

/** The entries of a person, by day. */
async function entriesOf(ctx: Ctx, sources: readonly CalendarSource[], userId: string): Promise<CalendarEntry[]> {
  const today = ctx.now.slice(0, 10)
  const asked = { tenantId: ctx.who.tenantId, userId, fromDay: dayPlus(today, -CALENDAR_DAYS.before), toDay: dayPlus(today, CALENDAR_DAYS.after) }
  const out: CalendarEntry[] = []
  for (const source of sources) out.push(...(await sql<CalendarEntry>`${source(asked)} limit ${MOST_ENTRIES}`.execute(ctx.db)).rows)
  return out.toSorted((a, b) => (`${a.fromDay}${a.time}${a.id}` < `${b.fromDay}${b.time}${b.id}` ? -1 : 1))
}

/** The entries as iCalendar (RFC 5545). A whole day has no zone; a time is a moment. */
export async function iCalendar(entries: readonly CalendarEntry[], now: string, site: string): Promise<string> {
  // only who is read by a calendar program loads it
  const { default: ical } = await import('ical-generator')
  const calendar = ical({ name: calendarWords.title.zh, prodId: { company: 'Chengbao', product: 'calendar', language: 'ZH' } })
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
  for (const e of entries) {
    const [from, to] = e.time.split('-')
    const when = from
      ? { start: new Date(momentOf(`${e.fromDay} ${from}:00`)), end: new Date(momentOf(`${e.fromDay} ${to ?? from}:00`)) }
      : { allDay: true, start: midnight(e.fromDay), end: midnight(dayPlus(e.toDay, 1)) }
    calendar.createEvent({
      ...when,
      id: `${e.kind}-${e.id}@chengbao`,
      stamp: new Date(momentOf(now)),
      summary: `${CALENDAR_KINDS[e.kind].zh} ${e.title}`,
      ...(site ? { url: `${site}${e.link}` } : {}),
    })
  }
  return calendar.toString()
}

/** Makes the caller's address; the former one opens nothing from then on. It is answered this once, and kept as a hash. */
async function subscribe(ctx: Ctx): Promise<{ path: string }> {
  const token = randomToken()
  const { tenantId, userId } = ctx.who
  await sql`insert into calendar_feed ("tenantId", "userId", hash, "createTime") values (${tenantId}, ${userId}::bigint, ${tokenHash(token)}, ${ctx.now}::timestamptz)
    on conflict ("tenantId", "userId") do update set hash = excluded.hash, "createTime" = excluded."createTime"`.execute(ctx.db)
  return { path: `/api/cpt-desk/calendar/feed?address=${token}` }
}
const revoke = async (ctx: Ctx): Promise<void> => {
  await sql`delete from calendar_feed where "tenantId" = ${ctx.who.tenantId} and "userId" = ${ctx.who.userId}::bigint`.execute(ctx.db)
}
/** What stands behind an address: the calendar of its person, while he may sign in. @throws calendar-address, the same for a wrong, a revoked and a former one */
async function feed(ctx: Ctx, sources: readonly CalendarSource[], site: string, q: TextInput<'address'>): Promise<DeferredResponse> {
  const { rows } = await sql<{ tenantId: string; userId: string }>`select f."tenantId", f."userId"::text as "userId" from calendar_feed f
    join sys_user u on u.id = f."userId" join tenant t on t.code = f."tenantId"
    where f.hash = ${tokenHash(q.address ?? '')} and u.status = 1 and t.status = 1 and (t."expireTime" is null or t."expireTime" > ${ctx.now}::timestamptz)`.execute(
    ctx.db,
  )
  if (!rows[0]) throw wrong.calendarAddress()
  const entries = await entriesOf({ ...ctx, who: systemWho(rows[0].tenantId) }, sources, rows[0].userId)
  return new DeferredResponse(
    async () => new FileResponse('calendar.ics', 'text/calendar; charset=utf-8', Buffer.from(await iCalendar(entries, ctx.now, site)), true),
  )
}

const own = { perm: 'signed-in', scope: 'own' } as const
/** `site`: the address of the product, for the links in a calendar; '' = none. */
export function calendarSlice(sources: readonly CalendarSource[], site: string): Slice {
  const routes: Route[] = [
    { ...own, method: 'GET', path: '/cpt-desk/calendar/list', audit: 'read', summary: '我的日历', run: (ctx) => entriesOf(ctx, sources, ctx.who.userId) },
    {
      ...own,
      method: 'GET',
      path: '/cpt-desk/calendar/address',
      audit: 'read',
      summary: '日历订阅状态',
      run: async (ctx) => {
        const { rows } = await sql<{ createTime: string }>`select "createTime" from calendar_feed where "tenantId" = ${ctx.who.tenantId}
          and "userId" = ${ctx.who.userId}::bigint`.execute(ctx.db)
        return { createTime: rows[0]?.createTime ?? '' }
      },
    },
    { ...own, method: 'POST', path: '/cpt-desk/calendar/subscribe', audit: 'calendar.subscribe', summary: '生成日历订阅地址', body: {}, run: subscribe },
    { ...own, method: 'POST', path: '/cpt-desk/calendar/revoke', audit: 'calendar.revoke', summary: '撤销日历订阅', body: {}, run: revoke },
    route({
      method: 'GET',
      path: '/cpt-desk/calendar/feed',
      perm: 'public',
      scope: 'own',
      audit: 'read',
      answer: 'file',
      rate: 'read',
      asSystem: 'a calendar program is known by its private address, not by a session; it reads the days of one person',
      summary: '日历订阅',
      query: ['address'],
      run: (ctx, q) => feed(ctx, sources, site, q),
    }),
  ]
  return { name: 'calendar', resources: [], routes }
}
