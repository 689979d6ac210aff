// Characters that no font has, before anything is printed: whose name or address has which. Source: documents.md 0.
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { missingGlyphs } from '../../runtime/fonts.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { ZT } from '../definitions/statuses.ts'
import type { PrintHousehold } from './print-job.ts'

/** A text that cannot be drawn: of which household, the text, and the characters with their numbers. */
export interface Undrawable extends PrintHousehold {
  text: string
  characters: string
}
const named = (c: string) => `${c}（U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}）`
const AT_ONCE = 500

/** What of these households cannot be drawn, in their order. */
export async function undrawable(ctx: Ctx, households: readonly PrintHousehold[]): Promise<Undrawable[]> {
  const found: Undrawable[] = []
  for (let at = 0; at < households.length; at += AT_ONCE) {
    const some = households.slice(at, at + AT_ONCE)
    const codes = some.map((h) => h.code)
    const counties = [...new Set(codes.map(countyOf))]
    const holders = await scoped(ctx, cbf)
      .select(['cbf.cbfbm', 'cbf.cbfmc', 'cbf.cbfdz'])
      .where('cbf.countyCode', 'in', counties)
      .where('cbf.cbfbm', 'in', codes)
      .where('cbf.zt', '=', ZT.valid)
      .execute()
    const members = await scoped(ctx, jtcy)
      .select(['jtcy.cbfbm', 'jtcy.cyxm'])
      .where('jtcy.countyCode', 'in', counties)
      .where('jtcy.cbfbm', 'in', codes)
      .orderBy('jtcy.sort')
      .execute()
    // most households have none of them: one question for all
    const said = [...holders.flatMap((h) => [h.cbfmc, h.cbfdz]), ...members.map((m) => m.cyxm)].join('')
    const missing = new Set(missingGlyphs(said))
    if (missing.size === 0) continue
    for (const h of some) {
      const own = holders.filter((x) => x.cbfbm === h.code).flatMap((x) => [x.cbfmc, x.cbfdz])
      const texts = new Set([...own, ...members.filter((m) => m.cbfbm === h.code).map((m) => m.cyxm)].flatMap((t) => t ?? []))
      for (const text of texts) {
        const characters = [...new Set(text)].filter((c) => missing.has(c))
        if (characters.length) found.push({ ...h, text, characters: characters.map(named).join('、') })
      }
    }
  }
  return found
}
