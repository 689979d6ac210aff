import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Grid } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { asOfDay, phrases } from '../../kit/web/phrases.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Split } from '../../platform/parts/Split.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { zoneAt } from '../geometry/crs.ts'
import { HitsCard } from './HitsCard.web.tsx'
import { useLayerChoices, type ClickedPlace } from './layers.web.ts'
import { MapSide } from './MapSide.web.tsx'
import { differenceMarks, TimeBar, useDifference } from './TimeBar.web.tsx'
import { useThemeLegend } from './ThemePanel.web.tsx'
import { useMapTable } from './table.web.ts'
import { readView, type MapView, type NamedPoint } from './layers/view-link.ts'
import { ParcelCard } from './ParcelCard.web.tsx'
import { RegionMap, useExtent, useParcel } from './RegionMap.web.tsx'

const words = { parcel: w('地块档案', 'Parcel'), holder: w('承包方', 'Contractor'), contract: w('承包合同', 'Contract') }
/** Pixels beside the map: the head of the page, the line that names the day, the bar of days, and the list of what differs. */
const BESIDE = { page: 140, day: 41, bar: 52, list: 224 } as const
/** Digits of a village, of which days are known. */
const VILLAGE = 12

/** Where one goes from a parcel. */
function ParcelActions({ dkbm, day }: { dkbm: string; day: string | undefined }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const p = useParcel(dkbm, day).data
  if (!p) return null
  return (
    <>
      {can('dk_view') && (
        <Button size="small" type="primary" onClick={() => openPage('/land/dk', { open: `view.${p.id}`, ...(day ? { asOf: day } : {}) })}>
          {say(words.parcel)}
        </Button>
      )}
      {can('cbf_view') && p.cbfbm && (
        <Button size="small" onClick={() => openPage('/land/cbf', { cbfbm: p.cbfbm! })}>
          {say(words.holder)}
        </Button>
      )}
      {can('cbht_view') && p.cbfbm && (
        <Button size="small" onClick={() => openPage('/registry/cbht', { cbfbm: p.cbfbm! })}>
          {say(words.contract)}
        </Button>
      )}
    </>
  )
}

/** The view that the address says, or one to which the person went from here since, in the same region. */
function useWantedView(said: string | undefined, region: string) {
  const linked = useMemo(() => readView(said), [said])
  const [gone, setGone] = useState<{ from: typeof linked; region: string; to: MapView }>()
  const view = gone && gone.from === linked && gone.region === region ? gone.to : linked
  return { view, go: (to: MapView) => setGone({ from: linked, region, to: { ...to, turn: (gone?.to.turn ?? 0) + 1 } }) }
}
/** The theme and the marks as the map takes them: it draws itself anew for another theme or other marks. */
function useDrawnAnew(legend: ReturnType<typeof useThemeLegend>['data'], difference: Parameters<typeof differenceMarks>[0]) {
  const coloured = useMemo(
    () => legend && { key: legend.theme, legend: legend.classes.map(({ key, label, color }) => ({ code: key, label, color })) },
    [legend],
  )
  return { coloured, marks: useMemo(() => differenceMarks(difference), [difference]) }
}
/** What differs from today, over the map. */
function DayBanner({ day, onNow }: { day: string; onNow(): void }) {
  const { say } = useSay()
  const now = (
    <Button size="small" onClick={onNow}>
      {say(phrases.asOfNow)}
    </Button>
  )
  return <Alert banner type="info" title={say(asOfDay(day))} action={now} />
}
/** The full map: regions and layers at the left, search, legend, measuring, popup. Region, parcel and search stand in the address. Source: screens.md. */
export default function MapPage() {
  const { search, setSearch } = usePageState()
  const region = search.regionCode ?? '',
    picked = search.dkbm,
    day = search.asOf
  const choices = useLayerChoices(search.layers)
  const theme = search.theme || undefined,
    from = search.from || undefined
  const legend = useThemeLegend(theme, region, day)
  const difference = useDifference(region, from, day)
  const { coloured, marks } = useDrawnAnew(legend.data, difference.data)
  const extent = useExtent(region, true, day).data
  const zone = extent ? zoneAt((extent[0] + extent[2]) / 2) : undefined
  const isVillage = region.length >= VILLAGE
  // on a telephone the map has the screen, and its tools come over it
  const wide = Grid.useBreakpoint().md !== false
  const table = useMapTable(choices.layers, theme, day)
  const view = useRef<MapView>(undefined)
  const { view: wanted, go } = useWantedView(search.view, region)
  const [points, setPoints] = useState<readonly NamedPoint[]>([])
  const [swipe, setSwipe] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const [place, setPlace] = useState<ClickedPlace>()
  const ask = (on: boolean) => {
    setAsking(on)
    setPlace(undefined)
  }
  const open = (dkbm: string) => {
    ask(false)
    setSearch({ dkbm })
  }
  /** what was chosen is left for what the person turns to */
  const turn = (to: Record<string, string | undefined> = {}) => {
    setPlace(undefined)
    if (picked || Object.keys(to).length > 0) setSearch({ dkbm: undefined, ...to })
  }
  const over = place ? (
    <HitsCard place={place} layers={choices.layers} asOf={day} onOpen={open} onClose={() => turn()} />
  ) : (
    picked && <ParcelCard dkbm={picked} asOf={day} onClose={() => turn()} actions={<ParcelActions dkbm={picked} day={day} />} />
  )
  const beside = BESIDE.page + (day ? BESIDE.day : 0) + (isVillage ? BESIDE.bar : 0) + (isVillage && from ? BESIDE.list : 0)
  return (
    <>
      <Split key={String(wide)} style={{ height: `calc(100vh - ${BESIDE.page}px)` }}>
        <Split.Panel {...(wide ? { defaultSize: 336, min: 240, max: 480 } : { defaultSize: 0, max: '85%' })} collapsible>
          <MapSide
            choices={{ ...choices, change: (id, to) => (to.isOn !== undefined && turn(), choices.change(id, to)) }}
            onTurn={turn}
            swipe={swipe}
            onSwipe={setSwipe}
            isAsking={isAsking}
            onAsk={ask}
            legend={legend}
            view={view}
            zone={zone}
            points={points}
            onPoints={setPoints}
            onView={go}
            {...table}
          />
        </Split.Panel>
        <Split.Panel>
          {day && <DayBanner day={day} onNow={() => setSearch({ asOf: undefined })} />}
          <RegionMap
            regionCode={region}
            asOf={day}
            {...(picked ? { selected: picked } : {})}
            onPick={(dkbm) => setSearch({ dkbm })}
            onLeave={() => turn()}
            layers={choices.layers}
            swipe={swipe}
            {...(isAsking ? { onPlace: setPlace } : {})}
            marks={marks}
            theme={coloured}
            view={wanted}
            onView={(v) => void (view.current = v)}
            points={points}
            drawn={table.drawn}
            height={`calc(100vh - ${beside}px)`}
          >
            {over}
          </RegionMap>
          {isVillage && (
            <TimeBar
              regionCode={region}
              day={day}
              onDay={(asOf) => setSearch({ asOf })}
              from={from}
              onFrom={(d) => setSearch({ from: d })}
              difference={difference}
              onPick={(dkbm) => setSearch({ dkbm })}
            />
          )}
        </Split.Panel>
      </Split>
    </>
  )
}
