import { Modal } from 'antd'
import { signOut } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { phrases } from '../../../../../kit/web/phrases.ts'
import { mayLeave } from '../../unsaved.ts'

/** Asks before signing out. */
export default function SignOut({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  return (
    <Modal
      open
      title={say(frameWords.tip)}
      width={400}
      okText={say(phrases.ok)}
      cancelText={say(phrases.cancel)}
      keyboard={false}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={async () => {
        onClose()
        if (mayLeave()) await signOut()
      }}
    >
      {say(frameWords.signOutAsk)}
    </Modal>
  )
}
