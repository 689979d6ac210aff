import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { registeredSince } from '../../../land/register/facts.server.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { contractAsItStands, standingOf } from '../../parts/standing.server.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ending, type Facts } from './plan.ts'
import type { CancelForm } from './type.ts'

/** What the form means in the register: the contractor of the book, and where its members are told of since when they are registered. At most five statements. */
export async function factsOf(ctx: Ctx, form: CancelForm): Promise<Facts> {
  const standing = await standingOf(ctx, form.cbjyqzbm.slice(0, -1))
  const told = (standing?.members ?? []).filter((m) => form.jtcyList.some((x) => x.id === m.id)).map((m) => m.id)
  return { standing, ...(told.length ? { since: await registeredSince(ctx, countyOf(form.cbjyqzbm), told) } : {}) }
}

/** The agreement by which a contract ends, as it will be printed: its parties, members, land and term are those of the contract. Source: documents.md 6. */
export async function contract(ctx: Ctx, form: CancelForm, _codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const { standing, books } = ending(form, await factsOf(ctx, form), about)
  const book = books.find((b) => b.code === cbhtbm)
  if (!book) throw refusal('E1004')
  return contractAsItStands(form.fbfbm, standing, book)
}
