import { Button, Input, Segmented, Space } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { both, type Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { LoadFailed } from '../parts/LoadFailed.web.tsx'
import { areMonths, COST_BY, type CostBy } from './cost.ts'
import { sms_history } from './sms.ts'

const words = {
  cost: both('费用汇总', 'Costs'),
  months: both('月份', 'Months'),
  messages: both('消息数', 'Messages'),
  parts: both('计费条数', 'Parts'),
  yuan: both('费用（元）', 'Cost (yuan)'),
  total: both('合计', 'Total'),
  rows: both('明细', 'Messages'),
  exported: both('导出', 'Export'),
} as const
const HISTORY = 'sms/message/history'

interface Cost {
  lines: { key: string; name: string; messages: number; parts: number; cost: string; where: string }[]
  total: { messages: number; parts: number; cost: string }
}
/** What messages cost in some months: a line leads to the messages behind it. */
export function Costs({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const openPage = useOpenPage()
  const month = today().slice(0, 7)
  const [by, setBy] = useState<CostBy>('month')
  const [[from, to], setMonths] = useState([`${month.slice(0, 4)}-01`, month])
  const asked = { by, from: from!, to: to! }
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: queryKeyOf(sms_history, 'cost', asked),
    queryFn: () => api.get<Cost>(`${HISTORY}/cost`, asked, { quiet: true }),
    enabled: areMonths(asked.from, asked.to),
  })
  const open = (where: string) => {
    onClose()
    openPage('/resource/sms-history', { where })
  }
  const column = (key: 'messages' | 'parts' | 'cost', title: Text) => ({ key, dataIndex: key, title: say(title), align: 'right' as const })
  return (
    <Dialog open shows title={say(words.cost)} width={760} onCancel={onClose}>
      <Space wrap style={{ marginBottom: 12 }}>
        <Segmented
          value={by}
          onChange={setBy}
          options={(Object.keys(COST_BY) as CostBy[]).map((value) => ({ value, label: say(COST_BY[value]) }))}
          aria-label={say(words.cost)}
        />
        {[from!, to!].map((value, i) => (
          <Input
            key={i}
            type="month"
            aria-label={say(words.months)}
            value={value}
            status={areMonths(asked.from, asked.to) ? '' : 'error'}
            onChange={(e) => setMonths(i === 0 ? [e.target.value, to!] : [from!, e.target.value])}
          />
        ))}
        {can('sms_history_export') && <Button onClick={() => void download(`${HISTORY}/cost-export`, asked).catch(toast.failed)}>{say(words.exported)}</Button>}
      </Space>
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Table
          size="small"
          rowKey="key"
          loading={isLoading}
          pagination={false}
          scroll={{ x: 'max-content', y: 400 }}
          dataSource={data?.lines ?? []}
          columns={[
            { key: 'name', dataIndex: 'name', title: say(COST_BY[by]) },
            column('messages', words.messages),
            column('parts', words.parts),
            column('cost', words.yuan),
            {
              key: 'rows',
              title: '',
              render: (_: unknown, l: Cost['lines'][number]) => (
                <Button type="link" size="small" aria-label={`${say(words.rows)} ${l.name}`} onClick={() => open(l.where)}>
                  {say(words.rows)}
                </Button>
              ),
            },
          ]}
          summary={() =>
            data && (
              <Table.Summary.Row>
                <Table.Summary.Cell index={0}>{say(words.total)}</Table.Summary.Cell>
                {([data.total.messages, data.total.parts, data.total.cost] as const).map((v, i) => (
                  <Table.Summary.Cell key={i} index={i + 1} align="right">
                    {v}
                  </Table.Summary.Cell>
                ))}
                <Table.Summary.Cell index={4} />
              </Table.Summary.Row>
            )
          }
        />
      )}
    </Dialog>
  )
}
