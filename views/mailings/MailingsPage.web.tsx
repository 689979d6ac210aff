import { useQuery } from '@tanstack/react-query'
import { Drawer, Form, Select, Typography } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { indicatorsOf, isSet } from '../figures/indicators.ts'
import { figure_mail } from './figure-mail.ts'
import { mailingWords as words } from './words.ts'

/** A text of values with commas in between, as a field of several values. */
const several = {
  getValueProps: (v: unknown) => ({
    value: String(v ?? '')
      .split(',')
      .filter(Boolean),
  }),
  getValueFromEvent: (v: string[]) => v.join(','),
}
const bare = { ...figure_mail, fields: {} }
function MailingForm(p: ResourceFormProps) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const figures: unknown = Form.useWatch('figures', form)
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('figure-mail', 'people'),
    queryFn: () => api.get<{ id: string; name: string }[]>('data/figure-mail/people', {}, { quiet: true }),
  })
  const set = isSet(figures) ? figures : 'region'
  return (
    <ResourceForm {...p} form={form} of={bare} whole={figure_mail} body={(v) => bodyOf(figure_mail, v, p.row)}>
      <FormItems of={figure_mail} only={['name', 'figures', 'regionCode', 'cycle', 'dayNo', 'format', 'isEnabled']} />
      <Form.Item name="items" label={say(words.items)} extra={say(words.everyItem)} {...several}>
        <ClearSelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={indicatorsOf(set).map(([value, i]) => ({ value, label: say(i.label) }))}
        />
      </Form.Item>
      <Form.Item name="receivers" label={say(words.receivers)} extra={say(words.note)} rules={[{ required: true, message: say(words.receivers) }]} {...several}>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={data.map((u) => ({ value: u.id, label: u.name }))} />
      </Form.Item>
    </ResourceForm>
  )
}

interface Log {
  id: string
  day: string
  receiverName: string
  outcome: string
  fileName: string | null
}
/** What became of a mailing, the last first. */
function History({ of: m, onClose }: { of: AnyRow; onClose(): void }) {
  const { say } = useSay()
  const { label } = useDict('figure_mail_outcome')
  const { data, isLoading } = useQuery({
    queryKey: queryKeyOf('figure-mail', 'log', m.id),
    queryFn: () => api.get<Page<Log>>('data/figure-mail-log/page', { mailId: m.id, size: 100, descs: 'id' }, { quiet: true }),
  })
  return (
    <Drawer open size="large" title={`${say(words.history)} · ${String(m.name)}`} onClose={onClose}>
      <Table<Log>
        rowKey="id"
        size="small"
        loading={isLoading}
        pagination={false}
        dataSource={data?.records ?? []}
        columns={[
          { key: 'day', dataIndex: 'day', title: say({ zh: '日期', en: 'Day' }), width: 110 },
          { key: 'receiverName', dataIndex: 'receiverName', title: say(words.receivers), width: 120 },
          {
            key: 'outcome',
            dataIndex: 'outcome',
            title: say({ zh: '结果', en: 'Outcome' }),
            render: (v: string) => <Typography.Text>{label(v)}</Typography.Text>,
          },
          { key: 'fileName', dataIndex: 'fileName', title: say({ zh: '文件', en: 'File' }) },
        ]}
      />
    </Drawer>
  )
}
/** 定时报送: figures that are sent to colleagues, and what became of each mail. */
export default function MailingsPage() {
  const [shown, setShown] = useState<AnyRow>()
  const { row } = defaultCommands(figure_mail)
  const history: RowCommand = { key: 'history', label: words.history, perm: 'figure_mail_view', run: (r) => setShown(r) }
  return (
    <>
      <ResourcePage of={figure_mail} regionTree={false} form={MailingForm} rowCommands={[history, row.edit, row.delete]} />
      {shown && <History of={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
