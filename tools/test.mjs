// npm test: lint, types, rules, unit, contract and story tests on both databases, browser journeys. Last line: N passed, N failed.
// With words, only the test files whose path has one of them, and no checks; with --turn those among them that a whole run with this SEED has. --long (npm run test:long) runs everything on every database in full volume,
// part by part; --from=<part> goes on where a run stopped, with the SEED it printed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from './floors.mjs'
import { debian, postgres } from './postgres.mjs'
import { install, node24, ROOT, webIsBuilt, WEB_BUILD } from './runtime.mjs'
import { partsOf, TURNS } from './test-parts.mjs'

const whole = process.argv.includes('--long')
// they come while npm's packages do, and while what needs neither is checked
const packages = debian({ whole })
install()
const node = node24()
const begun = performance.now()
const words = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const from = process.argv.find((a) => a.startsWith('--from='))?.slice('--from='.length)
const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31))
/** By which seed this run takes its turn of the journeys: all of them where it is told what to run, unless with --turn. */
const turn = whole || (words.length > 0 && !process.argv.includes('--turn')) ? undefined : Number(seed)
const here = mkdtempSync(join(tmpdir(), 'chengbao-test-run-'))
const [results, times, recorded] = ['results', 'times', 'statements'].map((name) => join(here, name))
let passed = 0
let failed = 0
/** What failed, said again at the end, where nobody has to look for it. */
const failures = []
function fail(name, why = '') {
  failed += 1
  failures.push(`${name}\n${why}`)
}
/** Seconds of processor time by part. */
const spent = new Map()
const spend = (part, seconds) => spent.set(part, (spent.get(part) ?? 0) + seconds)

/** Runs a program; answers how it ended, what it said (unless it speaks for itself), and what processor time it and its children took, in seconds. */
function run(command, args, { env = {}, aloud = false } = {}) {
  return new Promise((done) => {
    const timed = '"$@"; code=$?; times >&3; exit $code'
    const child = spawn('sh', ['-c', timed, 'sh', command, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: aloud ? ['ignore', 'inherit', 'inherit', 'pipe'] : ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let [said, took] = ['', '']
    child.stdio[3].on('data', (d) => (took += d))
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (d) => (said += d))
    child.on('close', (status) => {
      const processor = [...took.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
      done({ status, said, processor })
    })
  })
}
/** Runs one step that either passes or fails as a whole. */
async function step(name, command, args, env = {}) {
  const { status, said, processor } = await run(command, args, { env })
  console.log(`\n== ${name} (${processor.toFixed(1)} s)\n${said.trimEnd()}`)
  spend('checks', processor)
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
    () => step('one clock', node, ['tools/clock.mjs']),
    () => step('size of the kit', node, ['tools/size.ts']),
    () => step('generated files are fresh', node, ['tools/generate.ts', '--check']),
  ])

const lines = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(JSON.parse) : [])
/** Runs the chosen files of these parts side by side, in one vitest. */
async function tests(parts, server) {
  const before = lines(results).length
  const reporters = ['--reporter=default', '--reporter=./tools/test-reporter.mjs']
  const { status, processor } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--config=vitest.parts.config.ts', ...reporters, ...words], {
    aloud: true,
    env: {
      SEED: seed,
      TEST_SERVER: server?.url ?? '',
      TEST_SOCKET: server?.socket ?? '',
      TEST_DATABASE_URL: '',
      TEST_ONLY: parts.map((p) => p.name).join(','),
      TEST_VOLUME: whole ? 'whole' : '',
      TEST_TURN: turn === undefined ? '' : String(turn),
      TEST_RESULTS: results,
      TEST_TIMES: times,
      RECORD_STATEMENTS: recorded,
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
    },
  })
  spend('vitest', processor)
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
  const all = partsOf(whole, turn)
  if (from && !all.some((p) => p.name === from)) throw new Error(`there is no part '${from}': ${all.map((p) => p.name).join(', ')}`)
  return all
    .slice(from ? all.findIndex((p) => p.name === from) : 0)
    .map((p) => ({ ...p, files: p.files.filter(fits) }))
    .filter((p) => p.files.length > 0)
}

/** Where the time went: parts by their files' processor time against the written budget, and the files that took most. */
function report(server) {
  const files = lines(times)
  const of = (f) => f.own + f.children + f.drawn
  for (const f of files) {
    spend(f.part, of(f))
    // what browsers drew is not among what vitest's processes are said to have taken
    spend('vitest', -f.own - f.children)
  }
  if (server) spend('server', server.processor())
  const wall = new Map(lines(results).map((r) => [`${r.part} ${r.file}`, r.seconds]))
  const slowest = files.toSorted((a, b) => of(b) - of(a)).slice(0, 40)
  console.log('\nThe slowest files: seconds of processor time (those of its children and of a browser’s pages among them), seconds on the clock')
  for (const f of slowest)
    console.log(
      `${of(f).toFixed(1).padStart(8)}${f.children.toFixed(1).padStart(8)}${f.drawn.toFixed(1).padStart(8)}${(wall.get(`${f.part} ${f.file}`) ?? 0).toFixed(1).padStart(8)}  ${f.file}, ${f.part}`,
    )
  const budget = whole || words.length > 0 ? {} : JSON.parse(readFileSync(join(ROOT, 'tools/test-budget.json'), 'utf8'))
  spent.set(
    'all',
    [...spent.values()].reduce((a, b) => a + b, 0),
  )
  console.log('\nSeconds of processor time by part')
  for (const [part, seconds] of spent) console.log(`${seconds.toFixed(0).padStart(8)}${part in budget ? ` of ${budget[part]}` : ''}  ${part}`)
  console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(8)}  on the clock`)
  for (const [part, seconds] of spent)
    if (seconds > budget[part])
      console.log(`WARNING: ${part} took ${seconds.toFixed(0)} s of processor time, more than its budget of ${budget[part]} s (tools/test-budget.json)`)
}

mkdirSync(recorded)
const parts = chosen()
console.log(`SEED=${seed}${process.env.SEED ? '' : ' (a run with it in the environment repeats what is sown)'}`)
if (turn !== undefined)
  console.log(`Journeys, kills and second engines take turns by the seed: SEED=${turn + 1} to SEED=${turn + TURNS - 1} run the others, npm run test:long all`)
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
  report(server)
} finally {
  server?.stop()
  rmSync(here, { recursive: true, force: true })
}
for (const f of failures) console.log(`\nFAILED ${f}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
