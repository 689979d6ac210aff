import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { forgetUnsaved, useSession } from '../../../../../kit/web/session.web.ts'
import { Cover } from '../Cover.tsx'
import { useSuspended } from '../suspended.ts'
import { clearTabs } from '../tabs.ts'

const Login = lazy(async () => ({ default: (await import('../../login/Login.tsx')).Login }))

/** Over a page on which something is typed when the session ends: the same person signs in and goes on, another one begins anew. */
function Again() {
  const at = useRef(`${window.location.pathname}${window.location.search}`).current
  return (
    <Cover>
      <Suspense fallback={null}>
        <Login start={at} over />
      </Suspense>
    </Cover>
  )
}
/** Watches the session for as long as the frame stands. */
export default function SignInOver() {
  const { userId, signedIn } = useSession()
  const suspended = useSuspended()
  const owner = useRef(userId)
  const queries = useQueryClient()
  useEffect(() => {
    if (!signedIn || userId === owner.current) return
    // somebody else's forms are nobody's any more
    forgetUnsaved()
    clearTabs()
    queries.clear()
    window.location.assign('/')
  }, [signedIn, userId])
  return suspended ? <Again /> : null
}
