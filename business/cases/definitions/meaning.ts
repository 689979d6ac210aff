// What a type's plan says of a case, as plain data. Pure.
import type { Text } from '../../../kit/model/lang.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import type { PersonLike } from '../../../land/definitions/membership.ts'
import type { Act, Member } from '../../../land/register/acts/acts.ts'
import type { Codes, LOCKED, Posted, PostedPeople } from './business.ts'
import type { Gates, CasePerson } from './type.ts'

/** An object that a case holds, so that no other open case takes it. */
export interface Lockable {
  objectType: (typeof LOCKED)[number]
  objectCode: string
}
/** A share of a parcel: two cases may hold different shares of one, but nobody a share of what another holds whole, nor the whole of it. */
export const shareOf = (dkbm: string, cbfbm: string): Lockable => ({ objectType: 'share', objectCode: `${dkbm}:${cbfbm}` })
/** A contract that the business is to have signed. */
export interface ContractPlan {
  cbhtbm: string
  cbfbm: string
  cbfmc: string
  htlx: string
  qdsj: string | null
}
/** A book that the case takes (`djbId`) or makes (`code`). `group`: the entry it belongs to, where the case has many (contract_renew); `leftOut`: why nothing becomes of it, which is all that the case says of it; `beside`: it goes on because another book of its holder changes, whatever the type asks of books. */
export interface BookPlan {
  code: string
  djbId?: string
  role: 'source' | 'target' | 'partyA' | 'partyB'
  group?: string
  leftOut?: string
  beside?: boolean
}
/** What a type says that posts nothing. */
export const NOT_POSTED: Posted = { targets: [], cbfbm: '', dk: [] }
/** The households whose members these acts change, as they are posted: what is posted is what the register will be told. */
export function postedPeople(acts: readonly Act[]): PostedPeople[] {
  return acts.flatMap((a): PostedPeople[] => {
    if ((a.act !== 'setContractor' && a.act !== 'newContractor') || !a.members) return []
    const name = a.fields?.cbfmc
    const members = a.members.map((m) => ({ cyxm: m.cyxm ?? '', cyzjhm: maskText(m.cyzjhm ?? ''), yhzgx: m.yhzgx ?? '' }))
    return [{ cbfbm: a.cbfbm, ...(name ? { cbfmc: String(name) } : {}), members }]
  })
}
/**
 * A household as the case makes it. `at`: where its `jtcyList` stands in the form, with its dot. `before`: its members as they stand, of whom nothing is asked again;
 * `reason`: why its head is the head, said at `reasonAt`; where the head's own remark says it, neither.
 */
export interface PlannedHousehold {
  at: string
  members: readonly Member[]
  before?: readonly PersonLike[]
  reasonAt?: string
  reason?: string | null
}
/** Somebody who has died or left by what a case tells. */
export type GonePerson = Pick<PersonLike, 'cyxm' | 'cyzjlx' | 'cyzjhm'>
/** Everybody of whom a case tells that he died or left: none of them applies for it. */
export function goneBy({ gone = [], households = [] }: Pick<Meaning, 'gone' | 'households'>): GonePerson[] {
  const after = households.flatMap((h) => h.members)
  const stays = new Set(after.flatMap((m) => (m.id && m.cybz !== DEAD ? [String(m.id)] : [])))
  return [...gone, ...after.filter((m) => m.cybz === DEAD), ...households.flatMap((h) => (h.before ?? []).filter((m) => !stays.has(String(m.id))))]
}
/** A remark on a form: its key, the path of the field that it is about, its words. */
export interface Warning {
  key: string
  field: string
  msg: Text
}
/** What a checked form means before anything is written: the codes it takes, what it holds, the contracts it has signed, what is posted of it. */
export interface Meaning {
  codes: Codes
  /** persons are held beside these */
  locks: readonly Lockable[]
  contracts: readonly ContractPlan[]
  posted: Posted
  books?: readonly BookPlan[]
  /** versions of books of which nothing becomes, and by which the case is judged all the same */
  judgedBy?: readonly string[]
  /** persons whom the case moves and only the register names; those of the form are held beside them */
  persons?: readonly CasePerson[]
  /** the households that the case brings or changes: their heads are asked for, their kin is looked at */
  households?: readonly PlannedHousehold[]
  /** persons of whom the case tells that they died or left, beside those whom its households no longer have */
  gone?: readonly GonePerson[]
  /** what register or settings decide of the process, over what the form decides */
  gates?: Gates
  /** what stops nothing and somebody should look at: the pre-flight tells it under `key` at the field */
  warnings?: readonly Warning[]
}
/** What a business tells the register: one entry, or one for each `group` of households that stand or fall together (contract_renew). */
export interface Planned {
  group?: string
  acts: readonly Act[]
}
