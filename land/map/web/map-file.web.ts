// Files of places that a person opens on the map: KML and GeoJSON. They are read here and leave the browser nowhere.
import GeoJSON from 'ol/format/GeoJSON.js'
import KML from 'ol/format/KML.js'
import type { MapShape } from './drawing.web.ts'

/** Characters and features of one file at most. */
const MOST_TEXT = 10_000_000,
  MOST_FEATURES = 5000
const COLOUR = '#0f9bb3'
/** What stands in a file, in degrees; undefined where it is none that the map reads, or has too much. Pictures and links that a KML names are not fetched. */
export function readMapFile(name: string, text: string): MapShape[] | undefined {
  // no KML needs definitions of its own, and they may grow without bound
  if (text.length > MOST_TEXT || /<!DOCTYPE/i.test(text)) return undefined
  const format = /\.kml$/i.test(name) ? new KML({ extractStyles: false }) : new GeoJSON()
  try {
    const features = format.readFeatures(text)
    if (features.length === 0 || features.length > MOST_FEATURES) return undefined
    const shapes = features.flatMap((f): MapShape[] => {
      const geometry = f.getGeometry()
      const [w = NaN, s = NaN, e = NaN, n = NaN] = geometry?.getExtent() ?? []
      if (!geometry || !(w >= -180 && e <= 180 && s >= -90 && n <= 90)) return []
      const named: unknown = f.get('name') ?? f.get('dkmc')
      const written = new GeoJSON().writeGeometryObject(geometry) as MapShape['geometry'] & { geometries?: MapShape['geometry'][] }
      const parts = written.geometries ?? [written]
      return parts.map((part) => ({ geometry: part, color: COLOUR, ...(typeof named === 'string' && named ? { name: named.slice(0, 40) } : {}) }))
    })
    return shapes.length > 0 ? shapes : undefined
  } catch {
    return undefined
  }
}
