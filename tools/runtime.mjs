// Shared by start and test: installs what is missing and finds the pinned Node 24. Runs on any Node >= 20.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createHash } from 'node:crypto'

export const ROOT = resolve(import.meta.dirname, '..')

/** Runs a command in the repository; stops everything when it fails. */
export function run(command, args, options = {}) {
  const r = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  if (r.status !== 0) {
    console.error(`failed: ${command} ${args.join(' ')}`)
    process.exit(r.status ?? 1)
  }
}

/**
 * Installs the packages of the lockfile when they are absent or older than it. `npm install` and not `npm ci`: the latter refuses the
 * lockfile when a registry lacks one of the optional builds for other platforms.
 */
export function install() {
  const mark = join(ROOT, 'node_modules/.chengbao-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  console.log('Installing packages (once) ...')
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { shell: process.platform === 'win32' })
  writeFileSync(mark, lock)
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

/** Newest change below some folders, in milliseconds. */
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
const readdirNames = (p) => readdirSync(p).filter((n) => n !== 'node_modules' && !n.startsWith('.'))

/** Builds the web application when any source is newer than the build. */
export function buildWeb(node) {
  const built = join(ROOT, 'dist/web/index.html')
  if (existsSync(built) && statSync(built).mtimeMs > newest('apps/web', 'kit/web', 'kit/model', 'slices', 'package-lock.json')) return
  console.log('Building the web application ...')
  run(node, ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn'])
}
