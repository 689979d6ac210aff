import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Flex, Segmented, Statistic, type TableProps } from 'antd'
import type { Page } from '../../kit/model/page.ts'
import { api } from '../../kit/web/client.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import type { SignAccount } from '../../platform/shell/shell.ts'
import { words } from '../contract/words.ts'
import { addFigures, SUMS, type RegionSums, type SignedStatistics } from './statistics.ts'

/** Villages of a page. */
const SIZE = 50

/** How far the contracts of a region are signed, by its parts or by village, and what its account has left. Which region and list stand in the address. Source: statistics.md 10. */
export default function StatisticsPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const own = useSession().user?.dept_region ?? ''
  const regionCode = search.regionCode ?? own
  const isByVillage = search.list === 'villages'
  const current = Number(search.current ?? 1)
  const region = regionCode ? { regionCode } : {}
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf('signedStatistics', regionCode),
    queryFn: () => api.get<SignedStatistics>('ybProcess/contract/signedStatistics', region),
  })
  const villages = useQuery({
    queryKey: queryKeyOf('signedStatistics', 'villages', regionCode, current),
    enabled: isByVillage,
    queryFn: () => api.get<Page<RegionSums>>('data/page', { ...region, current, size: SIZE }),
  })
  const account = useQuery({ queryKey: queryKeyOf('signedStatistics', 'account', regionCode), queryFn: () => api.get<SignAccount>('data/sign-num', region) })
  const columns: TableProps<RegionSums>['columns'] = [
    {
      key: 'regionName',
      title: say(words.region),
      fixed: 'left',
      width: 180,
      render: (_, r) =>
        r.regionCode.length < 14 && r.regionCode !== regionCode ? (
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setSearch({ regionCode: r.regionCode, current: undefined })}>
            {r.regionName}
          </Button>
        ) : (
          r.regionName
        ),
    },
    ...SUMS.map(([key, title]) => ({ key, dataIndex: key, title: say(title), align: 'right' as const, width: 100 })),
  ]
  const rows = isByVillage ? (villages.data?.records ?? []) : (data?.children ?? [])
  return (
    <BesideRegions title={say(words.statisticsTitle)} value={search.regionCode} onChange={(code) => setSearch({ regionCode: code, current: undefined })}>
      <Flex vertical gap="middle">
        <Figures of={data?.total} account={account.data} />
        <Flex justify="space-between" gap="small" wrap>
          <Segmented
            value={isByVillage ? 'villages' : 'children'}
            onChange={(v) => setSearch({ list: v === 'villages' ? v : undefined, current: undefined })}
            options={[
              { value: 'children', label: say(words.byChild) },
              { value: 'villages', label: say(words.byVillage) },
            ]}
          />
          <Button icon={<DownloadOutlined />} onClick={() => void download('data/export/sumdata', region).catch(() => undefined)}>
            {say(words.exportSums)}
          </Button>
        </Flex>
        <Table<RegionSums>
          size="small"
          rowKey="regionCode"
          loading={isFetching || villages.isFetching}
          dataSource={[...rows]}
          columns={columns}
          scroll={{ x: 'max-content' }}
          pagination={
            isByVillage
              ? { current, pageSize: SIZE, total: villages.data?.total ?? 0, showSizeChanger: false, onChange: (n) => setSearch({ current: n }) }
              : false
          }
          summary={() => (!isByVillage && rows.length > 0 ? <SumsRow name={data?.total.regionName} of={rows} /> : null)}
        />
        <LastDays days={data?.days ?? []} />
      </Flex>
    </BesideRegions>
  )
}

/** What is signed in a region, and what its account has left. */
function Figures({ of, account }: { of: SignedStatistics['total'] | undefined; account: SignAccount | undefined }) {
  const { say } = useSay()
  const figures: readonly (readonly [string, number | undefined, boolean?])[] = [
    [say(SUMS[0][1]), of?.total],
    [say(SUMS[4][1]), of?.s2],
    [say(words.lastDays), of?.week],
    [say(words.remaining), account?.remaining, account?.low === 1],
  ]
  return (
    <Flex gap="small" wrap>
      {figures.map(([title, n, isWarning]) => (
        <Card key={title} size="small" style={{ flex: '1 1 150px' }}>
          <Statistic
            title={title}
            value={n ?? '—'}
            {...(isWarning ? { valueStyle: { color: 'var(--ant-color-warning-text)' }, suffix: say(words.low) } : {})}
          />
        </Card>
      ))}
    </Flex>
  )
}
/** The foot of the table: the sums of its rows. */
const SumsRow = ({ name, of }: { name: string | undefined; of: readonly RegionSums[] }) => (
  <Table.Summary.Row>
    <Table.Summary.Cell index={0}>{name}</Table.Summary.Cell>
    {SUMS.map(([key], i) => (
      <Table.Summary.Cell key={key} index={i + 1} align="right">
        {addFigures(of)[key]}
      </Table.Summary.Cell>
    ))}
  </Table.Summary.Row>
)
/** How many were signed on each of the last days. */
function LastDays({ days }: { days: readonly { day: string; n: number }[] }) {
  const { say } = useSay()
  return (
    <Card size="small" title={say(words.lastDays)}>
      <Table<{ day: string; n: number }>
        size="small"
        rowKey="day"
        pagination={false}
        dataSource={[...days]}
        columns={[
          { key: 'day', dataIndex: 'day', title: say(words.day) },
          { key: 'n', dataIndex: 'n', title: say(words.signed), align: 'right' },
        ]}
      />
    </Card>
  )
}
