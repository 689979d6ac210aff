// Times of the window: which are free, keeping a place for a moment, taking one so that none is taken twice. Source: business-flows.md 12.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { dayPlus } from '../../kit/model/days.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { calendarOf } from '../../business/cases/rules/workdays.server.ts'
import { isWorked } from '../../business/cases/rules/workdays.ts'
import { networkOf } from '../../runtime/network-of.ts'
import { randomToken, tokenHash } from '../../platform/credentials/secrets.server.ts'
import { phoneDigits, spellingsOf } from '../../platform/messages/phone-number.ts'
import type { SmsParts } from '../../platform/messages/send.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { reservation, reserve_slot, type Reserve, type ReserveSlot } from './citizens.ts'
import { codeFrom, hasBegun, HOLDING, RESERVE_STATE, weekdayOf } from './flow.ts'
import { citizenProblems } from './problems.ts'
import { MOST_OPEN, openUnder, rememberSent } from './stranger.server.ts'
import { tellAppointment, untell } from './told.server.ts'

/** Free times that are offered instead of one that is full. */
const OFFERED = 3
/** Places that one address may keep at once: there may be a library behind it. */
const MOST_HOLDS = 10

/** A time of a day with the places that are left. */
export interface FreeSlot {
  day: string
  slot: string
  capacity: number
  left: number
}
/** A time of a window: where it is counted, and when it is. */
interface Place {
  windowCode: string
  day: string
  slot: string
}
/** Days ahead that can be booked. */
export const horizonOf = (ctx: Ctx): Promise<number> => numberParam(ctx, PARAMS.bookingHorizon)
/** A code that nobody guesses. */
export const newCode = (kind: 'Y' | 'Z', regionCode: string): string => codeFrom(kind, countyOf(regionCode), randomBytes(40))

/** The hours of a region: its own, else those of the nearest region above it. */
async function hoursOf(ctx: Ctx, regionCode: string): Promise<ReserveSlot[]> {
  const all = await typedRows<ReserveSlot>(
    flatRows(joinable(ctx, reserve_slot), reserve_slot)
      .where('reserve_slot.countyCode', '=', countyOf(regionCode))
      .where(sql<boolean>`${regionCode} like reserve_slot."regionCode" || '%'`),
  )
  const nearest = Math.max(0, ...all.map((s) => (s.regionCode ?? '').length))
  return all.filter((s) => (s.regionCode ?? '').length === nearest).toSorted((a, b) => (a.slot! < b.slot! ? -1 : 1))
}
/** What is taken of a window from a day on, by day and time: places that were kept for too long are free. */
async function takenOf(ctx: Ctx, windowCode: string, from: string, to: string): Promise<Map<string, number>> {
  const at = sql`"countyCode" = ${countyOf(windowCode)} and "tenantId" = ${ctx.who.tenantId} and "regionCode" = ${windowCode}
    and day between ${from}::date and ${to}::date`
  const { rows: found } = await sql<{ day: string; slot: string; taken: number }>`
    select day::text as day, slot, sum(n)::int as taken from (
      select day, slot, taken as n from reserve_taken where ${at}
      union all select day, slot, -1 from reserve_hold where ${at} and until <= ${ctx.now}::timestamptz
    ) t group by day, slot`.execute(ctx.db)
  return new Map(found.map((f) => [`${f.day} ${f.slot}`, f.taken]))
}
/** Times of so many days that are not past, on days that are worked, each with what is left. */
export async function slotsOf(ctx: Ctx, regionCode: string, from: string, days: number): Promise<FreeSlot[]> {
  const hours = await hoursOf(ctx, regionCode)
  if (!hours[0]) return []
  // places are counted where the hours stand: a village books the hours of its town
  const [calendar, taken] = [await calendarOf(ctx, from), await takenOf(ctx, hours[0].regionCode!, from, dayPlus(from, days))]
  const out: FreeSlot[] = []
  for (let n = 0; n < days; n += 1) {
    const day = dayPlus(from, n)
    if (!isWorked(day, calendar)) continue
    for (const h of hours.filter((x) => x.weekday === weekdayOf(day) && !hasBegun({ day, slot: x.slot }, ctx.now)))
      out.push({ day, slot: h.slot!, capacity: h.capacity!, left: Math.max(0, h.capacity! - (taken.get(`${day} ${h.slot}`) ?? 0)) })
  }
  return out
}

/** Who books, and when. */
export interface Booking {
  regionCode: string
  day: string
  slot: string
  matter: string
  person: string
  phone: string
  note?: string | null
}
type When = Pick<Booking, 'regionCode' | 'day' | 'slot'>
/** The hours that a wish asks for. @throws reserve-past, reserve-far, reserve-closed, reserve-no-slot */
async function openAt(ctx: Ctx, b: When): Promise<ReserveSlot> {
  if (hasBegun(b, ctx.now)) throw citizenProblems.past({ isToday: b.day === ctx.now.slice(0, 10) })
  const days = await horizonOf(ctx)
  if (b.day > dayPlus(ctx.now.slice(0, 10), days)) throw citizenProblems.far({ days })
  if (!isWorked(b.day, await calendarOf(ctx, b.day))) throw citizenProblems.closed({ day: b.day })
  const found = (await hoursOf(ctx, b.regionCode)).find((h) => h.weekday === weekdayOf(b.day) && h.slot === b.slot)
  // as the hours stand now, and until this is committed: they are not changed under who books
  const held =
    found &&
    (await joinable(ctx, reserve_slot)
      .select('reserve_slot.capacity')
      .where('reserve_slot.countyCode', '=', countyOf(b.regionCode))
      .where('reserve_slot.id', '=', found.id)
      .where('reserve_slot.weekday', '=', found.weekday)
      .where('reserve_slot.slot', '=', found.slot)
      .forShare()
      .executeTakeFirst())
  if (!held) throw citizenProblems.noSlot()
  // who closes a day waits for who holds its hours, or has done so meanwhile
  if (!isWorked(b.day, await calendarOf(ctx, b.day))) throw citizenProblems.closed({ day: b.day })
  return { ...found, capacity: Number(held.capacity) }
}
const where = (ctx: Ctx, { windowCode, day, slot }: Place) =>
  sql`"countyCode" = ${countyOf(windowCode)} and "tenantId" = ${ctx.who.tenantId} and "regionCode" = ${windowCode} and day = ${day}::date and slot = ${slot}`
const lower = async (ctx: Ctx, p: Place, n: number): Promise<void> =>
  void (await sql`update reserve_taken set taken = greatest(0, taken - ${n}) where ${where(ctx, p)}`.execute(ctx.db))
/**
 * Takes a place of a window, once those that were kept for too long are given back. Of two who want the last one one waits for the other's commit.
 * @throws reserve-full, with the next times that are free
 */
async function take(ctx: Ctx, b: When, hours: ReserveSlot): Promise<Place> {
  const p: Place = { windowCode: hours.regionCode!, day: b.day, slot: b.slot }
  const { rows: late } = await sql`delete from reserve_hold where ${where(ctx, p)} and until <= ${ctx.now}::timestamptz returning hash`.execute(ctx.db)
  if (late.length > 0) await lower(ctx, p, late.length)
  const { rows: got } = await sql`insert into reserve_taken ("countyCode", "tenantId", "regionCode", day, slot, taken)
      values (${countyOf(p.windowCode)}, ${ctx.who.tenantId}, ${p.windowCode}, ${p.day}::date, ${p.slot}, 1)
    on conflict ("countyCode", "tenantId", "regionCode", day, slot) do update set taken = reserve_taken.taken + 1
      where reserve_taken.taken < ${hours.capacity} returning taken`.execute(ctx.db)
  if (got.length > 0) return p
  const free = (await slotsOf(ctx, b.regionCode, b.day, await horizonOf(ctx))).filter((s) => s.left > 0).slice(0, OFFERED)
  throw citizenProblems.full({ next: free.map((s) => `${s.day} ${s.slot}`).join('、') })
}
/**
 * A citizen who books by himself: the secret of a place that he kept, what is asked of him where none is kept under it for this time, and where others have booked
 * under his number.
 */
interface Citizen {
  secret: string | undefined
  prove(): Promise<void>
  owns(): Promise<void>
}
/**
 * A phone has one open appointment, of those that who books answers for: a citizen of what was booked from his address, the office of what it sees and may cancel.
 * Whoever writes a number of somebody else keeps him from nothing; under which others have booked, he says that it is his (`owns`).
 * @param own one that is moved, which is no second one
 * @throws reserve-second
 */
async function requireNone(ctx: Ctx, b: Pick<Booking, 'regionCode' | 'phone'>, citizen?: Citizen, own?: string): Promise<void> {
  const open = () => openUnderPhone(ctx, b, own)
  const { all, fromHere } = citizen ? await openUnder(ctx, b.phone, open) : { all: 0, fromHere: (await open()).length }
  if (fromHere > 0) throw citizenProblems.second()
  if (all > 0) await citizen!.owns()
}
/** Codes of the appointments that are open under a number, but for one; the last ones first. */
export async function openUnderPhone(ctx: Ctx, b: Pick<Booking, 'regionCode' | 'phone'>, own?: string): Promise<string[]> {
  const found = joinable(ctx, reservation).select(['reserve.code'])
  const codes = await (own ? found.where('reserve.id', '!=', own) : found)
    .where('reserve.countyCode', '=', countyOf(b.regionCode))
    .where('reserve.phone', 'in', spellingsOf(b.phone))
    .where('reserve.status', 'in', [...HOLDING])
    // whose day is over and was not noted at the window can be moved by nobody
    .where('reserve.day', '>=', ctx.now.slice(0, 10))
    .orderBy('reserve.createTime', 'desc')
    .limit(MOST_OPEN)
    .execute()
  return codes.map((r) => String(r.code))
}

/** Keeps a place for some minutes, while somebody says who he is. @throws as `book`, and hold-many where an address keeps many */
export async function hold(ctx: Ctx, b: When): Promise<{ hold: string; minutes: number }> {
  const hours = await openAt(ctx, b)
  const [county, address] = [countyOf(b.regionCode), tokenHash(networkOf(ctx.ip))]
  // nobody asks for days that are over
  await sql`delete from reserve_hold where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and day < ${ctx.now.slice(0, 10)}::date`.execute(
    ctx.db,
  )
  const { rows: own } = await sql`select hash from reserve_hold
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and address = ${address} and until > ${ctx.now}::timestamptz`.execute(ctx.db)
  if (own.length >= MOST_HOLDS) throw citizenProblems.manyHolds()
  const p = await take(ctx, b, hours)
  const [secret, minutes] = [randomToken(), await numberParam(ctx, PARAMS.bookingHold)]
  await sql`insert into reserve_hold ("countyCode", "tenantId", hash, "regionCode", day, slot, until, address)
    values (${county}, ${ctx.who.tenantId}, ${tokenHash(secret)}, ${p.windowCode}, ${p.day}::date, ${p.slot},
      ${moved(ctx.now, minutes * 60)}::timestamptz, ${address})`.execute(ctx.db)
  return { hold: secret, minutes }
}
/** Whether this place is kept under this secret. */
export async function isKept(ctx: Ctx, b: When, secret: string): Promise<boolean> {
  const { rows: found } = await sql`select hash from reserve_hold where "countyCode" = ${countyOf(b.regionCode)} and "tenantId" = ${ctx.who.tenantId}
    and day = ${b.day}::date and slot = ${b.slot} and hash = ${tokenHash(secret)} and until > ${ctx.now}::timestamptz`.execute(ctx.db)
  return found.length > 0
}
/** Gives up a place that was kept: for the booking that follows (`keep`), else for everybody. Whether there was one. */
async function unhold(ctx: Ctx, b: When, secret: string, hours: ReserveSlot): Promise<Place | undefined> {
  const p: Place = { windowCode: hours.regionCode!, day: b.day, slot: b.slot }
  const { rows: was } = await sql`delete from reserve_hold where ${where(ctx, p)} and hash = ${tokenHash(secret)}
    and until > ${ctx.now}::timestamptz returning hash`.execute(ctx.db)
  return was.length > 0 ? p : undefined
}
/**
 * Books a place: the one that was kept, else one that is free. Of those who want the last one at the same moment one gets it, and the others are told at
 * once which times are free. Who has it is told. `citizen`: who books, unless the office does. Answers id and code.
 * @throws reserve-past, reserve-far, reserve-closed, reserve-no-slot, reserve-second, reserve-code, reserve-full
 */
export async function bookPlace(ctx: Ctx, sms: SmsParts, b: Booking, citizen?: Citizen): Promise<{ id: string; code: string }> {
  const hours = await openAt(ctx, b)
  await requireNone(ctx, b, citizen)
  const own = citizen?.secret && (await unhold(ctx, b, citizen.secret, hours))
  if (!own) await citizen?.prove()
  const p = own || (await take(ctx, b, hours))
  const code = newCode('Y', b.regionCode)
  const made = await rows.insertRow(ctx, reservation, {
    ...b,
    // by its digits, as it is compared
    phone: phoneDigits(b.phone),
    note: b.note ?? null,
    windowCode: p.windowCode,
    code,
    status: RESERVE_STATE.reserved,
  })
  if (citizen) await rememberSent(ctx, code)
  await tellAppointment(ctx, sms, 'Booked', made, !!citizen)
  return { id: made.id, code }
}
/** What a message says of an appointment. */
const SAID = ['day', 'slot', 'windowCode', 'matter'] as const
/**
 * Moves an appointment that holds its place to another time or place; its code stays. Who has it is told, and what was told before and has not left does not
 * leave. Who comes late to it says so by its revision before. @throws as `book`
 */
export async function move(ctx: Ctx, p: SmsParts, row: Reserve, wish: Booking, isCitizen = false): Promise<void> {
  const b = { ...wish, phone: phoneDigits(wish.phone) }
  const isOther = b.phone !== phoneDigits(row.phone ?? '')
  if (isOther) await requireNone(ctx, b, undefined, row.id)
  const windowCode = await moveTo(ctx, row, b)
  const now = { ...row, ...b, windowCode }
  if (!isOther && SAID.every((n) => now[n] === row[n])) return
  await untell(ctx, row)
  // another number has heard nothing of it yet
  await tellAppointment(ctx, p, isOther ? 'Booked' : 'Changed', now, isCitizen)
}
/** Gives its place back and takes the one that is wished for, where that is another. Answers the window. */
async function moveTo(ctx: Ctx, row: Reserve, b: Booking): Promise<string | null> {
  if (row.day === b.day && row.slot === b.slot && row.regionCode === b.regionCode) {
    await rows.update(ctx, reservation, row.id, { ...b, note: b.note ?? null })
    return row.windowCode
  }
  const hours = await openAt(ctx, b)
  const key = (p: Place) => `${p.windowCode} ${p.day} ${p.slot}`
  const [old, next] = [placeOf(row), { windowCode: hours.regionCode!, day: b.day, slot: b.slot }]
  // two who change places lock them in the same order
  if (key(old) < key(next)) await lower(ctx, old, 1)
  if (key(old) !== key(next)) await take(ctx, b, hours)
  if (key(old) > key(next)) await lower(ctx, old, 1)
  // what was confirmed was the former time
  await rows.update(ctx, reservation, row.id, { ...b, note: b.note ?? null, windowCode: next.windowCode, status: RESERVE_STATE.reserved })
  return next.windowCode
}
const placeOf = (r: Reserve): Place => ({ windowCode: r.windowCode!, day: r.day!, slot: r.slot! })
/** Gives the place of an appointment back. */
export const release = (ctx: Ctx, r: Reserve): Promise<void> => lower(ctx, placeOf(r), 1)
