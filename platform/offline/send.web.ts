import { isApiError } from '../../kit/web/client.web.ts'
import { isLater, type DeliveryOutcome } from './delivery.ts'

/** How a call that was refused ended; what is no answer of the server's is to be sent once more. */
export function refusedAs(e: unknown): Exclude<DeliveryOutcome, { as: 'taken' }> {
  if (!isApiError(e)) return { as: 'later', msg: e instanceof Error ? e.message : String(e) }
  return isLater(e.code) ? { as: 'later', msg: e.msg } : { as: 'conflict', msg: e.msg }
}
