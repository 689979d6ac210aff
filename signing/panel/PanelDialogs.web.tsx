import { lazy, Suspense, type ReactNode } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { PreviewDialog } from '../../services/files/preview/PreviewDialog.web.tsx'
import { mayBegin } from '../contract/flow.ts'
import { SignedDialog, WayDialog } from './SignDialogs.web.tsx'
import { VerifyDialog } from './SignNodes.web.tsx'

const DeskDialog = lazy(() => import('../onsite/DeskDialog.web.tsx').then((m) => ({ default: m.DeskDialog })))
const ExamineDialog = lazy(() => import('./ExamineDialog.web.tsx').then((m) => ({ default: m.ExamineDialog })))
const ExportDialog = lazy(() => import('../../services/exchange/exports/ExportDialog.web.tsx'))
const LetterDialog = lazy(() => import('../letters/LetterDialog.web.tsx').then((m) => ({ default: m.LetterDialog })))
const TakeDialog = lazy(() => import('../away/TakeDialog.web.tsx').then((m) => ({ default: m.TakeDialog })))
const StackDialog = lazy(() => import('./StackDialog.web.tsx').then((m) => ({ default: m.StackDialog })))

/** A file that the panel shows. */
export interface ShownFile {
  path: string
  query: Record<string, string>
  title: string
}
/** The dialog that is open over the panel, with what it is about. */
export type PanelDialog =
  | { show: 'upload' | 'verify' | 'examine' | 'letters' | 'desk'; contract: AnyRow }
  | { show: 'way'; contractIds: readonly string[]; begins?: AnyRow }
  | { show: 'take'; contracts: readonly AnyRow[] }
  | { show: 'file'; file: ShownFile }
  | { show: 'stack' | 'export' }

interface PanelDialogsProps {
  dialog: PanelDialog
  businessId: string
  /** the task of signing is the reader's to do */
  acting: boolean
  onClose(): void
  /** the business was changed; what was ticked stays ticked */
  onChange(): Promise<unknown>
  /** the contracts that were ticked are done with */
  onDone(): Promise<void>
  /** nothing is left to be done with this contract */
  onAccepted(contract: AnyRow): void
  /** the way of this contract is chosen, and signing begins by it */
  onBegin(contract: AnyRow): Promise<void>
}
/** The dialogs of the panel of signing; what few open is loaded when it opens. */
export function PanelDialogs(props: PanelDialogsProps) {
  return <Suspense fallback={null}>{dialogOf(props)}</Suspense>
}
function dialogOf({ dialog, businessId, acting, onClose, onChange, onDone, onAccepted, onBegin }: PanelDialogsProps): ReactNode {
  /** Closes the dialog before what it changed is read. */
  const closing = (then: () => Promise<unknown>) => async () => {
    onClose()
    await then()
  }
  switch (dialog.show) {
    case 'way':
      return (
        <WayDialog
          businessId={businessId}
          contractIds={dialog.contractIds}
          begins={!!dialog.begins}
          onClose={onClose}
          onDone={async (signWay) => {
            await closing(onChange)()
            if (dialog.begins) await onBegin({ ...dialog.begins, signWay })
          }}
        />
      )
    case 'upload':
      return <SignedDialog businessId={businessId} of={dialog.contract} onClose={onClose} onDone={closing(onDone)} />
    case 'examine':
      return (
        <ExamineDialog
          of={dialog.contract}
          onClose={onClose}
          onDone={async (isAccepted) => {
            await closing(onDone)()
            if (isAccepted) onAccepted(dialog.contract)
          }}
        />
      )
    case 'letters':
      return <LetterDialog of={dialog.contract} businessId={businessId} open={acting && mayBegin(dialog.contract.signStatus)} onClose={onClose} />
    case 'desk':
      return <DeskDialog of={dialog.contract} onClose={onClose} onChange={onChange} onSigned={() => onAccepted(dialog.contract)} />
    case 'take':
      return <TakeDialog contracts={dialog.contracts} onClose={onClose} />
    case 'stack':
      return <StackDialog businessId={businessId} onClose={onClose} onDone={onDone} />
    case 'export':
      return <ExportDialog onClose={onClose} />
    case 'verify':
      return <VerifyDialog of={dialog.contract} onClose={onClose} />
    case 'file':
      return <PreviewDialog {...dialog.file} onClose={onClose} />
  }
}
