import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '../../kit/server/route.server.ts'
import { envelopeOf, langOf } from '../../kit/server/refusal.server.ts'
import { openProblems } from '../../outside/open/open.server.ts'

/** What says nothing of a call: its signature, how often it was made, a body that was never read. */
const TELLS_NOTHING = [401, 408, 413, 429]
/**
 * Calls of applications are refused for their signature first: whoever has not signed well is not told what else was wrong (a name in the address, the type or the form of
 * the body), for that says what the call expects.
 */
export function signedFirst(app: FastifyInstance, signerOf: (request: FastifyRequest) => Promise<string | undefined>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { rate } = request.routeOptions.config as Pick<Route, 'rate'>
    const { statusCode } = reply
    if (rate !== 'partners' || statusCode < 400 || statusCode > 499 || TELLS_NOTHING.includes(statusCode)) return payload
    if ((await signerOf(request)) !== undefined) return payload
    const refused = openProblems.signature()
    reply.code(refused.status)
    return JSON.stringify(envelopeOf(refused, langOf(request)))
  })
}
