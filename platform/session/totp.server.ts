import { momentOf } from '../../kit/server/clock.server.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { sameSecret } from '../credentials/secrets.server.ts'

/** Seconds a code lasts; codes of the step before and after count as well. Source: RFC 6238; security.md K24. */
const STEP = 30
const WINDOW = 1
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base 32 without padding, as authenticators take them. Source: RFC 4648. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((b) => b.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('')
}
/** Bytes of a text in base 32. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code of a step: HMAC-SHA1, dynamic truncation. Source: RFC 4226. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}
/** The step of a time ('yyyy-MM-dd HH:mm:ss' in Asia/Shanghai). */
export const totpStep = (now: string): number => Math.floor(momentOf(now) / 1000 / STEP)
/** The step whose code this is, among the present one and its neighbours; undefined when it is none of theirs. */
export function stepOfCode(secret: Buffer, code: string, now: string): number | undefined {
  const at = totpStep(now)
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, i) => at - WINDOW + i)
  return steps.find((s) => sameSecret(totpCode(secret, s), code))
}

/** A new secret of 160 bits. */
export const newTotpSecret = (): string => base32(randomBytes(20))
/** What an authenticator reads as a picture. Source: the key URI format. */
export const keyUri = (issuer: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP}`

const RECOVERY_CODES = 10
/** Ten codes of 50 bits, written in two groups. */
export const recoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(7)).slice(0, 10).toLowerCase()).map((c) => `${c.slice(0, 5)}-${c.slice(5)}`)
