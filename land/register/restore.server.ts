import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import { columnsOf, storedColumns } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { clockOf, mineIn, named, PIECE } from '../../kit/server/history.server.ts'

/** Whether somebody of `undone` took a row `t` of a table back at or after this moment of it. */
export const isPast = (ctx: Ctx, r: AnyResource, county: string, undone: readonly string[], moment: RawBuilder<unknown>) =>
  sql`exists (select 1 from ${sql.table(`${r.name}_v`)} u where ${mineIn(ctx, county)('u')} and u.id = t.id and u."closedBy" = any(${undone}::bigint[])
    and u."validTo" < 'infinity' and u."validTo" >= ${moment})`

const KEYS: readonly string[] = ['countyCode', 'id', 'tenantId']

/**
 * Takes back what a cause wrote to a table of one county: on the days that it concerned, what was believed just before comes back, laid under what later changes
 * set in the `free` columns; what it created leaves the live rows, what it ended is there again. Answers the regions of the rows concerned. Whether it may be
 * taken back is judged before. `undone`: those who took it back before (undoneOf); what was written until then is past. Source: docs/adr/0016.
 */
export async function restoreTable(
  ctx: Ctx,
  r: AnyResource,
  county: string,
  causeId: string,
  free: readonly string[] = [],
  undone: readonly string[] = [],
): Promise<string[]> {
  const own = columnsOf(r).map((c) => c.name),
    stored = storedColumns(r).map((c) => c.name)
  const w = clockOf(ctx, { why: 'restore' }, 'restore')
  const [live, past] = [sql.table(r.name), sql.table(`${r.name}_v`)]
  const mine = mineIn(ctx, county)
  const by = sql`${w.causeId}::bigint`
  const content = (n: string): RawBuilder<unknown> => {
    if (n === 'rev') return sql`greatest(c.rev, o.rev) + 1`
    if (n === 'updateUser') return sql`${ctx.who.userId}::bigint`
    if (n === 'updateTime') return sql`${ctx.now}::timestamptz`
    const [now, then, old] = [sql.ref(`c.${n}`), sql.ref(`x.${n}`), sql.ref(`o.${n}`)]
    const laid = r.unversioned?.includes(n) ? sql`c.id is not null` : free.includes(n) ? sql`c.id is not null and ${now} is distinct from ${then}` : undefined
    return laid ? sql`case when ${laid} then ${now} else ${old} end` : old
  }
  const open = sql`timestamptz 'infinity' as "validTo", date 'infinity' as "regTo", null::bigint as "closedBy"`
  const range = (t: string) => sql`daterange(${sql.ref(`${t}.regFrom`)}, ${sql.ref(`${t}.regTo`)})`
  const multi = (t: string) => sql`datemultirange(${range(t)})`
  // the parts of a set of days as rows: from, to
  const parts = (days: RawBuilder<unknown>) => sql`cross join lateral (select lower(d) as lo, upper(d) as hi from unnest(${days}) d) p`
  const { rows } = await sql<{ regionCode: string }>`with touched as (
      select id from ${live} t where ${mine('t')} and t."causeId" = ${causeId}
      union select id from ${past} t where ${mine('t')} and (t."causeId" = ${causeId} or t."closedBy" = ${causeId})),
    known as (select ${named(stored, 't')}, ${open} from ${live} t join touched i on i.id = t.id where ${mine('t')}
      union all select ${named([...stored, 'validTo', 'regTo', 'closedBy'], 't')}
        from ${past} t join touched i on i.id = t.id where ${mine('t')} and not ${isPast(ctx, r, county, undone, sql`t."validTo"`)}),
    ours as (select k.*, exists (select 1 from known a where a.id = k.id and a."validTo" = k."validFrom" and a."closedBy" = ${causeId}) as since from known k),
    -- what it wrote and closed, without what it left standing: the days that it concerned
    span as (select id, range_agg(${range('k')}) filter (where k."causeId" = ${causeId} or k."closedBy" = ${causeId})
        - coalesce(range_agg(${range('k')}) filter (where k.since and k."causeId" is distinct from ${causeId} and k."closedBy" is distinct from ${causeId}), '{}') as days,
        greatest(${w.validFrom}::timestamptz, max(greatest("validFrom", case when "validTo" < 'infinity' then "validTo" end)) + interval '1 microsecond') as m
      from ours k group by id),
    before as (select k.* from ours k where k."closedBy" = ${causeId} and k."causeId" is distinct from ${causeId} and not k.since),
    top as (select k.*, s.m, s.days from known k join span s on s.id = k.id where k."validTo" = 'infinity' and k."regTo" = 'infinity' and s.days && ${range('k')}),
    closed as (update ${past} v set "validTo" = s.m, "closedBy" = ${by} from span s where ${mine('v')} and v.id = s.id and v."validTo" = 'infinity'
      and s.days && ${range('v')} returning v.*, s.m, s.days),
    cur as (select ${named([...own, 'regFrom', 'regTo'])} from top union all select ${named([...own, 'regFrom', 'regTo'])} from closed),
    back as (select ${sql.join(own.map((n) => sql`${content(n)} as ${sql.ref(n)}`))}, s.m, p.lo, p.hi from before o join span s on s.id = o.id
      left join cur c on c.id = o.id and ${range('c')} && ${range('o')}
      left join lateral (select k.* from known k where k.id = o.id and k."causeId" = ${causeId} and c.id is not null and ${range('k')} && ${range('c')}
        order by k."validFrom" desc limit 1) x on true
      ${parts(sql`s.days * ${multi('o')} * coalesce(${multi('c')}, s.days)`)}),
    written as (insert into ${past} (${named([...own, ...PIECE])})
      select ${named(own)}, "validFrom", m, "regFrom", "regTo", why, "causeKind", "causeId", ${by} from top
      union all select ${named(own, 'k')}, k.m, timestamptz 'infinity', p.lo, p.hi, k.why, k."causeKind", k."causeId", null::bigint from closed k ${parts(sql`${multi('k')} - k.days`)}
      union all select ${named(own, 'k')}, k.m, timestamptz 'infinity', p.lo, p.hi, k.why, k."causeKind", k."causeId", null::bigint from top k ${parts(sql`${multi('k')} - k.days`)}
      union all select ${named(own)}, m, timestamptz 'infinity', lo, hi, ${w.why}, ${w.causeKind}, ${by}, null::bigint from back where hi < 'infinity'),
    gone as (delete from ${live} t using top where ${mine('t')} and t.id = top.id and not exists (select 1 from back b where b.id = top.id and b.hi = 'infinity') returning t.id),
    changed as (update ${live} t set ${sql.join(own.filter((n) => !KEYS.includes(n)).map((n) => sql`${sql.ref(n)} = b.${sql.ref(n)}`))}, "validFrom" = b.m, "regFrom" = b.lo,
        why = ${w.why}, "causeKind" = ${w.causeKind}, "causeId" = ${by} from back b where ${mine('t')} and t.id = b.id and b.hi = 'infinity' and (select count(*) from gone) >= 0 returning t.id),
    risen as (insert into ${live} (${named(stored)})
      select ${named(own)}, m, lo, ${w.why}, ${w.causeKind}, ${by} from back b where b.hi = 'infinity' and not exists (select 1 from top where top.id = b.id) and (select count(*) from changed) >= 0)
    select distinct k."regionCode" from known k where k.id in (select id from span)`.execute(ctx.db)
  return rows.map((row) => String(row.regionCode))
}
