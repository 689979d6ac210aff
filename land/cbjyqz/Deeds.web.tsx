import { Alert, Form } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource, Fields } from '../../kit/model/resource.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, showFaults } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'

interface DeedProps {
  title: Text
  hint?: Text | undefined
  /** what the call is about, beside the fields: rows by `id` or `ids`, of one the revision that was seen */
  about: Record<string, unknown>
  path: string
  fields: Fields
  of: AnyResource
  initial?: Record<string, unknown> | undefined
  onDone(): Promise<unknown>
  onClose(): void
}
/** A step of the desk: its few fields, sent to its call; what the server finds wrong is shown at the fields. */
export function DeedDialog({ title, hint, about, path, fields, of, initial, onDone, onClose }: DeedProps) {
  const { say } = useSay()
  const toast = useToast()
  const [form] = Form.useForm()
  const { busy, run } = useOneCall()
  const r: AnyResource = { ...of, fields }
  const send = (v: Record<string, unknown>) =>
    run(
      async () => {
        await api.post(path, { ...bodyOf(r, v), ...about }, undefined, { quiet: true })
        await onDone()
      },
      {
        done: phrases.done,
        refused(e) {
          if (!showFaults(form, r, e)) toast.failed(e)
          return true
        },
      },
    )
  return (
    <Dialog open width={760} title={say(title)} onCancel={onClose}>
      <DialogForm
        of={title}
        about={String(about['id'] ?? about['ids'])}
        form={form}
        initialValues={initial}
        disabled={busy}
        busy={busy}
        act={phrases.ok}
        onSend={send}
        onDone={onClose}
        onCancel={onClose}
      >
        {hint && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(hint)} />}
        <FormItems of={r} />
      </DialogForm>
    </Dialog>
  )
}
