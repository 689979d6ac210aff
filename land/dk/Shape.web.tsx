import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Alert, ConfigProvider } from 'antd'
import { useMemo } from 'react'
import { regionOfFbf } from '../../kit/model/region-code.ts'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { boundsOfWkt, type BoundingBox } from '../geometry/outline.ts'
import { RegionMap, useExtent } from '../map/RegionMap.web.tsx'
import { MapPlace, ParcelEditor } from '../map/maps.web.tsx'
import type { EditorValue } from '../map/web/ParcelEditor.web.tsx'
import { words } from '../definitions/words.ts'

export interface Near {
  id: string
  dkbm: string
  dkmc: string
  cbfmc: string | null
  geom: string
}
const MARGIN = 0.0015
const MAX_SIDE = 0.012

/** The middle of a box, at most MAX_SIDE wide: the server gives no more at once. */
function around([w, s, e, n]: BoundingBox): BoundingBox {
  const x = (w + e) / 2,
    y = (s + n) / 2,
    half = (v: number) => Math.min(v / 2 + MARGIN, MAX_SIDE)
  return [x - half(e - w), y - half(n - s), x + half(e - w), y + half(n - s)]
}

/** Parcels around a parcel (WKT), or at the middle of an issuer's land when there is no parcel yet. */
export function useAround({ wkt, fbfbm }: { wkt?: string; fbfbm?: string }): UseQueryResult<Near[]> {
  const extent = useExtent(fbfbm ? regionOfFbf(fbfbm) : '', !wkt && !!fbfbm)
  const box = wkt ? boundsOfWkt(wkt) : (extent.data ?? undefined)
  const bbox =
    box &&
    around(box)
      .map((v) => v.toFixed(6))
      .join(',')
  return useQuery({
    queryKey: queryKeyOf('dk', 'around', bbox ?? ''),
    enabled: !!wkt || extent.isFetched,
    retry: false,
    queryFn: async () => (bbox ? api.get<Near[]>('map/dk/list', { bbox }, { quiet: true }) : []),
  })
}

interface ShapeProps {
  id: string
  view: boolean
  start?: string
  around: UseQueryResult<Near[]>
  onDrawn(v: EditorValue): void
}
/** The outline of a parcel: on the map to read, in the editor to change. A new parcel needs its issuer first. */
export function ShapePanel({ id, view, start, around: near, onDrawn }: ShapeProps) {
  const { say, lang } = useSay()
  const { search } = usePageState()
  const neighbours = useMemo(
    () => (near.data ?? []).filter((n) => n.dkbm !== id).map((n) => ({ id: n.dkbm, wkt: n.geom, name: n.cbfmc || n.dkmc })),
    [near.data, id],
  )
  if (view)
    return (
      <ConfigProvider componentDisabled={false}>
        <RegionMap regionCode={id.slice(0, 12)} asOf={search.asOf} selected={id} height={320} />
      </ConfigProvider>
    )
  if (near.error) return <Alert type="error" showIcon title={near.error.message} />
  if (!near.data) return near.isFetching ? <MapPlace height={120} /> : <Alert type="info" showIcon title={say(words.pickIssuer)} />
  return (
    <ConfigProvider componentDisabled={false}>
      <ParcelEditor id={id} neighbours={neighbours} onChange={onDrawn} lang={lang} height={360} {...(start ? { value: start } : {})} />
    </ConfigProvider>
  )
}
