import { useEffect, useState, type ReactNode } from 'react'
import { both, type Text } from '../../kit/model/lang.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { arranged, useOwnColumns, useTermColumn } from '../parts/columns.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { cbht } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { AttachmentPreview } from '../../services/files/AttachmentPreview.web.tsx'
import type { Attachment } from '../../services/files/uploader/send.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { CbhtRecord } from './CbhtRecord.web.tsx'
import { BatchDialog, ScanDialog } from './ScanDialogs.web.tsx'
import { words } from './words.ts'

/** A contract is known by whose it is. */
const PINNED = ['cbfmc'] as const
const FIRST = ['cbfmc', 'cbhtbm', 'fbfmc', 'cbdkzs', 'htzmjm', 'term', 'signStatus', 'qdsj', 'qszt', 'version', 'cbfs', 'htxlh'] as const
const TOLD_ELSEWHERE = ['cbqxq', 'cbqxz'] as const

const serialsGiven = (n: number, left: boolean): Text =>
  both(`已生成${n}个序列号${left ? '，还有合同未生成，请再次生成' : ''}`, `${n} serials given${left ? '; some contracts are left: give again' : ''}`)

/**
 * Contracts, changed only by businesses: read, printed with their sketch, numbered, exported; their scans are sent from here. `life` draws how a book came to
 * be; the room of books stands above this one. Source: screens.md B4.
 */
export default function CbhtPage({ life: Life }: { life: (p: { id: string; onOpen(id: string): void }) => ReactNode }) {
  const [printed, setPrinted] = useState<string>()
  const print: RowCommand = { key: 'print', label: words.contractPdf, perm: 'cbht_print', run: (r) => setPrinted(r.cbhtbm) }
  const { row } = defaultCommands(cbht)
  const { say } = useSay()
  const toast = useToast()
  const { search, setSearch } = usePageState()
  const { reload } = useWrites(cbht)
  const [sending, setSending] = useState<AnyRow>()
  const [batch, setBatch] = useState(false)
  const [seen, setSeen] = useState<AnyRow>()
  // contracts in force, until somebody asks for others; nothing is asked for before the address says so
  const [isAsked, setAsked] = useState(() => !!(search.qszt || search.open || search.cbhtbm || search.cbfbm))
  useEffect(() => {
    if (!isAsked) setSearch({ qszt: QSZT.current })
  }, [])
  useEffect(() => {
    if (search.qszt) setAsked(true)
  }, [search.qszt])
  const columns = arranged([...useOwnColumns(cbht), useTermColumn()], FIRST, TOLD_ELSEWHERE)
  const region = search.regionCode
  const pick = (rows: readonly AnyRow[]) => (rows.length ? { ids: rows.map((r) => r.id).join(',') } : { regionCode: region })
  const hasScope = (rows: readonly AnyRow[]) => rows.length > 0 || !!region || words.regionFirst
  /** Of the contractors of the chosen contracts, else of the region at the left. */
  const forms = (key: string, label: Text, path: string): ToolCommand => ({
    key,
    label,
    perm: 'print_view',
    when: hasScope,
    run: (rows) => {
      const cbfbms = [...new Set(rows.map((r) => String(r.cbfbm)))].join(',')
      return download(`base-qssj/cbf/${path}/download`, cbfbms ? { cbfbms } : { regionCode: region }, `${say(label)}.pdf`)
    },
  })
  const tools: ToolCommand[] = [
    {
      key: 'serials',
      label: words.serials,
      perm: 'cbht_edit',
      confirm: words.serialsAsk,
      when: hasScope,
      run: async (rows, t) => {
        const r = await api.get<{ given: number; left: boolean }>('data/dzzw-cbht/generateHtxlh', pick(rows))
        toast.done(r.given ? serialsGiven(r.given, r.left) : words.serialsNone)
        await t.reload()
      },
    },
    {
      key: 'export',
      label: words.exportRegion,
      perm: 'cbht_export',
      when: hasScope,
      run: (rows) => download('base-qssj/cbht/export', {}, `${say(words.exportRegion)}.xlsx`, { regionCode: region, htIds: rows.map((r) => r.id) }),
    },
    { key: 'upload-batch', label: words.uploadBatch, perm: 'contract_scan_add', run: () => setBatch(true) },
    forms('survey', words.surveyForms, 'survey-table'),
    forms('posting', words.postings, 'publicity-survey'),
    forms('apply', words.applications, 'contract-apply'),
  ]
  const upload: RowCommand = {
    key: 'upload',
    label: words.uploadScan,
    perm: 'contract_scan_add',
    run: setSending,
    when: (r) => r.qszt === QSZT.current && !r.attachId,
  }
  const file: RowCommand = { key: 'file', label: words.seeFile, when: (r) => !!r.attachId, run: setSeen, past: true }
  const life: RowCommand = {
    key: 'life',
    label: words.lifeCycle,
    perm: 'djb_view',
    when: (r) => !!r.djbId,
    run: (r) => setSearch({ book: r.djbId, tab: 'life' }),
  }
  if (!isAsked) return null
  return (
    <>
      <ResourcePage
        of={cbht}
        columns={columns}
        pinned={PINNED}
        panel="drawer"
        toolCommands={tools}
        rowCommands={[row.view, print, upload, file, life]}
        record={(p) => <CbhtRecord {...p} />}
      />
      {search.book && (
        <SidePanel open title={say(words.lifeCycle)} onClose={() => setSearch({ book: undefined, tab: undefined })}>
          <Life id={search.book} onOpen={(id) => setSearch({ book: id })} />
        </SidePanel>
      )}
      {sending && <ScanDialog cbhtbm={String(sending.cbhtbm)} onClose={() => setSending(undefined)} onSent={reload} />}
      {batch && <BatchDialog onClose={() => setBatch(false)} onSent={reload} />}
      {seen && <AttachmentPreview of={{ id: String(seen.attachId), name: `${seen.cbhtbm}.pdf` } as Attachment} onClose={() => setSeen(undefined)} />}
      {printed && (
        <PdfDialog title={words.contractPdf} path="dzzw/preview-contractanddksyt-file" query={{ cbhtbm: printed }} onClose={() => setPrinted(undefined)} />
      )}
    </>
  )
}
