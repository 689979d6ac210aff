import type { CaseFinding } from '../../business/cases/definitions/findings.ts'

/** What keeps contracts from beginning by a way: where it is put right, and which contracts it is about (their codes); none named: all that were chosen. */
export interface SigningBlocker extends Pick<CaseFinding, 'code' | 'msg' | 'at'> {
  contracts: readonly string[]
}
