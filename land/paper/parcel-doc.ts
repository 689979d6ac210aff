/** A parcel with its boundary as the printed survey form. Source: documents.md 3, 3.1. */

import { ordered, type DkSurveyDoc, type DkSurveyPoint } from './documents/dk-survey.ts'
import { muText, ringsOf, sidesOf, textOf, type PrintedParcel, type Value, type Words } from './rows.ts'

/** A boundary point: north and east in metres, its number, its mark (key of jblx). */
export interface PrintedBoundaryPoint {
  jzdh?: Value
  xzbz?: Value
  yzbz?: Value
  jblx?: Value
}
/** A boundary line between two numbered points; kind and place are keys of jzxlb and jzxwz. */
export interface PrintedBoundaryLine {
  qjzdh?: Value
  zjzdh?: Value
  jzxlb?: Value
  jzxwz?: Value
  jzxsm?: Value
  pldwqlr?: Value
  pldwzjr?: Value
}
export interface SurveyedParcel {
  parcel: PrintedParcel & { fbfbm: string; cbfmc?: Value; tdyt?: Value; tdlylx?: Value; bdcdyh?: Value; zjrxm?: Value }
  points: readonly PrintedBoundaryPoint[]
  lines: readonly PrintedBoundaryLine[]
  /** number of the 3-degree zone; undefined where nothing is drawn */
  zone: number | undefined
}

/** A vertex of the shape and a boundary point nearer than this are one, in metres. */
const SAME_PLACE = 0.05
/**
 * The vertices of the outer ring, clockwise from the north-west, each with its number where it is a boundary point. What is said of a line stands at the
 * point where it begins and at every numbered point that it passes, until the one where it ends.
 */
function pointsOf({ parcel, points, lines, zone }: SurveyedParcel): DkSurveyPoint[] {
  const ring = zone === undefined ? [] : (ringsOf(parcel.geom, zone)[0] ?? [])
  const closed = ring.length > 1 && ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1]
  const at = (north: number, east: number) =>
    points
      .map((p) => ({ p, gap: Math.hypot(Number(p.xzbz) - north, Number(p.yzbz) - east) }))
      .filter((f) => f.gap <= SAME_PLACE)
      .toSorted((a, b) => a.gap - b.gap)[0]?.p
  const vertices = ordered((closed ? ring.slice(0, -1) : ring).map(([y, x]) => ({ x, y, mark: at(x, y) })))
  const numbers = vertices.map((v) => textOf(v.mark?.jzdh))
  const ends = new Set(lines.flatMap((l) => [textOf(l.qjzdh), textOf(l.zjzdh)]))
  const firstEnd = (list: readonly string[]) => list.find((n) => n !== '' && ends.has(n))
  const lineAt = (i: number) => {
    const from = firstEnd([...numbers.slice(0, i + 1).toReversed(), ...numbers.slice(i + 1).toReversed()])
    const to = firstEnd([...numbers.slice(i + 1), ...numbers.slice(0, i + 1)])
    return lines.find((l) => (l.qjzdh === from && l.zjzdh === to) || (l.qjzdh === to && l.zjzdh === from))
  }
  return vertices.map(({ x, y, mark }, i) => {
    const a = numbers[i]!
    if (a === '') return { jzdh: '', x, y }
    const line = lineAt(i)
    return {
      jzdh: a,
      x,
      y,
      jblx: textOf(mark?.jblx),
      jzxlb: textOf(line?.jzxlb),
      jzxwz: textOf(line?.jzxwz),
      jzxsm: textOf(line?.jzxsm),
      plqlr: textOf(line?.pldwqlr),
      plzjr: textOf(line?.pldwzjr),
    }
  })
}

/** @returns the form of a parcel; `grades`: words of dictionary dldj. What it ticks are keys. */
export function parcelDoc(of: SurveyedParcel, words: Words, grades: Readonly<Record<string, string>>): DkSurveyDoc {
  const { parcel: p } = of
  return {
    docId: `DKDC${p.dkbm}`,
    fbfbm: p.fbfbm,
    cbfmc: textOf(p.cbfmc),
    dkbm: p.dkbm,
    dkmc: textOf(p.dkmc),
    bdcdyh: textOf(p.bdcdyh),
    htmjm: muText(p.htmjm, words, p.htmj),
    scmjm: muText(p.scmjm, words, p.scmj),
    scmj: textOf(p.scmj),
    ...sidesOf(p),
    dldj: grades[textOf(p.dldj)] ?? textOf(p.dldj),
    tdyt: textOf(p.tdyt),
    tdlylx: textOf(p.tdlylx),
    sfjbnt: textOf(p.sfjbnt),
    points: pointsOf(of),
    zjrxm: textOf(p.zjrxm),
    dkdcjs: textOf(p.dkbzxx),
  }
}
