import { useQueryClient } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { api } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

/** Asks what somebody sees personal data in full for; what was read in stars is read again. */
export default function PurposeDialog({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const submit = async ({ purpose }: { purpose: string }) => {
    setBusy(true)
    try {
      await api.post('cpt-user/purpose', { purpose: purpose.trim() })
      onClose()
      // what was read in stars is read again
      await client.invalidateQueries()
    } catch {
      // a refusal is told by the client
      setBusy(false)
    }
  }
  return (
    <Modal open title={say(words.purpose)} width={440} footer={null} onCancel={onClose}>
      <p>{say(words.purposeWhat)}</p>
      <Form<{ purpose: string }> layout="vertical" requiredMark={false} onFinish={(v) => void submit(v)}>
        <Form.Item name="purpose" label={say(words.purposeLabel)} rules={[{ required: true, min: 2, max: 100, message: say(words.purposeNeed) }]}>
          <AutoComplete
            options={say(words.purposes)
              .split(',')
              .map((value) => ({ value }))}
            maxLength={100}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {say(words.purposeSend)}
        </Button>
      </Form>
    </Modal>
  )
}
