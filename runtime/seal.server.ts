import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { judgeKey } from './key-file.server.ts'

/** Seals texts that the product must be able to read again (passwords of foreign services). Source: security.md 5.14. */
export interface Sealer {
  /** `about` (table, row, name) is bound in: a sealed text moved to another row does not open */
  seal(text: string, about: string): string
  /** @throws when the text was changed, moved, or sealed under another key */
  open(sealed: string, about: string): string
  /** hex HMAC-SHA256 under a key of its own; for signed answers */
  sign(text: string, about: string): string
}

const known = new Map<string, Buffer>()
/** 32 random bytes, made at the first need and kept with mode 0600. */
function masterKey(file: string): Buffer {
  const kept = known.get(file)
  if (kept) return kept
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (e) {
      // another server on the same folder was first
      if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
    }
  }
  const hex = readFileSync(file, 'utf8').trim()
  judgeKey(file, hex)
  const key = Buffer.from(hex, 'hex')
  known.set(file, key)
  return key
}
/** Where the master key lies: at the place that the site names, else in the data folder. */
const placeOf = (dataDir: string, keyFile?: string): string => keyFile || join(dataDir, 'seal-key')
/** Reads and judges the master key as a server starts, so that none with a bad key serves; makes it where there is none. @throws what is wrong with it */
export const requireMasterKey = (dataDir: string, keyFile?: string): void => void masterKey(placeOf(dataDir, keyFile))

/**
 * A sealer under a master key: AES-256-GCM, the algorithm named in front of every text. The key is read when it is first needed.
 * @param keyFile a place outside the data folder, where the site has one
 */
export function openSealer(dataDir: string, keyFile?: string): Sealer {
  const derived = (purpose: string) =>
    createHmac('sha256', masterKey(placeOf(dataDir, keyFile)))
      .update(purpose)
      .digest()
  return {
    seal(text, about) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derived('seal'), iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return ['a1', iv.toString('base64url'), cipher.getAuthTag().toString('base64url'), body.toString('base64url')].join('.')
    },
    open(sealed, about) {
      const [kind, iv, tag, body] = sealed.split('.')
      if (kind !== 'a1' || !iv || !tag || body === undefined) throw new Error('not a sealed text')
      const d = createDecipheriv('aes-256-gcm', derived('seal'), Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      d.setAAD(Buffer.from(about)).setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([d.update(Buffer.from(body, 'base64url')), d.final()]).toString('utf8')
    },
    sign: (text, about) =>
      createHmac('sha256', derived(`sign ${about}`))
        .update(text)
        .digest('hex'),
  }
}
