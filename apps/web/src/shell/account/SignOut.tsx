import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { signOut } from '../../../../../kit/web/client.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { frameWords } from '../../../../../platform/shell/words.ts'
import { phrases } from '../../../../../kit/web/phrases.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { stayHere } from '../../../../../platform/offline/here.web.ts'
import { offlineWords } from '../../../../../platform/offline/words.ts'
import { mayLeave } from '../../unsaved.ts'

/** Asks before signing out, and says what goes from this device then. */
export default function SignOut({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const { userId } = useSession()
  const [stay, setStay] = useState<{ waiting: number }>()
  useEffect(() => void stayHere(userId).then(setStay), [])
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
      {say(frameWords.signOutAsk)} {stay && say(offlineWords.leaving(stay.waiting))}
    </Modal>
  )
}
