// An OpenID provider for development and tests: PORT=8093 CLIENT_ID=chengbao CLIENT_SECRET=… node tools/run.mjs apps/simulators/oidc.server.ts
// Discovery, authorisation with a list of persons, token with PKCE, keys. Source: OpenID Connect Core 1.0 and Discovery 1.0, RFC 7636.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../kit/server/clock.server.ts'
import { sayLine, serve } from './serve.server.ts'

export interface OidcSimulator {
  /** address of the provider, for the field `issuer` */
  url: string
  /** what it changes in the ID token (or its header) that it signs next; for tests */
  twist: { claims?: Record<string, unknown>; header?: Record<string, unknown>; otherKey?: boolean }
  close(): Promise<void>
}
interface Settings {
  port?: number
  clientId: string
  clientSecret: string
  /** persons one may sign in as, by subject */
  people?: Readonly<Record<string, string>>
  /** the clock that tokens are dated by; for tests */
  now?: () => Date
}
interface Grant {
  subject: string
  nonce: string
  redirectUri: string
  challenge: string
}
const PEOPLE = { 'person-1': '李登', 'person-2': '王访' }
const MOST_BODY = 1 << 16
const coded = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url')
const escaped = (t: string) => t.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const part of request) {
    body += part
    if (body.length > MOST_BODY) throw new Error('too large')
  }
  return new URLSearchParams(body)
}

/** Starts the simulator. `GET /authorize` shows its persons as links; `&person=` in the address chooses one at once. */
export async function startOidcSimulator({ port = 0, clientId, clientSecret, people = PEOPLE, now = clock }: Settings): Promise<OidcSimulator> {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, other] = [pair(), pair()]
  const grants = new Map<string, Grant>()
  const s: OidcSimulator = { url: '', twist: {}, close: async () => {} }

  function authorise(url: URL, reply: ServerResponse): unknown {
    const q = Object.fromEntries(url.searchParams)
    if (q.client_id !== clientId || q.response_type !== 'code' || q.code_challenge_method !== 'S256' || !q.code_challenge || !q.redirect_uri)
      return sayLine(reply, 400, { error: 'invalid_request' })
    const person = q.person
    if (!person || !Object.hasOwn(people, person)) {
      const links = Object.entries(people).map(([id, name]) => {
        const to = new URL(url)
        to.searchParams.set('person', id)
        return `<p><a href="${escaped(to.pathname + to.search)}">${escaped(name)}</a></p>`
      })
      return reply
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><meta charset="utf-8"><title>统一身份认证（模拟）</title><h1>以谁的身份登录？</h1>${links.join('')}`)
    }
    const code = randomBytes(16).toString('base64url')
    grants.set(code, { subject: person, nonce: q.nonce ?? '', redirectUri: q.redirect_uri, challenge: q.code_challenge })
    const back = new URL(q.redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', q.state ?? '')
    return reply.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const form = await formOf(request)
    const basic = Buffer.from(String(request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
    // both halves are form-encoded (RFC 6749 2.3.1); how much a client escapes is its own affair
    const [id, secret] = [
      ...new URLSearchParams(
        basic
          .split(':')
          .map((half, i) => `${i}=${half}`)
          .join('&'),
      ).values(),
    ]
    if (id !== clientId || secret !== clientSecret) return sayLine(reply, 401, { error: 'invalid_client' })
    const code = form.get('code') ?? ''
    const g = grants.get(code)
    // a code is good once, whatever comes of it
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!g || form.get('grant_type') !== 'authorization_code' || form.get('redirect_uri') !== g.redirectUri || challenge !== g.challenge)
      return sayLine(reply, 400, { error: 'invalid_grant' })
    const seconds = Math.floor(now().getTime() / 1000)
    const claims = { iss: s.url, sub: g.subject, aud: clientId, exp: seconds + 300, iat: seconds, nonce: g.nonce, name: people[g.subject], ...s.twist.claims }
    const text = `${coded({ alg: 'RS256', typ: 'JWT', kid: 'k1', ...s.twist.header })}.${coded(claims)}`
    const signature = sign('RSA-SHA256', Buffer.from(text), (s.twist.otherKey ? other : own).privateKey).toString('base64url')
    s.twist = {}
    return sayLine(reply, 200, { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: `${text}.${signature}` })
  }

  const served = await serve(port, (request, reply) => {
    const url = new URL(request.url ?? '/', s.url)
    const call = `${request.method} ${url.pathname}`
    if (call === 'GET /.well-known/openid-configuration')
      return void sayLine(reply, 200, {
        issuer: s.url,
        authorization_endpoint: `${s.url}/authorize`,
        token_endpoint: `${s.url}/token`,
        jwks_uri: `${s.url}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (call === 'GET /keys') return void sayLine(reply, 200, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] })
    if (call === 'GET /authorize') return void authorise(url, reply)
    if (call === 'POST /token') return void token(request, reply).catch(() => sayLine(reply, 400, { error: 'invalid_request' }))
    sayLine(reply, 404, { error: 'no such call' })
  })
  s.url = served.url
  s.close = served.close
  return s
}

if (import.meta.main) {
  const { CLIENT_ID = 'chengbao', CLIENT_SECRET, PORT = '8093' } = process.env
  if (!CLIENT_SECRET) throw new Error('CLIENT_SECRET is missing')
  const s = await startOidcSimulator({ port: Number(PORT), clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
  console.log(`OpenID provider at ${s.url}`)
}
