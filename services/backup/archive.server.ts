import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack, type Pack } from 'tar-stream'
import { clock } from '../../kit/server/clock.server.ts'
import { toDisk } from '../../runtime/keep-file.server.ts'
import { decrypted, encrypting } from './cipher.server.ts'
import { backupProblems } from './problems.ts'

export const SUMS_NAME = 'SHA256SUMS'
export const MANIFEST = 'manifest.json'

/** What goes into an archive: a folder, a text, or a file of which so many bytes are taken. */
export type ArchivePiece = { name: string } & ({ kind: 'folder' } | { kind: 'text'; text: string } | { kind: 'file'; path: string; bytes: number })

/**
 * Writes a tar archive, the last entry of which is SHA256SUMS (`sha256sum -c` reads it). It appears under its name only whole and on disk.
 * @returns its size and SHA-256
 */
export async function writeArchive(
  file: string,
  pieces: AsyncIterable<ArchivePiece>,
  { passphrase, signal }: { passphrase: string; signal?: AbortSignal | undefined },
): Promise<{ bytes: number; sha256: string }> {
  const part = `${file}.part`
  const stop = new AbortController()
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
  const tar = pack()
  const filled = fill(tar, pieces, either).catch((e) => {
    tar.destroy(e)
    throw e
  })
  // it is awaited below; a fault of the other side must not be one that nobody hears of
  filled.catch(() => {})
  const whole = createHash('sha256')
  let bytes = 0
  async function* summed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      whole.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    const plain = Readable.from(tar as unknown as AsyncIterable<Buffer>)
    const to = createWriteStream(part, { mode: 0o600 })
    await (passphrase ? pipeline(plain, encrypting(passphrase), summed, to, { signal: either }) : pipeline(plain, summed, to, { signal: either }))
    await filled
    await toDisk(part)
    await rename(part, file)
    await toDisk(dirname(file))
  } catch (e) {
    stop.abort()
    await rm(part, { force: true })
    throw await filled.then(
      () => e,
      (why) => (why?.name === 'AbortError' ? e : why),
    )
  }
  return { bytes, sha256: whole.digest('hex') }
}

async function fill(tar: Pack, pieces: AsyncIterable<ArchivePiece>, signal: AbortSignal): Promise<void> {
  const sums: string[] = []
  const mtime = clock()
  const put = async (name: string, bytes: number, from: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const hash = createHash('sha256')
    let settle: (e?: Error | null) => void = () => {}
    const ended = new Promise<void>((done, fail) => (settle = (e) => (e ? fail(e) : done())))
    ended.catch(() => {})
    const to = tar.entry({ name, size: bytes, mode: 0o600, mtime }, settle)
    for await (const chunk of from) {
      hash.update(chunk)
      if (!to.write(chunk)) await once(to, 'drain', { signal })
    }
    to.end(null)
    await ended
    sums.push(`${hash.digest('hex')}  ${name}`)
  }
  for await (const p of pieces) {
    signal.throwIfAborted()
    if (p.kind === 'folder') tar.entry({ name: `${p.name}/`, type: 'directory', mode: 0o700, mtime })
    else if (p.kind === 'text') await put(p.name, Buffer.byteLength(p.text), [Buffer.from(p.text)])
    // one that grows meanwhile is taken as long as it was
    else await put(p.name, p.bytes, p.bytes ? createReadStream(p.path, { end: p.bytes - 1 }) : [])
  }
  await put(SUMS_NAME, Buffer.byteLength(`${sums.join('\n')}\n`), [Buffer.from(`${sums.join('\n')}\n`)])
  tar.finalize()
}

const isSafe = (name: string): boolean => !name.startsWith('/') && !name.includes('\\') && !name.split('/').includes('..')

/**
 * Reads an archive and puts every entry where `placeOf` says (nothing: it is only compared). The manifest's text goes to `manifest` before anything else is
 * read. @returns SHA-256 by name. @throws noBackup, cut, damaged and what opening says
 */
export async function readArchive(
  file: string,
  passphrase: string,
  o: { manifest(text: string): Promise<void> | void; placeOf(name: string): string | undefined },
): Promise<ReadonlyMap<string, string>> {
  const tar = extract()
  let fault: unknown
  const fed = (async () => {
    for await (const bytes of decrypted(createReadStream(file, { highWaterMark: 256 * 1024 }), passphrase))
      if (!tar.write(bytes) && !tar.destroyed) await once(tar, 'drain')
    tar.end(null)
  })().catch((e) => {
    fault = e
    tar.destroy(e as Error)
  })
  const sums = new Map<string, string>()
  let told: string | undefined
  let isFirst = true
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (isFirst && name !== MANIFEST) throw backupProblems.noBackup()
      isFirst = false
      if (!isSafe(name)) throw backupProblems.damaged({ name })
      if (type === 'directory') {
        const folder = o.placeOf(name.replace(/\/$/, ''))
        if (folder) await mkdir(folder, { recursive: true, mode: 0o700 })
        entry.resume()
        continue
      }
      const hash = createHash('sha256')
      const path = name === SUMS_NAME || name === MANIFEST ? undefined : o.placeOf(name)
      const text: Buffer[] = []
      if (path) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const to = path ? await open(path, 'w', 0o600) : undefined
      try {
        for await (const bytes of entry as AsyncIterable<Buffer>) {
          hash.update(bytes)
          if (to) await to.writeFile(bytes)
          else text.push(bytes)
        }
      } finally {
        await to?.close()
      }
      if (name === SUMS_NAME) told = Buffer.concat(text).toString('utf8')
      else sums.set(name, hash.digest('hex'))
      if (name === MANIFEST) await o.manifest(Buffer.concat(text).toString('utf8'))
    }
  } catch (e) {
    tar.destroy()
    throw fault ?? (isCutShort(e) ? backupProblems.cut() : /checksum|header|format/i.test(String((e as Error).message)) ? backupProblems.noBackup() : e)
  }
  await fed
  if (fault) throw fault
  if (isFirst) throw backupProblems.noBackup()
  if (told === undefined) throw backupProblems.cut()
  compare(told, sums)
  return sums
}
const isCutShort = (e: unknown): boolean => /unexpected end/i.test(String((e as Error).message))

/** Every file is the one that was put in, and none is missing. */
function compare(told: string, sums: ReadonlyMap<string, string>): void {
  const should = new Map(told.split('\n').flatMap((line) => (line ? [[line.slice(66), line.slice(0, 64)] as const] : [])))
  for (const [name, sha] of should) if (sums.get(name) !== sha) throw backupProblems.damaged({ name })
  for (const name of sums.keys()) if (!should.has(name)) throw backupProblems.damaged({ name })
}

/** Writes the plain archive of an encrypted one, for the programs of others. */
export async function openArchive(file: string, passphrase: string, to: string): Promise<void> {
  await pipeline(Readable.from(decrypted(createReadStream(file), passphrase)), createWriteStream(to, { mode: 0o600, flags: 'wx' }))
}

/** A file's place below a folder. */
export const placeBelow = (folder: string, name: string): string => join(folder, ...name.split('/'))
