// node tools/values.mjs: values are read and written by what they are, judged over the syntax tree.
// What a call sends is text by its declared type, or by `textIn` where a handler takes its body as it was sent (kit/server/route.server.ts), never by String(), a
// template or a cast at each place. A status stands under its name (land/definitions/statuses.ts), in code and in SQL, never as a digit. What a refusal says is for
// people: nothing hangs on its words. And threads of the server are started at one place.
import { judgedFiles, judgedText } from './floors.mjs'
import { lineOf, treeOf, walk } from './syntax.mjs'

/** Columns whose values have names. */
const STATUS = /^(?:zt|qszt|djzt|dyzt|yyzt|lzzt|status|signStatus)$/
/** Where the names are given. */
const NAMED = /(?:^|\/)(?:statuses|flow)\.ts$/
/** Names of what a call sends, where no type says it. */
const SENT = /^(?:input|body|query|sent|raw)$/
const EQUAL = /^[!=]==?$/

/** What stands inside casts, brackets and `!`. */
const bare = (n) => (n && /^(?:TS(?:As|NonNull|Satisfies)Expression|ParenthesizedExpression|ChainExpression)$/.test(n.type) ? bare(n.expression) : n)
/** The name that a member expression asks for; undefined for one that is computed. */
const memberOf = (n) => (n?.type === 'MemberExpression' ? (n.computed ? literalOf(n.property) : n.property.name) : undefined)
const literalOf = (n) => (n?.type === 'Literal' && typeof n.value === 'string' ? n.value : undefined)
const isDigit = (n) => /^\d$/.test(literalOf(bare(n)) ?? '')

/** The parameter or variable of a name, as the nearest function around declares it: its type in words and whether it is the second of a handler. */
function declared(name, above, text) {
  for (const [at, n] of [...above.entries()].toReversed()) {
    const i = n.params?.findIndex?.((p) => (p.left ?? p).name === name) ?? -1
    if (i < 0) continue
    const { typeAnnotation } = n.params[i].left ?? n.params[i]
    const around = above[at - 1]
    const isRun = around?.type === 'CallExpression' || (around?.type === 'Property' && around.key.name === 'run')
    return { type: typeAnnotation && text.slice(typeAnnotation.start, typeAnnotation.end), isHandler: i === 1 && n.params[0].name === 'ctx' && isRun }
  }
}
/** A member of what a call sends: `input.x`, `(input as X).x`, `input.x ?? ''`; `typed`: only where the parameter is declared to be Input. */
function isSent(n, above, text, typed) {
  const value = bare(n)
  if (value?.type === 'LogicalExpression') return isSent(value.left, above, text, typed)
  if (value?.type !== 'MemberExpression') return false
  const { name } = bare(value.object)
  if (!name) return false
  const found = declared(name, above, text)
  if (found?.type) return /(?<![\w.])Input\b/.test(found.type)
  return !typed && (SENT.test(name) ? !!found : !!found?.isHandler)
}
const shown = (n, text) => text.slice(n.start, Math.min(n.end, n.start + 80)).replaceAll(/\s+/g, ' ')

/** A status as a digit in the text of a statement: with a quote or none, with or without spaces, one digit or a list of them. */
const SQL =
  /\b(?:zt|qszt|djzt|dyzt|yyzt|lzzt|"?status|"?signStatus)"?\s*(?:=|<>|!=|is\s+(?:not\s+)?distinct\s+from|(?:not\s+)?in\s*\()\s*'\d'(?!,\d)|coalesce\(\w+\.(?:zt|qszt|djzt|dyzt|yyzt|lzzt|status),\s*'\d'\)/i

const SENT_WHY = 'is text already where the route declares it; else textIn(input, name)'
const STATUS_WHY = 'a status has a name (land/definitions/statuses.ts, or the flow file of its room)'
const WORDS_WHY = 'what a refusal says is for people: compare its code, its place and its details'

const THREAD_WHY = 'a thread is started by startThread (runtime/thread.server.ts)'
/** Where threads are started; in a browser each screen starts its own. */
const THREADS = /^runtime\/(?:thread|embedded\/engine)\.server\.ts$|\.web\.tsx?$/

/** What a node does that these rules refuse: the place and why. */
function refusedIn(n, above, text, f) {
  if (n.type === 'NewExpression' && n.callee.name === 'Worker' && !THREADS.test(f)) return [n, THREAD_WHY]
  if (n.type === 'CallExpression') {
    if (n.callee.name === 'String' && isSent(n.arguments[0], above, text)) return [n, SENT_WHY]
    const verb = memberOf(n.callee)
    const of = bare(n.callee.object)
    if (/^(?:includes|startsWith|endsWith|match|search|test|indexOf)$/.test(verb ?? '') && isWords(verb === 'test' ? n.arguments[0] : of)) return [n, WORDS_WHY]
    if (verb === 'includes' && of?.type === 'ArrayExpression' && of.elements.every(isDigit) && isStatus(n.arguments[0])) return [n, STATUS_WHY]
    const column = literalOf(n.arguments[0])?.split('.').at(-1)
    const value = bare(n.arguments[2])
    const digits = value?.type === 'ArrayExpression' ? value.elements : [value]
    if (/^(?:where|on|andOn|having)$/.test(verb ?? '') && STATUS.test(column ?? '') && digits.every(isDigit)) return [n, STATUS_WHY]
  }
  if (n.type === 'TSAsExpression' && n.typeAnnotation.type === 'TSStringKeyword' && isSent(n.expression, above, text)) return [n, SENT_WHY]
  if (n.type === 'TemplateLiteral') {
    const sent = n.expressions.find((e) => isSent(e, above, text, true))
    if (sent && above.at(-1)?.type !== 'TaggedTemplateExpression') return [n, SENT_WHY]
    const sql = SQL.exec(n.quasis.map((q) => q.value.cooked).join('?'))
    if (sql) return [n, STATUS_WHY, sql[0]]
  }
  const sql = SQL.exec(literalOf(n) ?? '')
  if (sql) return [n, STATUS_WHY, sql[0]]
  if (n.type === 'BinaryExpression' && EQUAL.test(n.operator)) {
    const [l, r] = [n.left, n.right]
    if ((isWords(l) && !isNothing(r)) || (isWords(r) && !isNothing(l))) return [n, WORDS_WHY]
    if ((isStatus(l) && isDigit(r)) || (isStatus(r) && isDigit(l))) return [n, STATUS_WHY]
  }
}
/** The words of something that is told: `x.zh`, `x.msg`, `say(words.x)`. */
function isWords(n) {
  const value = bare(n)
  return (
    /^(?:zh|en|msg)$/.test(memberOf(value) ?? '') ||
    (value?.type === 'CallExpression' && value.callee.name === 'say' && memberOf(value.arguments[0]) !== undefined)
  )
}
const isNothing = (n) => literalOf(bare(n)) === '' || bare(n)?.name === 'undefined' || bare(n)?.raw === 'null'
const isStatus = (n) => STATUS.test(memberOf(bare(n)) ?? '')

const files = judgedFiles()
const problems = []
for (const f of files.sort()) {
  if (NAMED.test(f)) continue
  const text = judgedText(f)
  walk(treeOf(f, text), (n, above) => {
    const refused = refusedIn(n, above, text, f)
    if (!refused || above.some((a) => a.type === 'VariableDeclarator' && a.id.name === 'textIn')) return
    const [at, why, found = shown(at, text)] = refused
    problems.push(`${f}:${lineOf(text, at.start)}: ${found}: ${why}`)
  })
}
for (const p of problems) console.error(p)
console.log(`${files.length} files, ${problems.length} values without a type or a name`)
process.exit(problems.length > 0 ? 1 : 0)
