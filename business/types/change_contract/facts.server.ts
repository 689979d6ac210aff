import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { refusal } from '../../cases/problems.ts'
import { coOwnersElsewhere, parcelsStanding, standingOf } from '../../cases/standing.server.ts'
import type { Codes } from '../../cases/business.ts'
import { isMasked } from '../../cases/members.ts'
import type { About } from '../../cases/type.ts'
import { changed, holderAfter, linesAfter, membersAfter, type Facts } from './plan.ts'
import { ofPeople, type ChangeForm } from './type.ts'

/** What the form means in the register: the contractor of the book, the parcels and persons that come in. At most six statements, whatever the form holds. */
export async function factsOf(ctx: Ctx, form: ChangeForm): Promise<Facts> {
  const cbfbm = form.cbjyqzbm.slice(0, -1)
  const standing = await standingOf(ctx, cbfbm)
  const known = (m: ChangeForm['jtcyList'][number]) => standing?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm) || isMasked(m)
  const came = form.jtcyList.filter((m) => !known(m))
  return {
    standing,
    parcels: await parcelsStanding(
      ctx,
      form.dk.map((d) => d.dkbm),
    ),
    elsewhere: await coOwnersElsewhere(ctx, cbfbm, came),
  }
}

/** The changed contract as it will be printed: the term goes on. */
export async function contract(ctx: Ctx, form: ChangeForm, _codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const { standing, books } = changed(form, await factsOf(ctx, form), about)
  const book = books.find((b) => b.code === cbhtbm)
  if (!book) throw refusal('E1004')
  const { holder, members } = standing
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...book.former, ...book.terms },
    holder: { ...holder, ...holderAfter(form, standing, about), cbfbm: holder.cbfbm! },
    members: ofPeople(about.item) ? membersAfter(form, standing) : members,
    parcels: linesAfter(form, book, about),
  }
}
