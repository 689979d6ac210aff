import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, joinable, pick, scoped } from '../../../kit/server/query.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { PrintedMember } from '../../../land/paper/rows.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { householdOf } from './facts.server.ts'
import type { SignForm } from './type.ts'

/** The contractor and members that a form names: those of the register, or the new household with the code it got at save-commit. */
async function partyOf(ctx: Ctx, form: SignForm, codes: Codes): Promise<Pick<DraftContract, 'holder' | 'members'>> {
  const cbfbm = String(codes.cbfbm)
  if (codes.isNew) {
    const { draft, members } = householdOf(ctx, form)
    return { holder: { ...draft, cbfbm, cbfmc: draft.cbfmc }, members: members.map((m) => m.values) }
  }
  const people = joinable(ctx, jtcy)
    .select(pick(jtcy, 'cyxm', 'yhzgx', 'cyzjhm', 'cybz', 'cybzsm'))
    .whereRef('jtcy.countyCode', '=', 'cbf.countyCode')
    .whereRef('jtcy.cbfbm', '=', 'cbf.cbfbm')
    .orderBy('jtcy.sort')
  const known = await flatRows(scoped(ctx, cbf), cbf)
    .select(jsonArrayFrom(people).$castTo<PrintedMember[]>().as('members'))
    .where('cbf.cbfbm', '=', cbfbm)
    .where('cbf.zt', '=', ZT.valid)
    .executeTakeFirst()
  if (!known) throw problems.notFound({ zh: '承包方', en: 'Contractor' })
  const { members, ...holder } = known
  return { holder: { ...holder, cbfbm, cbfmc: holder.cbfmc }, members }
}

/** The contract as it will be printed, from the form of 承包合同签订. @throws not-found when the contractor is no longer there */
export async function contract(ctx: Ctx, form: SignForm, codes: Codes, cbhtbm: string): Promise<DraftContract> {
  return { fbfbm: form.fbfbm, terms: { ...form.cbht, cbhtbm }, ...(await partyOf(ctx, form, codes)), parcels: form.dk }
}
