import { keyOf, ringArea, type Point, type Ring } from './shape.ts'

export type TracedEdge = readonly [Point, Point]

/** The name of a directed edge. */
export function edgeKey([a, b]: TracedEdge): string {
  return `${keyOf(a)}>${keyOf(b)}`
}

function angle([a, b]: TracedEdge): number {
  return Math.atan2(b[1] - a[1], b[0] - a[0])
}

/** Among the edges leaving the end of `edge`, the first one clockwise from the way back: it keeps the face on the left. */
function follow(edge: TracedEdge, leaving: TracedEdge[]): TracedEdge | undefined {
  const back = angle([edge[1], edge[0]])
  const turn = (candidate: TracedEdge) => {
    const t = (back - angle(candidate)) % (2 * Math.PI)
    return t <= 1e-12 ? t + 2 * Math.PI : t
  }
  return leaving.toSorted((p, q) => turn(p) - turn(q))[0]
}

/**
 * Joins directed edges into the rings that keep their face on the left: outer boundaries counter-clockwise, holes clockwise.
 * Each ring comes with its edges. Edges that close no ring are left out.
 */
export function traceRings(edges: readonly TracedEdge[]): { ring: Ring; edges: TracedEdge[] }[] {
  const open = new Map(edges.map((edge) => [edgeKey(edge), edge]))
  const leaving = Map.groupBy(open.values(), (edge) => keyOf(edge[0]))
  const rings: { ring: Ring; edges: TracedEdge[] }[] = []
  for (const start of edges) {
    const path: TracedEdge[] = []
    let at: TracedEdge | undefined = start
    while (at && open.delete(edgeKey(at))) {
      path.push(at)
      at = follow(
        at,
        (leaving.get(keyOf(at[1])) ?? []).filter((edge) => open.has(edgeKey(edge)) || edgeKey(edge) === edgeKey(start)),
      )
    }
    if (path.length > 2 && at && edgeKey(at) === edgeKey(start)) rings.push({ ring: path.map((edge) => edge[0]), edges: path })
  }
  return rings
}

/** Counter-clockwise rings become shapes; clockwise rings become holes of the smallest shape around them. `inside` decides by a point of the hole. */
export function assembleShapes(rings: readonly Ring[], inside: (outer: Ring, hole: Ring) => boolean): Ring[][] {
  const shapes = rings.filter((ring) => ringArea(ring) > 0).map((ring) => [ring])
  const bySize = shapes.toSorted((a, b) => ringArea(a[0]!) - ringArea(b[0]!))
  for (const hole of rings.filter((ring) => ringArea(ring) < 0)) bySize.find((shape) => inside(shape[0]!, hole))?.push(hole)
  return shapes
}

/** Whether a hole lies in an outer ring: by the first of its edge middles, which no outer ring of a plane subdivision passes through. */
export function holeInside(outer: Ring, hole: Ring): boolean {
  const a = hole[0]!,
    b = hole[1]!
  const p: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  let inside = false
  outer.forEach((u, i) => {
    const v = outer[(i + 1) % outer.length]!
    if (u[1] > p[1] !== v[1] > p[1] && p[0] < ((v[0] - u[0]) * (p[1] - u[1])) / (v[1] - u[1]) + u[0]) inside = !inside
  })
  return inside
}
