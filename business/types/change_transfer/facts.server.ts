import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { QSZT } from '../../../land/definitions/statuses.ts'
import { restrictedBy } from '../../../land/register/standing.server.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import type { NewHousehold } from '../../cases/definitions/new-household.ts'
import { lastBookOf, newCbfbm, newHouseholdOf, householdVersions } from '../../parts/new-household.server.ts'
import { pieceRows } from '../../cases/land/pieces.ts'
import { cutParcels } from '../../cases/land/pieces.server.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, type Standing } from '../../cases/definitions/standing.ts'
import { coOwnersElsewhere } from '../../../land/register/co-owners.server.ts'
import { standingsOf } from '../../parts/standing.server.ts'
import { beginsIn } from '../../cases/definitions/term-day.ts'
import type { About } from '../../cases/definitions/type.ts'
import { transferCode, linesAfter, mattersOf, receiverOf, termsOf, type Facts } from './plan.ts'
import { isKnown, type TransferForm } from './type.ts'

/** The checked new household of a form; its terms are the rest of those of the book. */
function householdOf(ctx: Ctx, form: TransferForm, source: Standing | undefined, begins: string): NewHousehold | undefined {
  const book = bookIn(source, form.cbjyqzbm, form.djbId)
  if (isKnown(form) || !source || !book) return undefined
  const { cbfs, cbqx, cbqxq, cbqxz } = termsOf(book, { receiver: undefined, cbfbm: '', begins })
  return newHouseholdOf(ctx, form.cbfZr, { fbfbm: form.fbfbm, cbfs, cbqx, cbqxq, cbqxz })
}
/** What the form means in the register: who transfers and who receives, with their books, and the parcels that are cut. At most nine statements, whatever they hold; takes the code of a new household. */
export async function factsOf(ctx: Ctx, form: TransferForm, codes: Codes | null): Promise<Facts> {
  const known = form.cbfZr.cbfbm ? String(form.cbfZr.cbfbm) : undefined
  const [source, receiver] = await standingsOf(ctx, [form.cbjyqzbm.slice(0, -1), ...(known === undefined ? [] : [known])])
  const begins = beginsIn(codes) ?? ctx.now.slice(0, 10)
  const household = householdOf(ctx, form, source, begins)
  const cbfbm = known ?? (household ? await newCbfbm(ctx, form.fbfbm, household.draft.cbflx, codes) : '')
  const versions = cbfbm ? await householdVersions(ctx, cbfbm).execute() : []
  const barred = known === undefined ? undefined : (await restrictedBy(ctx, countyOf(known), { cbfbms: [known] })).get(known)
  const code = transferCode({ cbfbm })
  return {
    source,
    receiver,
    household,
    cbfbm,
    lastBook: lastBookOf(versions, code),
    isContracted: versions.some((v) => v.code === code && v.qszt === QSZT.current),
    barred: barred ?? new Set(),
    elsewhere: household
      ? await coOwnersElsewhere(
          ctx,
          cbfbm,
          household.members.map(({ values: { cyzjlx = '', cyzjhm = '' } }) => ({ cyzjlx, cyzjhm })),
        )
      : [],
    cuts: await cutParcels(ctx, form.cuts, codes),
    begins,
  }
}

/** The contract of the transfer as it will be printed: the receiver's, with all parcels that it holds then, and who transfers. */
export async function contract(ctx: Ctx, form: TransferForm, codes: Codes, cbhtbm: string, about: About): Promise<DraftContract> {
  const facts = await factsOf(ctx, form, codes)
  const { source, receiver, household } = facts
  const book = bookIn(source, form.cbjyqzbm, form.djbId)
  if (!source || !book || (!receiver && !household)) throw refusal('E1004')
  const { cbfbm, cbfmc, fbfbm } = receiverOf(form, facts)
  const pieces = pieceRows(form.cuts, facts.cuts)
  return {
    fbfbm,
    terms: { cbhtbm, ...termsOf(book, facts) },
    holder: { ...(receiver?.holder ?? household!.draft), cbfbm, cbfmc },
    members: receiver?.members ?? household!.members.map((m) => m.values),
    parcels: linesAfter(form, book, facts, about).receiver.map((l) => ({ ...pieces.get(l.dkbm), ...l })),
    other: { kind: 'transfer', holder: { ...source.holder, cbfbm: source.holder.cbfbm! }, matters: mattersOf(form, book, facts, about) },
  }
}
