// What the merge of households means for the register, from the form and what was found: its acts and what the case takes and posts. Pure.
import type { Act, Line, Member, NewBook } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { postedPeople, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import { joinedShares } from '../../parts/moves.ts'
import { certificateActs, signedContract } from '../../parts/next-version.ts'
import { formerOf, memberAs, personsAt, standingLocks, type Standing, type StandingBook, type StandingMember } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import type { MergeForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the surviving household, then those that it takes in, in the form's order */
  standings: readonly (Standing | undefined)[]
  /** the last version of each code that the surviving household has, or had */
  last: ReadonlyMap<string, string>
}
/** What is signed in a merge (dictionary htlx): 合户协议. */
export const MERGE_HTLX = '8'
/** What a merge leaves where nothing is signed in it: 变更承包合同, not signed yet. */
const UNSIGNED_HTLX = '4'
/** 合户登记 (dictionaries djlx, djxl). */
export const MERGE_ENTRY = { djlx: '1', djxl: '2' } as const

/** The households of a case without faults, and everybody who stands in one. */
export function households({ standings }: Facts): { survivor: Standing; absorbed: readonly Standing[]; everybody: readonly StandingMember[] } {
  const [survivor, ...absorbed] = standings.map((s) => s!)
  return { survivor: survivor!, absorbed, everybody: [survivor!, ...absorbed].flatMap((s) => s.members) }
}
/** The merged household as the register is told. */
export function membersAfter(form: MergeForm, facts: Facts): Member[] {
  const known = new Map(households(facts).everybody.map((m) => [m.id, m]))
  return form.jtcyList.map((m) => memberAs(known.get(m.id)!, m.yhzgx!))
}

/** The lines of several books in one: they stay as they are, shares of one parcel are added together. */
function linesOf(books: readonly StandingBook[]): Line[] {
  const byParcel = Map.groupBy(
    books.flatMap((b) => b.lines.map((l) => l.line)),
    (l) => l.dkbm,
  )
  return [...byParcel.values()].map(([first, ...more]) => more.reduce(joinedShares, first!))
}
/** A book of the merged household, and of which books it is made. */
type Merged = Pick<NewBook, 'code' | 'terms' | 'lines' | 'from'> & { of: readonly StandingBook[]; own: StandingBook | undefined }
/**
 * The books afterwards: one a letter, under the code of the surviving household. A term begins as that of its own book, and ends with the first that ends.
 * Source: acts.md 3, change_merge.
 */
export function merged(facts: Facts): Merged[] {
  const { survivor, absorbed } = households(facts)
  const letters = Map.groupBy(
    [survivor, ...absorbed].flatMap((s) => s.books),
    (b) => b.code.slice(-1),
  )
  return [...letters].map(([letter, of]): Merged => {
    const code = `${survivor.holder.cbfbm}${letter}`
    const own = of.find((b) => b.code === code)
    const before = facts.last.get(code)
    const ends = of.map((b) => b.terms.cbqxz).toSorted()
    return {
      code,
      of,
      own,
      lines: linesOf(of),
      terms: { ...(own ?? of[0]!).terms, cbqxz: ends[0]! },
      // a code that had a book goes on from its last version
      from: [...new Set([...(before ? [before] : []), ...of.map((b) => b.djbId)])],
    }
  })
}

/** The members of the household that goes on: those of all. */
const survivorAct = (form: MergeForm, facts: Facts): Act => ({
  act: 'setContractor',
  cbfbm: households(facts).survivor.holder.cbfbm!,
  fields: {},
  members: membersAfter(form, facts),
})
/** What the register is told. Source: acts.md 3, change_merge_1. */
export function acts(form: MergeForm, facts: Facts, contracts: readonly ContractFile[], { doSign }: About): Act[] {
  const { survivor, absorbed } = households(facts)
  const [cbfbm, fbfbm] = [survivor.holder.cbfbm!, survivor.holder.fbfbm]
  const signed = doSign ? contracts : []
  return [
    survivorAct(form, facts),
    ...absorbed.map((s): Act => ({ act: 'endContractor', cbfbm: s.holder.cbfbm!, zxyylx: '7', successor: [cbfbm] })),
    ...[survivor, ...absorbed].flatMap((s) => s.books.map((b): Act => ({ act: 'endBook', djbId: b.djbId, qszt: '2', reason: form.bgyy }))),
    ...merged(facts).flatMap(({ code, terms, lines, from, own }): Act[] => [
      {
        act: 'newBook',
        code,
        fbfbm,
        cbfbm,
        from,
        ...MERGE_ENTRY,
        terms,
        lines,
        contract: { ...formerOf(own?.former.ycbhtbm ?? null, lines), ...(signedContract(signed, code, MERGE_HTLX) ?? { unsigned: true, htlx: UNSIGNED_HTLX }) },
        ...(own?.remark ? { remark: own.remark } : {}),
      },
      ...certificateActs(code, form, MERGE_ENTRY),
    ]),
    ...absorbed.flatMap((s) => s.books.map((b): Act => ({ act: 'certificate', code: b.code, event: 'cancel', reason: form.bgyy }))),
  ]
}
/** The one entry of the case. */
export const entries = (form: MergeForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case takes, holds, has signed and posts. */
export function consequences(form: MergeForm, facts: Facts, { doSign }: About): Meaning {
  const { survivor, absorbed } = households(facts)
  const all = [survivor, ...absorbed]
  const { cbfbm, cbfmc } = survivor.holder
  const books = merged(facts)
  const names = new Map(all.flatMap((s) => s.books.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l.parcel.dkmc] as const))))
  const locks = all.flatMap((s) => standingLocks(s, s.books, []))
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm },
    locks: [...new Map(locks.map((l) => [`${l.objectType}:${l.objectCode}`, l])).values()],
    persons: absorbed.flatMap((s) => personsAt(s.members, 'jtcyList')),
    households: [{ at: '', members: membersAfter(form, facts), before: survivor.members, reasonAt: 'bgyy', reason: form.bgyy }],
    contracts: doSign ? books.map((b) => ({ cbhtbm: b.code, cbfbm: cbfbm!, cbfmc, htlx: MERGE_HTLX, qdsj: null })) : [],
    posted: {
      targets: [
        ...all.map((s) => s.holder.cbfbm!),
        ...new Set([...all.flatMap((s) => s.books.map((b) => b.code)), ...books.map((b) => b.code)]),
        ...names.keys(),
      ],
      cbfbm: cbfbm!,
      dk: books.flatMap((b) => b.lines.map(({ dkbm, htmj, htmjm, sfqqqg }) => ({ dkbm, dkmc: names.get(dkbm) ?? '', htmj, htmjm, sfqqqg }))),
      cbht: { cbqxq: books[0]!.terms.cbqxq, cbqxz: books[0]!.terms.cbqxz },
      people: postedPeople([survivorAct(form, facts)]),
    },
    books: all.flatMap((s) => s.books.map((b) => ({ code: b.code, djbId: b.djbId, role: s === survivor ? ('target' as const) : ('source' as const) }))),
  }
}
