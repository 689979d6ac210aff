import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Flex, Form, Input, Select, Tag, Typography } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { both } from '../../../../kit/model/lang.ts'
import { today } from '../../../../kit/web/clock.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { useSession, Heading } from '../../../../kit/web/session.web.ts'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { FormDialog } from '../../../../platform/parts/FormDialog.web.tsx'
import { typeCodes, typeName } from '../../../../services/process/engine/definitions.ts'
import type { Absence } from '../../rules/absence.ts'
import '../../../../platform/list/list.css'

const words = {
  title: both('外出委托', 'While away'),
  help: both(
    '外出期间指定给您的任务自动交给代办人，流转记录写明为谁代办。',
    'While you are away, tasks that are meant for you go to your substitute; the history of each task names both of you.',
  ),
  add: both('登记外出', 'I am away'),
  who: both('外出人', 'Away'),
  delegate: both('代办人', 'Stands in'),
  from: both('开始日期', 'From'),
  to: both('结束日期', 'Until'),
  kinds: both('业务类型（不选为全部）', 'Types of business (none: all)'),
  all: both('全部', 'All'),
  reason: both('原因', 'Reason'),
  end: both('结束', 'End it'),
  state: both('状态', 'State'),
  now: both('进行中', 'Now'),
  later: both('未开始', 'Later'),
  none: both('没有外出委托', 'Nobody is away'),
} as const
const KEY = queryKeyOf('absence')

function AbsenceDialog({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('absence', 'people'),
    queryFn: () => api.get<{ id: string; name: string }[]>('yw-accept/business/absence/people', {}, { quiet: true }),
  })
  const save = async (v: Record<string, unknown>) => {
    const { kinds, days, delegateId, reason } = v as { kinds?: string[]; days: [Dayjs, Dayjs]; delegateId: string; reason?: string }
    const [fromDay, toDay] = days.map((d) => d.format('YYYY-MM-DD'))
    await api.post('yw-accept/business/absence/save', undefined, { delegateId, fromDay, toDay, kinds: (kinds ?? []).join(','), reason }, { quiet: true })
    await client.invalidateQueries({ queryKey: KEY })
  }
  const required = [{ required: true }]
  return (
    <FormDialog title={words.add} width={480} onClose={onClose} onSubmit={save}>
      <Form.Item name="delegateId" label={say(words.delegate)} rules={required}>
        <Select showSearch optionFilterProp="label" options={data.map((p) => ({ value: p.id, label: p.name }))} />
      </Form.Item>
      <Form.Item name="days" label={`${say(words.from)} — ${say(words.to)}`} rules={required}>
        <DatePicker.RangePicker style={{ width: '100%' }} minDate={dayjs(today())} />
      </Form.Item>
      <Form.Item name="kinds" label={say(words.kinds)}>
        <Select mode="multiple" optionFilterProp="label" options={typeCodes.map((value) => ({ value, label: typeName(value) }))} />
      </Form.Item>
      <Form.Item name="reason" label={say(words.reason)}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}

/** Who is away and who stands in, as far as it concerns the reader. */
export default function AbsencePage() {
  const { say } = useSay()
  const { user, can } = useSession()
  const mayGo = can('business_commit')
  const { busy, run } = useOneCall()
  const [isAdding, setAdding] = useState(false)
  const { data = [], isLoading } = useQuery({ queryKey: KEY, queryFn: () => api.get<Absence[]>('yw-accept/business/absence/list', {}, { quiet: true }) })
  const end = (id: string) => void run(() => api.post('yw-accept/business/absence/end', undefined, { id }), { touches: [KEY] })
  return (
    <Flex vertical gap="middle">
      <Flex gap="small" wrap align="center">
        <Heading className="list-title">{say(words.title)}</Heading>
        {mayGo && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {say(words.add)}
          </Button>
        )}
      </Flex>
      <Typography.Text type="secondary">{say(words.help)}</Typography.Text>
      <Table<Absence>
        rowKey="id"
        size="small"
        loading={isLoading}
        dataSource={[...data]}
        locale={{ emptyText: say(words.none) }}
        pagination={false}
        columns={[
          { key: 'who', title: say(words.who), width: 120, dataIndex: 'userName' },
          { key: 'delegate', title: say(words.delegate), width: 120, dataIndex: 'delegateName' },
          { key: 'days', title: say(words.from), width: 230, render: (_v, a) => `${a.fromDay} — ${a.toDay}` },
          {
            key: 'kinds',
            title: say(words.kinds),
            render: (_v, a) =>
              a.kinds
                ? a.kinds
                    .split(',')
                    .map((k) => typeName(k as (typeof typeCodes)[number]))
                    .join('、')
                : say(words.all),
          },
          { key: 'now', title: say(words.state), width: 100, render: (_v, a) => <Tag>{say(a.isNow ? words.now : words.later)}</Tag> },
          {
            key: 'do',
            title: say(phrases.actions),
            width: 100,
            render: (_v, a) =>
              a.userId === user?.user_id ? (
                <Button type="link" size="small" loading={busy} onClick={() => end(a.id)}>
                  {say(words.end)}
                </Button>
              ) : null,
          },
        ]}
      />
      {isAdding && <AbsenceDialog onClose={() => setAdding(false)} />}
    </Flex>
  )
}
