import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { frameWords } from '../../../../platform/shell/words.ts'
import { tourAt, TOURS, tourWords as words, type TourName } from '../../../../platform/shell/tours.ts'
import { useSeenTours } from '../../../../platform/shell/tours.web.ts'
import { useViewing } from './account/viewing.ts'

const Tour = lazy(() => import('../../../../platform/shell/Tour.web.tsx'))

/** Offers to who opens a page for the first time to be shown around; it bars nobody, and is asked once for each person and page. */
export function TourOffer() {
  const { say } = useSay()
  const { signedIn } = useSession()
  const { viewer } = useViewing()
  const { pathname, search } = useLocation()
  const here = tourAt(pathname, (search as Record<string, string>).open)
  const tours = useSeenTours(signedIn && !viewer && !!here)
  const [shown, setShown] = useState<TourName>()
  const begin = (name: TourName) => {
    tours.mark(name)
    setShown(name)
  }
  return (
    <>
      {here && !viewer && tours.seen && !tours.seen[here] && (
        <section className="shell-notice" aria-label={say(frameWords.guide)}>
          {say(words.offer(TOURS[here].title))}{' '}
          <button type="button" onClick={() => begin(here)}>
            {say(words.begin)}
          </button>{' '}
          <button type="button" onClick={() => tours.mark(here)}>
            {say(words.never)}
          </button>
        </section>
      )}
      {shown && shown === here && (
        <Suspense fallback={null}>
          <Tour of={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
