import { stepsOf, type TaskKey, type TypeCode } from '../../../services/process/engine/definitions.ts'

/** Tasks that a type may leave out: the survey, and the check where a recheck always follows, so that two persons see the case all the same. Source: rulings.md 27. */
export function skippable(typeCode: TypeCode): TaskKey[] {
  const steps = stepsOf(typeCode)
  const isRechecked = steps.some((s) => s.key === 'recheck' && !s.variable)
  return steps.map((s) => s.key).filter((key) => key === 'survey' || (key === 'check' && isRechecked))
}
/** Tasks that give an opinion and change nothing else: several may give it together. */
export const OF_OPINION: readonly string[] = ['check', 'recheck']
