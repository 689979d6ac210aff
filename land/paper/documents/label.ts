/** Where the label of a parcel stands in its cell: within the parcel where it has room for it, else beside it. Pure plane geometry, millimetres of paper, y downward. */

export type LabelPoint = readonly [east: number, north: number]
type Rings = readonly (readonly LabelPoint[])[]
/** A rectangle by its middle and half of its sides. */
interface Rect {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}
export interface Label {
  /** middle of the label */
  readonly at: LabelPoint
  /** size of its letters, points */
  readonly size: number
  /** a point of the parcel that a line leads to; undefined where the label stands within it */
  readonly from?: LabelPoint
}

const segmentsOf = (rings: Rings) => rings.flatMap((r) => r.map((p, i) => [p, r[(i + 1) % r.length]!] as const))
type Segments = ReturnType<typeof segmentsOf>
/** Within by the even-odd rule: holes are outside. */
function isWithin(segments: Segments, [x, y]: LabelPoint): boolean {
  let within = false
  for (const [[x0, y0], [x1, y1]] of segments) if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) within = !within
  return within
}
function distance([px, py]: LabelPoint, [[x0, y0], [x1, y1]]: Segments[number]): number {
  const [dx, dy] = [x1 - x0, y1 - y0]
  const t = dx || dy ? Math.min(1, Math.max(0, ((px - x0) * dx + (py - y0) * dy) / (dx * dx + dy * dy))) : 0
  return Math.hypot(px - x0 - t * dx, py - y0 - t * dy)
}
/** Whether a segment has a point in a rectangle. Source: Liang and Barsky 1984. */
function meets([[x0, y0], [x1, y1]]: Segments[number], { x, y, w, h }: Rect): boolean {
  const [dx, dy] = [x1 - x0, y1 - y0]
  let [enter, leave] = [0, 1]
  for (const [p, q] of [
    [-dx, x0 - (x - w)],
    [dx, x + w - x0],
    [-dy, y0 - (y - h)],
    [dy, y + h - y0],
  ] as const) {
    if (p === 0) {
      if (q < 0) return false
    } else if (p < 0) enter = Math.max(enter, q / p)
    else leave = Math.min(leave, q / p)
  }
  return enter <= leave
}
/** Steps of the raster of places that are tried, each way. */
const STEPS = 36
function raster(x0: number, y0: number, x1: number, y1: number): LabelPoint[] {
  const line = (a: number, b: number) => Array.from({ length: STEPS + 1 }, (_, i) => a + ((b - a) * i) / STEPS)
  return line(y0, y1).flatMap((y) => line(x0, x1).map((x): LabelPoint => [x, y]))
}
const best = <T>(all: readonly T[], worth: (t: T) => number): T | undefined =>
  all.reduce<T | undefined>((b, t) => (b === undefined || worth(t) > worth(b) ? t : b), undefined)

/** Sizes of the letters that are tried, points: a smaller label within the parcel is better than one beside it. */
const SIZES = [8, 7, 6] as const
const MM_PER_POINT = 25.4 / 72
/** Free space around a label, mm. */
const AIR = 0.7
/** @returns how wide and high a text of this size is at most, mm: digits and points are narrower than the signs of Chinese */
function boxOf(text: string, size: number): { w: number; h: number } {
  const ems = [...text].reduce((n, c) => n + (/[0-9.,]/.test(c) ? 0.6 : 1), 0)
  return { w: (ems * size * MM_PER_POINT) / 2 + AIR, h: (size * 1.1 * MM_PER_POINT) / 2 + AIR }
}

/**
 * @param own rings of the parcel
 * @param room what of the cell a label may take, between the names of the neighbours
 * @returns where the label stands: the middle of the widest place within the parcel, else the nearest place where it covers nothing of it
 */
export function placeLabel(text: string, own: Rings, room: { x0: number; y0: number; x1: number; y1: number }): Label {
  const segments = segmentsOf(own)
  const [xs, ys] = [own.flatMap((r) => r.map((p) => p[0])), own.flatMap((r) => r.map((p) => p[1]))]
  const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const inner = raster(x0, y0, x1, y1).filter((p) => isWithin(segments, p))
  const clear = (p: LabelPoint) => Math.min(...segments.map((s) => distance(p, s)))
  for (const size of SIZES) {
    const { w, h } = boxOf(text, size)
    const fits = inner.filter(([x, y]) => !segments.some((s) => meets(s, { x, y, w, h })))
    const at = best(fits, clear)
    if (at) return { at, size }
  }
  const size = SIZES[1]
  const { w, h } = boxOf(text, size)
  // a sliver may lie between the points that were tried
  const from = best(inner, clear) ?? own[0]?.[0] ?? [(x0 + x1) / 2, (y0 + y1) / 2]
  const free = raster(room.x0 + w, room.y0 + h, room.x1 - w, room.y1 - h).filter(
    (p) => !isWithin(segments, p) && !segments.some((s) => meets(s, { x: p[0], y: p[1], w, h })),
  )
  const at = best(free, (p) => -Math.hypot(p[0] - from[0], p[1] - from[1]))
  // a parcel that fills its cell and has no room within: the label has to stand on it
  return at ? { at, size, from } : { at: from, size }
}
