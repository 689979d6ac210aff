import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Form, Select } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../../kit/model/field.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { api } from '../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../../kit/web/ResourceForm.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { ResourcesContext, useSay } from '../../../kit/web/words.web.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { exp_column, exp_tpl } from './expimp.ts'
import { option, Preview, TemplateName, useObjects, useTemplates } from './parts.web.tsx'
import { words } from './words.ts'

const bare = (r: AnyResource): AnyResource => ({ ...r, fields: {} })
const search = { optionFilterProp: 'label' }

/** The form of a template: the object is picked among those of the land. */
function TemplateForm(p: ResourceFormProps) {
  const { say, lang } = useSay()
  const objects = useObjects()
  const disabled = p.mode === 'view'
  const f = exp_tpl.fields
  return (
    <ResourceForm {...p} of={bare(exp_tpl)} body={(v) => bodyOf(exp_tpl, v, p.row)}>
      <FormItems of={exp_tpl} only={['tplCode', 'tplName', 'kind', 'sheetName']} disabled={disabled} />
      <Form.Item name="entity" label={say(labelOf(f.entity))} rules={[{ required: true, message: say(words.chooseObject) }]}>
        <Select showSearch={search} placeholder={say(words.chooseObject)} options={objects.map(option(lang))} />
      </Form.Item>
      <FormItems of={exp_tpl} only={['regionCode', 'isEnabled', 'remark']} disabled={disabled} />
    </ResourceForm>
  )
}

/** Names of objects in a list. */
function ObjectName({ of }: { of: string }) {
  const { lang } = useSay()
  const o = useObjects().find((x) => x.name === of)
  return <>{o ? (lang === 'en' ? o.en : o.label) : of}</>
}

/** 导入导出模板. Source: screens.md A27. */
export function TemplatePage() {
  const openPage = useOpenPage()
  const [shown, setShown] = useState<string>()
  const { row } = defaultCommands(exp_tpl)
  const more: RowCommand[] = [
    { key: 'columns', label: words.columns, perm: 'exp_column_view', run: (r) => openPage('/system/exp-column', { tplId: r.id }) },
    { key: 'preview', label: words.preview, perm: 'exp_tpl_view', run: (r) => setShown(r.id) },
    { key: 'sheet', label: words.sheet, perm: 'exp_tpl_view', when: (r) => r.kind === 'import', run: (r) => download('cpt-expimp/tpl/sheet', { id: r.id }) },
    {
      key: 'copy',
      label: words.copy,
      perm: 'exp_tpl_add',
      done: words.copied,
      run: (r, t) => api.post('cpt-expimp/tpl/copy', undefined, { id: r.id }).then(t.reload),
    },
  ]
  return (
    <>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={exp_tpl}
        rowCommands={[row.view, row.edit, ...more, row.delete]}
        columns={(columns) => columns.map((c) => (c.key === 'entity' ? { ...c, render: (v: string) => <ObjectName of={v} /> } : c))}
        form={(p) => <TemplateForm {...p} />}
      />
      {shown && <Preview path="cpt-expimp/tpl/preview" id={shown} title={words.preview} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** The form of a column: fields are those of the template's object; words and dictionary come with the field. */
function ColumnForm(p: ResourceFormProps) {
  const { say, lang } = useSay()
  const [form] = Form.useForm()
  const templates = useTemplates(),
    objects = useObjects()
  const tplId = (Form.useWatch('tplId', { form, preserve: true }) as string | undefined) ?? p.row?.tplId
  const fields = objects.find((o) => o.name === templates.find((t) => t.id === tplId)?.entity)?.fields ?? []
  const disabled = p.mode === 'view'
  const f = exp_column.fields
  const take = (name: string) => {
    const field = fields.find((x) => x.name === name)
    if (!field) return
    const title = form.getFieldValue('title') as string | undefined
    form.setFieldsValue({ ...(title ? {} : { title: lang === 'en' ? field.en : field.label }), ...(field.dict ? { dictCode: field.dict } : {}) })
  }
  return (
    <ResourceForm {...p} form={form} of={bare(exp_column)} body={(v) => bodyOf(exp_column, v, p.row)}>
      <Form.Item name="tplId" label={say(labelOf(f.tplId))} rules={[{ required: true, message: say(words.objectFirst) }]}>
        <Select
          showSearch={search}
          options={templates.map((t) => ({ value: t.id, label: t.tplName }))}
          onChange={() => form.setFieldsValue({ field: undefined })}
        />
      </Form.Item>
      <Form.Item name="field" label={say(labelOf(f.field))} rules={[{ required: true, message: say(words.chooseField) }]}>
        <Select
          showSearch={search}
          placeholder={say(words.chooseField)}
          options={fields.map(option(lang))}
          notFoundContent={tplId ? undefined : say(words.objectFirst)}
          onChange={(v: string) => take(v)}
        />
      </Form.Item>
      <FormItems of={exp_column} only={['title', 'sort', 'width', 'format', 'dictCode', 'mergeRule', 'isRequired', 'isUnique']} disabled={disabled} />
    </ResourceForm>
  )
}

/** 导入导出列: of all templates, or of the one that the address names. */
export function ColumnPage() {
  const { search: address } = usePageState()
  return (
    <ResourcesContext value={{ exp_tpl }}>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={exp_column}
        columns={(columns) => columns.map((c) => (c.key === 'tplId' ? { ...c, render: (v: string) => <TemplateName of={v} /> } : c))}
        {...(address.tplId ? { fresh: { tplId: address.tplId } } : {})}
        form={(p) => <ColumnForm {...p} />}
      />
    </ResourcesContext>
  )
}
