import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { backupProblems } from './problems.ts'

/**
 * An encrypted backup: this line, 16 bytes of salt, 16 bytes that only the right passphrase makes, then pieces. A piece is its length (4 bytes, the highest
 * bit set in the last one), its AES-256-GCM text and the tag of 16 bytes; its nonce is its number. So a piece that was changed, moved or cut off is told.
 */
export const MAGIC = Buffer.from('chengbao backup, aes-256-gcm 1\n')
const PIECE = 64 * 1024
const TAG = 16
const LAST = 0x80000000
/** 64 MB and about a third of a second for each passphrase that somebody tries. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 }

async function keysOf(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  const secret = await derive(passphrase.normalize('NFC'), salt, 32, COST)
  const part = (purpose: string, n: number) => Buffer.from(hkdfSync('sha256', secret, salt, purpose, n))
  return { key: part('content', 32), check: part('check', 16) }
}
function nonceOf(n: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(n), 4)
  return nonce
}

/** Pieces of a size, the last one smaller; at least one. */
async function* pieces(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let rest: Buffer[] = []
  let held = 0
  for await (const chunk of source) {
    rest.push(chunk)
    held += chunk.length
    if (held <= size) continue
    let all = Buffer.concat(rest)
    // one more byte must be there, or the piece might be the last
    for (; all.length > size; all = all.subarray(size)) yield { bytes: all.subarray(0, size), isLast: false }
    rest = [all]
    held = all.length
  }
  yield { bytes: Buffer.concat(rest), isLast: true }
}

/** Encrypts a stream with a passphrase; for a pipeline. */
export const encrypting = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(16)
    const { key, check } = await keysOf(passphrase, salt)
    yield Buffer.concat([MAGIC, salt, check])
    let n = 0
    for await (const { bytes, isLast } of pieces(source, PIECE)) {
      const head = Buffer.alloc(4)
      head.writeUInt32BE((bytes.length | (isLast ? LAST : 0)) >>> 0)
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(n++)).setAAD(head)
      yield Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  }

/** Reads so many bytes of a stream at a time; fewer at its end. */
function reader(source: AsyncIterable<Buffer>): (n: number) => Promise<Buffer> {
  const from = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  return async (n) => {
    const parts = [held]
    let length = held.length
    while (length < n) {
      const { value, done } = await from.next()
      if (done) break
      parts.push(value)
      length += value.length
    }
    const all = Buffer.concat(parts)
    held = all.subarray(n)
    return all.subarray(0, n)
  }
}

/** The plain bytes of a backup that may be encrypted. @throws needsPassphrase, wrongPassphrase, cut, damaged */
export async function* decrypted(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const read = reader(source)
  const start = await read(MAGIC.length)
  if (!start.equals(MAGIC)) {
    yield start
    for (let bytes = await read(PIECE); bytes.length; bytes = await read(PIECE)) yield bytes
    return
  }
  if (!passphrase) throw backupProblems.needsPassphrase()
  const [salt, told] = [await read(16), await read(16)]
  if (told.length < 16) throw backupProblems.cut()
  const { key, check } = await keysOf(passphrase, salt)
  if (!timingSafeEqual(check, told)) throw backupProblems.wrongPassphrase()
  for (let n = 0; ; n++) {
    const head = await read(4)
    if (head.length < 4) throw backupProblems.cut()
    const length = (head.readUInt32BE() & ~LAST) >>> 0
    if (length > PIECE) throw backupProblems.damaged({ name: `#${n}` })
    const body = await read(length + TAG)
    if (body.length < length + TAG) throw backupProblems.cut()
    const d = createDecipheriv('aes-256-gcm', key, nonceOf(n), { authTagLength: TAG }).setAAD(head).setAuthTag(body.subarray(length))
    let plain: Buffer
    try {
      plain = Buffer.concat([d.update(body.subarray(0, length)), d.final()])
    } catch {
      throw backupProblems.damaged({ name: `#${n}` })
    }
    yield plain
    if (head[0]! & 0x80) return
  }
}
