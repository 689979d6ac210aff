import type { DatabaseHandle } from '../../kit/server/db.server.ts'

/** When the program kills itself: at the point `at` (1 = the first) of its start, of the requests from now on, or of the jobs from now on. */
export interface Death {
  from: 'start' | 'request' | 'job'
  at: number
  /** counts only points with this in their label */
  label?: string
  /** before the call is made; while it runs, `wait` ms after it was made; when it has answered */
  how: 'before' | 'during' | 'after'
  wait: number
}
/** The label of the point at which it is committed that a job ended. */
export const JOB_COMMIT = 'commit: the job ended'
/** What the test says to the program. */
export type Order = { env: Record<string, string>; look: string; death?: Death } | { arm: Death } | { count: true }
/** What the program says to the test. */
export type Report = { warm: true } | { armed: true } | { points: string[] } | { seen: unknown } | { jobEnded: true }
/** Looks into the database before the server uses it. */
export type View = (db: DatabaseHandle) => Promise<unknown>
