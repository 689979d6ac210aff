/** Calls of the watch: findings, their parcels for the map, health by issuer and day, persons who stand twice, and runs. */
import { sql } from 'kysely'
import { requiredMessage } from '../../kit/model/required.ts'
import { region } from '../../kit/model/field.ts'
import { idForms } from '../../kit/model/id-card.ts'
import { maskText } from '../../kit/model/mask.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { countyOf, inRegion } from '../../kit/model/region-code.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, page, paging, requireRegion, scoped, underRegion, regionAsked } from '../../kit/server/query.server.ts'
import { route, crud, detail, reading, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { byChild, placeAsked, placeHead, type PlaceRow } from '../home/place.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { personOf } from '../../land/definitions/person.ts'
import { SEVERITIES, watch_finding, watch_health, watch_run } from './findings.ts'
import { WATCH } from './job.server.ts'
import { watchProblems } from './problems.ts'
import { heardIn } from '../../runtime/said.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/** How many parcels are drawn; the rest is given as a number. */
const MOST_PARCELS = 5000
/** Days of a trend. */
const TREND_DAYS = 90
const REGION = region('行政区划', { en: 'Region', required: true })

/** Open findings of a region that fit rule and severity. */
function open(ctx: Ctx, q: TextInput) {
  let found = underRegion(joinable(ctx, watch_finding), 'watch_finding', regionAsked(ctx, q.regionCode)).where('watch_finding.isOpen', '=', 1)
  if (q.rule) found = found.where('watch_finding.rule', '=', q.rule)
  if (q.severity) found = found.where('watch_finding.severity', '=', q.severity)
  return found
}

/** Parcels that have a finding, or whose book, contract or holder has one: code, and severity and id of the worst. Of one county. What is only told (notice) is nothing to look at on the map. */
async function parcels(ctx: Ctx, q: TextInput) {
  const at = regionAsked(ctx, q.regionCode)
  if (at.length < 6) throw watchProblems.narrower()
  // by what they mean, not by their letters
  const worst = sql`case severity ${sql.join(
    SEVERITIES.map((s, i) => sql`when ${sql.lit(s)} then ${sql.lit(i)}`),
    sql` `,
  )} end`
  const { rows } = await sql<{ dkbm: string; severity: string; finding: string }>`with f as materialized (${open(ctx, q)
    .select((['id', 'countyCode', 'tenantId', 'kind', 'objectCode', 'severity'] as const).map((n) => `watch_finding.${n}` as const))
    .where('watch_finding.countyCode', '=', countyOf(at))
    .where('watch_finding.severity', '<>', 'notice')})
    select dkbm, (array_agg(severity order by ${worst}, id))[1] as severity, (array_agg(id order by ${worst}, id))[1]::text as finding from (
      select f."objectCode" as dkbm, f.severity, f.id from f where f.kind = 'dk'
      union all select x.dkbm, f.severity, f.id from f join djb d on d."countyCode" = f."countyCode" and d."tenantId" = f."tenantId" and d.cbjyqzbm = f."objectCode" and d.qszt = ${sql.lit(QSZT.current)}
        join cbdkxx x on x."countyCode" = d."countyCode" and x."djbId" = d.id where f.kind in ('djb', 'cbht')
      union all select p.dkbm, f.severity, f.id from f join dk p on p."countyCode" = f."countyCode" and p."tenantId" = f."tenantId" and p.cbfbm = f."objectCode" and p.zt = ${sql.lit(ZT.valid)} where f.kind = 'cbf') x
    group by dkbm order by 1 limit ${MOST_PARCELS + 1}`.execute(ctx.db)
  const codes = rows.slice(0, MOST_PARCELS)
  // what the caller's data scope hides is not told either
  const seen = codes.length
    ? new Set(
        (
          await scoped(ctx, dk)
            .select(['dk.dkbm'])
            .where('dk.countyCode', '=', countyOf(at))
            .where(
              'dk.dkbm',
              'in',
              codes.map((r) => r.dkbm),
            )
            .execute()
        ).map((r) => r.dkbm),
      )
    : new Set()
  return { more: rows.length > MOST_PARCELS, records: codes.filter((r) => seen.has(r.dkbm)) }
}

/** Share of objects without an error, four digits. */
const healthOf = (objects: number, errors: number): string => (objects === 0 ? 1 : 1 - errors / objects).toFixed(4)

/** By how much the figures of the issuers of a region changed, by day. */
const healthRows = (ctx: Ctx, q: Partial<TextInput<'regionCode'>>) =>
  underRegion(joinable(ctx, watch_health), 'watch_health', regionAsked(ctx, q.regionCode)).select([
    'watch_health.fbfbm',
    'watch_health.regionCode',
    'watch_health.day',
    'watch_health.objects',
    'watch_health.errors',
    'watch_health.warnings',
  ])
/** A page of the issuers of a region with their figures today, the worst first, and how many there are. */
async function issuersOf(ctx: Ctx, q: Partial<TextInput<'regionCode' | 'current' | 'size'>>) {
  const { size, offset } = paging(q)
  const issuers = await sql<{
    fbfbm: string
    at: string
    objects: number
    errors: number
    warnings: number
    n: string
  }>`select fbfbm, min("regionCode") as at, sum(objects)::int as objects,
    sum(errors)::int as errors, sum(warnings)::int as warnings, count(*) over ()::text as n from (${healthRows(ctx, q)}) h group by fbfbm having sum(objects) > 0 or sum(errors) > 0
    order by sum(errors) desc, sum(warnings) desc, fbfbm limit ${size} offset ${offset}`.execute(ctx.db)
  const names = new Map(
    (
      await sql<{ fbfbm: string; fbfmc: string }>`select fbfbm, fbfmc from fbf where "tenantId" = ${ctx.who.tenantId}
        and "countyCode" = any(${[...new Set(issuers.rows.map((i) => i.fbfbm.slice(0, 6)))]}::text[]) and fbfbm = any(${issuers.rows.map((i) => i.fbfbm)}::text[])`.execute(
        ctx.db,
      )
    ).rows.map((r) => [r.fbfbm, r.fbfmc]),
  )
  return {
    total: Number(issuers.rows[0]?.n ?? 0),
    issuers: issuers.rows.map(({ n: _n, at, ...i }) => ({ ...i, regionCode: at, fbfmc: names.get(i.fbfbm) ?? '', health: healthOf(i.objects, i.errors) })),
  }
}
/** Figures of a region today, by issuer (a page, the worst first), and what stood at the end of each of the last days on which something changed. */
async function health(ctx: Ctx, q: TextInput<'regionCode' | 'current' | 'size'>) {
  const days = await sql<{
    day: string
    objects: string
    errors: string
    warnings: string
  }>`select day, sum(objects)::text as objects, sum(errors)::text as errors,
    sum(warnings)::text as warnings from (${healthRows(ctx, q)}) h group by day order by day`.execute(ctx.db)
  const sum = { objects: 0, errors: 0, warnings: 0 }
  const trend = days.rows.map((d) => {
    sum.objects += Number(d.objects)
    sum.errors += Number(d.errors)
    sum.warnings += Number(d.warnings)
    return { day: d.day, ...sum, health: healthOf(sum.objects, sum.errors) }
  })
  return { ...sum, health: healthOf(sum.objects, sum.errors), days: trend.slice(-TREND_DAYS), ...(await issuersOf(ctx, q)) }
}

/** Issuers of a quality board. */
const WORST = 20
/** Open findings of a region by rule, and its child regions and worst issuers with their health today. Source: statistics.md 14. */
async function quality(ctx: Ctx, q: TextInput<'regionCode'>) {
  const p = placeAsked(ctx, q)
  const rules = await sql<{
    rule: string
    severity: string
    n: string
  }>`select rule, severity, count(*)::text as n from watch_finding where ${p.of(watch_finding)} and "isOpen" = 1 group by 1, 2 order by count(*) desc, 1, 2`.execute(
    ctx.db,
  )
  const { rows } = await sql<PlaceRow>`select ${p.child} as code, sum(objects)::text as objects, sum(errors)::text as errors, sum(warnings)::text as warnings
    from watch_health where ${p.of(watch_health)} group by 1 having sum(objects) > 0 or sum(errors) > 0`.execute(ctx.db)
  const { total, children } = await byChild(ctx, p, rows)
  const { issuers } = await issuersOf(ctx, { ...(p.region ? { regionCode: p.region } : {}), current: '1', size: String(WORST) })
  return {
    ...placeHead(ctx, p),
    rules: rules.rows.map((r) => ({ ...r, n: Number(r.n) })),
    total: { ...total, health: healthOf(total.objects ?? 0, total.errors ?? 0) },
    children: children.map(({ values: v, ...c }) => ({
      ...c,
      objects: v.objects ?? 0,
      errors: v.errors ?? 0,
      warnings: v.warnings ?? 0,
      health: healthOf(v.objects ?? 0, v.errors ?? 0),
    })),
    issuers: issuers.filter((i) => i.errors + i.warnings > 0),
  }
}

interface Stand {
  cyzjlx: string
  cbfId: string
  cbfbm: string
  cbfmc: string
  cyxm: string
  cyxb: string
  yhzgx: string
  cyzjhm: string
  sfgyr: string
  cybz: string
  djzt: string
  htzmjm: string | null
  cbdkzs: number | null
}
/** Persons who stand in more than one household of which one has an open finding, each with all the households: side by side. */
async function doubles(ctx: Ctx, q: TextInput) {
  const at = regionAsked(ctx, q.regionCode)
  if (at.length < 6) throw watchProblems.narrower()
  const county = countyOf(at)
  const list = await page(
    ctx,
    watch_finding,
    { ...q, regionCode: undefined, size: q.size ?? 20 },
    underRegion(joinable(ctx, watch_finding), 'watch_finding', at).where('watch_finding.isOpen', '=', 1).where('watch_finding.rule', 'in', ['P1', 'P2', 'P3']),
  )
  const mine = (x: string) => sql`${sql.ref(`${x}.countyCode`)} = ${county} and ${sql.ref(`${x}.tenantId`)} = ${ctx.who.tenantId}`
  const ids = list.records.map((f) => f.objectId)
  const own = await sql<{
    cyzjhm: string
  }>`select j.cyzjhm from jtcy j where ${mine('j')} and j."cbfId" = any(${ids}::bigint[]) and j.cyzjhm is not null`.execute(ctx.db)
  const numbers = [...new Set(own.rows.flatMap((r) => idForms(r.cyzjhm)))]
  const { rows } =
    await sql<Stand>`select k.cyzjlx, c.id::text as "cbfId", c.cbfbm, c.cbfmc, k.cyxm, k.cyxb, k.yhzgx, k.cyzjhm, k.sfgyr, k.cybz, c.djzt, c.htzmjm::text as htzmjm, c.cbdkzs
      from jtcy k join cbf c on c."countyCode" = k."countyCode" and c.id = k."cbfId" and c.zt = ${sql.lit(ZT.valid)}
      where ${mine('k')} and k.cyzjhm = any(${numbers}::text[]) order by upper(k.cyzjhm), c.cbfbm`.execute(ctx.db)
  const visible = await visibleOf(
    ctx,
    county,
    rows.map((r) => r.cbfId),
  )
  const twice = [...Map.groupBy(rows, personOf).values()].filter((g) => new Set(g.map((r) => r.cbfId)).size > 1)
  const plain = ctx.who.perms.has('jtcy_plain') || ctx.who.perms.has('jtcy_edit')
  return {
    total: list.total,
    records: twice.map((g) => ({
      name: g[0]!.cyxm,
      number: plain ? g[0]!.cyzjhm : maskText(g[0]!.cyzjhm),
      // a household outside the caller's own region is named, not shown
      stands: g.map(({ cyzjlx: _t, cyzjhm: _n, ...r }) => (visible.has(r.cbfId) ? r : { cbfId: r.cbfId, cbfbm: r.cbfbm, yhzgx: r.yhzgx, sfgyr: r.sfgyr })),
    })),
  }
}
async function visibleOf(ctx: Ctx, county: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await scoped(ctx, cbf)
    .select(['cbf.id'])
    .where('cbf.countyCode', '=', county)
    .where('cbf.id', 'in', [...new Set(ids)])
    .execute()
  return new Set(rows.map((r) => r.id))
}

const OPEN = ['queued', 'running']
interface JobRow {
  id: string
  regionCode: string
  status: string
  percent: number
  step: string
  done: string
  total: string
  message: string
}
/** The last run that touches a region, its progress and what it found; `last` is null before the first one. */
async function state(ctx: Ctx, q: TextInput<'regionCode'>) {
  const regionCode = regionAsked(ctx, q.regionCode)
  const { rows } =
    await sql<JobRow>`select id, coalesce("regionCode", '') as "regionCode", status, percent, step, done, total, message from job where "tenantId" = ${ctx.who.tenantId}
    and kind = ${WATCH} and (starts_with("regionCode", ${regionCode}) or starts_with(${regionCode}, "regionCode")) order by id desc limit 1`.execute(ctx.db)
  const job = rows[0]
  if (!job) return { regionCode, last: null }
  const { rows: runs } = await sql<{
    mode: string
    begun: string
    ended: string | null
    looked: number
    found: number
    closed: number
  }>`select mode, begun, ended, looked, found, closed
    from watch_run where "countyCode" = ${countyOf(job.regionCode)} and "tenantId" = ${ctx.who.tenantId} and "jobId" = ${job.id}`.execute(ctx.db)
  const { id, done, total, ...rest } = job
  return { regionCode, last: { jobId: id, ...heardIn(rest, ['message', 'step'], ctx.lang), done: Number(done), total: Number(total), ...runs[0] } }
}

/** Begins a run over a region of one county. One at a time: the one that is under way there is answered. */
async function start(ctx: Ctx, b: TextInput<'regionCode'>): Promise<string> {
  const regionCode = b.regionCode ?? ''
  if (regionCode === '') throw invalidField('regionCode', requiredMessage(REGION))
  requireRegion(ctx, regionCode)
  if (regionCode.length < 6) throw watchProblems.narrower()
  const { last } = await state(ctx, { regionCode })
  if (last && OPEN.includes(last.status) && inRegion(regionCode, last.regionCode)) return last.jobId
  const id = await ctx.enqueue(WATCH, { regionCode, mode: 'all' }, { regionCode })
  await audit(ctx, { action: 'watch.run', object: 'job', objectId: id, regionCode, diff: {} })
  return id
}

const plain = crud(watch_finding)
/** What a finding tells, in the reader's language. */
const inWords = <T extends object>(ctx: Ctx, f: T): T => heardIn(f, ['detail' as keyof T], ctx.lang)
const reads = reading('land', 'watch_finding_view')
const routes: readonly Route[] = [
  {
    ...plain.page,
    run: async (ctx, q) => {
      const found = await page(ctx, watch_finding, q)
      return { ...found, records: found.records.map((f) => inWords(ctx, f)) }
    },
  },
  { ...plain.detail, run: async (ctx, q) => inWords(ctx, await detail(ctx, watch_finding, q)) },
  reads('/watch/finding/parcels', '有监测发现的地块', ['regionCode', 'rule', 'severity'], parcels),
  reads('/watch/finding/doubles', '重复登记的人员', ['regionCode', 'current', 'size'], doubles),
  reads('/watch/health', '登记健康度', ['regionCode', 'current', 'size'], health),
  reads('/watch/quality', '登记质量看板', ['regionCode'], quality),
  reads('/watch/state', '监测运行状态', ['regionCode'], state),
  route({
    method: 'POST',
    path: '/watch/start',
    perm: 'watch_finding_verify',
    scope: 'land',
    audit: 'watch.run',
    answer: 'id',
    summary: '开始监测',
    body: { regionCode: REGION },
    run: start,
  }),
]
/** The watch over the register. */
export const watchSlice: Slice = { name: 'watch', resources: [watch_finding, watch_health, watch_run], routes }
