// Which tiles of a picture from above lie under the land of a group, so that a phone takes them along. Pure.
import { boxOfTile, tilePlace, type DegreeBox } from '../../../services/gis/requests.ts'

/** A grid of tiles, as the layers of the map name it. */
export type TileGridName = 'own' | 'c' | 'web'
export interface GroundTile {
  z: number
  x: number
  y: number
  box: DegreeBox
}
/** The finest zoom that is taken along: about a third of a metre a pixel. */
const FINEST: Readonly<Record<TileGridName, number>> = { own: 18, c: 19, web: 19 }
/** Tiles of one group at most: a coarser zoom is taken until they are no more. */
export const MOST_TILES = 64
/** Around each parcel, in degrees: some fifty metres. */
const AROUND = 0.0005

const latOf = (z: number, y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
const boxIn = (grid: TileGridName, z: number, x: number, y: number): DegreeBox => {
  if (grid !== 'web') return boxOfTile(z, x, y)
  const side = 360 / 2 ** z
  return [-180 + x * side, latOf(z, y + 1), -180 + (x + 1) * side, latOf(z, y)]
}
/** A box with so much around it, in degrees. */
export const boxAround = ([w, s, e, n]: DegreeBox, by = AROUND): DegreeBox => [w - by, s - by, e + by, n + by]
export const groundMeets = (a: DegreeBox, b: DegreeBox): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
/** The box of outlines (GeoJSON or WKT, in degrees); undefined of none. */
export function boxOfShapes(shapes: readonly (string | null)[]): DegreeBox | undefined {
  const [xs, ys]: [number[], number[]] = [[], []]
  for (const shape of shapes)
    for (const m of (shape ?? '').matchAll(/(-?\d+(?:\.\d+)?)[\s,]+(-?\d+(?:\.\d+)?)/g)) {
      xs.push(Number(m[1]))
      ys.push(Number(m[2]))
    }
  if (xs.length === 0) return undefined
  const least = (v: readonly number[]) => v.reduce((a, b) => Math.min(a, b))
  const most = (v: readonly number[]) => v.reduce((a, b) => Math.max(a, b))
  return [least(xs), least(ys), most(xs), most(ys)]
}

/**
 * The tiles under parcels and what lies close around them, at the finest zoom at which they are few enough.
 * @param parcels the box of each parcel
 * @param within zooms that the layer has
 */
export function tilesUnder(grid: TileGridName, parcels: readonly DegreeBox[], within: { least: number; most: number }): GroundTile[] {
  const wanted = parcels.map((p) => boxAround(p))
  const at = (z: number): Map<string, GroundTile> => {
    const found = new Map<string, GroundTile>()
    for (const [w, s, e, n] of wanted) {
      const [x0, y0] = tilePlace(grid, z, [w, n]).map(Math.floor) as [number, number]
      const [x1, y1] = tilePlace(grid, z, [e, s]).map(Math.floor) as [number, number]
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
          found.set(`${x}/${y}`, { z, x, y, box: boxIn(grid, z, x, y) })
          if (found.size > MOST_TILES) return found
        }
    }
    return found
  }
  for (let z = Math.min(FINEST[grid], within.most); z >= within.least; z--) {
    const found = at(z)
    if (found.size <= MOST_TILES) return [...found.values()]
  }
  return []
}
