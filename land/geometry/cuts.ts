import {
  boundsOf,
  cross,
  distance,
  equalPoints,
  geometryError,
  isGeometryError,
  normalShape,
  roundPoint,
  shapeArea,
  type Parcel,
  type Point,
  type Shape,
} from './shape.ts'
import { splitParcel, type SplitResult } from './split.ts'

/**
 * How a parcel is cut without a drawn line. `angle`: where the line comes from, in radians from the west against the clock (0: the piece lies in the west, π/2: in
 * the south); areas in m².
 */
export type CutWay =
  | { kind: 'area'; m2: number; angle: number }
  | { kind: 'parts'; parts: number; angle: number }
  | { kind: 'corner'; corner: Point; m2: number }

/** Metres by which the line reaches beyond the parcel. */
const BEYOND = 5
/** An area that is met closer than this (m²) is not sought any further. */
const CLOSE = 0.005
const TRIES = 24
/** By so much (radians) the line is turned from one try to the next: cut points stand elsewhere on the grid then. */
const TURN = 0.0004
/** Parts of one cut at most. */
export const MOST_PARTS = 50

type Direction = readonly [number, number]
const along = ([dx, dy]: Direction, p: Point, from: Point): number => (p[0] - from[0]) * dx + (p[1] - from[1]) * dy
/** The area (m²) of what of a shape lies before a line across `d` at `offset` from `from`. */
function areaBefore(shape: Shape, d: Direction, from: Point, offset: number): number {
  let sum = 0
  for (const ring of shape) {
    const kept: Point[] = []
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length]!
      const [ha, hb] = [offset - along(d, a, from), offset - along(d, b, from)]
      if (ha >= 0) kept.push(a)
      if (ha >= 0 !== hb >= 0) kept.push([a[0] + ((b[0] - a[0]) * ha) / (ha - hb), a[1] + ((b[1] - a[1]) * ha) / (ha - hb)])
    }
    // from the first point, so that large coordinates cost no digits
    for (let i = 1; i + 1 < kept.length; i++) sum += cross(kept[0]!, kept[i]!, kept[i + 1]!) / 2
  }
  return sum
}
function lineAt(shape: Shape, [dx, dy]: Direction, from: Point, offset: number): Point[] {
  const [w, s, e, n] = boundsOf(shape)
  const reach = Math.hypot(e - w, n - s) + BEYOND
  const [x, y] = [from[0] + dx * offset, from[1] + dy * offset]
  const middle = along([-dy, dx], [(w + e) / 2, (s + n) / 2], [x, y])
  return [middle - reach, middle + reach].map((t) => roundPoint([x - dy * t, y + dx * t]))
}
const apart = () =>
  geometryError(
    'cut-apart',
    '按此方向会分出不相连的地块，请换一个方向或画线分割',
    'Cut from this side, the land falls apart; choose another side or draw a line',
  )

interface AreaCut {
  split: SplitResult
  near: Shape
  far: Shape
}
/** The cut across a direction whose near piece has the wanted area: closest of some tries, for cut points lie on the grid. */
function cutOff(shape: Shape, wanted: number, angle: number, neighbours: readonly Parcel[]): AreaCut {
  const total = shapeArea(shape)
  if (!(wanted > 0) || !(wanted < total))
    throw geometryError('cut-area', '分出的面积须大于零且小于地块面积', 'The area must be above nothing and below that of the parcel')
  const turned = (by: number): Direction => [Math.cos(angle + by), Math.sin(angle + by)]
  let d = turned(0)
  const [west, south, east, north] = boundsOf(shape)
  const from: Point = [(west + east) / 2, (south + north) / 2]
  const offsets = shape.flat().map((p) => along(d, p, from))
  let [lo, hi] = [Math.min(...offsets), Math.max(...offsets)]
  for (let i = 0; i < 60; i++) {
    const middle = (lo + hi) / 2
    if (areaBefore(shape, d, from, middle) < wanted) lo = middle
    else hi = middle
  }
  let offset = (lo + hi) / 2
  let best: { cut: AreaCut; miss: number } | undefined
  let refused: unknown
  for (let i = 0; i < TRIES && (best?.miss ?? Infinity) > CLOSE; i++) {
    d = turned(TURN * (i % 2 ? -1 : 1) * Math.floor((i + 1) / 4))
    const width = Math.max((areaBefore(shape, d, from, offset + 0.01) - areaBefore(shape, d, from, offset - 0.01)) / 0.02, 0.01)
    try {
      const split = splitParcel(shape, lineAt(shape, d, from, offset), neighbours)
      const near = split.pieces.filter((p) => areaBefore(p, d, from, offset) > shapeArea(p) / 2)
      if (split.pieces.length !== 2 || near.length !== 1) throw apart()
      const miss = wanted - shapeArea(near[0]!)
      if (!best || Math.abs(miss) < best.miss) best = { cut: { split, near: near[0]!, far: split.pieces.find((p) => p !== near[0])! }, miss: Math.abs(miss) }
      offset += miss / width || 0.001
    } catch (e) {
      if (!isGeometryError(e)) throw e
      refused ??= e
      // beside a corner that is too near the line; a millimetre further there is another cut
      offset += (i % 2 ? -1 : 1) * 0.003 * (i + 1)
    }
  }
  if (!best) throw refused
  return best.cut
}

/** Cuts a parcel into parts of one area each, side by side from where the line comes; the last one has what remains of rounding. */
function cutParts(parent: Shape, parts: number, angle: number, neighbours: readonly Parcel[]): SplitResult {
  if (!Number.isInteger(parts) || parts < 2 || parts > MOST_PARTS)
    throw geometryError('cut-parts', `份数须为2至${MOST_PARTS}的整数`, `The number of parts is from 2 to ${MOST_PARTS}`)
  const each = shapeArea(parent) / parts
  let rest = parent
  let around = new Map(neighbours.map((n) => [n.id, n]))
  const taken: string[] = []
  const inserted: Point[] = []
  for (let i = 1; i < parts; i++) {
    const { split, near, far } = cutOff(rest, each, angle, [...around.values()])
    around = new Map([...around, ...split.touched.map((t) => [t.id, t] as const)])
    inserted.push(...split.inserted)
    // no parcel is called like this
    const id = `\u0000${i}`
    around.set(id, { id, shape: near })
    taken.push(id)
    rest = far
  }
  const pieces = [rest, ...taken.map((id) => around.get(id)!.shape)].sort((a, b) => shapeArea(b) - shapeArea(a))
  const before = new Map(neighbours.map((n) => [n.id, n.shape]))
  const touched = [...around.values()].filter((n) => before.has(n.id) && before.get(n.id) !== n.shape)
  return { pieces, touched, inserted }
}

/** Clips a corner off by a line across its middle, so that what comes off has the wanted area. */
function cutCorner(shape: Shape, corner: Point, wanted: number, neighbours: readonly Parcel[]): SplitResult {
  const ring = shape[0]!
  const i = ring.findIndex((p) => equalPoints(p, corner))
  if (i < 0) throw geometryError('cut-corner', '请选择地块外边界上的界址点', 'Choose a corner of the outline')
  const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]!]
  const unit = (p: Point): Point => [(p[0] - corner[0]) / distance(p, corner), (p[1] - corner[1]) / distance(p, corner)]
  const [u, v] = [unit(before), unit(after)]
  // outlines go against the clock: a turn to the right is a corner that looks inwards
  const isInward = cross(before, corner, after) <= 0
  if (isInward) throw geometryError('cut-corner', '该点不是凸角，不能切角', 'This corner looks inwards and cannot be clipped')
  return cutOff(shape, wanted, Math.atan2(u[1] + v[1], u[0] + v[0]), neighbours).split
}

/**
 * Cuts a parcel by a wanted area, into parts of the same area, or clips a corner: as splitParcel with a line that is found instead of drawn. The wanted area is met
 * as close as the 0.001 m grid allows. Throws cut-area, cut-parts, cut-corner, cut-apart and what splitParcel throws.
 */
export function cutParcel(parent: Shape, way: CutWay, neighbours: readonly Parcel[] = []): SplitResult {
  const shape = normalShape(parent)
  if (way.kind === 'parts') return cutParts(shape, way.parts, way.angle, neighbours)
  return way.kind === 'area' ? cutOff(shape, way.m2, way.angle, neighbours).split : cutCorner(shape, way.corner, way.m2, neighbours)
}
