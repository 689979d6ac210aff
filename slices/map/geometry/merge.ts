import { assembleShapes, edgeKey, holeInside, traceRings, type Edge } from './trace.ts'
import {
  edgesOf,
  equalPoints,
  geometryError,
  insertIntoShape,
  keyOf,
  nearestOnEdge,
  normalShape,
  onEdge,
  type Parcel,
  type Point,
  type Ring,
  type Shape,
} from './shape.ts'

export type Merge = { shape: Shape; touched: Parcel[] }

/** Points of the ring that lie straight between their neighbours and are asked for. */
function straight(ring: Ring, asked: Set<string>): Point[] {
  return ring.filter((p, i) => asked.has(keyOf(p)) && nearestOnEdge(ring[(i + ring.length - 1) % ring.length]!, ring[(i + 1) % ring.length]!, p).gap <= onEdge)
}

function without(shape: Shape, gone: Set<string>): Shape {
  return shape.some((ring) => ring.some((p) => gone.has(keyOf(p)))) ? shape.map((ring) => ring.filter((p) => !gone.has(keyOf(p)))) : shape
}

/**
 * Unites two or more parcels along their shared edges into one shape. Points left over by an earlier cut (straight on, needed by no
 * neighbour as a corner) are taken out of the result and of the neighbours (`touched`), so that merging undoes splitting.
 * Throws merge-few, merge-apart (no shared edge), merge-overlap (Chinese messages).
 */
export function mergeParcels(parts: readonly Shape[], neighbours: readonly Parcel[] = []): Merge {
  if (parts.length < 2) throw geometryError('merge-few', '合并至少需要两个地块')
  const given = parts.map(normalShape)
  const shapes = given.map((shape, i) => insertIntoShape(shape, given.filter((_, k) => k !== i).flat(2)))
  const edges: Edge[] = shapes.flatMap((shape) => shape.flatMap(edgesOf))
  const names = new Set(edges.map(edgeKey))
  if (names.size < edges.length) throw geometryError('merge-overlap', '地块互相重叠，不能合并')
  const shared = edges.filter(([a, b]) => names.has(edgeKey([b, a])))
  const outside = edges.filter(([a, b]) => !names.has(edgeKey([b, a])))
  const united = assembleShapes(
    traceRings(outside).map((face) => face.ring),
    holeInside,
  )
  if (shared.length === 0 || united.length !== 1) throw geometryError('merge-apart', '地块之间没有公共边，不能合并')
  const ends = new Set(shared.flat().map(keyOf))
  const loose = united[0]!.flatMap((ring) => straight(ring, ends))
  const gone = new Set(
    loose
      .filter((p) =>
        neighbours.every((n) =>
          n.shape.every((ring) => {
            const here = ring.some((q) => equalPoints(p, q))
            return !here || straight(ring, new Set([keyOf(p)])).length > 0
          }),
        ),
      )
      .map(keyOf),
  )
  const touched = neighbours.map((n) => ({ n, shape: without(n.shape, gone) })).filter((t) => t.shape !== t.n.shape)
  return { shape: without(united[0]!, gone), touched: touched.map((t) => ({ id: t.n.id, shape: t.shape })) }
}
