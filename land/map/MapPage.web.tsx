import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { asOfDay, phrases } from '../../kit/web/phrases.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Split } from '../../platform/parts/Split.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { HitsCard } from './HitsCard.web.tsx'
import { useLayerChoices, type ClickedPlace } from './layers.web.ts'
import { MapSide } from './MapSide.web.tsx'
import { ParcelCard } from './ParcelCard.web.tsx'
import { RegionMap, useParcel } from './RegionMap.web.tsx'

const words = { parcel: w('地块档案', 'Parcel'), holder: w('承包方', 'Contractor'), contract: w('承包合同', 'Contract') }
const HEIGHT = 'calc(100vh - 140px)'
/** With the line above it that names the day. */
const HEIGHT_OF_DAY = 'calc(100vh - 181px)'

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

/** The full map: regions and layers at the left, search, legend, measuring, popup. Region, parcel and search stand in the address. Source: screens.md. */
export default function MapPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const region = search.regionCode ?? '',
    picked = search.dkbm,
    day = search.asOf
  const choices = useLayerChoices()
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
  const over = place ? (
    <HitsCard place={place} layers={choices.layers} onOpen={open} onClose={() => setPlace(undefined)} />
  ) : (
    picked && <ParcelCard dkbm={picked} asOf={day} onClose={() => setSearch({ dkbm: undefined })} actions={<ParcelActions dkbm={picked} day={day} />} />
  )
  return (
    <Split style={{ height: HEIGHT }}>
      <Split.Panel defaultSize={260} min={200} max={420} collapsible>
        <MapSide choices={choices} swipe={swipe} onSwipe={setSwipe} isAsking={isAsking} onAsk={ask} />
      </Split.Panel>
      <Split.Panel>
        {day && (
          <Alert
            banner
            type="info"
            title={say(asOfDay(day))}
            action={
              <Button size="small" onClick={() => setSearch({ asOf: undefined })}>
                {say(phrases.asOfNow)}
              </Button>
            }
          />
        )}
        <RegionMap
          regionCode={region}
          asOf={day}
          {...(picked ? { selected: picked } : {})}
          onPick={(dkbm) => setSearch({ dkbm })}
          layers={choices.layers}
          swipe={swipe}
          {...(isAsking ? { onPlace: setPlace } : {})}
          height={day ? HEIGHT_OF_DAY : HEIGHT}
        >
          {over}
        </RegionMap>
      </Split.Panel>
    </Split>
  )
}
