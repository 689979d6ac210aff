import { useQuery } from '@tanstack/react-query'
import { Alert, Button, DatePicker, Flex, Select, Space, Statistic, Tag } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { both, type Text } from '../../../kit/model/lang.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { delayText } from '../PushCalls.web.tsx'
import { PUSH_STATES } from '../push-log.ts'
import { MENDABLE, MOST_MENDED, type DifferenceKind } from './reconcile.ts'

const words = {
  whom: both('登记机构', 'Registry'),
  compare: both('开始对账', 'Compare'),
  total: both('办结业务', 'Finished'),
  here: both('本方已送达', 'Arrived, we say'),
  there: both('对方已接收', 'Arrived, they say'),
  differs: both('差异', 'Differences'),
  mend: both('一键补推', 'Push them again'),
  confirm: (n: number) => both(`确定补推 ${n} 件业务?`, `Push ${n} cases again?`),
  queued: both('已安排推送', 'They will be pushed'),
  equal: both('两方一致', 'Both sides agree'),
  day: both('办结日期', 'Finished on'),
  delay: both('平均时延', 'Mean delay'),
  code: both('业务编号', 'Business'),
  kind: both('差异', 'What differs'),
  state: both('本方状态', 'State here'),
  reason: both('原因', 'Reason'),
  unread: (n: number) => both(`对方有 ${n} 条记录无法识别，未参与对账`, `${n} of their entries cannot be read and were not compared`),
  nobody: both('没有推送配置', 'There is no push configuration'),
}
const KINDS: Readonly<Record<DifferenceKind, Text>> = {
  lost: both('本方已送达，对方没有', 'Arrived here, not there'),
  unheard: both('对方已接收，本方未知', 'There, unknown here'),
  other: both('报文版本不一致', 'Another message'),
  unknown: both('本方没有该办结业务', 'No finished case of ours'),
  open: both('尚未推送成功', 'Not pushed yet'),
}

/** Counts of both sides by day, and what differs case by case. */
function Sides({ days, differences }: { days: readonly AnyRow[]; differences: readonly AnyRow[] }) {
  const { say } = useSay()
  return (
    <>
      <Table<AnyRow>
        size="small"
        rowKey="day"
        dataSource={days}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'day', dataIndex: 'day', title: say(words.day), width: 120 },
          { key: 'total', dataIndex: 'total', title: say(words.total), width: 100 },
          { key: 'here', dataIndex: 'here', title: say(words.here), width: 130 },
          { key: 'there', dataIndex: 'there', title: say(words.there), width: 130 },
          { key: 'meanDelay', dataIndex: 'meanDelay', title: say(words.delay), width: 120, render: (v: number | null) => say(delayText(v)) },
        ]}
      />
      {differences.length > 0 && (
        <Table<AnyRow>
          size="small"
          rowKey="businessCode"
          dataSource={differences}
          scroll={{ x: 'max-content' }}
          columns={[
            { key: 'businessCode', dataIndex: 'businessCode', title: say(words.code), width: 160 },
            { key: 'kind', dataIndex: 'kind', title: say(words.kind), width: 200, render: (v: DifferenceKind) => <Tag>{say(KINDS[v])}</Tag> },
            { key: 'status', dataIndex: 'status', title: say(words.state), width: 120, render: (v: string) => (PUSH_STATES[v] ? say(PUSH_STATES[v]) : '—') },
            { key: 'reason', dataIndex: 'reason', title: say(words.reason) },
          ]}
        />
      )}
    </>
  )
}
/** Both sides of the pushes: counts by day here and there, what differs, one click that pushes it again. Source: docs/adr/0069. */
export function Reconcile() {
  const { say } = useSay()
  const { can } = useSession()
  const [toast, ask] = [useToast(), useAsk()]
  const [asked, setAsked] = useState<{ id: string; from: string; to: string }>()
  const [chosen, setChosen] = useState<string>()
  const [span, setSpan] = useState<[string, string]>([dayjs(today()).subtract(29, 'day').format('YYYY-MM-DD'), today()])
  const targets = useQuery({ queryKey: queryKeyOf('push-log', 'targets'), queryFn: () => api.get<AnyRow[]>('dataPushLog/targets', {}, { quiet: true }) })
  const found = useQuery({
    queryKey: queryKeyOf('push-log', 'statement', JSON.stringify(asked ?? {})),
    enabled: !!asked,
    retry: false,
    queryFn: () => api.get<AnyRow>('dataPushLog/statement', asked, { quiet: true }),
  })
  const id = chosen ?? (targets.data?.[0] ? String(targets.data[0].id) : undefined)
  const differences: AnyRow[] = found.data?.differences ?? []
  const mendable = differences.filter((d) => MENDABLE.includes(d.kind)).slice(0, MOST_MENDED)
  const mend = async () => {
    if (!(await ask(words.confirm(mendable.length)))) return
    try {
      await api.post('dataPushLog/mend', { businessCodes: mendable.map((d) => d.businessCode).join(',') }, {}, { quiet: true })
      toast.done(words.queued)
      await found.refetch()
    } catch (e) {
      toast.failed(e)
    }
  }
  if (targets.data?.length === 0) return <Alert type="info" showIcon title={say(words.nobody)} />
  return (
    <Flex vertical gap={12}>
      <Space wrap>
        <Select
          aria-label={say(words.whom)}
          style={{ minWidth: 200 }}
          value={id}
          onChange={setChosen}
          options={(targets.data ?? []).map((t) => ({ value: String(t.id), label: `${t.name}（${t.regionCode}）` }))}
        />
        <DatePicker.RangePicker
          aria-label={say(words.day)}
          allowClear={false}
          value={[dayjs(span[0]), dayjs(span[1])]}
          onChange={(d) => d?.[0] && d[1] && setSpan([d[0].format('YYYY-MM-DD'), d[1].format('YYYY-MM-DD')])}
        />
        <Button
          type="primary"
          disabled={!id}
          loading={found.isFetching}
          onClick={() => {
            const next = { id: id!, from: span[0], to: span[1] }
            if (JSON.stringify(next) === JSON.stringify(asked)) void found.refetch()
            else setAsked(next)
          }}
        >
          {say(words.compare)}
        </Button>
      </Space>
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {found.data && (
        <>
          <Space size="large" wrap>
            {(['total', 'here', 'there'] as const).map((n) => (
              <Statistic key={n} title={say(words[n])} value={found.data[n]} styles={{ content: { fontSize: 20 } }} />
            ))}
            <Statistic title={say(words.differs)} value={differences.length} styles={{ content: { fontSize: 20 } }} />
            {can('push_log_edit') && mendable.length > 0 && <Button onClick={() => void mend()}>{say(words.mend)}</Button>}
          </Space>
          {found.data.unread > 0 && <Alert type="warning" showIcon title={say(words.unread(found.data.unread))} />}
          {differences.length === 0 && !found.data.unread && <Alert type="success" showIcon title={say(words.equal)} />}
          <Sides days={found.data.days} differences={differences} />
        </>
      )}
    </Flex>
  )
}
