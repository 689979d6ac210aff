import { Alert, Button, Form } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource, Fields } from '../../kit/model/resource.ts'
import { Dialog, Foot, useToast } from '../../kit/web/dialogs.web.tsx'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, FormItems, showFaults } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'

interface DeedProps {
  title: Text
  hint?: Text | undefined
  /** what the call is about, beside the fields */
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
  const send = async (v: Record<string, unknown>) => {
    await run(
      async () => {
        await api.post(path, { ...bodyOf(r, v), ...about }, undefined, { quiet: true })
        await onDone()
        onClose()
      },
      {
        done: phrases.done,
        refused(e) {
          if (!showFaults(form, r, e)) toast.failed(e)
          return true
        },
      },
    )
  }
  return (
    <Dialog open width={760} title={say(title)} onCancel={onClose}>
      <Form form={form} layout="vertical" initialValues={initial} disabled={busy} onFinish={(v) => void send(v as Record<string, unknown>)}>
        {hint && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(hint)} />}
        <FormItems of={r} />
        <Foot onCancel={onClose}>
          <Button type="primary" htmlType="submit" loading={busy}>
            {say(phrases.ok)}
          </Button>
        </Foot>
      </Form>
    </Dialog>
  )
}
