// The scale-out rules that a statement can break. Each broken form is refused, or answered wrongly, by a cluster distributed by "countyCode".
import { functionName, isOperator, names, statements, walk, type Mark, type Node, type Statement } from './ast.ts'
import { FUNCTIONS } from './functions.ts'
import { COUNTY, scopesOf, type Relation, type Scopes } from './scopes.ts'

/** What a statement can break, with the sentence that the test run prints. */
export const RULES = {
  unparsed: 'PostgreSQL 18 cannot parse it',
  mark: 'a table without a mark @dist, @ref or @local in the migrations',
  kind: 'not a statement that a serving program sends',
  key: 'a land row is written without its "countyCode"',
  countyChanged: '"countyCode" of a row is changed',
  write: 'a land table is updated or deleted without "countyCode" equality',
  lock: 'a land table is locked without "countyCode" = a value',
  join: 'land tables are joined, or a correlated sub-query reads one, without "countyCode" equality',
  grouping: 'grouping sets over a land table that is not held to one county',
  recursion: 'a recursive query over a land table that is not held to one county',
  setting: 'a setting that is not SET LOCAL',
  node: 'relies on what one node of a cluster cannot promise (serializable, LISTEN, NOTIFY)',
  range: 'a region is searched by LIKE instead of a half-open range',
  newer: 'syntax that PostgreSQL 15 does not have',
  function: 'a function that is not on the list of functions proven on every engine',
} as const
export type RuleName = keyof typeof RULES
export interface Fault {
  rule: RuleName
  detail: string
}

const SERVED = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'TransactionStmt', 'VariableSetStmt', 'CopyStmt', 'VacuumStmt', 'LockStmt']
/** Columns that hold a region; codes of the register begin with one but are no region. */
const REGIONS = [COUNTY, 'regionCode']
/** Parse nodes of SQL that came after PostgreSQL 15. */
const NEWER =
  /^(Json(ObjectConstructor|ArrayConstructor|ArrayQueryConstructor|ObjectAgg|ArrayAgg|IsPredicate|ParseExpr|ScalarExpr|SerializeExpr|FuncExpr|Table)|MergeSupportFunc|ReturningOption)$/

/** Every fault of a text of SQL. `migration` allows the statements that make tables. */
export function lint(text: string, marks: ReadonlyMap<string, Mark>, migration = false): Fault[] {
  let parsed: Statement[]
  try {
    parsed = statements(text)
  } catch (e) {
    return [{ rule: 'unparsed', detail: (e as Error).message }]
  }
  return parsed.flatMap((s) => {
    if (SERVED.includes(s.kind)) return served(s, marks)
    return migration && s.kind !== 'CreateTrigStmt' && !(s.kind === 'CreateTableAsStmt' && s.node.objtype === 'OBJECT_MATVIEW')
      ? []
      : [{ rule: 'kind', detail: s.kind } as const]
  })
}

function served({ kind, node }: Statement, marks: ReadonlyMap<string, Mark>): Fault[] {
  const faults: Fault[] = []
  const say = (rule: RuleName, detail = '') => void faults.push({ rule, detail })
  const isLand = (table: string) => marks.get(table) === 'dist'
  if (kind === 'VariableSetStmt' && !node.is_local) say('setting', node.name)
  if (kind === 'TransactionStmt') {
    walk(node.options, (k, n) => {
      if (k === 'sval' && n === 'serializable') say('node', 'serializable')
    })
  }
  if (kind === 'LockStmt') for (const { RangeVar: t } of node.relations) if (isLand(t.relname)) say('lock', t.relname)
  if (kind === 'CopyStmt' && node.relation) {
    if (!marks.has(node.relation.relname)) say('mark', node.relation.relname)
    if (node.is_from && isLand(node.relation.relname) && !node.attlist?.some((a: Node) => a.String.sval === COUNTY)) say('key', node.relation.relname)
  }
  const scopes = scopesOf({ [kind]: node }, marks)
  for (const t of scopes.tables) if (!marks.has(t) && !t.startsWith('pg_')) say('mark', t)
  writes({ [kind]: node }, isLand, say)
  for (const rule of [tiesOf(scopes), locksOf(scopes), wholeOf(node, scopes)]) faults.push(...rule)
  expressions(node, say)
  return faults
}

/** Rules on what is written: the county is in every new row and in the target of an upsert, and never changes. */
function writes(statement: Node, isLand: (table: string) => boolean, say: (rule: RuleName, detail: string) => void): void {
  const setsCounty = (list: Node[] | undefined) => list?.some((t) => t.ResTarget?.name === COUNTY)
  walk(statement, (kind, n) => {
    if (!/^(Insert|Update)Stmt$/.test(kind) || !isLand(n.relation.relname)) return
    const table = n.relation.relname
    if (kind === 'UpdateStmt' && setsCounty(n.targetList)) say('countyChanged', table)
    if (kind !== 'InsertStmt') return
    if (!setsCounty(n.cols)) say('key', table)
    const conflict = n.onConflictClause
    if (conflict?.infer && !conflict.infer.indexElems.some((e: Node) => e.IndexElem.name === COUNTY)) say('key', `${table}, on conflict`)
    if (conflict && setsCounty(conflict.targetList)) say('countyChanged', table)
  })
}

/** Joins, correlated sub-queries, updates and deletes are tied by the county. */
function tiesOf(scopes: Scopes): Fault[] {
  const faults: Fault[] = []
  for (const b of scopes.blocks) {
    const land = b.relations.filter((r) => r.land)
    // a sub-query that reads land and looks at land around it runs where that land lies
    const around = land.length ? [...b.outer].filter((r) => r.land) : []
    const all = [...land, ...around]
    const apart = all.find((r) => !scopes.together(r, all[0]!))
    if (apart) faults.push({ rule: 'join', detail: `${all[0]!.alias || all[0]!.name}, ${apart.alias || apart.name}` })
    const target = b.kind === 'SelectStmt' ? undefined : b.relations[0]
    if (target?.land && !scopes.tied(target)) faults.push({ rule: 'write', detail: target.name })
  }
  return faults
}

function locksOf(scopes: Scopes): Fault[] {
  const faults: Fault[] = []
  for (const b of scopes.blocks) {
    for (const { LockingClause: lock } of b.node.lockingClause ?? []) {
      const only: string[] | undefined = lock.lockedRels?.map((r: Node) => r.RangeVar.relname)
      const held: Relation[] = b.relations.filter((r) => r.land && (!only || only.includes(r.alias)))
      for (const r of held) if (!scopes.pinned(r)) faults.push({ rule: 'lock', detail: r.name })
    }
  }
  return faults
}

/** Grouping sets and recursion see one county or no land at all. */
function wholeOf(node: Node, scopes: Scopes): Fault[] {
  const open = scopes.blocks.some((b) => b.relations.some((r) => r.land && !scopes.pinned(r)))
  const faults: Fault[] = []
  if (!open) return faults
  walk({ node }, (kind, n) => {
    if (kind === 'GroupingSet') faults.push({ rule: 'grouping', detail: n.kind })
    if (kind === 'recursive' && n === true) faults.push({ rule: 'recursion', detail: '' })
  })
  return faults
}

/** Functions, LIKE on regions and syntax of later versions. */
function expressions(node: Node, say: (rule: RuleName, detail: string) => void): void {
  walk(node, (kind, n) => {
    if (kind === 'FuncCall' && !FUNCTIONS.has(functionName(n))) say('function', functionName(n))
    if (NEWER.test(kind)) say('newer', kind)
    if (kind === 'RangeSubselect' && !n.alias) say('newer', 'a derived table without a name')
    if (kind !== 'A_Expr') return
    const like = /^AEXPR_I?LIKE$|^AEXPR_SIMILAR$/.test(n.kind) || isOperator(n, '~') || isOperator(n, '^@')
    const column = like && n.lexpr?.ColumnRef ? names(n.lexpr.ColumnRef).at(-1)! : ''
    if (REGIONS.includes(column)) say('range', column)
  })
}
