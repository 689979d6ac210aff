import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Radio } from 'antd'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { ON_SITE } from './flow.ts'
import { ScanForm } from './ScanForm.web.tsx'
import { words } from '../cases/web/words.ts'

interface WayProps {
  businessId: string
  contractIds: readonly string[]
  onClose(): void
  onDone(): Promise<unknown>
}
/** Chooses how contracts are to be signed. */
export function WayDialog({ businessId, contractIds, onClose, onDone }: WayProps) {
  const { say } = useSay()
  const { choices } = useDict('sign_way')
  const save = (v: { signWay: string }) => api.post('dzzw/choose-sign-way', { businessId, contractIds, signWay: v.signWay }).then(onDone, () => undefined)
  return (
    <Dialog open width={520} title={say(words.chooseWay)} onCancel={onClose}>
      <Form name="way" initialValues={{ signWay: ON_SITE }} onFinish={(v) => void save(v)}>
        <Form.Item name="signWay" rules={[{ required: true, message: say(words.wayNeeded) }]}>
          <Radio.Group vertical options={choices} />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit">
            {say(phrases.ok)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}

interface SignedProps {
  businessId: string
  of: AnyRow
  onClose(): void
  onDone(): Promise<unknown>
}
/** Takes the scan of a contract signed on paper. */
export function SignedDialog({ businessId, of: c, onClose, onDone }: SignedProps) {
  const { say } = useSay()
  const toast = useToast(),
    client = useQueryClient()
  const send = async (attachId: string, qdsj: string) => {
    await api.post('dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj })
    await client.invalidateQueries({ queryKey: ['attach', businessId] })
    toast.done(words.uploaded)
    await onDone()
  }
  return (
    <Dialog open width={520} title={`${say(words.uploadSigned)} ${c.cbhtbm}`} onCancel={onClose}>
      <ScanForm name="signed" businessId={businessId} of={c} onClose={onClose} onSend={send} />
    </Dialog>
  )
}
