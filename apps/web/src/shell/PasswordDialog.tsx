import { Alert, Button, Modal } from 'antd'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords, type Word } from '../../../../kit/web/i18n.web.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** The change-password dialog; a forced one leaves only signing out. */
export function PasswordDialog({ open, forced, tip, onClose }: { open: boolean; forced: boolean; tip: Word; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal
      open={open}
      title={t('password.title')}
      width={460}
      closable={!forced}
      onCancel={onClose}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
      footer={forced ? <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button> : null}
    >
      <Alert type="warning" showIcon title={t(tip)} style={{ marginBottom: 16 }} />
      <PasswordForm />
    </Modal>
  )
}
