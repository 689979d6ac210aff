import { sql, type RawBuilder } from 'kysely'
import type { Page } from '../../kit/model/page.ts'
import type { AnyResource, FlatRow, Listed } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, isPast, joinable, page, type Filter } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb } from '../definitions/cbht.ts'
import { dk } from '../definitions/dk.ts'
import { DYZT, LZZT, QSZT, YYZT, ZT } from '../definitions/statuses.ts'
import { LAND_STATUS, nextChangeOf } from './acts/standing.ts'
import { restriction, type RestrictionKind } from './acts/tables.ts'

/** Codes of what a restriction may be on: parcels (19 digits), books (18 and a letter), contractors (18 digits). No code stands for two of them. */
export interface On {
  dkbms?: Iterable<string>
  cbjyqzbms?: Iterable<string>
  cbfbms?: Iterable<string>
}
/** The column by which a restriction names a row of each. */
const COLUMN = { dk: 'dkbm', djb: 'cbjyqzbm', cbf: 'cbfbm' } as const
const columnOf = (r: AnyResource) => Object.entries(COLUMN).find(([n]) => n === r.name)?.[1]
const texts = (codes: Iterable<string> = []) => sql`any(${[...codes]}::text[])`

/** The day that a context asks about: today, that of the register, or that of the moment of knowing. */
export const dayOf = (ctx: Ctx): string => ctx.asOf ?? (ctx.knownAt ?? ctx.now).slice(0, 10)
/**
 * What a list of restrictions (table `x` of the statement) may ask of one: that it is known, that it has ended, that it stands. Its own days count, not when
 * it was entered; what was taken back never stood, as far as is known now. Source: register.md 3.
 */
export function conditions(ctx: Ctx, x: string): Record<'known' | 'ended' | 'begun' | 'past' | 'stands', RawBuilder<boolean>> {
  const of = (n: string) => sql.ref(`${x}.${n}`)
  const day = sql`${dayOf(ctx)}::date`
  const at = sql`${ctx.knownAt ?? null}::timestamptz`
  const over = sql`coalesce(${of('endDay')} <= ${day} or ${of('endCauseKind')} = 'undo', false)`
  const known = ctx.knownAt ? sql<boolean>`${of('createTime')} <= ${at}` : sql<boolean>`true`
  const ended = ctx.knownAt ? sql<boolean>`(${over} and coalesce(${of('endTime')} <= ${at}, true))` : sql<boolean>`${over}`
  const begun = sql<boolean>`${of('fromDay')} <= ${day}`
  const past = sql<boolean>`coalesce(${of('toDay')} < ${day}, false)`
  return { known, ended, begun, past, stands: sql<boolean>`(${begun} and not ${past} and ${known} and not ${ended})` }
}

/**
 * What stands against each of these objects, by code: the raw bits of eligibility, whatever the caller sees of the restrictions themselves. One statement,
 * whatever their number. An object without any is not in the answer.
 */
export async function restrictedBy(ctx: Ctx, county: string, on: On): Promise<ReadonlyMap<string, ReadonlySet<RestrictionKind>>> {
  const { rows: found } = await sql<{ code: string; kind: RestrictionKind }>`select distinct c.code, x.kind from restriction x
    cross join lateral (values (x.dkbm), (x.cbjyqzbm), (x.cbfbm)) c(code)
    where x."countyCode" = ${county} and x."tenantId" = ${ctx.who.tenantId} and c.code is not null
      and (x.dkbm = ${texts(on.dkbms)} or x.cbjyqzbm = ${texts(on.cbjyqzbms)} or x.cbfbm = ${texts(on.cbfbms)}) and ${conditions(ctx, 'x').stands}`.execute(
    ctx.db,
  )
  return new Map([...Map.groupBy(found, (f) => f.code)].map(([code, of]) => [code, new Set(of.map((f) => f.kind))]))
}
/** The kinds of what stands against a row of a statement over parcels, books or contractors: a column more instead of a statement more. */
export const standsOn = (ctx: Ctx, r: typeof dk | typeof djb | typeof cbf): RawBuilder<RestrictionKind[]> =>
  sql<RestrictionKind[]>`array(select distinct x.kind from restriction x where x."countyCode" = ${sql.ref(`${r.name}.countyCode`)}
    and x."tenantId" = ${ctx.who.tenantId} and x.${sql.ref(COLUMN[r.name])} = ${sql.ref(`${r.name}.${COLUMN[r.name]}`)} and ${conditions(ctx, 'x').stands})`
/** The three statuses that follow from what stands against an object. */
export const statusesOf = (kinds: ReadonlySet<RestrictionKind> | undefined) =>
  Object.fromEntries(Object.entries(LAND_STATUS).map(([kind, n]) => [n, kinds && [...kinds].some((k) => k === kind) ? '1' : '0']))

/** Brings the statuses of these objects of a county to what stands against them today. They are locked in code order; three reads and as many writes. */
export async function refreshStanding(ctx: Ctx, county: string, on: On): Promise<void> {
  const lock = async <T extends typeof dk | typeof djb | typeof cbf>(r: T, codes: Iterable<string> | undefined, is: readonly [string, string]) => {
    const list = [...(codes ?? [])]
    if (list.length === 0) return []
    const q: AnyQuery = flatRows(joinable(ctx, r), r)
    const name = `${r.name}.${COLUMN[r.name]}`
    const found = q.where(`${r.name}.countyCode`, '=', county).where(name, '=', texts(list)).where(`${r.name}.${is[0]}`, '=', is[1])
    return await typedRows<FlatRow<T>>(found.orderBy(name).forUpdate())
  }
  const contractors = await lock(cbf, on.cbfbms, ['zt', ZT.valid])
  const parcels = await lock(dk, on.dkbms, ['zt', ZT.valid])
  const books = await lock(djb, on.cbjyqzbms, ['qszt', QSZT.current])
  const standing = await restrictedBy(ctx, county, on)
  const differs = <R extends { dyzt: string | null; yyzt: string | null; lzzt: string | null }>(list: readonly R[], codeOf: (row: R) => string | null) =>
    list.flatMap((row) => {
      const { dyzt = DYZT.none, yyzt = YYZT.none, lzzt = LZZT.none } = statusesOf(standing.get(codeOf(row) ?? ''))
      return row.dyzt === dyzt && row.yyzt === yyzt && row.lzzt === lzzt ? [] : [{ row, values: { dyzt, yyzt, lzzt } }]
    })
  await rows.updateMany(
    ctx,
    cbf,
    differs(contractors, (c) => c.cbfbm),
  )
  await rows.updateMany(
    ctx,
    dk,
    differs(parcels, (p) => p.dkbm),
  )
  await rows.updateMany(
    ctx,
    djb,
    differs(books, (b) => b.cbjyqzbm),
  )
}

/** Rows of parcels, books or contractors as they were, with the statuses of the day: no version keeps those. One statement. */
export async function standingThen<R extends object>(ctx: Ctx, r: AnyResource, list: readonly R[]): Promise<R[]> {
  const column = columnOf(r)
  if (!isPast(ctx) || !column || list.length === 0) return [...list]
  const codes = list.map((row) => String(Object.entries(row).find(([n]) => n === column)?.[1] ?? ''))
  const found = new Map<string, ReadonlySet<RestrictionKind>>()
  for (const [county, some] of Map.groupBy(codes.filter(Boolean), (c) => c.slice(0, 6)))
    for (const [code, kinds] of await restrictedBy(ctx, county, { [`${column}s`]: some })) found.set(code, kinds)
  return list.map((row, i) => ({ ...row, ...statusesOf(found.get(codes[i]!)) }))
}
/** One page of parcels, books or contractors; on a past day their statuses, and what is asked of them, are of that day. */
export async function pageThen<T extends AnyResource>(ctx: Ctx, r: T, filter: Filter, of?: AnyQuery): Promise<Page<Listed<T>>> {
  const column = columnOf(r)
  if (!isPast(ctx) || !column) return page(ctx, r, filter, of)
  const { rest, asked } = statusesAsked(filter)
  let q = of ?? (asked.length ? joinable(ctx, r) : undefined)
  for (const [kind, is] of asked) {
    const found = sql<boolean>`exists (select 1 from restriction x where x."countyCode" = ${sql.ref(`${r.name}.countyCode`)}
      and x."tenantId" = ${ctx.who.tenantId} and x.${sql.ref(column)} = ${sql.ref(`${r.name}.${column}`)} and x.kind = ${kind} and ${conditions(ctx, 'x').stands})`
    q = q!.where(is ? found : sql<boolean>`not ${found}`)
  }
  const found = await page(ctx, r, rest, q)
  return { ...found, records: await standingThen(ctx, r, found.records) }
}
/** What a list asks of the statuses, by kind of restriction, and the rest of its filter. */
function statusesAsked(filter: Filter): { rest: Filter; asked: [string, boolean][] } {
  const names = Object.values(LAND_STATUS).flatMap((n) => [n, `${n}_equal`])
  const rest = Object.fromEntries(Object.entries(filter).filter(([n]) => !names.some((x) => x === n)))
  const asked = Object.entries(LAND_STATUS).flatMap(([kind, n]): [string, boolean][] => {
    const v = filter[n] || filter[`${n}_equal`]
    return v ? [[kind, v === '1']] : []
  })
  return { rest, asked }
}

/** How many restrictions are looked at together when a day has come. */
const TURNING = 500
/**
 * Looks at restrictions of a tenant whose day has come: one begins to stand, or its term is over, and the statuses of what it is on follow. Ends nothing: a
 * term needs no act. Answers how many there were, at most 500.
 */
export async function turnDue(ctx: Ctx, county: string): Promise<number> {
  const today = ctx.now.slice(0, 10)
  const due = await typedRows<FlatRow<typeof restriction>>(
    flatRows(joinable(ctx, restriction), restriction)
      .where('restriction.countyCode', '=', county)
      .where('restriction.turnDay', '<=', today)
      .orderBy('restriction.turnDay')
      .orderBy('restriction.id')
      .limit(TURNING)
      .forUpdate(),
  )
  const of = (codes: readonly (string | null)[]) => codes.flatMap((c) => c ?? [])
  await refreshStanding(ctx, county, { dkbms: of(due.map((r) => r.dkbm)), cbjyqzbms: of(due.map((r) => r.cbjyqzbm)), cbfbms: of(due.map((r) => r.cbfbm)) })
  await rows.updateMany(
    ctx,
    restriction,
    due.map((row) => ({ row, values: { turnDay: nextChangeOf(row.fromDay!, row.toDay, today) } })),
  )
  return due.length
}
