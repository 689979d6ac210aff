import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { MemoryFS } from '@electric-sql/pglite'
import { tarEntries } from './slim.server.ts'

/** Where the engine looks for its database. */
const PGDATA = '/pglite/data'

/** The size that a zstd frame says it unpacks to; undefined when it does not. Source: RFC 8878, 3.1.1.1. */
function unpackedSize(packed: Buffer): number | undefined {
  const descriptor = packed[4]!
  const isSingle = (descriptor & 0x20) !== 0
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!
  const kind = descriptor >> 6
  if (kind === 0) return isSingle ? packed[at]! : undefined
  return kind === 1 ? packed.readUInt16LE(at) + 256 : kind === 2 ? packed.readUInt32LE(at) : Number(packed.readBigUInt64LE(at))
}
/** An archive unpacked at once: piece by piece it would be copied as it grows. */
function unpacked(template: string): Buffer {
  const packed = readFileSync(template)
  const size = unpackedSize(packed)
  return zstdDecompressSync(packed, size ? { chunkSize: size } : {})
}

/** Puts the database that an archive holds into a folder on disk. */
export function beginIn(folder: string, template: string): void {
  for (const { name, isFolder, data } of tarEntries(unpacked(template))) {
    const path = join(folder, name)
    mkdirSync(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (!isFolder) writeFile(path, data)
  }
}
function writeFile(path: string, data: Buffer): void {
  const fd = openSync(path, 'w', 0o600)
  try {
    for (let done = 0; done < data.length;) done += writeSync(fd, data, done, data.length - done, done)
  } finally {
    closeSync(fd)
  }
}

/** A file system in memory that begins with the database of an archive, whose bytes its files are: a copy of each took longer than all else of an opening. */
export class BegunMemoryFS extends MemoryFS {
  readonly #template: string
  constructor(template: string) {
    super()
    this.#template = template
  }
  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    for (const { name, isFolder, data } of tarEntries(unpacked(this.#template))) {
      const path = posix.join(PGDATA, name)
      FS.mkdirTree(isFolder ? path : posix.dirname(path))
      if (!isFolder) FS.writeFile(path, data, { canOwn: true })
    }
  }
}
