import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { onSignOut, startRefreshing } from '../../../kit/web/client.web.ts'
import { onLang, useLang } from '../../../kit/web/i18n.web.ts'
import { hasUnsaved, sessionStore, useSession } from '../../../kit/web/session.web.ts'
import { isKeptHere, leaveHere } from '../../../platform/offline/here.web.ts'
import { PhotoToolContext } from '../../../services/files/uploader/photo-tool.web.ts'
import { queries } from './queries.ts'
import { router } from './router.tsx'
import { clearTabs } from './shell/tabs.ts'
import { useLock } from './shell/lock/lock.ts'
import { useSuspended } from './shell/suspended.ts'
import { stopViewing } from './shell/account/viewing.ts'

const PhotoTool = lazy(() => import('../../../services/camera/PhotoDrawer.web.tsx'))

/** Who was signed in last in this window. */
let last = ''
sessionStore.subscribe((_, was) => void (was.user && (last = was.user.user_id)))
/** A device on which something was taken along hears what the office says of it, whichever page is opened. */
async function lookAtDevice(): Promise<void> {
  if (await isKeptHere()) await (await import('../../../business/extension/field/kept-survey.web.ts')).lookAtPhone()
}
/** The first who leads to the login says why: what follows of it must not lead there again without the reason. */
let leaving = false
function goToLogin(expired = false): void {
  if (leaving) return
  // who looked through another person's eyes is back in the own session instead
  if (stopViewing()) return
  // who did not leave by himself works on without network
  if (!expired) void leaveHere(last)
  clearTabs()
  // The shell goes first: emptied under it, its queries would be asked again by nobody.
  const from = router.state.location.href
  leaving = true
  void router
    .navigate({ to: '/login', search: expired ? { redirect: from, expired: 1 } : {} })
    .then(() => queries.clear())
    .finally(() => (leaving = false))
}
onSignOut(goToLogin)
// Names that the server says in the reader's language are read again.
onLang(() => void queries.invalidateQueries())

/** The application: queries, the router, and the timer that renews the token. */
export function App() {
  const { signedIn } = useSession()
  const suspended = useSuspended()
  const { locked } = useLock()
  useLang()
  useEffect(() => startRefreshing(), [])
  useEffect(() => void lookAtDevice().catch(() => undefined), [])
  // Another window of this browser signed out: this one follows.
  useEffect(() => {
    // what is typed here waits for its person, see SignInOver
    if (!signedIn && !(suspended && hasUnsaved()) && router.state.matches.some((m) => m.routeId === '/shell')) goToLogin(suspended)
  }, [signedIn, suspended])
  // pages without the frame have nothing to keep: the guard leads them to the lock
  useEffect(() => {
    if (locked && !router.state.matches.some((m) => m.routeId === '/shell')) void router.invalidate()
  }, [locked])
  return (
    <QueryClientProvider client={queries}>
      <PhotoToolContext value={PhotoTool}>
        <RouterProvider router={router} />
      </PhotoToolContext>
    </QueryClientProvider>
  )
}
