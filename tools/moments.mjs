// node tools/moments.mjs [--list] [moment…] [file…]: the test files that reach the clock, at each moment at which a day is easily got wrong (or at those
// given), each on the databases on which `npm test` has it. Those of the long run alone are left to it. All tests at one moment:
// CLOCK_AT=2027-05-18T00:30 npm test.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { CODE, filesOf } from './floors.mjs'
import { node24, ROOT } from './runtime.mjs'
import { partsOf } from './test-parts.mjs'

/** In Asia/Shanghai. Every file begins at its moment, and the clock goes on from there: those a minute before midnight go over it. */
const MOMENTS = [
  '2027-05-18T00:30', // 16:30 in UTC, where it is still the day before
  '2027-05-18T07:59',
  '2027-05-18T08:01', // now it is the same day in UTC
  '2027-05-18T23:59',
  '2027-04-30T23:59',
  '2027-12-31T23:59',
  '2028-02-29T23:59',
]
/** A source that makes a day of the time. */
const DAY = /\blocalDay\(|\bnow\.slice\(0, 10\)|\btoday\(/
/** A test that asks the clock, or moves it. */
const CLOCK = /\b(setNow|ago|clock|localDay|timeOf|today)\(|\bw\.now\(/
const isTest = (f) => /\.test\.tsx?$/.test(f)

/** Tests that ask the clock themselves, or import what makes a day. What the whole application imports is no sign: every story runs on it. */
function reaching() {
  const text = new Map(filesOf(CODE).map((f) => [f, readFileSync(join(ROOT, f), 'utf8')]))
  const imports = (f) => [...(text.get(f) ?? '').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)].map(([, to]) => relative(ROOT, resolve(ROOT, dirname(f), to)))
  const days = new Set([...text].filter(([f, t]) => !isTest(f) && !f.startsWith('kit/server/clock') && DAY.test(t)).map(([f]) => f))
  const reaches = (f, seen = new Set()) =>
    days.has(f) ||
    imports(f).some((to) => {
      if (seen.has(to) || to.startsWith('apps/server/')) return false
      seen.add(to)
      return reaches(to, seen)
    })
  return [...text.keys()].filter((f) => isTest(f) && (CLOCK.test(text.get(f)) || reaches(f))).sort()
}

const asked = process.argv.slice(2)
const isMoment = (a) => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(a)
const moments = asked.some(isMoment) ? asked.filter(isMoment) : MOMENTS
const named = asked.filter((a) => !isMoment(a) && a !== '--list')
const short = new Set(partsOf(false).flatMap((p) => p.files))
const files = reaching().filter((f) => short.has(f) && (named.length === 0 || named.some((n) => f.includes(n))))
console.log(files.join('\n'))
if (asked.includes('--list')) process.exit(0)
if (files.length === 0) throw new Error('No test file reaches the clock')
const failed = []
for (const at of moments) {
  console.log(`\n== ${at}`)
  const r = spawnSync(node24(), ['tools/test.mjs', ...files], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CLOCK_AT: at } })
  if (r.status !== 0) failed.push(at)
}
console.log(failed.length ? `\nFAILED ${failed.join(', ')}` : `\n${files.length} files at ${moments.length} moments`)
process.exit(failed.length ? 1 : 0)
