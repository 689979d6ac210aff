// What everybody may read without account: guides, policies, land offers that were passed, and what is posted. Source: rulings.md 42; business-flows.md 5.1.
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rowIdOf, type TextInput } from '../../kit/server/route.server.ts'
import { isRegionCode } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import { PUBLICITY } from '../../business/publicity/clock.ts'
import { postingByCode } from '../../business/publicity/link.ts'
import type { Snapshot } from '../../business/publicity/publicity.ts'
import { maskName } from '../../platform/public/mask.ts'
import { DEMAND, POLICY } from './flow.ts'
import { citizenText, officeText } from '../../platform/public/numbers.ts'
import { citizenProblems } from './problems.ts'
import { atTenant, dictionaryNames } from './stranger.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'

/** Rows of a list for strangers: what is older is asked for at the office. */
const MOST = 100

/** What the office wrote, without numbers of people. */
const shownTexts = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).map(([name, v]) => [name, ['title', 'content', 'notice'].includes(name) && v ? officeText(v) : v])) as T
/** Guides, descriptions and policies that are published. */
export async function published(outer: Ctx, q: TextInput<'tenantId'>) {
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
    .where('publishDate', '<=', ctx.now.slice(0, 10))
    .orderBy('publishDate', 'desc')
    .limit(MOST)
    .execute()
  return {
    guides: guides.map((g) => ({ ...shownTexts(g), id: String(g.id), matter: types.get(String(g.type)) ?? '' })),
    descriptions: descriptions.map((d) => ({ ...shownTexts(d), id: String(d.id) })),
    policies: policies.map((p) => ({ ...shownTexts(p), id: String(p.id), publishDate: String(p.publishDate).slice(0, 10) })),
  }
}
/** Land that is offered or looked for, passed by a second person and not over; who it is tells the office. */
export async function offers(outer: Ctx, q: TextInput<'tenantId'>) {
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
    title: citizenText(f.title),
    kind: types.get(String(f.demandType)) ?? '',
    regionName: regions.get(String(f.regionCode)) ?? '',
    mj: f.mj,
    price: f.price,
    untilDay: String(f.untilDay).slice(0, 10),
    content: citizenText(f.content),
    person: maskName(String(f.person ?? '')),
    phone: maskText(String(f.phone ?? '')),
  }))
}
const allRounds = (ctx: Ctx) => ctx.db.selectFrom('publicity').where('publicity.tenantId', '=', ctx.who.tenantId)
const rounds = (ctx: Ctx) => allRounds(ctx).where('publicity.status', '=', PUBLICITY.doing)
/** What is posted, as strangers read it: households with masked names, their parcels and areas; of a plan the parcels that it gives out. */
function householdsOf(snapshot: unknown) {
  const { households = [], dk = [] } = (typeof snapshot === 'string' ? JSON.parse(snapshot) : (snapshot ?? {})) as Snapshot
  if (households.length === 0 && dk.length > 0) return [{ name: '', members: 0, parcels: dk.map((d) => ({ dkmc: d.dkbm, htmjm: d.htmjm })) }]
  return households.map((h) => ({
    name: maskName(h.cbfmc ?? ''),
    members: h.members.length,
    parcels: h.parcels.map((d) => ({ dkmc: d.dkmc, htmjm: d.htmjm })),
  }))
}
/** What is posted now. */
export async function posted(outer: Ctx, q: TextInput<'tenantId'>) {
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
    place: f.place && officeText(f.place),
  }))
}
/** The list of one posting as it was when it began. */
export async function postedList(outer: Ctx, q: TextInput<'tenantId' | 'id' | 'regionCode'>) {
  const ctx = await atTenant(outer, q.tenantId)
  const region = q.regionCode ?? ''
  if (!isRegionCode(region) || region.length < 6 || !/^\d{1,19}$/.test(rowIdOf(q))) throw problems.notFound(both('公示', 'Posting'))
  const p = await rounds(ctx)
    .select(['snapshot', 'endDate'])
    .where('publicity.countyCode', '=', region.slice(0, 6))
    .where('publicity.id', '=', rowIdOf(q))
    .where('publicity.regionCode', '=', region)
    .executeTakeFirst()
  if (!p) throw problems.notFound(both('公示', 'Posting'))
  return { endDate: String(p.endDate).slice(0, 10), households: householdsOf(p.snapshot) }
}
/** How a posting stands for who opens its short link. */
const POSTING_STATE: Readonly<Record<string, 'ahead' | 'open' | 'over' | 'withdrawn'>> = {
  [PUBLICITY.todo]: 'ahead',
  [PUBLICITY.doing]: 'open',
  [PUBLICITY.done]: 'over',
  [PUBLICITY.cancelled]: 'withdrawn',
}
/** The posting of a short link: its list while it hangs; afterwards only that it is over or was withdrawn. @throws posting-link */
export async function posting(outer: Ctx, q: TextInput<'code'>) {
  const at = postingByCode(q.code ?? '')
  const found =
    at &&
    (await outer.db
      .selectFrom('publicity')
      .select(['tenantId', 'regionCode', 'startDate', 'endDate', 'place', 'status', 'snapshot'])
      .where('publicity.countyCode', '=', at.countyCode)
      .where('publicity.id', '=', at.id)
      .executeTakeFirst())
  if (!found) throw citizenProblems.link()
  const ctx = await atTenant(outer, found.tenantId)
  const day = (v: unknown) => (v ? String(v).slice(0, 10) : null)
  const [stored, endDate] = [POSTING_STATE[String(found.status)] ?? 'withdrawn', day(found.endDate)]
  // the office completes it some time after its last day
  const state = stored === 'open' && endDate && endDate < ctx.now.slice(0, 10) ? 'over' : stored
  const names = await regionNames(ctx, [String(found.regionCode)])
  return {
    state,
    regionName: names.get(String(found.regionCode)) ?? '',
    startDate: day(found.startDate),
    endDate,
    place: found.place && officeText(found.place),
    households: state === 'open' ? householdsOf(found.snapshot) : [],
  }
}
