import { useNavigate } from '@tanstack/react-router'
import { Form, Input, Modal } from 'antd'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { mayLeave } from '../router.tsx'
import { lock } from './lock.ts'

/** Asks for the lock password, then locks the screen. Source: platform.md 2. */
export default function LockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const [form] = Form.useForm<{ word: string }>()
  return (
    <Modal
      open
      title={t('shell.lock')}
      width={400}
      okText={t('common.ok')}
      cancelText={t('common.cancel')}
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
          if (!mayLeave()) return
          onClose()
          lock(word)
          void navigate({ to: '/lock' })
        }}
      >
        <Form.Item name="word" label={t('lock.password')} rules={[{ required: true, message: t('lock.required') }]}>
          <Input.Password autoFocus autoComplete="off" maxLength={32} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
