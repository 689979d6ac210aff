// How far the extension campaign is: its households, counted in one statement and folded into counters of regions. Source: statistics.md 6, 9.
import { sql } from 'kysely'
import { regionLevel } from '../../kit/model/region-code.ts'
import { typedRows } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, underRegion } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { YB } from '../../land/definitions/extension.ts'
import { campaign } from '../../business/extension/households/campaign.server.ts'
import { PLAN_SUBJECT } from '../../business/extension/plans/plan-rows.server.ts'
import { OPEN_OBJECTIONS } from '../../business/publicity/clock.ts'
import { objection } from '../../business/publicity/publicity.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { Counters } from '../figures/indicators.ts'
import { byChild, placeAsked, placeHead, type Place, type PlaceRow } from '../home/place.server.ts'
import { percent } from '../home/views.ts'
import {
  DAY_SERIES,
  NO_VALUE,
  progressIndicators,
  SIGNED,
  SPLITS,
  STATE_FIGURES,
  type CampaignFigures,
  type ProgressRules,
  type ProgressSet,
  type SplitPoint,
} from './indicators.ts'
import { sumFigures } from '../../land/definitions/area.ts'

const VILLAGE_LENGTH = 12
/** The type of case that extends. */
const RENEWAL = 'contract_renew'
/** A count of households of an issuer that are alike. */
interface Counted extends Record<string, string | null> {
  code: string
  fbfbm: string
  n: string
}
/**
 * The households of a region, counted by all that they are divided by: the campaign is read a single time. A plain grouping: sets of groupings are not for
 * tables that are spread over counties.
 */
async function counted(ctx: Ctx, p: Place): Promise<Counted[]> {
  const households = campaign(ctx, p.region).select([
    'fbfbm',
    'planStatus',
    'ybStatus',
    'due',
    'ybddlx',
    'reasonTag',
    'signWay',
    'signStatus',
    'newArea',
    'htzmjm',
    sql`left("regionCode", ${sql.lit(p.childLength)})`.as('code'),
    sql`to_char("oldEnd", 'YYYY')`.as('year'),
    sql`"signedDay"::text`.as('day'),
    sql`case when "isRenewed" then "oldArea" end`.as('formerArea'),
    sql`case when "ybStatus" in (${sql.join(SIGNED)}) then "signedDay" - (begun at time zone 'Asia/Shanghai')::date end`.as('days'),
  ])
  const { rows } = await sql<Counted>`select code, fbfbm, "planStatus", "ybStatus", due, "reasonTag", ybddlx, "signWay", "signStatus", year, day,
      count(*) as n, coalesce(sum(htzmjm), 0) as area, coalesce(sum("newArea"), 0) as new, coalesce(sum("formerArea"), 0) as old,
      coalesce(sum(days), 0) as days, count(days) as timed
    from ${households} y group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(ctx.db)
  return rows
}
/** Objections against postings of plans and of extensions, and how many of them are settled. */
async function objectionsOf(ctx: Ctx, p: Place): Promise<PlaceRow[]> {
  return typedRows<PlaceRow>(
    underRegion(joinable(ctx, objection), 'objection', p.region)
      .innerJoin('publicity', (on) =>
        on
          .onRef('publicity.countyCode', '=', 'objection.countyCode')
          .onRef('publicity.tenantId', '=', 'objection.tenantId')
          .onRef('publicity.id', '=', 'objection.publicityId'),
      )
      .leftJoin('business', (on) =>
        on
          .onRef('business.countyCode', '=', 'publicity.countyCode')
          .onRef('business.tenantId', '=', 'publicity.tenantId')
          .onRef('business.id', '=', 'publicity.businessId'),
      )
      .where(sql<boolean>`(publicity."subjectKind" = ${PLAN_SUBJECT} or business."businessTypeCode" = ${RENEWAL})`)
      .select([
        sql<string>`left(objection."regionCode", ${sql.lit(p.childLength)})`.as('code'),
        sql<string>`count(*)`.as('objections'),
        sql<string>`count(*) filter (where objection.status not in (${sql.join(OPEN_OBJECTIONS)}))`.as('objectionsSettled'),
      ])
      .groupBy(sql`1`),
  )
}
const isSigned = (r: Counted) => SIGNED.includes(r.ybStatus ?? '')
/** Of issuers with households to be extended: how many of these are signed. */
function issuersOf(found: readonly Counted[]) {
  const issuers = new Map<string, { code: string; fbfbm: string; due: number; signed: number; plan: string }>()
  for (const r of found) {
    const at = issuers.get(`${r.code} ${r.fbfbm}`) ?? { code: r.code, fbfbm: r.fbfbm, due: 0, signed: 0, plan: r.planStatus ?? NO_VALUE }
    if (r.due === '1') at.due += Number(r.n)
    if (isSigned(r)) at.signed += Number(r.n)
    issuers.set(`${r.code} ${r.fbfbm}`, at)
  }
  return [...issuers.values()]
}
type Issuer = ReturnType<typeof issuersOf>[number]
const isComplete = (i: Issuer, { complete }: ProgressRules) => (percent(i.signed, i.due) ?? 0) >= complete
/** Villages all of whose groups are complete. */
const completeVillages = (issuers: readonly Issuer[], rules: ProgressRules): number =>
  [...Map.groupBy(issuers, (i) => i.fbfbm.slice(0, VILLAGE_LENGTH)).values()].filter((of) => of.every((i) => isComplete(i, rules))).length

/** Counters of a child region, from households that are alike. */
function countersOf(r: Counted): PlaceRow {
  const { code, n, ybddlx, signWay, signStatus } = r
  const signed = isSigned(r)
  return {
    code,
    [`state.${r.ybStatus}`]: n,
    due: r.due === '1' ? n : '0',
    'new:mu': r.new!,
    'old:mu': r.old!,
    days: r.days!,
    timed: r.timed!,
    ...(ybddlx ? { [`change.${ybddlx}`]: n, [`change.${ybddlx}:mu`]: r.area! } : {}),
    ...(ybddlx && signed ? { [`signedChange.${ybddlx}`]: n } : {}),
    ...(signWay && signed ? { [`way.${signWay}`]: n } : {}),
    ...(signStatus ? { [`flow.${signStatus}`]: n } : {}),
  }
}
/** Sums by one value of what there is of it. */
function pointsOf(rows: readonly { key: string | null; n: number }[]): SplitPoint[] {
  const sums = new Map<string, number>()
  for (const { key, n } of rows) sums.set(key ?? NO_VALUE, sumFigures(sums.get(key ?? NO_VALUE) ?? 0, n))
  return [...sums].filter(([, n]) => n !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
function seriesOf(set: ProgressSet, rows: readonly Counted[], issuers: readonly Issuer[]): CampaignFigures['series'] {
  const of = (column: string, is: (r: Counted) => boolean = () => true) => pointsOf(rows.filter(is).map((r) => ({ key: r[column] ?? null, n: Number(r.n) })))
  const all: Readonly<Record<string, () => SplitPoint[]>> = {
    reason: () => of('reasonTag', (r) => r.ybStatus === YB.left),
    change: () => of('ybddlx'),
    plan: () => pointsOf([...new Map(issuers.map((i) => [i.fbfbm, i.plan])).values()].map((key) => ({ key, n: 1 }))),
    year: () => of('year'),
    way: () => of('signWay', isSigned),
    [DAY_SERIES]: () => of('day', isSigned),
  }
  return [...SPLITS.filter((s) => s.of.includes(set)).map((s) => s.key), DAY_SERIES].map((name) => ({ name, points: all[name]!() }))
}
async function rulesOf(ctx: Ctx): Promise<ProgressRules> {
  return {
    survey: await numberParam(ctx, PARAMS.progressSurvey),
    posted: await numberParam(ctx, PARAMS.progressPosted),
    signed: await numberParam(ctx, PARAMS.progressSigned),
    issued: await numberParam(ctx, PARAMS.progressIssued),
    complete: await numberParam(ctx, PARAMS.progressComplete),
  }
}

/**
 * The indicators of the campaign for a region and each child region: how far it is, or how contracts are signed.
 * @throws out-of-region for a region that is not the caller's, bad-request for what is malformed
 */
export async function campaignFigures(ctx: Ctx, set: ProgressSet, q: TextInput<'regionCode'>): Promise<CampaignFigures> {
  const p = placeAsked(ctx, q)
  const rules = await rulesOf(ctx)
  const rows = await counted(ctx, p)
  const issuers = issuersOf(rows)
  const worked = issuers.filter((i) => i.due > 0)
  const groups = worked.map((i): PlaceRow => ({ code: i.code, groups: '1', completeGroups: isComplete(i, rules) ? '1' : '0' }))
  const { total, children } = await byChild(ctx, p, [...rows.map(countersOf), ...groups, ...(set === 'progress' ? await objectionsOf(ctx, p) : [])])
  const villages = Map.groupBy(worked, (i) => i.code)
  // a region below a village is none, and has none
  const villagesOf = (code: string): Counters => (code.length > VILLAGE_LENGTH ? {} : { completeVillages: completeVillages(villages.get(code) ?? [], rules) })
  const indicators = progressIndicators(set, rules)
  const valuesOf = (c: Counters) => ({
    ...Object.fromEntries(indicators.map(([key, i]) => [key, i.value(c)])),
    ...(set === 'progress' ? Object.fromEntries(STATE_FIGURES.map(([key, s]) => [key, c[`state.${s}`] ?? 0])) : {}),
  })
  return {
    ...placeHead(ctx, p),
    level: p.region === '' ? 0 : regionLevel(p.region),
    total: valuesOf({ ...total, ...(p.region.length > VILLAGE_LENGTH ? {} : { completeVillages: completeVillages(worked, rules) }) }),
    children: children.map((c) => ({ ...c, values: valuesOf({ ...c.values, ...villagesOf(c.regionCode) }) })),
    series: seriesOf(set, rows, issuers),
  }
}
