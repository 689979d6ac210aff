import { Spin } from 'antd'
import { lazy, Suspense } from 'react'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

const FlowViewer = lazy(() => import('../../../services/process/process.web.tsx'))

interface FlowDialogProps {
  processInstanceId?: string | null
  processDefinitionId?: string
  title?: string
  onClose(): void
}
/** The flow diagram of a running process, or of a definition, in a dialog; the viewer is loaded when first asked for. */
export function FlowDialog({ title, onClose, ...of }: FlowDialogProps) {
  const { say } = useSay()
  return (
    <Dialog open width="96%" style={{ top: 32 }} title={`${say(words.flow)}${title ? ` - ${title}` : ''}`} onCancel={onClose}>
      <Suspense fallback={<Spin />}>
        <FlowViewer {...of} />
      </Suspense>
    </Dialog>
  )
}
