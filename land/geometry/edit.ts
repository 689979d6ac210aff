import {
  boxesMeet,
  distance,
  edgesOf,
  equalPoints,
  geometryError,
  insertIntoShape,
  nearestOnEdge,
  normalShape,
  roundPoint,
  type Parcel,
  type Point,
  type Shape,
} from './shape.ts'
import { checkShape } from './validity.ts'

export type Snap = { point: Point; kind: 'vertex' | 'edge'; id: string }

function changed(parcels: readonly Parcel[], change: (shape: Shape) => Shape): Parcel[] {
  return parcels
    .map((parcel) => ({ parcel, shape: change(parcel.shape) }))
    .filter((c) => c.shape !== c.parcel.shape)
    .map((c) => ({ id: c.parcel.id, shape: c.shape }))
}

/** The point of the parcels nearest to `p` within `tolerance` metres: a vertex if there is one, else a point of an edge on the 0.001 m grid. */
export function snapPoint(p: Point, parcels: readonly Parcel[], tolerance: number): Snap | undefined {
  let vertex: { snap: Snap; gap: number } | undefined
  let edge: { snap: Snap; gap: number } | undefined
  for (const { id, shape } of parcels.filter((parcel) => boxesMeet(parcel.shape, [[p]], tolerance)))
    for (const ring of shape)
      for (const [a, b] of edgesOf(ring)) {
        const gap = distance(a, p)
        if (gap <= tolerance && (!vertex || gap < vertex.gap)) vertex = { gap, snap: { point: a, kind: 'vertex', id } }
        const near = nearestOnEdge(a, b, p)
        if (near.gap <= tolerance && (!edge || near.gap < edge.gap)) edge = { gap: near.gap, snap: { point: roundPoint(near.point), kind: 'edge', id } }
      }
  return (vertex ?? edge)?.snap
}

/**
 * Moves a point with everything that shares it: all parcels having `from` get `to`. Returns the changed parcels.
 * A parcel that loses its form throws move-invalid; one that meets `to` already (two points become one) keeps it once.
 */
export function moveVertex(parcels: readonly Parcel[], from: Point, to: Point): Parcel[] {
  const target = roundPoint(to)
  const moved = changed(parcels, (shape) =>
    shape.some((ring) => ring.some((p) => equalPoints(p, from)))
      ? normalShape(shape.map((ring) => ring.map((p) => (equalPoints(p, from) ? target : p))))
      : shape,
  )
  if (moved.some((parcel) => checkShape(parcel.shape).some((issue) => issue.level === 'error')))
    throw geometryError('move-invalid', '移动后地块图形无效', 'A parcel would become invalid by this move')
  return moved
}

/** Inserts a point into every parcel whose edge passes through it (within 0.002 m). Returns the changed parcels. */
export function insertVertex(parcels: readonly Parcel[], point: Point): Parcel[] {
  return changed(parcels, (shape) => insertIntoShape(shape, [roundPoint(point)]))
}

/** Deletes a point from every parcel that has it. Returns the changed parcels. Throws delete-invalid when a parcel would lose its form. */
export function deleteVertex(parcels: readonly Parcel[], point: Point): Parcel[] {
  const left = changed(parcels, (shape) =>
    shape.some((ring) => ring.some((p) => equalPoints(p, point))) ? shape.map((ring) => ring.filter((p) => !equalPoints(p, point))) : shape,
  )
  if (left.some((parcel) => checkShape(parcel.shape).some((issue) => issue.level === 'error')))
    throw geometryError('delete-invalid', '删除后地块图形无效', 'A parcel would become invalid without this point')
  return left
}

/** The parcels with the changed ones put in their place. */
export function withChanges(parcels: readonly Parcel[], changes: readonly Parcel[]): Parcel[] {
  const byId = new Map(changes.map((change) => [change.id, change]))
  return parcels.map((parcel) => byId.get(parcel.id) ?? parcel)
}
