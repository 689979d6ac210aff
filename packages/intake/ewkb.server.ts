import type { StagedPoint } from '../package/staged.ts'

/** Polygon rings in degrees as hex EWKB with SRID 4326: exact doubles, cheaper to make and to read than text. Rings are closed if they are not. */
export function polygonEwkb(rings: readonly (readonly StagedPoint[])[]): string {
  const closed = rings.map((ring) => {
    const [first, last] = [ring[0], ring.at(-1)]
    return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
  })
  const bytes = Buffer.alloc(13 + closed.reduce((n, r) => n + 4 + r.length * 16, 0))
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32LE(0x20000003, 1)
  bytes.writeUInt32LE(4326, 5)
  bytes.writeUInt32LE(closed.length, 9)
  let at = 13
  for (const ring of closed) {
    at = bytes.writeUInt32LE(ring.length, at)
    for (const [x, y] of ring) at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at))
  }
  return bytes.toString('hex')
}
