// Areas are decimal text: nobody makes a floating number of one but land/definitions/area.ts. An area is known by its name (scmj, htmjm, qqmj …).
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { filesOf, FLOORS } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Who may, and why. An entry that nothing needs any more is told as well. */
const ALLOWED = { 'land/dk/upload.ts': 'outlines of a file are measured as numbers and compared with them' }
/** Number(…) or parseFloat(…), its argument three calls deep at most; and the name of an area in one. */
const FLOAT = /(?<![\w.])(?:Number|parseFloat)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)/g
const AREA = /\b[a-z]\w*mjm?\b/
const isTest = (f) => /\.test\.tsx?$|(^|\/)testing(\.server)?\.ts$/.test(f)
/** `--with file=text`: judged as if the file had that text too, so that a test can see the rule refuse. */
const [, planted] = process.argv.slice(2)
const [plantedIn, ...plantedText] = planted?.split('=') ?? []

const files = filesOf(FLOORS).filter((f) => !isTest(f) && f !== 'land/definitions/area.ts')
const problems = []
const unused = new Set(Object.keys(ALLOWED))
for (const f of files.sort()) {
  const text = readFileSync(join(ROOT, f), 'utf8') + (f === plantedIn ? plantedText.join('=') : '')
  for (const { 0: found, 1: argument, index } of text.matchAll(FLOAT))
    if (!AREA.test(argument)) continue
    else if (f in ALLOWED) unused.delete(f)
    else problems.push(`${f}:${text.slice(0, index).split('\n').length}: ${found}: an area is no floating number (land/definitions/area.ts)`)
}
for (const f of unused) problems.push(`${f}: is allowed what it does not use any more`)
for (const p of problems) console.error(p)
console.log(`${files.length} files, ${problems.length} areas in floating point`)
process.exit(problems.length > 0 ? 1 : 0)
