import { Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { Dialog, useGuard, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from './DialogForm.web.tsx'

interface FormDialogProps {
  title: Text
  initial?: Record<string, unknown>
  /** what it is about, such as the id of a row: its draft is offered for that alone. null: nothing of it can be kept */
  about?: string | null
  /** what its button says where it does not save */
  act?: Text
  /** does it; what the server says against a field is shown there */
  onSubmit(values: Record<string, unknown>): Promise<unknown>
  onClose(): void
  children: ReactNode
  form?: FormInstance
  width?: number
}
/** A small form in a dialog: save and cancel, a question before unsaved work is lost. */
export function FormDialog({ title, initial, about = '', act = phrases.save, onSubmit, onClose, children, form: given, width = 640 }: FormDialogProps) {
  const { say } = useSay()
  const [own] = Form.useForm()
  const form = given ?? own
  const unsaved = useGuard(),
    toast = useToast()
  const { busy, run } = useOneCall()
  const close = () => void unsaved.leave().then((yes) => yes && onClose())
  const send = (values: Record<string, unknown>) =>
    run(() => onSubmit(values), {
      done: phrases.done,
      refused(e) {
        const faults = isApiError(e) ? e.fields : []
        form.setFields(faults.map((w) => ({ name: w.field, errors: [w.msg] })))
        if (faults.length === 0) toast.failed(e)
        return true
      },
    })
  return (
    <Dialog open title={say(title)} width={width} onCancel={close}>
      <DialogForm
        name="dialog"
        of={title}
        about={about}
        form={form}
        initialValues={initial}
        base={initial}
        unsaved={unsaved}
        disabled={busy}
        busy={busy}
        act={act}
        onSend={send}
        onDone={onClose}
        onCancel={close}
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}
