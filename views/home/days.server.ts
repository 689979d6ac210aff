// Figures of a past day of the register: five measures, of which each village keeps by how much they change on which day. Decided in docs/adr/0022.
import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { believed } from '../../kit/server/query.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { grouped, type Place, type PlaceRow } from './place.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/** The measures of a past day: rows of a register that count, and what each adds. Source: statistics.md 2; the areas in mu. */
const PASSES: readonly { of: AnyResource; which: string; adds: Readonly<Record<string, string>> }[] = [
  { of: fbf, which: `zt = '${ZT.valid}'`, adds: { fbf: '1' } },
  { of: cbf, which: `zt = '${ZT.valid}'`, adds: { cbf: '1' } },
  { of: dk, which: `zt = '${ZT.valid}' and dklb = '10'`, adds: { dkc: '1' } },
  { of: cbht, which: `qszt = '${QSZT.current}'`, adds: { cbht: '1', htArea: 'coalesce(htzmjm, 0)' } },
]
const MEASURES = PASSES.flatMap((p) => Object.keys(p.adds))
/** What a pass adds, in the columns of all measures; `n` times. */
const added = (p: (typeof PASSES)[number], n: RawBuilder<unknown>) =>
  sql.join(MEASURES.map((m) => sql`${p.adds[m] ? sql`sum(${n} * ${sql.raw(p.adds[m])})` : sql`0`} as ${sql.ref(m)}`))
const summed = sql.join(MEASURES.map((m) => sql`sum(${sql.ref(m)})::text as ${sql.ref(m)}`))

/** Figures by child region as they stood at the end of `day` (yyyy-MM-dd), from the rows that hold `where`. */
const countedThen = (p: (typeof PASSES)[number], by: RawBuilder<unknown>, where: RawBuilder<unknown>, day: string) =>
  sql`select ${by} as code, ${added(p, sql`1`)} from ${believed(p.of)} as ${sql.table(p.of.name)} where ${where} and ${sql.raw(p.which)}
    and "validTo" = timestamptz 'infinity' and "regFrom" <= ${day}::date and "regTo" > ${day}::date group by 1`

/**
 * Figures of a past day by child region: the changes of villages up to it, added up. Villages that were changed since are counted from their rows; all are
 * where `changed` is not given. `rowsOf` tells the rows of villages.
 */
export async function figuresThen(
  ctx: Ctx,
  p: Place,
  day: string,
  changed: readonly string[] | undefined,
  rowsOf: (villages: readonly string[]) => RawBuilder<unknown>,
): Promise<PlaceRow[]> {
  const { lo, hi } = p.range
  const kept = sql`select ${p.child} as code, ${sql.join(MEASURES.map((m) => sql`sum(${sql.ref(m)}) as ${sql.ref(m)}`))} from region_figure_day
    where "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} and day <= ${day}::date
    and not ("regionCode" = any(${[...(changed ?? [])]}::text[])) group by 1`
  const some = changed?.length ? sql`"tenantId" = ${ctx.who.tenantId} and ${rowsOf(changed)}` : undefined
  const counted = changed && !some ? [] : PASSES.map((pass) => countedThen(pass, p.child, some ?? p.of(pass.of), day))
  const parts = sql.join([...(changed ? [kept] : []), ...counted], sql` union all `)
  const found = await grouped(ctx, sql`select code, ${summed} from (${parts}) x group by code order by code`)
  // a region of which nothing was known yet is not shown
  return found.filter((r) => MEASURES.some((m) => Number(r[m]) !== 0))
}

/** Keeps the changes by day of villages of one county anew, from all that is believed of their registers. Two statements. */
export async function countDays(
  tx: Tx,
  { countyCode, tenantId }: { countyCode: string; tenantId: string },
  villages: readonly string[],
  rows: RawBuilder<unknown>,
): Promise<void> {
  if (villages.length === 0) return
  const mine = sql`"countyCode" = ${countyCode} and "tenantId" = ${tenantId}`
  await sql`delete from region_figure_day where ${mine} and "regionCode" = any(${[...villages]}::text[])`.execute(tx)
  const steps = PASSES.map((p) => {
    const of = (
      day: string,
      n: number,
    ) => sql`select "regionCode", ${sql.ref(day)} as day, ${sql.lit(n)} as n, ${sql.join(columnsFor(p).map((c) => sql.ref(c)))}
      from ${believed(p.of)} as b where ${mine} and ${rows} and ${sql.raw(p.which)} and "validTo" = timestamptz 'infinity'`
    return sql`select left("regionCode", 12) as village, day, ${added(p, sql`n`)} from (${of('regFrom', 1)} union all ${of('regTo', -1)} and "regTo" < date 'infinity') s group by 1, 2`
  })
  const all = sql.join(MEASURES.map((m) => sql.ref(m)))
  await sql`insert into region_figure_day ("countyCode", "tenantId", "regionCode", day, ${all})
    select ${countyCode}, ${tenantId}, village, day, ${sql.join(MEASURES.map((m) => sql`sum(${sql.ref(m)})`))} from (${sql.join(steps, sql` union all `)}) x
    group by village, day having ${sql.join(
      MEASURES.map((m) => sql`sum(${sql.ref(m)}) <> 0`),
      sql` or `,
    )}`.execute(tx)
}
/** The columns that a pass adds up. */
const columnsFor = (p: (typeof PASSES)[number]): string[] => (p.adds.htArea ? ['htzmjm'] : ['zt'])
