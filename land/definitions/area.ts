import { hundredths, ofHundredths } from '../../kit/model/decimal.ts'

/**
 * Areas are decimal text of two decimals and never floats; inside they are counted in hundredths as bigint.
 * Square metres and mu are distinct types: mixing them does not compile.
 */
declare const unit: unique symbol
/** Square metres, two decimals. */
export type M2 = string & { readonly [unit]: 'm2' }
/** Mu (亩), two decimals; 1 mu = 2000/3 m². */
export type Mu = string & { readonly [unit]: 'mu' }

/** Rounds half away from zero. */
const divRound = (a: bigint, b: bigint): bigint => {
  const q = (a < 0n ? -a : a) * 2n + b
  const r = q / (b * 2n)
  return a < 0n ? -r : r
}

/** Reads square metres from text or from a measured number (rounded to 0.01 m²). */
export const m2 = (v: string | number): M2 => ofHundredths(hundredths(typeof v === 'number' ? v.toFixed(2) : v)) as M2
/** Reads mu from text. */
export const mu = (v: string): Mu => ofHundredths(hundredths(v)) as Mu
/** mu = m² × 0.0015, rounded once, half up, to 0.01. Source: codes.md 3.4. */
export const toMu = (v: M2): Mu => ofHundredths(divRound(hundredths(v) * 15n, 10000n)) as Mu
/** m² = mu / 0.0015, rounded once to 0.01: used only where an old area was agreed in mu. Source: codes.md 3.4. */
export const toM2 = (v: Mu): M2 => ofHundredths(divRound(hundredths(v) * 10000n, 15n)) as M2
/** Adds areas of one unit exactly. The sum of nothing is 0.00. */
export const sum = <A extends M2 | Mu>(all: readonly A[]): A => ofHundredths(all.reduce((s, v) => s + hundredths(v), 0n)) as A
/** a − b. */
export const minus = <A extends M2 | Mu>(a: A, b: A): A => ofHundredths(hundredths(a) - hundredths(b)) as A
/** What `part` of `of` is of `whole`, rounded once to 0.01. @throws RangeError where `of` is nothing */
export const shareOfArea = (whole: M2, part: Mu, of: Mu): M2 => ofHundredths(divRound(hundredths(whole) * hundredths(part), hundredths(of))) as M2
/** Whether a text that somebody types is an area. */
export const isArea = (v: string): boolean => /^\d+(\.\d{1,2})?$/.test(v)
/** The sum in mu of what somebody types, without what is no area. */
export const sumTyped = (areas: readonly unknown[]): Mu => sum(areas.flatMap((a) => (isArea(String(a ?? '')) ? [mu(String(a))] : [])))
/** Whether a text is an area of more than nothing. */
export const isSome = (v: string | null | undefined): boolean => !!v && hundredths(v) > 0n
/** Whether |a − b| is at most `most` hundredths of the unit. */
export const within = <A extends M2 | Mu>(a: A, b: A, most: number): boolean => {
  const d = hundredths(a) - hundredths(b)
  return (d < 0n ? -d : d) <= BigInt(most)
}
/** -1, 0 or 1. */
export const compare = <A extends M2 | Mu>(a: A, b: A): number => {
  const d = hundredths(a) - hundredths(b)
  return d < 0n ? -1 : d > 0n ? 1 : 0
}
/** An area as a figure: a cell of a sheet, a column of statistics, a chart. Figures are added by {@link sumFigures} alone. */
export const areaFigure = (v: string | number | null | undefined): number => Math.round(Number(v || 0) * 100) / 100
/** Adds figures, areas or counts, in whole hundredths. */
export const sumFigures = (a: number, b: number): number => (Math.round(a * 100) + Math.round(b * 100)) / 100
