// What everybody may read without account: guides, policies, land offers that were passed, and what is posted. Source: rulings.md 42; business-flows.md 5.1.
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rowIdOf, type Input, textIn } from '../../kit/server/route.server.ts'
import { isRegionCode } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import { PUBLICITY } from '../../business/publicity/clock.ts'
import type { Snapshot } from '../../business/publicity/publicity.ts'
import { maskName } from '../../platform/public/mask.ts'
import { DEMAND, POLICY } from './flow.ts'
import { atTenant, dictionaryNames } from './stranger.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'

/** Rows of a list for strangers: what is older is asked for at the office. */
const MOST = 100

/** Guides, descriptions and policies that are published. */
export async function published(outer: Ctx, q: Input) {
  const ctx = await atTenant(outer, q.tenantId)
  const { tenantId } = ctx.who
  const types = await dictionaryNames(ctx, 'business_type')
  const guides = await ctx.db
    .selectFrom('guide')
    .select(['id', 'title', 'type', 'content', 'notice'])
    .where('tenantId', '=', tenantId)
    .where('status', '=', POLICY.published)
    .orderBy('sort')
    .limit(MOST)
    .execute()
  const descriptions = await ctx.db
    .selectFrom('app_description')
    .select(['id', 'title', 'content'])
    .where('tenantId', '=', tenantId)
    .where('status', '=', POLICY.published)
    .orderBy('sort')
    .limit(MOST)
    .execute()
  const policies = await ctx.db
    .selectFrom('policy')
    .select(['id', 'title', 'origin', 'docNo', 'publishDate', 'content'])
    .where('tenantId', '=', tenantId)
    .where('status', '=', POLICY.published)
    .orderBy('publishDate', 'desc')
    .limit(MOST)
    .execute()
  return {
    guides: guides.map((g) => ({ ...g, id: String(g.id), matter: types.get(String(g.type)) ?? '' })),
    descriptions: descriptions.map((d) => ({ ...d, id: String(d.id) })),
    policies: policies.map((p) => ({ ...p, id: String(p.id), publishDate: String(p.publishDate).slice(0, 10) })),
  }
}
/** Land that is offered or looked for, passed by a second person and not over; who it is tells the office. */
export async function offers(outer: Ctx, q: Input) {
  const ctx = await atTenant(outer, q.tenantId)
  const types = await dictionaryNames(ctx, 'demand_type')
  const found = await ctx.db
    .selectFrom('demand')
    .select(['id', 'title', 'demandType', 'regionCode', 'mj', 'price', 'untilDay', 'content', 'person', 'phone'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('status', '=', DEMAND.passed)
    .where('untilDay', '>=', ctx.now.slice(0, 10))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const regions = await regionNames(ctx, [...new Set(found.map((f) => String(f.regionCode)))])
  return found.map((f) => ({
    id: String(f.id),
    title: f.title,
    kind: types.get(String(f.demandType)) ?? '',
    regionName: regions.get(String(f.regionCode)) ?? '',
    mj: f.mj,
    price: f.price,
    untilDay: String(f.untilDay).slice(0, 10),
    content: f.content,
    person: maskName(String(f.person ?? '')),
    phone: maskText(String(f.phone ?? '')),
  }))
}
const rounds = (ctx: Ctx) => ctx.db.selectFrom('publicity').where('publicity.tenantId', '=', ctx.who.tenantId).where('publicity.status', '=', PUBLICITY.doing)
/** What is posted now. */
export async function posted(outer: Ctx, q: Input) {
  const ctx = await atTenant(outer, q.tenantId)
  const found = await rounds(ctx)
    .select(['id', 'title', 'regionCode', 'startDate', 'endDate', 'place'])
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const regions = await regionNames(ctx, [...new Set(found.map((f) => String(f.regionCode)))])
  return found.map((f) => ({
    id: String(f.id),
    regionCode: f.regionCode,
    // a title of the office holds the name of who applies: strangers are told where and when
    regionName: regions.get(String(f.regionCode)) ?? '',
    startDate: String(f.startDate).slice(0, 10),
    endDate: String(f.endDate).slice(0, 10),
    place: f.place,
  }))
}
/** The list of one posting as it was when it began: households with masked names, their parcels and areas. */
export async function postedList(outer: Ctx, q: Input) {
  const ctx = await atTenant(outer, q.tenantId)
  const region = textIn(q, 'regionCode')
  if (!isRegionCode(region) || region.length < 6 || !/^\d{1,19}$/.test(rowIdOf(q))) throw problems.notFound(both('公示', 'Posting'))
  const p = await rounds(ctx)
    .select(['snapshot', 'endDate'])
    .where('publicity.countyCode', '=', region.slice(0, 6))
    .where('publicity.id', '=', rowIdOf(q))
    .executeTakeFirst()
  if (!p) throw problems.notFound(both('公示', 'Posting'))
  const { households = [] } = (typeof p.snapshot === 'string' ? JSON.parse(p.snapshot) : (p.snapshot ?? {})) as Snapshot
  return {
    endDate: String(p.endDate).slice(0, 10),
    households: households.map((h) => ({
      name: maskName(h.cbfmc),
      members: h.members.length,
      parcels: h.parcels.map((d) => ({ dkmc: d.dkmc, htmjm: d.htmjm })),
    })),
  }
}
