import { useEffect, useState } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { Failed } from './Failed.web.tsx'

/** How long a page's code may take, in milliseconds. Source: platform.md 9 (chunk load timeout). */
const LATE = 120_000

/** What stands in a page's place while its code is on the way; after two minutes it says that something is wrong. Needs nothing of antd. */
export function Waiting() {
  const { say } = useSay()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const id = setTimeout(() => setLate(true), LATE)
    return () => clearTimeout(id)
  }, [])
  if (late) return <Failed late />
  return (
    <div className="page-wait" role="status" aria-label={say(phrases.loading)}>
      <div className="dot" />
    </div>
  )
}
