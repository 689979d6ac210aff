import type Feature from 'ol/Feature.js'
import type { MultiPolygon, Polygon } from 'ol/geom.js'
import { clipRing } from './clip.ts'

/** The tile [z, x, y] of the grid of EPSG:4490 (tileEnvelope) that holds a place [longitude, latitude] in degrees. */
export function tileAt(z: number, [lon, lat]: readonly [number, number]): [number, number, number] {
  const side = 360 / 2 ** z
  return [z, Math.floor((lon + 180) / side), Math.floor((90 - lat) / side)]
}

/** What of a tile's parcel lies within the tile, in square units of its 4096 a side. */
export function areaInTile(f: Feature): number {
  const g = f.getGeometry() as Polygon | MultiPolygon
  const parts = g.getType() === 'Polygon' ? [(g as Polygon).getCoordinates()] : (g as MultiPolygon).getCoordinates()
  const ofRing = (ring: number[][]) => {
    const p = clipRing(ring.slice(0, -1).flat(), 0, 4096)
    let sum = 0
    for (let i = 0; i < p.length; i += 2) sum += p[i]! * p[(i + 3) % p.length]! - p[(i + 2) % p.length]! * p[i + 1]!
    return sum / 2
  }
  return Math.abs(parts.flat().reduce((sum, ring) => sum + ofRing(ring), 0))
}
