import Feature from 'ol/Feature.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { unByKey } from 'ol/Observable.js'
import View from 'ol/View.js'
import { defaults as defaultControls } from 'ol/control/defaults.js'
import ScaleLine from 'ol/control/ScaleLine.js'
import type LineString from 'ol/geom/LineString.js'
import type Polygon from 'ol/geom/Polygon.js'
import Draw from 'ol/interaction/Draw.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import Snap from 'ol/interaction/Snap.js'
import VectorLayer from 'ol/layer/Vector.js'
import VectorSource from 'ol/source/Vector.js'
import { equalPoints, roundPoint, type Parcel, type Point } from '../../geometry/shape.ts'
import { snapPoint } from '../../geometry/edit.ts'
import { editedShape, neighboursOf, type EditorAction, type EditorState } from './editor-state.ts'
import { zoneProjection } from './grid.web.ts'
import { editorStyle, olPolygon, sketchStyle } from './parcel-style.web.ts'

export type EditorMode = 'modify' | 'draw' | 'split' | 'merge'
export type EditorMap = { map: OlMap; source: VectorSource; sketch: VectorSource }

/** How near (screen pixels) the pointer must come to a point or an edge. */
const reach = 10

/** Makes the editor's map in the metres of the zone, so that shapes stand undistorted and need no conversion. */
export function makeEditorMap(target: HTMLElement, zone: number): EditorMap {
  const source = new VectorSource(),
    sketch = new VectorSource()
  const map = new OlMap({
    target,
    controls: defaultControls({ zoom: false, rotate: false }).extend([new ScaleLine()]),
    layers: [new VectorLayer({ source, zIndex: 1 }), new VectorLayer({ source: sketch, zIndex: 2, style: sketchStyle() })],
    view: new View({
      projection: zoneProjection(zone),
      center: [500_000, 3_300_000],
      resolution: 0.5,
      minResolution: 0.005,
      maxResolution: 500,
      enableRotation: false,
    }),
  })
  return { map, source, sketch }
}

/** Shows the state: neighbours below, new pieces, the edited parcel with its points on top. */
export function showState({ source }: EditorMap, state: EditorState, dark: boolean): void {
  const known = new Set(state.start.map((parcel) => parcel.id))
  const features = state.parcels.map(({ id, shape }) => {
    const kind = id === state.id ? 'edited' : known.has(id) ? 'neighbour' : 'added'
    const feature = new Feature(olPolygon(shape))
    feature.setId(id)
    const styles = editorStyle(kind, id, shape, dark, state.selected)
    styles.forEach((style) => style.setZIndex(kind === 'edited' ? 2 : kind === 'added' ? 1 : 0))
    feature.setStyle(styles)
    return feature
  })
  source.clear(true)
  source.addFeatures(features)
}

/** Goes to the edited parcel, or to the neighbours when it is not drawn yet. */
export function fitState({ map, source }: EditorMap, state: EditorState): void {
  const own = editedShape(state)
  const extent = own ? olPolygon(own).getExtent() : source.getExtent()
  if (extent && Number.isFinite(extent[0])) map.getView().fit(extent, { padding: [70, 70, 70, 70], minResolution: 0.02 })
}

/** Dragging of points: a press on a point takes it, a press on an edge makes one; the target snaps to the neighbours. */
function dragPoints(view: EditorMap, state: () => EditorState, dispatch: (action: EditorAction) => void): PointerInteraction {
  let held: { from: Point; fresh: boolean; down: Point } | undefined
  const tolerance = () => reach * (view.map.getView().getResolution() ?? 1)
  const own = (): Parcel[] => state().parcels.filter((parcel) => parcel.id === state().id)
  const aim = (event: MapBrowserEvent): Point => {
    const raw = roundPoint(event.coordinate)
    const targets = neighboursOf(state()).filter((parcel) => !held || !parcel.shape.some((ring) => ring.some((p) => equalPoints(p, held!.from))))
    return snapPoint(raw, targets, tolerance())?.point ?? raw
  }
  const preview = (to: Point) => {
    view.sketch.clear(true)
    for (const { shape } of state().parcels.filter((parcel) => parcel.shape.some((ring) => ring.some((p) => equalPoints(p, held!.from)))))
      view.sketch.addFeature(new Feature(olPolygon(shape.map((ring) => ring.map((p) => (equalPoints(p, held!.from) ? to : p))))))
  }
  return new PointerInteraction({
    handleDownEvent: (event) => {
      const raw = roundPoint(event.coordinate)
      const hit = snapPoint(raw, own(), tolerance())
      if (!hit) dispatch({ type: 'select' })
      held = hit && { from: hit.point, fresh: hit.kind === 'edge', down: raw }
      return held !== undefined
    },
    handleDragEvent: (event) => preview(aim(event)),
    handleUpEvent: (event) => {
      if (!held) return false
      const to = aim(event)
      const still = Math.hypot(event.coordinate[0]! - held.down[0], event.coordinate[1]! - held.down[1]) < tolerance() / 3
      if (held.fresh && !still) dispatch({ type: 'insert-move', at: held.from, to })
      else if (still) dispatch({ type: 'select', point: held.fresh ? undefined : held.from })
      else dispatch({ type: 'move', from: held.from, to })
      held = undefined
      view.sketch.clear(true)
      return false
    },
  })
}

function drawOutline(view: EditorMap, mode: 'draw' | 'split', dispatch: (action: EditorAction) => void, finished: () => void): Draw {
  const draw = new Draw({ type: mode === 'draw' ? 'Polygon' : 'LineString', style: sketchStyle(), stopClick: true })
  draw.on('drawend', (event) => {
    const geometry = event.feature.getGeometry()
    if (mode === 'draw') dispatch({ type: 'draw', shape: (geometry as Polygon).getCoordinates().map((ring) => ring.slice(0, -1).map(roundPoint)) })
    else dispatch({ type: 'split', line: (geometry as LineString).getCoordinates().map(roundPoint) })
    finished()
  })
  return draw
}

/** Puts the interactions of a mode onto the map. Returns how to abort what is being drawn and how to take them off again. */
export function startMode(
  view: EditorMap,
  mode: EditorMode,
  state: () => EditorState,
  dispatch: (action: EditorAction) => void,
  finished: () => void,
): { abort(): void; off(): void } {
  const { map, source } = view
  if (mode === 'merge') {
    const click = map.on('singleclick', (event) => {
      const id = map.forEachFeatureAtPixel(event.pixel, (feature) => (feature.getId() === state().id ? undefined : feature.getId()))
      if (id !== undefined) dispatch({ type: 'merge', id: String(id) })
    })
    return { abort: finished, off: () => unByKey(click) }
  }
  const tools =
    mode === 'modify' ? [dragPoints(view, state, dispatch)] : [drawOutline(view, mode, dispatch, finished), new Snap({ source, pixelTolerance: reach })]
  tools.forEach((tool) => map.addInteraction(tool))
  return {
    abort: () => (tools[0] instanceof Draw ? tools[0].abortDrawing() : dispatch({ type: 'select' })),
    off: () => tools.forEach((tool) => map.removeInteraction(tool)),
  }
}
