import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Col, DatePicker, Flex, Form, Input, Row, Select, Space, Upload, type FormInstance, type UploadFile } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession, type Keeping } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { useDialogDraft, draftedValues } from '../../kit/web/dialog-draft.web.ts'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { sendFile } from '../../business/cases/web/form/Files.web.tsx'
import { LETTER_NODES, sign_letter } from '../signers/letter.ts'
import { words } from './words.ts'
import '../../kit/web/day-clock.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'

const { fields: f } = sign_letter
/** Kind of the file of a letter (dictionary attach_kind). */
const LETTER_KIND = 'QSWTS'
/** From when until when, a line each. */
const Days = ({ of: l }: { of: AnyRow }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {l.fromDay}
    <br />— {l.toDay}
  </span>
)
interface LetterProps {
  of: AnyRow
  businessId: string
  /** while nobody signs */
  open: boolean
  onClose(): void
}
interface Given {
  nodeCode: string
  agentName: string
  agentIdType: string
  agentIdCard: string
  agentPhone: string
  purpose: string
  /** yyyy-MM-dd */
  period: [string, string]
  file: UploadFile[]
}
/** Who signs a contract by a letter of authorisation: the letters it has, and a form for one more. */
export function LetterDialog({ of: c, businessId, open, onClose }: LetterProps) {
  const { say } = useSay()
  const { can } = useSession()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [form] = Form.useForm<Given>()
  const { busy, run } = useOneCall()
  const draft = useDialogDraft(words.title, String(c.id), draftedValues(form))
  const [shown, setShown] = useState<AnyRow>()
  const key = queryKeyOf('sign', 'letters', c.id)
  const { data = [], isLoading } = useQuery({ queryKey: key, queryFn: () => api.get<AnyRow[]>('sign/letter/list', { contractId: String(c.id) }) })
  const mayChange = open && can('sign_edit')
  const done = async () => {
    toast.done(words.done)
    await Promise.all([client.invalidateQueries({ queryKey: key }), client.invalidateQueries({ queryKey: queryKeyOf('attach', businessId) })])
  }
  const save = async ({ period, file, ...given }: Given) => {
    await run(async () => {
      const { id } = await sendFile(businessId, LETTER_KIND, file[0]!.originFileObj as Blob)
      const [fromDay, toDay] = period
      await api.post('sign/letter/save', { ...given, contractId: c.id, fromDay, toDay, attachId: id })
      form.resetFields()
      void draft?.end()
      await done()
    })
  }
  const remove = async (l: AnyRow) => {
    if (!(await ask(words.removeAsk, true))) return
    await api.post('sign/letter/remove', { id: l.id }).then(done, () => undefined)
  }
  return (
    <Dialog open width={860} title={`${say(words.title)} ${c.cbhtbm}`} onCancel={onClose} footer={<Button onClick={onClose}>{say(phrases.close)}</Button>}>
      <Flex vertical gap="middle">
        <Alert type="info" showIcon title={say(words.hint)} />
        <LetterTable letters={data} loading={isLoading} mayChange={mayChange} onSee={setShown} onRemove={(l) => void remove(l)} />
        {mayChange && <LetterForm form={form} draft={draft} busy={busy} onSave={(v) => void save(v)} />}
      </Flex>
      {shown && (
        <PreviewDialog
          path="cpt-resource/attach/endpoint/preview"
          query={{ id: String(shown.attachId) }}
          title={`${say(words.title)} ${shown.agentName}`}
          onClose={() => setShown(undefined)}
        />
      )}
    </Dialog>
  )
}

interface LetterTableProps {
  letters: readonly AnyRow[]
  loading: boolean
  mayChange: boolean
  onSee(letter: AnyRow): void
  onRemove(letter: AnyRow): void
}
/** The letters that a contract has. */
function LetterTable({ letters, loading, mayChange, onSee, onRemove }: LetterTableProps) {
  const { say, lang } = useSay()
  const nodes = useDict('sign_node')
  return (
    <Table<AnyRow>
      size="small"
      rowKey="id"
      loading={loading}
      pagination={false}
      dataSource={[...letters]}
      locale={{ emptyText: say(words.none) }}
      columns={[
        { key: 'nodeCode', title: labelOf(f.nodeCode)[lang], width: 120, render: (_v, l) => nodes.label(l.nodeCode) },
        { key: 'principalName', dataIndex: 'principalName', title: say(words.sends), width: 90 },
        { key: 'agentName', dataIndex: 'agentName', title: labelOf(f.agentName)[lang], width: 100 },
        { key: 'agentIdCard', dataIndex: 'agentIdCard', title: labelOf(f.agentIdCard)[lang], width: 170 },
        { key: 'period', title: say(words.period), width: 120, render: (_v, l) => <Days of={l} /> },
        { key: 'purpose', dataIndex: 'purpose', title: labelOf(f.purpose)[lang] },
        {
          key: 'do',
          title: say(phrases.actions),
          width: 110,
          render: (_v, l) => (
            <Space size={0} wrap>
              <Button type="link" size="small" onClick={() => onSee(l)}>
                {say(words.see)}
              </Button>
              {mayChange && (
                <Button type="link" size="small" danger onClick={() => onRemove(l)}>
                  {say(words.remove)}
                </Button>
              )}
            </Space>
          ),
        },
      ]}
    />
  )
}
interface LetterFormProps {
  form: FormInstance<Given>
  draft: Keeping | undefined
  busy: boolean
  onSave(given: Given): void
}
/** The form of one more letter. */
function LetterForm({ form, draft, busy, onSave }: LetterFormProps) {
  const { say, lang } = useSay()
  const nodes = useDict('sign_node'),
    papers = useDict('zjlx')
  const field = (name: Exclude<keyof Given, 'period' | 'file'>, input: React.ReactNode, span = 12) => (
    <Col span={span}>
      <Form.Item name={name} label={labelOf(f[name])[lang]} rules={[{ required: true }]}>
        {input}
      </Form.Item>
    </Col>
  )
  return (
    <Form
      form={form}
      name="letter"
      layout="vertical"
      initialValues={{ agentIdType: '1', nodeCode: LETTER_NODES[0] }}
      onValuesChange={() => draft?.typed()}
      onFinish={onSave}
    >
      {draft?.offer}
      <Row gutter={16}>
        {field('nodeCode', <Select options={nodes.choices.filter((n) => (LETTER_NODES as readonly unknown[]).includes(n.value))} />)}
        {field('agentName', <Input maxLength={50} />)}
        {field('agentIdType', <Select options={papers.choices} />)}
        {field('agentIdCard', <Input maxLength={20} />)}
        {field('agentPhone', <Input maxLength={11} />)}
        <Col span={12}>
          <Form.Item
            name="period"
            label={say(words.period)}
            rules={[{ required: true, message: say(words.periodNeeded) }]}
            getValueProps={(v?: readonly string[]) => ({ value: v?.map((d) => dayjs(d)) })}
            getValueFromEvent={(days: readonly Dayjs[] | null) => days?.map((d) => d.format('YYYY-MM-DD'))}
          >
            <DatePicker.RangePicker style={{ width: '100%' }} />
          </Form.Item>
        </Col>
        {field('purpose', <Input maxLength={254} />, 24)}
        <Col span={24}>
          <Form.Item
            name="file"
            label={labelOf(f.attachId)[lang]}
            valuePropName="fileList"
            getValueFromEvent={(e: { fileList: UploadFile[] }) => e.fileList}
            rules={[{ required: true, message: say(f.attachId.requiredMessage!) }]}
          >
            <Upload maxCount={1} accept=".pdf,.jpg,.jpeg,.png" beforeUpload={() => false}>
              <Button>{say(words.pick)}</Button>
            </Upload>
          </Form.Item>
        </Col>
      </Row>
      <Flex gap="small" align="center">
        <Button type="primary" htmlType="submit" loading={busy}>
          {say(words.add)}
        </Button>
        {draft?.line}
      </Flex>
    </Form>
  )
}
