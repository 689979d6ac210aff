import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { fbf_round } from '../../../land/register/tables.ts'
import { numberParam } from '../../../platform/settings/number-param.server.ts'
import type { Codes } from '../../cases/business.ts'
import { refusal } from '../../cases/problems.ts'
import { standingsOf } from '../../cases/standing.server.ts'
import { contractAfter, type Facts } from './plan.ts'
import type { RenewForm } from './type.ts'

/** Parameter of a tenant: a contract may be extended that ends within so many years. */
const YEARS_PARAM = 'renew.years'
const WITHIN = 3

/** Rounds that plans in force have added to an issuer. One statement. */
const plannedRounds = (ctx: Ctx, fbfbm: string): Promise<Facts['rounds'][number][]> =>
  joinable(ctx, fbf_round)
    .select(['fbf_round.fromDay', 'fbf_round.toDay'])
    .where('fbf_round.countyCode', '=', countyOf(fbfbm))
    .where('fbf_round.fbfbm', '=', fbfbm)
    .where('fbf_round.planId', 'is not', null)
    .$castTo<Facts['rounds'][number]>()
    .execute()

/** What the form means in the register: the households as they stand, the plan of their issuer, the setting. Six statements, however many households. */
export async function factsOf(ctx: Ctx, form: RenewForm): Promise<Facts> {
  return {
    standings: await standingsOf(
      ctx,
      form.nh.map((h) => h.cbjyqzbm.slice(0, -1)),
    ),
    rounds: await plannedRounds(ctx, form.fbfbm),
    years: await numberParam(ctx, YEARS_PARAM, WITHIN),
  }
}

/** The extended contract of a household as it will be printed. */
export async function contract(ctx: Ctx, form: RenewForm, _codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const nh = form.nh.filter((h) => h.cbjyqzbm === cbhtbm)
  const one = { ...form, nh }
  const found = contractAfter(one, await factsOf(ctx, one), cbhtbm)
  if (!found) throw refusal('E1004')
  const { holder, members } = found.standing
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...found.terms },
    holder: { ...holder, ...(found.lxdh ? { lxdh: found.lxdh } : {}), cbfbm: holder.cbfbm! },
    members,
    parcels: found.lines,
  }
}
