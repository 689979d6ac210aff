// node tools/functions.mjs: functions of the product have at most 100 lines, blank ones not counted. Those that were longer when the rule came stand in
// tools/long-functions.json with their lines, rounded up to tens: none is added, none grows, and one that became shorter is entered so or taken out.
// `--list <file>`: another list, so that a test can see the rule refuse.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { filesOf, FLOORS, isTest } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const MOST = 100
const LIST = 'tools/long-functions.json'
const listed = JSON.parse(readFileSync(resolve(ROOT, process.argv[process.argv.indexOf('--list') + 1 || Infinity] ?? LIST), 'utf8'))

/** `file name` → lines of its longest function of that name above the bound. */
const long = new Map()
for (const f of filesOf(FLOORS)) if (!isTest(f)) measure(f)

/** In the list a function has room to the next ten. */
const rounded = (lines) => Math.ceil(lines / 10) * 10
const problems = []
for (const [key, lines] of long) {
  const known = listed[key]
  if (known === undefined) problems.push(`${key} has ${lines} lines: at most ${MOST}; split it where it has parts`)
  else if (lines > known) problems.push(`${key} has grown from ${known} to ${lines} lines: split it where it has parts`)
  else if (rounded(lines) < known) problems.push(`${LIST}: ${key} has ${lines} lines only, enter ${rounded(lines)}`)
}
for (const key of Object.keys(listed)) if (!long.has(key)) problems.push(`${LIST}: ${key} is not too long any more, take it out`)
for (const p of problems) console.error(p)
console.log(`${long.size} functions above ${MOST} lines, ${Object.keys(listed).length} listed`)
process.exit(problems.length ? 1 : 0)

/** Enters the long functions of a file. */
function measure(f) {
  const text = readFileSync(join(ROOT, f), 'utf8')
  const { program, errors } = parseSync(f, text)
  if (errors.length) throw new Error(`${f}: ${errors[0].message}`)
  const visit = (node, name) => {
    if (!node || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach((n) => visit(n, name))
    let own = name
    if (node.type === 'VariableDeclarator') own = node.id.name ?? name
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') own = node.key.name ?? name
    if (/Function/.test(node.type ?? '') && node.body) {
      own = node.id?.name ?? own
      const lines = text
        .slice(node.start, node.end)
        .split('\n')
        .filter((l) => l.trim()).length
      const key = `${f} ${own}`
      if (lines > MOST) long.set(key, Math.max(lines, long.get(key) ?? 0))
    }
    for (const k in node) if (k !== 'type' && typeof node[k] === 'object') visit(node[k], own)
  }
  visit(program, '(no name)')
}
