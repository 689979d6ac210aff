import { Alert, Button, Modal } from 'antd'
import { signOut } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import type { Text } from '../../../../../kit/model/lang.ts'
import { passwordWords } from './password-words.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** The change-password dialog; a forced one leaves only signing out. */
export default function PasswordDialog({ forced, tip, onClose }: { forced: boolean; tip?: Text; onClose: () => void }) {
  const { say } = useSay()
  return (
    <Modal
      open
      title={say(passwordWords.title)}
      width={460}
      closable={!forced}
      onCancel={onClose}
      keyboard={false}
      mask={{ closable: false }}
      footer={forced ? <Button onClick={() => void signOut()}>{say(frameWords.signOut)}</Button> : null}
    >
      {tip && <Alert type="warning" showIcon title={say(tip)} style={{ marginBottom: 16 }} />}
      <PasswordForm />
    </Modal>
  )
}
