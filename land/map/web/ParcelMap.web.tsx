import 'ol/ol.css'
import '../map.css'
import { AimOutlined, BorderOutlined, ColumnWidthOutlined, CompressOutlined, FilterOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Space, theme, Tooltip } from 'antd'
import OlMap from 'ol/Map.js'
import View from 'ol/View.js'
import { defaults as defaultControls } from 'ol/control/defaults.js'
import ScaleLine from 'ol/control/ScaleLine.js'
import MVT from 'ol/format/MVT.js'
import type { FeatureLike } from 'ol/Feature.js'
import { unByKey } from 'ol/Observable.js'
import VectorTileLayer from 'ol/layer/VectorTile.js'
import VectorTileSource from 'ol/source/VectorTile.js'
import type VectorTile from 'ol/VectorTile.js'
import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { controlsIn } from '../layers/colours.ts'
import { middleBeside, paddingFor, type Covered } from '../layers/padding.ts'
import { boundsOfWkt, type BoundingBox } from '../../geometry/outline.ts'
import { baseLayer, vectorGrid, type BaseMap } from './grid.web.ts'
import { featureStyle, type FeatureLooks } from './feature-style.web.ts'
import { groundStyle } from './ground-style.web.ts'
import { useMapLayers, type ShownLayer } from './map-layers.web.ts'
import { useDrawing, useShapes, type Drawing, type MapShape } from './drawing.web.ts'
import { usePointerPlace, usePoints, useView } from './map-extras.web.ts'
import { usePicking } from './picking.web.ts'
import type { MapView, NamedPoint } from '../layers/view-link.ts'
import type { MeasureKind } from './measure.web.ts'
import type { Cluster } from '../tiles/cluster.ts'
import { overviewLayer, parcelResolution } from './overview.web.ts'
import { tileStyle, type LegendEntry, type ParcelLook } from './parcel-style.web.ts'
import { translator, type Translate, type MapWords } from './words.ts'

export type ParcelMapProps = {
  /** template with {z}, {x}, {y} of vector tiles in the 4490/4326 grid */
  url: string
  /** the same of the borders of regions, a quiet ground below the parcels */
  ground?: string
  /** tiles of the layers of packages, which lie below the parcels, and how those that are on look */
  features?: { url: string; looks: FeatureLooks }
  /** fetches a tile (for signed-in calls); an ordinary fetch when missing */
  load?: Load
  /** west, south, east, north in degrees: first view and "full extent" */
  extent: BoundingBox
  legend: readonly LegendEntry[]
  statusField?: string
  areaField?: string
  selected?: string
  /** geometry of the selected parcel (WKT, EPSG:4326): the map goes there */
  selectedWkt?: string
  /** how many pixels at the right are covered: what is selected is shown beside it */
  covered?: number
  /** colours of single parcels by code, over those of the legend */
  marks?: ReadonlyMap<string, string>
  base?: BaseMap
  /** shown while parcels are under a pixel */
  clusters?: readonly Cluster[]
  onPick?: (dkbm: string, coordinate: [number, number]) => void
  /** a person turns away from what he chose: he clicks where no parcel is, or presses Esc */
  onLeave?: (() => void) | undefined
  /** layers over and under the parcels, the uppermost first */
  layers?: readonly ShownLayer[]
  /** where the uppermost picture is cut, 0 to 1 of the width */
  swipe?: number | undefined
  /** how strong the parcels are, 0 to 1 */
  opacity?: number
  /** a click anywhere asks what lies there, instead of choosing a parcel */
  onPlace?: ((place: { x: number; y: number; zoom: number }) => void) | undefined
  /** where the map goes, before and beside its extent; it tells where it stands */
  view?: MapView | undefined
  onView?: ((view: MapView) => void) | undefined
  /** points with names over everything */
  points?: readonly NamedPoint[] | undefined
  /** what a person draws now, what stands drawn over the parcels, and which parcels are left out */
  drawing?: Drawing | undefined
  shapes?: readonly MapShape[] | undefined
  leftOut?: ParcelLook['leftOut']
  /** offers a button that tells what the map shows, in degrees */
  onExtent?: (shown: BoundingBox) => void
  lang?: 'zh' | 'en'
  words?: Translate | MapWords
  height: number | string
}

/** Room around what is selected, for its label and neighbours; height of what may lie over the map. In pixels. */
const SIDE = 80,
  COVER_HEIGHT = 380
async function plainFetch(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(String(response.status))
  return response.arrayBuffer()
}

type Load = (url: string) => Promise<ArrayBuffer>
function tileSource(url: string, load: Load, onError: () => void): VectorTileSource {
  const format = new MVT()
  const source: VectorTileSource = new VectorTileSource({
    format,
    url,
    projection: 'EPSG:4326',
    tileGrid: vectorGrid,
    tileLoadFunction: (tile, address) =>
      (tile as VectorTile<FeatureLike>).setLoader(async (extent, _resolution, projection) => {
        try {
          const bytes = await load(address)
          const features: FeatureLike[] = format.readFeatures(bytes, { extent, featureProjection: projection })
          ;(tile as VectorTile<FeatureLike>).setFeatures(features)
          return features
        } catch {
          ;(tile as VectorTile<FeatureLike>).setState(3)
          onError()
          return []
        }
      }),
  })
  return source
}

/** Shows bounds beside what stands over the map; parcels rather than their overview when that takes no more than a step nearer. */
function show(map: OlMap, bounds: BoundingBox, covered: Covered, duration?: number): void {
  const view = map.getView()
  const [width = 0, height = 0] = map.getSize() ?? []
  const padding = paddingFor([width, height], covered)
  if (duration !== undefined) return view.fit(bounds, { padding, duration })
  view.fit(bounds, { padding })
  const at = view.getResolution() ?? 0
  if (at <= parcelResolution || at >= parcelResolution * 2.1) return
  view.setResolution(parcelResolution)
  view.setCenter(middleBeside(bounds, padding, parcelResolution))
}
/** What the buttons of the map cover at its right, and its legend at least at its left, in pixels. */
const BUTTONS = 48,
  LEGEND = 96,
  LEGEND_FOOT = 36

/** Says on the map's element whether everything in view has come and is drawn: what reads a screen aloud asks for it, and so does who takes its picture. Answers how to end that. */
function tellWhenDrawn(map: OlMap): () => void {
  const busy = (is: boolean) => map.getTargetElement()?.setAttribute('aria-busy', String(is))
  busy(true)
  const keys = [map.on('movestart', () => busy(true)), map.on('loadstart', () => busy(true)), map.on('rendercomplete', () => busy(false))]
  return () => unByKey(keys)
}

/** A picture below everything. */
function useBase(map: OlMap | undefined, base: BaseMap | undefined): void {
  useEffect(() => {
    if (!map || !base) return
    const layer = baseLayer(base)
    map.getLayers().insertAt(0, layer)
    return () => void map.removeLayer(layer)
  }, [map, base])
}

/** Borders of regions below the parcels, above the picture. */
function useGround(map: OlMap | undefined, url: string | undefined, load: Load, dark: boolean, parcels: VectorTileLayer, onError: () => void): void {
  const failed = useRef(onError)
  failed.current = onError
  useEffect(() => {
    if (!map || !url) return
    const layer = new VectorTileLayer({ declutter: true, source: tileSource(url, load, () => failed.current()), style: groundStyle(dark) })
    map.getLayers().insertAt(map.getLayers().getArray().indexOf(parcels), layer)
    return () => void map.removeLayer(layer)
  }, [map, url, load, dark, parcels])
}

/** Features of packages below the parcels and the borders: asked for while one of their layers is on. */
function useFeatures(map: OlMap | undefined, of: ParcelMapProps['features'], load: Load, dark: boolean): void {
  const looks = of?.looks
  const url = looks?.size ? of?.url : undefined
  const layer = useMemo(() => new VectorTileLayer({ declutter: true }), [])
  useEffect(() => {
    if (!map || !url) return
    layer.setSource(tileSource(url, load, () => {}))
    const layers = map.getLayers()
    layers.insertAt(
      layers.getArray().findIndex((l) => l instanceof VectorTileLayer),
      layer,
    )
    return () => void map.removeLayer(layer)
  }, [map, url, load, layer])
  useEffect(() => layer.setStyle(looks && featureStyle(looks, dark)), [layer, looks, dark])
}

/** What lies below the parcels: the picture of the settings, features of packages, borders of regions. */
function useUnderParcels(map: OlMap | undefined, props: ParcelMapProps, load: Load, dark: boolean, parcels: VectorTileLayer, onError: () => void): void {
  useGround(map, props.ground, load, dark, parcels, onError)
  useBase(map, props.base)
  useFeatures(map, props.features, load, dark)
}
/** What stands over the parcels: points that a person brought, shapes, and what he draws. */
function useOverParcels(map: OlMap | undefined, { points, shapes, drawing }: ParcelMapProps, dark: boolean): void {
  usePoints(map, points, dark)
  useShapes(map, shapes, dark)
  useDrawing(map, drawing)
}
/** The place under the pointer, in a corner of the map. */
function PointerPlace({ map }: { map: OlMap | undefined }) {
  const { token } = theme.useToken()
  const at = useRef<HTMLDivElement>(null)
  usePointerPlace(map, at)
  const { colorTextSecondary: color, colorBgElevated: background } = token
  return <div ref={at} aria-hidden className="map-place" style={{ color, background }} />
}

/** Whether a hex colour is dark. */
export function isDarkMap(color: string): boolean {
  const digits = color.replace('#', '')
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const sum = (full.slice(0, 6).match(/../g) ?? []).reduce((total, part) => total + parseInt(part, 16), 0)
  return sum < 384
}

/** What stands over a map: its legend at the left, and at the right its buttons or what a screen laid there. */
const coveredBy = (legend: HTMLElement | null, right = BUTTONS): Covered => ({
  left: Math.max(LEGEND, (legend?.offsetWidth ?? 0) + 8),
  right,
  below: (legend?.offsetHeight ?? 0) + LEGEND_FOOT,
})
function Legend({ title, entries, ref }: { title: string; entries: readonly LegendEntry[]; ref: Ref<HTMLUListElement> }) {
  const { token } = theme.useToken()
  return (
    <ul
      ref={ref}
      aria-label={title}
      style={{
        position: 'absolute',
        left: 8,
        bottom: 36,
        margin: 0,
        padding: '6px 10px',
        listStyle: 'none',
        borderRadius: token.borderRadius,
        background: token.colorBgElevated,
        color: token.colorText,
        fontSize: 12,
        boxShadow: token.boxShadowTertiary,
      }}
    >
      {entries.map((entry) => (
        <li key={entry.code} style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
          <span className="map-swatch" style={{ background: `${entry.color}66`, border: `1px solid ${entry.color}` }} />
          {entry.label}
        </li>
      ))}
    </ul>
  )
}

/**
 * A map of parcels from vector tiles: filled by status with a legend, labelled when near, hover and selection, measuring, optional base map.
 * Controls: zoom, full extent, locate. Esc clears a measurement. Light or dark with antd's theme.
 */
export function ParcelMap(props: ParcelMapProps): ReactNode {
  const { url, load = plainFetch, extent, legend, statusField = 'zt', areaField = 'scmjm', selected, selectedWkt, marks, clusters, height, opacity = 1 } = props
  const t = useMemo(() => translator(props.words, props.lang), [props.words, props.lang])
  const { token } = theme.useToken()
  const dark = isDarkMap(token.colorBgBase)
  const target = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [map, setMap] = useState<OlMap>()
  const [hovered, setHovered] = useState<string>()
  const [measure, setMeasure] = useState<MeasureKind>()
  const [notice, setNotice] = useState<string>()
  const parcels = useMemo(() => new VectorTileLayer({ declutter: true, renderMode: 'vector' }), [])
  const legendAt = useRef<HTMLUListElement>(null)
  const coveredNow = () => coveredBy(legendAt.current, latest.current.covered)

  useEffect(() => {
    const made = new OlMap({
      target: target.current!,
      layers: [parcels],
      controls: defaultControls({ zoom: false, rotate: false }).extend([new ScaleLine()]),
      view: new View({
        projection: 'EPSG:4326',
        center: [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2],
        zoom: 14,
        maxZoom: 22,
        enableRotation: false,
      }),
    })
    show(made, latest.current.extent, coveredNow())
    setMap(made)
    const untold = tellWhenDrawn(made)
    return () => {
      untold()
      made.setTarget(undefined)
    }
  }, [parcels])

  useEffect(() => parcels.setSource(tileSource(url, load, () => setNotice('tile-failed'))), [parcels, url, load])
  const dense = (n: number) => `${n.toLocaleString('en')} ${t('dense')}`
  const look = { dark, selected, hovered, marks, leftOut: props.leftOut }
  useEffect(
    () => parcels.setStyle(tileStyle(legend, statusField, areaField, look, dense)),
    [parcels, legend, statusField, areaField, ...Object.values(look), t],
  )
  useUnderParcels(map, props, load, dark, parcels, () => setNotice('tile-failed'))
  useMapLayers(map, props.layers, load, props.swipe, parcels)
  useEffect(() => parcels.setOpacity(opacity), [parcels, opacity])
  useView(map, props.view, props.onView)
  useOverParcels(map, props, dark)
  useEffect(() => {
    if (!map || !clusters?.length) return
    const layer = overviewLayer(clusters, dark, (c) => `${c.count} ${t('parcels')}`)
    map.addLayer(layer)
    const click = map.on('singleclick', (event) => {
      const at = map.forEachFeatureAtPixel(event.pixel, (feature) => feature.get('cluster') as Cluster | undefined, { layerFilter: (l) => l === layer })
      if (at) map.getView().animate({ center: [at.x, at.y], resolution: parcelResolution / 4, duration: 300 })
    })
    return () => {
      unByKey(click)
      map.removeLayer(layer)
    }
  }, [map, clusters, dark, t])
  useEffect(() => {
    const bounds = selectedWkt && boundsOfWkt(selectedWkt)
    if (!map || !bounds) return
    const [width = 0, height = 0] = map.getSize() ?? []
    const covered = latest.current.covered ?? 0
    // on a narrow map the cover takes its width: what is selected is shown above it
    const right = covered && width > covered * 1.8 ? covered + SIDE : SIDE
    const bottom = covered && right === SIDE ? Math.min(height * 0.6, COVER_HEIGHT) : SIDE
    map.getView().fit(bounds, { padding: [SIDE, right, bottom, SIDE], maxZoom: 20, duration: 300 })
  }, [map, selectedWkt])
  usePicking(map, { parcels, measure, latest, t, onHover: setHovered })

  const zoomBy = (delta: number) => map?.getView().animate({ zoom: (map.getView().getZoom() ?? 14) + delta, duration: 200 })
  const locate = () =>
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => map?.getView().animate({ center: [coords.longitude, coords.latitude], zoom: 18, duration: 300 }),
      () => setNotice('locate-failed'),
    )
  const button = (key: string, icon: ReactNode, act: () => void, on = false) => (
    <Tooltip title={t(key)} placement="left">
      <Button icon={icon} aria-label={t(key)} aria-pressed={on} type={on ? 'primary' : 'default'} onClick={act} />
    </Tooltip>
  )
  const toggle = (kind: MeasureKind) => setMeasure(measure === kind ? undefined : kind)

  return (
    <div
      style={{
        ...controlsIn(token),
        position: 'relative',
        height,
        background: token.colorBgLayout,
        border: `1px solid ${token.colorBorderSecondary}`,
        fontFamily: token.fontFamily,
      }}
    >
      <div ref={target} role="application" aria-label={t('map')} tabIndex={0} style={{ position: 'absolute', inset: 0 }} />
      <Space orientation="vertical" size={4} style={{ position: 'absolute', top: 8, right: 8 }}>
        {button('zoom-in', <PlusOutlined />, () => zoomBy(1))}
        {button('zoom-out', <MinusOutlined />, () => zoomBy(-1))}
        {button('full-extent', <CompressOutlined />, () => map && show(map, extent, coveredNow(), 300))}
        {props.onExtent &&
          button('filter-extent', <FilterOutlined />, () => map && props.onExtent!(map.getView().calculateExtent(map.getSize()) as BoundingBox))}
        {button('locate', <AimOutlined />, locate)}
        {button('measure-length', <ColumnWidthOutlined />, () => toggle('length'), measure === 'length')}
        {button('measure-area', <BorderOutlined />, () => toggle('area'), measure === 'area')}
      </Space>
      <PointerPlace map={map} />
      {opacity !== 0 && <Legend ref={legendAt} title={t('legend')} entries={legend} />}
      {(measure || props.drawing || notice) && (
        <Alert
          style={{ position: 'absolute', top: 8, left: 8, maxWidth: '60%' }}
          type={notice ? 'warning' : 'info'}
          showIcon
          closable={notice ? { onClose: () => setNotice(undefined) } : false}
          title={t(notice ?? (props.drawing?.kind === 'Point' ? 'place-hint' : 'measure-hint'))}
        />
      )}
    </div>
  )
}
