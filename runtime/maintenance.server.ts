import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { contextFor, type Jobs } from './jobs.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'
import { careForDatabase } from './maintenance-database.server.ts'
import { asSystem } from './system.server.ts'

export interface RoutineRun {
  db: DatabaseHandle
  /** the product's time, which tests move */
  now: Date
  /** aborted when the server stops */
  signal: AbortSignal
  /** one transaction as the product itself in a tenant: it sees all its regions and holds no button */
  as<T>(tenantId: string, work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** one transaction across tenants */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
/** Something the product does by the clock. It may be run again at any time. */
export interface Routine {
  name: string
  label: string
  /** every day at this time in Asia/Shanghai, HH:mm; or every so many minutes of the day */
  due: { at: string } | { minutes: number }
  /** answers what it did, for the row of the routine */
  run(r: RoutineRun): Promise<string>
}

/** The product itself as the one who acts. */
export const systemWho = (tenantId: string): Who => ({
  userId: '0',
  account: 'system',
  realName: '系统',
  tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set(),
})

const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
/** The last moment at or before `now` at which a routine was due, as 'yyyy-MM-dd HH:mm:ss' in Asia/Shanghai. */
export function slotOf(due: Routine['due'], now: Date): string {
  const local = now.getTime() + SHANGHAI_MS
  const day = Math.floor(local / DAY_MS) * DAY_MS
  if ('minutes' in due) {
    const step = due.minutes * 60_000
    return localTime(new Date(day + Math.floor((local - day) / step) * step - SHANGHAI_MS))
  }
  const [h, m] = due.at.split(':').map(Number) as [number, number]
  const at = day + (h * 60 + m) * 60_000
  return localTime(new Date((at <= local ? at : at - DAY_MS) - SHANGHAI_MS))
}

/** The next moment at which it is due, after `now`. */
export function nextSlot(due: Routine['due'], now: Date): string {
  const last = new Date(`${slotOf(due, now).replace(' ', 'T')}+08:00`).getTime()
  const midnight = Math.floor((now.getTime() + SHANGHAI_MS) / DAY_MS + 1) * DAY_MS - SHANGHAI_MS
  // the steps of a day are counted from its midnight
  return localTime(new Date('minutes' in due ? Math.min(last + due.minutes * 60_000, midnight) : last + DAY_MS))
}

const POLL_MS = 20_000
const LEASE_SECONDS = 60
const PULSE_MS = 15_000

export interface Maintenance extends Worker {
  /** runs what is due and not yet taken by another server; answers the names of what ran here */
  runDue(): Promise<string[]>
}
/** What work beside requests is given by the application. */
export interface WorkerDeps {
  enqueue: Jobs['enqueue']
  log(e: unknown, id: string): void
  now?: () => Date
}

/**
 * The clock of the product. Each due time of a routine is taken by one server with one update of its row; a server that dies gives it back when
 * its lease is over, and another runs it again. A missed time (the server was down) is made up for once. A failed one waits for its next time. One that somebody
 * asked for runs at the next look, also while it is paused.
 */
export function openMaintenance(db: DatabaseHandle, routines: readonly Routine[], { enqueue, log, now = clock }: WorkerDeps): Maintenance {
  const names = new Set(routines.map((r) => r.name))
  if (names.size !== routines.length) throw new Error('two routines have one name')
  const runner = randomUUID()
  const system = asSystem(db)
  const until = () => localTime(new Date(now().getTime() + LEASE_SECONDS * 1000))

  /** What may be due, in one read: most of the time it is nothing. */
  async function waiting(): Promise<Routine[]> {
    const rows = await system((tx) => tx.selectFrom('routine').select(['name', 'slot', 'status', 'paused', 'askedTime']).execute())
    const seen = new Map(rows.map((r) => [r.name, r]))
    return routines.filter((r) => {
      const row = seen.get(r.name)
      return !row || row.status === 'running' || row.askedTime || (!row.paused && row.slot < slotOf(r.due, now()))
    })
  }
  async function take(r: Routine): Promise<boolean> {
    const slot = slotOf(r.due, now())
    const time = localTime(now())
    return system(async (tx) => {
      await sql`insert into routine (name) values (${r.name}) on conflict (name) do nothing`.execute(tx)
      const { rows } =
        await sql`update routine set slot = greatest(slot, ${slot}), status = 'running', "askedTime" = null, runner = ${runner}, until = ${until()}::timestamptz,
          "startTime" = ${time}::timestamptz, "endTime" = null, message = ''
        where name = ${r.name} and ((status <> 'running' and ((slot < ${slot} and paused = 0) or "askedTime" is not null)) or (status = 'running' and until < ${time}::timestamptz)) returning name`.execute(
          tx,
        )
      return rows.length === 1
    })
  }
  const write = (name: string, set: Record<string, unknown>) =>
    system((tx) => tx.updateTable('routine').set(set).where('name', '=', name).where('runner', '=', runner).where('status', '=', 'running').execute())

  async function runOne(r: Routine, signal: AbortSignal): Promise<void> {
    const pulse = setInterval(() => {
      write(r.name, { until: until() }).catch((e) => log(e, r.name))
    }, PULSE_MS)
    const as: RoutineRun['as'] = (tenantId, work) =>
      db.transaction({ tenantId, beside: true }, (tx) => work(contextFor(tx, systemWho(tenantId), now, `routine-${r.name}`, enqueue)))
    try {
      const message = await r.run({ db, now: now(), signal, as, system })
      await write(r.name, { status: 'done', endTime: localTime(now()), message: message.slice(0, 1000) })
    } catch (e) {
      // a stopped server leaves the routine to the lease: it is begun again
      if (signal.aborted) return
      log(e, r.name)
      await write(r.name, { status: 'failed', endTime: localTime(now()), message: String((e as Error).message).slice(0, 1000) })
    } finally {
      clearInterval(pulse)
    }
  }

  async function runDue(): Promise<string[]> {
    const ran: string[] = []
    // one after the other, and each taken only when its turn comes: two servers share the work
    for (const r of await waiting()) {
      if (clock.stopping.aborted) break
      if (!(await take(r))) continue
      await runOne(r, clock.stopping)
      ran.push(r.name)
    }
    return ran
  }
  const clock = loop(POLL_MS, runDue, (e) => log(e, 'maintenance'))
  return { ...clock, runDue }
}

/** Nightly care of the embedded engine; a PostgreSQL server does it by itself. */
export const databaseRoutine: Routine = {
  name: 'database',
  label: '数据库维护',
  due: { at: '03:10' },
  run: async ({ db, signal }) => (db.engine === 'embedded' ? `${await careForDatabase(db, signal)} tables` : 'the server cares for itself'),
}
