import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { inRegion, isRegionCode, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input } from '../../kit/server/route.server.ts'

/** System parameter that says how many electronic signatures a region (and what lies below it) was given: `sign.purchased.<region code>`. */
export const PURCHASED = 'sign.purchased.'

/**
 * The account of electronic signatures of a region: purchased, consumed (contracts in force that were signed electronically), reserved (electronic
 * signings under way), remaining. The account nearest above the region counts, with everything that was signed under it; without one all is 0.
 * Source: statistics.md 10 (sign-num).
 */
export async function signNum(ctx: Ctx, q: Input) {
  const asked = String(q.regionCode || ctx.who.regionCode)
  if (q.regionCode && !isRegionCode(asked)) throw problems.badRequest({ zh: '行政区划不正确', en: 'The region is malformed' })
  if (!inRegion(asked, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: asked })
  const accounts = await ctx.db
    .selectFrom('param')
    .select(['paramKey', 'paramValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('paramKey', 'like', `${PURCHASED}%`)
    .execute()
  const account = (accounts as { paramKey: string; paramValue: string }[])
    .map((p) => ({ region: p.paramKey.slice(PURCHASED.length), purchased: Number(p.paramValue) }))
    .filter((a) => inRegion(asked, a.region) && Number.isInteger(a.purchased) && a.purchased >= 0)
    .toSorted((a, b) => b.region.length - a.region.length)[0]
  if (!account) return { regionCode: asked, purchased: 0, consumed: 0, reserved: 0, remaining: 0 }
  const { lo, hi } = regionRange(account.region)
  const { rows } = await sql<{ consumed: string; reserved: string }>`
    select count(*) filter (where "signStatus" = '2') as consumed, count(*) filter (where "signStatus" in ('0', '1', '3')) as reserved
    from contract_file where "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} and "signWay" in ('1', '2')`.execute(ctx.db)
  const [consumed, reserved] = [Number(rows[0]!.consumed), Number(rows[0]!.reserved)]
  return { regionCode: account.region, purchased: account.purchased, consumed, reserved, remaining: Math.max(0, account.purchased - consumed - reserved) }
}
