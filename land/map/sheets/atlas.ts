// A series of sheets over parcels: which cells of a grid of sheets hold some, and the page that shows how they lie. Pure.
import type { Point } from '../../geometry/shape.ts'
import { frameOf, SCALES, type SheetAsked, type SheetShape } from './sheet.ts'

/** Sheets of one series at most: it is made while somebody waits. */
export const MOST_SHEETS = 40
/** Part of a sheet that it has in common with the next. */
const OVERLAP = 0.04
type Box = readonly [west: number, south: number, east: number, north: number]
const meet = (a: Box, b: Box) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1]

/** The middles of the sheets that boxes of parcels (metres) need, from the northwest, line by line; sheets without any parcel are left out. */
export function atlasSheets(form: Omit<SheetAsked, 'middle'>, parcels: readonly Box[]): Point[] {
  if (parcels.length === 0) return []
  const [west, north] = [Math.min(...parcels.map((p) => p[0])), Math.max(...parcels.map((p) => p[3]))]
  const [east, south] = [Math.max(...parcels.map((p) => p[2])), Math.min(...parcels.map((p) => p[1]))]
  const [x0, y0, x1, y1] = frameOf({ ...form, middle: [0, 0] }).ground
  const [w, h] = [x1 - x0, y1 - y0]
  const [stepX, stepY] = [w * (1 - OVERLAP), h * (1 - OVERLAP)]
  const count = (length: number, side: number, step: number) => Math.max(1, Math.ceil((length - side) / step) + 1)
  const [columns, lines] = [count(east - west, w, stepX), count(north - south, h, stepY)]
  // what the last sheets have too much lies around all of them alike
  const left = (west + east) / 2 - ((columns - 1) * stepX) / 2
  const top = (north + south) / 2 + ((lines - 1) * stepY) / 2
  // as many cells as parcels can fill, however far apart they lie
  const cells = new Map<string, Point>()
  for (const p of parcels) {
    const near = (from: number, to: number, most: number) => [Math.max(0, Math.floor(from)), Math.min(most - 1, Math.ceil(to))] as const
    const [c0, c1] = near((p[0] - left - w / 2) / stepX, (p[2] - left + w / 2) / stepX, columns)
    const [l0, l1] = near((top - p[3] - h / 2) / stepY, (top - p[1] + h / 2) / stepY, lines)
    for (let l = l0; l <= l1; l++)
      for (let c = c0; c <= c1; c++) {
        const [x, y] = [left + c * stepX, top - l * stepY]
        if (meet(p, [x - w / 2, y - h / 2, x + w / 2, y + h / 2])) cells.set(`${String(l).padStart(6, '0')} ${String(c).padStart(6, '0')}`, [x, y])
      }
    // more than may be made need not be counted
    if (cells.size > MOST_SHEETS) break
  }
  return [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, middle]) => middle)
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10] as const
/** The largest round scale in which so many metres stand on a paper; undefined where none that may be printed does. */
function scaleFor(form: Omit<SheetAsked, 'middle' | 'scale'>, wide: number, high: number): number | undefined {
  const { w, h } = frameOf({ ...form, scale: 1000, middle: [0, 0] })
  const least = Math.max((wide * 1000) / w, (high * 1000) / h, SCALES.least)
  const ten = 10 ** Math.floor(Math.log10(least))
  const scale = Math.ceil(ROUND.find((n) => n * ten >= least)! * ten)
  return scale <= SCALES.most ? scale : undefined
}
/** The page that shows where the sheets of a series lie, each with its number; undefined where they lie too far apart for one page. */
export function atlasIndex(form: Omit<SheetAsked, 'middle'>, middles: readonly Point[], style: string): (SheetAsked & { shapes: SheetShape[] }) | undefined {
  const cells = middles.map((middle) => frameOf({ ...form, middle }).ground)
  const at = (i: 0 | 1 | 2 | 3, of: (...n: number[]) => number) => of(...cells.map((c) => c[i]))
  const [west, south, east, north] = [at(0, Math.min), at(1, Math.min), at(2, Math.max), at(3, Math.max)]
  const scale = scaleFor(form, (east - west) * 1.05, (north - south) * 1.05)
  if (scale === undefined) return undefined
  const shapes = cells.map(([w, s, e, n], i): SheetShape => ({ style, label: String(i + 1), paths: [[[w, s], [e, s], [e, n], [w, n]]] })) // prettier-ignore
  return { ...form, scale, middle: [(west + east) / 2, (south + north) / 2], shapes }
}
