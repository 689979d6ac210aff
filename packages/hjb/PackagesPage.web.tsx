import { useQueryClient } from '@tanstack/react-query'
import { Form, Upload, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { packageMay, type HjbAct } from './flow.ts'
import { hjb } from '../package/hjb.ts'
import { ExportPackage } from './ExportPackage.web.tsx'
import { PackageView } from './PackageView.web.tsx'
import { exportWords, qualityWords, ruleWords, words } from './words.ts'

const RulesPanel = lazy(() => import('./RulesPanel.web.tsx').then((m) => ({ default: m.RulesPanel })))

const QualityPanel = lazy(() => import('./QualityPanel.web.tsx').then((m) => ({ default: m.QualityPanel })))

const { row, tool } = defaultCommands(hjb)
const when = (act: HjbAct) => (r: AnyRow) => packageMay(act, r.status)
const rowCommands: readonly RowCommand[] = [
  {
    key: 'analyse',
    label: words.analyse,
    perm: 'hjb_edit',
    when: when('analyse'),
    run: async (r, t) => {
      await api.post('hjb/hjbinfo/analysis', { id: r.id })
      t.open('view', r.id)
    },
  },
  {
    key: 'submit',
    label: words.submit,
    perm: 'hjb_edit',
    when: when('submit'),
    confirm: words.askSubmit,
    run: async (r, t) => {
      await api.post('hjb/hjbinfo/submit', { id: r.id, toAudit: true })
      await t.reload()
    },
  },
  {
    key: 'write',
    label: words.write,
    perm: 'hjb_transfer',
    when: when('write'),
    confirm: words.askWrite,
    run: async (r, t) => {
      await api.post('hjb/hjbinfo/transfer', { id: r.id })
      t.open('view', r.id)
    },
  },
  {
    key: 'initialise',
    label: words.initialise,
    perm: 'hjb_transfer',
    when: when('initialise'),
    confirm: words.askInitialise,
    run: async (r, t) => {
      await api.post('hjb/hjbinfo/initialize', { id: r.id })
      t.open('view', r.id)
    },
  },
  {
    key: 'finish',
    label: words.finish,
    perm: 'hjb_transfer',
    when: when('finish'),
    confirm: words.askFinish,
    run: async (r, t) => {
      await api.post('hjb/hjbinfo/finish', { id: r.id })
      await t.reload()
    },
  },
  { ...row.view, label: words.findings },
  { ...row.edit, when: when('edit') },
  { ...row.delete, when: when('remove') },
]

/** D5 汇交包: list, upload, checks with findings, audit, write. Source: screens.md D5. */
export default function PackagesPage() {
  const [isExporting, setExporting] = useState(false)
  const [hasRules, setRules] = useState(false)
  const rules = { key: 'rules', label: ruleWords.open, perm: 'hjb_rule_view', run: () => setRules(true) }
  const [hasQuality, setQuality] = useState(false)
  const quality = { key: 'quality', label: qualityWords.open, perm: 'hjb_view', run: () => setQuality(true) }
  const exportPackage = { key: 'export', label: exportWords.export, perm: 'hjb_export', run: () => setExporting(true) }
  return (
    <>
      <ResourcePage
        of={hjb}
        panel="drawer"
        rowCommands={rowCommands}
        toolCommands={[{ ...tool.add, label: words.upload }, exportPackage, quality, rules, tool.delete]}
        form={(p) => (p.mode === 'view' ? <PackageView id={String(p.row?.id)} /> : p.mode === 'add' ? <UploadForm {...p} /> : <ResourceForm {...p} />)}
      />
      {hasRules && (
        <Suspense fallback={null}>
          <RulesPanel onClose={() => setRules(false)} />
        </Suspense>
      )}
      {hasQuality && (
        <Suspense fallback={null}>
          <QualityPanel onClose={() => setQuality(false)} />
        </Suspense>
      )}
      {isExporting && <ExportPackage onClose={() => setExporting(false)} />}
    </>
  )
}

/** Region, name and year beside the file; both are sent as one multipart form. A known package says so. */
function UploadForm(props: ResourceFormProps) {
  const { say } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const [form] = Form.useForm()
  const send = async (values: Record<string, unknown>) => {
    const [chosen] = (form.getFieldValue('file') ?? []) as { originFileObj?: File }[]
    const { file: _, ...fields } = values
    const parts = Object.fromEntries(
      Object.entries(fields)
        .filter(([, v]) => v !== undefined && v !== null)
        .map(([k, v]) => [k, String(v)]),
    )
    const answer = await api.upload<{ existing: boolean }>('hjb/hjbinfo/upload', { ...parts, file: chosen!.originFileObj! }, undefined, { quiet: true })
    if (answer.existing) toast.warn(words.known)
    await client.invalidateQueries({ queryKey: queryKeyOf(hjb) })
  }
  return (
    <ResourceForm {...props} form={form} onSubmit={send}>
      <Form.Item
        name="file"
        label={say(words.file)}
        extra={say(words.fileNote)}
        valuePropName="fileList"
        getValueFromEvent={(e) => e.fileList}
        rules={[{ required: true, message: say(words.needFile) }]}
      >
        <Upload accept=".zip" maxCount={1} beforeUpload={() => false}>
          <Button>{say(words.choose)}</Button>
        </Upload>
      </Form.Item>
    </ResourceForm>
  )
}
