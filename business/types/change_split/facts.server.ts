import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { nextCbfbms } from '../../../land/register/codes.server.ts'
import { branches, branchFields, newHouses } from '../../parts/branches.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { pieceRows } from '../../cases/land/pieces.ts'
import { cutParcels } from '../../cases/land/pieces.server.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { standingOf } from '../../parts/standing.server.ts'
import { formerOf } from '../../cases/definitions/standing.ts'
import { beginsIn } from '../../cases/definitions/term-day.ts'
import type { About } from '../../cases/definitions/type.ts'
import { splitBooks, splitTerms, type Facts } from './plan.ts'
import type { SplitForm } from './type.ts'

const listed = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === 'string') : [])

/** What the form means in the register: the household that is split, the parcels that are cut. At most seven statements; takes codes for new households and for pieces. */
export async function factsOf(ctx: Ctx, form: SplitForm, codes: Codes | null): Promise<Facts> {
  const standing = await standingOf(ctx, form.cbjyqzbm.slice(0, -1))
  const wanted = newHouses(form)
  const taken = listed(codes?.households)
  const more = standing && wanted > taken.length ? await nextCbfbms(ctx, form.fbfbm, CBFLX.household, wanted - taken.length) : []
  return { standing, cbfbms: [...taken, ...more].slice(0, wanted), cuts: await cutParcels(ctx, form.cuts, codes), begins: beginsIn(codes) }
}

/** A contract of the split as it will be printed. */
export async function contract(ctx: Ctx, form: SplitForm, codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const facts = await factsOf(ctx, form, codes)
  const { standing } = facts
  if (!standing) throw refusal('E1004')
  const [found] = branches(form, facts).flatMap((b) => splitBooks(form, facts, b).flatMap((k) => (k.code === cbhtbm ? [{ ...k, b }] : [])))
  if (!found) throw refusal('E1004')
  const { b, of, lines } = found
  // pieces are no parcels of the register yet
  const pieces = pieceRows(form.cuts, facts.cuts)
  return {
    fbfbm: form.fbfbm,
    terms: { cbhtbm, ...formerOf(of.code, lines), ...splitTerms(of, facts, about) },
    holder: { ...(b.isKept ? standing.holder : branchFields(b, standing)), cbfbm: b.cbfbm, cbfmc: b.head.cyxm! },
    members: b.members,
    parcels: lines.map((l) => ({ ...pieces.get(l.dkbm), ...l })),
  }
}
