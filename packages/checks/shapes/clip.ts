/** Boolean operations on polygons (npm polygon-clipping), made near zero so that large northings lose no digits. */
import clipping from 'polygon-clipping'
import type { Point } from '../../package/staged.ts'
import type { Rings } from '../finding.ts'

type Operation = (first: Rings[], ...others: Rings[][]) => Rings[]

function run(operation: Operation, all: readonly Rings[][]): Rings[] {
  const [ox, oy] = all[0]?.[0]?.[0]?.[0] ?? [0, 0]
  const moved = (polygons: Rings[], step: number) =>
    polygons.map((rings) =>
      rings.map((ring) =>
        ring.map(([x, y]): Point => [step ? Math.round((x - ox) / step) * step : x - ox, step ? Math.round((y - oy) / step) * step : y - oy]),
      ),
    )
  const back = (polygons: Rings[]) => polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): Point => [x + ox, y + oy])))
  const at = (step: number) => {
    const [first, ...others] = all.map((polygons) => moved(polygons, step))
    return first ? back(operation(first, ...others)) : []
  }
  try {
    return at(0)
  } catch {
    // the library fails on some nearly touching edges; on a grid of 0.1 mm they touch or part
    return at(0.0001)
  }
}

/** Common part of polygons; [] if none. Throws when the library fails on both tries. */
export function commonOf(a: Rings[], b: Rings[]): Rings[] {
  return run((first, ...others) => clipping.intersection(first, ...others) as Rings[], [a, b])
}

/** What is left of `a` without the others; [] if nothing. */
export function without(a: Rings[], ...others: Rings[][]): Rings[] {
  return run((first, ...rest) => clipping.difference(first, ...rest) as Rings[], [a, ...others])
}
