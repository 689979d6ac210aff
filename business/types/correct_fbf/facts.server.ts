import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { QSZT } from '../../../land/definitions/statuses.ts'
import { getFbf } from '../../../land/fbf/fbf.server.ts'
import { issuerNameWrong } from '../../../land/register/issuer-names.server.ts'
import { ACTS, namedPersonWrong } from '../../../land/register/whose-number.server.ts'
import { unmasked } from '../../cases/definitions/form.ts'
import type { Facts } from './plan.ts'
import type { IssuerForm } from './type.ts'

/** The issuer, and its current books where each of them gets a line. Four statements at most. @throws not-found where the caller sees no such issuer */
export async function factsOf(ctx: Ctx, { fbfbm, fbfmc, zbdj, cbjyqzbm, ...form }: IssuerForm): Promise<Facts> {
  const issuer = await getFbf(ctx, fbfbm)
  const was = { name: issuer.fbffzrxm, number: issuer.fzrzjhm }
  const place = { field: 'fzrzjhm', county: countyOf(fbfbm), was, acts: ACTS.principal }
  const wrong = [
    ...(fbfmc && fbfmc !== issuer.fbfmc ? await issuerNameWrong(ctx, fbfbm, fbfmc) : []),
    ...(cbjyqzbm ? [] : await namedPersonWrong(ctx, { name: form.fbffzrxm, number: unmasked(form.fzrzjhm, issuer.fzrzjhm) }, place)),
  ]
  if (zbdj !== '1') return { issuer, wrong, books: [] }
  const current = joinable(ctx, djb)
    .select(['djb.cbjyqzbm as code', 'djb.fbfmc'])
    .where('djb.countyCode', '=', countyOf(fbfbm))
    .where('djb.fbfbm', '=', fbfbm)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.cbjyqzbm')
    .$castTo<Facts['books'][number]>()
  return { issuer, wrong, books: await (cbjyqzbm ? current.where('djb.cbjyqzbm', '=', cbjyqzbm) : current).execute() }
}
