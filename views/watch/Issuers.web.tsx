import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Spin } from 'antd'
import { LineChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
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
      <Quality region={region} />
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

interface Board {
  rules: { rule: string; severity: string; n: number }[]
  children: (Figures & { regionCode: string; regionName: string; self: boolean })[]
}
/** Open findings by rule, each the way to its rows, and the child regions with their health. Source: statistics.md 14. */
function Quality({ region }: { region: string }) {
  const { say } = useSay()
  const { setSearch } = usePageState()
  const rule = useDict('watch_rule')
  const severity = useDict('watch_severity')
  const { data } = useQuery({
    queryKey: queryKeyOf('watch', 'quality', region),
    staleTime: 0,
    queryFn: () => api.get<Board>('watch/quality', region ? { regionCode: region } : {}, { quiet: true }),
  })
  if (!data) return null
  const column = (key: 'objects' | 'errors' | 'warnings') => ({ key, dataIndex: key, title: say(words[key]), align: 'right' as const })
  return (
    <Flex gap="small" wrap align="start">
      <Table<Board['rules'][number]>
        style={{ flex: '1 1 420px' }}
        size="small"
        rowKey={(r) => `${r.rule} ${r.severity}`}
        dataSource={data.rules}
        pagination={{ pageSize: SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'rule', title: say(words.rule), render: (_v, r) => rule.label(r.rule) },
          { key: 'severity', title: say(words.severity), width: 80, render: (_v, r) => severity.label(r.severity) },
          {
            key: 'n',
            title: say(words.findings),
            width: 80,
            align: 'right',
            render: (_v, r) => (
              <Button
                type="link"
                size="small"
                style={{ padding: 0 }}
                onClick={() => setSearch({ tab: undefined, rule: r.rule, severity: r.severity, isOpen: '1', ...(region ? { regionCode: region } : {}) })}
              >
                {r.n.toLocaleString()}
              </Button>
            ),
          },
        ]}
      />
      <Table<Board['children'][number]>
        style={{ flex: '1 1 420px' }}
        size="small"
        rowKey="regionCode"
        dataSource={data.children}
        pagination={{ pageSize: SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          {
            key: 'region',
            title: say(words.region),
            render: (_v, c) =>
              c.self ? (
                c.regionName
              ) : (
                <Button type="link" size="small" style={{ padding: 0 }} onClick={() => setSearch({ regionCode: c.regionCode })}>
                  {c.regionName}
                </Button>
              ),
          },
          column('objects'),
          column('errors'),
          column('warnings'),
          { key: 'health', title: say(words.health), align: 'right', render: (_v, c) => percent(c.health) },
        ]}
      />
    </Flex>
  )
}
