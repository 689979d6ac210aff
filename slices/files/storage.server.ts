import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { toDisk } from '../../kit/server/keep-file.server.ts'

/** Where files lie. Names are random; nothing a person typed ever becomes a path. */
export interface Storage {
  /** takes a file into the store; answers its name. The bytes are on disk when this returns. */
  put(from: string | Buffer): Promise<string>
  read(name: string): Promise<Buffer>
  stream(name: string): Readable
  remove(name: string): Promise<void>
}

const NAME = /^[0-9a-f]{32}$/
/** A folder as storage, two levels deep by the first digits of the name. */
export function folderStorage(root: string): Storage {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error('not a storage name')
    return join(root, name.slice(0, 2), name.slice(2, 4), name)
  }
  return {
    async put(from) {
      const name = randomBytes(16).toString('hex')
      const path = pathOf(name),
        temp = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      if (typeof from === 'string') await copyFile(from, temp)
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
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
