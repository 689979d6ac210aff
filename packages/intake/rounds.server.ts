import type { Ctx } from '../../kit/server/ctx.server.ts'
import { regionOfFbf } from '../../kit/model/region-code.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { fbf_round } from '../../land/register/acts/tables.ts'
import { unitOf } from '../../land/register/content/packaged.server.ts'
import { write } from '../../land/register/write.server.ts'
import type { IssuerRound } from '../package/rounds.ts'

/** Issuers of a county that have a round already: what a package shows of them is not asked for. */
export async function issuersWithRounds(ctx: Ctx, county: string, fbfbms: readonly string[]): Promise<ReadonlySet<string>> {
  if (fbfbms.length === 0) return new Set()
  const found = await joinable(ctx, fbf_round)
    .select('fbf_round.fbfbm')
    .where('fbf_round.countyCode', '=', county)
    .where('fbf_round.fbfbm', 'in', [...fbfbms])
    .execute()
  return new Set(found.map((r) => String(r.fbfbm)))
}
/** Records the confirmed rounds of issuers that have none yet, one entry a village, with the cause of the package: they leave with it. `day`: of the package. */
export async function recordRounds(ctx: Ctx, infoId: string, county: string, day: string, rounds: readonly IssuerRound[]): Promise<void> {
  const known = await issuersWithRounds(
    ctx,
    county,
    rounds.map((r) => r.fbfbm),
  )
  const fresh = rounds.filter((r) => !known.has(r.fbfbm))
  for (const [village, of] of Map.groupBy(fresh, (r) => regionOfFbf(r.fbfbm).slice(0, 12)))
    await write(ctx, {
      cause: { kind: 'import', id: infoId },
      unit: `${unitOf(infoId, village)}/rounds`,
      regionCode: village,
      day,
      isIncrement: true,
      acts: of.map((r) => ({ act: 'setIssuer', fbfbm: r.fbfbm, rounds: [{ no: r.roundNo, from: r.fromDay, to: r.toDay }] })),
    })
}
