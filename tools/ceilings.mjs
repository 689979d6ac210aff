// node tools/ceilings.mjs [--list kind] [--write]: forms that say less of a value's type than could be said, counted over the syntax tree. Each has a ceiling in
// tools/ceilings.json that only falls: more than it says is refused, --write lowers it to what there is.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { judgedFiles, judgedText, plantedIn } from './floors.mjs'
import { lineOf, treeOf, walk } from './syntax.mjs'

const LIST = join(resolve(import.meta.dirname, '..'), 'tools/ceilings.json')
const isCast = (n, to) => n?.type === 'TSAsExpression' && n.typeAnnotation.type === to
const bare = (n) => (n?.type === 'ParenthesizedExpression' ? bare(n.expression) : n)
/** Each form: how it is known, and what to write instead. */
const FORMS = {
  any: [(n) => n.type === 'TSAnyKeyword', 'unknown, and a look at what it is'],
  'as never': [(n) => isCast(n, 'TSNeverKeyword'), 'the type that is asked for'],
  'as unknown as': [(n) => n.type === 'TSAsExpression' && isCast(bare(n.expression), 'TSUnknownKeyword'), 'typedRows, or a look at what it is'],
  'execute() as': [
    (n) =>
      n.type === 'TSAsExpression' &&
      bare(n.expression).type === 'AwaitExpression' &&
      /^execute/.test(bare(bare(n.expression).argument).callee?.property?.name ?? ''),
    'typedRows of kit/server/any-query.server.ts',
  ],
  ': Input': [
    (n) => /Function/.test(n.type) && n.params?.some((p) => (p.left ?? p).typeAnnotation?.typeAnnotation.typeName?.name === 'Input'),
    'route({ body, run }) or reading(…): what run gets is what they declare',
  ],
  textIn: [(n) => n.type === 'CallExpression' && n.callee.name === 'textIn', 'the same'],
}

const most = JSON.parse(readFileSync(LIST, 'utf8'))
/** kind → places */
const found = Object.fromEntries(Object.keys(FORMS).map((kind) => [kind, []]))
const files = judgedFiles()
for (const f of files.toSorted()) {
  const text = judgedText(f)
  walk(treeOf(f, text), (n) => {
    for (const [kind, [fits]] of Object.entries(FORMS)) if (fits(n)) found[kind].push(`${f}:${lineOf(text, n.start)}`)
  })
}
// a planted text is judged as if everything else were at its ceiling
if (plantedIn) for (const [kind, places] of Object.entries(found)) places.push(...Array.from({ length: most[kind] ?? 0 }, () => 'at the ceiling'))
const at = process.argv.indexOf('--list')
if (at > 0) for (const place of found[process.argv[at + 1]] ?? []) console.log(place)
if (process.argv.includes('--write'))
  writeFileSync(
    LIST,
    `${JSON.stringify(Object.fromEntries(Object.entries(found).map(([kind, places]) => [kind, Math.min(places.length, most[kind] ?? Infinity)])), null, 2)}\n`,
  )
const over = Object.entries(found).filter(([kind, places]) => places.length > (most[kind] ?? 0))
for (const [kind, places] of over)
  console.error(`'${kind}' ${places.length} times, at most ${most[kind] ?? 0}: write ${FORMS[kind][1]} (node tools/ceilings.mjs --list '${kind}')`)
console.log(
  Object.entries(found)
    .map(([kind, places]) => `${kind} ${places.length}`)
    .join(', '),
)
process.exit(over.length > 0 ? 1 : 0)
