import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { admitsSigning, isSigningOpen, mayBegin, ON_SITE, REMOTE } from '../contract/flow.ts'

/** What of a contract says what may be done with it. */
export interface ContractState {
  signStatus?: unknown
  signWay?: unknown
  attachId?: unknown
  uploadUser?: unknown
  readonly [column: string]: unknown
}
type Test = (c: ContractState) => boolean

/** An open flow: begun, and not yet signed. */
export const isOpenContract: Test = (c) => isSigningOpen(c.signStatus)
/** Signed with a device, not on paper. */
export const isElectronic: Test = (c) => c.signWay === ON_SITE || c.signWay === REMOTE
export const isBegun: Test = (c) => c.signStatus !== SIGN.notBegun
/** The signers are awaited by phone. */
export const isAwaited: Test = (c) => c.signWay === REMOTE && isOpenContract(c)
/** At the desk one signer acts after the other. */
export const isAtDesk: Test = (c) => c.signWay === ON_SITE && isOpenContract(c)
export const mayStart: Test = (c) => isElectronic(c) && mayBegin(c.signStatus)
/** Nobody has said yet how it is signed. */
export const isWayless: Test = (c) => !c.signWay && mayBegin(c.signStatus)
export const mayCancel: Test = (c) => isElectronic(c) && admitsSigning(c.signStatus, 'cancel')
/** The scan of a contract signed on paper may be sent. */
export const mayUpload: Test = (c) => c.signWay === ON_PAPER && admitsSigning(c.signStatus, 'upload')
/** The scan waits for a second person: anybody but the one who sent it. */
export const mayExamine = (c: ContractState, userId: string | undefined): boolean => admitsSigning(c.signStatus, 'examine-pass') && c.uploadUser !== userId
/** The signed file can be verified: it was signed electronically. */
export const mayVerify: Test = (c) => !!c.attachId && c.signWay !== ON_PAPER
/** A scan may be taken back, and a file that was rejected. */
export const mayTakeBack: Test = (c) => !!c.attachId && (c.signWay === ON_PAPER || c.signStatus === SIGN.rejected)
