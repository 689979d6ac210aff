import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { sha256 } from '../../../runtime/sha256.server.ts'
import { ACCEPTED, contentProblem, contentType } from './content.server.ts'
import { cleanFileName, extensionOf, isNameTooLong } from '../names.ts'
import { isRecoded, recode } from './pictures.server.ts'
import { fileProblems } from '../problems.ts'
import type { Scan } from './scan.server.ts'
import type { Storage } from '../storage/storage.server.ts'

/** Bytes of one attachment at most: its size is kept as an integer. */
export const MAX_FILE = 2 ** 31 - 1

/** The server's own digests of bytes as they were sent. */
export interface Digests {
  md5: string
  sha256: string
  size: number
}
/** A file that is in the store, as the columns of its row. */
export interface Stored {
  name: string
  ossName: string
  extension: string
  contentType: string
  attachSize: number
  sha256: string
  attachMd5: string
  sourceSha256: string
}

/** A name as it is kept. @throws the upload's messages for names */
export function keptName(raw: string): string {
  const name = cleanFileName(raw)
  if (name === '') throw fileProblems.noName()
  if (isNameTooLong(name)) throw fileProblems.nameTooLong()
  if (!ACCEPTED.includes(extensionOf(name))) throw fileProblems.type({ accept: ACCEPTED.join('、') })
  return name
}

/**
 * Digests of files laid end to end; with `to` they are written there, on disk when this returns. Memory: one block of Node's own size, which is taken for each
 * reading of a small file too: blocks of a megabyte brought collections of garbage on.
 */
export async function digestsOf(paths: readonly string[], to?: string): Promise<Digests> {
  const [md5, sha] = [createHash('md5'), createHash('sha256')]
  const out = to ? await open(to, 'wx', 0o600) : undefined
  let size = 0
  try {
    for (const path of paths) {
      for await (const block of createReadStream(path)) {
        md5.update(block)
        sha.update(block)
        size += block.length
        await out?.write(block)
      }
    }
    await out?.sync()
  } finally {
    await out?.close()
  }
  return { md5: md5.digest('hex'), sha256: sha.digest('hex'), size }
}

/** Puts a file that the product made itself into the store. Runs outside of transactions. */
export async function keepMade(storage: Storage, tenantId: string, file: Pick<Stored, 'name' | 'contentType'>, bytes: Buffer): Promise<Stored> {
  const digest = sha256(bytes)
  const attachMd5 = createHash('md5').update(bytes).digest('hex')
  const ossName = await storage.put(bytes, tenantId)
  return { ...file, ossName, extension: extensionOf(file.name), attachSize: bytes.length, sha256: digest, attachMd5, sourceSha256: digest }
}

/**
 * The one gate for bytes that somebody sent: name, type by content, archives read through, pictures drawn again. The file at `path` moves into the
 * store. Runs outside of transactions. @throws the upload's messages
 * @param o.tenantId whose file it is; `known`: its digests, when they were made already; `scan`: looks through a file that came in chunks, others were at the door
 */
export async function takeIn(
  storage: Storage,
  path: string,
  rawName: string,
  o: { tenantId: string; known?: Digests; scan?: Scan | undefined },
): Promise<Stored> {
  const name = keptName(rawName)
  await o.scan?.(path)
  const type = await contentType(path, name)
  if (!type) throw await contentProblem(path, name)
  const source = o.known ?? (await digestsOf([path]))
  const common = { name, extension: extensionOf(name), contentType: type, attachMd5: source.md5, sourceSha256: source.sha256 }
  if (!isRecoded(type)) return { ...common, ossName: await storage.put(path, o.tenantId), attachSize: source.size, sha256: source.sha256 }
  const bytes = await recode(path, type)
  return { ...common, ossName: await storage.put(bytes, o.tenantId), attachSize: bytes.length, sha256: sha256(bytes) }
}
