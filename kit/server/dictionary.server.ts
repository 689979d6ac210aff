import { notInWords } from '../model/check.ts'
import { problems } from '../model/problem.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import type { Ctx } from './ctx.server.ts'

/** Keys by dictionary, read once a transaction: what is written in it is judged by the dictionaries as they stand. */
const known = new WeakMap<object, Map<string, ReadonlySet<string>>>()

/** The caller's dictionaries, those that this transaction has not asked for yet in one read; headings have no parent and are no choice. */
export async function keysOf(ctx: Ctx, codes: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const seen = known.get(ctx.db) ?? new Map<string, ReadonlySet<string>>()
  known.set(ctx.db, seen)
  const fresh = codes.filter((c) => !seen.has(c))
  if (fresh.length === 0) return seen
  const rows = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', fresh)
    .where('parentId', 'is not', null)
    .execute()
  for (const c of fresh) seen.set(c, new Set(rows.filter((r) => r.code === c).map((r) => r.dictKey as string)))
  return seen
}

/** The dictionaries that rows of these definitions are judged by. */
export const dictionariesOf = (...all: readonly AnyResource[]): string[] => [...new Set(all.flatMap((r) => entries(r).flatMap(([, f]) => f.dict ?? [])))]

/** Refuses values that their dictionaries do not have. What a row already holds may stay: packages bring what a form would not take. */
export async function requireInDictionary(ctx: Ctx, r: AnyResource, values: Record<string, unknown>, before: Record<string, unknown> = {}): Promise<void> {
  const given = entries(r).filter(([n, f]) => f.dict && values[n] !== undefined && values[n] !== null && values[n] !== '' && values[n] !== before[n])
  if (given.length === 0) return
  // all of the definition's at once: the next row of a set asks no more
  const keys = await keysOf(ctx, dictionariesOf(r))
  // a dictionary without entries is no list of choices
  const wrong = given.filter(([n, f]) => keys.get(f.dict!)!.size > 0 && !keys.get(f.dict!)!.has(String(values[n])))
  if (wrong.length) throw problems.invalid(wrong.map(([field, f]) => ({ field, msg: notInWords(f) })))
}
