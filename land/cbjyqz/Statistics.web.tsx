import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { parentRegion } from '../../kit/model/region-code.ts'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { words } from './words.ts'

interface Figures {
  regionCode?: string
  regionName?: string | null
  books: number
  registered: number
  unregistered: number
  without: number
  rate: number | null
  registeredArea: string
  unregisteredArea: string
}
const NUMBERS = ['books', 'registered', 'unregistered', 'without', 'rate', 'registeredArea', 'unregisteredArea'] as const
/** Whose right the real-estate registry has, by child region with areas; a click goes down. Source: statistics.md 11. */
export function Statistics() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const region = String(search.regionCode ?? '')
  const go = (code?: string) => setSearch({ regionCode: code })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKeyOf('cbjyqz', 'statisticsBdcfz', region),
    retry: false,
    queryFn: () =>
      api.get<{ regionCode: string; total: Figures; children: Figures[] }>('base-qssj/cbjyqz/statisticsBdcfz', region ? { regionCode: region } : {}, {
        quiet: true,
      }),
  })
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const cell = (f: Figures, n: (typeof NUMBERS)[number]) => f[n] ?? '—'
  return (
    <BesideRegions value={region} onChange={go}>
      <Table<Figures>
        size="small"
        rowKey={(f) => f.regionCode ?? ''}
        loading={isFetching}
        pagination={false}
        dataSource={data?.children ?? []}
        scroll={{ x: 900 }}
        columns={[
          {
            key: 'regionName',
            title: say(words.region),
            render: (_, f) => {
              const name = f.regionName ?? f.regionCode
              const isLeaf = f.regionCode === region || (f.regionCode ?? '').length >= 14
              return isLeaf ? (
                name
              ) : (
                <Button type="link" size="small" style={{ padding: 0 }} onClick={() => go(f.regionCode)}>
                  {name}
                </Button>
              )
            },
          },
          ...NUMBERS.map((n) => ({ key: n, title: say(words[n]), align: 'right' as const, render: (_: unknown, f: Figures) => cell(f, n) })),
        ]}
        summary={() =>
          data && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>
                <b>{say(words.total)}</b>
              </Table.Summary.Cell>
              {NUMBERS.map((n, i) => (
                <Table.Summary.Cell key={n} index={i + 1} align="right">
                  <b>{cell(data.total, n)}</b>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
      {region && parentRegion(region) && (
        <Button type="link" onClick={() => go(parentRegion(region))}>
          {say(words.up)}
        </Button>
      )}
    </BesideRegions>
  )
}
