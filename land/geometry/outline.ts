// What an outline as text (WKT in degrees, EPSG:4326) tells.
import { areaText } from './area.ts'
import { shapeFromWkt, zoneOf } from './crs.ts'
import { parseWkt } from '../../kit/model/wkt.ts'

/** West, south, east, north in degrees. */
export type BoundingBox = [number, number, number, number]

/** Bounds of a geometry in degrees, undefined when it cannot be read. */
export function boundsOfWkt(wkt: string): BoundingBox | undefined {
  try {
    const numbers = parseWkt(wkt).coordinates.flat(3) as number[]
    const xs = numbers.filter((_, i) => i % 2 === 0),
      ys = numbers.filter((_, i) => i % 2 === 1)
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  } catch {
    return undefined
  }
}

/** The 3-degree zone of a geometry by its first longitude. Throws zone-outside. */
export const zoneOfWkt = (wkt: string): number => zoneOf(Number(/-?\d+(\.\d+)?/.exec(wkt)?.[0]))

/** Area of an outline in m², decimal text. Throws wkt-invalid, wkt-not-polygon, zone-outside. */
export const areaOfWkt = (wkt: string): string => areaText(shapeFromWkt(wkt, zoneOfWkt(wkt)))
