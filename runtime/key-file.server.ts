import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'

/** Different bytes that a key of chance has at least: of 32 it has about 30, and fewer than this once in more starts than there will be. */
const LEAST_BYTES = 20
/** Keys that stand in standards and examples, read by everybody: AES (SP 800-38), GCM, SM2 (GB/T 32918). */
const PUBLISHED: readonly string[] = [
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
  '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
  '128b2fa8bd433c6c068c8d803dff79792a519a55171b1b650c23661d15897263',
]
/** Words of which somebody makes a key by their digest. */
const WORDS = [
  '',
  'a',
  'test',
  'secret',
  'password',
  '123456',
  '12345678',
  'admin',
  'root',
  'key',
  'hello',
  'hello world',
  'changeme',
  'chengbao',
  'chengbao_secret',
]
const digests = (): string[] => WORDS.flatMap((w) => [w, `${w}\n`]).flatMap((w) => ['sha256', 'sm3'].map((h) => createHash(h).update(w).digest('hex')))

/** Why a key of 24 bytes or more, in hexadecimal digits, is none, or undefined: zeros and patterns, texts, what is published. */
function weakness(hex: string): string | undefined {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.every((b) => b >= 0x20 && b < 0x7f)) return 'a text'
  if (PUBLISHED.includes(hex) || digests().includes(hex)) return 'published'
  const steps = new Set(bytes.subarray(1).map((b, i) => (b - bytes[i]! + 256) % 256))
  if (new Set(bytes).size < LEAST_BYTES || steps.size < LEAST_BYTES / 2) return 'a pattern'
  return undefined
}

/** From so many signs on a secret is the product of a machine, and has at least so many different ones. */
const LONG = 16
const KINDS = 8
/** Whether a text is a shorter one said again and again, the last time perhaps not to its end. */
const repeats = (t: string): boolean => Array.from({ length: Math.floor(t.length / 2) }, (_, i) => t.slice(i + 1)).some((rest) => t.startsWith(rest))
/**
 * Whether a secret is a weak one. Keys that we make or agree on (64 hexadecimal digits, or those of Standard Webhooks by their bytes) are judged as keys of the
 * installation are; what a provider gave, by its signs alone: one repeated, few different ones, a part that comes again.
 */
export function isWeakSecret(secret: string): boolean {
  if (/^[0-9a-f]{64}$/i.test(secret)) return weakness(secret.toLowerCase()) !== undefined
  if (secret.startsWith('whsec_')) return weakness(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')) !== undefined
  const kinds = new Set(secret).size
  return secret.length < LONG ? secret.length > 1 && kinds === 1 : kinds < KINDS || repeats(secret)
}

/**
 * Judges a key of the installation that was read from a file, whatever mode the server starts in: 32 bytes of chance as hexadecimal digits, in a file
 * that nobody else reads. @throws an Error that names the file and what to do
 */
export function judgeKey(file: string, hex: string): void {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error(`${file} does not hold a key of 64 hexadecimal digits`)
  const why = weakness(hex.toLowerCase())
  if (why) throw new Error(`${file}: the key is ${why}; make one with: openssl rand -hex 32`)
  // Windows knows no such bits
  const open = process.platform === 'win32' ? 0 : statSync(file).mode & 0o077
  if (open) throw new Error(`${file} can be read by others; run: chmod 600 ${file}`)
}
