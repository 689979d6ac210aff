import { stepsOf, type TypeCode } from '../../../services/process/engine/definitions.ts'

/** Whether a step of a type is among those of a case: an optional one happens as its gate says. `gates`: what is set for the process of the case. */
export function happens(type: TypeCode, key: string, gates: Readonly<Record<string, unknown>>): boolean {
  const gate = stepsOf(type).find((s) => s.key === key)?.variable
  if (!gate) return true
  const set = Object.entries(gates).find(([n]) => n === gate)?.[1]
  return gate === 'needPublicity' ? set !== false : set === true
}
/** Whether the pass of a task ends its case: no task follows that happens and is not left out. */
export function isLastTask(type: TypeCode, taskKey: string, gates: Readonly<Record<string, unknown>>, skipped: readonly string[]): boolean {
  const keys = stepsOf(type).map((s) => s.key as string)
  const at = keys.indexOf(taskKey)
  return at >= 0 && !keys.slice(at + 1).some((key) => happens(type, key, gates) && !skipped.includes(key))
}
