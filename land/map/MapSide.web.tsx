import { Flex, Switch, Tabs } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import { DayPicker } from '../../platform/list/DayPicker.web.tsx'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { RefObject } from 'react'
import { FindBox } from './FindBox.web.tsx'
import { LayerPanel } from './LayerPanel.web.tsx'
import { MapTools } from './MapTools.web.tsx'
import { MarksPanel } from './MarksPanel.web.tsx'
import { SearchPanel } from './SearchPanel.web.tsx'
import { ThemePanel, type useThemeLegend } from './ThemePanel.web.tsx'
import type { MarkBody } from './mark.ts'
import type { DrawnShape } from './layers/search-shape.ts'
import type { MapTable } from './table.web.ts'
import { layersText, placeTyped, readView, viewText, type MapView, type NamedPoint } from './layers/view-link.ts'
import type { LayerChoices } from './layers.web.ts'

const words = {
  regions: w('区划', 'Regions'),
  layers: w('图层', 'Layers'),
  themes: w('专题', 'Themes'),
  search: w('查询', 'Find'),
  marks: w('标记', 'Marks'),
  tools: w('工具', 'Tools'),
  identify: w('点击查询各图层', 'A click asks all layers'),
}

interface MapSideProps extends Pick<MapTable, 'search' | 'marks' | 'drawing' | 'draw' | 'file' | 'setFile' | 'hidden' | 'hide'> {
  choices: LayerChoices
  /** turns to another search or region: what was chosen is left */
  onTurn(to: Record<string, string | undefined>): void
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
  const { choices, onTurn, swipe, onSwipe, isAsking, onAsk, zone, points, onPoints } = props
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const { can } = useSession()
  const typed = search.find ?? '',
    day = search.asOf,
    region = search.regionCode ?? ''
  const find = (text: string) => {
    const at = placeTyped(text, zone)
    onTurn({ find: text || undefined, ...(at ? { view: viewText({ x: at[0], y: at[1], zoom: NEAR }) } : {}) })
    if (at) onPoints([...points, { name: text, lon: at[0], lat: at[1] }])
  }
  const regions = <RegionTree {...(region ? { value: region } : {})} onChange={(regionCode) => onTurn({ regionCode, view: undefined })} height={460} />
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
      <FindBox
        typed={typed}
        asOf={day}
        isPlace={(text) => !!placeTyped(text, zone)}
        onFind={find}
        onRegion={(regionCode) => onTurn({ regionCode, find: undefined, view: undefined })}
        onParcel={(dkbm) => setSearch({ dkbm })}
      />
      <Tabs
        size="small"
        tabBarGutter={10}
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
            children: (
              <MapTools
                {...props}
                layers={choices.layers}
                theme={search.theme || undefined}
                asOf={day}
                regionCode={region}
                hasFile={props.file.length > 0}
                onFile={props.setFile}
              />
            ),
          },
        ]}
      />
    </Flex>
  )
}
