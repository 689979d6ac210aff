import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { fileProblems } from './problems.ts'

const MB = 2 ** 20

/** Refuses `more` bytes that the tenant has no room for; what it is sending in chunks just now counts. Of two that ask at once one waits for the other. */
export async function requireRoom(ctx: Ctx, more: number): Promise<void> {
  await weigh(ctx, 0)
  const { rows } = await sql<{ n: string }>`select (select coalesce(sum(bytes), 0) from attach_usage where "tenantId" = ${ctx.who.tenantId})
    + (select coalesce(sum("attachSize"), 0) from attach_upload where "tenantId" = ${ctx.who.tenantId} and "attachId" is null) as n`.execute(ctx.db)
  const mb = await numberParam(ctx, PARAMS.quota)
  if (Number(rows[0]!.n) + more > mb * MB) throw fileProblems.quota({ mb })
}
/** Adds to (or takes from) what the tenant's files weigh. The night's sweep counts anew. */
export async function weigh(ctx: Ctx, bytes: number): Promise<void> {
  await sql`insert into attach_usage ("tenantId", bytes, "updateTime") values (${ctx.who.tenantId}, ${Math.max(bytes, 0)}, ${ctx.now}::timestamptz)
    on conflict ("tenantId") do update set bytes = greatest(attach_usage.bytes + ${bytes}, 0), "updateTime" = excluded."updateTime"`.execute(ctx.db)
}
