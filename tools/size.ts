// node tools/run.mjs tools/size.ts: code lines of the kit, without comments, blank lines and tests. Fails above the ceiling of a part (docs/adr/0006).
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeLines } from './code-lines.ts'
import { judgedText } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Raised only together with a line in docs/adr/0006 that says what came in and what could not go. */
const CEILINGS: Readonly<Record<string, number>> = { model: 900, server: 2143, web: 2290 }

const files = readdirSync(join(ROOT, 'kit'), { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$|\.d\.ts$/.test(f))
const sums = new Map<string, number>()
for (const f of files) {
  const part = Object.keys(CEILINGS).findLast((p) => f.startsWith(`${p}/`)) ?? f
  sums.set(part, (sums.get(part) ?? 0) + codeLines(judgedText(`kit/${f}`)))
}
const over = [...sums].filter(([part, n]) => n > (CEILINGS[part] ?? 0))
for (const [part, n] of [...sums].sort()) console.log(`${String(n).padStart(6)} of ${CEILINGS[part] ?? 0} code lines in kit/${part}`)
for (const [part] of over) console.error(`kit/${part} is above its ceiling: see docs/adr/0006-size-of-the-kit.md`)
console.log(`${[...sums.values()].reduce((a, b) => a + b, 0)} code lines in the kit`)
process.exit(over.length ? 1 : 0)
