/** Boolean operations on polygons (npm polygon-clipping), made near zero so that large northings lose no digits. */
import clipping from 'polygon-clipping'
import type { Bbox, StagedPoint } from '../../package/staged.ts'
import type { Rings } from '../finding.ts'

type Operation = (first: Rings[], ...others: Rings[][]) => Rings[]

function run(operation: Operation, all: readonly Rings[][]): Rings[] {
  const [ox, oy] = all[0]?.[0]?.[0]?.[0] ?? [0, 0]
  const moved = (polygons: Rings[], step: number) =>
    polygons.map((rings) =>
      rings.map((ring) =>
        ring.map(([x, y]): StagedPoint => [step ? Math.round((x - ox) / step) * step : x - ox, step ? Math.round((y - oy) / step) * step : y - oy]),
      ),
    )
  const back = (polygons: Rings[]) => polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): StagedPoint => [x + ox, y + oy])))
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
export function clippedWithout(a: Rings[], ...others: Rings[][]): Rings[] {
  return run((first, ...rest) => clipping.difference(first, ...rest) as Rings[], [a, ...others])
}

/** What of a closed ring lies on one side of a line across an axis; [] if nothing. */
function cutAt(ring: readonly StagedPoint[], axis: 0 | 1, at: number, sign: 1 | -1): StagedPoint[] {
  const kept: StagedPoint[] = []
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!]
    const [da, db] = [sign * (a[axis] - at), sign * (b[axis] - at)]
    if (da >= 0) kept.push(a)
    if (da >= 0 !== db >= 0) {
      const t = da / (da - db)
      kept.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])])
    }
  }
  return kept.length ? [...kept, kept[0]!] : kept
}

/**
 * Polygons cut to a box, for what lies well inside of it: a protected field of a village has thousands of points, of which a parcel needs a few. Along the box itself
 * pieces may hang together by an edge without width.
 */
export function clippedWithin(polygons: readonly Rings[], [west, south, east, north]: Bbox): Rings[] {
  const cut = (ring: readonly StagedPoint[]) => cutAt(cutAt(cutAt(cutAt(ring, 0, west, 1), 0, east, -1), 1, south, 1), 1, north, -1)
  // a polygon is gone with its outer ring
  return polygons
    .map((rings) => rings.map(cut))
    .flatMap(([outer, ...holes]) => (outer && outer.length > 3 ? [[outer, ...holes.filter((h) => h.length > 3)]] : []))
}
