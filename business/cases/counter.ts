// What may be done where a registration cannot be taken back: the business that leads back. Pure. Source: business-flows.md 6.3a.
import type { TypeCode } from '../../services/process/engine/definitions.ts'

/** The type that leads back from each; what a type changes in a book or person is changed back by itself. */
const COUNTER: Readonly<Record<TypeCode, TypeCode>> = {
  contract_sign: 'contract_cancel',
  contract_cancel: 'contract_sign',
  change_split: 'change_merge',
  change_merge: 'change_split',
  change_transfer: 'change_transfer',
  change_exchange: 'change_exchange',
  change_contract: 'change_contract',
  correct_fbf: 'correct_fbf',
  correct_cbf: 'correct_cbf',
  contract_renew: 'change_contract',
  contract_supplement: 'contract_supplement',
}
/** A book that a case took or made: its code, its part in it, whether it made a version. */
export interface CaseBook {
  code: string
  role: string
  isMade: boolean
}
/** The business that leads back, and the contractor (or issuer) from whom it starts: who received land gives it back, else the first whose book the case made or took. */
export function counterOf(typeCode: TypeCode, fbfbm: string, books: readonly CaseBook[]): { typeCode: TypeCode; start: string } {
  const made = books.filter((b) => b.isMade)
  const received = typeCode === 'change_transfer' ? (made.find((b) => b.role === 'target') ?? made.at(-1)) : made[0]
  const from = received ?? books[0]
  return { typeCode: COUNTER[typeCode], start: typeCode === 'correct_fbf' || !from ? fbfbm : from.code.slice(0, 18) }
}
