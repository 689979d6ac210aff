import { sql, type RawBuilder } from 'kysely'
import { isDate } from '../../kit/model/formats.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { ninetieth, PLAIN_CALENDAR, workingDaysBetween } from '../../business/cases/rules/workdays.ts'
import { calendarOf } from '../../business/cases/rules/workdays.server.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { typeCodes } from '../../services/process/engine/definitions.ts'
import { process_instance } from '../../services/process/process.ts'
import { AREA_CLASSES, PARCEL_CLASSES, type TopicName } from '../../land/parts/tallies.ts'
import { tallied, type Tally } from '../../land/parts/tallies.server.ts'
import { byChild, grouped, placeHead, type Place, type PlaceRow } from './place.server.ts'
import {
  DUE_YEARS,
  firstAfter,
  MONTHLY,
  monthsUpTo,
  OPEN_ENDED,
  percent,
  RENEWALS,
  RENEWED,
  yearsAfter,
  type Bucket,
  type BusinessFigures,
  type ContractFigures,
  type MonthlyFigures,
  type OpenCase,
  type RenewalFigures,
} from './views.ts'
import { sumFigures } from '../../land/definitions/area.ts'

const BEGAN = sql`"businessReceiveTime"`
/** The time in Shanghai of a moment, and the moment at which a day of Shanghai begins; whatever the connection's zone. Source: statistics.md 1 S6. */
const local = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Asia/Shanghai')`
const startOf = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`

/** Sums the columns of `rows` by a key; `all` are keys that stand there even with nothing. Numbers not named in `figures` are left out. */
function fold(rows: readonly PlaceRow[], key: string, figures: readonly string[], all: readonly string[] = []): Bucket[] {
  const found = new Map<string, Record<string, number>>(all.map((k) => [k, Object.fromEntries(figures.map((f) => [f, 0]))]))
  for (const r of rows) {
    const k = r[key] ?? ''
    const at = found.get(k) ?? {}
    found.set(k, at)
    for (const f of figures) at[f] = sumFigures(at[f] ?? 0, Number(r[f] ?? 0))
  }
  return [...found].map(([k, values]) => ({ key: k, values }))
}
const ordered = (buckets: Bucket[]) => buckets.sort((a, b) => (a.key < b.key ? -1 : 1))
const totalOf = (rows: readonly PlaceRow[], figures: readonly string[]) => fold(rows, '', figures, [''])[0]!.values

/** Cases by type: a column for each status, and their sum. */
function byType(rows: readonly PlaceRow[], all: readonly string[]): Bucket[] {
  const split = rows.map(({ type = null, status = null, n = null }): PlaceRow => ({ type, [status ?? '']: n, all: n }))
  return fold(split, 'type', [...Object.values(STATUS), 'all'], all)
}

function periodOf(q: Partial<TextInput<'from' | 'to'>>): RawBuilder<unknown> {
  const day = (name: 'from' | 'to') => {
    const v = q[name] ?? ''
    if (v && !isDate(v)) throw problems.badRequest({ zh: '日期格式不正确', en: 'The day is malformed' })
    return v
  }
  const [from, to] = [day('from'), day('to')]
  return sql`${from ? sql`and ${BEGAN} >= ${startOf(from)}` : sql``} ${to ? sql`and ${BEGAN} < ${startOf(to)} + interval '1 day'` : sql``}`
}
const tenth = (n: number) => Math.round(n * 10) / 10
const DAY_S = 86_400
const SHOWN = 10
/** How long cases take and which wait longest, of those received in the period: in working days by the calendar of the tenant. Source: statistics.md 3. */
async function durations(
  ctx: Ctx,
  p: Place,
  period: RawBuilder<unknown>,
): Promise<Pick<BusinessFigures, 'workdays' | 'ninetieth' | 'dwell' | 'overdue' | 'oldest' | 'late'>> {
  const spans = await grouped(
    ctx,
    sql`select ${local(BEGAN)}::date::text as "from", ${local(sql`"finishTime"`)}::date::text as "to", count(*) as n
      from business where ${p.of(business)} and removed is null and status = ${STATUS.done} and "finishTime" is not null ${period} group by 1, 2`,
  )
  const first = spans.map((s) => s.from!).toSorted()[0]
  const calendar = first ? await calendarOf(ctx, first) : PLAIN_CALENDAR
  const found = spans.map((s) => ({ value: workingDaysBetween(s.from!, s.to!, calendar), n: Number(s.n) }))
  const n = found.reduce((all, f) => all + f.n, 0)
  const tasks = await grouped(
    ctx,
    sql`select t."taskKey" as task, count(*) as n, coalesce(sum(extract(epoch from t."doneTime" - t."createTime")), 0) as seconds
      from (select id, "countyCode" from business where ${p.of(business)} and removed is null ${period}) b
      join process_task t on t."countyCode" = b."countyCode" and t."businessId" = b.id and t.status = 'done' and t.assignee is not null
      group by 1`,
  )
  const today = ctx.now.slice(0, 10)
  const open = (order: RawBuilder<unknown>, more: RawBuilder<unknown>) =>
    grouped(
      ctx,
      sql`select id::text as id, "businessCode", "businessTypeCode", "currentActive" as task, ${local(BEGAN)}::date::text as received, "dueDay"::text as due,
        ${today}::date - ${local(BEGAN)}::date as age, count(*) over () as all
        from business where ${p.of(business)} and removed is null and status = ${STATUS.doing} ${period} ${more} order by ${order}, id limit ${sql.lit(SHOWN)}`,
    )
  const oldest = await open(BEGAN, sql``)
  const late = await open(sql`"dueDay", ${BEGAN}`, sql`and "dueDay" < ${today}::date`)
  const asCase = (r: PlaceRow): OpenCase => ({
    id: r.id!,
    businessCode: r.businessCode ?? '',
    businessTypeCode: r.businessTypeCode ?? '',
    task: r.task ?? '',
    received: r.received ?? '',
    due: r.due ?? '',
    age: Number(r.age ?? 0),
  })
  return {
    workdays: n === 0 ? null : tenth(found.reduce((all, f) => all + f.value * f.n, 0) / n),
    ninetieth: ninetieth(found) ?? null,
    dwell: tasks.map((t) => ({ key: t.task ?? '', values: { n: Number(t.n), days: tenth(Number(t.seconds) / DAY_S / Number(t.n)) } })),
    overdue: Number(late[0]?.all ?? 0),
    oldest: oldest.map(asCase),
    late: late.map(asCase),
  }
}
/**
 * Cases by type and status, those under way by step, rates and mean duration; `from` and `to` narrow by the day of receiving. A draft is not accepted
 * yet; rows taken off the lists do not count. Source: statistics.md 3. Throws bad-request for a malformed day.
 */
export async function cases(ctx: Ctx, p: Place, q: Partial<TextInput<'from' | 'to'>>): Promise<BusinessFigures> {
  const period = periodOf(q)
  const rows = await grouped(
    ctx,
    sql`select "businessTypeCode" as type, status, "currentActive" as task, count(*) as n, count("finishTime") as ended,
    coalesce(sum(${local(sql`"finishTime"`)}::date - ${local(BEGAN)}::date), 0) as days
    from business where ${p.of(business)} and removed is null ${period} group by 1, 2, 3`,
  )
  const types = byType(rows, typeCodes)
  const of = (status: string) => types.reduce((n, t) => n + t.values[status]!, 0)
  const [todo, doing, done, revoked] = [of(STATUS.todo), of(STATUS.doing), of(STATUS.done), of(STATUS.revoked)]
  const accepted = doing + done + revoked
  const waits = await durations(ctx, p, period)
  const { ended, days } = totalOf(
    rows.filter((r) => r.status === STATUS.done),
    ['ended', 'days'],
  ) as { ended: number; days: number }
  return {
    ...placeHead(ctx, p),
    total: { todo, doing, done, revoked, accepted },
    types,
    tasks: fold(
      rows.filter((r) => r.status === STATUS.doing),
      'task',
      ['n'],
    ),
    finishRate: percent(done, done + doing),
    revokeRate: percent(revoked, accepted),
    days: ended === 0 ? null : tenth(days / ended),
    ...waits,
  }
}

const CONTRACTS = ['cbht', 'htArea'] as const
const numbers = (n: number) => Array.from({ length: n + 1 }, (_, i) => String(i))
/** A tally as a row of figures, its key divided into its parts. */
const asRow = (t: Tally, ...parts: string[]): PlaceRow => {
  const values = t.key.split('|')
  return { code: t.code, cbht: String(t.n), htArea: t.area, ...Object.fromEntries(parts.map((p, i) => [p, values[i] || null])) }
}
const yearOf = (day: string | null | undefined): string => day?.slice(0, 4) ?? OPEN_ENDED
/** Contracts in force by signing, end of term, area and number of parcels, from one pass. Source: statistics.md 4. */
export async function contract(ctx: Ctx, p: Place): Promise<ContractFigures> {
  const found = await tallied(ctx, ['sign', 'term', 'area', 'parcels'], p.range, p.childLength)
  const of = (topic: TopicName, ...parts: string[]) => found.filter((t) => t.topic === topic).map((t) => asRow(t, ...parts))
  const rows = of('sign', 'status', 'way')
  const years = of('term', 'end').map((r) => ({ ...r, year: yearOf(r.end) }))
  const by = (key: string, of = rows, all?: readonly string[]) => fold(of, key, CONTRACTS, all)
  const number = (list: readonly PlaceRow[]) => list.reduce((n, r) => n + Number(r.cbht), 0)
  const signed = rows.filter((r) => r.status === SIGN.signed)
  const online = signed.filter((r) => r.way !== null && r.way !== ON_PAPER)
  return {
    ...placeHead(ctx, p),
    total: { ...totalOf(rows, CONTRACTS), signed: number(signed) },
    signRate: percent(number(signed), number(rows)),
    onlineRate: percent(number(online), number(signed)),
    signStatus: by('status'),
    signWay: by('way'),
    years: ordered(by('year', years)),
    areas: by('area', of('area', 'area'), numbers(AREA_CLASSES.length)),
    parcels: by('parcels', of('parcels', 'parcels'), numbers(PARCEL_CLASSES.length)),
  }
}

const YEAR = 12
/**
 * What happened in each of the last twelve months and in the same months of the year before: cases accepted, finished and revoked (by the end of their
 * process; a draft that was given up never was accepted), contracts in force signed, certificates in force issued. Source: statistics.md 5.
 */
export async function monthly(ctx: Ctx, p: Place): Promise<MonthlyFigures> {
  const months = monthsUpTo(ctx.now.slice(0, 10), 2 * YEAR)
  const first = `${months[0]}-01`,
    end = firstAfter(months.at(-1)!)
  const within = (time: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`${time} >= ${from} and ${time} < ${to}`
  const byMonth = (time: RawBuilder<unknown>) => sql`select to_char(${local(time)}, 'YYYY-MM') as month, count(*) as n`
  const moments = (time: RawBuilder<unknown>) => within(time, startOf(first), startOf(end))
  const kept = await tallied(ctx, ['signed', 'issued'], p.range, p.childLength)
  const ofMonth = (topic: TopicName): PlaceRow[] =>
    fold(
      kept.filter((t) => t.topic === topic).map((t) => ({ month: t.key, n: String(t.n) })),
      'month',
      ['n'],
    ).map((b) => ({ month: b.key, n: String(b.values.n) }))
  const FINISHED = sql`"finishTime"`
  const found: Record<(typeof MONTHLY)[number], PlaceRow[]> = {
    accepted: await grouped(
      ctx,
      sql`${byMonth(BEGAN)} from business where ${p.of(business)} and removed is null and status <> ${STATUS.todo} and ${moments(BEGAN)} group by 1`,
    ),
    done: await grouped(
      ctx,
      sql`${byMonth(FINISHED)} from business where ${p.of(business)} and removed is null and status = ${STATUS.done} and ${moments(FINISHED)} group by 1`,
    ),
    revoked: await grouped(
      ctx,
      sql`${byMonth(sql`i."endTime"`)} from (select "countyCode", "businessId", "endTime" from process_instance
      where ${p.of(process_instance)} and status = 'deleted' and ${moments(sql`"endTime"`)}) i
      join (select "countyCode", id from business where ${p.of(business)} and removed is null and status = ${STATUS.revoked}) b
      on b."countyCode" = i."countyCode" and b.id = i."businessId" group by 1`,
    ),
    signed: ofMonth('signed'),
    issued: ofMonth('issued'),
  }
  const at = (month: string) => Object.fromEntries(MONTHLY.map((k) => [k, Number(found[k].find((r) => r.month === month)?.n ?? 0)]))
  const all = months.slice(YEAR).map((month, i) => ({ month, values: at(month), before: at(months[i]!) }))
  const total = Object.fromEntries(MONTHLY.map((k) => [k, all.reduce((n, m) => n + m.values[k]!, 0)]))
  return { ...placeHead(ctx, p), total, months: all }
}

/**
 * What the register proves of the extension: contracts in force by the year their term ends; per child region those whose term has ended, ends within
 * the next five years, and those that are extension contracts; cases of extension by status. Source: statistics.md 6, without the list of households.
 */
export async function renewal(ctx: Ctx, p: Place): Promise<RenewalFigures> {
  const today = ctx.now.slice(0, 10)
  const until = yearsAfter(today, DUE_YEARS)
  const found = (await tallied(ctx, ['term'], p.range, p.childLength)).map((t) => asRow(t, 'end', 'htlx'))
  const rows = found.map((r) => {
    const those = (name: string, is: boolean) => ({ [name]: is ? r.cbht! : '0', [`${name}Area`]: is ? r.htArea! : '0' })
    const end = r.end ?? ''
    return {
      code: r.code!,
      year: yearOf(r.end),
      cbht: r.cbht!,
      htArea: r.htArea!,
      ...those('ended', end !== '' && end < today),
      ...those('ending', end >= today && end <= until),
      ...those('renewed', r.htlx === RENEWED),
    }
  })
  const extensions = await grouped(
    ctx,
    sql`select "businessTypeCode" as type, status, count(*) as n from business where ${p.of(business)} and removed is null
    and "businessTypeCode" in (${sql.join(RENEWALS)}) group by 1, 2`,
  )
  return {
    ...placeHead(ctx, p),
    until,
    ...(await byChild(
      ctx,
      p,
      rows.map(({ year: _, ...r }) => r),
    )),
    years: ordered(fold(rows, 'year', CONTRACTS)),
    types: byType(extensions, ['contract_renew']),
  }
}
