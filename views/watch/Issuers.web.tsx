import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Spin } from 'antd'
import { LineChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { AxesChart, COLOURS } from '../home/Chart.web.tsx'
import { Numbers } from '../home/parts.web.tsx'
import { words } from './words.ts'

use([LineChart])
interface Figures {
  objects: number
  errors: number
  warnings: number
  health: string
}
interface Health extends Figures {
  days: (Figures & { day: string })[]
  total: number
  issuers: (Figures & { fbfbm: string; fbfmc: string; regionCode: string })[]
}
const SIZE = 20
const percent = (h: string): string => `${(Number(h) * 100).toFixed(2)}%`

/** Health of a region: today's figures, the trend by day, and issuers with the worst first; an issuer leads to its findings. */
export default function Issuers({ region }: { region: string }) {
  const { say } = useSay()
  const { setSearch } = usePageState()
  const [current, setCurrent] = useState(1)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('watch', 'health', region, current),
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: () => api.get<Health>('watch/health', { ...(region ? { regionCode: region } : {}), current, size: SIZE }, { quiet: true }),
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!data) return <Spin />
  return (
    <Flex vertical gap="small">
      <Numbers
        items={[
          { label: words.health, value: percent(data.health) },
          { label: words.objects, value: data.objects.toLocaleString() },
          { label: words.errors, value: data.errors.toLocaleString() },
          { label: words.warnings, value: data.warnings.toLocaleString() },
        ]}
      />
      <Card size="small" title={say(words.trend)}>
        <AxesChart
          label={say(words.trend)}
          height={220}
          unit="%"
          names={data.days.map((d) => d.day)}
          series={[{ name: say(words.health), data: data.days.map((d) => Math.round(Number(d.health) * 10_000) / 100), color: COLOURS.green, line: true }]}
        />
      </Card>
      <Table<Health['issuers'][number]>
        size="small"
        rowKey="fbfbm"
        dataSource={data.issuers}
        pagination={{ current, pageSize: SIZE, total: data.total, onChange: setCurrent, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          {
            title: say(words.issuer),
            dataIndex: 'fbfmc',
            render: (_, i) => (
              <Button
                type="link"
                size="small"
                style={{ padding: 0 }}
                onClick={() => setSearch({ tab: undefined, regionCode: undefined, fbfbm: i.fbfbm, isOpen: '1' })}
              >
                {i.fbfmc || i.fbfbm}
              </Button>
            ),
          },
          { title: say(words.objects), dataIndex: 'objects', width: 110, align: 'right' },
          { title: say(words.errors), dataIndex: 'errors', width: 160, align: 'right' },
          { title: say(words.warnings), dataIndex: 'warnings', width: 160, align: 'right' },
          { title: say(words.health), dataIndex: 'health', width: 110, align: 'right', render: percent },
        ]}
      />
    </Flex>
  )
}
