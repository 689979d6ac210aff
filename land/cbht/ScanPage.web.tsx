import { useState } from 'react'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { AttachmentPreview } from '../../services/files/AttachmentPreview.web.tsx'
import type { Attachment } from '../../services/files/uploader/send.web.ts'
import { contract_scan, SCAN } from '../definitions/contract-draft.ts'
import { BatchDialog, RefuseScans, ScanDialog } from './ScanDialogs.web.tsx'
import { words } from './words.ts'

const isWaiting = (r: AnyRow) => r.status === SCAN.waiting

/** Scans of signed contracts: sent one by one or in an archive, looked at by a second person, who takes or refuses them. */
export default function ScanPage() {
  const { userId } = useSession()
  const { reload } = useWrites(contract_scan)
  const [open, setOpen] = useState<'one' | 'batch'>()
  const [seen, setSeen] = useState<AnyRow>()
  const [refusing, setRefusing] = useState<readonly string[]>()
  const judge = (r: AnyRow) => isWaiting(r) && (r.createUser !== userId || words.ownScan)
  const confirm = (ids: readonly string[]) => api.post('base-qssj/contract-scan/confirm', {}, { ids: ids.join(',') })
  const rowCommands: RowCommand[] = [
    { key: 'view', label: phrases.view, when: (r) => !!r.attachId, run: setSeen },
    {
      key: 'take',
      label: words.take,
      perm: 'contract_scan_check',
      confirm: words.takeAsk,
      done: phrases.done,
      when: judge,
      run: (r, t) => confirm([r.id]).then(t.reload),
    },
    { key: 'refuse', label: words.refuse, perm: 'contract_scan_check', danger: true, when: judge, run: (r) => setRefusing([r.id]) },
    {
      key: 'withdraw',
      label: words.withdraw,
      perm: 'contract_scan_add',
      confirm: words.withdrawAsk,
      done: phrases.done,
      when: (r) => isWaiting(r) && r.createUser === userId,
      run: (r, t) => api.post('base-qssj/contract-scan/withdraw', {}, { ids: r.id }).then(t.reload),
    },
  ]
  const toolCommands: ToolCommand[] = [
    { key: 'upload', label: words.uploadScan, perm: 'contract_scan_add', primary: true, run: () => setOpen('one') },
    { key: 'batch', label: words.uploadBatch, perm: 'contract_scan_add', run: () => setOpen('batch') },
    {
      key: 'take',
      label: words.take,
      perm: 'contract_scan_check',
      confirm: words.takeAsk,
      done: phrases.done,
      needsRows: true,
      run: (rows, t) => confirm(rows.map((r) => r.id)).then(t.reload),
    },
  ]
  const file = seen && ({ id: String(seen.attachId), name: String(seen.fileName ?? '') } as Attachment)
  return (
    <>
      <ResourcePage of={contract_scan} query={{ descs: 'id' }} toolCommands={toolCommands} rowCommands={rowCommands} />
      {open === 'one' && <ScanDialog onClose={() => setOpen(undefined)} onSent={reload} />}
      {open === 'batch' && <BatchDialog onClose={() => setOpen(undefined)} onSent={reload} />}
      {refusing && <RefuseScans ids={refusing} onClose={() => setRefusing(undefined)} onDone={reload} />}
      {file && <AttachmentPreview of={file} onClose={() => setSeen(undefined)} />}
    </>
  )
}
