import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { findCbf, membersOf } from '../../../land/cbf/cbf.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/business.ts'
import { householdOf } from './facts.server.ts'
import type { SignForm } from './type.ts'

/** The contractor and members that a form names: those of the register, or the new household with the code it got at save-commit. */
async function partyOf(ctx: Ctx, form: SignForm, codes: Codes): Promise<Pick<DraftContract, 'holder' | 'members'>> {
  const cbfbm = String(codes.cbfbm)
  if (codes.isNew) {
    const { draft, members } = householdOf(form)
    return { holder: { ...draft, cbfbm, cbfmc: draft.cbfmc }, members: members.map((m) => m.values) }
  }
  const known = await findCbf(ctx, cbfbm)
  if (!known) throw problems.notFound({ zh: '承包方', en: 'Contractor' })
  return { holder: { ...known, cbfbm, cbfmc: known.cbfmc }, members: await membersOf(ctx, cbfbm) }
}

/** The contract as it will be printed, from the form of 承包合同签订. @throws not-found when the contractor is no longer there */
export async function contract(ctx: Ctx, form: SignForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  return { fbfbm: form.fbfbm, terms: { ...form.cbht, cbhtbm }, ...(await partyOf(ctx, form, codes)), parcels: form.dk }
}
