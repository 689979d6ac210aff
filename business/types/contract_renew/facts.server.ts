import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { fbf_round } from '../../../land/register/tables.ts'
import { numberParam } from '../../../platform/settings/number-param.server.ts'
import type { Codes } from '../../cases/business.ts'
import { isMasked } from '../../cases/members.ts'
import { cutParcels } from '../../cases/pieces.server.ts'
import { refusal } from '../../cases/problems.ts'
import { coOwnersElsewhere, standingsOf } from '../../cases/standing.server.ts'
import { contractAfter, type Facts } from './plan.ts'
import { groupsOf, WAY, type RenewForm } from './type.ts'

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

/** What the form means in the register: the households as they stand, the plan of their issuer, the setting, what is cut. At most eight statements, however many households; takes codes for pieces. */
export async function factsOf(ctx: Ctx, form: RenewForm, codes: Codes | null): Promise<Facts> {
  const standings = await standingsOf(
    ctx,
    form.nh.map((h) => h.cbjyqzbm.slice(0, -1)),
  )
  const came = form.nh.flatMap((h, i) => {
    const isKnown = (m: (typeof h.jtcyList)[number]) => isMasked(m) || standings[i]?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm)
    return h.ybddlx === WAY.people ? h.jtcyList.filter((m) => !isKnown(m)) : []
  })
  const parts = await cutParcels(
    ctx,
    form.nh.flatMap((h) => h.cuts),
    codes,
  )
  return {
    standings,
    rounds: await plannedRounds(ctx, form.fbfbm),
    years: await numberParam(ctx, YEARS_PARAM, WITHIN),
    cuts: new Map(parts.flatMap((p) => (p ? [[p.parcel.dkbm!, p] as const] : []))),
    // whose own household somebody stands in is told by the plan
    elsewhere: await coOwnersElsewhere(ctx, form.fbfbm, came),
  }
}

/** The extended contract of a household as it will be printed. */
export async function contract(ctx: Ctx, form: RenewForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const groups = groupsOf(form)
  const one = { ...form, nh: form.nh.filter((h) => groups.get(h.cbjyqzbm) === groups.get(cbhtbm)) }
  const found = contractAfter(one, await factsOf(ctx, one, codes), cbhtbm)
  if (!found) throw refusal('E1004')
  const { holder, members } = found.standing
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...found.terms },
    holder: { ...holder, ...found.fields, cbfbm: holder.cbfbm! },
    members: found.members ?? members,
    parcels: found.lines.map((l) => ({ ...found.pieces.get(l.dkbm), ...l })),
  }
}
