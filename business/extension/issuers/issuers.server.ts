// Issuers in the campaign: how far the plan of each is, its households, its documents. Source: business-flows.md 9.3; screens.md D2.
import { sql } from 'kysely'
import { text } from '../../../kit/model/field.ts'
import { problems } from '../../../kit/model/problem.ts'
import { isId } from '../../../kit/model/resource.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { filterNames, joinable, page, regionAsked, scoped, underRegion } from '../../../kit/server/query.server.ts'
import { answering, reading, route, type Route, type Slice, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { HOUSEHOLD_WAY } from '../../../land/definitions/terms.ts'
import { making_plan, MAKING, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { getFbf } from '../../../land/fbf/fbf.server.ts'
import { personName } from '../../../platform/people/name.ts'
import { attach } from '../../../services/files/attach.ts'
import type { TouchedFiles } from '../../../services/files/owners.server.ts'
import { heldPlan, postingsOf, planVersions } from '../plans/plan-rows.server.ts'
import { planProblems } from '../plans/problems.ts'
import { lackingOf, whyNotSubmitted } from '../plans/documents.ts'

/** An issuer without any plan, in the filter and the figures. */
const NONE = 'none'
const STATES: readonly string[] = [NONE, ...Object.values(MAKING).filter((s) => s !== MAKING.replaced)]
/** The plan of an issuer that counts: the latest version that no other has replaced. */
const LATEST = sql<string>`(select p.status from making_plan p where p."countyCode" = fbf."countyCode" and p."tenantId" = fbf."tenantId" and p.fbfbm = fbf.fbfbm
  order by p.version desc limit 1)`
const SAID = [
  'planId',
  'planName',
  'planVersion',
  'planStatus',
  'postedFrom',
  'postedUntil',
  'meetingDate',
  'should',
  'signed',
  'lacks',
  'isComplete',
  'submitted',
  'why',
] as const

/** The latest plans of these issuers, by issuer; one statement. */
async function latestPlans(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, MakingPlan>> {
  if (codes.length === 0) return new Map()
  const found = await scoped(ctx, making_plan)
    .selectAll('making_plan')
    .where('making_plan.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('making_plan.fbfbm', 'in', [...codes])
    .orderBy('making_plan.version')
    .execute()
  return new Map((found as MakingPlan[]).map((p) => [p.fbfbm, p]))
}
/** Current household books of these issuers, and how many of them begin after a day (the end of the present round); one statement. */
async function signedOf(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, { should: number; signed: number }>> {
  if (codes.length === 0) return new Map()
  const ends = sql`(select p."roundEnd" from making_plan p where p."countyCode" = djb."countyCode" and p."tenantId" = djb."tenantId" and p.fbfbm = djb.fbfbm
    order by p.version desc limit 1)`
  const found = await joinable(ctx, djb)
    .select(['djb.fbfbm', sql<string>`count(*)`.as('should'), sql<string>`count(*) filter (where djb.cbqxq > ${ends})`.as('signed')])
    .where('djb.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('djb.fbfbm', 'in', [...codes])
    .where('djb.qszt', '=', QSZT.current)
    .where('djb.cbfs', '=', HOUSEHOLD_WAY)
    .groupBy('djb.fbfbm')
    .execute()
  return new Map(found.map((f) => [String(f.fbfbm), { should: Number(f.should), signed: Number(f.signed) }]))
}
/** Kinds of files that hang on these plans, by plan; one statement. */
async function kindsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const found = await scoped(ctx, attach)
    .select(['attach.businessId', 'attach.businessItem'])
    .distinct()
    .where('attach.businessId', 'in', [...ids])
    .execute()
  const all = Map.groupBy(found, (f) => String(f.businessId))
  return new Map([...all].map(([id, of]) => [id, of.map((f) => String(f.businessItem))]))
}
function byState(ctx: Ctx, state: unknown): AnyQuery | undefined {
  if (state === undefined || state === '') return undefined
  if (!STATES.includes(String(state))) throw problems.badRequest({ zh: '方案状态格式不正确', en: 'The state of the plan is unknown' })
  return joinable(ctx, fbf).where(state === NONE ? sql<boolean>`${LATEST} is null` : sql<boolean>`${LATEST} = ${state}`)
}
/** A page of issuers with their plans, postings, households and documents; six statements. */
async function list(ctx: Ctx, { planStatus, ...filter }: TextInput) {
  const found = await page(ctx, fbf, { ...filter, zt: ZT.valid }, byState(ctx, planStatus))
  const codes = found.records.flatMap((f) => f.fbfbm ?? [])
  const [plans, signed] = [await latestPlans(ctx, codes), await signedOf(ctx, codes)]
  const all = [...plans.values()]
  const kinds = await kindsOf(
    ctx,
    all.map((p) => p.id),
  )
  const postings = await postingsOf(
    ctx,
    all.flatMap((p) => p.publicityId ?? []),
  )
  const records = found.records.map((f) => {
    const p = plans.get(f.fbfbm ?? '')
    const has = p ? (kinds.get(p.id) ?? []) : []
    const posting = postings.get(p?.publicityId ?? '')
    const lacks = p ? lackingOf(has) : []
    return {
      id: f.id,
      rev: f.rev,
      regionCode: f.regionCode,
      fbfbm: f.fbfbm,
      fbfmc: f.fbfmc,
      planId: p?.id ?? null,
      planName: p?.planName ?? null,
      planVersion: p?.version ?? null,
      planStatus: p?.status ?? null,
      postedFrom: posting?.startDate ?? null,
      postedUntil: posting?.endDate ?? null,
      meetingDate: p?.meetingDate ?? null,
      should: signed.get(f.fbfbm ?? '')?.should ?? 0,
      signed: signed.get(f.fbfbm ?? '')?.signed ?? 0,
      lacks,
      isComplete: !!p && lacks.length === 0,
      submitted: p?.documentsTime ?? null,
      why: whyNotSubmitted(f.fbfbm ?? '', p, has)?.say(ctx.lang) ?? null,
    }
  })
  return { ...found, records }
}
/** How many issuers of a region are in each state of a plan; `none`: without any. */
async function count(ctx: Ctx, q: TextInput<'regionCode'>) {
  const region = regionAsked(ctx, q.regionCode)
  const found = await underRegion(joinable(ctx, fbf), 'fbf', region)
    .select([sql<string>`coalesce(${LATEST}, ${NONE})`.as('state'), sql<string>`count(*)`.as('n')])
    .where('fbf.zt', '=', ZT.valid)
    .groupBy(sql`1`)
    .execute()
  const n = new Map(found.map((f) => [f.state, Number(f.n)]))
  return { regionCode: region, total: [...n.values()].reduce((a, b) => a + b, 0), states: STATES.map((state) => ({ state, n: n.get(state) ?? 0 })) }
}
/** {fbfbm}: the documents of the issuer's latest plan are complete and stay as they are. @throws plan-none, plan-documents with what lacks */
async function submit(ctx: Ctx, input: TextInput<'fbfbm'>): Promise<void> {
  const { fbfbm } = await getFbf(ctx, input.fbfbm ?? '')
  const [latest] = await planVersions(ctx, fbfbm!)
  const p = latest && (await heldPlan(ctx, latest.id))
  const why = whyNotSubmitted(fbfbm!, p, p ? ((await kindsOf(ctx, [p.id])).get(p.id) ?? []) : [])
  if (why || !p) throw why ?? planProblems.noPlan({ fbfbm: fbfbm! })
  await rows.change(ctx, making_plan, p, { documentsBy: personName(ctx.who), documentsTime: ctx.now })
}
/** Refuses a change of the documents of a plan that were submitted. @throws plan-documents-fixed */
export async function requireOpenPlan(ctx: Ctx, { businessId }: TouchedFiles): Promise<void> {
  if (!isId(businessId)) return
  const p = await rows.find(ctx, making_plan, { id: businessId }, true)
  if (p?.documentsTime) throw planProblems.fixed()
}

const look = reading('land', 'making_plan_view')
const AT = '/ybProcess/fbfBusiness'
const { regionCode, fbfbm, fbfmc } = fbf.fields
const NAMES = [...filterNames(fbf).filter((n) => ['regionCode', 'fbfbm', 'fbfmc'].includes(n)), 'planStatus', 'current', 'size', 'ascs', 'descs']
const routes: Route[] = [
  answering(look(`${AT}/page`, '发包方延包资料分页', NAMES, list), { as: 'page', of: { regionCode, fbfbm, fbfmc }, also: ['id', 'rev', ...SAID] }),
  look(`${AT}/count`, '发包方延包方案统计', ['regionCode'], count),
  route({
    method: 'POST',
    path: `${AT}/submit`,
    perm: 'making_plan_edit',
    scope: 'land',
    audit: 'making_plan.documents',
    summary: '提交发包方延包资料',
    body: { fbfbm: text('发包方编码', { en: 'Issuer code', required: true, max: 14 }) },
    answer: 'nothing',
    run: submit,
  }),
]
/** Issuers in the campaign. */
export const issuersSlice: Slice = { name: 'issuers', resources: [], routes }
