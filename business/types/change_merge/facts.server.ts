import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { lastVersions, standingsOf } from '../../parts/standing.server.ts'
import { formerOf } from '../../cases/definitions/standing.ts'
import { households, membersAfter, merged, type Facts } from './plan.ts'
import { contractorsOf, type MergeForm } from './type.ts'

/** What the form means in the register: the households of the case, and the versions of the surviving one's codes. Five statements, however many they are. */
export async function factsOf(ctx: Ctx, form: MergeForm): Promise<Facts> {
  const [survivor] = contractorsOf(form)
  return { standings: await standingsOf(ctx, contractorsOf(form)), last: await lastVersions(ctx, [`${survivor}J`, `${survivor}Q`]) }
}

/** The contract of the merged household as it will be printed. */
export async function contract(ctx: Ctx, form: MergeForm, _codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const facts = await factsOf(ctx, form)
  if (facts.standings.some((s) => !s)) throw refusal('E1004')
  const book = merged(facts).find((b) => b.code === cbhtbm)
  if (!book) throw refusal('E1004')
  const { holder } = households(facts).survivor
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...formerOf(book.own?.former.ycbhtbm ?? null, book.lines), ...book.terms },
    holder: { ...holder, cbfbm: holder.cbfbm! },
    members: membersAfter(form, facts),
    parcels: book.lines,
  }
}
