import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/business.ts'
import { cutParcels } from '../../cases/pieces.server.ts'
import { standingOf } from '../../cases/standing.server.ts'
import { contractFor, type Facts } from './plan.ts'
import type { ExchangeForm } from './type.ts'

/** What the form means in the register: both parties with their books, and the parcels that are cut. At most ten statements, whatever they hold. */
export const factsOf = async (ctx: Ctx, form: ExchangeForm, codes: Codes | null): Promise<Facts> => ({
  a: await standingOf(ctx, form.cbjyqzbm.slice(0, -1)),
  b: await standingOf(ctx, form.cbjyqzbmB.slice(0, -1)),
  cuts: await cutParcels(ctx, form.cuts, codes),
})

/** A contract of the exchange as it will be printed: its term goes on. */
export async function contract(ctx: Ctx, form: ExchangeForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const { standing, book, parcels, other, matters } = contractFor(form, await factsOf(ctx, form, codes), cbhtbm)
  const { holder, members } = standing
  return {
    ...{ fbfbm: form.fbfbm, terms: { cbhtbm, ...book.former, ...book.terms }, holder: { ...holder, cbfbm: holder.cbfbm! }, members, parcels },
    other: { kind: 'exchange', holder: { ...other, cbfbm: other.cbfbm! }, matters },
  }
}
