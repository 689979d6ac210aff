// What a transfer means for the register, from the form and what was found: its acts and what the case takes, holds and posts. Pure.
import type { Act, Line, Member, Terms } from '../../../land/register/acts/acts.ts'
import { compare, m2 } from '../../../land/definitions/area.ts'
import type { RestrictionKind } from '../../../land/register/acts/tables.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { shareOf, type Lockable, type Meaning, type Planned, type Warning } from '../../cases/definitions/meaning.ts'
import { both } from '../../../kit/model/lang.ts'
import { dayText } from '../../../land/paper/rows.ts'
import { cutMove, divided, givenBy, lineOver, linesAfterMoves, parcelsInWords, wholeMove, type Moves } from '../../parts/moves.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { newContractor, type NewHousehold } from '../../cases/definitions/new-household.ts'
import { nextVersion, signedContract } from '../../parts/next-version.ts'
import { cutAct, pieceCodes, pieceRows, type CutParcel } from '../../cases/land/pieces.ts'
import { bookIn, formerOf, standingLocks, unsignedContract, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import { NO_TERM_DAY } from '../../cases/definitions/term-day.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ITEM, PARTY, type TransferForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** who transfers, undefined where there is no such contractor */
  source: Standing | undefined
  /** who receives, of the register; undefined where there is none, or where it is new */
  receiver: Standing | undefined
  /** who receives, new and checked */
  household: NewHousehold | undefined
  /** members of the new household who are co-owners of another one */
  elsewhere: readonly Elsewhere[]
  /** code of the receiver */
  cbfbm: string
  /** the last version of the receiver's household book, and whether a contract under its code is current */
  lastBook: string | undefined
  isContracted: boolean
  /** what stands against the receiver */
  barred: ReadonlySet<RestrictionKind>
  /** the parcels that are cut, in the form's order */
  cuts: readonly (CutParcel | undefined)[]
  /** from which day a first book's term counts, at the earliest: set when the case comes to its signing, today before */
  begins: string
}
/** The contract of a transfer (dictionary htlx), of transferor, receiver and the issuer who consents: 转让合同. */
const HTLX = '5'
/** 转让登记 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '1', djxl: '3' } as const
/** Acquired by transfer (dictionary cbjyqqdfs). */
const TRANSFERRED = '200'
/** All land transferred (dictionary zxyylx). */
const ALL_GIVEN = '5'
const HOUSEHOLD_WAY = '110'
const SHARED = '1'

/** The receiver as it will be. */
export const receiverOf = (form: TransferForm, { receiver, household, cbfbm }: Facts) => ({
  cbfbm,
  cbfmc: receiver?.holder.cbfmc ?? household!.draft.cbfmc,
  fbfbm: receiver?.holder.fbfbm ?? form.fbfbm,
})
/** Code of the receiver's contract, book and certificate. */
export const transferCode = ({ cbfbm }: Pick<Facts, 'cbfbm'>): string => `${cbfbm}J`
/** The receiver's own household book, where it has one. */
export const ownBook = (facts: Facts): StandingBook | undefined => facts.receiver?.books.find((b) => b.code === transferCode(facts))

/** The lines that go, by parcel: all of the book, the chosen ones, of shares what the form says, of a cut parcel the receiver's pieces. */
export function movesOf({ dk, cuts }: Pick<TransferForm, 'dk' | 'cuts'>, book: StandingBook, facts: Pick<Facts, 'cuts'>, { item }: About): Moves {
  if (item === ITEM.all) return new Map(book.lines.map(({ line }) => [line.dkbm, wholeMove(line)]))
  const chosen = dk.flatMap(({ dkbm, htmj, htmjm }) => {
    const line = lineOver(book, dkbm)?.line
    if (!line) return []
    const isWhole = item !== ITEM.shares || !htmj || !htmjm || compare(m2(htmj), m2(line.htmj)) === 0
    return [[dkbm, isWhole ? wholeMove(line) : divided(line, { htmj, htmjm })] as const]
  })
  const cut = cuts.flatMap((c, i) => {
    const found = lineOver(book, c.dkbm)
    const move = found && cutMove(found.line, c, facts.cuts[i], PARTY.source)
    return move ? [[c.dkbm, move] as const] : []
  })
  return new Map([...chosen, ...cut])
}
/** Both books after the transfer. */
export function linesAfter(form: TransferForm, book: StandingBook, facts: Facts, about: About): { source: Line[]; receiver: Line[] } {
  const moves = movesOf(form, book, facts, about)
  const lines = (b: StandingBook | undefined) => b?.lines.map((l) => l.line) ?? []
  return {
    source: linesAfterMoves(lines(book), moves, [], TRANSFERRED),
    receiver: linesAfterMoves(lines(ownBook(facts)), new Map(), givenBy(moves), TRANSFERRED),
  }
}
/** The receiver's terms: its own where it has a contract, else the rest of the term of what it gets, from the day of the signing at the earliest. Source: acts.md 3. */
export function termsOf(book: StandingBook, facts: Pick<Facts, 'receiver' | 'cbfbm' | 'begins'>): Terms {
  const own = facts.receiver?.books.find((b) => b.code === transferCode(facts))
  const { cbqx, cbqxq, cbqxz, prevCbqxz } = book.terms
  return own?.terms ?? { cbfs: HOUSEHOLD_WAY, cbqx, cbqxq: cbqxq > facts.begins ? cbqxq : facts.begins, cbqxz, ...(prevCbqxz ? { prevCbqxz } : {}) }
}

/** What the contract says of the transfer beside the receiver's land, one entry a point. */
export function mattersOf(form: TransferForm, book: StandingBook, facts: Facts, about: About): string[] {
  const given = parcelsInWords(givenBy(movesOf(form, book, facts, about)))
  const { source } = linesAfter(form, book, facts, about)
  // the transferor signs this contract alone: it says what stays with it too
  const stays = source.length
    ? [`转让方继续承包地块：${parcelsInWords(source)}，承包期限至${dayText(book.terms.cbqxz)}不变；转让方就上述地块的承包合同按本合同变更，不另行签订。`]
    : []
  const price = form.zrjk ? [`转让价款：${form.zrjk}。`] : []
  return [`转让地块：${given}，发包方同意转让。`, ...stays, `转让方与受让方于${dayText(form.xyrq)}订立转让协议。`, ...price]
}

/** What the register is told. Source: acts.md 3, change_transfer. */
export function acts(form: TransferForm, facts: Facts, contracts: readonly ContractFile[], about: About): Act[] {
  const source = facts.source!
  const book = bookIn(source, form.cbjyqzbm, form.djbId)!
  const own = ownBook(facts)
  const { cbfbm, fbfbm } = receiverOf(form, facts)
  const code = transferCode(facts)
  const after = linesAfter(form, book, facts, about)
  const contract = signedContract(contracts, code, HTLX) ?? unsignedContract(HTLX, false)
  const leaves: Act[] = after.source.length
    ? nextVersion(book, form, { cbfbm: source.holder.cbfbm!, fbfbm: source.holder.fbfbm, entry: ENTRY, lines: after.source, contract })
    : [
        { act: 'endBook', djbId: book.djbId, qszt: '3', reason: form.bgyy, zxyylx: ALL_GIVEN, entry: ENTRY },
        { act: 'certificate', code: book.code, event: 'cancel', reason: form.bgyy },
      ]
  const receives: Act[] = own
    ? nextVersion(own, form, { cbfbm, fbfbm, entry: ENTRY, from: [book.djbId], lines: after.receiver, contract })
    : [
        {
          act: 'newBook',
          code,
          fbfbm,
          cbfbm,
          from: [...(facts.lastBook ? [facts.lastBook] : []), book.djbId],
          ...ENTRY,
          terms: termsOf(book, facts),
          lines: after.receiver,
          contract: { ...formerOf(null, after.receiver), ...contract },
        },
        { act: 'certificate', code, event: 'new' },
      ]
  const cuts = form.cuts.map((c, i) => cutAct(c, facts.cuts[i]!, form.bgyy))
  return [...cuts, ...(facts.household ? [newContractor(cbfbm, facts.household)] : []), ...leaves, ...receives]
}
/** The one entry of the case. */
export const entries = (form: TransferForm, facts: Facts, contracts: readonly ContractFile[], about: About): Planned[] => [
  { acts: acts(form, facts, contracts, about) },
]

/** Owned by the village (dictionary syqxz): any of its issuers may have it. */
const VILLAGE_OWNED = '32'
/** Land goes to a household of another issuer of the village: whose it is, is looked at where the register does not say that it is the village's. Source: business-flows.md 4.4. */
export function ownershipWarnings(form: TransferForm, book: StandingBook, facts: Facts, about: About): Warning[] {
  if (!facts.receiver || facts.receiver.holder.fbfbm === book.fbfbm) return []
  const moves = movesOf(form, book, facts, about)
  const other = book.lines.filter(({ line, parcel }) => moves.has(line.dkbm) && parcel.syqxz !== VILLAGE_OWNED).map(({ line }) => line.dkbm)
  if (!other.length) return []
  const msg = both(
    `受让方属于本村其他发包方，只能受让村集体所有的土地：请核对地块【${other.join('、')}】的所有权性质`,
    `The receiver belongs to another issuer of the village and can take only land that the village owns: check the ownership of ${other.join(', ')}`,
  )
  return [{ key: 'ownership', field: 'cbfZr.cbfbm', msg }]
}
/** What the case takes, holds, has signed and posts. Codes: those of the receiver; `isNew`: it is not in the register yet. */
export function consequences(form: TransferForm, facts: Facts, about: About): Meaning {
  const source = facts.source!
  const book = bookIn(source, form.cbjyqzbm, form.djbId)!
  const own = ownBook(facts)
  const { cbfbm, cbfmc } = receiverOf(form, facts)
  const code = transferCode(facts)
  const pieces = pieceRows(form.cuts, facts.cuts)
  // pieces are no objects of the register yet: their parcel is held
  const given = givenBy(movesOf(form, book, facts, about)).filter((l) => !pieces.has(l.dkbm))
  const after = linesAfter(form, book, facts, about)
  const names = new Map([...book.lines, ...(own?.lines ?? [])].map((l) => [l.line.dkbm, l.parcel.dkmc]))
  const posted = (lines: readonly Line[], of: string) =>
    lines.map(({ dkbm, htmj, htmjm, sfqqqg }) => ({ dkbm, dkmc: names.get(dkbm) ?? pieces.get(dkbm)?.dkmc ?? '', htmj, htmjm, sfqqqg, cbfbm: of }))
  const { cbqxq, cbqxz } = termsOf(book, facts)
  const cbflx = facts.receiver?.holder.cbflx ?? facts.household!.draft.cbflx
  return {
    codes: { cbfbm, cbflx, isNew: !facts.receiver, cbhtbm: code, pieces: pieceCodes(facts.cuts), ...(own ? {} : NO_TERM_DAY) },
    locks: [
      ...standingLocks(
        source,
        [book],
        form.cuts.map((c) => c.dkbm),
      ),
      ...receiverLocks(facts, given),
    ],
    households: facts.household
      ? [{ at: 'cbfZr.', members: facts.household.members.map((m) => m.values as Member) }]
      : own
        ? []
        : [{ at: 'cbfZr.', members: facts.receiver!.members, reasonAt: 'cbfZr.cbfbm' }],
    contracts: [{ cbhtbm: code, cbfbm, cbfmc, htlx: HTLX, qdsj: null }],
    posted: {
      targets: [...new Set([source.holder.cbfbm!, book.code, cbfbm, code, ...names.keys()])],
      cbfbm: source.holder.cbfbm!,
      dk: [...posted(after.source, source.holder.cbfbm!), ...posted(after.receiver, cbfbm)],
      // when a first book's term begins is known at the signing
      cbht: own ? { cbqxq, cbqxz } : { cbqxz },
    },
    books: [
      { code: book.code, djbId: book.djbId, role: 'source' },
      { code, ...(own ? { djbId: own.djbId } : {}), role: 'target' },
    ],
    warnings: ownershipWarnings(form, book, facts, about),
  }
}
/** The receiver, its book under way or to come, its parcels and those that come. */
function receiverLocks(facts: Facts, given: readonly Line[]): Lockable[] {
  const own = ownBook(facts)
  if (facts.receiver && own) return standingLocks(facts.receiver, [own], [], given)
  const { cbfbm } = facts
  return [
    { objectType: 'cbf', objectCode: cbfbm },
    { objectType: 'djb', objectCode: transferCode(facts) },
    ...given.map(({ dkbm, sfqqqg }): Lockable => (sfqqqg === SHARED ? shareOf(dkbm, cbfbm) : { objectType: 'dk', objectCode: dkbm })),
  ]
}
