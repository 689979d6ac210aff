// What a change of a contract means for the register, from the form and what was found: its acts and what the case takes and posts. Pure.
import { m2, toMu } from '../../../land/definitions/area.ts'
import type { Act, Contract, Fate, Line, Member } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { postedPeople, type Lockable, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { cutMove } from '../../parts/moves.ts'
import { contractedAct } from '../../parts/newcomers.ts'
import { nextVersion, signedContract } from '../../parts/next-version.ts'
import { outlineAreas } from '../../cases/land/outlines.ts'
import { cutAct, PIECE_STAYS, pieceCodes, pieceRows, type PieceNeighbour, type CutParcel } from '../../cases/land/pieces.ts'
import { headFields, membersAs } from '../../parts/people-change.ts'
import {
  bookIn,
  standingLocks,
  unsignedContract,
  type ParcelStanding,
  type Standing,
  type StandingBook,
  type StandingLine,
} from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ITEM, keepsLand, ofPeople, YES, type ChangeForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractor of the book, undefined where there is none */
  standing: Standing | undefined
  /** the parcels that come in, in the form's order */
  parcels: readonly (ParcelStanding | undefined)[]
  /** new persons who are co-owners of another household */
  elsewhere: readonly Elsewhere[]
  /** the parcels that are cut, in the form's order */
  cuts: readonly (CutParcel | undefined)[]
  /** the parcels with a new outline, by code */
  drawn: ReadonlyMap<string, CutParcel>
  /** what lies at those outlines besides */
  near: readonly PieceNeighbour[]
  /** the contractors of the neighbours that follow, by the code of their book */
  neighbours: ReadonlyMap<string, Standing>
}
/** The contract of a change (dictionary htlx): 变更承包合同. */
const HTLX = '4'
/** 一般变更登记 (dictionaries djlx, djxl). */
export const ENTRY = { djlx: '1', djxl: '5' } as const
const FATES: readonly Fate[] = ['lost', 'state', 'reserve']

/** The contractor and the books that a form without faults changes: who changes people writes every current book of theirs. Source: acts.md 3, two books. */
export function changed(form: ChangeForm, { standing }: Facts, { item }: About): { standing: Standing; books: readonly StandingBook[] } {
  const book = bookIn(standing, form.cbjyqzbm, form.djbId)
  if (!standing || !book) return { standing: standing!, books: [] }
  return { standing, books: ofPeople(item) ? standing.books : [book] }
}
export const membersAfter = (form: ChangeForm, standing: Standing): Member[] => membersAs(form.jtcyList, standing)
/** What the contractor's own row says after the change: a new head gives it name and number. */
export function holderAfter(form: ChangeForm, standing: Standing, { item }: About) {
  return item === ITEM.head ? headFields(membersAfter(form, standing), form.lxdh) : {}
}

/** Neighbouring certificates whose boundary text changes too: the books that the case rewrites, each once. */
export function followers(form: ChangeForm, { neighbours }: Pick<Facts, 'neighbours'>): { standing: Standing; book: StandingBook }[] {
  const codes = new Set(form.beside.flatMap((b) => (b.cbjyqzbm ? [b.cbjyqzbm] : [])))
  return [...codes].flatMap((code) => {
    const standing = neighbours.get(code)
    const book = bookIn(standing, code)
    return standing && book ? [{ standing, book }] : []
  })
}
/** The lines of a book after the change: of a parcel that is cut the pieces that the household keeps. */
export function linesAfter(form: ChangeForm, book: StandingBook, { cuts }: Pick<Facts, 'cuts'>, { item }: About): Line[] {
  const lines = book.lines.map((l) => l.line)
  if (item === ITEM.added) return [...lines, ...form.dk.map(({ areaReason: _, ...l }) => ({ ...l, sfqqqg: l.sfqqqg ?? '2' }))]
  const leaving = new Set(form.leaving.map((l) => l.dkbm))
  const decided = new Map([...form.corrected, ...form.beside].flatMap(({ dkbm, htmj, htmjm }) => (htmj && htmjm ? [[dkbm, { htmj, htmjm }] as const] : [])))
  const kept = new Map(
    form.cuts.flatMap((c, i) => {
      const line = lines.find((l) => l.dkbm === c.dkbm)
      const move = line && cutMove(line, c, cuts[i], PIECE_STAYS)
      return move ? [[c.dkbm, move.kept] as const] : []
    }),
  )
  return lines.filter((l) => !leaving.has(l.dkbm)).flatMap((l) => kept.get(l.dkbm) ?? [{ ...l, ...decided.get(l.dkbm) }])
}

/** What becomes of a parcel that leaves; a share that others hold too is only left out. */
function leaves({ dkbm, fate }: ChangeForm['leaving'][number], others: readonly string[], bgyy: string): Act[] {
  if (others.length) return []
  if (fate === 'lost') return [{ act: 'endParcel', dkbm, bgfs: '3', bgyy }]
  const fields = fate === 'state' ? { dklb: '99', tdyt: '5' } : { dklb: '22' }
  return [{ act: 'setParcel', dkbm, fields, bgfs: '51' }]
}
/** The outline of a parcel that was drawn anew, or areas that were measured or confirmed anew. */
function areasOf({ dkbm, scmj, qqmjm, geom }: ChangeForm['corrected'][number], { parcel }: StandingLine, { drawn }: Facts): Act[] {
  const confirmed = qqmjm && qqmjm !== parcel.qqmjm ? { qqmjm } : {}
  if (geom) return [{ act: 'setParcel', dkbm, fields: { ...outlineAreas(geom, drawn.get(dkbm)!), ...confirmed }, bgfs: '0' }]
  const fields = { ...(scmj && scmj !== parcel.scmj ? { scmj, scmjm: toMu(m2(scmj)) } : {}), ...confirmed }
  return Object.keys(fields).length ? [{ act: 'setParcel', dkbm, fields, bgfs: '50' }] : []
}
const lineIn = (book: StandingBook, dkbm: string) => book.lines.find((l) => l.line.dkbm === dkbm)!
function parcelActs(form: ChangeForm, facts: Facts, book: StandingBook): Act[] {
  const { parcels, cuts, drawn } = facts
  return [
    ...form.dk.flatMap((l, i) => contractedAct(l.dkbm, parcels[i]!.dklb)),
    ...form.leaving.flatMap((l) => leaves(l, lineIn(book, l.dkbm).others, form.bgyy)),
    // what is not drawn yet is cut in the survey
    ...form.cuts.flatMap((c, i) => (c.pieces.length && cuts[i] ? [cutAct(c, cuts[i], form.bgyy, FATES)] : [])),
    ...form.corrected.flatMap((c) => areasOf(c, lineIn(book, c.dkbm), facts)),
    ...form.beside.map(({ dkbm, geom }): Act => ({ act: 'setParcel', dkbm, fields: { ...outlineAreas(geom, drawn.get(dkbm)!) }, bgfs: '0' })),
  ]
}

const contractOf = (book: StandingBook, { item, doSign }: About, contracts: readonly ContractFile[]): Contract =>
  (doSign && signedContract(contracts, book.code, HTLX)) || unsignedContract(HTLX, keepsLand(item))

/** The persons of the household, where the item changes them. */
const peopleActs = (form: ChangeForm, standing: Standing, about: About): Act[] =>
  ofPeople(about.item)
    ? [{ act: 'setContractor', cbfbm: standing.holder.cbfbm!, fields: holderAfter(form, standing, about), members: membersAfter(form, standing) }]
    : []
/** What the register is told. Source: acts.md 3, change_contract. */
export function acts(form: ChangeForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const { standing, books } = changed(form, facts, about)
  const { cbfbm, fbfbm } = standing.holder
  const next = (b: StandingBook) => ({ entry: ENTRY, lines: linesAfter(form, b, facts, about), contract: contractOf(b, about, contracts) })
  return [
    ...peopleActs(form, standing, about),
    ...parcelActs(form, facts, books[0]!),
    ...books.flatMap((b) => nextVersion(b, form, { cbfbm: cbfbm!, fbfbm, ...next(b), ...(form.djbfj ? { remark: form.djbfj } : {}) })),
    ...followers(form, facts).flatMap(({ standing: { holder }, book: b }) => nextVersion(b, form, { cbfbm: holder.cbfbm!, fbfbm: holder.fbfbm, ...next(b) })),
  ]
}
/** The one entry of the case. */
export const entries = (form: ChangeForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** What the case takes, holds, has signed and posts. */
export function consequences(form: ChangeForm, facts: Facts, about: About): Meaning {
  const { standing, books } = changed(form, facts, about)
  const { cbfbm, cbfmc } = { ...standing.holder, ...holderAfter(form, standing, about) }
  const acting = [
    ...parcelActs(form, facts, books[0]!).flatMap((a) => ('dkbm' in a ? [a.dkbm] : [])),
    ...[...form.cuts, ...form.corrected.filter((c) => c.cxch === YES)].map((c) => c.dkbm),
  ]
  const follow = followers(form, facts)
  const every = [...books, ...follow.map((f) => f.book)]
  const pieces = pieceRows(form.cuts, facts.cuts)
  const own = books.flatMap((b) => linesAfter(form, b, facts, about))
  const after = [
    ...own.map((l) => ({ ...l, cbfbm: cbfbm! })),
    ...follow.flatMap((f) => linesAfter(form, f.book, facts, about).map((l) => ({ ...l, cbfbm: f.standing.holder.cbfbm! }))),
  ]
  const all = new Set([...every.flatMap((b) => b.lines.map((l) => l.line.dkbm)), ...after.map((l) => l.dkbm), ...form.beside.map((b) => b.dkbm)])
  const names = new Map<string, string | undefined>([
    ...every.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l.parcel.dkmc] as const)),
    ...facts.parcels.flatMap((p) => (p ? [[p.dkbm!, p.dkmc] as const] : [])),
    ...[...pieces].map(([dkbm, p]) => [dkbm, p.dkmc ?? undefined] as const),
  ])
  const loose = form.beside.filter((b) => !b.cbjyqzbm)
  const locks = [
    // pieces are no objects of the register yet: their parcel is held
    ...standingLocks(
      standing,
      books,
      acting,
      own.filter((l) => !pieces.has(l.dkbm)),
    ),
    ...follow.flatMap((f) => standingLocks(f.standing, [f.book], acting)),
    ...loose.map((b): Lockable => ({ objectType: 'dk', objectCode: b.dkbm })),
  ]
  const contracts = [{ holder: { cbfbm, cbfmc }, books }, ...follow.map((f) => ({ holder: f.standing.holder, books: [f.book] }))]
  const { cbqxq, cbqxz } = books[0]!.terms
  const people = postedPeople(peopleActs(form, standing, about))
  return {
    codes: { cbfbm, cbhtbm: form.cbjyqzbm, ...(form.cuts.length ? { pieces: pieceCodes(facts.cuts) } : {}) },
    locks: [...new Map(locks.map((l) => [`${l.objectType}:${l.objectCode}`, l])).values()],
    ...(ofPeople(about.item) ? { households: [{ at: '', members: membersAfter(form, standing), before: standing.members }] } : {}),
    contracts: about.doSign
      ? contracts.flatMap(({ holder, books: of }) => of.map((b) => ({ cbhtbm: b.code, cbfbm: holder.cbfbm!, cbfmc: holder.cbfmc, htlx: HTLX, qdsj: null })))
      : [],
    posted: {
      targets: [...new Set([cbfbm!, ...follow.map((f) => f.standing.holder.cbfbm!)]), ...every.map((b) => b.code), ...all],
      cbfbm: cbfbm!,
      dk: after.map(({ dkbm, htmj, htmjm, sfqqqg, cbfbm: of }) => ({
        dkbm,
        dkmc: names.get(dkbm) ?? '',
        htmj,
        htmjm,
        sfqqqg,
        ...(follow.length ? { cbfbm: of } : {}),
      })),
      cbht: { cbqxq, cbqxz },
      ...(people.length ? { people } : {}),
    },
    books: every.map((b) => ({ code: b.code, djbId: b.djbId, role: 'source' })),
  }
}
