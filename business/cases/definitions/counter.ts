// What may be done where a registration cannot be taken back: the business that leads back. Pure. Source: business-flows.md 6.3a.
import type { TypeCode } from '../../../services/process/engine/definitions.ts'
import type { BusinessType } from './type.ts'

/** A book that a case took or made: its code, its part in it, whether it made a version. */
export interface CaseBook {
  code: string
  role: string
  isMade: boolean
}
/** The business that leads back, and the contractor (or issuer) from whom it starts: who received land gives it back, else the first whose book the case made or took. */
export function counterOf(
  { counter, counterFrom, ofIssuer }: Pick<BusinessType, 'counter' | 'counterFrom' | 'ofIssuer'>,
  fbfbm: string,
  books: readonly CaseBook[],
): { typeCode: TypeCode; start: string } {
  const made = books.filter((b) => b.isMade)
  const from = (counterFrom ? (made.find((b) => b.role === counterFrom) ?? made.at(-1)) : made[0]) ?? books[0]
  return { typeCode: counter, start: ofIssuer || !from ? fbfbm : from.code.slice(0, 18) }
}
