// The households of the extension, read where they stand: the register says who there is, the cases and contracts how far each has come, and the rows of the
// survey what a person said. One query is the list, its counts, its export and the figures of the progress, so that they never differ.
import { sql, type RawBuilder } from 'kysely'
import { countyOf, regionRange } from '../../../kit/model/region-code.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { isNarrowed, narrowed } from '../../../kit/server/narrow.server.ts'
import { joinable, underRegion } from '../../../kit/server/query.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { NEXT_ROUND, YB } from '../../../land/definitions/extension.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import { QSZT, SIGN, ZT } from '../../../land/definitions/statuses.ts'
import { MAKING } from '../../../land/fbf/making-plan.ts'
import { BOOK_STATUS } from '../../cases/definitions/business.ts'
import { STATUS } from '../../cases/rules/flow.ts'
import { extensionList } from './list.ts'

/** Contract type: second-round extension contract (dictionary htlx). */
const RENEWED = '3'
/** Tasks of an extension after its publicity. */
const POSTED = ['recheck', 'sign']

/** Rows of a table below a region of the tenant. */
const within = (ctx: Ctx, table: string, region: string): RawBuilder<boolean> => {
  const at = (n: string) => sql.ref(`${table}.${n}`)
  const { lo, hi } = regionRange(region)
  const county = region.length >= 6 ? sql`and ${at('countyCode')} = ${countyOf(region)}` : sql``
  const below = region === '' ? sql`` : sql`and ${at('regionCode')} >= ${lo} and ${at('regionCode')} < ${hi} ${county}`
  return sql<boolean>`${at('tenantId')} = ${ctx.who.tenantId} ${below}`
}

/** Extension contracts in force, one a household, whether their certificate is out, and when their case was received. */
const renewed = (
  ctx: Ctx,
  region: string,
) => sql`(select t."countyCode", t.cbfbm, t.cbqxq, t.yhtzmjm, t.qdsj, t.htzmjm, t."signWay", t."signStatus" = ${SIGN.signed} as signed,
    z.fzrq is not null as issued, b."businessReceiveTime" as begun
  from cbht t join djb d on d."countyCode" = t."countyCode" and d."tenantId" = t."tenantId" and d.id = t."djbId"
  left join business b on b."countyCode" = d."countyCode" and b."tenantId" = d."tenantId" and b.id = d."businessId"
  left join cbjyqz z on z."countyCode" = t."countyCode" and z."tenantId" = t."tenantId" and z."djbId" = t."djbId" and z.sfzx = 0
  where ${within(ctx, 't', region)} and t.qszt = ${QSZT.current} and t.htlx = ${RENEWED} and right(t.cbhtbm, 1) = 'J')`
/** A book k that is still to be registered, as `isToRegister` says it. */
const toRegister = sql`k.status in (${BOOK_STATUS.open}, ${BOOK_STATUS.failed})`
/** Households of extensions under way, one row each: the case, whether its publicity is over, its contract; and those that were taken out of one after that. */
const running = (
  ctx: Ctx,
  region: string,
) => sql`(select k."countyCode", left(k.code, 18) as cbfbm, max(b."businessCode") filter (where ${toRegister}) as "businessCode",
    bool_or(${toRegister}) as open, bool_or(b."currentActive" = 'publicity' and ${toRegister}) as posting,
    bool_or(b."currentActive" in (${sql.join(POSTED)})) as posted,
    bool_or(f."signStatus" = ${SIGN.signed}) as signed, max(f."signWay") as "signWay", max(f.qdsj) as qdsj, max(f."signStatus") as "signStatus",
    min(b."businessReceiveTime") as begun
  from business_book k join business b on b."countyCode" = k."countyCode" and b."tenantId" = k."tenantId" and b.id = k."businessId"
  left join contract_file f on f."countyCode" = k."countyCode" and f."tenantId" = k."tenantId" and f."businessId" = k."businessId" and f.cbhtbm = k.code
  where ${within(ctx, 'k', region)} and k."djbId" is not null and right(k.code, 1) = 'J'
    and (${toRegister} or k.status = ${BOOK_STATUS.cancelled} and k.entry is not null)
    and b."businessTypeCode" = 'contract_renew' and b.status = ${STATUS.doing} and b.removed is null
  group by 1, 2)`
/** The plan of each issuer: the one that is under way, else the one in force. */
const plans = (
  ctx: Ctx,
  region: string,
) => sql`(select distinct on (p."countyCode", p.fbfbm) p."countyCode", p.fbfbm, p.status as "planStatus" from making_plan p
  where ${within(ctx, 'p', region)} and p.status <> ${MAKING.replaced} order by p."countyCode", p.fbfbm, p.version desc)`
/** Since when each issuer is surveyed. */
const begun = (ctx: Ctx, region: string) => sql`(select h."countyCode", h.fbfbm, (min(h."createTime") at time zone 'Asia/Shanghai')::date as day
  from extension_household h where ${within(ctx, 'h', region)} group by 1, 2)`

/**
 * What the state of a household follows from, the strongest first: its extension contract in the register, its end, the case that it is in, and what a person
 * said. Source: business-flows.md 9.3.
 */
const status = sql<string>`case
  when r.cbfbm is not null then case when r.signed and r.issued then ${YB.certified} when r.signed then ${YB.signed} else ${YB.toSign} end
  when cbf.zt <> ${ZT.valid} then ${YB.left}
  when k.open and k.signed then ${YB.signed}
  when k.open and k.posted then ${YB.toSign}
  when k.open and k.posting then ${YB.publicity}
  when k.open then ${YB.surveyed}
  when h."ybStatus" in (${YB.left}, ${YB.postponed}) then h."ybStatus"
  when k.posted then ${YB.toSign}
  else coalesce(h."ybStatus", ${YB.none}) end`
/** Kinds of reasons for which nothing is there to be extended: the household is extinct, or has no land (dictionary household_tag). */
const NOTHING_DUE = ['2', '4']
/** Whether the household is to be extended (dictionary yes_no): all are but those that ended, are extinct or have no land. Source: statistics.md 6. */
const due = sql<string>`case when ${status} = ${YB.left} and (cbf.zt <> ${ZT.valid} or h."reasonTag" in (${sql.join(NOTHING_DUE)})) then '2' else '1' end`
/** The household of a query is one of the campaign: it is valid, or it ended and somebody had asked about it, or about another of its issuer. */
const isOfCampaign = sql<boolean>`(cbf.zt = ${ZT.valid} or cbf.zt = ${ZT.historic} and (h.id is not null or cbf."regFrom" >= g.day)
  and not exists (select from cbf o where o."countyCode" = cbf."countyCode" and o."tenantId" = cbf."tenantId" and o.cbfbm = cbf.cbfbm and o.zt = ${ZT.valid}))`

/** Joins one of the sources above to the households, in their county. */
const beside = (q: AnyQuery, source: RawBuilder<unknown>, as: string, by: 'cbfbm' | 'fbfbm'): AnyQuery =>
  q.leftJoin(source.as(as), (on) => on.onRef(`${as}.countyCode`, '=', 'cbf.countyCode').onRef(`${as}.${by}`, '=', `cbf.${by}`))

/** The households of the campaign below a region that the caller sees, as rows of `extensionList`, with what the figures are made of. */
export function campaign(ctx: Ctx, region: string): AnyQuery {
  const seen = joinable(ctx, cbf)
  const valid = isNarrowed(ctx, cbf) ? seen : narrowed(ctx, seen, cbf)
  const known = underRegion(valid, 'cbf', region).leftJoin('extension_household as h', (on) =>
    on
      .onRef('h.countyCode', '=', 'cbf.countyCode')
      .onRef('h.tenantId', '=', 'cbf.tenantId')
      .onRef('h.fbfbm', '=', 'cbf.fbfbm')
      .onRef('h.cbfbm', '=', 'cbf.cbfbm')
      .on('h.round', '=', NEXT_ROUND),
  )
  const own = ['countyCode', 'id', 'tenantId', 'regionCode', 'fbfbm', 'cbfbm', 'cbfmc', 'cbfmcIx', 'cbfcysl', 'cbdkzs', 'htzmjm', 'cbqxz', 'zt'].map(
    (n) => `cbf.${n}`,
  )
  const byHousehold = beside(beside(known, renewed(ctx, region), 'r', 'cbfbm'), running(ctx, region), 'k', 'cbfbm')
  const rows = beside(beside(byHousehold, begun(ctx, region), 'g', 'fbfbm'), plans(ctx, region), 'n', 'fbfbm')
    .where('cbf.cbflx', '=', CBFLX.household)
    .where(isOfCampaign)
    .select([
      ...own,
      'h.ybddlx',
      'h.wish',
      'h.reasonTag',
      'h.reason',
      'h.decider',
      'h.surveyDay',
      'h.surveyor',
      'k.businessCode',
      'k.signStatus',
      'n.planStatus',
    ])
    .select([
      status.as('ybStatus'),
      due.as('due'),
      sql<string | null>`coalesce(r.begun, k.begun)`.as('begun'),
      sql<string | null>`r.htzmjm`.as('newArea'),
      sql<boolean>`coalesce(k.open, false)`.as('isInCase'),
      sql<string | null>`coalesce(r."yhtzmjm", cbf.htzmjm)`.as('oldArea'),
      sql<string | null>`case when r.cbfbm is null then cbf.cbqxz else r.cbqxq - 1 end`.as('oldEnd'),
      sql<string | null>`coalesce(r."signWay", k."signWay")`.as('signWay'),
      sql<string | null>`case when r.signed then r.qdsj when k.signed then k.qdsj end`.as('signedDay'),
      sql<boolean>`r.cbfbm is not null`.as('isRenewed'),
    ])
  return ctx.db.selectFrom(rows.as(extensionList.name)) as unknown as AnyQuery
}
