import type { FC } from 'react'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { Dialog } from '../../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { FlowDialog } from '../FlowDialog.web.tsx'
import type { CaseRow } from '../form.web.ts'
import { PassMany } from './PassMany.web.tsx'
import { RevokeDialog } from '../RevokeDialog.web.tsx'
import { TransferDialog } from '../TransferDialog.web.tsx'
import { words } from '../words.ts'

/** The dialog that is open over a list of businesses, with what it is about. */
export type ListDialog = { show: 'flow' | 'revoke' | 'transfer' | 'push'; row: AnyRow } | { show: 'pass'; rows: readonly AnyRow[] }

interface ListDialogsProps {
  dialog: ListDialog
  /** shows the way of a business to other offices */
  Push: FC<{ row: CaseRow }> | undefined
  onClose(): void
  /** something was changed: the dialog closes and the list is read anew */
  onDone(): void
  /** the businesses that were chosen were passed on, each as far as it went */
  onPassed(): void
}
/** The dialogs of a list of businesses. */
export function ListDialogs({ dialog, Push, onClose, onDone, onPassed }: ListDialogsProps) {
  const { say } = useSay()
  if (dialog.show === 'pass') return <PassMany of={dialog.rows} onClose={onPassed} />
  const { row } = dialog
  switch (dialog.show) {
    case 'transfer':
      return <TransferDialog of={row} onClose={onClose} onDone={onDone} />
    case 'revoke':
      return <RevokeDialog of={row} onClose={onClose} onDone={onDone} />
    case 'flow':
      return <FlowDialog processInstanceId={row.processInstanceId} title={row.businessName} onClose={onClose} />
    case 'push':
      return Push ? (
        <Dialog open width={860} title={`${say(words.pushState)} ${row.businessName ?? ''}`} onCancel={onClose}>
          <Push row={row as CaseRow} />
        </Dialog>
      ) : null
  }
}
