import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { LayerChoices, LayerHits } from './layers.web.ts'
import { drawnText, type DrawnShape } from './layers/search-shape.ts'
import type { MapShape } from './web/drawing.web.ts'

/** What is searched: a drawn shape or a parcel, so many metres around it, and how it is compared. */
interface Searched {
  shape?: DrawnShape
  dkbm?: string
}
interface Found {
  shape: MapShape['geometry']
  parcels?: { count: number; mu: string }
  layers: LayerHits[]
}
const COLOUR = '#d4380d'
/** A search by shape while the map is open: what is asked, what was found, and what of it the map shows. */
export function useMapSearch(layers: LayerChoices['layers'], asOf: string | undefined) {
  const [searched, setSearched] = useState<Searched>()
  const [metres, setMetres] = useState(0)
  const [relation, setRelation] = useState<'meets' | 'within'>('meets')
  const [isOnly, setOnly] = useState(false)
  const ids = layers.filter((l) => l.isOn && l.isQueryable === 1).map((l) => l.id)
  const asked = useMemo(
    () => searched && { ...(searched.shape ? { shape: drawnText(searched.shape) } : { dkbm: searched.dkbm }), metres, relation, ...(asOf ? { asOf } : {}) },
    [searched, metres, relation, asOf],
  )
  const found = useQuery({
    queryKey: queryKeyOf('map', 'spatial', asked, ids.join()),
    enabled: !!asked,
    retry: false,
    queryFn: () => api.get<Found>('yzt/feature/spatial', { ...asked!, layers: ids.slice(0, 12).join(',') }, { quiet: true }),
  })
  const data = asked ? found.data : undefined
  const codes = useMemo(() => data && new Set(data.layers.flatMap((l) => l.features.flatMap((f) => (f.dkbm ? [f.dkbm] : [])))), [data])
  const shapes = useMemo((): MapShape[] => (data ? [{ geometry: data.shape, color: COLOUR }] : []), [data])
  /** whether every parcel that was found is told by its code */
  const isWhole = !!codes && data?.parcels?.count === codes.size
  return {
    asked,
    data,
    error: asked ? found.error : null,
    isFetching: found.isFetching,
    metres,
    setMetres,
    relation,
    setRelation,
    search: setSearched,
    /** the parcels that were found, and whether no other is shown */
    codes,
    isWhole,
    isOnly: isOnly && isWhole,
    setOnly,
    shapes,
  }
}
export type MapSearch = ReturnType<typeof useMapSearch>
