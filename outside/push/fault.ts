import { both, type Text } from '../../kit/model/lang.ts'
import { isRefusal } from '../../kit/model/problem.ts'

/** Why a call did not arrive, by class (dictionary push_fault). Source: screens.md F5. */
export type PushFault = 'network' | 'timeout' | 'server' | 'signature' | 'refused' | 'malformed' | 'settings' | 'waiting'

/** A call that failed, with its class. */
export class CallFailed extends Error {
  readonly fault: PushFault
  constructor(fault: PushFault, why: string) {
    super(why)
    this.fault = fault
  }
}
/** The class of what stopped a push. */
export function pushFaultOf(error: unknown): PushFault {
  if (error instanceof CallFailed) return error.fault
  return isRefusal(error) ? 'settings' : 'network'
}
/** What the other side gave as its reason, to end a sentence with; where it gave none, that is said. */
export const reasonGiven = (why: string): Text => (why.trim() ? both(why, why) : both('未说明原因', 'no reason was given'))
