import * as client from 'openid-client'
import { Problem } from '../../kit/model/problem.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { ssoRefusal } from './problems.ts'
import type { IdentityProtocol, IdentitySource } from './protocols.server.ts'

/** By how many seconds the clocks of two services may differ. */
const SKEW = 60

/** The library's way to the network: our own door, with its rules for addresses, sizes and times. */
function through(outbound: Outbound): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const sent = body === undefined || body === null ? {} : { body: String(body) }
    const answer = await outbound.call(url, { method: method as 'GET' | 'POST', headers, ...sent, ...(signal ? { signal } : {}) })
    return new Response(answer.body.length > 0 ? new Uint8Array(answer.body) : null, { status: answer.status, headers: { 'content-type': answer.type } })
  }
}

/** Runs a step of the protocol. Refusals of the door stay what they are; whatever else is wrong, people are told one thing, and the log why. */
async function step<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    let e = error
    while (e instanceof Error && !(e instanceof Problem) && e.cause) e = e.cause
    throw e instanceof Problem ? e : ssoRefusal.rejected({ why: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * What an issuer publishes of itself. ID tokens must be signed by one of its keys (RS256): the library alone would trust the connection.
 * The door decides who may be called by http.
 * @param now the product's time, s; the library asks the machine
 */
function configured(outbound: Outbound, p: IdentitySource, now: number): Promise<client.Configuration> {
  const metadata = { id_token_signed_response_alg: 'RS256', [client.clockSkew]: Math.round(now - Date.now() / 1000), [client.clockTolerance]: SKEW }
  return client.discovery(new URL(p.issuer), p.clientId, metadata, client.ClientSecretBasic(p.clientSecret), {
    [client.customFetch]: through(outbound),
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
}

/** OpenID Connect: PKCE, nonce, and an ID token that its issuer signed. */
export const oidc: IdentityProtocol = {
  // throws when the service does not answer or does not describe itself by the configured name
  leave: (outbound, p, j, now) =>
    step(async () => {
      const url = client.buildAuthorizationUrl(await configured(outbound, p, now), {
        redirect_uri: j.redirectUri,
        scope: p.scope,
        state: j.state,
        nonce: j.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(j.verifier),
        code_challenge_method: 'S256',
      })
      if (!/^https?:$/.test(url.protocol)) throw new Error('the address to sign in at is no page')
      return url.href
    }),
  // exchanges the code for an ID token and answers whom it names, once everything in it was checked
  identify: (outbound, p, j, back, now) =>
    step(async () => {
      const at = new URL(j.redirectUri)
      for (const [name, value] of Object.entries({ code: back.code, state: j.state, iss: back.iss })) if (value) at.searchParams.set(name, value)
      const checks = { pkceCodeVerifier: j.verifier, expectedNonce: j.nonce, expectedState: j.state, idTokenExpected: true }
      const claims = (await client.authorizationCodeGrant(await configured(outbound, p, now), at, checks)).claims()!
      if (claims.iat > now + SKEW) throw new Error('the ID token is of the future')
      if (claims.sub === '' || claims.sub.length > 255) throw new Error('the subject is no name')
      return { subject: claims.sub, name: String(claims.name ?? claims.preferred_username ?? '').slice(0, 100) }
    }),
}
