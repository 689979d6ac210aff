// Land that goes from one book to another: which lines leave, and what both books say afterwards. Pure. Source: acts.md 3 (shares, cuts); business-flows.md 4.4, 4.5.
import { hundredths, ofHundredths } from '../../kit/model/decimal.ts'
import { m2, minus, mu, sum } from '../../land/definitions/area.ts'
import { both } from '../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../kit/model/problem.ts'
import type { Line } from '../../land/register/acts/acts.ts'
import { pieceLines, piecesOf, type Cut, type CutParcel } from '../cases/land/pieces.ts'
import type { StandingBook, StandingLine } from '../cases/definitions/standing.ts'

const SHARED = '1'
/** What becomes of one line of a book: what is given away, and what is kept (the rest of a share, pieces of a parcel that is cut). */
export interface Move {
  given: readonly Line[]
  kept: readonly Line[]
}
/** By parcel; a line that is not named stays as it is. */
export type Moves = ReadonlyMap<string, Move>
/** A line that goes whole. */
export const wholeMove = (line: Line): Move => ({ given: [line], kept: [] })

/** The part of an area that a part of another is of the whole: rounded half up to 0.01. */
function portion(area: string, part: string, whole: string): string {
  const [a, p, w] = [hundredths(area), hundredths(part), hundredths(whole)]
  return ofHundredths(w > 0n ? (a * p * 2n + w) / (w * 2n) : 0n)
}

/** A share in two: what is given (`htmj` m², `htmjm` mu) and the rest; the area of the former contract goes by the share, its rest stays. */
export function divided(line: Line, { htmj, htmjm }: Pick<Line, 'htmj' | 'htmjm'>): Move {
  const yhtmj = line.yhtmj ? m2(portion(line.yhtmj, htmj, line.htmj)) : undefined
  const yhtmjm = line.yhtmjm ? mu(portion(line.yhtmjm, htmj, line.htmj)) : undefined
  return {
    given: [{ ...line, htmj, htmjm, ...(yhtmj ? { yhtmj } : {}), ...(yhtmjm ? { yhtmjm } : {}) }],
    kept: [
      {
        ...line,
        htmj: minus(m2(line.htmj), m2(htmj)),
        htmjm: minus(mu(line.htmjm), mu(htmjm)),
        ...(yhtmj ? { yhtmj: minus(m2(line.yhtmj!), yhtmj) } : {}),
        ...(yhtmjm ? { yhtmjm: minus(mu(line.yhtmjm!), yhtmjm) } : {}),
      },
    ],
  }
}
/** A parcel that is cut: its pieces as lines, kept or given as each says (`own`: the word for who has the parcel). None while they are not drawn. */
export function cutMove(line: Line, cut: Cut, fact: CutParcel | undefined, own: string): Move | undefined {
  if (!fact || cut.pieces.length < 2) return undefined
  const lines = pieceLines(line, piecesOf(cut, fact))
  const of = (isOwn: boolean) => lines.flatMap(({ to, ...l }): Line[] => ((to === own) === isOwn ? [l] : []))
  return { given: of(false), kept: of(true) }
}
/** Why a parcel of a book may not be cut so: a share is no ground to divide, and of the pieces each party gets one. Paths begin at `at`, the path of the cut. */
export function cutOffFaults({ line }: StandingLine, cut: Cut, own: string, at: string): Problem[] {
  if (line.sfqqqg === SHARED)
    return [invalidField(`${at}.dkbm`, both(`地块【${line.dkbm}】为确权确股，不能分割`, `Parcel ${line.dkbm} is held in shares and cannot be cut`))]
  const kept = cut.pieces.filter((p) => p.to === own).length
  return cut.pieces.length && (kept === 0 || kept === cut.pieces.length)
    ? [invalidField(`${at}.pieces`, both('分割后双方应各得至少一块', 'Each party gets a piece of a parcel that is divided'))]
    : []
}
/** Two shares of one parcel in one hand: added together, acquired as the first was. */
export function joinedShares(own: Line, more: Line): Line {
  const yhtmj = own.yhtmj && more.yhtmj ? { yhtmj: sum([m2(own.yhtmj), m2(more.yhtmj)]) } : {}
  const yhtmjm = own.yhtmjm && more.yhtmjm ? { yhtmjm: sum([mu(own.yhtmjm), mu(more.yhtmjm)]) } : {}
  return { ...own, htmj: sum([m2(own.htmj), m2(more.htmj)]), htmjm: sum([mu(own.htmjm), mu(more.htmjm)]), ...yhtmj, ...yhtmjm }
}

/** The lines that moves give away, in the order of the book. */
export const givenBy = (moves: Moves): Line[] => [...moves.values()].flatMap((m) => m.given)
/** Parcels that a contract names one by one: their codes, how many, their contract area in mu. */
export const parcelsInWords = (lines: readonly Line[]): string =>
  `${lines.map((l) => l.dkbm).join('、')}，共${lines.length}块${sum(lines.map((l) => mu(l.htmjm)))}亩`
/** The lines of a book after what left it and what came: `way` is how the newcomers were acquired (dictionary cbjyqqdfs); a share that it holds already grows. */
export function linesAfterMoves(own: readonly Line[], moves: Moves, came: readonly Line[], way: string): Line[] {
  const stays = own.flatMap((l) => moves.get(l.dkbm)?.kept ?? [l])
  const more = new Map(came.map((l) => [l.dkbm, l]))
  return [
    ...stays.map((l) => (more.has(l.dkbm) ? joinedShares(l, more.get(l.dkbm)!) : l)),
    ...came.filter((c) => !stays.some((l) => l.dkbm === c.dkbm)).map((l) => ({ ...l, cbjyqqdfs: way })),
  ]
}

/** The line of a book over a parcel. */
export const lineOver = (book: StandingBook, dkbm: string): StandingLine | undefined => book.lines.find((l) => l.line.dkbm === dkbm)
/** The chosen parcels that are not in the book, each at its place. */
export const notInBook = (chosen: readonly { dkbm: string }[], book: StandingBook, at: string): Problem[] =>
  chosen.flatMap(({ dkbm }, i) =>
    lineOver(book, dkbm) ? [] : [invalidField(`${at}.${i}.dkbm`, both(`地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`))],
  )
