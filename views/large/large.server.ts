import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { tallied, type Tally } from '../../land/parts/tallies.server.ts'
import { pushes } from '../../outside/push/push-log.server.ts'
import { maskName } from '../../platform/public/mask.ts'
import { fold } from '../figures/counters.ts'
import type { DivisionPoint } from '../figures/indicators.ts'
import { figuresOf } from '../home/figures.server.ts'
import { byChild, grouped, placeAsked, placeHead, type Place } from '../home/place.server.ts'
import { DUE_YEARS, percent, RENEWALS, RENEWED, yearsAfter } from '../home/views.ts'
import { monthly } from '../home/views.server.ts'
import { MOST_REGIONS, NEWS, type TickerEntry, type WallFigures } from './large.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'

const DAY_S = 86_400
/** Cases of the region by type and status. */
async function typesOf(ctx: Ctx, p: Place): Promise<WallFigures['types']> {
  const rows = await grouped(
    ctx,
    sql`select "businessTypeCode" as type, status, count(*) as n from business where ${p.of(business)} and removed is null group by 1, 2`,
  )
  return [...Map.groupBy(rows, (r) => r.type ?? '')].map(([type, of]) => ({ type, values: Object.fromEntries(of.map((r) => [r.status ?? '', Number(r.n)])) }))
}
/** The cases that were finished last; of their names the surname. */
async function tickerOf(ctx: Ctx, p: Place): Promise<TickerEntry[]> {
  const since = moved(ctx.now, -NEWS.days * DAY_S)
  const rows = await grouped(
    ctx,
    sql`select b."businessTypeCode" as type, b."obligeName" as name, r.name as region, (b."finishTime" at time zone 'Asia/Shanghai')::date::text as day
      from (select "businessTypeCode", "obligeName", "regionCode", "finishTime", id from business where ${p.of(business)} and removed is null
        and status = ${STATUS.done} and "finishTime" >= ${since}::timestamptz order by "finishTime" desc, id desc limit ${sql.lit(NEWS.entries)}) b
      left join region r on r.code = left(b."regionCode", 12) order by b."finishTime" desc, b.id desc`,
  )
  return rows.map((r) => ({ type: r.type ?? '', name: maskName(r.name ?? ''), regionName: r.region ?? '', day: r.day ?? '' }))
}
async function pushOf(ctx: Ctx, p: Place): Promise<WallFigures['push']> {
  const found = await typedRows<{ status: string; n: string }>(
    pushes(ctx)
      .select(['push_log.status', sql<string>`count(*)`.as('n')])
      .where('push_log.regionCode', '>=', p.range.lo)
      .where('push_log.regionCode', '<', p.range.hi)
      .groupBy('push_log.status'),
  )
  const n = (...states: string[]) => found.filter((f) => states.includes(f.status)).reduce((s, f) => s + Number(f.n), 0)
  return { waiting: n('0', '1'), arrived: n('2'), failed: n('3'), disposed: n('4', '5') }
}

const TOPICS = ['sign', 'term', 'parcel'] as const
/** What of the parcels is read: by grade and by purpose. */
const KEYS = ['sc|dldj|', 'sc|tdyt|']
const number = (of: readonly Tally[]) => of.reduce((n, t) => n + t.n, 0)
function ofContracts(tallies: readonly Tally[], today: string) {
  const until = yearsAfter(today, DUE_YEARS)
  const [sign, term] = [tallies.filter((t) => t.topic === 'sign'), tallies.filter((t) => t.topic === 'term')]
  const signed = sign.filter((t) => t.key.split('|')[0] === SIGN.signed)
  const renewed = term.filter((t) => t.key.split('|')[1] === RENEWED)
  const due = term.filter((t) => {
    const end = t.key.split('|')[0]!
    return end !== '' && end <= until
  })
  return { contracts: number(sign), signed, renewed: number(renewed), due: number(due) }
}
function pointsOf(tallies: readonly Tally[], thing: string): DivisionPoint[] {
  const c = fold(
    {},
    tallies.filter((t) => t.topic === 'parcel'),
  )
  const prefix = `dk.${thing}.`
  return Object.keys(c)
    .filter((n) => n.startsWith(prefix) && !n.endsWith(':mu'))
    .map((n): DivisionPoint => [n.slice(prefix.length), c[n]!, c[`${n}:mu`]!])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** All panels of the wall for a region. Source: statistics.md 15. Throws out-of-region for a region that is not the caller's, bad-request for a malformed one. */
async function large(ctx: Ctx, q: TextInput<'regionCode'>): Promise<WallFigures> {
  const p = placeAsked(ctx, q)
  const today = ctx.now.slice(0, 10)
  const [{ total, children }, tallies, types, { months }, ticker, push, named] = await Promise.all([
    byChild(ctx, p, figuresOf(ctx, p)),
    tallied(ctx, TOPICS, p.range, p.childLength, KEYS),
    typesOf(ctx, p),
    monthly(ctx, p),
    tickerOf(ctx, p),
    pushOf(ctx, p),
    regionName(ctx, p.region),
  ])
  const whole = ofContracts(tallies, today)
  const byCode = Map.groupBy(tallies, (t) => t.code)
  const regions = children.map(({ regionCode, regionName, self, values }) => {
    const { contracts, signed, renewed } = ofContracts(byCode.get(regionCode) ?? [], today)
    return { regionCode, regionName, self, area: values.htArea ?? 0, signRate: percent(number(signed), contracts), renewRate: percent(renewed, contracts) }
  })
  const extensions = types.filter((t) => RENEWALS.includes(t.type))
  const cases = (...of: string[]) => extensions.reduce((n, t) => n + of.reduce((s, k) => s + (t.values[k] ?? 0), 0), 0)
  return {
    ...placeHead(ctx, p),
    regionName: named ?? '',
    cards: { issuers: total.fbf ?? 0, households: total.cbf1 ?? 0, parcels: total.dkc ?? 0, area: total.htArea ?? 0 },
    types,
    months: months.map(({ month, values }) => ({ month, accepted: values.accepted ?? 0, done: values.done ?? 0, signed: values.signed ?? 0 })),
    regions: regions.toSorted((a, b) => b.area - a.area).slice(0, MOST_REGIONS),
    ticker,
    funnel: { contracts: whole.contracts, due: whole.due, begun: cases(STATUS.doing, STATUS.done), finished: cases(STATUS.done), renewed: whole.renewed },
    ways: [...Map.groupBy(whole.signed, (t) => t.key.split('|')[1] ?? '')].map(([key, of]) => ({ key, n: number(of) })),
    push,
    grades: pointsOf(tallies, 'dldj'),
    purposes: pointsOf(tallies, 'tdyt'),
  }
}

/** The screen on the wall. Source: statistics.md 15. */
export const largeSlice: Slice = {
  name: 'large',
  resources: [],
  routes: [reading('land', 'home_view')('/data/statistics/large', '大屏统计', ['regionCode'], large)],
}
