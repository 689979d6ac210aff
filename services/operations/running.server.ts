import { sql } from 'kysely'
import { text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { clock, momentOf, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { DeferredResponse, route, type Route } from '../../kit/server/route.server.ts'
import { PLATFORM_TENANT } from '../../platform/seed/tenant-codes.ts'
import { freeBytes, sizeOfFolder } from '../../runtime/disk.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { nextSlot, type Routine } from '../../runtime/maintenance.server.ts'
import { heard } from '../../runtime/said.ts'
import { ALERTS } from './alerts.ts'
import { operationsProblems } from './problems.ts'
import { ROUTINES_EN } from './routine-words.ts'
import { scrub } from './scrub.ts'

/** What the screen of the running installation is told by the rest of the application. */
export interface RunningParts {
  /** absent in tools */
  db?: DatabaseHandle | undefined
  dataDir: string
  routines: readonly Routine[]
  /** the newest backup: when it was made, its bytes, whether the drill restored it; undefined = there is none */
  lastBackup(): Promise<{ at: string; bytes: number; restores: boolean | null } | undefined>
}
function requireKeeper(ctx: Ctx): void {
  if (ctx.who.tenantId !== PLATFORM_TENANT) throw operationsProblems.notKeeper()
}
/** A running job that says nothing for so long, or one that waits so long for its turn, is stuck; seconds. */
const SILENT_SECONDS = 120
const QUEUED_SECONDS = 600
/** Calls of so many ms are slow; statements of so many seconds. */
const SLOW_CALL_MS = 1000
const SLOW_STATEMENT_SECONDS = 1
const MOST = 20
/** Alerts that concern the machine and not people, and for how long one is shown that nobody handled. */
const OF_MACHINE = ['clock', 'backup', 'job', 'outbox', 'routine', 'disk'] as const
const WARN_SECONDS = 7 * 86_400

/** What the database says in one transaction: sessions, jobs, messages on their way, slow calls of the last hour. */
async function inDatabase(ctx: Ctx, kinds: readonly JobKind[]) {
  const ago = (seconds: number) => moved(ctx.now, -seconds)
  const one = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(ctx.db)).rows
  const [sessions] = await one(sql<{ n: string; people: string }>`select count(*) as n, count(distinct "userId") as people from session
    where revoked = 0 and "refreshExpires" > ${ctx.now}::timestamptz and "absoluteEnd" > ${ctx.now}::timestamptz`)
  const [jobs] = await one(sql<{ queued: string; running: string }>`select count(*) filter (where status = 'queued') as queued,
    count(*) filter (where status = 'running') as running from job where status in ('queued', 'running')`)
  const [outbox] = await one(sql<{ waiting: string; parked: string; oldest: string | null }>`select count(*) filter (where "parkTime" is null) as waiting,
    count(*) filter (where "parkTime" is not null) as parked, min("createTime") as oldest from outbox where "doneTime" is null`)
  const stuck = await one(sql<{ id: string; kind: string; title: string; status: string; since: string; tenantId: string }>`
    select id::text, kind, title, status, coalesce(heartbeat, "runAfter") as since, "tenantId" from job
    where (status = 'running' and heartbeat < ${ago(SILENT_SECONDS)}::timestamptz) or (status = 'queued' and "runAfter" < ${ago(QUEUED_SECONDS)}::timestamptz)
    order by id limit ${MOST}`)
  const slow = await one(sql<{ path: string; n: string; ms: number }>`select method || ' ' || path as path, count(*) as n, max(ms) as ms from api_log
    where at > ${ago(3600)}::timestamptz and ms >= ${SLOW_CALL_MS} group by 1 order by count(*) desc, 1 limit ${MOST}`)
  const warnings = await one(sql<{ kind: string; subject: string; lastTime: string }>`select kind, subject, "lastTime" from security_alert
    where "tenantId" = ${PLATFORM_TENANT} and "handledTime" is null and kind in (${sql.join(OF_MACHINE)}) and day >= ${ago(WARN_SECONDS).slice(0, 10)}::date
    order by "lastTime" desc limit ${MOST}`)
  return {
    warnings: warnings.map((a) => ({ ...a, kindName: ALERTS[a.kind]![ctx.lang] })),
    sessions: Number(sessions!.n),
    people: Number(sessions!.people),
    jobsQueued: Number(jobs!.queued),
    jobsRunning: Number(jobs!.running),
    outboxWaiting: Number(outbox!.waiting),
    outboxParked: Number(outbox!.parked),
    outboxOldest: outbox!.oldest,
    stuck: stuck.map((j) => {
      const kind = kinds.find((k) => k.kind === j.kind)
      return { ...j, title: heard(j.title, ctx.lang), kindName: (ctx.lang === 'en' && kind?.en) || kind?.label || j.kind }
    }),
    slowCalls: slow.map((s) => ({ ...s, n: Number(s.n) })),
  }
}

/** Statements under way for longer than a second; of the embedded engine nobody can ask while it works. */
async function slowStatements(db: DatabaseHandle | undefined) {
  if (db?.engine !== 'server') return []
  const { rows } = await db.pool.query(
    `select (extract(epoch from query_start) * 1000)::bigint as begun, coalesce(wait_event_type, '') as waits, left(query, 300) as query from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid() and query_start is not null order by query_start limit 20`,
  )
  const now = clock().getTime()
  return rows
    .map((r) => ({ seconds: Math.floor((now - Number(r.begun)) / 1000), waits: String(r.waits), query: scrub(String(r.query)) }))
    .filter((r) => r.seconds >= SLOW_STATEMENT_SECONDS)
}

const MB = 2 ** 20
/** To add up a folder of a hundred thousand files takes a while: it is done once in so many ms. */
const ADDED_UP_MS = 300_000
/** The room that the data folder takes and has. */
function roomOf(dataDir: string) {
  let [used, at] = [Promise.resolve(0), -Infinity]
  return async () => {
    if (performance.now() - at > ADDED_UP_MS) [used, at] = [sizeOfFolder(dataDir), performance.now()]
    return { folder: dataDir, usedMb: Math.round((await used) / MB), freeMb: Math.floor((await freeBytes(dataDir).catch(() => 0)) / MB) }
  }
}
/** GET running: how the installation does at this moment, as far as one of its servers sees it. */
async function running(ctx: Ctx, p: RunningParts, kinds: readonly JobKind[], room: ReturnType<typeof roomOf>) {
  requireKeeper(ctx)
  const told = await inDatabase(ctx, kinds)
  return new DeferredResponse(async () => {
    const { pool } = p.db ?? {}
    const backup = await p.lastBackup()
    return {
      ...told,
      time: ctx.now,
      engine: p.db?.engine ?? '',
      upSeconds: Math.floor(process.uptime()),
      memoryMb: Math.round(process.memoryUsage.rss() / MB),
      connections: pool?.totalCount ?? 0,
      connectionsBusy: (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0),
      callersWaiting: p.db?.queue().callers ?? 0,
      hasRoom: p.db?.hasRoom() ?? true,
      storage: await room(),
      backupAt: backup?.at ?? null,
      backupBytes: backup?.bytes ?? null,
      backupRestores: backup?.restores ?? null,
      statements: await slowStatements(p.db),
    }
  })
}

type RoutineRow = Readonly<Record<'slot' | 'status' | 'startTime' | 'endTime' | 'message' | 'askedTime', string | null>> & { paused: number }
/** GET routine/list: what is done by the clock, when it was last done and how it ended, when it is due next. */
async function routinesOf(ctx: Ctx, p: RunningParts) {
  requireKeeper(ctx)
  const rows = new Map((await ctx.db.selectFrom('routine').selectAll().execute()).map((r) => [String(r.name), r as unknown as RoutineRow]))
  const now = new Date(momentOf(ctx.now))
  return p.routines.map((r) => {
    const row = rows.get(r.name)
    const [begun, ended] = [row?.startTime ?? null, row?.endTime ?? null]
    return {
      name: r.name,
      label: (ctx.lang === 'en' && ROUTINES_EN[r.name]) || r.label,
      at: 'at' in r.due ? r.due.at : null,
      minutes: 'minutes' in r.due ? r.due.minutes : null,
      status: row?.status ?? 'idle',
      lastTime: begun,
      seconds: begun && ended ? (momentOf(ended) - momentOf(begun)) / 1000 : null,
      message: row?.message ?? '',
      nextTime: row?.askedTime ? ctx.now : row?.paused ? null : nextSlot(r.due, now),
      paused: row?.paused === 1,
      asked: !!row?.askedTime,
    }
  })
}
const CHANGES = {
  run: { summary: '立即执行定时任务', set: (ctx: Ctx) => ({ askedTime: ctx.now }) },
  pause: { summary: '暂停定时任务', set: () => ({ paused: 1 }) },
  resume: { summary: '恢复定时任务', set: () => ({ paused: 0 }) },
} as const
async function changeRoutine(ctx: Ctx, name: string, verb: keyof typeof CHANGES, p: RunningParts): Promise<void> {
  requireKeeper(ctx)
  if (!p.routines.some((r) => r.name === name)) throw problems.notFound({ zh: '定时任务', en: 'Routine' })
  const set = CHANGES[verb].set(ctx)
  await ctx.db
    .insertInto('routine')
    .values({ name, ...set })
    .onConflict((c) => c.column('name').doUpdateSet(set))
    .execute()
  await audit(ctx, { action: `routine.${verb}`, object: 'routine', objectId: '0', diff: { name } })
}

/** How the installation runs, and its routines: for people of the operator's own tenant alone. */
export function runningRoutes(p: RunningParts, kinds: readonly JobKind[]): Route[] {
  const room = roomOf(p.dataDir)
  const asSystem = 'the operator sees what every tenant brings about'
  const reads = { method: 'GET', scope: 'tenant', audit: 'read', perm: 'operations_view', asSystem } as const
  return [
    { ...reads, path: '/cpt-operations/running/detail', summary: '运行状态', run: (ctx) => running(ctx, p, kinds, room) },
    { ...reads, path: '/cpt-operations/routine/list', summary: '定时任务列表', run: (ctx) => routinesOf(ctx, p) },
    ...(['run', 'pause', 'resume'] as const).map((verb) =>
      route({
        method: 'POST',
        scope: 'tenant',
        perm: 'operations_edit',
        asSystem,
        path: `/cpt-operations/routine/${verb}`,
        audit: `routine.${verb}`,
        answer: 'nothing',
        summary: CHANGES[verb].summary,
        body: { name: text('定时任务', { en: 'Routine', required: true, max: 60 }) },
        run: (ctx, b) => changeRoutine(ctx, b.name ?? '', verb, p),
      }),
    ),
  ]
}
