import { Form, Input, Modal } from 'antd'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { phrases } from '../../../../../kit/web/phrases.ts'
import { lockWords } from './lock-words.ts'
import { lock } from './lock.ts'

/** Asks for the lock password, then locks the screen in all windows. The page stays, below. Source: platform.md 2. */
export default function LockDialog({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const [form] = Form.useForm<{ word: string }>()
  return (
    <Modal
      open
      title={say(frameWords.lock)}
      width={400}
      okText={say(phrases.ok)}
      cancelText={say(phrases.cancel)}
      keyboard={false}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ word }) => {
          onClose()
          void lock(word)
        }}
      >
        <Form.Item name="word" label={say(lockWords.password)} rules={[{ required: true, message: say(lockWords.required) }]}>
          <Input.Password autoFocus autoComplete="off" maxLength={32} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
