// The list of the households of the campaign, their counts by state, and one of them with what the register and the survey say of it.
import { sql } from 'kysely'
import type { Text } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { isId } from '../../../kit/model/resource.ts'
import { typedRows, typedRow, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { filtered, filterNames, joinable, paging, scoped, regionAsked } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { extension_household, NEXT_ROUND, type ExtensionHousehold } from '../../../land/definitions/extension.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { readinessOf } from '../../../land/cbf/collecting.server.ts'
import { withIssuerAndTags } from '../../../land/cbf/tags.server.ts'
import { campaign } from './campaign.server.ts'
import { extensionList, type ListedHousehold } from './list.ts'
import { extensionProblems } from './problems.ts'
import { householdRefusal, type HouseholdActs, type HouseholdStanding } from './survey.ts'

/** Names that the list may be asked by beside the fields of its definition. */
export const LIST_NAMES = [...filterNames(extensionList), 'tag']
const COLUMNS = ['id', 'zt', 'isInCase', 'isRenewed', ...Object.keys(extensionList.fields)].map((n) => `${extensionList.name}.${n}`)

/** Those of them that have this tag; all where none is asked for. */
export const taggedHouseholds = (q: AnyQuery, tag: unknown): AnyQuery =>
  tag
    ? q.where(sql<boolean>`exists (select from cbf_tag t where t."countyCode" = extension_household."countyCode"
        and t."tenantId" = extension_household."tenantId" and t.cbfbm = extension_household.cbfbm and t.tag = ${String(tag)})`)
    : q
/** The households of the campaign under the filters of their list. */
export function chosenHouseholds(ctx: Ctx, { tag, ...q }: TextInput): AnyQuery {
  const all = filtered(ctx, campaign(ctx, regionAsked(ctx, q.regionCode)), extensionList, q)
  return taggedHouseholds(all, tag)
}
/** Rows as they stand, in the order of their codes. */
export type StandingHousehold = ListedHousehold & HouseholdStanding
export const standingRows = async (q: AnyQuery, most: number): Promise<StandingHousehold[]> =>
  await typedRows<StandingHousehold>(q.select(COLUMNS).orderBy('extension_household.cbfbm').limit(most))

/** Whom the books of ended households went to: codes of the contractors, by the code of the household. */
async function successors(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (codes.length === 0) return new Map()
  const found = await scoped(ctx, cbf)
    .select([
      'cbf.cbfbm',
      sql<string[]>`array(select distinct n.cbfbm from djb p join djb_lineage l on l."countyCode" = p."countyCode" and l."prevDjbId" = p.id
      join djb n on n."countyCode" = l."countyCode" and n.id = l."djbId"
      where p."countyCode" = cbf."countyCode" and p."tenantId" = cbf."tenantId" and p.cbfbm = cbf.cbfbm and n.cbfbm <> cbf.cbfbm order by 1)`.as('to'),
    ])
    .where('cbf.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('cbf.cbfbm', 'in', codes)
    .where('cbf.zt', '=', ZT.historic)
    .execute()
  return new Map(found.map((f) => [String(f.cbfbm), f.to]))
}

/** Why the extension of households cannot be begun, by the codes of those of which it cannot (start.server.ts). */
export type WhyNotStarted = (list: readonly StandingHousehold[]) => Promise<ReadonlyMap<string, Text>>
/** A page of the households: their issuers' names, tags, papers that they lack, where the ended ones went, and what the caller may do with each. */
export async function householdPage(ctx: Ctx, q: TextInput, whyNotStarted: WhyNotStarted) {
  const { current, size, offset } = paging(q)
  const all = chosenHouseholds(ctx, q)
  const { n } = (await all.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()) as { n: string }
  const found = (
    offset >= Number(n)
      ? []
      : await all
          .select(COLUMNS)
          .orderBy('extension_household.regionCode')
          .orderBy('extension_household.cbfbm')
          .orderBy('extension_household.id')
          .limit(size)
          .offset(offset)
          .execute()
  ) as StandingHousehold[]
  const ready = await readinessOf(
    ctx,
    found.flatMap((f) => (f.zt === ZT.valid ? String(f.cbfbm) : [])),
  )
  const went = await successors(
    ctx,
    found.flatMap((f) => (f.zt === ZT.valid ? [] : String(f.cbfbm))),
  )
  const notStarted = await whyNotStarted(found)
  const actsOf = (f: StandingHousehold) =>
    Object.fromEntries(
      Object.entries(householdRefusal).map(([act, why]) => [act, (act === 'start' ? notStarted.get(String(f.cbfbm)) : why(f))?.[ctx.lang] ?? null]),
    ) as HouseholdActs
  const records = found.map(({ isInCase, isRenewed, ...f }) => ({
    ...visible(ctx, cbf, f),
    acts: actsOf({ ...f, isInCase, isRenewed } as StandingHousehold),
    lacks: ready.get(String(f.cbfbm))?.lacks ?? [],
    wentTo: went.get(String(f.cbfbm)) ?? [],
  }))
  return withIssuerAndTags(ctx, { records, total: Number(n), size, current, pages: Math.ceil(Number(n) / size) })
}

/** How many households stand where, under the filters of the list but the state. */
export async function countHouseholds(ctx: Ctx, q: TextInput) {
  const found = await typedRows<{ ybStatus: string; n: string }>(
    chosenHouseholds(ctx, { ...q, ybStatus: undefined })
      .select(['extension_household.ybStatus', sql<string>`count(*)`.as('n')])
      .groupBy('extension_household.ybStatus'),
  )
  const status = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i), Number(found.find((f) => f.ybStatus === String(i))?.n ?? 0)]))
  return { total: found.reduce((sum, f) => sum + Number(f.n), 0), status }
}

/** Households of the campaign by their codes, as they stand. @throws extension-none for one that is not in the campaign, or not the caller's to see */
export async function householdsStanding(ctx: Ctx, cbfbms: readonly string[]): Promise<StandingHousehold[]> {
  const q = campaign(ctx, ctx.who.regionCode)
    .where('extension_household.countyCode', 'in', [...new Set(cbfbms.map(countyOf))])
    .where('extension_household.cbfbm', 'in', cbfbms)
  const found = await standingRows(q, cbfbms.length + 1)
  const missing = cbfbms.find((c) => !found.some((f) => f.cbfbm === c))
  if (missing !== undefined) throw extensionProblems.noHousehold({ cbfbm: missing })
  return found
}

/** One household of the campaign as it stands; undefined where there is none, or none that the caller sees. */
export const standingHousehold = async (ctx: Ctx, cbfbm: string): Promise<StandingHousehold | undefined> => {
  const q = campaign(ctx, ctx.who.regionCode).where('extension_household.countyCode', '=', countyOf(cbfbm)).where('extension_household.cbfbm', '=', cbfbm)
  return (await standingRows(q, 1))[0]
}

/** The members and contracted parcels of a household in the register. */
export async function registerOf(ctx: Ctx, id: string, cbfbm: string) {
  const countyCode = countyOf(cbfbm)
  const members = await scoped(ctx, jtcy)
    .select(['jtcy.id', 'jtcy.cyxm', 'jtcy.cyxb', 'jtcy.yhzgx', 'jtcy.cybz', 'jtcy.sfgyr'])
    .where('jtcy.countyCode', '=', countyCode)
    .where('jtcy.cbfId', '=', id)
    .orderBy('jtcy.sort')
    .execute()
  const parcels = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.dkbm', 'cbdkxx.dkmc', 'cbdkxx.htmjm', 'cbdkxx.scmjm'])
    .where('cbdkxx.countyCode', '=', countyCode)
    .where('cbdkxx.cbfbm', '=', cbfbm)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.dkbm')
    .execute()
  return { members: members.map((m) => ({ ...m, id: String(m.id) })), parcels }
}
/** What is known of a household beside the register, where somebody has asked about it. */
export const knownOf = async (ctx: Ctx, { fbfbm, cbfbm }: { fbfbm: string | null; cbfbm: string | null }, columns: readonly string[]) =>
  await typedRow<{ id: string; rev: number }>(
    joinable(ctx, extension_household)
      .select(columns.map((n) => `extension_household.${n}`))
      .where('extension_household.countyCode', '=', countyOf(cbfbm ?? ''))
      .where('extension_household.fbfbm', '=', fbfbm)
      .where('extension_household.round', '=', NEXT_ROUND)
      .where('extension_household.cbfbm', '=', cbfbm),
  )

/** What a survey says now of a household, beside what the register does. */
export async function surveyStands(ctx: Ctx, h: StandingHousehold) {
  const columns = ['rev', 'survey', 'landNote', 'wish', 'ybddlx', 'surveyDay', 'surveyor'] as const
  const known = (await knownOf(ctx, h, columns)) as (Pick<ExtensionHousehold, (typeof columns)[number]> & { id: string }) | undefined
  const { records } = await withIssuerAndTags(ctx, { records: [{ cbfbm: h.cbfbm, fbfbm: h.fbfbm, tags: '' }] })
  return { of: await registerOf(ctx, h.id, h.cbfbm!), known, tags: records[0]!.tags }
}

/** One household by the id of its contractor: as the list shows it, what the register says, and what the survey found. */
export async function householdDetail(ctx: Ctx, id: unknown) {
  if (!isId(String(id ?? ''))) throw problems.notFound({ zh: extensionList.label, en: extensionList.en })
  const [found] = await standingRows(campaign(ctx, ctx.who.regionCode).where('extension_household.id', '=', String(id)), 1)
  if (!found) throw problems.notFound({ zh: extensionList.label, en: extensionList.en })
  const known = (await knownOf(ctx, found, ['rev', 'survey', 'landNote', 'finishTime'])) as Record<string, unknown> | undefined
  const of = await registerOf(ctx, found.id, found.cbfbm!)
  const shown = { records: [{ ...visible(ctx, cbf, found), tags: '' }] }
  const [row] = (await withIssuerAndTags(ctx, shown)).records
  return { ...row, ...of, rev: known?.rev ?? null, survey: known?.survey ?? null, landNote: known?.landNote ?? null, finishTime: known?.finishTime ?? null }
}
