import 'ol/ol.css'
import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { isEmpty } from 'ol/extent.js'
import Point from 'ol/geom/Point.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { Circle, Fill, Stroke, Style } from 'ol/style.js'
import { useEffect, useMemo, useRef } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { severities } from './words.ts'

interface Props {
  findings: readonly AnyRow[]
  picked?: string
  onPick(id: string): void
  label: string
}

/** The places of the findings shown, coloured by severity; a click picks one, the picked one is larger and in the middle. Nothing when none has a place. */
export default function FindingsMap({ findings, picked, onPick, label }: Props) {
  const target = useRef<HTMLDivElement>(null)
  const source = useMemo(() => new VectorSource(), [])
  const map = useRef<OlMap>(undefined)
  const pick = useRef(onPick)
  pick.current = onPick
  const placed = findings.filter((f) => f.lon && f.lat)

  useEffect(() => {
    const made = new OlMap({
      target: target.current!,
      layers: [new VectorLayer({ source })],
      view: new View({ projection: 'EPSG:4326', center: [105, 30], zoom: 12, maxZoom: 20 }),
    })
    made.on('click', (e) => made.forEachFeatureAtPixel(e.pixel, (f) => pick.current(String(f.getId())), { hitTolerance: 6 }))
    map.current = made
    return () => made.setTarget(undefined)
  }, [source])

  useEffect(() => {
    source.clear()
    for (const f of placed) {
      const feature = new Feature(new Point([Number(f.lon), Number(f.lat)]))
      feature.setId(f.id)
      feature.setStyle(
        new Style({
          image: new Circle({
            radius: f.id === picked ? 9 : 5,
            fill: new Fill({ color: severities[f.severity]?.color ?? '#999' }),
            stroke: new Stroke({ color: '#fff', width: 1.5 }),
          }),
        }),
      )
      source.addFeature(feature)
    }
    const view = map.current?.getView(),
      extent = source.getExtent()
    const at = placed.find((f) => f.id === picked)
    if (at) view?.setCenter([Number(at.lon), Number(at.lat)])
    else if (extent && !isEmpty(extent)) view?.fit(extent, { padding: [24, 24, 24, 24], maxZoom: 17 })
  }, [findings, picked, source])

  return (
    <div
      ref={target}
      role="group"
      aria-label={label}
      style={{ height: 260, display: placed.length ? 'block' : 'none', border: '1px solid rgba(128,128,128,.3)' }}
    />
  )
}
