// What a change of a contract means for the register, from the form and what was found: its acts and what the case takes and posts. Pure.
import { m2, toMu } from '../../../kit/model/area.ts'
import { headIndex } from '../../../land/definitions/household.ts'
import type { Act, Contract, Line, Member } from '../../../land/register/acts.ts'
import type { ContractFile } from '../../cases/business.ts'
import type { Meaning, Planned } from '../../cases/meaning.ts'
import { memberOf, type Elsewhere } from '../../cases/members.ts'
import { nextVersion, signedContract } from '../../cases/next-version.ts'
import { bookIn, standingLocks, unsignedContract, type ParcelStanding, type Standing, type StandingBook, type StandingLine } from '../../cases/standing.ts'
import type { About } from '../../cases/type.ts'
import { ITEM, keepsLand, ofPeople, type ChangeForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractor of the book, undefined where there is none */
  standing: Standing | undefined
  /** the parcels that come in, in the form's order */
  parcels: readonly (ParcelStanding | undefined)[]
  /** new persons who are co-owners of another household */
  elsewhere: readonly Elsewhere[]
}
/** The contract of a change (dictionary htlx): 变更承包合同. */
const HTLX = '4'
/** 一般变更登记 (dictionaries djlx, djxl). */
export const ENTRY = { djlx: '1', djxl: '5' } as const
const CONTRACTED = '10'

/** The contractor and the books that a form without faults changes: who changes people writes every current book of theirs. Source: acts.md 3, two books. */
export function changed(form: ChangeForm, { standing }: Facts, { item }: About): { standing: Standing; books: readonly StandingBook[] } {
  const book = bookIn(standing, form.cbjyqzbm, form.djbId)
  if (!standing || !book) return { standing: standing!, books: [] }
  return { standing, books: ofPeople(item) ? standing.books : [book] }
}
export const membersAfter = (form: ChangeForm, standing: Standing): Member[] =>
  form.jtcyList.map((m) =>
    memberOf(
      m,
      standing.members.find((s) => s.id === m.id),
    ),
  )
/** What the contractor's own row says after the change: a new head gives it name and number. */
export function holderAfter(form: ChangeForm, standing: Standing, { item }: About) {
  if (item !== ITEM.head) return {}
  const members = membersAfter(form, standing)
  const head = members[headIndex(members)]!
  return { cbfmc: head.cyxm!, cbfzjlx: head.cyzjlx!, cbfzjhm: head.cyzjhm!, ...(form.lxdh ? { lxdh: form.lxdh } : {}) }
}

/** The lines of a book after the change. */
export function linesAfter(form: ChangeForm, book: StandingBook, { item }: About): Line[] {
  const lines = book.lines.map((l) => l.line)
  if (item === ITEM.added) return [...lines, ...form.dk.map(({ areaReason: _, ...l }) => ({ ...l, sfqqqg: l.sfqqqg ?? '2' }))]
  const leaving = new Set(form.leaving.map((l) => l.dkbm))
  const decided = new Map(form.corrected.map((c) => [c.dkbm, { htmj: c.htmj, htmjm: c.htmjm }]))
  return lines.filter((l) => !leaving.has(l.dkbm)).map((l) => ({ ...l, ...decided.get(l.dkbm) }))
}

/** What becomes of a parcel that leaves; a share that others hold too is only left out. */
function leaves({ dkbm, fate }: ChangeForm['leaving'][number], others: readonly string[], bgyy: string): Act[] {
  if (others.length) return []
  if (fate === 'lost') return [{ act: 'endParcel', dkbm, bgfs: '3', bgyy }]
  const fields = fate === 'state' ? { dklb: '99', tdyt: '5' } : { dklb: '22' }
  return [{ act: 'setParcel', dkbm, fields, bgfs: '51' }]
}
/** Areas of a parcel that were measured or confirmed anew. */
function areasOf({ dkbm, scmj, qqmjm }: ChangeForm['corrected'][number], { parcel }: StandingLine): Act[] {
  const fields = { ...(scmj && scmj !== parcel.scmj ? { scmj, scmjm: toMu(m2(scmj)) } : {}), ...(qqmjm && qqmjm !== parcel.qqmjm ? { qqmjm } : {}) }
  return Object.keys(fields).length ? [{ act: 'setParcel', dkbm, fields, bgfs: '50' }] : []
}
const lineIn = (book: StandingBook, dkbm: string) => book.lines.find((l) => l.line.dkbm === dkbm)!
function parcelActs(form: ChangeForm, { parcels }: Facts, book: StandingBook): Act[] {
  return [
    ...form.dk.flatMap((l, i): Act[] =>
      parcels[i]!.dklb === CONTRACTED ? [] : [{ act: 'setParcel', dkbm: l.dkbm, fields: { dklb: CONTRACTED }, bgfs: '10' }],
    ),
    ...form.leaving.flatMap((l) => leaves(l, lineIn(book, l.dkbm).others, form.bgyy)),
    ...form.corrected.flatMap((c) => areasOf(c, lineIn(book, c.dkbm))),
  ]
}

const contractOf = (book: StandingBook, { item, doSign }: About, contracts: readonly ContractFile[]): Contract =>
  (doSign && signedContract(contracts, book.code, HTLX)) || unsignedContract(book, HTLX, keepsLand(item))

/** What the register is told. Source: acts.md 3, change_contract. */
export function acts(form: ChangeForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const { standing, books } = changed(form, facts, about)
  const { cbfbm, fbfbm } = standing.holder
  const people: Act[] = ofPeople(about.item)
    ? [{ act: 'setContractor', cbfbm: cbfbm!, fields: holderAfter(form, standing, about), members: membersAfter(form, standing) }]
    : []
  return [
    ...people,
    ...parcelActs(form, facts, books[0]!),
    ...books.flatMap((b) =>
      nextVersion(b, form, {
        ...{ cbfbm: cbfbm!, fbfbm, entry: ENTRY, lines: linesAfter(form, b, about), contract: contractOf(b, about, contracts) },
        ...(form.djbfj ? { remark: form.djbfj } : {}),
      }),
    ),
  ]
}
/** The one entry of the case. */
export const entries = (form: ChangeForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case takes, holds, has signed and posts. */
export function means(form: ChangeForm, facts: Facts, about: About): Meaning {
  const { standing, books } = changed(form, facts, about)
  const { cbfbm, cbfmc } = { ...standing.holder, ...holderAfter(form, standing, about) }
  const acting = parcelActs(form, facts, books[0]!).flatMap((a) => ('dkbm' in a ? [a.dkbm] : []))
  const after = books.flatMap((b) => linesAfter(form, b, about))
  const all = new Set([...books.flatMap((b) => b.lines.map((l) => l.line.dkbm)), ...after.map((l) => l.dkbm)])
  const names = new Map([
    ...books.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l.parcel.dkmc] as const)),
    ...facts.parcels.flatMap((p) => (p ? [[p.dkbm!, p.dkmc] as const] : [])),
  ])
  const { cbqxq, cbqxz } = books[0]!.terms
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm },
    locks: standingLocks(standing, books, acting, after),
    contracts: about.doSign ? books.map((b) => ({ cbhtbm: b.code, cbfbm: cbfbm!, cbfmc, htlx: HTLX, qdsj: null })) : [],
    posted: {
      targets: [cbfbm!, ...books.map((b) => b.code), ...all],
      cbfbm: cbfbm!,
      dk: after.map(({ dkbm, htmj, htmjm, sfqqqg }) => ({ dkbm, dkmc: names.get(dkbm) ?? '', htmj, htmjm, sfqqqg })),
      cbht: { cbqxq, cbqxz },
    },
    books: books.map((b) => ({ code: b.code, djbId: b.djbId, role: 'source' })),
  }
}
