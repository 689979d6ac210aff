// Which relations of a statement are tied to one county: a union of relations over the equalities of "countyCode".
import { isOperator, names, walk, type Mark, type Node } from './ast.ts'

export const COUNTY = 'countyCode'
/** A table, derived table or function in a FROM, or the target of an update or delete. */
export interface Relation {
  name: string
  alias: string
  /** a land table, or a derived table that reads one */
  land: boolean
}
/** One SELECT, UPDATE or DELETE with the relations it names. */
export interface Block {
  kind: 'SelectStmt' | 'UpdateStmt' | 'DeleteStmt'
  node: Node
  relations: Relation[]
  parent: Block | undefined
  /** relations of blocks around it that it refers to */
  outer: Set<Relation>
}
/** Stands for "one county, named by a value". */
const VALUE: Relation = { name: 'a value', alias: '', land: false }

/** What a common table expression or derived table brings along: whether it reads land, and a relation inside that stands for its county. */
interface Derived {
  land: boolean
  inside?: Relation
}
type Ctes = ReadonlyMap<string, Derived>

export interface Scopes {
  blocks: Block[]
  /** every table named, common table expressions left out */
  tables: Set<string>
  /** whether two relations lie in the same county */
  together(a: Relation, b: Relation): boolean
  /** whether a relation is held to one county by a value */
  pinned(a: Relation): boolean
  /** whether anything at all ties a relation's county */
  tied(a: Relation): boolean
}

/** Reads the blocks of one statement and what ties their counties together. */
export function scopesOf(statement: Node, marks: ReadonlyMap<string, Mark>): Scopes {
  const up = new Map<Relation, Relation>()
  const root = (r: Relation): Relation => (up.has(r) ? root(up.get(r)!) : r)
  const union = (a: Relation, b: Relation) => {
    if (root(a) !== root(b)) up.set(root(a), root(b))
  }
  /** relations whose own county stands in an equality */
  const equated = new Set<Relation>()
  const blocks: Block[] = []
  const tables = new Set<string>()

  function equate(a: Relation, b: Relation): void {
    union(a, b)
    equated.add(a).add(b)
  }

  /** Enters a derived table; where all its parts lie in one county, a relation inside stands for it. */
  function derive(node: Node, parent: Block | undefined, ctes: Ctes): Derived {
    const before = blocks.length
    below(node, parent, ctes)
    const parts = blocks.slice(before).filter((b) => b.parent === parent)
    const land = parts.flatMap((b) => b.relations.filter((r) => r.land))
    const inside = land.every((r) => root(r) === root(land[0]!)) ? land[0] : undefined
    return { land: land.length > 0, ...(inside ? { inside } : {}) }
  }

  /** Walks into a statement with the common table expressions in sight. */
  function enter(kind: string, node: Node, parent: Block | undefined, outerCtes: Ctes): void {
    const ctes = new Map(outerCtes)
    for (const { CommonTableExpr: c } of node.withClause?.ctes ?? []) {
      if (node.withClause.recursive) ctes.set(c.ctename, { land: false })
      ctes.set(c.ctename, derive(c.ctequery, parent, ctes))
    }
    if (kind === 'SelectStmt' && node.larg) {
      enter('SelectStmt', node.larg, parent, ctes)
      enter('SelectStmt', node.rarg, parent, ctes)
      return
    }
    if (kind === 'InsertStmt') {
      tables.add(node.relation.relname)
      const { withClause: _, ...rest } = node
      below(rest, parent, ctes)
      return
    }
    const block: Block = { kind: kind as Block['kind'], node, relations: [], parent, outer: new Set() }
    blocks.push(block)
    if (node.relation) table(block, node.relation, ctes)
    const ons: Node[] = []
    for (const item of [...(node.fromClause ?? []), ...(node.usingClause ?? [])]) from(block, item, ctes, ons)
    for (const condition of [...ons, node.whereClause].filter(Boolean)) ties(block, condition)
    const { withClause: _, fromClause: _f, usingClause: _u, ...rest } = node
    below([rest, ons], block, ctes)
  }

  function table(block: Block, t: Node, ctes: Ctes): Relation {
    const cte = ctes.get(t.relname)
    if (cte === undefined && (t.schemaname ?? 'public') === 'public') tables.add(t.relname)
    return add(block, t.relname, t.alias?.aliasname ?? t.relname, cte ?? { land: marks.get(t.relname) === 'dist' })
  }

  function add(block: Block, name: string, alias: string, { land, inside }: Derived): Relation {
    const relation = { name, alias, land }
    block.relations.push(relation)
    if (inside) union(relation, inside)
    return relation
  }

  /** Adds what one FROM item names; conditions of joins are put aside until every relation is known. Answers the relations of the item. */
  function from(block: Block, item: Node, ctes: Ctes, ons: Node[]): Relation[] {
    if (item.RangeVar) return [table(block, item.RangeVar, ctes)]
    if (item.JoinExpr) {
      const j = item.JoinExpr
      const left = from(block, j.larg, ctes, ons)
      const right = from(block, j.rarg, ctes, ons)
      if (j.quals) ons.push(j.quals)
      if (j.usingClause?.some((n: Node) => n.String.sval === COUNTY)) equate(left[0]!, right[0]!)
      return [...left, ...right]
    }
    const [kind, n] = Object.entries(item)[0] as [string, Node]
    return [add(block, kind, n.alias?.aliasname ?? '', derive(n, block, ctes))]
  }

  /** Enters the statements inside an expression and notes which outer relations the block itself refers to. */
  function below(node: unknown, block: Block | undefined, ctes: Ctes): void {
    walk(node, (kind, n) => {
      if (kind === 'ColumnRef' && block) {
        const r = relationOf(block, names(n))
        if (r && !block.relations.includes(r)) block.outer.add(r)
      }
      if (!/^(Select|Update|Delete|Insert)Stmt$/.test(kind)) return true
      enter(kind, n, block, ctes)
      return false
    })
  }

  function relationOf(block: Block, column: string[]): Relation | undefined {
    if (column.length > 1) {
      for (let b: Block | undefined = block; b; b = b.parent) {
        const r = b.relations.find((x) => x.alias === column.at(-2))
        if (r) return r
      }
      return undefined
    }
    const land = block.relations.filter((r) => r.land)
    return land.length === 1 ? land[0] : block.relations.length === 1 ? block.relations[0] : undefined
  }

  /** Takes the county equalities that hold for every row: through AND, not through OR. */
  function ties(block: Block, condition: Node): void {
    if (condition.BoolExpr?.boolop === 'AND_EXPR') for (const c of condition.BoolExpr.args) ties(block, c)
    const e = condition.A_Expr
    if (!isOperator(e, '=')) return
    const sides = e.lexpr.RowExpr && e.rexpr.RowExpr ? e.lexpr.RowExpr.args.map((l: Node, i: number) => [l, e.rexpr.RowExpr.args[i]]) : [[e.lexpr, e.rexpr]]
    for (const [l, r] of sides) tie(block, l, r)
  }
  function tie(block: Block, l: Node, r: Node): void {
    const columns = [l, r].map((side) => (side.ColumnRef ? names(side.ColumnRef) : undefined))
    const county = columns.findIndex((c) => c?.at(-1) === COUNTY)
    if (county < 0) return
    const mine = relationOf(block, columns[county]!)
    if (!mine) return
    const other = [r, l][county]!
    let source: Relation | undefined = VALUE
    walk(other, (kind, n) => {
      if (kind === 'SubLink') source = undefined
      if (kind === 'ColumnRef' && source) {
        const theirs = relationOf(block, names(n))
        // of another land table only its own county counts, of a list of values any column may hold it
        source = theirs && (!theirs.land || names(n).at(-1) === COUNTY) ? theirs : undefined
      }
    })
    if (source) equate(mine, source)
  }

  below(statement, undefined, new Map())
  return { blocks, tables, together: (a, b) => root(a) === root(b), pinned: (a) => root(a) === root(VALUE), tied: (a) => equated.has(a) }
}
