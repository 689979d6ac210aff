/** A map of parcels on one sheet: those of a household (农户承包地空间方位示意图), or all of an issuer as they are posted. Millimetres of paper, y downward. */

import { ringsBox, placer, usualScale, type LabelPoint } from './sketch.ts'

type Paths = readonly (readonly LabelPoint[])[]
export interface LandMapDoc {
  readonly docId?: string
  readonly title: string
  readonly paper: 'a4' | 'a3'
  /** pairs of label and value above the map */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** parcels that the map is about, projected metres, with the lines of their label */
  readonly own: readonly { readonly dkbm: string; readonly label: readonly string[]; readonly rings: Paths }[]
  /** what lies around them */
  readonly others: readonly { readonly rings: Paths }[]
  readonly note?: string
}
/** Room of the map by paper, millimetres, lying. */
const ROOM = { a4: { w: 273, h: 132 }, a3: { w: 396, h: 222 } } as const
const LETTERS = { most: 8, least: 3.5 } as const
/** Millimetres of a point of type. */
const POINT = 0.3528
/** Letters that a parcel of this size on paper has room for, points. */
function sizeOf(label: readonly string[], w: number, h: number): number {
  const chars = Math.max(...label.map((l) => [...l].reduce((n, c) => n + (c.charCodeAt(0) < 256 ? 0.55 : 1), 0)), 1)
  return Math.min(LETTERS.most, Math.max(LETTERS.least, Math.min(w / chars, h / (label.length * 1.25)) / POINT))
}

/** @returns the JSON the template reads; a parcel without coordinates is a problem with words, as in the sketch */
export function landMapModel(d: LandMapDoc) {
  const room = ROOM[d.paper]
  const b = ringsBox(
    d.own.flatMap((k) => k.rings),
    d.own[0]?.dkbm ?? '',
  )
  const scale = Math.max(usualScale(b.x1 - b.x0, room.w - 12), usualScale(b.y1 - b.y0, room.h - 12))
  const put = placer(b, scale, room.w / 2, room.h / 2)
  const own = d.own.map((k) => {
    const { x0, y0, x1, y1 } = ringsBox(k.rings, k.dkbm)
    return {
      rings: k.rings.map((r) => r.map(put)),
      label: k.label,
      at: put([(x0 + x1) / 2, (y0 + y1) / 2]),
      size: sizeOf(k.label, ((x1 - x0) * 1000) / scale, ((y1 - y0) * 1000) / scale),
    }
  })
  const { others, own: _own, ...rest } = d
  return { ...rest, note: d.note ?? '', room, scale, own, others: others.map((o) => o.rings.map((r) => r.map(put))) }
}
