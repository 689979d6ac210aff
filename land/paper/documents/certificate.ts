/** 农村土地承包经营权证: what is printed onto the pre-printed booklet, all as final text. Source: documents.md 8. */

import type { DjbDoc } from './djb.ts'
import { sketchModel } from './sketch.ts'
import { isEndless } from './term.ts'

/** How a county's blank is, in millimetres. Its measures are the county's: no standard gives them. */
export interface BlankPaper {
  readonly width: number
  readonly height: number
  /** what everything is moved by, to the right and down */
  readonly dx: number
  readonly dy: number
  /** whether labels and lines are printed too: on plain paper, or to try a layout */
  readonly frame: boolean
}
export interface CertificateDoc extends Omit<DjbDoc, 'docId' | 'yhtzmjm' | 'bf' | 'hf' | 'dbr'> {
  readonly cbjyqzlsh: string
  /** day of issue in its three places; blank before */
  readonly year: string
  readonly month: string
  readonly day: string
  readonly paper: BlankPaper
  /** the whole booklet, or the page of changes alone, for a certificate that stays */
  readonly part: 'all' | 'changes'
}
/** Lines that the booklet has for members; more of them go on. */
const MEMBERS = 12

/** @returns the JSON the template reads */
export function certificateModel(d: CertificateDoc) {
  return {
    ...d,
    title: '农村土地承包经营权证',
    isEndless: isEndless(d.cbqxz),
    members: Math.max(MEMBERS, d.jtcy.length),
    changes: d.changes ?? [],
    ...(d.sketch ? { sketch: sketchModel(d.sketch) } : {}),
  }
}
