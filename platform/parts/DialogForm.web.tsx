import { Button, Form, type FormProps } from 'antd'
import { useEffect, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { Foot, useGuard, type Guard } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { notKept, useDialogDraft, draftedValues } from '../../kit/web/dialog-draft.web.ts'

interface DialogFormProps<V> extends Omit<FormProps<V>, 'onFinish' | 'children' | 'about'> {
  /** the title of its dialog; its draft is known by it */
  of: Text
  /** what it is about, such as the id of a row: its draft is offered for that alone. null: nothing of it may be kept, which it says */
  about: string | null
  /** sends what was entered; true: it was done, and nothing of it has to be kept any more */
  onSend(values: V): Promise<boolean>
  /** after it was done */
  onDone?(): unknown
  onCancel(): void
  /** the main act, and whether it takes something away */
  act: Text
  danger?: boolean
  busy?: boolean
  /** the act waits for something else than the fields */
  waits?: boolean
  /** what the way out is called; cancel unless given */
  cancel?: Text
  /** stands at the left of the buttons */
  note?: ReactNode
  /** learns whether something would be lost */
  unsaved?: Guard
  /** the row from which it was begun */
  base?: Record<string, unknown>
  children: ReactNode
}
/** The form of a dialog with its buttons: what is typed is kept as in every other form and offered again, or it says that nothing is. */
export function DialogForm<V extends object>(props: DialogFormProps<V>) {
  const { of, about, form: given, onSend, onDone, onCancel, act, danger, busy, waits, cancel, note, unsaved, base, onValuesChange, children, ...rest } = props
  const { say } = useSay()
  const [own] = Form.useForm<V>()
  const form = given ?? own
  const mine = useGuard()
  const guard = unsaved ?? mine
  const { take, put } = draftedValues(form, () => guard.isDirty())
  const draft = useDialogDraft(of, about, { take, put: (v) => (put(v), guard.set(true)) }, base)
  useEffect(() => guard.onLost(() => void draft?.end()), [])
  // whoever gives a guard asks by it himself, at every way out
  const cancelled = unsaved ? onCancel : () => void guard.leave().then((yes) => yes && onCancel())
  const send = async (values: V) => {
    if (!(await onSend(values))) return
    guard.set(false)
    void draft?.end()
    await onDone?.()
  }
  const foot = (
    <>
      {note} {about === null ? say(notKept) : draft?.line}
    </>
  )
  return (
    <Form<V>
      layout="vertical"
      {...rest}
      form={form}
      onValuesChange={(changed, all) => {
        guard.set(true)
        draft?.typed()
        onValuesChange?.(changed, all)
      }}
      onFinish={(v) => void send(v)}
    >
      {draft?.offer}
      {children}
      <Foot disabled={busy} cancel={cancel} onCancel={cancelled} note={foot} style={{ marginTop: 16 }}>
        <Button type="primary" danger={danger} htmlType="submit" loading={busy} disabled={waits}>
          {say(act)}
        </Button>
      </Foot>
    </Form>
  )
}
