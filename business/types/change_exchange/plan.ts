// What an exchange means for the register, from the form and what was found: its faults and its acts. Pure.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import type { Act, Line } from '../../../land/register/acts/acts.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import type { Meaning, Planned } from '../../cases/definitions/meaning.ts'
import { dayText } from '../../../land/paper/rows.ts'
import { cutMove, cutOffFaults, givenBy, lineOver, linesAfterMoves, notInBook, parcelsInWords, wholeMove, type Moves } from '../../parts/moves.ts'
import { nextVersion, signedContract } from '../../parts/next-version.ts'
import { cutAct, cutFaults, lateUndrawn, pieceCodes, pieceRows, type Cut, type CutParcel } from '../../cases/land/pieces.ts'
import { refusalAt } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, standingLocks, unsignedContract, type Standing, type StandingBook } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { NOTHING, EXCHANGE_PARTY, type ExchangeForm } from './type.ts'

/** What the plan needs to know of the register: the contractors of both books, undefined where there is none. */
export interface Facts {
  a: Standing | undefined
  b: Standing | undefined
  /** the tenant lets households of one village exchange, not of one issuer alone */
  isVillageWide: boolean
  /** the parcels that are cut, in the form's order */
  cuts: readonly (CutParcel | undefined)[]
}
/** The contract of an exchange (dictionary htlx): 互换合同. */
const HTLX = '6'
/** 互换登记 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '1', djxl: '4' } as const
/** Acquired by exchange (dictionary cbjyqqdfs). */
const EXCHANGED = '300'
const MINDS = { mortgage: true, end: true } as const
/** Digits of a code that name the issuer, and the village. */
const [ISSUER, VILLAGE] = [14, 12]

/** One party: its book, and what it gives. */
interface Party {
  standing: Standing
  book: StandingBook
  moves: Moves
}
function partyOf(form: ExchangeForm, facts: Facts, own: keyof typeof EXCHANGE_PARTY): Party {
  const [standing, dk] = own === 'a' ? [facts.a!, form.dk] : [facts.b!, form.dkB]
  const book = own === 'a' ? bookIn(standing, form.cbjyqzbm, form.djbId)! : bookIn(standing, form.cbjyqzbmB, form.djbIdB)!
  const whole = dk.map(({ dkbm }) => [dkbm, wholeMove(lineOver(book, dkbm)!.line)] as const)
  const cut = form.cuts.flatMap((c, i) => {
    const found = lineOver(book, c.dkbm)
    const move = found && cutMove(found.line, c, facts.cuts[i], EXCHANGE_PARTY[own])
    return move ? [[c.dkbm, move] as const] : []
  })
  return { standing, book, moves: new Map([...whole, ...cut]) }
}
/** Both parties of a form without faults. */
const parties = (form: ExchangeForm, facts: Facts): [Party, Party] => [partyOf(form, facts, 'a'), partyOf(form, facts, 'b')]
/** The lines of a party's book after the exchange. */
const linesAfter = (own: Party, other: Party): Line[] =>
  linesAfterMoves(
    own.book.lines.map((l) => l.line),
    own.moves,
    givenBy(other.moves),
    EXCHANGED,
  )

/** Why this exchange cannot be made, the weightiest first. Source: business-flows.md 4.5, 3.3, 14. */
export function faults(form: ExchangeForm, { a, b, cuts, isVillageWide }: Facts, about: About): Problem[] {
  const [bookA, bookB] = [bookIn(a, form.cbjyqzbm, form.djbId), bookIn(b, form.cbjyqzbmB, form.djbIdB)]
  if (!a || !bookA) return [refusalAt('cbjyqzbm', 'E1004')]
  if (!b || !bookB) return [refusalAt('cbjyqzbmB', 'E1004')]
  if (a.holder.fbfbm !== form.fbfbm) return [invalidField('cbjyqzbm', both('登记簿不属于所选发包方', 'The book belongs to another issuer'))]
  const within = isVillageWide ? VILLAGE : ISSUER
  if (b.holder.fbfbm.slice(0, within) !== a.holder.fbfbm.slice(0, within)) return [refusalAt('cbjyqzbmB', 'E1011')]
  const begins = [bookA, bookB].map((k) => k.terms.cbqxq).filter((d) => d <= a.today && d > form.xyrq)
  const early = begins[0]
    ? [invalidField('xyrq', both(`互换协议日期不能早于承包期限起${begins[0]}`, `The agreement was not made before the term began on ${begins[0]}`))]
    : []
  const late = form.xyrq > a.today ? [invalidField('xyrq', both('互换协议日期不能晚于今天', 'The agreement was not made in the future'))] : []
  return [
    ...standingFaults(a, [bookA], MINDS),
    ...standingFaults(b, [bookB], MINDS),
    ...notInBook(form.dk, bookA, 'dk'),
    ...notInBook(form.dkB, bookB, 'dkB'),
    ...form.cuts.flatMap((c, i) => partFaults(c, cuts[i], bookA, bookB, `cuts.${i}`)),
    ...givesNothing(form, bookA, 'dk'),
    ...givesNothing(form, bookB, 'dkB'),
    ...lateUndrawn(form.cuts, 'cuts', about),
    ...late,
    ...early,
  ]
}
/** Why a parcel may not be cut so: it is of neither book, or its pieces are not what they must be. */
function partFaults(cut: Cut, fact: CutParcel | undefined, bookA: StandingBook, bookB: StandingBook, at: string): Problem[] {
  const [ofA, ofB] = [lineOver(bookA, cut.dkbm), lineOver(bookB, cut.dkbm)]
  const line = ofA ?? ofB
  if (!line) return [invalidField(`${at}.dkbm`, both(`地块【${cut.dkbm}】不在双方登记簿中`, `Parcel ${cut.dkbm} is in neither book`))]
  return [...cutOffFaults(line, cut, ofA ? EXCHANGE_PARTY.a : EXCHANGE_PARTY.b, at), ...cutFaults(cut, fact, at)]
}
/** Each party gives something, whole or cut. */
const givesNothing = (form: ExchangeForm, book: StandingBook, at: 'dk' | 'dkB'): Problem[] =>
  form[at].length || form.cuts.some((c) => lineOver(book, c.dkbm)) ? [] : [invalidField(at, NOTHING[at])]

/** What the register is told: both books go on under their codes, each with what the other gave. Source: acts.md 3, change_exchange. */
export function acts(form: ExchangeForm, facts: Facts, contracts: readonly ContractFile[]): Act[] {
  const [a, b] = parties(form, facts)
  const side = (own: Party, other: Party): Act[] =>
    nextVersion(own.book, form, {
      cbfbm: own.standing.holder.cbfbm!,
      fbfbm: own.standing.holder.fbfbm,
      entry: ENTRY,
      from: [other.book.djbId],
      lines: linesAfter(own, other),
      contract: signedContract(contracts, own.book.code, HTLX) ?? unsignedContract(HTLX, false),
    })
  return [...form.cuts.map((c, i) => cutAct(c, facts.cuts[i]!, form.bgyy)), ...side(a, b), ...side(b, a)]
}
/** The one entry of the case. */
export const entries = (form: ExchangeForm, facts: Facts, contracts: readonly ContractFile[]): Planned[] => [{ acts: acts(form, facts, contracts) }]

/** A contract as it will be printed: the lines of a party's book afterwards, the other party beside it. */
export function contractFor(form: ExchangeForm, facts: Facts, cbhtbm: string) {
  const [a, b] = parties(form, facts)
  const [own, other] = b.book.code === cbhtbm ? [b, a] : [a, b]
  const pieces = pieceRows(form.cuts, facts.cuts)
  const parcels = linesAfter(own, other).map((l) => ({ ...pieces.get(l.dkbm), ...l }))
  const points = [`换入地块：${parcelsInWords(givenBy(other.moves))}。`, `换出地块：${parcelsInWords(givenBy(own.moves))}。`]
  const agreed = `双方于${dayText(form.xyrq)}订立互换协议，面积差异及补偿按协议办理。`
  return { standing: own.standing, book: own.book, parcels, other: other.standing.holder, matters: [...points, agreed] }
}

/** What the case holds, has signed and posts. */
export function consequences(form: ExchangeForm, facts: Facts): Meaning {
  const [a, b] = parties(form, facts)
  const names = new Map([...a.book.lines, ...b.book.lines].map((l) => [l.line.dkbm, l.parcel.dkmc]))
  const pieces = pieceRows(form.cuts, facts.cuts)
  const posted = (own: Party, other: Party) =>
    linesAfter(own, other).map(({ dkbm, htmj, htmjm, sfqqqg }) => ({
      dkbm,
      dkmc: names.get(dkbm) ?? pieces.get(dkbm)?.dkmc ?? '',
      htmj,
      htmjm,
      sfqqqg,
      cbfbm: own.standing.holder.cbfbm!,
    }))
  const cutCodes = form.cuts.map((c) => c.dkbm)
  // pieces are no objects of the register yet: their parcel is held
  const given = ({ moves }: Party) => givenBy(moves).filter((l) => !pieces.has(l.dkbm))
  const locks = (own: Party, other: Party) => standingLocks(own.standing, [own.book], cutCodes, given(other))
  const { cbqxq, cbqxz } = a.book.terms
  const both = [a, b]
  return {
    codes: { cbfbm: a.standing.holder.cbfbm, cbhtbm: a.book.code, cbfbmB: b.standing.holder.cbfbm, cbhtbmB: b.book.code, pieces: pieceCodes(facts.cuts) },
    locks: [...locks(a, b), ...locks(b, a)],
    contracts: both.map(({ standing: { holder }, book }) => ({ cbhtbm: book.code, cbfbm: holder.cbfbm!, cbfmc: holder.cbfmc, htlx: HTLX, qdsj: null })),
    posted: {
      targets: [...both.flatMap((p) => [p.standing.holder.cbfbm!, p.book.code]), ...names.keys()],
      cbfbm: a.standing.holder.cbfbm!,
      dk: [...posted(a, b), ...posted(b, a)],
      cbht: { cbqxq, cbqxz },
    },
    books: [
      { code: a.book.code, djbId: a.book.djbId, role: 'partyA' },
      { code: b.book.code, djbId: b.book.djbId, role: 'partyB' },
    ],
  }
}
