import { Button, Flex, Form, Input } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog, useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

/** Asks for the reason (at most 254 characters), confirms, and revokes a business. */
export function RevokeDialog({ of: row, onClose, onDone }: { of: AnyRow; onClose(): void; onDone(): void }) {
  const { say } = useSay()
  const ask = useAsk(),
    toast = useToast()
  const [busy, setBusy] = useState(false)
  const revoke = async ({ reason }: { reason: string }) => {
    if (!(await ask(words.revokeAsk, true))) return
    setBusy(true)
    try {
      await api.post('yw-accept/business/revoke', {
        businessId: row.id,
        reason,
        ...(row.processInstanceId ? { processInstanceId: row.processInstanceId } : {}),
      })
      toast.done(words.revoked)
      onDone()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open width={520} title={`${say(words.revoke)} ${row.businessName ?? ''}`} onCancel={onClose}>
      <Form name="revoke" layout="vertical" onFinish={(v) => void revoke(v)}>
        <Form.Item
          name="reason"
          label={say(words.reason)}
          required
          rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }, { max: 254 }]}
        >
          <Input.TextArea autoSize={{ minRows: 3 }} maxLength={254} showCount />
        </Form.Item>
        <Flex justify="end" gap="small" style={{ marginTop: 24 }}>
          <Button danger type="primary" htmlType="submit" loading={busy}>
            {say(words.revoke)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}
