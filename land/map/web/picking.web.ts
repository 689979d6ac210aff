// What a click, the pointer and Esc do on the map of parcels: they choose a parcel, ask a place, leave what was chosen, or measure.
import type OlMap from 'ol/Map.js'
import { unByKey } from 'ol/Observable.js'
import type VectorTileLayer from 'ol/layer/VectorTile.js'
import { useEffect, type RefObject } from 'react'
import { useKeyPlace } from '../../../platform/list/keys/keyed.web.ts'
import { startMeasure, type MeasureKind } from './measure.web.ts'
import { mapWords, type Translate } from './words.ts'

/** Where Esc has a meaning of its own: what is typed in, and what lies over the page. */
const OWN_ESCAPE = 'input, textarea, [role=dialog], [role=menu], [role=listbox]'
/** Whether somebody presses Esc for the page, and not for something that takes it by itself. */
const isEscape = (event: KeyboardEvent): boolean =>
  event.key === 'Escape' && !event.defaultPrevented && !(event.target instanceof Element && event.target.closest(OWN_ESCAPE))

/** Whether the map is on the page that is shown: others stay in the window beside it. */
const isSeen = (map: OlMap): boolean => map.getTargetElement()?.checkVisibility() ?? false

interface Picking {
  parcels: VectorTileLayer
  measure: MeasureKind | undefined
  latest: RefObject<{
    drawing?: object | undefined
    onPlace?: ((place: { x: number; y: number; zoom: number }) => void) | undefined
    onPick?: ((dkbm: string, coordinate: [number, number]) => void) | undefined
    onLeave?: (() => void) | undefined
  }>
  t: Translate
  onHover(dkbm: string | undefined): void
}
/** What Esc does on a map that is measured on, or whose parcels are chosen; the effect below listens. */
const ESCAPES = (['measure-clear', 'parcel-leave'] as const).map((what) => [{ keys: ['Escape'], shown: 'Esc', what: mapWords[what]!, run: () => {} }])
export function usePicking(map: OlMap | undefined, { parcels, measure, latest, t, onHover }: Picking): void {
  useKeyPlace(!!map, mapWords.map!, ESCAPES[measure ? 0 : 1]!)
  useEffect(() => {
    if (!map) return
    if (measure) {
      const tool = startMeasure(map, measure, t)
      const onKey = (event: KeyboardEvent) => event.key === 'Escape' && tool.clear()
      addEventListener('keydown', onKey)
      return () => {
        removeEventListener('keydown', onKey)
        tool.stop()
      }
    }
    const at = (pixel: number[]) =>
      map.forEachFeatureAtPixel(pixel, (feature) => feature.get('dkbm') as string | undefined, { layerFilter: (layer) => layer === parcels })
    const move = map.on('pointermove', (event) => {
      if (event.dragging) return
      const dkbm = at(event.pixel)
      onHover(dkbm)
      map.getViewport()?.style.setProperty('cursor', dkbm ? 'pointer' : '')
    })
    const click = map.on('singleclick', (event) => {
      const { drawing, onPlace, onPick, onLeave } = latest.current
      if (drawing) return
      if (onPlace) return onPlace({ x: event.coordinate[0]!, y: event.coordinate[1]!, zoom: map.getView().getZoom() ?? 16 })
      const dkbm = at(event.pixel)
      if (dkbm) onPick?.(dkbm, [event.coordinate[0]!, event.coordinate[1]!])
      else onLeave?.()
    })
    // what is being drawn takes Esc first
    const onKey = (event: KeyboardEvent) => isEscape(event) && isSeen(map) && !latest.current.drawing && latest.current.onLeave?.()
    addEventListener('keydown', onKey)
    return () => {
      unByKey([move, click])
      removeEventListener('keydown', onKey)
    }
  }, [map, measure, parcels, t])
}
