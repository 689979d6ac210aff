// node tools/values.mjs: values are read and written by what they are. What a call sends is text by its declared type, or by `textIn` where a handler takes its body as it
// was sent (kit/server/route.server.ts), never by String() at each place; a status stands in SQL under its name (land/definitions/statuses.ts), never as a digit.
import { filesOf, FLOORS, isTest, judgedText } from './floors.mjs'

const RULES = [
  [/(?<![\w.])String\(input[.[]/, 'is text already where the route declares it; else textIn(input, name)'],
  [/\b(?:zt|qszt|djzt|dyzt|yyzt|lzzt)\b"? (?:=|<>|is (?:not )?distinct from) '\d'(?!,)/, 'a status has a name in land/definitions/statuses.ts'],
]
/** The one function that says how a value becomes text. */
const ALLOWED = 'export const textIn = '

const files = filesOf(FLOORS).filter((f) => !isTest(f))
/** What breaks these rules; tools/imports.mjs tells it too. */
export const problems = []
for (const f of files.sort()) {
  const text = judgedText(f)
  for (const [i, line] of text.split('\n').entries())
    for (const [pattern, why] of RULES) {
      const found = !line.startsWith(ALLOWED) && pattern.exec(line)
      if (found) problems.push(`${f}:${i + 1}: ${found[0]}: ${why}`)
    }
}
if (process.argv[1] === import.meta.filename) {
  for (const p of problems) console.error(p)
  console.log(`${files.length} files, ${problems.length} values without a type or a name`)
  process.exit(problems.length > 0 ? 1 : 0)
}
