// npm run pack: one archive under dist that starts without network, without npm and with nothing but a Node (its own will do).
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import product from '../package.json' with { type: 'json' }
import { defaultCache, postgisArchive } from '../runtime/embedded/slim.server.ts'
import { packedFiles } from './pack/files.ts'
import { browserPackages, installedPackages, isUnread, licences, nodePackage, notice, type Package } from './pack/packages.ts'
import { buildWeb } from './runtime.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const name = `chengbao-${product.version}-${process.platform}-${process.arch}`
const folder = join(ROOT, 'dist', name)

/** Copies a file or folder of the repository to the same place in the archive; of folders without what `leaves` names. */
function put(path: string, leaves: (f: string) => boolean = () => false): void {
  const to = join(folder, path)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(ROOT, path), to, { recursive: true, filter: (f) => statSync(f).isDirectory() || !leaves(f) })
}

/** Writes the Brotli form of a file anew in a quality that a build takes no time for: those of an archive are sent to many. */
function compressAgain(brotli: string): void {
  const bytes = readFileSync(brotli.replace(/\.br$/, ''))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(brotli, brotliCompressSync(bytes, { params }))
}

/** npm's own description of what is installed, cut down to what lies in the archive. */
function sbom(inside: readonly Package[]): string {
  const r = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--loglevel=error'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (r.status !== 0) throw new Error(`npm sbom: ${r.stderr}`)
  const whole = JSON.parse(r.stdout)
  const refs = new Set(inside.map((p) => `${p.name}@${p.version}`))
  const kept = (ref: string) => refs.has(ref) || ref === whole.metadata.component['bom-ref']
  whole.metadata.component.name = product.name
  whole.metadata.component.type = 'application'
  whole.components = whole.components.filter((c: { 'bom-ref': string }) => refs.has(c['bom-ref']))
  whole.dependencies = whole.dependencies
    .filter((d: { ref: string }) => kept(d.ref))
    .map((d: { ref: string; dependsOn: string[] }) => ({ ...d, dependsOn: d.dependsOn.filter(kept) }))
  return `${JSON.stringify(whole, undefined, 1)}\n`
}

await buildWeb(process.execPath)
rmSync(folder, { recursive: true, force: true })
for (const f of packedFiles()) put(f)
const [server, node] = [installedPackages(), nodePackage()]
// a package inside another comes with it
for (const p of server.filter((q) => !q.path.slice(1).includes('/node_modules/'))) put(p.path, isUnread)
for (const f of readdirSync(join(folder, 'dist/web'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.br')))
  compressAgain(join(folder, 'dist/web', f))
cpSync(join(ROOT, node.path, 'bin'), join(folder, 'bin'), { recursive: true })
cpSync(join(ROOT, 'tools/pack/start.mjs'), join(folder, 'start.mjs'))
cpSync(join(ROOT, 'tools/pack/README.txt'), join(folder, 'README.txt'))
// of PostGIS only what the database takes from it
cpSync(postgisArchive(defaultCache()), join(folder, 'node_modules/@electric-sql/pglite-postgis/dist/postgis.tar.gz'))

const inside = [...new Map([...server, ...browserPackages(), node].map((p) => [p.path, p])).values()]
writeFileSync(join(folder, 'NOTICE.txt'), notice(`农村土地承包管理系统 Chengbao ${product.version}`, inside))
writeFileSync(join(folder, 'LICENCES.txt'), licences(inside))
writeFileSync(join(folder, 'sbom.cdx.json'), sbom(inside))

const archive = join(ROOT, 'dist', `${name}.tar.gz`)
const made = spawnSync('tar', ['-czf', archive, '-C', join(ROOT, 'dist'), '--owner=0', '--group=0', name], { stdio: 'inherit' })
if (made.status !== 0) throw new Error('tar failed')
console.log(`${archive}  ${Math.round(statSync(archive).size / 1e6)} MB, ${inside.length} packages`)
