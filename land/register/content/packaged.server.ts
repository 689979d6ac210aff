import { sql } from 'kysely'
import { audit } from '../../../kit/server/audit.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { loggedFacts } from './entry-faults.server.ts'

/** Tables of an import and the acts that their rows stand for. */
const ACTS = [
  ['fbf', 'newIssuer'],
  ['cbf', 'newContractor'],
  ['dk', 'newParcel'],
  ['djb', 'newBook'],
  ['cbjyqz', 'certificate'],
  ['restriction', 'restrict'],
] as const

/** The unit of a package's entry for a village (12 digits): it is written once while it is not taken back. */
export const unitOf = (infoId: string, village: string): string => `hjb/${infoId}/${village}`

/**
 * Keeps the entries of a package whose rows were written in bulk, one a village: how many acts of a kind its rows stand for, and the digest of the file, where
 * the acts stand. In two statements, by the cause of the rows. `day`: of the package (yyyy-MM-dd). Answers how many.
 */
export async function keepPackage(ctx: Ctx, county: string, infoId: string, sha256: string, day: string): Promise<number> {
  const { tenantId, userId } = ctx.who
  const counted = ACTS.map(([table, act]) => {
    const cause = table === 'restriction' ? sql`${infoId}` : sql`${infoId}::bigint`
    return sql`(select left("regionCode", 12) as village, ${sql.lit(act)} as act, count(*)::int as n from ${sql.table(table)}
      where "countyCode" = ${county} and "tenantId" = ${tenantId} and "causeId" = ${cause} group by 1)`
  })
  const { rows } = await sql<{ village: string; act: string; n: number }>`${sql.join(counted, sql` union all `)}`.execute(ctx.db)
  const villages = [...Map.groupBy(rows, (r) => r.village)].map(([village, of]) => ({
    id: ctx.newId(),
    village,
    told: Object.fromEntries(of.map((r) => [r.act, r.n])),
  }))
  if (villages.length === 0) return 0
  const all = <K extends keyof (typeof villages)[number]>(name: K) => villages.map((v) => v[name])
  await sql`insert into register_entry ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode",
      "causeKind", "causeId", unit, day, counts, made, sha256)
    select ${county}, id, ${tenantId}, ${userId}::bigint, ${ctx.now}::timestamptz, ${userId}::bigint, ${ctx.now}::timestamptz, 1, village,
      'import', ${infoId}, unit, ${day}::date, counts, '{"books": []}', ${sha256}
    from unnest(${all('id')}::bigint[], ${all('village')}::text[], ${villages.map((v) => unitOf(infoId, v.village))}::text[],
      ${villages.map((v) => JSON.stringify(v.told))}::jsonb[]) as u(id, village, unit, counts)`.execute(ctx.db)
  for (const { id, village, told: counts } of villages) {
    const facts = loggedFacts({ causeKind: 'import', causeId: infoId, day, registrar: null })
    const diff = { unit: unitOf(infoId, village), counts, sha256, ...facts }
    await audit(ctx, { action: 'register_entry.insert', object: 'register_entry', objectId: id, regionCode: village, diff })
  }
  return villages.length
}
