// node tools/run.mjs tools/sql/statements.ts <folder> [--whole]: judges the statements that the test suite recorded there (tests/driver.ts).
// --whole says that it was the whole suite: then an exception that nothing needs, or too few statements, is a failure as well.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fingerprintSync } from 'libpg-query'
import { marksOf } from './ast.ts'
import { EXCEPTIONS, type Exception } from './exceptions.ts'
import { lint, RULES, type Fault } from './lint.ts'

/** Less than this, and the recorder saw nothing: a lint of nothing must not pass. */
const LEAST = 200

export interface Recorded {
  /** file and function that wrote it */
  from: string
  text: string
}

/** Every statement once for each place that wrote it. */
function recorded(folder: string): Recorded[] {
  const distinct = new Map<string, Recorded>()
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const s = JSON.parse(line) as Recorded
      distinct.set(`${s.from} ${print(s.text)}`, s)
    }
  }
  return [...distinct.values()]
}
/** The same for statements that differ only in values; a text that cannot be parsed stands for itself. */
function print(text: string): string {
  try {
    return fingerprintSync(text)
  } catch {
    return text
  }
}

const file = (s: Recorded) => s.from.split(' ')[0]!
const covers = (e: Exception, s: Recorded, f: Fault) => e.rule === f.rule && e.from === file(s) && e.detail === f.detail

const [folder, whole] = [process.argv[2]!, process.argv.includes('--whole')]
const marks = marksOf(resolve(import.meta.dirname, '../..'))
const all = recorded(folder)
const used = new Set<Exception>()
let wrong = 0
for (const s of all) {
  for (const fault of lint(s.text, marks, file(s) === 'runtime/migrate.server.ts')) {
    const exception = EXCEPTIONS.find((e) => covers(e, s, fault))
    if (exception) {
      used.add(exception)
      continue
    }
    wrong += 1
    console.error(
      `${s.from || 'somewhere'}: ${RULES[fault.rule]} (${fault.rule}${fault.detail && `: ${fault.detail}`})\n    ${s.text.replace(/\s+/g, ' ').slice(0, 600)}`,
    )
  }
}
if (whole) {
  for (const e of EXCEPTIONS.filter((x) => !used.has(x))) {
    wrong += 1
    console.error(`nothing needs the exception ${e.rule} ${e.from} ${e.detail} any more`)
  }
  if (all.length < LEAST) {
    wrong += 1
    console.error(`only ${all.length} statements were recorded, fewer than ${LEAST}: is tests/driver.ts still loaded?`)
  }
}
console.log(`${all.length} statements, ${used.size} exceptions, ${wrong} broken rules`)
process.exit(wrong ? 1 : 0)
