// The search of the map: regions and parcels are offered while a person types; Enter without a choice lists what fits.
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Card, Empty, Flex, List, Typography } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { SearchBox } from '../../platform/parts/SearchBox.web.tsx'
import { parcelsAsked } from './find.ts'

const words = {
  find: w('地名、地块、承包方、编码或坐标', 'Place, parcel, holder or code'),
  found: w('查找结果', 'Found'),
  places: w('区划', 'Regions'),
  parcels: w('地块', 'Parcels'),
}
/** Parcels that are offered while somebody types, and those that are listed. */
const OFFERED = 6,
  LISTED = 20
/** How long somebody does not type before anything is asked, in milliseconds. */
const PAUSE = 250

/** Parcels that fit what was typed: a code of theirs, of their holder or of his contract, else a name of the parcel or of the holder. */
function useFound(typed: string, asOf: string | undefined, size: number) {
  const page = (by: Record<string, string>) =>
    api.get<Page<AnyRow>>('base-dlxx/dk/page', { ...by, ...(asOf ? { asOf } : {}), current: 1, size }, { quiet: true })
  return useQuery({
    queryKey: queryKeyOf('dk', 'find', typed, asOf, size),
    enabled: typed !== '',
    retry: false,
    queryFn: async () => {
      const pages = await Promise.all(parcelsAsked(typed).map(page))
      return [...new Map(pages.flatMap((p) => p.records).map((r) => [r.id, r])).values()].slice(0, size)
    },
  })
}
interface NamedRegion {
  code: string
  name: string
  fullName: string
}
const useRegions = (typed: string) =>
  useQuery({
    queryKey: queryKeyOf('regions', 'named', typed),
    enabled: typed !== '',
    retry: false,
    queryFn: () => api.get<NamedRegion[]>('map/dk/places', { name: typed }, { quiet: true }),
  })

/** A text once nobody has changed it for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
/** A line that is offered: a name, and what tells it from others of the name. */
const Offered = ({ name, more }: { name: string; more: string }) => (
  <Flex vertical>
    {name}
    <Typography.Text type="secondary" className="map-offered">
      {more}
    </Typography.Text>
  </Flex>
)
interface FindBoxProps {
  typed: string
  asOf: string | undefined
  /** whether a text is a place by its coordinates: nothing is offered for it */
  isPlace(text: string): boolean
  onFind(text: string): void
  onRegion(code: string): void
  onParcel(dkbm: string): void
}
export function FindBox({ typed, asOf, isPlace, onFind, onRegion, onParcel }: FindBoxProps) {
  const { say } = useSay()
  const [text, setText] = useState(typed)
  // only what somebody types is offered for: nothing when a page opens at a search
  const [isTyping, setTyping] = useState(false)
  const settled = useSettled(isTyping ? text.trim() : '')
  // what was offered for another text is not chosen by who types on
  const asked = isPlace(settled) || settled !== text.trim() ? '' : settled
  const regions = useRegions(asked)
  const parcels = useFound(asked.length > 1 ? asked : '', asOf, OFFERED)
  const listed = useFound(isPlace(typed) ? '' : typed, asOf, LISTED)
  // Enter chooses the line that is lit; the search must not take the same key for its own
  const chosen = useRef(false)
  const group = (label: string, options: { value: string; label: React.ReactNode }[]) => (options.length ? [{ label, options }] : [])
  const options =
    asked === ''
      ? []
      : [
          ...group(
            say(words.places),
            (regions.data ?? []).map((r) => ({ value: `region ${r.code}`, label: <Offered name={r.name} more={r.fullName} /> })),
          ),
          ...group(
            say(words.parcels),
            (parcels.data ?? []).map((r) => ({ value: `dk ${r.dkbm}`, label: <Offered name={r.dkmc} more={`${r.dkbm} ${r.cbfmc ?? ''}`} /> })),
          ),
        ]
  const choose = (value = '') => {
    chosen.current = true
    setTimeout(() => (chosen.current = false))
    const [what, code = ''] = value.split(' ')
    setTyping(false)
    setText(what === 'region' ? (regions.data?.find((r) => r.code === code)?.name ?? '') : code)
    if (what === 'region') onRegion(code)
    else onParcel(code)
  }
  const find = (value: string) =>
    setTimeout(() => {
      if (chosen.current) return
      setTyping(false)
      onFind(value.trim())
    })
  return (
    <>
      <AutoComplete
        className="map-wide"
        value={text}
        options={options}
        // Enter searches for what is typed until a line is chosen by the arrows
        defaultActiveFirstOption={false}
        open={isTyping && options.length > 0}
        popupMatchSelectWidth={320}
        onOpenChange={(isOpen) => !isOpen && setTyping(false)}
        onSelect={choose}
        onChange={(value: string | undefined) => {
          if (!chosen.current) setText(value ?? '')
        }}
        onSearch={() => setTyping(true)}
      >
        <SearchBox data-tour="map-search" placeholder={say(words.find)} aria-label={say(words.find)} loading={listed.isFetching} onSearch={find} />
      </AutoComplete>
      {typed !== '' && !isPlace(typed) && (
        <Card size="small" title={say(words.found)} styles={{ body: { maxHeight: 300, overflow: 'auto', padding: 0 } }}>
          <List
            size="small"
            dataSource={listed.data ?? []}
            locale={{ emptyText: listed.error?.message ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} /> }}
            renderItem={(r) => (
              <List.Item style={{ cursor: 'pointer' }} onClick={() => onParcel(r.dkbm)}>
                <List.Item.Meta title={r.dkmc} description={`${r.dkbm} ${r.cbfmc ?? ''}`} />
              </List.Item>
            )}
          />
        </Card>
      )}
    </>
  )
}
