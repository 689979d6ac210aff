import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { cameMasked } from '../../cases/definitions/form.ts'
import { isMasked } from '../../cases/people/members.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { standingOf } from '../../parts/standing.server.ts'
import type { Standing } from '../../cases/definitions/standing.ts'
import { beforeCorrections } from '../../../land/register/uncorrected.server.ts'
import { coOwnersElsewhere } from '../../../land/register/co-owners.server.ts'
import type { About } from '../../cases/definitions/type.ts'
import { corrected, correctedHolder, membersAfter, type Facts } from './plan.ts'
import type { CorrectForm } from './type.ts'

/** What the form means in the register: the contractor of the book, and whose numbers others have. At most seven statements. */
export async function factsOf(ctx: Ctx, form: CorrectForm): Promise<Facts> {
  const cbfbm = form.cbjyqzbm.slice(0, -1)
  const standing = await standingOf(ctx, cbfbm)
  const { cbfzjlx: cyzjlx, cbfzjhm: cyzjhm } = form
  const persons = [
    ...(cyzjhm && !cameMasked(cyzjhm) ? [{ cyzjlx, cyzjhm }] : []),
    ...form.jtcyList.filter((m) => !isMasked(m) && !standing?.members.some((s) => s.id === m.id && s.cyzjhm === m.cyzjhm)),
  ]
  return { standing, elsewhere: await coOwnersElsewhere(ctx, cbfbm, persons), first: standing ? await firstOf(ctx, form, standing) : new Map() }
}

/** How contractor and members stood before they were corrected, where name or number of one of them is corrected now. */
async function firstOf(ctx: Ctx, form: CorrectForm, { holder, members }: Standing): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  if (!form.cbfmc && form.jtcyList.length === 0) return new Map()
  const county = countyOf(form.cbjyqzbm)
  const ofMembers = await beforeCorrections(
    ctx,
    county,
    'jtcy',
    members.map((m) => m.id),
  )
  return form.cbfmc ? new Map([...ofMembers, ...(await beforeCorrections(ctx, county, 'cbf', [holder.id]))]) : ofMembers
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
    holder: { ...holder, ...correctedHolder(form, found.standing, about), cbfbm: holder.cbfbm! },
    members: membersAfter(form, found.standing, about) ?? members,
    parcels: book.lines.map((l) => l.line),
  }
}
