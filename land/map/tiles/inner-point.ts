import type { WkbGeometry } from './wkb.ts'

/**
 * A place well inside a polygon (of several, the largest by its box), in its own coordinates: the middle of the widest stretch of its middle latitude.
 * Undefined for anything else. The same for every tile that the polygon reaches into, so that one of them can be the one with its label.
 */
export function innerPoint({ kind, parts }: WkbGeometry): [number, number] | undefined {
  if (kind !== 'polygon') return undefined
  const boxed = parts.map((rings) => ({ rings, box: boxOf(rings[0] ?? []) }))
  const size = (box: Box) => (box[2] - box[0]) * (box[3] - box[1])
  const [largest] = boxed.toSorted((a, b) => size(b.box) - size(a.box))
  if (!largest) return undefined
  const y = (largest.box[1] + largest.box[3]) / 2
  const xs = largest.rings.flatMap((ring) => crossings(ring, y)).sort((a, b) => a - b)
  let best: [from: number, to: number] | undefined
  for (let i = 0; i + 1 < xs.length; i += 2) if (!best || xs[i + 1]! - xs[i]! > best[1] - best[0]) best = [xs[i]!, xs[i + 1]!]
  return best && [(best[0] + best[1]) / 2, y]
}

type Box = [west: number, south: number, east: number, north: number]

function boxOf(ring: readonly number[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    box[0] = Math.min(box[0], ring[i]!)
    box[1] = Math.min(box[1], ring[i + 1]!)
    box[2] = Math.max(box[2], ring[i]!)
    box[3] = Math.max(box[3], ring[i + 1]!)
  }
  return box
}

/** Where the edges of a closed ring cross a latitude. */
function crossings(ring: readonly number[], y: number): number[] {
  const found: number[] = []
  for (let i = 2; i < ring.length; i += 2) {
    const [ax, ay, bx, by] = [ring[i - 2]!, ring[i - 1]!, ring[i]!, ring[i + 1]!]
    if (ay > y !== by > y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  }
  return found
}
