import { useQuery } from '@tanstack/react-query'
import { Form, Select, Tag } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../../kit/model/check.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { SidePanel } from '../../../kit/web/dialogs.web.tsx'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../../kit/web/ResourcePage.web.tsx'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { PageContext, usePageState } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { active_config_file, process_config } from '../business.ts'
import { FlowDialog } from './FlowDialog.web.tsx'
import { words } from './words.ts'

/** Definition and roles are structures: the one is picked, the other stays as it is stored. */
const plain: AnyResource = {
  ...process_config,
  fields: Object.fromEntries(Object.entries(process_config.fields).filter(([n]) => n !== 'processDefinitionId' && n !== 'performers')),
}
const requirement: AnyResource = {
  ...active_config_file,
  fields: Object.fromEntries(Object.entries(active_config_file.fields).filter(([n]) => n !== 'activeConfigId')),
}

/** A configuration; its definition is one of the type's. */
function ConfigForm(props: ResourceFormProps) {
  const { say } = useSay()
  const { label } = useDict('business_type')
  const [form] = Form.useForm()
  const type = (Form.useWatch('businessTypeCode', form) ?? props.row?.businessTypeCode) as string | undefined
  const { data = [] } = useQuery({
    queryKey: ['process_config', 'definitions'],
    queryFn: () => api.get<{ id: string; typeCode: string; name: string }[]>('yw-accept/process-config/list-process', {}, { quiet: true }),
  })
  const options = data.filter((d) => !type || d.typeCode === type).map((d) => ({ value: d.id, label: `${d.name} (${label(d.typeCode)}, ${d.id.slice(0, 8)})` }))
  return (
    <ResourceForm
      {...props}
      of={plain}
      form={form}
      body={(v) => ({ ...bodyOf(process_config, v, props.row as AnyRow | undefined), performers: props.row?.performers ?? null })}
    >
      <Form.Item name="processDefinitionId" label={say(words.definition)} required rules={[{ required: true, message: say(words.definitionNeeded) }]}>
        <Select options={options} disabled={props.mode === 'view'} placeholder={say(words.definitionNeeded)} />
      </Form.Item>
    </ResourceForm>
  )
}

/** The files that a configuration asks for. The list has an address of its own, since the page's belongs to the configurations. */
function FilesPanel({ of: config, onClose }: { of: AnyRow; onClose(): void }) {
  const { say, lang } = useSay()
  const page = usePageState()
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
          columns={columnsOf(requirement, lang)}
          form={(p) => (
            <ResourceForm {...p} of={requirement} body={(v) => ({ ...bodyOf(requirement, v, p.row as AnyRow | undefined), activeConfigId: config.id })} />
          )}
        />
      </PageContext>
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
      <ResourcePage
        of={process_config}
        writes="save-update"
        rowCommands={commands}
        toolCommands={[tool.add]}
        rowButtons={5}
        form={(p) => <ConfigForm {...p} />}
        columns={[...columnsOf(plain, lang).filter((c) => c.key !== 'isEnabled'), enabled]}
      />
      {files && <FilesPanel of={files} onClose={() => setFiles(undefined)} />}
      {flow && <FlowDialog processDefinitionId={flow.processDefinitionId} title={flow.processName} onClose={() => setFlow(undefined)} />}
    </>
  )
}
