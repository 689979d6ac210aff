// Every refusal of the catalogues is named by a test: by its words, or by its key where no other refusal has it. A new refusal without a test fails
// here; what no call can bring about yet stands in COMING with its reason, and must leave that list when a test names it.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import catalogue from '../business/cases/rules/errors.json' with { type: 'json' }
import { refusal, type ErrorCode } from '../business/cases/rules/problems.ts'
import type { Text } from '../kit/model/lang.ts'
import { filesOf, FLOORS } from '../tools/floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const OWN = 'tests/refusals.test.ts'
const isTest = (f: string) => /\.test\.tsx?$/.test(f)
const files = filesOf([...FLOORS, 'tests'], (f) => /\.tsx?$/.test(f) && f !== OWN).sort()
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const tests = files.filter(isTest).map(read)
const code = files.filter((f) => !isTest(f) && !f.startsWith('tests/') && !/(^|\/)testing(\.server)?\.tsx?$/.test(f))
const catalogues = code.filter((f) => /problems?\.ts$/.test(f))

/** Refusals that no test names, with the reason. */
const COMING: Readonly<Record<string, string>> = {
  'business/archives/problems.ts archiveProblems.tooHeavy': 'a PDF that a thread of 384 MB cannot read, too heavy for a story',
  'services/exchange/exports/problems.ts exportProblems.notFinished': 'a second lock: a record has a file to ask for only once it is finished',
  'services/exchange/exports/problems.ts exportProblems.rowsTooMany': 'asks for more rows than a story makes',
  'services/gis/problems.ts gisProblems.slow': 'a picture that twenty seconds do not suffice for, too heavy for a story',
  'services/exchange/exports/problems.ts exportProblems.tooMany': 'asks for more than 5,000 households, too many for a story',
}

interface Refusal {
  /** catalogue and name in it: `land/definitions/problems.ts landProblems.registered` */
  at: string
  words: Text
  key?: string
}

const HOLE = '\u0000'
/** Stands for whatever details the words of a refusal are made of. */
const hole: any = new Proxy(() => HOLE, {
  get: (_, n) => (n === 'zh' || n === 'en' ? HOLE : n === 'toString' || n === Symbol.toPrimitive ? () => HOLE : typeof n === 'symbol' ? undefined : hole),
})
const isText = (v: any): v is Text => typeof v === 'object' && typeof v?.zh === 'string' && typeof v?.en === 'string'
/** What an entry of a catalogue says: a declared problem, a function that makes one or a sentence, or a sentence. */
function said(v: any): Omit<Refusal, 'at'> | undefined {
  const made = typeof v === 'function' ? v(hole, hole, hole) : v
  if (isText(made)) return { words: made }
  return made?.key ? { key: made.key, words: { zh: String(made.words.zh), en: String(made.words.en) } } : undefined
}
/** Makers of problems, or of a part of their words: no refusals themselves. */
const MAKERS = ['problem', 'Problem', 'refusal', 'refusalAt', 'refusalWith', 'areaDiffers', 'asProblem', 'withFields', 'by']

async function ofCatalogues(): Promise<Refusal[]> {
  const out: Refusal[] = []
  for (const file of catalogues)
    for (const [name, value] of Object.entries((await import(join(ROOT, file))) as object)) {
      const one = MAKERS.includes(name) && typeof value === 'function' ? undefined : said(value)
      if (one) out.push({ at: `${file} ${name}`, ...one })
      else if (typeof value === 'object') for (const [n, v] of Object.entries(value)) out.push({ at: `${file} ${name}.${n}`, ...said(v)! })
    }
  return out
}
/** The codes of the business catalogue that no catalogue of a slice says itself; those of later parts have no English yet. */
const ofErrors = (known: readonly Refusal[]): Refusal[] =>
  Object.entries(catalogue.errors)
    .filter(([key]) => !known.some((r) => r.key === key))
    .map(([key, zh]) => {
      const at = `business/cases/rules/errors.json ${key}`
      return { at, key, words: at in COMING ? { zh: zh.replace(/\{\w+\}/g, HOLE), en: '' } : refusal(key as ErrorCode, hole).words }
    })
/** Refusals declared beside what they refuse. */
const ofSlices = (): Refusal[] =>
  code
    .filter((f) => !catalogues.includes(f))
    .flatMap((file) =>
      [...read(file).matchAll(/\bproblem(?:<[^(]*>)?\(\s*\d+,\s*'([^']+)',\s*\(\w*\) =>\s*\(?\{\s*zh: (['`])(.*?)\2,\s*en: (['`"])(.*?)\4/gs)].map((m) => ({
        at: `${file} ${m[1]}`,
        key: m[1]!,
        words: { zh: m[3]!.replace(/\$\{.*?\}/g, HOLE), en: m[5]!.replace(/\$\{.*?\}/g, HOLE) },
      })),
    )
const known = await ofCatalogues()
const refusals = [...known, ...ofErrors(known), ...ofSlices()]

const escaped = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** The longest part of the words that is the same whatever the details are. */
const core = (words: string) => words.split(HOLE).toSorted((a, b) => b.length - a.length)[0]!
/** A key that is no common word is a name wherever it stands in quotes; a common word where a key is asked, or first in a list. */
const byKey = (key: string) => {
  const quoted = `['"]${escaped(key)}['"]`
  return new RegExp(/[-\d]/.test(key) || key.length > 8 ? quoted : `\\bkey\\b[^\\n]{0,160}${quoted}|\\[\\s*${quoted},`)
}
/** A sentence with anything where its details stand. */
const byWords = (words: string) => new RegExp(words.split(HOLE).map(escaped).join('[^\\n]{0,60}?'))
/** Whether a part of a refusal's words is another's as well: then it names neither. */
const isAlsoOf = (part: string, { at, key, words }: Refusal) =>
  refusals.some((r) => r.at !== at && r.words.zh.includes(part) && (r.key !== key || r.words.zh !== words.zh))
function isNamed(refusal: Refusal): boolean {
  const { key, words } = refusal
  const part = core(words.zh)
  if (part.length >= 4 && !isAlsoOf(part, refusal)) {
    if (tests.some((t) => t.includes(part))) return true
  } else if (part !== '' && !isAlsoOf(words.zh, refusal) && tests.some((t) => byWords(words.zh).test(t))) return true
  // what is a part of another sentence is named where it stands alone
  if (tests.some((t) => t.includes(`'${words.zh}'`)) && !refusals.some((r) => r.at !== refusal.at && r.words.zh === words.zh)) return true
  // words that come whole from where it is refused say nothing here: the key does
  const isShared = new Set(refusals.filter((r) => r.key === key).map((r) => r.words.zh)).size > 1
  return key !== undefined && (!isShared || part === '') && tests.some((t) => byKey(key).test(t))
}

test('every refusal is named by a test, but those that cannot be brought about yet', () => {
  expect(
    refusals
      .filter((r) => !isNamed(r))
      .map((r) => r.at)
      .sort(),
  ).toEqual(Object.keys(COMING).sort())
})
test('every refusal that can be brought about speaks both languages', () => {
  const spoken = refusals.filter((r) => !(r.at in COMING) && core(r.words.zh) !== '')
  expect(spoken.filter((r) => core(r.words.en) === '' || /\p{Script=Han}/u.test(r.words.en)).map((r) => r.at)).toEqual([])
})
test('what comes later is refused by nothing yet', () => {
  const text = code.filter((f) => !catalogues.includes(f)).map(read)
  const codes = Object.keys(COMING).flatMap((at) => /errors\.json (E\d+)$/.exec(at)?.[1] ?? [])
  expect(codes.filter((c) => text.some((t) => t.includes(`refusal('${c}'`)))).toEqual([])
})
test('no refusal escapes the lists: each is declared by problem() or stands in a catalogue', () => {
  const found = (re: RegExp) => code.filter((f) => !catalogues.includes(f) && re.test(read(f)))
  // what a thread refused comes back as it was; several faults of a scan, or of a way of signing, are one refusal with the words of all
  expect(found(/new Problem\(/).sort()).toEqual(['land/paper/pages/together.ts', 'runtime/thread.server.ts', 'signing/contracts/way.server.ts'])
  const declared = code.filter((f) => !catalogues.includes(f)).reduce((n, f) => n + [...read(f).matchAll(/\bproblem(<[^(]*>)?\(\s*\d/g)].length, 0)
  expect(ofSlices().length).toBe(declared)
})
