import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { dropDraft, forgetDrafts, keptDrafts, sendAside } from '../../../../platform/shell/drafts.web.ts'
import type { FormDraft } from '../../../../platform/shell/form-draft.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'
import { officePage, titleOf } from './titles.ts'

/** Drafts that are told one by one. */
const SHOWN = 3
/** Milliseconds after which a page that has been opened asks for them: the work comes first. */
const LATER = 5000

/** Says after a sign-in that something typed before was kept, and leads back to where it was typed; the form there offers it. */
export function DraftNotice({ menus }: { menus: readonly MenuNode[] }) {
  const { say } = useSay()
  const navigate = useNavigate()
  const [kept, setKept] = useState(keptDrafts)
  const [drafts, setDrafts] = useState<readonly FormDraft[]>([])
  useEffect(() => {
    const later = setTimeout(() => void sendAside().then(setDrafts, () => undefined), LATER)
    return () => clearTimeout(later)
  }, [])
  const without = (form: string) => setDrafts((all) => all.filter((d) => d.form !== form))
  const line = (key: string, text: string, go: () => void, drop: () => void) => (
    <p key={key} className="shell-notice" role="status">
      {text}{' '}
      <button type="button" onClick={go}>
        {say(words.draftGo)}
      </button>{' '}
      <button type="button" onClick={drop}>
        {say(words.draftDrop)}
      </button>
    </p>
  )
  const close = (act: () => unknown) => () => {
    setKept(undefined)
    act()
  }
  return (
    <>
      {kept &&
        line(
          'window',
          say(words.draftAt),
          close(() => navigate({ href: kept.at })),
          close(forgetDrafts),
        )}
      {drafts.slice(0, SHOWN).map((d) => {
        const page = officePage(d.page)
        const go = () => {
          without(d.form)
          void navigate({ href: page })
        }
        const drop = () => {
          without(d.form)
          void dropDraft(d.form)
        }
        return line(d.form, say(words.draftOn(titleOf(new URL(page, window.location.href).pathname, menus), d.at.slice(0, 16))), go, drop)
      })}
      {drafts.length > SHOWN && (
        <p className="shell-notice" role="status">
          {say(words.draftsMore(drafts.length - SHOWN))}
        </p>
      )}
    </>
  )
}
