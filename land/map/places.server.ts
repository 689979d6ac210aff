// Places by their names: the regions that the search of the map offers.
import { sql } from 'kysely'
import { regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'

/** So many are offered: a longer list is read by nobody. */
const MOST = 8
/** Regions of the caller's own whose name holds what was typed, or whose code begins with it: those that begin with it first, the wider before the narrower. */
export async function placesNamed(ctx: Ctx, q: TextInput) {
  const word = (q.name ?? '').trim()
  if (word === '') return []
  const { lo, hi } = regionRange(ctx.who.regionCode)
  const { rows } = await sql<{ code: string; name: string; fullName: string; level: number }>`
    select r.code, r.name, coalesce(r."fullName", r.name) as "fullName", r.level from region r
    where r.code >= ${lo} and r.code < ${hi} and (strpos(r.name, ${word}) > 0 or strpos(r.code, ${word}) = 1)
    order by strpos(r.name, ${word}) > 1, length(r.code), r.code limit ${MOST}`.execute(ctx.db)
  return rows
}
