import { join } from 'node:path'
import { both } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { backupProblems } from './problems.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { raiseAlert } from '../operations/watch.server.ts'
import { hoursBetween, isBackupDue, outdated, type Backup, type Drill } from './backup.ts'
import { backupsIn, keepBackup, makeBackup, removeBackup, type BackupPlace } from './make.server.ts'
import { runProgram } from './programs.server.ts'

export interface BackupParts {
  db: DatabaseHandle
  place: BackupPlace
  /** whether this server makes backups by itself */
  isScheduled: boolean
  /** the program that restores a backup beside the product, checks it and answers what it saw */
  drill: { program: string; env: Readonly<Record<string, string>> }
  now?: (() => Date) | undefined
}

/** Backups hold every tenant's rows: they are the business of the operator's own tenant. */
const KEEPER = '000000'
function requireKeeper(ctx: Ctx): void {
  if (ctx.who.tenantId !== KEEPER) throw backupProblems.notKeeper()
}

/** The newest backup, and whether the drill restored it. */
export async function lastBackup(parts: Pick<BackupParts, 'place'> | undefined): Promise<{ at: string; bytes: number; restores: boolean | null } | undefined> {
  const [newest] = parts ? await backupsIn(parts.place.folder) : []
  return newest && { at: newest.at, bytes: newest.bytes, restores: newest.drill?.ok ?? null }
}

/** What the screen shows: where backups are, how old the last one is, each with what is in it. */
async function stateOf(ctx: Ctx, parts: BackupParts | undefined) {
  requireKeeper(ctx)
  const backups = parts ? await backupsIn(parts.place.folder) : []
  const [hour, alarm] = [await numberParam(ctx, PARAMS.backupHour), await numberParam(ctx, PARAMS.backupAlarm)]
  const age = backups[0] && hoursBetween(backups[0].at, ctx.now)
  return {
    folder: parts?.place.folder ?? '',
    isEncrypted: !!parts?.place.passphrase,
    hour: parts?.isScheduled && hour < 24 ? hour : null,
    alarmHours: alarm,
    ageHours: age ?? null,
    isOld: alarm > 0 && (age === undefined || age >= alarm),
    backups: backups.map(({ name, at, bytes, isScheduled, isEncrypted, seconds, manifest, drill }) => ({
      name,
      at,
      bytes,
      isScheduled,
      isEncrypted,
      seconds,
      version: manifest.version,
      migration: manifest.migration,
      mark: manifest.mark.at,
      counts: manifest.counts,
      drill: drill ?? null,
    })),
  }
}

const KIND = 'backup'
function jobOf(parts: BackupParts | undefined): JobKind {
  return {
    kind: KIND,
    label: '备份',
    en: 'Backup',
    long: true,
    attempts: 1,
    async run(job) {
      if (!parts) throw new Error('no place for backups')
      const made = await makeBackup(parts.db, parts.place, {
        isScheduled: false,
        signal: job.signal,
        ...(parts.now ? { now: parts.now } : {}),
        progress: (percent, step) => job.progress(percent, step),
      })
      return { name: made.name, bytes: made.bytes, mark: made.manifest.mark.at }
    },
  }
}

/** Restores the newest backup, or the one that is named, beside the product and keeps with it what was found. */
export async function drillBackup(p: BackupParts, now: string, b: Backup, signal?: AbortSignal): Promise<Drill> {
  const begun = performance.now()
  const end = (ok: boolean, said: string): Drill => ({ at: now, ok, said, seconds: Math.round((performance.now() - begun) / 100) / 10 })
  const env = { ...process.env, ...p.drill.env, BACKUP_PASSPHRASE: p.place.passphrase }
  const found = await runProgram('restore', process.execPath, [p.drill.program, '--drill', join(p.place.folder, b.name)], env, signal).then(
    (said) => end(true, said.trim()),
    (e: unknown) => {
      if (e instanceof Problem) return end(false, (e.details as { said?: string } | undefined)?.said ?? e.message)
      throw e
    },
  )
  await keepBackup(p.place.folder, { ...b, drill: found })
  return found
}

const settingsOf = (r: RoutineRun) =>
  r.as(KEEPER, async (ctx) => ({
    hour: await numberParam(ctx, PARAMS.backupHour),
    daily: await numberParam(ctx, PARAMS.backupDaily),
    weekly: await numberParam(ctx, PARAMS.backupWeekly),
    alarm: await numberParam(ctx, PARAMS.backupAlarm),
    // where there has been no backup yet, it is as old as the installation
    since: (await ctx.db.selectFrom('audit_event').select('at').where('tenantId', '=', KEEPER).orderBy('id').limit(1).executeTakeFirst())?.at as
      | string
      | undefined,
  }))
const alarm = (r: RoutineRun, subject: string) => r.as(KEEPER, (ctx) => raiseAlert(ctx, 'backup', subject))

/** Every hour: the backup of the day when its hour has come, older ones that are not kept go, and an alert when the last one is too old. */
function scheduled(p: BackupParts): Routine {
  return {
    name: 'backup',
    label: '自动备份',
    due: { minutes: 60 },
    async run(r) {
      if (!p.isScheduled) return 'off'
      const now = localTime(r.now)
      const s = await settingsOf(r)
      let backups = await backupsIn(p.place.folder)
      let said = 'nothing due'
      if (isBackupDue(now, s.hour, backups.find((b) => b.isScheduled)?.at)) {
        try {
          const made = await makeBackup(r.db, p.place, { isScheduled: true, signal: r.signal, now: () => r.now })
          backups = [made, ...backups]
          said = `${made.name}, ${made.bytes} bytes`
        } catch (e) {
          if (!r.signal.aborted) await alarm(r, `备份失败：${(e as Error).message}`.slice(0, 100))
          throw e
        }
        for (const old of outdated(backups, s)) await removeBackup(p.place.folder, old.name)
      }
      const last = backups[0]?.at ?? s.since
      if (s.alarm > 0 && last && hoursBetween(last, now) >= s.alarm) await alarm(r, backups[0] ? `最近一份备份：${last}` : '尚无备份')
      return said
    },
  }
}
/** Every night: the newest backup is restored into a second folder or database, and what it is found to hold stands beside it. */
function drilled(p: BackupParts): Routine {
  return {
    name: 'backup-drill',
    label: '恢复演练',
    due: { at: '04:30' },
    async run(r) {
      if (!p.isScheduled) return 'off'
      const [newest] = await backupsIn(p.place.folder)
      if (!newest) return 'no backup'
      const found = await drillBackup(p, localTime(r.now), newest, r.signal)
      if (!found.ok) await alarm(r, `恢复演练失败：${found.said.split('\n').at(-1)}`.slice(0, 100))
      return `${newest.name}: ${found.ok ? 'restores' : 'does not restore'}; ${found.said}`
    },
  }
}

/** Backups: the list, one made now, the schedule and its drill. They are restored by the command, never by a call. */
export function backupSlice(parts: BackupParts | undefined): { slice: Slice; job: JobKind; routines: Routine[] } {
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/cpt-operations/backup/list',
      perm: 'backup_view',
      scope: 'tenant',
      audit: 'read',
      summary: '备份列表',
      run: (ctx) => stateOf(ctx, parts),
    },
    {
      method: 'POST',
      path: '/cpt-operations/backup/make',
      perm: 'backup_make',
      scope: 'tenant',
      audit: 'backup.make',
      summary: '立即备份',
      answer: 'id',
      async run(ctx) {
        requireKeeper(ctx)
        return ctx.enqueue(KIND, {}, { title: messageJson(both('备份', 'Backup')) })
      },
    },
  ]
  return { slice: { name: 'backup', resources: [], routes }, job: jobOf(parts), routines: parts ? [scheduled(parts), drilled(parts)] : [] }
}
