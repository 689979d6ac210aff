import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Flex, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import type { Page } from '../../kit/model/page.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Commands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { words } from '../cases/web/words.ts'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { today } from '../../kit/web/clock.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ANSWER, BROUGHT } from './publicity.ts'
import { handleable, OBJECTION, OPEN_OBJECTIONS, PUBLICITY } from './clock.ts'
import { objection, targetsOf, type Snapshot } from './publicity.ts'

/** Whether an objection still waits for its end. */
export const isOpenObjection = (row: AnyRow) => (OPEN_OBJECTIONS as readonly unknown[]).includes(row.status)
const shownIn = ['objector', 'phone', 'targetCode', 'content', 'receivedTime', 'status', 'disputed', 'handler', 'opinion', 'answerDay'] as const
/** Columns of a list of objections. */
export const withStatus = (lang: 'zh' | 'en') =>
  shownIn.map((n) => {
    const f = objection.fields[n]
    return {
      key: n,
      dataIndex: n,
      title: labelOf(f)[lang],
      width: f.width ?? 130,
      ellipsis: true,
      render: (v: unknown, row: AnyRow) => kinds[f.kind].show(v, f, n, row),
    }
  })

/** What an objection against a posted business may be about, with the names that are known. */
const optionsOf = (posted: Snapshot | undefined): { value: string; label: string }[] =>
  posted
    ? targetsOf(posted).map((value) => ({
        value,
        label: `${posted.dk?.find((d) => d.dkbm === value)?.dkmc ?? (value === posted.cbfbm ? (posted.obligeName ?? '') : '')} ${value}`.trim(),
      }))
    : []

interface ObjectionFormProps extends ResourceFormProps {
  targets?: { value: string; label: string }[]
  publicityId?: string
}
/** An objection: against which publicity, who objects, about which object. Source: screens.md C7. */
export function ObjectionForm({ targets, publicityId, ...props }: ObjectionFormProps) {
  const { say } = useSay()
  const view = props.mode === 'view'
  const { data } = useQuery({
    queryKey: queryKeyOf('publicity', 'running'),
    enabled: !publicityId,
    queryFn: () =>
      api.get<Page<AnyRow>>('yw-publicity/publicity/page', { ...(view ? {} : { status: PUBLICITY.doing }), current: 1, size: 100 }, { quiet: true }),
  })
  const { publicityId: pick, targetCode: target } = objection.fields
  const running = data?.records ?? []
  const hollow = { ...objection, fields: {} }
  const names = ['objector', 'objectorIdType', 'objectorIdCard', 'phone', 'relation', 'content']
  return (
    <ResourceForm
      {...props}
      of={hollow}
      row={{ ...props.row, ...(publicityId ? { publicityId } : {}) }}
      body={(v) => bodyOf(objection, v, props.row as AnyRow | undefined)}
    >
      <Form.Item name="publicityId" hidden={!!publicityId} label={say(labelOf(pick))} required rules={[{ required: true, message: say(words.pickPublicity) }]}>
        <Select disabled={view} options={running.map((p) => ({ value: p.id, label: p.title }))} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="targetCode" label={say(labelOf(target))} required rules={[{ required: true, message: say(requiredMessage(target)) }]}>
        <AutoComplete disabled={view} options={targets ?? []} maxLength={19} placeholder={say(words.targetHint)} />
      </Form.Item>
      <FormItems of={objection} only={names} disabled={view} loaded={props.row} />
    </ResourceForm>
  )
}

/** The choice of sending an objection to arbitration, beside the results of handling it. */
const DISPUTE = 'dispute'
/** Files of an objection: what its objector brought, and the written answer with its proof of delivery. */
export function ObjectionFiles({ of: row }: { of: AnyRow }) {
  const { say } = useSay()
  const { can } = useSession()
  const kinds = [
    [BROUGHT, words.brought, isOpenObjection(row)],
    [ANSWER, words.answerFile, true],
  ] as const
  return (
    <Flex gap="large" wrap>
      {kinds.map(([kind, name, isFree]) => (
        <div key={kind}>
          <div>{say(name)}</div>
          <Uploader
            businessId={String(row.id)}
            businessItem={kind}
            accept={['pdf', 'jpg', 'png']}
            limit={10}
            sizeKb={10240}
            readOnly={!isFree || !can('objection_edit')}
            label={say(name)}
          />
        </div>
      ))}
    </Flex>
  )
}

/** Handles an objection: under way, upheld, rejected or withdrawn, with the reply. */
export function HandleDialog({ of: row, onClose, onDone }: { of: AnyRow; onClose(): void; onDone(): Promise<unknown> }) {
  const { say } = useSay()
  const { label } = useDict('objection_status')
  const [form] = Form.useForm()
  const picked = Form.useWatch('handleResult', form) as string | undefined
  const to = picked === DISPUTE ? undefined : picked
  const needs = to === OBJECTION.upheld || to === OBJECTION.rejected
  const isDisputed = row.disputed === 1
  const { busy, run } = useOneCall()
  const send = (v: Record<string, unknown>) =>
    run(
      () =>
        picked === DISPUTE
          ? api.post('yw-publicity/objection/dispute', { id: row.id, rev: row.rev, opinion: v.opinion })
          : api.post('yw-publicity/objection/handle', { ...v, id: row.id, rev: row.rev }),
      { done: phrases.done },
    )
  return (
    <Dialog open width={560} title={`${say(words.handleObjection)} - ${row.objector}`} onCancel={onClose}>
      <DialogForm
        name="handle"
        of={words.handleObjection}
        about={row.id}
        form={form}
        busy={busy}
        act={phrases.ok}
        onSend={send}
        onDone={onDone}
        onCancel={onClose}
      >
        <Form.Item label={say(labelOf(objection.fields.content))}>{row.content}</Form.Item>
        <Form.Item name="handleResult" label={say(words.result)} required rules={[{ required: true, message: say(words.resultNeeded) }]}>
          <Radio.Group
            options={[
              ...(handleable[String(row.status)] ?? []).map((value) => ({ value, label: label(value) })),
              ...(isDisputed ? [] : [{ value: DISPUTE, label: say(words.toArbitration) }]),
            ]}
          />
        </Form.Item>
        {to === OBJECTION.upheld && <p>{say(words.upheldNote)}</p>}
        {picked === DISPUTE && <p>{say(words.disputeNote)}</p>}
        {needs && (
          <Form.Item name="answerDay" label={say(labelOf(objection.fields.answerDay))} initialValue={today()}>
            <Input type="date" max={today()} />
          </Form.Item>
        )}
        {needs && isDisputed && (
          <Form.Item
            name="arbitration"
            label={say(labelOf(objection.fields.arbitration))}
            required
            rules={[{ required: true, whitespace: true, message: say(words.awardNeeded) }, { max: 254 }]}
          >
            <Input maxLength={254} />
          </Form.Item>
        )}
        <Form.Item
          name="opinion"
          label={say(words.handleOpinion)}
          required={needs || picked === DISPUTE}
          rules={[{ required: needs || picked === DISPUTE, whitespace: needs, message: say(words.handleNeeded) }, { max: 500 }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={500} showCount />
        </Form.Item>
        <ObjectionFiles of={row} />
      </DialogForm>
    </Dialog>
  )
}

interface ObjectionsProps {
  of: AnyRow
  /** what was posted */
  posted?: Snapshot
  onChange?(): Promise<unknown>
}
/** The objections against one publicity: list, record, handle, delete. */
export function Objections({ of: p, posted, onChange }: ObjectionsProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { submit, remove } = useWrites(objection, 'save-update')
  const [adding, setAdding] = useState(false),
    [handling, setHandling] = useState<AnyRow>(),
    [filed, setFiled] = useState<AnyRow>()
  const list = useQuery({
    queryKey: queryKeyOf('objection', 'page', 'of', p.id),
    queryFn: () => api.get<Page<AnyRow>>('yw-publicity/objection/page', { publicityId: p.id, current: 1, size: 100 }, { quiet: true }),
  })
  const reload = async () => {
    await list.refetch()
    await onChange?.()
  }
  const done = async () => {
    setAdding(false)
    setHandling(undefined)
    await reload()
  }
  const commands: RowCommand[] = [
    { key: 'handle', label: words.handle, perm: 'objection_edit', when: isOpenObjection, run: setHandling },
    { key: 'files', label: words.files, perm: 'objection_view', run: setFiled },
    {
      key: 'delete',
      label: phrases.remove,
      perm: 'objection_delete',
      danger: true,
      confirm: phrases.confirmRemove,
      done: phrases.removed,
      when: (r) => r.status === OBJECTION.open,
      run: (r, t) => t.remove([r.id]),
    },
  ]
  const tools = {
    open: () => undefined,
    reload,
    remove: async (ids: readonly string[]) => {
      await remove(ids)
      await reload()
    },
  }
  return (
    <Flex vertical gap="small">
      {p.status === PUBLICITY.doing && can('objection_add') && (
        <div>
          <Button onClick={() => setAdding(true)}>{say(words.addObjection)}</Button>
        </div>
      )}
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={false}
        loading={list.isFetching}
        dataSource={list.data?.records ?? []}
        scroll={{ x: 1100 }}
        columns={[
          ...withStatus(lang),
          {
            key: 'do',
            title: say(phrases.actions),
            width: 130,
            fixed: 'end',
            render: (_v, r) => <Commands of={commands} on={r} tools={tools} size="small" type="link" />,
          },
        ]}
      />
      {adding && (
        <Dialog open title={say(words.addObjection)} onCancel={() => setAdding(false)}>
          <ObjectionForm
            of={objection}
            mode="add"
            publicityId={p.id}
            targets={optionsOf(posted)}
            onSubmit={submit}
            onDone={() => void done()}
            onCancel={() => setAdding(false)}
          />
        </Dialog>
      )}
      {handling && <HandleDialog of={handling} onClose={() => setHandling(undefined)} onDone={done} />}
      {filed && (
        <Dialog open width={560} title={`${say(words.files)} - ${filed.objector}`} onCancel={() => setFiled(undefined)}>
          <ObjectionFiles of={filed} />
        </Dialog>
      )}
    </Flex>
  )
}
