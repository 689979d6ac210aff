// Asks the registry what it has, and compares that with what stands here. Source: docs/adr/0069.
import { sql } from 'kysely'
import { checkValue } from '../../../kit/model/check.ts'
import { isDate } from '../../../kit/model/formats.ts'
import { invalidField, problem, problems, type Problem } from '../../../kit/model/problem.ts'
import { countyOf, inRegion, regionRange } from '../../../kit/model/region-code.ts'
import { momentOf } from '../../../kit/server/clock.server.ts'
import { audit } from '../../../kit/server/audit.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { note } from '../../../kit/model/field.ts'
import { DeferredResponse, reading, type Again, route, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import type { Outbound } from '../../../runtime/outbound.server.ts'
import { emit } from '../../../runtime/outbox.server.ts'
import { openSecrets } from '../../../runtime/sealed.server.ts'
import type { Sealer } from '../../../runtime/seal.server.ts'
import type { SignAlgorithm } from '../../../runtime/signature.server.ts'
import { STATUS } from '../../../business/cases/rules/flow.ts'
import { PUSH_TOPIC } from '../chain.server.ts'
import { data_push_config } from '../config.ts'
import { CallFailed, reasonGiven } from '../fault.ts'
import { pushAgain, pushLogProblems } from '../push-log.server.ts'
import { compareSides, MOST_MENDED, type OursOf, type TheirsOf } from './reconcile.ts'
import { sendMessage, type Callee } from '../send.server.ts'
import { pushProblems, pushTargetFor, type PushTarget } from '../target.server.ts'
import { logCall } from '../third-log.server.ts'
import { PUSH_STATE } from '../push-log.ts'

export const reconcileProblems = {
  unread: problem(503, 'reconcile-unread', () => ({ zh: '不动产登记系统没有给出可识别的对账结果', en: 'The registry gave no statement that can be read' })),
  signature: problem(503, 'reconcile-signature', () => ({
    zh: '不动产登记系统不认可本方签名，请核对推送配置中的应用标识、密钥和签名算法',
    en: 'The registry does not take our signature: compare app id, secret and algorithm of the push configuration',
  })),
  refused: problem<{ why: string }>(503, 'reconcile-refused', (d) => ({
    zh: `不动产登记系统未接受对账请求：${reasonGiven(d.why).zh}`,
    en: `The registry did not take the question: ${reasonGiven(d.why).en}`,
  })),
  silent: problem<{ why: string }>(503, 'reconcile-silent', (d) => ({
    zh: `不动产登记系统没有应答：${reasonGiven(d.why).zh}`,
    en: `The registry did not answer: ${reasonGiven(d.why).en}`,
  })),
  many: problem(400, 'reconcile-many', () => ({ zh: `对账业务超过${MOST_CASES}件，请缩短日期范围`, en: `More than ${MOST_CASES} cases: choose fewer days` })),
}
/** What is said of a call that failed, by its class. */
function toldOf({ fault, message: why }: CallFailed): Problem {
  if (fault === 'signature') return reconcileProblems.signature()
  if (fault === 'malformed') return reconcileProblems.unread()
  return fault === 'refused' || fault === 'server' ? reconcileProblems.refused({ why }) : reconcileProblems.silent({ why })
}
interface Deps {
  outbound: Outbound
  sealer: Sealer
}
/** Days of one statement, and cases in it. */
const MOST_DAYS = 31
const MOST_CASES = 20_000
const DAY_MS = 86_400_000
const ASK_MS = 20_000

/** The days that are compared. @throws invalid */
function spanOf(q: TextInput<'from' | 'to'>): { from: string; to: string } {
  const isDay = (v: string | undefined): v is string => isDate(v ?? '')
  if (!isDay(q.from)) throw invalidField('from', { zh: '请选择起始日期', en: 'Please choose the first day' })
  if (!isDay(q.to) || q.to < q.from || (Date.parse(q.to) - Date.parse(q.from)) / DAY_MS >= MOST_DAYS)
    throw invalidField('to', { zh: `截止日期应在起始日期之后${MOST_DAYS}天以内`, en: `The last day is within ${MOST_DAYS} days from the first` })
  return { from: q.from, to: q.to }
}
/** Whether one of two regions lies in the other. */
const touches = (a: string, b: string): boolean => inRegion(a, b) || inRegion(b, a)
/** Finished cases of a region by the day of their finish, of a span of days or by their codes, and how each stands. */
async function oursOf(ctx: Ctx, regionCode: string, of: { from: string; to: string } | { codes: readonly string[] }): Promise<OursOf[]> {
  const { lo, hi } = regionRange(regionCode)
  const those =
    'codes' in of
      ? sql`b."businessCode" = any(${of.codes}::text[])`
      : sql`b."finishTime" >= ${`${of.from} 00:00:00`}::timestamptz and b."finishTime" < ${`${of.to} 00:00:00`}::timestamptz + interval '1 day'`
  const { rows: found } = await sql<OursOf>`
    select coalesce(b."businessCode", '') as "businessCode", (b."finishTime" at time zone 'Asia/Shanghai')::date::text as day, coalesce(p.status, ${PUSH_STATE.waiting}) as status,
      p.reason, p."msgId", to_char(p."arriveTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "arriveTime", extract(epoch from p."arriveTime" - b."finishTime")::int as delay
    from business b left join push_state p on p."countyCode" = b."countyCode" and p."businessId" = b.id
    where b."tenantId" = ${ctx.who.tenantId} and b.status = ${STATUS.done} and b.removed is null and b."regionCode" >= ${lo} and b."regionCode" < ${hi}
      and ${those}
    order by b.id limit ${MOST_CASES + 1}`.execute(ctx.db)
  if (found.length > MOST_CASES) throw reconcileProblems.many()
  return found
}
/** Which of these cases are ours, finished on whatever day. */
async function oursAmong(ctx: Ctx, regionCode: string, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const { lo, hi } = regionRange(regionCode)
  const found = await ctx.db
    .selectFrom('business')
    .select('businessCode')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('regionCode', '>=', lo)
    .where('regionCode', '<', hi)
    .where('status', '=', STATUS.done)
    .where('businessCode', 'in', [...codes])
    .execute()
  return new Set(found.map((b) => String(b.businessCode)))
}

/** A case and a message as a statement names them. */
const NAME = /^[\w-]{1,40}$/
/** The messages of a statement, and how many of its entries cannot be read: they are told, not compared. @throws reconcile-unread, reconcile-many */
export function readStatement(said: { messages?: unknown }): { theirs: TheirsOf[]; unread: number } {
  if (!Array.isArray(said.messages)) throw reconcileProblems.unread()
  if (said.messages.length > MOST_CASES) throw reconcileProblems.many()
  const theirs = said.messages.flatMap((m: { bizCode?: unknown; msgId?: unknown } | null) => {
    const [bizCode, msgId] = [m?.bizCode, m?.msgId]
    return typeof bizCode === 'string' && typeof msgId === 'string' && NAME.test(bizCode) && NAME.test(msgId) ? [{ bizCode, msgId }] : []
  })
  return { theirs, unread: said.messages.length - theirs.length }
}
/** Counts here and there by day, what differs, and how long pushes took. The registry is asked when the transaction is over. */
async function statement(ctx: Ctx, deps: Deps, q: TextInput<'id' | 'from' | 'to'>): Promise<DeferredResponse> {
  const span = spanOf(q)
  const c = await rows.get(ctx, data_push_config, String(q.id ?? ''))
  const [own, theirRegion] = [ctx.who.regionCode, c.regionCode ?? '']
  if (!touches(own, theirRegion)) throw problems.outOfRegion({ regionCode: theirRegion })
  const regionCode = inRegion(own, theirRegion) ? own : theirRegion
  const secrets = await openSecrets(ctx.db, deps.sealer, ctx.now, ctx.who.tenantId, data_push_config.name, c.id, 'appSecret')
  if (secrets.length === 0) throw pushProblems.noSecret()
  const ours = await oursOf(ctx, regionCode, span)
  const target = { name: c.name ?? '', url: c.url ?? '', appId: c.appId ?? '', secrets, algorithm: c.algorithm as SignAlgorithm }
  return new DeferredResponse(async (again) => {
    const { theirs, unread } = await askedOf(deps, again, ctx.now, target, { regionCode, from: span.from })
    const known = new Set(ours.map((o) => o.businessCode))
    const others = theirs.map((t) => t.bizCode).filter((code) => !known.has(code))
    const elsewhere = await again((next) => oursAmong(next, regionCode, others))
    return { ...compareSides(ours, theirs, (code) => elsewhere.has(code)), unread }
  })
}
/** What a registry says that it has of a region since a day: a case may arrive long after its finish. @throws reconcileProblems */
async function askedOf(
  deps: Deps,
  again: Again,
  now: string,
  target: Pick<PushTarget, 'name' | 'url' | 'appId' | 'secrets' | 'algorithm'>,
  { regionCode, from }: { regionCode: string; from: string },
): Promise<ReturnType<typeof readStatement>> {
  const asked = { regionCode, from, to: now.slice(0, 10) }
  // of no one case
  const told = { message: asked, written: (m: typeof asked) => JSON.stringify(m) }
  const about = { businessCode: '', businessTypeCode: '', msgId: '', regionCode, target: `${target.name}（对账）`.slice(0, 200), ...told }
  const { appId, secrets, algorithm } = target
  const callee: Callee = { url: `${target.url}/arrived`, appId, secrets, algorithm, format: 'json', timeoutMs: ASK_MS }
  const said = await sendMessage(deps.outbound, callee, JSON.stringify(asked), {
    now: new Date(momentOf(now)),
    signal: AbortSignal.timeout(ASK_MS),
    heard: (h) => again((next) => logCall(next, { ...about, ...h })),
  }).catch((e: unknown) => {
    throw e instanceof CallFailed ? toldOf(e) : e
  })
  return readStatement(said as { messages?: unknown })
}

/** Codes of cases, by comma. */
const CODES = note('业务编号', { en: 'Businesses', max: 20_000 })
interface MendedCase {
  id: string
  businessCode: string
  businessTypeCode: string
  regionCode: string
}
/** The finished cases of these codes, all of them in the caller's region. @throws not-found */
async function casesOf(ctx: Ctx, codes: readonly string[]): Promise<MendedCase[]> {
  const found = await ctx.db
    .selectFrom('business')
    .select(['id', 'businessCode', 'businessTypeCode', 'regionCode'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('status', '=', STATUS.done)
    .where('businessCode', 'in', [...codes])
    .orderBy('id')
    .execute()
  const seen = found.filter((b) => inRegion(String(b.regionCode), ctx.who.regionCode))
  if (seen.length !== codes.length) throw problems.notFound({ zh: '业务', en: 'Business' })
  return seen as MendedCase[]
}
/** The cases by the registry that is told of them; those that nobody is told of by none. */
async function byTarget(ctx: Ctx, deps: Deps, cases: readonly MendedCase[]): Promise<{ target: PushTarget | undefined; codes: string[] }[]> {
  const found = new Map<string, { target: PushTarget | undefined; codes: string[] }>()
  for (const { businessCode, regionCode, businessTypeCode: typeCode } of cases) {
    const to = await pushTargetFor(ctx, deps.sealer, { regionCode, typeCode, byHand: true })
    const target = 'target' in to ? to.target : undefined
    const key = target ? `${target.url} ${target.appId}` : ''
    const group = found.get(key) ?? { target, codes: [] }
    group.codes.push(businessCode)
    found.set(key, group)
  }
  return [...found.values()]
}
/** Refuses what does not differ between the sides now: a list of differences is an hour old, or nobody saw one. @throws push-arrived */
function requireDiffering(ours: readonly OursOf[], theirs: readonly TheirsOf[]): void {
  const differing = new Set(compareSides(ours, theirs, () => true).differences.map((d) => d.businessCode))
  const same = ours.find((o) => !differing.has(o.businessCode))
  if (!same) return
  const { businessCode, arriveTime, msgId, status } = same
  if (status !== PUSH_STATE.arrived) throw problems.notAllowedNow({ zh: '补推', en: 'push it' })
  throw pushLogProblems.arrived({ businessCode, time: arriveTime ?? '', msgId: msgId ?? '' })
}
/**
 * Pushes cases again that differ as the registry says now, the older first: with the same message id what never arrived here, as a new version what had.
 * @throws push-arrived where one does not differ; E4002 behind one that failed
 */
async function mend(ctx: Ctx, deps: Deps, text: string): Promise<DeferredResponse> {
  const wrong = checkValue(CODES, text)
  if (wrong) throw problems.invalid([{ field: 'businessCodes', msg: wrong }])
  const codes = [...new Set(text.split(',').filter(Boolean))]
  if (codes.length === 0) throw problems.noneSelected()
  if (codes.length > MOST_MENDED) throw problems.badRequest({ zh: `一次最多补推 ${MOST_MENDED} 件`, en: `At most ${MOST_MENDED} at once` })
  const own = ctx.who.regionCode
  const groups = await byTarget(ctx, deps, await casesOf(ctx, codes))
  const since = new Map((await oursOf(ctx, own, { codes })).map((o) => [o.businessCode, o.day]))
  return new DeferredResponse(async (again) => {
    const said: TheirsOf[] = []
    const unasked: string[] = []
    for (const { target, codes: of } of groups) {
      if (!target) {
        unasked.push(...of)
        continue
      }
      const regionCode = inRegion(own, target.regionCode) ? own : target.regionCode
      const from = of.flatMap((code) => since.get(code) ?? []).toSorted()[0] ?? ctx.now.slice(0, 10)
      const mine = new Set(of)
      said.push(...(await askedOf(deps, again, ctx.now, target, { regionCode, from })).theirs.filter((t) => mine.has(t.bizCode)))
    }
    await again(async (next) => {
      const ours = await oursOf(next, own, { codes })
      // of whom nobody can be asked, that stands as it does here
      const alike = ours.filter((o) => unasked.includes(o.businessCode) && o.status === PUSH_STATE.arrived)
      requireDiffering(ours, [...said, ...alike.map((o) => ({ bizCode: o.businessCode, msgId: o.msgId ?? '' }))])
      for (const b of await casesOf(next, codes)) await pushOnce(next, b)
    })
  })
}
/** Pushes a case again, or anew where the outbox has forgotten it. */
async function pushOnce(ctx: Ctx, { id, businessCode, businessTypeCode: typeCode, regionCode }: MendedCase): Promise<void> {
  const { tenantId } = ctx.who
  const pushed = ctx.db.selectFrom('outbox').select('id').where('tenantId', '=', tenantId).where('topic', '=', PUSH_TOPIC).where('key', '=', String(id))
  const last = await pushed.orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last) return pushAgain(ctx, String(last.id), true)
  const state = ctx.db.selectFrom('push_state').select('version').where('countyCode', '=', countyOf(regionCode)).where('businessId', '=', id)
  const version = Number((await state.executeTakeFirst())?.version ?? 0) + 1
  await emit(ctx, PUSH_TOPIC, String(id), { businessId: String(id), businessCode, typeCode, regionCode, djbIds: [], version, byHand: 1 })
  await audit(ctx, { action: 'push_log.mend', object: 'push_log', objectId: String(id), regionCode, diff: {} })
}

/** The page of both sides: whom to ask, the statement, and pushing again what differs. */
export const reconcileRoutes = (deps: Deps): readonly Route[] => [
  reading('tenant', 'push_log_view')('/dataPushLog/targets', '对账对象', [], async (ctx) => {
    const { tenantId, regionCode: own } = ctx.who
    const all = await ctx.db
      .selectFrom('data_push_config')
      .select(['id', 'name', 'regionCode'])
      .where('tenantId', '=', tenantId)
      .orderBy('regionCode')
      .execute()
    return all.filter((c) => touches(own, String(c.regionCode)))
  }),
  reading('tenant', 'push_log_view')('/dataPushLog/statement', '与登记机构对账', ['id', 'from', 'to'], (ctx, q) => statement(ctx, deps, q)),
  route({
    method: 'POST',
    path: '/dataPushLog/mend',
    perm: 'push_log_edit',
    scope: 'tenant',
    audit: 'push_log.mend',
    summary: '补推差异业务',
    body: { businessCodes: CODES },
    answer: 'nothing',
    run: (ctx, b) => mend(ctx, deps, b.businessCodes ?? ''),
  }),
]
