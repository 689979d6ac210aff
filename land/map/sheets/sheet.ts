// A map sheet in a scale: what lies where on the paper, in millimetres from the upper left of its frame. Pure.
import type { Point } from '../../geometry/shape.ts'

/** Papers, lying: width and height in millimetres. Source: ISO 216. */
export const SHEET_PAPERS = { A4: [297, 210], A3: [420, 297], A2: [594, 420], A1: [841, 594], A0: [1189, 841] } as const
export type SheetPaper = keyof typeof SHEET_PAPERS
/** Scales that may be printed, the denominator; between them any. */
export const SCALES = { least: 100, most: 100_000 } as const
/** Room beside the frame: all around, above it for the title, below it for legend, scale and note. */
const MARGIN = 12,
  HEAD = 14,
  FOOT = 30

export interface SheetAsked {
  paper: SheetPaper
  isUpright: boolean
  scale: number
  /** middle of the frame in metres of the zone */
  middle: Point
}
/** The frame of a sheet on paper (millimetres) and on the ground (metres): west, south, east, north. */
export function frameOf({ paper, isUpright, scale, middle: [x, y] }: SheetAsked) {
  const [long, short] = SHEET_PAPERS[paper]
  const [width, height] = isUpright ? [short, long] : [long, short]
  const [w, h] = [width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT]
  const half = [(w * scale) / 2000, (h * scale) / 2000] as const
  return { width, height, margin: MARGIN, head: HEAD, w, h, ground: [x - half[0], y - half[1], x + half[0], y + half[1]] as const }
}

/** A step of the grid in metres: the round one that is about ten centimetres on paper. */
export function gridStep(scale: number): number {
  const wanted = scale / 10
  const ten = 10 ** Math.floor(Math.log10(wanted))
  return [5, 2, 1].map((n) => n * ten).find((n) => n <= wanted) ?? ten
}

/** Something that is drawn: its paths in metres of the zone, how, and what is written in it. */
export interface SheetShape {
  paths: readonly (readonly Point[])[]
  style: string
  label?: string
  /** whether the label is all there is of it: it stands whatever room there is */
  isName?: boolean
}
/** How shapes are drawn; colours of six digits. */
export interface SheetStyle {
  key: string
  color: string
  fill?: string
  width: number
  isLine?: boolean
}
export interface SheetDoc extends SheetAsked {
  title: string
  note: string
  imprint: string
  styles: readonly SheetStyle[]
  shapes: readonly SheetShape[]
  legend: readonly { label: string; color: string; fill?: string; isLine?: boolean }[]
  words: { scale: string; grid: string }
  /** the picture under everything, over the whole frame (JPEG) */
  picture?: Uint8Array | undefined
}
const round = (mm: number) => Math.round(mm * 1000) / 1000
/** Letters on paper need so much room (millimetres). */
const LABEL_WIDTH = 7,
  LABEL_HEIGHT = 4

/** The JSON that the template reads: every length in millimetres of the frame, y downward. */
export function sheetModel(d: SheetDoc) {
  const frame = frameOf(d)
  const [west, south, east, north] = frame.ground
  const put = ([x, y]: Point): Point => [round(((x - west) * 1000) / d.scale), round(((north - y) * 1000) / d.scale)]
  const groups = d.styles.flatMap((style) => {
    const paths = d.shapes.filter((s) => s.style === style.key && !s.isName).flatMap((s) => s.paths.map((path) => path.map(put)))
    return paths.length ? [{ ...style, fill: style.fill ?? '', isLine: !!style.isLine, paths }] : []
  })
  const labels = d.shapes.flatMap(({ label, paths, isName }) => {
    if (!label) return []
    const points = paths[0]!.map(put)
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])]
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const at: Point = [round((x0 + x1) / 2), round((y0 + y1) / 2)]
    const isInside = at[0] > 0 && at[0] < frame.w && at[1] > 0 && at[1] < frame.h
    return isInside && (isName || (x1 - x0 >= LABEL_WIDTH && y1 - y0 >= LABEL_HEIGHT)) ? [{ at, text: label }] : []
  })
  const step = gridStep(d.scale)
  const ticks = (from: number, to: number) =>
    Array.from({ length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) }, (_, i) => (Math.ceil(from / step) + i) * step)
  return {
    title: d.title,
    note: d.note,
    imprint: d.imprint,
    scale: `1:${d.scale}`,
    bar: { mm: round((step * 1000) / d.scale / 2), text: `${step / 2} m`, whole: `${step} m` },
    frame: { width: frame.width, height: frame.height, margin: frame.margin, head: frame.head, w: frame.w, h: frame.h },
    groups,
    labels,
    legend: d.legend.map((l) => ({ ...l, fill: l.fill ?? '', isLine: !!l.isLine })),
    words: d.words,
    grid: {
      xs: ticks(west, east).map((x) => ({ at: put([x, south])[0], text: String(x) })),
      ys: ticks(south, north).map((y) => ({ at: put([west, y])[1], text: String(y) })),
    },
  }
}
