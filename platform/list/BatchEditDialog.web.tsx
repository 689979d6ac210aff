import { Alert, Button, Checkbox, Flex, Form, Progress } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import type { Selection } from '../../kit/web/commands.web.tsx'
import { Dialog, Foot, useToast } from '../../kit/web/dialogs.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { useDialogDraft, draftedValues } from '../../kit/web/dialog-draft.web.ts'
import type { BatchPreviewRow } from './batch.ts'
import { useBatch, type LastAct } from './batch.web.ts'
import { changedRows, listPhrases as words, refusedRows, sameRows } from './words.ts'

interface BatchEditDialogProps {
  of: AnyResource
  /** fields that may be set for many rows */
  fields: readonly string[]
  on: Selection
  onDone(act: LastAct): void
  onClose(): void
}
type Values = Record<string, unknown>

/** Sets chosen fields of the selected rows: what would become of each is shown first, then done as shown or not at all. */
export function BatchEditDialog({ of: r, fields, on, onDone, onClose }: BatchEditDialogProps) {
  const { say } = useSay()
  const [form] = Form.useForm<Values>()
  const [chosen, setChosen] = useState<readonly string[]>(fields.slice(0, 1))
  const batch = useBatch(r.name, on)
  const { take, put } = draftedValues(form)
  const draft = useDialogDraft(words.batchEdit, `${r.name} ${on.rows.map((row) => row.id).join(',')}`, {
    take: () => {
      const values = take()
      return values && { chosen, values }
    },
    put: (kept: { chosen: readonly string[]; values: never }) => {
      setChosen(kept.chosen)
      put(kept.values)
    },
  })
  const toast = useToast()
  const { preview, progress, busy } = batch
  // what the client has said already is not said again
  const tell = (e: unknown) => void (isApiError(e) || toast.failed(e))
  const look = async () => {
    const values = await form.validateFields().catch(() => undefined)
    if (values) await batch.look(Object.fromEntries(chosen.map((n) => [n, values[n] ?? null]))).catch(tell)
  }
  const make = () =>
    batch.make().then((act) => {
      toast.done(phrases.updated)
      void draft?.end()
      onDone(act)
    }, tell)
  const foot = (
    <Foot onCancel={onClose} disabled={busy} note={draft?.line}>
      {preview && (
        <Button disabled={busy} onClick={batch.reset}>
          {say(words.backToValues)}
        </Button>
      )}
      {preview ? (
        <Button type="primary" loading={busy} disabled={preview.changed === 0} onClick={() => void make()}>
          {say(changedRows(preview.changed))}
        </Button>
      ) : (
        <Button type="primary" loading={busy} disabled={chosen.length === 0} onClick={() => void look()}>
          {say(words.preview)}
        </Button>
      )}
    </Foot>
  )
  const single = { ...r, fields: Object.fromEntries(entries(r).filter(([n]) => chosen.includes(n))) }
  return (
    <Dialog open title={say(words.batchEdit)} width={760} onCancel={onClose} footer={foot}>
      {progress && <Progress percent={progress.percent} aria-label={say(words.batchEdit)} />}
      <div hidden={!!preview}>
        <Form form={form} layout="vertical" disabled={busy} onValuesChange={() => draft?.typed()}>
          {draft?.offer}
          <Form.Item label={say(words.fieldsToSet)}>
            <Checkbox.Group
              value={[...chosen]}
              onChange={(list) => setChosen(list)}
              options={fields.map((n) => ({ value: n, label: say(labelOf(r.fields[n]!)) }))}
            />
          </Form.Item>
          <FormItems of={single} only={chosen} />
        </Form>
      </div>
      {preview && <PreviewTable of={r} names={chosen} values={batch.values} preview={preview} />}
    </Dialog>
  )
}

interface PreviewTableProps {
  of: AnyResource
  names: readonly string[]
  values: Values
  preview: NonNullable<ReturnType<typeof useBatch>['preview']>
}
/** What would become of each row, and of those that cannot be changed why. */
function PreviewTable({ of: r, names, values, preview }: PreviewTableProps) {
  const { say, label } = useSay()
  const { changed, same, refused, rows, refusals } = preview
  return (
    <Flex vertical gap="middle">
      <Alert
        type={refused ? 'warning' : 'info'}
        showIcon
        title={[changedRows(changed), ...(same ? [sameRows(same)] : []), ...(refused ? [refusedRows(refused)] : [])].map(say).join(' · ')}
      />
      {refusals.length > 0 && (
        <Table
          rowKey="id"
          size="small"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={[...refusals]}
          columns={[
            { key: 'name', dataIndex: 'name', title: say({ zh: r.label, en: r.en }), width: 180 },
            { key: 'why', dataIndex: 'why', title: say(words.why) },
          ]}
        />
      )}
      {rows.length > 0 && (
        <Table<BatchPreviewRow>
          rowKey="id"
          size="small"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          dataSource={[...rows]}
          columns={[
            { key: 'name', dataIndex: 'name', title: say({ zh: r.label, en: r.en }), width: 180 },
            ...names.map((n) => {
              const f = r.fields[n]!
              return {
                key: n,
                title: label(f),
                render: (_: unknown, row: BatchPreviewRow) => (
                  <>
                    <del>{kinds[f.kind].show(row.before[n], f, n, { id: row.id })}</del> → <b>{kinds[f.kind].show(values[n], f, n, { id: row.id })}</b>
                  </>
                ),
              }
            }),
          ]}
        />
      )}
    </Flex>
  )
}
