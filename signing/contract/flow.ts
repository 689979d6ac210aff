import { next } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'

/** Way 1: signed from afar, each signer by his own phone (dictionary sign_way). */
export const REMOTE = '1'
/** Way 2: signed on site, embedded in the system (dictionary sign_way). */
export const ON_SITE = '2'

/** How a contract comes to be signed, by what this product does so far. Source: business-flows.md 7; 'revoke-signed' is its "revoke-upload (way 3, business not done)". */
export const SIGNING = [
  [SIGN.notBegun, 'choose-sign-way', SIGN.notBegun],
  [SIGN.notBegun, 'start', SIGN.unsigned],
  [SIGN.rejected, 'start', SIGN.unsigned],
  [SIGN.expired, 'start', SIGN.unsigned],
  [SIGN.refused, 'start', SIGN.unsigned],
  [SIGN.unsigned, 'part-signed', SIGN.signing],
  [SIGN.signing, 'part-signed', SIGN.signing],
  [SIGN.unsigned, 'all-signed', SIGN.signed],
  [SIGN.signing, 'all-signed', SIGN.signed],
  [SIGN.unsigned, 'all-signed-to-examine', SIGN.toExamine],
  [SIGN.signing, 'all-signed-to-examine', SIGN.toExamine],
  [SIGN.unsigned, 'refuse', SIGN.refused],
  [SIGN.signing, 'refuse', SIGN.refused],
  [SIGN.unsigned, 'cancel', SIGN.notBegun],
  [SIGN.signing, 'cancel', SIGN.notBegun],
  [SIGN.expired, 'cancel', SIGN.notBegun],
  [SIGN.refused, 'cancel', SIGN.notBegun],
  [SIGN.unsigned, 'expire', SIGN.expired],
  [SIGN.signing, 'expire', SIGN.expired],
  [SIGN.notBegun, 'upload', SIGN.toExamine],
  [SIGN.rejected, 'upload', SIGN.toExamine],
  [SIGN.toExamine, 'examine-pass', SIGN.signed],
  [SIGN.toExamine, 'examine-refuse', SIGN.rejected],
  [SIGN.toExamine, 'revoke-upload', SIGN.notBegun],
  [SIGN.rejected, 'revoke-upload', SIGN.notBegun],
  [SIGN.signed, 'revoke-signed', SIGN.notBegun],
] as const
export type SigningEvent = (typeof SIGNING)[number][1]
/** The states of an electronic signing that has begun and that not all have signed. */
export const SIGNING_OPEN: readonly string[] = [SIGN.unsigned, SIGN.signing]
export const isSigningOpen = (signStatus: unknown): boolean => SIGNING_OPEN.some((s) => s === signStatus)
/** Whether the time for signing a contract is over; one without a deadline has no end. @param now of the request */
export const isTooLate = ({ signDeadline }: { readonly signDeadline?: string | null }, now: string): boolean => !!signDeadline && signDeadline <= now
/** Whether a contract in this state admits an event. */
export const admitsSigning = (signStatus: unknown, event: SigningEvent): boolean => !!next(SIGNING, String(signStatus), event)
/** Whether an electronic signing can begin: nobody signs, and nothing is signed. */
export const mayBegin = (signStatus: unknown): boolean => admitsSigning(signStatus, 'start')

/** Contracts that a screen begins with one call: each call is a transaction that holds the case, and its progress shows. */
export const BEGUN_AT_ONCE = 25
