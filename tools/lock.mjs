// node tools/lock.mjs, after npm install or uninstall: writes into package-lock.json the builds for other platforms that npm left out because the
// registry at hand does not carry them. Without their entries npm ci refuses the lockfile. They have no checksum.
// With --check it writes nothing and fails when an entry is missing or an address of a registry stands in the lockfile.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const FILE = resolve(import.meta.dirname, '../package-lock.json')
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = { arm64: 'arm64', x64: 'x64', arm: 'arm', ia32: 'ia32', ppc64: 'ppc64', riscv64: 'riscv64', s390x: 's390x', loong64: 'loong64' }

/** System, processor and C library that the name of a platform's build says; nothing when it names none. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = words.find((w) => SYSTEMS.includes(w))
  const cpu = words.map((w) => PROCESSORS[w]).find(Boolean)
  if (!os || !cpu) return undefined
  const libc = os !== 'linux' ? undefined : words.some((w) => w.startsWith('musl')) ? 'musl' : words.some((w) => w.startsWith('gnu')) ? 'glibc' : undefined
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) }
}

/** The entry that npm would use for `name` below the package at `path`, if the lockfile has one. */
function findEntry(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const key = `${at && `${at}/`}node_modules/${name}`
    if (packages[key]) return packages[key]
    if (!at) return undefined
  }
}

/** The lockfile with an entry for every optional build that a package names by exact version. Throws when a name tells no platform. */
function completeLock(lock) {
  const packages = { ...lock.packages }
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findEntry(packages, path, name)) continue
      const platform = platformOf(name)
      if (!platform || !/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`package-lock.json lacks ${name}@${version}, and its name tells no platform`)
      packages[`node_modules/${name}`] = { version, ...platform, ...(entry.dev && { dev: true }), license: entry.license, optional: true }
    }
  }
  return { ...lock, packages: Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))) }
}

const text = readFileSync(FILE, 'utf8')
const whole = `${JSON.stringify(completeLock(JSON.parse(text)), undefined, 2)}\n`
const problems = [
  ...(whole === text ? [] : ['package-lock.json lacks builds for other platforms: run node tools/lock.mjs']),
  ...(/"resolved"/.test(text) ? ['package-lock.json names a registry; .npmrc keeps that out'] : []),
]
if (process.argv.includes('--check')) {
  for (const p of problems) console.error(p)
  process.exitCode = problems.length ? 1 : 0
} else if (whole !== text) writeFileSync(FILE, whole)
console.log(`${Object.keys(JSON.parse(whole).packages).length - 1} packages`)
