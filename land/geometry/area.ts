import type { Ring, Shape } from './shape.ts'

/** Twice the ring's area in square millimetres, exact. */
function doubleRing(ring: Ring): bigint {
  const mm = ring.map((p) => [BigInt(Math.round(p[0] * 1000)), BigInt(Math.round(p[1] * 1000))] as const)
  const sum = mm.reduce((total, p, i) => {
    const q = mm[(i + 1) % mm.length]!
    return total + p[0] * q[1] - q[0] * p[1]
  }, 0n)
  return sum < 0n ? -sum : sum
}

function text(cents: bigint): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Planar area of a shape in projected metres as decimal text in m² with two digits, rounded half up once at the end.
 * Exact: whole millimetres in bigint, so nothing cancels. Source: shoelace formula; rounding of SCMJ in NY/T 2539.
 */
export function areaText(shape: Shape): string {
  const twice = shape.reduce((sum, ring, i) => (i === 0 ? doubleRing(ring) : sum - doubleRing(ring)), 0n)
  // 0.01 m² are 20,000 halves of a square millimetre
  return text((twice + 10_000n) / 20_000n)
}
