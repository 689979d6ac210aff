import { rm } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { unpack } from './archive.server.ts'
import type { Watch } from './archive.server.ts'
import { readWhole } from './bytes.server.ts'
import { utf8OrNull } from '../../services/files/intake/entry-name.ts'
import { defaultLimits, holdsRows } from './entries.ts'
import type { ArchiveLimits } from './entries.ts'
import { readLayers } from './layer.server.ts'
import { readMdb } from './mdb.server.ts'
import { parseXml } from './metadata.ts'
import { readCodeTable, readSummary } from './sheets.server.ts'
import type { ReadingProblem, StagedFile, StagedPackage, XmlElement } from './staged.ts'

/** limits: caps of the archive; rowsOnly: scans and other files without rows stay packed; countyLongitude: degrees, used only where neither .prj, metadata nor eastings name the zone. */
export interface OpenOptions extends Watch {
  limits?: ArchiveLimits
  rowsOnly?: boolean
  countyLongitude?: number
}

/**
 * Opens a national submission package: hashes and unpacks the ZIP into workDir (absent or empty), finds the root, reads the structure of
 * layers, tables, sheets and metadata. Faults inside the package are facts of the result. Throws PackageUnreadable when the archive itself
 * cannot be read, the abort reason when stopped; workDir is then gone. The caller removes workDir when done with the package.
 */
export async function openPackage(zipFile: string, workDir: string, options: OpenOptions = {}): Promise<StagedPackage> {
  const unpacked = await unpack(zipFile, workDir, options, options.limits ?? defaultLimits, options.rowsOnly ? holdsRows : undefined)
  try {
    return await readStructure(unpacked, workDir, options)
  } catch (error) {
    await rm(workDir, { recursive: true, force: true })
    throw error
  }
}

async function readStructure(unpacked: Awaited<ReturnType<typeof unpack>>, dir: string, options: OpenOptions): Promise<StagedPackage> {
  const { root, files } = unpacked
  const problems: ReadingProblem[] = []
  const step = (percent: number) => {
    options.signal?.throwIfAborted()
    options.onProgress?.('structure', percent)
  }
  step(0)
  const identity = identify(root, files)
  const meta = await readMetadata(files, problems)
  step(5)
  const layers = await readLayers(files, meta.tree, problems, options)
  step(40)
  const { mdb, tables } = readMdb(files, identity.county + identity.year)
  step(80)
  const summary = await readSummary(files, problems)
  const codes = await readCodeTable(files, problems)
  step(100)
  const crs = layers.find((layer) => layer.name === 'DK')?.crs ?? layers.find((layer) => layer.crs)?.crs ?? null
  return {
    ...unpacked,
    ...identity,
    dir,
    problems,
    layers,
    crs,
    mdb,
    tables,
    summary,
    codeTable: codes.rows,
    codeTableFile: codes.file,
    metadata: meta.tree,
    metadataFile: meta.file,
  }
}

/** County and name from the root folder '512021安岳县'; where it says nothing, county and year by majority of the ten-digit file names. */
function identify(root: string, files: StagedFile[]): { county: string; countyName: string; year: string } {
  const named = /^(\d{6})(.*)$/.exec(root)
  const stems = files.flatMap((file) => /\/[A-Z]{0,7}(\d{6})(\d{4})\.(?:shp|mdb|xml)$/i.exec(file.path) ?? []).filter((part) => /^\d+$/.test(part))
  const county = named?.[1] ?? most(stems.filter((part) => part.length === 6))
  return { county, countyName: named?.[2]?.trim() ?? '', year: most(stems.filter((part) => part.length === 4)) }
}

function most(values: string[]): string {
  const votes = new Map<string, number>()
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1)
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

const largestMetadata = 16 * 2 ** 20

async function readMetadata(files: StagedFile[], problems: ReadingProblem[]): Promise<{ file: string | null; tree: XmlElement | null }> {
  const file = files.find((item) => /(^|\/)SL\d{10}\.xml$/i.test(item.path)) ?? files.find((item) => /(^|\/)(矢量数据|元数据)\/[^/]*\.xml$/i.test(item.path))
  if (!file) return { file: null, tree: null }
  try {
    const bytes = await readWhole(file, largestMetadata)
    return { file: file.path, tree: parseXml((utf8OrNull(bytes) ?? iconv.decode(bytes, 'gbk')).replace(/^\ufeff/, '')) }
  } catch (error) {
    problems.push({ path: file.path, message: error instanceof Error ? error.message : String(error) })
    return { file: file.path, tree: null }
  }
}
