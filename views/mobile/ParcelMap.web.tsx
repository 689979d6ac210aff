import { AimOutlined } from '@ant-design/icons'
import { useSearch } from '@tanstack/react-router'
import { App, Button, Input, Space } from 'antd'
import { useState } from 'react'
import { ParcelCard } from '../../land/map/ParcelCard.web.tsx'
import { RegionMap } from '../../land/map/RegionMap.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { words } from './words.ts'

/** Around the person, in degrees: some ten metres. */
const NEAR = 0.0001
/** The parcel at a place; undefined where there is none. */
async function parcelAt(lon: number, lat: number): Promise<string | undefined> {
  const bbox = [lon - NEAR, lat - NEAR, lon + NEAR, lat + NEAR].join(',')
  return (await api.get<{ dkbm: string }[]>('map/dk/list', { bbox }))[0]?.dkbm
}
const locate = (): Promise<GeolocationPosition> =>
  new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail, { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 }))

/** The map of the person's region: to a parcel by code, to the parcel one stands on, and what a tap tells of a parcel. */
export function MobileParcelMap() {
  const { say } = useSay()
  const { message } = App.useApp()
  const { user } = useSession()
  const [code, setCode] = useState('')
  const { dkbm } = useSearch({ strict: false }) as { dkbm?: string | number }
  const [picked, setPicked] = useState<string | undefined>(dkbm ? String(dkbm) : undefined)
  const { busy, run } = useOneCall()
  const find = async () => {
    const found = await api.get<{ dkbm: string }>('map/dk/popup', { dkbm: code.trim() }, { quiet: true }).catch(() => undefined)
    setPicked(found?.dkbm)
    if (!found) void message.warning(say(words.noParcel))
  }
  const here = async () => {
    await run(
      async () => {
        const { coords } = await locate()
        const dkbm = await parcelAt(coords.longitude, coords.latitude)
        if (dkbm) setPicked(dkbm)
        else void message.info(say(words.hereNone))
      },
      { refused: () => (void message.warning(say(words.hereFailed)), true) },
    )
  }
  return (
    <div className="mobile-map">
      <form
        role="search"
        onSubmit={(e) => {
          e.preventDefault()
          if (code.trim()) void find()
        }}
      >
        <Space.Compact style={{ width: '100%' }}>
          <Input
            value={code}
            inputMode="numeric"
            maxLength={19}
            onChange={(e) => setCode(e.target.value)}
            placeholder={say(words.find_parcel)}
            aria-label={say(words.find_parcel)}
          />
          <Button type="primary" htmlType="submit">
            {say(words.go)}
          </Button>
          <Button icon={<AimOutlined />} loading={busy} aria-label={say(words.here)} title={say(words.here)} onClick={() => void here()} />
        </Space.Compact>
      </form>
      <RegionMap
        regionCode={user?.dept_region ?? ''}
        height="calc(100dvh - 160px)"
        onPick={setPicked}
        onLeave={() => setPicked(undefined)}
        {...(picked ? { selected: picked } : {})}
      />
      {picked && (
        <div className="mobile-sheet">
          <ParcelCard dkbm={picked} onClose={() => setPicked(undefined)} />
        </div>
      )}
    </div>
  )
}
