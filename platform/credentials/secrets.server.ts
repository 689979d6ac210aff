import { randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import { sm2 } from 'sm-crypto-v2'
import { sha256, sha256Bytes } from '../../runtime/sha256.server.ts'
import { keptFile } from '../../runtime/keep-file.server.ts'
import { judgeKey } from '../../runtime/key-file.server.ts'

/** 256 random bits as text for headers and cookies. */
export const randomToken = (): string => randomBytes(32).toString('base64url')
/** What the database keeps of a token. */
export const tokenHash = (t: string): string => sha256(t)
/** Compares two texts of secrets without telling by time where they differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256Bytes(a), sha256Bytes(b))

const ARGON = { memoryCost: 19456, timeCost: 2, parallelism: 1 }
export const hashPassword = (p: string): Promise<string> => hash(p, ARGON)
/** A wrong hash or password is simply not the password. */
export const isPassword = (stored: string, p: string): Promise<boolean> => verify(stored, p).catch(() => false)
/** Hash of nothing anybody knows: an unknown account costs the same time as a known one. */
export const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Tp0lT2nzr7sKbq3Vq8mFzq1b1Zk9v0yY2mJ9s7r3w1k'

export interface Sm2Keys {
  keyId: string
  publicKey: string
  privateKey: string
}
/** The key pair for passwords on the wire: made at the first start, kept with mode 0600. @throws where the file holds no pair, or a bad one */
export async function loadSm2Keys(dataDir: string, named = ''): Promise<Sm2Keys> {
  const file = named || join(dataDir, 'sm2-key.json')
  const text = await keptFile(file, () => {
    const pair = sm2.generateKeyPairHex()
    return JSON.stringify({ keyId: randomBytes(6).toString('hex'), publicKey: pair.publicKey, privateKey: pair.privateKey } satisfies Sm2Keys)
  })
  const keys = pairIn(text)
  judgeKey(file, keys?.privateKey ?? '')
  if (!keys?.keyId || sm2.getPublicKeyFromPrivateKey(keys.privateKey) !== keys.publicKey) throw new Error(`${file} does not hold a pair of keys`)
  return keys
}
function pairIn(text: string): Sm2Keys | undefined {
  try {
    return JSON.parse(text) as Sm2Keys
  } catch {
    return undefined
  }
}

/**
 * Decrypts what a browser encrypted with SM2 (C1C3C2 or C1C2C3, with or without the leading 04).
 * The prefix cannot be told from chance, so both readings are tried: the hash inside decides. Source: platform-api.md 2.6.
 * Answers undefined for anything that is not a proper ciphertext; an empty plaintext is a failure.
 */
export function decryptSm2(keys: Sm2Keys, hex: string): string | undefined {
  if (!/^[0-9a-fA-F]{194,2000}$/.test(hex)) return undefined
  const forms = hex.startsWith('04') ? [hex.slice(2), hex] : [hex]
  for (const form of forms) {
    for (const mode of [0, 1] as const) {
      try {
        const text = sm2.doDecrypt(form, keys.privateKey, mode, { output: 'string' })
        if (text) return text
      } catch {
        // not this reading
      }
    }
  }
  return undefined
}
