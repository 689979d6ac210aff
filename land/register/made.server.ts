/** What a cause has made, and who else names it: what must be known before it is taken back. */
import { sql, type RawBuilder } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { mineIn } from '../../kit/server/history.server.ts'
import { cbdkxx, djb, djb_cbf, djb_jtcy, djb_lineage } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { QSZT } from '../definitions/statuses.ts'
import type { Cause } from './acts/acts.ts'
import { writtenBy } from './restore.server.ts'

/** The causes that took this one back, in the ids that closed its rows. */
export async function undoneOf(ctx: Ctx, county: string, cause: Cause): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct "undoneBy"::text as id from register_entry where "countyCode" = ${county}
    and "tenantId" = ${ctx.who.tenantId} and "causeKind" = ${cause.kind} and "causeId" = ${cause.id} and "undoneBy" is not null`.execute(ctx.db)
  return rows.map((r) => r.id)
}

/**
 * Ids of the rows that a cause has made: nobody has written them before it. Materialized, as madeCodes is: without statistics (embedded engine) the planner takes
 * them for one row and asks again for each row beside them, 30 s for the undo of a case.
 */
export function madeIds(ctx: Ctx, r: AnyResource, county: string, cause: Cause): RawBuilder<unknown> {
  const mine = mineIn(ctx, county)
  const [live, past] = [sql.table(r.name), sql.table(`${r.name}_v`)]
  const own = (t: RawBuilder<unknown>) => sql`select t.id, t."validFrom" from ${t} t where ${mine('t')} and ${writtenBy(cause, 't')}`
  const before = (t: RawBuilder<unknown>) =>
    sql`not exists (select 1 from ${t} o where ${mine('o')} and o.id = w.id and o."validFrom" < w.since and (${writtenBy(cause, 'o')} is not true))`
  return sql`(with w as materialized (select y.id, min(y."validFrom") as since from (${own(live)} union all ${own(past)}) y group by y.id),
    made as materialized (select w.id from w where ${before(live)} and ${before(past)}) select id from made)`
}
/** Codes of those that still live. */
export const madeCodes = (ctx: Ctx, r: AnyResource, county: string, cause: Cause, code: string): RawBuilder<unknown> =>
  sql`(with codes as materialized (select c.${sql.ref(code)} as code from ${sql.table(r.name)} c where ${mineIn(ctx, county)('c')}
    and c.id in ${madeIds(ctx, r, county, cause)}) select code from codes)`

/** Rows that name others by code. */
const NAMED: readonly { of: AnyResource; code: string; by: readonly AnyResource[] }[] = [
  { of: fbf, code: 'fbfbm', by: [cbf, dk, djb] },
  { of: cbf, code: 'cbfbm', by: [djb, jtcy] },
  { of: dk, code: 'dkbm', by: [cbdkxx] },
]
/** What is current once under its code: what the cause ended does not come back beside what others made there since. Shares of a parcel stand side by side. */
const ONCE: readonly { of: AnyResource; code: string; current: RawBuilder<unknown>; apart?: RawBuilder<unknown> }[] = [
  { of: djb, code: 'cbjyqzbm', current: sql`qszt = ${QSZT.current}` },
  { of: cbjyqz, code: 'cbjyqzbm', current: sql`sfzx = 0` },
  { of: cbdkxx, code: 'dkbm', current: sql`qszt = ${QSZT.current}`, apart: sql`and (x.sfqqqg is distinct from '1' or v.sfqqqg is distinct from '1')` },
]
/**
 * What a cause has made and others build on, so that it cannot leave: a book, household or parcel of another cause that names it, a version that comes from
 * one of its own, a restriction of others in force on it. Answers the first, by name.
 */
export async function usedSince(ctx: Ctx, cause: Cause, county: string): Promise<Text | undefined> {
  const mine = mineIn(ctx, county)
  const { id: causeId } = cause
  const isMade = (r: AnyResource, id: string) => sql`exists (select 1 from ${madeIds(ctx, r, county, cause)} m where m.id = ${sql.ref(id)})`
  for (const { of, code, by } of NAMED)
    for (const r of by) {
      // what the cause itself brought there goes back where it was
      const moved = sql`exists (select 1 from ${sql.table(`${r.name}_v`)} v where ${mine('v')} and v.id = x.id and v."closedBy" = ${cause.id}
        and v.${sql.ref(code)} is distinct from x.${sql.ref(code)})`
      const found = await sql<{ what: string }>`select x.${sql.ref(code)} as what from ${sql.table(r.name)} x where ${mine('x')}
        and x.${sql.ref(code)} in ${madeCodes(ctx, of, county, cause, code)} and not ${isMade(r, 'x.id')} and not ${moved} limit 1`.execute(ctx.db)
      const [first] = found.rows
      if (first) return both(`${of.label}【${first.what}】已被其他业务登记的${r.label}引用`, `${of.en} ${first.what} is named by a ${r.en} of another cause`)
    }
  for (const { of, code, current, apart = sql`` } of ONCE) {
    const [live, past, at] = [sql.table(of.name), sql.table(`${of.name}_v`), sql.ref(code)]
    const found = await sql<{ what: string }>`select x.${at} as what from
      (select * from ${past} v where ${mine('v')} and v."closedBy" = ${causeId} and ${current}) v
      join (select * from ${live} x where ${mine('x')} and ${current}) x on x.${at} = v.${at} and x.id <> v.id
      where not ${isMade(of, 'x.id')} and not exists (select 1 from ${live} o where ${mine('o')} and o.id = v.id and ${current}) ${apart} limit 1`.execute(
      ctx.db,
    )
    const [first] = found.rows
    if (first) return both(`【${first.what}】此后已有新的${of.label}`, `${first.what} has been given another ${of.en} since`)
  }
  const later = await sql<{ what: string }>`select b.cbjyqzbm as what from djb_lineage l join djb b on ${mine('b')} and b.id = l."djbId"
    where ${mine('l')} and ${isMade(djb, 'l.prevDjbId')} and not ${isMade(djb, 'l.djbId')} limit 1`.execute(ctx.db)
  if (later.rows[0]) return both(`登记簿【${later.rows[0].what}】由其变更而来`, `Book ${later.rows[0].what} comes from it`)
  const on = [
    { of: dk, code: 'dkbm' },
    { of: djb, code: 'cbjyqzbm' },
    { of: cbf, code: 'cbfbm' },
  ]
  for (const { of, code } of on) {
    // a book of which another version stays is still there
    const others = of === djb ? sql`and not exists (select 1 from djb o where ${mine('o')} and o.cbjyqzbm = x.cbjyqzbm and not ${isMade(djb, 'o.id')})` : sql``
    const held = await sql<{ what: string }>`select x.${sql.ref(code)} as what from restriction x where ${mine('x')} and x."endDay" is null
      and (${writtenBy(cause, 'x')}) is not true and x.${sql.ref(code)} in ${madeCodes(ctx, of, county, cause, code)} ${others} limit 1`.execute(ctx.db)
    const [first] = held.rows
    if (first) return both(`${of.label}【${first.what}】有未解除的权利限制`, `A restriction is in force on ${of.en} ${first.what}`)
  }
  return undefined
}

/** Of these objects (`dk`, `cbf`, `djb`, `fbf` with their code) the first that a cause has made, or that stands as it has written it. */
export async function firstMade(
  ctx: Ctx,
  cause: Cause,
  county: string,
  objects: readonly { type: string; code: string }[],
): Promise<{ type: string; code: string } | undefined> {
  const types = [
    { of: dk, code: 'dkbm' },
    { of: cbf, code: 'cbfbm' },
    { of: djb, code: 'cbjyqzbm' },
    { of: fbf, code: 'fbfbm' },
  ]
  for (const { of, code } of types) {
    const codes = objects.filter((o) => o.type === of.name).map((o) => o.code)
    if (codes.length === 0) continue
    const { rows } = await sql<{ what: string }>`select x.${sql.ref(code)} as what from ${sql.table(of.name)} x where ${mineIn(ctx, county)('x')}
      and x.${sql.ref(code)} = any(${codes}::text[]) and (${writtenBy(cause, 'x')} or x.id in ${madeIds(ctx, of, county, cause)}) limit 1`.execute(ctx.db)
    if (rows[0]) return { type: of.name, code: rows[0].what }
  }
  return undefined
}

/** Locks the live rows that a cause wrote and cases lock, each table in code order. */
export async function lockMade(ctx: Ctx, cause: Cause, county: string): Promise<void> {
  for (const [r, code] of [
    [djb, 'cbjyqzbm'],
    [cbf, 'cbfbm'],
    [dk, 'dkbm'],
  ] as const)
    await sql`select count(*) from (select 1 from ${sql.table(r.name)} t where ${mineIn(ctx, county)('t')} and ${writtenBy(cause, 't')}
      order by t.${sql.ref(code)} for update) x`.execute(ctx.db)
}

/**
 * Takes what a cause brought beside the versions out of the tables, in as many statements however much it is: snapshots and lineage of its books (their frozen
 * texts stay), sources, circulation contracts and events of certificates. To be called while its rows still live. Answers rows a table.
 */
export async function clearBeside(ctx: Ctx, cause: Cause, county: string): Promise<Record<string, number>> {
  const mine = mineIn(ctx, county)
  const out: Record<string, number> = {}
  const gone = async (table: string, where: RawBuilder<unknown>) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} x where ${mine('x')} and ${where}`.execute(ctx.db)
    out[table] = Number(numAffectedRows ?? 0)
  }
  for (const r of [djb_cbf, djb_jtcy, djb_lineage]) await gone(r.name, sql`x."djbId" in ${madeIds(ctx, djb, county, cause)}`)
  for (const table of ['qslyzlfj', 'lzht', 'cbjyqz_event']) await gone(table, sql`x."causeId" = ${cause.id}`)
  return out
}
