// What stood of people before it was corrected: the versions of rows, and which of them corrections made. Source: rulings.md 49.
import { sql } from 'kysely'
import { mineIn } from '../../kit/server/history.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import {
  CONTRACTOR_ID,
  MEMBER_ID,
  ORGANISATION_ID,
  PERSON_KINDS,
  PRINCIPAL_ID,
  uncorrected,
  type Identity,
  type PersonVersion,
} from '../definitions/corrections.ts'
import { CORRECTION } from '../definitions/statuses.ts'

const ROWS = { jtcy: [MEMBER_ID], cbf: [CONTRACTOR_ID, ORGANISATION_ID], fbf: [PRINCIPAL_ID] } as const satisfies Record<string, readonly Identity[]>
type Table = keyof typeof ROWS
/**
 * Name, document and number of these rows of a county as they stood before they were corrected, by id: by the business, which writes books of a correction, or by
 * the two persons of a 勘误, but of one that named another person. One statement.
 */
export async function beforeCorrections(ctx: Ctx, county: string, table: Table, ids: readonly string[]): Promise<Map<string, PersonVersion['values']>> {
  if (ids.length === 0) return new Map()
  const names = [...new Set(ROWS[table].flatMap(({ name, idType, number }) => [name, idType!, number]))]
  const mine = mineIn(ctx, county)
  const told = (t: string, more: string) =>
    sql`select v."countyCode", v."tenantId", v.id, v."validFrom", v."causeKind", v."causeId", ${table === 'fbf' ? sql`null` : sql`v.cbfbm`} as cbfbm, ${sql.join(names.map((n) => sql.ref(`v.${n}`)))}
      from ${sql.table(t)} v where ${mine('v')} and v.id = any(${[...ids]}::bigint[]) ${sql.raw(more)}`
  const { rows } = await sql<
    { id: string; isCorrected: boolean } & PersonVersion['values']
  >`with v as (${told(table, '')} union all ${told(`${table}_v`, `and v."regTo" = 'infinity'`)})
    select v.id::text as id, ${sql.join(names.map((n) => sql.ref(`v.${n}`)))}, (v."causeKind" = 'correction' and not exists (select 1 from correction c
      where c."countyCode" = v."countyCode" and c."tenantId" = v."tenantId" and c.id = v."causeId" and c."objectKind" = any(${[...PERSON_KINDS]}::text[])) or exists (select 1 from djb b
      where b."countyCode" = v."countyCode" and b."tenantId" = v."tenantId" and b.cbfbm = v.cbfbm and b."businessId" = v."causeId" and v."causeKind" = 'business'
      and b.djlx = ${CORRECTION.djlx} and b.djxl = ${CORRECTION.djxl})) as "isCorrected" from v order by v.id, v."validFrom"`.execute(ctx.db)
  const byRow = Map.groupBy(rows, (r) => r.id)
  return new Map(
    [...byRow].map(([id, of]) => [
      id,
      uncorrected(
        of.map(({ isCorrected, ...values }) => ({ isCorrected, values })),
        names,
      ),
    ]),
  )
}
