// npm test: lint, types, rules, unit, contract and story tests on both databases, browser journeys. Last line: N passed, N failed.
// With words, only the test files whose path has one of them, and no checks. --long (npm run test:long) runs everything on every database in full volume,
// part by part; --from=<part> goes on where a run stopped, with the SEED it printed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from './floors.mjs'
import { debian, postgres } from './postgres.mjs'
import { install, node24, ROOT, webIsBuilt, WEB_BUILD } from './runtime.mjs'
import { partsOf } from './test-parts.mjs'

const whole = process.argv.includes('--long')
// they come while npm's packages do, and while what needs neither is checked
const packages = debian({ whole })
install()
const node = node24()
const begun = performance.now()
const words = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const from = process.argv.find((a) => a.startsWith('--from='))?.slice('--from='.length)
/** What property tests are sown with: always the same, so that a run says only what changed in the code; the long run looks further each time. */
const seed = process.env.SEED ?? (whole ? String(Math.floor(Math.random() * 2 ** 31)) : '1')
const here = mkdtempSync(join(tmpdir(), 'chengbao-test-run-'))
const [results, recorded] = ['results', 'statements'].map((name) => join(here, name))
let passed = 0
let failed = 0
/** What failed, said again at the end, where nobody has to look for it. */
const failures = []
function fail(name, why = '') {
  failed += 1
  failures.push(`${name}\n${why}`)
}
/** Runs a program; answers how it ended and what it said (unless it speaks for itself). */
function run(command, args, { env = {}, aloud = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: aloud ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (d) => (said += d))
    child.on('close', (status) => done({ status, said }))
  })
}
/** Runs one step that either passes or fails as a whole. */
async function step(name, command, args, env = {}) {
  const { status, said } = await run(command, args, { env })
  console.log(`\n== ${name}\n${said.trimEnd()}`)
  if (status === 0) passed += 1
  else fail(name, said.slice(-1500))
}
/** Does the work in order, two at a time. */
async function twoAtATime(work) {
  const left = [...work]
  const worker = async () => {
    while (left.length > 0) await left.shift()()
  }
  await Promise.all([worker(), worker()])
}
const build = async () => {
  if (!webIsBuilt()) await step('web application', node, WEB_BUILD)
}
const checks = () =>
  twoAtATime([
    async () => {
      await build()
      await step('size of login and shell', node, ['tools/web-size.ts'])
    },
    // one checker: each has what it needs of the libraries to itself, and four took twice the processor time on two cores; memory is given back at the end
    () => step('types', node, ['node_modules/typescript/lib/tsc.js', '-p', '.', '--checkers', '1'], { GOGC: 'off', GOMEMLIMIT: '4GiB' }),
    () => step('lint', node, ['node_modules/oxlint/bin/oxlint', '--deny-warnings', ...CODE]),
    () => step('format', node, ['node_modules/oxfmt/bin/oxfmt', '--check', '.']),
    () => step('lockfile', node, ['tools/lock.mjs', '--check']),
    () => step('import rules', node, ['tools/imports.mjs']),
    () => step('dead exports', node, ['tools/dead-exports.ts']),
    () => step('names', node, ['tools/names.ts']),
    () => step('one clock', node, ['tools/clock.mjs']),
    () => step('areas are decimal', node, ['tools/areas.mjs']),
    () => step('values by type and name', node, ['tools/values.mjs']),
    () => step('ceilings of casts', node, ['tools/ceilings.mjs']),
    () => step('size of the kit', node, ['tools/size.ts']),
    () => step('length of functions', node, ['tools/functions.mjs']),
    () => step('generated files are fresh', node, ['tools/generate.ts', '--check']),
  ])

const lines = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : [])
/** Runs the chosen files of these parts side by side, in one vitest. */
async function tests(parts, server) {
  const before = lines(results).length
  const reporters = ['--reporter=default', '--reporter=./tools/test-reporter.mjs']
  const { status } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--config=vitest.parts.config.ts', ...reporters, ...words], {
    aloud: true,
    env: {
      SEED: seed,
      TEST_SERVER: server?.url ?? '',
      TEST_SOCKET: server?.socket ?? '',
      TEST_DATABASE_URL: '',
      TEST_ONLY: parts.map((p) => p.name).join(','),
      TEST_VOLUME: whole ? 'whole' : '',
      TEST_RESULTS: results,
      RECORD_STATEMENTS: recorded,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    },
  })
  const told = lines(results).slice(before)
  for (const file of told.filter((r) => r.file)) {
    passed += file.passed
    for (const t of file.failed) fail(`${file.part}: ${file.file}: ${t.name}`, t.why)
    if (file.broken) fail(`${file.part}: ${file.file}`, file.broken)
  }
  const end = told.find((r) => r.ended)
  // an error outside any test fails the run although no test says so
  if (end?.errors) fail('an error outside any test', end.errors)
  else if (status !== 0 && failed === 0) fail(`the tests ended with ${status}`)
}

/** What this run takes of the parts, by the words given. */
function chosen() {
  const fits = (f) => words.length === 0 || words.some((w) => f.includes(w))
  const all = partsOf(whole)
  if (from && !all.some((p) => p.name === from)) throw new Error(`there is no part '${from}': ${all.map((p) => p.name).join(', ')}`)
  return all
    .slice(from ? all.findIndex((p) => p.name === from) : 0)
    .map((p) => ({ ...p, files: p.files.filter(fits) }))
    .filter((p) => p.files.length > 0)
}

/** Where the time went: the files that took longest, and the whole run. */
function report() {
  const files = lines(results).filter((r) => r.file)
  console.log('\nThe slowest files, seconds on the clock')
  for (const f of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)) console.log(`${f.seconds.toFixed(1).padStart(8)}  ${f.file}, ${f.part}`)
  console.log(`\n${((performance.now() - begun) / 60_000).toFixed(1)} minutes on the clock`)
}

mkdirSync(recorded)
const parts = chosen()
console.log(`SEED=${seed} (property tests alone are sown with it; one in the environment takes its place)`)
if (parts.length === 0) fail(`no test file has one of these in its path: ${words.join(', ')}`)
if (words.length === 0 && !whole) await checks()
else if (parts.some((p) => p.browser)) await build()
await packages
const server = parts.some((p) => ['server', 'county'].includes(p.database)) ? postgres({ inMemory: !whole }) : undefined
process.once('SIGINT', () => {
  server?.stop()
  process.exit(130)
})
try {
  if (whole)
    for (const p of parts) {
      console.log(`\n== ${p.name}: SEED=${seed} npm run test:long -- --from=${p.name} goes on here`)
      await tests([p], server)
    }
  else await tests(parts, server)
  await step('statement lint', node, ['tools/sql/statements.ts', recorded, ...(words.length > 0 || from ? [] : ['--whole'])])
  report()
} finally {
  server?.stop()
  rmSync(here, { recursive: true, force: true })
}
for (const f of failures) console.log(`\nFAILED ${f}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
