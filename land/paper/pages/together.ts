import { both } from '../../../kit/model/lang.ts'
import { Problem } from '../../../kit/model/problem.ts'

/** Several faults of a scan as one refusal: the key of the first, the words of all; undefined where there is none. */
export function togetherOf(faults: readonly Problem[]): Problem | undefined {
  const [first, ...more] = faults
  if (!first || more.length === 0) return first
  return new Problem(first.status, first.key, both(faults.map((f) => f.words.zh).join('；'), faults.map((f) => f.words.en).join('; ')), undefined)
}
