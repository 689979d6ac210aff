import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'
import { words } from '../../services/operations/words.ts'

interface DisposeProps {
  /** whose call it is: `<at>/dispose` */
  at: string
  ids: string
  /** characters of the reason */
  most: number
  onDone(): unknown
  onClose(): void
  /** what is known of it, above the reason */
  children?: ReactNode
}
/** Ends what did not go its way, with the reason of whoever ends it. */
export function DisposeDialog({ at, ids, most, onDone, onClose, children }: DisposeProps) {
  const { say } = useSay()
  return (
    <FormDialog
      title={words.dispose}
      about={ids}
      width={480}
      onClose={onClose}
      onSubmit={({ reason }) => api.post(`${at}/dispose`, { reason }, { ids }, { quiet: true }).then(onDone)}
    >
      {children}
      <Form.Item name="reason" label={say(words.disposeReason)} rules={[{ required: true, whitespace: true, message: say(words.needReason) }]}>
        <Input.TextArea maxLength={most} showCount rows={3} />
      </Form.Item>
    </FormDialog>
  )
}
