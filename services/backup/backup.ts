// What a backup says of itself, which ones stay and when one is due. Pure.

/** Tables whose rows are counted in a backup and again where it is restored. */
export const COUNTED = ['fbf', 'cbf', 'jtcy', 'dk', 'cbht', 'djb', 'cbjyqz', 'business', 'attach', 'sys_user', 'audit_event'] as const
export type RowCounts = Readonly<Record<(typeof COUNTED)[number], number>>

/** What stands in manifest.json, the first thing in a backup. */
export interface Manifest {
  format: 1
  /** of the product that made it */
  version: string
  /** the last migration that its database has */
  migration: string
  engine: 'embedded' | 'server'
  /** the account that owned the database */
  owner: string
  /** time in Asia/Shanghai */
  at: string
  /** the last row of the audit that is in it, by id, and its moment: every write that was answered before it is in it too */
  mark: { id: string; at: string }
  counts: RowCounts
  /** false: files lie in a bucket, which has backups of its own */
  withFiles: boolean
}

/** What the drill found when it restored a backup beside the product. */
export interface Drill {
  at: string
  ok: boolean
  /** the sentence that says what was found or what went wrong */
  said: string
  seconds: number
}

/** One backup in the folder. */
export interface Backup {
  /** the file's name */
  name: string
  at: string
  bytes: number
  /** made by the schedule, which removes it again; the others stay */
  isScheduled: boolean
  isEncrypted: boolean
  /** SHA-256 of the file */
  sha256: string
  seconds: number
  manifest: Manifest
  drill?: Drill
}

/** A day of the wire as a number of days. */
const dayNumber = (time: string): number => Date.parse(`${time.slice(0, 10)}T00:00:00Z`) / 86_400_000
/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const weekNumber = (time: string): number => Math.floor((dayNumber(time) + 3) / 7)

/** The scheduled backups that may go: neither the last of one of so many days nor the last of one of so many weeks. The newest always stays. */
export function outdated<B extends Pick<Backup, 'at' | 'isScheduled'>>(backups: readonly B[], keep: { daily: number; weekly: number }): B[] {
  const all = backups.filter((b) => b.isScheduled).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const kept = new Set(all.slice(0, 1))
  const lastOf = (group: (time: string) => number, n: number) => {
    const found = new Map<number, B>()
    for (const b of all) if (!found.has(group(b.at))) found.set(group(b.at), b)
    for (const b of [...found.values()].slice(0, n)) kept.add(b)
  }
  lastOf(dayNumber, keep.daily)
  lastOf(weekNumber, keep.weekly)
  return all.filter((b) => !kept.has(b))
}

/** Whether the schedule asks for a backup: its hour of today has come and none was begun since; from 24 on it never asks. */
export function isBackupDue(now: string, hour: number, last: string | undefined): boolean {
  const slot = `${now.slice(0, 10)} ${String(hour).padStart(2, '0')}:00:00`
  return hour < 24 && now >= slot && (last === undefined || last < slot)
}

/** Whole hours between two times of the wire. */
export const hoursBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 3_600_000)
