import type { UnsafeEntry } from './staged.ts'

/** What the archive's directory says of one entry, before anything is unpacked. */
export interface EntryFacts {
  path: string
  folder: boolean
  size: number
  packed: number
  link: boolean
}

/** Limits of one archive in bytes and entries. A ratio rule alone misses small bombs, so caps are absolute; the ratio counts only above ratioFrom. */
export interface ArchiveLimits {
  entryBytes: number
  totalBytes: number
  entries: number
  ratio: number
  ratioFrom: number
}

/** A county's dbf stays under 2 GB, sketches and scans make several GB; JZX.dbf packs about 1:40, a bomb 1:1000. */
export const defaultLimits: ArchiveLimits = { entryBytes: 4 * 2 ** 30, totalBytes: 64 * 2 ** 30, entries: 2_000_000, ratio: 100, ratioFrom: 200 * 2 ** 20 }

/** Folders of the standard (NY/T 2539 §7 and the submission rules) by which the root is found. */
const knownFolders = ['矢量数据', '权属数据', '汇总表格', '图件', '栅格数据', '文字报告', '其他资料', '扫描资料']

const executable = /\.(exe|dll|com|bat|cmd|ps1|msi|scr|vbs|vbe|jse?|wsf|hta|jar|lnk|cpl|pif|reg|sh|apk|app)$/i

/** Whether rows are read from a file: of a layer, of the database, a sheet, metadata. All others (scans, sketches, reports) only the checks look at. */
export const holdsRows = (path: string): boolean => /\.(shp|shx|dbf|prj|cpg|mdb|accdb|xlsx?|xml|json|jsonl)$/i.test(path)

/** Reason not to write an entry, or null. Names are judged before sizes: an escape is the graver finding. */
export function unsafeReason(entry: EntryFacts, limits: ArchiveLimits): UnsafeEntry['why'] | null {
  const { path } = entry
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..')) return 'escape'
  if (/[\u0000-\u001f]/.test(path) || path === '') return 'name'
  if (entry.link) return 'link'
  if (executable.test(path)) return 'executable'
  if (entry.size > limits.entryBytes) return 'size'
  if (entry.size > limits.ratioFrom && entry.size > entry.packed * limits.ratio) return 'ratio'
  return null
}

/**
 * Folder prefix of the package root inside the archive ('' when the standard folders lie at the top, 'a/b' when nested):
 * what precedes a standard folder name, most entries win. Without any such folder: the only top folder, else ''.
 */
export function rootPrefix(paths: string[]): string {
  const votes = new Map<string, number>()
  for (const path of paths) {
    const parts = path.split('/')
    const at = parts.findIndex((part) => knownFolders.includes(part))
    if (at < 0 || parts.includes('..')) continue
    const prefix = parts.slice(0, at).join('/')
    votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
  }
  const best = [...votes].sort((a, b) => b[1] - a[1])[0]
  if (best) return best[0]
  const tops = new Set(paths.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))
  return tops.size === 1 ? ([...tops][0] ?? '') : ''
}

/** Path below the root prefix; null when the entry lies beside the root; '' for the root itself. */
export function below(prefix: string, path: string): string | null {
  if (prefix === '') return path
  if (path === prefix) return ''
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : null
}

/** All folders of the tree: those named by folder entries and all parents of files, sorted. */
export function foldersOf(paths: string[], folderPaths: string[]): string[] {
  const all = new Set<string>(folderPaths)
  for (const path of [...paths, ...folderPaths]) {
    const parts = path.split('/')
    for (let n = 1; n < parts.length; n++) all.add(parts.slice(0, n).join('/'))
  }
  all.delete('')
  return [...all].sort()
}
