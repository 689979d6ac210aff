import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { FeatureLooks } from './web/feature-style.web.ts'
import { chosenLayers, linkedChoices, drawnOnce, readLinkedLayers } from './layers/view-link.ts'
import type { ShownLayer } from './web/map-layers.web.ts'

/** A layer as the tree lists it (layer-tree.server.ts). */
export interface ListedLayer extends Omit<ShownLayer, 'kind'> {
  key: string
  title: string
  group: string
  source: string
  kind: ShownLayer['kind'] | 'parcels' | 'ground' | 'features'
  isDefault: number
  isQueryable: number
  legend: string
  state: 'ready' | 'away'
  awayFor: number
}
/** What a person chose of a layer. */
interface Choice {
  isOn: boolean
  opacity: number
}

/** The layers of the map with what the person chose of each, the uppermost first. */
export interface LayerChoices {
  layers: readonly (ListedLayer & Choice)[]
  isLoading: boolean
  change(id: string, to: Partial<Choice>): void
  /** moves a layer one place up (-1) or down (1) */
  move(id: string, by: -1 | 1): void
  /** shows the layers as a text of an address says them */
  apply(linked: string): void
}
/** Layers as they are listed, and what a person does with them while the map is open. */
export function useLayerChoices(linked = ''): LayerChoices {
  const listed = useQuery({
    queryKey: queryKeyOf('map', 'layers'),
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<ListedLayer[]>('yzt/layer/list', {}, { quiet: true }),
  })
  // what a link says of layers is where a person begins
  const [chosen, setChosen] = useState<Readonly<Record<string, Partial<Choice>>>>(() => linkedChoices(readLinkedLayers(linked)))
  const [order, setOrder] = useState<readonly string[]>(() => readLinkedLayers(linked).map((l) => l.id))
  const layers = useMemo(() => chosenLayers(listed.data ?? [], chosen, order), [listed.data, chosen, order])
  return {
    layers,
    isLoading: listed.isLoading,
    change: (id, to) => setChosen((all) => ({ ...all, [id]: { ...all[id], ...to } })),
    apply: (text) => {
      setChosen(linkedChoices(readLinkedLayers(text)))
      setOrder(readLinkedLayers(text).map((l) => l.id))
    },
    move: (id, by) => {
      const ids = layers.map((l) => l.id)
      const at = ids.indexOf(id)
      const to = at + by
      if (at < 0 || to < 0 || to >= ids.length) return
      ids.splice(at, 1)
      ids.splice(to, 0, id)
      setOrder(ids)
    },
  }
}
/** Those of them that are drawn over the parcels' own tiles. */
export const drawnLayers = (layers: LayerChoices['layers']): ShownLayer[] =>
  drawnOnce(layers.filter((l) => l.isOn)).flatMap((l) =>
    l.kind !== 'parcels' && l.kind !== 'ground' && l.kind !== 'features' ? [{ ...l, kind: l.kind, opacity: l.opacity / 100 }] : [],
  )

/** Layers of packages that are on, by key: how strong each is (0 to 1), and its colours. */
export const featureLayers = (layers: LayerChoices['layers']): FeatureLooks =>
  new Map(drawnOnce(layers.filter((l) => l.isOn)).flatMap((l) => (l.kind === 'features' ? [[l.key, { ...l.style, opacity: l.opacity / 100 }]] : [])))

/** What a layer has at a place (layers.server.ts). */
export interface LayerHits {
  id: string
  name: string
  state: 'ok' | 'failed'
  message: string
  features: { title: string; dkbm: string; values: { name: string; label: string; dict: string; value: string }[] }[]
}
/** A place that was clicked, and the zoom of the map then. */
export interface ClickedPlace {
  x: number
  y: number
  zoom: number
}
/** What lies at a place in the layers that are on. */
export const useHits = (place: ClickedPlace | undefined, layers: LayerChoices['layers'], asOf?: string) => {
  const ids = layers.filter((l) => l.isOn && l.isQueryable === 1).map((l) => l.id)
  return useQuery({
    queryKey: queryKeyOf('map', 'hits', place, ids.join(), asOf),
    enabled: !!place,
    retry: false,
    queryFn: () => api.get<LayerHits[]>('yzt/feature/query', { ...place!, layers: ids.slice(0, 12).join(','), ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
}
