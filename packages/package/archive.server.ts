import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import { entryName, utf8OrNull } from '../../services/files/intake/entry-name.ts'
import { below, defaultLimits, foldersOf, rootPrefix, unsafeReason } from './entries.ts'
import type { EntryFacts, ArchiveLimits } from './entries.ts'
import { isPackageUnreadable, packageUnreadable } from './staged.ts'
import type { StagedFile, UnsafeEntry } from './staged.ts'

/** Options of every long step: progress 0…100 within the step, and the way to stop it. */
export interface Watch {
  onProgress?: (step: 'hash' | 'unpack' | 'structure', percent: number) => void
  signal?: AbortSignal
}

/** The archive on disk: bytes under workDir, names only in memory. */
export interface Unpacked {
  root: string
  sha256: string
  files: StagedFile[]
  folders: string[]
  outside: string[]
  unsafe: UnsafeEntry[]
}

interface Listed extends EntryFacts {
  entry: yauzl.Entry
}

const filesPerFolder = 1000
/** What operating systems put beside files by themselves, and nobody sent: forks of a Mac, thumbnails and folder settings of Windows. */
const LEFT_BY_SYSTEMS = /(^|\/)(__MACOSX(\/|$)|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/**
 * Unpacks a ZIP into workDir, which must be absent or empty. Bytes are stored under running numbers, so no entry name ever becomes a path.
 * Unsafe entries are recorded and not written; of the others `keep` says which are wanted. Throws PackageUnreadable (truncated, damaged, encrypted, over the caps) or the abort reason;
 * in both cases workDir is removed.
 */
export async function unpack(
  zipFile: string,
  workDir: string,
  watch: Watch = {},
  limits: ArchiveLimits = defaultLimits,
  keep = (_path: string) => true,
): Promise<Unpacked> {
  await mkdir(workDir, { recursive: true })
  if ((await readdir(workDir)).length > 0) throw new Error(`work folder is not empty: ${workDir}`)
  try {
    const sha256 = await hashOf(zipFile, watch)
    return { sha256, ...(await unpackEntries(zipFile, workDir, watch, limits, keep)) }
  } catch (error) {
    await rm(workDir, { recursive: true, force: true })
    watch.signal?.throwIfAborted()
    throw isPackageUnreadable(error) ? error : unreadable(error)
  }
}

function unreadable(cause: unknown): Error {
  // Errors of the file system (no space, no such file) are ours, not the package's.
  if (cause instanceof Error && 'syscall' in cause) return cause
  return packageUnreadable('压缩包不完整或已损坏，无法读取', 'the archive is incomplete or damaged', cause)
}

async function hashOf(zipFile: string, { onProgress, signal }: Watch): Promise<string> {
  const hash = createHash('sha256')
  const { size } = await stat(zipFile)
  let done = 0
  for await (const chunk of createReadStream(zipFile, { signal, highWaterMark: 2 ** 20 })) {
    hash.update(chunk)
    done += chunk.length
    onProgress?.('hash', Math.floor((100 * done) / size))
  }
  return hash.digest('hex')
}

async function unpackEntries(
  zipFile: string,
  workDir: string,
  watch: Watch,
  limits: ArchiveLimits,
  keep: (path: string) => boolean,
): Promise<Omit<Unpacked, 'sha256'>> {
  const zip = await yauzl.openPromise(zipFile, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    const listed = await list(zip, limits, watch.signal)
    const prefix = rootPrefix(listed.map((item) => item.path))
    const { wanted: safe, outside, unsafe, folders } = sortOut(listed, prefix, limits)
    const wanted = safe.filter((item) => keep(item.path))
    const total = wanted.reduce((sum, item) => sum + item.size, 0)
    if (total > limits.totalBytes)
      throw packageUnreadable(`压缩包解压后超过上限 ${limits.totalBytes} 字节`, `it has more than ${limits.totalBytes} bytes when unpacked`)
    const files: StagedFile[] = []
    let done = 0
    for (const [number, item] of wanted.entries()) {
      const abs = await placeFor(workDir, number, item.path)
      await writeEntry(zip, item, abs, watch.signal)
      files.push({ path: item.path, size: item.size, abs })
      done += item.size
      watch.onProgress?.('unpack', total ? Math.floor((100 * done) / total) : 100)
    }
    const names = [...safe, ...unsafe.filter((item) => item.why !== 'escape')].map((item) => item.path)
    return { root: prefix.split('/').at(-1) ?? '', files, folders: foldersOf(names, folders), outside, unsafe }
  } finally {
    zip.close()
  }
}

async function list(zip: yauzl.ZipFile, limits: ArchiveLimits, signal?: AbortSignal): Promise<Listed[]> {
  const listed: Listed[] = []
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted()
    if (listed.length >= limits.entries) throw packageUnreadable(`压缩包内文件数超过上限 ${limits.entries}`, `it has more than ${limits.entries} files`)
    const raw = nameOf(entry)
    if (LEFT_BY_SYSTEMS.test(raw.path)) continue
    // High 16 bits hold the Unix mode when the archive was made on Unix; 0xA000 is a symbolic link.
    const link = ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000
    listed.push({ entry, link, path: raw.path, folder: raw.folder, size: entry.uncompressedSize, packed: entry.compressedSize })
  }
  return listed
}

function nameOf(entry: yauzl.Entry): { path: string; folder: boolean } {
  // Info-ZIP Unicode path: version 1, crc32 of the header's name, the name in UTF-8. It counts only while that crc fits.
  const extra = entry.extraFields.find((field) => field.id === 0x7075 && field.data.length > 5)?.data
  const fits = extra?.[0] === 1 && extra.readUInt32LE(1) === crc32(entry.fileName) && utf8OrNull(extra.subarray(5)) !== null
  const bytes = fits && extra ? extra.subarray(5) : entry.fileName
  const last = bytes.at(-1)
  const folder = last === 0x2f || (last === 0x5c && entry.uncompressedSize === 0)
  return { path: entryName(bytes, fits || (entry.generalPurposeBitFlag & 0x800) !== 0), folder }
}

function sortOut(listed: Listed[], prefix: string, limits: ArchiveLimits) {
  const wanted: Listed[] = []
  const outside: string[] = []
  const unsafe: UnsafeEntry[] = []
  const folders: string[] = []
  const seen = new Set<string>()
  for (const item of listed) {
    const path = below(prefix, item.path)
    const why = item.folder && path === '' ? null : unsafeReason(item, limits)
    if (why) unsafe.push({ path: why === 'escape' ? item.path : (path ?? item.path), why })
    else if (path === null) {
      if (!item.folder) outside.push(item.path)
    } else if (item.folder) folders.push(path)
    else if (seen.has(path)) unsafe.push({ path, why: 'duplicate' })
    else {
      seen.add(path)
      wanted.push({ ...item, path })
    }
  }
  return { wanted, outside, unsafe, folders }
}

async function placeFor(workDir: string, number: number, path: string): Promise<string> {
  const folder = join(workDir, String(Math.floor(number / filesPerFolder)))
  if (number % filesPerFolder === 0) await mkdir(folder, { recursive: true })
  const extension = extname(path).toLowerCase()
  return join(folder, `${number}${/^\.[a-z0-9]{1,5}$/.test(extension) ? extension : ''}`)
}

async function writeEntry(zip: yauzl.ZipFile, item: Listed, abs: string, signal?: AbortSignal): Promise<void> {
  let sum = 0
  const checked = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  }
  const input = await zip.openReadStreamPromise(item.entry)
  await pipeline(input, checked, createWriteStream(abs), { signal })
  if (sum !== item.entry.crc32) throw packageUnreadable(`压缩包内文件已损坏：${item.path}`, `a file in it is damaged: ${item.path}`)
}
