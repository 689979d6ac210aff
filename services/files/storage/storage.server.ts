import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { toDisk } from '../../../runtime/keep-file.server.ts'
import type { Handed } from './signed-address.server.ts'

/** Where files lie. Names are random; nothing a person typed ever becomes a path. */
export interface Storage {
  /**
   * Takes bytes, or the file at a path (which is gone then), into the store; answers the name. The bytes are on disk when this returns.
   * @param tenantId whose file it is: tenants may have a place of their own (buckets.server.ts)
   */
  put(from: string | Buffer, tenantId: string): Promise<string>
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer>
  stream(name: string): Readable
  remove(name: string): Promise<void>
  /** an address outside the product that hands the file out for a while; undefined where the store has none */
  handOut?(name: string, h: Handed): string | undefined
  /** every stored name with its age, folder by folder */
  all(): AsyncIterable<{ name: string; changed: number }>
}

/** @returns SHA-256 of what lies under a name, read piece by piece */
export async function digestOf(storage: Pick<Storage, 'stream'>, name: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of storage.stream(name)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Renames; between two disks copies. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (e: NodeJS.ErrnoException) => {
    if (e.code !== 'EXDEV') throw e
    await copyFile(from, to)
    await rm(from, { force: true })
  })
}
/** Entries of a folder with their last change; none when there is no such folder, and none for what vanishes meanwhile. */
export async function entriesOf(folder: string): Promise<{ name: string; path: string; changed: number }[]> {
  const names = await readdir(folder).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT' || e.code === 'ENOTDIR') return [] as string[]
    throw e
  })
  const all = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (s) => [{ name, path: join(folder, name), changed: s.mtimeMs }],
        () => [],
      ),
    ),
  )
  return all.flat()
}

/** Names are random and say nothing of what they hold. */
export const storageName = (): string => randomBytes(16).toString('hex')
export const isStorageName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
/** A folder as storage, two levels deep by the first digits of the name. */
export function folderStorage(root: string): Storage {
  const pathOf = (name: string) => {
    if (!isStorageName(name)) throw new Error('not a storage name')
    return join(root, name.slice(0, 2), name.slice(2, 4), name)
  }
  return {
    async put(from) {
      const name = storageName()
      const path = pathOf(name),
        temp = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      if (typeof from === 'string') await move(from, temp)
      const file = await open(temp, typeof from === 'string' ? 'r+' : 'w', 0o600)
      try {
        if (typeof from !== 'string') await file.writeFile(from)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temp, path)
      await toDisk(dirname(path))
      return name
    },
    read: (name) => readFile(pathOf(name)),
    stream: (name) => createReadStream(pathOf(name)),
    has: (name) =>
      stat(pathOf(name)).then(
        (s) => s.isFile(),
        () => false,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *all() {
      for (const first of await entriesOf(root))
        for (const second of await entriesOf(first.path)) for (const file of await entriesOf(second.path)) if (isStorageName(file.name)) yield file
    },
  }
}
