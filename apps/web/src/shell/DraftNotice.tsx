import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import { forgetDrafts, keptDrafts } from '../../../../platform/shell/drafts.web.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'

/** Says after a sign-in that something typed before was kept, and leads back to where it was typed; the form there offers it. */
export function DraftNotice() {
  const { say } = useSay()
  const navigate = useNavigate()
  const [kept, setKept] = useState(keptDrafts)
  if (!kept) return null
  const done = (act: () => unknown) => () => {
    setKept(undefined)
    act()
  }
  return (
    <p className="shell-notice" role="status">
      {say(words.draftAt)}
      <button type="button" onClick={done(() => navigate({ href: kept.at }))}>
        {say(words.draftGo)}
      </button>{' '}
      <button type="button" onClick={done(forgetDrafts)}>
        {say(words.draftDrop)}
      </button>
    </p>
  )
}
