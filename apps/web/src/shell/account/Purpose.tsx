import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { api } from '../../../../../kit/web/client.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

interface Asked {
  asksPurpose?: number
  purpose?: string | null
}
/** Where the tenant asks why personal data is seen in full: that it is masked, and the way to say why; afterwards what was said. */
export function Purpose() {
  const { say } = useSay()
  const { userId } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: queryKeyOf('user-info', userId),
    queryFn: () => api.get<Asked>('cpt-auth/oauth/user-info', {}, { quiet: true }),
    enabled: userId !== '',
    staleTime: Infinity,
  })
  if (data?.asksPurpose !== 1) return null
  return (
    <>
      <Button type="text" icon={<SafetyCertificateOutlined />} onClick={() => setOpen(true)}>
        {data.purpose ? `${say(words.purpose)}：${data.purpose}` : say(words.purposeNone)}
      </Button>
      {isOpen && <PurposeDialog onClose={() => setOpen(false)} />}
    </>
  )
}
function PurposeDialog({ onClose }: { onClose: () => void }) {
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
