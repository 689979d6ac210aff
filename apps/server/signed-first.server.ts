import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Problem } from '../../kit/model/problem.ts'
import { envelopeOf, langOf } from '../../kit/server/refusal.server.ts'

/** What says nothing of a call: its signature, how often it was made, a body that was never read. */
const TELLS_NOTHING = [401, 408, 413, 429]
/** Whether a call that must be signed is signed well, and how it is refused where it is not. */
export interface SignedDoor {
  isSigned(): Promise<boolean> | boolean
  refused(): Problem
}
/**
 * Calls that programs sign are refused for their signature first: whoever has not signed well is not told what else was wrong (a name in the address, the type or the form
 * of the body), for that says what the call expects.
 * @param doorOf the door of a call that must be signed; none of all others
 */
export function signedFirst(app: FastifyInstance, doorOf: (request: FastifyRequest) => SignedDoor | undefined): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { statusCode } = reply
    if (statusCode < 400 || statusCode > 499 || TELLS_NOTHING.includes(statusCode)) return payload
    const door = doorOf(request)
    if (!door || (await door.isSigned())) return payload
    const refused = door.refused()
    reply.code(refused.status)
    return JSON.stringify(envelopeOf(refused, langOf(request)))
  })
}
