import { sql, type RawBuilder } from 'kysely'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { columnsOf, storedColumns, tokensOf } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { clockOf, mineIn, named, PIECE } from '../../kit/server/history.server.ts'
import type { Cause } from './acts/acts.ts'

/**
 * Whether somebody of `undone` took a row `t` of a table back at or after this moment of it: closed something of it, or, where nothing was believed any more,
 * wrote it again. What he wrote first tells when: its remainders name him too, and are later.
 */
function isPast(ctx: Ctx, r: AnyResource, county: string, undone: readonly string[], moment: RawBuilder<unknown>): RawBuilder<unknown> {
  if (undone.length === 0) return sql`false`
  const [past, mine, by] = [sql.table(`${r.name}_v`), mineIn(ctx, county), sql`any(${undone}::bigint[])`]
  const wrote = (of: RawBuilder<unknown>) =>
    sql`select u."causeId", u."validFrom" from ${of} u where ${mine('u')} and u.id = t.id and u."causeKind" = 'undo' and u."causeId" = ${by}`
  return sql`(exists (select 1 from ${past} u where ${mine('u')} and u.id = t.id and u."closedBy" = ${by} and u."validTo" < 'infinity' and u."validTo" >= ${moment})
    or exists (select 1 from (${wrote(sql.table(r.name))} union all ${wrote(past)}) w group by w."causeId" having min(w."validFrom") >= ${moment}))`
}

/** What is taken back: whose writings, and who took them back before (undoneOf); what was written until then is past. */
export interface RestoredCause {
  county: string
  cause: Cause
  undone: readonly string[]
}
/** That a row of a statement was written by the cause. An id that closed a row has no kind beside it: ids of causes come from one source. */
export const writtenBy = ({ kind, id }: Cause, t: string) => sql`(${sql.ref(`${t}.causeKind`)} = ${kind} and ${sql.ref(`${t}.causeId`)} = ${id})`

/*
 * An example: parcel P, cause 2 is taken back.
 *
 *   cause 1 (a package) registers P on 1 March with 5 mu              believed from t1: [1 Mar, ∞) 5 mu
 *   cause 2 (a case) makes it 4 mu from 1 June                        believed from t2: [1 Mar, 1 Jun) 5 mu, [1 Jun, ∞) 4 mu
 *   cause 3 (an ordinary form) gives it a new name from 1 August      believed from t3: …, [1 Jun, 1 Aug) 4 mu, [1 Aug, ∞) 4 mu and the name
 *
 * Days at which something begins or ends cut the calendar into stretches; for each that cause 2 wrote, `told` has three rectangles:
 *
 *   stretch          f: believed before cause 2   x: the last that cause 2 wrote   l: believed now         later (l is not x)
 *   [1 Jun, 1 Aug)   5 mu                         4 mu                             4 mu                    no
 *   [1 Aug, ∞)       5 mu                         4 mu                             4 mu and the name       yes
 *
 * `changedIn` looks at the stretches where `later` holds: the name is a free field (`lasting`), so nothing stands against it; a new area would.
 * `restoreTable` then lays f under what changed between x and l in lasting columns: [1 Jun, 1 Aug) 5 mu, [1 Aug, ∞) 5 mu and the name.
 * Without an f (cause 2 created P) the stretch ends; without an l (cause 2 ended P) P is there again.
 */
/**
 * The story of every object that a cause has touched, as parts of a statement. `known`: its rectangles; `told`: each stretch of days that the cause wrote or
 * closed, with the rectangles of what was believed just before it (`f`), of the last that it wrote itself (`x`) and of what is believed now (`l`); none where nothing was
 * believed. Others have written since where `l` is not `x`. Source: register.md 3, tests/register/clocks.ts.
 */
export function storyOf(ctx: Ctx, r: AnyResource, { county, cause, undone }: RestoredCause): RawBuilder<unknown> {
  const stored = storedColumns(r).map((c) => c.name)
  const [live, past, mine] = [sql.table(r.name), sql.table(`${r.name}_v`), mineIn(ctx, county)]
  const open = sql`timestamptz 'infinity' as "validTo", date 'infinity' as "regTo", null::bigint as "closedBy"`
  return sql`touched as (
      select id from ${live} t where ${mine('t')} and ${writtenBy(cause, 't')}
      union select id from ${past} t where ${mine('t')} and (${writtenBy(cause, 't')} or t."closedBy" = ${cause.id})),
    known as (select ${named(stored, 't')}, ${open} from ${live} t join touched i on i.id = t.id where ${mine('t')}
      union all select ${named([...stored, 'validTo', 'regTo', 'closedBy'], 't')}
        from ${past} t join touched i on i.id = t.id where ${mine('t')} and not ${isPast(ctx, r, county, undone, sql`t."validTo"`)}),
    turns as (select id, d as lo, lead(d) over (partition by id order by d) as hi from (select id, "regFrom" as d from known union select id, "regTo" from known) x),
    chain as (select t.id, t.lo, t.hi, k."validFrom", k."validTo", k."closedBy", ${writtenBy(cause, 'k')} as own,
        lead(k."validFrom") over (partition by t.id, t.lo order by k."validFrom") as next
      from turns t join known k on k.id = t.id and k."regFrom" <= t.lo and k."regTo" > t.lo where t.hi is not null),
    -- what was believed about a stretch, one after the other; where nothing followed, its end is a step
    steps as (select id, lo, hi, "validFrom" as moment, own from chain
      union all select id, lo, hi, "validTo", "closedBy" = ${cause.id} from chain where "validTo" < coalesce(next, 'infinity')),
    begun as (select s.*, min(moment) filter (where own) over (partition by id, lo) as first from steps s),
    run as (select s.*, min(moment) filter (where not own and moment > first) over (partition by id, lo) as other from begun s where first is not null),
    spans as (select id, lo, hi, max(moment) filter (where moment < first) as f, max(moment) filter (where own and (other is null or moment < other)) as x,
        max(moment) as l from run group by id, lo, hi),
    told as (select s.id, s.lo, s.hi, f."validFrom" as ff, f."regFrom" as fr, x."validFrom" as xf, x."regFrom" as xr, l."validFrom" as lf, l."regFrom" as lr, s.l <> s.x as later
      from spans s
      left join known f on f.id = s.id and f."validFrom" = s.f and f."regFrom" <= s.lo and f."regTo" > s.lo
      left join known x on x.id = s.id and x."validFrom" = s.x and x."regFrom" <= s.lo and x."regTo" > s.lo
      left join known l on l.id = s.id and l."validFrom" = s.l and l."regFrom" <= s.lo and l."regTo" > s.lo)`
}
/** The rectangles of a stretch of `told` (`t`), by the names f, x and l. */
const RECTANGLES = sql`left join known f on f.id = t.id and f."validFrom" = t.ff and f."regFrom" = t.fr
  left join known x on x.id = t.id and x."validFrom" = t.xf and x."regFrom" = t.xr
  left join known l on l.id = t.id and l."validFrom" = t.lf and l."regFrom" = t.lr`
const differs = (names: readonly string[], a: string, b: string): RawBuilder<boolean> =>
  names.length === 0 ? sql`false` : sql`(${named(names, a)}) is distinct from (${named(names, b)})`
/** Columns that make versions. */
const told = (r: AnyResource): string[] => entries(r).flatMap(([n]) => (r.unversioned?.includes(n) ? [] : [n]))

/**
 * What tells (`column`) an object of a table that another cause has changed since beyond the columns of `lasting`, or undefined. Changes of `shape` count where
 * the cause changed it too: what later cuts put into a boundary is nobody's change of it.
 */
export async function changedIn(
  ctx: Ctx,
  r: AnyResource,
  of: RestoredCause,
  column: string,
  lasting: readonly string[],
  shape: readonly string[],
): Promise<string | undefined> {
  const counted = told(r).filter((n) => !lasting.includes(n) && !shape.includes(n))
  const at = sql.ref(column)
  const { rows } = await sql<{ what: string }>`with ${storyOf(ctx, r, of)}
    select coalesce(l.${at}, x.${at}, f.${at})::text as what from told t ${RECTANGLES} where t.later
      and ((l.id is null) <> (x.id is null) or ${differs(counted, 'l', 'x')} or (f.id is not null and ${differs(shape, 'l', 'x')} and ${differs(shape, 'x', 'f')}))
    order by 1 limit 1`.execute(ctx.db)
  return rows[0]?.what
}

const KEYS: readonly string[] = ['countyCode', 'id', 'tenantId']
/** Statuses and counts of prints stay as they are; the digest of a book is that of the text that its row says again. */
const stays = (r: AnyResource, n: string) => n !== 'contentHash' && !!r.unversioned?.includes(n)

/**
 * Takes back what a cause wrote to a table of one county: on the days that it concerned, what was believed just before comes back, laid under what later changes
 * set in the `lasting` columns; what it created leaves the live rows, what it ended is there again. Answers the regions of the rows concerned. Whether it may be
 * taken back is judged before (changedIn). Source: docs/adr/0016.
 */
export async function restoreTable(ctx: Ctx, r: AnyResource, of: RestoredCause, lasting: readonly string[] = []): Promise<string[]> {
  const own = columnsOf(r).map((c) => c.name)
  const laid = new Set([...lasting, ...lasting.map(tokensOf)])
  const w = clockOf(ctx, { why: 'restore' }, 'restore')
  const [live, past] = [sql.table(r.name), sql.table(`${r.name}_v`)]
  const mine = mineIn(ctx, of.county)
  const by = sql`${w.causeId}::bigint`
  const content = (n: string): RawBuilder<unknown> => {
    if (n === 'rev') return sql`greatest(l.rev, f.rev) + 1`
    if (n === 'updateUser') return sql`${ctx.who.userId}::bigint`
    if (n === 'updateTime') return sql`${ctx.now}::timestamptz`
    const [now, then, old] = [sql.ref(`l.${n}`), sql.ref(`x.${n}`), sql.ref(`f.${n}`)]
    if (stays(r, n)) return sql`case when l.id is not null then ${now} else ${old} end`
    return laid.has(n) ? sql`case when l.id is not null and ${now} is distinct from ${then} then ${now} else ${old} end` : old
  }
  const names = told(r)
  const [plain, over] = [names.filter((n) => !laid.has(n)), names.filter((n) => laid.has(n))]
  const changes = [
    differs(plain, 'f', 'l'),
    ...over.map((n) => sql`(${sql.ref(`f.${n}`)} is distinct from ${sql.ref(`l.${n}`)} and ${sql.ref(`x.${n}`)} is not distinct from ${sql.ref(`l.${n}`)})`),
  ]
  const range = (t: string) => sql`daterange(${sql.ref(`${t}.regFrom`)}, ${sql.ref(`${t}.regTo`)})`
  // the parts of a set of days as rows: from, to
  const parts = (days: RawBuilder<unknown>) => sql`cross join lateral (select lower(d) as lo, upper(d) as hi from unnest(${days}) d) p`
  const kept = (t: string) =>
    sql`select ${named(own, 'k')}, k.m, timestamptz 'infinity', p.lo, p.hi, k.why, k."causeKind", k."causeId", null::bigint from ${sql.ref(t)} k
      ${parts(sql`datemultirange(${range('k')}) - k.days`)}`
  const { rows } = await sql<{ regionCode: string }>`with ${storyOf(ctx, r, of)},
    pieces as (select t.id, t.ff, t.fr, t.xf, t.xr, t.lf, t.lr, range_agg(daterange(t.lo, t.hi)) as days from told t ${RECTANGLES}
      where (f.id is null) <> (l.id is null) or (f.id is not null and (${sql.join(changes, sql` or `)})) group by 1, 2, 3, 4, 5, 6, 7),
    moments as (select id, greatest(${w.validFrom}::timestamptz, max(greatest("validFrom", case when "validTo" < 'infinity' then "validTo" end)) + interval '1 microsecond') as m
      from known group by id),
    span as (select p.id, range_agg(d) as days, max(m.m) as m from pieces p join moments m on m.id = p.id cross join lateral unnest(p.days) d group by p.id),
    top as (select k.*, s.m, s.days from known k join span s on s.id = k.id where k."validTo" = 'infinity' and k."regTo" = 'infinity' and s.days && ${range('k')}),
    closed as (update ${past} v set "validTo" = s.m, "closedBy" = ${by} from span s where ${mine('v')} and v.id = s.id and v."validTo" = 'infinity'
      and s.days && ${range('v')} returning v.*, s.m, s.days),
    back as (select ${sql.join(own.map((n) => sql`${content(n)} as ${sql.ref(n)}`))}, s.m, p.lo, p.hi from pieces t join span s on s.id = t.id
      ${RECTANGLES} ${parts(sql`t.days`)} where f.id is not null),
    written as (insert into ${past} (${named([...own, ...PIECE])})
      select ${named(own)}, "validFrom", m, "regFrom", "regTo", why, "causeKind", "causeId", ${by} from top
      union all ${kept('closed')} union all ${kept('top')}
      union all select ${named(own)}, m, timestamptz 'infinity', lo, hi, ${w.why}, ${w.causeKind}, ${by}, null::bigint from back where hi < 'infinity'),
    gone as (delete from ${live} t using top where ${mine('t')} and t.id = top.id and not exists (select 1 from back b where b.id = top.id and b.hi = 'infinity') returning t.id),
    changed as (update ${live} t set ${sql.join(own.filter((n) => !KEYS.includes(n)).map((n) => sql`${sql.ref(n)} = b.${sql.ref(n)}`))}, "validFrom" = b.m, "regFrom" = b.lo,
        why = ${w.why}, "causeKind" = ${w.causeKind}, "causeId" = ${by} from back b where ${mine('t')} and t.id = b.id and b.hi = 'infinity' and (select count(*) from gone) >= 0 returning t.id),
    risen as (insert into ${live} (${named([...own, 'validFrom', 'regFrom', 'why', 'causeKind', 'causeId'])})
      select ${named(own)}, m, lo, ${w.why}, ${w.causeKind}, ${by} from back b where b.hi = 'infinity' and not exists (select 1 from top where top.id = b.id) and (select count(*) from changed) >= 0)
    select distinct k."regionCode" from known k where k.id in (select id from span)`.execute(ctx.db)
  return rows.map((row) => String(row.regionCode))
}
