import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const there = (d) => existsSync(join(ROOT, d))
/** The top folders, lowest first: each rests on those before it. Every scan reads this list: lint, import rules, tests, sources, staleness of the web build. */
export const FLOORS = ['kit', 'runtime', 'platform', 'services', 'land', 'packages', 'business', 'signing', 'outside', 'views', 'own', 'apps']
  // code that the generator made for this installation; a clone has none
  .filter((d) => d !== 'own' || there('own'))
/** Beside the floors: they import freely and nobody imports them. */
export const BESIDE = ['tests', 'tools', 'bench']
/** Everything that holds code. */
export const CODE = [...FLOORS, ...BESIDE]
/** Files below some folders, as paths in the repository; a scan of nothing is a mistake and throws. */
export function filesOf(folders, fits = (f) => /\.tsx?$/.test(f) && !f.endsWith('.d.ts')) {
  const found = folders.flatMap((d) => readdirSync(join(ROOT, d), { recursive: true, encoding: 'utf8' }).map((f) => join(d, f))).filter(fits)
  if (found.length === 0) throw new Error(`No file to look at in ${folders.join(', ')}`)
  return found
}
/** Tests, and what stands beside them in the floors. */
export const isTest = (f) => /\.test\.tsx?$|(^|\/)testing(\.server)?\.ts$/.test(f)
// `--with file=text` of a command
const planted = process.argv[2] === '--with' ? process.argv[3] : undefined
export const [plantedIn, ...plantedText] = planted?.split('=') ?? []
/** The text of a file, as a rule judges it. With `--with file=text` as if the file had that text too, so that a test can see the rule refuse. */
export const judgedText = (f) => readFileSync(join(ROOT, f), 'utf8') + (f === plantedIn ? plantedText.join('=') : '')
/** The files that a rule judges over the whole product; with `--with` that one alone. */
export const judgedFiles = () => filesOf(FLOORS).filter((f) => !isTest(f) && (!plantedIn || f === plantedIn))
