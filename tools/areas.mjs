// node tools/areas.mjs: areas are decimal text (land/definitions/area.ts). Nobody makes a floating number of one, or adds such numbers, but that file and the
// lines named here. An area is known by the name of what holds it (scmj, htmjm, HTMJ, area, mu …), or by the names that its key may have.
import { judgedFiles, judgedText, plantedIn } from './floors.mjs'
import { lineOf, treeOf, walk } from './syntax.mjs'

/** Who may, by file and expression, and why. An entry that nothing needs any more is told as well. */
const ALLOWED = [
  [
    'business/extension/plans/alternatives.ts',
    'whole hundredths of a mu',
    [
      'h.lines.reduce((n, l) => n + l.mu, 0)',
      'land.holders.reduce((n, h) => n + areaOf(h), 0)',
      'moves.filter((m) => !m.fromCbfbm).reduce((n, m) => n + m.mu, 0)',
      'land.reserve.reduce((n, r) => n + r.mu, 0)',
    ],
  ],
  ['views/figures/land-book.ts', 'whole hundredths of a mu', ['list.reduce((n, x) => n + x.mu, 0)']],
  [
    'land/dk/upload.ts',
    'measured outlines of a file, of which a difference is told',
    ["overlapsOf(a, [{ id: '', shape: b }]).reduce((s, o) => s + o.area, 0)"],
  ],
  ['land/map/web/measure.web.ts', 'measured while somebody draws, stored nowhere', ['area * 0.0015']],
  ['packages/checks/areas.ts', "a package's own number, compared within a tolerance", ['area * 0.0015', 'rows.reduce((all, row) => all + (row.htmj || 0), 0)']],
  ['packages/checks/repairs.ts', "a package's own number, compared within a tolerance", ['area * 0.15', 'area * 0.0015']],
  ['packages/checks/shapes/geometry.ts', 'measured rings', ['rings.reduce((area, ring, i) => area + (i ? -1 : 1) * Math.abs(signedArea(ring)), 0)']],
  ['land/register/ground.server.ts', 'common ground in m² of three decimals, compared with a bound', ['Number(area)']],
].flatMap(([file, , list]) => list.map((found) => ({ file, found })))
const NAME = /^(?:[a-z]\w*mjm?|[A-Z]*MJM?|areas?|area[A-Z]\w*|mu|m2)$/
/** What counts in whole hundredths, or only shows. */
const EXACT = /^(?:hundredths|areaFigure|sumFigures)$/

const bare = (n) => (n && /^(?:TS(?:As|NonNull|Satisfies)Expression|ParenthesizedExpression|ChainExpression)$/.test(n.type) ? bare(n.expression) : n)
/** Whether the value of an expression is an area; what a call answers is one where the function is called so. */
function isArea(n, above, text) {
  const v = bare(n)
  if (!v) return false
  if (v.type === 'Identifier') return NAME.test(v.name)
  if (v.type === 'MemberExpression') {
    if (!v.computed) return NAME.test(v.property.name)
    return v.property.type === 'Literal' ? NAME.test(v.property.value) : isAreaKey(v.property.name, above, text)
  }
  if (v.type === 'LogicalExpression') return isArea(v.left, above, text) || isArea(v.right, above, text)
  if (v.type === 'ConditionalExpression') return isArea(v.consequent, above, text) || isArea(v.alternate, above, text)
  if (v.type === 'CallExpression')
    return v.callee.name === 'String' ? isArea(v.arguments[0], above, text) : isArea(v.callee, above, text) && !EXACT.test(v.callee.name)
  return false
}
/** Whether the parameter of this name is declared to be the name of an area: `n: 'htmjm' | 'scmjm'`. */
function isAreaKey(name, above, text) {
  const p = above.flatMap((n) => n.params ?? []).findLast((p) => p.name === name)
  const type = p?.typeAnnotation && text.slice(p.typeAnnotation.start, p.typeAnnotation.end)
  return !!type && [...type.matchAll(/'(\w+)'/g)].some(([, key]) => NAME.test(key))
}
/** Whether a call makes a number of each of a list of areas: `[a.htmjm, b.htmjm].map(Number)`. */
const isMapped = (n, above, text) => {
  const of = bare(n.callee.object)
  if (n.callee.property?.name !== 'map' || n.arguments[0]?.name !== 'Number') return false
  return of.type === 'ArrayExpression' ? of.elements.some((e) => isArea(e, above, text)) : isArea(of, above, text)
}
/** Whether a list is added up by an area: `(s, x) => s + x.area`. */
function isSummed(n, above, text) {
  const { body } = n.arguments[0] ?? {}
  if (n.callee.property?.name !== 'reduce' || body?.type !== 'BinaryExpression' || !/^[+-]$/.test(body.operator)) return false
  const inside = [...above, n.arguments[0]]
  return [body.left, body.right].some(
    (e) => isArea(e, inside, text) || (bare(e).type === 'BinaryExpression' && [bare(e).left, bare(e).right].some((x) => isArea(x, inside, text))),
  )
}
/** What a node makes of an area. */
function isFloating(n, above, text) {
  if (n.type === 'CallExpression')
    return (
      (/^(?:Number|parseFloat)$/.test(n.callee.name) && isArea(n.arguments[0], above, text)) ||
      (n.callee.type === 'MemberExpression' && (isMapped(n, above, text) || isSummed(n, above, text)))
    )
  if (n.type === 'UnaryExpression') return n.operator === '+' && isArea(n.argument, above, text)
  return (
    n.type === 'BinaryExpression' &&
    n.operator === '*' &&
    [n.left, n.right].some((e) => isArea(e, above, text)) &&
    [n.left, n.right].some((e) => e.type === 'Literal')
  )
}

const files = judgedFiles().filter((f) => f !== 'land/definitions/area.ts')
const problems = []
const unused = new Set(plantedIn ? [] : ALLOWED)
for (const f of files.sort()) {
  const text = judgedText(f)
  walk(treeOf(f, text), (n, above) => {
    if (!isFloating(n, above, text)) return
    const found = text.slice(n.start, n.end).replaceAll(/\s+/g, ' ')
    const entry = ALLOWED.find((a) => a.file === f && a.found === found)
    if (entry) unused.delete(entry)
    else problems.push(`${f}:${lineOf(text, n.start)}: ${found}: an area is no floating number (land/definitions/area.ts)`)
  })
}
for (const { file, found } of unused) problems.push(`${file}: is allowed what it does not use any more: ${found}`)
for (const p of problems) console.error(p)
console.log(`${files.length} files, ${problems.length} areas in floating point`)
process.exit(problems.length > 0 ? 1 : 0)
