import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'

/** Six months at least must be kept. Source: security.md 4.3 (Cybersecurity Law art. 21). */
export const KEEP_LOG_DAYS = 184
const BATCH = 5000

/** Removes rows older than a time, some at once so that no transaction is long. Answers how many. */
async function drop({ system, signal }: RoutineRun, table: 'api_log' | 'error_log', column: 'at' | 'createTime', before: string): Promise<number> {
  for (let n = 0; ;) {
    const { numAffectedRows } = await system((tx) =>
      sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${sql.ref(column)} < ${before}::timestamptz
        order by ${sql.ref(column)} limit ${BATCH})`.execute(tx),
    )
    n += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < BATCH || signal.aborted) return n
  }
}

/** Nightly: calls and errors of more than 184 days go. The audit log stays: it is a chain, and is cut by no routine. */
export const logRetention: Routine = {
  name: 'log-retention',
  label: '清理历史日志',
  due: { at: '02:20' },
  async run(r) {
    const before = localTime(new Date(r.now.getTime() - KEEP_LOG_DAYS * 86_400_000))
    return `${await drop(r, 'api_log', 'at', before)} calls, ${await drop(r, 'error_log', 'createTime', before)} errors`
  },
}
