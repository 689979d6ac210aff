// What a map may have beside its layers: a view that an address says, points that a person brought, the place under the pointer.
import Feature from 'ol/Feature.js'
import type OlMap from 'ol/Map.js'
import { unByKey } from 'ol/Observable.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { useEffect, useRef, type RefObject } from 'react'
import { toMetres, zoneAt } from '../../geometry/crs.ts'
import type { MapView, NamedPoint } from '../layers/view-link.ts'
import { font, ink } from './parcel-style.web.ts'

/** Goes to a view when it is said, and tells the view whenever the map stands still. */
export function useView(map: OlMap | undefined, view: MapView | undefined, onView: ((view: MapView) => void) | undefined): void {
  const tell = useRef(onView)
  tell.current = onView
  const key = view && `${view.x} ${view.y} ${view.zoom} ${view.turn ?? ''}`
  useEffect(() => {
    if (!map || !view) return
    map.getView().setCenter([view.x, view.y])
    map.getView().setZoom(view.zoom)
    // by what it says: an object of the same view is no other one
  }, [map, key])
  useEffect(() => {
    if (!map) return
    const moved = map.on('moveend', () => {
      const [x, y] = map.getView().getCenter() ?? []
      if (x !== undefined && y !== undefined) tell.current?.({ x, y, zoom: map.getView().getZoom() ?? 16 })
    })
    return () => unByKey(moved)
  }, [map])
}

/** Points with their names over everything. */
export function usePoints(map: OlMap | undefined, points: readonly NamedPoint[] | undefined, dark: boolean): void {
  useEffect(() => {
    if (!map || !points?.length) return
    const { text, halo } = ink(dark)
    const source = new VectorSource({ features: points.map((p) => new Feature({ geometry: new Point([p.lon, p.lat]), name: p.name })) })
    const layer = new VectorLayer({
      source,
      zIndex: 9,
      declutter: true,
      style: (f) =>
        new Style({
          image: new CircleStyle({ radius: 4, fill: new Fill({ color: '#d4380d' }), stroke: new Stroke({ color: '#fff', width: 1.5 }) }),
          text: new Text({ text: String(f.get('name')), offsetY: -12, font, fill: new Fill({ color: text }), stroke: new Stroke({ color: halo, width: 3 }) }),
        }),
    })
    map.addLayer(layer)
    return () => void map.removeLayer(layer)
  }, [map, points, dark])
}

/** Writes the place under the pointer into an element: degrees, then X and Y in metres of its zone. */
export function usePointerPlace(map: OlMap | undefined, into: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!map) return
    const move = map.on('pointermove', (event) => {
      const [lon = 0, lat = 0] = event.coordinate
      const zone = zoneAt(lon)
      if (!into.current || zone === undefined) return
      const [east, north] = toMetres([lon, lat], zone)
      into.current.textContent = `${lon.toFixed(6)}, ${lat.toFixed(6)}　X ${north.toFixed(1)}　Y ${east.toFixed(1)}`
    })
    return () => unByKey(move)
  }, [map, into])
}
