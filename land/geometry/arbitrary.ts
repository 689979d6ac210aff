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
