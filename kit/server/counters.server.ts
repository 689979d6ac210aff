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

interface Sum {
  resource: string
  village: string
  status: string
  n: number
}
/** What a transaction changes: numbers of rows by counter, and villages whose figures are counted anew. */
interface Changed {
  sums: Map<string, Sum>
  villages: Set<string>
}
const changed = new WeakMap<Tx, Changed>()
/**
 * Notes a change. Written at the end of the transaction, all in one statement and in one order: counters and marks are locked no longer than the commit
 * takes, and whoever counts a marked village waits for it and counts what was committed.
 */
async function noted(ctx: Ctx, note: (c: Changed) => void): Promise<void> {
  const known = changed.get(ctx.db)
  const all = known ?? { sums: new Map(), villages: new Set() }
  note(all)
  if (known) return
  if (beforeCommit(ctx.db, () => writeChanged(ctx, all))) changed.set(ctx.db, all)
  else await writeChanged(ctx, all)
}
/** Adds to the numbers of rows of villages and statuses, so that list totals need no scan: [region, status, by how many]. */
export async function countRows(ctx: Ctx, r: AnyResource, list: readonly (readonly [string, unknown, number])[]): Promise<void> {
  if (!r.countBy || r.scope !== 'land' || list.length === 0) return
  await noted(ctx, ({ sums }) => {
    for (const [region, status, n] of list) {
      const one = { resource: r.name, village: region.slice(0, 12), status: String(status ?? ''), n }
      const key = `${one.village} ${one.resource} ${one.status}`
      sums.set(key, { ...one, n: n + (sums.get(key)?.n ?? 0) })
    }
  })
}
/** Says that a village's rows change: its figures are counted anew (region_figure). */
export const markRegion = (ctx: Ctx, regionCode: string): Promise<void> => noted(ctx, ({ villages }) => void villages.add(regionCode.slice(0, 12)))

async function writeChanged(ctx: Ctx, { sums, villages }: Changed): Promise<void> {
  const rows = [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, s]) => (s.n === 0 ? [] : [s]))
  if (rows.length === 0) return villages.size ? markRegions(ctx, [...villages]) : undefined
  const names = ['resource', 'village', 'status', 'n'] as const
  const u = rowSet(
    names.map((name) => ({ name, type: name === 'n' ? 'bigint' : 'text' })),
    rows,
  )
  await sql`with marked as (${marking(ctx, [...villages])}) insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n)
    select left(${u.of('village')}, 6), ${ctx.who.tenantId}, ${sql.join(names.map(u.of))} from ${u.source}
    on conflict ("countyCode", "tenantId", resource, "regionCode", status) do update set n = row_count.n + excluded.n`.execute(ctx.db)
}
/** Marks many villages at once, by whoever writes rows in bulk. */
export const markRegions = async (ctx: Ctx, villages: readonly string[]): Promise<void> => void (await marking(ctx, villages).execute(ctx.db))
const marking = (ctx: Ctx, villages: readonly string[]) => sql`insert into region_stale ("countyCode", "tenantId", "regionCode", n)
  select left(code, 6), ${ctx.who.tenantId}, code, 1 from unnest(${[...new Set(villages.map((v) => v.slice(0, 12)))].toSorted()}::text[]) as u(code)
  on conflict ("countyCode", "tenantId", "regionCode") do update set n = region_stale.n + 1`
/** Counts the rows of the villages of some regions anew, where a statement changed them without saying which. */
export async function recountRows(ctx: Ctx, r: AnyResource, county: string, regions: readonly string[]): Promise<void> {
  if (!r.countBy || regions.length === 0) return
  const villages = [...new Set(regions.map((code) => code.slice(0, 12)))]
  // what this transaction has noted of them is counted here
  const noted = changed.get(ctx.db)?.sums ?? new Map<string, Sum>()
  for (const [key, s] of noted) if (s.resource === r.name && villages.includes(s.village)) noted.delete(key)
  const of = (t: string, column: string) =>
    sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId} and left(${sql.ref(`${t}.${column}`)}, 12) = any(${villages}::text[])`
  await sql`delete from row_count c where ${of('c', 'regionCode')} and c.resource = ${r.name}`.execute(ctx.db)
  await sql`insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n)
    select t."countyCode", t."tenantId", ${r.name}, left(t."regionCode", 12), coalesce(t.${sql.ref(r.countBy)}::text, ''), count(*)
    from ${sql.table(r.name)} t where ${of('t', 'regionCode')} group by 1, 2, 4, 5`.execute(ctx.db)
}
