// node tools/names.ts [--write]: names that the floors export. No name of the house dialect is exported anew (docs/names.md has the words to use), and no
// name is exported by more files than names-known.json allows. That list may only shrink: --write lowers it to what there is and never adds.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { filesOf, FLOORS, judgedText } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const KNOWN = join(ROOT, 'tools/names-known.json')
/** Words that say nothing to an engineer who does not know the house; as a whole name, or as a part of one in camel case. */
const WHOLE = new Set('of at own few turn means said held told found stands asks usual given taken kept made known asked beside wanted'.split(' '))
const PART = /(?:^|[a-z])(?:[Tt]old|[Hh]indrance|[Ss]ifted|[Dd]ressed|[Ff]oretold|[Aa]part)(?=$|[A-Z])|^(?:neu|naming)$/
/** How many files export each name of the dialect, and each name that more than one file exports. */
type Known = { dialect: Record<string, number>; shared: Record<string, number> }

const isTest = (f: string) => /\.test\.tsx?$|(^|\/)(testing(\.server)?|arbitrary|samples)\.ts$/.test(f)
const files = new Map<string, string[]>()
for (const f of filesOf(FLOORS.filter((floor) => floor !== 'own')).filter((f) => !isTest(f))) {
  const text = judgedText(f)
  const names = [...text.matchAll(/^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm)].map((m) => m[1]!)
  for (const name of new Set(names)) files.set(name, [...(files.get(name) ?? []), f])
}
const isDialect = (name: string) => WHOLE.has(name.toLowerCase()) || PART.test(name)
const sorted = (list: [string, number][]) => Object.fromEntries(list.toSorted(([a], [b]) => (a < b ? -1 : 1)))
const now: Known = {
  dialect: sorted([...files].filter(([name]) => isDialect(name)).map(([name, where]) => [name, where.length])),
  shared: sorted([...files].filter(([, where]) => where.length > 1).map(([name, where]) => [name, where.length])),
}
const known: Known = JSON.parse(readFileSync(KNOWN, 'utf8'))
const beyond = (kind: keyof Known, why: string) =>
  Object.entries(now[kind])
    .filter(([name, n]) => n > (known[kind][name] ?? 0))
    .map(([name]) => `'${name}' ${why}: ${files.get(name)!.join(', ')}`)
const wrong = [
  ...beyond('dialect', 'is a word of the house (docs/names.md has better ones)'),
  ...beyond('shared', 'is exported by more files than before; give it the noun of its room'),
]
for (const line of wrong) console.error(line)
if (process.argv.includes('--write')) {
  const lowered = (kind: keyof Known) =>
    sorted(Object.entries(now[kind]).flatMap(([name, n]) => (known[kind][name] ? [[name, Math.min(n, known[kind][name])] as [string, number]] : [])))
  writeFileSync(KNOWN, `${JSON.stringify({ dialect: lowered('dialect'), shared: lowered('shared') }, null, 1)}\n`)
}
console.log(
  `${files.size} exported names, ${Object.keys(now.shared).length} by more than one file, ${Object.keys(now.dialect).length} of the house, ${wrong.length} new`,
)
process.exit(wrong.length ? 1 : 0)
