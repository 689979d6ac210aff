import { useQuery } from '@tanstack/react-query'
import { Form, InputNumber, Select, Tag } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../../../kit/model/field.ts'
import type { AnyResource } from '../../../../kit/model/resource.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../../../kit/web/dialogs.web.tsx'
import { SidePanel } from '../../../../kit/web/SidePanel.web.tsx'
import type { Page } from '../../../../kit/model/page.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../../../kit/web/ResourceTable.web.tsx'
import { PageContext, usePageState } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { DialogForm } from '../../../../platform/parts/DialogForm.web.tsx'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { active_config_file, process_config } from '../../definitions/business.ts'
import { stepsOf, type TypeCode } from '../../../../services/process/engine/definitions.ts'
import { MOST_SIGNERS } from '../../../../services/process/several.ts'
import { SIGN_OPTIONS, words as processWords } from '../../../../services/process/web/words.ts'
import { OF_OPINION, skippable } from '../../rules/steps.ts'
import { processTitle, type KnownProcess } from '../../rules/usual.ts'
import { FlowDialog } from '../FlowDialog.web.tsx'
import { UsualRules } from './UsualRules.web.tsx'
import { words } from '../words.ts'

/** Definition, roles and tasks that are left out are picked among what there is. */
const plain: AnyResource = {
  ...process_config,
  fields: Object.fromEntries(Object.entries(process_config.fields).filter(([n]) => !['processDefinitionId', 'performers', 'skipped'].includes(n))),
}
/** A requirement without what it belongs to; in the form its types are picked as well. */
const shownRequirement: AnyResource = {
  ...active_config_file,
  fields: Object.fromEntries(Object.entries(active_config_file.fields).filter(([n]) => n !== 'activeConfigId')),
}
const requirement: AnyResource = {
  ...active_config_file,
  fields: Object.fromEntries(Object.entries(active_config_file.fields).filter(([n]) => n !== 'activeConfigId' && n !== 'fileType')),
}

interface Performer {
  role?: string
  sign?: string
  signers?: number
  user?: { id: string; name: string }
}
type Performers = Readonly<Record<string, Performer | undefined>>
type Signing = Readonly<Record<string, { sign?: string; signers?: number } | undefined>>
type Roles = Readonly<Record<string, readonly string[] | undefined>>
/** What is joined by commas, or picked already. */
const list = (v: unknown): string[] =>
  Array.isArray(v)
    ? v.map(String)
    : String(v ?? '')
        .split(',')
        .filter(Boolean)
/** Who performs the tasks of the type: the roles that were picked; a person who was named before stays named. None = the default. */
function performersOf(type: string | undefined, roles: Roles | undefined, signing: Signing | undefined, before: Performers | null): Performers | null {
  const keys = type ? stepsOf(type as TypeCode).map((s) => s.key as string) : []
  const found = keys.flatMap((key) => {
    const role = (roles?.[key] ?? []).join(',')
    const user = before?.[key]?.user
    const { sign, signers } = signing?.[key] ?? {}
    const several = sign ? { sign, ...(sign === 'all' && signers && signers > 1 ? { signers } : {}) } : {}
    return role || user || sign ? [[key, { ...(role ? { role } : {}), ...(user ? { user } : {}), ...several }] as const] : []
  })
  return found.length ? Object.fromEntries(found) : null
}

/** How several perform a task that gives an opinion: all of its roles, any one, or who claims it. */
function SigningOf({ at, of, disabled }: { at: string; of: Performer | undefined; disabled: boolean }) {
  const { say } = useSay()
  const task = useDict('task_key')
  const form = Form.useFormInstance()
  const sign = Form.useWatch(['signing', at, 'sign'], form) as string | undefined
  return (
    <>
      <Form.Item
        name={['signing', at, 'sign']}
        initialValue={of?.sign ?? ''}
        label={`${task.label(at)}${say(words.several)}`}
        extra={say(processWords.signHint)}
      >
        <Select disabled={disabled} options={SIGN_OPTIONS.map((o) => ({ ...o, label: say(o.label) }))} />
      </Form.Item>
      {sign === 'all' && (
        <Form.Item name={['signing', at, 'signers']} initialValue={of?.signers ?? 1} label={say(processWords.signers)}>
          <InputNumber disabled={disabled} min={1} max={MOST_SIGNERS} precision={0} />
        </Form.Item>
      )}
    </>
  )
}

/** A configuration; its definition is one of the type's. */
function ConfigForm(props: ResourceFormProps) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const task = useDict('task_key')
  const { data: roles = [] } = useQuery({
    queryKey: queryKeyOf('process_config', 'roles'),
    queryFn: () => api.get<{ key: string; name: string }[]>('yw-accept/process-config/roles', {}, { quiet: true }),
  })
  const [form] = Form.useForm()
  const type = (Form.useWatch('businessTypeCode', form) ?? props.row?.businessTypeCode) as string | undefined
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('process_config', 'definitions'),
    queryFn: () => api.get<KnownProcess[]>('yw-accept/process-config/list-process', {}, { quiet: true }),
  })
  const options = data.filter((d) => !type || d.typeCode === type).map((d) => ({ value: d.id, label: say(processTitle(d, label(d.typeCode))) }))
  return (
    <ResourceForm
      {...props}
      of={plain}
      form={form}
      body={(v) => ({
        ...bodyOf(process_config, v, props.row as AnyRow | undefined),
        skipped: list(v.skipped).join(','),
        performers: performersOf(type, v.roles as Roles | undefined, v.signing as Signing | undefined, props.row?.performers as Performers | null),
      })}
    >
      <Form.Item name="processDefinitionId" label={say(words.definition)} required rules={[{ required: true, message: say(words.definitionNeeded) }]}>
        <Select options={options} disabled={props.mode === 'view'} placeholder={say(words.definitionNeeded)} />
      </Form.Item>
      {type && (
        <>
          <Form.Item name="skipped" label={say(words.leftOut)} extra={say(words.leftOutHint)} getValueProps={(v) => ({ value: list(v) })}>
            <Select
              mode="multiple"
              disabled={props.mode === 'view'}
              options={skippable(type as TypeCode).map((value) => ({ value, label: task.label(value) }))}
            />
          </Form.Item>
          {stepsOf(type as TypeCode).map(({ key }) => {
            const one = (props.row?.performers as Performers | null)?.[key]
            const roleItem = (
              <Form.Item
                key={key}
                name={['roles', key]}
                initialValue={list(one?.role)}
                label={`${task.label(key)}${say(words.performer)}`}
                {...(one?.user ? { extra: say({ zh: `指定办理人：${one.user.name}`, en: `Meant for ${one.user.name}` }) } : {})}
              >
                <Select
                  mode="multiple"
                  disabled={props.mode === 'view'}
                  placeholder={say(words.usualRoles)}
                  options={roles.map((r) => ({ value: r.key, label: r.name }))}
                />
              </Form.Item>
            )
            return OF_OPINION.includes(key) && !one?.user
              ? [roleItem, <SigningOf key={`${key}-sign`} at={key} of={one} disabled={props.mode === 'view'} />]
              : roleItem
          })}
        </>
      )}
    </ResourceForm>
  )
}

/** Takes over what another region's configuration of the same type asks for. */
function CopyFiles({ to, onClose, onDone }: { to: AnyRow; onClose(): void; onDone(): Promise<unknown> }) {
  const { say } = useSay()
  const toast = useToast()
  const { busy, run } = useOneCall()
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('process_config', 'others', to.id),
    queryFn: async () =>
      (
        await api.get<Page<AnyRow>>('yw-accept/process-config/page', { businessTypeCode: to.businessTypeCode, current: 1, size: 200 }, { quiet: true })
      ).records.filter((c) => c.id !== to.id),
  })
  const copy = ({ from }: { from: string }) =>
    run(async () => {
      const n = await api.post<number>('yw-accept/active-config-file/copy', { activeConfigId: to.id, from })
      toast.done({ zh: `已复制 ${n} 项`, en: `${n} copied` })
      await onDone()
    })
  return (
    <Dialog open width={560} title={say(words.copyFiles)} onCancel={onClose}>
      <DialogForm name="copy-files" of={words.copyFiles} about={to.id} busy={busy} act={words.copyFiles} onSend={copy} onDone={onClose} onCancel={onClose}>
        <Form.Item name="from" label={say(words.copyFrom)} extra={say(words.copyFilesHint)} required rules={[{ required: true, message: say(words.copyFrom) }]}>
          <Select options={data.map((c) => ({ value: c.id, label: `${c.regionName ?? c.regionCode} · ${c.processName} ${c.processVersion}` }))} />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}

/** The files that a configuration asks for. The list has an address of its own, since the page's belongs to the configurations. */
function FilesPanel({ of: config, onClose }: { of: AnyRow; onClose(): void }) {
  const { say, lang } = useSay()
  const page = usePageState()
  const types = useDict('file_type').choices
  const { tool } = defaultCommands(active_config_file)
  const [copying, setCopying] = useState<{ reload(): Promise<unknown> }>()
  const [search, put] = useState<Record<string, string>>({})
  const setSearch = (patch: Record<string, string | number | undefined>) =>
    put((s) => Object.fromEntries(Object.entries({ ...s, ...patch }).flatMap(([k, v]) => (v === undefined || v === '' ? [] : [[k, String(v)]]))))
  return (
    <SidePanel open size={1100} title={`${say(words.fileConfig)} - ${config.processName}`} onClose={onClose}>
      <PageContext value={{ ...page, search, setSearch }}>
        <ResourcePage
          of={active_config_file}
          writes="save-update"
          query={{ activeConfigId: config.id }}
          columns={columnsOf(shownRequirement, lang)}
          toolCommands={[
            tool.add,
            { key: 'copy', label: words.copyFiles, perm: 'active_config_file_add', run: (_rows, t) => setCopying({ reload: t.reload }) },
            tool.delete,
          ]}
          form={(p) => (
            <ResourceForm
              {...p}
              of={requirement}
              body={(v) => ({ ...bodyOf(active_config_file, v, p.row as AnyRow | undefined), fileType: list(v.fileType).join(','), activeConfigId: config.id })}
            >
              <Form.Item
                name="fileType"
                label={labelOf(active_config_file.fields.fileType)[lang]}
                required
                initialValue={p.row?.fileType ?? active_config_file.fields.fileType.default}
                getValueProps={(v) => ({ value: list(v) })}
                rules={[{ required: true, message: say(active_config_file.fields.fileType.requiredMessage!) }]}
              >
                <Select mode="multiple" disabled={p.mode === 'view'} options={types.map(({ value, label }) => ({ value, label }))} />
              </Form.Item>
            </ResourceForm>
          )}
        />
      </PageContext>
      {copying && <CopyFiles to={config} onClose={() => setCopying(undefined)} onDone={copying.reload} />}
    </SidePanel>
  )
}

/** Processes by region and type. Source: screens.md C4. */
export default function ProcessConfigPage() {
  const { say, lang } = useSay()
  const [files, setFiles] = useState<AnyRow>(),
    [flow, setFlow] = useState<AnyRow>()
  const { row, tool } = defaultCommands(process_config)
  const on = (r: AnyRow) => r.isEnabled === 1
  const step = (verb: string) => (r: AnyRow, t: { reload(): Promise<unknown> }) => api.post(`yw-accept/process-config/${verb}`, {}, { id: r.id }).then(t.reload)
  const commands: RowCommand[] = [
    row.view,
    row.edit,
    { key: 'files', label: words.fileConfig, perm: 'active_config_file_view', run: setFiles },
    { key: 'flow', label: words.flow, perm: 'process_config_view', run: setFlow },
    {
      key: 'enable',
      label: words.enable,
      perm: 'process_config_edit',
      confirm: words.enableAsk,
      done: words.enabled,
      when: (r) => !on(r),
      run: step('enable'),
    },
    { key: 'disable', label: words.disable, perm: 'process_config_edit', confirm: words.disableAsk, done: words.disabled, when: on, run: step('disable') },
    { ...row.delete, when: (r) => !on(r) || words.enabledKept },
  ]
  const enabled = {
    key: 'isEnabled',
    dataIndex: 'isEnabled',
    title: labelOf(process_config.fields.isEnabled)[lang],
    width: 90,
    render: (v: unknown) => <Tag color={v === 1 ? 'success' : 'default'}>{say(v === 1 ? words.enable : words.disable)}</Tag>,
  }
  return (
    <>
      <UsualRules />
      <ResourcePage
        of={process_config}
        writes="save-update"
        rowCommands={commands}
        toolCommands={[tool.add]}
        form={(p) => <ConfigForm {...p} />}
        columns={[...columnsOf(plain, lang).filter((c) => c.key !== 'isEnabled'), enabled]}
      />
      {files && <FilesPanel of={files} onClose={() => setFiles(undefined)} />}
      {flow && <FlowDialog processDefinitionId={flow.processDefinitionId} title={flow.processName} onClose={() => setFlow(undefined)} />}
    </>
  )
}
