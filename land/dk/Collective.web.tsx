import { useQuery } from '@tanstack/react-query'
import { Alert, Flex, Statistic, Table } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { words } from './words.ts'

interface Part {
  key: string
  n: number
  area: number
}
interface Figures {
  n: number
  area: number
  dklb: Part[]
  tdyt: Part[]
  held: Part[]
}
/** Collective land of a region: how many parcels and how much of it, by category, by purpose, and by whether somebody holds it. Source: statistics.md 7. */
export function Collective() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [classes, uses] = [useDict('dklb'), useDict('tdyt')]
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeyOf('dk', 'jtd', search.regionCode ?? ''),
    retry: false,
    queryFn: () => api.get<Figures>('base-dlxx/dk/statisticsJtd', { regionCode: search.regionCode }, { quiet: true }),
  })
  const table = (title: string, parts: readonly Part[] | undefined, nameOf: (key: string) => string) => (
    <Table
      size="small"
      rowKey="key"
      pagination={false}
      loading={isFetching}
      dataSource={parts ?? []}
      columns={[
        { key: 'key', title, render: (_, p: Part) => nameOf(p.key) },
        { key: 'n', title: say(words.parcels), dataIndex: 'n', align: 'right', width: 120 },
        { key: 'area', title: say(words.area), align: 'right', width: 160, render: (_, p: Part) => p.area.toFixed(2) },
      ]}
    />
  )
  return (
    <BesideRegions value={search.regionCode} onChange={(regionCode) => setSearch({ regionCode })}>
      <Flex vertical gap="middle">
        {error && <Alert type="error" showIcon title={error.message} />}
        <Flex gap={48}>
          <Statistic title={`${say(words.total)} · ${say(words.parcels)}`} value={data?.n ?? '—'} />
          <Statistic title={`${say(words.total)} · ${say(words.area)}`} value={data ? data.area.toFixed(2) : '—'} />
        </Flex>
        {table(say(words.byClass), data?.dklb, classes.label)}
        {table(say(words.byUse), data?.tdyt, (k) => (k ? uses.label(k) : '—'))}
        {table(say(words.byHolder), data?.held, (k) => say(k === '1' ? words.held : words.free))}
      </Flex>
    </BesideRegions>
  )
}
