import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { DEAD, numbersOf, personOf, type Person } from '../definitions/person.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
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

/**
 * Holds these persons of a county until the transaction ends, before it is asked where they stand: who comes with one of them at the same moment waits, and then sees what was
 * written. A row of a counter that goes as it came is held by every node alike; it never says whose number it was.
 */
export async function claimPersons(ctx: Ctx, county: string, persons: readonly Person[]): Promise<void> {
  const numbered = persons.filter((p) => p.cyzjhm)
  if (numbered.length === 0) return
  // in one order: two who come with the same persons wait one for the other, never both ways
  const keys = [...new Set(numbered.map((p) => sha256(personOf({ ...p, cyxm: '' })).slice(0, 40)))].toSorted()
  await sql`insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
    select ${county}, ${ctx.who.tenantId}, 'person', u.key, 0 from unnest(${keys}::text[]) as u(key)
    on conflict ("countyCode", "tenantId", kind, prefix) do update set last = 0`.execute(ctx.db)
  await sql`delete from code_counter where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and kind = 'person' and prefix = any(${keys}::text[])`.execute(
    ctx.db,
  )
}
