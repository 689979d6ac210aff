/** What follows from books, reckoned again where a cause was taken back: others may have changed it since, or it was others' doing that it followed from. */
import { sql } from 'kysely'
import type { AnyResource, FlatRow } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { mineIn } from '../../kit/server/history.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import type { Cause } from './acts/acts.ts'
import { factsOfContractor, factsOfParcel } from './acts/derive.ts'
import { writtenBy } from './restore.server.ts'

/** What is read and written at a time. */
const AT_ONCE = 1000

/**
 * Brings parcels and contractors of the books that `cause` had touched, and that was taken back, to what their current books say, from today on; which of them no
 * book names keep what stood there before, but for djzt.
 */
export async function followAgain(ctx: Ctx, county: string, cause: Cause): Promise<void> {
  const read = async <T extends AnyResource>(r: T, column: string, codes: readonly string[], more: (q: AnyQuery) => AnyQuery): Promise<FlatRow<T>[]> =>
    codes.length === 0
      ? []
      : await typedRows<FlatRow<T>>(
          more(flatRows(joinable(ctx, r), r) as AnyQuery)
            .where(`${r.name}.countyCode`, '=', county)
            .where(`${r.name}.${column}`, 'in', codes),
        )
  const current = (r: AnyResource) => (q: AnyQuery) => q.where(`${r.name}.qszt`, '=', QSZT.current)
  for (const codes of await touched(ctx, dk, 'dkbm', cbdkxx, county, cause)) {
    const parcels = await read(dk, 'dkbm', codes, (q) => q)
    const lines = await read(cbdkxx, 'dkbm', codes, current(cbdkxx))
    const books = new Map((await read(djb, 'id', [...new Set(lines.map((l) => l.djbId!))], (q) => q)).map((b) => [b.id, b.cbfmc]))
    const of = Map.groupBy(lines, (l) => l.dkbm!)
    const changes = parcels.flatMap((row) => {
      const own = of.get(row.dkbm!) ?? []
      const { djzt, ...more } = factsOfParcel(row.zt === ZT.valid, own, (id) => books.get(id) ?? null)
      return changed(row, own.length ? { djzt, ...more } : { djzt })
    })
    for (const list of alike(changes)) await rows.updateMany(ctx, dk, list, { why: 'restore' })
  }
  for (const codes of await touched(ctx, cbf, 'cbfbm', djb, county, cause)) {
    const contractors = await read(cbf, 'cbfbm', codes, (q) => q)
    const books = Map.groupBy(await read(djb, 'cbfbm', codes, current(djb)), (b) => b.cbfbm!)
    const contracts = await read(cbht, 'cbfbm', codes, current(cbht))
    const changes = contractors.flatMap((row) => {
      const own = (books.get(row.cbfbm!) ?? []).toSorted((a, b) => (a.cbjyqzbm! < b.cbjyqzbm! ? -1 : 1))
      const { djzt, ...more } = factsOfContractor(row.zt === ZT.valid, own, contracts, row.cbjyqzbm)
      return changed(row, own.length ? { djzt, ...more } : { djzt })
    })
    for (const list of alike(changes)) await rows.updateMany(ctx, cbf, list, { why: 'restore' })
  }
}
/** Codes of live rows of `r` that lines or books (`by`) name which the cause wrote or closed, a thousand at a time. */
async function touched(ctx: Ctx, r: AnyResource, code: string, by: AnyResource, county: string, cause: Cause): Promise<string[][]> {
  const [mine, at] = [mineIn(ctx, county), sql.ref(code)]
  const { rows: found } = await sql<{ code: string }>`select distinct t.${at} as code from ${sql.table(r.name)} t where ${mine('t')} and t.${at} in (
      select v.${at} from ${sql.table(`${by.name}_v`)} v where ${mine('v')} and (${writtenBy(cause, 'v')} or v."closedBy" = ${cause.id})) order by 1`.execute(
    ctx.db,
  )
  return Array.from({ length: Math.ceil(found.length / AT_ONCE) }, (_, i) => found.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map((x) => x.code))
}
type Values = Readonly<Record<string, unknown>>
const changed = <R extends object>(row: R, values: Values): { row: R; values: Values }[] =>
  Object.entries(values).some(([n, v]) => String(v ?? '') !== String(Object.entries(row).find(([x]) => x === n)?.[1] ?? '')) ? [{ row, values }] : []
/** Rows that set the same columns. */
const alike = <C extends { values: Values }>(changes: readonly C[]): C[][] => [...Map.groupBy(changes, (c) => Object.keys(c.values).join()).values()]
