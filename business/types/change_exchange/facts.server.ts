import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flagParam } from '../../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../../platform/settings/params.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { cutParcels } from '../../cases/land/pieces.server.ts'
import { standingsOf } from '../../parts/standing.server.ts'
import { contractFor, type Facts } from './plan.ts'
import type { ExchangeForm } from './type.ts'

/** What the form means in the register: both parties with their books, and the parcels that are cut. At most seven statements, whatever they hold. */
export async function factsOf(ctx: Ctx, form: ExchangeForm, codes: Codes | null): Promise<Facts> {
  const [a, b] = await standingsOf(ctx, [form.cbjyqzbm.slice(0, -1), form.cbjyqzbmB.slice(0, -1)])
  // the parameter is asked where it decides
  const isApart = !!a && !!b && a.holder.fbfbm !== b.holder.fbfbm
  return { a, b, isVillageWide: isApart && (await flagParam(ctx, PARAMS.exchangeInVillage)), cuts: await cutParcels(ctx, form.cuts, codes) }
}

/** A contract of the exchange as it will be printed: its term goes on. */
export async function contract(ctx: Ctx, form: ExchangeForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const { standing, book, parcels, other, matters } = contractFor(form, await factsOf(ctx, form, codes), cbhtbm)
  const { holder, members } = standing
  return {
    fbfbm: holder.fbfbm,
    terms: { cbhtbm, ...book.former, ...book.terms },
    holder: { ...holder, cbfbm: holder.cbfbm! },
    members,
    parcels,
    other: { kind: 'exchange', holder: { ...other, cbfbm: other.cbfbm! }, matters },
  }
}
