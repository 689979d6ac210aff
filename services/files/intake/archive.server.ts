import * as yauzl from 'yauzl'
import { Problem } from '../../../kit/model/problem.ts'
import { entryName } from './entry-name.ts'
import { isOle, programFinder } from './ole.server.ts'
import { fileProblems } from '../problems.ts'

/** Caps of one archive. Source: security.md K16. */
const MAX_ENTRY = 100 * 2 ** 20
const MAX_TOTAL = 200 * 2 ** 20
const MAX_DEPTH = 12
const ARCHIVE = /\.(zip|rar|7z|gz|tgz|tar|bz2|xz|zst|cab|iso|jar|war|apk|cpio|lzh|arj)$/i
const ACTIVE =
  /\.(exe|dll|com|bat|cmd|ps1|msi|scr|vbs|vbe|jse?|wsf|hta|lnk|cpl|pif|reg|sh|app|html?|xhtml|svgz?|swf|php|jspx?|aspx?)$|(^|\/)vbaProject\.bin$|^xl\/macrosheets\//i
const unsafe = (zh: string, en: string) => fileProblems.unsafe({ zh, en })
/** First bytes of archives: zip (whole, empty, spanned), rar, 7z, gzip, bzip2, xz. */
const isArchive = (b: Buffer) =>
  /^(PK\x03\x04|PK\x05\x06|PK\x07\x08|Rar!|7z\xbc\xaf|BZh)/.test(b.toString('latin1')) ||
  (b[0] === 0x1f && b[1] === 0x8b) ||
  b.subarray(0, 6).equals(Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]))

/** What its directory says of an entry is within the caps and leads nowhere. */
function checkEntry(entry: yauzl.Entry): string {
  const name = entryName(entry.fileName, (entry.generalPurposeBitFlag & 0x800) !== 0)
  if (entry.generalPurposeBitFlag & 1) throw unsafe('压缩文件已加密', 'the archive is encrypted')
  if (((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000) throw unsafe('压缩文件含有链接', 'the archive has links')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || /[\p{Cc}]/u.test(name) || name.split('/').includes('..') || name.split('/').length > MAX_DEPTH)
    throw unsafe('压缩文件含有不安全的路径', 'the archive has unsafe paths')
  if (ARCHIVE.test(name)) throw unsafe('压缩文件中不能再有压缩文件', 'the archive contains another archive')
  if (ACTIVE.test(name)) throw unsafe('压缩文件含有可执行内容', 'the archive has active content')
  return name
}

/** Unpacks an entry to nowhere: what its bytes really are counts, not what the directory says. Answers their number. */
async function readThrough(zip: yauzl.ZipFile, entry: yauzl.Entry, left: number): Promise<number> {
  let size = 0
  let hasProgram: ReturnType<typeof programFinder> | undefined
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    if (size === 0 && isArchive(chunk as Buffer)) throw unsafe('压缩文件中不能再有压缩文件', 'the archive contains another archive')
    if (size === 0 && isOle(chunk as Buffer)) hasProgram = programFinder()
    if (hasProgram?.(chunk as Buffer)) throw unsafe('压缩文件内的文件含有宏', 'a file in the archive contains macros')
    size += (chunk as Buffer).length
    if (size > Math.min(MAX_ENTRY, left)) throw unsafe('压缩文件解压后过大', 'the archive is too large when unpacked')
  }
  return size
}

export interface ArchiveTask {
  path: string
  /** most entries */
  entries: number
  /** names of which each begins one of its entries */
  needs: readonly string[]
}
/**
 * Reads an archive through: number of entries, sizes while unpacking, no path parts, links, archives inside, encryption or active content; every
 * name in `needs` begins one of its entries. Flat memory. @throws a problem that names what is wrong
 */
export async function readArchiveThrough({ path, ...o }: ArchiveTask): Promise<void> {
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
    try {
      const all: yauzl.Entry[] = []
      const names: string[] = []
      let declared = 0
      for await (const entry of zip.eachEntry()) {
        names.push(checkEntry(entry))
        all.push(entry)
        declared += entry.uncompressedSize
        if (all.length > o.entries) throw unsafe(`压缩文件内不能超过${o.entries}个文件`, `the archive has more than ${o.entries} entries`)
        if (entry.uncompressedSize > MAX_ENTRY || declared > MAX_TOTAL) throw unsafe('压缩文件解压后过大', 'the archive is too large when unpacked')
      }
      if (new Set(names).size !== names.length) throw unsafe('压缩文件内文件名重复', 'names in the archive repeat')
      if (!o.needs.every((n) => names.some((x) => (n.endsWith('/') ? x.startsWith(n) : x === n))))
        throw unsafe('文件内容与扩展名不符', 'the content does not match the extension')
      let total = 0
      for (const [i, entry] of all.entries()) if (!names[i]!.endsWith('/')) total += await readThrough(zip, entry, MAX_TOTAL - total)
    } finally {
      zip.close()
    }
  } catch (e) {
    // what yauzl says of a broken archive is the sender's fault; errors of the disk are ours
    if (e instanceof Problem || (e instanceof Error && 'syscall' in e)) throw e
    throw unsafe('压缩文件不完整或已损坏', 'the archive is incomplete or damaged')
  }
}
