import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/business.ts'
import { cameMasked } from '../../cases/form.ts'
import { isMasked } from '../../cases/members.ts'
import { refusal } from '../../cases/problems.ts'
import { standingOf } from '../../parts/standing.server.ts'
import { coOwnersElsewhere } from '../../../land/register/co-owners.server.ts'
import type { About } from '../../cases/type.ts'
import { corrected, holderAfter, membersAfter, type Facts } from './plan.ts'
import type { CorrectForm } from './type.ts'

/** What the form means in the register: the contractor of the book, and whose numbers others have. At most five statements. */
export async function factsOf(ctx: Ctx, form: CorrectForm): Promise<Facts> {
  const cbfbm = form.cbjyqzbm.slice(0, -1)
  const standing = await standingOf(ctx, cbfbm)
  const { cbfzjlx: cyzjlx, cbfzjhm: cyzjhm } = form
  const persons = [
    ...(cyzjhm && !cameMasked(cyzjhm) ? [{ cyzjlx, cyzjhm }] : []),
    ...form.jtcyList.filter((m) => !isMasked(m) && !standing?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm)),
  ]
  return { standing, elsewhere: await coOwnersElsewhere(ctx, cbfbm, persons) }
}

/** The corrected contract as it will be printed, where it is signed anew. */
export async function contract(ctx: Ctx, form: CorrectForm, _codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const found = corrected(form, await factsOf(ctx, form), about)
  const book = found?.books.find((b) => b.code === cbhtbm)
  if (!found || !book) throw refusal('E1004')
  const { holder, members } = found.standing
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...book.former, ...book.terms },
    holder: { ...holder, ...holderAfter(form, found.standing, about), cbfbm: holder.cbfbm! },
    members: membersAfter(form, found.standing, about) ?? members,
    parcels: book.lines.map((l) => l.line),
  }
}
