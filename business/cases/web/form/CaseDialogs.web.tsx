import { AdviceDialog } from '../Advice.web.tsx'
import { Decide, type Decision } from '../Decide.web.tsx'
import { FlowDialog } from '../FlowDialog.web.tsx'
import type { CaseRow } from '../form.web.ts'
import type { Next } from '../Preflight.web.tsx'
import { RevokeDialog } from '../RevokeDialog.web.tsx'
import type { TypeScreen } from '../screen.web.ts'
import { TransferDialog } from '../TransferDialog.web.tsx'

/** The dialog that is open over a case: a decision of its task, or another. */
export type CaseDialog = Decision['result'] | 'flow' | 'revoke' | 'undo' | 'delegate' | 'opinion'

interface CaseDialogsProps {
  dialog: CaseDialog
  row: CaseRow
  effect: TypeScreen['type']['effect']
  next: Next | undefined
  onClose(): void
  onDecide(d: Decision): Promise<boolean>
  /** the case went into other hands: nothing of the form is left to save */
  onHanded(): void
}
/** The dialogs of a case. */
export function CaseDialogs({ dialog, row, effect, next, onClose, onDecide, onHanded }: CaseDialogsProps) {
  switch (dialog) {
    case 'pass':
    case 'return':
      return (
        <Decide
          id={row.id}
          typeCode={row.businessTypeCode}
          taskKey={String(row.taskKey)}
          result={dialog}
          isLast={!!row.isLast}
          effect={effect}
          next={next}
          holders={row.contracts.map((c) => String(c.cbfmc ?? c.cbhtbm))}
          onClose={onClose}
          onDecide={onDecide}
        />
      )
    case 'flow':
      return <FlowDialog processInstanceId={row.processInstanceId} onClose={onClose} />
    case 'delegate':
      return <TransferDialog of={row} way="delegate" onClose={onClose} onDone={onHanded} />
    case 'opinion':
      return <AdviceDialog of={row} onClose={onClose} onDone={onHanded} />
    case 'revoke':
    case 'undo':
      return <RevokeDialog of={row} way={dialog} onClose={onClose} onDone={onHanded} />
  }
}
