// The maps as screens show them. What draws them is as large as the rest of a page together, and many pages have a map only in a dialog or a tab: it is
// fetched with the first that is shown, and its place is kept meanwhile.
import { Flex, Spin } from 'antd'
import { lazy, Suspense, type ReactNode } from 'react'
import type { CutMapProps } from './web/CutMap.web.tsx'
import type { ParcelEditorProps } from './web/ParcelEditor.web.tsx'
import type { ParcelMapProps } from './web/ParcelMap.web.tsx'

const fetchParcels = () => import('./web/ParcelMap.web.tsx')
const Parcels = lazy(async () => ({ default: (await fetchParcels()).ParcelMap }))
const Cuts = lazy(async () => ({ default: (await import('./web/CutMap.web.tsx')).CutMap }))
const Editor = lazy(async () => ({ default: (await import('./web/ParcelEditor.web.tsx')).ParcelEditor }))

/** Begins to fetch what draws the map of parcels, beside what a screen asks before it shows one. */
export const mapIsComing = (): void => void fetchParcels().catch(() => {})
/** Stands where a map will be. */
export const MapPlace = ({ height }: { height: number | string }): ReactNode => (
  <Flex justify="center" align="center" style={{ height }}>
    <Spin />
  </Flex>
)
/** Parcels from vector tiles. */
export const ParcelMap = (props: ParcelMapProps): ReactNode => (
  <Suspense fallback={<MapPlace height={props.height} />}>
    <Parcels {...props} />
  </Suspense>
)
/** Outlines that a line cuts. */
export const CutMap = (props: CutMapProps): ReactNode => (
  <Suspense fallback={<MapPlace height={props.height} />}>
    <Cuts {...props} />
  </Suspense>
)
/** An outline as it is drawn and moved. */
export const ParcelEditor = (props: ParcelEditorProps): ReactNode => (
  <Suspense fallback={<MapPlace height={props.height} />}>
    <Editor {...props} />
  </Suspense>
)
