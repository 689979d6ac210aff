/** 承包地块示意图: input and the pure drawing model (everything in millimetres of paper, y downward). */

import { typesetProblems } from '../../../services/typeset/problems.ts'
import { placeLabel, type Label, type LabelPoint } from './label.ts'

export type { LabelPoint } from './label.ts'

export interface SketchDk {
  /** 19 digits. */
  readonly dkbm: string
  /** Area in mu, decimal text. */
  readonly mjm: string
  /** Names of the four neighbours. */
  readonly dkdz: string
  readonly dknz: string
  readonly dkxz: string
  readonly dkbz: string
  /** Outer ring and holes (or several outer rings), projected metres, x east, y north. */
  readonly rings: readonly (readonly LabelPoint[])[]
}

export interface SketchDoc {
  readonly docId?: string
  readonly cbfmc: string
  readonly cbfbm: string
  /** Total area in mu, decimal text, and what the areas are: those of the contract, or measured ones of parcels without one. */
  readonly zmjm: string
  readonly area?: '合同面积' | '实测面积'
  readonly dk: readonly SketchDk[]
  /** The other parcels of the group, background only. */
  readonly others: readonly { readonly rings: readonly (readonly LabelPoint[])[] }[]
  readonly shr?: string
  readonly shrq?: string
  readonly ztr?: string
  readonly ztrq?: string
  /** 编制单位. */
  readonly bzdw?: string
}

export interface SketchCell {
  readonly dk: { readonly label: string; readonly place: Label; readonly dkdz: string; readonly dknz: string; readonly dkxz: string; readonly dkbz: string }
  readonly own: Paths
  readonly near: readonly Paths[]
  /** Denominator of the scale. */
  readonly scale: number
}

type Paths = readonly (readonly LabelPoint[])[]
interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

/** Body of the frame in mm: A4 landscape less margins, title bar and footer. */
const BODY = { w: 281, h: 172, left: 90, info: 44 }
/** Room for the names of the neighbours around a parcel, and below for the scale. */
export const MARGIN = { top: 10, side: 9, foot: 6 }
/** What is drawn smaller than this on the overview gets a ring around it, mm. */
const SPECK = 3
const SCALES = [50, 100, 150, 200, 250, 300, 400, 500, 600, 750, 800]
const NEAR_METRES = 20
/** Metres of the group at least that the overview shows around the parcels of the holder, both sides together. */
const AROUND = 200

/** @returns pages of cells (6 on the first, 8 on the others) and the overview; throws RangeError for a parcel without coordinates */
export function sketchModel(d: SketchDoc) {
  const first = { columns: 3, w: (BODY.w - BODY.left) / 3, h: BODY.h / 2 }
  const next = { columns: 4, w: BODY.w / 4, h: BODY.h / 2 }
  const cells = d.dk.map((k, i) => cell(k, d, i < 6 ? first : next))
  const pages: { columns: number; w: number; h: number; cells: SketchCell[] }[] = [{ ...first, cells: cells.slice(0, 6) }]
  for (let i = 6; i < cells.length; i += 8) pages.push({ ...next, cells: cells.slice(i, i + 8) })
  const { dk, others: _background, ...rest } = d
  return { ...rest, area: d.area ?? '合同面积', title: '承包地块示意图', margin: MARGIN, dkCount: dk.length, body: BODY, overview: overview(d), pages }
}

/** @returns the first usual scale denominator (…, 500, 1000, 2000 …) at which `metres` fit into `mm` of paper */
export function usualScale(metres: number, mm: number): number {
  const need = (metres * 1000) / mm
  for (let unit = 1; ; unit *= 10) {
    const hit = SCALES.find((s) => s * unit >= need)
    if (hit !== undefined) return hit * unit
  }
}

function cell(k: SketchDk, d: SketchDoc, size: { w: number; h: number }): SketchCell {
  const b = ringsBox(k.rings, k.dkbm)
  const room = { w: size.w - 2 * MARGIN.side, h: size.h - 2 * MARGIN.top - MARGIN.foot }
  const scale = Math.max(usualScale(b.x1 - b.x0, room.w), usualScale(b.y1 - b.y0, room.h))
  const put = placer(b, scale, size.w / 2, MARGIN.top + room.h / 2)
  const [own, label] = [k.rings.map((r) => r.map(put)), `${k.dkbm.slice(-5)}：${k.mjm}亩`]
  const around = { x0: b.x0 - NEAR_METRES, y0: b.y0 - NEAR_METRES, x1: b.x1 + NEAR_METRES, y1: b.y1 + NEAR_METRES }
  const near = [...d.others, ...d.dk.filter((o) => o !== k)].filter((o) => o.rings.length > 0 && touches(ringsBox(o.rings, ''), around))
  return {
    dk: {
      label,
      place: placeLabel(label, own, { x0: MARGIN.side, y0: MARGIN.top, x1: size.w - MARGIN.side, y1: MARGIN.top + room.h }),
      dkdz: k.dkdz,
      dknz: k.dknz,
      dkxz: k.dkxz,
      dkbz: k.dkbz,
    },
    own,
    near: near.map((o) => o.rings.map((r) => r.map(put))),
    scale,
  }
}

/**
 * The parcels of the holder with what of the group lies around them, so that they are seen; the whole group where they are scattered over it. What stays a speck
 * has a ring around it.
 */
function overview(d: SketchDoc) {
  const all = [...d.others, ...d.dk].filter((o) => o.rings.length > 0)
  const group = ringsBox(
    all.flatMap((o) => o.rings),
    '',
  )
  const own = ringsBox(
    d.dk.flatMap((k) => k.rings),
    '',
  )
  const more = Math.max(AROUND, own.x1 - own.x0, own.y1 - own.y0) / 2
  const b = {
    x0: Math.max(group.x0, own.x0 - more),
    y0: Math.max(group.y0, own.y0 - more),
    x1: Math.min(group.x1, own.x1 + more),
    y1: Math.min(group.y1, own.y1 + more),
  }
  const room = { w: BODY.left - 10, h: BODY.h - BODY.info - 16 }
  const scale = Math.max(usualScale(b.x1 - b.x0, room.w), usualScale(b.y1 - b.y0, room.h))
  const put = placer(b, scale, BODY.left / 2, 5 + room.h / 2)
  const specks = d.dk.flatMap((k): LabelPoint[] => {
    const { x0, y0, x1, y1 } = ringsBox(k.rings, k.dkbm)
    return (Math.max(x1 - x0, y1 - y0) * 1000) / scale < SPECK ? [put([(x0 + x1) / 2, (y0 + y1) / 2])] : []
  })
  return { scale, specks, own: d.dk.map((k) => k.rings.map((r) => r.map(put))), others: d.others.map((k) => k.rings.map((r) => r.map(put))) }
}

/** Metres to millimetres of paper, y downward: the middle of the box lands at `cx`, `cy`. */
export function placer(b: Box, scale: number, cx: number, cy: number): (p: LabelPoint) => LabelPoint {
  const mx = (b.x0 + b.x1) / 2
  const my = (b.y0 + b.y1) / 2
  const round = (n: number) => Math.round(n * 1000) / 1000
  return ([x, y]) => [round(cx + ((x - mx) * 1000) / scale), round(cy - ((y - my) * 1000) / scale)]
}

function touches(a: Box, b: Box): boolean {
  return a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0
}

/** The box around rings. @throws unprintable for a coordinate that is no number, or none at all; `dkbm` names whose */
export function ringsBox(rings: Paths, dkbm: string): Box {
  let box: Box | undefined
  for (const ring of rings) {
    for (const [x, y] of ring) {
      if (!Number.isFinite(x) || !Number.isFinite(y))
        throw typesetProblems.unprintable({ zh: `地块${dkbm}的坐标不是有效数字`, en: `a coordinate of parcel ${dkbm} is not a number` })
      box = box ? { x0: Math.min(box.x0, x), y0: Math.min(box.y0, y), x1: Math.max(box.x1, x), y1: Math.max(box.y1, y) } : { x0: x, y0: y, x1: x, y1: y }
    }
  }
  if (!box) throw typesetProblems.unprintable({ zh: `地块${dkbm}没有坐标，不能绘制示意图`, en: `parcel ${dkbm} has no coordinates to draw` })
  return box
}
