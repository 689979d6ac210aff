import 'ol/ol.css'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { isEmpty } from 'ol/extent.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { Stroke, Style } from 'ol/style.js'
import { useEffect, useRef } from 'react'

/** Colours of an outline before and after. */
export const BORDER_COLORS = { was: '#8c8c8c', becomes: '#1677ff' } as const
const style = (color: string, dash: number[]) => new Style({ stroke: new Stroke({ color, width: 2, lineDash: dash }) })

/** The outline of a region before and after, GeoJSON in degrees; '' where there is none. */
export default function BordersMap({ was, becomes, label }: { was: string; becomes: string; label: string }) {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const source = new VectorSource()
    const format = new GeoJSON()
    for (const [shape, look] of [
      [becomes, style(BORDER_COLORS.becomes, [])],
      [was, style(BORDER_COLORS.was, [6, 4])],
    ] as const) {
      if (!shape) continue
      const features = format.readFeatures(shape)
      for (const f of features) f.setStyle(look)
      source.addFeatures(features)
    }
    const map = new OlMap({
      target: target.current!,
      layers: [new VectorLayer({ source })],
      view: new View({ projection: 'EPSG:4326', center: [105, 30], zoom: 10, maxZoom: 20 }),
    })
    const extent = source.getExtent()
    if (extent && !isEmpty(extent)) map.getView().fit(extent, { padding: [24, 24, 24, 24] })
    return () => map.setTarget(undefined)
  }, [was, becomes])
  return <div ref={target} role="group" aria-label={label} style={{ aspectRatio: 3 }} />
}
