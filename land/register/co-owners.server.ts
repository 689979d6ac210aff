import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { DEAD, numbersOf, personOf } from '../definitions/person.ts'
import type { Elsewhere } from './acts/people.ts'

/** A person by document type and number. */
export type Numbered = { cyzjlx: string | null; cyzjhm: string | null }
/**
 * Asks where these persons are co-owners of other households of the county, or recorded as dead: the question, for a statement of its own or a part of one, and `only`, which keeps of
 * its answers those that are about them (a number is written in two ways). Source: register.md 5.
 */
export function coOwners(ctx: Ctx, cbfbm: string, persons: readonly Numbered[]) {
  const asked = persons.map((p) => ({ ...p, cyxm: '' })).filter((p) => p.cyzjhm)
  const numbers = [...new Set(asked.flatMap(numbersOf))]
  const query = joinable(ctx, jtcy)
    .select(['jtcy.cyzjlx', 'jtcy.cyzjhm', 'jtcy.cyxm', 'jtcy.cbfbm', 'jtcy.cybz'])
    .where('jtcy.countyCode', '=', countyOf(cbfbm))
    .where('jtcy.cyzjhm', '=', sql`any(${numbers}::text[])`)
    .where('jtcy.cbfbm', '<>', cbfbm)
    .where((w) => w.or([w('jtcy.sfgyr', '=', '1'), w('jtcy.cybz', '=', DEAD)]))
    .$castTo<Elsewhere>()
  const wanted = new Set(asked.map(personOf))
  return { query, isAsked: numbers.length > 0, only: (found: readonly Elsewhere[]) => found.filter((f) => wanted.has(personOf({ ...f, cyxm: '' }))) }
}
/** Where these persons are co-owners of other households of the county. One statement. */
export async function coOwnersElsewhere(ctx: Ctx, cbfbm: string, persons: readonly Numbered[]): Promise<Elsewhere[]> {
  const { query, isAsked, only } = coOwners(ctx, cbfbm, persons)
  return isAsked ? only(await query.execute()) : []
}
