// What became of each finished business at the registry: one row each, written beside the outbox and kept when the outbox has forgotten it. Counts of both ways.
import { sql } from 'kysely'
import { typedRows } from '../../kit/server/any-query.server.ts'
import { countyOf, regionRange } from '../../kit/model/region-code.ts'
import { exactTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import type { PushFault } from './fault.ts'
import { NOTICE, NOTICE_KINDS, registry_notice } from './notice.ts'
import { PUSH_STATE } from './push-log.ts'

/** Status as of push-log.ts. */
export interface PushState {
  businessId: string
  regionCode: string
  businessCode: string
  status: (typeof PUSH_STATE)[keyof typeof PUSH_STATE]
  version: number
  msgId?: string
  reason?: string | null
  fault?: PushFault | null
  tries?: number
  bytes?: number
  ms?: number
}
/** Says how a push stands now. What has arrived keeps the moment at which it first did. */
export async function keepState(ctx: Ctx, s: PushState): Promise<void> {
  const { businessId, regionCode, businessCode, status, version, ...more } = s
  const arrived = status === PUSH_STATE.arrived ? ctx.now : null
  const set = { status, version, updateTime: ctx.now, reason: null, fault: null, ...more }
  const row = { countyCode: countyOf(regionCode), businessId, tenantId: ctx.who.tenantId, regionCode, businessCode, tries: 0, ...set, arriveTime: arrived }
  await ctx.db
    .insertInto('push_state')
    .values(row)
    .onConflict((c) =>
      c.columns(['countyCode', 'businessId']).doUpdateSet({ ...set, arriveTime: sql`coalesce(push_state."arriveTime", excluded."arriveTime")` }),
    )
    .execute()
}
/**
 * The moment whose knowledge a version of a message tells: that of its first attempt, for every later one too. Versions of the register carry milliseconds,
 * so does this.
 */
export async function knownSince(ctx: Ctx, s: Pick<PushState, 'businessId' | 'regionCode' | 'businessCode' | 'version'>, now: Date): Promise<string> {
  const { rows } = await sql<{ knownAt: string }>`insert into push_state ("countyCode", "businessId", "tenantId", "regionCode", "businessCode", status, version,
      "knownAt", tries, "updateTime")
    values (${countyOf(s.regionCode)}, ${s.businessId}, ${ctx.who.tenantId}, ${s.regionCode}, ${s.businessCode}, ${PUSH_STATE.waiting}, ${s.version}, ${exactTime(now)}, 0, ${ctx.now})
    on conflict ("countyCode", "businessId") do update set
      "knownAt" = case when push_state.version = excluded.version then coalesce(push_state."knownAt", excluded."knownAt") else excluded."knownAt" end,
      version = excluded.version
    returning "knownAt"`.execute(ctx.db)
  return rows[0]!.knownAt
}

/** Days that `count` tells one by one. */
const DAYS = 30
const number = (v: unknown) => Number(v ?? 0)
interface Tally {
  total: number
  success: number
  failed: number
  pending: number
  disposed: number
  notNeeded: number
}
const zero = (): Tally => ({ total: 0, success: 0, failed: 0, pending: 0, disposed: 0, notNeeded: 0 })
const PLACE: Readonly<Record<string, keyof Tally>> = {
  [PUSH_STATE.waiting]: 'pending',
  [PUSH_STATE.sending]: 'pending',
  [PUSH_STATE.arrived]: 'success',
  [PUSH_STATE.failed]: 'failed',
  [PUSH_STATE.disposed]: 'disposed',
  [PUSH_STATE.nobody]: 'notNeeded',
}
/** How a finished business stands in the counts: one that waits for a configuration, or for somebody's word, is still to be told. */
const STANDS = `case when p.status is null or (p.status = '${PUSH_STATE.nobody}' and p.reason is distinct from 'type') then '${PUSH_STATE.waiting}' else p.status end`
function add(t: Tally, status: string, n: number): Tally {
  t.total += n
  t[PLACE[status] ?? 'pending'] += n
  return t
}
/**
 * Every finished business that the caller may see by how it stands at the registry: the parts add up to the finished ones. Rate = arrived of those that arrived or
 * failed; delay = seconds from the finish to the arrival, on average. Source: business-flows.md 10.3; statistics.md 12.
 */
export async function reportCounts(ctx: Ctx) {
  const { lo, hi } = regionRange(ctx.who.regionCode)
  const mine = ctx.who.regionCode === '' ? sql<boolean>`true` : sql<boolean>`b."regionCode" >= ${lo} and b."regionCode" < ${hi}`
  const today = ctx.now.slice(0, 10)
  const { rows } = await sql<{ status: string; type: string; n: string; today: string; delay: string | null; arrived: string }>`
    select ${sql.raw(STANDS)} as status, coalesce(b."businessTypeCode", '') as type, count(*) as n,
      count(*) filter (where b."finishTime" >= ${today}::timestamptz) as today,
      sum(extract(epoch from p."arriveTime" - b."finishTime")) filter (where p.status = ${PUSH_STATE.arrived} and b."finishTime" is not null)::bigint as delay,
      count(*) filter (where p.status = ${PUSH_STATE.arrived} and b."finishTime" is not null) as arrived
    from business b left join push_state p on p."countyCode" = b."countyCode" and p."businessId" = b.id
    where b."tenantId" = ${ctx.who.tenantId} and b.status = ${STATUS.done} and b.removed is null and ${mine} group by 1, 2`.execute(ctx.db)
  const { rows: days } = await sql<{ day: string; sent: string; arrived: string; delay: string | null }>`
    select (b."finishTime" at time zone 'Asia/Shanghai')::date::text as day, count(*) as sent, count(*) filter (where p.status = ${PUSH_STATE.arrived}) as arrived,
      (sum(extract(epoch from p."arriveTime" - b."finishTime")) filter (where p.status = ${PUSH_STATE.arrived}))::bigint as delay
    from business b left join push_state p on p."countyCode" = b."countyCode" and p."businessId" = b.id
    where b."tenantId" = ${ctx.who.tenantId} and b.status = ${STATUS.done} and b.removed is null and ${mine}
      and b."finishTime" >= ${today}::timestamptz - make_interval(days => ${DAYS - 1}) group by 1 order by 1`.execute(ctx.db)
  const all = rows.reduce((t, r) => add(t, r.status, number(r.n)), zero())
  const types = [...Map.groupBy(rows, (r) => r.type)].map(([typeCode, of]) => ({ typeCode, ...of.reduce((t, r) => add(t, r.status, number(r.n)), zero()) }))
  const [delay, arrived] = [rows.reduce((s, r) => s + number(r.delay), 0), rows.reduce((s, r) => s + number(r.arrived), 0)]
  return {
    ...all,
    today: rows.reduce((s, r) => s + number(r.today), 0),
    rate: all.success + all.failed === 0 ? null : Math.round((all.success / (all.success + all.failed)) * 1000) / 10,
    meanDelay: arrived === 0 ? null : Math.round(delay / arrived),
    byType: types.toSorted((a, b) => (a.typeCode < b.typeCode ? -1 : 1)),
    byDay: days.map((d) => ({
      day: d.day,
      total: number(d.sent),
      success: number(d.arrived),
      meanDelay: number(d.arrived) === 0 ? null : Math.round(number(d.delay) / number(d.arrived)),
    })),
  }
}

/** What came down from the registry, by kind and by what became of it. Source: statistics.md 12. */
export async function noticeCounts(ctx: Ctx) {
  const found = await typedRows<{ kind: string; status: string; n: string }>(
    joinable(ctx, registry_notice)
      .select(['registry_notice.kind', 'registry_notice.status', sql<string>`count(*)`.as('n')])
      .groupBy(['registry_notice.kind', 'registry_notice.status']),
  )
  const n = (is: (f: { kind: string; status: string }) => boolean) => found.filter(is).reduce((s, f) => s + Number(f.n), 0)
  return {
    total: n(() => true),
    ...(Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, n((f) => f.kind === kind)])) as Record<(typeof NOTICE_KINDS)[number], number>),
    done: n((f) => f.status === NOTICE.written || f.status === NOTICE.disposed),
    waiting: n((f) => f.status === NOTICE.coming || f.status === NOTICE.waiting),
  }
}
