// The hours of a window as the office sets them: none overlaps another, and none goes from under people who are booked. Source: business-flows.md 12.
import { sql } from 'kysely'
import { typedRows } from '../../kit/server/any-query.server.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, requireRegion } from '../../kit/server/query.server.ts'
import { rowIdOf, textIn, type Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { reserve_slot, type ReserveSlot } from './citizens.ts'
import { HOLDING, isSlot, overlaps, weekdayOf } from './flow.ts'
import { citizenProblems } from './problems.ts'

type Hours = Pick<ReserveSlot, 'regionCode' | 'weekday' | 'slot'>

/** Whoever writes hours of a window waits for who does so already: two that overlap are not both new. A day that nobody books stands for the window. */
async function oneByOne(ctx: Ctx, regionCode: string): Promise<void> {
  await sql`insert into reserve_taken ("countyCode", "tenantId", "regionCode", day, slot, taken)
      values (${countyOf(regionCode)}, ${ctx.who.tenantId}, ${regionCode}, '0001-01-01', 'hours', 0)
    on conflict ("countyCode", "tenantId", "regionCode", day, slot) do update set taken = 0`.execute(ctx.db)
}
/** @throws reserve-slot-overlap */
async function requireApart(ctx: Ctx, { regionCode, weekday, slot }: Hours, own: string | undefined): Promise<void> {
  const others = await typedRows<ReserveSlot>(
    flatRows(joinable(ctx, reserve_slot), reserve_slot)
      .where('reserve_slot.countyCode', '=', countyOf(regionCode!))
      .where('reserve_slot.regionCode', '=', regionCode)
      .where('reserve_slot.weekday', '=', weekday),
  )
  const found = others.find((o) => o.id !== own && overlaps(o.slot!, slot!))
  if (found) throw citizenProblems.overlap({ slot: found.slot! })
}
/** How many hold a place in these hours, or are about to, by day from today on. */
async function bookedIn(ctx: Ctx, { regionCode, weekday, slot }: Hours): Promise<{ day: string; count: number }[]> {
  const at = sql`"countyCode" = ${countyOf(regionCode!)} and "tenantId" = ${ctx.who.tenantId} and slot = ${slot} and day >= ${ctx.now.slice(0, 10)}::date`
  const { rows: found } = await sql<{ day: string; count: number }>`
    select day::text as day, count(*)::int as count from (
      select day from reserve where ${at} and "windowCode" = ${regionCode} and status in (${sql.join([...HOLDING])})
      union all select day from reserve_hold where ${at} and "regionCode" = ${regionCode} and until > ${ctx.now}::timestamptz
    ) t where extract(isodow from day) = ${Number(weekday)} group by day order by day`.execute(ctx.db)
  return found
}
/** Of hours that go: whoever is booked is moved or cancelled first. @throws reserve-slot-booked */
export async function requireNobody(ctx: Ctx, hours: Hours): Promise<void> {
  const booked = await bookedIn(ctx, hours)
  if (booked[0]) throw citizenProblems.booked({ count: booked.reduce((n, b) => n + b.count, 0), day: booked[0].day })
}
/** Windows that a refusal names; there may be as many as villages. */
const NAMED = 5
/**
 * Of days on which no window of the tenant will be open: whoever is booked is moved or cancelled first. The first such day is told, with the windows and how many
 * are booked at each, or are about to be. @throws reserve-day-booked
 */
export async function requireFreeDays(ctx: Ctx, days: readonly string[]): Promise<void> {
  const { tenantId } = ctx.who
  const weekdays = sql`weekday in (${sql.join([...new Set(days.map(weekdayOf))])})`
  const { rows: counties } = await sql<{ code: string }>`
    select distinct "countyCode" as code from reserve_slot where "tenantId" = ${tenantId} order by 1`.execute(ctx.db)
  // who books holds the hours that he books, and looks at the calendar once he does: nobody comes in between
  for (const { code } of counties)
    await sql`select id from reserve_slot where "countyCode" = ${code} and "tenantId" = ${tenantId} and ${weekdays} order by id for update`.execute(ctx.db)
  const at = sql`"tenantId" = ${tenantId} and day = any(${days}::date[])`
  const { rows: found } = await sql<{ day: string; name: string; count: number }>`
    select day::text as day, coalesce(r.name, t.window) as name, count(*)::int as count from (
      select day, "windowCode" as window from reserve where ${at} and status in (${sql.join([...HOLDING])})
      union all select day, "regionCode" from reserve_hold where ${at} and until > ${ctx.now}::timestamptz
    ) t left join region r on r.code = t.window group by day, t.window, r.name order by day, count desc, t.window`.execute(ctx.db)
  const day = found[0]?.day
  if (!day) return
  const windows = found.filter((f) => f.day === day)
  const where = windows.slice(0, NAMED).map((f) => `${f.name}${f.count}`)
  throw citizenProblems.bookedDay({ day, count: windows.reduce((n, f) => n + f.count, 0), where: where.join('、'), isMore: windows.length > NAMED })
}
/** Hours are entered or changed. @throws reserve-slot-form, reserve-slot-overlap, reserve-slot-booked, reserve-slot-capacity */
export async function saveHours(ctx: Ctx, input: Input): Promise<string> {
  if (!isSlot(textIn(input, 'slot'))) throw citizenProblems.slot()
  const draft = await rows.checkedDraft(ctx, reserve_slot, input)
  requireRegion(ctx, draft.regionCode)
  await oneByOne(ctx, draft.regionCode)
  // who books holds the row as well: nobody comes in between
  const row = input.id ? await rows.get(ctx, reserve_slot, rowIdOf(input), true) : undefined
  await requireApart(ctx, draft, row?.id)
  if (!row) return rows.insert(ctx, reserve_slot, draft)
  if ((['regionCode', 'weekday', 'slot'] as const).some((n) => draft[n] !== row[n])) await requireNobody(ctx, row)
  const over = (await bookedIn(ctx, row)).find((b) => b.count > draft.capacity)
  if (over && draft.capacity < row.capacity!) throw citizenProblems.bookedMore(over)
  return rows.update(ctx, reserve_slot, row.id, draft, input)
}
