// What may be missing in the rows of a list, each asked for by one press. Pure.
import type { Text } from '../../../kit/model/lang.ts'
import { isRefusal } from '../../../kit/model/problem.ts'
import { labelOf, type Field } from '../../../kit/model/field.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import { operatorsOf, readWhere, requireServed, type WhereCondition } from '../../../kit/model/where.ts'
import { expressionOf, readExpression } from '../conditions.ts'

/** A field that may be empty, and the expression that asks for the rows in which it is, beside what is asked already; pressed again it is taken back. */
export interface MissingField {
  name: string
  label: Text
  isOn: boolean
  where: string
}
/** What a row is known by is never missing, nor is a state, which nobody fills in. */
const isAlways = (r: AnyResource, name: string, f: Field): boolean =>
  name === r.title || f.kind === 'region' || (f.kind === 'text' && f.fixed === true) || ((f.kind === 'dict' || f.kind === 'flag') && f.form === 'none')
/** `isPast`: the list is seen as it stood on a day, where only what versions keep is asked for. */
export function missingFields(r: AnyResource, without: readonly string[], where: string | undefined, isPast = false): MissingField[] {
  const { how, conditions } = readExpression(where)
  // beside any of several conditions nothing can be asked as well
  const kept = how === 'or' && conditions.length > 1 ? [] : conditions
  return entries(r).flatMap(([name, f]) => {
    if (without.includes(name) || (isPast && r.unversioned?.includes(name)) || isAlways(r, name, f) || !operatorsOf(f).includes('empty')) return []
    const others = kept.filter((c) => !(c.field === name && c.op === 'empty'))
    const isOn = others.length < kept.length
    const asked: WhereCondition = { field: name, op: 'empty' }
    return [{ name, label: labelOf(f), isOn, where: expressionOf({ how: 'and', conditions: isOn ? others : [...others, asked] }) }]
  })
}
/** Why an expression is not asked of a region, as the server would refuse it; undefined where it is. `today`: yyyy-MM-dd. */
export function refusalOf(r: AnyResource, where: string, region: string, today: string): Text | undefined {
  if (!where) return undefined
  try {
    requireServed(r, readWhere(r, where, today), region)
  } catch (e) {
    if (isRefusal(e)) return e.words
    throw e
  }
  return undefined
}
