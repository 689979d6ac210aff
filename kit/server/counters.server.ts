import { sql } from 'kysely'
import type { AnyResource } from '../model/resource.ts'
import type { Ctx } from './ctx.server.ts'
import { beforeCommit, type Tx } from './db.server.ts'
import { countyOf } from '../model/region-code.ts'
import { rowSet } from './sets.server.ts'

/**
 * The next number of a kind under a prefix, from a counter row in the same transaction: never twice, never reused
 * (a rolled back transaction gives it back, a revoked business does not). Source: codes.md 3.2.
 */
export const nextNumber = async (ctx: Ctx, kind: string, prefix: string, first = 1): Promise<number> => (await nextNumbers(ctx, kind, prefix, 1, first))[0]!
/** The next `n` numbers in a row, in one statement. */
export async function nextNumbers(ctx: Ctx, kind: string, prefix: string, n: number, first = 1): Promise<number[]> {
  const row = await sql<{ last: number }>`insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
    values (${countyOf(prefix)}, ${ctx.who.tenantId}, ${kind}, ${prefix}, ${first + n - 1})
    on conflict ("countyCode", "tenantId", kind, prefix) do update set last = code_counter.last + ${n} returning last`.execute(ctx.db)
  const { last } = row.rows[0]!
  return Array.from({ length: n }, (_, i) => last - n + 1 + i)
}

/** Adds to the numbers of rows of villages and statuses, so that list totals need no scan: [region, status, by how many]. */
export async function countRows(ctx: Ctx, r: AnyResource, list: readonly (readonly [string, unknown, number])[]): Promise<void> {
  if (!r.countBy || r.scope !== 'land') return
  const sums = new Map<string, { village: string; status: string; n: number }>()
  for (const [region, status, n] of list) {
    const one = { village: region.slice(0, 12), status: String(status ?? ''), n }
    const key = `${one.village} ${one.status}`
    sums.set(key, { ...one, n: n + (sums.get(key)?.n ?? 0) })
  }
  const rows = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, s]) => (s.n === 0 ? [] : [s]))
  if (rows.length === 0) return
  const u = rowSet(
    [
      { name: 'village', type: 'text' },
      { name: 'status', type: 'text' },
      { name: 'n', type: 'bigint' },
    ],
    rows,
  )
  await sql`insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n)
    select left(${u.of('village')}, 6), ${ctx.who.tenantId}, ${r.name}, ${sql.join(['village', 'status', 'n'].map(u.of))} from ${u.source}
    on conflict ("countyCode", "tenantId", resource, "regionCode", status) do update set n = row_count.n + excluded.n`.execute(ctx.db)
}

/** Villages that a transaction changes. */
const changed = new WeakMap<Tx, Set<string>>()
/**
 * Says that a village's rows change: its figures are counted anew (region_figure). One statement at the end of the transaction; the mark is locked until the
 * commit, so that whoever counts waits for it and counts what was committed.
 */
export async function markRegion(ctx: Ctx, regionCode: string): Promise<void> {
  const village = regionCode.slice(0, 12)
  const known = changed.get(ctx.db)
  if (known) return void known.add(village)
  const villages = new Set([village])
  if (beforeCommit(ctx.db, () => markRegions(ctx, [...villages]))) changed.set(ctx.db, villages)
  else await markRegions(ctx, [village])
}
/** The same of many villages at once, by whoever writes rows in bulk. */
export async function markRegions(ctx: Ctx, villages: readonly string[]): Promise<void> {
  const marks = [...new Set(villages.map((v) => v.slice(0, 12)))].toSorted()
  await sql`insert into region_stale ("countyCode", "tenantId", "regionCode", n)
    select left(code, 6), ${ctx.who.tenantId}, code, 1 from unnest(${marks}::text[]) as u(code)
    on conflict ("countyCode", "tenantId", "regionCode") do update set n = region_stale.n + 1`.execute(ctx.db)
}
