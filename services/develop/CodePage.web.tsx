import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Divider, Form, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { saveBlob } from '../../kit/web/download.web.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { overlay, searchesOf, type GenField, type Suggested } from './columns.ts'
import { gen_code } from './gen-code.ts'
import { words } from './words.ts'

/** The gap between the last key and the question, so that a name is asked for once it is typed. */
const TYPED_MS = 500
function useTyped(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), TYPED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface FieldsProps {
  table: string
  source: string
  value?: unknown
  onChange?(v: GenField[]): void
  disabled: boolean
}
/** The fields that a table suggests, with what was changed of them; only words, necessity, list and search can be. */
function FieldsInput({ table, source, value, onChange, disabled }: FieldsProps) {
  const { say } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('gen_code', 'columns', table, source),
    enabled: /^[a-z]\w*$/.test(table),
    queryFn: () => api.get<Suggested>('cpt-develop/code/generate-columns', { table, ...(source ? { datasourceId: source } : {}) }, { quiet: true }),
  })
  if (error) return <Alert type="warning" showIcon title={(error as Error).message} />
  if (!data) return <Alert type="info" showIcon title={say(words.tableFirst)} />
  const fields = overlay(data.fields, value)
  const set = (name: string, patch: Partial<Record<keyof GenField, unknown>>) =>
    onChange?.(fields.map((f) => (f.name === name ? ({ ...f, ...patch } as GenField) : f)))
  const text = (key: 'label' | 'en') => (v: string, f: GenField) => (
    <Input
      size="small"
      maxLength={60}
      disabled={disabled}
      value={v}
      aria-label={`${f.name} ${say(words[key])}`}
      onChange={(e) => set(f.name, { [key]: e.target.value })}
    />
  )
  const tick = (key: 'required' | 'column') => (v: boolean, f: GenField) => (
    <Checkbox
      disabled={disabled}
      checked={v}
      aria-label={`${f.name} ${say(key === 'required' ? words.required : words.listed)}`}
      onChange={(e) => set(f.name, { [key]: e.target.checked })}
    />
  )
  const search = (v: string | undefined, f: GenField) => (
    <Select
      size="small"
      disabled={disabled || searchesOf(f).length === 0}
      style={{ width: '100%' }}
      value={v ?? ''}
      aria-label={`${f.name} ${say(words.search)}`}
      options={[
        { value: '', label: say(words.none) },
        ...(v && !searchesOf(f).some((s) => s === v) ? [v] : []).map((x) => ({ value: x, label: x })),
        ...searchesOf(f).map((s) => ({ value: s as string, label: s as string })),
      ]}
      onChange={(s: string) => set(f.name, { search: s || undefined })}
    />
  )
  return (
    <>
      {data.missing.length > 0 && <Alert type="error" showIcon title={say(words.missing(data.missing.join('、')))} />}
      {data.skipped.length > 0 && <Alert type="warning" showIcon title={say(words.skipped(data.skipped.join('、')))} />}
      <Table<GenField>
        rowKey="name"
        size="small"
        pagination={false}
        scroll={{ y: 320 }}
        dataSource={fields}
        columns={[
          { title: say(words.name), dataIndex: 'name', width: 130 },
          { title: say(words.kind), key: 'kind', width: 110, render: (_v, f) => [f.kind, f.max ?? f.dict ?? f.to].filter(Boolean).join(' ') },
          { title: say(words.label), dataIndex: 'label', render: text('label') },
          { title: say(words.en), dataIndex: 'en', render: text('en') },
          { title: say(words.required), dataIndex: 'required', width: 80, align: 'center', render: tick('required') },
          { title: say(words.listed), dataIndex: 'column', width: 70, align: 'center', render: tick('column') },
          { title: say(words.search), dataIndex: 'search', width: 110, render: search },
        ]}
      />
    </>
  )
}

const bare: AnyResource = { ...gen_code, fields: {} }
const NAMES = [
  'codeName',
  'serviceName',
  'packageName',
  'datasourceId',
  'tableName',
  'tablePrefix',
  'pkName',
  'apiPath',
  'webPath',
  'baseMode',
  'wrapMode',
  'sort',
  'remark',
]
/** The form of a description: addresses and names, then the fields of the table. */
function CodeForm(p: ResourceFormProps) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const typed = Form.useWatch('tableName', { form, preserve: true }) as string | undefined
  const table = useTyped(typed ?? String(p.row?.tableName ?? ''))
  const source = String(Form.useWatch('datasourceId', { form, preserve: true }) ?? p.row?.datasourceId ?? '')
  const disabled = p.mode === 'view'
  return (
    <ResourceForm {...p} form={form} of={bare} body={(v) => bodyOf(gen_code, v, p.row)}>
      <FormItems of={gen_code} only={NAMES} disabled={disabled} />
      <Divider titlePlacement="start">{say(words.fields)}</Divider>
      <Form.Item name="columns" wrapperCol={{ span: 24 }}>
        <FieldsInput table={table} source={source} disabled={disabled} />
      </Form.Item>
    </ResourceForm>
  )
}

const { row, tool } = defaultCommands(gen_code)
const generate = async (ids: readonly string[]) => {
  const file = await api.blob('cpt-develop/code/gen-code', { ids: ids.join(',') }, {}, {})
  saveBlob(file.blob, file.name || 'code.zip')
}
const tools: readonly ToolCommand[] = [
  tool.add,
  tool.delete,
  { key: 'generate', label: words.generate, perm: 'gen_code_view', needsRows: true, run: (rows) => generate(rows.map((r) => r.id)) },
]
const commands: readonly RowCommand[] = [
  row.view,
  row.edit,
  { key: 'generate', label: words.generate, perm: 'gen_code_view', run: (r) => generate([r.id]) },
  {
    key: 'copy',
    label: words.copy,
    perm: 'gen_code_add',
    done: words.copied,
    run: (r, t) => api.post('cpt-develop/code/copy', undefined, { id: r.id }).then(t.reload),
  },
  row.delete,
]
/** 代码生成. Source: platform-api.md 4; screens.md A24. */
export default function CodePage() {
  return <ResourcePage verb="list" regionTree={false} of={gen_code} toolCommands={tools} rowCommands={commands} form={(p) => <CodeForm {...p} />} />
}
