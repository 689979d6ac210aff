import { useQuery } from '@tanstack/react-query'
import { Card, Empty, Flex, List, Switch, Tabs } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { DayPicker } from '../../kit/web/DayPicker.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { SearchBox } from '../../platform/parts/SearchBox.web.tsx'
import type { RefObject } from 'react'
import { LayerPanel } from './LayerPanel.web.tsx'
import { MapTools } from './MapTools.web.tsx'
import { MarksPanel } from './MarksPanel.web.tsx'
import { SearchPanel } from './SearchPanel.web.tsx'
import { ThemePanel, type useThemeLegend } from './ThemePanel.web.tsx'
import type { MarkBody } from './mark.ts'
import type { DrawnShape } from './search-shape.ts'
import type { MapTable } from './table.web.ts'
import { layersText, placeTyped, readView, viewText, type MapView, type NamedPoint } from './view-link.ts'
import type { LayerChoices } from './layers.web.ts'

const words = {
  find: w('地块编码、名称、承包方或坐标', 'Parcel code, parcel, holder or coordinates'),
  found: w('查找结果', 'Found'),
  regions: w('区划', 'Regions'),
  layers: w('图层', 'Layers'),
  themes: w('专题', 'Themes'),
  search: w('查询', 'Find'),
  marks: w('标记', 'Marks'),
  tools: w('工具', 'Tools'),
  identify: w('点击查询各图层', 'A click asks all layers'),
}

/** Parcels that fit what was typed: a code, or a name of the parcel, or a name of the holder. */
function useFound(typed: string, asOf?: string) {
  const page = (by: Record<string, string>) =>
    api.get<Page<AnyRow>>('base-dlxx/dk/page', { ...by, ...(asOf ? { asOf } : {}), current: 1, size: 20 }, { quiet: true })
  return useQuery({
    queryKey: queryKeyOf('dk', 'find', typed, asOf),
    enabled: typed !== '',
    retry: false,
    queryFn: async () => {
      if (/^\d+$/.test(typed)) return (await page({ dkbm: typed })).records
      const [byName, byHolder] = await Promise.all([page({ dkmc: typed }), page({ cbfmc: typed })])
      return [...new Map([...byHolder.records, ...byName.records].map((r) => [r.id, r])).values()]
    },
  })
}

interface MapSideProps extends Pick<MapTable, 'search' | 'marks' | 'drawing' | 'draw' | 'file' | 'setFile' | 'hidden' | 'hide'> {
  choices: LayerChoices
  /** goes to a view, however often */
  onView(view: MapView): void
  swipe: number | undefined
  onSwipe(part: number | undefined): void
  /** whether a click asks all layers */
  isAsking: boolean
  onAsk(on: boolean): void
  legend: ReturnType<typeof useThemeLegend>
  /** where the map stands, and the zone in which it lies */
  view: RefObject<MapView | undefined>
  zone: number | undefined
  points: readonly NamedPoint[]
  onPoints(points: readonly NamedPoint[]): void
}
/** How near the map goes to a place that was typed, or to a note. */
const NEAR = 18
/** The view in whose middle a shape lies. */
function middleOf(shape: DrawnShape | undefined): MapView | undefined {
  if (!shape) return undefined
  const places = shape.type === 'Point' ? [shape.coordinates] : shape.type === 'LineString' ? shape.coordinates : shape.coordinates.flat()
  const between = (i: 0 | 1) => (Math.min(...places.map((p) => p[i])) + Math.max(...places.map((p) => p[i]))) / 2
  return { x: between(0), y: between(1), zoom: NEAR }
}
/** Parcels that fit what was typed. */
function FoundList({ found, onPick }: { found: ReturnType<typeof useFound>; onPick(dkbm: string): void }) {
  const { say } = useSay()
  return (
    <Card size="small" title={say(words.found)} styles={{ body: { maxHeight: 300, overflow: 'auto', padding: 0 } }}>
      <List
        size="small"
        dataSource={found.data ?? []}
        locale={{ emptyText: found.error?.message ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} /> }}
        renderItem={(r) => (
          <List.Item style={{ cursor: 'pointer' }} onClick={() => onPick(r.dkbm)}>
            <List.Item.Meta title={r.dkmc} description={`${r.dkbm} ${r.cbfmc ?? ''}`} />
          </List.Item>
        )}
      />
    </Card>
  )
}
/** The search by a drawn shape or the chosen parcel. */
function Search({ search, drawing, draw }: MapSideProps) {
  const { search: asked, setSearch } = usePageState()
  return (
    <SearchPanel
      search={search}
      picked={asked.dkbm}
      drawing={drawing?.of === 'search' ? drawing.kind : undefined}
      onDraw={(kind, done) => draw('search', kind, done)}
      onPick={(dkbm) => setSearch({ dkbm })}
    />
  )
}
/** What the person keeps of the map, and how he comes back to it. */
function Marks({ choices, marks, view, onView, drawing, draw }: MapSideProps) {
  const { search, setSearch } = usePageState()
  const openMark = ({ kind, body }: { kind: string; body: MarkBody }) => {
    if (kind === 'layers') return choices.apply(body.layers ?? '')
    if (body.layers) choices.apply(body.layers)
    const at = kind === 'note' ? middleOf(body.shape) : readView(body.view)
    if (kind === 'bookmark') setSearch({ regionCode: body.regionCode, theme: body.theme, asOf: body.asOf })
    if (at) onView(at)
  }
  const thisView = (): MarkBody | undefined => {
    if (!view.current) return undefined
    const shown = Object.fromEntries(['theme', 'regionCode', 'asOf'].flatMap((n) => (search[n] ? [[n, search[n]]] : [])))
    return { view: viewText(view.current), layers: layersText(choices.layers), ...shown }
  }
  return (
    <MarksPanel
      marks={marks}
      drawing={drawing?.of === 'note' ? drawing.kind : undefined}
      onDraw={(kind, done) => draw('note', kind, done)}
      view={thisView}
      layers={() => layersText(choices.layers)}
      onOpen={openMark}
    />
  )
}
/** What stands at the left of the map: day, search, regions and layers. */
export function MapSide(props: MapSideProps) {
  const { choices, swipe, onSwipe, isAsking, onAsk, zone, points, onPoints } = props
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const { can } = useSession()
  const typed = search.find ?? '',
    day = search.asOf,
    region = search.regionCode ?? ''
  const isPlace = !!placeTyped(typed, zone)
  const found = useFound(isPlace ? '' : typed, day)
  const find = (text: string) => {
    const at = placeTyped(text, zone)
    setSearch({ find: text || undefined, ...(at ? { view: viewText({ x: at[0], y: at[1], zoom: NEAR }) } : {}) })
    if (at) onPoints([...points, { name: text, lon: at[0], lat: at[1] }])
  }
  const regions = (
    <RegionTree {...(region ? { value: region } : {})} onChange={(code) => setSearch({ regionCode: code, dkbm: undefined, view: undefined })} height={460} />
  )
  const layers = (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <Switch size="small" checked={isAsking} aria-label={say(words.identify)} onChange={onAsk} />
        {say(words.identify)}
      </Flex>
      <LayerPanel {...choices} swipe={swipe} onSwipe={onSwipe} />
    </Flex>
  )
  return (
    <Flex data-tour="map-side" vertical gap="small" style={{ paddingRight: 12, height: '100%' }}>
      <DayPicker {...(day ? { day } : {})} onChange={(d) => setSearch({ asOf: d || undefined })} />
      <SearchBox
        data-tour="map-search"
        allowClear
        defaultValue={typed}
        placeholder={say(words.find)}
        aria-label={say(words.find)}
        loading={found.isFetching}
        onSearch={(v) => find(v.trim())}
      />
      {typed !== '' && !isPlace && <FoundList found={found} onPick={(dkbm) => setSearch({ dkbm })} />}
      <Tabs
        size="small"
        tabBarGutter={12}
        style={{ flex: 1, minHeight: 0, overflow: 'auto' }}
        items={[
          { key: 'regions', label: say(words.regions), children: regions },
          { key: 'layers', label: say(words.layers), children: layers },
          {
            key: 'themes',
            label: say(words.themes),
            children: <ThemePanel {...props} onHide={props.hide} theme={search.theme || undefined} onTheme={(theme) => setSearch({ theme })} />,
          },
          { key: 'search', label: say(words.search), children: <Search {...props} /> },
          ...(can('dk_view') ? [{ key: 'marks', label: say(words.marks), children: <Marks {...props} /> }] : []),
          {
            key: 'tools',
            label: say(words.tools),
            children: <MapTools {...props} layers={choices.layers} asOf={day} regionCode={region} hasFile={props.file.length > 0} onFile={props.setFile} />,
          },
        ]}
      />
    </Flex>
  )
}
