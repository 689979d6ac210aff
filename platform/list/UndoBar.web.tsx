import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { isApiError } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { takeBackAct, type LastAct } from './batch.web.ts'
import { listPhrases as words } from './words.ts'

/** How long the last act is offered to be taken back, ms. */
const OFFERED_MS = 20_000

interface UndoBarProps {
  act: LastAct
  /** reads anew what was taken back */
  onUndone(): unknown
  onClose(): void
}
/** After an act that the server can take back: the button that does it, for a while. */
export function UndoBar({ act, onUndone, onClose }: UndoBarProps) {
  const { say } = useSay()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const over = setTimeout(onClose, OFFERED_MS)
    return () => clearTimeout(over)
  }, [act])
  const undo = async () => {
    setBusy(true)
    try {
      await takeBackAct(act)
      toast.done(words.undone)
      await onUndone()
    } catch (e) {
      // a refused call was told by the client already
      if (!isApiError(e)) toast.failed(e)
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <div className="list-bar list-undo" role="group" aria-label={say(words.lastAct)}>
      <span role="status">{say(phrases.updated)}</span>
      <Button size="small" loading={busy} onClick={() => void undo()}>
        {say(words.undo)}
      </Button>
      <Button size="small" type="text" onClick={onClose}>
        {say(phrases.close)}
      </Button>
    </div>
  )
}
