// A household that becomes several as it is extended (ybddlx 4): acts of a split with the renewed terms. Pure. Source: acts.md 3.
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import type { Act, Line, Terms } from '../../../land/register/acts/acts.ts'
import { branches, branchLines, branchPeople, type Branch, type PartingFacts } from '../../parts/branches.ts'
import { partingFaults } from '../../parts/branch-faults.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { certificateActs, signedContract, type EntryKind, type VersionReason } from '../../parts/next-version.ts'
import type { CutParcel } from '../../cases/land/pieces.ts'
import { formerOf, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import type { RenewHousehold } from './type.ts'

/** A household that is split: its row and the place of it, what it is in the register, its book. */
export interface HouseholdSplit {
  household: RenewHousehold
  place: number
  standing: Standing
  book: StandingBook
}
/** What is known of those who get codes and of what is cut, by the code of the book and of the parcel. */
export interface SplitFacts {
  cbfbms: ReadonlyMap<string, readonly string[]>
  cuts: ReadonlyMap<string, CutParcel>
}
const factsOf = ({ household, standing, book }: HouseholdSplit, { cbfbms, cuts }: SplitFacts): PartingFacts & { standing: Standing } => ({
  standing,
  cbfbms: cbfbms.get(book.code) ?? [],
  cuts: household.cuts.map((c) => cuts.get(c.dkbm)),
})
/** A household afterwards, and the contract it gets: its code and lines; none of one that gets no land. */
export interface SplitPart {
  branch: Branch
  code: string
  lines: readonly Line[]
}
/** The households afterwards: a parcel that stays whole with one of them has the area that was decided, beside every area the former one. */
export function partsOf(r: HouseholdSplit, facts: SplitFacts): SplitPart[] {
  const own = factsOf(r, facts)
  const decided = new Map(r.household.dk.map((d) => [d.dkbm, d] as const))
  const isShared = (dkbm: string) => r.household.households.filter((h) => h.dk.some((d) => d.dkbm === dkbm)).length > 1
  return branches(r.household, own).map((branch) => ({
    branch,
    code: `${branch.cbfbm}J`,
    lines: branchLines(r.household, own, branch.place, r.book).map((line) => {
      const area = isShared(line.dkbm) ? undefined : decided.get(line.dkbm)
      const is = area?.htmj && area.htmjm ? { htmj: area.htmj, htmjm: area.htmjm } : {}
      return { ...line, ...is, yhtmj: line.htmj, yhtmjm: line.htmjm }
    }),
  }))
}
/** Why a household cannot be split so. Another book of it would have to be shared out too: that is a split by itself. */
export function splitFaults(r: HouseholdSplit, facts: SplitFacts, about: About): Problem[] {
  const at = (zh: string, en: string) => [invalidField(`nh.${r.place}.cbjyqzbm`, { zh, en })]
  if (r.standing.holder.cbflx !== CBFLX.household) return at('承包方不是农户，不能分户', 'The contractor is no household')
  const more = r.standing.books.find((b) => b.code !== r.book.code)
  if (more) return at(`该户还有登记簿【${more.code}】，请先办理分户`, `The household also has book ${more.code}: split it first`)
  return partingFaults(r.household, factsOf(r, facts), [r.book], about, `nh.${r.place}.`)
}

interface As {
  reason: VersionReason
  entry: EntryKind
  terms: Terms
  htlx: string
  contracts: readonly ContractFile[]
  /** what the register is told of the parcels */
  parcels: readonly Act[]
}
/** What the register is told. */
export function splitActs(r: HouseholdSplit, facts: SplitFacts, { reason, entry, terms, htlx, contracts, parcels }: As): Act[] {
  const { standing, book, household } = r
  const parts = partsOf(r, facts)
  const landed = parts.filter((p) => p.lines.length)
  return [
    ...branchPeople(
      parts.map((p) => p.branch),
      standing,
      household.lxdh ? { lxdh: household.lxdh } : {},
    ),
    ...parcels,
    { act: 'endBook', djbId: book.djbId, qszt: '2', reason: reason.bgyy },
    ...landed.flatMap(({ branch, code, lines }): Act[] => [
      {
        act: 'newBook',
        code,
        fbfbm: standing.holder.fbfbm,
        cbfbm: branch.cbfbm,
        from: [book.djbId],
        ...entry,
        terms,
        lines,
        contract: { ...formerOf(book.code, lines), ...(signedContract(contracts, code, htlx) ?? { unsigned: true, htlx }) },
        ...(book.remark ? { remark: book.remark } : {}),
      },
      ...(branch.isKept ? certificateActs(code, reason, entry) : [{ act: 'certificate' as const, code, event: 'new' as const }]),
    ]),
    ...(landed.some((p) => p.code === book.code) ? [] : [{ act: 'certificate' as const, code: book.code, event: 'cancel' as const, reason: reason.bgyy }]),
  ]
}
