import { Modal } from 'antd'
import { signOut } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { mayLeave } from '../router.tsx'

/** Asks before signing out. */
export default function SignOut({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal
      open
      title={t('common.tip')}
      width={400}
      okText={t('common.ok')}
      cancelText={t('common.cancel')}
      keyboard={false}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={async () => {
        onClose()
        if (mayLeave()) await signOut()
      }}
    >
      {t('shell.signOutAsk')}
    </Modal>
  )
}
