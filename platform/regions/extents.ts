import type { Text } from '../../kit/model/lang.ts'

/** West, south, east and north in degrees (EPSG:4326 or 4490; they differ by less than a metre). */
export type Extent = readonly [west: number, south: number, east: number, north: number]

/**
 * Where the provinces lie, to a tenth of a degree, islands without the far ones of the South China Sea. Our own rounding,
 * from no official list: a coarse sieve for slips of the coordinates, no boundary. A region's own extent stands in the region table.
 */
const PROVINCES: Readonly<Record<string, Extent>> = {
  '11': [115.4, 39.4, 117.6, 41.1],
  '12': [116.7, 38.5, 118.1, 40.3],
  '13': [113.4, 36.0, 119.9, 42.7],
  '14': [110.2, 34.5, 114.6, 40.8],
  '15': [97.1, 37.4, 126.1, 53.4],
  '21': [118.8, 38.7, 125.8, 43.5],
  '22': [121.6, 40.8, 131.4, 46.4],
  '23': [121.1, 43.4, 135.2, 53.6],
  '31': [120.8, 30.6, 122.3, 31.9],
  '32': [116.3, 30.7, 122.0, 35.2],
  '33': [118.0, 27.0, 123.2, 31.2],
  '34': [114.8, 29.3, 119.7, 34.7],
  '35': [115.8, 23.5, 120.8, 28.4],
  '36': [113.5, 24.4, 118.5, 30.1],
  '37': [114.7, 34.3, 122.8, 38.5],
  '41': [110.3, 31.3, 116.7, 36.4],
  '42': [108.3, 29.0, 116.2, 33.3],
  '43': [108.7, 24.6, 114.3, 30.2],
  '44': [109.6, 20.1, 117.4, 25.6],
  '45': [104.4, 20.8, 112.1, 26.4],
  '46': [108.5, 15.6, 112.9, 20.3],
  '50': [105.2, 28.1, 110.3, 32.3],
  '51': [97.3, 26.0, 108.6, 34.4],
  '52': [103.5, 24.6, 109.7, 29.3],
  '53': [97.5, 21.1, 106.3, 29.3],
  '54': [78.3, 26.8, 99.2, 36.6],
  '61': [105.4, 31.6, 111.3, 39.6],
  '62': [92.3, 32.5, 108.8, 42.9],
  '63': [89.3, 31.5, 103.1, 39.3],
  '64': [104.2, 35.2, 107.7, 39.4],
  '65': [73.4, 34.2, 96.5, 49.2],
}
const CHINA: Extent = [73.4, 3.4, 135.2, 53.6]
/** Degrees by which a shape may lie beyond a coarse extent, and beyond one that somebody entered (about 5 km). */
const COARSE = 0.3
const FINE = 0.05
/** Half of what a county may stretch around the middle meridian of the zone in which it measures: the zone's 1.5° and as much again. */
const ZONE = 3

const wider = ([w, s, e, n]: Extent, by: number): Extent => [w - by, s - by, e + by, n + by]

/** Reads `west,south,east,north`; undefined where it is none. */
export function extentOf(text: string | null | undefined): Extent | undefined {
  const all = (text ?? '').split(',').map((x) => (x.trim() === '' ? Number.NaN : Number(x)))
  const [w, s, e, n] = all as [number, number, number, number]
  return all.length === 4 && all.every(Number.isFinite) && w < e && s < n && w >= -180 && e <= 180 && s >= -90 && n <= 90 ? [w, s, e, n] : undefined
}
/** What is wrong with a typed extent, or undefined. */
export const extentWrong = (text: string): Text | undefined =>
  extentOf(text)
    ? undefined
    : {
        zh: '经纬度范围应为“西,南,东,北”四个度数，例：104.9,29.7,105.8,30.3',
        en: 'An extent is four values in degrees: west,south,east,north, e.g. 104.9,29.7,105.8,30.3',
      }

/** A row of the region table as far as it says where a region lies. */
export interface PlacedRegion {
  code: string
  extent: string | null
  projection: number | null
}
/**
 * Where shapes of a county may lie: within the extent of the nearest region at or above it that has one, with a margin; without one, within its province
 * and around the middle of the zone in which the county measures.
 * @param above rows of the region table of the county and those above it
 */
export function placeOfCounty(county: string, above: readonly PlacedRegion[]): Extent {
  const nearest = above.toSorted((a, b) => b.code.length - a.code.length)
  const known = nearest.map((r) => extentOf(r.extent)).find((x) => x !== undefined)
  if (known) return wider(known, FINE)
  const [w, s, e, n] = wider(PROVINCES[county.slice(0, 2)] ?? CHINA, COARSE)
  const zone = above.find((r) => r.code === county)?.projection
  // EPSG 4534 measures around 75° E, each further one three degrees to the east
  const middle = zone ? 75 + 3 * (zone - 4534) : undefined
  return middle === undefined ? [w, s, e, n] : [Math.max(w, middle - ZONE), s, Math.min(e, middle + ZONE), n]
}
