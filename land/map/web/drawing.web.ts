// What a person draws on the map, and what stands drawn over it: shapes that are searched, notes, files that were opened.
import type OlMap from 'ol/Map.js'
import Feature from 'ol/Feature.js'
import GeoJSON from 'ol/format/GeoJSON.js'
import type Geometry from 'ol/geom/Geometry.js'
import Draw from 'ol/interaction/Draw.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { useEffect, useRef } from 'react'
import type { DrawnShape } from '../layers/search-shape.ts'
import { useKeyPlace } from '../../../platform/list/keys/keyed.web.ts'
import { font, ink, sketchStyle } from './parcel-style.web.ts'
import { mapWords } from './words.ts'

/** What is being drawn, and who is told. */
export interface Drawing {
  kind: DrawnShape['type']
  onDrawn(shape: DrawnShape): void
}
/** Something that stands on the map: a geometry of GeoJSON in degrees, its colour, and what is written at it. */
export interface MapShape {
  geometry: { type: string; coordinates: unknown }
  color: string
  name?: string
  isFilled?: boolean
}
/** Lets a person draw one shape; Esc begins anew. */
export function useDrawing(map: OlMap | undefined, drawing: Drawing | undefined): void {
  const latest = useRef(drawing)
  latest.current = drawing
  const kind = drawing?.kind
  const abort = useRef(() => {})
  useKeyPlace(!!map && !!kind, mapWords.map!, [{ keys: ['Escape'], shown: 'Esc', what: mapWords['drawing-anew']!, run: () => abort.current() }])
  useEffect(() => {
    if (!map || !kind) return
    const draw = new Draw({ type: kind, style: sketchStyle() })
    draw.on('drawend', ({ feature }) => {
      const written = new GeoJSON().writeGeometryObject(feature.getGeometry() as Geometry, { decimals: 7 })
      // the map itself must not take the same click for its own
      setTimeout(() => latest.current?.onDrawn(written as DrawnShape))
    })
    abort.current = () => draw.abortDrawing()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && abort.current()
    addEventListener('keydown', onKey)
    map.addInteraction(draw)
    return () => {
      removeEventListener('keydown', onKey)
      map.removeInteraction(draw)
    }
  }, [map, kind])
}
/** Shapes with their names over everything. */
export function useShapes(map: OlMap | undefined, shapes: readonly MapShape[] | undefined, dark: boolean): void {
  useEffect(() => {
    if (!map || !shapes?.length) return
    const { text, halo } = ink(dark)
    const format = new GeoJSON()
    const styleOf = ({ color, name, isFilled }: MapShape) =>
      new Style({
        stroke: new Stroke({ color, width: 2, lineDash: [8, 4] }),
        ...(isFilled === false ? {} : { fill: new Fill({ color: `${color}1f` }) }),
        image: new CircleStyle({ radius: 6, fill: new Fill({ color }), stroke: new Stroke({ color: '#fff', width: 1.5 }) }),
        ...(name
          ? {
              text: new Text({
                text: name,
                offsetY: -14,
                font,
                overflow: true,
                fill: new Fill({ color: text }),
                stroke: new Stroke({ color: halo, width: 3 }),
              }),
            }
          : {}),
      })
    const features = shapes.map((shape) => {
      const feature = new Feature(format.readGeometry(shape.geometry) ?? undefined)
      feature.setStyle(styleOf(shape))
      return feature
    })
    const layer = new VectorLayer({ source: new VectorSource({ features }), zIndex: 8 })
    map.addLayer(layer)
    return () => void map.removeLayer(layer)
  }, [map, shapes, dark])
}
