// What a correction of a contractor means for the register, from the form and what was found: its acts and what the case takes. Pure.
import { CBFLX, headIndex } from '../../../land/definitions/household.ts'
import { CORRECTION } from '../../../land/definitions/statuses.ts'
import type { Act, Contract, Member } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { unmasked } from '../../cases/definitions/form.ts'
import { NOT_POSTED, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import { memberOf } from '../../cases/people/members.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { nextVersion, signedContract } from '../../parts/next-version.ts'
import { bookIn, standingLocks, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ITEM, type CorrectForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractor of the book, undefined where there is none */
  standing: Standing | undefined
  /** persons whose corrected number is that of a co-owner of another household */
  elsewhere: readonly Elsewhere[]
  /** names and numbers of contractor and members before they were corrected, by id of their rows */
  first?: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}
/** The contract of a correction that is signed anew (dictionary htlx): 变更承包合同. */
const HTLX = '4'
const ENTRY = CORRECTION

/** The contractor and the books that a form without faults writes anew: a name stands in every current book, a phone in none. Source: acts.md 3, two books. */
export function corrected(form: CorrectForm, { standing }: Facts, { item }: About): { standing: Standing; books: readonly StandingBook[] } | undefined {
  if (!standing || !bookIn(standing, form.cbjyqzbm, form.djbId)) return undefined
  return { standing, books: item === ITEM.contact ? [] : standing.books }
}
/** What the contractor's own row says after the correction. */
export function correctedHolder({ cbfmc, dwmc, cbfzjlx, cbfzjhm, lxdh, cbfdz, yzbm }: CorrectForm, { holder }: Standing, { item }: About) {
  if (item === ITEM.name)
    return { cbfmc: cbfmc!, ...(holder.cbflx === CBFLX.organisation && dwmc ? { dwmc } : {}), cbfzjlx: cbfzjlx!, cbfzjhm: unmasked(cbfzjhm, holder.cbfzjhm)! }
  if (item === ITEM.contact) return { lxdh: unmasked(lxdh, holder.lxdh), cbfdz: cbfdz!, yzbm: yzbm! }
  return {}
}
/** The members after the correction; undefined where none of them is corrected. The representative is the head: his row says the same as the contractor's. */
export function membersAfter(form: CorrectForm, standing: Standing, about: About): Member[] | undefined {
  const { members, holder } = standing
  if (about.item === ITEM.members)
    return form.jtcyList.map((m) =>
      memberOf(
        m,
        members.find((s) => s.id === m.id),
      ),
    )
  if (about.item !== ITEM.name || holder.cbflx !== CBFLX.household) return undefined
  const { cbfmc: cyxm, cbfzjlx: cyzjlx, cbfzjhm: cyzjhm } = { ...holder, ...correctedHolder(form, standing, about) }
  return members.map((m, i) => memberOf(i === headIndex(members) ? { ...m, cyxm, cyzjlx, cyzjhm } : m, m))
}

/** The contract goes on as it was signed, or is signed anew where the case says so; its text is not changed but by that. */
const contractOf = (book: StandingBook, contracts: readonly ContractFile[]): Contract => signedContract(contracts, book.code, HTLX) ?? { carry: true }
/** What the register is told. Source: acts.md 3, correct_cbf. */
export function acts(form: CorrectForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const { standing, books } = corrected(form, facts, about)!
  const { cbfbm, fbfbm } = standing.holder
  const members = membersAfter(form, standing, about)
  return [
    { act: 'setContractor', cbfbm: cbfbm!, fields: correctedHolder(form, standing, about), ...(members ? { members } : {}) },
    ...books.flatMap((b): Act[] => [
      ...nextVersion(b, form, { cbfbm: cbfbm!, fbfbm, entry: ENTRY, lines: b.lines.map((l) => l.line), contract: contractOf(b, contracts) }),
      // book, contract and certificate have one running page: a certificate that is kept has brought the line already
      ...(form.hfqz === '1' ? [{ act: 'note' as const, on: b.code, ...ENTRY, text: form.bgyy }] : []),
    ]),
  ]
}
/** The one entry of the case. */
export const entries = (form: CorrectForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case takes, holds and has signed; a correction is not posted. */
export function consequences(form: CorrectForm, facts: Facts, about: About): Meaning {
  const { standing, books } = corrected(form, facts, about)!
  const { cbfbm, cbfmc } = { ...standing.holder, ...correctedHolder(form, standing, about) }
  const after = membersAfter(form, standing, about)
  // why a child heads the household: of name and number nothing else of his row is in the form
  const reason = about.item === ITEM.name ? { reasonAt: 'hzsm', reason: form.hzsm ?? after?.[headIndex(after)]?.cybzsm ?? null } : {}
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm },
    locks: standingLocks(standing, books, []),
    ...(after ? { households: [{ at: '', members: after, before: standing.members, ...reason }] } : {}),
    contracts: about.doSign ? books.map((b) => ({ cbhtbm: b.code, cbfbm: cbfbm!, cbfmc, htlx: HTLX, qdsj: null })) : [],
    posted: NOT_POSTED,
    books: books.map((b) => ({ code: b.code, djbId: b.djbId, role: 'source' })),
    // a seizure of book or land stops the correction of an address too
    ...(books.length ? {} : { judgedBy: standing.books.map((b) => b.djbId) }),
  }
}
