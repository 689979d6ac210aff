import { Form, Input, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { asRead } from '../../land/parts/as-read.web.ts'
import { ListPicker, usePickerList } from '../../land/parts/ListPicker.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { file_group, OPENNESS, VOLUME } from './archive.ts'
import { TextSearch } from './TextSearch.web.tsx'
import { VolumePapers } from './VolumePapers.web.tsx'
import { archiveWords } from './words.ts'

const AT = 'cbjyq/da/fileGroup'
const DETAIL = 'cbjyq/da/fileDetail'
const idsOf = (rows: readonly AnyRow[]): string => rows.map((r) => r.id).join(',')
interface FoundItem {
  title: string
  pageFrom: number | null
  msg: string
}

const LISTS = { volumes: archiveWords.volumes, texts: archiveWords.texts } as const

/** 档案案卷: volumes, or the pages of their papers by what is written on them. Source: screens.md E1. */
export default function VolumePage() {
  const heading = <ListPicker lists={LISTS} />
  return usePickerList(LISTS) === 'texts' ? <TextSearch heading={heading} /> : <Volumes heading={heading} />
}
/** Volumes with their papers; filing, checking, opening, printing and handing over. */
function Volumes({ heading }: { heading: ReactNode }) {
  const { say } = useSay()
  const toast = useToast()
  const [printed, setPrinted] = useState<string>()
  const [opening, setOpening] = useState<{ ids: string; rev?: unknown; isOpen: string; reload(): unknown }>()
  const [filing, setFiling] = useState(false)
  const [found, setFound] = useState<readonly FoundItem[]>()
  const { row, tool } = defaultCommands(file_group)
  const isOpen = (r: AnyRow) => r.status !== VOLUME.closed || archiveWords.closed
  const openness = (key: 'open' | 'shut', to: string): ToolCommand => ({
    key,
    label: archiveWords[key],
    perm: 'file_group_edit',
    needsRows: true,
    run: (rows, t) => setOpening({ ...asRead(rows), isOpen: to, reload: t.reload }),
  })
  const rowCommands: RowCommand[] = [
    { ...row.view, label: archiveWords.papers },
    {
      key: 'pdf',
      label: archiveWords.pdf,
      perm: 'file_detail_view',
      when: (r) => Number(r.files) > 0,
      run: (r) => download(`${DETAIL}/download`, { groupId: r.id, as: 'pdf' }),
    },
    {
      key: 'zip',
      label: archiveWords.zip,
      perm: 'file_detail_view',
      when: (r) => Number(r.files) > 0,
      run: (r) => download(`${DETAIL}/download`, { groupId: r.id, as: 'zip' }),
    },
    { key: 'print', label: archiveWords.print, perm: 'file_detail_view', run: (r) => setPrinted(r.id) },
    {
      key: 'check',
      label: archiveWords.check,
      perm: 'file_group_edit',
      run: async (r) => {
        const list = await api.post<FoundItem[]>(`${AT}/check`, { id: r.id, rev: r.rev })
        if (list.length === 0) toast.done(archiveWords.checked)
        else setFound(list)
      },
    },
    { ...row.edit, when: isOpen },
    {
      key: 'close',
      label: archiveWords.close,
      perm: 'file_group_edit',
      when: isOpen,
      confirm: archiveWords.closeAsk,
      done: archiveWords.closed,
      run: (r, t) => api.post(`${AT}/close`, { id: r.id, rev: r.rev }).then(t.reload),
    },
    { ...row.delete, when: (r) => Number(r.files) === 0 },
  ]
  return (
    <>
      <ResourcePage
        of={file_group}
        heading={heading}
        writes="save-update"
        rowCommands={rowCommands}
        toolCommands={[
          tool.add,
          { key: 'batch', label: archiveWords.batch, perm: 'file_group_add', primary: true, run: () => setFiling(true) },
          openness('open', OPENNESS.open),
          openness('shut', OPENNESS.closed),
          {
            key: 'handOver',
            label: archiveWords.handOver,
            perm: 'file_group_edit',
            needsRows: true,
            run: (rows) => download(`${AT}/handOver`, { ids: idsOf(rows) }),
          },
        ]}
        panel="drawer"
        form={(p) => <VolumeForm {...p} />}
      />
      {printed && <PdfDialog title={archiveWords.printTitle} path={`${AT}/print`} query={{ id: printed }} onClose={() => setPrinted(undefined)} />}
      {opening && (
        <FormDialog
          about={String(opening.ids)}
          title={opening.isOpen === OPENNESS.open ? archiveWords.openTitle : archiveWords.shutTitle}
          onSubmit={(v) =>
            api.post(`${DETAIL}/updateIsOpen`, { ids: opening.ids, rev: opening.rev, isOpen: opening.isOpen, reason: v.reason }).then(opening.reload)
          }
          onClose={() => setOpening(undefined)}
        >
          <Form.Item name="reason" label={say(archiveWords.reason)} rules={[{ required: true, whitespace: true, message: say(archiveWords.reasonAsk) }]}>
            <Input.TextArea maxLength={254} showCount rows={3} />
          </Form.Item>
        </FormDialog>
      )}
      {filing && <Batch onClose={() => setFiling(false)} />}
      {found && <Found list={found} onClose={() => setFound(undefined)} />}
    </>
  )
}
/** What a look at a volume found. */
function Found({ list, onClose }: { list: readonly FoundItem[]; onClose(): void }) {
  const { say } = useSay()
  return (
    <Dialog open shows title={say(archiveWords.findings)} onCancel={onClose}>
      <ul>
        {list.map((f) => (
          <li key={`${f.title} ${f.msg}`}>
            {f.title}
            {f.pageFrom ? ` (${f.pageFrom})` : ''}: {f.msg}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
/** What a volume is of and says, and below it what lies in it. */
function VolumeForm(props: ResourceFormProps) {
  const { mode, row } = props
  return (
    <>
      <ResourceForm {...props} />
      {mode !== 'add' && row?.id && <VolumePapers groupId={String(row.id)} isOpen={row.status !== VOLUME.closed} />}
    </>
  )
}
/** The region as a field of a form. */
const RegionPick = ({ value, onChange }: { value?: string; onChange?(code: string | undefined): void }) => (
  <RegionTree {...(value ? { value } : {})} onChange={(code) => onChange?.(code)} height={320} />
)
/** Files what a region has finished. */
function Batch({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const toast = useToast()
  const [form] = Form.useForm()
  return (
    <FormDialog
      title={archiveWords.batchTitle}
      form={form}
      onSubmit={async (v) => {
        await api.post('cbjyq/da/cbf/submitBatch', { regionCode: v.regionCode })
        toast.done(archiveWords.batchBegun)
      }}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">{say(archiveWords.batchHint)}</Typography.Paragraph>
      <Form.Item name="regionCode" label={say(archiveWords.region)}>
        <RegionPick />
      </Form.Item>
    </FormDialog>
  )
}
