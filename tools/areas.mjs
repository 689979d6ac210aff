// Areas are decimal text: nobody makes a floating number of one but land/definitions/area.ts. An area is known by its name (scmj, htmjm, qqmj …).
import { filesOf, FLOORS, isTest, judgedText } from './floors.mjs'

/** Who may, and why. An entry that nothing needs any more is told as well. */
const ALLOWED = { 'land/dk/upload.ts': 'outlines of a file are measured as numbers and compared with them' }
/** Number(…) or parseFloat(…), its argument three calls deep at most; and the name of an area in one. */
const FLOAT = /(?<![\w.])(?:Number|parseFloat)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)/g
const AREA = /\b[a-z]\w*mjm?\b/

const files = filesOf(FLOORS).filter((f) => !isTest(f) && f !== 'land/definitions/area.ts')
const problems = []
const unused = new Set(Object.keys(ALLOWED))
for (const f of files.sort()) {
  const text = judgedText(f)
  for (const { 0: found, 1: argument, index } of text.matchAll(FLOAT))
    if (!AREA.test(argument)) continue
    else if (f in ALLOWED) unused.delete(f)
    else problems.push(`${f}:${text.slice(0, index).split('\n').length}: ${found}: an area is no floating number (land/definitions/area.ts)`)
}
for (const f of unused) problems.push(`${f}: is allowed what it does not use any more`)
for (const p of problems) console.error(p)
console.log(`${files.length} files, ${problems.length} areas in floating point`)
process.exit(problems.length > 0 ? 1 : 0)
