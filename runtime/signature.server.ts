import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from './sha256.server.ts'

/** How programs sign their calls to each other. */
export type SignAlgorithm = 'HMAC-SHA256' | 'HMAC-SM3'
export interface SignedHeaders extends Record<string, string> {
  'x-app-id': string
  'x-timestamp': string
  'x-nonce': string
  'x-sign': string
}
/** A signed call may be this old, and a nonce is remembered this long. Milliseconds. */
export const SIGN_WINDOW_MS = 5 * 60_000

const hash = { 'HMAC-SHA256': 'sha256', 'HMAC-SM3': 'sm3' } as const
/** hex(HMAC(secret, method, path, timestamp, nonce, hex(sha256(body)))), joined by line feeds. Source: business-flows.md 10.2. */
export const signature = (
  secret: string,
  algorithm: SignAlgorithm,
  method: string,
  path: string,
  timestamp: string,
  nonce: string,
  body: string | Buffer,
): string =>
  createHmac(hash[algorithm], secret)
    .update([method, path, timestamp, nonce, sha256(body)].join('\n'))
    .digest('hex')

export interface SignedCall {
  appId: string
  secret: string
  algorithm: SignAlgorithm
  method: string
  path: string
  body: string | Buffer
}
/** The headers of a signed call. `nonce` must be new, `at` is in milliseconds. */
export function signedHeaders(c: SignedCall, at: number, nonce: string): SignedHeaders {
  const t = String(at)
  return { 'x-app-id': c.appId, 'x-timestamp': t, 'x-nonce': nonce, 'x-sign': signature(c.secret, c.algorithm, c.method, c.path, t, nonce, c.body) }
}
/** Whether the headers of a call have a current time and look like a signature: what does not is no application's, and nothing need be read for it. */
export function looksSigned(headers: Readonly<Record<string, unknown>>, now: number): boolean {
  const { 'x-timestamp': t = '', 'x-nonce': nonce = '', 'x-sign': given = '' } = headers as Record<string, string>
  return /^\d{13}$/.test(t) && Math.abs(now - Number(t)) <= SIGN_WINDOW_MS && /^[\w-]{16,64}$/.test(nonce) && /^[0-9a-f]{64}$/.test(given)
}
/** Whether a call has the right signature and a current time. The caller of this function remembers nonces. */
export function isSigned(c: Omit<SignedCall, 'appId'>, headers: Readonly<Record<string, string | undefined>>, now: number): boolean {
  if (!looksSigned(headers, now)) return false
  const { 'x-timestamp': t = '', 'x-nonce': nonce = '', 'x-sign': given = '' } = headers
  return timingSafeEqual(Buffer.from(signature(c.secret, c.algorithm, c.method, c.path, t, nonce, c.body), 'hex'), Buffer.from(given, 'hex'))
}
