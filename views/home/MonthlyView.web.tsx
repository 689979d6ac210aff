import { PrinterOutlined } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import { LineChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { Table } from '../../kit/web/Table.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { AxesChart, COLOURS } from './Chart.web.tsx'
import { count, Panel, PLAIN, TotalRow } from './parts.web.tsx'
import { MONTH_WORDS, viewWords } from './view-words.ts'
import { MONTHLY, percent, type MonthFigures, type MonthlyFigures } from './views.ts'

use([LineChart])
const COLOUR_OF = { accepted: COLOURS.blue, done: COLOURS.green, revoked: COLOURS.grey, signed: COLOURS.gold, issued: COLOURS.red } as const

/** By how much there was more than a year before: +12.50%, a dash where there was nothing. Source: statistics.md 1 S4, 5. */
function Change({ now, before }: { now: number; before: number }) {
  const p = percent(now - before, before)
  return <Typography.Text type="secondary">{p === null ? '—' : `${p > 0 ? '+' : ''}${p.toFixed(2)}%`}</Typography.Text>
}

/** The last twelve months, each beside the same month of the year before. Source: statistics.md 5. */
export function MonthlyView({ data }: { data: MonthlyFigures }) {
  const { say } = useSay()
  const { can } = useSession()
  const before = (key: string) => data.months.reduce((n, m) => n + m.before[key]!, 0)
  return (
    <Panel
      title={say(viewWords.lastYear)}
      chart={
        <AxesChart
          label={say(viewWords.lastYear)}
          names={data.months.map((m) => m.month)}
          series={MONTHLY.map((key) => ({ name: say(MONTH_WORDS[key]), color: COLOUR_OF[key], line: true, data: data.months.map((m) => m.values[key]!) }))}
        />
      }
    >
      <Flex vertical gap="small">
        <Flex justify="space-between" wrap gap="small">
          <Typography.Text type="secondary">{say(viewWords.monthNote)}</Typography.Text>
          {can('print_view') && (
            <Button
              icon={<PrinterOutlined />}
              onClick={() => void download('data/statistics/monthly/print', { regionCode: data.regionCode || undefined }).catch(() => undefined)}
            >
              {say(viewWords.printMonthly)}
            </Button>
          )}
        </Flex>
        <Table<MonthFigures>
          {...PLAIN}
          bordered
          rowKey="month"
          dataSource={data.months}
          columns={[
            { key: 'month', title: say(viewWords.month), dataIndex: 'month', fixed: 'left' },
            ...MONTHLY.map((key) => ({
              key,
              title: say(MONTH_WORDS[key]),
              children: [
                { key: `${key}-n`, title: say(viewWords.number), align: 'right' as const, render: (_v: unknown, m: MonthFigures) => count(m.values[key]!) },
                {
                  key: `${key}-change`,
                  title: say(viewWords.change),
                  align: 'right' as const,
                  render: (_v: unknown, m: MonthFigures) => <Change now={m.values[key]!} before={m.before[key]!} />,
                },
              ],
            })),
          ]}
          summary={() => (
            <TotalRow cells={MONTHLY.flatMap((key) => [count(data.total[key]!), <Change key={key} now={data.total[key]!} before={before(key)} />])} />
          )}
        />
      </Flex>
    </Panel>
  )
}
