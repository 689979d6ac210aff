import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Slider } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../cbht/words.ts'
import type { Cbdkxx, Djb } from '../definitions/cbht.ts'
import { RegionMap, useParcel } from '../map/RegionMap.web.tsx'

const MARK = '#d48806'

/** The versions of a book in time: a slider from registration to registration, and the map as the register was on that day, the parcels of the version marked. */
export function LifeMap({ of, own }: { of: readonly Djb[]; own: string }) {
  const { say } = useSay()
  const kinds = useDict('djxl')
  const versions = of.filter((n) => n.djsj).toSorted((a, b) => String(a.djsj).localeCompare(String(b.djsj)))
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      versions.findIndex((n) => n.id === own),
    ),
  )
  const [picked, setPicked] = useState<string>()
  const version = versions[at]
  const book = useQuery({
    queryKey: queryKeyOf('djb', 'book', version?.id),
    enabled: !!version,
    retry: false,
    queryFn: () => api.get<Djb & { dkList: Cbdkxx[] }>('base-qssj/djb/detailById', { id: version!.id }, { quiet: true }),
  }).data
  const lines = book?.dkList ?? []
  const codes = lines.flatMap((l) => l.dkbm ?? [])
  const selected = picked && codes.includes(picked) ? picked : codes[0]
  const day = version?.djsj ?? undefined
  const parcel = useParcel(selected, day)
  if (!version) return null
  return (
    <Flex vertical gap="small" style={{ marginTop: 16 }}>
      <h4 style={{ margin: 0 }}>{say(words.lifeMap)}</h4>
      {versions.length > 1 && (
        <Slider
          style={{ marginInline: 48 }}
          min={0}
          max={versions.length - 1}
          value={at}
          aria-label={say(words.lifeMap)}
          ariaValueTextFormatterForHandle={(i) => `${versions[i]?.djsj ?? ''} ${versions[i]?.cbjyqzbm ?? ''}`}
          tooltip={{ formatter: (i) => versions[i ?? 0]?.djsj }}
          marks={Object.fromEntries(versions.map((n, i) => [i, n.djsj]))}
          onChange={setAt}
        />
      )}
      <span>
        <b>{day}</b> · {version.cbfmc} · {version.cbjyqzbm} · {say(words.version)}
        {version.version}
        {say(words.versionEnd)} · {kinds.label(version.djxl)}
      </span>
      {book && codes.length === 0 && <Alert type="info" showIcon title={say(words.noParcels)} />}
      {codes.length > 0 && (
        <Flex gap="small" wrap>
          {lines.map((l) => (
            <Button key={l.dkbm} size="small" type={l.dkbm === selected ? 'primary' : 'default'} onClick={() => setPicked(l.dkbm!)}>
              {l.dkmc} {l.dkbm}
            </Button>
          ))}
        </Flex>
      )}
      {parcel.error && <Alert type="info" showIcon title={say(words.notOnMap)} />}
      <RegionMap
        regionCode={String(version.fbfbm ?? version.regionCode).slice(0, 12)}
        asOf={day}
        {...(selected ? { selected } : {})}
        marks={new Map(codes.map((c) => [c, MARK]))}
        onPick={setPicked}
        height={420}
      />
    </Flex>
  )
}
