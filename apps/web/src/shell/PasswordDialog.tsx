import { Alert, Button, Modal } from 'antd'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords, type Word } from '../../../../kit/web/i18n.web.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** The change-password dialog; a forced one leaves only signing out. */
export default function PasswordDialog({ forced, tip, onClose }: { forced: boolean; tip?: Word; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal
      open
      title={t('password.title')}
      width={460}
      closable={!forced}
      onCancel={onClose}
      keyboard={false}
      mask={{ closable: false }}
      footer={forced ? <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button> : null}
    >
      {tip && <Alert type="warning" showIcon title={t(tip)} style={{ marginBottom: 16 }} />}
      <PasswordForm />
    </Modal>
  )
}
