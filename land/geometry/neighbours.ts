import { boundsOf, contains, edgesOf, ringArea, type Parcel, type Point, type Shape } from './shape.ts'

export type CompassSide = 'east' | 'south' | 'west' | 'north'
/** dkdz, dknz, dkxz, dkbz: the ids of the parcels on the four sides; undefined where nothing is near. */
export type FourNeighbours = Record<CompassSide, string | undefined>

const sides: { side: CompassSide; axis: 0 | 1; sign: 1 | -1 }[] = [
  { side: 'east', axis: 0, sign: 1 },
  { side: 'south', axis: 1, sign: -1 },
  { side: 'west', axis: 0, sign: -1 },
  { side: 'north', axis: 1, sign: 1 },
]

/** Centre of mass of the outer ring. */
export function centroidOf(shape: Shape): Point {
  const ring = shape[0]!,
    [ox, oy] = ring[0]!
  let x = 0,
    y = 0
  for (const [a, b] of edgesOf(ring)) {
    const c = (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy)
    x += c * (a[0] + b[0] - 2 * ox)
    y += c * (a[1] + b[1] - 2 * oy)
  }
  const area = ringArea(ring) * 6
  return area === 0 ? ring[0]! : [ox + x / area, oy + y / area]
}

/** Middle of the widest stretch of a horizontal line through the shape: a label point that is always inside. */
export function insidePoint(shape: Shape): Point {
  const centre = centroidOf(shape)
  if (contains(shape, centre)) return centre
  const at = crossings(shape, centre[1], 0).sort((a, b) => a - b)
  const spans = at
    .slice(1)
    .map((b, i) => [at[i]!, b] as const)
    .filter((_, i) => i % 2 === 0)
  const widest = spans.reduce<readonly [number, number] | undefined>((best, s) => (!best || s[1] - s[0] > best[1] - best[0] ? s : best), undefined)
  return widest ? [(widest[0] + widest[1]) / 2, centre[1]] : centre
}

/** Where the line "other coordinate = level" meets the shape: positions along `axis`. */
function crossings(shape: Shape, level: number, axis: 0 | 1): number[] {
  const across = axis === 0 ? 1 : 0
  return shape.flatMap((ring) =>
    edgesOf(ring).flatMap(([a, b]) =>
      a[across] > level !== b[across] > level ? [a[axis] + ((level - a[across]) / (b[across] - a[across])) * (b[axis] - a[axis])] : [],
    ),
  )
}

/** Whether the last edge of the shape on that line looks towards the side more than across it. */
function faces(shape: Shape, level: number, axis: 0 | 1, sign: 1 | -1): boolean {
  const across = axis === 0 ? 1 : 0
  const cut = edgesOf(shape[0]!)
    .filter(([a, b]) => a[across] > level !== b[across] > level)
    .map(([a, b]) => ({
      run: Math.abs(b[axis] - a[axis]),
      rise: Math.abs(b[across] - a[across]),
      at: sign * (a[axis] + ((level - a[across]) / (b[across] - a[across])) * (b[axis] - a[axis])),
    }))
  const last = cut.reduce<(typeof cut)[number] | undefined>((best, c) => (!best || c.at > best.at ? c : best), undefined)
  return last !== undefined && last.rise >= last.run
}

function hit(shape: Shape, others: readonly Parcel[], level: number, axis: 0 | 1, sign: 1 | -1, reach: number): string | undefined {
  const own = crossings(shape, level, axis).map((v) => v * sign)
  if (own.length === 0) return undefined
  const from = Math.max(...own)
  let best: { id: string; gap: number } | undefined
  for (const other of others) {
    const at = crossings(other.shape, level, axis).map((v) => v * sign - from)
    // the far side must lie beyond our edge, the near side may touch it
    const beyond = at.filter((gap) => gap > 0.01)
    const near = at.filter((gap) => gap > -0.01)
    const gap = Math.min(...near)
    if (beyond.length > 0 && gap <= reach && (!best || gap < best.gap)) best = { id: other.id, gap }
  }
  return best?.id
}

/**
 * The four neighbours (四至): from the centre of mass a ray goes to each side; the first parcel behind the last own edge within `reach`
 * metres (5) is the neighbour. Where that ray finds none, seven parallel rays vote, those only that leave through an edge facing the side.
 * Shapes in metres with north up.
 */
export function fourNeighbours(shape: Shape, others: readonly Parcel[], reach = 5): FourNeighbours {
  const [west, south, east, north] = boundsOf(shape)
  const centre = insidePoint(shape)
  const close = others.filter((other) => {
    const b = boundsOf(other.shape)
    return b[0] <= east + reach && b[2] >= west - reach && b[1] <= north + reach && b[3] >= south - reach
  })
  const find = ({ axis, sign }: (typeof sides)[number]) => {
    const straight = hit(shape, close, centre[axis === 0 ? 1 : 0], axis, sign, reach)
    if (straight) return straight
    const [from, to] = axis === 0 ? [south, north] : [west, east]
    // rays that leave through an edge facing another side would name that side's neighbour
    const levels = [1, 2, 3, 4, 5, 6, 7].map((k) => from + ((to - from) * k) / 8).filter((level) => faces(shape, level, axis, sign))
    const votes = levels.map((level) => hit(shape, close, level, axis, sign, reach)).filter((id) => id !== undefined)
    const counted = [...Map.groupBy(votes, (id) => id)].sort((a, b) => b[1].length - a[1].length)
    return counted[0]?.[0]
  }
  return Object.fromEntries(sides.map((s) => [s.side, find(s)])) as FourNeighbours
}
