// What the text of a test chooses: the values that stand under a name in its objects, by its syntax tree. A word or a digit elsewhere in the file counts for nothing.
import { parseSync } from 'vite'

interface Node {
  type: string
  [name: string]: unknown
}
const isNode = (v: unknown): v is Node => typeof v === 'object' && v !== null && typeof (v as { type?: unknown }).type === 'string'
/** A node with those around it, the nearest first. */
interface Placed {
  node: Node
  above: readonly Node[]
}
function* placed(node: Node, above: readonly Node[] = []): Generator<Placed> {
  yield { node, above }
  for (const v of Object.values(node)) for (const child of [v].flat()) if (isNode(child)) yield* placed(child, [node, ...above])
}
const nameOf = (n: unknown): string => (isNode(n) ? String(n.type === 'Identifier' ? n.name : (n.value ?? '')) : '')
const isFunction = (n: Node) => n.type === 'ArrowFunctionExpression' || n.type === 'FunctionExpression' || n.type === 'FunctionDeclaration'
/** Names that a pattern binds. */
const bound = (pattern: unknown): string[] =>
  isNode(pattern) ? [...placed(pattern)].flatMap(({ node, above }) => (node.type === 'Identifier' && above[0]?.key !== node ? [String(node.name)] : [])) : []

/** Values that a test chooses, and of each whether something is looked at there besides that it is refused. */
type Chosen = ReadonlyMap<string, boolean>
/** What looks at a refusal alone. */
const REFUSED = /refused|wrong|\.(?:key|code|status)\b|toThrow|\b[45]\d\d\b/

/** A test, read. */
export class TestText {
  private readonly all: readonly Placed[]
  private readonly text: string
  constructor(file: string, text: string) {
    const { program, errors } = parseSync(file, text)
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
    this.text = text
    this.all = [...placed(program as unknown as Node)]
  }
  /** Whether the test has a property of this name, or names it as a text, as where names are gone through. */
  sets(name: string): boolean {
    return this.all.some(({ node }) => (node.type === 'Property' && nameOf(node.key) === name) || (node.type === 'Literal' && node.value === name))
  }
  /** Whether the test names a path that ends with this word. */
  calls(end: string | undefined): boolean {
    return end !== undefined && this.all.some(({ node }) => node.type === 'Literal' && String(node.value).split('/').at(-1) === end)
  }
  /** Values that stand under a name in an object, or come there by a helper, a list or a loop. */
  under(name: string): Chosen {
    const own = this.all.filter(({ node }) => node.type === 'Property' && nameOf(node.key) === name)
    return this.told(own.flatMap(({ node, above }) => this.valuesOf(node.value, [node, ...above])))
  }
  /** Values that stand in the same call, list or object as a key: as text, or as `member`, such as PARAMS.x.key; or in the same statement of SQL. */
  beside(key: string, member: string): Chosen {
    const written = this.all.filter(({ node }) => node.type === 'TemplateLiteral' && this.textOf(node).includes(`'${key}'`))
    const inSql = written.flatMap(({ node, above }) => [
      ...[...this.textOf(node).matchAll(/'([^'$]*)'/g)].map((m): Placed => ({ node: { type: 'Literal', value: m[1] }, above })),
      ...(node.expressions as unknown[]).flatMap((x) => this.valuesOf(x, [node, ...above])),
    ])
    const keys = this.all.filter(({ node }) => (node.type === 'Literal' && node.value === key) || (node.type === 'MemberExpression' && pathOf(node) === member))
    const out = keys.flatMap(({ above }) => {
      const at = above.findIndex((n) => n.type === 'CallExpression' || n.type === 'ObjectExpression' || n.type === 'ArrayExpression')
      const around = above[at]
      if (!around) return []
      const parts = around.type === 'CallExpression' ? (around.arguments as unknown[]) : [around]
      return parts.flatMap((x) => this.valuesOf(x, above.slice(at)))
    })
    return this.told([...out, ...inSql])
  }
  private told(values: readonly Placed[]): Chosen {
    const out = new Map<string, boolean>()
    for (const v of values) out.set(String(v.node.value), out.get(String(v.node.value)) || this.isSeen(v))
    return out
  }
  /** Whether the test around a value looks at more than a refusal; what stands outside of tests is looked at by whichever calls it. */
  private isSeen({ above }: Placed): boolean {
    const around = above.find((n) => n.type === 'CallExpression' && /^(?:test|it)\b/.test(this.textOf(n.callee)))
    if (!around) return true
    const looks = [...placed(around)].filter(({ node }) => node.type === 'CallExpression' && nameOf(node.callee) === 'expect')
    return looks.length === 0 || looks.some(({ above: outer }) => !REFUSED.test(this.textOf(outer.find((n) => n.type === 'ExpressionStatement') ?? around)))
  }
  private textOf(n: unknown): string {
    return isNode(n) ? this.text.slice(Number(n.start), Number(n.end)) : ''
  }
  /** Literals of an expression, those that its names stand for included. `seen`: names that were looked up already. */
  private valuesOf(of: unknown, above: readonly Node[], seen: ReadonlySet<string> = new Set()): Placed[] {
    if (!isNode(of)) return []
    return [...placed(of, above)].flatMap((x): Placed[] => {
      const { node, above: around } = x
      if (node.type === 'Literal') return [x]
      if (node.type !== 'Identifier' || seen.has(String(node.name)) || isKey(node, around[0])) return []
      return this.meant(String(node.name), around, new Set([...seen, String(node.name)]))
    })
  }
  /** What a name may stand for where it is used: a constant, what a loop goes through, what a helper is called with. */
  private meant(name: string, above: readonly Node[], seen: ReadonlySet<string>): Placed[] {
    for (const [i, n] of above.entries()) {
      const around = above.slice(i + 1)
      if (n.type === 'ForOfStatement' && bound(n.left).includes(name)) return this.valuesOf(n.right, around, seen)
      if (isFunction(n) && (n.params as unknown[]).some((p) => bound(p).includes(name))) return this.passed(n, around, seen)
      const body = Array.isArray(n.body) ? (n.body as Node[]) : []
      const made = body.flatMap((s) => (s.type === 'VariableDeclaration' ? (s.declarations as Node[]) : [])).find((d) => bound(d.id).includes(name))
      if (made) return this.valuesOf(made.init, around, seen)
    }
    return []
  }
  /** What a function is called with: by its name, or by the list that it is handed to. */
  private passed(f: Node, around: readonly Node[], seen: ReadonlySet<string>): Placed[] {
    const [parent] = around
    if (parent?.type === 'CallExpression') return this.valuesOf(parent.callee, around.slice(1), seen)
    const own = f.type === 'FunctionDeclaration' ? nameOf(f.id) : parent?.type === 'VariableDeclarator' ? nameOf(parent.id) : ''
    const calls = this.all.filter(({ node }) => own !== '' && node.type === 'CallExpression' && nameOf(node.callee) === own)
    return calls.flatMap(({ node, above }) => (node.arguments as unknown[]).flatMap((a) => this.valuesOf(a, [node, ...above], seen)))
  }
}
const isKey = (node: Node, parent: Node | undefined) =>
  (parent?.type === 'Property' && parent.key === node && parent.shorthand !== true) || (parent?.type === 'MemberExpression' && parent.property === node)
const pathOf = (n: unknown): string => (isNode(n) && n.type === 'MemberExpression' ? `${pathOf(n.object)}.${nameOf(n.property)}` : nameOf(n))
