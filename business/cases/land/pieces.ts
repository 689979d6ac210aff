// Pieces of a parcel that a case cuts: drawn in the case, checked against the parcel, written at the finish. Until then nothing of the parcel changes. Pure.
import { hundredths, ofHundredths } from '../../../kit/model/decimal.ts'
import { m2, sum, toMu, type M2, type Mu } from '../../../land/definitions/area.ts'
import { geom, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { invalidField, problems, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { inheritedByPieces, type dk } from '../../../land/definitions/dk.ts'
import { sizeWrong } from '../../../land/definitions/parcel-size.ts'
import { areaText } from '../../../land/geometry/area.ts'
import { onGrid, shapeFromWkt } from '../../../land/geometry/crs.ts'
import { leftOver, OVERLAP, overlapsOf } from '../../../land/geometry/overlap.ts'
import { samePoint, shapeArea, type Shape } from '../../../land/geometry/shape.ts'
import { outlineOf } from '../../../land/geometry/validity.ts'
import type { Fate, Line, ReplaceParcels } from '../../../land/register/acts/acts.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import type { FormOf } from '../definitions/form.ts'
import { LINE } from '../definitions/parts.ts'
import type { About } from '../definitions/type.ts'

/** A parcel that is cut, with its pieces as they are drawn: WKT in degrees, and whose each becomes (`to`: a word of the type). None before the survey. */
const CUT = {
  dkbm: LINE.dkbm,
  pieces: { many: { to: text('归属', { en: 'Goes to', max: 30 }), geom: geom('图形', { en: 'Outline', required: true }) }, label: both('分块', 'Piece') },
} as const
/** The parcels that a form cuts. */
export const CUTS = { many: CUT, label: both('分割地块', 'Divided parcel') } as const
export type Cut = FormOf<typeof CUT>
/** Whose a piece becomes that stays with the household whose parcel is cut. */
export const PIECE_STAYS = 'keep'

/** What a plan must know of a parcel that is cut: its row, its outline (WKT in degrees), the zone of its county, the codes that its pieces get. */
export interface CutParcel {
  parcel: FlatRow<typeof dk>
  wkt: string | null
  /** 3-degree zone in which areas are measured */
  zone: number
  codes: readonly string[]
  /** what lies beside the drawn pieces */
  near?: readonly PieceNeighbour[]
}
/** A valid parcel near an outline that the case does not draw, whatever village. `code`: the current contract that names it, none where it is not registered. */
export interface PieceNeighbour {
  dkbm: string
  wkt: string
  code: string | null
}
/** A piece as it is written. Areas: scmj in m², scmjm in mu. */
export interface CutPiece {
  dkbm: string
  to: string
  geom: string
  scmj: M2
  scmjm: Mu
}

/** A cut as far as one need know whether its pieces are drawn. */
interface Cutting {
  dkbm: string
  pieces: readonly unknown[]
}
const isDrawn = (cut: Cutting): boolean => cut.pieces.length > 1
/** The codes of pieces as the codes of a case keep them (`pieces`), by the parcel that is cut. */
export const pieceCodes = (facts: readonly (CutParcel | undefined)[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(facts.flatMap((f) => (f ? [[f.parcel.dkbm!, f.codes]] : [])))

/** What is wrong with cuts beyond their fields; paths begin at `at`. `holders`: the words that may stand in `to`. */
export function cutsWrong(cuts: readonly Cut[], at: string, holders: readonly string[]): Wrong[] {
  const each = cuts.flatMap((c, i): Wrong[] => [
    ...(/^\d{19}$/.test(c.dkbm ?? '') ? [] : [{ field: `${at}.${i}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }]),
    ...(c.pieces.length === 1 ? [{ field: `${at}.${i}.pieces`, msg: both('分割后至少应有两块', 'A divided parcel must have at least two pieces') }] : []),
    ...c.pieces.flatMap((p, j) =>
      p.to && holders.includes(p.to) ? [] : [{ field: `${at}.${i}.pieces.${j}.to`, msg: both('请选择该块的归属', 'Select whose this piece becomes') }],
    ),
  ])
  const twice = new Set(cuts.map((c) => c.dkbm)).size === cuts.length ? [] : [{ field: at, msg: both('地块重复', 'A parcel is listed twice') }]
  return [...each, ...twice]
}
/** The same of cuts beside parcels that go `whole`: at least one is cut, and none that goes whole. Paths begin at `cuts`. */
export function cutChosenWrong(cuts: readonly Cut[], whole: readonly { dkbm: string }[], holders: readonly string[]): Wrong[] {
  const none = cuts.length ? [] : [{ field: 'cuts', msg: both('请选择需要分割的地块', 'Select the parcel that is cut') }]
  const taken = cuts.flatMap((c, i): Wrong[] =>
    whole.some((w) => w.dkbm === c.dkbm) ? [{ field: `cuts.${i}.dkbm`, msg: both('该地块已整块选择', 'The whole parcel is already transferred') }] : [],
  )
  return [...none, ...taken, ...cutsWrong(cuts, 'cuts', holders)]
}
/** Tasks in which pieces may still be drawn. */
const DRAWING: readonly (string | null | undefined)[] = [undefined, null, 'register', 'survey']
/** Whether the case may still be drawn in: it is at its acceptance or survey. */
export const isDrawing = ({ task }: About): boolean => DRAWING.includes(task)
/** What is not drawn although the case is beyond its survey, or has none. */
export const lateUndrawn = (cuts: readonly Cutting[], at: string, about: About): Problem[] => (isDrawing(about) ? [] : undrawn(cuts, at))
/** Parcels of which no pieces are drawn yet: no case goes beyond its survey with one. */
export const undrawn = (cuts: readonly Cutting[], at: string): Problem[] =>
  cuts.flatMap((c, i) =>
    isDrawn(c) ? [] : [invalidField(`${at}.${i}.pieces`, { zh: `地块【${c.dkbm}】尚未分割`, en: `The pieces of parcel ${c.dkbm} are not drawn yet` })],
  )
/** The cuts with only what the survey draws: outlines, and whose each piece becomes. */
export const drawnIn = <C extends { readonly dkbm?: unknown; readonly pieces?: unknown }>(before: readonly C[], after: readonly C[]): C[] =>
  before.map((c) => ({ ...c, pieces: after.find((a) => a.dkbm === c.dkbm)?.pieces ?? c.pieces }))

/**
 * An area (m² or mu, decimal text) shared by the measured areas of pieces (m²). What is given out so far is rounded, not each part: the parts add up to the
 * whole, and the last gets the rest. Source: acts.md 3, cuts.
 */
export function sharedOut(whole: string, pieces: readonly string[]): string[] {
  const of = pieces.map(hundredths)
  const total = of.reduce((s, n) => s + n, 0n)
  const [w, ends] = [hundredths(whole), of.map((_, i) => of.slice(0, i + 1).reduce((s, n) => s + n, 0n))]
  const given = ends.map((n) => (2n * w * n + total) / (2n * total))
  return given.map((n, i) => ofHundredths(n - (given[i - 1] ?? 0n)))
}

/** The pieces of a parcel with their codes and areas, in the order of the form. */
export const piecesOf = (cut: Cut, { zone, codes }: CutParcel): CutPiece[] =>
  cut.pieces.map(({ to, geom }, i) => {
    const scmj = m2(areaText(shapeFromWkt(geom, zone)))
    return { dkbm: codes[i]!, to: to ?? '', geom: onGrid(geom, zone), scmj, scmjm: toMu(scmj) }
  })

/** The line of a cut parcel as lines of its pieces: each has its share of the areas. */
export function pieceLines(line: Line, pieces: readonly CutPiece[]): (Line & { to: string })[] {
  const areas = pieces.map((p) => p.scmj)
  const shares = (v: string | null | undefined) => (v ? sharedOut(v, areas) : undefined)
  const [htmj, htmjm, yhtmj, yhtmjm] = [sharedOut(line.htmj, areas), sharedOut(line.htmjm, areas), shares(line.yhtmj), shares(line.yhtmjm)]
  return pieces.map(({ dkbm, to }, i) => ({ ...line, to, dkbm, htmj: htmj[i]!, htmjm: htmjm[i]!, yhtmj: yhtmj?.[i] ?? null, yhtmjm: yhtmjm?.[i] ?? null }))
}

/** The parcel replaced by its pieces, which have from it all that was not measured. `fates`: the words of `to` that say what becomes of a piece, not whose it is. */
export function cutAct(cut: Cut, fact: CutParcel, bgyy: string, fates: readonly Fate[] = []): ReplaceParcels {
  const pieces = piecesOf(cut, fact)
  const { parcel } = fact
  const own = inheritedByPieces(parcel)
  // nobody holds a piece that leaves
  const { cbfbm: _code, cbfmc: _name, ...unheld } = own
  const areas = pieces.map((p) => p.scmj)
  const [qqmjm, yhtmjm] = (['qqmjm', 'yhtmjm'] as const).map((n) => (parcel[n] ? sharedOut(parcel[n], areas) : undefined))
  return {
    act: 'replaceParcels',
    parents: [cut.dkbm],
    children: pieces.map(({ dkbm, to, geom, scmj, scmjm }, i) => {
      const fate = fates.find((f) => f === to)
      const fields = { ...(fate ? unheld : own), geom, scmj, scmjm, ...(qqmjm ? { qqmjm: qqmjm[i]! } : {}), ...(yhtmjm ? { yhtmjm: yhtmjm[i]! } : {}) }
      return { dkbm, fields, ...(fate ? { fate } : {}) }
    }),
    bgfs: '1',
    bgyy,
  }
}

/** Pieces as a contract prints them before they are in the register, by code: what they have of the parcel, their outlines and measures. */
export const pieceRows = (cuts: readonly Cut[], facts: readonly (CutParcel | undefined)[]) =>
  new Map(
    cuts.flatMap((c, i) => {
      const fact = facts[i]
      return fact && isDrawn(c) ? cutAct(c, fact, '').children.map(({ dkbm, fields }) => [dkbm, fields] as const) : []
    }),
  )

/** How far the areas of n pieces may be from the parcel's, in hundredths of m²: 0.1 m² a piece, or one thousandth. Source: business-flows.md 13, I14. */
function allowed(scmj: string, n: number): bigint {
  const [least, share] = [10n * BigInt(n), hundredths(scmj) / 1000n]
  return share > least ? share : least
}
/** A piece that no contract can say the area of. */
function tooSmall(shape: Shape, j: number, wrong: (j: number, zh: string, en: string) => Problem): Problem[] {
  const size = sizeWrong(m2(areaText(shape)))
  return size ? [wrong(j, `第${j + 1}块：${size.zh}`, `Piece ${j + 1}: ${size.en}`)] : []
}
/**
 * Why the drawn pieces are not those of the parcel (I14): each is one valid polygon, they are disjoint, none covers another valid parcel, together they are the parcel to 0.05 m, and their
 * areas add up to its measured area. Paths begin at `at`, the path of the cut. What is not drawn yet has no fault.
 */
export function cutFaults(cut: Cut, fact: CutParcel | undefined, at: string): Problem[] {
  if (!fact) return [problems.notFound({ zh: `地块【${cut.dkbm}】`, en: `Parcel ${cut.dkbm}` })]
  const wrong = (j: number, zh: string, en: string) => invalidField(`${at}.pieces.${j}.geom`, { zh, en })
  if (!fact.wkt) return [invalidField(`${at}.dkbm`, { zh: `地块【${cut.dkbm}】没有图形，不能分割`, en: `Parcel ${cut.dkbm} has no outline and cannot be cut` })]
  const read = cut.pieces.map((p) => outlineOf(p.geom, fact.zone))
  const bad = read.flatMap((s, j) =>
    'wrong' in s
      ? [wrong(j, `第${j + 1}块的图形无效：${s.wrong.zh}`, `The outline of piece ${j + 1} is not valid: ${s.wrong.en}`)]
      : tooSmall(s.shape, j, wrong),
  )
  if (bad.length || read.length === 0) return bad
  const shapes = read.flatMap((s) => ('shape' in s ? [s.shape] : []))
  const parent = shapeFromWkt(fact.wkt, fact.zone)
  const metres = (n: number) => n.toFixed(2)
  const doubled = shapes.flatMap((s, j) =>
    overlapsOf(
      s,
      shapes.slice(0, j).map((shape, k) => ({ id: `${k + 1}`, shape })),
    ).map((o) => wrong(j, `第${j + 1}块与第${o.id}块重叠${metres(o.area)}平方米`, `Piece ${j + 1} overlaps piece ${o.id} by ${metres(o.area)} m²`)),
  )
  const outside = shapes.flatMap((s, j) =>
    leftOver(s, [parent], samePoint).map((part) =>
      wrong(j, `第${j + 1}块超出原地块${metres(shapeArea(part))}平方米`, `Piece ${j + 1} passes the parcel by ${metres(shapeArea(part))} m²`),
    ),
  )
  const around = (fact.near ?? []).map((b) => ({ id: b.dkbm, shape: shapeFromWkt(b.wkt, fact.zone) }))
  const over = shapes.flatMap((s, j) =>
    overlapsOf(s, around)
      .filter((o) => o.area > OVERLAP.warn)
      .map((o) => wrong(j, `第${j + 1}块与地块【${o.id}】重叠${metres(o.area)}平方米`, `Piece ${j + 1} overlaps parcel ${o.id} by ${metres(o.area)} m²`)),
  )
  const all = (zh: string, en: string) => invalidField(`${at}.pieces`, { zh, en })
  const missing = leftOver(parent, shapes, samePoint).map((part) =>
    all(`各块未覆盖原地块，缺${metres(shapeArea(part))}平方米`, `The pieces leave out ${metres(shapeArea(part))} m² of the parcel`),
  )
  const measured = hundredths(fact.parcel.scmj ?? '0')
  const together = hundredths(sum(piecesOf(cut, fact).map((p) => p.scmj)))
  const apart = together > measured ? together - measured : measured - together
  const areas =
    apart > allowed(fact.parcel.scmj ?? '0', shapes.length)
      ? [
          all(
            `各块面积之和${ofHundredths(together)}平方米与原地块实测面积${ofHundredths(measured)}平方米相差${ofHundredths(apart)}平方米`,
            `The pieces measure ${ofHundredths(together)} m² together, the parcel ${ofHundredths(measured)} m²: a difference of ${ofHundredths(apart)} m²`,
          ),
        ]
      : []
  return [...doubled, ...outside, ...over, ...missing, ...areas]
}
