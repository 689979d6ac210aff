import { sql, type RawBuilder } from 'kysely'
import { masked, plainPerm } from '../model/mask.ts'
import { entries, type AnyResource } from '../model/resource.ts'
import { regionRange } from '../model/region-code.ts'
import { regionColumn, SCOPE_TYPES, type Condition, type ScopeRule } from '../model/scope-rules.ts'
import type { Ctx } from './ctx.server.ts'
import type { AnyQuery } from './any-query.server.ts'

type Test = RawBuilder<boolean>

/** The rules that narrow `r` for this caller. */
export const scopeRules = (ctx: Ctx, r: AnyResource): readonly ScopeRule[] => (ctx.who.dataScopes ?? []).filter((s) => s.resource === r.name)

/**
 * Whether a call is narrowed: every reading call is, and a writing one where it is about the resource itself (`{path}/update`, `{path}/remove`).
 * What the server reads to keep its own sums right while it writes is not: a sum over half the rows would be a wrong sum.
 */
export function isNarrowed(ctx: Ctx, r: AnyResource): boolean {
  return !!ctx.who.dataScopes?.length && !!ctx.call && (ctx.call.reads || ctx.call.path.startsWith(`${r.path}/`))
}

/** What the caller's data scope demands of a row of `r`: that a rule lets it and what it follows through. None where no rule is about them. */
export function demanded(ctx: Ctx, r: AnyResource): Test | undefined {
  const rules = scopeRules(ctx, r).some((s) => s.type === SCOPE_TYPES.all) ? [] : scopeRules(ctx, r).map((s) => test(ctx, r, s))
  const own = rules.length ? [sql<boolean>`(${sql.join(rules, sql` or `)})`] : []
  const led = (r.follows ?? []).flatMap(({ to, own: at, its }) => {
    const seen = demanded(ctx, to)
    const same = sql`${sql.ref(`${to.name}.countyCode`)} = ${sql.ref(`${r.name}.countyCode`)} and ${sql.ref(`${to.name}.${its}`)} = ${sql.ref(`${r.name}.${at}`)}`
    return seen ? [sql<boolean>`not exists (select 1 from ${sql.table(to.name)} where ${same} and (${seen}) is not true)`] : []
  })
  return own.length + led.length ? sql<boolean>`${sql.join([...own, ...led], sql` and `)}` : undefined
}
/** Adds the caller's data scope to a query. */
export function narrowed(ctx: Ctx, q: AnyQuery, r: AnyResource): AnyQuery {
  const test = demanded(ctx, r)
  return test ? q.where(test) : q
}

const never = sql<boolean>`false`
function test(ctx: Ctx, r: AnyResource, s: ScopeRule): Test {
  const at = (n: string) => sql.ref(`${r.name}.${n}`)
  switch (s.type) {
    case SCOPE_TYPES.own:
      return owner(at(s.column), toMany(r, s.column), sql`${ctx.who.userId}`)
    case SCOPE_TYPES.dept:
      return inDepts(ctx, r, s.column, false)
    case SCOPE_TYPES.deptBelow:
      return inDepts(ctx, r, s.column, true)
    case SCOPE_TYPES.region: {
      const column = regionColumn(r)
      if (!column) return never
      const { lo, hi } = regionRange(ctx.who.regionCode)
      return sql`(${at(column)} >= ${lo} and ${at(column)} < ${hi})`
    }
    case SCOPE_TYPES.custom:
      return s.conditions.length === 0
        ? never
        : sql`(${sql.join(
            s.conditions.map((c) =>
              'any' in c
                ? sql`(${sql.join(
                    c.any.map((x) => condition(ctx, r, x)),
                    sql` or `,
                  )})`
                : condition(ctx, r, c),
            ),
            sql` and `,
          )})`
    default:
      return never
  }
}
const toMany = (r: AnyResource, column: string) => r.fields[column]?.kind === 'refs'
const owner = (column: RawBuilder<unknown>, many: boolean, id: RawBuilder<unknown>): Test =>
  many ? sql`${id}::text = any(string_to_array(${column}, ','))` : sql`${column}::text = ${id}::text`

/** Departments of the caller as texts, with all below them when asked. */
function depts(ctx: Ctx, below: boolean): RawBuilder<unknown> {
  const own = sql`string_to_array(${ctx.who.deptId}, ',')`
  if (!below) return own
  return sql`array(with recursive d(id) as (
      select id from sys_dept where "tenantId" = ${ctx.who.tenantId} and id::text = any(${own})
      union select c.id from sys_dept c join d on c."parentId" = d.id where c."tenantId" = ${ctx.who.tenantId}) select id::text from d)`
}
/** A column that holds departments is compared itself; one that holds a user stands for that user's departments. */
function inDepts(ctx: Ctx, r: AnyResource, column: string, below: boolean): Test {
  const at = sql.ref(`${r.name}.${column}`)
  const f = r.fields[column]
  if (f?.to === 'sys_dept' || (r.name === 'sys_dept' && column === 'id'))
    return f?.kind === 'refs' ? sql`string_to_array(${at}, ',') && ${depts(ctx, below)}` : sql`${at}::text = any(${depts(ctx, below)})`
  return sql`exists (select 1 from sys_user o where o."tenantId" = ${ctx.who.tenantId} and ${owner(at, toMany(r, column), sql`o.id`)}
      and string_to_array(o."deptId", ',') && ${depts(ctx, below)})`
}

const SIGNS = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const word = (ctx: Ctx, v: unknown): string =>
  v === '${userId}' ? ctx.who.userId : v === '${deptId}' ? ctx.who.deptId.split(',')[0]! : v === '${regionCode}' ? ctx.who.regionCode : String(v)
function condition(ctx: Ctx, r: AnyResource, c: Condition): Test {
  // the definition names the columns; a rule that was stored before a column went away lets nothing through
  if (!Object.hasOwn(r.fields, c.column) && !['id', 'createUser', 'updateUser', 'createTime', 'updateTime'].includes(c.column)) return never
  const at = sql.ref(`${r.name}.${c.column}`)
  switch (c.op) {
    case 'isNull':
      return sql`${at} is null`
    case 'notNull':
      return sql`${at} is not null`
    case 'in':
    case 'notIn': {
      const list = sql.join((c.value as unknown[]).map((v) => sql`${word(ctx, v)}`))
      return c.op === 'in' ? sql`${at} in (${list})` : sql`(${at} not in (${list}) or ${at} is null)`
    }
    case 'prefix': {
      const v = word(ctx, c.value)
      return sql`starts_with(${at}, ${v})`
    }
    default:
      return sql`${at} ${sql.raw(SIGNS[c.op])} ${word(ctx, c.value)}`
  }
}

/** A row as the caller may see it: personal data in full with the button of `by` (the definition's own) only. Source: security.md 4.4. */
export const shown = <T extends object>(ctx: Ctx, r: AnyResource, row: T, by: AnyResource = r): T =>
  ctx.who.perms.has(plainPerm(by)) ? inFull(ctx, r, row) : masked(r, row)
/** A row with personal data in full, which is noted: who saw whose (`Ctx.call.inFull`). Source: security.md 4.4. */
export function inFull<T extends object>(ctx: Ctx, r: AnyResource, row: T): T {
  if (ctx.who.purpose === null) return masked(r, row)
  const values = row as Readonly<Record<string, unknown>>
  if (ctx.call?.reads && entries(r).some(([n, f]) => f.mask && values[n])) (ctx.call.inFull ??= new Map()).set(`${r.name} ${String(values.id ?? '0')}`, r.name)
  return row
}
/** The columns a caller sees of `r`: all, unless every rule that narrows it names fewer. */
export function visible<T extends object>(ctx: Ctx, r: AnyResource, row: T): T {
  const rules = scopeRules(ctx, r)
  if (rules.length === 0 || rules.some((s) => s.fields === '*')) return row
  const shown = new Set(rules.flatMap((s) => s.fields.split(',')))
  const hidden = entries(r).flatMap(([n]) => (shown.has(n) ? [] : [n]))
  return Object.fromEntries(Object.entries(row).filter(([n]) => !hidden.includes(n))) as T
}
