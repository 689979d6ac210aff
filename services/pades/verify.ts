import { problem } from '../../kit/model/problem.ts'

/** Signatures of one file that are judged: a contract has four and its time stamps, and each costs a millisecond. */
export const MOST_SIGNATURES = 40
export const tooManySignatures = problem<void>(400, 'too-many-signatures', () => ({
  zh: `文件中的电子签名超过${MOST_SIGNATURES}处，不予核验：本系统签署的合同没有这么多签名`,
  en: `The file has more than ${MOST_SIGNATURES} signatures and is not verified: no contract of this system has that many`,
}))

export interface VerifiedSignature {
  /** Common name of the certificate; '' when the signature cannot be read. */
  signer: string
  /** The signed bytes are unchanged and the CMS signature over them is right. */
  valid: boolean
  /** The certificate was issued by one of the given authorities and was in force at the time that the file names. */
  trusted: boolean
  /** Nothing was appended after this signature (true for the last one of an untouched file). */
  whole: boolean
  /** Between this signature and the next one something else came than signature fields, their appearance and proofs. */
  changedAfter: boolean
  /** Time that the file names, ISO 8601, or ''. */
  time: string
  /** Time that an authority put on the signature (RFC 3161), ISO 8601; '' without a stamp, or where it is not of this signature. */
  stamped: string
  /** The signer's certificate as PEM; '' when the signature cannot be read. */
  certificate: string
  /** Why it was signed, as the file says, or ''. */
  reason: string
}
