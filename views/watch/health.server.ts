/** Health of issuers by day: objects, and those of them that have an error or a warning. Kept as changes, so that a day without any keeps nothing. */
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/** What counts as an object: valid issuers, contractors and parcels, current books. */
const COUNTED = [
  ['fbf', `zt = '${ZT.valid}'`],
  ['cbf', `zt = '${ZT.valid}'`],
  ['dk', `zt = '${ZT.valid}'`],
  ['djb', `qszt = '${QSZT.current}'`],
] as const

/** Villages of a county's region that have an issuer, or whose health was counted before. */
export async function villagesOf(ctx: Ctx, county: string, { lo, hi }: { lo: string; hi: string }): Promise<string[]> {
  const part = (t: string) => sql`select left("regionCode", 12) as v from ${sql.table(t)} where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
    and "regionCode" >= ${lo} and "regionCode" < ${hi}`
  const { rows } = await sql<{ v: string }>`select v from (${part('fbf')} union ${part('watch_health')}) x order by v`.execute(ctx.db)
  return rows.map((r) => r.v)
}

/** Counts a village's issuers anew and keeps by how much they changed, on the day of the context. Three statements. */
export async function keepHealth(ctx: Ctx, county: string, village: string): Promise<void> {
  const { tenantId, userId } = ctx.who
  const mine = (t: string) =>
    sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${tenantId} and ${sql.ref(`${t}.regionCode`)} >= ${village} and ${sql.ref(`${t}.regionCode`)} < ${`${village}~`}`
  const objects = COUNTED.map(
    ([t, which]) =>
      sql`select fbfbm, min("regionCode") as at, count(*) as n, 0 as e, 0 as w from ${sql.table(t)} where ${mine(t)} and ${sql.raw(which)} group by 1`,
  )
  const of = (s: string) => sql`count(distinct kind || "objectId") filter (where severity = ${s})`
  const found = sql`select fbfbm, min("regionCode") as at, 0 as n, ${of('error')} as e, ${of('warn')} as w from watch_finding where ${mine('watch_finding')} and "isOpen" = 1 group by 1`
  const before = sql`select fbfbm, min("regionCode") as at, -sum(objects) as n, -sum(errors) as e, -sum(warnings) as w from watch_health where ${mine('watch_health')} group by 1`
  const { rows } = await sql<{
    fbfbm: string
    at: string
    n: string
    e: string
    w: string
  }>`select fbfbm, min(at) as at, sum(n)::text as n, sum(e)::text as e, sum(w)::text as w
    from (${sql.join([...objects, found, before], sql` union all `)}) x where fbfbm is not null group by 1 having sum(n) <> 0 or sum(e) <> 0 or sum(w) <> 0`.execute(
    ctx.db,
  )
  if (rows.length === 0) return
  const list = rows.map((r) => ({ ...r, id: ctx.newId() }))
  await sql`insert into watch_health as h ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, day, objects, errors, warnings)
    select ${county}, r.id, ${tenantId}, ${userId}, ${ctx.now}, ${userId}, ${ctx.now}, 1, r.at, r.fbfbm, ${ctx.now.slice(0, 10)}::date, r.n, r.e, r.w
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(id bigint, fbfbm text, at text, n int, e int, w int)
    on conflict ("countyCode", "tenantId", fbfbm, day) do update set objects = h.objects + excluded.objects, errors = h.errors + excluded.errors,
      warnings = h.warnings + excluded.warnings, "updateTime" = excluded."updateTime", rev = h.rev + 1`.execute(ctx.db)
}
