import { createHash } from 'node:crypto'
import type { Storage } from './storage/storage.server.ts'

/** SHA-256 of the bytes that lie in the store under a name; undefined where there are none. */
export type DigestOf = (ossName: string) => Promise<string | undefined>

/** Digests of what lies in a store, read block by block. */
export const digestIn =
  (storage: Storage): DigestOf =>
  async (ossName) => {
    if (!ossName || !(await storage.has(ossName))) return undefined
    const hash = createHash('sha256')
    for await (const block of storage.stream(ossName)) hash.update(block as Buffer)
    return hash.digest('hex')
  }
