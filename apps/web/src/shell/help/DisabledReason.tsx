import { useSay } from '../../../../../kit/web/words.web.ts'
import type { Refused } from '../../../../../kit/web/session.web.ts'
import { openDialog } from '../../../../../platform/shell/dialogs.web.ts'
import { frameWords as words } from '../../../../../platform/shell/words.ts'

/** In the tooltip of a greyed command: the reason, and a link to every rule behind it. */
export default function DisabledReason(of: Refused) {
  const { say } = useSay()
  return (
    <>
      {of.reason}{' '}
      <button
        type="button"
        className="shell-why-link"
        onClick={(e) => {
          // a tooltip of a menu or a row belongs to it: the click must not choose there
          e.stopPropagation()
          openDialog('why', of)
        }}
      >
        {say(words.why)}
      </button>
    </>
  )
}
