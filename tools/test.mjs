// npm test: lint, types, rules, unit, contract and story tests on both databases, browser journeys. Last line: N passed, N failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb, install, node24, ROOT } from './runtime.mjs'

install()
const node = node24()
let passed = 0
let failed = 0
/** What failed, said again at the end, where nobody has to look for it. */
const failures = []

/** Runs one step that either passes or fails as a whole. */
function step(name, command, args, env = {}) {
  console.log(`\n== ${name}`)
  const r = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: Infinity, env: { ...process.env, ...env } })
  const said = `${r.stdout ?? ''}${r.stderr ?? ''}${r.error?.message ?? ''}`
  process.stdout.write(said)
  if (r.status === 0) passed += 1
  else {
    failed += 1
    failures.push(`${name}\n${said.slice(-1500)}`)
  }
}

/** Runs vitest and adds up its counts. */
function vitest(name, args, env = {}) {
  console.log(`\n== ${name}`)
  const out = join(mkdtempSync(join(tmpdir(), 'chengbao-vitest-')), 'result.json')
  const r = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile=${out}`, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (!existsSync(out)) {
    failed += 1
    failures.push(`${name}: no result`)
    return
  }
  const result = JSON.parse(readFileSync(out, 'utf8'))
  passed += result.numPassedTests
  failed += result.numFailedTests
  for (const file of result.testResults)
    for (const t of file.assertionResults)
      if (t.status === 'failed') failures.push(`${name}: ${file.name.replace(`${ROOT}/`, '')}: ${t.fullName}\n${(t.failureMessages[0] ?? '').slice(0, 1500)}`)
  // an error outside any test fails the run although no test says so
  if (r.status !== 0 && result.numFailedTests === 0) {
    failed += 1
    failures.push(`${name}: ended with ${r.status}`)
  }
}

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const PACKAGES = [
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/share/postgresql', 'postgresql-postgis'],
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/pdftotext', 'poppler-utils'],
  ['/usr/share/fonts/truetype/hanazono', 'fonts-hanazono'],
]
/** Debian packages that the tests use: installed when absent and possible, named clearly when not. */
function debian() {
  const missing = PACKAGES.filter(([path, name]) => (name === 'postgresql-postgis' ? !postgis() : !existsSync(path))).map(([, name]) => name)
  if (missing.length === 0) return
  if (!has('apt-get') || process.getuid?.() !== 0) {
    console.error(`These Debian packages are needed for the whole test run and cannot be installed here: ${missing.join(', ')}`)
    process.exit(1)
  }
  console.log(`Installing Debian packages: ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const names = missing.flatMap((n) => (n === 'postgresql-postgis' ? ['postgresql', 'postgresql-postgis'] : [n]))
  const r = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { stdio: ['ignore', 'ignore', 'inherit'], env })
  if (r.status !== 0) process.exit(1)
}
const versions = () => (existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [])
const postgis = () => versions().some((v) => existsSync(`/usr/share/postgresql/${v}/extension/postgis.control`))

/** A throwaway PostgreSQL on a free port, as a user that is not root. Answers its address and how to stop it. */
function postgres() {
  const bin = `/usr/lib/postgresql/${versions().at(-1)}/bin`
  const dir = mkdtempSync(join(tmpdir(), 'chengbao-pg-'))
  const port = 20000 + (process.pid % 20000)
  const root = process.getuid?.() === 0
  const as = (line) => {
    const r = root
      ? spawnSync('su', ['postgres', '-s', '/bin/sh', '-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      : spawnSync('sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    if (r.status !== 0) {
      console.error(r.stdout, r.stderr)
      process.exit(1)
    }
  }
  if (root) spawnSync('chown', ['postgres', dir])
  as(`${bin}/initdb -D ${dir}/data -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null`)
  as(
    `${bin}/pg_ctl -D ${dir}/data -w -l ${dir}/log -o "-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200" start >/dev/null`,
  )
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      as(`${bin}/pg_ctl -D ${dir}/data -m immediate stop >/dev/null`)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

debian()
step('lint', node, ['node_modules/oxlint/bin/oxlint', '--deny-warnings', 'kit', 'slices', 'apps', 'tests', 'tools', 'bench'])
step('format', 'node_modules/.bin/biome', ['format', '.'])
step('types', node, ['node_modules/typescript/lib/tsc.js', '-p', '.'])
step('import rules', node, ['tools/imports.mjs'])
step('size of the kit', node, ['tools/size.ts'])
step('generated files are fresh', node, ['tools/generate.ts', '--check'])
buildWeb(node)
step('size of login and shell', node, ['tools/web-size.ts'])
const only = process.argv.slice(2)
const server = postgres()
const recorded = mkdtempSync(join(tmpdir(), 'chengbao-sql-'))
try {
  vitest('tests, embedded database', only, { RECORD_STATEMENTS: recorded })
  const databaseTests = only.length ? only : filesWith("/world.ts'", "/stage.ts'")
  vitest('tests that touch a database, PostgreSQL', databaseTests, { TEST_DATABASE_URL: server.url, RECORD_STATEMENTS: recorded })
  step('statement lint', node, ['tools/sql/statements.ts', recorded, ...(only.length ? [] : ['--whole'])])
  vitest('the same, land tables cut by county', databaseTests, { TEST_DATABASE_URL: server.url, TEST_PROFILE: 'partitioned' })
  if (existsSync(join(ROOT, 'tests/browser')) && only.length === 0) vitest('browser journeys', ['--config', 'vitest.browser.config.ts'])
} finally {
  server.stop()
  rmSync(recorded, { recursive: true, force: true })
}
for (const f of failures) console.log(`\nFAILED ${f}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

/** Test files that name one of these texts. */
function filesWith(...needles) {
  const out = []
  const walk = (p) => {
    for (const e of readdirSync(join(ROOT, p), { withFileTypes: true })) {
      if (e.isDirectory() && e.name !== 'browser') walk(`${p}/${e.name}`)
      else if (/\.test\.tsx?$/.test(e.name) && needles.some((n) => readFileSync(join(ROOT, p, e.name), 'utf8').includes(n))) out.push(`${p}/${e.name}`)
    }
  }
  for (const p of ['kit', 'slices', 'apps', 'tests']) walk(p)
  return out
}
