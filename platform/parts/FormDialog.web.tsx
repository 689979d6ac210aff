import { Button, Form, type FormInstance } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { Dialog, Foot, useGuard, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { formName } from './form-name.ts'

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
  const draft = usePageState().tables?.useDraft(about === null ? undefined : formName(title.en, about), {
    take: () => (form.isFieldsTouched() || unsaved.isDirty() ? form.getFieldsValue(true) : undefined),
    put: (v: Record<string, unknown>) => (form.setFieldsValue(v), unsaved.set(true)),
    ...(initial ? { base: initial } : {}),
  })
  useEffect(() => unsaved.onLost(() => void draft?.end()), [])
  const submit = async (values: Record<string, unknown>) => {
    const isDone = await run(() => onSubmit(values), {
      done: phrases.done,
      refused(e) {
        const faults = isApiError(e) ? e.fields : []
        form.setFields(faults.map((w) => ({ name: w.field, errors: [w.msg] })))
        if (faults.length === 0) toast.failed(e)
        return true
      },
    })
    if (!isDone) return
    unsaved.set(false)
    void draft?.end()
    onClose()
  }
  return (
    <Dialog open title={say(title)} width={width} onCancel={close}>
      <Form
        name="dialog"
        form={form}
        initialValues={initial}
        layout="vertical"
        disabled={busy}
        onValuesChange={() => {
          unsaved.set(true)
          draft?.typed()
        }}
        onFinish={(v) => void submit(v)}
      >
        {draft?.offer}
        {children}
        <Foot onCancel={close} note={draft?.line}>
          <Button type="primary" htmlType="submit" loading={busy}>
            {say(act)}
          </Button>
        </Foot>
      </Form>
    </Dialog>
  )
}
