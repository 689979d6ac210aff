import { assembleShapes, edgeKey, holeInside, traceRings, type TracedEdge } from './trace.ts'
import {
  distance,
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

/** Of the points between two that stay, those that are no corners: as many as lie within `onEdge` of the ways past them, and of such choices the nearest. */
function between(a: Point, run: readonly Point[], b: Point): Point[] {
  const way = [a, ...run, b]
  const best: { kept: number; off: number; gone: Point[] }[] = [{ kept: 0, off: 0, gone: [] }]
  for (let to = 1; to < way.length; to++) {
    const choices = best.flatMap((known, from) => {
      const past = way.slice(from + 1, to)
      const gaps = past.map((p) => nearestOnEdge(way[from]!, way[to]!, p).gap)
      if (gaps.some((gap) => gap > onEdge)) return []
      return [{ kept: known.kept + 1, off: known.off + gaps.reduce((sum, gap) => sum + gap, 0), gone: [...known.gone, ...past] }]
    })
    best.push(choices.reduce((x, y) => (y.kept < x.kept || (y.kept === x.kept && y.off < x.off) ? y : x)))
  }
  return best.at(-1)!.gone
}

/**
 * Points of the ring that are asked for and lie straight between those that stay. They are judged together: beside another point of a cut a few
 * centimetres away, a flat corner looks straight by itself.
 */
function straight(ring: Ring, asked: Set<string>): Point[] {
  const stay = new Set(ring.flatMap((p, i) => (asked.has(keyOf(p)) ? [] : [i])))
  if (stay.size < 2) {
    // the leftmost (then lowest) point and the one farthest from it are corners of any ring
    const first = ring.reduce((best, p, i) => (p[0] < ring[best]![0] || (p[0] === ring[best]![0] && p[1] < ring[best]![1]) ? i : best), 0)
    stay.add(first)
    stay.add(ring.reduce((best, p, i) => (distance(p, ring[first]!) > distance(ring[best]!, ring[first]!) ? i : best), first))
  }
  const corners = [...stay].sort((i, k) => i - k)
  return corners.flatMap((from, n) => {
    const to = corners[n + 1] ?? corners[0]! + ring.length
    const run = Array.from({ length: to - from - 1 }, (_, k) => ring[(from + 1 + k) % ring.length]!)
    return between(ring[from]!, run, ring[to % ring.length]!)
  })
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
  if (parts.length < 2) throw geometryError('merge-few', '合并至少需要两个地块', 'Merging needs two parcels')
  const given = parts.map(normalShape)
  const shapes = given.map((shape, i) => insertIntoShape(shape, given.filter((_, k) => k !== i).flat(2)))
  const edges: TracedEdge[] = shapes.flatMap((shape) => shape.flatMap(edgesOf))
  const names = new Set(edges.map(edgeKey))
  if (names.size < edges.length) throw geometryError('merge-overlap', '地块互相重叠，不能合并', 'The parcels overlap')
  const shared = edges.filter(([a, b]) => names.has(edgeKey([b, a])))
  const outside = edges.filter(([a, b]) => !names.has(edgeKey([b, a])))
  const united = assembleShapes(
    traceRings(outside).map((face) => face.ring),
    holeInside,
  )
  if (shared.length === 0 || united.length !== 1) throw geometryError('merge-apart', '地块之间没有公共边，不能合并', 'The parcels share no edge')
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
