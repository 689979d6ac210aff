import type OlMap from 'ol/Map.js'
import type Geometry from 'ol/geom/Geometry.js'
import type LineString from 'ol/geom/LineString.js'
import type Polygon from 'ol/geom/Polygon.js'
import Draw from 'ol/interaction/Draw.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { toMetres, zoneAt } from '../../geometry/crs.ts'
import { distance, shapeArea } from '../../geometry/shape.ts'
import { sketchStyle } from './parcel-style.web.ts'
import type { Translate } from './words.ts'

export type MeasureKind = 'length' | 'area'

/** Length in m or area in m² and mu of a geometry in degrees, in the zone of its first point; empty text outside of China. */
export function measureText(geometry: Geometry, t: Translate): string {
  const rings = geometry.getType() === 'Polygon' ? (geometry as Polygon).getCoordinates() : [(geometry as LineString).getCoordinates()]
  const first = rings[0]?.[0]?.[0]
  const zone = first === undefined ? undefined : zoneAt(first)
  if (zone === undefined) return ''
  const points = rings[0]!.map((p) => toMetres(p, zone))
  if (geometry.getType() === 'Polygon') {
    const area = shapeArea([points])
    return `${area.toFixed(2)} ${t('m2')}\n${(area * 0.0015).toFixed(2)} ${t('mu')}`
  }
  return `${points
    .slice(1)
    .reduce((sum, p, i) => sum + distance(points[i]!, p), 0)
    .toFixed(2)} ${t('metre')}`
}

/** Starts measuring on a map in degrees; the returned function ends it and clears what was drawn. Esc (through `clear`) begins anew. */
export function startMeasure(map: OlMap, kind: MeasureKind, t: Translate): { clear(): void; stop(): void } {
  const source = new VectorSource()
  const layer = new VectorLayer({ source, zIndex: 10, style: (feature) => sketchStyle(measureText(feature.getGeometry() as Geometry, t)) })
  const draw = new Draw({
    source,
    type: kind === 'length' ? 'LineString' : 'Polygon',
    style: (feature) => {
      const geometry = feature.getGeometry() as Geometry
      return sketchStyle(geometry.getType() === 'Point' ? undefined : measureText(geometry, t))
    },
  })
  map.addLayer(layer)
  map.addInteraction(draw)
  const clear = () => {
    draw.abortDrawing()
    source.clear()
  }
  return {
    clear,
    stop: () => {
      map.removeInteraction(draw)
      map.removeLayer(layer)
    },
  }
}
