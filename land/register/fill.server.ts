import { sql } from 'kysely'
import { entries, type AnyResource, type Draft, type FlatRow } from '../../kit/model/resource.ts'
import { columnsOf, regionTokens, tokensOf } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { clockOf, mineIn, named, PIECE } from '../../kit/server/history.server.ts'
import { searchTokens } from '../../kit/server/rows.server.ts'
import { rowSet, type Values } from '../../kit/server/sets.server.ts'

/** Rows of one table and county of which a package tells since an earlier day than they are known. */
export interface Older {
  row: FlatRow<AnyResource>
  values: Draft<AnyResource>
}
/** Values with what their names are found by. */
function withTokens(r: AnyResource, row: Values, values: Values): Values {
  const named = entries(r).filter(([n, f]) => f.search === 'name' && typeof values[n] === 'string')
  return { ...values, ...Object.fromEntries(named.map(([n]) => [tokensOf(n), [...searchTokens(values[n]), ...regionTokens(String(row.regionCode))]])) }
}
/**
 * An older package after a newer one: the days from `day` on that nothing was known of are as what is known from `until` on says, with what the package sets.
 * Objects known on `day` already are left alone. Source: register.md 3, docs/adr/0018.
 */
export async function fillBefore(
  ctx: Ctx,
  r: AnyResource,
  county: string,
  list: readonly Older[],
  { day, until }: { day: string; until: string },
): Promise<void> {
  const own = columnsOf(r)
  const said = list.map(({ row, values }) => ({ '#id': row.id, ...withTokens(r, row, values) }))
  const set = own.filter((c) => said.some((v) => Object.hasOwn(v, c.name)))
  const u = rowSet([{ name: '#id', type: 'bigint' }, ...set], said)
  const [live, past, mine, w] = [sql.table(r.name), sql.table(`${r.name}_v`), mineIn(ctx, county), clockOf(ctx, { day, why: 'import' }, 'import')]
  const names = own.map((c) => c.name)
  const known = (t: string) => sql`select ${named(names, t)}, ${sql.ref(`${t}.regFrom`)}`
  await sql`insert into ${past} (${named([...names, ...PIECE])})
    select ${sql.join(own.map((c) => (set.includes(c) ? u.of(c.name) : sql.ref(`p.${c.name}`))))}, greatest(${w.validFrom}::timestamptz,
        (select max(greatest(v."validFrom", case when v."validTo" < 'infinity' then v."validTo" end)) from ${past} v where ${mine('v')} and v.id = p.id) + interval '1 microsecond'),
      timestamptz 'infinity', ${day}::date, ${until}::date, ${w.why}, ${w.causeKind}, ${w.causeId}::bigint, null::bigint
    from ${u.source} join (${known('t')} from ${live} t where ${mine('t')} union all ${known('v')} from ${past} v where ${mine('v')} and v."validTo" = 'infinity') p
      on p.id = ${u.of('#id')} and p."regFrom" = ${until}::date
    where not exists (select 1 from ${past} v where ${mine('v')} and v.id = p.id and v."validTo" = 'infinity' and v."regFrom" <= ${day}::date and v."regTo" > ${day}::date)`.execute(
    ctx.db,
  )
}
