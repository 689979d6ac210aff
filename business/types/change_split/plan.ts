// What the split of a household means for the register, from the form and what was found: its acts and what the case takes and posts. Pure.
import type { Act, Line, Terms } from '../../../land/register/acts/acts.ts'
import { branches, branchHouseholds, branchLines, branchPeople, type Branch, type PartingFacts } from '../../parts/branches.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { postedPeople, type Lockable, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import { certificateActs, signedContract } from '../../parts/next-version.ts'
import { cutAct, pieceCodes, piecesOf } from '../../cases/land/pieces.ts'
import { formerOf, personsAt, standingLocks, type StandingBook } from '../../cases/definitions/standing.ts'
import { NO_TERM_DAY } from '../../cases/definitions/term-day.ts'
import type { About } from '../../cases/definitions/type.ts'
import type { SplitForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts extends PartingFacts {
  /** the day that was set when the case came to its signing (yyyy-MM-dd), undefined before */
  begins: string | undefined
}
/** What is signed in a split (dictionary htlx): 分户协议, one for each household. */
const HTLX = '7'
/** What a split leaves where nothing is signed in it: 变更承包合同, not signed yet. */
const UNSIGNED_HTLX = '4'
/** 分户登记 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '1', djxl: '1' } as const
/** The books of a household afterwards, one for each that it gets lines of. */
export function splitBooks(form: SplitForm, facts: Facts, b: Branch): { code: string; of: StandingBook; lines: Line[] }[] {
  return facts.standing!.books.flatMap((of) => {
    const lines = branchLines(form, facts, b.place, of)
    return lines.length ? [{ code: `${b.cbfbm}${of.code.slice(-1)}`, of, lines }] : []
  })
}
/**
 * The terms of a book afterwards: they begin on the day of the entry, not before the old ones, and end with them. A contract that is signed says the day on
 * which its signing began, so that register and paper say the same. Source: acts.md 3, change_split_1.
 */
export function splitTerms({ terms }: StandingBook, { standing, begins }: Pick<Facts, 'standing' | 'begins'>, { doSign }: About): Terms {
  const day = (doSign ? begins : undefined) ?? standing!.today
  return { ...terms, cbqxq: terms.cbqxq > day ? terms.cbqxq : day }
}
/** What the register is told. Source: acts.md 3, change_split_1 and _2. */
export function acts(form: SplitForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const standing = facts.standing!
  const { fbfbm } = standing.holder
  const all = branches(form, facts)
  const signed = about.doSign ? contracts : []
  const books = all.flatMap((b) =>
    splitBooks(form, facts, b).flatMap(({ code, of, lines }): Act[] => [
      {
        act: 'newBook',
        code,
        fbfbm,
        cbfbm: b.cbfbm,
        from: [of.djbId],
        ...ENTRY,
        terms: splitTerms(of, facts, about),
        lines,
        contract: { ...formerOf(of.code, lines), ...(signedContract(signed, code, HTLX) ?? { unsigned: true, htlx: UNSIGNED_HTLX }) },
        ...(of.remark ? { remark: of.remark } : {}),
      },
      ...(b.isKept ? certificateActs(code, form, ENTRY) : [{ act: 'certificate' as const, code, event: 'new' as const }]),
    ]),
  )
  const goesOn = new Set(books.flatMap((a) => (a.act === 'newBook' ? [a.code] : [])))
  return [
    ...branchPeople(all, standing),
    ...form.cuts.map((c, i) => cutAct(c, facts.cuts[i]!, form.bgyy)),
    ...standing.books.map((b): Act => ({ act: 'endBook', djbId: b.djbId, qszt: '2', reason: form.bgyy })),
    ...books,
    // nobody has a book under these codes any more
    ...standing.books.flatMap((b): Act[] => (goesOn.has(b.code) ? [] : [{ act: 'certificate', code: b.code, event: 'cancel', reason: form.bgyy }])),
  ]
}
/** The one entry of the case. */
export const entries = (form: SplitForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case takes, holds, has signed and posts. Codes: those of the new households and of pieces; the day from which its terms count is not known when it is posted. */
export function consequences(form: SplitForm, facts: Facts, about: About): Meaning {
  const standing = facts.standing!
  const { cbfbm } = standing.holder
  const all = branches(form, facts)
  const books = all.flatMap((b) => splitBooks(form, facts, b).map((k) => ({ ...k, b })))
  const fresh = books.filter((k) => !k.b.isKept)
  const pieces = form.cuts.flatMap((c, i) => piecesOf(c, facts.cuts[i]!).map((p) => [p.dkbm, facts.cuts[i]!.parcel.dkmc] as const))
  const names = new Map([...standing.books.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l.parcel.dkmc] as const)), ...pieces])
  const { cbqxz } = standing.books.find((b) => b.code === form.cbjyqzbm)!.terms
  const codes = [...facts.cbfbms, ...fresh.map((k) => k.code)]
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm, households: facts.cbfbms, pieces: pieceCodes(facts.cuts), ...NO_TERM_DAY },
    locks: [
      ...standingLocks(
        standing,
        standing.books,
        form.cuts.map((c) => c.dkbm),
      ),
      ...facts.cbfbms.map((objectCode): Lockable => ({ objectType: 'cbf', objectCode })),
      ...fresh.map((k): Lockable => ({ objectType: 'djb', objectCode: k.code })),
    ],
    persons: all
      .filter((b) => !b.isKept)
      .flatMap((b) =>
        personsAt(
          standing.members.filter((m) => b.members.some((x) => x.id === m.id)),
          `households.${b.place}.jtcyList`,
        ),
      ),
    households: branchHouseholds(all, standing),
    contracts: about.doSign ? books.map(({ code, b }) => ({ cbhtbm: code, cbfbm: b.cbfbm, cbfmc: b.head.cyxm!, htlx: HTLX, qdsj: null })) : [],
    posted: {
      targets: [cbfbm!, ...standing.books.map((b) => b.code), ...codes, ...names.keys()],
      cbfbm: cbfbm!,
      dk: books.flatMap(({ lines, b }) =>
        lines.map(({ dkbm, htmj, htmjm, sfqqqg }) => ({ dkbm, dkmc: names.get(dkbm) ?? '', htmj, htmjm, sfqqqg, cbfbm: b.cbfbm })),
      ),
      cbht: { cbqxz },
      people: postedPeople(branchPeople(all, standing)),
    },
    books: [
      ...standing.books.map((b) => ({ code: b.code, djbId: b.djbId, role: 'source' as const })),
      ...fresh.map((k) => ({ code: k.code, role: 'target' as const })),
    ],
  }
}
