import { sql } from 'kysely'
import { region } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion } from '../../kit/server/query.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { VERIFY } from '../register/content/jobs.server.ts'
import { nothingYet, verifyWords, type Verified } from '../register/content/verify.server.ts'
import { heardIn } from '../../runtime/said.ts'

const OPEN = ['queued', 'running']
const REGION = region('行政区划', { en: 'Region', required: true })
interface JobRow {
  id: string
  regionCode: string
  status: string
  percent: number
  done: string
  total: string
  message: string
  startTime: string | null
  endTime: string | null
  result: Verified | null
}
/** The last verification of the caller's region or a part of it. */
async function lastRun(ctx: Ctx): Promise<JobRow | undefined> {
  const { regionCode, tenantId } = ctx.who
  const { rows } =
    await sql<JobRow>`select id, coalesce("regionCode", '') as "regionCode", status, percent, done, total, message, "startTime", "endTime", result from job
    where "tenantId" = ${tenantId} and kind = ${VERIFY} and starts_with(coalesce("regionCode", ''), ${regionCode}) order by id desc limit 1`.execute(ctx.db)
  return rows[0]
}

/** The region that a caller verifies: his own, or that of his tenant where he sees all of it. */
async function ownRegion(ctx: Ctx): Promise<string> {
  if (ctx.who.regionCode !== '') return ctx.who.regionCode
  const { rows } = await sql<{ regionCode: string | null }>`select "regionCode" from tenant where code = ${ctx.who.tenantId}`.execute(ctx.db)
  return rows[0]?.regionCode ?? ''
}
/** The region to verify, where its last verification stands and what it found; `last` is null before the first one. */
const verification = async (ctx: Ctx) => ({ regionCode: await ownRegion(ctx), last: await told(ctx) })
async function told(ctx: Ctx) {
  const run = await lastRun(ctx)
  if (!run) return null
  const { id, result, done, total, ...rest } = run
  const { found, ...counts } = result ?? nothingYet()
  return {
    jobId: id,
    ...heardIn(rest, ['message'], ctx.lang),
    done: Number(done),
    total: Number(total),
    ...counts,
    records: found.map(({ facts, ...d }) => ({ ...d, msg: verifyWords({ why: d.why, ...(facts ? { facts } : {}) })[ctx.lang] })),
  }
}

/** Begins a verification of a region. One at a time: the one that is under way is answered. */
async function begin(ctx: Ctx, b: TextInput<'regionCode'>): Promise<string> {
  const regionCode = b.regionCode ?? ''
  if (regionCode === '') throw invalidField('regionCode', requiredMessage(REGION))
  requireRegion(ctx, regionCode)
  const last = await lastRun(ctx)
  if (last && OPEN.includes(last.status)) return last.id
  const id = await ctx.enqueue(VERIFY, { regionCode }, { regionCode })
  await audit(ctx, { action: 'djb.verify', object: 'job', objectId: id, regionCode, diff: {} })
  return id
}

/** Verification of what is kept of books, for the staff of a county. */
export const verificationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/base-qssj/djb/verification',
    perm: 'djb_verify',
    scope: 'land',
    audit: 'read',
    summary: '登记簿核验结果',
    query: [],
    run: (ctx) => verification(ctx),
  },
  route({
    method: 'POST',
    path: '/base-qssj/djb/verify',
    perm: 'djb_verify',
    scope: 'land',
    audit: 'djb.verify',
    answer: 'id',
    summary: '开始核验登记簿',
    body: { regionCode: REGION },
    run: begin,
  }),
]
