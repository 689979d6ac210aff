// Shared by start and test: installs what is missing and finds the pinned Node 24. Runs on any Node >= 20.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { createHash } from 'node:crypto'
import { FLOORS } from './floors.mjs'

export const ROOT = resolve(import.meta.dirname, '..')

/** Runs a command in the repository; stops everything when it fails. */
export function run(command, args, options = {}) {
  const r = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (r.status !== 0) {
    console.error(`failed: ${command} ${args.join(' ')}`)
    process.exit(r.status ?? 1)
  }
}

/** Where an installation of all packages leaves what it installed. */
const MARK = join(ROOT, 'node_modules/.chengbao-lock')
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')

/** Keeps which lockfile was installed, for {@link install}. */
export function markInstalled() {
  writeFileSync(MARK, lockHash())
}

/**
 * Installs the packages of the lockfile (npm ci) when they are absent or others; npm calls {@link markInstalled} afterwards (tools/installed.mjs). Nothing else is
 * installed in their place: other versions than those that were tried, or files without a checksum.
 */
export function install() {
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lockHash()) return
  console.log('Installing packages (once) ...')
  if (npm('ci')) return
  console.error('npm ci failed, see above. Only what package-lock.json names is installed: mend the cause (network, registry, disk) and run this again.')
  process.exit(1)
}
function npm(command) {
  const windows = process.platform === 'win32'
  const args = [command, '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync(windows ? 'npm.cmd' : 'npm', args, { cwd: ROOT, stdio: 'inherit', shell: windows }).status === 0
}

/** The Node that runs the product: the pinned 24 from the lockfile, else the current one if it is new enough. */
export function node24() {
  for (const name of [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`]) {
    const file = join(ROOT, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(file)) return file
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(`Node 24 is needed for ${process.platform}-${process.arch}; install it and run this again.`)
  process.exit(1)
}

/** What no browser is given. */
const NOT_WEB = /\.server\.ts$|\.test\.tsx?$|\.md$/
/** Newest change below some folders of what a browser may be given, in milliseconds. */
export function newest(...paths) {
  let last = 0
  const walk = (p) => {
    const s = statSync(p)
    if (s.isDirectory()) for (const f of readdirNames(p)) walk(join(p, f))
    else if (s.mtimeMs > last) last = s.mtimeMs
  }
  for (const p of paths) if (existsSync(join(ROOT, p))) walk(join(ROOT, p))
  return last
}
const readdirNames = (p) => readdirSync(p).filter((n) => n !== 'node_modules' && !n.startsWith('.') && !NOT_WEB.test(n))

/** How the web application is built: arguments of node. */
export const WEB_BUILD = ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn']
/** Whether the build of the web application is newer than every source of it. */
export function webIsBuilt() {
  const built = join(ROOT, 'dist/web/index.html')
  const sources = [...FLOORS.filter((f) => f !== 'kit' && f !== 'apps'), 'apps/web', 'kit/web', 'kit/model', 'package-lock.json']
  return existsSync(built) && statSync(built).mtimeMs > newest(...sources)
}
/** Builds the web application when any source is newer than the build; resolves when it stands. */
export async function buildWeb(node) {
  if (webIsBuilt()) return
  console.log('Building the web application ...')
  const build = spawn(node, WEB_BUILD, { cwd: ROOT, stdio: 'inherit' })
  // the database is made ready meanwhile, step after step, which takes longer: the build has what that leaves of the processor
  if (build.pid) setPriority(build.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const [status] = await once(build, 'exit')
  if (status !== 0) {
    console.error('failed: the web application was not built')
    process.exit(1)
  }
}
