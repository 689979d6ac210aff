import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** A node of PostgreSQL's own parse tree, as libpg-query prints it: one key with the node's kind, or the kind's fields. */
export type Node = Record<string, any>
export interface Statement {
  kind: string
  node: Node
  /** bytes of the statement inside its text */
  at: number
  length: number
}

/** The statements of a text. Errors: what PostgreSQL's parser says. */
export function statements(text: string): Statement[] {
  return ((parseSync(text) as Node).stmts ?? []).map((s: Node) => {
    const [kind, node] = Object.entries(s.stmt as Node)[0]!
    return { kind, node: node as Node, at: s.stmt_location ?? 0, length: s.stmt_len ?? Buffer.byteLength(text) - (s.stmt_location ?? 0) }
  })
}

/** Visits every node below `node`; a visitor that answers false keeps out of that node. */
export function walk(node: unknown, visit: (kind: string, n: any) => boolean | void): void {
  if (Array.isArray(node)) for (const n of node) walk(n, visit)
  else if (node && typeof node === 'object') for (const [kind, n] of Object.entries(node)) if (visit(kind, n) !== false) walk(n, visit)
}

/** The names of a column reference, table first; a star is '*'. */
export const names = (column: Node): string[] => column.fields.map((f: Node) => f.String?.sval ?? '*')
/** The last name of a function call. */
export const functionName = (call: Node): string => call.funcname.at(-1).String.sval
/** Whether an operator expression is this operator, without ANY or ALL. */
export const isOperator = (e: Node | undefined, operator: string): boolean => e?.kind === 'AEXPR_OP' && e.name.at(-1)?.String?.sval === operator

export type Mark = 'dist' | 'ref' | 'local'
/** The migrations' texts in their order. */
export function migrations(root: string): string[] {
  const folder = join(root, 'db/migrations')
  const files = readdirSync(folder).filter((f) => f.endsWith('.sql'))
  return files.sort().map((f) => readFileSync(join(folder, f), 'utf8'))
}
/** The scale-out mark of every table, from the comments in the migrations and the one table that the migrator makes. */
export function marksOf(root: string): Map<string, Mark> {
  const marks = new Map<string, Mark>([['schema_migration', 'local']])
  for (const { kind, node } of migrations(root).flatMap(statements)) {
    if (kind !== 'CommentStmt' || node.objtype !== 'OBJECT_TABLE') continue
    const mark = /^@(dist|ref|local)\b/.exec(node.comment ?? '')?.[1] as Mark | undefined
    if (mark) marks.set(node.object.List.items.at(-1).String.sval, mark)
  }
  return marks
}
