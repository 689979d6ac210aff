import { useQuery } from '@tanstack/react-query'
import { Alert, Empty, Spin, Tag } from 'antd'
import type { ReactNode } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { push_log, PUSH_STATES, PUSH_STATE } from './push-log.ts'

const COLOURS: Readonly<Record<string, string>> = {
  [PUSH_STATE.waiting]: 'default',
  [PUSH_STATE.sending]: 'processing',
  [PUSH_STATE.arrived]: 'success',
  [PUSH_STATE.failed]: 'error',
  [PUSH_STATE.disposed]: 'warning',
  [PUSH_STATE.nobody]: 'default',
}
/** How far a finished case has come on its way to the real-estate registry. Source: screens.md C1, C3. */
export function PushOf({ row }: { row: AnyRow }) {
  const { say, lang } = useSay()
  const untold = columnsOf(push_log, lang).find((c) => c.key === 'untold')
  const { data, error } = useQuery({
    queryKey: queryKeyOf('push-log', 'of', row.businessCode),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('dataPushLog/page', { businessCode: row.businessCode, current: 1, size: 20 }, { quiet: true }),
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!data) return <Spin />
  if (data.records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(both('没有推送记录', 'Nothing was pushed'))} />
  return (
    <Table<AnyRow>
      size="small"
      rowKey="id"
      dataSource={data.records}
      pagination={false}
      columns={[
        {
          key: 'status',
          title: say(both('推送状态', 'State')),
          width: 110,
          render: (_v, r) => <Tag color={COLOURS[r.status] ?? 'default'}>{say(PUSH_STATES[r.status] ?? both('', ''))}</Tag>,
        },
        { key: 'createTime', dataIndex: 'createTime', title: say(both('产生时间', 'Occurred')), width: 150, render: minuteText },
        { key: 'doneTime', dataIndex: 'doneTime', title: say(both('完成时间', 'Ended')), width: 150, render: minuteText },
        { key: 'attempts', dataIndex: 'attempts', title: say(both('推送次数', 'Tries')), width: 90 },
        {
          key: 'error',
          dataIndex: 'error',
          title: say(both('应答或未推送原因', 'Answer, or why not told')),
          render: (v, r, i) => v || (untold?.render?.(r.untold, r, i) as ReactNode),
        },
      ]}
    />
  )
}
