import { sql } from 'kysely'
import type { LiveRead } from '../../runtime/live.server.ts'
import { DEFAULT_STRATEGY } from '../credentials/password.ts'

/** Those of these sessions that are not over: neither ended nor left alone for longer than the tenant allows. A page that only stands open is nobody at work. */
export async function stillOpen(read: LiveRead, ids: readonly string[], now: string): Promise<ReadonlySet<string>> {
  const found = await read(sql<{
    id: string
  }>`select s.id::text as id from session s join sys_user u on u.id = s."userId" join tenant t on t.code = s."tenantId"
    left join password_strategy p on p."tenantId" = s."tenantId"
    where s.id = any(${[...ids]}::bigint[]) and s.revoked = 0 and s."absoluteEnd" > ${now}::timestamptz and u.status = 1 and t.status = 1
      and (t."expireTime" is null or t."expireTime" > ${now}::timestamptz)
      and s."lastSeen" > ${now}::timestamptz - coalesce(p."idleMinutes", ${DEFAULT_STRATEGY.idleMinutes}::int) * interval '1 minute'`)
  return new Set(found.map((s) => s.id))
}
