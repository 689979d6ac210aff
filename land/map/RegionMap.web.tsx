import { useQuery } from '@tanstack/react-query'
import { Alert, Empty, Flex } from 'antd'
import { useEffect, useMemo, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { STATUS_COLOURS } from './layers/colours.ts'
import type { BaseMap } from './web/grid.web.ts'
import type { ParcelMapProps } from './web/ParcelMap.web.tsx'
import type { BoundingBox } from '../geometry/outline.ts'
import type { Cluster } from './tiles/cluster.ts'
import type { MapView, NamedPoint } from './layers/view-link.ts'
import { drawnLayers, featureLayers, type ClickedPlace, type LayerChoices } from './layers.web.ts'
import { mapIsComing, MapPlace, ParcelMap } from './maps.web.tsx'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'

const NO_SHAPES: Text = { zh: '该区域没有地块图形', en: 'No parcel shapes in this region' }

/** Width of what stands over the map, in pixels. */
const CARD = 360
/** What a click on the map tells of a parcel; `geom` is WKT in EPSG:4326. */
export interface ParcelFacts {
  id: string
  dkbm: string
  dkmc: string
  cbfbm: string | null
  cbfmc: string
  fbfbm: string
  geom: string
  [field: string]: unknown
}
/** What a call says of the registered day; nothing of today. */
const dayOf = (asOf?: string) => (asOf ? { asOf } : {})
/** The parcel with this code as the map knows it, today or on a registered day. */
export function useParcel(dkbm: string | undefined, asOf?: string) {
  return useQuery({
    queryKey: queryKeyOf('dk', 'popup', dkbm, asOf),
    enabled: !!dkbm,
    retry: false,
    queryFn: () => api.get<ParcelFacts>('map/dk/popup', { dkbm, ...dayOf(asOf) }, { quiet: true }),
  })
}
interface LandOf {
  extent: BoundingBox | null
  place: BoundingBox | null
}
const landOf = (l: LandOf) => l.extent
const outlineOf = (l: LandOf) => l.place
/** Bounds of the parcels of a region in degrees, or of its outline; null when it has none. */
export function useExtent(regionCode: string, wanted = true, asOf?: string, of: 'land' | 'outline' = 'land') {
  return useQuery({
    queryKey: queryKeyOf('map', 'extent', regionCode, asOf),
    enabled: wanted,
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<LandOf>('map/dk/extent', { regionCode, ...dayOf(asOf) }, { quiet: true }),
    select: of === 'land' ? landOf : outlineOf,
  })
}

/** Where the parcels of a region are, for small scales. */
const useOverview = (regionCode: string, asOf?: string) =>
  useQuery({
    queryKey: queryKeyOf('map', 'overview', regionCode, asOf),
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<Cluster[]>('map/dk/overview', { regionCode, ...dayOf(asOf) }, { quiet: true }),
  })
/** The base map of the settings, if any. */
const useBaseMap = () =>
  useQuery({
    queryKey: queryKeyOf('map', 'base'),
    retry: false,
    staleTime: Infinity,
    queryFn: () => api.get<BaseMap[]>('yzt/base-map/list', {}, { quiet: true }),
  })

/** Tiles need the token, so they go through the client. */
const tile = async (url: string): Promise<ArrayBuffer> => (await api.blob(url, {}, { quiet: true })).blob.arrayBuffer()

interface RegionMapProps {
  /** '' is everything the caller may see */
  regionCode: string
  selected?: string
  hovered?: string
  /** the registered day that is shown; none: today */
  asOf?: string | undefined
  /** colours of single parcels by code, over those of their status */
  marks?: ReadonlyMap<string, string> | undefined
  onPick?(dkbm: string): void
  /** a person turns away from the chosen parcel: empty land was clicked, or Esc pressed */
  onLeave?: (() => void) | undefined
  /** offers a button that tells what the map shows, in degrees */
  onExtent?(shown: BoundingBox): void
  height: number | string
  layers?: LayerChoices['layers'] | undefined
  swipe?: number | undefined
  onPlace?: ((place: ClickedPlace) => void) | undefined
  /** what colours the parcels, with its legend; none: their status */
  theme?: { key: string; legend: readonly { code: string; label: string; color: string }[] } | undefined
  view?: MapView | undefined
  onView?: ((view: MapView) => void) | undefined
  points?: readonly NamedPoint[] | undefined
  /** what is drawn, what stands drawn, which parcels are left out */
  drawn?: Pick<ParcelMapProps, 'drawing' | 'shapes' | 'leftOut'> | undefined
  /** stands over the map, at its lower right */
  children?: ReactNode
}
/** Parcels of a region on the map: opens at their bounds, coloured by registration status, goes to the selected one. */
export function RegionMap({
  regionCode,
  selected,
  hovered,
  asOf,
  marks,
  onPick,
  onLeave,
  onExtent,
  layers,
  swipe,
  onPlace,
  theme,
  view,
  onView,
  points,
  drawn: over,
  height,
  children,
}: RegionMapProps) {
  const { say, lang } = useSay()
  useEffect(mapIsComing, [])
  const extent = useExtent(regionCode, true, asOf)
  const outline = useExtent(regionCode, true, asOf, 'outline').data
  const clusters = useOverview(regionCode, asOf).data
  const base = useBaseMap().data?.[0]
  const { choices } = useDict('djzt')
  const parcel = useParcel(selected, asOf)
  const parcels = layers?.find((l) => l.key === 'dk' && l.kind === 'parcels')
  const isGroundOff = layers?.some((l) => l.kind === 'ground' && !l.isOn)
  const drawn = useMemo(() => layers && drawnLayers(layers), [layers])
  const features = useMemo(() => layers && featureLayers(layers), [layers])
  const legend = useMemo(() => choices.map((c) => ({ code: c.value, label: c.label, color: STATUS_COLOURS[c.value] ?? '#98a2b3' })), [choices])
  if (extent.isLoading) return <MapPlace height={height} />
  if (extent.error) return <LoadFailed error={extent.error} onRetry={extent.refetch} />
  // a region without land is shown where it lies, on the map that shows more than land
  const bounds = extent.data ?? (layers ? outline : null)
  if (!bounds)
    return (
      <Flex justify="center" align="center" style={{ height }}>
        <Empty description={say(NO_SHAPES)} />
      </Flex>
    )
  return (
    <div style={{ position: 'relative' }}>
      <ParcelMap
        key={`${regionCode} ${asOf ?? ''}`}
        url={`/api/map/dk/tile/{z}/{x}/{y}?regionCode=${regionCode}${asOf ? `&asOf=${asOf}` : ''}${theme ? `&theme=${theme.key}` : ''}`}
        {...(isGroundOff ? {} : { ground: '/api/map/region/tile/{z}/{x}/{y}' })}
        {...(drawn ? { layers: drawn } : {})}
        {...(features ? { features: { url: `/api/map/layer/tile/{z}/{x}/{y}${asOf ? `?asOf=${asOf}` : ''}`, looks: features } } : {})}
        swipe={swipe}
        opacity={parcels ? (parcels.isOn ? parcels.opacity / 100 : 0) : 1}
        onPlace={onPlace}
        load={tile}
        extent={bounds}
        legend={theme?.legend ?? legend}
        statusField={theme ? 'class' : 'djzt'}
        view={view}
        onView={onView}
        points={points}
        {...over}
        lang={lang}
        height={height}
        {...(marks ? { marks } : {})}
        {...(clusters ? { clusters } : {})}
        {...(base ? { base } : {})}
        {...((hovered ?? selected) ? { selected: hovered ?? selected } : {})}
        {...(children ? { covered: CARD + 52 } : {})}
        {...(parcel.data?.geom ? { selectedWkt: parcel.data.geom } : {})}
        onPick={(dkbm) => onPick?.(dkbm)}
        onLeave={onLeave}
        {...(onExtent ? { onExtent } : {})}
      />
      {!extent.data && <Alert type="info" showIcon title={say(NO_SHAPES)} className="map-empty" />}
      {children && <div style={{ position: 'absolute', right: 52, bottom: 12, width: CARD, maxWidth: 'calc(100% - 64px)' }}>{children}</div>}
    </div>
  )
}
