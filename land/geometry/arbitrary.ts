import fc from 'fast-check'
import { normalShape, type Parcel, type Point, type Shape } from './shape.ts'

/** Where the generated parcels lie: an ordinary place in zone 35 (EPSG:4544). */
export const origin: Point = [515_000, 3_330_000]

/** A simple polygon of 4 to 16 points around `origin`, about 10 to 60 m across. Used by the tests only. */
export const anyShape: fc.Arbitrary<Shape> = fc
  .array(fc.record({ r: fc.double({ min: 8, max: 30, noNaN: true }), w: fc.double({ min: 0.4, max: 1, noNaN: true }) }), { minLength: 4, maxLength: 16 })
  .map((steps) => {
    const total = steps.reduce((sum, s) => sum + s.w, 0)
    let a = 0
    return normalShape([
      steps.map((s) => {
        a += (s.w / total) * 2 * Math.PI
        return [origin[0] + s.r * Math.cos(a), origin[1] + s.r * Math.sin(a)]
      }),
    ])
  })

/** A field of n by n parcels that share their corners exactly; the inner corners are shifted at random. Used by the tests only. */
export function anyField(n: number, side = 25): fc.Arbitrary<Parcel[]> {
  const corners = (n + 1) ** 2
  return fc
    .array(fc.tuple(fc.integer({ min: -6000, max: 6000 }), fc.integer({ min: -6000, max: 6000 })), { minLength: corners, maxLength: corners })
    .map((shifts) => {
      const at = (i: number, j: number): Point => {
        const [dx, dy] = shifts[j * (n + 1) + i]!
        return [Math.round((origin[0] + i * side) * 1000 + dx) / 1000, Math.round((origin[1] + j * side) * 1000 + dy) / 1000]
      }
      return Array.from({ length: n * n }, (_, k) => {
        const i = k % n,
          j = Math.floor(k / n)
        return { id: `${i}-${j}`, shape: [[at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]] }
      })
    })
}

/**
 * Rings as people and programs leave them: an outline with up to three holes in, beside, around and on one another, some with spikes, on a grid so coarse that
 * points, edges and rings meet often; sound and broken ones both come in numbers. Closed. Used by the tests only.
 */
export function anyRings(random: () => number): Point[][] {
  const whole = (most: number) => Math.floor(random() * most)
  const side = 4 + whole(10)
  const closed = (ring: Point[]): Point[] => [...ring, ring[0]!]
  /** A ring around a place, its corners in the order of their angles: mostly simple. */
  const star = (x: number, y: number, reach: number): Point[] => {
    const turns = Array.from({ length: 3 + whole(4) }, () => random() * 2 * Math.PI).sort((a, b) => a - b)
    return turns.map((t) => [Math.round(x + reach * Math.cos(t)), Math.round(y + reach * Math.sin(t))])
  }
  const box = (x: number, y: number, w: number, h: number): Point[] => [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]
  const outer: Point[] = random() < 0.7 ? box(0, 0, side, side) : star(side / 2, side / 2, side * 0.7)
  // a notch, so that something can lie beside the outline and within its box
  if (random() < 0.3) outer.splice(2, 0, [side, Math.ceil(side / 2)], [Math.ceil(side / 2), Math.ceil(side / 2)])
  const holes = Array.from({ length: whole(4) }, (): Point[] =>
    random() < 0.4
      ? box(whole(side + 2), whole(side), 1 + whole(3), 1 + whole(3))
      : random() < 0.5
        ? star(1 + random() * (side - 2), 1 + random() * (side - 2), 0.5 + random() * 1.6)
        : [
            [whole(side + 1), whole(side + 1)],
            [whole(side + 1), whole(side + 1)],
            [whole(side + 1), whole(side + 1)],
          ],
  )
  if (random() < 0.08) holes.push(box(1, 1, side - 2, side - 2), box(2, 2, 1, 1))
  const rings = [outer, ...holes].map((ring) => {
    const out = random() < 0.5 ? [...ring] : ring.toReversed()
    const at = whole(out.length)
    // a spike, a repeated point
    if (random() < 0.06) out.splice(at, 0, out[at]!, [out[at]![0] + whole(3) - 1, out[at]![1] + whole(3) - 1])
    if (random() < 0.1) out.splice(at, 0, out[at]!)
    return closed(out)
  })
  // on the grid itself, turned (what lay on an edge lies there by chance), or where degrees are
  const way = random()
  if (way < 0.5) return rings
  const [turn, scale, x, y] = way < 0.75 ? [random(), 1, 515_000, 3_330_000] : [0, 1e-4, 105.123456789, 30.123456789]
  const moved = ([a, b]: Point): Point => [x + scale * (a * Math.cos(turn) - b * Math.sin(turn)), y + scale * (a * Math.sin(turn) + b * Math.cos(turn))]
  return rings.map((ring) => ring.map(moved))
}
