// node tools/dead-exports.ts: exports of the floors that no product code uses: nobody imports them, or only tests and benches do, and their own file
// does not use them either. Such code is kept right for nobody; it goes, with its tests.
import { dirname, relative, resolve } from 'node:path'
import { BESIDE, filesOf, FLOORS, judgedText } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Exports that may stand unused, each with its reason. */
const MAY_STAND: Readonly<Record<string, string>> = {
  'services/develop/render.ts default': 'stands in the text of a generated file',
  'apps/web/src/errors/errors.tsx E403': 'the router loads it by its status',
  'apps/web/src/errors/errors.tsx E404': 'the router loads it by its status',
  'apps/web/src/errors/errors.tsx E500': 'the router loads it by its status',
  'apps/web/src/later/useModal.ts default': 'the build puts it in the place of a hook of antd (vite.config.ts)',
  'apps/web/src/later/useMessage.ts default': 'the build puts it in the place of a hook of antd (vite.config.ts)',
  'views/watch/rules.ts ELSEWHERE': 'which number of the list is no query, and what asks it: its test holds the list whole',
  'views/watch/check.server.ts invariantsBroken': 'the laws of the register as queries: what every story and crash is held to',
}
const isTest = (f: string) => /(\.test\.tsx?|(^|\/)(testing(\.server)?|arbitrary|samples)\.ts|\.config\.ts)$|^(tests|bench)\//.test(f)

const texts = new Map(filesOf([...FLOORS, ...BESIDE].filter((d) => d !== 'tests' && d !== 'bench')).flatMap((f) => (isTest(f) ? [] : [[f, bare(f)] as const])))
/** file → names that product code takes from it; '*' where a file is taken whole and its names cannot be followed. */
const used = new Map<string, Set<string>>()
for (const [f, text] of texts) takenBy(f, text)

const dead: string[] = []
const excused = new Set<string>()
for (const [f, text] of texts) {
  if (BESIDE.includes(f.split('/')[0]!)) continue
  for (const name of exportsOf(text)) {
    if (used.get(f)?.has(name) || used.get(f)?.has('*') || usesItself(text, name)) continue
    if (MAY_STAND[`${f} ${name}`]) excused.add(`${f} ${name}`)
    else dead.push(`${f}: nothing uses '${name}'`)
  }
}
for (const key of Object.keys(MAY_STAND)) if (!excused.has(key)) dead.push(`tools/dead-exports.ts: no longer unused, take the exception out: ${key}`)
for (const d of dead) console.error(d)
console.log(`${texts.size} files, ${dead.length} dead exports, ${excused.size} exceptions`)
process.exit(dead.length ? 1 : 0)

/** A file without comments: a name in prose is no use. */
function bare(f: string): string {
  return judgedText(f).replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (_, quoted?: string) => quoted ?? '')
}
function exportsOf(text: string): string[] {
  const declared = [...text.matchAll(/^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm)].map((m) => m[1]!)
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((m) => namesIn(m[1]!).map(([, as]) => as))
  return [...declared, ...listed, ...(/^export default /m.test(text) ? ['default'] : [])]
}
/** `a, type b as c` → pairs of the name there and the name here. */
function namesIn(list: string): (readonly [string, string])[] {
  return list
    .split(',')
    .map((x) => x.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((x) => x.split(/\s+as\s+/))
    .map(([there, here]) => [there!, here ?? there!] as const)
}
function takenBy(f: string, text: string): void {
  const take = (spec: string, names: readonly string[]) => {
    if (!spec.startsWith('.')) return
    const to = relative(ROOT, resolve(ROOT, dirname(f), spec)).replace(/\?.*$/, '')
    const all = used.get(to) ?? new Set()
    used.set(to, all)
    for (const n of names) all.add(n)
  }
  for (const m of text.matchAll(/^(?:import|export) (?:type )?(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? ?from '([^']+)'/gm))
    take(m[3]!, [...(m[1] ? ['default'] : []), ...namesIn(m[2] ?? '').map(([there]) => there)])
  for (const m of text.matchAll(/^import \* as (\w+) from '([^']+)'/gm)) {
    const members = [...text.matchAll(new RegExp(`\\b${m[1]}\\.(\\w+)`, 'g'))].map((x) => x[1]!)
    const whole = new RegExp(`(?<!\\* as |\\.)\\b${m[1]}\\b(?!\\.)`).test(text.replace(m[0], ''))
    take(m[2]!, whole ? ['*'] : members)
  }
  for (const m of text.matchAll(/^export \* from '([^']+)'/gm)) take(m[1]!, ['*'])
  // a file that is loaded late: what the loading file names, by dot, in braces or as text
  for (const m of text.matchAll(/\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta\.url\)/g))
    take(m[1] ?? m[2]!, ['default', ...new Set(text.match(/\b\w+\b/g))])
}
/** Whether a name stands in its own file a second time. */
function usesItself(text: string, name: string): boolean {
  return name !== 'default' && (text.match(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))?.length ?? 0) > 1
}
