import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../../kit/web/client.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { forgetUnsaved, sessionStore } from '../../../../kit/web/session.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { openDialog } from '../../../../platform/shell/dialogs.web.ts'
import { keepDrafts } from '../../../../platform/shell/drafts.web.ts'
import { RELEASES } from '../../../../platform/shell/releases.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'

/** How often a page that stays open asks whether the server is another version, and after what time it first tells what is new: the work comes first. */
const EVERY = 5 * 60_000
const LATER = 2000
const quiet = { quiet: true }
const PAGE = 'release'
/** Whom this browser told last, and of which version: nothing is asked then. */
const TOLD = 'chengbao.release'
/** The version that this page was made for. */
const OWN = RELEASES[0].version

/** Opens the notes of a release once for each person after an update; who comes for the first time has nothing new. */
async function tellOnce(): Promise<void> {
  const mark = `${sessionStore.getState().user?.user_id ?? ''} ${OWN}`
  if (localStorage.getItem(TOLD) === mark) return
  const seen = await api.get<{ version?: string } | null>('basic/user-setting/detail', { page: PAGE }, quiet)
  if (seen?.version !== OWN) await api.post('basic/user-setting/submit', { page: PAGE, value: { version: OWN } }, undefined, quiet)
  localStorage.setItem(TOLD, mark)
  if (seen?.version && seen.version !== OWN) openDialog('notes')
}
/** A page that is open over an update says so, and is loaded anew with what was typed; afterwards it tells once what is new. */
export function Updates() {
  const { say } = useSay()
  useEffect(() => {
    const later = setTimeout(() => void tellOnce().catch(() => undefined), LATER)
    return () => clearTimeout(later)
  }, [])
  const { data } = useQuery({
    queryKey: queryKeyOf('version/get', 'now'),
    refetchInterval: EVERY,
    initialData: { version: OWN },
    staleTime: EVERY,
    queryFn: () => api.get<{ version: string }>('version/get', {}, quiet),
  })
  if (data.version === OWN) return null
  const again = () => {
    // kept in this window, beside the drafts that the server has: the form offers it
    keepDrafts()
    forgetUnsaved()
    window.location.reload()
  }
  return (
    <p className="shell-notice" role="status">
      {say(words.updated(data.version))}{' '}
      <button type="button" onClick={again}>
        {say(words.reloadNow)}
      </button>
    </p>
  )
}
