import { createHash } from 'node:crypto'
import type { Storage } from './storage.server.ts'

/** SHA-256 of the bytes that lie in a store under a name, read block by block; undefined where there are none. */
export const digestIn =
  (storage: Storage) =>
  async (ossName: string): Promise<string | undefined> => {
    if (!ossName || !(await storage.has(ossName))) return undefined
    const hash = createHash('sha256')
    for await (const block of storage.stream(ossName)) hash.update(block as Buffer)
    return hash.digest('hex')
  }
