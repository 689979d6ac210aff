// A household as the register has it when a case changes what is registered: its members, its current books with their lines and parcels. Pure.
import type { Problem } from '../../../kit/model/problem.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import type { cbf } from '../../../land/definitions/cbf.ts'
import { formerArea } from '../../../land/definitions/contract-area.ts'
import type { dk } from '../../../land/definitions/dk.ts'
import type { jtcy } from '../../../land/definitions/jtcy.ts'
import { DYZT, YYZT } from '../../../land/definitions/statuses.ts'
import { memberFields, type Contract, type Line, type Member, type Terms } from '../../../land/register/acts/acts.ts'
import type { RestrictionKind } from '../../../land/register/acts/tables.ts'
import { shareOf, type Lockable } from './meaning.ts'
import { contractorObjected, refusal } from '../rules/problems.ts'
import type { CasePerson } from './type.ts'

/** What a plan asks of a parcel. Areas: scmj in m², scmjm and qqmjm in mu. */
export type StandingParcel = Pick<FlatRow<typeof dk>, 'dkbm' | 'dkmc' | 'fbfbm' | 'syqxz' | 'dklb' | 'tdyt' | 'scmj' | 'scmjm' | 'qqmjm' | 'dyzt' | 'yyzt'>
/** A parcel with the current contracts that name it and what stands against it. */
export type ParcelStanding = FlatRow<typeof dk> & { contracts: readonly { cbhtbm: string; sfqqqg: string | null }[]; standing?: readonly RestrictionKind[] }
/** A line of a current book. `others`: codes of the other current books that name the parcel (shares, I4); `othersM2`: what they contract of it, m². */
export interface StandingLine {
  line: Line
  parcel: StandingParcel
  others: readonly string[]
  othersM2?: readonly (string | null)[]
}
/** What a contract repeats of the one before it. */
export interface Former {
  ycbhtbm: string | null
  yhtzmj: string | null
  yhtzmjm: string | null
}
/** A current book. `terms` as they go on: `prevCbqxz` only while it is not past. */
export interface StandingBook {
  djbId: string
  code: string
  fbfbm: string
  terms: Terms
  former: Former
  remark: string | null
  dyzt: string | null
  yyzt: string | null
  lines: readonly StandingLine[]
}
export type StandingMember = FlatRow<typeof jtcy>
/** A contractor with its members and every current book of it; `today`: the day on which it was asked. */
export interface Standing {
  holder: FlatRow<typeof cbf>
  members: readonly StandingMember[]
  books: readonly StandingBook[]
  today: string
}

/** The book that a case changes: the current one of the code, still the version that was chosen where one was named. */
export function bookIn(s: Standing | undefined, code: string, djbId?: string | null): StandingBook | undefined {
  const found = s?.books.find((b) => b.code === code)
  return found && (!djbId || found.djbId === djbId) ? found : undefined
}

/** What keeps these books from being changed, the weightiest first: mortgage and end of the term only where the case minds them. Source: business-flows.md 3.3 (B4, B5, B7). */
export function standingFaults({ holder, today }: Standing, books: readonly StandingBook[], minds: { mortgage: boolean; end: boolean }): Problem[] {
  const parcels = books.flatMap((b) => b.lines.map((l) => l.parcel))
  const objected = holder.yyzt === YYZT.objected || books.some((b) => b.yyzt === YYZT.objected)
  return [
    ...(objected ? [contractorObjected({ cbfbm: holder.cbfbm ?? '', cbfmc: holder.cbfmc })] : []),
    ...parcels.flatMap((p) => (p.yyzt === YYZT.objected ? [refusal('E1003', { dkbm: p.dkbm ?? '' })] : [])),
    ...(minds.mortgage ? books.flatMap((b) => (b.dyzt === DYZT.mortgaged ? [refusal('E1002', { dkbm: b.lines[0]?.parcel.dkbm ?? b.code })] : [])) : []),
    ...(minds.mortgage ? parcels.flatMap((p) => (p.dyzt === DYZT.mortgaged ? [refusal('E1002', { dkbm: p.dkbm ?? '' })] : [])) : []),
    ...(minds.end ? books.flatMap((b) => (b.terms.cbqxz < today ? [refusal('E1005')] : [])) : []),
  ]
}

const SHARED = '1'
/**
 * What a case that changes these books holds: the contractor, the books, their parcels and those that come in (`more`); of a parcel of which it has a
 * share only, that share, unless an act changes the parcel (`touched`).
 */
export function standingLocks(
  s: Standing,
  books: readonly StandingBook[],
  touched: readonly string[],
  more: readonly Pick<Line, 'dkbm' | 'sfqqqg'>[] = [],
): Lockable[] {
  const cbfbm = s.holder.cbfbm ?? ''
  const lines = [...books.flatMap((b) => b.lines.map((l) => l.line)), ...more]
  const parcels = new Map(
    lines.map(({ dkbm, sfqqqg }): [string, Lockable] => [
      dkbm,
      sfqqqg === SHARED && !touched.includes(dkbm) ? shareOf(dkbm, cbfbm) : { objectType: 'dk', objectCode: dkbm },
    ]),
  )
  return [{ objectType: 'cbf', objectCode: cbfbm }, ...books.map((b): Lockable => ({ objectType: 'djb', objectCode: b.code })), ...parcels.values()]
}

/** A contract that goes on unsigned with the same lines and terms, or lies open. Source: acts.md 3. */
export const unsignedContract = (htlx: string, carries: boolean): Contract => (carries ? { carry: true } : { unsigned: true, htlx })
/** What a contract over these lines repeats: the code of the contract before it, and the areas that its lines were contracted with, where all have them. */
export const formerOf = (ycbhtbm: string | null, lines: readonly Line[]): Former => ({ ycbhtbm, ...formerArea(lines) })
/** The same of the next version of a book. A total that a package brought without those of the lines stays as long as the lines do. */
export function formerAfter({ former, lines: before }: StandingBook, lines: readonly Line[]): Former {
  const { ycbhtbm, yhtzmj, yhtzmjm } = formerOf(former.ycbhtbm, lines)
  const said = (l: Line) => [l.dkbm, l.yhtmj ?? '', l.yhtmjm ?? ''].join(' ')
  const was = new Set(before.map((b) => said(b.line)))
  const stays = before.length === lines.length && lines.every((l) => was.has(said(l)))
  return { ycbhtbm, yhtzmj: yhtzmj ?? (stays ? former.yhtzmj : null), yhtzmjm: yhtzmjm ?? (stays ? former.yhtzmjm : null) }
}
/** A member of the register as an entry names it, with another relation to the head. */
export const memberAs = (m: StandingMember, yhzgx: string): Member => ({ ...memberFields(m), id: m.id, yhzgx })
/** Members with a number as persons whom a case holds. `at`: where they stand in the form. */
export const personsAt = (members: readonly StandingMember[], at: string): CasePerson[] =>
  members.flatMap(({ cyzjlx, cyzjhm }) => (cyzjlx && cyzjhm ? [{ at, cyzjlx, cyzjhm }] : []))
