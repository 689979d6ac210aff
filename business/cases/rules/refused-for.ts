import type { Problem } from '../../../kit/model/problem.ts'
import { withFields } from './problems.ts'

/** Everything that a step is refused for: the first reason as it is, with all of them told beside it. None where there is no reason. */
export function refusedFor([first, ...more]: readonly Problem[]): Problem | undefined {
  return first && more.length
    ? withFields(
        first,
        [first, ...more].map((p) => ({ field: '', msg: p.words })),
      )
    : first
}
