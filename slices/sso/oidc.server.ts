import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import type { Outbound } from '../../kit/server/outbound.server.ts'
import { refusal } from './problems.ts'

/** A service as its configuration row has it. */
export interface Provider {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
}
export interface Endpoints {
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
}
/** Who the other service says somebody is. */
export interface Identity {
  subject: string
  name: string
}
/** What was agreed before the journey and must be found again in the answer. */
export interface Agreed {
  code: string
  verifier: string
  nonce: string
  redirectUri: string
}
/** Clocks of two services may differ by so many seconds. */
const SKEW = 60

const rejected = (why: string) => refusal.rejected({ why })
function objectOf(body: Buffer | string, why: string): Record<string, any> {
  try {
    const v = JSON.parse(String(body))
    if (v && typeof v === 'object' && !Array.isArray(v)) return v
  } catch {
    // said below
  }
  throw rejected(why)
}
async function ask(outbound: Outbound, url: string, why: string): Promise<Record<string, any>> {
  const a = await outbound.call(url, { method: 'GET', headers: { accept: 'application/json' } })
  if (a.status !== 200) throw rejected(why)
  return objectOf(a.body, why)
}

/** The endpoints that an issuer publishes; it must call itself by the configured name. Source: OpenID Connect Discovery 1.0, 4. */
export async function discover(outbound: Outbound, issuer: string): Promise<Endpoints> {
  const d = await ask(outbound, `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`, 'discovery')
  if (d.issuer !== issuer || ![d.authorization_endpoint, d.token_endpoint, d.jwks_uri].every((x) => typeof x === 'string')) throw rejected('discovery')
  return d as unknown as Endpoints
}
/** The challenge of a verifier. Source: RFC 7636, S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Where the browser goes. Source: OpenID Connect Core 1.0, 3.1.2.1. */
export function authorizeUrl(e: Endpoints, p: Provider, j: { state: string } & Omit<Agreed, 'code'>): string {
  const url = new URL(e.authorization_endpoint)
  if (!/^https?:$/.test(url.protocol)) throw rejected('discovery')
  const query = {
    response_type: 'code',
    client_id: p.clientId,
    redirect_uri: j.redirectUri,
    scope: p.scope,
    state: j.state,
    nonce: j.nonce,
    code_challenge: challengeOf(j.verifier),
    code_challenge_method: 'S256',
  }
  for (const [n, v] of Object.entries(query)) url.searchParams.set(n, v)
  return url.href
}

/** Exchanges a code for an ID token and answers whom it names, once everything in it was checked. Source: OpenID Connect Core 1.0, 3.1.3. */
export async function exchange(outbound: Outbound, p: Provider, a: Agreed, nowSeconds: number): Promise<Identity> {
  const e = await discover(outbound, p.issuer)
  const form = { grant_type: 'authorization_code', code: a.code, redirect_uri: a.redirectUri, code_verifier: a.verifier }
  const basic = [p.clientId, p.clientSecret].map(encodeURIComponent).join(':')
  const answer = await outbound.call(e.token_endpoint, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams(form).toString(),
  })
  if (answer.status !== 200) throw rejected('code')
  const token = String(objectOf(answer.body, 'token').id_token ?? '')
  const { keys } = await ask(outbound, e.jwks_uri, 'keys')
  return identityOf(token, Array.isArray(keys) ? keys : [], { issuer: p.issuer, clientId: p.clientId, nonce: a.nonce }, nowSeconds)
}

/**
 * Whom an ID token names. One algorithm only (RS256), the key that its header names, issuer, audience, times and nonce as agreed; anything else is refused.
 * Source: OpenID Connect Core 1.0, 3.1.3.7.
 */
export function identityOf(
  token: string,
  keys: readonly (JsonWebKey & { kid?: string; use?: string })[],
  want: { issuer: string; clientId: string; nonce: string },
  nowSeconds: number,
): Identity {
  const [head = '', body = '', signature = '', more] = token.split('.')
  if (!head || !body || !signature || more !== undefined) throw rejected('form')
  const { alg, kid } = objectOf(Buffer.from(head, 'base64url'), 'header')
  if (alg !== 'RS256') throw rejected('algorithm')
  const fitting = keys.filter((k) => k.kty === 'RSA' && k.use !== 'enc' && (kid === undefined || k.kid === kid))
  if (fitting.length !== 1) throw rejected('key')
  const key = createPublicKey({ key: { kty: 'RSA', n: fitting[0]!.n!, e: fitting[0]!.e! }, format: 'jwk' })
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) throw rejected('signature')
  const c = objectOf(Buffer.from(body, 'base64url'), 'claims')
  const audience: unknown[] = Array.isArray(c.aud) ? c.aud : [c.aud]
  if (c.iss !== want.issuer) throw rejected('issuer')
  if (!audience.includes(want.clientId) || (audience.length > 1 && c.azp !== want.clientId)) throw rejected('audience')
  if (typeof c.exp !== 'number' || c.exp < nowSeconds - SKEW) throw rejected('expired')
  if (typeof c.iat !== 'number' || c.iat > nowSeconds + SKEW) throw rejected('early')
  if (c.nonce !== want.nonce) throw rejected('nonce')
  if (typeof c.sub !== 'string' || c.sub === '' || c.sub.length > 255) throw rejected('subject')
  return { subject: c.sub, name: String(c.name ?? c.preferred_username ?? '').slice(0, 100) }
}
