import { assembleShapes, edgeKey, holeInside, traceRings, type TracedEdge } from './trace.ts'
import {
  contains,
  cross,
  distance,
  edgesOf,
  equalPoints,
  geometryError,
  isGeometryError,
  insertIntoShape,
  keyOf,
  nearestOnEdge,
  normalShape,
  roundPoint,
  samePoint,
  shapeArea,
  type Parcel,
  type Point,
  type Ring,
  type Shape,
} from './shape.ts'
import { checkShape } from './validity.ts'

export type SplitResult = { pieces: Shape[]; touched: Parcel[]; inserted: Point[] }
type Node = { ring: number; edge: number; point: Point }

/**
 * How far (in 0.001 m) a cut point may slide along the edge to find a grid point that lies better on it: farther only where nearer ones leave more than
 * ENOUGH. A long edge that is nearly parallel to an axis passes between the grid lines over decimetres.
 */
const SLIDES = [10, 20, 40, 80, 160]
/** A change of the parent's area (m², doubled) that is not worth a cut point farther from where it was drawn. */
const ENOUGH = 0.01

/** The grid point near the crossing whose insertion, with the `drift` of earlier ones (m², doubled), changes the parent's area least. */
function bestGridPoint(a: Point, b: Point, at: Point, drift: number): Point {
  const cost = (p: Point) => Math.abs(drift - cross(a, b, p)) + distance(p, at) * 1e-4
  let best: Point | undefined
  for (const slide of SLIDES) {
    best = gridPoints(a, b, at, slide).reduce<Point | undefined>((least, p) => (least && cost(least) <= cost(p) ? least : p), best)
    if (best && cost(best) <= ENOUGH) return best
  }
  return best ?? roundPoint(at)
}

/** The grid points beside edge a b, at most `slide` from the crossing along it. */
function gridPoints(a: Point, b: Point, at: Point, slide: number): Point[] {
  const dx = b[0] - a[0],
    dy = b[1] - a[1]
  const flat = Math.abs(dx) >= Math.abs(dy)
  const along = flat ? 0 : 1
  const candidates: Point[] = []
  for (let k = -slide; k <= slide; k++) {
    const main = Math.round(at[along] * 1000 + k) / 1000
    const side = flat ? a[1] + ((main - a[0]) * dy) / dx : a[0] + ((main - a[1]) * dx) / dy
    for (const f of [Math.floor, Math.ceil]) {
      const p = flat ? roundPoint([main, f(side * 1000) / 1000]) : roundPoint([f(side * 1000) / 1000, main])
      const { t } = nearestOnEdge(a, b, p)
      if (t > 0 && t < 1) candidates.push(p)
    }
  }
  return candidates
}

/** Where segment p q crosses or touches edge a b: parameter on p q, or undefined. */
function crossing(p: Point, q: Point, a: Point, b: Point): number | undefined {
  const ca = cross(p, q, a),
    cb = cross(p, q, b),
    cp = cross(a, b, p),
    cq = cross(a, b, q)
  if (ca > 0 === cb > 0 || cp > 0 === cq > 0) return undefined
  return cp / (cp - cq)
}

/** Vertices of the line that come near the boundary are moved onto it, so that "drawn to the edge" counts as crossing. */
function landed(p: Point, shape: Shape, reach: number): { point: Point; node?: Node } {
  const corner = shape
    .flat()
    .filter((v) => distance(v, p) <= Math.max(reach, samePoint))
    .sort((u, v) => distance(u, p) - distance(v, p))[0]
  if (corner) return { point: corner }
  for (const [ring, points] of shape.entries())
    for (const [edge, [a, b]] of edgesOf(points).entries()) {
      const near = nearestOnEdge(a, b, p)
      if (near.gap <= reach) return { point: near.point, node: { ring, edge, point: near.point } }
    }
  return { point: p }
}

/** The cut line with a vertex at every place where it meets the boundary, and the nodes to be inserted into the rings. */
function nodeLine(shape: Shape, line: Point[], reach: number): { path: Point[]; nodes: Node[] } {
  const nodes: Node[] = []
  let drift = 0
  const settle = (node: Node): Point => {
    const [a, b] = edgesOf(shape[node.ring]!)[node.edge]!
    const end = [a, b].find((v) => distance(v, node.point) <= samePoint)
    if (end) return end
    const known = nodes.find((n) => n.ring === node.ring && n.edge === node.edge && distance(n.point, node.point) <= samePoint)
    if (known) return known.point
    const point = bestGridPoint(a, b, node.point, drift)
    drift -= cross(a, b, point)
    nodes.push({ ...node, point })
    return point
  }
  const stops = line.map((p) => landed(p, shape, reach)).map((l) => (l.node ? settle(l.node) : l.point))
  const path = stops.flatMap((p, i) => {
    const q = stops[i + 1]
    if (!q) return [p]
    // a corner near the line takes the place of crossings on its two edges
    const passes = (corner: Point) => nearestOnEdge(p, q, corner).gap <= samePoint
    const hits = shape.flatMap((ring, r) =>
      edgesOf(ring).flatMap(([a, b], edge) => {
        const s = crossing(p, q, a, b)
        return s === undefined || s <= 0 || s >= 1 || passes(a) || passes(b)
          ? []
          : [{ s, node: { ring: r, edge, point: [p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1])] as Point } }]
      }),
    )
    const corners = shape.flat().flatMap((point) => {
      const near = nearestOnEdge(p, q, point)
      return near.gap <= samePoint && near.t > 0 && near.t < 1 ? [{ s: near.t, point }] : []
    })
    const met = [...hits.map((h) => ({ s: h.s, point: settle(h.node) })), ...corners].sort((u, v) => u.s - v.s)
    return [p, ...met.map((m) => m.point)]
  })
  return { path: path.filter((p, i) => i === 0 || !equalPoints(p, path[i - 1]!)), nodes }
}

/** Removes edges of the cut that end inside the parcel. */
function prune(cuts: TracedEdge[], boundary: Set<string>): TracedEdge[] {
  for (let kept = cuts; ;) {
    const degree = new Map<string, number>()
    for (const p of kept.flat()) degree.set(keyOf(p), (degree.get(keyOf(p)) ?? 0) + 1)
    const next = kept.filter((edge) => edge.every((p) => boundary.has(keyOf(p)) || degree.get(keyOf(p))! > 1))
    if (next.length === kept.length) return next
    kept = next
  }
}

function crossesItself(path: Point[]): boolean {
  const segments = path.slice(1).map((q, i): TracedEdge => [path[i]!, q])
  return segments.some((s, i) =>
    segments.slice(i + 2).some((t) => crossing(s[0], s[1], t[0], t[1]) !== undefined && !s.some((p) => t.some((q) => equalPoints(p, q)))),
  )
}

/** The rings with the nodes in their edges. */
const withNodes = (shape: Shape, nodes: readonly Node[]): Ring[] =>
  shape.map((ring, r) =>
    edgesOf(ring).flatMap(([a, b], edge) => [
      a,
      ...nodes
        .filter((n) => n.ring === r && n.edge === edge)
        .map((n) => n.point)
        .sort((p, q) => nearestOnEdge(a, b, p).t - nearestOnEdge(a, b, q).t),
    ]),
  )

/**
 * Cuts a parcel by a drawn line into any number of pieces (largest first). The line must reach from boundary to boundary; its ends
 * and vertices within `reach` metres (0.05) of the boundary count as on it. New points are on the 0.001 m grid, pieces share them exactly,
 * and neighbours whose edge was cut get them too (`touched`). The sum of the pieces is the parent's area within 0.01 m² for edges to about 40 m, and for
 * longer ones unless they rise less than a millimetre in 0.3 m (there a cut point lies up to 0.16 m beside where it was drawn).
 * Throws line-short, line-crosses-itself, line-misses, split-invalid (Chinese messages).
 */
export function splitParcel(parent: Shape, drawn: readonly (readonly number[])[], neighbours: readonly Parcel[] = [], reach = samePoint): SplitResult {
  const shape = normalShape(parent)
  const line = drawn.map(roundPoint).filter((p, i, all) => i === 0 || !equalPoints(p, all[i - 1]!))
  if (line.length < 2) throw geometryError('line-short', '分割线至少要有两个点', 'The line needs at least two points')
  if (crossesItself(line)) throw geometryError('line-crosses-itself', '分割线不能自相交', 'The line must not cross itself')
  const { path, nodes } = nodeLine(shape, line, reach)
  const rings = withNodes(shape, nodes)
  const forward = new Set(rings.flatMap(edgesOf).map(edgeKey))
  const within = path
    .slice(1)
    .map((q, i): TracedEdge => [path[i]!, q])
    .filter(([p, q]) => !forward.has(edgeKey([p, q])) && !forward.has(edgeKey([q, p])) && contains(rings, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]))
  const cuts = prune(within, new Set(rings.flat().map(keyOf)))
  // a point that the line only touched in passing cuts nothing
  const ends = new Set(cuts.flat().map(keyOf))
  const needed = nodes.filter((node) => ends.has(keyOf(node.point)))
  const inserted = needed.map((node) => node.point)
  const faces = traceRings([
    ...withNodes(shape, needed).flatMap(edgesOf),
    ...cuts.flatMap(([p, q]): TracedEdge[] => [
      [p, q],
      [q, p],
    ]),
  ])
  const pieces = assembleShapes(
    faces.map((face) => face.ring),
    holeInside,
  ).sort((a, b) => shapeArea(b) - shapeArea(a))
  if (pieces.length < 2)
    throw geometryError(
      'line-misses',
      '分割线没有完全穿过地块，请从地块边界外画到边界外',
      'The line does not cross the parcel; draw it from outside to outside',
    )
  if (pieces.some((piece) => checkShape(piece).some((issue) => issue.level === 'error')))
    throw geometryError('split-invalid', '分割后的地块图形无效，请调整分割线', 'A piece would be invalid; change the line')
  const touched = neighbours.map((n) => ({ before: n, id: n.id, shape: insertIntoShape(n.shape, inserted) })).filter((n) => n.shape !== n.before.shape)
  return { pieces, touched: touched.map(({ id, shape: next }) => ({ id, shape: next })), inserted }
}

/**
 * Cuts whatever of these pieces the line crosses; the others get the points that come into a common edge. `of`: the place of the piece that a part comes
 * from. Throws as splitParcel, line-misses where no piece is crossed.
 */
export function splitPieces(pieces: readonly Shape[], line: readonly (readonly number[])[], reach = samePoint): { shape: Shape; of: number }[] {
  let all = pieces.map((shape, of) => ({ id: `${of}`, shape, of }))
  let missed: unknown
  for (const of of pieces.keys()) {
    const own = all.find((p) => p.of === of)!
    const others = all.filter((p) => p !== own)
    try {
      const cut = splitParcel(own.shape, line, others, reach)
      const moved = new Map(cut.touched.map((t) => [t.id, t.shape]))
      const parts = cut.pieces.map((shape, n) => ({ id: `${own.id}.${n}`, shape, of }))
      all = all.flatMap((p) => (p === own ? parts : [{ ...p, shape: moved.get(p.id) ?? p.shape }]))
    } catch (e) {
      if (!isGeometryError(e) || e.code !== 'line-misses') throw e
      missed = e
    }
  }
  if (all.length === pieces.length) throw missed
  return all.map(({ shape, of }) => ({ shape, of }))
}
