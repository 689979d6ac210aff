import { both } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { fbf } from '../definitions/fbf.ts'
import { issuerNameKey } from '../definitions/issuer-name.ts'
import { ZT } from '../definitions/statuses.ts'

/** Digits of an issuer's code that name its village. */
const VILLAGE = 12
/** What is wrong with a name that an issuer (`fbfbm`) is to have: another valid issuer of its village is called so already, however it is written (二组, 2组). */
export async function issuerNameWrong(ctx: Ctx, fbfbm: string, fbfmc: string | null | undefined): Promise<Wrong[]> {
  const name = issuerNameKey(fbfmc)
  if (!name) return []
  const village = fbfbm.slice(0, VILLAGE)
  // a village has a hundred at most: what is read alike (二组, 2组) is told by no index
  const others = await joinable(ctx, fbf)
    .select(['fbf.fbfbm', 'fbf.fbfmc'])
    .where('fbf.countyCode', '=', countyOf(fbfbm))
    .where('fbf.fbfbm', '>=', `${village}00`)
    .where('fbf.fbfbm', '<=', `${village}99`)
    .where('fbf.fbfbm', '!=', fbfbm)
    .where('fbf.zt', '=', ZT.valid)
    .orderBy('fbf.fbfbm')
    .execute()
  const other = others.find((o) => issuerNameKey(o.fbfmc) === name)
  return other ? [{ field: 'fbfmc', msg: both(`本村发包方【${other.fbfbm}】已使用该名称`, `Issuer ${other.fbfbm} of this village has this name already`) }] : []
}
