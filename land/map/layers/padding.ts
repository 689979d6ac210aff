// Room on a map beside what stands over it. Pure.
import type { BoundingBox } from '../../geometry/outline.ts'

/** Pixels that are covered at each side of a map; `below`: how high what stands at its left is, which is at the foot of the map. */
export interface Covered {
  left: number
  right: number
  below: number
}
/** Around what is shown, so that it touches no edge; of a side no more than this part is given to what covers it. */
const AROUND = 24,
  MOST = 0.5

/** Room at the top, right, bottom and left of a map of so many pixels, at most half of it: on a narrow map what stands at the left is looked over instead of past. */
export function paddingFor([width, height]: readonly [number, number], { left, right, below }: Covered): [number, number, number, number] {
  const room =
    left + right + 2 * AROUND <= width * MOST
      ? [Math.min(AROUND, height / 4), right + AROUND, Math.min(AROUND, height / 4), left + AROUND]
      : [Math.min(AROUND, height * 0.1), Math.min(right + AROUND / 2, width * 0.3), Math.min(below + AROUND, height * 0.35), Math.min(AROUND / 2, width * 0.1)]
  return room.map(Math.round) as [number, number, number, number]
}
/** Where the middle of a map stands that shows bounds in the middle of what its padding leaves, at a resolution in units of a pixel. */
export const middleBeside = (
  [w, s, e, n]: BoundingBox,
  [top, right, bottom, left]: readonly [number, number, number, number],
  resolution: number,
): [number, number] => [(w + e) / 2 + ((right - left) / 2) * resolution, (s + n) / 2 + ((top - bottom) / 2) * resolution]
