import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { inRegion, isRegionCode, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input } from '../../kit/server/route.server.ts'

/** System parameter that says how many electronic signatures a region (and what lies below it) was given: `sign.purchased.<region code>`. */
export const PURCHASED = 'sign.purchased.'

export interface SignAccount {
  /** whose account it is: the region asked for, or the nearest above it that has one */
  regionCode: string
  purchased: number
  /** contracts in force that were signed electronically */
  consumed: number
  /** electronic signings under way */
  reserved: number
  /** what is left; below 0 only where somebody took away what was given out */
  remaining: number
}

/**
 * The account of electronic signatures of a region: the account nearest above it counts, with everything that was signed under it; without one all is 0.
 * @param lock holds the account until the transaction ends, so that of two who begin to sign one waits for the other. Source: statistics.md 10 (sign-num).
 */
async function accountOf(ctx: Ctx, asked: string, lock: boolean): Promise<SignAccount> {
  const accounts = await ctx.db
    .selectFrom('param')
    .select(['id', 'paramKey'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('paramKey', 'like', `${PURCHASED}%`)
    .execute()
  const nearest = (accounts as { id: string; paramKey: string }[])
    .map((p) => ({ id: p.id, region: p.paramKey.slice(PURCHASED.length) }))
    .filter((a) => inRegion(asked, a.region))
    .toSorted((a, b) => b.region.length - a.region.length)[0]
  const none = { regionCode: asked, purchased: 0, consumed: 0, reserved: 0, remaining: 0 }
  if (!nearest) return none
  const held = ctx.db.selectFrom('param').select('paramValue').where('tenantId', '=', ctx.who.tenantId).where('id', '=', nearest.id)
  const row = await (lock ? held.forUpdate() : held).executeTakeFirst()
  const given = Number(row?.paramValue)
  const purchased = row && Number.isInteger(given) && given >= 0 ? given : 0
  const { lo, hi } = regionRange(nearest.region)
  const { rows } = await sql<{ consumed: string; reserved: string }>`
    select count(*) filter (where "signStatus" = '2') as consumed, count(*) filter (where "signStatus" in ('0', '1', '3')) as reserved
    from contract_file where "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} and "signWay" in ('1', '2')`.execute(ctx.db)
  const [consumed, reserved] = [Number(rows[0]!.consumed), Number(rows[0]!.reserved)]
  return { regionCode: nearest.region, purchased, consumed, reserved, remaining: purchased - consumed - reserved }
}

/** What is left for new electronic signings in a region; the account is held until the transaction ends. */
export const heldSignatures = async (ctx: Ctx, regionCode: string): Promise<number> => (await accountOf(ctx, regionCode, true)).remaining

/** GET sign-num: the account of the caller's region or one below it. */
export async function signNum(ctx: Ctx, q: Input): Promise<SignAccount> {
  const asked = String(q.regionCode || ctx.who.regionCode)
  if (q.regionCode && !isRegionCode(asked)) throw problems.badRequest({ zh: '行政区划不正确', en: 'The region is malformed' })
  if (!inRegion(asked, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: asked })
  return accountOf(ctx, asked, false)
}
