import { Button } from 'antd'
import { useEffect } from 'react'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
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
  const { busy, run } = useOneCall()
  useEffect(() => {
    const over = setTimeout(onClose, OFFERED_MS)
    return () => clearTimeout(over)
  }, [act])
  const undo = async () => {
    const takeBack = async () => {
      await takeBackAct(act)
      await onUndone()
    }
    await run(takeBack, { done: words.undone })
    onClose()
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
