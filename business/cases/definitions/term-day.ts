// From which day the new terms of a case count that begin with its entry (split, first book of a transfer). Pure.
import type { Codes } from './business.ts'

const isDay = (v: unknown): v is string => typeof v === 'string' && v !== ''
/**
 * The day (yyyy-MM-dd) that was set when the case came to its signing: what is signed and registered says that its terms begin then. Undefined before, and in a
 * case without signing: then they begin on the day on which it is looked at. `sent`: what cases said that were accepted under an earlier rule.
 */
export const beginsIn = (codes: Codes | null): string | undefined => [codes?.begins, codes?.sent].find(isDay)
/** Whether the contracts of a case say such a day. */
export const hasTermDay = (codes: Codes | null): codes is Codes => !!codes && ('begins' in codes || 'sent' in codes)
/** The code of a case that is told anew: what was signed before is signed anew, and its day is set again. */
export const NO_TERM_DAY = { begins: null } as const
