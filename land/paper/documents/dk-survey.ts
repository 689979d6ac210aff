/** 承包地块调查表 with 界址点坐标成果表: input and pure model (point order, edge lengths, pages). */

import { typesetProblems } from '../../../services/typeset/problems.ts'
import { LAND_USES, LINES, MARKS, TICK_PLACES, PURPOSES, ticked, YES_NO, type Box } from '../../../services/typeset/choices.ts'

export interface DkSurveyPoint {
  readonly jzdh: string
  /** Projected metres: x north, y east. */
  readonly x: number
  readonly y: number
  /** Keys of the dictionaries; the line is the one that begins at this point, and with it who holds the land beside it and who points its boundary out. */
  readonly jblx?: string
  readonly jzxlb?: string
  readonly jzxwz?: string
  readonly jzxsm?: string
  readonly plqlr?: string
  readonly plzjr?: string
}

export interface DkSurveyDoc {
  readonly docId?: string
  readonly fbfbm: string
  readonly cbfmc: string
  readonly tfbh?: string
  readonly dkbm: string
  readonly dkmc: string
  /** Areas as decimal text: contract and measured in mu, measured in m². */
  readonly htmjm: string
  readonly scmjm: string
  readonly scmj: string
  readonly dkdz: string
  readonly dknz: string
  readonly dkxz: string
  readonly dkbz: string
  readonly bdcdyh?: string
  /** Grade as its word; keys of the dictionaries tdyt, tdlylx, yes_no. */
  readonly dldj?: string
  readonly tdyt?: string
  readonly tdlylx?: string
  readonly sfjbnt?: string
  /** Vertices of the outer ring in any direction, first one not repeated; one that is no boundary point has no number. */
  readonly points: readonly DkSurveyPoint[]
  readonly zjrxm?: string
  readonly dkdcjs?: string
  readonly dkdcy?: string
  readonly dkdcrq?: string
  readonly shyj?: string
  readonly shr?: string
  readonly shrq?: string
}

/** Point rows of the form, and points of one coordinate page. */
const FORM_ROWS = 8
const SHEET_POINTS = 19

/** @returns the JSON the template reads; throws unprintable below three points */
export function dkSurveyModel(d: DkSurveyDoc) {
  if (d.points.length < 3) throw typesetProblems.unprintable({ zh: `地块${d.dkbm}的界址点少于3个`, en: `parcel ${d.dkbm} has fewer than 3 points` })
  const ring = ordered(d.points)
  const hit = (boxes: readonly Box[], key: string | undefined) => ticked(boxes, key).map((c) => c.on)
  // the form is about boundary points: a vertex of the outline between two of them stands in the table of coordinates alone
  const numbered = ring.filter((p) => p.jzdh !== '')
  const rows = numbered
    .slice(0, FORM_ROWS)
    .map((p) => ({
      jzdh: p.jzdh,
      marks: hit(MARKS, p.jblx),
      lines: hit(LINES, p.jzxlb),
      places: hit(TICK_PLACES, p.jzxwz),
      jzxsm: p.jzxsm ?? '',
      plqlr: p.plqlr ?? '',
      plzjr: p.plzjr ?? '',
    }))
  const { points: _ring, ...rest } = d
  return {
    ...rest,
    title: '承包地块调查表',
    marks: MARKS.map(([text]) => text),
    lines: LINES.map(([text]) => text),
    places: TICK_PLACES.map(([text]) => text),
    rows,
    note:
      numbered.length > FORM_ROWS
        ? `另有 ${numbered.length - FORM_ROWS} 个界址点，见界址点坐标成果表。`
        : numbered.length === 0
          ? '界址点尚未编号，坐标见界址点坐标成果表。'
          : '',
    sheets: sheets(ring),
    tdyt: ticked(PURPOSES, d.tdyt),
    tdlylx: ticked(LAND_USES, d.tdlylx),
    sfjbnt: ticked(YES_NO, d.sfjbnt),
  }
}

/** @returns the points clockwise (north up), beginning with the most north-western one; stable for equal distances */
export function ordered<P extends { readonly x: number; readonly y: number }>(points: readonly P[]): P[] {
  const twice = points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length] ?? p
    return sum + (p.y * q.x - q.y * p.x)
  }, 0)
  const clockwise = twice > 0 ? [...points].reverse() : [...points]
  let start = 0
  for (const [i, p] of clockwise.entries()) {
    const best = clockwise[start]
    if (best && p.x - p.y > best.x - best.y) start = i
  }
  return [...clockwise.slice(start), ...clockwise.slice(0, start)]
}

function sheets(ring: readonly DkSurveyPoint[]) {
  const closed = [...ring, ...ring.slice(0, 1)]
  const rows = closed.map((p, i) => {
    const next = closed[i + 1]
    return { no: String(i + 1), jzdh: p.jzdh, x: p.x.toFixed(3), y: p.y.toFixed(3), edge: next ? Math.hypot(next.x - p.x, next.y - p.y).toFixed(2) : '' }
  })
  const pages: (typeof rows)[] = []
  for (let i = 0; i < rows.length; i += SHEET_POINTS) pages.push(rows.slice(i, i + SHEET_POINTS))
  return pages
}
