import { sql, type RawBuilder } from 'kysely'
import { idForms } from '../model/id-card.ts'
import { queryTokens } from '../model/name-tokens.ts'
import { regionRange } from '../model/region-code.ts'
import type { AnyResource } from '../model/resource.ts'
import { dayPlus } from '../model/days.ts'
import { readWhere, requireServed, whereProblems, type Test, type Tests } from '../model/where.ts'
import type { AnyQuery } from './any-query.server.ts'
import type { Ctx } from './ctx.server.ts'
import { alike, containing, withNames } from './names.server.ts'

type Sql = RawBuilder<boolean>
/** What a list is about: its region, and whether its rows stand close together in its order (`filtered`). */
interface Asked {
  sent: unknown
  region: string
  isDense: boolean
}

/** Adds a filter expression. Names come from the definition, values are parameters. */
export function expressed(ctx: Ctx, q: AnyQuery, r: AnyResource, asked: Asked): AnyQuery {
  const tests = readWhere(r, asked.sent, ctx.now.slice(0, 10))
  if (ctx.asOf || ctx.knownAt) requireVersioned(r, tests)
  requireServed(r, tests, asked.region)
  return q.where(sqlOf(r, tests, asked))
}
/** What no version keeps is not asked of a past day: the row tells today's. */
function requireVersioned(r: AnyResource, t: Tests): void {
  if ('and' in t || 'or' in t) for (const x of 'and' in t ? t.and : t.or) requireVersioned(r, x)
  else if (r.unversioned?.includes(t.name)) {
    const { label, en = label } = t.field
    throw whereProblems.where({ zh: `历史日期不能按“${label}”组合筛选`, en: `${en} cannot be part of a filter of a past day` })
  }
}
function sqlOf(r: AnyResource, t: Tests, asked: Asked): Sql {
  if (!('and' in t || 'or' in t)) return sql<boolean>`(${testOf(r, t, asked)})`
  const parts = ('and' in t ? t.and : t.or).map((x) => sqlOf(r, x, asked))
  return sql<boolean>`(${sql.join(parts, 'and' in t ? sql` and ` : sql` or `)})`
}

/** The first moment of a value and the first one behind it: a day of moments is as long as it is. */
function span(t: Test, v: string): readonly [from: string, behind: string | undefined] {
  if (t.field.kind !== 'datetime' || v.length !== 10) return [v, undefined]
  return [v, dayPlus(v, 1)]
}
function testOf(r: AnyResource, t: Test, asked: Asked): Sql {
  const { name, field: f, op, values } = t
  const at = sql.ref(`${r.name}.${name}`)
  const isText = f.kind === 'text' || f.kind === 'note' || f.kind === 'dict' || f.kind === 'refs' || f.kind === 'region'
  const [v = ''] = values
  const [from, behind] = span(t, v)
  switch (op) {
    case 'empty':
      return isText ? sql`${at} is null or ${at} = ''` : sql`${at} is null`
    case 'notEmpty':
      return isText ? sql`${at} <> ''` : sql`${at} is not null`
    case 'eq':
      return same(r, t, asked)
    case 'ne':
      return sql`${at} is null or not (${same(r, t, { ...asked, isDense: true })})`
    case 'in':
      return sql`${at} in (${sql.join(f.mask === 'idNumber' ? [...new Set(values.flatMap(idForms))] : values)})`
    case 'contains':
      if (f.search !== 'name') return sql`${at} like ${containing(v)}`
      return (asked.isDense ? alike(r, name, v) : withNames(r, name, v, asked.region)) ?? sql<boolean>`true`
    case 'startsWith':
      return starting(r, t, asked)
    case 'gt':
      return behind ? sql`${at} >= ${behind}` : sql`${at} > ${from}`
    case 'ge':
      return sql`${at} >= ${from}`
    case 'lt':
      return sql`${at} < ${from}`
    case 'le':
      return behind ? sql`${at} < ${behind}` : sql`${at} <= ${from}`
    case 'between': {
      const [to, after] = span(t, values[1]!)
      return sql`${at} >= ${from} and ${after ? sql`${at} < ${after}` : sql`${at} <= ${to}`}`
    }
  }
}
/** The tokens of a name that a person typed find its rows first. */
const withTokens = (r: AnyResource, t: Test, { isDense, region }: Asked, exact: Sql): Sql => {
  const [v] = t.values
  const isFound = t.field.search === 'name' && !isDense && !queryTokens(v!)[0]?.startsWith(':')
  const hit = isFound ? withNames(r, t.name, v!, region) : undefined
  return hit ? sql`${hit} and ${exact}` : exact
}
function same(r: AnyResource, t: Test, asked: Asked): Sql {
  const at = sql.ref(`${r.name}.${t.name}`)
  const [v] = t.values
  const [from, behind] = span(t, v!)
  if (behind) return sql`${at} >= ${from} and ${at} < ${behind}`
  if (t.field.mask === 'idNumber') return sql`${at} in (${sql.join(idForms(v!))})`
  return withTokens(r, t, asked, sql`${at} = ${v}`)
}
function starting(r: AnyResource, t: Test, asked: Asked): Sql {
  const at = sql.ref(`${r.name}.${t.name}`)
  const [v] = t.values
  if (t.field.search !== 'prefix') return withTokens(r, t, asked, sql`starts_with(${at}, ${v})`)
  const { lo, hi } = regionRange(v!)
  return sql`${at} >= ${lo} and ${at} < ${hi}`
}
