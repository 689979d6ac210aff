import { Checkbox, Form, Input, List, Select } from 'antd'
import { useState } from 'react'
import { dict } from '../../kit/model/field.ts'
import { api } from '../../kit/web/client.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { DictInput } from '../../kit/web/inputs.web.tsx'
import { RegionPicker } from '../../kit/web/RegionTree.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'
import { useOwnColumns } from '../parts/columns.web.tsx'
import { ListPicker, usePickerList } from '../parts/ListPicker.web.tsx'
import { isPrintForm, PACKING, PRINT, PRINT_TITLES, print_job, print_record, type Unprinted } from './print-job.ts'
import { printWords as words } from './words.ts'

const AT = 'dzzw/print-job'
const LISTS = { jobs: words.jobs, records: words.records } as const
const PACKING_FIELD = dict('装订方式', 'print_packing', { en: 'Packing', values: Object.values(PACKING) })

/** What a job is asked for: forms in an order, how they are packed, and what becomes of names that cannot be drawn. */
function StartDialog({ regionCode, reload, onClose }: { regionCode: string | undefined; reload(): unknown; onClose(): void }) {
  const { say } = useSay()
  const options = Object.entries(PRINT_TITLES).map(([value, title]) => ({ value, label: say(title) }))
  const send = (v: Record<string, unknown>) =>
    api.post(`${AT}/start`, {
      regionCode: v.regionCode,
      forms: (v.forms as string[]).join(','),
      packing: v.packing,
      duplex: v.duplex ? 1 : 0,
      skip: v.skip ? 1 : 0,
    })
  return (
    <FormDialog
      title={words.start}
      initial={{ packing: PACKING.bound, ...(regionCode ? { regionCode } : {}) }}
      onSubmit={(v) => send(v).then(reload)}
      onClose={onClose}
    >
      <Form.Item name="regionCode" label={say(words.region)} rules={[{ required: true, message: say(words.askRegion) }]}>
        <RegionPicker />
      </Form.Item>
      <Form.Item name="forms" label={say(words.forms)} rules={[{ required: true, message: say(words.askForms) }]}>
        <Select mode="multiple" options={options} optionFilterProp="label" />
      </Form.Item>
      <Form.Item name="packing" label={say(words.packing)}>
        <DictInput field={PACKING_FIELD} />
      </Form.Item>
      <Form.Item name="duplex" valuePropName="checked">
        <Checkbox>{say(words.duplex)}</Checkbox>
      </Form.Item>
      <Form.Item name="skip" valuePropName="checked">
        <Checkbox>{say(words.skip)}</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}
function AgainDialog({ id, reload, onClose }: { id: string; reload(): unknown; onClose(): void }) {
  const { say } = useSay()
  return (
    <FormDialog title={words.again} act={words.begin} onSubmit={(v) => api.post(`${AT}/again`, { id, reason: v.reason }).then(reload)} onClose={onClose}>
      <Form.Item name="reason" label={say(words.againReason)} rules={[{ required: true, whitespace: true, message: say(words.askReason) }]}>
        <Input.TextArea maxLength={254} showCount rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
const isMoving = (r: AnyRow) => r.status === PRINT.queued || r.status === PRINT.printing
function Jobs() {
  const { say, lang } = useSay()
  const { search, setSearch } = usePageState()
  const [starting, setStarting] = useState<{ reload(): unknown }>()
  const [again, setAgain] = useState<{ id: string; reload(): unknown }>()
  const [left, setLeft] = useState<readonly Unprinted[]>()
  const tools: ToolCommand[] = [
    { key: 'start', label: words.start, perm: 'print_job_add', primary: true, run: (_rows, t) => setStarting({ reload: t.reload }) },
  ]
  const rows: RowCommand[] = [
    {
      key: 'download',
      label: words.download,
      perm: 'print_job_view',
      when: (r) => r.status === PRINT.done && !!r.fileId,
      run: (r) => download(`${AT}/download`, { id: r.id }),
    },
    { key: 'left', label: words.left, perm: 'print_job_view', when: (r) => Number(r.left) > 0, run: (r) => setLeft((r.unprinted ?? []) as Unprinted[]) },
    {
      key: 'resume',
      label: words.resume,
      perm: 'print_job_add',
      when: (r) => r.status === PRINT.failed,
      done: words.resumed,
      run: (r, t) => api.post(`${AT}/resume`, { id: r.id }).then(t.reload),
    },
    { key: 'cancel', label: words.cancel, perm: 'print_job_add', when: isMoving, run: (r, t) => api.post(`${AT}/cancel`, { id: r.id }).then(t.reload) },
    { key: 'again', label: words.again, perm: 'print_job_add', when: (r) => r.status === PRINT.done, run: (r, t) => setAgain({ id: r.id, reload: t.reload }) },
    { key: 'records', label: words.seeRecords, perm: 'print_record_view', run: (r) => setSearch({ list: 'records', printId: r.id, current: undefined }) },
  ]
  return (
    <>
      <ResourcePage of={print_job} heading={<ListPicker lists={LISTS} />} toolCommands={tools} rowCommands={rows} isMoving={isMoving} />
      {starting && <StartDialog regionCode={search.regionCode} {...starting} onClose={() => setStarting(undefined)} />}
      {again && <AgainDialog {...again} onClose={() => setAgain(undefined)} />}
      {left && (
        <Dialog open shows title={say(words.left)} onCancel={() => setLeft(undefined)}>
          <List size="small" dataSource={[...left]} renderItem={(u) => <List.Item>{`${u.code} ${u.name}：${u[lang]}`}</List.Item>} />
        </Dialog>
      )}
    </>
  )
}
function Records() {
  const { say } = useSay()
  const columns = useOwnColumns(print_record).map((c) =>
    c.key === 'form' ? { ...c, render: (_: unknown, r: AnyRow) => (isPrintForm(r.form) ? say(PRINT_TITLES[r.form]) : String(r.form ?? '')) } : c,
  )
  return <ResourcePage of={print_record} heading={<ListPicker lists={LISTS} />} columns={columns} toolCommands={[]} rowCommands={[]} />
}
/** 打印室: jobs that print forms of many households, and who printed what when. */
export default function PrintRoomPage() {
  return usePickerList(LISTS) === 'records' ? <Records /> : <Jobs />
}
