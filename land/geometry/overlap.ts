import clipping from 'polygon-clipping'
import { boxesMeet, distance, edgesOf, shapeArea, type Parcel, type Point, type Shape } from './shape.ts'

export type Overlap = { id: string; area: number; shapes: Shape[] }

/** Common ground of two parcels in m², whatever village: what is drawn is refused above `warn`; what is found is told from `warn` on and is an error above `error`. */
export const OVERLAP = { error: 0.5, warn: 0.1 } as const

/** An intersection narrower than this (m) is rounding: rule C07. */
const narrowest = 0.001

type Clipped = readonly (readonly (readonly [number, number][])[])[]
/** Moves shapes to the first point of `a` and back, so that no digit is lost. */
function near(a: Shape) {
  const [ox, oy] = a[0]![0]!
  return {
    local: (shape: Shape) => shape.map((ring) => ring.map(([x, y]): Point => [x - ox, y - oy])),
    back: (found: Clipped): Shape[] => found.map((polygon) => polygon.map((ring) => ring.slice(0, -1).map(([x, y]): Point => [x + ox, y + oy]))),
  }
}
/** Common area of two shapes as shapes in metres. */
export function commonArea(a: Shape, b: Shape): Shape[] {
  if (!boxesMeet(a, b, 0)) return []
  const { local, back } = near(a)
  return back(clipping.intersection([local(a)], [local(b)]))
}

/** Mean width of a shape: area over half its outline. Slivers along a shared edge have almost none. */
function width(shape: Shape): number {
  const outline = edgesOf(shape[0]!).reduce((sum, [a, b]) => sum + distance(a, b), 0)
  return outline === 0 ? 0 : (2 * shapeArea(shape)) / outline
}

/** Which of the others overlap the shape by more than 0.001 m of width, with the common area in m². Source: rule C07. */
export function overlapsOf(shape: Shape, others: readonly Parcel[]): Overlap[] {
  return others
    .map((other) => ({ id: other.id, shapes: commonArea(shape, other.shape).filter((part) => width(part) > narrowest) }))
    .filter((found) => found.shapes.length > 0)
    .map((found) => ({ ...found, area: found.shapes.reduce((sum, part) => sum + shapeArea(part), 0) }))
}

/** The parts of a shape that the others leave out, those wider than `least` metres: slivers along edges that are drawn twice have almost no width. */
export function leftOver(shape: Shape, others: readonly Shape[], least: number): Shape[] {
  const { local, back } = near(shape)
  return back(clipping.difference([local(shape)], ...others.map((o) => [local(o)]))).filter((part) => width(part) > least)
}
