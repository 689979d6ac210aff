import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Card, Empty, Flex, Input, List } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { asOfDay, phrases } from '../../kit/web/phrases.ts'
import { DayPicker } from '../../kit/web/DayPicker.web.tsx'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Split } from '../../platform/parts/Split.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { ParcelCard } from './ParcelCard.web.tsx'
import { RegionMap, useParcel } from './RegionMap.web.tsx'

const words = {
  find: w('地块编码、地块名称或承包方', 'Parcel code, parcel or holder'),
  parcel: w('地块档案', 'Parcel'),
  holder: w('承包方', 'Contractor'),
  contract: w('承包合同', 'Contract'),
  found: w('查找结果', 'Found'),
}
const HEIGHT = 'calc(100vh - 140px)'
/** With the line above it that names the day. */
const HEIGHT_OF_DAY = 'calc(100vh - 181px)'

/** Parcels that fit what was typed: a code, or a name of the parcel, or a name of the holder. */
function useFound(typed: string, asOf?: string) {
  const page = (by: Record<string, string>) =>
    api.get<Page<AnyRow>>('base-dlxx/dk/page', { ...by, ...(asOf ? { asOf } : {}), current: 1, size: 20 }, { quiet: true })
  return useQuery({
    queryKey: ['dk', 'find', typed, asOf],
    enabled: typed !== '',
    retry: false,
    queryFn: async () => {
      if (/^\d+$/.test(typed)) return (await page({ dkbm: typed })).records
      const [byName, byHolder] = await Promise.all([page({ dkmc: typed }), page({ cbfmc: typed })])
      return [...new Map([...byHolder.records, ...byName.records].map((r) => [r.id, r])).values()]
    },
  })
}

/** The full map: regions at the left, search, legend, measuring, popup. Region, parcel and search stand in the address. Source: screens.md. */
export default function MapPage() {
  const { say } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const navigate = useNavigate()
  const region = search.regionCode ?? '',
    picked = search.dkbm,
    typed = search.find ?? '',
    day = search.asOf
  const found = useFound(typed, day)
  const parcel = useParcel(picked, day)
  const go = (to: string, query: Record<string, string>) => void navigate({ to, search: query as never })
  const p = parcel.data
  const actions = p && (
    <>
      {can('dk_view') && (
        <Button size="small" type="primary" onClick={() => go('/land/dk', { open: `view.${p.id}`, ...(day ? { asOf: day } : {}) })}>
          {say(words.parcel)}
        </Button>
      )}
      {can('cbf_view') && p.cbfbm && (
        <Button size="small" onClick={() => go('/land/cbf', { cbfbm: p.cbfbm! })}>
          {say(words.holder)}
        </Button>
      )}
      {can('cbht_view') && p.cbfbm && (
        <Button size="small" onClick={() => go('/registry/cbht', { cbfbm: p.cbfbm! })}>
          {say(words.contract)}
        </Button>
      )}
    </>
  )
  return (
    <Split style={{ height: HEIGHT }}>
      <Split.Panel defaultSize={260} min={200} max={420} collapsible>
        <Flex vertical gap="small" style={{ paddingRight: 12, height: '100%' }}>
          <DayPicker {...(day ? { day } : {})} onChange={(d) => setSearch({ asOf: d || undefined })} />
          <Input.Search
            allowClear
            defaultValue={typed}
            placeholder={say(words.find)}
            aria-label={say(words.find)}
            loading={found.isFetching}
            onSearch={(v) => setSearch({ find: v.trim() || undefined })}
          />
          {typed !== '' && (
            <Card size="small" title={say(words.found)} styles={{ body: { maxHeight: 300, overflow: 'auto', padding: 0 } }}>
              <List
                size="small"
                dataSource={found.data ?? []}
                locale={{ emptyText: found.error?.message ?? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} /> }}
                renderItem={(r) => (
                  <List.Item style={{ cursor: 'pointer' }} onClick={() => setSearch({ dkbm: r.dkbm })}>
                    <List.Item.Meta title={r.dkmc} description={`${r.dkbm} ${r.cbfmc ?? ''}`} />
                  </List.Item>
                )}
              />
            </Card>
          )}
          <div style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
            <RegionTree {...(region ? { value: region } : {})} onChange={(code) => setSearch({ regionCode: code, dkbm: undefined })} height={460} />
          </div>
        </Flex>
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
          height={day ? HEIGHT_OF_DAY : HEIGHT}
        >
          {picked && <ParcelCard dkbm={picked} asOf={day} onClose={() => setSearch({ dkbm: undefined })} actions={actions} />}
        </RegionMap>
      </Split.Panel>
    </Split>
  )
}
