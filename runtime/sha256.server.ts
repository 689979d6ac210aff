import { createHash } from 'node:crypto'

/** SHA-256 of text (as UTF-8) or bytes, as bytes. What is read block by block keeps a hash of its own. */
export const sha256Bytes = (of: string | Uint8Array): Buffer<ArrayBuffer> => Buffer.from(createHash('sha256').update(of).digest())
/** The same in hexadecimal digits. */
export const sha256 = (of: string | Uint8Array): string => sha256Bytes(of).toString('hex')
