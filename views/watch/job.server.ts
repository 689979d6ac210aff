/** The run of the watch as a job, and the routine that asks for it every night: what was written since the last run, on Sundays everything. */
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { countyOf, regionRange } from '../../kit/model/region-code.ts'
import { dayOfWeek } from '../../kit/model/days.ts'
import { localDay, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { look, nextOf, SLICE } from './check.server.ts'
import { lookAtFiles } from './files.server.ts'
import { OBJECTS, type ObjectKind, type FindingPlace } from './findings.ts'
import { keepHealth, villagesOf } from './health.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

export const WATCH = 'watch'
const steps = { look: both('检查登记数据', 'Checking the register'), health: both('统计健康度', 'Counting health') }
/** A transaction may write with the moment of its beginning and be seen later: a package's is at most five minutes long. */
const OVERLAP_SECONDS = 600

/** A run as its row has it. */
interface Run {
  id: string
  begun: string
  since: string | null
  looked: number
  found: number
  closed: number
  place: FindingPlace | null
  villages: string[]
}
const whole = (mode: unknown): boolean => mode !== 'new'

/** The row of a job's run: the one of its first try, with its place, or a new one. A first run in a county, or one of a part, looks at everything. */
async function begin(ctx: Ctx, jobId: string, region: string, mode: unknown): Promise<Run> {
  const county = countyOf(region)
  const mine = sql`"countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}`
  const columns = sql`id::text as id, begun, since, looked, found, closed, place, villages`
  const known = await sql<Run>`select ${columns} from watch_run where ${mine} and "jobId" = ${jobId}`.execute(ctx.db)
  if (known.rows[0]) return known.rows[0]
  const last = whole(mode)
    ? undefined
    : await sql<{
        begun: string
      }>`select begun from watch_run where ${mine} and "regionCode" = ${county} and ended is not null order by begun desc limit 1`.execute(ctx.db)
  const since = last?.rows[0] ? moved(last.rows[0].begun, -OVERLAP_SECONDS) : null
  const { rows } =
    await sql<Run>`insert into watch_run ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "jobId", mode, since,
      begun, looked, found, closed, villages)
    values (${county}, ${ctx.newId()}, ${ctx.who.tenantId}, ${ctx.who.userId}, ${ctx.now}, ${ctx.who.userId}, ${ctx.now}, 1, ${region}, ${jobId}, ${since ? 'new' : 'all'}, ${since},
      ${ctx.now}, 0, 0, 0, '[]') returning ${columns}`.execute(ctx.db)
  return rows[0]!
}

/** One step of a run: looks, and keeps where it stands in the same transaction. */
async function step(ctx: Ctx, run: Run, county: string, work: readonly { kind: ObjectKind; ids: readonly string[] }[], place: FindingPlace): Promise<void> {
  for (const { kind, ids } of work) {
    for (let i = 0; i < ids.length; i += SLICE) {
      const part = ids.slice(i, i + SLICE)
      const r = await look(ctx, kind, county, part)
      run.looked += part.length
      run.found += r.found
      run.closed += r.closed
    }
  }
  run.place = place
  await sql`update watch_run set looked = ${run.looked}, found = ${run.found}, closed = ${run.closed}, place = ${JSON.stringify(place)}::jsonb, villages = ${JSON.stringify(run.villages)}::jsonb,
      "updateTime" = ${ctx.now}, rev = rev + 1 where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and id = ${run.id}`.execute(ctx.db)
}

/** Everything of a region, kind by kind, slice by slice. */
async function everything(job: JobRun, run: Run, region: string): Promise<void> {
  const [county, range] = [countyOf(region), regionRange(region)]
  const total = await job.tx((ctx) => objectsIn(ctx, county, range))
  for (let table = run.place?.table ?? 0; table < OBJECTS.length; table++) {
    for (let after = run.place?.table === table ? run.place.after : undefined, more = true; more;) {
      job.signal.throwIfAborted()
      await job.tx(async (ctx) => {
        const rows = await nextOf(ctx, OBJECTS[table]!, county, range, after)
        const last = rows.at(-1)
        more = rows.length === SLICE
        after = last ? [last.key, last.id] : undefined
        await step(ctx, run, county, [{ kind: OBJECTS[table]!, ids: rows.map((r) => r.id) }], more ? { table, after: after! } : { table: table + 1 })
      })
      await job.progress(Math.min(98, Math.floor((98 * run.looked) / Math.max(1, total))), steps.look, run.looked, Math.max(total, run.looked))
    }
  }
}
/** What was found before and is no row any more was not looked at. */
async function closeGone(job: JobRun, run: Run, region: string): Promise<void> {
  const [county, range] = [countyOf(region), regionRange(region)]
  await job.tx(async (ctx) => {
    const { numAffectedRows } = await sql`update watch_finding set "isOpen" = 0, "closedTime" = ${ctx.now}, "updateTime" = ${ctx.now}, rev = rev + 1
      where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and "isOpen" = 1 and "regionCode" >= ${range.lo} and "regionCode" < ${range.hi} and "lastSeen" < ${run.begun}`.execute(
      ctx.db,
    )
    run.closed += Number(numAffectedRows ?? 0)
  })
}
async function objectsIn(ctx: Ctx, county: string, { lo, hi }: { lo: string; hi: string }): Promise<number> {
  const parts = OBJECTS.map(
    (t) =>
      sql`select count(*) as n from ${sql.table(t)} where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi}`,
  )
  const { rows } = await sql<{ n: string }>`select sum(n)::text as n from (${sql.join(parts, sql` union all `)}) x`.execute(ctx.db)
  return Number(rows[0]!.n)
}

/** Where a written row leads, besides itself, to rows that were not written (those come by themselves): the household of a member, books beside and before a book, and what a book, household or parcel repeats of another. */
const CHANGED = ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'cbht', 'cbjyqz', 'business', 'register_entry'] as const
type Changed = (typeof CHANGED)[number]
const tied = (x: string) => `${x}."countyCode" = o."countyCode" and ${x}."tenantId" = o."tenantId"`
const NEAR: Readonly<Record<Changed, Partial<Record<ObjectKind, string>>>> = {
  fbf: {},
  cbf: { djb: `join djb n on ${tied('n')} and n.cbfbm = o.cbfbm`, cbht: `join cbht n on ${tied('n')} and n.cbfbm = o.cbfbm` },
  jtcy: { cbf: `join cbf n on ${tied('n')} and n.id = o."cbfId"`, djb: `join djb n on ${tied('n')} and n.cbfbm = o.cbfbm` },
  dk: {
    djb: `join cbdkxx x on ${tied('x')} and x.dkbm = o.dkbm and x.qszt = '${QSZT.current}' join djb n on ${tied('n')} and n.id = x."djbId"`,
    dk: `join dk n on ${tied('n')} and n.geom && o.geom and n.id <> o.id and n.zt = '${ZT.valid}'`,
  },
  djb: {
    cbf: `join cbf n on ${tied('n')} and n.cbfbm = o.cbfbm`,
    dk: `join cbdkxx x on ${tied('x')} and x."djbId" = o.id join dk n on ${tied('n')} and n.id = x."dkId"`,
    cbht: `join cbht n on ${tied('n')} and n."djbId" = o.id`,
    djb: `join djb_lineage l on l."countyCode" = o."countyCode" and l."prevDjbId" = o.id join djb n on ${tied('n')} and n.id = l."djbId"`,
  },
  cbht: { djb: `join djb n on ${tied('n')} and n.id = o."djbId"` },
  cbjyqz: { djb: `join djb n on ${tied('n')} and n.id = o."djbId"` },
  register_entry: {},
  business: { business_lock: `join business_lock n on n."countyCode" = o."countyCode" and n."businessId" = o.id` },
}
const own = (ctx: Ctx, county: string): RawBuilder<unknown> => sql`o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId}`

/** Objects of a county that were written since a moment, with their neighbours, and those that have a finding. */
async function written(job: JobRun, run: Run, county: string): Promise<void> {
  for (let table = run.place?.table ?? 0; table < CHANGED.length; table++) {
    const kind = CHANGED[table]!
    for (let after = run.place?.table === table ? run.place.after : undefined, more = true; more;) {
      job.signal.throwIfAborted()
      await job.tx(async (ctx) => {
        const beyond = after
          ? sql`and (o."updateTime", o.id) > (${after[0]}::timestamptz, ${after[1]}::bigint)`
          : sql`and o."updateTime" >= ${run.since}::timestamptz`
        const { rows } = await sql<{
          id: string
          key: string
          village: string
        }>`select o.id::text as id, to_char(o."updateTime", 'YYYY-MM-DD HH24:MI:SS.US') as key, left(o."regionCode", 12) as village
          from ${sql.table(kind)} o where ${own(ctx, county)} ${beyond} order by o."updateTime", o.id limit ${SLICE}`.execute(ctx.db)
        const ids = rows.map((r) => r.id)
        const work: { kind: ObjectKind; ids: readonly string[] }[] = kind === 'jtcy' ? [] : [{ kind, ids }]
        if (ids.length)
          for (const [near, join] of Object.entries(NEAR[kind]) as [ObjectKind, string][]) {
            const found = await sql<{ id: string }>`select distinct n.id::text as id from ${sql.table(kind)} o ${sql.raw(join)} where ${own(ctx, county)}
              and o.id = any(${ids}::bigint[]) and n."updateTime" < ${run.since}::timestamptz`.execute(ctx.db)
            work.push({ kind: near, ids: found.rows.map((r) => r.id) })
          }
        run.villages = [...new Set([...run.villages, ...rows.map((r) => r.village)])]
        const last = rows.at(-1)
        more = rows.length === SLICE
        after = last ? [last.key, last.id] : undefined
        await step(ctx, run, county, work, more ? { table, after: after! } : { table: table + 1 })
      })
      await job.progress(Math.floor((90 * table) / CHANGED.length), steps.look, run.looked, 0)
    }
  }
  // objects with a finding, slice by slice: a first package may leave one at every second object
  for (const kind of OBJECTS)
    for (let after = '', more = true; more;) {
      job.signal.throwIfAborted()
      await job.tx(async (ctx) => {
        const { rows } = await sql<{
          id: string
          village: string
        }>`select distinct on ("objectId") "objectId" as id, left("regionCode", 12) as village from watch_finding
          where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and kind = ${kind} and "isOpen" = 1 and "objectId" > ${after} and "lastSeen" < ${run.begun}
          order by "objectId" limit ${SLICE}`.execute(ctx.db)
        run.villages = [...new Set([...run.villages, ...rows.map((r) => r.village)])]
        more = rows.length === SLICE
        after = rows.at(-1)?.id ?? after
        await step(ctx, run, county, [{ kind, ids: rows.map((r) => r.id) }], { table: CHANGED.length })
      })
      await job.progress(95, steps.look, run.looked, 0)
    }
}

/** What the job needs beside the register: where files lie. */
export type WatchFiles = Pick<Storage, 'has' | 'stream'>
/** Looks at a region of one county (payload `regionCode`, at least six digits; `mode` new or all). Killed, it goes on where it stood. */
export const watchJob = (files: WatchFiles): JobKind => ({
  kind: WATCH,
  label: '登记监测',
  en: 'Register watch',
  long: true,
  repeatable: true,
  async run(job, { regionCode, mode }) {
    const region = String(regionCode)
    const county = countyOf(region)
    const run = await job.tx((ctx) => begin(ctx, job.id, region, mode))
    if (run.since) await written(job, run, county)
    else await everything(job, run, region)
    const read = await lookAtFiles(job, files, county, region, run.since)
    run.found += read.found
    run.closed += read.closed
    if (!run.since) await closeGone(job, run, region)
    const villages = run.since ? run.villages : await job.tx((ctx) => villagesOf(ctx, county, regionRange(region)))
    for (const [i, village] of villages.entries()) {
      job.signal.throwIfAborted()
      await job.tx((ctx) => keepHealth(ctx, county, village))
      await job.progress(98 + i / villages.length, steps.health, i, villages.length)
    }
    await job.finish(async (ctx) => {
      await sql`update watch_run set ended = ${ctx.now}, found = ${run.found}, closed = ${run.closed}, "updateTime" = ${ctx.now}, rev = rev + 1
        where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and id = ${run.id}`.execute(ctx.db)
      return { looked: run.looked, found: run.found, closed: run.closed }
    })
  },
})

const SUNDAY = 7
/** Every night: a run in each county. Where one still waits or runs, none is added. */
export const watchRoutine: Routine = {
  name: 'watch-register',
  label: '登记监测',
  due: { at: '03:10' },
  async run({ now, system, as }) {
    const open = await system(
      async (tx) =>
        (
          await sql<{ tenantId: string; county: string }>`select distinct "tenantId", "countyCode" as county from fbf where not exists (
            select 1 from job where job."tenantId" = fbf."tenantId" and job."regionCode" = fbf."countyCode" and job.kind = ${WATCH} and job.status in ('queued', 'running'))`.execute(
            tx,
          )
        ).rows,
    )
    const mode = dayOfWeek(localDay(now)) === SUNDAY ? 'all' : 'new'
    for (const { tenantId, county } of open) await as(tenantId, (ctx) => ctx.enqueue(WATCH, { regionCode: county, mode }, { regionCode: county }))
    return `${open.length} jobs`
  },
}
