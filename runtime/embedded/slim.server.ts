import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

const BLOCK = 512
const FOLDER_TYPE = '5'.charCodeAt(0)

/** The exact versions that work together; any other pair fails to load or was not measured. */
const VERSIONS = { '@electric-sql/pglite': '0.5.8', '@electric-sql/pglite-postgis': '0.2.8' } as const

/** Folder of an installed package's `dist`. */
function distOf(name: keyof typeof VERSIONS): string {
  return dirname(fileURLToPath(import.meta.resolve(name)))
}

/** Throws when the installed engine or its PostGIS is not the measured version. */
export function checkVersions(): void {
  for (const name of Object.keys(VERSIONS) as (keyof typeof VERSIONS)[]) {
    const found = (JSON.parse(readFileSync(join(distOf(name), '..', 'package.json'), 'utf8')) as { version: string }).version
    if (found !== VERSIONS[name]) throw new Error(`${name} ${found} is installed, ${VERSIONS[name]} is needed`)
  }
}

/**
 * The initialised database with its extensions that a new one begins as (initialising costs twelve seconds of a processor). Made by
 * tools/template.ts for exactly these versions; the file name holds them.
 */
export const TEMPLATE = join(
  import.meta.dirname,
  `template-pglite-${VERSIONS['@electric-sql/pglite']}-postgis-${VERSIONS['@electric-sql/pglite-postgis']}.tar.zst`,
)

/** Where the slim PostGIS is kept: beside the packages. */
export function defaultCache(): string {
  return join(distOf('@electric-sql/pglite'), '..', '..', '..', '.cache', 'embedded-database')
}

/** Writes a file so that no reader ever sees half of it. */
export function writeWhole(file: string, data: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}.${crypto.randomUUID()}`
  try {
    writeFileSync(part, data)
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

/** True for the entries of the PostGIS archive the product needs: no raster, topology, geocoder, upgrade paths or contrib. */
export function isNeeded(name: string): boolean {
  return !(/--ANY|--unpackaged|\/contrib\//.test(name) || /\/postgis_(raster|topology|tiger)/.test(name))
}

/** One file or folder of a tar archive; `data` and `whole` (with its header and padding) are views of the archive. */
interface TarEntry {
  name: string
  isFolder: boolean
  data: Buffer
  whole: Buffer
}
/** The entries of a tar archive in their order; format ustar, names of 100 bytes at most. */
export function* tarEntries(tar: Buffer): Generator<TarEntry> {
  let at = 0
  while (at + BLOCK <= tar.length && tar[at] !== 0) {
    const name = tar.toString('utf8', at, tar.indexOf(0, at) > at + 100 ? at + 100 : tar.indexOf(0, at))
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    yield { name, isFolder: tar[at + 156] === FOLDER_TYPE, data: tar.subarray(at + BLOCK, at + BLOCK + size), whole: tar.subarray(at, end) }
    at = end
  }
}

/** Keeps the entries of a tar archive whose name passes. */
export function filterTar(tar: Buffer, keep: (name: string) => boolean): Buffer {
  const kept = [...tarEntries(tar)].filter((e) => keep(e.name)).map((e) => e.whole)
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK)])
}

/**
 * Address of the PostGIS archive to load: the slim one in `cache` (made on first use; saves about 300 MB of memory and a
 * second at start), or the full one of the package when `cache` cannot be written.
 */
export function postgisArchive(cache: string): URL {
  const full = join(distOf('@electric-sql/pglite-postgis'), 'postgis.tar.gz')
  const slim = join(cache, `postgis-slim-${VERSIONS['@electric-sql/pglite-postgis']}.tar.gz`)
  if (existsSync(slim)) return pathToFileURL(slim)
  try {
    writeWhole(slim, gzipSync(filterTar(gunzipSync(readFileSync(full)), isNeeded), { level: 1 }))
    return pathToFileURL(slim)
  } catch {
    return pathToFileURL(full)
  }
}
