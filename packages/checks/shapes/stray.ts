/** Features that lie or reach where they cannot: told by B10, and left out of what compares features with each other. */
import type { StagedPoint } from '../../package/staged.ts'
import { bboxOf, isPossible } from './geometry.ts'
import { isWide } from './grid.ts'

/** side of a cell in which villages meet, m */
export const cellSize = 200
/** neighbours matter up to the widest gap looked for; one metre covers every threshold */
export const margin = 1

/**
 * Why a feature cannot be compared with its neighbours: a point of it lies where no county is, or it spans kilometres. One misplaced vertex
 * would else lie in millions of cells and touch everything. '' for an ordinary one.
 */
export function strayOf(points: readonly StagedPoint[]): '' | 'place' | 'span' {
  if (!isPossible(points)) return 'place'
  const box = bboxOf(points)
  return box && isWide(box, cellSize, margin) ? 'span' : ''
}
