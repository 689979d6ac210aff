/** The outline of a region: polygons, each an outer ring and its holes, in degrees. */
export interface RegionOutline {
  code: string
  coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[]
}
/** Classes of a coloured map. Source: statistics.md 5. */
export const CLASSES = 5
/**
 * The upper ends of at most five classes, each with as many of the values as the others: quantiles. Values that are equal are in one class, so there may be
 * fewer classes.
 */
export function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return []
  const ends = Array.from({ length: CLASSES }, (_, i) => sorted[Math.ceil(((i + 1) * sorted.length) / CLASSES) - 1]!)
  return [...new Set(ends)]
}
/** The first and the last of what is ranked, highest first; none twice. */
export function topAndBottom<T>(ranked: readonly T[], n: number): { top: T[]; bottom: T[] } {
  return { top: ranked.slice(0, n), bottom: ranked.slice(Math.max(n, ranked.length - n)).toReversed() }
}
