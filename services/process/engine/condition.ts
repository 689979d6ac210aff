/**
 * The closed grammar of condition expressions and timer values. There is no script and no path: a condition is
 * `${name}` (truthy) or `${name == 'value'}` (equal as text). Anything else is not a condition.
 */

/** A process variable: plain JSON scalars only, so that a state is always plain text. */
export type Variable = string | number | boolean | null
export type Variables = Readonly<Record<string, Variable>>

/** A parsed condition; without `equals` it asks for a true value. */
export type FlowCondition = { name: string; equals?: string }

const grammar = /^\s*\$\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})(?:\s*==\s*'([^'\\$\n]{0,100})')?\s*\}\s*$/
const falseWords = new Set(['', 'false', '0'])

/** Parse one expression; undefined when the text is outside the grammar. */
export function parseCondition(text: string): FlowCondition | undefined {
  const match = grammar.exec(text)
  if (!match?.[1]) return undefined
  return match[2] === undefined ? { name: match[1] } : { name: match[1], equals: match[2] }
}

/** Value of a variable; only own keys count, a missing one is null. */
export function variableOf(vars: Variables, name: string): Variable {
  return Object.hasOwn(vars, name) ? (vars[name] ?? null) : null
}

/** Truth of a condition. The words '', 'false' and '0' count as false, since forms send text. */
export function holds(condition: FlowCondition, vars: Variables): boolean {
  const value = variableOf(vars, condition.name)
  if (condition.equals !== undefined) return value !== null && String(value) === condition.equals
  return typeof value === 'string' ? !falseWords.has(value) : Boolean(value)
}
