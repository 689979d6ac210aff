import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../model/resource.ts'
import { clock, exactTime } from './clock.server.ts'
import { columnsOf } from './columns.server.ts'
import type { Ctx } from './ctx.server.ts'
import { rowSet, type Values } from './sets.server.ts'

/** Since when (yyyy-MM-dd; today where none is said), until when (its end is not in it) and why rows are written. */
export interface When {
  day?: string
  until?: string
  why?: 'new' | 'change' | 'correction' | 'restore' | 'import'
}
/** A row to be changed: its keys and revision, and what becomes of it from `when.day` on; nothing: it ends. */
export interface Put {
  id: string
  rev: number
  values?: Values
}

/** Now, to the millisecond: the moment of a version. Rows of one object are kept apart by the statement that writes them. */
const moment = (ctx: Ctx): string => exactTime((ctx.clock ?? clock)())
/** Columns as a list of a statement, `of` a table of it. */
export const named = (names: readonly string[], of?: string) => sql.join(names.map((n) => sql.ref(of ? `${of}.${n}` : n)))
/** The rows of a table of a statement that lie in this county and belong to the caller's tenant. */
export const mineIn = (ctx: Ctx, county: string) => (t: string) =>
  sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
/** The clocks of a closed piece, in the order in which pieces are written. */
export const PIECE = ['validFrom', 'validTo', 'regFrom', 'regTo', 'why', 'causeKind', 'causeId', 'closedBy'] as const

/** The clock columns of rows that are written now: believed from this moment, true from that day. */
export const clockOf = (ctx: Ctx, w: When, why: When['why']): Values => ({
  validFrom: moment(ctx),
  regFrom: w.day ?? ctx.now.slice(0, 10),
  why: w.why ?? why,
  causeKind: ctx.cause?.kind ?? 'form',
  causeId: ctx.cause?.id ?? null,
})

/**
 * Writes history: the change is applied to each believed piece of [when.day, when.until) of each object apart; what was believed before stays, closed; a piece
 * that says so already stays as it is. All objects set the same columns (or end) and lie in one county. Live rows and versions go in one statement. Answers how many live rows were still of
 * their revision; who asks refuses when that is not all. Source: docs/adr/0016.
 */
export async function put(ctx: Ctx, r: AnyResource, county: string, list: readonly Put[], when: When): Promise<number> {
  const { values } = list[0]!
  const set = Object.keys(values ?? {})
  const told = set.filter((n) => !/Ix$|^update(User|Time)$/.test(n))
  const types = new Map(columnsOf(r).map((c) => [c.name, c]))
  const own = [...types.keys()],
    newValue = (n: string) => sql.ref(`n_${n}`)
  const u = rowSet(
    [{ name: '#id', type: 'bigint' }, { name: '#rev', type: 'integer' }, ...set.map((n) => types.get(n)!)],
    list.map((p) => ({ '#id': p.id, '#rev': p.rev, ...p.values })),
  )
  const [live, past] = [sql.table(r.name), sql.table(`${r.name}_v`)]
  const w = clockOf(ctx, when, 'change')
  const [from, to, by] = [sql`${w.regFrom}::date`, sql`${when.until ?? 'infinity'}::date`, sql`${w.causeId}::bigint`]
  const mine = mineIn(ctx, county)
  const changes = (t: string) => (told.length ? sql`and (${named(told, t)}) is distinct from (${sql.join(told.map(newValue))})` : sql``)
  const piece = (more: RawBuilder<unknown>) => sql`select ${named(own, 'p')}, ${more}`
  const [kept, now] = [sql`p.why, p."causeKind", p."causeId", null::bigint`, sql`o.m, timestamptz 'infinity'`]
  const [ofLive, ofPast] = [sql`from o join live p on p.id = o."#id"`, sql`from o join closed p on p.id = o."#id"`]
  const changed = (end: RawBuilder<unknown>) =>
    sql`select ${sql.join(own.map((n) => (set.includes(n) ? newValue(n) : sql.ref(`p.${n}`))))}, ${now}, greatest(p."regFrom", ${from}), ${end},
      ${w.why}, ${w.causeKind}, ${by}, null::bigint`
  const pieces = [
    sql`${piece(sql`p."validFrom", o.m, p."regFrom", date 'infinity', p.why, p."causeKind", p."causeId", ${by}`)} ${ofLive}`,
    sql`${piece(sql`${now}, p."regFrom", ${from}, ${kept}`)} ${ofLive} where p."regFrom" < ${from}`,
    sql`${piece(sql`${now}, p."regFrom", ${from}, ${kept}`)} ${ofPast} where p."regFrom" < ${from}`,
    sql`${piece(sql`${now}, ${to}, p."regTo", ${kept}`)} ${ofPast} where ${to} < p."regTo"`,
    ...(values ? [sql`${changed(sql`least(p."regTo", ${to})`)} ${ofPast}`] : []),
    ...(values && when.until ? [sql`${changed(to)} ${ofLive}`] : []),
  ]
  const setting = when.until
    ? sql`"regFrom" = greatest(t."regFrom", ${to})`
    : sql.join([
        ...set.map((n) => sql`${sql.ref(n)} = o.${newValue(n)}`),
        sql`"regFrom" = greatest(t."regFrom", ${from}), why = ${w.why}, "causeKind" = ${w.causeKind}, "causeId" = ${by}`,
      ])
  const write =
    values || when.until
      ? sql`update ${live} t set rev = t.rev + 1, "validFrom" = case when t."regFrom" < ${to} then o.m else t."validFrom" end, ${setting} from`
      : sql`delete from ${live} t using`
  const alike = when.until || !values ? sql`` : sql`union select "#id" from o where "#id" not in (select id from live)`
  // a moment later than all that was ever believed of the object, whatever the clocks of the servers say
  const { rows } = await sql<{ n: number }>`with o as (
      select ${sql.join([sql`${u.of('#id')} as "#id", ${u.of('#rev')} as "#rev"`, ...set.map((n) => sql`${u.of(n)} as ${newValue(n)}`)])},
        greatest(${moment(ctx)}::timestamptz, t."validFrom" + interval '1 microsecond', (select max(greatest(v."validFrom", case when v."validTo" < 'infinity' then v."validTo" end))
          from ${past} v where ${mine('v')} and v.id = t.id) + interval '1 microsecond') as m
      from ${u.source} join ${live} t on t.id = ${u.of('#id')} and t.rev = ${u.of('#rev')} where ${mine('t')}),
    live as (select t.* from ${live} t join o on o."#id" = t.id where ${mine('t')} and t."regFrom" < ${to} ${changes('t')}),
    closed as (update ${past} v set "validTo" = o.m, "closedBy" = ${by} from o where ${mine('v')} and v.id = o."#id"
      and v."validTo" = 'infinity' and v."regFrom" < ${to} and v."regTo" > ${from} ${changes('v')} returning v.*),
    written as (insert into ${past} (${named([...own, ...PIECE])})
      ${sql.join(pieces, sql` union all `)}),
    done as (${write} o where ${mine('t')} and t.id = o."#id" and t.rev = o."#rev" ${when.until ? sql`` : changes('t')} returning t.id)
    select count(*)::int as n from (select id from done ${alike}) x`.execute(ctx.db)
  return rows[0]!.n
}
